"""The default policy: strikes whom it can bring down soonest, presses in or goes all out where that is safe, weaves about when
hurt, wards off what it can, gets up when nobody is about to strike. It sets no presets of its own: who waits may still parry.
"""

from __future__ import annotations

from typing import Any

from starfray.engine.doors import OpenDoor
from starfray.engine.errands import errand_of
from starfray.engine.routes import advance
from starfray.engine.rules import Action, Ask, Deciding, Generator, Point, Rulebook, first_answer, known_distance
from starfray.engine.walls import wall_in_way
from starfray.rulebooks.hybrid.attack import FEINT_DF
from starfray.rulebooks.hybrid.attack_actions import ALL_WAYS, Blow, Mind, Shoot
from starfray.rulebooks.hybrid.attack_options import can_pay, can_strike, crowded, drawable, foes_of, usable
from starfray.rulebooks.hybrid.closing import RETREAT_DF, Close, outreached
from starfray.rulebooks.hybrid.defence import ARMS_REACH
from starfray.rulebooks.hybrid.derived import reaction
from starfray.rulebooks.hybrid.feint_disarm import Feint
from starfray.rulebooks.hybrid.grapple import HANDS, BreakFree, Grapple, Overbear, Throw
from starfray.rulebooks.hybrid.hands import Discard, Draw
from starfray.rulebooks.hybrid.manoeuvres import Evade, Release, Rise, Stance, Wait
from starfray.rulebooks.hybrid.movement import CarryOn, Move
from starfray.rulebooks.hybrid.perceiving import Look
from starfray.rulebooks.hybrid.reckoning import (
    bare,
    best_first,
    best_ward,
    caught_by_blast,
    closable,
    comes_to_blows,
    crippled,
    evades_cheaply,
    free_to_move,
    handiest,
    hands_worth,
    hardly_strikes,
    nearest,
    nothing_left,
    parries_at,
    rate_to_try,
    strike_df,
    strikes,
    strikes_home,
    struck_by_scream,
    thinks,
    ward_off,
)
from starfray.rulebooks.hybrid.skill_check import success_chance
from starfray.rulebooks.hybrid.state import RATES, Fighter, Hybrid, Weapon, are_closed, grip, held, in_a_clinch, in_hands
from starfray.rulebooks.hybrid.tasks import Aid, bleeders, reaches

WORTH_A_WARD = 25  # percent
WORTH_A_RETREAT = 40  # percent
PATIENCE = 10  # counts
ENOUGH = 12  # fatigue to spare for a fend
LITTLE = 6  # fatigue: what comes now reaches the body
WELL_OFF = 12.0  # metres: time to set up a shot
A_GOOD_FEINT = 60  # percent
PARRIES_WELL = 75  # percent, before the blow's margin
SOON = 3  # counts
NEXT = 7 + 8  # counts until the next choice after an action, less reaction speed

UPON_US = 2.0  # metres: a foe as near as that is fought first
FAR_OFF = 1000.0  # metres: whoever is in sight can be shot at


class Steady(Deciding):
    name = "steady"
    steady = True

    def decide(self, book: Rulebook, view: Any, who: str) -> bool:
        action = self._choose(book, view, who)
        return (
            action is None
            or self.does(action, self.why)
            or self.does(Wait(who, view.count + PATIENCE), "nothing better is possible")
        )

    def _choose(self, book: Rulebook, view: Any, who: str) -> Action | None:
        state: Hybrid = view
        actor = state.roster[who]
        if actor.preset is not None:
            return None  # let it come
        foes = best_first(actor, foes_of(state, actor))
        must = self._must(state, actor) or self._shake_off(state, actor, foes)
        if must is None and state.goals:
            must = self._on_errand(book, state, actor, foes)
        must = must or self._weave(state, actor, foes) or self._wrestle(state, actor, foes)
        must = must or self._blast(state, actor, foes) or self._bide(state, actor, foes)
        if must is not None:
            return must
        weapons = usable(state, actor, ALL_WAYS)
        for foe in foes:
            attack = self._attack(state, actor, foe, weapons)
            if attack is not None:
                return attack
        return self._come_nearer(state, actor, foes)

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    def _must(self, state: Hybrid, actor: Fighter) -> Action | None:
        if any(lock.defender == actor.id for lock in state.binds):
            return self._say(Release(actor.id), "the weapon must come free")
        if held(state, actor) and not usable(state, actor, ALL_WAYS):
            holder = next(hold.holder for hold in state.holds if hold.held == actor.id and hold.strength > 0)
            return self._say(BreakFree(actor.id, holder), "nothing works in this grip")
        threatened = any(under_way.target == actor.id for under_way in state.under_way)
        if actor.prone and not threatened and not held(state, actor):
            return self._say(Rise(actor.id), "on the ground half the defence is gone")
        return None

    def _shake_off(self, state: Hybrid, actor: Fighter, foes: list[Fighter]) -> Action | None:
        """Closed upon, and the weapon too long in here: back to where it is worth something, if a fend is likely to do it."""
        if not state.closed or actor.backed_off or actor.prone or held(state, actor):
            return None
        if actor.stance and actor.stance_since == state.count:
            return None
        close = [foe for foe in foes if foe.able and are_closed(state, actor, foe)]
        ready = [weapon for weapon in usable(state, actor, ("melee",)) if weapon.skill in actor.skills]
        if not close or not ready:
            return None
        best = max(ready, key=lambda weapon: actor.skills[weapon.skill])
        if not any(crowded(state, actor, foe, best) for foe in close):
            return None
        chance = success_chance(strike_df(actor, best) + RETREAT_DF) - max(ward_off(foe) for foe in close)
        if chance < WORTH_A_RETREAT:
            return None
        return self._say(Stance(actor.id, "retreat", close[0].id, best.key), f"no room for the {best.name or best.key}")

    def _wrestle(self, state: Hybrid, actor: Fighter, foes: list[Fighter]) -> Action | None:
        """Bare hands that know how: a grip, then the ground."""
        if actor.prone or in_hands(actor) or "hth-grapple" not in actor.skills:
            return None
        for foe in foes:
            if not are_closed(state, actor, foe):
                continue
            hold = grip(state, actor, foe)
            if hold is None and foe.able and not foe.prone:
                return self._say(Grapple(actor.id, foe.id), f"a grip on {foe.id} first")
            if hold is not None and not foe.prone and "hth-throw" in actor.skills:
                return self._say(Throw(actor.id, foe.id), f"{foe.id} belongs on the ground")
        return None

    def _gather(self, state: Hybrid, actor: Fighter, foes: list[Fighter]) -> Action | None:
        """A mind without the energy for what would strike home gets it back by doing nothing."""
        if (
            actor.moved == state.count
            or actor.evading
            or actor.bleeding
            or not any(strikes_home(state, actor, foe) for foe in foes)
        ):
            return None
        if actor.pace != "none":
            return self._say(Move(actor.id, "none"), "no thought comes of running")
        if actor.mind_evading and not any(foe.able and thinks(foe) for foe in foes):
            return self._say(Evade(actor.id, stop=True, mind=True), "nobody is left to close the mind to")
        if actor.mind_evading:
            return None
        return self._say(Wait(actor.id, state.count + PATIENCE), "the mind must rest first")

    def _bare_hands(self, state: Hybrid, actor: Fighter, foes: list[Fighter]) -> Action | None:
        """Nothing is left to strike with: in, and down with them."""
        if actor.prone or held(state, actor) or not nothing_left(state, actor):
            return None
        for foe in foes:
            if not are_closed(state, actor, foe):
                continue
            full = next(iter(in_hands(actor)), None)
            if full is not None:
                return self._say(Discard(actor.id, full.key), "the hands are needed")
            first = self._press(state, actor, foe, HANDS["overbear"])
            if first is not None:
                return first
            if hands_worth(state, actor, foe, "throw") > hands_worth(state, actor, foe, "overbear"):
                return self._say(Throw(actor.id, foe.id), f"{foe.id} must go down somehow")
            return self._say(Overbear(actor.id, foe.id), f"{foe.id} must go down somehow")
        near = closable(state, actor)
        return self._say(Close(actor.id, near[0].id), f"bare hands against {near[0].id}") if near else None

    def _weave(self, state: Hybrid, actor: Fighter, foes: list[Fighter]) -> Action | None:
        """Evade where the defence it doubles is worth more than the chance it costs: in mind as soon as a mind attacks a body,
        in body when the fatigue is half gone.
        """
        minds = any(foe.able and thinks(foe) for foe in foes)
        if minds and not actor.mind_evading and not thinks(actor):
            return self._say(Evade(actor.id, mind=True), "a closed mind is hard to strike")
        feared = any(foe.able and strikes(foe) and not crippled(foe) for foe in foes)
        if actor.evading and not feared:
            return self._say(Evade(actor.id, stop=True), "nobody is left who could strike")
        hurt = 2 * actor.pft < actor.max_pft and feared
        on_feet = not actor.prone and not held(state, actor) and "all-out" not in actor.stance
        if hurt and on_feet and not actor.evading and evades_cheaply(state, actor):
            return self._say(Evade(actor.id), "the next blows may reach the body")
        return None

    def _blast(self, state: Hybrid, actor: Fighter, foes: list[Fighter], least: int = 2) -> Action | None:
        """A grenade or a scream where it strikes several foes (one, if nothing else is left) and no friend."""
        wide = [weapon for weapon in usable(state, actor, ("missile", "thrown", "mental")) if weapon.area or weapon.blast]
        if not wide:
            return None
        friends = [friend for friend in state.roster.values() if friend.side == actor.side and not friend.fallen]
        for weapon in wide:
            if weapon.area and can_pay(actor, weapon):
                struck = struck_by_scream(state, actor, weapon, foes, friends)
                if struck >= least:
                    return self._say(Mind(actor.id, weapon=weapon.key), f"{struck} of them at once")
            for foe in foes if weapon.blast else []:
                caught = caught_by_blast(state, foe, foes, friends)
                if caught >= least and can_strike(state, actor, foe, weapon):
                    return self._say(Shoot(actor.id, foe.id, weapon.key), f"{caught} of them stand together")
        return None

    def _bide(self, state: Hybrid, actor: Fighter, foes: list[Fighter]) -> Action | None:
        """Who parries well lets a foe come who is about to strike: the parry first, and then the blow."""
        if actor.fooled or actor.moved == state.count:
            return None
        soon = [foe for foe in foes if foe.able and 0 < foe.initiative - state.count <= SOON]
        if not soon or parries_at(state, actor) < PARRIES_WELL:
            return None
        coming = [foe for foe in soon if comes_to_blows(state, foe, actor)]
        if not coming or any(under_way.actor in [foe.id for foe in foes] for under_way in state.under_way):
            return None
        foe = min(coming, key=lambda foe: foe.initiative)
        until = foe.initiative + max(weapon.speed for weapon in foe.weapons) + 1
        return self._say(Wait(actor.id, until), f"let {foe.id} strike first, and parry")

    def _press(self, state: Hybrid, actor: Fighter, foe: Fighter, weapon: Weapon) -> Action | None:
        """A stance that costs nothing here: no ward is possible before the next choice anyway, unless a blow is in the air."""
        if actor.stance_since == state.count and actor.stance:
            return None
        if any(under_way.target == actor.id for under_way in state.under_way):
            return None
        back = state.count + weapon.speed + NEXT - reaction(state, actor)
        others = [foe for foe in foes_of(state, actor) if foe.able]
        weaves = actor.evading or actor.mind_evading
        if others and all(foe.initiative > back for foe in others) and not weaves:
            return self._say(Stance(actor.id, "all-out", foe.id), "nobody can strike back before I choose again")
        if foe.able and not weaves and hardly_strikes(state, actor, foe, weapon):
            return self._say(Stance(actor.id, "all-out", foe.id), f"{foe.id} is hard to strike: with all there is")
        if foe.able and not outreached(actor, foe):
            return self._say(Stance(actor.id, "advance", foe.id), f"{foe.id} is pressed")
        return None

    def _feint(self, state: Hybrid, actor: Fighter, foe: Fighter, weapon: Weapon) -> Action | None:
        """A foe who weaves and is ready to ward is worth a feint, if it is likely to convince."""
        ready = foe.able and foe.aware and foe.evading and foe.initiative <= state.count
        if not ready or foe.id in actor.fooled or weapon.shield:
            return None
        if success_chance(strike_df(actor, weapon) + FEINT_DF) < A_GOOD_FEINT:
            return None
        return self._say(Feint(actor.id, weapon.key), f"{foe.id} weaves too well")

    def _attack(self, state: Hybrid, actor: Fighter, foe: Fighter, weapons: list[Weapon]) -> Action | None:
        fit = [
            weapon
            for weapon in weapons
            if not weapon.blast and not weapon.area and can_pay(actor, weapon) and can_strike(state, actor, foe, weapon)
        ]
        drawn = self._draw_for(state, actor, foe, fit)
        if drawn is not None or not fit:
            return drawn
        weapon = handiest(state, actor, foe, fit)
        why = f"{foe.id} is the nearest to falling"
        threatened = any(under_way.target == actor.id for under_way in state.under_way)
        prepared = weapon.way != "mental" and not threatened and hardly_strikes(state, actor, foe, weapon)
        if weapon.way == "mental":
            return self._say(Mind(actor.id, foe.id, weapon.key), why)
        if weapon.way == "melee":
            first = self._feint(state, actor, foe, weapon) or self._press(state, actor, foe, weapon)
            if first is not None:
                return first
            club = crowded(state, actor, foe, weapon)
            return self._say(Blow(actor.id, foe.id, weapon.key, club=club, set_up=prepared), why)
        gap = known_distance(state, actor, foe)
        far_off = gap is not None and gap >= WELL_OFF and weapon.way == "missile"
        if prepared or (far_off and not threatened):
            return self._say(Shoot(actor.id, foe.id, weapon.key, set_up=True), f"{why}, and there is time to aim")
        return self._say(Shoot(actor.id, foe.id, weapon.key), why)

    def _draw_for(self, state: Hybrid, actor: Fighter, foe: Fighter, fit: list[Weapon]) -> Action | None:
        """Empty hands, and something better at the belt."""
        if any(weapon.in_hand for weapon in actor.weapons) or any(weapon.way == "mental" for weapon in fit):
            return None
        known = max([actor.skills.get(weapon.skill, -1) for weapon in fit], default=-1)
        better = [
            weapon
            for weapon in drawable(actor)
            if weapon.way in ("melee", "missile")
            and not weapon.shield
            and not weapon.blast
            and actor.skills.get(weapon.skill, -1) > known
            and can_strike(state, actor, foe, weapon)
            and not crowded(state, actor, foe, weapon)
        ]
        if not better or held(state, actor):
            return None
        weapon = max(better, key=lambda weapon: actor.skills.get(weapon.skill, -1))
        why = f"the {weapon.name or weapon.key}, quickly"
        if weapon.way == "missile":
            return self._say(Shoot(actor.id, foe.id, weapon.key, draw=True, fast=True), why)
        return self._say(Blow(actor.id, foe.id, weapon.key, draw=True, fast=True), why)

    def _come_nearer(self, state: Hybrid, actor: Fighter, foes: list[Fighter]) -> Action:
        able = [foe for foe in foes if foe.able]
        last = self._blast(state, actor, foes, 1) or self._gather(state, actor, foes) or self._bare_hands(state, actor, foes)
        last = last or (None if able else self._treat(state, actor))
        if last is not None:
            return last
        near = closable(state, actor) if usable(state, actor, ("melee",)) or not bare(actor) else []
        if near and free_to_move(state, actor):
            return self._say(Close(actor.id, near[0].id), f"{near[0].id} must be reached first")
        if not usable(state, actor, ALL_WAYS) and drawable(actor):
            return self._say(Draw(actor.id, drawable(actor)[0].key), "a weapon is needed")
        if actor.moved == state.count:
            return self._say(CarryOn(actor.id), "on the way")
        far = foes_to_go_for(state, actor, able)
        if far:
            foe = nearest(state, actor, far)
            return self._around(state, actor, foe) or self._go(state, actor, foe)
        if not able:
            return self._say(Look(actor.id), "nobody is to be seen")
        idle = self._treat(state, actor)
        return idle or self._say(Wait(actor.id, state.count + PATIENCE), "nobody is within reach of a weapon that is free")

    def _go(self, state: Hybrid, actor: Fighter, foe: Fighter) -> Action:
        """As fast as is likely to succeed: who cannot run walks, and who cannot do that gets some breath back."""
        rate = rate_to_try(state, actor)
        if actor.chasing == foe.id and actor.pace != "none" and RATES.index(rate) <= RATES.index(actor.pace):
            return self._say(Wait(actor.id, state.count + PATIENCE), f"on the way to {foe.id} at a {actor.pace}")
        if rate != "none":
            return self._say(Move(actor.id, rate, toward=foe.id), f"{foe.id} is too far away")
        gun = next(
            (weapon for weapon in drawable(actor) if weapon.way == "missile" and can_strike(state, actor, foe, weapon)), None
        )
        if gun is not None:
            return self._say(Draw(actor.id, gun.key), "no step succeeds any more, but a shot may")
        idle = self._treat(state, actor)
        return idle or self._say(Wait(actor.id, state.count + PATIENCE), "no step succeeds any more")

    def _on_errand(self, book: Rulebook, state: Hybrid, actor: Fighter, foes: list[Fighter]) -> Action | None:
        """To a place the side wants to reach or to hold, unless somebody has closed in."""
        errand = errand_of(book, state, actor)
        if errand is None or not free_to_move(state, actor) or in_a_clinch(state, actor):
            return None
        if any(foe.able and (are_closed(state, actor, foe) or is_upon(state, actor, foe)) for foe in foes):
            return None
        if actor.moved == state.count and actor.pace != "none":
            carry = CarryOn(actor.id)
            return carry if self.does(carry, "on the way") else None
        act = self._along(state, actor, errand.at, errand.near, errand.why)
        return act if act is not None and self.does(act, self.why) else None

    def _around(self, state: Hybrid, actor: Fighter, foe: Fighter) -> Action | None:
        """Past walls and through doors: the first straight part of the way. None where the way to the foe is straight."""
        if actor.at is None or foe.at is None or wall_in_way(state, actor.at, (foe.at,)) is None:
            return None
        return self._along(state, actor, foe.at, ARMS_REACH, f"around the walls to {foe.id}")

    def _along(self, state: Hybrid, actor: Fighter, end: Point, reach: float, why: str) -> Action | None:
        if actor.at is None:
            return None
        way = advance(state, actor.at, end, FAR_OFF, reach)
        if way is None or (not way.path and not way.door):
            return None
        if not way.path:
            return self._say(OpenDoor(actor.id, way.door), "the way leads through it")
        rate = rate_to_try(state, actor)
        going = actor.heading == way.path[0] and not actor.chasing and actor.pace != "none"
        if going and RATES.index(rate) <= RATES.index(actor.pace):
            return self._say(Wait(actor.id, state.count + PATIENCE), why)
        return self._say(Move(actor.id, rate, to=way.path[0]), why) if rate != "none" else None

    def _treat(self, state: Hybrid, actor: Fighter) -> Action | None:
        """Friends who bleed, where there is nothing better to do."""
        for friend in bleeders(state, actor):
            if friend.side == actor.side and reaches(state, actor, friend):
                return self._say(Aid(actor.id, friend.id), f"{friend.id} bleeds, and nobody is in the way")
        return None

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        if ask.rule == "hybrid.ruling.defence-declare":
            return self._defend(view, ask)
        if ask.rule == "hybrid.close.fend.allowed":
            best = max(ask.facts, key=lambda key: (key.removeprefix("unlock-").startswith("fend"), ask.facts[key]))
            self.why = "keep the distance"
            return best if ask.facts[best] >= WORTH_A_WARD else "no"
        if ask.rule == "hybrid.close.fend.ignored":
            self.why = "in, whatever it costs" if ask.facts["pft"] > ENOUGH else "not at that price"
            return "ignore" if ask.facts["pft"] > ENOUGH else "heed"
        if ask.rule == "hybrid.ruling.explosive-area":
            self.why = "better rolled than thrown"
            return "roll-with-blow"
        if ask.rule == "hybrid.ruling.wait":
            self.why = "first see where it goes"
            return "no"
        self.why = "as the book suggests"
        return first_answer(ask)

    def _defend(self, state: Hybrid, ask: Ask) -> str:
        best = best_ward(ask.facts)
        if best and ask.facts[best] >= WORTH_A_WARD:
            self.why = f"{ask.facts[best]} % to ward it off"
            return best
        keys = [option.key for option in ask.options]
        actor = state.roster.get(ask.who)
        if "crouch" in keys and (actor is None or not actor.evading):
            self.why = "low is better than nothing"
            return "crouch"
        nimble = actor is not None and ("dodge" in actor.skills or "acrobatics" in actor.skills)
        if actor is not None and nimble and "dodge" in keys and actor.pft <= LITTLE and not actor.evading:
            self.why = "out of the way, and up again"
            return "dodge"
        busy = any(under_way.actor == ask.who for under_way in state.under_way)
        if actor is not None and "roll-with-blow" in keys and actor.pft <= LITTLE and not busy:
            self.why = "the next blow goes to the body"
            return "roll-with-blow"
        self.why = "no time for more than the normal defence"
        return "no"


def worth(state: Hybrid, side: str) -> float:
    """Body and fatigue standing on our side less those on the others'."""
    value = 0.0
    for actor in state.roster.values():
        points = actor.pbd + actor.mbd + (actor.pft + actor.mft) / 2 + (10 if actor.able else 0) if not actor.fallen else 0.0
        value += points if actor.side == side else -points
    return value


def is_upon(state: Hybrid, actor: Fighter, foe: Fighter) -> bool:
    gap = known_distance(state, actor, foe)
    return gap is not None and gap <= UPON_US


def foes_to_go_for(state: Hybrid, actor: Fighter, able: list[Fighter]) -> list[Fighter]:
    """Of foes still able those whose distance is known, if the actor may move at all."""
    if not free_to_move(state, actor) or in_a_clinch(state, actor):
        return []
    return [foe for foe in able if known_distance(state, actor, foe) is not None]
