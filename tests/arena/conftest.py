import pytest

from arena.seats import batch_player
from mnk.arena.process import Group
from mnk.arena.referee import Audience, PortableReferee
from mnk.arena.remote import RemoteReferee, Unavailable


@pytest.fixture(scope="session")
def exact_referee():
    """One worker for all tests that need one: what a test does to its players is nothing to the next."""
    try:
        referee = RemoteReferee(Group(), Audience(), 0)
    except Unavailable as reason:
        pytest.skip(f"no exact clock here: {reason}")
    yield referee
    referee.close()


@pytest.fixture(params=["exact", "wall"])
def referee(request):
    """Both forms, one after the other."""
    if request.param == "exact":
        return request.getfixturevalue("exact_referee")
    return PortableReferee(Group(), Audience())


@pytest.fixture
def process_game(referee):
    """Plays a game between two real processes and gives its record."""
    return batch_player(referee)
