"""What a refusal says is possible instead is possible."""

from __future__ import annotations

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.engine.errors import Refused

FIGHT = """
rulebook = "coriolis"
[[combatant]]
id = "mira"
side = "crew"
at = [0, 0]
weapons = [{ key = "vulcan-carbine", empty = true }]
[[combatant]]
id = "tor"
side = "dock"
at = [10, 0]
"""


def coriolis(*edits: str) -> starfray.Fight:
    fight = starfray.loads(FIGHT).begin(dice=[6, 1])
    for edit in edits:
        fight.gm(f"set {edit}")
    return fight


def test_a_kind_named_as_possible_has_an_open_form() -> None:
    refused = coriolis().refusal("shot mira tor")
    assert refused is not None
    assert refused.legal == ("reload",)


def test_a_kind_that_is_refused_itself_is_not_named() -> None:
    fight = coriolis("mira.ap 0")
    refused = fight.refusal("shot mira tor")
    assert refused is not None
    assert "reload" not in refused.legal
    with pytest.raises(Refused) as caught:
        fight.play("shot mira tor", dice=[])
    assert caught.value.legal == refused.legal
    with pytest.raises(Refused) as caught:
        fight.play("shot mira tor")
    assert caught.value.legal == refused.legal


@pytest.mark.parametrize("demo", ["dock-9", "last-orders", "corridor", "needle-and-pin"])
def test_forms_name_no_closed_kind(demo: str) -> None:
    fight = starfray.load(demo_path(demo))
    for _ in range(6):
        fight.auto(acts=1)
        for who in fight.actors:
            forms = fight.legal(who)
            closed = {form.kind for form in forms if form.refused is not None}
            assert not [form.kind for form in forms if form.refused is not None and closed & set(form.refused.legal)]


THREE = (
    FIGHT.replace(", empty = true", "")
    + """
[[combatant]]
id = "kai"
side = "dock"
at = [10, 4]
[[combatant]]
id = "ivo"
side = "dock"
at = [10, 8]
hidden = true
"""
)


def test_where_a_rule_names_nothing_another_target_is_named_that_would_do() -> None:
    fight = starfray.loads(THREE).begin(dice=[6, 1, 2, 3])
    fight.gm("set tor.dead true")
    refused = fight.refusal("shot mira tor")
    assert refused is not None
    assert refused.legal == ("kai",)  # not ivo, of whom the crew has no idea
    with pytest.raises(Refused) as caught:
        fight.play("shot mira mira", dice=[])
    assert caught.value.legal == ("kai",)


def test_another_weapon_is_named_that_would_do() -> None:
    fight = starfray.loads("""
rulebook = "compound-x"
[now]
round = 1
order = ["ana", "tor"]
up = "ana"
started = true
[[combatant]]
id = "ana"
side = "crew"
actions = 4
at = [0, 0]
stats = { strength = 4 }
weapons = [{ key = "ecsc-mk249", in-hand = true }, { key = "anvil-armament-p-45", in-hand = true }]
[[combatant]]
id = "tor"
side = "dock"
at = [10, 0]
""")
    refused = fight.refusal("fire ana tor ecsc-mk249")
    assert refused is not None
    assert refused.legal == ("anvil-armament-p-45",)
