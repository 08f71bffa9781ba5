"""The trial of the map: it changes how fast a simulation is, never what comes out."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.engine.policy import Policies
from starfray.sim import recall_trial
from starfray.sim.job import Job
from starfray.sim.recall_trial import DEAREST, LEAST_HITS, MOST_LOST, PAYS, SURE, PlainPlayer, TrialPlayer
from tests.sim.test_recall import DEMOS, SMALL

MANY = 100_000  # fights: a trial is a small part of them
CROWD = next(path for path in DEMOS if path.stem == "bazaar-ambush")


class Clock:
    """A processor clock of the test's own: every reading is later by what it is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(recall_trial, "process_time", lambda: self.now)


def trial() -> TrialPlayer:
    fight = starfray.loads(SMALL)
    return TrialPlayer(fight.book, fight.content, fight.state, Policies(fight.book.policy()))


@pytest.mark.parametrize("judged", ["kept", "dropped", "undecided"])
@pytest.mark.parametrize("source", [SMALL, CROWD.read_text(encoding="utf-8")], ids=["duel", "crowd"])
def test_fights_come_out_the_same_wherever_the_trial_stands(source: str, judged: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a round, after a map was kept, and after one was dropped."""
    fight = starfray.loads(source)
    tried, plain = (Job(fight.book, fight.content, fight.state, {}, 5, 3, count=MANY) for _ in range(2))
    player = tried.player
    assert isinstance(player, TrialPlayer)
    hits, ratio = {"kept": (1.0, 0.5), "dropped": (0.0, 2.0), "undecided": (1.0, 2.0)}[judged]
    judge = player.judge
    monkeypatch.setattr(player, "judge", lambda *_: judge(hits, ratio))
    plain.player = PlainPlayer(fight.book, fight.content, fight.state, plain.policies)
    assert tried.block(0, 18) == plain.block(0, 18)
    assert tried.ends(8, 16) == plain.ends(8, 16)
    assert (player.decided, player.map is not None) == (judged != "undecided", judged != "dropped")


@pytest.mark.parametrize("path", DEMOS, ids=lambda path: path.stem)
def test_demos_come_out_the_same_with_a_trial_and_without(path: Path) -> None:
    fight = starfray.load(path)
    tried, plain = (Job(fight.book, fight.content, fight.state, {}, 7, count=MANY) for _ in range(2))
    plain.player = PlainPlayer(fight.book, fight.content, fight.state, plain.policies)
    assert tried.block(0, 5) == plain.block(0, 5)


def test_a_map_that_saves_time_stays() -> None:
    player = trial()
    player.rounds, player.fights = 3, SURE
    player.judge(hits=0.5, ratio=PAYS)
    assert player.decided
    assert player.map is not None


def test_the_clock_is_not_believed_after_a_few_fights() -> None:
    player = trial()
    player.rounds, player.fights = 2, SURE // 2
    player.judge(hits=0.5, ratio=PAYS / 2)
    assert not player.decided
    assert player.size == SURE // 2, "as many fights again"


@pytest.mark.parametrize("rounds", range(1, len(LEAST_HITS) + 1))
def test_a_map_on_which_too_little_is_found_is_dropped(rounds: int) -> None:
    least = LEAST_HITS[rounds - 1]
    for hits, stays in ((least - 0.001, False), (least, True)):
        player = trial()
        player.rounds, player.fights = rounds, 2**rounds
        player.judge(hits, ratio=2.0)
        assert (player.map is not None) == stays


def test_a_map_that_has_not_paid_in_the_end_is_dropped() -> None:
    player = trial()
    player.rounds = len(LEAST_HITS) + 1
    player.judge(hits=0.9, ratio=PAYS + 0.01)
    assert player.decided
    assert player.map is None


def timed(source: str, clock: Clock, monkeypatch: pytest.MonkeyPatch, count: int = 0) -> tuple[Job, TrialPlayer]:
    """A job by a clock on which an act worked out costs ten, one found on the map one, and adding to the map four more."""
    fight = starfray.loads(source)
    job = Job(fight.book, fight.content, fight.state, {}, 5, count=count)
    player = job.player
    assert isinstance(player, TrialPlayer)
    assert player.map is not None
    recall, play_plain, play_map = player.map, player.plain.play, player.map.play

    def plainly(*given):  # type: ignore[no-untyped-def]
        played = play_plain(*given)
        clock.now += 10 * played.acts
        return played

    def on_map(*given):  # type: ignore[no-untyped-def]
        before = recall.added
        played = play_map(*given)
        clock.now += played.acts + 13 * (recall.added - before)
        return played

    monkeypatch.setattr(player.plain, "play", plainly)
    monkeypatch.setattr(recall, "play", on_map)
    return job, player


def test_the_clock_decides_for_a_duel_and_against_a_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    kept = {}
    for name, source in (("duel", SMALL), ("crowd", CROWD.read_text(encoding="utf-8"))):
        job, player = timed(source, clock, monkeypatch, MANY)
        job.ends(0, 150)
        kept[name] = player.map is not None
    assert kept == {"duel": True, "crowd": False}


def test_where_few_fights_are_to_be_played_there_is_no_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    job, player = timed(SMALL, Clock(monkeypatch), monkeypatch, count=int(DEAREST / MOST_LOST) - 1)
    job.ends(0, 5)
    assert player.decided
    assert player.map is None
    assert player.tried.fights == 0


def test_where_nobody_knows_how_many_the_trial_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    job, player = timed(SMALL, Clock(monkeypatch), monkeypatch)
    first = int(DEAREST / MOST_LOST)
    job.ends(0, first)
    assert (player.decided, player.tried.fights) == (False, 0)
    job.ends(first, first + 1)
    assert player.tried.fights == 1


@pytest.mark.parametrize("told", [True, False])
def test_a_trial_costs_its_share_of_all_fights_at_most(told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A map on which an act costs four times as much as one without."""
    clock = Clock(monkeypatch)
    count = int(DEAREST / MOST_LOST) + 30
    job, player = timed(SMALL, clock, monkeypatch, count if told else 0)
    assert player.map is not None
    play_map = player.map.play

    def dearly(*given):  # type: ignore[no-untyped-def]
        begun = clock.now
        played = play_map(*given)
        clock.now = begun + 40 * played.acts
        return played

    monkeypatch.setattr(player.map, "play", dearly)
    acts = sum(end.acts for end in (job._play(number, None) for number in range(count)))
    assert player.tried.fights > 0
    assert clock.now <= (1 + MOST_LOST) * 10 * acts
