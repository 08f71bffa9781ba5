"""The blanks of the forms: whom, with what, and within which bounds."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.values import Field, Option, Tally
from starfray.rulebooks.hybrid.attack import out_of_range
from starfray.rulebooks.hybrid.choosing import add_speed, crowded, holds_off, time_of, usable
from starfray.rulebooks.hybrid.clock import out_of_turn, rate_of
from starfray.rulebooks.hybrid.figures import range_of
from starfray.rulebooks.hybrid.initiative import RESPONSES, TRIGGERS
from starfray.rulebooks.hybrid.injury import CALLED
from starfray.rulebooks.hybrid.manoeuvres import STANCES, too_far
from starfray.rulebooks.hybrid.moves import moves_of
from starfray.rulebooks.hybrid.skills import capped_by, rank_with
from starfray.rulebooks.hybrid.state import RATES, Fighter, Hybrid, Weapon, are_closed, fighter
from starfray.rulebooks.hybrid.tricks import held_weapon

FAR = 60.0  # metres on the map a form offers
WAYS_OF = {"blow": ("melee",), "shoot": ("missile", "thrown"), "mind": ("mental",)}


def foes_of(state: Hybrid, one: Fighter) -> list[Fighter]:
    return [each for each in state.roster.values() if each.side != one.side and not each.fallen and not each.hidden]


def can_strike(state: Hybrid, one: Fighter, other: Fighter, weapon: Weapon) -> bool:
    return not out_of_range(state, one, other, weapon) and not holds_off(state, one, other, weapon)


def reachable(state: Hybrid, one: Fighter, kind: str) -> list[Fighter]:
    """Whom a kind of attack may be aimed at with something at hand or to be drawn."""
    if kind == "disarm":
        melee = usable(state, one, ("melee",))
        return [
            each
            for each in foes_of(state, one)
            if held_weapon(each) is not None
            and any(can_strike(state, one, each, weapon) and not crowded(state, one, each, weapon) for weapon in melee)
        ]
    ways = WAYS_OF.get(kind, ("melee", "missile", "thrown", "mental"))
    weapons = usable(state, one, ways)
    if kind in ("blow", "shoot"):
        weapons = [*weapons, *(each for each in drawable(one) if each.way in ways and not each.shield)]
    return [each for each in foes_of(state, one) if any(can_strike(state, one, each, weapon) for weapon in weapons)]


def targets(state: Hybrid, one: Fighter) -> list[Fighter]:
    """Whom something at hand can strike at once."""
    weapons = usable(state, one, ("melee", "missile", "thrown"))
    return [each for each in foes_of(state, one) if any(can_strike(state, one, each, weapon) for weapon in weapons)]


def closable(state: Hybrid, one: Fighter) -> list[Fighter]:
    return [
        each for each in foes_of(state, one) if each.able and not are_closed(state, one, each) and not too_far(state, one, each)
    ]


def drawable(one: Fighter) -> list[Weapon]:
    return [each for each in one.weapons if not each.in_hand and not each.natural and each.hands <= one.hands]


def costs(one: Fighter, weapon: Weapon) -> bool:
    """Can this one pay for a mental attack?"""
    return one.mft + one.mex >= weapon.cost


def bleeders(state: Hybrid, one: Fighter) -> list[Fighter]:
    return [each for each in state.roster.values() if each.bleeding and (each.side == one.side or not each.hidden)]


def strange(one: Fighter) -> list[Weapon]:
    return [each for each in one.weapons if each.unfamiliar]


def people(found: list[Fighter]) -> list[Option]:
    return [Option(each.id, each.name) for each in found]


def note_of(state: Hybrid, one: Fighter, weapon: Weapon) -> str:
    time = Tally()
    add_speed(state, time, one, weapon)
    return f"lands on count {state.count + time_of(time)}"


def things(state: Hybrid, one: Fighter, weapons: list[Weapon]) -> list[Option]:
    return [Option(each.key, each.name, "hybrid.action.resolve", note_of(state, one, each)) for each in weapons]


def fields_of(state: Hybrid, content: Content, one: Fighter, kind: str) -> list[Field]:
    points = Field("points", "number", high=one.speed_points, required=False, default="0", hint="speed points spent")
    if kind in ("blow", "shoot", "mind"):
        return attack_fields(state, one, kind, points)
    if kind == "florentine":
        weapons = things(state, one, usable(state, one, ("melee", "missile", "thrown", "mental")))
        whom = people(reachable(state, one, kind))
        return [
            Field("target", "combatant", whom),
            Field("weapon", "item", weapons, hint="the primary"),
            Field("second", "item", weapons),
            Field("second-target", "combatant", whom, required=False),
        ]
    if kind == "feint":
        weapons = things(state, one, usable(state, one, ("melee", "missile", "thrown")))
        return [Field("weapon", "item", weapons, required=False), points]
    if kind == "disarm":
        weapons = things(state, one, usable(state, one, ("melee",)))
        whom = people(reachable(state, one, kind))
        return [Field("target", "combatant", whom), Field("weapon", "item", weapons, required=False), points]
    if kind == "close":
        return [Field("target", "combatant", people(closable(state, one))), points]
    if kind in ("grapple", "overbear", "throw", "improve", "break-free", "let-go"):
        return hand_fields(state, one, kind, points)
    if kind in ("move", "preset"):
        return move_fields(state, one) if kind == "move" else preset_fields(state, one)
    return other_fields(state, content, one, kind, points)


def attack_fields(state: Hybrid, one: Fighter, kind: str, points: Field) -> list[Field]:
    ways = WAYS_OF[kind]
    ready = usable(state, one, ways)
    to_draw = [] if kind == "mind" else [each for each in drawable(one) if each.way in ways and not each.shield]
    slowest = max([each.speed for each in (*ready, *to_draw)], default=1)
    single = [each for each in ready if not each.area]
    whom = reachable(state, one, kind)
    if kind == "shoot" and not whom and blasts(one, ready):
        return point_fields(state, one, blasts(one, ready), points)
    fields = [
        Field("target", "combatant", people(whom), required=bool(single) or kind != "mind"),
        Field("weapon", "item", things(state, one, [*ready, *to_draw]), required=not ready),
        points,
        Field("rush", "number", high=slowest, required=False, default="0", hint="counts to take, fewer than it needs"),
        Field("set-up", "flag", required=False, default="no", hint="as long again, +20 % and 2 % per rank"),
    ]
    if kind == "mind":
        return [*fields, Field("thing", "text", required=False, hint="a thing instead of somebody")]
    fields += [
        Field("at", "choice", [Option(each) for each in CALLED], required=False, hint="a called location"),
        Field("how", "choice", manners(one), required=False, hint="spin, jump: 1.5 x damage, 1.5 x time"),
    ]
    if to_draw:
        fields += [
            Field("draw", "flag", required=not ready, default="no", hint="draw the weapon first"),
            Field("fast", "flag", required=False, default="no", hint="by a roll, in half the time"),
        ]
    if any(capped_by(state, one, rank_with(one, each) or 0) for each in (*ready, *to_draw)):
        fields.append(Field("unlock", "flag", required=False, default="no", hint="roll against the filter skill first"))
    lenders = [each for each in one.skills if any(weapon.skill not in one.skills for weapon in ready)]
    if lenders:
        fields.append(Field("skill", "choice", [Option(each) for each in lenders], required=False, hint="a related skill"))
    if kind == "blow":
        club = Field("club", "flag", required=bool(crowding(state, one)), default="no", hint="a long weapon, closed upon")
        return [*fields, club]
    fields.append(Field("lob", "flag", required=False, default="no", hint=f"indirect, within {one.stats.pst} m"))
    if blasts(one, ready):
        fields.append(where_to(one, blasts(one, ready), required=False))
    return fields


def blasts(one: Fighter, weapons: list[Weapon]) -> list[Weapon]:
    """What can be thrown at a point; nobody can who is nowhere on the map."""
    return [each for each in weapons if each.blast] if one.at is not None else []


def where_to(one: Fighter, weapons: list[Weapon], *, required: bool) -> Field:
    far = max(range_of(one, each) for each in weapons)
    return Field("to", "point", high=far, required=required, centre=one.at, hint="where the blast is aimed")


def point_fields(state: Hybrid, one: Fighter, weapons: list[Weapon], points: Field) -> list[Field]:
    """Nobody is to be seen within range: a blast may still be thrown somewhere."""
    return [
        Field("weapon", "item", things(state, one, weapons), required=False),
        where_to(one, weapons, required=True),
        points,
        Field("set-up", "flag", required=False, default="no", hint="as long again, +20 % and 2 % per rank"),
    ]


def manners(one: Fighter) -> list[Option]:
    own = {each.key: each for each in one.moves}
    return [
        Option(each, own[each].name, note=f"DF {own[each].df}, {own[each].damage:g} x damage, {own[each].time:g} x time")
        if each in own
        else Option(each)
        for each in moves_of(one)
    ]


def hand_fields(state: Hybrid, one: Fighter, kind: str, points: Field) -> list[Field]:
    if kind in ("improve", "let-go"):
        whom = [fighter(state, each.held) for each in state.holds if each.holder == one.id]
    elif kind == "break-free":
        whom = [fighter(state, each.holder) for each in state.holds if each.held == one.id]
    else:
        whom = [each for each in foes_of(state, one) if are_closed(state, one, each)]
    target = Field("target", "combatant", people(whom))
    return [target] if kind == "let-go" else [target, points]


def move_fields(state: Hybrid, one: Fighter) -> list[Field]:
    rates = [Option(each, note=f"{rate_of(one.pmv, each):.1f} m/s") for each in (RATES[:2] if one.prone else RATES)]
    fields = [Field("rate", "choice", rates)]
    others = [each for each in state.roster.values() if each is not one and (each.side == one.side or not each.hidden)]
    if one.at is not None:
        fields.append(Field("to", "point", high=FAR, required=False, centre=one.at))
    fields.append(Field("toward", "combatant", people(others), required=False))
    return fields


def preset_fields(state: Hybrid, one: Fighter) -> list[Field]:
    foes = people(foes_of(state, one))
    return [
        Field("trigger", "choice", [Option(each) for each in TRIGGERS]),
        Field("response", "choice", [Option(each) for each in RESPONSES]),
        Field("until", "number", low=state.count + 1, high=state.count + 200, hint="given up on that count"),
        Field("of", "combatant", foes, required=False, hint="whose act; any foe's"),
        Field("target", "combatant", foes, required=False, hint="whoever sets it off"),
        Field("weapon", "item", [Option(each.key, each.name) for each in one.weapons], required=False),
        Field("words", "text", required=False, hint="the trigger in words, for the GM"),
    ]


def other_fields(state: Hybrid, content: Content, one: Fighter, kind: str, points: Field) -> list[Field]:
    if kind == "draw":
        return [
            Field("weapon", "item", [Option(each.key, each.name) for each in drawable(one)]),
            points,
            Field("fast", "flag", required=False, default="no", hint="by a roll, in half the time"),
        ]
    if kind == "discard":
        return [Field("weapon", "item", [Option(each.key, each.name) for each in one.weapons if each.in_hand])]
    if kind == "familiarise":
        return [Field("weapon", "item", [Option(each.key, each.name) for each in strange(one)])]
    if kind == "stance":
        foes = people(foes_of(state, one))
        hows = [Option(each) for each in STANCES if foes or each != "advance"]
        if out_of_turn(state, one):  # waiting: hybrid.ruling.wait
            hows = [Option("retreat")]
        return [Field("how", "choice", hows), Field("target", "combatant", foes, required=bool(foes))]
    if kind in ("release", "rise", "look", "hide"):
        return [points]
    if kind == "evade":
        options = [Option("yes")] if one.evading and one.mind_evading else [Option("no"), Option("yes")]
        if out_of_turn(state, one) or not (one.evading or one.mind_evading):
            options = [Option("no")]
        return [
            Field("stop", "choice", options, required=one.evading, default="no"),
            Field("mind", "flag", required=False, default="no", hint="of the mind"),
        ]
    if kind == "aid":
        return [Field("target", "combatant", people(bleeders(state, one)))]
    if kind == "work":
        return work_fields(content)
    if kind == "wait":
        return [Field("until", "number", low=state.count + 1, high=state.count + 100, hint="a later count")]
    return []


def work_fields(content: Content) -> list[Field]:
    tables = content.tables
    tasks = [
        Option(key, str(row["name"]), note=f"{row['time']} counts")
        for key, row in tables["tasks"].items()
        if row["unit"] == "counts" and row["time"]
    ]
    return [
        Field("task", "choice", tasks),
        Field("skill", "choice", [Option(key) for key in tables["skills"]], required=False),
        Field("difficulty", "number", low=-30, high=30, required=False, default="0"),
        Field("set-up", "flag", required=False, default="no"),
    ]


def crowding(state: Hybrid, one: Fighter) -> list[str]:
    """Who stands too close for a weapon in hand."""
    weapons = usable(state, one, ("melee",))
    return [each.id for each in foes_of(state, one) if any(crowded(state, one, each, weapon) for weapon in weapons)]
