"""The default policy: gets to where its weapon works, aims when far, strikes, defends with its best score."""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.dice import Generator
from starfray.engine.policy import Policy, first_answer
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Point, apart, known_distance
from starfray.engine.values import Ask
from starfray.rulebooks.gurps.actions import Attack, ChangePosture, DoNothing, Move, Ready, TakeAim
from starfray.rulebooks.gurps.attack import attack_fault
from starfray.rulebooks.gurps.core import hexes, move_of, range_yards
from starfray.rulebooks.gurps.ready import grip
from starfray.rulebooks.gurps.state import KICK, NATURAL, PUNCH, Fighter, Gurps, Weapon, held, leg_works
from starfray.rulebooks.gurps.turns import STEP

LYING_COSTS = 2  # what lying on the floor afterwards is reckoned at
AIM_FROM = 21  # yards: further away a second of aiming pays


class Sensible(Policy):
    name = "sensible"

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: Gurps = view
        one = state.roster[who]
        foes = sorted(
            (each for each in state.roster.values() if each.side != one.side and each.conscious),
            key=lambda each: (self._gap(state, one, each), each.hp),
        )
        if not one.able or not foes:
            return self._say(DoNothing(who), "nothing else can be done")
        if one.posture not in ("standing", "crouching") and leg_works(one, "right") and leg_works(one, "left"):
            return self._say(ChangePosture(who, "standing"), "on the ground nobody fights well")
        weapon = next(iter(held(one)), None) or bare(one)
        if weapon.natural or weapon.unready or (weapon.magazine and not weapon.shots):
            better = self._to_ready(one)
            if better is not None:
                return self._say(Ready(who, better.key), f"the {better.name} first")
        return self._fight(state, one, weapon, foes)

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    @staticmethod
    def _gap(state: Gurps, one: Fighter, other: Fighter) -> float:
        gap = known_distance(state, one, other)
        return 10.0 if gap is None else gap

    @staticmethod
    def _to_ready(one: Fighter) -> Weapon | None:
        for weapon in one.weapons:
            if weapon.broken:
                continue
            if weapon.hand and (weapon.unready or (weapon.magazine and not weapon.shots)):
                return weapon
            near = weapon.lies is None or one.at is None or apart(weapon.lies, one.at) <= STEP + 0.5
            if not weapon.hand and near and len(grip(one, weapon, "")) >= weapon.hands:
                return weapon
        return None

    def _fight(self, state: Gurps, one: Fighter, weapon: Weapon, foes: list[Fighter]) -> Action:
        for foe in foes:
            gap = self._gap(state, one, foe)
            if attack_fault(one, foe, weapon, gap) is None:
                aim = one.aim
                aimed = aim is not None and aim.target == foe.id and aim.weapon == weapon.key
                if not weapon.melee and range_yards(gap) >= AIM_FROM and not aimed:
                    return self._say(TakeAim(one.id, foe.id, weapon.key), "too far for a snap shot")
                return self._say(Attack(one.id, foe.id, weapon.key), f"{foe.id} can be hit")
            if weapon.melee and hexes(gap) - 1 in weapon.reach:
                step = self._way(one, foe, STEP)
                if one.at is not None and step:
                    after = apart(step[0], foe.at) if foe.at is not None else gap
                    if attack_fault(one, foe, weapon, after) is None:
                        return self._say(Attack(one.id, foe.id, weapon.key, path=step), f"a step, and {foe.id} is in reach")
        return self._approach(state, one, weapon, foes[0])

    def _approach(self, state: Gurps, one: Fighter, weapon: Weapon, foe: Fighter) -> Action:
        gap = self._gap(state, one, foe)
        wanted = float(max(weapon.reach)) if weapon.melee else float(weapon.max_range)
        far = min(float(move_of(one)), max(0.0, gap - wanted))
        if weapon.melee and hexes(gap) < min(weapon.reach):
            return self._back_off(state, one, weapon, foe)
        if far <= 0:
            return self._bare_blow(state, one, foe)
        if one.at is not None and foe.at is not None:
            return self._say(Move(one.id, self._way(one, foe, far)), f"closer to {foe.id}")
        return self._say(Move(one.id, (), foe.id, gap - far), f"closer to {foe.id}")

    def _back_off(self, state: Gurps, one: Fighter, weapon: Weapon, foe: Fighter) -> Action:
        """Too near for the weapon: a step back and a blow."""
        if one.at is not None and foe.at is not None and one.posture == "standing":
            back = (one.at[0] + STEP, one.at[1]) if one.at[0] >= foe.at[0] else (one.at[0] - STEP, one.at[1])
            if attack_fault(one, foe, weapon, apart(back, foe.at)) is None:
                return self._say(Attack(one.id, foe.id, weapon.key, path=(back,)), "a step back, and a blow")
        return self._bare_blow(state, one, foe)

    def _bare_blow(self, state: Gurps, one: Fighter, foe: Fighter) -> Action:
        gap = self._gap(state, one, foe)
        for weapon in NATURAL:
            if attack_fault(one, foe, weapon, gap) is None:
                return self._say(Attack(one.id, foe.id, weapon.key), "the weapon is of no use here")
        return self._say(DoNothing(one.id), "nothing can be reached")

    @staticmethod
    def _way(one: Fighter, foe: Fighter, far: float) -> tuple[Point, ...]:
        if one.at is None or foe.at is None:
            return ()
        whole = apart(one.at, foe.at)
        share = min(1.0, max(0.0, (far - 0.02) / whole)) if whole else 0.0
        end = (one.at[0] + share * (foe.at[0] - one.at[0]), one.at[1] + share * (foe.at[1] - one.at[1]))
        return ((round(end[0], 2), round(end[1], 2)),)

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        if ask.rule == "gurps.core.active-defense":
            scores = {key: score - (LYING_COSTS if key == "dodge-drop" else 0) for key, score in ask.facts.items()}
            best = max(scores.values())
            self.why = "the best score, without giving ground if it makes no difference"
            return next(key for key, score in scores.items() if score == best)
        if ask.rule == "gurps.maneuver.wait" and ask.kind == "choose":
            self.why = "this is what was waited for"
            return ask.options[0].key
        self.why = "as the book suggests"
        return first_answer(ask)


def bare(one: Fighter) -> Weapon:
    """A foot while one stands on the other, else a fist."""
    return KICK if one.posture in ("standing", "crouching") and leg_works(one, "right") else PUNCH


def worth(state: Gurps, side: str) -> float:
    """HP on our side less those on the others', a head that is up counting as much again."""
    value = 0.0
    for one in state.roster.values():
        points = one.hp + one.max_hp if one.conscious else min(0.0, one.hp / 2)
        points -= 3 if one.conscious and one.stunned else 0
        value += points if one.side == side else -points
    return value
