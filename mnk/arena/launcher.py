"""Chooses how games are played: exactly where the system allows it, portably elsewhere."""

import sys
from collections.abc import Callable
from typing import Literal

from mnk.arena.process import Group
from mnk.arena.referee import Audience, PortableReferee, Referee
from mnk.arena.remote import RemoteReferee, Unavailable

ClockChoice = Literal["auto", "exact", "wall"]


def open_referee(
    choice: ClockChoice, number: int, group: Group, audience: Audience, tell: Callable[[str], None]
) -> Referee:
    """The referee of the run's first, second, ... game at a time; `tell` hears why it is not the exact one."""
    if choice == "wall":
        return PortableReferee(group, audience)
    try:
        if sys.platform != "linux":
            raise Unavailable(f"it needs Linux, not {sys.platform}")
        return RemoteReferee(group, audience, number)
    except Unavailable as reason:
        if choice == "exact":
            raise Unavailable(f"the exact clock can not be used here: {reason}") from None
        tell(f"the exact clock can not be used here ({reason}): the wall clock is used instead")
        return PortableReferee(group, audience)
