"""From sheet to fighter: what the book derives and checks, what a stranger would see, and the key for merging."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from starfray.engine.codec import clone, fill_in, freeze, kebab, shallow
from starfray.engine.rules import BadInput, Content, suggest
from starfray.engine.view import ALL_SEEING, project, side_of
from starfray.rulebooks.hybrid.defence import CROUCH
from starfray.rulebooks.hybrid.derived import FIGURES, POOLS, SITUATIONS
from starfray.rulebooks.hybrid.grapple import HANDS, HOLD_MAX
from starfray.rulebooks.hybrid.injury import CALLED, COVERS
from starfray.rulebooks.hybrid.moves import moves_of
from starfray.rulebooks.hybrid.presets import LONGEST_HOLD
from starfray.rulebooks.hybrid.settling import ON_THE_GROUND, stands, within_reach
from starfray.rulebooks.hybrid.shock import let_everything_go
from starfray.rulebooks.hybrid.skills import RELATED_TENTHS
from starfray.rulebooks.hybrid.state import (
    ATTACKS,
    BODILY,
    DAMAGE_TYPES,
    DERIVED,
    KINDS,
    MAX_COUNT,
    RATES,
    RESPONSES,
    STANCES,
    TRIGGERS,
    WAYS,
    Bind,
    Closed,
    Fighter,
    Hybrid,
    UnderWay,
    are_closed,
    at_hand,
    in_hands,
    things_of,
)

UNARMED = ("close", "pick-up", "look", "hide", "aid", "task", *BODILY, *HANDS)
WIELDED = ("blow", "shot", "feint", "disarm", "release")  # with a weapon at hand
ALONE = ("draw", "look", "hide", "feint", "familiarise", "task", *BODILY)
PAIRED = ("", "physical-physical", "mental-mental", "mental-physical")
BASES = ("stats", "armour", "body-factor", "mind-factor", "move-factor")  # what the figures follow from


def start(state: Hybrid, content: Content) -> None:
    """Fill in what was left out of the file and check what was given."""
    for index, actor in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        check_sheet(actor, content, where)
        derive(actor, content)
        check_figures(actor, where)
        check_condition(state, actor, where)
    check_now(state, content)
    for actor in state.roster.values():
        if not actor.able:
            let_everything_go(state, actor)
        if state.begun and actor.preset is not None and not actor.preset.fired and not actor.wait_until:
            actor.wait_until = state.count + LONGEST_HOLD  # nobody said how long it is held


def derive(actor: Fighter, content: Content) -> None:
    derive_figures(actor)
    if not actor.armed and not any(weapon.in_hand for weapon in actor.weapons):  # the first that fit, if not said otherwise
        free = actor.hands - sum(tool.hands for tool in actor.tools if tool.in_hand)
        for weapon in actor.weapons:
            if weapon.in_hand is None and not weapon.natural and not weapon.dropped and weapon.hands <= free:
                weapon.in_hand = True
                free -= weapon.hands
    for weapon in actor.weapons:
        weapon.in_hand = bool(weapon.in_hand)
    actor.armed = True


def derive_figures(actor: Fighter) -> None:
    """What the file leaves out follows from the stats; a pool left out is full."""
    fill_in(actor, DERIVED, {name: figure(actor) for name, figure in FIGURES.items()})
    fill_in(actor, DERIVED, {pool: getattr(actor, f"max_{pool}") for pool in POOLS})


# --- checks ----------------------------------------------------------------------------------------------------
def check_words(words: Iterable[str], known: Iterable[str], where: str, said: str = "") -> None:
    for word in words:
        if word not in known:
            raise BadInput(f"{said}{word!r}", field=where, expected=suggest(word, known))


def check_skills(skills: Iterable[str], known: Iterable[str], where: str) -> None:
    check_words(skills, known, where, "no skill ")


def check_people(state: Hybrid, people: Iterable[str], where: str) -> None:
    check_words(people, state.roster, where, "nobody is called ")


def check_sheet(actor: Fighter, content: Content, where: str) -> None:
    known = content.tables["skills"]
    check_skills(actor.skills, known, f"{where}.skills")
    for place, pool in enumerate(actor.pools):
        check_skills(pool.skills, known, f"{where}.pools.{place}")
    for place, lent in enumerate(actor.related):
        check_skills((lent.wanted, lent.skill), known, f"{where}.related.{place}")
        check_words([lent.how], RELATED_TENTHS, f"{where}.related.{place}.how")
    check_skills(actor.filters, filters(content), f"{where}.filters")
    check_words(actor.situation, SITUATIONS, f"{where}.situation")
    keys = [thing.key for thing in things_of(actor)]
    for place, tool in enumerate(actor.tools):
        if keys.count(tool.key) > 1:
            raise BadInput(f"two things are called {tool.key!r}", field=f"{where}.tools.{place}", expected="keys of their own")
    for place, weapon in enumerate(actor.weapons):
        spot = f"{where}.weapons.{place}"
        if keys.count(weapon.key) > 1:
            raise BadInput(f"two weapons are called {weapon.key!r}", field=spot, expected="keys of their own")
        check_words([weapon.way], WAYS, f"{spot}.way")
        check_words([weapon.type], (*DAMAGE_TYPES, "mental") if weapon.way == "mental" else DAMAGE_TYPES, f"{spot}.type")
    for place, piece in enumerate(actor.armour):
        check_words(piece.cover, COVERS, f"{where}.armour.{place}.cover")


def filters(content: Content) -> list[str]:
    return [key for key, row in content.tables["skills"].items() if row["kind"] == "filter"]


def check_figures(actor: Fighter, where: str) -> None:
    """A figure that does not follow from the stats needs a word in `overridden`."""
    if any(path.startswith(BASES) for path in actor.overridden):
        return
    for name, figure in FIGURES.items():
        given, value, key = getattr(actor, name), figure(actor), kebab(name)
        if abs(given - value) > 1e-9 and key not in actor.overridden:
            raise BadInput(
                f"{key} = {given}",
                field=f"{where}.{key}",
                expected=f'{value}, or leave it out, or say why in overridden = {{ {key} = "…" }}',
            )


def check_condition(state: Hybrid, actor: Fighter, where: str) -> None:
    for pool in POOLS:
        value, most = getattr(actor, pool), getattr(actor, f"max_{pool}")
        if not 0 <= value <= most:
            raise BadInput(f"{pool} = {value}", field=f"{where}.{pool}", expected=f"0 to {most}")
    check_words(actor.stance, STANCES, f"{where}.stance")
    check_words([actor.pace], RATES, f"{where}.pace")
    check_people(state, [actor.chasing] if actor.chasing else [], f"{where}.chasing")
    check_people(state, actor.fooled, f"{where}.fooled")
    for name, people in (("chasing", [actor.chasing]), ("fooled", actor.fooled)):
        if actor.id in people:
            raise BadInput(f"{actor.id} himself", field=f"{where}.{name}", expected="somebody else")
    if actor.prone and actor.pace not in ON_THE_GROUND:
        raise BadInput(f"pace = {actor.pace}", field=f"{where}.pace", expected="on the ground one only crawls")
    check_preset(state, actor, where)
    check_stances(actor, where)
    full = sum(thing.hands for thing in in_hands(actor))
    if full > actor.hands:
        expected = f"at most {actor.hands} hands' worth in hand"
        raise BadInput(f"{full} hands are full", field=f"{where}.weapons", expected=expected)


def check_preset(state: Hybrid, actor: Fighter, where: str) -> None:
    if actor.preset is not None:
        check_words([actor.preset.trigger], TRIGGERS, f"{where}.preset.trigger")
        check_words([actor.preset.response], RESPONSES, f"{where}.preset.response")
        check_people(state, [who for who in (actor.preset.of, actor.preset.target) if who], f"{where}.preset")
        if actor.preset.response == "draw" and not actor.preset.weapon:
            raise BadInput("a draw of nothing", field=f"{where}.preset.weapon", expected="a weapon to draw")


def check_stances(actor: Fighter, where: str) -> None:
    """Which of them go together, and with what. hybrid.ruling.stance-duration"""
    if "retreat" in actor.stance and len(actor.stance) > 1:
        raise BadInput(f"stance = {actor.stance}", field=f"{where}.stance", expected="a retreat goes with no other stance")
    if len(set(actor.stance)) < len(actor.stance):
        raise BadInput(f"stance = {actor.stance}", field=f"{where}.stance", expected="each stance once")
    if (actor.evading and actor.prone) or ((actor.evading or actor.mind_evading) and "all-out" in actor.stance):
        raise BadInput("evading", field=f"{where}.evading", expected="on the feet, and not all out")


def check_now(state: Hybrid, content: Content) -> None:
    if not 0 <= state.count <= MAX_COUNT or (state.count and not state.begun):
        raise BadInput(f"count = {state.count}", field="now.count", expected="0 or more, and begun = true")
    check_people(state, state.involved, "now.involved")
    if len(set(state.involved)) < len(state.involved):
        raise BadInput("somebody stands in it twice", field="now.involved", expected="everybody once")
    if state.begun and not state.involved:  # whoever is missing from a given list rolls on coming late
        state.involved = list(state.roster)
    check_skills(state.filters, filters(content), "now.filters")
    for name, value in (("dark", state.dark), ("gravity", state.gravity)):
        if not 0 <= value <= 100:
            raise BadInput(f"{name} = {value}", field=f"now.{name}", expected="0 to 100 percent")
    busy: list[tuple[str, bool]] = []
    for index, under_way in enumerate(state.under_way):
        where, who = f"now.under-way.{index}", under_way.actor
        check_under_way(state, under_way, where)
        if (who, under_way.second) in busy or (not under_way.pair and any(other == who for other, _ in busy)):
            raise BadInput(f"{who} has two actions under way", field=where, expected="one each, or a florentine pair")
        busy.append((who, under_way.second))
    check_pairs(state)


def check_under_way(state: Hybrid, under_way: UnderWay, where: str) -> None:
    check_words([under_way.kind], KINDS, where)
    aimless = under_way.kind in ALONE or under_way.to is not None or (under_way.kind == "mind" and not under_way.target)
    check_people(state, [under_way.actor] if aimless else [under_way.actor, under_way.target], where)
    actor = state.roster[under_way.actor]
    if under_way.kind in (*ATTACKS, "close") and under_way.target == actor.id:
        raise BadInput(f"{actor.id} himself", field=f"{where}.target", expected="somebody else")
    if under_way.kind == "rise" and not actor.prone:
        raise BadInput(f"{actor.id} is on his feet", field=where, expected="somebody on the ground")
    check_words([under_way.at] if under_way.at else [], CALLED, f"{where}.at")
    check_words([under_way.how] if under_way.how else [], moves_of(actor), f"{where}.how")
    check_words([under_way.pair], PAIRED, f"{where}.pair")
    carried = things_of(actor) if under_way.kind == "draw" else actor.weapons
    if under_way.kind not in UNARMED and under_way.weapon not in [thing.key for thing in carried]:
        raise BadInput(f"{actor.id} has no {under_way.weapon!r}", field=where, expected="a weapon of the actor's")
    ready = under_way.draws or under_way.assured or under_way.weapon in [weapon.key for weapon in at_hand(actor)]
    if under_way.kind in WIELDED and not ready:
        raise BadInput(f"{under_way.weapon!r} is not at hand", field=where, expected="a weapon in the hand, or draws = true")


def check_pairs(state: Hybrid) -> None:
    for index, pair in enumerate(state.closed):
        check_people(state, (pair.one, pair.other), f"now.closed.{index}")
        if pair.one == pair.other or not within_reach(state, state.roster[pair.one], state.roster[pair.other]):
            raise BadInput(f"{pair.one} and {pair.other}", field=f"now.closed.{index}", expected="two within arm's reach")
    for index, hold in enumerate(state.holds):
        check_people(state, (hold.holder, hold.held), f"now.holds.{index}")
        one, other = state.roster[hold.holder], state.roster[hold.held]
        if one.prone or one is other or not within_reach(state, one, other):
            expected = "a holder on the feet and somebody else within arm's reach"
            raise BadInput(f"{hold.holder} holds {hold.held}", field=f"now.holds.{index}", expected=expected)
        if not are_closed(state, one, other):  # whoever holds is close
            state.closed.append(Closed(one=one.id, other=other.id))
        most = HOLD_MAX * one.stats.pst
        if not 0 <= hold.strength <= most:
            raise BadInput(f"strength = {hold.strength}", field=f"now.holds.{index}.strength", expected=f"0 to {most}")
        if hold.strength and other.evading:
            raise BadInput(f"{other.id} evades", field=f"now.holds.{index}", expected="nobody evades who is held")
    for index, lock in enumerate(state.binds):
        where = f"now.binds.{index}"
        for who, weapon in ((lock.attacker, lock.attacker_weapon), (lock.defender, lock.defender_weapon)):
            check_people(state, [who], where)
            if weapon not in [own.key for own in state.roster[who].weapons]:
                raise BadInput(f"{who!r} with {weapon!r}", field=where, expected="a fighter and his weapon")
        if both_able(state, lock) and not stands(state, lock):
            raise BadInput(f"{lock.attacker} and {lock.defender}", field=where, expected="two with the weapons in their hands")


def both_able(state: Hybrid, lock: Bind) -> bool:
    return state.roster[lock.attacker].able and state.roster[lock.defender].able


# --- views and keys --------------------------------------------------------------------------------------------
def seen_by(state: Hybrid, who: str, printed: Callable[[Fighter], Fighter]) -> Hybrid:
    """A preset is known to its own side alone; to others its holder just waits. hybrid.initiative.preset.definition"""
    seen: Hybrid = project(state, who, printed)
    if who in ALL_SEEING or not any(other.preset is not None for other in seen.roster.values()):
        return seen
    side = side_of(state, who)
    unknown = [actor for actor in seen.roster.values() if actor.preset is not None and actor.side != side]
    if not unknown:
        return seen
    seen = shallow(seen)
    seen.roster = dict(seen.roster)
    for actor in unknown:
        seen.roster[actor.id] = clone(actor)
        seen.roster[actor.id].preset = None
    return seen


def key(state: Hybrid) -> Any:
    """For merging: every count as time left from now; of the fatigue used only what is missing to the next ten."""
    picture = clone(state)
    now = state.count
    picture.count = 0
    slowest = max([CROUCH, *(weapon.speed for other in state.roster.values() for weapon in other.weapons)])
    for actor in picture.roster.values():
        actor.initiative = max(actor.initiative - now, -slowest)  # further back than any defence takes is all the same
        actor.wait_until = max(0, actor.wait_until - now)
        actor.stance_since = actor.stance_since - now if actor.stance_since >= now else -1  # declared at this choice, or before
        actor.bleeding = [when - now for when in actor.bleeding]
        actor.moved = 1 if actor.moved == now else 0
        actor.glanced = 1 if actor.glanced == now else 0
        actor.pace_since -= now if actor.pace != "none" else actor.pace_since
        actor.resting = actor.resting - now - 1 if actor.resting >= 0 else 0
        if actor.shock is not None:
            actor.shock.rolls -= now
        if actor.preset is not None:
            actor.preset.since -= now
        actor.fatigue_used %= 10
        actor.mind_used %= 10
    for under_way in picture.under_way:
        under_way.lands -= now
        under_way.began = 0
    return freeze(picture)
