"""The default policy: strikes whom it can bring down soonest, presses in or goes all out where that is safe, weaves about when
hurt, wards off what it can, gets up when nobody is about to strike. It sets no presets of its own: who waits may still parry.
"""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.generator import Generator
from starfray.engine.policy import Policy, first_answer
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import known_distance
from starfray.engine.values import Ask
from starfray.rulebooks.hybrid.actions import (
    Blow,
    BreakFree,
    CarryOn,
    Close,
    Discard,
    Draw,
    Evade,
    Feint,
    Grapple,
    Look,
    Mind,
    Move,
    Overbear,
    Release,
    Rise,
    Shoot,
    Stance,
    Throw,
    Wait,
)  # fmt: skip
from starfray.rulebooks.hybrid.attack import FEINT_DF, out_of_range
from starfray.rulebooks.hybrid.blanks import can_strike, closable, costs, drawable, foes_of
from starfray.rulebooks.hybrid.check import success_chance
from starfray.rulebooks.hybrid.choosing import crowded, usable
from starfray.rulebooks.hybrid.figures import basis, reaction
from starfray.rulebooks.hybrid.grapple import GRIP_DF, HANDS, THROW_DF
from starfray.rulebooks.hybrid.manoeuvres import outreached
from starfray.rulebooks.hybrid.skills import rank_of
from starfray.rulebooks.hybrid.state import RATES, Fighter, Hybrid, Weapon, are_closed, bound, grip, held, in_melee

WORTH_A_WARD = 25  # percent
UNDOES = 12  # percent that a parry, which undoes the blow, may be harder than a block
PATIENCE = 10  # counts
ENOUGH = 12  # fatigue to spare for a fend
LITTLE = 6  # fatigue: what comes now reaches the body
WELL_OFF = 12.0  # metres: time to set up a shot
FRAGMENTS = 4.0  # metres around a blast that hurt
A_GOOD_FEINT = 60  # percent
EVADING = 4  # DF an evasion costs on what is rolled
EXHAUSTED = 6  # DF an exhausted mind costs its own actions
PARRIES_WELL = 75  # percent, before the blow's margin
SOON = 3  # counts
NEXT = 7 + 8  # counts until the next choice after an action, less reaction speed
ALL_WAYS = ("melee", "missile", "thrown", "mental")


class Steady(Policy):
    name = "steady"
    steady = True

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: Hybrid = view
        one = state.roster[who]
        if one.preset is not None:
            return None  # let it come
        foes = best_first(one, foes_of(state, one))
        must = self._must(state, one) or self._weave(state, one, foes) or self._wrestle(state, one, foes)
        must = must or self._blast(state, one, foes) or self._bide(state, one, foes)
        if must is not None:
            return must
        weapons = usable(state, one, ALL_WAYS)
        for foe in foes:
            attack = self._attack(state, one, foe, weapons)
            if attack is not None:
                return attack
        return self._come_nearer(state, one, foes)

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    def _must(self, state: Hybrid, one: Fighter) -> Action | None:
        if any(each.defender == one.id for each in state.binds):
            return self._say(Release(one.id), "the weapon must come free")
        if held(state, one) and not usable(state, one, ALL_WAYS):
            holder = next(each.holder for each in state.holds if each.held == one.id and each.strength > 0)
            return self._say(BreakFree(one.id, holder), "nothing works in this grip")
        threatened = any(each.target == one.id for each in state.under_way)
        if one.prone and not threatened and not held(state, one):
            return self._say(Rise(one.id), "on the ground half the defence is gone")
        return None

    def _wrestle(self, state: Hybrid, one: Fighter, foes: list[Fighter]) -> Action | None:
        """Bare hands that know how: a grip, then the ground."""
        if any(each.in_hand for each in one.weapons) or "hth-grapple" not in one.skills:
            return None
        for foe in foes:
            if not are_closed(state, one, foe):
                continue
            hold = grip(state, one, foe)
            if hold is None and foe.able and not foe.prone:
                return self._say(Grapple(one.id, foe.id), f"a grip on {foe.id} first")
            if hold is not None and not foe.prone and "hth-throw" in one.skills:
                return self._say(Throw(one.id, foe.id), f"{foe.id} belongs on the ground")
        return None

    def _gather(self, state: Hybrid, one: Fighter, foes: list[Fighter]) -> Action | None:
        """A mind without the energy for what would strike home gets it back by doing nothing."""
        if one.moved == state.count or one.evading or one.bleeding or not any(strikes_home(state, one, foe) for foe in foes):
            return None
        if one.pace != "none":
            return self._say(Move(one.id, "none"), "no thought comes of running")
        if one.mind_evading and not any(each.able and thinks(each) for each in foes):
            return self._say(Evade(one.id, stop=True, mind=True), "nobody is left to close the mind to")
        if one.mind_evading:
            return None
        return self._say(Wait(one.id, state.count + PATIENCE), "the mind must rest first")

    def _bare_hands(self, state: Hybrid, one: Fighter, foes: list[Fighter]) -> Action | None:
        """Nothing is left to strike with: in, and down with them."""
        if one.prone or held(state, one) or not nothing_left(state, one):
            return None
        for foe in foes:
            if not are_closed(state, one, foe):
                continue
            full = next((each for each in one.weapons if each.in_hand), None)
            if full is not None:
                return self._say(Discard(one.id, full.key), "the hands are needed")
            first = self._press(state, one, foe, HANDS["overbear"])
            if first is not None:
                return first
            if hands_worth(state, one, foe, "throw") > hands_worth(state, one, foe, "overbear"):
                return self._say(Throw(one.id, foe.id), f"{foe.id} must go down somehow")
            return self._say(Overbear(one.id, foe.id), f"{foe.id} must go down somehow")
        near = closable(state, one)
        return self._say(Close(one.id, near[0].id), f"bare hands against {near[0].id}") if near else None

    def _weave(self, state: Hybrid, one: Fighter, foes: list[Fighter]) -> Action | None:
        """Evade where the defence it doubles is worth more than the chance it costs: in mind as soon as a mind attacks a body,
        in body when the fatigue is half gone.
        """
        minds = any(each.able and thinks(each) for each in foes)
        if minds and not one.mind_evading and not thinks(one):
            return self._say(Evade(one.id, mind=True), "a closed mind is hard to strike")
        hurt = 2 * one.pft < one.max_pft and any(each.able and strikes(each) for each in foes)
        on_feet = not one.prone and not held(state, one) and "all-out" not in one.stance
        if hurt and on_feet and not one.evading and evades_cheaply(state, one):
            return self._say(Evade(one.id), "the next blows may reach the body")
        return None

    def _blast(self, state: Hybrid, one: Fighter, foes: list[Fighter], least: int = 2) -> Action | None:
        """A grenade or a scream where it strikes several foes (one, if nothing else is left) and no friend."""
        wide = [each for each in usable(state, one, ("missile", "thrown", "mental")) if each.area or each.blast]
        if not wide:
            return None
        friends = [each for each in state.roster.values() if each.side == one.side and not each.fallen]
        for weapon in wide:
            if weapon.area and costs(one, weapon):
                struck = [each for each in foes if each.able and not out_of_range(state, one, each, weapon)]
                spared = all(each is one or out_of_range(state, one, each, weapon) for each in friends)
                if len(struck) >= least and spared:
                    return self._say(Mind(one.id, weapon=weapon.key), f"{len(struck)} of them at once")
            for foe in foes if weapon.blast else []:
                caught = [each for each in foes if each.able and near(state, each, foe)]
                safe = not any(near(state, each, foe) for each in friends)
                if len(caught) >= least and safe and can_strike(state, one, foe, weapon):
                    return self._say(Shoot(one.id, foe.id, weapon.key), f"{len(caught)} of them stand together")
        return None

    def _bide(self, state: Hybrid, one: Fighter, foes: list[Fighter]) -> Action | None:
        """Who parries well lets a foe come who is about to strike: the parry first, and then the blow."""
        if one.fooled or one.moved == state.count:
            return None
        soon = [each for each in foes if each.able and 0 < each.initiative - state.count <= SOON]
        if not soon or parries_at(state, one) < PARRIES_WELL:
            return None
        coming = [each for each in soon if comes_to_blows(state, each, one)]
        if not coming or any(each.actor in [foe.id for foe in foes] for each in state.under_way):
            return None
        foe = min(coming, key=lambda each: each.initiative)
        until = foe.initiative + max(each.speed for each in foe.weapons) + 1
        return self._say(Wait(one.id, until), f"let {foe.id} strike first, and parry")

    def _press(self, state: Hybrid, one: Fighter, foe: Fighter, weapon: Weapon) -> Action | None:
        """A stance that costs nothing here: no ward is possible before the next choice anyway, unless a blow is in the air."""
        if one.stance_since == state.count and one.stance:
            return None
        if any(each.target == one.id for each in state.under_way):
            return None
        back = state.count + weapon.speed + NEXT - reaction(state, one)
        others = [each for each in foes_of(state, one) if each.able]
        if others and all(each.initiative > back for each in others) and not (one.evading or one.mind_evading):
            return self._say(Stance(one.id, "all-out", foe.id), "nobody can strike back before I choose again")
        if foe.able and not outreached(one, foe):
            return self._say(Stance(one.id, "advance", foe.id), f"{foe.id} is pressed")
        return None

    def _feint(self, state: Hybrid, one: Fighter, foe: Fighter, weapon: Weapon) -> Action | None:
        """A foe who weaves and is ready to ward is worth a feint, if it is likely to convince."""
        ready = foe.able and foe.aware and foe.evading and foe.initiative <= state.count
        if not ready or foe.id in one.fooled or weapon.shield:
            return None
        if success_chance(strike_df(one, weapon) + FEINT_DF) < A_GOOD_FEINT:
            return None
        return self._say(Feint(one.id, weapon.key), f"{foe.id} weaves too well")

    def _attack(self, state: Hybrid, one: Fighter, foe: Fighter, weapons: list[Weapon]) -> Action | None:
        fit = [
            each
            for each in weapons
            if not each.blast and not each.area and costs(one, each) and can_strike(state, one, foe, each)
        ]
        drawn = self._draw_for(state, one, foe, fit)
        if drawn is not None or not fit:
            return drawn
        weapon = handiest(state, one, foe, fit)
        why = f"{foe.id} is the nearest to falling"
        if weapon.way == "mental":
            return self._say(Mind(one.id, foe.id, weapon.key), why)
        if weapon.way == "melee":
            first = self._feint(state, one, foe, weapon) or self._press(state, one, foe, weapon)
            if first is not None:
                return first
            return self._say(Blow(one.id, foe.id, weapon.key, club=crowded(state, one, foe, weapon)), why)
        gap = known_distance(state, one, foe)
        threatened = any(each.target == one.id for each in state.under_way)
        if gap is not None and gap >= WELL_OFF and not threatened and weapon.way == "missile":
            return self._say(Shoot(one.id, foe.id, weapon.key, set_up=True), f"{why}, and there is time to aim")
        return self._say(Shoot(one.id, foe.id, weapon.key), why)

    def _draw_for(self, state: Hybrid, one: Fighter, foe: Fighter, fit: list[Weapon]) -> Action | None:
        """Empty hands, and something better at the belt."""
        if any(each.in_hand for each in one.weapons) or any(each.way == "mental" for each in fit):
            return None
        known = max([one.skills.get(each.skill, -1) for each in fit], default=-1)
        better = [
            each
            for each in drawable(one)
            if each.way in ("melee", "missile")
            and not each.shield
            and not each.blast
            and one.skills.get(each.skill, -1) > known
            and can_strike(state, one, foe, each)
            and not crowded(state, one, foe, each)
        ]
        if not better or held(state, one):
            return None
        weapon = max(better, key=lambda each: one.skills.get(each.skill, -1))
        why = f"the {weapon.name or weapon.key}, quickly"
        if weapon.way == "missile":
            return self._say(Shoot(one.id, foe.id, weapon.key, draw=True, fast=True), why)
        return self._say(Blow(one.id, foe.id, weapon.key, draw=True, fast=True), why)

    def _come_nearer(self, state: Hybrid, one: Fighter, foes: list[Fighter]) -> Action:
        last = self._blast(state, one, foes, 1) or self._gather(state, one, foes) or self._bare_hands(state, one, foes)
        if last is not None:
            return last
        near = closable(state, one) if usable(state, one, ("melee",)) or not bare(one) else []
        if near and not one.prone and not held(state, one):
            return self._say(Close(one.id, near[0].id), f"{near[0].id} must be reached first")
        if not usable(state, one, ALL_WAYS) and drawable(one):
            return self._say(Draw(one.id, drawable(one)[0].key), "a weapon is needed")
        if one.moved == state.count:
            return self._say(CarryOn(one.id), "on the way")
        able = [each for each in foes if each.able]
        far = [each for each in able if known_distance(state, one, each) is not None]
        if far and not one.prone and not held(state, one):
            foe = nearest(state, one, far)
            if one.chasing == foe.id and one.pace in RATES[4:]:
                return self._say(Wait(one.id, state.count + PATIENCE), f"running at {foe.id}")
            return self._say(Move(one.id, "run", toward=foe.id), f"{foe.id} is too far away")
        if not able:
            return self._say(Look(one.id), "nobody is to be seen")
        return self._say(Wait(one.id, state.count + PATIENCE), "nobody is within reach of a weapon that is free")

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        if ask.rule == "hybrid.ruling.defence-declare":
            return self._defend(view, ask)
        if ask.rule == "hybrid.close.fend.allowed":
            best = max(ask.facts, key=lambda key: (key.startswith("fend"), ask.facts[key]))
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
        one = state.roster.get(ask.who)
        if "crouch" in keys and (one is None or not one.evading):
            self.why = "low is better than nothing"
            return "crouch"
        nimble = one is not None and ("dodge" in one.skills or "acrobatics" in one.skills)
        if one is not None and nimble and "dodge" in keys and one.pft <= LITTLE and not one.evading:
            self.why = "out of the way, and up again"
            return "dodge"
        busy = any(each.actor == ask.who for each in state.under_way)
        if one is not None and "roll-with-blow" in keys and one.pft <= LITTLE and not busy:
            self.why = "the next blow goes to the body"
            return "roll-with-blow"
        self.why = "no time for more than the normal defence"
        return "no"


def best_first(one: Fighter, foes: list[Fighter]) -> list[Fighter]:
    """Those taken in by a feint, then those who can still fight, then whoever is the nearest to falling."""
    if len(foes) < 2:
        return foes
    order = sorted([(each.id not in one.fooled, not each.able, toughness(one, each), place) for place, each in enumerate(foes)])
    return [foes[place] for _, _, _, place in order]


def nearest(state: Hybrid, one: Fighter, foes: list[Fighter]) -> Fighter:
    found, least = foes[0], known_distance(state, one, foes[0]) or 0.0
    for each in foes:
        gap = known_distance(state, one, each) or 0.0
        if gap < least:
            found, least = each, gap
    return found


def handiest(state: Hybrid, one: Fighter, foe: Fighter, weapons: list[Weapon]) -> Weapon:
    """Room to use it counts most, then skill, then speed."""
    best = weapons[0]
    for each in weapons[1:]:
        tight, skill = crowded(state, one, foe, best), one.skills.get(best.skill, -5)
        if crowded(state, one, foe, each) != tight:
            better = tight
        elif one.skills.get(each.skill, -5) != skill:
            better = one.skills.get(each.skill, -5) > skill
        else:
            better = each.speed < best.speed
        if better:
            best = each
    return best


def best_ward(chances: dict[str, int]) -> str:
    """Without giving ground; a parry undoes the blow."""
    best, most = "", 0
    for key, chance in chances.items():
        value = chance + (UNDOES if key.startswith("parry") else 0)
        if not key.startswith("retreat-") and (not best or value > most):
            best, most = key, value
    return best


def evades_cheaply(state: Hybrid, one: Fighter) -> bool:
    best = best_df(state, one)
    return success_chance(best) - success_chance(best - EVADING) < one.pdf


def nothing_left(state: Hybrid, one: Fighter) -> bool:
    """No weapon, at hand or to be drawn, that might still be used on a single foe."""
    ready = any(not each.blast and not each.area and costs(one, each) for each in usable(state, one, ALL_WAYS))
    return not ready and all(each.shield or each.blast for each in drawable(one))


def strikes_home(state: Hybrid, one: Fighter, foe: Fighter) -> bool:
    """Would a mental attack that is too dear at present have a chance against a closed mind?"""
    for each in usable(state, one, ("mental",)):
        if each.type != "mental" or each.area or costs(one, each) or not foe.able:
            continue
        chance = success_chance(strike_df(one, each) - (EXHAUSTED if one.mex <= 0 else 0))
        if (chance if each.skill in one.skills else chance // 2) > 2 * foe.mdf:
            return True
    return False


def hands_worth(state: Hybrid, one: Fighter, foe: Fighter, kind: str) -> float:
    """What an overbear or a throw may be expected to do."""
    rank = rank_of(one, HANDS[kind].skill)
    grasp = (GRIP_DF if grip(state, one, foe) is not None else 0) + (THROW_DF if kind == "throw" else 0)
    chance = success_chance(one.pca + (rank or 0) + grasp)
    defence = foe.pdf // 2 if foe.prone else 2 * foe.pdf if foe.evading else foe.pdf
    return ((chance // 2 if rank is None else chance) - defence) * HANDS[kind].times


def bare(one: Fighter) -> bool:
    """Nothing to fight with at arm's length, and no hands that know how."""
    return not any(each.way == "melee" for each in weapons_at_hand(one)) and "hth-grapple" not in one.skills


def weapons_at_hand(one: Fighter) -> list[Weapon]:
    return [each for each in one.weapons if each.in_hand or each.natural]


def toughness(one: Fighter, foe: Fighter) -> int:
    """What must be got through to bring somebody down."""
    if any(each.type == "mental" for each in one.weapons):
        return foe.mft + foe.mbd
    return foe.pft + foe.pbd


def worth(state: Hybrid, side: str) -> float:
    """Body and fatigue standing on our side less those on the others'."""
    value = 0.0
    for one in state.roster.values():
        points = one.pbd + one.mbd + (one.pft + one.mft) / 2 + (10 if one.able else 0) if not one.fallen else 0.0
        value += points if one.side == side else -points
    return value


def thinks(one: Fighter) -> bool:
    """Does this one attack minds?"""
    return any(each.type == "mental" and costs(one, each) for each in one.weapons)


def strikes(one: Fighter) -> bool:
    """Does this one attack bodies?"""
    return any(each.type != "mental" for each in one.weapons if each.in_hand or each.natural)


def near(state: Hybrid, one: Fighter, other: Fighter) -> bool:
    """Would a blast at `other` hurt `one`? Without a map everybody stands together."""
    gap = known_distance(state, one, other)
    return one is other or gap is None or gap < FRAGMENTS


def strike_df(one: Fighter, weapon: Weapon) -> int:
    return basis(one, weapon)[0] + (rank_of(one, weapon.skill) or 0)


def best_df(state: Hybrid, one: Fighter) -> int:
    return max([strike_df(one, each) for each in usable(state, one, ALL_WAYS)], default=one.pca)


def parries_at(state: Hybrid, one: Fighter) -> int:
    """The chance of the best parry at hand, before the margin of the blow comes off it."""
    best = 0
    for each in in_melee(one):
        if each.in_hand and each.skill in one.skills and not bound(state, one, each) and not held(state, one):
            chance = success_chance(one.pca + one.skills[each.skill] - 3)
            best = max(best, chance + 2 * one.skills.get(f"parry-{each.skill}", 0))
    return best


def comes_to_blows(state: Hybrid, foe: Fighter, one: Fighter) -> bool:
    """Can this foe strike at arm's length as things stand?"""
    return any(can_strike(state, foe, one, each) for each in usable(state, foe, ("melee",)))
