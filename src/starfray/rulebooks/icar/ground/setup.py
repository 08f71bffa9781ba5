"""From sheet to fight: what a person's figures are derived from, and what may not be."""

from __future__ import annotations

from difflib import get_close_matches

from starfray.engine.rules import BadInput, Content, suggest
from starfray.rulebooks.icar.common.check import attribute_of
from starfray.rulebooks.icar.common.injury import collapse
from starfray.rulebooks.icar.common.person import (
    DYING_TURNS,
    HUMAN_HP,
    STABILISE_TRIES,
    able,
    conscious,
    meat,
    person,
    within_reach,
)
from starfray.rulebooks.icar.common.records import (
    AIRLOCK,
    DATA,
    DERIVED,
    DOOR,
    FIRST,
    GENERATOR,
    GRAVITY,
    LIGHTS,
    SENSORS,
    UNDERGAIA,
    UNTOLD,
    Shield,
)
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.moves import MAX_COMBOS, MOVES, SF, fits_place, why_not_built
from starfray.rulebooks.icar.hacking.targets import AUG_EFFECTS

THINGS = (DOOR, AIRLOCK, LIGHTS, GRAVITY, GENERATOR, DATA, SENSORS, UNDERGAIA)  # what can be hacked
SIZES = ("small", "medium", "large")


def start_ground(state: Icar, content: Content) -> None:
    if state.roster and not any(person(other) for other in state.roster.values()):
        raise BadInput("nobody is on foot", field="kind", expected='kind = "space" or "vehicle", or a person')
    for index, actor in enumerate(state.roster.values()):
        if person(actor):
            check_condition(state, actor, f"combatant.{index}")
    check_things(state, content)
    check_turn(state)
    if state.turn > 0:
        place_in_order(state)


def check_turn(state: Icar) -> None:
    ground = state.ground
    for who in ground.order:
        if who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field="now.ground.order", expected=suggest(who, state.roster))
    if len(set(ground.order)) < len(ground.order):
        raise BadInput("somebody stands in it twice", field="now.ground.order", expected="everybody once")
    if state.turn < 0:
        raise BadInput(f"turn = {state.turn}", field="now.turn", expected="0 (not begun) or more")
    if state.turn == 0 and (ground.shots or ground.asked or ground.held or ground.acting or ground.order):
        raise BadInput("the fight has not begun", field="now.turn", expected="turn = 1 or more")


def place_in_order(state: Icar) -> None:
    """Whose initiative the file knows has a place; others throw for it when they join."""
    ground = state.ground
    placed = [actor for actor in state.roster.values() if person(actor) and actor.id not in ground.order]
    known = [actor for actor in placed if actor.initiative or not ground.order]
    ground.order += [actor.id for actor in sorted(known, key=lambda actor: -actor.initiative)]


def derive_person(state: Icar, actor: Actor, where: str) -> None:
    """Hit points, Stun, magazines, armour: of everybody, whatever the kind of fight."""
    if actor.max_hp == DERIVED:
        actor.max_hp = max([suit.hp for suit in actor.suits], default=HUMAN_HP)
    if actor.max_stun == DERIVED:
        actor.max_stun = 5 + 2 * meat(actor)  # icar.ruling.stun-max
    actor.hp = actor.max_hp if actor.hp == UNTOLD else actor.hp
    actor.stun = actor.max_stun if actor.stun == UNTOLD else actor.stun
    if actor.stun <= 0 and not actor.asleep:
        actor.asleep = max(1, -actor.stun)  # icar.stun.zero
    if actor.hp <= 0 and not (actor.dying or actor.stable or actor.out):
        actor.dying, actor.tries = DYING_TURNS, STABILISE_TRIES  # icar.hp.zero
    if actor.asleep or actor.hp <= 0:
        collapse(actor)  # icar.ruling.sleepers-lie
    derive_gear(actor, where)
    check_combos(state, actor, where)


def derive_gear(actor: Actor, where: str) -> None:
    for weapon in actor.weapons:
        weapon.fit_options()
        weapon.rounds = weapon.magazine if weapon.rounds == DERIVED else weapon.rounds
        if not 0 <= weapon.rounds <= weapon.magazine:
            raise BadInput(f"rounds = {weapon.rounds}", field=f"{where}.weapons", expected=f"0 to {weapon.magazine}")
    if actor.hand == FIRST:
        actor.hand = actor.weapons[0].key if actor.weapons else ""
    own = [weapon.key for weapon in actor.weapons]
    close = get_close_matches(actor.hand, own, n=1, cutoff=0.8) if actor.hand not in own else []
    if close:  # anything that lies about may be in a hand, but this is a slip of the pen
        raise BadInput(
            f"{actor.hand!r} is not among the weapons", field=f"{where}.hand", expected=f"did you mean {close[0]!r}?"
        )
    for worn in actor.armour:
        worn.left = worn.hp if worn.left == DERIVED else worn.left
        if meat(actor) < worn.min_meat:
            raise BadInput(f"Meat {meat(actor)}", field=f"{where}.armour", expected=f"Meat {worn.min_meat} for {worn.name}")
        if worn.shields and not any(shield.key == worn.key for shield in actor.shields):
            actor.shields += [Shield(key=worn.key, name=worn.name, hp=hp) for hp in worn.shields]


def check_combos(state: Icar, actor: Actor, where: str) -> None:
    """icar.close.build.max-six, icar.close.build.requirements"""
    if len(actor.combos) > MAX_COMBOS:
        raise BadInput(f"{len(actor.combos)} combos", field=f"{where}.combos", expected=f"at most {MAX_COMBOS}")
    names = [combo.name for combo in actor.combos]
    if len(set(names)) < len(names):
        raise BadInput("two combos of one name", field=f"{where}.combos", expected="a name for each")
    for place, combo in enumerate(actor.combos):
        here = f"{where}.combos.{place}"
        for key in combo.moves:
            if key not in MOVES:
                raise BadInput(f"no move {key!r}", field=here, expected=suggest(key, MOVES))
        if any(char in combo.name for char in '+ /="') or not combo.name:
            raise BadInput(f"name = {combo.name!r}", field=here, expected="one word")
        late = [key for at, key in enumerate(combo.moves) if not fits_place(combo.moves, at)]
        if combo.agreed and late:  # what the table agrees on are levels, not an order in which the moves cannot be made
            raise BadInput(f"{late[0]} only comes first", field=here, expected="ways up before all other moves")
        battle = max(attribute_of(actor, "battle"), len(combo.moves))  # icar.ruling.battle-change: too long, it only rests
        faults = [] if combo.agreed else why_not_built(state, combo.moves, battle, actor.skills)
        faults = [fault for fault in faults if fault.rule != "icar.ruling.trip-level" or actor.skills.get(SF, 0) < 1]
        if faults:
            raise BadInput(str(faults[0]), field=here, expected="moves the skills allow, or agreed = true")


def check_condition(state: Icar, actor: Actor, where: str) -> None:
    check_others(state, actor, where)
    check_figures(actor, where)
    check_place(state, actor, where)
    for effect in actor.disabled:
        if effect not in AUG_EFFECTS:
            raise BadInput(f"{effect!r} cannot be off", field=f"{where}.disabled", expected=suggest(effect, AUG_EFFECTS))


def check_others(state: Icar, actor: Actor, where: str) -> None:
    """Whoever is named is somebody else, and a holder could hold."""
    for name, who in (("held-by", actor.held_by), ("tripped-by", actor.tripped_by), ("aim", actor.aim), ("aimed", actor.aimed)):
        if who and who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field=f"{where}.{name}", expected=suggest(who, state.roster))
        if who == actor.id:
            raise BadInput(f"{name} = {who!r}", field=f"{where}.{name}", expected="somebody else")
    holder = state.roster.get(actor.held_by)
    if holder is not None and not (able(holder) and conscious(actor) and within_reach(state, holder, actor)):
        raise BadInput(f"held by {holder.id}", field=f"{where}.held-by", expected="somebody able, within reach")


def check_figures(actor: Actor, where: str) -> None:
    if (actor.dying or actor.stable) and actor.hp > 0:
        raise BadInput(f"dying or stable at {actor.hp} hit points", field=where, expected="hp = 0 or less")
    if actor.stun > actor.max_stun or actor.hp > actor.max_hp:
        raise BadInput(
            f"hp {actor.hp}, stun {actor.stun}", field=where, expected=f"at most {actor.max_hp} and {actor.max_stun}"
        )


def check_place(state: Icar, actor: Actor, where: str) -> None:
    for name, aboard in (("aboard", actor.aboard), ("inside", actor.inside)):
        holders = [other.id for other in state.roster.values() if not person(other)]
        if aboard and aboard not in holders:
            expected = suggest(aboard, holders) if holders else "a vehicle or spacecraft, of which there is none"
            raise BadInput(f"{name} = {aboard!r}", field=f"{where}.{name}", expected=expected)


# --- things that can be hacked ---------------------------------------------------------------------------------
def check_things(state: Icar, content: Content) -> None:
    names = [thing.name for thing in state.things]
    for place, thing in enumerate(state.things):
        where = f"now.things.{place}"
        if thing.kind not in THINGS:
            raise BadInput(f"no kind {thing.kind!r}", field=f"{where}.kind", expected=suggest(thing.kind, THINGS))
        if thing.size not in SIZES:
            raise BadInput(f"size = {thing.size!r}", field=f"{where}.size", expected=suggest(thing.size, SIZES))
        if thing.name in state.roster or names.count(thing.name) > 1 or not thing.name:
            raise BadInput(f"name = {thing.name!r}", field=f"{where}.name", expected="a name of its own")
        if thing.joins and (len(set(thing.joins)) != 2 or thing.kind not in (DOOR, AIRLOCK)):
            raise BadInput(f"joins = {thing.joins}", field=f"{where}.joins", expected="a door or airlock between two areas")
        if thing.barriers < 0:
            raise BadInput(f"barriers = {thing.barriers}", field=f"{where}.barriers", expected="0 (as its kind has) or more")
    for index, actor in enumerate(state.roster.values()):
        for key in actor.daemons:
            content.entry("daemons", key, f"combatant.{index}.daemons")
    for place, hack in enumerate(state.hacks):
        check_work(state, hack.by, hack.target, f"now.hacks.{place}")
    for place, daemon in enumerate(state.at_work):
        content.entry("daemons", daemon.key, f"now.at-work.{place}.key")
        check_work(state, daemon.by, daemon.target, f"now.at-work.{place}")
        if daemon.turns < 0:
            raise BadInput(f"turns = {daemon.turns}", field=f"now.at-work.{place}.turns", expected="0 or more")


def check_work(state: Icar, by: str, target: str, where: str) -> None:
    """A hacker there is, at something there is."""
    if by not in state.roster:
        raise BadInput(f"nobody is called {by!r}", field=f"{where}.by", expected=suggest(by, state.roster))
    known = [*state.roster, *(thing.name for thing in state.things)]
    if target not in known:
        raise BadInput(f"nothing is called {target!r}", field=f"{where}.target", expected=suggest(target, known))
