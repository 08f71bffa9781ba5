"""Skill checks, abilities, lights, cloaks, words and glances: what else one does in a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Refused, Table, flag, one_of, suggest
from starfray.rulebooks.compound_x.attachments import mounted
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.dice import HIGH, resist, score, summed
from starfray.rulebooks.compound_x.engagement import behind_barrier
from starfray.rulebooks.compound_x.health import lose_aim
from starfray.rulebooks.compound_x.interrupts import Declaration, interrupts, show, undertake
from starfray.rulebooks.compound_x.opposed import resisted
from starfray.rulebooks.compound_x.sight import sees_plainly, watchers
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, fighter, hostile, pay, unnoticed
from starfray.rulebooks.compound_x.stats import (
    STAT_NAMES,
    add_skill,
    critical_range_of,
    frail,
    is_blind,
    saving_throw,
    skill_check,
    why_unskilled,
)
from starfray.rulebooks.compound_x.volley import reveal

FREE = {
    "talk": "cx.actions.talk", "bearings": "cx.actions.bearings", "glance": "cx.free.def",
    "shut-eyes": "cx.free.def", "open-eyes": "cx.free.def", "weapon-light": "cx.ruling.flashlight",
}  # fmt: skip
PINNED_DC = 70
DIFFICULTY = {100: "extreme", 90: "severe", 80: "intense", 70: "significant", 60: "substantial", 50: "moderate", 40: "mild",
              30: "slight", 20: "basic", 10: "trivial"}  # fmt: skip
WORDS = {"talk": "a few words", "glance": "a glance", "shut-eyes": "eyes shut", "open-eyes": "eyes open"}


@dataclass(frozen=True, slots=True)
class Skill(Action):
    """Any other skill check the GM sets a DC for."""

    KIND: ClassVar[str] = "skill"
    skill: str
    dc: int = 50
    stat: str = ""
    limbs: bool = True


@dataclass(frozen=True, slots=True)
class UseAbility(Action):
    """A spell or another ability: 1 Action, its effect in words."""

    KIND: ClassVar[str] = "use-ability"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Free(Action):
    """A free action: talk, look round, shut one's eyes, switch a weapon light."""

    KIND: ClassVar[str] = "free"
    what: str = "talk"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Flashlight(Action):
    KIND: ClassVar[str] = "flashlight"


@dataclass(frozen=True, slots=True)
class Cloak(Action):
    """Switch a cloak on, paid with nanites."""

    KIND: ClassVar[str] = "cloak"
    module: str = ""


@dataclass(frozen=True, slots=True)
class UseKit(Action):
    """Take up something that is used up at once: a nanite pack."""

    KIND: ClassVar[str] = "use-kit"
    kit: str = "nanite-pack"


@dataclass(frozen=True, slots=True)
class LookOut(Action):
    """Look for somebody hidden or cloaked."""

    KIND: ClassVar[str] = "look-out"


@dataclass(frozen=True, slots=True)
class Hide(Action):
    """Slip out of everybody's mind, from where nobody sees one."""

    KIND: ClassVar[str] = "hide"


@dataclass(frozen=True, slots=True)
class Calm(Action):
    """A Will save against Fear."""

    KIND: ClassVar[str] = "calm"


def skill_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    stat, limbs = one_of("stat", STAT_NAMES, required=False), flag("limbs", "with the hands")
    limbs.default = "yes"
    dc = Field("dc", "number", low=10, high=100, default="50", label="DC")
    skills = [key for key, row in content.tables["skills"].items() if row.get("quick") or key in actor.skills]
    return [one_of("skill", skills), dc, stat, limbs]


def skill(state: CompoundX, table: Table, action: Skill) -> None:
    """1 Action; with the hands it lays one open in melee, with the feet not. cx.actions.skill, cx.opportunity.skill"""
    actor = fighter(state, action.actor)
    skills = table.content.tables["skills"]
    if action.skill not in skills:
        raise Refused("cx.presumed.skill-check", f"no skill {action.skill!r}", [suggest(action.skill, skills)])
    stat = action.stat or str(skills[action.skill]["stat"])
    if stat not in STAT_NAMES:
        raise Refused("cx.presumed.skill-check", f"no stat {stat!r}", list(STAT_NAMES))
    fault = why_unskilled(state, actor, action.skill, stat)
    if fault is not None:
        raise fault
    if not 1 <= action.dc <= 200:
        raise Refused("cx.presumed.skill-check", f"a DC of {action.dc}", ["1 to 200"])
    limbs = action.limbs and action.skill != "acrobatics"  # a grenade is booted away, not picked up
    table.allowed()
    pay(actor, 1)
    actor.stirred = True
    table.emit("cx.actions.skill", actor.id, number=1, note=action.skill)
    if interrupts(state, table, Declaration("skill", actor, limbs=limbs)):
        dull = -20 if action.skill == "insight" and frail(state, actor, "perception") else 0  # cx.ruling.frail
        skill_check(table, actor, action.skill, stat, action.dc, "cx.presumed.skill-check", dull)


SKILL = ActionKind(Skill, skill, "cx.actions.skill", 1, fields=skill_fields, narrated=True)


def use_ability(state: CompoundX, table: Table, action: UseAbility) -> None:
    """A spell or another ability costs 1 Action; what it does is said in words. cx.actions.spell"""
    actor = fighter(state, action.actor)
    if not action.text:
        raise Refused("cx.actions.spell", "what is done?", ['text="…"'])
    if undertake(state, table, Declaration("acts", actor)):
        table.emit("cx.actions.spell", actor.id, note=action.text)


def ability_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    return [Field("text", "text", hint="what is done")]


USE_ABILITY = ActionKind(UseAbility, use_ability, "cx.actions.spell", 1, fields=ability_fields, narrated=True)


def free_action(state: CompoundX, table: Table, action: Free) -> None:
    """Almost no time, no fixed number; the GM's patience is the limit. cx.free.def, cx.free.limit"""
    actor = fighter(state, action.actor)
    if action.what not in FREE:
        raise Refused("cx.free.def", f"{action.what!r} is no free action", list(FREE))
    if action.what == "weapon-light":
        switch_weapon_light(table, actor)
        return
    table.allowed()
    actor.eyes_shut = action.what == "shut-eyes" or (actor.eyes_shut and action.what != "open-eyes")
    table.emit(FREE[action.what], actor.id, note=action.text or WORDS.get(action.what, ""))
    if actor.eyes_shut:
        lose_aim(table, actor, "cx.aim.cease.impaired")


def switch_weapon_light(table: Table, actor: Fighter) -> None:
    """On the gun it is free by its entry. cx.ruling.flashlight"""
    guns = [each for each in actor.weapons if each.in_hand]
    if not any(each.kind == "light" for gun in guns for each in mounted(table.content, gun)):
        raise Refused("cx.ruling.flashlight", f"{actor.id} has no light on a gun in hand", ["flashlight"])
    table.allowed()
    actor.light_on = not actor.light_on
    table.emit("cx.ruling.flashlight", actor.id, note="on" if actor.light_on else "off")


def free_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    """Free actions there is something to do with."""
    idle = "shut-eyes" if actor.eyes_shut else "open-eyes"
    return [one_of("what", [what for what in FREE if what != idle]), Field("text", "text", required=False)]


FREE_ACTION = ActionKind(
    Free,
    free_action,
    "cx.free.def",
    fields=free_fields,
    hints=("cx.free.limit", "cx.actions.talk", "cx.actions.bearings"),
    narrated=True,
)


def flashlight(state: CompoundX, table: Table, action: Flashlight) -> None:
    """A light in the hand takes an Action. cx.actions.flashlight"""
    actor = fighter(state, action.actor)
    if undertake(state, table, Declaration("acts", actor)):
        actor.light_on = not actor.light_on
        table.emit("cx.actions.flashlight", actor.id, number=1)


FLASHLIGHT = ActionKind(Flashlight, flashlight, "cx.actions.flashlight", 1)


def cloak_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    if not cloaks_of(content, actor):
        return Refused("cx.adv.tradeoff", f"{actor.id} has no cloak", [])
    if actor.cloaked or actor.hidden:
        return Refused("cx.ruling.stealth-reveal", f"{actor.id} is hidden already", [])
    if actor.engaged:
        return Refused("cx.stealth.condition", f"{actor.id} is in melee", ["run"])
    return None


def cloaks_of(content: Content, actor: Fighter) -> list[str]:
    return [key for key in actor.modules if content.entry("modules", key).get("kind") == "cloak"]


def cloak_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    cloaks = cloaks_of(content, actor)
    return [one_of("module", cloaks, required=len(cloaks) > 1)]


def cloak(state: CompoundX, table: Table, action: Cloak) -> None:
    """Hidden from everybody while the nanites last; any attack ends it. cx.ruling.stealth-reveal"""
    actor = fighter(state, action.actor)
    key = next((each for each in cloaks_of(table.content, actor) if action.module in ("", each)), "")
    if not key:
        raise Refused("cx.adv.tradeoff", f"{actor.id} has no such cloak", [])
    row = table.content.entry("modules", key)
    if actor.skills.get(str(row["skill"]), 0) < int(row["least"]):
        raise Refused("cx.adv.skillreq", f"the {row['name']} takes {row['skill']} {row['least']}", [])
    if actor.nanites < int(row["nanites"]):
        raise Refused("cx.presumed.nanites", f"it takes {row['nanites']} nanites", [])
    if undertake(state, table, Declaration("acts", actor)):
        actor.nanites -= int(row["nanites"])
        actor.cloaked, actor.hidden = key, True
        table.emit("cx.stealth.condition", actor.id, note=str(row["name"]))


CLOAK = ActionKind(Cloak, cloak, "cx.stealth.condition", 1, refusal=cloak_refusal, fields=cloak_fields)


def use_kit(state: CompoundX, table: Table, action: UseKit) -> None:
    """A nanite pack is taken up and gives what its dice say, up to what one can hold. cx.actions.draw, cx.presumed.nanites"""
    actor = fighter(state, action.actor)
    packs = packs_of(table.content, actor)
    if action.kit not in packs:
        raise Refused("cx.presumed.nanites", f"{actor.id} has no {action.kit!r} to use up", packs)
    row = table.content.entry("kits", action.kit)
    table.allowed()
    pay(actor, 1)
    table.emit("cx.actions.draw", actor.id, note=str(row["name"]))
    if interrupts(state, table, Declaration("acts", actor)):
        actor.kits[action.kit] -= 1
        gained = int(row["nanites"]) + table.roll("cx.presumed.nanites", actor.id, summed(int(row["nanite-dice"]), 10, HIGH))
        actor.nanites = min(actor.max_nanites, actor.nanites + gained)
        table.emit("cx.presumed.nanites", actor.id, number=actor.nanites)


def packs_of(content: Content, actor: Fighter) -> list[str]:
    return [key for key, count in actor.kits.items() if count > 0 and content.tables["kits"].get(key, {}).get("nanites")]


def kit_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    if not packs_of(content, actor):
        return Refused("cx.presumed.nanites", f"{actor.id} has no nanite pack", [])
    if actor.nanites >= actor.max_nanites:
        return Refused("cx.presumed.nanites", f"{actor.id} has all the nanites there is room for", [])
    return None


def kit_fields(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    return [one_of("kit", packs_of(content, actor))]


USE_KIT = ActionKind(UseKit, use_kit, "cx.presumed.nanites", 1, refusal=kit_refusal, fields=kit_fields)


def look_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    if is_blind(actor):
        return Refused("cx.presumed.conditions", f"{actor.id} is blind", [])
    return why_unskilled(state, actor, "spotting", "perception")


def look_out(state: CompoundX, table: Table, action: LookOut) -> None:
    """1 Action, a Spotting check. A cloak has its DC, lower while its wearer stirs, whoever hid the total of the Stealth check;
    whoever else is hidden the GM reveals.

    Whoever is noticed is pointed out to everybody. Nobody is behind a wall. cx.ruling.stealth-reveal, cx.ruling.wall
    """
    actor = fighter(state, action.actor)
    table.allowed()
    pay(actor, 1)
    table.emit("cx.actions.skill", actor.id, number=1, note="spotting")
    if not show(state, table, actor) or not interrupts(state, table, Declaration("acts", actor)):
        return
    tally = table.tally(actor)
    add_skill(tally, actor, "spotting", "perception")
    shown = table.roll("cx.presumed.skill-check", actor.id, score(tally.total, critical_range_of(actor)), tally)
    table.emit("cx.actions.bearings", actor.id, number=shown)
    for other in state.roster.values():
        if behind_barrier(state, actor.id, other.id):
            continue
        if other.stealth and hostile(actor, other) and shown > other.stealth:
            reveal(table, other)
        elif other.cloaked and hostile(actor, other):
            row = table.content.entry("modules", other.cloaked)
            if shown > int(row["detect-moving" if other.stirred else "detect"]):
                reveal(table, other)


LOOK_OUT = ActionKind(LookOut, look_out, "cx.ruling.stealth-reveal", 1, refusal=look_refusal)


def hide_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    """Out of the sight of every foe one knows of: concealed, low behind full cover, or with smoke between. cx.ruling.hide"""
    if actor.hidden:
        return Refused("cx.stealth.condition", f"{actor.id} is hidden already", [])
    known = [each for each in watchers(state, actor) if not unnoticed(state, each, actor)]
    foe = next((each for each in known if sees_plainly(state, each, actor)), None)
    if foe is not None:
        return Refused("cx.ruling.hide", f"{foe.id} sees {actor.id}", ["take-cover", "crouch", "run"])
    return why_unskilled(state, actor, "stealth", "dexterity")


def hide(state: CompoundX, table: Table, action: Hide) -> None:
    """1 Action: Stealth with DEX against the Spotting of every foe, one after the other. Ties are theirs. cx.ruling.hide

    Whoever notices points the hider out to the others; else one is hidden until one attacks or comes out into the open, or
    somebody's `look-out` beats what the Stealth check came to. A foe one has no idea of may be watching all the while, and
    goes on seeing one.
    cx.stealth.condition, cx.maneuver.tie
    """
    actor = fighter(state, action.actor)
    if not undertake(state, table, Declaration("skill", actor)):
        return
    tally = table.tally(actor)
    add_skill(tally, actor, "stealth", "dexterity")
    mine = table.roll("cx.ruling.hide", actor.id, score(tally.total, critical_range_of(actor)), tally)
    lurkers = [foe.id for foe in watchers(state, actor) if sees_plainly(state, foe, actor)]
    for place, foe in enumerate(watchers(state, actor)):
        if foe.id in lurkers:
            continue
        table.merge("cx.ruling.hide", (place, mine))
        theirs = table.tally(foe)
        add_skill(theirs, foe, "spotting", "perception")
        if resisted(table, "cx.ruling.hide", actor, mine, foe, resist(theirs.total, critical_range_of(foe), mine), theirs):
            table.emit("cx.ruling.hide-noticed", actor.id, foe.id)
            return
    actor.hidden, actor.stealth = not lurkers, max(1, mine)
    if lurkers:
        others = [each.id for each in state.roster.values() if hostile(actor, each)]
        actor.unseen_by = [who for who in others if who not in lurkers]
    table.emit("cx.ruling.hide", actor.id, only=actor.side or GM)


HIDE = ActionKind(Hide, hide, "cx.ruling.hide", 1, refusal=hide_refusal)


def calm_refusal(state: CompoundX, actor: Fighter, content: Content) -> Refused | None:
    if not actor.fear and not suffers(actor, "pinned-down"):
        return Refused("cx.presumed.conditions", f"{actor.id} is not afraid", [])
    return None


def calm(state: CompoundX, table: Table, action: Calm) -> None:
    """Fear leaves flight or a Will save; being pinned down ends by one too. cx.presumed.conditions"""
    actor = fighter(state, action.actor)
    table.allowed()
    pay(actor, 1)
    if saving_throw(table, actor, "will", actor.fear or PINNED_DC, "cx.presumed.saves"):
        if not actor.fear:
            actor.conditions = [each for each in actor.conditions if each.kind != "pinned-down"]
        actor.fear = 0
        table.emit("cx.presumed.conditions", actor.id, note="calm again")


CALM = ActionKind(Calm, calm, "cx.presumed.conditions", 1, refusal=calm_refusal)
