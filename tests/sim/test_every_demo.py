"""Every demo: the odds of each kind of action that is legal, at the start and some acts in, against plays of the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.engine.actions import Action
from starfray.engine.forms import forms_for
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.tables.exact import spread
from starfray.engine.values import GM
from starfray.fight import Fight
from starfray.testing.chances import by_key, chosen, disagreement, sample_plays
from starfray.testing.context import Effort, Kit
from starfray.testing.random_actions import legal_from
from starfray.testing.report import Findings, Reach, Report

pytestmark = pytest.mark.slow

DEMOS = sorted((Path(starfray.__file__).parent / "demos").glob("*.toml"))
BUDGET, PLAYS, LATER, MOST = 1_000, 100, 6, 4_000


@pytest.mark.parametrize("path", DEMOS, ids=lambda path: path.stem)
def test_the_odds_of_every_kind_are_complete_or_say_what_is_missing_and_agree_with_plays(path: Path) -> None:
    fight = starfray.load(path)
    seen = 0
    if fight.due is not None:
        weigh(fight, fight.due)
        seen += 1
    fight.seats.auto = {*fight.state.roster, GM}
    fight.advance()
    for acts in range(LATER + 1):
        if fight.over:
            break
        for action in kinds(fight) if acts in (0, LATER) else ():
            weigh(fight, action)
            seen += 1
        act = chosen(fight)
        if act is None:
            break
        fight.play(act)
    assert seen


def kit_of(fight: Fight) -> Kit:
    nothing = Reach("", [])
    return Kit(fight.book, Findings(Report(fight.book.name)), Effort(), nothing, nothing, nothing, Generator(1))


def kinds(fight: Fight) -> list[Action]:
    """One legal action of each kind somebody may choose now."""
    found: dict[str, Action] = {}
    for who in fight.actors:
        for form in forms_for(fight.book, fight.state, who):
            if form.refused is None and form.kind not in found:
                action = legal_from(kit_of(fight), fight, fight.state, form, who, Generator(3))
                if action is not None:
                    found[form.kind] = action
    return list(found.values())


def weigh(fight: Fight, action: Action) -> None:
    kit, policies = kit_of(fight), Policies(fight.book.policy())
    found = spread(fight.book, fight.state, action, policies, budget=BUDGET, content=fight.content)
    listed = sum(leaf.weight for leaf in found.leaves)
    assert listed + found.residual + found.unlisted == pytest.approx(1, abs=1e-9), action
    missing = found.residual + found.unlisted
    # ten against ten, each shot of a long burst
    many = action.KIND in ("group-attack", "full-auto") or getattr(action, "shots", 0) > 3
    if action.KIND in fight.book.actions and not many:  # else what is missing is told only, as with the order of a crowd
        assert missing < 0.1, f"{action}: {missing:.2f} is not reached"
    if len(found.leaves) > MOST:  # too many wholes to meet one of them twice in so few plays
        return
    chances = by_key(kit, found)
    wrong = disagreement(chances, missing, sample_plays(kit, fight, action, policies, 7, PLAYS))
    if wrong:  # an unlucky sample is not believed before a larger one says the same
        wrong = disagreement(chances, missing, sample_plays(kit, fight, action, policies, 8, 4 * PLAYS))
    assert not wrong, f"{action}: {wrong}"
