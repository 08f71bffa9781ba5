"""The trial of the map: it changes how fast a simulation is, never what comes out."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.engine.policy import Policies
from starfray.sim import recall_trial
from starfray.sim.job import Job
from starfray.sim.recall_trial import LEAST_HITS, PAYS, SURE, PlainPlayer, TrialPlayer
from tests.sim.test_recall import DEMOS, SMALL

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
    tried, plain = (Job(fight.book, fight.content, fight.state, {}, 5, 3) for _ in range(2))
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
    tried, plain = (Job(fight.book, fight.content, fight.state, {}, 7) for _ in range(2))
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


def test_the_clock_decides_for_a_duel_and_against_a_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    """An act worked out costs ten, one found on the map one, and adding to the map four more."""
    clock = Clock(monkeypatch)
    kept = {}
    for name, source in (("duel", SMALL), ("crowd", CROWD.read_text(encoding="utf-8"))):
        fight = starfray.loads(source)
        job = Job(fight.book, fight.content, fight.state, {}, 5)
        player = job.player
        assert isinstance(player, TrialPlayer)
        assert player.map is not None
        recall, plain = player.map, player.plain
        play_plain, play_map = plain.play, recall.play

        def plainly(*given, play=play_plain):  # type: ignore[no-untyped-def]
            played = play(*given)
            clock.now += 10 * played.acts
            return played

        def on_map(*given, play=play_map, recall=recall):  # type: ignore[no-untyped-def]
            before = recall.added
            played = play(*given)
            clock.now += played.acts + 13 * (recall.added - before)
            return played

        monkeypatch.setattr(plain, "play", plainly)
        monkeypatch.setattr(recall, "play", on_map)
        job.ends(0, 150)
        kept[name] = player.map is not None
    assert kept == {"duel": True, "crowd": False}
