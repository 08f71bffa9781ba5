"""From sheet to fighter: what the book derives, what it checks, what a stranger would see, and the key for merging."""

from __future__ import annotations

from typing import Any

from starfray.engine.codec import clone, freeze
from starfray.engine.content import Content
from starfray.engine.errors import BadInput, suggest
from starfray.engine.view import project
from starfray.rulebooks.hybrid import figures
from starfray.rulebooks.hybrid.choices import SPINNING, STANCES
from starfray.rulebooks.hybrid.defence import CROUCH
from starfray.rulebooks.hybrid.injury import CALLED, COVERS
from starfray.rulebooks.hybrid.state import DAMAGE_TYPES, DERIVED, Fighter, Hybrid

STATS = ("pst", "pen", "dex", "pag", "paw", "mst", "men", "mag", "psi", "maw")
KINDS = ("blow", "close", "dodge", "draw", "drop", "rise", "release")
BODILY = ("rise", "dodge", "drop")
MAX_COUNT = 1_000_000


def start(state: Hybrid, content: Content) -> None:
    """Fill in what was left out of the file and check what was given."""
    for index, one in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        check_sheet(one, content, where)
        derive(one)
        check_figures(one, where)
        check_condition(state, one, where)
    if not 0 <= state.count <= MAX_COUNT or (state.count and not state.begun):
        raise BadInput(f"count = {state.count}", field="now.count", expected="0 or more, and begun = true")
    check_under_way(state)
    check_binds(state)


def check_sheet(one: Fighter, content: Content, where: str) -> None:
    for name in STATS:
        value = int(getattr(one.stats, name))
        if not 0 <= value <= 100:
            raise BadInput(f"{name} = {value}", field=f"{where}.stats.{name}", expected="0 to 100")
    known = content.tables["skills"]
    for skill, rank in one.skills.items():
        if skill not in known:
            raise BadInput(f"no skill {skill!r}", field=f"{where}.skills", expected=suggest(skill, known))
        if not 0 <= rank <= 30:  # hybrid.skill.rank.range
            raise BadInput(f"rank {rank}", field=f"{where}.skills.{skill}", expected="0 to 30; leave it out if unranked")
    for each in one.situation:
        if each not in figures.SITUATIONS:
            raise BadInput(f"{each!r}", field=f"{where}.situation", expected=suggest(each, figures.SITUATIONS))
    keys = [each.key for each in one.weapons]
    for place, weapon in enumerate(one.weapons):
        spot = f"{where}.weapons.{place}"
        if keys.count(weapon.key) > 1:
            raise BadInput(f"two weapons are called {weapon.key!r}", field=spot, expected="keys of their own")
        if weapon.type not in DAMAGE_TYPES:
            raise BadInput(f"type = {weapon.type!r}", field=f"{spot}.type", expected="one of " + ", ".join(DAMAGE_TYPES))
        fine = 1 <= weapon.speed <= 1000 and 0 <= weapon.hands <= 2 and 0 <= weapon.dice <= 10 and 2 <= weapon.sides <= 100
        if not fine or not 0 <= weapon.times <= 100 or not 0 <= weapon.plus <= 1000:
            raise BadInput("a figure is out of bounds", field=spot,
                           expected="speed 1 to 1000, hands 0 to 2, dice 0 to 10, sides 2 to 100, times 0 to 100, plus from 0")
    for place, piece in enumerate(one.armour):
        for group in piece.cover:
            if group not in COVERS:
                raise BadInput(f"cover {group!r}", field=f"{where}.armour.{place}.cover", expected=suggest(group, COVERS))


def derive(one: Fighter) -> None:
    if one.max_pbd == DERIVED:
        one.max_pbd = figures.max_pbd(one)
    if one.max_pft == DERIVED:
        one.max_pft = figures.max_pft(one)
    if one.max_pex == DERIVED:
        one.max_pex = figures.max_pex(one)
    if one.pca == DERIVED:
        one.pca = figures.pca(one)
    if one.pdf == DERIVED:
        one.pdf = figures.pdf(one)
    if one.speed == DERIVED:
        one.speed = figures.speed(one)
    if one.pbd == DERIVED:
        one.pbd = one.max_pbd
    if one.pft == DERIVED:
        one.pft = one.max_pft
    if one.pex == DERIVED:
        one.pex = one.max_pex
    if not one.armed and not any(each.in_hand for each in one.weapons):  # the first ones that fit
        free = one.hands
        for weapon in one.weapons:
            if not weapon.natural and weapon.hands <= free:
                weapon.in_hand = True
                free -= weapon.hands
    one.armed = True


def check_figures(one: Fighter, where: str) -> None:
    """A figure that does not follow from the stats needs a word in `overridden`."""
    if any(path.startswith(("stats", "armour", "body-factor")) for path in one.overridden):
        return
    for name, given, value in (
        ("max-pbd", one.max_pbd, figures.max_pbd(one)), ("max-pft", one.max_pft, figures.max_pft(one)),
        ("max-pex", one.max_pex, figures.max_pex(one)), ("pca", one.pca, figures.pca(one)),
        ("pdf", one.pdf, figures.pdf(one)), ("speed", one.speed, figures.speed(one)),
    ):  # fmt: skip
        if given != value and name not in one.overridden:
            raise BadInput(f"{name} = {given}", field=f"{where}.{name}",
                           expected=f"{value}, or leave it out, or say why in overridden = {{ {name} = \"…\" }}")


def check_condition(state: Hybrid, one: Fighter, where: str) -> None:
    for name, value, most in (("pbd", one.pbd, one.max_pbd), ("pft", one.pft, one.max_pft), ("pex", one.pex, one.max_pex)):
        if not 0 <= value <= most:
            raise BadInput(f"{name} = {value}", field=f"{where}.{name}", expected=f"0 to {most}")
    for name, value in (("initiative", one.initiative), ("wait-until", one.wait_until), ("speed-points", one.speed_points),
                        ("fatigue-used", one.fatigue_used)):
        if not 0 <= value <= MAX_COUNT:
            raise BadInput(f"{name} = {value}", field=f"{where}.{name}", expected="0 or more")
    for each in one.stance:
        if each not in STANCES:
            raise BadInput(f"{each!r}", field=f"{where}.stance", expected="one of " + ", ".join(STANCES))
    if one.shock is not None and not 1 <= one.shock.level <= 4:
        raise BadInput(f"level = {one.shock.level}", field=f"{where}.shock.level", expected="1 jolted to 4 unconscious")
    held = sum(each.hands for each in one.weapons if each.in_hand)
    if held > one.hands:
        raise BadInput(f"{held} hands are full", field=f"{where}.weapons", expected=f"at most {one.hands} hands' worth in hand")


def check_under_way(state: Hybrid) -> None:
    busy: list[str] = []
    for index, each in enumerate(state.under_way):
        where = f"now.under-way.{index}"
        if each.kind not in KINDS:
            raise BadInput(f"kind = {each.kind!r}", field=where, expected="one of " + ", ".join(KINDS))
        for who in (each.actor, each.target) if each.kind not in ("draw", *BODILY) else (each.actor,):
            if who not in state.roster:
                raise BadInput(f"nobody is called {who!r}", field=where, expected=suggest(who, state.roster))
        if each.actor in busy:
            raise BadInput(f"{each.actor} has two actions under way", field=where, expected="one each")
        busy.append(each.actor)
        if each.at and each.at not in CALLED:
            raise BadInput(f"at = {each.at!r}", field=where, expected=suggest(each.at, CALLED))
        if each.how not in ("", *SPINNING):
            raise BadInput(f"how = {each.how!r}", field=where, expected="spin or jump")
        owned = [weapon.key for weapon in state.roster[each.actor].weapons]
        if each.kind not in ("close", *BODILY) and each.weapon not in owned:
            raise BadInput(f"{each.actor} has no {each.weapon!r}", field=where, expected="a weapon of the actor's")


def check_binds(state: Hybrid) -> None:
    for index, pair in enumerate(state.closed):
        for who in (pair.one, pair.other):
            if who not in state.roster:
                raise BadInput(f"nobody is called {who!r}", field=f"now.closed.{index}", expected=suggest(who, state.roster))
    for index, each in enumerate(state.binds):
        pairs = ((each.attacker, each.attacker_weapon), (each.defender, each.defender_weapon))
        for who, weapon in pairs:
            one = state.roster.get(who)
            if one is None or weapon not in [held.key for held in one.weapons]:
                raise BadInput(f"{who!r} with {weapon!r}", field=f"now.binds.{index}", expected="a fighter and his weapon")


def view(state: Hybrid, who: str) -> Any:
    return project(state, who, {one.id: printed(one) for one in state.roster.values() if one.secret})


def printed(one: Fighter) -> Fighter:
    """What a stranger would take the fighter for: unhurt, with the printed figures."""
    from starfray.engine.content import book_content
    from starfray.engine.setup import combatants, printed_row
    from starfray.rulebooks.hybrid import BOOK

    content = book_content(BOOK.name, BOOK.folder)
    made: Fighter = combatants(BOOK, printed_row(one, content), content, {}, False, one.id)[0]
    derive(made)
    return made


def key(state: Hybrid) -> Any:
    """For merging: every count as time left from now; of the fatigue used only what is missing to the next ten."""
    picture = clone(state)
    now = state.count
    picture.count = 0
    slowest = max([CROUCH, *(each.speed for one in state.roster.values() for each in one.weapons)])
    for one in picture.roster.values():
        one.initiative = max(one.initiative - now, -slowest)  # further back than any defence takes is all the same
        one.wait_until = max(0, one.wait_until - now)
        one.stance_since = one.stance_since - now if one.stance_since >= now else -1  # declared at this choice, or before
        one.bleeding = [when - now for when in one.bleeding]
        if one.shock is not None:
            one.shock.rolls -= now
        one.fatigue_used %= 10
    for each in picture.under_way:
        each.lands -= now
    return freeze(picture)
