"""The blanks of the forms: targets, weapons, ways, and what else an action wants to know."""

from __future__ import annotations

from pathlib import Path

from starfray.engine.content import book_content
from starfray.engine.errors import Refused
from starfray.engine.scene import apart, covers_at, known_distance
from starfray.engine.values import Field, Option
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.doing import FREE
from starfray.rulebooks.compound_x.engagement import near
from starfray.rulebooks.compound_x.grenades import SKILL, longest
from starfray.rulebooks.compound_x.held import TRIGGERS, VERBS
from starfray.rulebooks.compound_x.movement import FAR
from starfray.rulebooks.compound_x.opposed import MANEUVER
from starfray.rulebooks.compound_x.pace import jump_across, jump_up, metres_for
from starfray.rulebooks.compound_x.proficiency import why_not_use, why_unfit
from starfray.rulebooks.compound_x.shooting import modes_of
from starfray.rulebooks.compound_x.stabilise import TREATED_WITH, kit_for
from starfray.rulebooks.compound_x.state import (
    ADJACENT,
    Blade,
    CompoundX,
    Dart,
    Fighter,
    Grenade,
    Item,
    Weapon,
    grapple_of,
    held_items,
    items_of,
    partner_of,
)
from starfray.rulebooks.compound_x.stats import SKILL_STAT, STAT_NAMES, is_blind
from starfray.rulebooks.compound_x.suppression import LEVELS
from starfray.rulebooks.compound_x.thrown import why_not_dart

FOLDER = Path(__file__).parent


WITH_A_GUN = ("fire", "suppress", "rechamber", "reload", "clear-jam", "deploy", "flip", "adjust")


def gun_in_hand(one: Fighter) -> Weapon | None:
    return next((each for each in one.weapons if each.in_hand), None)


def within_reach(state: CompoundX, one: Fighter) -> list[Fighter]:
    arm = max([1.0, *(each.reach for each in one.melee if each.in_hand)])
    return [each for each in state.roster.values() if each is not one and not each.out and near(state, one, each, arm)]


def foes(state: CompoundX, one: Fighter) -> list[Fighter]:
    return [each for each in state.roster.values() if each.side != one.side and not each.dead and not each.out]


def targets(state: CompoundX, one: Fighter) -> Field:
    return Field("target", "combatant", [Option(each.id, each.name) for each in foes(state, one) if each.cover != "concealed"])


def near_the_fallen(state: CompoundX, one: Fighter) -> Field:
    """Whom the aim may wander to: within 5 m of the one who died, as far as that is known. cx.aim.shift-optional"""
    fallen, field = state.roster.get(one.fallen), targets(state, one)
    if fallen is not None:
        gaps = {each.key: known_distance(state, fallen, state.roster[each.key]) for each in field.options}
        field.options = [each for each in field.options if (gaps[each.key] or 0.0) <= FAR]
    return field


def free_now(one: Fighter) -> list[str]:
    """Free actions there is something to do with."""
    light = any(each.in_hand and "flashlight" in each.attachments for each in one.weapons)
    idle = ["open-eyes" if not one.eyes_shut else "shut-eyes", *([] if light else ["weapon-light"])]
    return [each for each in FREE if each not in idle]


def close_targets(state: CompoundX, one: Fighter) -> Field:
    partner = partner_of(state, one)
    beside = [partner] if partner is not None else [each for each in within_reach(state, one) if each.side != one.side]
    return Field("target", "combatant", [Option(each.id, each.name) for each in beside if not each.dead])


def fields_of(state: CompoundX, one: Fighter, kind: str) -> list[Field]:
    if kind in WITH_A_GUN:
        return gun_fields(state, one, kind)
    if kind == "run":
        return run_fields(state, one)
    if kind == "jump":
        up = Field("up", "number", low=0, high=jump_up(one), required=one.at is None, default="0", hint="metres high")
        if one.at is None:
            return [Field("up", "number", low=1, high=max(1, jump_up(one)))]
        return [Field("to", "point", high=jump_across(one), centre=one.at), up]
    if kind == "aim":
        return [targets(state, one)]
    if kind == "shift-aim":
        return [near_the_fallen(state, one)]
    if kind == "hold":
        return hold_fields(state, one)
    if kind == "take-cover":
        return [Field("cover", "choice", [Option(each.name) for each in covers_at(state, one.at)], required=False)]
    if kind == "end-turn":
        return [Field("facing", "point", high=50, centre=one.at, required=False, hint="turn to face")] if one.at else []
    return close_fields(state, one, kind) or other_fields(state, one, kind)


def gun_fields(state: CompoundX, one: Fighter, kind: str) -> list[Field]:
    guns = [Option(each.key, each.name, note=warning(one, each)) for each in one.weapons if each.in_hand]
    weapon = Field("weapon", "item", guns, required=False)
    if kind == "fire":
        return fire_fields(state, one, weapon)
    if kind == "suppress":
        return [targets(state, one), weapon, Field("level", "choice", [Option(level) for level in LEVELS], required=False)]
    if kind == "adjust":
        return [targets(state, one), weapon]
    if kind == "reload" and any(each.in_hand and each.slug for each in one.weapons):
        loads = Field("load", "choice", [Option("buckshot"), Option("slug")], required=False, hint="shotguns")
        return [weapon, loads]
    return [weapon]


def close_fields(state: CompoundX, one: Fighter, kind: str) -> list[Field]:
    if kind == "strike":
        return strike_fields(state, one)
    if kind in ("shove", "kick"):
        fields = [close_targets(state, one)]
        if one.at is not None:
            fields.append(Field("to", "point", high=10, centre=one.at, required=False, hint="direction"))
        return fields
    if kind in ("trip", "grapple"):
        return [close_targets(state, one)]
    if kind == "disarm":
        near_ones = [each for each in within_reach(state, one) if each.side != one.side]
        held = list(dict.fromkeys(item.key for each in near_ones for item in held_items(each)))
        return [close_targets(state, one), Field("item", "item", [Option(key) for key in held]),
                Field("skill", "choice", [Option(skill) for skill in MANEUVER], required=False)]
    if kind == "disengage":
        return [Field("skill", "choice", [Option(skill) for skill in MANEUVER], required=False)]
    if kind == "restrain":
        cuffs = [Option(key) for key in ("zip-cuffs", "zip-cuffs-hd") if one.kits.get(key)]
        return [Field("kit", "choice", cuffs, default="zip-cuffs")]
    if kind == "choke":
        return [Field("effort", "choice", [Option("knockout"), Option("kill")], default="knockout")]
    if kind == "break-bonds":
        return [Field("stat", "choice", [Option("strength"), Option("intelligence")], default="strength")]
    return []


def other_fields(state: CompoundX, one: Fighter, kind: str) -> list[Field]:
    if kind == "draw":
        items = to_take_up(one)
        keep = Field("keep", "flag", required=False, default="no", hint="keep what is in the other hand")
        return [Field("weapon", "item", [Option(each.key, each.name, note=warning(one, each)) for each in items]), keep]
    if kind == "throw":
        darts = [Option(each.key, each.name, note=warning(one, each)) for each in one.thrown if each.in_hand]
        return [targets(state, one), Field("weapon", "item", darts, required=False)]
    if kind in ("cook", "set-charge", "lob"):
        grenades = [each for each in one.grenades if each.in_hand and each.placed == (kind == "set-charge")]
        which = Field("grenade", "item", [Option(each.key, each.name) for each in grenades], required=False)
        if kind != "lob":
            return [which]
        far = min((longest(one, each) for each in grenades), default=10)
        return [Field("at", "point", high=far, centre=one.at), which]
    if kind == "stabilise":
        return stabilise_fields(state, one)
    if kind == "treat":
        ill = [each for each in [one, *within_reach(state, one)] if curable_in(one, each)]
        ills = list(dict.fromkeys(each for other in ill for each in curable_in(one, other)))
        condition = Field("condition", "choice", [Option(each) for each in ills], default=ills[0] if ills else "bleeding")
        return [Field("target", "combatant", [Option(each.id, each.name) for each in ill]), condition]
    if kind == "skill":
        return [Field("skill", "choice", [Option(each) for each in SKILL_STAT]),
                Field("dc", "number", low=10, high=100, default="50"),
                Field("stat", "choice", [Option(each) for each in STAT_NAMES], required=False),
                Field("limbs", "flag", required=False, default="yes", hint="with the hands")]
    if kind == "use-ability":
        return [Field("text", "text", hint="what is done")]
    if kind == "free":
        return [Field("what", "choice", [Option(each) for each in free_now(one)]), Field("text", "text", required=False)]
    if kind == "use-kit":
        return [Field("kit", "choice", [Option("nanite-pack")], default="nanite-pack")]
    if kind == "cloak":
        return [Field("module", "choice", [Option(each) for each in one.modules if each.startswith("cloak")], required=False)]
    return []


def warning(one: Fighter, item: Item) -> str:
    """What its use will come up against: stats, skills, training."""
    if isinstance(item, Blade):
        unfit = why_unfit(one, item)
        return f"takes {unfit}" if unfit else ""
    fault = fits(one, item)
    return fault.reason if fault is not None else ""


def fits(one: Fighter, item: Weapon | Dart | Grenade) -> Refused | None:
    """Stats, skills and training against it, as far as the book's own lists tell: a pack's are judged when it is used."""
    content = book_content("compound-x", FOLDER)
    if isinstance(item, Grenade):
        skilled = one.skills.get("weapons-explosives", 0) >= SKILL
        return None if skilled else Refused("cx.grenade.skill", f"takes Weapons - Explosives {SKILL}", [])
    if one.profession and one.profession not in content.tables["classes"]:
        return None
    if isinstance(item, Dart):
        return why_not_dart(content, one, item)
    listed = all(key in content.tables["attachments"] for key in item.attachments)
    return why_not_use(content, one, item) if listed else None


def curable_in(one: Fighter, target: Fighter) -> list[str]:
    """What this one could treat in that one; a poison one fights off oneself."""
    kinds = [each.kind for each in target.conditions if each.kind in TREATED_WITH]
    return [*kinds, *(["poisoned"] if one is target and suffers(one, "poisoned") else [])]


def to_take_up(one: Fighter) -> list[Item]:
    """What a hand could reach for: not what lies elsewhere. cx.ruling.disarm-drop"""
    return [each for each in items_of(one) if not each.in_hand and not empty(each)
            and not (each.dropped and each.lies is not None and one.at is not None and apart(each.lies, one.at) > ADJACENT)]


def empty(item: Item) -> bool:
    return isinstance(item, Grenade | Dart) and item.count < 1


def fire_fields(state: CompoundX, one: Fighter, weapon: Field) -> list[Field]:
    gun = gun_in_hand(one)
    modes = [Option(mode) for mode in (modes_of(gun) if gun is not None else [])]
    default = modes[0].key if modes else "semi"
    only = one.hunkered or is_blind(one)
    blind = Field("blind", "flag", required=only, default="no", hint="round cover, without looking: +6")
    return [targets(state, one), weapon, Field("mode", "choice", modes, required=default != "semi", default=default), blind]


def strike_fields(state: CompoundX, one: Fighter) -> list[Field]:
    weapons = [Option(each.key, each.name, note=warning(one, each)) for each in held_items(one)
               if not isinstance(each, Blade | Dart) or not why_unfit(one, each)]
    weapons.append(Option("unarmed", "bare hands"))
    if grapple_of(state, one) is not None:
        return [close_targets(state, one), Field("weapon", "item", weapons[-1:])]
    return [
        close_targets(state, one), Field("weapon", "item", weapons, required=False),
        Field("nonlethal", "flag", required=False, default="no", hint="-2 accuracy, knocks out instead of downing"),
        Field("two-handed", "flag", required=False, default="no", hint="a hybrid weapon with both hands"),
    ]


def stabilise_fields(state: CompoundX, one: Fighter) -> list[Field]:
    downed = [each for each in within_reach(state, one) if each.downed and each.side == one.side]
    kits = [Option("self", "one's own kit")] if any(one.kits.get(kit_for(each)) for each in downed) else []
    kits += [Option("target", "the victim's own")] if any(each.kits.get(kit_for(each)) for each in downed) else []
    helpers = [each for each in state.roster.values() if each is not one and each.able and each.side == one.side
               and any(near(state, each, other) for other in downed)]
    kits += [Option(each.id, f"{each.name}'s") for each in helpers if any(each.kits.get(kit_for(other)) for other in downed)]
    return [
        Field("target", "combatant", [Option(each.id, each.name) for each in downed]),
        Field("kit", "choice", kits, required=False, hint="+20"),
        Field("assistant", "combatant", [Option(each.id, each.name) for each in helpers], required=False),
    ]


def run_fields(state: CompoundX, one: Fighter) -> list[Field]:
    actions = Field("actions", "number", low=1, high=min(2, max(1, one.actions)), default="2")
    sprint = Field("sprint", "flag", required=False, default="no", hint="+1 m per Action, +1 miss chance afterwards")
    if one.at is not None:
        covers = [Option(each.name) for each in state.scene.cover]
        end = Field("cover", "choice", covers, required=False, hint="cover to end up behind")
        reach = metres_for(state, one, min(2, max(1, one.actions)))
        return [Field("path", "path", high=reach, centre=one.at), actions, end, sprint]
    known = [each for each in foes(state, one) if known_distance(state, one, each) is not None]
    target = Field("target", "combatant", [Option(each.id, each.name) for each in known or foes(state, one)])
    return [target, Field("metres", "number", low=1, high=200), actions, sprint]


def hold_fields(state: CompoundX, one: Fighter) -> list[Field]:
    triggers = [Option(each) for each in TRIGGERS if one.at is not None or each not in ("enters", "crosses")]
    bound = state.rulings.get("held-content", "any") == "declared"
    fields = [
        Field("trigger", "choice", triggers),
        Field("plan", "list", [Option(verb) for verb in VERBS], required=bound, hint="verbs in their order, as aim+semi"),
        Field("actions", "number", low=1, high=min(2, max(1, one.actions)), default="1"),
        Field("foe", "combatant", targets(state, one).options, required=False, hint="only this one sets it off"),
        Field("text", "text", required=False, hint="for the GM to judge"),
    ]
    if one.at is not None:
        fields.append(Field("at", "point", high=50, centre=one.at, required=False, hint="zone or far end of the line"))
        fields.append(Field("radius", "number", low=1, high=10, required=False, default="1"))
    return fields
