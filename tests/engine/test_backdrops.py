"""The picture under a map: kept in files, saves and views, and looked at by no rule."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput
from starfray.fight import Fight

PLAIN = """rulebook = "coriolis"
seed = 2
map = [20, 10]
{more}
[[combatant]]
id = "mira"
side = "crew"
archetype = "convoy-gunner"
at = [2, 4]
[[combatant]]
id = "tor"
side = "gang"
archetype = "dockside-bruiser"
at = [14, 4]
"""
NAME = "0123456789abcdef0123456789abcdef01234567"


def fight(more: str) -> Fight:
    return starfray.loads(PLAIN.format(more=more))


def test_a_picture_with_its_grid_is_kept_in_files_and_saves() -> None:
    made = fight(f'[backdrop]\npicture = "{NAME}"\nat = [1, 0]\nsize = [18, 9.5]\ngrid = "hex"\ncell = 1.5\noffset = [0.5, 0]')
    under = made.state.scene.backdrop
    assert under is not None
    assert (under.picture, under.at, under.size, under.grid, under.cell) == (NAME, (1.0, 0.0), (18.0, 9.5), "hex", 1.5)
    assert starfray.loads(made.to_text()).hash == made.hash
    assert starfray.restore(made.to_json()).state.scene.backdrop == under
    assert made.view("side:gang").scene.backdrop == under


def test_a_fight_without_one_says_nothing_of_it() -> None:
    assert "backdrop" not in fight("").to_text()
    assert fight("").state.scene.backdrop is None


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ('backdrop = "deck.png"', "backdrop"),
        ('[backdrop]\npicture = "../../etc/passwd"', "backdrop.picture"),
        ('[backdrop]\ngrid = "triangle"', "backdrop.grid"),
        ("[backdrop]\ncell = 0", "backdrop.cell"),
        ("[backdrop]\nsize = [0, 4]", "backdrop.size"),
        ("[backdrop]\nat = [1e9, 0]", "backdrop.at"),
        ("[backdrop]\ncolour = 1", "backdrop.colour"),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_the_field_named(more: str, field: str) -> None:
    with pytest.raises(BadInput) as caught:
        fight(more)
    assert caught.value.field == field
