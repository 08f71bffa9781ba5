"""The full rank where a filter skill limits it, and every support skill that helps: in all that is rolled on a skill."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from tests.hybrid.build import chance, duel, heard, landed

RIDER = 'filters = ["mounted-combat"]'
BOUND = (
    "begun = true\ncount = 100\n"
    'binds = [{ attacker = "b", attacker-weapon = "short-sword", defender = "a", defender-weapon = "short-sword" }]'
)
LATER = "initiative = 5000\nwait-until = 0"
CLOSED = 'begun = true\ncount = 100\nclosed = [{ one = "a", other = "b" }]'


def closing(rider: str = RIDER) -> starfray.Fight:
    """a, with a dagger, closes with b, whose katana of rank 10 is worth 4 in the saddle."""
    fight = duel(
        a='weapons = ["one-edged-dagger"]', b=f'weapons = ["katana"]\nskills = {{ katana = 10, mounted-combat = 4 }}\n{rider}'
    )
    return fight.play("close a b", dice=[])


@pytest.mark.rule("hybrid.skill.filter.unlock", "hybrid.close.fend.roll")
def test_a_fend_may_bring_the_full_rank_to_bear() -> None:
    fight = closing()
    fight.advance()
    (ask,) = fight.asks
    assert dict(ask.facts) == {"fend-katana": 73, "retreat-katana": 80, "unlock-fend-katana": 80, "unlock-retreat-katana": 84}
    again = closing()
    again.step(dice=[73, 66], answers=["unlock-fend-katana", "no"])  # PCA 15 + 4; then 80 - 15
    assert chance(again, "hybrid.tohit.chance") == 65


@pytest.mark.rule("hybrid.skill.filter.unlock", "hybrid.ruling.filter-fail")
def test_a_failed_roll_leaves_the_fend_its_capped_rank_and_retreat_its_6() -> None:
    fight = closing()
    fight.step(dice=[74, 66], answers=["unlock-retreat-katana", "no"])
    assert (chance(fight, "hybrid.tohit.chance"), "mounted-combat" in heard(fight, "hybrid.ruling.filter-fail")) == (65, True)


@pytest.mark.rule("hybrid.close.fend.allowed")
def test_where_nothing_limits_it_there_is_nothing_to_unlock() -> None:
    fight = closing("")
    fight.advance()
    assert dict(fight.asks[0].facts) == {"fend-katana": 80, "retreat-katana": 84}


@pytest.mark.rule("hybrid.skill.filter.unlock", "hybrid.ruling.clinch-retreat")
def test_so_may_the_fend_that_gets_one_out_of_a_clinch() -> None:
    rider = f"skills = {{ short-sword = 10, mounted-combat = 4 }}\n{RIDER}"
    fight = duel(a=rider, now=CLOSED)
    fight.play("stance a retreat unlock=yes", dice=[73, 70], answers=["no"])  # 15 + 10 + 6: 84 - 15
    assert chance(fight, "hybrid.tohit.chance") == 69
    with pytest.raises(starfray.Refused, match="nothing limits"):
        duel(now=CLOSED).play("stance a retreat unlock=yes", dice=[])


@pytest.mark.rule("hybrid.skill.filter.unlock", "hybrid.defence.parry.release")
def test_a_weapon_is_freed_with_the_full_rank() -> None:
    rider = f"skills = {{ short-sword = 10, mounted-combat = 4 }}\n{RIDER}"
    fight = duel(a=rider, now=BOUND)
    landed(fight, "release a unlock=yes", [100, 73, 80])  # b's roll, the filter, 15 + 10
    assert (chance(fight, "hybrid.defence.parry.release"), fight.get("binds")) == (80, [])


@pytest.mark.rule("hybrid.skill.filter.unlock", "hybrid.mod.florentine.physical-physical")
def test_each_half_of_a_pair_that_is_limited_is_unlocked() -> None:
    """short sword 10 and mace 3: the saddle limits the sword to 4 and not the mace."""
    rider = f'weapons = ["short-sword", "mace"]\nskills = {{ short-sword = 10, mace = 3, mounted-combat = 4 }}\n{RIDER}'
    fight = duel(a=rider, b="initiative = 200\nwait-until = 0")
    fight.play("florentine a b short-sword mace unlock=yes", dice=[])  # 7 - 5 and 6 - 1
    fight.step(dice=[73, 100], answers=["no"])
    assert chance(fight) == 76 - 15  # 15 + 10 - 4
    fight.step(dice=[100], answers=["no"])
    assert chance(fight) == 60 - 15  # 15 + 3 - 6
    with pytest.raises(starfray.Refused, match="nothing limits"):
        duel(a='weapons = ["short-sword", "mace"]').play("florentine a b short-sword mace unlock=yes", dice=[])


@pytest.mark.rule("hybrid.skill.filter.unlock", "hybrid.task.elements")
def test_work_is_done_with_the_full_rank() -> None:
    diver = 'skills = { lock-picking = 9, underwater-combat = 2 }\nfilters = ["underwater-combat"]'
    fight = duel(a=diver, b=LATER)
    landed(fight, "work a pick-locks", [100])
    assert chance(fight, "hybrid.check.roll") == 58  # 15 + 2 - 6
    full = duel(a=diver, b=LATER)
    landed(full, "work a pick-locks unlock=yes", [1, 100])
    assert chance(full, "hybrid.check.roll") == 72  # 15 + 9 - 6
    with pytest.raises(starfray.Refused, match="nothing limits"):
        duel(a="skills = { lock-picking = 9 }").play("work a pick-locks unlock=yes", dice=[])


# --- support skills ----------------------------------------------------------------------------------------------
@pytest.fixture
def school(tmp_path: Path) -> str:
    folder = tmp_path / "school"
    folder.mkdir()
    (folder / "pack.toml").write_text('name = "School"\nrulebook = "hybrid"\n')
    rows = (("tumblers", "pick-locks"), ("bombardier", "shot"), ("spinner", "spin"), ("mover", "mind"))
    (folder / "skills.toml").write_text(
        "".join(
            f'[{key}]\nname = "{key}"\nbasis = "dex"\nkind = "support"\ntasks = ["{task}"]\ncost = 3\ndf = 0\n'
            for key, task in rows
        )
    )
    return f'packs = ["{folder}"]'


@pytest.mark.rule("hybrid.skill.support", "hybrid.task.elements")
def test_a_support_skill_for_a_task_helps_at_work(school: str) -> None:
    fight = duel(a="skills = { lock-picking = 3, tumblers = 4 }", b=LATER, head=school)
    landed(fight, "work a pick-locks", [100])
    assert chance(fight, "hybrid.check.roll") == 60 + 2 * 4


@pytest.mark.rule("hybrid.skill.support", "hybrid.ruling.explosive-area")
def test_a_support_skill_for_shots_helps_to_throw_a_blast(school: str) -> None:
    fight = duel(
        a='at = [0, 0]\nweapons = ["fragmentation-grenade"]\nskills = { grenade = 5, bombardier = 6 }',
        b="at = [10, 0]",
        head=school,
    )
    fight.play("shoot a b", dice=[])
    fight.advance()
    fight.answer(fight.asks[0], "no")
    assert chance(fight) == 75 + 2 * 6


@pytest.mark.rule("hybrid.skill.support.unlimited", "hybrid.attack.called", "hybrid.attack.spin")
def test_a_called_blow_while_spinning_is_helped_by_the_training_for_both(school: str) -> None:
    fight = duel(a="skills = { short-sword = 8, called-shot-short-sword = 3, spinner = 2 }", head=school)
    landed(fight, "blow a b at=chest how=spin", [100], ["no"])
    assert chance(fight) == 67 + 6 + 4 - 15  # 15 + 8 - 6 - 2


@pytest.mark.rule("hybrid.skill.support", "hybrid.tohit.mental-object")
def test_a_support_skill_for_mental_actions_helps_on_things(school: str) -> None:
    fight = duel(a='weapons = ["kinetic-shove"]\nskills = { kinetic-shove = 4, mover = 5 }', head=school)
    landed(fight, 'mind a thing="the crate"', [100])
    assert chance(fight, "hybrid.tohit.mental-object") == 69 + 10  # FCS 12 + 4
