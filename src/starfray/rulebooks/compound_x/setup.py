"""From sheet to fighter: what the book derives, what it checks, what a stranger would see."""

from __future__ import annotations

from typing import Any

from starfray.engine.codec import Plain, freeze, from_plain, shallow
from starfray.engine.rules import BadInput, Content, counted, known_distance, suggest
from starfray.rulebooks.compound_x.attachments import mounted
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.engagement import long_arm
from starfray.rulebooks.compound_x.held_actions import VERBS, price
from starfray.rulebooks.compound_x.loadout import armour_of, faults_of, shield_of
from starfray.rulebooks.compound_x.state import (
    ADJACENT,
    DERIVED,
    Ability,
    CompoundX,
    Fighter,
    Grapple,
    Held,
    Weapon,
    held_items,
    items_of,
    place_by_initiative,
)
from starfray.rulebooks.compound_x.stats import SKILL_OF, stat_of

ITEMS = {
    "weapons": "weapons", "armour": "armour", "melee": "melee", "thrown": "thrown", "grenades": "grenades",
    "shield": "shields", "abilities": "abilities",
}  # fmt: skip
SIZES = ("light", "one-handed", "two-handed")
CARRIED = (
    "stats", "skills", "profession", "proficiencies", "abilities", "mechanical", "armour", "weapons", "melee", "thrown",
    "grenades", "kits", "rigs", "material", "suit", "helmet", "modules", "shield", "initiative_bonus", "movement_speed",
    "carry", "health", "nanites", "max_nanites", "dst_allowance", "dst_failures", "dead",
)  # fmt: skip
CONCEALABLE = ("health", "armour", "armour-points", "stats", "skills", "shield", "nanites")


def start(state: CompoundX, content: Content) -> None:
    """Fill in what was left out of the file and check what was given."""
    for index, actor in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        check_sheet(actor, where, content, frail=state.ruling("frail") == "on")
        derive(actor, content)
        check_condition(actor, where)
    for number, cover in enumerate(state.scene.cover):
        if cover.kind not in ("", "partial", "full", "concealed"):
            raise BadInput(f"{cover.kind!r}", field=f"cover.{number}.kind", expected="partial, full or concealed")
    check_now(state)


def check_now(state: CompoundX) -> None:
    if state.round == 0 and (state.up or state.order):
        raise BadInput("the fight has not begun", field="now.round", expected="round = 1 or more")
    named = [*state.order, *([state.up] if state.up else [])]
    for zone in state.zones:
        named += [zone.by, *([zone.target] if zone.target else [])]
        if not zone.target and zone.at is None:
            raise BadInput("an area under fire is nowhere", field="now.zones", expected="a target, or at = [x, y]")
    for hold in state.grapples:
        named += [hold.first, hold.second]
    for actor in state.roster.values():
        named += [*actor.engaged, *actor.unseen_by, actor.aim, actor.held.foe if actor.held is not None else ""]
    for who in filter(None, named):
        if who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field="now", expected=suggest(who, state.roster))
    check_pairs(state)
    if state.round > 0:
        begun = not state.order  # with no order written they go by their initiative; whoever is missing in one joins
        for actor in sorted(state.roster.values(), key=lambda each: -each.initiative):
            if actor.id not in state.order and (begun or actor.initiative):
                place_by_initiative(state, actor)
        state.up = state.up or state.order[0]


def check_pairs(state: CompoundX) -> None:
    """What is between two has two ends, and nobody is both of them."""
    for number, hold in enumerate(state.grapples):
        check_grapple(state, number, hold)
    for actor in state.roster.values():
        if actor.id in (actor.aim, *actor.engaged, *actor.unseen_by):
            field = "aim" if actor.aim == actor.id else "engaged" if actor.id in actor.engaged else "unseen-by"
            raise BadInput(f"{actor.id} names himself", field=f"combatant.{actor.id}.{field}", expected="somebody else")
        if actor.aim and actor.aim_at is None and state.roster[actor.aim].cover != "concealed":
            actor.aim_at = state.roster[actor.aim].at
        for who in actor.engaged:  # melee is between two: cx.melee.engaged
            if actor.id not in state.roster[who].engaged:
                state.roster[who].engaged.append(actor.id)


def check_grapple(state: CompoundX, number: int, hold: Grapple) -> None:
    """Two who can reach each other, one of them in control, the other perhaps pinned. cx.grapple.control, cx.melee.adjacent"""
    where, both = f"now.grapples.{number}", (hold.first, hold.second)
    if hold.first == hold.second:
        raise BadInput(f"{hold.first} holds nobody else", field=f"{where}.second", expected="two who hold each other")
    for other in state.grapples[:number]:
        for who in both:
            if who in (other.first, other.second):
                raise BadInput(f"{who} is in two grapples", field=where, expected="one grapple each")
    if hold.control not in both:
        raise BadInput(f"{hold.control!r} has control", field=f"{where}.control", expected=" or ".join(both))
    if hold.pinned and (hold.pinned not in both or hold.pinned == hold.control):
        other_one = hold.second if hold.control == hold.first else hold.first
        raise BadInput(f"{hold.pinned!r} is pinned", field=f"{where}.pinned", expected=f"{other_one}, or nobody")
    first, second = (state.roster[who] for who in both)
    metres = known_distance(state, first, second)
    if metres is not None and metres > (3.0 if long_arm(first) or long_arm(second) else ADJACENT) + 1e-9:
        raise BadInput(f"{metres:.1f} m lie between {first.id} and {second.id}", field=where, expected="neighbouring spaces")


def check_sheet(actor: Fighter, where: str, content: Content, *, frail: bool) -> None:
    if actor.initiative_bonus not in (0, 15, 25):
        raise BadInput(f"{actor.initiative_bonus}", field=f"{where}.initiative-bonus", expected="0, or a Soldier's 15 or 25")
    if actor.profession:
        content.entry("classes", actor.profession, f"{where}.profession")
    for skill in actor.skills:
        content.entry("skills", skill, f"{where}.skills")
    known = [*SKILL_OF, *SIZES, *content.tables["melee"], *(str(row["category"]) for row in content.tables["rigs"].values())]
    for number, what in enumerate(actor.proficiencies):
        if what not in known:
            raise BadInput(f"{what!r}", field=f"{where}.proficiencies.{number}", expected=suggest(what, known))
    for kit in [*actor.kits, *([actor.restrained] if actor.restrained else [])]:
        content.entry("kits", kit, f"{where}.kits")
    for fault in faults_of(content, actor):
        if fault.rule == "cx.ruling.frail" and not frail:
            continue
        raise BadInput(f"{fault.why} [{fault.rule}]", field=f"{where}.{fault.field}", expected=fault.expected)
    if actor.cloaked and content.entry("modules", actor.cloaked, f"{where}.cloaked").get("kind") != "cloak":
        raise BadInput(f"{actor.cloaked!r} is no cloak", field=f"{where}.cloaked", expected="the key of a cloak")
    if actor.held is not None:
        check_held(actor.held, f"{where}.held")
    keys = [weapon.key for weapon in actor.weapons]
    for place, weapon in enumerate(actor.weapons):
        check_weapon(weapon, f"{where}.weapons.{place}", content)
        if keys.count(weapon.key) > 1:
            raise BadInput(f"two weapons are called {weapon.key!r}", field=f"{where}.weapons", expected="keys of their own")


def check_held(held: Held, where: str) -> None:
    """A plan of verbs that the Actions are enough for. cx.held.reserve"""
    for number, verb in enumerate(held.plan):
        if verb not in VERBS:
            raise BadInput(f"{verb!r}", field=f"{where}.plan.{number}", expected=suggest(verb, VERBS))
    if price(held.plan) > held.actions:
        raise BadInput(" + ".join(held.plan), field=f"{where}.plan", expected=f"what {counted(held.actions, 'Action')} can do")


def check_weapon(gun: Weapon, where: str, content: Content) -> None:
    if not gun.brackets or sorted(each.to for each in gun.brackets) != [each.to for each in gun.brackets]:
        raise BadInput("brackets", field=f"{where}.brackets", expected="one or more, nearest first")
    kinds: list[str] = []
    for key in gun.attachments:
        row = content.entry("attachments", key, f"{where}.attachments")
        fault = unsuited(gun, row)
        if fault:
            raise BadInput(f"{key}: {fault}", field=f"{where}.attachments", expected="what goes on this gun")
        kinds.append(str(row["kind"]))
    for kind in kinds:
        if kinds.count(kind) > 1 and kind != "light":
            raise BadInput(f"two attachments of the kind {kind!r}", field=f"{where}.attachments", expected="one of each kind")
    if sum(kind in ("light", "laser") for kind in kinds) > 2:
        raise BadInput("more than two lights and lasers", field=f"{where}.attachments", expected="two, one of them a laser")


def unsuited(gun: Weapon, row: dict[str, Plain]) -> str:
    if gun.group in row.get("not-on", []):
        return f"not on a {gun.group}"
    if "only-on" in row and gun.group not in row["only-on"]:
        return "only on a " + " or ".join(row["only-on"])
    if "needs" in row and not any(key in row["needs"] for key in gun.attachments):
        return "only with " + " or ".join(row["needs"])
    if row.get("bolt-action") and not gun.rechambers:
        return "only on a bolt action"
    tube = gun.single_action or gun.magazine == 1 or (gun.group == "shotgun" and gun.reload_actions > 2)
    if row.get("box-magazine") and tube:
        return "only with box magazines"
    if gun.type in row.get("not-type", []) or row.get("only-type", gun.type) != gun.type:
        return f"not for {gun.type}"
    return ""


def derive(actor: Fighter, content: Content) -> None:
    if actor.max_health == DERIVED:
        actor.max_health = 50 + 10 * actor.stats.fortitude  # cx.presumed.health
    if actor.health == DERIVED:
        actor.health = actor.max_health
    if actor.unconscious and not actor.fell_at:
        actor.fell_at = max(0, actor.health)
    if actor.rigs or actor.suit:
        derive_armour(actor, content)
    if actor.modules and actor.shield is None:
        actor.shield = shield_of(content, actor.modules)
    if actor.armour_points == DERIVED:
        actor.armour_points = actor.armour.points
    if actor.movement_speed == DERIVED:
        actor.movement_speed = actor.stats.dexterity  # cx.presumed.movement-speed
    if actor.carry == DERIVED:
        actor.carry = actor.stats.fortitude  # cx.presumed.carry
    derive_class(actor, content)
    if actor.shield is not None and actor.shield.strength == DERIVED:
        actor.shield.strength = actor.shield.capacity
    derive_hands(actor, content)


def derive_hands(actor: Fighter, content: Content) -> None:
    """Full magazines, and the first gun or blade in hand where the file says nothing."""
    for weapon in actor.weapons:
        fit(weapon, content)
        if weapon.rounds == DERIVED:
            weapon.rounds = weapon.magazine
    first = next((each for each in items_of(actor) if each.in_hand is None), None)
    if first is not None and not actor.empty_handed and not any(each.in_hand or each.dropped for each in items_of(actor)):
        first.in_hand = True
    settle_hands(actor)
    derive_under_barrel(actor, content)


def settle_hands(actor: Fighter) -> None:
    """What is not said to be in hand is not."""
    for item in items_of(actor):
        item.in_hand = bool(item.in_hand)


def mend_saved(state: CompoundX) -> None:
    """In a fight under way it is known what is in hand; version 1 left out what is not, and a health of -1."""
    for actor in state.roster.values():
        settle_hands(actor)
        if actor.health == DERIVED:
            actor.health = -1


def fit(gun: Weapon, content: Content) -> None:
    """Longer magazines, and metres of movement penalty that barrels and receivers add or take off: counted in once."""
    rows = [content.entry("attachments", key) for key in gun.attachments]
    more = sum(int(row.get("rounds", 0)) for row in rows)
    metres = sum((float(row.get("penalty", 0)) - float(row.get("carry", 0)) for row in rows), 0.0)
    if gun.fitted or not (more or metres):
        return
    gun.magazine, gun.penalty, gun.fitted = gun.magazine * (100 + more) // 100, gun.penalty + metres, True


def derive_under_barrel(actor: Fighter, content: Content) -> None:
    """A launcher or shotgun under the barrel is a gun of its own, in hand with the one it hangs on."""
    have = [each.key for each in actor.weapons]
    for gun in list(actor.weapons):
        for key in [each.weapon for each in mounted(content, gun) if each.weapon]:
            if key not in have:
                under = from_plain(Weapon, {"key": key, **content.entry("weapons", key)}, "weapons")
                under.rounds, under.in_hand = under.magazine, gun.in_hand
                actor.weapons.append(under)


def derive_class(actor: Fighter, content: Content) -> None:
    """A class gives nanites (its stat x 10) and passives. cx.presumed.nanites"""
    row = content.entry("classes", actor.profession) if actor.profession else {}
    if actor.max_nanites == DERIVED:
        actor.max_nanites = 10 * stat_of(actor.stats, str(row["primary"])) if row else 0
    if actor.nanites == DERIVED:
        actor.nanites = actor.max_nanites
    if not actor.initiative_bonus and row.get("initiative"):
        # cx.presumed.soldier-init
        actor.initiative_bonus = int(row["initiative"]) + sum(each.initiative for each in actor.abilities)
    have = [each.key for each in actor.abilities]
    for key in row.get("abilities", []):
        if key not in have:
            actor.abilities.append(from_plain(Ability, {"key": key, **content.entry("abilities", key)}, "abilities"))


def derive_armour(actor: Fighter, content: Content) -> None:
    """From rigs and material, or a suit. cx.armorsys.coverage-sum"""
    worn = armour_of(content, actor.rigs, actor.material, actor.suit)
    if actor.armour.key == "none":
        actor.armour = worn
    if actor.suit and not actor.integrity:
        actor.integrity = int(content.entry("suits", actor.suit)["integrity"])
        actor.armour.sealed = bool(actor.helmet) and bool(content.entry("suits", actor.helmet).get("seals"))


def check_condition(actor: Fighter, where: str) -> None:
    """What has to agree with other figures of the sheet, unless the GM has set it by hand."""
    actor.hunkered = actor.hunkered or suffers(actor, "pinned-down")
    if not actor.awake and not actor.out:  # what being Downed or unconscious means, whoever wrote it: cx.down.state
        actor.stance, actor.hunkered, actor.aim, actor.aim_at, actor.held, actor.actions = "prone", False, "", None, None, 0
        for item in held_items(actor):
            item.in_hand, item.dropped, item.lies = False, True, actor.at
    stats, health = actor.stats, 50 + 10 * actor.stats.fortitude
    one_stat = actor.movement_speed == actor.carry == stats.strength not in (stats.dexterity, stats.fortitude)
    checks = (
        ("movement-speed", actor.movement_speed, actor.movement_speed in (stats.strength, stats.dexterity),
         f"STR {stats.strength} or DEX {stats.dexterity}"),
        ("carry", actor.carry, "movement-speed" in actor.overridden or not one_stat,
         f"FORT {stats.fortitude}: one stat feeds one secondary stat"),  # cx.presumed.carry
        ("carry", actor.carry, actor.carry in (stats.strength, stats.fortitude),
         f"STR {stats.strength} or FORT {stats.fortitude}"),
        ("max-health", actor.max_health, actor.max_health == health, f"{health} (50 + 10 x FORT), or leave it out"),
        ("health", actor.health, actor.health <= actor.max_health, f"at most {actor.max_health}"),
        ("armour-points", actor.armour_points, 0 <= actor.armour_points <= actor.armour.points, f"0 to {actor.armour.points}"),
        ("nanites", actor.nanites, actor.nanites <= actor.max_nanites, f"at most {actor.max_nanites}"),
    )  # fmt: skip
    for name, value, fits, expected in checks:
        if not fits and name not in actor.overridden:
            raise BadInput(f"{name} = {value}", field=f"{where}.{name}", expected=expected)
    if actor.dst_failures > actor.dst_allowance or (actor.dst_failures == actor.dst_allowance and not actor.dead):
        raise BadInput(f"dst-failures = {actor.dst_failures}", field=f"{where}.dst-failures", expected="dead = true by then")
    shield = actor.shield
    if shield is not None and shield.strength > shield.capacity:
        raise BadInput(f"strength = {shield.strength}", field=f"{where}.shield.strength", expected=f"0 to {shield.capacity}")
    for place, gun in enumerate(actor.weapons):
        if not 0 <= gun.rounds <= gun.magazine:
            raise BadInput(f"rounds = {gun.rounds}", field=f"{where}.weapons.{place}.rounds", expected=f"0 to {gun.magazine}")


def key(state: CompoundX) -> Any:
    """For merging: of the round only 'begun?' and 'a kit opened in it?' matter, of initiative the order it has led to."""
    picture = shallow(state)
    picture.round = min(state.round, 1)
    picture.roster = {}
    for who, actor in state.roster.items():
        seen = picture.roster[who] = shallow(actor)
        seen.kit_used = int(actor.kit_used == state.round)
        seen.initiative = 0 if state.round else actor.initiative
    return freeze(picture)
