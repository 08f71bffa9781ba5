"""Standing orders are checked when they are given, not when the question comes up."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.orders import read_answers, read_questions
from starfray.rulebooks import FOLDERS, find

TWO = """
rulebook = "{book}"
{head}
[[combatant]]
id = "ann"
side = "crew"
{ann}
[[combatant]]
id = "bob"
side = "dock"
"""


def fight(book: str, rule: str, answer: str, own: bool = False, ann: str = "") -> starfray.Fight:
    order = f'"{rule}" = "{answer}"'
    ann += 'archetype = "kestrel"' if book == "socs" else ""
    ann += f"\norders = {{ {order} }}" if own else ""
    two = TWO + ('archetype = "hammer"' if book == "socs" else "")
    return starfray.loads(two.format(book=book, head="" if own else f"[orders]\n{order}", ann=ann))


WRONG = [
    ("coriolis", "coriolis.core.pray", "perhaps"),
    ("coriolis", "coriolis.core.pray", "unarmed"),
    ("coriolis", "coriolis.action.defend", "swrod"),
    ("coriolis", "coriolis.action.defend", "yes"),
    ("coriolis", "coriolis.action.overwatch-fire", "never"),
    ("coriolis", "coriolis.action.overwatch-fire", "zoe"),
    ("coriolis", "coriolis.ranged.bonus.purchase", "strike-fear:1"),
    ("coriolis", "coriolis.melee.bonus.purchase", "increase-damage:1 stab:2"),
    ("compound-x", "cx.dirt.effect", "up"),
    ("compound-x", "cx.opportunity.reaction", "never"),
    ("compound-x", "cx.maneuver.check", "stealth"),
    ("hybrid", "hybrid.ruling.defence-declare", "parry"),
    ("hybrid", "hybrid.ruling.defence-declare", "parry-saver"),
    ("hybrid", "hybrid.close.fend.ignored", "yes"),
    ("hybrid", "hybrid.skill.related", "close"),
    ("gurps", "gurps.core.active-defense", "parry-brodsword"),
    ("gurps", "gurps.effort.feverish-defense", "zz"),
    ("gurps", "gurps.maneuver.wait", "perhaps"),
    ("icar", "icar.hp.brain", "head"),
    ("icar", "icar.space.strategy", "-5"),
    ("socs", "socs.ruling.follow-choice", "flee"),
]
RIGHT = [
    ("coriolis", "coriolis.core.pray", "always"),
    ("coriolis", "coriolis.action.defend", "sword"),
    ("coriolis", "coriolis.action.defend", "ask"),
    ("coriolis", "coriolis.action.overwatch-fire", "bob"),
    ("coriolis", "coriolis.action.overwatch-fire", "hold"),
    ("coriolis", "coriolis.melee.bonus.purchase", "increase-damage:1 disarm:1"),
    ("compound-x", "cx.dirt.effect", "here"),
    ("compound-x", "cx.opportunity.reaction", "g1-knife"),
    ("hybrid", "hybrid.ruling.defence-declare", "never"),
    ("hybrid", "hybrid.ruling.defence-declare", "retreat-parry-saber"),
    ("hybrid", "hybrid.close.fend.allowed", "fend-bare-hands"),
    ("gurps", "gurps.core.active-defense", "never"),
    ("gurps", "gurps.core.active-defense", "parry-broadsword-retreat"),
    ("gurps", "gurps.maneuver.wait", "hold"),
    ("icar", "icar.hp.brain", "whole"),
]


@pytest.mark.parametrize(("book", "rule", "answer"), WRONG)
@pytest.mark.parametrize("own", [False, True])
def test_a_word_the_question_never_takes_is_refused(book: str, rule: str, answer: str, own: bool) -> None:
    with pytest.raises(starfray.BadInput, match="is no answer"):
        fight(book, rule, answer, own)
    calm = fight(book, rule, "ask", own)
    who = "ann" if own else "all"
    with pytest.raises(starfray.BadInput, match="is no answer"):
        calm.gm(f'order {who} {rule} "{answer}"')


@pytest.mark.parametrize(("book", "rule", "answer"), RIGHT)
def test_what_the_question_takes_is_taken(book: str, rule: str, answer: str) -> None:
    assert fight(book, rule, answer).state.orders == {rule: answer}
    assert fight(book, rule, answer, own=True).state.roster["ann"].orders == {rule: answer}


def test_an_own_weapon_can_be_ordered_by_its_key() -> None:
    blade = 'weapons = [{ key = "heirloom", name = "Heirloom", melee = true, damage = 2 }]'
    assert fight("coriolis", "coriolis.action.defend", "heirloom", True, blade).state.roster["ann"].orders
    with pytest.raises(starfray.BadInput, match="heirloom"):
        fight("coriolis", "coriolis.action.defend", "heirlom", True, blade)


def test_an_order_may_outlive_the_one_it_names() -> None:
    watching = fight("coriolis", "coriolis.action.overwatch-fire", "bob", own=True)
    watching.gm("remove bob")
    assert starfray.loads(watching.to_text()).hash == watching.hash


#: whose answers are names of combos, moves, people of a crew or guns, which no list can give
NAMES = {
    "compound-x": ["cx.held.use"],
    "icar": ["icar.close.duel.choose-order", "icar.close.swap.grant", "icar.ruling.duel-sides"],
    "socs": ["socs.ruling.manual-override"],
}


@pytest.mark.parametrize("name", list(FOLDERS))
def test_every_listed_rule_is_one_of_the_book_and_every_question_of_words_is_listed(name: str) -> None:
    book = find(name)
    listed, asked = read_answers(book.folder / "answers.toml"), read_questions(book.folder / "questions.toml")
    assert [rule for rule in listed if rule not in book.ledger()] == []
    chosen = [rule for rule, ways in asked.items() if ways & {"choose", "allocate"}]
    assert sorted(set(chosen) - set(listed)) == NAMES.get(name, [])
