"""Numbers of any size and kind: read, or refused with a reason."""

from __future__ import annotations

import json

import pytest

import starfray
from starfray.engine.dice import highest, pick, pool, total
from starfray.engine.errors import BadInput, StarfrayError
from tests.engine.toys import TWO, two


@pytest.mark.parametrize("seed", [0, 2**40, 2**64 - 1])
def test_any_seed_of_64_bits_is_kept(seed: int) -> None:
    fight = starfray.loads(TWO.replace("seed = 5", f"seed = {seed}"))
    assert fight.seed == seed
    assert starfray.loads(fight.to_text()).seed == seed
    assert starfray.restore(json.loads(json.dumps(fight.to_json()))).seed == seed


@pytest.mark.parametrize("seed", ["-5", "1e3", "0x" + "f" * 40, "true", '"7"', "1979-05-27", "nan", "0x" + "f" * 6000])
def test_another_seed_is_refused(seed: str) -> None:
    with pytest.raises(BadInput, match="seed"):
        starfray.loads(TWO.replace("seed = 5", f"seed = {seed}"))


@pytest.mark.parametrize("value", ["0x" + "f" * 6000, "9" * 400, "1979-05-27T07:32:00Z", "inf", "nan", "[[[]]]", "{}"])
def test_nonsense_in_a_number_of_metres_is_refused(value: str) -> None:
    with pytest.raises(BadInput, match="at"):
        starfray.loads(TWO.replace('id = "ann"', f'id = "ann"\nat = [1, {value}]'))


@pytest.mark.parametrize("dice", ["²d6", "1d²", "9" * 5000 + "d6", "0d6", "101d6", "1d1001", "d", "-1d6", "1.5d6"])
def test_a_free_roll_that_is_none_is_refused(dice: str) -> None:
    fight = two()
    before = fight.hash
    with pytest.raises(BadInput):
        fight.gm(f"roll {dice}")
    assert fight.hash == before


def test_a_pool_without_end_is_refused_instead_of_rolled() -> None:
    fight = two()
    with pytest.raises(StarfrayError, match="dice"):
        fight.play("pool ann 999999999")
    with pytest.raises(StarfrayError, match="dice"):
        fight.odds("pool ann 999999999")


def test_shapes_that_cannot_be_thrown_are_refused() -> None:
    for make in (
        lambda: pool(-1),
        lambda: total(-1, 6),
        lambda: highest(0, 6),
        lambda: pick(0),
        lambda: pick(217),
        lambda: total(2, 0),
    ):
        with pytest.raises(BadInput):
            make()


@pytest.mark.parametrize("answer", ["٣", "1_0", " 3", "3.0", "", "9" * 5000, "+3", "0x3", "--3"])
def test_only_plain_digits_are_a_number(answer: str) -> None:
    fight = two()
    fight.play("number ann")
    with pytest.raises(BadInput):
        fight.answer(fight.asks[0], answer)
    assert fight.answer(fight.asks[0], "-3").get("ann.score") == -3


@pytest.mark.parametrize("faces", [["6"], [None], [6.0], [True], None, "six", 7, [0], [1, 2], {"a": 1}, [[1]]])
def test_faces_that_are_none_are_refused(faces: object) -> None:
    fight = two()
    fight.seats.hand.add("ann")
    fight.play("roll ann")
    with pytest.raises(BadInput):
        fight.answer(fight.asks[0], faces)  # type: ignore[arg-type]
    assert fight.answer(fight.asks[0], [6]).get("ann.score") == 6


def test_a_procedure_that_would_roll_for_ever_is_stopped() -> None:
    with pytest.raises(StarfrayError, match="10000 dice"):
        starfray.do("coriolis", "injury 1000000", seed=1)
    assert starfray.do("coriolis", "injury 3", seed=1).result["number"]
