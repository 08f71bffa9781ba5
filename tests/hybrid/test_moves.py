"""Moves: spins and jumps from the data, and a fighter's own from a pack or the fight file."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from tests.hybrid.build import chance, duel, heard, landed

LUNGE = 'moves = [{ key = "lunge", name = "Lunge", df = 2, time = 1.25, damage = 0.5 }]'


@pytest.mark.rule("hybrid.tohit.chance")
def test_a_move_of_ones_own_has_its_own_df_time_and_damage() -> None:
    """DF 23 + 2; 9 counts (8.75) less 4; (3 + 4 + 1 + 3) x 0.5, rounded down."""
    fight = duel(a=LUNGE)
    landed(fight, "blow a b how=lunge", [60, 20, 3, 4], ["no"])
    assert (chance(fight), fight.get("count"), fight.get("b.pft")) == (80 - 15, 105, 39 - 5)


@pytest.mark.rule("hybrid.attack.spin")
def test_nobody_else_knows_it() -> None:
    fight = duel(b=LUNGE)
    with pytest.raises(starfray.Refused, match="no way to strike") as refused:
        fight.play("blow a b how=lunge", dice=[])
    assert list(refused.value.legal) == ["spin", "jump"]


@pytest.fixture
def pack(tmp_path: Path) -> str:
    folder = tmp_path / "school"
    folder.mkdir()
    (folder / "pack.toml").write_text('name = "School"\nrulebook = "hybrid"\n')
    (folder / "moves.toml").write_text('[whirl]\nlike = "spin"\nname = "Whirl"\ndf = -3\n[jump]\nlike = "jump"\ntime = 2.0\n')
    return f'packs = ["{folder}"]'


def test_a_pack_may_bring_moves_and_change_those_of_the_book(pack: str) -> None:
    fight = duel(a='moves = ["whirl"]', head=pack)
    form = next(form for form in fight.legal("a") if form.kind == "blow")
    how = next(field for field in form.fields if field.name == "how")
    assert [(option.key, option.note) for option in how.options] == [
        ("spin", ""),
        ("jump", ""),
        ("whirl", "DF -3, 1.5 x damage, 1.5 x time"),
    ]
    landed(fight, "blow a b how=whirl", [100], ["no"])
    assert (chance(fight), fight.get("count")) == (75 - 15, 107)  # DF 20; 11 - 4
    jumping = duel(head=pack)
    landed(jumping, "blow a b how=jump", [100], ["no"])
    assert jumping.get("count") == 110  # 14 - 4


def test_moves_are_written_back_by_their_names_and_a_blow_in_the_air_keeps_its_own(pack: str) -> None:
    fight = duel(a='moves = ["whirl"]', head=pack)
    fight.play("blow a b how=whirl", dice=[])
    text = fight.to_text()
    assert any(line.startswith("moves") and line.endswith('["whirl"]') for line in text.splitlines())
    assert starfray.loads(text).hash == fight.hash


def test_a_move_out_of_bounds_is_told() -> None:
    with pytest.raises(starfray.BadInput, match=r"time = 0; expected 0\.1 to 10"):
        duel(a='moves = [{ key = "lunge", time = 0.0 }]')


@pytest.mark.rule("hybrid.attack.spin", "hybrid.attack.jump")
@pytest.mark.parametrize(("how", "df"), [("spin", 76), ("jump", 73)])
def test_a_spin_and_a_jump_as_the_book_has_them(how: str, df: int) -> None:
    both = [landed(duel(), f"blow a b how={each}", [40, 20, 3, 4], ["no"]) for each in ("spin", "jump")]
    fight = both[("spin", "jump").index(how)]
    assert (chance(fight), fight.get("count"), fight.get("b.pft")) == (df - 15, 107, 39 - 16)  # 11 x 1.5
    assert heard(fight, "hybrid.check.degree.effect") == ["Success"]


def test_the_gm_may_change_a_move_in_the_middle_of_a_fight() -> None:
    fight = duel(a=LUNGE)
    fight.gm("set a.moves.lunge.df -5")
    landed(fight, "blow a b how=lunge", [100], ["no"])
    assert chance(fight) == 72 - 15  # DF 18
