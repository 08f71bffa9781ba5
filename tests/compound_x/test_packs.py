"""Content of one's own: the policy, the forms and the rules know what a pack brings."""

from __future__ import annotations

from pathlib import Path

import pytest

from starfray.sim.policies import policies_called
from tests.compound_x.helpers import fight

ATTACHMENTS = """
[long-glass]
name = "Long glass"
kind = "optic"
bracket = 2.0
[dot]
name = "Dim dot"
kind = "optic"
bracket = -3.0
"""
CLASSES = '[diver]\nname = "Diver"\nprimary = "dexterity"\nweapons = ["assault-rifle", "light"]\narmour = []\n'
MODULES = '[veil]\nlike = "cloak-mk1"\nname = "Veil"\n'


@pytest.fixture
def pack(tmp_path: Path) -> str:
    folder = tmp_path / "glass"
    folder.mkdir()
    (folder / "pack.toml").write_text('name = "Glass"\nrulebook = "compound-x"\n')
    (folder / "attachments.toml").write_text(ATTACHMENTS)
    (folder / "classes.toml").write_text(CLASSES)
    (folder / "modules.toml").write_text(MODULES)
    return f'packs = ["{folder}"]'


@pytest.mark.parametrize("policy", ["default", "random", "greedy"])
def test_every_policy_plays_with_what_a_pack_brings(pack: str, policy: str) -> None:
    ana = (
        'profession = "diver"\nrigs = ["recon-chest-adv"]\nproficiencies = ["recon"]\nmodules = ["veil"]\n'
        'skills = { stealth = 20 }\nweapons = [{ key = "ecsc-mk16", attachments = ["long-glass"] }]'
    )
    one = fight(ana, head=pack)
    policies = policies_called(one.book, {"": policy})
    action = policies.act(one.book, one.state, "ana", one.generators.policy)
    assert action is not None
    one.play(action)


def test_the_policy_reckons_with_the_packs_figures(pack: str) -> None:
    gun = 'aim = "tor"\nstance = "crouched"\nactions = 1\nweapons = [{ key = "ecsc-mk16", attachments = ["dot"] }]'
    kinds = []
    for head in ("", pack):
        one = fight(gun, 'cover = "partial"', head=head)
        action = policies_called(one.book, {}).act(one.book, one.state, "ana", one.generators.policy)
        kinds.append(action.KIND if action is not None else "")
    assert kinds == ["fire", "suppress"]  # with the dim dot a shot is hopeless


def test_a_pack_is_no_reason_to_refuse(pack: str) -> None:
    ana = (
        'profession = "diver"\nrigs = ["recon-chest-adv"]\nproficiencies = ["recon"]\nmodules = ["veil"]\n'
        'skills = { stealth = 20 }\nweapons = [{ key = "ecsc-mk16", attachments = ["long-glass"] }]'
    )
    one = fight(ana, head=pack)
    assert one.refusal("fire ana tor") is None
    assert one.refusal("cloak ana") is None
    assert next(form for form in one.legal("ana") if form.kind == "fire").refused is None
