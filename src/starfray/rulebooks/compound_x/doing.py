"""Skill checks, abilities, lights, cloaks, words and glances: what else one does in a turn."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.dice import total
from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.actions import Calm, Cloak, Flashlight, Free, LookOut, Skill, UseAbility, UseKit
from starfray.rulebooks.compound_x.attachments import mounted
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.dice import score
from starfray.rulebooks.compound_x.health import lose_aim
from starfray.rulebooks.compound_x.held import Happening
from starfray.rulebooks.compound_x.interrupts import interrupts
from starfray.rulebooks.compound_x.shooting import reveal
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, fighter, hostile, pay
from starfray.rulebooks.compound_x.stats import (
    SKILL_STAT,
    STAT_NAMES,
    add_skill,
    critical_range_of,
    frail,
    is_blind,
    saving_throw,
    skill_check,
    why_unskilled,
)

FREE = {
    "talk": "cx.actions.talk", "bearings": "cx.actions.bearings", "glance": "cx.free.def",
    "shut-eyes": "cx.free.def", "open-eyes": "cx.free.def", "weapon-light": "cx.ruling.flashlight",
}  # fmt: skip
PINNED_DC = 70
WORDS = {"talk": "a few words", "glance": "a glance", "shut-eyes": "eyes shut", "open-eyes": "eyes open"}


def skill(state: CompoundX, table: Table, act: Skill) -> None:
    """1 Action; with the hands it lays one open in melee, with the feet not. cx.actions.skill, cx.opportunity.skill"""
    one = fighter(state, act.actor)
    stat = act.stat or SKILL_STAT.get(act.skill, "intelligence")
    if stat not in STAT_NAMES:
        raise Refused("cx.presumed.skill-check", f"no stat {stat!r}", list(STAT_NAMES))
    fault = why_unskilled(state, one, act.skill, stat)
    if fault is not None:
        raise fault
    if not 1 <= act.dc <= 200:
        raise Refused("cx.presumed.skill-check", f"a DC of {act.dc}", ["1 to 200"])
    limbs = act.limbs and act.skill != "acrobatics"  # a grenade is booted away, not picked up
    pay(one, 1, "cx.actions.skill")
    one.stirred = True
    table.emit("cx.actions.skill", one.id, number=1, note=act.skill)
    if interrupts(state, table, Happening("skill", one, limbs=limbs)):
        dull = -20 if act.skill == "insight" and frail(state, one, "perception") else 0  # cx.ruling.frail
        skill_check(table, one, act.skill, stat, act.dc, "cx.presumed.skill-check", dull)


def use_ability(state: CompoundX, table: Table, act: UseAbility) -> None:
    """A spell or another ability costs 1 Action; what it does is said in words. cx.actions.spell"""
    one = fighter(state, act.actor)
    if not act.text:
        raise Refused("cx.actions.spell", "what is done?", ['text="…"'])
    pay(one, 1, "cx.actions.spell")
    if interrupts(state, table, Happening("acts", one)):
        table.emit("cx.actions.spell", one.id, note=act.text)


def free_action(state: CompoundX, table: Table, act: Free) -> None:
    """Almost no time, no fixed number; the GM's patience is the limit. cx.free.def, cx.free.limit"""
    one = fighter(state, act.actor)
    if act.what not in FREE:
        raise Refused("cx.free.def", f"{act.what!r} is no free action", list(FREE))
    if act.what == "weapon-light":
        switch_weapon_light(table, one)
        return
    one.eyes_shut = act.what == "shut-eyes" or (one.eyes_shut and act.what != "open-eyes")
    table.emit(FREE[act.what], one.id, note=act.text or WORDS.get(act.what, ""))
    table.emit("cx.free.limit", one.id)
    if one.eyes_shut:
        lose_aim(table, one, "cx.aim.cease.impaired")


def switch_weapon_light(table: Table, one: Fighter) -> None:
    """On the gun it is free by its entry. cx.ruling.flashlight"""
    guns = [each for each in one.weapons if each.in_hand]
    if not any(each.kind == "light" for gun in guns for each in mounted(table.content, gun)):
        raise Refused("cx.ruling.flashlight", f"{one.id} has no light on a gun in hand", ["flashlight"])
    one.light_on = not one.light_on
    table.emit("cx.ruling.flashlight", one.id, note="on" if one.light_on else "off")


def flashlight(state: CompoundX, table: Table, act: Flashlight) -> None:
    """A light in the hand takes an Action. cx.actions.flashlight"""
    one = fighter(state, act.actor)
    pay(one, 1, "cx.actions.flashlight")
    if interrupts(state, table, Happening("acts", one)):
        one.light_on = not one.light_on
        table.emit("cx.actions.flashlight", one.id, number=1)


def cloak(state: CompoundX, table: Table, act: Cloak) -> None:
    """Hidden from everybody while the nanites last; any attack ends it. cx.ruling.stealth-reveal"""
    one = fighter(state, act.actor)
    rows = {key: table.content.entry("modules", key) for key in one.modules}
    cloaks = [key for key, row in rows.items() if row.get("kind") == "cloak" and act.module in ("", key)]
    if not cloaks:
        raise Refused("cx.adv.tradeoff", f"{one.id} has no such cloak", [])
    row = rows[cloaks[0]]
    if one.skills.get(str(row["skill"]), 0) < int(row["least"]):
        raise Refused("cx.adv.skillreq", f"the {row['name']} takes {row['skill']} {row['least']}", [])
    if one.cloaked or one.hidden:
        raise Refused("cx.ruling.stealth-reveal", f"{one.id} is hidden already", [])
    if one.nanites < int(row["nanites"]):
        raise Refused("cx.presumed.nanites", f"it takes {row['nanites']} nanites", [])
    if one.engaged:
        raise Refused("cx.stealth.condition", f"{one.id} is in melee", ["run"])
    pay(one, 1, "cx.actions.spell")
    if interrupts(state, table, Happening("acts", one)):
        one.nanites -= int(row["nanites"])
        one.cloaked, one.hidden = cloaks[0], True
        table.emit("cx.stealth.condition", one.id, note=str(row["name"]))


def use_kit(state: CompoundX, table: Table, act: UseKit) -> None:
    """A nanite pack is taken up and gives what its dice say, up to what one can hold. cx.actions.draw, cx.presumed.nanites"""
    one = fighter(state, act.actor)
    fault = why_not_kit(table.content, one, act.kit)
    if fault is not None:
        raise fault
    row = table.content.entry("kits", act.kit)
    pay(one, 1, "cx.actions.draw")
    table.emit("cx.actions.draw", one.id, note=str(row["name"]))
    if interrupts(state, table, Happening("acts", one)):
        one.kits[act.kit] -= 1
        gained = int(row["nanites"]) + table.roll("cx.presumed.nanites", one.id, total(int(row["nanite-dice"]), 10))
        one.nanites = min(one.max_nanites, one.nanites + gained)
        table.emit("cx.presumed.nanites", one.id, number=one.nanites)


def why_not_kit(content: Content, one: Fighter, kit: str) -> Refused | None:
    packs = [key for key, count in one.kits.items() if count > 0 and content.tables["kits"].get(key, {}).get("nanites")]
    if kit not in packs:
        return Refused("cx.presumed.nanites", f"{one.id} has no {kit!r} to use up", packs)
    if one.nanites >= one.max_nanites:
        return Refused("cx.presumed.nanites", f"{one.id} has all the nanites there is room for", [])
    return None


def look_out(state: CompoundX, table: Table, act: LookOut) -> None:
    """1 Action, a Spotting check. A cloak has its DC, lower while its wearer stirs; whoever else is hidden the GM reveals.

    Whoever is noticed is pointed out to everybody. cx.ruling.stealth-reveal
    """
    one = fighter(state, act.actor)
    fault = why_unskilled(state, one, "spotting", "perception")
    if fault is not None:
        raise fault
    if is_blind(one):
        raise Refused("cx.presumed.conditions", f"{one.id} is blind", [])
    pay(one, 1, "cx.actions.skill")
    table.emit("cx.actions.skill", one.id, number=1, note="spotting")
    if not interrupts(state, table, Happening("acts", one)):
        return
    tally = table.tally(one)
    add_skill(tally, one, "spotting", "perception")
    shown = table.roll("cx.presumed.skill-check", one.id, score(tally.total, critical_range_of(one)), tally)
    table.emit("cx.actions.bearings", one.id, number=shown)
    for other in state.roster.values():
        if other.cloaked and hostile(one, other):
            row = table.content.entry("modules", other.cloaked)
            if shown > int(row["detect-moving" if other.stirred else "detect"]):
                reveal(table, other)


def calm(state: CompoundX, table: Table, act: Calm) -> None:
    """Fear leaves flight or a Will save; being pinned down ends by one too. cx.presumed.conditions"""
    one = fighter(state, act.actor)
    pinned = suffers(one, "pinned-down")
    if not one.fear and not pinned:
        raise Refused("cx.presumed.conditions", f"{one.id} is not afraid", [])
    pay(one, 1, "cx.actions.skill")
    if saving_throw(table, one, "will", one.fear or PINNED_DC, "cx.presumed.saves"):
        if not one.fear:
            one.conditions = [each for each in one.conditions if each.kind != "pinned-down"]
        one.fear = 0
        table.emit("cx.presumed.conditions", one.id, note="calm again")
