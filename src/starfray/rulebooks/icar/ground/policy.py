"""A sensible fighter: the combo with the best yield, the surest shot, a friend pulled back from death, a door hacked."""

from __future__ import annotations

from typing import Any

from starfray.engine.doors import OpenDoor
from starfray.engine.errands import errand_of
from starfray.engine.routes import advance, way_length
from starfray.engine.rules import Action, Ask, Deciding, Generator, Point, Rulebook, Tally, apart, first_answer
from starfray.rulebooks.icar.common.action_economy import unable
from starfray.rulebooks.icar.common.actions import StandBy
from starfray.rulebooks.icar.common.check import ATTRIBUTES, attribute_of, chance, take_off_ability
from starfray.rulebooks.icar.common.injury import shield_up
from starfray.rulebooks.icar.common.intrusions import intrusion, stands_open
from starfray.rulebooks.icar.common.person import (
    STREET_FIGHTING,
    carrier,
    close_gun,
    conscious,
    covered,
    down,
    foes,
    gun_in_hand,
    is_aug,
    known_metres,
    meat,
    parted,
    person,
    sheltered,
    skill_of,
    spot,
    within_reach,
)
from starfray.rulebooks.icar.common.records import AIRLOCK, DOOR, Combo, Thing, Weapon
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import vehicle_shield_up
from starfray.rulebooks.icar.ground.combo import NPC_TN, is_equal
from starfray.rulebooks.icar.ground.combo_choice import UseCombo, foes_penalty, why_unusable
from starfray.rulebooks.icar.ground.effects import gun_stun
from starfray.rulebooks.icar.ground.escape import Escape, no_escape
from starfray.rulebooks.icar.ground.fire import Aim, Fire, HoldFire, add_circumstances, can_shoot, nothing_to_hold
from starfray.rulebooks.icar.ground.medic_policy import is_medic, treatment, whom_to_go_to
from starfray.rulebooks.icar.ground.movement import GetIn, GetOut, Move, pace
from starfray.rulebooks.icar.ground.moves import AKARAK, FLOW, difficulty_of, figures
from starfray.rulebooks.icar.ground.plain_actions import ChangeMagazine, ChangeWeapon, RecoverStun
from starfray.rulebooks.icar.ground.rooms import next_door
from starfray.rulebooks.icar.ground.shields import RestartShield, ShieldOn, no_restart, no_shield
from starfray.rulebooks.icar.ground.single_hit import Hit
from starfray.rulebooks.icar.ground.taking import Take, at_feet
from starfray.rulebooks.icar.hacking.break_in import Hack, Impersonate
from starfray.rulebooks.icar.hacking.targets import is_inside, linked, no_hacking, suit_passes, why_not_target

FAR_OFF = 1000.0  # metres: whoever is in sight can be shot at
NEAR_BY = 1.5  # metres; nearer than that nobody needs to come
EASY_SUIT = 4  # an Aug with more than this is left alone
SHIELD_DOWN = 4  # what it is worth to hit a shield that our guns together can overload
TALE = "It goes as if it had been rehearsed."
WORST = "It could hardly have gone worse."
WORDS = "Straight in, and no pause between the blows."


class Brawler(Deciding):
    name = "sensible fighter"
    steady = True

    def decide(self, book: Rulebook, view: Any, who: str) -> bool:
        action = self._choose(book, view, who)
        return action is None or self.does(action, self.why) or self.does(StandBy(who), "nothing better is possible")

    def _choose(self, book: Rulebook, view: Any, who: str) -> Action | None:
        state: Icar = view
        actor = state.roster[who]
        if actor.acted:
            return self._more(state, actor)
        if actor.shields and shield_up(actor) is None and no_shield(state, actor) is None:
            return self._say(ShieldOn(who), "a shield costs nothing")
        asked = not state.ground.acting and who not in state.ground.asked and can_shoot(state, actor)
        if down(actor):
            return self._wait(state, actor, "on the feet first") if asked else self._down(state, actor)
        errand = self._errand(book, state, actor) if state.goals else None
        if asked:
            return self._shooting(state, actor) if errand is None else self._wait(state, actor, "there is somewhere to go")
        if errand is not None and self.does(errand, self.why):
            return errand
        return self._acting(state, actor)

    def _errand(self, book: Rulebook, state: Icar, actor: Actor) -> Action | None:
        """To a place the side wants to reach or to hold, unless a foe is within reach or a friend is dying."""
        errand = errand_of(book, state, actor)
        if errand is None or actor.aboard or actor.at is None or "walking" in actor.disabled:
            return None
        if self._patient(state, actor) is not None:
            return None
        if any(within_reach(state, actor, foe) and conscious(foe) for foe in foes(state, actor)):
            return None
        return self._along(state, actor, errand.at, errand.near, errand.why)

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    def _more(self, state: Icar, actor: Actor) -> Action:
        plan = hack_plan(state, actor) if actor.acted == "hack" else None
        return self._say(plan, "still at it") if plan is not None else self._say(StandBy(actor.id), "that was all")

    def _down(self, state: Icar, actor: Actor) -> Action:
        if no_escape(state, actor) is None:
            return self._say(Escape(actor.id), "up again")
        return self._say(StandBy(actor.id), "nothing to be done from here")

    # --- shooting ----------------------------------------------------------------------------------------------

    def _shooting(self, state: Icar, actor: Actor) -> Action:
        target, value = best_target(state, actor)
        plan = hack_plan(state, actor)
        if plan is not None and skill_of(actor, "hacking") > skill_of(actor, "shooting"):
            return self._wait(state, actor, "the door first")
        patient = self._patient(state, actor)
        if target is None or patient is not None:
            return self._wait(state, actor, "nothing to shoot at" if target is None else "a friend needs help")
        fight = best_combo(state, actor)
        if fight is not None and fight[1] > value:
            return self._wait(state, actor, "fists do more at this distance")
        if value < 2 and actor.aimed != target.id:
            return self._say(Aim(actor.id, target.id), "too far for a snap shot")
        return self._say(Fire(actor.id, (target.id,)), f"{target.id} is the best mark")

    def _wait(self, state: Icar, actor: Actor, why: str) -> Action:
        if nothing_to_hold(state, actor) is None:
            return self._say(HoldFire(actor.id), why)
        return self._say(StandBy(actor.id), why)

    # --- everything else ---------------------------------------------------------------------------------------

    def _acting(self, state: Icar, actor: Actor) -> Action:
        patient = self._patient(state, actor)
        if patient is not None:
            return patient
        plan = hack_plan(state, actor)
        if plan is not None and skill_of(actor, "hacking") >= 2:
            return self._say(plan, "Gaia first")
        fight = best_combo(state, actor)
        if fight is not None:
            return self._say(fight[0], f"worth {fight[1]:.1f}")
        near = [foe for foe in foes(state, actor) if within_reach(state, actor, foe) and conscious(foe)]
        if near:
            weakest = min(near, key=lambda foe: foe.stun)
            return self._say(Hit(actor.id, weakest.id), "a plain blow")
        gear = self._gear(state, actor)
        if gear is not None:
            return gear
        if actor.stun * 2 < actor.max_stun:
            return self._say(RecoverStun(actor.id), "shake it off")
        way = self._way(state, actor)
        return way if way is not None else self._say(StandBy(actor.id), "nothing better to do")

    def _patient(self, state: Icar, actor: Actor) -> Action | None:
        if not is_medic(actor):
            return None
        found = treatment(state, actor)
        if found is not None:
            return self._say(*found)
        whom = "" if actor.aboard else whom_to_go_to(state, actor)
        return self._closer(state, actor, state.roster[whom]) if whom else None

    def _gear(self, state: Icar, actor: Actor) -> Action | None:
        gun = gun_in_hand(actor)
        if gun is not None and gun.rounds < 1 and gun.spares:
            return self._say(ChangeMagazine(actor.id, gun.key), "empty")
        others = [
            weapon for weapon in actor.weapons if weapon.gun and weapon.rounds and not weapon.apart and weapon.key != actor.hand
        ]
        if others and (gun is None or not gun.rounds):
            return self._say(ChangeWeapon(actor.id, others[0].key), "a gun that shoots")
        near = [thing.weapon for thing in state.lying if at_feet(state, actor, thing)]
        lying = [weapon for weapon in near if weapon.gun and weapon.rounds]
        if lying and gun is None:
            return self._say(Take(actor.id, lying[0].key), "somebody has let it fall")
        if actor.shields and actor.skills.get("micro-engineering", 0) >= 3 and no_restart(state, actor) is None:
            return self._say(RestartShield(actor.id), "the shield again")
        return None

    def _way(self, state: Icar, actor: Actor) -> Action | None:
        """Toward the nearest foe still on their feet, if there is a map or a distance to shorten."""
        inside = carrier(state, actor)
        if inside is not None and inside.vehicle is not None:
            stays = has_shots(actor) and best_target(state, actor)[0] is not None
            return None if stays else self._say(GetOut(actor.id), "on foot from here")
        there = [foe for foe in foes(state, actor) if conscious(foe) and not parted(state, actor, foe)]
        known = [(known_metres(state, actor, person), person) for person in there]
        near = sorted((far, foe.id) for far, foe in known if far is not None)
        if not near and state.scene.walls:
            return self._around(state, actor) or self._through(state, actor)
        if not near:
            return self._through(state, actor)
        far, whom = near[0]
        if far <= NEAR_BY and not sheltered(state, actor, state.roster[whom]):
            return self._through(state, actor)
        if far <= 50 and has_shots(actor) and best_target(state, actor)[0] is not None:
            return None
        return self._closer(state, actor, state.roster[whom])

    def _closer(self, state: Icar, actor: Actor, other: Actor) -> Action | None:
        """Toward somebody, and into the vehicle they sit in once one is there."""
        inside = carrier(state, other)
        if inside is not None and sheltered(state, actor, other) and within_reach(state, actor, inside):
            return self._say(GetIn(actor.id, inside.id), f"{other.id} is in there")
        far = known_metres(state, actor, other)
        if far is None or far <= NEAR_BY:
            return None
        there = spot(state, other).at
        if state.scene.walls and actor.at is not None and there is not None:
            return self._along(state, actor, there, NEAR_BY, f"closer to {other.id}")
        step = min(pace(state, actor) - 0.1, far - 1)  # a little less, for points are rounded
        if actor.at is not None and there is not None:
            return self._say(Move(actor.id, toward(actor.at, there, step)), f"closer to {other.id}")
        if actor.at is None or there is None:
            return self._say(Move(actor.id, None, other.id, float(int(step))), f"closer to {other.id}") if int(step) else None
        return None

    def _around(self, state: Icar, actor: Actor) -> Action | None:
        """Past walls and through doors to the nearest foe, as one walks."""
        ends = [(spot(state, foe).at, foe.id) for foe in foes(state, actor) if conscious(foe) and not foe.hidden]
        ways = [(way_length(state, actor.at, end), whom, end) for end, whom in ends if actor.at is not None and end is not None]
        if not ways:
            return None
        _, whom, end = min(ways)
        return self._along(state, actor, end, FAR_OFF, f"around the walls to {whom}")

    def _along(self, state: Icar, actor: Actor, end: Point, reach: float, why: str) -> Action | None:
        """The first straight part of the way, as far as one gets."""
        assert actor.at is not None
        way = advance(state, actor.at, end, pace(state, actor) - 0.1, reach)
        if way is None:
            return None
        if way.path:
            return self._say(Move(actor.id, way.path[0]), why)
        return self._say(OpenDoor(actor.id, way.door), "the way leads through it") if way.door else None

    def _through(self, state: Icar, actor: Actor) -> Action | None:
        """To the room where the foes are, door by door; a shut one anybody may try to hack. icar.check.unskilled"""
        if not actor.area or "walking" in actor.disabled:
            return None
        way = next_door(state, actor.area, {foe.area for foe in foes(state, actor) if conscious(foe)})
        if way is None:
            return None
        door, area = way
        if stands_open(state, door):
            return self._say(Move(actor.id, area=area), f"into {area}")
        return self._say(Hack(actor.id, door.name), f"the {door.name} is in the way")

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        state: Icar = view
        actor = state.roster.get(ask.who)
        if ask.kind == "text":
            self.why = "words before the dice"
            return self._words(actor, ask)
        if ask.rule == "icar.pool.draw":
            self.why = "a die may still do it"
            return "yes" if 0 < ask.facts["short"] <= 6 or 0 < ask.facts.get("shows", 9) <= 4 else "no"
        if ask.rule == "icar.close.attribute-swap" and actor is not None:
            self.why = "the better attribute"
            return best_attribute(actor)
        if ask.rule == "icar.ruling.duel-sides" and actor is not None:
            self.why = "the best answer there is"
            keys = [option.key for option in ask.options]
            best, most = keys[-1], 0.0
            ability = ability_of(actor)
            for combo in actor.combos:
                yields = yield_of(state, actor, combo, ability, None) if combo.name in keys else 0.0
                if yields > most:
                    best, most = combo.name, yields
            return best
        self.why = "as the book suggests"
        return first_answer(ask)

    @staticmethod
    def _words(actor: Actor | None, ask: Ask) -> str:
        if ask.rule == "icar.close.combo.describe-first" and actor is not None:
            return next(
                (combo.words for combo in actor.combos if combo.words and f"Describe {combo.name} " in ask.prompt), WORDS
            )
        return TALE if actor is not None else WORST


def toward(here: Point, there: Point, step: float) -> Point:
    share = step / max(apart(here, there), 0.1)
    return (round(here[0] + share * (there[0] - here[0]), 1), round(here[1] + share * (there[1] - here[1]), 1))


def best_target(state: Icar, actor: Actor) -> tuple[Actor | None, float]:
    """Whom a shot hurts most, and how much it is worth on average."""
    gun = gun_in_hand(actor)
    found: Actor | None = None
    most = 0.0
    if gun is None:
        return found, most
    mine = Tally(False)
    take_off_ability(mine, actor, "shooting", "battle")
    stun = gun_stun(state, gun)
    for foe in foes(state, actor):
        far = known_metres(state, actor, foe)
        if parted(state, actor, foe) or not conscious(foe) or (gun.reach and (far or 0) > gun.reach):
            continue
        if sheltered(state, actor, foe):
            harm = harm_to_shelter(state, actor, gun, state.roster[foe.aboard])
            if found is None and harm:
                found, most = state.roster[foe.aboard], 0.3 * harm
            continue
        shield = shield_up(foe)
        if shield is not None and shield.taken + firepower(state, actor.side) <= shield.hp:
            continue  # icar.shield.overload: all our guns together do not bring it down
        tally = Tally(False)
        add_circumstances(tally, state, actor, foe, 10.0 if far is None else far, 1, "")
        armour = sum(worn.left for worn in foe.armour)
        harm = min(stun, foe.stun) + max(0, min(gun.damage - armour, foe.hp)) if shield is None else SHIELD_DOWN
        worth_it = chance(tally.total + mine.total - gun.to_hit) * harm + (0.1 if not covered(state, foe) else 0.0)
        if worth_it > most:
            found, most = foe, worth_it
    return found, most


def harm_to_shelter(state: Icar, actor: Actor, gun: Weapon, shelter: Actor) -> int:
    """Nobody is shot at through closed doors, but the doors can be shot to pieces."""
    if shelter.vehicle is None or (
        vehicle_shield_up(state, shelter) and firepower(state, actor.side) <= shelter.vehicle.shield_hp
    ):
        return 0
    return min(gun.damage, shelter.vehicle.hp)


def firepower(state: Icar, side: str) -> int:
    """What all guns in the hands of a side do in one turn, if they hit."""
    most = 0
    for actor in state.roster.values():
        if actor.side == side and person(actor) and conscious(actor):
            gun = gun_in_hand(actor)
            most += gun.damage if gun is not None and gun.rounds else 0
    return most


def has_shots(actor: Actor) -> bool:
    gun = gun_in_hand(actor)
    return gun is not None and (gun.rounds > 0 or gun.spares != 0)


def best_attribute(actor: Actor) -> str:
    """Battle, unless another is better. icar.close.attribute-swap"""
    best, most = "battle", attribute_of(actor, "battle")
    for name in ATTRIBUTES:
        value = attribute_of(actor, name)
        if value > most:
            best, most = name, value
    return best


def ability_of(actor: Actor, attribute: str = "battle") -> int:
    """What somebody brings to the check of a combo."""
    tally = Tally(False)
    take_off_ability(tally, actor, STREET_FIGHTING, attribute)
    return -tally.total


def yield_of(state: Icar, actor: Actor, combo: Combo, ability: int, other: Actor | None) -> float:
    """What a combo takes on average. icar.close.combo.npc-tn, icar.close.duel.compare"""
    stun, damage = figures(state, combo.moves, other is not None and other.prone)
    points = (stun + damage) * meat(actor) + (1 if "trip" in combo.moves or "hold" in combo.moves else 0)
    if is_aug(actor):
        points += max(0, stun - damage) * meat(actor)
    gun = close_gun(actor) if other is None or shield_up(other) is None else None  # icar.shield.high-energy
    points += gun.damage * min(gun.rounds, combo.moves.count("fire")) if gun is not None else 0
    against = NPC_TN
    if other is not None and is_equal(other):
        against = skill_of(other, STREET_FIGHTING) + attribute_of(other, "battle") + 5
    return chance(against + difficulty_of(combo) - ability) * points


def best_combo(state: Icar, actor: Actor, near: list[Actor] | None = None) -> tuple[Action, float] | None:
    """`near` are the foes to choose from: those on their feet within reach."""
    if not actor.combos:
        return None
    if near is None:
        near = [foe for foe in foes(state, actor) if within_reach(state, actor, foe) and conscious(foe)]
    if not near:
        return None
    other = weakest(near)
    best: Combo | None = None
    value = 0.0
    attribute = best_attribute(actor) if is_equal(other) else "battle"  # a duel is worth a word with the GM
    ability = ability_of(actor, attribute)
    for combo in actor.combos:
        if why_unusable(state, actor, combo) is None:
            yields = yield_of(state, actor, combo, ability, other)
            if yields > value:
                best, value = combo, yields
    if best is None:
        return None
    victim = next((person.id for person in near if person is not other), "") if "puppet" in best.moves else ""
    targets = in_the_flow(actor, other, near)
    words = best.words or WORDS
    thing = "" if actor.hand or "strike" not in best.moves else "whatever lies about"
    swap = attribute if attribute != "battle" else ""
    act = UseCombo(actor.id, targets, (best.name,), words, attribute=swap, victim=victim, crush=is_aug(actor), thing=thing)
    return act, value * len(targets)


def weakest(near: list[Actor]) -> Actor:
    """The least Stun left, then the least hit points."""
    found = near[0]
    for actor in near[1:]:
        if actor.stun < found.stun or (actor.stun == found.stun and actor.hp < found.hp):
            found = actor
    return found


def in_the_flow(actor: Actor, other: Actor, near: list[Actor]) -> tuple[str, ...]:
    """Whom one combo is turned on: several only where that costs nothing. icar.ruling.flow"""
    if len(near) == 1 or skill_of(actor, AKARAK) < FLOW:
        return (other.id,)
    targets = [other.id, *(person.id for person in near if person is not other)]
    free = [count for count in range(1, len(targets) + 1) if not foes_penalty(actor, count)[0]]
    return tuple(targets[: max(free)])


# --- hacking ---------------------------------------------------------------------------------------------------
def hack_plan(state: Icar, actor: Actor) -> Action | None:
    """The next hacking action worth taking; None if there is none."""
    if not actor.skills.get("hacking") or (unable(actor) or no_hacking(actor)) is not None:
        return None
    for there in state.hacks:
        if there.by == actor.id and there.seen_by:
            return Impersonate(actor.id, there.target, "I belong here, and you are late with the report.")
    enemies = [foe for foe in foes(state, actor) if conscious(foe)]
    weak = next((foe for foe in enemies if easily_hacked(state, actor, foe)), None)
    if weak is not None:
        inside = is_inside(state, actor, weak.id)
        return Hack(actor.id, weak.id, "body" if inside or nearly(state, actor, weak) else "")
    if not enemies or not all(parted(state, actor, foe) for foe in enemies):
        return None
    rooms = [foe.area for foe in enemies]
    door = next(
        (thing for thing in state.things if shuts_in(state, actor, thing) and any(room in thing.joins for room in rooms)), None
    )
    return Hack(actor.id, door.name) if door is not None else None


def easily_hacked(state: Icar, actor: Actor, foe: Actor) -> bool:
    weak = linked(foe) and suit_passes(foe) <= EASY_SUIT and "body" not in foe.disabled
    return weak and why_not_target(state, actor, foe.id) is None


def shuts_in(state: Icar, actor: Actor, thing: Thing) -> bool:
    return thing.kind in (DOOR, AIRLOCK) and actor.area in thing.joins and not stands_open(state, thing)


def nearly(state: Icar, actor: Actor, foe: Actor) -> bool:
    """Will the next success get in?"""
    there = intrusion(state, actor.id, foe.id)
    return there is not None and there.passes + 1 >= suit_passes(foe)


def worth(state: Icar, side: str) -> float:
    """Each person on a scale of hit points and Stun left, on our side less on the others."""
    value = 0.0
    for actor in state.roster.values():
        if person(actor):
            left = 0.0
            if conscious(actor):
                left = 1.0 + max(0, actor.hp) / max(1, actor.max_hp) + max(0, actor.stun) / max(1, actor.max_stun)
                left -= 0.3 if down(actor) else 0.0
            value += left if actor.side == side else -left
    return value
