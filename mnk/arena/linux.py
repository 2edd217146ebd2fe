"""What the Linux kernel offers and Python does not, or not yet."""

import ctypes
import os
import platform
import signal
from ctypes import c_int, c_long, c_ulong
from pathlib import Path
from time import clock_gettime_ns
from typing import NamedTuple

_libc = ctypes.PyDLL(None, use_errno=True)  # PyDLL keeps the interpreter's lock, as a fork must
_libc.syscall.argtypes, _libc.syscall.restype = [c_long] * 7, c_long
_libc.prctl.argtypes, _libc.prctl.restype = [c_int] + [c_ulong] * 4, c_int

# prctl(2)
_SET_PDEATHSIG, _SET_TIMERSLACK, _SET_CHILD_SUBREAPER, _GET_TID_ADDRESS = 1, 29, 36, 40

# clone(2): number, and the place of the child's thread id among the last two arguments
_CLONE = {"x86_64": (56, 0), "aarch64": (220, 1)}
_CLONE_PARENT, _CLONE_CHILD_CLEARTID, _CLONE_CHILD_SETTID = 0x8000, 0x200000, 0x1000000
_SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}

STAMP = 35  # SO_TIMESTAMPNS: every packet tells when it was sent


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def _prctl(option: int, argument: int) -> None:
    _checked(_libc.prctl(option, argument, 0, 0, 0))


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none gets away."""
    _prctl(_SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """Get killed when the parent ends; more exactly, when the thread of it that made us ends."""
    _prctl(_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it was too late
        os._exit(1)


def fork_sibling() -> int:
    """Like os.fork, but the new process is a child of our parent: who reaps and stops it need not be who made it.

    The kernel gets the same order as from fork, with one flag more: the C library wants to find the
    new thread's id where it keeps it. To be called by a process of one thread only."""
    number, place = _CLONE[platform.machine()]
    flags, tids = _CLONE_PARENT | signal.SIGCHLD, [0, 0]
    if address := _thread_id_address():
        flags |= _CLONE_CHILD_SETTID | _CLONE_CHILD_CLEARTID
        tids[place] = address
    ctypes.pythonapi.PyOS_BeforeFork()
    pid = _libc.syscall(number, flags, 0, 0, *tids, 0)
    if pid == 0:
        ctypes.pythonapi.PyOS_AfterFork_Child()
    else:
        ctypes.pythonapi.PyOS_AfterFork_Parent()
    return _checked(pid)


def _thread_id_address() -> int:
    address = c_ulong(0)
    found = _libc.prctl(_GET_TID_ADDRESS, ctypes.addressof(address), 0, 0, 0) == 0
    return address.value if found else 0


def wake_promptly() -> None:
    """Run as soon as something happens, even where others are busy: real time if we may, else short slices."""
    _prctl(_SET_TIMERSLACK, 1)
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    except OSError:
        _ask_for_short_slices(100_000)


def _ask_for_short_slices(nanoseconds: int) -> None:
    """sched_setattr(2): size, policy, flags, nice, priority, slice, deadline, period. Older kernels take no notice."""
    if number := _SCHED_SETATTR.get(platform.machine()):
        attributes = (c_ulong * 6)(48, 0, 0, nanoseconds, 0, 0)
        _libc.syscall(number, 0, ctypes.addressof(attributes), 0, 0, 0, 0)


def children() -> set[int]:
    """Our children, those that we have adopted included; all of them ours alone, as we have one thread."""
    return {int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()}


def is_runnable(pid: int) -> bool:
    """Does its main thread run, or wait for nothing but a core?"""
    return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b") ")[2][:1] == b"R"


def would_hear(pid: int, number: int) -> bool:
    """Has the process a handler for this signal, and is the signal let through?"""
    masks = dict(line.split(":\t") for line in Path(f"/proc/{pid}/status").read_text().splitlines() if "\t" in line)
    bit = 1 << number - 1
    return bool(int(masks["SigCgt"], 16) & ~int(masks["SigBlk"], 16) & bit)


class Counts(NamedTuple):
    """What the kernel has counted for a process, in nanoseconds and in turns."""

    waited: int  # its main thread, runnable, for a core
    turns: bytes  # of its main thread on a core, as written: a wait is counted when the next turn begins
    cpu: int  # used by all its threads


class Counters:
    """The counts of one process. Nobody but the kernel writes them."""

    def __init__(self, pid: int) -> None:
        self._file = os.open(f"/proc/{pid}/task/{pid}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
        self._cpu_clock = (~pid << 3) | 2  # as clock_getcpuclockid(3) numbers it

    def read(self) -> Counts:
        _, waited, turns = os.pread(self._file, 64, 0).split()
        return Counts(int(waited), turns, clock_gettime_ns(self._cpu_clock))

    def close(self) -> None:
        os.close(self._file)
