"""From sheet to fighter: what the book derives, what a stranger would see, and the key for merging."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from starfray.engine.codec import clone, freeze, shallow
from starfray.engine.content import Content, book_content
from starfray.engine.errors import BadInput
from starfray.engine.setup import as_printed, printed_row
from starfray.engine.view import ALL_SEEING, project, side_of
from starfray.rulebooks.hybrid import figures
from starfray.rulebooks.hybrid.defence import CROUCH
from starfray.rulebooks.hybrid.sheet import MAX_COUNT, check_condition, check_figures, check_now, check_sheet
from starfray.rulebooks.hybrid.state import DERIVED, Fighter, Hybrid


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
    check_now(state, content)


def derive(one: Fighter) -> None:
    derive_body(one)
    derive_mind(one)
    if not one.armed and not any(each.in_hand for each in one.weapons):  # the first ones that fit
        free = one.hands
        for weapon in one.weapons:
            if not weapon.natural and weapon.hands <= free:
                weapon.in_hand = True
                free -= weapon.hands
    one.armed = True


def derive_body(one: Fighter) -> None:
    if one.max_pbd == DERIVED:
        one.max_pbd = figures.max_pbd(one)
    if one.max_pft == DERIVED:
        one.max_pft = figures.max_pft(one)
    if one.max_pex == DERIVED:
        one.max_pex = figures.max_pex(one)
    if one.pca == DERIVED:
        one.pca = figures.pca(one)
    if one.acc == DERIVED:
        one.acc = figures.acc(one)
    if one.pdf == DERIVED:
        one.pdf = figures.pdf(one)
    if one.pmv == DERIVED:
        one.pmv = figures.pmv(one)
    if one.speed == DERIVED:
        one.speed = figures.speed(one)
    if one.pbd == DERIVED:
        one.pbd = one.max_pbd
    if one.pft == DERIVED:
        one.pft = one.max_pft
    if one.pex == DERIVED:
        one.pex = one.max_pex


def derive_mind(one: Fighter) -> None:
    if one.max_mbd == DERIVED:
        one.max_mbd = figures.max_mbd(one)
    if one.max_mft == DERIVED:
        one.max_mft = figures.max_mft(one)
    if one.max_mex == DERIVED:
        one.max_mex = figures.max_mex(one)
    if one.mca == DERIVED:
        one.mca = figures.mca(one)
    if one.fcs == DERIVED:
        one.fcs = figures.fcs(one)
    if one.mdf == DERIVED:
        one.mdf = figures.mdf(one)
    if one.mmv == DERIVED:
        one.mmv = figures.mmv(one)
    if one.mental_speed == DERIVED:
        one.mental_speed = figures.mental_speed(one)
    if one.mbd == DERIVED:
        one.mbd = one.max_mbd
    if one.mft == DERIVED:
        one.mft = one.max_mft
    if one.mex == DERIVED:
        one.mex = one.max_mex


def view(state: Hybrid, who: str) -> Any:
    """A preset is known to its own side alone; to others its holder just waits. hybrid.initiative.preset.definition"""
    seen: Hybrid = project(state, who, printed)
    if who in ALL_SEEING or not any(one.preset is not None for one in seen.roster.values()):
        return seen
    side = side_of(state, who)
    unknown = [one for one in seen.roster.values() if one.preset is not None and one.side != side]
    if not unknown:
        return seen
    seen = shallow(seen)
    seen.roster = dict(seen.roster)
    for one in unknown:
        seen.roster[one.id] = clone(one)
        seen.roster[one.id].preset = None
    return seen


def printed(one: Fighter) -> Fighter:
    """What a stranger would take the fighter for: unhurt, with the printed figures."""
    return printed_sheet(one.archetype)


@lru_cache(maxsize=256)
def printed_sheet(archetype: str) -> Fighter:
    """What the book prints of it; a word it does not know says nothing."""
    from starfray.rulebooks.hybrid import BOOK

    content = book_content(BOOK.name, BOOK.folder)
    made: Fighter = as_printed(BOOK, printed_row(Fighter(id="printed", archetype=archetype), content), content, derive)
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
        one.moved = 1 if one.moved == now else 0
        one.glanced = 1 if one.glanced == now else 0
        one.pace_since -= now if one.pace != "none" else one.pace_since
        one.resting = one.resting - now - 1 if one.resting >= 0 else 0
        if one.shock is not None:
            one.shock.rolls -= now
        if one.preset is not None:
            one.preset.since -= now
        one.fatigue_used %= 10
        one.mind_used %= 10
    for each in picture.under_way:
        each.lands -= now
        each.began = 0
    return freeze(picture)
