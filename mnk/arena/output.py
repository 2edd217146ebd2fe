"""What a player prints: drained so that it never blocks, kept up to a limit, the rest only counted."""

import threading
import unicodedata
from collections.abc import Callable
from typing import IO

KEPT = 65_536
RECENT = 8_192


class Output:
    """Follows a pipe in a thread of its own."""

    def __init__(self, show: Callable[[str], None] | None = None) -> None:
        self._kept = bytearray()
        self._tail = bytearray()
        self._dropped = 0
        self._show = show
        self._thread: threading.Thread | None = None
        self._grew = threading.Condition()

    def follow(self, pipe: IO[bytes] | None) -> None:
        """Follow the pipe of a new process."""
        assert pipe is not None
        self._tail = bytearray()
        self._thread = threading.Thread(target=self._drain, args=[pipe], daemon=True)
        self._thread.start()

    def _drain(self, pipe: IO[bytes]) -> None:
        with pipe:
            while chunk := pipe.read1(RECENT):  # type: ignore[attr-defined]
                with self._grew:
                    self._add(chunk)
                    self._grew.notify_all()
                self._show_quietly(chunk)

    def _add(self, chunk: bytes) -> None:
        room = max(0, KEPT - len(self._kept))
        self._kept += chunk[:room]
        self._dropped += len(chunk) - len(chunk[:room])
        self._tail = (self._tail + chunk)[-RECENT:]

    def _show_quietly(self, chunk: bytes) -> None:
        """Whoever watches may go away; the player must not notice."""
        try:
            if self._show:
                self._show(printable(chunk))
        except (OSError, ValueError):
            self._show = None

    def wait_until(self, seen: Callable[[], bool], seconds: float) -> None:
        """Wait for what is about to be printed, but not for long."""
        with self._grew:
            self._grew.wait_for(seen, timeout=seconds)

    def finish(self) -> None:
        """Read what is left, once the process has ended; a grandchild may still hold the pipe."""
        if self._thread:
            self._thread.join(timeout=1.0)

    def recent(self) -> str:
        return self._tail.decode(errors="replace")

    def take(self) -> str:
        """Everything kept since the last time, and a line that tells how much was not."""
        with self._grew:
            text = printable(self._kept)
            if self._dropped:
                text += f"\n... and {self._dropped} bytes more\n"
            self._kept, self._dropped = bytearray(), 0
        return text


def printable(raw: bytes | bytearray) -> str:
    """The text without what could steer a terminal; lines and tabs stay."""
    text = raw.decode(errors="replace").replace("\r\n", "\n")
    return "".join(char if char in "\n\t" or unicodedata.category(char)[0] != "C" else "\ufffd" for char in text)
