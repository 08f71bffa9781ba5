"""From sheet to fight: what a person's figures are derived from, and what may not be."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.errors import BadInput, suggest
from starfray.rulebooks.icar.core import attribute_of
from starfray.rulebooks.icar.ground.moves import MAX_COMBOS, MOVES, SF, fits_place, why_not_built
from starfray.rulebooks.icar.ground.people import DYING_TURNS, HUMAN_HP, STABILISE_TRIES, meat, person
from starfray.rulebooks.icar.ground.records import DERIVED, FIRST, UNTOLD, Shield
from starfray.rulebooks.icar.hacking.reach import AUG_EFFECTS
from starfray.rulebooks.icar.hacking.setup import check_things
from starfray.rulebooks.icar.state import Actor, Icar


def start_ground(state: Icar, content: Content) -> None:
    if state.roster and not any(person(one) for one in state.roster.values()):
        raise BadInput("nobody is on foot", field="kind", expected='kind = "space" or "vehicle", or a person')
    for index, one in enumerate(state.roster.values()):
        if person(one):
            check_condition(state, one, f"combatant.{index}")
    check_things(state, content)
    for who in state.ground.order:
        if who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field="now.ground.order", expected=suggest(who, state.roster))
    if state.turn < 0:
        raise BadInput(f"turn = {state.turn}", field="now.turn", expected="0 (not begun) or more")
    ground = state.ground
    if state.turn == 0 and (ground.shots or ground.asked or ground.held or ground.acting or ground.order):
        raise BadInput("the fight has not begun", field="now.turn", expected="turn = 1 or more")
    if state.turn > 0 and not state.ground.order:
        state.ground.order = [one.id for one in sorted(state.roster.values(), key=lambda one: -one.initiative) if person(one)]


def derive_person(state: Icar, one: Actor, where: str) -> None:
    """Hit points, Stun, magazines, armour: of everybody, whatever the kind of fight."""
    if one.max_hp == DERIVED:
        one.max_hp = max([suit.hp for suit in one.suits], default=HUMAN_HP)
    if one.max_stun == DERIVED:
        one.max_stun = 5 + 2 * meat(one)  # icar.ruling.stun-max
    one.hp = one.max_hp if one.hp == UNTOLD else one.hp
    one.stun = one.max_stun if one.stun == UNTOLD else one.stun
    if one.stun <= 0 and not one.asleep:
        one.asleep = max(1, -one.stun)  # icar.stun.zero
    if one.hp <= 0 and not (one.dying or one.stable or one.out):
        one.dying, one.tries = DYING_TURNS, STABILISE_TRIES  # icar.hp.zero
    for weapon in one.weapons:
        weapon.rounds = weapon.magazine if weapon.rounds == DERIVED else weapon.rounds
        if not 0 <= weapon.rounds <= weapon.magazine:
            raise BadInput(f"rounds = {weapon.rounds}", field=f"{where}.weapons", expected=f"0 to {weapon.magazine}")
    if one.hand == FIRST:
        one.hand = one.weapons[0].key if one.weapons else ""
    for worn in one.armour:
        worn.left = worn.hp if worn.left == DERIVED else worn.left
        if meat(one) < worn.min_meat:
            raise BadInput(f"Meat {meat(one)}", field=f"{where}.armour", expected=f"Meat {worn.min_meat} for {worn.name}")
        if worn.shields and not any(each.key == worn.key for each in one.shields):
            one.shields += [Shield(key=worn.key, name=worn.name, hp=hp) for hp in worn.shields]
    check_combos(state, one, where)


def check_combos(state: Icar, one: Actor, where: str) -> None:
    """icar.close.build.max-six, icar.close.build.requirements"""
    if len(one.combos) > MAX_COMBOS:
        raise BadInput(f"{len(one.combos)} combos", field=f"{where}.combos", expected=f"at most {MAX_COMBOS}")
    names = [combo.name for combo in one.combos]
    if len(set(names)) < len(names):
        raise BadInput("two combos of one name", field=f"{where}.combos", expected="a name for each")
    for place, combo in enumerate(one.combos):
        here = f"{where}.combos.{place}"
        for key in combo.moves:
            if key not in MOVES:
                raise BadInput(f"no move {key!r}", field=here, expected=suggest(key, MOVES))
        if any(char in combo.name for char in '+ /="') or not combo.name:
            raise BadInput(f"name = {combo.name!r}", field=here, expected="one word")
        late = [key for at, key in enumerate(combo.moves) if not fits_place(combo.moves, at)]
        if combo.agreed and late:  # what the table agrees on are levels, not an order in which the moves cannot be made
            raise BadInput(f"{late[0]} only comes first", field=here, expected="ways up before all other moves")
        battle = max(attribute_of(one, "battle"), len(combo.moves))  # icar.ruling.battle-change: too long, it only rests
        faults = [] if combo.agreed else why_not_built(state, combo.moves, battle, one.skills)
        faults = [fault for fault in faults if fault.rule != "icar.ruling.trip-level" or one.skills.get(SF, 0) < 1]
        if faults:
            raise BadInput(str(faults[0]), field=here, expected="moves the skills allow, or agreed = true")


def check_condition(state: Icar, one: Actor, where: str) -> None:
    for name, who in (("held-by", one.held_by), ("tripped-by", one.tripped_by), ("aim", one.aim), ("aimed", one.aimed)):
        if who and who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field=f"{where}.{name}", expected=suggest(who, state.roster))
    if one.stun > one.max_stun or one.hp > one.max_hp:
        raise BadInput(f"hp {one.hp}, stun {one.stun}", field=where, expected=f"at most {one.max_hp} and {one.max_stun}")
    for name, aboard in (("aboard", one.aboard), ("inside", one.inside)):
        holders = [each.id for each in state.roster.values() if not person(each)]
        if aboard and aboard not in holders:
            raise BadInput(f"{name} = {aboard!r}", field=f"{where}.{name}", expected=suggest(aboard, holders))
    for effect in one.disabled:
        if effect not in AUG_EFFECTS:
            raise BadInput(f"{effect!r} cannot be off", field=f"{where}.disabled", expected=suggest(effect, AUG_EFFECTS))
    counts = [
        ("asleep", one.asleep), ("dying", one.dying), ("away", one.away), ("tries", one.tries), ("tasks", one.tasks),
        ("quick", one.quick), ("swapped", one.swapped), ("blinded", one.blinded), ("burning", one.burning),
        *((f"armour.{place}.left", worn.left) for place, worn in enumerate(one.armour)),
        *((f"shields.{place}.{name}", number) for place, shield in enumerate(one.shields)
          for name, number in (("hp", shield.hp), ("taken", shield.taken), ("wait", shield.wait))),
    ]  # fmt: skip
    for name, number in counts:
        if number < 0:
            raise BadInput(f"{name} = {number}", field=f"{where}.{name}", expected="0 or more")
