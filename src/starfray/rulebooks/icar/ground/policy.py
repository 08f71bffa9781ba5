"""A sensible fighter: the combo with the best yield, the surest shot, a friend pulled back from death, a door hacked."""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.generator import Generator
from starfray.engine.policy import Policy, first_answer
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Point, apart
from starfray.engine.values import Ask, Tally
from starfray.rulebooks.icar.actions import StandBy
from starfray.rulebooks.icar.core import attribute_of, chance, take_off_ability
from starfray.rulebooks.icar.ground.actions import (
    Aim,
    ChangeMagazine,
    ChangeWeapon,
    Escape,
    Fire,
    Hit,
    HoldFire,
    Hypo,
    Move,
    RecoverStun,
    RestartShield,
    ShieldOn,
    Stabilise,
    UseCombo,
)
from starfray.rulebooks.icar.ground.basics import pace
from starfray.rulebooks.icar.ground.chosen import foes_penalty, why_unusable
from starfray.rulebooks.icar.ground.combo import NPC_TN, is_equal
from starfray.rulebooks.icar.ground.effects import gun_stun
from starfray.rulebooks.icar.ground.escape import why_no_escape
from starfray.rulebooks.icar.ground.fire import add_circumstances, can_shoot, why_not_holding
from starfray.rulebooks.icar.ground.injury import shield_up
from starfray.rulebooks.icar.ground.medicine import why_no_hypo, why_no_stabilise
from starfray.rulebooks.icar.ground.moves import AKARAK, FLOW, difficulty_of, figures
from starfray.rulebooks.icar.ground.people import (
    STREET_FIGHTING,
    conscious,
    covered,
    down,
    foes,
    gun_in_hand,
    is_aug,
    known_metres,
    meat,
    parted,
    people,
    person,
    skill_of,
    within_reach,
)
from starfray.rulebooks.icar.ground.records import Combo
from starfray.rulebooks.icar.ground.shields import why_no_restart, why_no_shield
from starfray.rulebooks.icar.hacking.mind import hack_plan
from starfray.rulebooks.icar.state import Actor, Icar

TALE = "It goes as if it had been rehearsed."
WORST = "It could hardly have gone worse."
WORDS = "Straight in, and no pause between the blows."


class Brawler(Policy):
    name = "sensible fighter"
    steady = True

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: Icar = view
        one = state.roster[who]
        if one.acted:
            return self._more(state, one)
        if one.shields and shield_up(one) is None and why_no_shield(one) is None:
            return self._say(ShieldOn(who), "a shield costs nothing")
        asked = not state.ground.acting and who not in state.ground.asked and can_shoot(state, one)
        if down(one):
            return self._wait(state, one, "on the feet first") if asked else self._down(state, one)
        if asked:
            return self._shooting(state, one)
        return self._acting(state, one)

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    def _more(self, state: Icar, one: Actor) -> Action:
        plan = hack_plan(state, one) if one.acted == "hack" else None
        return self._say(plan, "still at it") if plan is not None else self._say(StandBy(one.id), "that was all")

    def _down(self, state: Icar, one: Actor) -> Action:
        if why_no_escape(one) is None:
            return self._say(Escape(one.id), "up again")
        return self._say(StandBy(one.id), "nothing to be done from here")

    # --- shooting ----------------------------------------------------------------------------------------------

    def _shooting(self, state: Icar, one: Actor) -> Action:
        target, value = best_target(state, one)
        plan = hack_plan(state, one)
        if plan is not None and skill_of(one, "hacking") > skill_of(one, "shooting"):
            return self._wait(state, one, "the door first")
        patient = self._patient(state, one)
        if target is None or patient is not None:
            return self._wait(state, one, "nothing to shoot at" if target is None else "a friend needs help")
        fight = best_combo(state, one)
        if fight is not None and fight[1] > value:
            return self._wait(state, one, "fists do more at this distance")
        if value < 2 and one.aimed != target.id:
            return self._say(Aim(one.id, target.id), "too far for a snap shot")
        return self._say(Fire(one.id, (target.id,)), f"{target.id} is the best mark")

    def _wait(self, state: Icar, one: Actor, why: str) -> Action:
        if why_not_holding(state, one) is None:
            return self._say(HoldFire(one.id), why)
        return self._say(StandBy(one.id), why)

    # --- everything else ---------------------------------------------------------------------------------------

    def _acting(self, state: Icar, one: Actor) -> Action:
        patient = self._patient(state, one)
        if patient is not None:
            return patient
        plan = hack_plan(state, one)
        if plan is not None and skill_of(one, "hacking") >= 2:
            return self._say(plan, "Gaia first")
        fight = best_combo(state, one)
        if fight is not None:
            return self._say(fight[0], f"worth {fight[1]:.1f}")
        near = [each for each in foes(state, one) if within_reach(state, one, each) and conscious(each)]
        if near:
            weakest = min(near, key=lambda each: each.stun)
            return self._say(Hit(one.id, weakest.id), "a plain blow")
        gear = self._gear(one)
        if gear is not None:
            return gear
        if one.stun * 2 < one.max_stun:
            return self._say(RecoverStun(one.id), "shake it off")
        way = self._way(state, one)
        return way if way is not None else self._say(StandBy(one.id), "nothing better to do")

    def _patient(self, state: Icar, one: Actor) -> Action | None:
        if not one.skills.get("medicine"):
            return None
        near = [each for each in people(state) if each.side == one.side and each is not one and within_reach(state, one, each)]
        near = [each for each in near if known_metres(state, one, each) is not None]
        dying = [each for each in near if each.dying and why_no_stabilise(each) is None]
        if dying:
            return self._say(Stabilise(one.id, dying[0].id), "before it is too late")
        asleep = [each for each in near if each.asleep and each.hp > 0 and why_no_hypo(each) is None]
        if asleep and any(kit.hypo for kit in one.kit):
            return self._say(Hypo(one.id, asleep[0].id), "wake up")
        return None

    def _gear(self, one: Actor) -> Action | None:
        gun = gun_in_hand(one)
        if gun is not None and gun.rounds < 1 and gun.spares:
            return self._say(ChangeMagazine(one.id, gun.key), "empty")
        others = [each for each in one.weapons if each.gun and each.rounds and not each.apart and each.key != one.hand]
        if others and (gun is None or not gun.rounds):
            return self._say(ChangeWeapon(one.id, others[0].key), "a gun that shoots")
        if one.shields and one.skills.get("micro-engineering", 0) >= 3 and why_no_restart(one) is None:
            return self._say(RestartShield(one.id), "the shield again")
        return None

    def _way(self, state: Icar, one: Actor) -> Action | None:
        """Toward the nearest foe still on their feet, if there is a map or a distance to shorten."""
        there = [each for each in foes(state, one) if conscious(each) and not parted(state, one, each)]
        known = [(known_metres(state, one, each), each) for each in there]
        near = sorted((far, each.id) for far, each in known if far is not None)
        if not near or near[0][0] <= 1.5:
            return self._through(state, one)
        far, whom = near[0]
        if gun_in_hand(one) is not None and far <= 50:
            return None
        other = state.roster[whom]
        step = min(pace(state, one) - 0.1, far - 1)  # a little less, for points are rounded
        if one.at is not None and other.at is not None:
            return self._say(Move(one.id, toward(one.at, other.at, step)), f"closer to {whom}")
        if one.at is None or other.at is None:
            return self._say(Move(one.id, None, whom, float(int(step))), f"closer to {whom}") if int(step) else None
        return None

    def _through(self, state: Icar, one: Actor) -> Action | None:
        """Into the next room, if the foes are there."""
        if not one.area:
            return None
        wanted = {each.area for each in foes(state, one) if conscious(each)}
        for thing in state.things:
            if thing.open and one.area in thing.joins:
                for area in thing.joins:
                    if area != one.area and area in wanted and "walking" not in one.disabled:
                        return self._say(Move(one.id, area=area), f"into {area}")
        return None

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        state: Icar = view
        one = state.roster.get(ask.who)
        if ask.kind == "text":
            self.why = "words before the dice"
            return self._words(one, ask)
        if ask.rule == "icar.pool.draw":
            self.why = "a die may still do it"
            return "yes" if 0 < ask.facts["short"] <= 6 or 0 < ask.facts.get("shows", 9) <= 4 else "no"
        if ask.rule == "icar.ruling.duel-sides" and one is not None:
            self.why = "the best answer there is"
            keys = [option.key for option in ask.options]
            best, most = keys[-1], 0.0
            ability = ability_of(one)
            for each in one.combos:
                yields = yield_of(state, one, each, ability, None) if each.name in keys else 0.0
                if yields > most:
                    best, most = each.name, yields
            return best
        self.why = "as the book suggests"
        return first_answer(ask)

    @staticmethod
    def _words(one: Actor | None, ask: Ask) -> str:
        if ask.rule == "icar.close.combo.describe-first" and one is not None:
            return next((each.words for each in one.combos if each.words and f"Describe {each.name} " in ask.prompt), WORDS)
        return TALE if one is not None else WORST


def toward(here: Point, there: Point, step: float) -> Point:
    share = step / max(apart(here, there), 0.1)
    return (round(here[0] + share * (there[0] - here[0]), 1), round(here[1] + share * (there[1] - here[1]), 1))


def best_target(state: Icar, one: Actor) -> tuple[Actor | None, float]:
    """Whom a shot hurts most, and how much it is worth on average."""
    gun = gun_in_hand(one)
    found: Actor | None = None
    most = 0.0
    if gun is None:
        return found, most
    mine = Tally(False)
    take_off_ability(mine, one, "shooting", "battle")
    stun = gun_stun(state, gun)
    for each in foes(state, one):
        far = known_metres(state, one, each)
        if parted(state, one, each) or not conscious(each) or (gun.reach and (far or 0) > gun.reach):
            continue
        tally = Tally(False)
        add_circumstances(tally, state, one, each, 10.0 if far is None else far, 1, "")
        armour = sum(worn.left for worn in each.armour)
        harm = min(stun, each.stun) + max(0, min(gun.damage - armour, each.hp))
        worth_it = chance(tally.total + mine.total - gun.to_hit) * harm + (0.1 if not covered(state, each) else 0.0)
        if worth_it > most:
            found, most = each, worth_it
    return found, most


def ability_of(one: Actor) -> int:
    """What somebody brings to the check of a combo."""
    tally = Tally(False)
    take_off_ability(tally, one, STREET_FIGHTING, "battle")
    return -tally.total


def yield_of(state: Icar, one: Actor, combo: Combo, ability: int, other: Actor | None) -> float:
    """What a combo takes on average. icar.close.combo.npc-tn, icar.close.duel.compare"""
    stun, damage = figures(state, combo.moves, other is not None and other.prone)
    points = (stun + damage) * meat(one) + (1 if "trip" in combo.moves or "hold" in combo.moves else 0)
    if is_aug(one):
        points += max(0, stun - damage) * meat(one)
    gun = gun_in_hand(one)
    points += gun.damage * combo.moves.count("fire") if gun is not None else 0
    against = NPC_TN
    if other is not None and is_equal(other):
        against = skill_of(other, STREET_FIGHTING) + attribute_of(other, "battle") + 5
    return chance(against + difficulty_of(combo) - ability) * points


def best_combo(state: Icar, one: Actor) -> tuple[Action, float] | None:
    near = [each for each in foes(state, one) if within_reach(state, one, each) and conscious(each)]
    if not near or not one.combos:
        return None
    other = weakest(near)
    best: Combo | None = None
    value = 0.0
    ability = ability_of(one)
    for each in one.combos:
        if why_unusable(state, one, each) is None:
            yields = yield_of(state, one, each, ability, other)
            if yields > value:
                best, value = each, yields
    if best is None:
        return None
    victim = next((each.id for each in near if each is not other), "") if "puppet" in best.moves else ""
    targets = in_the_flow(one, other, near)
    words = best.words or WORDS
    thing = "" if one.hand or "strike" not in best.moves else "whatever lies about"
    act = UseCombo(one.id, targets, (best.name,), words, victim=victim, crush=is_aug(one), thing=thing)
    return act, value * len(targets)


def weakest(near: list[Actor]) -> Actor:
    """The least Stun left, then the least hit points."""
    found = near[0]
    for each in near[1:]:
        if each.stun < found.stun or (each.stun == found.stun and each.hp < found.hp):
            found = each
    return found


def in_the_flow(one: Actor, other: Actor, near: list[Actor]) -> tuple[str, ...]:
    """Whom one combo is turned on: several only where that costs nothing. icar.ruling.flow"""
    if len(near) == 1 or skill_of(one, AKARAK) < FLOW:
        return (other.id,)
    targets = [other.id, *(each.id for each in near if each is not other)]
    free = [count for count in range(1, len(targets) + 1) if not foes_penalty(one, count)[0]]
    return tuple(targets[: max(free)])


def worth(state: Icar, side: str) -> float:
    """Each person on a scale of hit points and Stun left, on our side less on the others."""
    value = 0.0
    for one in state.roster.values():
        if person(one):
            left = 0.0
            if conscious(one):
                left = 1.0 + max(0, one.hp) / max(1, one.max_hp) + max(0, one.stun) / max(1, one.max_stun)
                left -= 0.3 if down(one) else 0.0
            value += left if one.side == side else -left
    return value
