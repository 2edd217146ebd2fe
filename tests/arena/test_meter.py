"""Charged time, computed from injected counters and clocks: no process and no waiting."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

if sys.platform != "linux":
    pytest.skip("the exact form is for Linux", allow_module_level=True)

from mnk.arena.linux import Counts
from mnk.arena.meter import LONGEST_LOOK, SHORTEST_LOOK, Meter, charge

SECOND = 10**9
PATIENCE, CREDIT, LONGEST_WALL = 1.2, 1.0, 4.0

often = settings(max_examples=300, deadline=None, derandomize=True)


class Scene:
    """A player as the kernel counts it: a wait for a core is counted when the next turn begins."""

    def __init__(self):
        self.real, self.steady = 1_700_000_000 * SECOND, 5 * SECOND
        self.waited = self.turns = self.cpu = self.uncounted = 0
        self.is_runnable = self.has_ended = False
        self.meter = Meter(self, lambda: self.is_runnable, lambda: (self.real, self.steady))

    def read(self):
        if self.has_ended:
            raise ProcessLookupError
        return Counts(self.waited, str(self.turns).encode(), self.cpu)

    def ask(self, most_credit=CREDIT):
        self.meter.ready()
        self.meter.start(most_credit)
        self.asked_at, self.asked_with = self.real, self.real_counts()
        return self

    def real_counts(self):
        return self.steady, self.waited + self.uncounted, self.cpu

    def _pass(self, seconds):
        self.real += round(seconds * SECOND)
        self.steady += round(seconds * SECOND)

    def _get_a_turn(self):
        self.waited += self.uncounted
        self.uncounted = 0
        self.turns += 1

    def run(self, seconds, threads=1):
        self._get_a_turn()
        self._pass(seconds)
        self.cpu += round(seconds * SECOND) * threads
        self.is_runnable = True
        return self

    def wait(self, seconds):
        self._pass(seconds)
        self.uncounted += round(seconds * SECOND)
        self.is_runnable = True
        return self

    def sleep(self, seconds):
        self._get_a_turn()
        self._pass(seconds)
        self.is_runnable = False
        return self

    def left(self, patience=PATIENCE, longest_wall=LONGEST_WALL):
        return self.meter.left(patience, longest_wall)

    def truly_charged(self, most_credit=CREDIT):
        """By somebody who knows of every wait at once."""
        wall, waited, cpu = (
            (now - then) / SECOND for now, then in zip(self.real_counts(), self.asked_with, strict=True)
        )
        return charge(wall, waited, cpu, most_credit).charged


@pytest.fixture
def scene():
    """A player that was at work before the question, which is not to be counted."""
    return Scene().run(0.7).wait(0.4).sleep(0.3).ask()


@pytest.fixture
def asked(scene):
    """A player that has been looked at once: the first look is free."""
    scene.left()
    return scene


# --- what is charged ------------------------------------------------------------------------------


def test_waiting_for_a_core_is_free():
    assert charge(wall=1.0, waited=0.25, cpu=0.5, most_credit=10) == (0.75, 1.0, 0.5, 0.25)


def test_no_more_than_the_cap_is_free():
    assert charge(wall=3.0, waited=2.5, cpu=0.5, most_credit=1.0) == (2.0, 3.0, 0.5, 2.5)


def test_a_crowd_of_threads_pays_for_what_all_of_them_have_used():
    assert charge(wall=1.0, waited=0.75, cpu=3.0, most_credit=1.0).charged == 3.0


any_time = st.floats(0, 1e4)


@often
@given(any_time, any_time, any_time, any_time)
def test_charged_time_lies_between_processor_and_wall(wall, waited, cpu, cap):
    charged = charge(wall, waited, cpu, cap).charged
    assert cpu <= charged <= max(wall, cpu)
    assert charged >= wall - cap
    assert charged >= wall - waited


def test_the_meter_counts_from_the_question(scene):
    spent = scene.run(0.5).wait(0.25).run(0.125).meter.spent()
    assert spent == pytest.approx((0.625, 0.875, 0.625, 0.25))


def test_sleep_is_charged(scene):
    assert scene.run(0.125).sleep(0.5).meter.spent().charged == pytest.approx(0.625)


def test_the_cap_is_the_one_of_this_question(scene):
    scene.ask(most_credit=0.25)
    assert scene.wait(1.0).run(0.5).meter.spent().charged == pytest.approx(1.25)


def test_a_move_ends_when_its_packet_was_sent_and_not_when_it_was_read(scene):
    sent = scene.sleep(0.5).real
    assert scene.sleep(0.25).meter.spent(sent).wall == 0.5


@pytest.mark.parametrize("jump", [-3600, -0.001, 0.001, 3600])
def test_the_stamp_is_not_believed_when_somebody_has_set_the_clock(jump, scene):
    scene.sleep(0.5).real += round(jump * SECOND)
    sent = scene.real
    assert scene.sleep(0.25).meter.spent(sent).wall == 0.75


def test_a_clock_that_is_only_adjusted_a_little_is_believed(scene):
    scene.sleep(0.5).real += 50_000
    sent = scene.real - 50_000
    assert scene.sleep(0.25).meter.spent(sent).wall == 0.5


@pytest.mark.parametrize(("stamp", "wall"), [(+100, 0.5), (-100, 0.0)])
def test_a_stamp_outside_of_the_move_is_moved_to_its_edge(stamp, wall, scene):
    assert scene.sleep(0.5).meter.spent(scene.real + stamp * SECOND).wall == wall


def test_a_stamp_can_not_hide_what_the_processor_did(scene):
    assert scene.run(0.5).meter.spent(scene.asked_at).charged == 0.5


def test_a_process_that_has_ended_is_charged_what_was_seen_last(scene):
    scene.wait(0.25).run(0.5).meter.spent()
    scene.has_ended = True
    assert scene.sleep(0.25).meter.spent() == pytest.approx((0.75, 1.0, 0.5, 0.25))


def test_a_process_that_ends_unseen_is_charged_its_wall_time(scene):
    scene.run(0.5).has_ended = True
    assert scene.meter.spent() == pytest.approx((0.5, 0.5, 0.0, 0.0))


# --- when it is late ------------------------------------------------------------------------------


def test_the_first_look_costs_nothing(scene):
    scene.has_ended = True  # nobody asks for the counters
    assert scene.left() == scene.meter.due == PATIENCE


def test_every_question_starts_afresh(asked):
    asked.sleep(5)
    assert asked.left() == 0.0
    assert asked.ask().left() == PATIENCE


def test_what_is_left_is_what_has_not_been_charged(asked):
    asked.run(0.25).wait(0.5).run(0.25)
    assert asked.left() == pytest.approx(PATIENCE - 0.5)
    assert asked.meter.due == pytest.approx(1.0 + PATIENCE - 0.5)


def test_what_is_left_never_goes_beyond_the_longest_wall_time(asked):
    asked.run(0.25)
    assert asked.left(patience=9, longest_wall=0.75) == pytest.approx(0.5)


def test_who_sleeps_beyond_its_time_is_late_at_once(asked):
    assert asked.sleep(PATIENCE + 0.01).left() == 0.0


def test_who_sleeps_and_has_waited_before_gets_what_it_waited(asked):
    assert asked.wait(0.5).sleep(PATIENCE - 0.1).left() == pytest.approx(0.1)
    assert asked.sleep(0.2).left() == 0.0


def test_who_waits_for_a_core_is_looked_at_again_soon(asked):
    asked.run(0.5).wait(0.9)
    assert SHORTEST_LOOK <= asked.left() <= LONGEST_LOOK


def test_a_wait_that_is_counted_at_the_next_turn_is_given_back(asked):
    asked.run(0.5).wait(0.9).left()
    assert asked.run(0.1).left() == pytest.approx(PATIENCE - 0.6)


def test_many_looks_do_not_make_a_wait_shorter(asked):
    asked.run(0.5)
    for _ in range(90):
        assert asked.wait(0.01).left() > 0
    assert asked.run(0.1).left() == pytest.approx(PATIENCE - 0.6)


def test_who_runs_and_is_late_gets_one_more_look(asked):
    """It slept before, so that its processor time does not give it away."""
    asked.sleep(1.0).run(PATIENCE - 1.0 + 0.01)
    assert asked.left() > 0
    assert asked.run(0.001).left() == 0.0


def test_who_has_waited_less_than_it_is_late_is_late(asked):
    asked.sleep(1.0).run(0.1).wait(0.2).left()
    asked.run(0.15).left()
    assert asked.run(0.001).left() == 0.0


def test_a_wait_that_began_between_two_looks_is_its_own_too(asked):
    asked.sleep(0.5).wait(0.75).left()
    assert asked.run(0.05).wait(0.8).left() > 0
    assert asked.run(0.01).left() == pytest.approx(PATIENCE - (2.11 - CREDIT))


def test_a_doubt_about_the_last_move_is_not_held_against_the_next(asked):
    assert asked.sleep(1.0).run(0.25).left() > 0
    asked.ask().left()
    assert asked.run(0.1).wait(1.15).left() > 0


def test_who_has_used_the_processor_for_too_long_is_late_at_once(asked):
    assert asked.run(PATIENCE / 3, threads=3).left() == 0.0


def test_nobody_waits_longer_than_the_cap(asked):
    assert asked.wait(CREDIT + PATIENCE - 0.001).left() > 0
    assert asked.wait(0.001).left() == 0.0


def test_nothing_is_free_beyond_the_longest_wall_time(scene):
    scene.ask(most_credit=100).left()
    assert scene.wait(LONGEST_WALL - 0.001).left() > 0
    assert scene.wait(0.001).left() == 0.0


events = st.lists(st.tuples(st.sampled_from(["run", "wait", "sleep"]), st.floats(0.001, 0.6)), max_size=20)


@often
@given(events)
def test_nobody_is_late_before_its_time_is_used_up(events):
    """Whatever it does and whenever it is looked at; waits that nobody has counted yet are its own."""
    scene = Scene().ask()
    scene.left()
    for event, seconds in events:
        getattr(scene, event)(seconds)
        if scene.left(longest_wall=100) == 0.0:
            assert scene.truly_charged() >= PATIENCE - 1e-6
            break


@often
@given(events)
def test_who_goes_on_running_is_late_in_the_end(events):
    """At the second look after its time is used up, or at the first one if it does not run any more."""
    scene = Scene().ask()
    scene.left()
    for event, seconds in events:
        getattr(scene, event)(seconds)
    scene.run(0.001)
    late = scene.truly_charged() >= PATIENCE + 1e-6
    looks = [scene.left(longest_wall=100)]
    looks.append(scene.run(0.0001).left(longest_wall=100))
    assert not late or 0.0 in looks
