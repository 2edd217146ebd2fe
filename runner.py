#!/usr/bin/env python3
"""Matches between k-in-a-row players; `python runner.py --help` shows what it can do."""

import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 - said here, before anything newer is imported
        sys.exit("mnk needs Python 3.11 or newer; this is Python " + sys.version.split()[0])
    try:
        from mnk.cli import main

        sys.exit(main())
    except KeyboardInterrupt:  # before there was anything to stop
        sys.exit(130)
