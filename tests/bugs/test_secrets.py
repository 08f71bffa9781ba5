"""What a player receives does not depend on what that player may not know."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.engine.codec import to_plain
from starfray.engine.errors import BadInput, StarfrayError
from tests.engine.toys import TWO, two

ANA = "player:anna"


def picture(fight: starfray.Fight, who: str = ANA) -> Any:
    return to_plain(fight.view(who)), [event.plain() for event in fight.seen_events(who)]


def test_a_note_of_the_gm_does_not_change_what_is_shown_of_standing_orders() -> None:
    plain, noted = two(), two()
    for fight in (plain, noted):
        fight.gm("order bob toy.confirm yes")
        fight.gm("modify bob -2")
    noted.gm("note secret")
    assert picture(plain) == picture(noted)


@pytest.mark.parametrize("path", ["things.0.bonus", "things.0", "things", "purse.gold", "purse", "score", "things.stick.name"])
def test_a_secret_however_deep_is_replaced_by_the_printed_figure(path: str) -> None:
    one = starfray.loads(TWO.replace('id = "bob"', f'id = "bob"\narchetype = "pawn"\nsecret = ["{path}"]')).begin()
    other = starfray.loads(TWO.replace('id = "bob"', f'id = "bob"\narchetype = "pawn"\nsecret = ["{path}"]')).begin()
    other.gm('set bob.things.0 {"key":"stick","name":"Wand","bonus":5}')
    other.gm("set bob.purse.gold 77")
    other.gm("set bob.score 33")
    for fight in (one, other):  # whatever is not secret is made equal again
        if not path.startswith("things"):
            fight.gm("set bob.things []")
        elif path != "things":
            fight.gm('set bob.things.0.name "X"') if path == "things.0.bonus" else None
            fight.gm("set bob.things.0.bonus 9") if path == "things.stick.name" else None
        if not path.startswith("purse"):
            fight.gm("set bob.purse {}")
        if path != "score":
            fight.gm("set bob.score 0")
    assert to_plain(one.view(ANA)) == to_plain(other.view(ANA))
    assert one.view(ANA).roster["bob"].assumed == [path]


def test_a_secret_item_the_printed_figure_does_not_have_is_not_shown() -> None:
    fight = starfray.loads(TWO.replace('id = "bob"', 'id = "bob"\nthings = ["rod"]\nsecret = ["things.0"]')).begin()
    assert fight.view(ANA).roster["bob"].things == []
    assert fight.view("player:bert").roster["bob"].things[0].key == "rod"


@pytest.mark.parametrize("path", ["nonsense", "id", "side", "seat", "hidden", "secret", "things.9", "score.x", "", "things..0"])
def test_a_secret_that_is_no_figure_is_refused_in_the_file(path: str) -> None:
    with pytest.raises(BadInput, match="secret"):
        starfray.loads(TWO.replace('id = "bob"', f'id = "bob"\nsecret = ["{path}"]'))


def test_dice_of_a_foe_with_secret_figures_show_neither_faces_nor_number() -> None:
    fight = starfray.loads(TWO.replace('id = "bob"', 'id = "bob"\nsecret = ["score"]')).begin()
    fight.play("pool bob 5", dice=[1, 2, 3, 4, 6])
    seen = next(event for event in fight.seen_events(ANA) if event.rule == "toy.pool")
    assert seen.faces is None
    assert "5d6" not in seen.note


@pytest.mark.parametrize("text", ["pass ghost", "pass sneak", "near ann ghost", "near ann sneak"])
def test_what_is_hidden_answers_like_what_is_not_there(text: str) -> None:
    there = two('[[combatant]]\nid = "sneak"\nside = "them"\nhidden = true\n')
    not_there = two()
    said = []
    for fight in (there, not_there):
        for kind in ("play", "odds", "preview"):
            try:
                if kind == "play":
                    fight.play(text, by=ANA)
                elif kind == "odds":
                    fight.odds(text, ANA)
                said.append(str(fight.preview(text, ANA).refused) if kind == "preview" else "done")
            except StarfrayError as error:
                said.append(str(error))
    assert said[:3] == said[3:]
    assert "sneak" not in "".join(said).replace(text.split()[-1], "")


def test_forms_for_a_player_do_not_name_the_hidden() -> None:
    there = two('[[combatant]]\nid = "sneak"\nside = "them"\nhidden = true\n')
    forms = there.legal("ann", ANA)
    assert not [option.key for form in forms for blank in form.fields for option in blank.options if option.key == "sneak"]


def test_a_pack_archetype_with_secrets_can_be_viewed(tmp_path: Any) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "pack.toml").write_text('rulebook = "coriolis"\n')
    (pack / "archetypes.toml").write_text('[brute]\nname = "Brute"\nweapons = ["knife"]\n')
    fight = starfray.loads(
        """
rulebook = "coriolis"
packs = ["pack"]
[[combatant]]
id = "a"
side = "x"
seat = "s"
[[combatant]]
id = "b"
side = "y"
archetype = "brute"
secret = ["hp"]
""",
        folder=tmp_path,
    )
    assert fight.view("player:s").roster["b"].assumed == ["hp"]


def test_a_combatant_whose_sheet_names_a_hidden_one_stays_in_view() -> None:
    fight = two('[[combatant]]\nid = "sneak"\nside = "them"\nhidden = true\n')
    fight.gm("set ann.rival sneak")
    seen = fight.view(ANA)
    assert list(seen.roster) == ["ann", "bob"]
    assert seen.roster["ann"].rival == ""
