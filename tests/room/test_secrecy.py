"""What a player receives does not depend on what that player may not know: 200 pairs of fights for each kind of secret."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random

import pytest

from starfray.room import odds_workers
from tests.room.pairs import Played, one_of_forms
from tests.room.table import FIGHT

pytestmark = pytest.mark.slow

PAIRS = int(os.environ.get("STARFRAY_PAIRS", "5"))  # `make fuzz` takes 200
STEPS = 4
Step = Callable[[Played, Played, Random], None]


@pytest.fixture(autouse=True)
def looks_that_end_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by the clock, so that the same position gives the same answer."""
    monkeypatch.setattr(odds_workers, "LOOK_SECONDS", 1e9)
    monkeypatch.setattr(odds_workers, "LOOK_RUNS", 6)


def both(one: Played, other: Played, seat: str, op: str, **args: object) -> None:
    assert one.do(seat, op, **args) == other.do(seat, op, **args)


def play_pair(one: Played, other: Played, random: Random, secret: Step, hidden: str = "", calm: bool = False) -> None:
    """The same acts at both tables; between them, the secret differs. Everything sent is compared after each act.

    `calm`: only from moments at which nobody hidden is about to act, because waiting for the GM cannot be hidden.
    """
    one.settle()
    other.settle()
    for step in range(STEPS):
        secret(one, other, random)
        assert one.received == other.received
        for each in (one, other):
            each.quiet = False
            if hidden:
                each.hidden_turns(hidden)
            each.tell()
        assert one.received == other.received
        view = one.streams["ana"].view
        assert view is not None
        if view["room"]["status"] == "over":
            break
        for each in (one, other):
            each.quiet = calm
        act(one, other, random, view["turn"]["actors"][:1], step, hidden if calm else "")
        if calm and other.room.fight.over is not None:
            return  # that a fight goes on tells of somebody
        assert one.received == other.received
    for each in (one, other):
        each.export()
    assert one.received == other.received


def act(one: Played, other: Played, random: Random, actors: list[str], step: int, hidden: str) -> None:
    who = actors[0] if actors else ""
    if who == "mira":
        action = one_of_forms(one.streams["ana"].view or {}, who, random)
        for each in (one, other):
            each.tap(who)
        if step == 1:
            for each in (one, other):
                each.reckon(action)
                each.look(who, "jarl")
            both(one, other, "ana", "request", do=random.choice(["help", "undo", "test"]), why="please")
            both(one, other, "ana", "roll", dice="2d6", note="luck", to=random.choice(["open", "gm", "blind"]))
            one.settle()
            other.settle()
        both(one, other, "ana", "play", action=action)
        if random.random() < 0.3:
            both(one, other, "ana", "undo")
            both(one, other, "ana", random.choice(["redo", "undo"]))
    elif who:
        both(one, other, "ben" if who == "tor" else "gm", "play", action=f"end-turn {who}")
    if hidden:
        for each in (one, other):
            each.settle()
            each.hidden_turns(hidden)
    for each in (one, other):
        each.reckon_answers()
    both(one, other, "ana", "play", action="end-turn ghost")
    both(one, other, "ana", "play", action="shot mira ghost vulcan-carbine")
    one.settle()
    other.settle()


def pairs() -> range:
    return range(PAIRS)


GHOSTS = [
    'id = "ghost"\nname = "Ghost"\narchetype = "station-guard"\nside = "syndicate"\nat = [20, 9]\n',
    'id = "ghost"\nname = "Somebody else"\narchetype = "corsair-boarder"\nside = "syndicate"\nat = [7, 5]\nhp = 1\n',
]


def with_ghost(fields: str) -> str:
    return FIGHT.replace(GHOSTS[0], fields)


def nothing(one: Played, other: Played, random: Random) -> None:
    """The secret lies in the fights themselves."""


def test_a_hidden_combatant() -> None:
    for seed in pairs():
        random = Random(seed)
        moved = with_ghost(GHOSTS[1].replace("7, 5", f"{random.randint(20, 29)}, {random.randint(1, 13)}"))
        play_pair(Played.of(with_ghost(GHOSTS[0]), seed), Played.of(moved, seed), random, nothing, "ghost")


def ties(played: Played) -> list[str]:
    entries = played.room.fight.journal.entries
    return [event.note for entry in entries for event in entry.events if event.note.startswith("ranking")]


def test_whether_there_is_a_hidden_combatant() -> None:
    nobody = FIGHT[: FIGHT.index('[[combatant]]\nid = "ghost"')]
    for seed in pairs():
        one, other = Played.of(FIGHT, seed), Played.of(nobody, seed)
        for each in (one, other):
            each.quiet = True
            each.settle()
            each.hidden_turns("ghost")
            each.received.clear()
            each.streams = {seat: type(stream)(plain=True) for seat, stream in each.streams.items()}
            each.tell()
        if ties(one) == ties(other):  # the book rolls ties off in the open
            play_pair(one, other, Random(seed), nothing, "ghost", calm=True)


def test_a_hidden_number() -> None:
    secret = FIGHT.replace('id = "jarl"', 'id = "jarl"\nsecret = ["hp", "attributes", "skills"]')
    for seed in pairs():
        random = Random(seed)
        one, other = Played.of(secret, seed), Played.of(secret, seed)

        def edit(one: Played, other: Played, random: Random) -> None:
            one.do("gm", "gm", text=f"set jarl.hp {random.randint(40, 60)}")  # enough that no blow shows the difference
            other.do("gm", "gm", text=f"set jarl.hp {random.randint(61, 80)}")

        play_pair(one, other, random, edit)


def test_a_secret_roll() -> None:
    for seed in pairs():

        def rolled(one: Played, other: Played, random: Random) -> None:
            for _ in range(random.randint(0, 2)):
                assert one.do("gm", "roll", dice=f"{random.randint(1, 3)}d6", note="is there a patrol", secret=True)
                one.settle()
            if random.random() < 0.5:
                assert other.do("gm", "roll", dice="d100", secret=True)
                other.settle()

        play_pair(Played.of(FIGHT, seed), Played.of(FIGHT, seed), Random(seed), rolled, "ghost")


def test_a_note_of_the_gm() -> None:
    for seed in pairs():

        def noted(one: Played, other: Played, random: Random) -> None:
            word = random.choice(["afraid", "bluffing", "<b>lies</b>"])
            assert one.do("gm", "gm", text=f'note "{word}"' + random.choice(["", " who=jarl", " who=mira"]))
            if random.random() < 0.3:
                assert one.do("gm", "undo")

        play_pair(Played.of(FIGHT, seed), Played.of(FIGHT, seed), Random(seed), noted, "ghost")


@pytest.mark.parametrize("word", ["ghost", "Ghost"])
def test_the_name_of_a_hidden_combatant_is_in_nothing_a_player_receives(word: str) -> None:
    played = Played.of(FIGHT, 1)
    played.settle()
    for _ in range(6):
        played.hidden_turns("ghost")
        who = played.room.fight.actors[0]
        played.do("ana" if who == "mira" else "gm", "play", action=f"end-turn {who}")
        played.settle()
    played.export()
    assert word not in repr(played.received)
    played.do("gm", "gm", text="reveal ghost")
    assert word in repr(played.received)
