"""What the GM does by the book's rules, what follows from any act, and how a fight goes on after its end."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.engine.errors import BadInput, Refused
from tests.engine.toys import TWO, three, two

RIVALS = '\n[[combatant]]\nid = "dot"\nside = "us"\nrival = "cat"\n'


def rivals() -> starfray.Fight:
    return three(RIVALS).gm("set cat.rival dot")


@pytest.mark.parametrize("leaves", ["gm remove cat", "surrender cat", "gm set cat.out gone"])
def test_what_follows_from_an_act_follows_whoever_did_it(leaves: str) -> None:
    fight = rivals()
    fight = fight.gm(leaves[3:]) if leaves.startswith("gm ") else fight.play(leaves)
    assert (fight.get("cat.rival"), fight.get("dot.rival")) == ("", "")
    fight.undo()
    assert (fight.get("cat.rival"), fight.get("dot.rival")) == ("dot", "cat")


def test_the_gm_acts_by_the_rules_of_the_book() -> None:
    fight = two().gm("fine bob 2", dice=[5])
    assert fight.get("bob.coins") == 6
    assert fight.journal.entries[-1].kind == "gm"
    assert fight.undo().get("bob.coins") == 9


def test_what_the_rules_refuse_the_gm_changes_nothing() -> None:
    fight = two()
    before = fight.hash
    with pytest.raises(Refused, match="not so many"):
        fight.gm("fine bob 99")
    with pytest.raises(BadInput, match="nobody is called 'rob'"):
        fight.gm("fine rob 1")
    with pytest.raises(BadInput, match="one word too many"):
        fight.gm("fine bob 1 2")
    assert fight.hash == before


def test_what_the_gm_did_by_the_rules_is_saved_and_replayed() -> None:
    fight = two().gm("fine bob 2", dice=[5])
    again = starfray.restore(fight.to_json())
    assert (again.hash, again.undo().get("bob.coins")) == (fight.hash, 9)
    assert starfray.replay(fight.transcript()).fight.hash == fight.hash


def test_a_book_says_why_somebody_may_do_nothing_now() -> None:
    fight = two().play('say ann "good night"').play("pass ann")
    with pytest.raises(Refused, match="ann sleeps") as refused:
        fight.play("roll ann")
    assert (refused.value.rule, list(refused.value.legal)) == ("toy.pass", ["wait for the tick"])
    assert {form.refused.rule for form in fight.legal("ann") if form.refused} == {"toy.pass"}


def test_a_fight_goes_on_after_its_end_until_the_gm_ends_it() -> None:
    fight = two()
    with pytest.raises(Refused, match="not over"):
        fight.gm("go-on")
    fight.gm("remove bob")
    assert fight.over is not None
    with pytest.raises(Refused, match="over"):
        fight.play("roll ann")
    fight.gm("go-on")
    assert fight.actors == ["ann"]
    fight.play("roll ann", dice=[3]).play("pass ann")
    assert (fight.get("ann.score"), fight.get("ticks")) == (3, 1)
    fight.gm('end "all are bandaged"')
    assert fight.over is not None
    assert (fight.over.winners, fight.over.reason) == (["us"], "all are bandaged")


def test_a_fight_that_goes_on_is_read_from_its_file() -> None:
    fight = two().gm("remove bob").gm("go-on")
    again = starfray.loads(fight.to_text())
    assert (again.hash, again.over) == (fight.hash, None)


def test_a_procedure_is_written_on_the_sheet_of_the_one_it_is_for() -> None:
    fight = two().gm('call "throw 20" who=bob', dice=[13])
    assert (fight.get("bob.score"), fight.get("ann.score")) == (13, 0)
    assert fight.undo().get("bob.score") == 0


def test_whoever_a_test_is_called_of_throws_the_dice() -> None:
    fight = two()
    fight.seats.hand = {"bob"}
    fight.gm("call toss who=bob")
    assert [(ask.kind, ask.who) for ask in fight.asks] == [("dice", "bob")]
    fight.answer(fight.asks[0], [1])
    assert (fight.events[-1].who, fight.events[-1].faces) == ("bob", [1])


def test_a_figure_the_book_works_out_is_read_like_a_field() -> None:
    assert two().gm("set ann.score 3").get("ann.wealth") == 12


def test_odds_know_every_path_that_get_knows_and_no_other() -> None:
    things = '\nthings = [{key = "die", name = "Loaded Die", bonus = 1}]\n'
    odds = starfray.loads(TWO.replace('id = "ann"', 'id = "ann"' + things)).begin().odds("roll ann")
    assert odds.chance_of("ann.things.0.bonus", 1) == odds.chance_of("ann.things.Loaded Die.bonus", 1) == pytest.approx(1)
    assert odds.expected("ann.score") == pytest.approx(4.5)
    assert odds.expected("ann.things.die.bonus") == 0
    for wrong in ("ann.scor", "ann.things.1.bonus", "rob.score", "ann.score.more"):
        with pytest.raises(BadInput, match="there is no figure"):
            odds.chance_of(wrong, 1)
        with pytest.raises(BadInput, match="there is no figure"):
            odds.expected(wrong)
    with pytest.raises(BadInput, match="is no number"):
        odds.expected("ann.colour")


SHEETS = 'rulebook = "toy"\n[[member]]\nid = "ann"\nscore = 2\nseat = "anna"\n[[member]]\nid = "bob"\nscore = 5\n'


def test_a_procedure_is_written_on_a_sheet_of_a_party_file(tmp_path: Path) -> None:
    file = tmp_path / "crew.toml"
    file.write_text(SHEETS)
    starfray.do("toy", "throw 20", dice=[13], party=file, who="ann")
    fight = starfray.loads(
        'rulebook = "toy"\nparty = "crew.toml"\n[[combatant]]\nparty = "ann"\nside = "us"\n[[combatant]]\nparty = "bob"\n',
        folder=tmp_path,
    )
    assert (fight.get("ann.score"), fight.get("ann.seat"), fight.get("bob.score")) == (15, "anna", 5)


@pytest.mark.parametrize(
    ("text", "party", "who", "words"),
    [
        ("throw", "crew.toml", "rob", "did you mean 'bob'"),
        ("throw", "gone.toml", "ann", "there is no party file"),
        ("toss", "crew.toml", "ann", "toss changes nothing on a sheet"),
        ("throw", "", "ann", "there is no party file"),
    ],
)
def test_a_sheet_that_cannot_be_written_is_told_before_a_die_falls(
    tmp_path: Path, text: str, party: str, who: str, words: str
) -> None:
    (tmp_path / "crew.toml").write_text(SHEETS)
    with pytest.raises(BadInput, match=words):
        starfray.do("toy", text, dice=[1], party=tmp_path / party if party else "", who=who)
    assert (tmp_path / "crew.toml").read_text() == SHEETS


def test_a_word_that_would_be_passed_over_is_refused() -> None:
    fight = two()
    with pytest.raises(Refused, match="'tune' has no effect here as tune of whistle"):
        fight.play("whistle ann tune=tune")
    assert fight.play("whistle ann").get("ann.said") == "fiu"


def test_an_item_without_a_name_is_called_by_its_key() -> None:
    fight = starfray.loads(TWO.replace('id = "ann"', 'id = "ann"\nthings = [{key = "bone-die", bonus = 1}]'))
    assert fight.get("ann.things.0.name") == "bone die"
    assert starfray.loads(fight.to_text()).hash == fight.hash


def test_an_item_that_is_nearly_a_printed_one_is_a_slip_of_the_pen() -> None:
    given = TWO.replace('id = "ann"', 'id = "ann"\nthings = [{key = "stik", bonus = 1}]')
    with pytest.raises(BadInput, match="'stik' is not in things") as error:
        starfray.loads(given)
    assert "did you mean 'stick'?" in error.value.expected
    own = starfray.loads(given.replace("bonus = 1", 'bonus = 1, name = "Stik"'))
    assert own.get("ann.things.0.key") == "stik"


@pytest.mark.parametrize(
    ("rule", "answer"), [("toy.confirm", "maybe"), ("toy.number", "seven"), ("toy.number", "3.5"), ("toy.greedy", "red")]
)
def test_a_standing_order_no_question_could_take_is_refused(rule: str, answer: str) -> None:
    with pytest.raises(BadInput, match=f"{answer!r} is no answer"):
        two().gm(f"order ann {rule} {answer}")
    with pytest.raises(BadInput, match="no answer"):
        starfray.loads(TWO.replace("[[combatant]]", f'[orders]\n"{rule}" = "{answer}"\n[[combatant]]', 1))


def test_the_name_of_one_whose_dice_are_typed_in_is_checked() -> None:
    fight = two()
    fight.seats.hand = {"anna"}
    with pytest.raises(BadInput, match="nobody is called 'anna'") as error:
        fight.play("roll ann")
    assert "did you mean 'ann'" in error.value.expected
    fight.seats.hand = {"ann"}
    assert [ask.who for ask in fight.play("roll ann").asks] == ["ann"]


def test_in_a_tie_each_throws_the_own_die_and_those_still_level_throw_again() -> None:
    fight = three()
    fight.seats.hand = {"ann", "bob", "cat"}
    fight.play("rank ann")
    for who, face in (("ann", 4), ("bob", 4), ("cat", 1), ("ann", 2), ("bob", 5)):
        assert [ask.who for ask in fight.asks] == [who]
        fight.answer(fight.asks[0], [face])
    assert [fight.get(f"{who}.score") for who in ("bob", "ann", "cat")] == [0, 1, 2]
    again = starfray.replay(fight.transcript())
    assert again.ok, again.problem
    assert again.hash == fight.hash


def test_in_a_tie_the_app_throws_for_those_without_real_dice() -> None:
    fight = three()
    fight.seats.hand = {"cat"}
    fight.play("rank ann")
    while fight.asks:
        assert [ask.who for ask in fight.asks] == ["cat"]
        fight.answer(fight.asks[0], [1])
    assert [(entry.who, entry.source) for entry in fight.journal.entries[-1].tape[:3]] == [
        ("ann", "app"),
        ("bob", "app"),
        ("cat", "hand"),
    ]


def test_quiet_steps_may_follow_a_forced_act() -> None:
    fight = starfray.loads(TWO)
    fight.play("roll ann", dice=[3], steps=True)
    assert (fight.get("ann.score"), fight.due) == (3, None)
    fight.play("pass ann", dice=[]).play("pass bob", dice=[], steps=True)
    assert fight.due is not None  # the tick needs a die


def test_values_read_well() -> None:
    fight = two()
    fight.seats.hand = {"ann"}
    ask = fight.play("roll ann").asks[0]
    assert repr(ask) == "Ask('0.0', 'dice toy.roll ann 1d6')"
