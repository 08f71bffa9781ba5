"""The default policy: keeps its gun working, gets into range, aims, fires in the mode that hits most, holds or suppresses."""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.content import Content, book_content
from starfray.engine.dice import Generator
from starfray.engine.policy import Policy, first_answer
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Point, apart, covers_at, known_distance
from starfray.engine.values import Ask, Tally
from starfray.rulebooks.compound_x.actions import (
    Aim,
    ClearJam,
    Draw,
    EndTurn,
    Fire,
    Hold,
    Rechamber,
    Reload,
    Run,
    Stand,
    Suppress,
    TakeCover,
    Unhunker,
)
from starfray.rulebooks.compound_x.misschance import measure
from starfray.rulebooks.compound_x.movement import hiding
from starfray.rulebooks.compound_x.pace import metres_for, reach_of_run
from starfray.rulebooks.compound_x.shooting import mode_of, modes_of
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Weapon
from starfray.rulebooks.compound_x.suppression import levels_of

HOPELESS = 0.25  # hits expected of an Action below which the last one is better spent on suppression
UNKNOWN = 30.0  # metres taken for a distance nobody has set


class Sensible(Policy):
    name = "sensible"

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: CompoundX = view
        one = state.roster[who]
        content = book_content(book.name, book.folder)
        foes = [each for each in state.roster.values() if each.side != one.side and each.able]
        if not foes or one.actions <= 0:
            return self._say(EndTurn(who), "nothing left to do")
        if one.hunkered:
            return self._say(Unhunker(who), "there is fighting to be done")
        cover = [each for each in covers_at(state, one.at) if hiding(each) != "concealed"]
        if cover and not one.cover:
            return self._say(TakeCover(who, cover[0].name), "cover is there for the taking")
        gun = next((each for each in one.weapons if each.in_hand), None)
        if gun is None:
            return self._arm(one)
        repair = self._keep_working(one, gun)
        return repair if repair is not None else self._shoot(state, content, one, gun, foes)

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    def _arm(self, one: Fighter) -> Action:
        spare = next((each for each in one.weapons), None)
        if spare is None:
            return self._say(EndTurn(one.id), "nothing to fight with")
        return self._say(Draw(one.id, spare.key), "a gun is needed")

    def _keep_working(self, one: Fighter, gun: Weapon) -> Action | None:
        if gun.jammed:
            return self._say(ClearJam(one.id, gun.key), "the gun is jammed")
        if gun.rounds == 0 or gun.reloading:
            if gun.magazines == 0:
                other = next((each for each in one.weapons if not each.in_hand and each.rounds), None)
                if other is not None:
                    return self._say(Draw(one.id, other.key), "the other gun still has rounds")
                return self._say(EndTurn(one.id), "no ammunition left")
            return self._say(Reload(one.id, gun.key), "the magazine is empty")
        if gun.unchambered:
            return self._say(Rechamber(one.id, gun.key), "the next round must be chambered")
        return None

    def _shoot(self, state: CompoundX, content: Content, one: Fighter, gun: Weapon, foes: list[Fighter]) -> Action:
        near = sorted(foes, key=lambda each: (gap(state, one, each), each.health))
        scored = [(hits(state, content, one, each, gun, aimed=True), each) for each in near if each.cover != "concealed"]
        best = max((score for score, _ in scored), default=0.0)
        if best <= 0:
            return self._approach(state, one, near[0], gun)
        target = next(each for score, each in scored if score == best)
        if one.aim != target.id:
            if one.actions >= 2:
                return self._say(Aim(one.id, target.id), "aim first")
            if hits(state, content, one, target, gun, aimed=False) < HOPELESS:
                return self._last(one, target, gun)
        aimed = one.aim == target.id
        if one.actions == 1 and aimed and best < HOPELESS:
            return self._last(one, target, gun)
        mode = max(modes_of(gun), key=lambda each: hits_in(state, content, one, target, gun, each, aimed=aimed))
        return self._say(Fire(one.id, target.id, gun.key, mode), f"{target.id} is the easiest to hit")

    def _last(self, one: Fighter, target: Fighter, gun: Weapon) -> Action:
        """The last Action, when a shot would not do much: keep their heads down, or wait for them to move."""
        levels = levels_of(gun)
        if levels and (levels[-1] != "light" or gun.rounds >= 3):
            return self._say(Suppress(one.id, target.id, gun.key, levels[-1]), "a poor shot, but they need not know")
        return self._hold(one, gun)

    def _hold(self, one: Fighter, gun: Weapon) -> Action:
        if not one.actions:
            return self._say(EndTurn(one.id), "nothing left to do")
        plan = ("semi",) if gun.semi else ("auto",)
        return self._say(Hold(one.id, "moves", plan, 1, weapon=gun.key), "let them come")

    def _approach(self, state: CompoundX, one: Fighter, foe: Fighter, gun: Weapon) -> Action:
        actions = min(2, one.actions)
        if one.stance != "standing":
            return self._say(Stand(one.id), "on one's feet one gets there")
        if (one.cover and one.actions <= 2) or metres_for(state, one, actions) == 0:
            return self._hold(one, gun)
        step = reach_of_run(state, one, actions, False)
        if step == 0:
            return self._hold(one, gun)
        if one.at is not None and foe.at is not None:
            end = toward(one.at, foe.at, float(step))
            return self._say(Run(one.id, (end,), actions), f"closer to {foe.id}")
        left = max(0.0, gap(state, one, foe) - step)
        return self._say(Run(one.id, (), actions, target=foe.id, metres=left), f"closer to {foe.id}")

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        self.why = "as planned" if ask.rule == "cx.held.use" else "as the book suggests"
        return first_answer(ask)


def gap(state: CompoundX, one: Fighter, other: Fighter) -> float:
    metres = known_distance(state, one, other)
    return UNKNOWN if metres is None else metres


def hits(state: CompoundX, content: Content, one: Fighter, foe: Fighter, gun: Weapon, *, aimed: bool) -> float:
    """Hits to be expected of one Action in the best mode."""
    return max(hits_in(state, content, one, foe, gun, mode, aimed=aimed) for mode in modes_of(gun))


def hits_in(
    state: CompoundX, content: Content, one: Fighter, foe: Fighter, gun: Weapon, mode: str, *, aimed: bool
) -> float:
    listed = mode_of(gun, mode)
    if known_distance(state, one, foe) is None:
        return 0.5
    line = measure(state, content, Tally(False), one, foe, gun, listed, aimed=aimed)
    if line.miss is None:
        return 0.0
    shots = min(gun.rounds, listed.shots if listed is not None else 1)
    return shots * min(10, max(0, 10 - line.miss.total)) / 10


def toward(start: Point, end: Point, metres: float) -> Point:
    """The point that many metres from start on the way to end, a metre short of it, on a grid of centimetres."""
    whole = apart(start, end)
    share = max(0.0, min(1.0, (min(metres, whole - 1) - 0.02) / whole)) if whole else 0.0
    return (round(start[0] + share * (end[0] - start[0]), 2), round(start[1] + share * (end[1] - start[1]), 2))


def worth(state: CompoundX, side: str) -> float:
    """Health standing on our side less that on the others', somebody still able to act counting 30 more."""
    value = 0.0
    for one in state.roster.values():
        points = one.health + one.armour_points / 4 + 30 if one.able else 0.0
        value += points if one.side == side else -points
    return value
