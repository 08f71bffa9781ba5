"""The forms: what a crew member may choose now, at what chance, and why not the rest. Figures for cards, too."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.values import Field, Form, Line, Option, Tally
from starfray.rulebooks.icar.core import ATTRIBUTES, SKILL_ATTRIBUTE, ability, chance, take_off_ability
from starfray.rulebooks.icar.doubt import guessed
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.space.actions import ACTIONS
from starfray.rulebooks.icar.space.allowed import why_not
from starfray.rulebooks.icar.space.crew import (
    at_role,
    crewed,
    foes_of,
    open_craft,
    open_roles,
    ship,
    swappable_roles,
    vessel,
    within_reach,
)
from starfray.rulebooks.icar.space.gunnery import HULL, add_shot, targetable
from starfray.rulebooks.icar.space.hackers import DOORS, HACKS, add_hack
from starfray.rulebooks.icar.space.operations import STANCES
from starfray.rulebooks.icar.space.options import (
    OPTIONS,
    TALKING,
    RoleOption,
    add_target_number,
    helps_of,
    stn_effect,
    stn_so_far,
)
from starfray.rulebooks.icar.space.records import ENGINEER
from starfray.rulebooks.icar.state import Actor, Icar

FREE = {
    "decide": "icar.space.ops.final-say",
    "sue-for-peace": "icar.space.end.peace",
    "strategy": "icar.space.strategy",
    "take-role": "icar.space.small-crew.swap",
}
ADVICE = {"take-role": ["icar.space.jobs"], "stand-by": ["icar.space.confer"]}


def legal(state: Icar, who: str) -> list[Form]:
    one = state.roster[who]
    return [form_of(state, one, kind) for kind in ACTIONS]


def form_of(state: Icar, one: Actor, kind: str) -> Form:
    refused = why_not(state, one, kind)
    if kind in FREE:
        form = Form(kind, "free", [], refused, FREE[kind], "word", hints=ADVICE.get(kind, []))
    elif kind == "stand-by":
        form = Form(kind, "option", [], refused, "icar.combat.free-choice", "word", hints=ADVICE[kind])
    else:
        option = OPTIONS[kind]
        form = Form(kind, "option", [], refused, option.rule, option.role, hints=ADVICE.get(kind, []))
        if refused is None:
            form.hint = hint(state, one, option)
    if refused is None:
        form.fields = fields_of(state, one, kind)
        if kind == "shoot" and not form.fields[0].options:
            form.refused = Refused("icar.space.end.run-away.no-jump", "nobody is within reach of the guns", ["stand-by"])
        if kind == "hack-craft" and not form.fields[0].options:
            form.refused = Refused("icar.space.hacker.no-gaia", "no way into any enemy craft", ["stand-by"])
    return form


def hint(state: Icar, one: Actor, option: RoleOption) -> str:
    """The chance, where it depends on a blank the best one; and what a pass brings. icar.space.stn.options"""
    if option.kind == "shoot":
        best = max((shot_percent(state, one, each, HULL) for each in in_range(state, one)), default=0)
        return f"STN {stn_so_far(state)} so far, hull or shield {best} %"
    if option.kind == "hack-craft":
        return ", ".join(f"{hack} {round(100 * chance(hack_need(one, hack)))} %" for hack in HACKS)
    if option.kind == "cajole":
        skill = min(TALKING, key=lambda each: need_of(state, one, option, each))
        return f"{skill} {percent(need_of(state, one, option, skill))}, STN -2 or more"
    if not option.tn and not (option.kind == "travel" and ruled(state, "travel") == "check"):
        return "no check"
    brings = f", STN {stn_effect(state, option):+d}" if option.stn else ""
    brings += f", pilot's target number {option.pilot:+d}" if option.pilot else ""
    return percent(need_of(state, one, option)) + brings


def percent(need: int) -> str:
    return f"{max(2, min(10, need))}+ on the die, {round(100 * chance(need))} %"


def need_of(state: Icar, one: Actor, option: RoleOption, skill: str = "", attribute: str = "") -> int:
    tally = Tally(False)
    add_target_number(state, tally, one, option)
    take_off_ability(tally, one, skill or option.skill, attribute)
    return tally.total


def hack_need(one: Actor, hack: str) -> int:
    tally = Tally(False)
    add_hack(tally, one, hack)
    return tally.total


def fields_of(state: Icar, one: Actor, kind: str) -> list[Field]:
    craft = ship(vessel(state, one))
    if kind == "decide":
        return [Field("stance", "choice", [Option(each) for each in STANCES])]
    if kind == "take-role":
        return [
            Field(
                "role",
                "choice",
                [
                    *(Option(each, note="vacant") for each in open_roles(state, one)),
                    *(Option(each, note="to change places") for each in swappable_roles(state, one)),
                ],
            )
        ]
    if kind == "strategy":
        return [Field("case", "text", hint="why the crew has the advantage")]
    if kind == "sue-for-peace":
        return [Field("words", "text", required=False)]
    if kind == "travel":
        return [Field("system", "choice", [Option(each) for each in craft.inoperable if each != one.at_system])]
    if kind in ("stand-by", "light-jump"):
        return []
    if kind == "shoot":
        return shot_fields(state, one)
    if kind == "hack-craft":
        return hack_fields(state, one)
    first: list[Field] = []
    if kind == "investigate":
        first = [Field("target", "combatant", [Option(each.id, each.name) for each in foes_of(state, vessel(state, one))])]
    elif kind == "help-eng":
        first = [Field("engineer", "combatant", [Option(each.id, each.name) for each in at_role(state, one.aboard, ENGINEER)])]
    elif kind == "cajole":
        spoken = [Field("skill", "choice", [talk(state, one, each) for each in TALKING]), Field("speech", "text")]
        return [*spoken, attribute_field("")]
    chances = {each: percent(need_of(state, one, OPTIONS[kind], "", each)) for each in ATTRIBUTES}
    return [*first, attribute_field(OPTIONS[kind].skill, chances)]


def talk(state: Icar, one: Actor, skill: str) -> Option:
    return Option(skill, note=f"{round(100 * chance(need_of(state, one, OPTIONS['cajole'], skill)))} %")


def attribute_field(skill: str, chances: dict[str, str] | None = None) -> Field:
    options = [Option(each, note=chances[each] if chances else "") for each in ATTRIBUTES]
    return Field(
        "attribute",
        "choice",
        options,
        required=False,
        default=SKILL_ATTRIBUTE.get(skill, ""),
        hint="another than the usual one needs the GM's word",
    )


def shot_fields(state: Icar, one: Actor) -> list[Field]:
    foes = in_range(state, one)
    targets = [Option(each.id, each.name, note=f"hull {shot_percent(state, one, each, HULL)} %") for each in foes]
    aims = [Option(HULL, rule="icar.space.gunner.hull-or-shield", note=aim_chances(state, one, foes, HULL))]
    bare = [each for each in foes if not ship(each).shields]
    for key in dict.fromkeys(key for each in bare for key in targetable(state, ship(each))):
        having = [each for each in bare if key in targetable(state, ship(each))]
        aims.append(Option(key, rule="icar.space.gunner.system", note=aim_chances(state, one, having, key)))
    return [
        Field("target", "combatant", targets),
        Field("aim", "choice", aims, required=False, default=HULL),
        attribute_field("shooting"),
    ]


def in_range(state: Icar, one: Actor) -> list[Actor]:
    """Enemy craft a gunner can shoot at."""
    return [each for each in foes_of(state, vessel(state, one)) if within_reach(each)]


def aim_chances(state: Icar, one: Actor, foes: list[Actor], aim: str) -> str:
    """The chance against each craft that can be aimed at there."""
    return ", ".join(f"{each.id} {shot_percent(state, one, each, aim)} %" for each in foes)


def hack_fields(state: Icar, one: Actor) -> list[Field]:
    craft = open_craft(state, one)
    hacks = []
    for hack, (system, _, rule) in HACKS.items():
        if hack == DOORS or any(system in ship(each).systems for each in craft):
            hacks.append(Option(hack, rule=rule, note=percent(hack_need(one, hack))))
    return [
        Field("target", "combatant", [Option(each.id, each.name) for each in craft]),
        Field("system", "choice", hacks),
        attribute_field("hacking"),
    ]


def shot_percent(state: Icar, one: Actor, target: Actor, aim: str) -> int:
    tally = Tally(False)
    add_shot(state, tally, one, target, aim)
    return round(100 * chance(tally.total))


# --- cards -----------------------------------------------------------------------------------------------------


def describe(state: Icar, one: Actor) -> list[Line]:
    return person_card(state, one) if one.craft is None else craft_card(state, one)


def craft_card(state: Icar, one: Actor) -> list[Line]:
    craft = ship(one)
    lines = [
        Line(
            "shields",
            f"{craft.shields}/{craft.max_shields}" + (" (hit)" if craft.shield_hit else ""),
            "craft.shields",
            "icar.space.shield.count",
            guessed(one, "craft.shields", "craft.max-shields"),
        ),
        Line(
            "hull damage",
            f"{craft.hull_damage}/{craft.hull} K",
            "craft.hull-damage",
            "icar.space.hull.accumulate",
            guessed(one, "craft.hull-damage", "craft.systems"),
        ),
        Line(
            "clusters",
            " ".join(f"{each}K" for each in craft.clusters) or "none",
            "craft.clusters",
            "icar.space.damage.clusters",
            guessed(one, "craft.clusters"),
        ),
    ]
    if crewed(state, one.id):
        lines.append(
            Line("base STN", str(craft.base_stn), "craft.base-stn", "icar.space.stn.base", guessed(one, "craft.base-stn"))
        )
    else:
        lines.append(Line("gunner", str(one.gunner), "gunner", "icar.space.enemy.ability", guessed(one, "gunner")))
        lines.append(Line("STN", str(one.stn), "stn", "icar.space.enemy.stn", guessed(one, "stn")))
    if one.id == state.space.up:
        terms = " ".join(f"{each.amount:+d}" for each in state.space.stn)
        lines.append(Line("STN now", f"{stn_so_far(state)} = {terms}", "", "icar.space.stn.sum"))
    if craft.inoperable:
        lines.append(
            Line(
                "inoperable",
                ", ".join(craft.inoperable),
                "craft.inoperable",
                "icar.space.system.limits",
                guessed(one, "craft.inoperable"),
            )
        )
    if craft.hacked or craft.hack_coming:
        off = ", ".join([*craft.hacked, *(f"{key} next turn" for key in craft.hack_coming)])
        lines.append(Line("switched off", off, "craft.hacked", "icar.ruling.space-hack-effect", guessed(one, "craft.hacked")))
    words = conditions(one)
    if words:
        lines.append(Line("condition", ", ".join(words)))
    return lines


def conditions(one: Actor) -> list[str]:
    craft = ship(one)
    words = [one.out] if one.out else []
    words += [f"Operations says {craft.stance}"] if craft.stance else []
    words += ["running away"] if craft.running else []
    words += ["out of range"] if craft.away else []
    words += ["cannot be shot at"] if craft.untouchable else []
    words += ["the enemy's plan is read"] if craft.foreseen else []
    return words


def person_card(state: Icar, one: Actor) -> list[Line]:
    lines = [Line("role", one.role or "passenger", "role", "icar.space.roles.assign")]
    if one.role and one.aboard in state.roster:
        skill = next(option.skill for option in OPTIONS.values() if option.role == one.role)
        lines.append(Line(skill.replace("-", " "), f"{ability(one, skill)} + D10", f"skills.{skill}", "icar.check.core"))
    if one.at_system:
        lines.append(Line("at", one.at_system, "at-system", "icar.space.eng.travel"))
    if one.cluster:
        lines.append(Line("cluster", str(one.cluster), "cluster", "icar.ruling.gunner-cluster"))
    helps = helps_of(state, one)
    if helps:
        words = f"{sum(each.amount for each in helps):+d} by " + ", ".join(each.by for each in helps)
        lines.append(Line("target number", words, "", "icar.space.stn.check"))
    taken = state.space.acted.get(one.id)
    if taken or one.out:
        lines.append(Line("this turn", one.out or str(taken)))
    return lines
