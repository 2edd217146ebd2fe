"""What a player prints: drained so that it never blocks, kept up to a limit, the rest only counted."""

import threading
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
        assert pipe is not None
        self._thread = threading.Thread(target=self._drain, args=[pipe], daemon=True)
        self._thread.start()

    def _drain(self, pipe: IO[bytes]) -> None:
        with pipe:
            while chunk := pipe.read1(RECENT):  # type: ignore[attr-defined]
                with self._grew:
                    self._add(chunk)
                    self._grew.notify_all()
                if self._show:
                    self._show(chunk.decode(errors="replace"))

    def _add(self, chunk: bytes) -> None:
        room = max(0, KEPT - len(self._kept))
        self._kept += chunk[:room]
        self._dropped += len(chunk) - len(chunk[:room])
        self._tail = (self._tail + chunk)[-RECENT:]

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
        text = self._kept.decode(errors="replace")
        if self._dropped:
            text += f"\n... and {self._dropped} bytes more\n"
        self._kept, self._dropped = bytearray(), 0
        return text
