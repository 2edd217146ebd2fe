"""What a player prints: kept up to a limit, the rest only counted, so that no flood can harm."""

import unicodedata
from collections.abc import Callable

KEPT = 65_536
RECENT = 8_192


class Output:
    """What a player has printed since it was last asked for, and the last few lines."""

    def __init__(self, show: Callable[[str], None] | None = None) -> None:
        self._kept = bytearray()
        self._tail = bytearray()
        self._dropped = 0
        self._show = show

    def add(self, chunk: bytes) -> None:
        if not chunk:
            return
        room = max(0, KEPT - len(self._kept))
        self._kept += chunk[:room]
        self._dropped += len(chunk) - len(chunk[:room])
        self._tail = (self._tail + chunk)[-RECENT:]
        try:
            if self._show:
                self._show(printable(chunk))
        except (OSError, ValueError):  # whoever watches may go away; the player must not notice
            self._show = None

    def start_anew(self) -> None:
        """Another process: the last lines of the one before are not its own."""
        self._tail = bytearray()

    def recent(self) -> str:
        return self._tail.decode(errors="replace")

    def take(self) -> str:
        """Everything kept since the last time, and a line that tells how much was not."""
        if not self._kept:
            return ""
        text = printable(self._kept)
        if self._dropped:
            text += f"\n... and {self._dropped} bytes more\n"
        self._kept, self._dropped = bytearray(), 0
        return text


def printable(raw: bytes | bytearray) -> str:
    """The text without what could steer a terminal; lines and tabs stay."""
    text = raw.decode(errors="replace").replace("\r\n", "\n")
    return "".join(char if char in "\n\t" or unicodedata.category(char)[0] != "C" else "\ufffd" for char in text)
