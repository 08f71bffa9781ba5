"""The forms: what somebody on foot may do now, with what chance, and why not the rest."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.values import Field, Form, Option, Tally
from starfray.rulebooks.icar.core import ATTRIBUTES, SKILL_ATTRIBUTE, attribute_of, chance, take_off_ability
from starfray.rulebooks.icar.ground.basics import gun_of, pace
from starfray.rulebooks.icar.ground.chosen import chain, gets_up, swaps_of, why_unusable
from starfray.rulebooks.icar.ground.combo import NPC_TN, add_combo
from starfray.rulebooks.icar.ground.escape import why_no_escape
from starfray.rulebooks.icar.ground.fire import add_circumstances, why_no_fire, why_not_holding
from starfray.rulebooks.icar.ground.medicine import why_no_hypo, why_no_stabilise
from starfray.rulebooks.icar.ground.moves import AKARAK, MOVES, difficulty_of
from starfray.rulebooks.icar.ground.people import (
    down,
    foes,
    gun_in_hand,
    is_aug,
    known_metres,
    parted,
    people,
    person,
    pinned,
    skill_of,
    within_reach,
)
from starfray.rulebooks.icar.ground.records import Combo
from starfray.rulebooks.icar.ground.shields import why_no_restart, why_no_shield
from starfray.rulebooks.icar.ground.spend import why_not_free, why_not_up
from starfray.rulebooks.icar.hacking.legal import hacking_forms
from starfray.rulebooks.icar.hacking.records import AIRLOCK, DOOR
from starfray.rulebooks.icar.state import Actor, Icar

MAIN, FREE, QUICK = "main action", "free", "main action or quick task"


def legal(state: Icar, who: str) -> list[Form]:
    """Everything there is in a ground fight; the modest ones last."""
    one = state.roster[who]
    return [*forms(state, who), *hacking_forms(state, one), hold_form(state, one), stand_by_form(state, one)]


def forms(state: Icar, who: str) -> list[Form]:
    """The actions of people on foot, in whatever kind of fight."""
    one = state.roster[who]
    return [
        hit_form(state, one),
        combo_form(state, one),
        escape_form(state, one),
        fire_form(state, one),
        aim_form(state, one),
        move_form(state, one),
        magazine_form(state, one),
        weapon_form(state, one),
        rest_form(state, one),
        vehicle_form(state, one),
        out_form(state, one),
        shield_form(state, one),
        restart_form(state, one),
        *medicine_forms(state, one),
        attempt_form(state, one),
        say_form(state, one),
        quick_form(state, one),
    ]


def attribute_field(skill: str) -> Field:
    return Field(
        "attribute",
        "choice",
        [Option(each) for each in ATTRIBUTES],
        required=False,
        default=SKILL_ATTRIBUTE.get(skill, ""),
        hint="another than the usual one needs the GM's word",
    )


def option_of(one: Actor, note: str = "") -> Option:
    return Option(one.id, one.name, note=note)


def near_foes(state: Icar, one: Actor) -> list[Actor]:
    return [each for each in foes(state, one) if within_reach(state, one, each)]


def hit_form(state: Icar, one: Actor) -> Form:
    form = Form(
        "hit",
        MAIN,
        [],
        why_not_free(state, one, "hit"),
        "icar.close.once.always",
        "close combat",
        hints=["icar.close.attribute"],
    )
    near = near_foes(state, one)
    if form.refused is None and not near:
        form.refused = Refused("icar.ruling.close-reach", "nobody is within 2 m", ["move"])
    if form.refused is None:
        form.fields = [Field("target", "combatant", [option_of(each) for each in near])]
        if not one.hand:
            form.fields.append(Field("thing", "text", required=False, hint="what lies about and is swung"))
        form.fields.append(attribute_field("street-fighting"))
    return form


def combo_form(state: Icar, one: Actor) -> Form:
    """icar.close.combo.describe-first: the words come before the die"""
    hints = ["icar.close.combo.definition", "icar.close.swap.must-describe", "icar.close.aug.alike", "icar.close.skill-rolled"]
    if skill_of(one, AKARAK):
        hints.append("icar.close.skill.aa-swap-only")
    form = Form("combo", MAIN, [], why_not_free(state, one, "combo"), "icar.turn.combo", "close combat", hints=hints)
    near = near_foes(state, one)
    usable = [each for each in one.combos if why_unusable(state, one, each) is None]
    swaps = swaps_of(state, one)
    if form.refused is None and not usable:
        rule = "icar.close.combo.choose" if one.pc or one.combos else "icar.ruling.combo-npc"
        form.refused = Refused(rule, f"{one.id} has no combo to use", ["hit"])
    elif form.refused is None and not near:
        form.refused = Refused("icar.ruling.close-reach", "nobody is within 2 m", ["move"])
    elif form.refused is None and down(one):
        usable = [each for each in usable if gets_up(one, each.moves, one.held_by) or swaps]
        if not any(gets_up(one, each.moves, one.held_by) for each in usable) and not gets_up(one, swaps, one.held_by):
            form.refused = Refused("icar.ruling.down-choice", f"{one.id} knows no way up in a combo", ["escape"])
    if form.refused is not None:
        return form
    combos = [Option(each.name, note=combo_note(state, one, each.name), rule="icar.close.build.record") for each in usable]
    places = max(len(each.moves) for each in usable)
    changes = [
        Option(f"{place}:{key}", note=f"+{MOVES[key].difficulty}", rule="icar.close.swap.grant")
        for place in range(1, places + 1)
        for key in swaps
        if place <= 1 + ways_before(usable) or not MOVES[key].first
    ]
    form.fields = [
        Field("foes", "list", [option_of(each) for each in near]),
        Field("combos", "list", combos),
        Field("words", "text", required=False, default=usable[0].words, hint="say how it goes, or it fails"),
        Field("swap", "list", changes, required=False),
        attribute_field("street-fighting"),
        Field("victim", "combatant", [option_of(each) for each in foes(state, one)], required=False, hint="whom Puppet shoots"),
    ]
    if not one.hand and any("strike" in each.moves for each in usable):
        form.fields.append(Field("thing", "text", required=False, hint="what is picked up to strike with"))
    if is_aug(one):
        form.fields.append(Field("crush", "flag", required=False, hint="an Aug: as much Damage as Stun"))
    return form


def ways_before(combos: list[Combo]) -> int:
    """How many ways up stand at the head of a combo already: another may follow them. icar.ruling.swap-place"""
    return max(int(MOVES[each.moves[0]].first) for each in combos)


def combo_note(state: Icar, one: Actor, name: str) -> str:
    """The chance at 10, with the usual attribute."""
    mine = chain(state, one, name, [], "")
    tally = Tally(False)
    tally.add(NPC_TN, "icar.close.combo.npc-tn")
    add_combo(tally, one, mine, "battle", 1)
    combo = next(each for each in one.combos if each.name == name)
    return f"difficulty {difficulty_of(combo)}, {round(100 * chance(tally.total))} % against 10"


def escape_form(state: Icar, one: Actor) -> Form:
    refused = why_not_free(state, one, "escape") or why_no_escape(one)
    form = Form("escape", MAIN, [], refused, "icar.close.pinned" if pinned(one) else "icar.close.prone.stand", "close combat")
    if refused is None and pinned(one):
        form.fields = [Field("attribute", "choice", [Option("meat"), Option("shift")], required=False)]
    return form


def targets_of(state: Icar, one: Actor) -> list[Actor]:
    """Foes in sight, and as far as anybody has said within the reach of the gun."""
    gun = gun_in_hand(one)
    reach = gun.reach if gun is not None else 0
    found = [each for each in foes(state, one) if not parted(state, one, each)]
    return [each for each in found if (known_metres(state, one, each) or 0) <= reach] if reach else found


def fire_form(state: Icar, one: Actor) -> Form:
    form = Form(
        "fire",
        MAIN,
        [],
        why_no_fire(state, one),
        "icar.turn.fire",
        "shooting",
        hints=["icar.fire.scope", "icar.fire.harder", "icar.fire.easier", "icar.ruling.fire-modifiers"],
    )
    found = targets_of(state, one)
    if form.refused is None and not found:
        form.refused = Refused("icar.fire.state", "nobody is in sight")
    gun = gun_in_hand(one)
    if form.refused is None and gun is not None:
        form.hint = f"{gun.name}: {gun.damage} Damage, {gun.rounds} of {gun.magazine} shots"
        form.fields = [
            Field("targets", "list", [option_of(each, shot_note(state, one, each)) for each in found]),
            Field("spot", "text", required=False, hint="a chosen spot: 3 harder"),
            attribute_field("shooting"),
        ]
    return form


def shot_note(state: Icar, one: Actor, other: Actor) -> str:
    """The chance of a single plain shot, as far as the range is known."""
    far = known_metres(state, one, other)
    gun = gun_in_hand(one)
    if far is None or gun is None:
        return "the range is the GM's to say"
    tally = Tally(False)
    add_circumstances(tally, state, one, other, far, 1, "")
    take_off_ability(tally, one, "shooting", "battle")
    return f"{round(far, 1):g} m, {round(100 * chance(tally.total - gun.to_hit))} %"


def aim_form(state: Icar, one: Actor) -> Form:
    form = Form("aim", MAIN, [], why_not_free(state, one, "aim"), "icar.ruling.aim", "shooting")
    found = targets_of(state, one)
    if form.refused is None and (gun_in_hand(one) is None or not found):
        form.refused = Refused("icar.ruling.aim", "no gun in the hand, or nobody in sight")
    if form.refused is None:
        form.fields = [Field("target", "combatant", [option_of(each) for each in found])]
    return form


def move_form(state: Icar, one: Actor) -> Form:
    form = Form("move", QUICK, [], why_not_free(state, one, "move"), "icar.turn.move", "turn", hints=["icar.combat.metres"])
    if form.refused is not None:
        return form
    if one.at is not None:
        form.fields.append(Field("to", "point", high=pace(state, one), centre=one.at))
        if state.scene.cover:
            form.fields.append(Field("cover", "flag", required=False))
    else:
        known = [each for each in people(state) if each is not one and known_metres(state, one, each) is not None]
        if known and not one.aboard:
            form.fields.append(Field("toward", "combatant", [option_of(each) for each in known]))
            form.fields.append(Field("metres", "number", low=-pace(state, one), high=pace(state, one)))
    doors = [each for each in state.things if each.kind in (DOOR, AIRLOCK) and each.open and one.area in each.joins]
    rooms = [area for door in doors for area in door.joins if area != one.area]
    if rooms:
        form.fields.append(Field("area", "choice", [Option(each) for each in rooms], required=not form.fields))
    if not form.fields:
        form.refused = Refused("icar.turn.move", "nobody has said where anything is")
    return form


def magazine_form(state: Icar, one: Actor) -> Form:
    form = Form("change-magazine", QUICK, [], why_not_free(state, one, "change-magazine"), "icar.turn.change-magazine", "turn")
    guns = [each for each in one.weapons if each.gun and each.rounds < each.magazine and each.spares and not each.apart]
    guns = [each for each in guns if gun_of(one, each.key) is each]
    if form.refused is None and not guns:
        form.refused = Refused("icar.ruling.magazine", "no gun wants a magazine, or none is left")
    if form.refused is None:
        form.fields = [Field("weapon", "item", [Option(each.key, each.name) for each in guns])]
    return form


def weapon_form(state: Icar, one: Actor) -> Form:
    form = Form("change-weapon", QUICK, [], why_not_free(state, one, "change-weapon"), "icar.turn.change-weapon", "turn")
    others = [each for each in one.weapons if each.key != one.hand and not each.apart]
    if form.refused is None and not others and not one.hand:
        form.refused = Refused("icar.fire.sheet.ownership", "there is no other weapon")
    if form.refused is None:
        options = [Option(each.key, each.name, note=each.type) for each in others]
        form.fields = [Field("weapon", "item", options, required=not one.hand, hint="none: empty hands")]
    return form


def rest_form(state: Icar, one: Actor) -> Form:
    form = Form("recover-stun", MAIN, [], why_not_free(state, one, "recover-stun"), "icar.turn.recover-stun", "turn")
    if form.refused is None and one.stun >= one.max_stun:
        form.refused = Refused("icar.ruling.stun-recovery", "there is nothing to shake off")
    return form


def vehicle_form(state: Icar, one: Actor) -> Form:
    form = Form("get-in", QUICK, [], why_not_free(state, one, "get-in"), "icar.turn.vehicle", "turn")
    there = [each for each in state.roster.values() if not person(each) and not each.out and within_reach(state, one, each)]
    if form.refused is None and (one.aboard or not there):
        form.refused = Refused("icar.turn.vehicle", "already aboard" if one.aboard else "no vehicle is within reach")
    if form.refused is None:
        form.fields = [Field("vehicle", "combatant", [option_of(each) for each in there])]
        if any(each.craft is not None for each in there):
            form.fields.append(Field("hull", "flag", required=False, hint="only onto a spacecraft's hull"))
    return form


def out_form(state: Icar, one: Actor) -> Form:
    form = Form("get-out", QUICK, [], why_not_free(state, one, "get-out"), "icar.turn.vehicle", "turn")
    if form.refused is None and not one.aboard and not one.inside:
        form.refused = Refused("icar.turn.vehicle", f"{one.id} is in no vehicle")
    return form


def shield_form(state: Icar, one: Actor) -> Form:
    hints = ["icar.shield.high-energy", *(["icar.ruling.shield-multi"] if len(one.shields) > 1 else [])]
    refused = why_not_up(state, one) or why_no_shield(one)
    return Form("shield-on", FREE, [], refused, "icar.turn.shield-on", "shield", hints=hints)


def restart_form(state: Icar, one: Actor) -> Form:
    refused = why_not_free(state, one, "restart-shield") or why_no_restart(one)
    fields = [] if refused is not None else [attribute_field("micro-engineering")]
    return Form("restart-shield", MAIN, fields, refused, "icar.shield.restart", "shield")


def medicine_forms(state: Icar, one: Actor) -> list[Form]:
    """Friends first; a medic may help an enemy, too."""
    reached = [each for each in people(state) if each is one or within_reach(state, one, each)]
    near = [each for each in reached if each.side == one.side] + [each for each in reached if each.side != one.side]
    dying = [each for each in near if why_no_stabilise(each) is None]
    stunned = [each for each in near if why_no_hypo(each) is None]
    stunned.sort(key=lambda each: each.stun >= each.max_stun // 2)  # who has half of it or more keeps what there is
    locked = [each for each in near if each.disabled]
    kit = any(each.hypo for each in one.kit)
    return [
        patient_form(state, one, "stabilise", dying, "icar.hp.stabilise", "nobody within reach is dying", "medicine"),
        patient_form(
            state,
            one,
            "hypo",
            stunned if kit else [],
            "icar.heal.stun.hypo",
            "nobody within reach needs it" if kit else "no kit with a hypo",
            "medicine",
        ),
        patient_form(
            state, one, "unlock", locked, "icar.hack.aug.unlock", "nobody within reach is locked in", "bionics-engineering"
        ),
    ]


def patient_form(state: Icar, one: Actor, kind: str, whom: list[Actor], rule: str, why: str, skill: str) -> Form:
    form = Form(kind, MAIN, [], why_not_free(state, one, kind), rule, "medicine")
    if form.refused is None and not whom:
        form.refused = Refused(rule, why)
    if form.refused is None:
        form.fields = [Field("patient", "combatant", [option_of(each) for each in whom]), attribute_field(skill)]
    return form


def attempt_form(state: Icar, one: Actor) -> Form:
    form = Form(
        "attempt",
        MAIN,
        [],
        why_not_free(state, one, "attempt"),
        "icar.combat.free-choice",
        "turn",
        hints=["icar.check.free-tn", "icar.tn.table"],
    )
    if form.refused is None:
        skills = [Option(each, note=str(one.skills.get(each, 0))) for each in SKILL_ATTRIBUTE]
        form.fields = [Field("words", "text"), Field("skill", "choice", skills), attribute_field("")]
    return form


def say_form(state: Icar, one: Actor) -> Form:
    refused = why_not_up(state, one) or (Refused("icar.turn.say", "one thing a turn") if one.said else None)
    return Form("say", FREE, [] if refused else [Field("words", "text")], refused, "icar.turn.say", "word")


def quick_form(state: Icar, one: Actor) -> Form:
    refused = why_not_up(state, one)
    if refused is None and one.asked_quick:
        refused = Refused("icar.ruling.actions-per-turn", "the GM has been asked this turn")
    fields = [] if refused else [Field("words", "text", required=False)]
    return Form("quick-task", FREE, fields, refused, "icar.turn.quick-tasks", "word")


def hold_form(state: Icar, one: Actor) -> Form:
    refused = why_not_up(state, one) or why_not_holding(state, one)
    return Form("hold-fire", FREE, [], refused, "icar.fire.declare-order", "shooting")


def stand_by_form(state: Icar, one: Actor) -> Form:
    hint = f"{attribute_of(one, 'shift') - one.tasks} hacking actions left" if one.acted == "hack" else ""
    return Form("stand-by", MAIN, [], why_not_up(state, one), "icar.combat.free-choice", "word", hint)
