"""Rolling initiative, and presets: responses held ready that go off on a trigger."""

from __future__ import annotations

from starfray.engine.dice import total
from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM, Tally
from starfray.rulebooks.hybrid.actions import GiveUp, HoldPreset, SetPreset
from starfray.rulebooks.hybrid.check import chance_of, passed
from starfray.rulebooks.hybrid.clock import reach
from starfray.rulebooks.hybrid.energy import exert
from starfray.rulebooks.hybrid.figures import perception_tally, reaction
from starfray.rulebooks.hybrid.state import ATTACKS, Fighter, Hybrid, Preset, fighter

TRIGGERS = ("attack", "draw", "close", "move", "anything", "gm")
RESPONSES = ("blow", "shoot", "mind", "close", "dodge", "drop")
PRESET_DF = 4  # hybrid.initiative.preset.perception
LATE = 5  # hybrid.initiative.failed-perception


def roll_initiative(state: Hybrid, table: Table, one: Fighter, bonus: Tally, times: int = 1) -> None:
    """2d6 + 8 - reaction speed, counted from now; what is under 1 becomes speed points. hybrid.initiative.roll"""
    bonus.add(8, "hybrid.initiative.roll")
    bonus.add(-reaction(state, one), "hybrid.initiative.reaction-speed")
    if times > 1:
        bonus.add(-reaction(state, one), "hybrid.initiative.preset.speed", "twice")
    raw = table.roll("hybrid.initiative.roll", one.id, total(2, 6), bonus) + bonus.total
    floor = 0 if state.rulings.get("initiative-floor") == "zero" else 1  # hybrid.ruling.initiative-floor
    if one.speed_points:
        table.emit("hybrid.ruling.speed-point-value", one.id, number=one.speed_points)  # unspent points lapse
    one.speed_points = max(0, floor - raw)
    if one.speed_points:
        table.emit("hybrid.initiative.speed-points", one.id, number=one.speed_points)
        table.emit("hybrid.ruling.initiative-floor", one.id, number=floor)
    one.initiative = state.count + max(floor, raw)
    one.wait_until = 0
    one.resting = -1
    table.emit("hybrid.action.begin", one.id, number=one.initiative, note="chooses on this count")


# --- presets ---------------------------------------------------------------------------------------------------


def set_preset(state: Hybrid, table: Table, act: SetPreset) -> None:
    """An action of no counts; the holder is not ready meanwhile. hybrid.ruling.preset-in-play"""
    one = fighter(state, act.actor)
    if act.trigger not in TRIGGERS:
        raise Refused("hybrid.initiative.preset.definition", f"{act.trigger!r} is no trigger", TRIGGERS)
    if act.response not in RESPONSES:
        raise Refused("hybrid.initiative.preset.definition", f"{act.response!r} is no response", RESPONSES)
    if act.until <= state.count:
        raise Refused(
            "hybrid.ruling.preset-in-play",
            f"it is count {state.count}; hold it until a later one",
            [f"{state.count + 1} or more"],
        )
    for who in (act.of, act.target):
        if who:
            fighter(state, who)
    if act.weapon and act.weapon not in [each.key for each in one.weapons]:
        raise Refused("hybrid.initiative.preset.definition", f"{one.id} has no {act.weapon!r}", [w.key for w in one.weapons])
    if one.moved == state.count:
        raise Refused("hybrid.ruling.accel", "the movement was the choice", ["carry-on"])
    one.preset = Preset(
        trigger=act.trigger,
        of=act.of,
        response=act.response,
        target=act.target,
        weapon=act.weapon,
        words=act.words,
        since=state.count,
    )
    one.wait_until = act.until
    one.resting = -1
    table.emit(
        "hybrid.ruling.preset-in-play",
        one.id,
        number=act.until,
        only=one.side or GM,
        note=f"{act.response} on {act.words or act.trigger}",
    )


def give_up(state: Hybrid, table: Table, act: GiveUp) -> None:
    """On any later count the holder may drop it and choose. hybrid.ruling.preset-in-play"""
    one = fighter(state, act.actor)
    if one.preset is None or one.preset.fired:
        raise Refused("hybrid.ruling.preset-in-play", f"{one.id} holds no preset", ["wait"])
    if one.preset.since == state.count:
        raise Refused("hybrid.ruling.preset-in-play", "it is given up on a later count, not at once", ["wait"])
    one.preset = None
    one.wait_until = 0
    one.initiative = max(one.initiative, state.count)
    table.emit("hybrid.ruling.preset-in-play", one.id, number=state.count, note="given up", only=one.side or GM)


def interrupts(state: Hybrid, table: Table, one: Fighter, kinds: tuple[str, ...]) -> None:
    """Somebody begins something: whose preset does it set off? In roster order."""
    if one.hidden:
        return  # nobody reacts to what nobody sees
    for place, holder in enumerate(state.roster.values()):
        preset = holder.preset
        if preset is None or preset.fired or not holder.able or holder.side == one.side:
            continue
        if preset.of in ("", one.id) and triggers(table, holder, preset, one, kinds):
            go_off(state, table, holder, one)
        table.same("hybrid.ruling.preset-in-play", place)


def triggers(table: Table, holder: Fighter, preset: Preset, one: Fighter, kinds: tuple[str, ...]) -> bool:
    if preset.trigger == "gm":
        prompt = f"{one.id} begins: {' and '.join(kinds)}. Does that set off {holder.id}'s preset ({preset.words})?"
        return table.confirm("hybrid.initiative.preset.definition", GM, prompt)
    if preset.trigger == "anything":
        return True
    return preset.trigger in kinds or (preset.trigger == "attack" and any(each in ATTACKS for each in kinds))


def go_off(state: Hybrid, table: Table, holder: Fighter, one: Fighter) -> None:
    """Perception at +4; made, reaction counts twice; failed, five counts later. hybrid.initiative.preset.speed"""
    assert holder.preset is not None
    holder.preset.fired = True
    if not holder.preset.target:
        holder.preset.target = one.id
    table.emit("hybrid.initiative.preset.definition", holder.id, one.id)
    noticed(state, table, holder, "hybrid.initiative.preset.perception")


def noticed(state: Hybrid, table: Table, holder: Fighter, rule: str) -> None:
    df = perception_tally(state, table, holder)
    df.add(PRESET_DF, "hybrid.initiative.preset.perception", "preset")
    made = passed(table, rule, holder.id, chance_of(table, df))
    table.same(rule, made)
    bonus = table.tally()
    if not made:
        bonus.add(LATE, "hybrid.initiative.failed-perception")
    roll_initiative(state, table, holder, bonus, 2 if made else 1)


def next_price(one: Fighter) -> int | None:
    """The count on which ceil(held / MST) - 1 grows by one; None if nothing is held. hybrid.ruling.preset-hold"""
    if one.preset is None or one.preset.fired:
        return None
    return one.preset.since + (one.preset.paid + 1) * max(1, one.stats.mst) + 1


def hold_preset(state: Hybrid, table: Table, act: HoldPreset) -> None:
    """Longer than MST counts cost MFT. hybrid.initiative.preset.hold"""
    one = state.roster[act.who]
    preset = one.preset
    assert preset is not None
    reach(state, next_price(one) or 0)  # it may be held no longer than to this very count
    preset.paid += 1
    table.emit("hybrid.initiative.preset.hold", one.id, number=1, only=one.side or GM)
    table.emit("hybrid.ruling.preset-hold", one.id, number=state.count - preset.since, only=one.side or GM)
    exert(table, one, 1, mind=True)
