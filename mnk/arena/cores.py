"""Which core a worker takes: one that no other worker on this machine has, if there is one."""

import os
import socket


class Core:
    """A core that is ours until the process ends."""

    def __init__(self, number: int) -> None:
        """Number 0 for the first worker of a run, 1 for the next: where all cores are taken they share."""
        allowed = sorted(os.sched_getaffinity(0), reverse=True)  # the first core is everybody's favourite
        self._mark = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.number = next((core for core in allowed if self._lay_claim(core)), allowed[number % len(allowed)])
        self.others = set(allowed) - {self.number} or set(allowed)

    def _lay_claim(self, core: int) -> bool:
        """The name of a socket that only one process can have, and that is free again when it ends."""
        try:
            self._mark.bind(f"\0mnk worker on core {core}")
        except OSError:
            return False
        return True

    def take(self) -> None:
        """Run here and nowhere else."""
        os.sched_setaffinity(0, {self.number})
