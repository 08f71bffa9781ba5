"""The default policy: takes cover, shoots what it can hurt most, reloads, gets near with a blade, treats its own."""

from __future__ import annotations

from typing import Any

from starfray.engine.doors import OpenDoor
from starfray.engine.errands import errand_of
from starfray.engine.routes import advance
from starfray.engine.rules import Ask, Deciding, Generator, Rulebook, first_answer
from starfray.engine.scene import Point, apart
from starfray.engine.walls import walled_off
from starfray.rulebooks.coriolis.aim import guns_of
from starfray.rulebooks.coriolis.attack import AimedShot, EnterOverwatch, FullAuto, QuickShot, Reload, SetUp, Shot, TakeCover
from starfray.rulebooks.coriolis.blast import Throw
from starfray.rulebooks.coriolis.core import NORMAL, SLOW, attribute
from starfray.rulebooks.coriolis.gear import usable
from starfray.rulebooks.coriolis.grapple import BreakFree, GrappleAttack, Release
from starfray.rulebooks.coriolis.healing import FirstAid, Surgery
from starfray.rulebooks.coriolis.help import Command, HelpOther
from starfray.rulebooks.coriolis.initiative import DelaySlot
from starfray.rulebooks.coriolis.melee import MeleeAttack, QuickMelee
from starfray.rulebooks.coriolis.movement import Draw, GetUp, Move, PickUp, movement_of
from starfray.rulebooks.coriolis.policy_estimates import (
    better_cover,
    can_use,
    dice_of,
    easiest,
    foes_of,
    gap_to,
    harm,
    loadable,
    lobbed,
    mark,
    must_come,
    nearest,
    ours_up,
    reach_of,
    shooting,
    striking,
    targets_of,
    thickest,
    toward,
    vehicles_of,
    volley,
    wounded,
)
from starfray.rulebooks.coriolis.ranges import CLOSE, LIMITS, engaged_with_anyone, within
from starfray.rulebooks.coriolis.remedies import Douse
from starfray.rulebooks.coriolis.state import UNARMED, Coriolis, Fighter, Weapon
from starfray.rulebooks.coriolis.turn import EndTurn
from starfray.rulebooks.coriolis.vehicle import Drive, Leave, Ram, StartVehicle

REACTIONS = (
    "coriolis.action.defend", "coriolis.action.overwatch-fire", "coriolis.action.opportunity",
    "coriolis.ruling.overwatch.mutual",
)  # fmt: skip
BURST = 4  # extra dice a burst goes for before it stops
SHORT: float = LIMITS[1]
HEAP = 2  # foes that are worth a grenade
COMMANDING = 8  # dice of a Command test that give more than the one die of plain help


class Sensible(Deciding):
    name = "sensible"
    steady = True
    blind: tuple[str, ...] = (
        "coriolis.core.pray", "coriolis.action.full-auto.extra-dice", "coriolis.ruling.full-auto.allocate",
        *REACTIONS,
    )  # fmt: skip

    def decide(self, book: Rulebook, view: Any, who: str) -> bool:
        state: Coriolis = view
        actor = state.roster[who]
        foes = foes_of(state, actor)
        if who in state.free_actions:
            if self._from_the_dark(state, actor, foes):
                return True
        elif foes and actor.owes:
            if self._honour_claim(state, actor, foes):
                return True
        elif actor.ap > 0 and not actor.immobile and not actor.owes:
            if self._clinched(actor):
                return True
            if self._urgent(state, actor) or self._on_errand(book, state, actor):
                return True
            if foes:
                if self._fight(state, actor, foes):
                    return True
            else:  # the fight goes on for the wounded alone
                if self._to_the_wounded(state, actor, foes):
                    return True
        return self.does(EndTurn(who), "nothing left to do")

    def _from_the_dark(self, state: Coriolis, actor: Fighter, foes: list[Fighter]) -> bool:
        """The free action of a sneak attack."""
        if not foes:
            return False
        foe = nearest(state, actor, foes)
        for weapon in actor.weapons:
            if (
                weapon.in_hand
                and weapon.firearm
                and can_use(state, actor, weapon, foe)
                and self.does(Shot(actor.id, foe.id, weapon.key), "the first shot is free")
            ):
                return True
        if gap_to(state, actor, foe) <= CLOSE:
            blade = next((each.key for each in actor.weapons if each.in_hand and each.melee), "unarmed")
            if self.does(MeleeAttack(actor.id, foe.id, blade), "the first blow is free"):
                return True
        return False

    def _honour_claim(self, state: Coriolis, actor: Fighter, foes: list[Fighter]) -> bool:
        """The claimed weapon must attack first, or nothing is done at all."""
        weapon = next((each for each in actor.weapons if each.key == actor.owes and each.in_hand and not each.empty), None)
        foe = nearest(state, actor, foes)
        return bool(
            weapon is not None
            and can_use(state, actor, weapon, foe)
            and self.does((MeleeAttack if weapon.melee else Shot)(actor.id, foe.id, weapon.key), "as claimed")
        )

    def _clinched(self, actor: Fighter) -> bool:
        if actor.grappled_by:
            if self.does(BreakFree(actor.id), f"{actor.grappled_by} has me"):
                return True
            if self.does(EndTurn(actor.id), "pinned"):
                return True
        elif actor.grapples:
            if actor.prone and self.does(Release(actor.id), "nobody wrestles lying down"):
                return True
            if self.does(GrappleAttack(actor.id), f"{actor.grapples} cannot get away"):
                return True
            if self.does(EndTurn(actor.id), "hold on"):
                return True
        return False

    def _urgent(self, state: Coriolis, actor: Fighter) -> bool:
        """A fire, a comrade on the ground within reach."""
        if actor.burning and self.does(Douse(actor.id), "I am on fire"):
            return True
        if actor.ap < SLOW or not actor.skills.get("medicurgy", 0) or engaged_with_anyone(state, actor):
            return False
        for each in wounded(state, actor):
            if each is not actor and not within(state, actor, each, CLOSE):
                continue
            if each.dying and usable(actor, "critical") and self.does(Surgery(actor.id, each.id), f"{each.id} is dying"):
                return True
            if each.broken or each.unconscious:
                gear = "" if usable(actor, "broken") else "improvised"
                if self.does(FirstAid(actor.id, each.id, gear), f"{each.id} can be got up"):
                    return True
        return False

    def _on_errand(self, book: Rulebook, state: Coriolis, actor: Fighter) -> bool:
        """To a place the side wants to reach or to hold, unless somebody is in the way."""
        errand = errand_of(book, state, actor) if state.goals else None
        if errand is None or actor.aboard or actor.paralysed or engaged_with_anyone(state, actor):
            return False
        if actor.prone and self.does(GetUp(actor.id), "nobody gets there lying down"):
            return True
        return self._around(state, actor, errand.at, errand.near, errand.why)

    def _to_the_wounded(self, state: Coriolis, actor: Fighter, foes: list[Fighter]) -> bool:
        """A medicurg goes where one is needed, if it is not far. While there are foes, it takes somebody who treats better than
        she shoots, and more of us than of them on their feet.
        """
        trade = actor.skills.get("medicurgy", 0)
        if not trade or engaged_with_anyone(state, actor):
            return False
        if foes and (trade <= actor.skills.get("ranged-combat", 0) or len(ours_up(state, actor)) <= len(foes)):
            return False
        for each in wounded(state, actor):
            gap = gap_to(state, actor, each)
            if (
                CLOSE < gap <= CLOSE + 2 * movement_of(state, actor)
                and not each.aboard
                and self._closer(state, actor, each, CLOSE, f"{each.id} needs help")
            ):
                return True
        return False

    def _fight(self, state: Coriolis, actor: Fighter, foes: list[Fighter]) -> bool:
        if self._at_the_wheel(state, actor, foes):
            return True
        free = not engaged_with_anyone(state, actor)
        guns = guns_of(state, actor)
        armed = [gun for gun in guns if loadable(actor, gun)]
        hand_to_hand = self._prefers_blades(state, actor, armed, foes, free)
        lying = actor.prone and (not free or hand_to_hand or all(mark(state, actor, gun, foes) is None for gun in armed))
        if lying and not actor.paralysed and self.does(GetUp(actor.id), "on the ground nobody fights well"):
            return True
        if free and (self._to_the_wounded(state, actor, foes) or self._throw(state, actor, armed, foes)):
            return True
        if not hand_to_hand:
            if not guns and self._arm(state, actor, foes):
                return True
            if any(self._shoot(state, actor, gun, foes) for gun in guns) or self._hurl(state, actor, foes):
                return True
        return self._nobody_to_shoot(state, actor, armed, foes, hand_to_hand)

    def _prefers_blades(self, state: Coriolis, actor: Fighter, armed: list[Weapon], foes: list[Fighter], free: bool) -> bool:
        """Would a blade do more than the guns in hand? Nobody draws one for it who is not engaged."""
        if not armed or (free and not any(each.in_hand and each.melee for each in actor.weapons)):
            return False
        blades = striking(state, actor, nearest(state, actor, foes))
        return blades > max([shooting(state, actor, gun, foes) for gun in armed])

    def _nobody_to_shoot(
        self, state: Coriolis, actor: Fighter, guns: list[Weapon], foes: list[Fighter], hand_to_hand: bool
    ) -> bool:
        """A gun that works and sees somebody is not for charging: it is brought nearer, or lies in wait."""
        sees = not hand_to_hand and any(targets_of(state, actor, gun, foes) for gun in guns)
        if state.scene.walls and guns and not sees and not hand_to_hand:  # into sight of somebody
            reach = max([reach_of(gun) for gun in guns])
            if self._approach(state, actor, foes, reach):
                return True
            return self._watch(state, actor, foes) or self._for_others(state, actor)
        if not sees and self._fight_close(state, actor, foes):
            return True
        if guns and self._approach(state, actor, foes, max([reach_of(gun) for gun in guns])):
            return True
        return (bool(guns) and self._watch(state, actor, foes)) or self._for_others(state, actor)

    def _at_the_wheel(self, state: Coriolis, actor: Fighter, foes: list[Fighter]) -> bool:
        """A driver starts, rams people within reach, and closes in on the rest."""
        car = state.roster.get(actor.aboard) if actor.aboard and actor.drives else None
        if car is None or car.craft is None:
            return False
        if car.hp <= 0 and self.does(Leave(actor.id), "the vehicle is done for"):
            return True
        if not car.craft.running and self.does(StartVehicle(actor.id), "get going"):
            return True
        on_foot = [each for each in foes if not each.aboard and within(state, car, each, float(car.craft.metres))]
        if on_foot and actor.skills.get("pilot", 0):
            victim = nearest(state, actor, on_foot)
            if self.does(Ram(actor.id, victim.id), f"{victim.id} is in the way"):
                return True
        foe = nearest(state, actor, foes)
        if car.at is not None and foe.at is not None and apart(car.at, foe.at) > SHORT:
            step = min(float(car.craft.metres), apart(car.at, foe.at) - SHORT / 2)
            if self.does(Drive(actor.id, toward(car.at, foe.at, step)), f"closer to {foe.id}"):
                return True
        return False

    # --- at a distance -----------------------------------------------------------------------------------------

    def _throw(self, state: Coriolis, actor: Fighter, armed: list[Weapon], foes: list[Fighter]) -> bool:
        """A grenade where several stand together, and none of ours, if it does more than a turn of shooting."""
        for grenade in actor.weapons:
            if not (grenade.thrown and grenade.blast) or grenade.empty or grenade.dropped:
                continue
            target, caught = thickest(state, actor, foes, grenade)
            if target is None or caught < HEAP:
                continue
            shots = max([shooting(state, actor, gun, foes) for gun in armed], default=0.0)  # of two turns
            if lobbed(state, actor, grenade, target, caught) <= shots / 2:
                continue
            if grenade.in_hand:
                if self.does(Throw(actor.id, target.id, grenade.key), f"{caught} of them at once"):
                    return True
            elif actor.ap == SLOW and self._take(actor, grenade, f"{caught} of them stand together"):
                return True
        return False

    def _hurl(self, state: Coriolis, actor: Fighter, foes: list[Fighter]) -> bool:
        """A throwing knife, at whoever is the easiest."""
        for knife in actor.weapons:
            if knife.thrown and knife.in_hand and not knife.empty and knife.damage and not knife.blast:
                near = [each for each in targets_of(state, actor, knife, foes) if gap_to(state, actor, each) <= reach_of(knife)]
                if near:
                    target = easiest(state, actor, near)
                    if self.does(Throw(actor.id, target.id, knife.key), f"{target.id} is near enough for it"):
                        return True
        return False

    def _arm(self, state: Coriolis, actor: Fighter, foes: list[Fighter]) -> bool:
        """A gun, unless a blade does more."""
        if actor.aboard:
            return False
        best, most = None, 0.0
        for spare in actor.weapons:
            if spare.firearm and not spare.in_hand and loadable(actor, spare):
                value = shooting(state, actor, spare, foes)
                if best is None or value > most:
                    best, most = spare, value
        blades = striking(state, actor, nearest(state, actor, foes)) if best is not None else 0.0
        if best is None or (blades and most <= blades):
            return False
        return self._take(actor, best, f"the {best.name} reaches further")

    def _take(self, actor: Fighter, weapon: Weapon, why: str) -> bool:
        """Drawn or picked up; what is in the hand is let go of if it must be."""
        if not actor.can_hold(weapon):
            return False
        for drop in ("", *(each.key for each in actor.weapons if each.in_hand and each.hands)):
            if weapon.dropped:
                if self.does(PickUp(actor.id, weapon.key, drop=drop), why):
                    return True
            else:
                if self.does(Draw(actor.id, weapon.key, drop), why):
                    return True
        return False

    def _shoot(self, state: Coriolis, actor: Fighter, gun: Weapon, foes: list[Fighter]) -> bool:
        if gun.empty:
            return actor.reloads != 0 and self.does(Reload(actor.id, gun.key), "the magazine is empty")
        if (
            "mounted" in gun.features
            and not actor.set_up
            and not actor.aboard
            and self.does(SetUp(actor.id, gun.key), "the gun must stand first")
        ):
            return True
        if (
            actor.ap == SLOW
            and not actor.aboard
            and better_cover(state, actor)
            and not engaged_with_anyone(state, actor)
            and self.does(TakeCover(actor.id), "shooting is better done from cover")
        ):
            return True
        target = mark(state, actor, gun, foes)
        if target is not None and self._fire_at(state, actor, gun, target, foes):
            return True
        reach = reach_of(gun)
        cars = [vehicle for vehicle in vehicles_of(state, foes) if gap_to(state, actor, vehicle) <= reach]
        return any(self._fire_at(state, actor, gun, vehicle, foes) for vehicle in cars)

    def _fire_at(self, state: Coriolis, actor: Fighter, gun: Weapon, target: Fighter, foes: list[Fighter]) -> bool:
        """The action that does most with the points there are, or any other that is possible."""
        kind = volley(state, actor, gun, target, foes, actor.ap)[1]
        if kind == "full-auto" and self.does(FullAuto(actor.id, target.id, gun.key), "several targets, and a gun for it"):
            return True
        if kind == "aimed-shot" and self.does(AimedShot(actor.id, target.id, gun.key), f"time to aim at {target.id}"):
            return True
        if kind == "quick-shot" and self.does(QuickShot(actor.id, target.id, gun.key), "quick shots do more"):
            return True
        return kind != "" and self.does(Shot(actor.id, target.id, gun.key), f"{target.id} is the easiest to bring down")

    def _watch(self, state: Coriolis, actor: Fighter, foes: list[Fighter]) -> bool:
        """Nobody to shoot at now, and time for a shot at whoever shows up."""
        if actor.ap < SLOW or actor.overwatch is not None:
            return False
        foe = nearest(state, actor, foes)
        if (
            actor.at is not None
            and foe.at is not None
            and self.does(EnterOverwatch(actor.id, foe.at), f"{foe.id} will show up")
        ):
            return True
        return self.does(EnterOverwatch(actor.id, None, tuple(each.id for each in foes)), "one of them will show up")

    def _for_others(self, state: Coriolis, actor: Fighter) -> bool:
        """With nothing to do oneself, a die for a comrade who is still to act."""
        if actor.ap < NORMAL:
            return False
        for mate in state.roster.values():
            if mate is actor or mate.side != actor.side or not mate.able or mate.id in state.acted:
                continue
            deed = "shot" if guns_of(state, mate) else "melee-attack"
            if attribute(actor, "empathy") + actor.skills.get("command", 0) >= COMMANDING and self.does(
                Command(actor.id, mate.id, deed), f"{mate.id} is told what to do"
            ):
                return True
            if self.does(HelpOther(actor.id, mate.id, deed), f"{mate.id} can use a hand"):
                return True
        return False

    # --- close up ----------------------------------------------------------------------------------------------

    def _fight_close(self, state: Coriolis, actor: Fighter, foes: list[Fighter]) -> bool:
        foe = nearest(state, actor, foes)
        if actor.aboard:
            return self.does(Leave(actor.id), "nothing to shoot with in here")
        blade = next((each for each in actor.weapons if each.in_hand and each.melee), None)
        if blade is None:
            for spare in actor.weapons:
                if (
                    spare.melee
                    and not spare.in_hand
                    and not spare.bare
                    and self._take(actor, spare, "get the weapon back" if spare.dropped else "steel for close quarters")
                ):
                    return True
        if gap_to(state, actor, foe) <= CLOSE:
            return self._strike(actor, foe, blade or UNARMED)
        if (
            must_come(state, foe)
            and gap_to(state, actor, foe) > CLOSE + movement_of(state, actor)
            and self.does(DelaySlot(actor.id, foe.id), f"{foe.id} has to come to me")
        ):
            return True
        return self._approach(state, actor, foes, CLOSE)

    def _strike(self, actor: Fighter, foe: Fighter, blade: Weapon) -> bool:
        """With a light weapon several quick blows, where they do more than one; each of them costs a defender a point."""
        dice = dice_of(actor, "melee-combat") + blade.bonus
        armour = foe.armour.rating
        quick = 2 * harm(dice - 2, blade.damage, blade.crit, armour) > harm(dice, blade.damage, blade.crit, armour)
        if (quick or actor.ap < NORMAL) and self.does(QuickMelee(actor.id, foe.id, blade.key), f"quick blows at {foe.id}"):
            return True
        return self.does(MeleeAttack(actor.id, foe.id, blade.key), f"{foe.id} is within reach")

    def _approach(self, state: Coriolis, actor: Fighter, foes: list[Fighter], reach: float) -> bool:
        foe = nearest(state, actor, foes)
        return self._closer(state, actor, foe, reach, f"closer to {foe.id}")

    def _closer(self, state: Coriolis, actor: Fighter, other: Fighter, reach: float, why: str) -> bool:
        """Straight on, as far as one gets; where the way is hard going, half of that."""
        gap, step = gap_to(state, actor, other), movement_of(state, actor)
        hidden = state.scene.walls and walled_off(state, actor, other)
        if actor.aboard or actor.paralysed or (gap <= reach * 0.9 and not hidden):
            return False
        if state.scene.walls and actor.at is not None and other.at is not None:
            return self._around(state, actor, other.at, reach * 0.9, why)
        for metres in (step, step // 2):
            if metres < 1:
                return False
            if actor.at is not None and other.at is not None:
                if self.does(Move(actor.id, (toward(actor.at, other.at, min(metres, gap - reach * 0.9 + 0.02)),)), why):
                    return True
            else:
                if self.does(Move(actor.id, (), other.id, max(reach * 0.9, gap - metres)), why):
                    return True
        return False

    def _around(self, state: Coriolis, actor: Fighter, goal: Point, reach: float, why: str) -> bool:
        """Past walls and through doors, until the goal is in sight and near enough."""
        assert actor.at is not None
        step = movement_of(state, actor)
        for metres in (step, step // 2):
            way = advance(state, actor.at, goal, metres, reach)
            if way is None:
                return False
            if way.path and self.does(Move(actor.id, way.path), why):
                return True
            if way.door and self.does(OpenDoor(actor.id, way.door), "the way leads through it"):
                return True
        return False

    # --- questions ---------------------------------------------------------------------------------------------

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        facts = ask.facts
        if ask.rule == "coriolis.initiative.weapon":
            return self._claims(view, ask)
        if ask.rule == "coriolis.core.pray":
            self.why = "a miss is worth a prayer"
            return "yes" if facts["sixes"] == 0 else "no"
        if ask.rule == "coriolis.action.full-auto.extra-dice":
            self.why = "fire on, but not until the magazine is empty"
            return "yes" if facts["free"] or (not facts["sixes"] and facts["extra"] < BURST) else "no"
        if ask.rule == "coriolis.action.full-auto.distribute":
            return self._next_target(view, ask)
        if ask.rule == "coriolis.ruling.full-auto.allocate":
            self.why = "as even as it goes"
            shares = [ask.amount // len(ask.options)] * len(ask.options)
            shares[0] += ask.amount - sum(shares)
            return " ".join(f"{slot.key}:{n}" for slot, n in zip(ask.options, shares, strict=True) if n)
        if ask.rule in REACTIONS:
            self.why = "it pays"
            return ask.options[0].key
        self.why = "as the book suggests"
        return first_answer(ask)

    def _next_target(self, view: Any, ask: Ask) -> str:
        """One six for each enemy, and none for friends."""
        state: Coriolis = view
        side = state.roster[ask.who].side
        foes = [option.key for option in ask.options if option.key in state.roster and state.roster[option.key].side != side]
        self.why = "one six for each"
        return foes[0] if foes and ask.facts["targets"] < ask.facts["sixes"] else "stop"

    def _claims(self, view: Any, ask: Ask) -> str:
        """Claim the bonus if the weapon will be used anyway."""
        state: Coriolis = view
        actor = state.roster[ask.who]
        foes = foes_of(state, actor)
        for option in ask.options[:-1]:
            weapon = next((each for each in actor.weapons if each.key == option.key), None)
            if weapon is not None and foes and not actor.prone and can_use(state, actor, weapon, nearest(state, actor, foes)):
                self.why = f"the {weapon.name} will be used anyway"
                return option.key
        self.why = "nobody within reach of it"
        return "no"


def worth(state: Coriolis, side: str) -> float:
    """Hit Points standing on our side less those on the others', a head that is up counting two more."""
    value = 0.0
    for one in state.roster.values():
        points = one.hp + one.mp / 2 + 2 if one.conscious and one.person else 0.0
        value += points if one.side == side else -points
    return value
