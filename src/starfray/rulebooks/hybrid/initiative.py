"""Rolling initiative, and what sets off a preset."""

from __future__ import annotations

from starfray.engine.rules import GM, Table, Tally, total
from starfray.rulebooks.hybrid.derived import perception_tally, reaction
from starfray.rulebooks.hybrid.skill_check import chance_of, passed
from starfray.rulebooks.hybrid.state import ATTACKS, Fighter, Hybrid, Preset

PRESET_DF = 4  # hybrid.initiative.preset.perception
LATE = 5  # hybrid.initiative.failed-perception


def roll_initiative(state: Hybrid, table: Table, actor: Fighter, bonus: Tally, times: int = 1) -> None:
    """2d6 + 8 - reaction speed, counted from now; what is under 1 becomes speed points. hybrid.initiative.roll"""
    bonus.add(8, "hybrid.initiative.roll")
    bonus.add(-reaction(state, actor), "hybrid.initiative.reaction-speed")
    if times > 1:
        bonus.add(-reaction(state, actor), "hybrid.initiative.preset.speed", "twice")
    raw = table.roll("hybrid.initiative.roll", actor.id, total(2, 6), bonus) + bonus.total
    floor = 0 if state.ruling("initiative-floor") == "zero" else 1  # hybrid.ruling.initiative-floor
    if raw < floor:  # hybrid.ruling.speed-point-value: kept until they are spent, on one task or several
        actor.speed_points += floor - raw
        table.emit("hybrid.initiative.speed-points", actor.id, number=floor - raw)
        table.emit("hybrid.ruling.initiative-floor", actor.id, number=floor)
    actor.initiative = state.count + max(floor, raw)
    actor.wait_until = 0
    actor.resting = -1
    actor.backed_off = False
    table.emit("hybrid.action.begin", actor.id, number=actor.initiative, note="chooses on this count")


# --- presets ---------------------------------------------------------------------------------------------------
def interrupts(state: Hybrid, table: Table, actor: Fighter, kinds: tuple[str, ...]) -> None:
    """Somebody begins something: whose preset does it set off? In roster order. hybrid.initiative.preset.definition"""
    for place, holder in enumerate(state.roster.values()):
        if actor.hidden and holder.side != actor.side:
            continue  # nobody reacts to what nobody sees
        preset = waiting_for(holder, actor)
        if preset is None:
            continue
        if triggers(table, holder, preset, actor, kinds):
            go_off(state, table, holder, actor)
        table.merge("hybrid.ruling.preset-in-play", place)


def waiting_for(holder: Fighter, actor: Fighter) -> Preset | None:
    """The preset this one's act may set off: any foe's act, if nobody was named; a friend's only if the friend was."""
    preset = holder.preset
    if preset is None or preset.fired or not holder.able:
        return None
    awaited = preset.of == actor.id if preset.of else holder.side != actor.side
    return preset if awaited else None


def triggers(table: Table, holder: Fighter, preset: Preset, actor: Fighter, kinds: tuple[str, ...]) -> bool:
    if preset.trigger == "gm":
        prompt = f"{actor.id} begins: {' and '.join(kinds)}. Does that set off {holder.id}'s preset ({preset.words})?"
        return table.confirm("hybrid.initiative.preset.definition", GM, prompt)
    if preset.trigger == "anything":
        return True
    return preset.trigger in kinds or (preset.trigger == "attack" and any(kind in ATTACKS for kind in kinds))


def go_off(state: Hybrid, table: Table, holder: Fighter, actor: Fighter) -> None:
    """Perception at +4; made, reaction counts twice; failed, five counts later. hybrid.initiative.preset.speed"""
    assert holder.preset is not None
    holder.preset.fired = True
    if not holder.preset.target:
        holder.preset.target = actor.id
    table.emit("hybrid.initiative.preset.definition", holder.id, actor.id)
    df = perception_tally(state, table, holder)
    df.add(PRESET_DF, "hybrid.initiative.preset.perception", "preset")
    noticed = passed(table, "hybrid.initiative.preset.perception", holder.id, chance_of(table, df))
    table.merge("hybrid.initiative.preset.perception", noticed)
    bonus = table.tally()
    if not noticed:
        bonus.add(LATE, "hybrid.initiative.failed-perception")
    roll_initiative(state, table, holder, bonus, 2 if noticed else 1)
