"""The blanks of the forms: targets, weapons, ways, and what else an action wants to know."""

from __future__ import annotations

from math import ceil

from starfray.engine.content import Content
from starfray.engine.scene import apart, covers_at, known_distance
from starfray.engine.values import Field, Option
from starfray.rulebooks.compound_x.carried import cloaks_of, cuffs_of, guns_for, listed, lit, nanite_packs_of, warning
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.doing import FREE
from starfray.rulebooks.compound_x.engagement import near
from starfray.rulebooks.compound_x.grenades import longest
from starfray.rulebooks.compound_x.held import TRIGGERS, VERBS
from starfray.rulebooks.compound_x.maneuvers import reach_for
from starfray.rulebooks.compound_x.movement import FAR
from starfray.rulebooks.compound_x.opposed import MANEUVER
from starfray.rulebooks.compound_x.pace import jump_across, jump_up, reach_of_run
from starfray.rulebooks.compound_x.proficiency import why_unfit
from starfray.rulebooks.compound_x.shooting import modes_of
from starfray.rulebooks.compound_x.sights import set_for
from starfray.rulebooks.compound_x.stabilise import TREATED_WITH, kit_for, skill_for
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
    hostile,
    items_of,
    partner_of,
    usable_items,
)
from starfray.rulebooks.compound_x.stats import SKILL_STAT, STAT_NAMES, is_blind, why_unskilled
from starfray.rulebooks.compound_x.suppression import LEVELS, levels_of
from starfray.rulebooks.compound_x.thrown import brackets_of

WITH_A_GUN = ("fire", "suppress", "rechamber", "reload", "clear-jam", "deploy", "flip", "adjust")


def within_reach(state: CompoundX, one: Fighter, reach: float = 1.0) -> list[Fighter]:
    return [each for each in state.roster.values() if each is not one and not each.out and near(state, one, each, reach)]


def arm_for(one: Fighter, kind: str) -> float:
    """How far a blow or maneuver reaches with what is in hand. cx.maneuver.exotic"""
    if kind != "strike":
        return reach_for(one, "", kind)
    return max([1.0, *(each.reach for each in one.melee if each.in_hand and not why_unfit(one, each))])


def beside(state: CompoundX, one: Fighter, kind: str) -> list[Fighter]:
    """Whom it may be done to."""
    partner = partner_of(state, one)
    near_ones = within_reach(state, one, arm_for(one, kind) if partner is None else 1.0)
    near_ones = [each for each in near_ones if (each is partner if partner is not None else each.side != one.side)]
    return [
        each
        for each in near_ones
        if not each.dead
        and not (kind == "trip" and each.stance == "prone")
        and not (kind == "disarm" and not held_items(each))
        and not (kind == "grapple" and grapple_of(state, each))
    ]


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


def free_now(content: Content, one: Fighter) -> list[str]:
    """Free actions there is something to do with."""
    light = any(each.in_hand and lit(content, each) for each in one.weapons)
    idle = ["open-eyes" if not one.eyes_shut else "shut-eyes", *([] if light else ["weapon-light"])]
    return [each for each in FREE if each not in idle]


def close_targets(state: CompoundX, one: Fighter, kind: str) -> Field:
    return Field("target", "combatant", [Option(each.id, each.name) for each in beside(state, one, kind)])


def thrown_at(state: CompoundX, one: Fighter) -> Field:
    """Those who are not further off than something in hand flies, as far as that is known. cx.thrown.range"""
    field = targets(state, one)
    far = max((brackets_of(one, each)[-1].to for each in one.thrown if each.in_hand), default=0)
    gaps = {each.key: known_distance(state, one, state.roster[each.key]) for each in field.options}
    field.options = [each for each in field.options if (gaps[each.key] or 0.0) <= far]
    return field


def to_adjust_for(state: CompoundX, content: Content, one: Fighter) -> Field:
    """Those for whom the scope of a gun in hand would have to be set anew, as far as that is known. cx.actions.unlisted"""
    field = targets(state, one)
    gaps = {each.key: known_distance(state, one, state.roster[each.key]) for each in field.options}
    guns = [each for each in one.weapons if each.in_hand]
    field.options = [each for each in field.options if any(off_by(content, gun, gaps[each.key]) for gun in guns)]
    return field


def off_by(content: Content, gun: Weapon, metres: float | None) -> bool:
    if metres is None:
        return True
    return set_for(gun, listed(content, gun), metres) and abs(gun.sighted - metres) >= 1


def fields_of(state: CompoundX, content: Content, one: Fighter, kind: str) -> list[Field]:
    if kind in WITH_A_GUN:
        return gun_fields(state, content, one, kind)
    if kind == "run":
        return run_fields(state, one)
    if kind == "jump":
        up = Field("up", "number", low=0, high=jump_up(one), required=one.at is None, default="0", hint="metres high")
        if one.at is None:
            return [Field("up", "number", low=1, high=max(1, jump_up(one)))]
        return [Field("to", "point", high=jump_across(one), centre=one.at), up]
    if kind == "aim":
        field = targets(state, one)
        field.options = [each for each in field.options if each.key != one.aim]
        return [field]
    if kind == "shift-aim":
        return [near_the_fallen(state, one)]
    if kind == "hold":
        return hold_fields(state, one)
    if kind == "take-cover":
        return [Field("cover", "choice", [Option(each.name) for each in covers_at(state, one.at)], required=False)]
    if kind == "end-turn":
        return [Field("facing", "point", high=50, centre=one.at, required=False, hint="turn to face")] if one.at else []
    return close_fields(state, content, one, kind) or other_fields(state, content, one, kind)


def gun_fields(state: CompoundX, content: Content, one: Fighter, kind: str) -> list[Field]:
    guns = guns_for(content, one, kind)
    first = next((each for each in one.weapons if each.in_hand), None)  # what is meant if none is named
    weapon = Field("weapon", "item", [Option(each.key, each.name) for each in guns], required=first not in guns)
    if kind == "fire":
        return fire_fields(state, one, guns, weapon)
    if kind == "suppress":
        possible = [level for each in guns for level in levels_of(each)]
        levels = [Option(level) for level in LEVELS if level in possible]
        return [targets(state, one), weapon, Field("level", "choice", levels, required=False)]
    if kind == "adjust":
        return [to_adjust_for(state, content, one), weapon]
    if kind == "reload" and any(each.slug for each in guns):
        full = all(each.rounds >= each.magazine for each in guns)
        loads = [Option(load) for load in ("buckshot", "slug") if not full or any(each.load != load for each in guns)]
        return [weapon, Field("load", "choice", loads, required=full, hint="shotguns")]
    return [weapon]


def close_fields(state: CompoundX, content: Content, one: Fighter, kind: str) -> list[Field]:
    if kind == "strike":
        return strike_fields(state, content, one)
    if kind in ("shove", "kick"):
        fields = [close_targets(state, one, kind)]
        if one.at is not None:
            fields.append(Field("to", "point", high=10, centre=one.at, required=False, hint="direction"))
        return fields
    if kind in ("trip", "grapple"):
        return [close_targets(state, one, kind)]
    if kind == "disarm":
        held = list(dict.fromkeys(item.key for each in beside(state, one, kind) for item in held_items(each)))
        return [
            close_targets(state, one, kind),
            Field("item", "item", [Option(key) for key in held]),
            Field("skill", "choice", [Option(skill) for skill in MANEUVER], required=False),
        ]
    if kind == "disengage":
        return [Field("skill", "choice", [Option(skill) for skill in MANEUVER], required=False)]
    if kind == "restrain":
        cuffs = [Option(key) for key in cuffs_of(content, one)]
        return [Field("kit", "choice", cuffs, default=cuffs[0].key if cuffs else "zip-cuffs")]
    if kind == "choke":
        partner = partner_of(state, one)
        efforts = ["knockout", "kill"] if partner is None or partner.awake else ["kill"]
        return [Field("effort", "choice", [Option(each) for each in efforts], default=efforts[0])]
    if kind == "break-bonds":
        return [Field("stat", "choice", [Option("strength"), Option("intelligence")], default="strength")]
    return []


def other_fields(state: CompoundX, content: Content, one: Fighter, kind: str) -> list[Field]:
    if kind == "draw":
        items = [Option(each.key, each.name, note=warning(content, one, each)) for each in to_take_up(one)]
        keep = Field("keep", "flag", required=False, default="no", hint="keep what is in the other hand")
        return [Field("weapon", "item", items), keep]
    if kind == "throw":
        darts = [Option(each.key, each.name, note=warning(content, one, each)) for each in one.thrown if each.in_hand]
        return [thrown_at(state, one), Field("weapon", "item", darts, required=False)]
    if kind in ("cook", "set-charge", "lob"):
        grenades = [each for each in one.grenades if each.in_hand and each.placed == (kind == "set-charge")]
        which = Field("grenade", "item", [Option(each.key, each.name) for each in grenades], required=False)
        if kind != "lob":
            return [which]
        far = max((longest(one, each) for each in grenades), default=10)
        return [Field("at", "point", high=far, centre=one.at), which]
    if kind == "stabilise":
        return stabilise_fields(state, one)
    if kind == "treat":
        ill = [each for each in [one, *within_reach(state, one)] if curable_in(one, each)]
        ills = list(dict.fromkeys(each for other in ill for each in curable_in(one, other)))
        condition = Field("condition", "choice", [Option(each) for each in ills], default=ills[0] if ills else "bleeding")
        return [Field("target", "combatant", [Option(each.id, each.name) for each in ill]), condition]
    if kind == "skill":
        open_ones = [each for each, stat in SKILL_STAT.items() if why_unskilled(state, one, each, stat) is None]
        return [
            Field("skill", "choice", [Option(each) for each in open_ones]),
            Field("dc", "number", low=10, high=100, default="50"),
            Field("stat", "choice", [Option(each) for each in STAT_NAMES], required=False),
            Field("limbs", "flag", required=False, default="yes", hint="with the hands"),
        ]
    if kind == "use-ability":
        return [Field("text", "text", hint="what is done")]
    if kind == "free":
        things = [Option(each) for each in free_now(content, one)]
        return [Field("what", "choice", things), Field("text", "text", required=False)]
    if kind == "use-kit":
        packs = [Option(key) for key in nanite_packs_of(content, one)]
        return [Field("kit", "choice", packs, default=packs[0].key if packs else "nanite-pack")]
    if kind == "cloak":
        return [Field("module", "choice", [Option(each) for each in cloaks_of(content, one)], required=False)]
    return []


def curable_in(one: Fighter, target: Fighter) -> list[str]:
    """What this one could treat in that one; a poison one fights off oneself."""
    kinds = [each.kind for each in target.conditions if each.kind in TREATED_WITH]
    return [*kinds, *(["poisoned"] if one is target and suffers(one, "poisoned") else [])]


def to_take_up(one: Fighter) -> list[Item]:
    """What a hand could reach for: not what lies elsewhere. cx.ruling.disarm-drop"""
    return [
        each
        for each in items_of(one)
        if not each.in_hand
        and not empty(each)
        and not (each.dropped and each.lies is not None and one.at is not None and apart(each.lies, one.at) > ADJACENT)
    ]


def empty(item: Item) -> bool:
    return isinstance(item, Grenade | Dart) and item.count < 1


def fire_fields(state: CompoundX, one: Fighter, guns: list[Weapon], weapon: Field) -> list[Field]:
    modes = [Option(mode) for mode in dict.fromkeys(mode for gun in guns for mode in modes_of(gun))]
    default = modes[0].key if modes else "semi"
    only = one.hunkered or is_blind(one)
    blind = Field("blind", "flag", required=only, default="no", hint="round cover, without looking: +6")
    return [targets(state, one), weapon, Field("mode", "choice", modes, required=default != "semi", default=default), blind]


def strike_fields(state: CompoundX, content: Content, one: Fighter) -> list[Field]:
    weapons = [
        Option(each.key, each.name, note=warning(content, one, each))
        for each in usable_items(one)
        if not isinstance(each, Blade | Dart) or not why_unfit(one, each)
    ]
    weapons.append(Option("unarmed", "bare hands"))
    nonlethal = Field("nonlethal", "flag", required=False, default="no", hint="-2 accuracy, knocks out instead of downing")
    if grapple_of(state, one) is not None:
        return [close_targets(state, one, "strike"), Field("weapon", "item", weapons[-1:]), nonlethal]
    fields = [close_targets(state, one, "strike"), Field("weapon", "item", weapons, required=False), nonlethal]
    if any(each.hybrid or each.size == "two-handed" for each in one.melee if each.in_hand):
        fields.append(Field("two-handed", "flag", required=False, default="no", hint="a hybrid weapon with both hands"))
    return fields


def fallen_beside(state: CompoundX, one: Fighter) -> list[Fighter]:
    """Anybody Downed, an enemy too, whom this one has the skill to help; one's own side first. cx.stabilize.action"""
    fallen = [each for each in within_reach(state, one) if each.downed]
    able = [each for each in fallen if why_unskilled(state, one, skill_for(each), "dexterity") is None]
    return sorted(able, key=lambda each: hostile(one, each))


def stabilise_fields(state: CompoundX, one: Fighter) -> list[Field]:
    downed = fallen_beside(state, one)
    kits = [Option("self", "one's own kit")] if any(one.kits.get(kit_for(each)) for each in downed) else []
    kits += [Option("target", "the victim's own")] if any(each.kits.get(kit_for(each)) for each in downed) else []
    helpers = [
        each
        for each in state.roster.values()
        if each is not one and each.able and each.side == one.side and any(near(state, each, other) for other in downed)
    ]
    kits += [Option(each.id, f"{each.name}'s") for each in helpers if any(each.kits.get(kit_for(other)) for other in downed)]
    return [
        Field("target", "combatant", [Option(each.id, each.name) for each in downed]),
        Field("kit", "choice", kits, required=False, hint="+20"),
        Field("assistant", "combatant", [Option(each.id, each.name) for each in helpers], required=False),
    ]


def run_fields(state: CompoundX, one: Fighter) -> list[Field]:
    most = min(2, max(1, one.actions))
    actions = Field("actions", "number", low=1, high=most, default=str(most))
    breath = one.stance == "standing" and one.sprinted < one.stats.fortitude
    hint = "+1 m per Action, +1 miss chance afterwards"
    sprint = [Field("sprint", "flag", required=False, default="no", hint=hint)] if breath else []
    if one.at is not None:
        covers = [Option(each.name) for each in state.scene.cover]
        end = Field("cover", "choice", covers, required=False, hint="cover to end up behind")
        reach, longest_way = reach_of_run(state, one, most, False), reach_of_run(state, one, most, bool(sprint))
        hint = f"{reach} m, in a sprint {longest_way} m" if sprint else ""
        return [Field("path", "path", high=longest_way, centre=one.at, hint=hint), actions, end, *sprint]
    others = [*foes(state, one), *(each for each in state.roster.values() if each.side == one.side and each is not one)]
    known = [each for each in others if not each.out and known_distance(state, one, each) is not None]
    target = Field("target", "combatant", [Option(each.id, each.name) for each in known or foes(state, one)])
    gaps = [known_distance(state, one, each) or 0.0 for each in known] or [200.0]
    reach = reach_of_run(state, one, most, bool(sprint))
    metres = Field("metres", "number", low=max(1, ceil(min(gaps) - reach)), high=int(max(gaps) + reach))
    return [target, metres, actions, *sprint]


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
