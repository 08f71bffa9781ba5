"""The default policy: shoots what it can hurt most, keeps its gun loaded, gets near with a blade, defends while it pays."""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.dice import Generator
from starfray.engine.policy import Policy, first_answer
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Point, apart, covers_at, known_distance
from starfray.engine.values import Ask
from starfray.rulebooks.coriolis.actions import (
    Draw,
    EndTurn,
    FullAuto,
    GetUp,
    MeleeAttack,
    Move,
    PickUp,
    QuickMelee,
    QuickShot,
    Reload,
    Shot,
    TakeCover,
)  # fmt: skip
from starfray.rulebooks.coriolis.core import FAST, NORMAL, SLOW
from starfray.rulebooks.coriolis.hooks import reload_cost
from starfray.rulebooks.coriolis.movement import movement_of
from starfray.rulebooks.coriolis.ranges import BANDS, CLOSE, LIMITS, engaged_with_anyone
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Weapon

BURST = 4  # extra dice a burst goes for before it stops


class Sensible(Policy):
    name = "sensible"

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: Coriolis = view
        one = state.roster[who]
        foes = sorted(
            (each for each in state.roster.values() if each.side != one.side and each.conscious),
            key=lambda each: (self._gap(state, one, each), each.hp),
        )
        if not foes or one.ap <= 0:
            return self._say(EndTurn(who), "nothing left to do")
        if one.prone and one.ap >= FAST:
            return self._say(GetUp(who), "on the ground nobody fights well")
        gun = next((each for each in one.weapons if each.in_hand and not each.melee), None)
        if gun is not None and not self._cornered(state, one):
            return self._shoot(state, one, gun, foes)
        return self._fight_close(state, one, foes)

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    @staticmethod
    def _gap(state: Coriolis, one: Fighter, other: Fighter) -> float:
        gap = known_distance(state, one, other)
        return 10.0 if gap is None else gap

    @staticmethod
    def _cornered(state: Coriolis, one: Fighter) -> bool:
        return engaged_with_anyone(state, one) and any(each.melee and not each.dropped for each in one.weapons)

    def _shoot(self, state: Coriolis, one: Fighter, gun: Weapon, foes: list[Fighter]) -> Action:
        if gun.empty:
            if one.ap >= reload_cost(one) and one.reloads != 0:
                return self._say(Reload(one.id, gun.key), "the magazine is empty")
            return self._fight_close(state, one, foes)
        cover = [each for each in covers_at(state, one.at) if each.rating > one.cover]
        if cover and one.ap == SLOW and not engaged_with_anyone(state, one):
            return self._say(TakeCover(one.id), "shooting is better done from cover")
        reach = LIMITS[BANDS.index(gun.range)]
        near = [each for each in foes if self._gap(state, one, each) <= reach]
        if not near:
            return self._approach(state, one, foes[0], reach)
        target = min(near, key=lambda each: (each.hp + each.armour.rating + each.cover, self._gap(state, one, each)))
        if one.ap >= SLOW and "automatic-fire" in gun.features and len(near) > 1:
            return self._say(FullAuto(one.id, target.id, gun.key), "several targets, and a gun for it")
        if one.ap >= NORMAL:
            return self._say(Shot(one.id, target.id, gun.key), f"{target.id} is the easiest to bring down")
        quick = "bulky" not in gun.features and self._gap(state, one, target) <= LIMITS[1] and gun.quick_shots < 2
        if quick:
            return self._say(QuickShot(one.id, target.id, gun.key), "one point left for a quick shot")
        return self._say(EndTurn(one.id), "nothing worth the last point")

    def _fight_close(self, state: Coriolis, one: Fighter, foes: list[Fighter]) -> Action:
        foe = foes[0]
        gap = self._gap(state, one, foe)
        blade = next((each for each in one.weapons if each.in_hand and each.melee), None)
        if blade is None:
            spare = next((each for each in one.weapons if each.melee and not each.in_hand), None)
            if spare is not None and spare.dropped:
                return self._say(PickUp(one.id, spare.key), "get the weapon back")
            if spare is not None and spare.hands <= one.hands:
                return self._say(Draw(one.id, spare.key), "steel for close quarters")
        if gap <= CLOSE:
            key = blade.key if blade else "unarmed"
            if one.ap >= NORMAL:
                return self._say(MeleeAttack(one.id, foe.id, key), f"{foe.id} is within reach")
            if blade is None or "light" in blade.features:
                return self._say(QuickMelee(one.id, foe.id, key), "one point left for a quick blow")
            return self._say(EndTurn(one.id), "keep the last point to defend")
        return self._approach(state, one, foe, CLOSE)

    def _approach(self, state: Coriolis, one: Fighter, foe: Fighter, reach: float) -> Action:
        step = movement_of(state, one)
        gap = self._gap(state, one, foe)
        if step < 1:
            return self._say(EndTurn(one.id), "cannot move")
        if one.at is not None and foe.at is not None:
            end = toward(one.at, foe.at, min(step, gap - reach * 0.9 + 0.02))
            return self._say(Move(one.id, (end,)), f"closer to {foe.id}")
        return self._say(Move(one.id, (), foe.id, max(reach * 0.9, gap - step)), f"closer to {foe.id}")

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        facts = ask.facts
        if ask.rule == "coriolis.core.pray":
            self.why = "a miss is worth a prayer"
            return "yes" if facts["sixes"] == 0 else "no"
        if ask.rule == "coriolis.action.full-auto.extra-dice":
            self.why = "fire on, but not until the magazine is empty"
            return "yes" if facts["extra"] < BURST else "no"
        if ask.rule == "coriolis.action.full-auto.distribute":
            self.why = "one six for each"
            return ask.options[0].key if facts["targets"] < facts["sixes"] else "stop"
        if ask.rule == "coriolis.ruling.full-auto.allocate":
            self.why = "as even as it goes"
            shares = [ask.amount // len(ask.options)] * len(ask.options)
            shares[0] += ask.amount - sum(shares)
            return " ".join(f"{slot.key}:{n}" for slot, n in zip(ask.options, shares, strict=True) if n)
        if ask.rule in ("coriolis.action.defend", "coriolis.action.overwatch-fire", "coriolis.action.opportunity"):
            self.why = "it pays"
            return ask.options[0].key
        self.why = "as the book suggests"
        return first_answer(ask)


def toward(start: Point, end: Point, metres: float) -> Point:
    """The point that many metres from start on the way to end, on a grid of centimetres."""
    whole = apart(start, end)
    share = max(0.0, min(1.0, (metres - 0.02) / whole)) if whole else 0.0
    return (round(start[0] + share * (end[0] - start[0]), 2), round(start[1] + share * (end[1] - start[1]), 2))


def worth(state: Coriolis, side: str) -> float:
    """Hit Points standing on our side less those on the others', a head that is up counting two more."""
    value = 0.0
    for one in state.roster.values():
        points = one.hp + one.mp / 2 + 2 if one.conscious else 0.0
        value += points if one.side == side else -points
    return value
