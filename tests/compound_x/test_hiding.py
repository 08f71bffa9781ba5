"""What ends a hiding: the open, somebody who comes upon the hider, cover that is lost. Full cover and a turned back do not."""

from __future__ import annotations

import pytest

from tests.compound_x.helpers import BO, fight, rules

HID = "hidden = true\nstealth = 90"
BEHIND_WALL = HID + '\ncover = "concealed"\nstats = { dexterity = 8 }'
WALL = '[[cover]]\nname = "wall"\nat = [0, 1]\nkind = "concealed"\n[[cover]]\nname = "hedge"\nat = [0, 6]\nkind = "concealed"'
SMOKE = 'clouds = [{ kind = "smoke", radius = 3, rounds = 3, at = [15, 0] }]'
CLOAKED = (
    'hidden = true\ncloaked = "cloak-mk1"\nmodules = ["cloak-mk1"]\nrigs = ["recon-chest-adv"]\nskills = { stealth = 10 }\n'
    "nanites = 30\nmax-nanites = 30"
)
KAI = 'id = "kai"\nside = "dock"\nat = [30, 5]'


@pytest.mark.rule("cx.ruling.hide-ends", "cx.ruling.hide")
def test_whoever_hid_and_walks_into_the_open_is_seen() -> None:
    one = fight('skills = { stealth = 40 }\ncover = "concealed"', "", scene=WALL)
    one.play("hide ana", dice=[80, 10])
    assert one.get("ana.hidden") is True
    one.play("run ana 4,0", dice=[])
    assert (one.get("ana.hidden"), one.get("ana.stealth")) == (False, 0)
    assert "cx.ruling.hide-ends" in rules(one)
    one.undo()
    assert one.get("ana.hidden") is True
    one.redo()
    assert one.get("ana.hidden") is False


@pytest.mark.rule("cx.ruling.hide-ends")
def test_from_one_hiding_place_to_another_one_is_seen_on_the_way() -> None:
    one = fight(BEHIND_WALL, "", scene=WALL)
    one.play("run ana 0,5 2 hedge", dice=[])
    assert (one.get("ana.cover"), one.get("ana.hidden")) == ("concealed", False)


@pytest.mark.rule("cx.ruling.hide-ends", "cx.held.use")
def test_whoever_waits_for_it_shoots_at_the_hider_who_comes_out() -> None:
    waiting = 'held = { actions = 1, trigger = "enters", plan = ["semi"], at = [0, 4], radius = 1 }'
    one = fight(BEHIND_WALL, waiting, scene=WALL)
    one.play("run ana 0,5", dice=[2], answers=["semi", "here"])
    assert one.get("tor.reactions") == 2


@pytest.mark.rule("cx.ruling.hide-ends")
@pytest.mark.parametrize(("cover", "hidden"), [("", False), ("partial", False), ("full", True), ("concealed", True)])
def test_full_cover_keeps_one_hidden_upright_as_well_and_less_does_not(cover: str, hidden: bool) -> None:
    one = fight(f'{HID}\ncover = "{cover}"', "")
    one.play("aim ana tor", dice=[])
    assert one.get("ana.hidden") is hidden


@pytest.mark.rule("cx.ruling.hide-ends")
def test_the_cover_of_one_who_is_outflanked_hides_nobody() -> None:
    gap = '[[relation]]\nkind = "no-cover"\nbetween = ["tor", "ana"]\nvalue = 1'
    one = fight(f'{HID}\ncover = "full"\nstance = "prone"', "", scene=gap)
    one.play("free ana talk", dice=[])
    assert one.get("ana.hidden") is False


@pytest.mark.rule("cx.ruling.hide-ends")
def test_smoke_hides_until_it_is_gone() -> None:
    one = fight(HID, "", now=SMOKE)
    one.play("free ana talk", dice=[])
    assert one.get("ana.hidden") is True
    one.gm("set clouds.0.radius 0.1").gm("place tor 30,9")
    assert one.get("ana.hidden") is False


@pytest.mark.rule("cx.ruling.hide-ends")
def test_a_foe_who_comes_upon_the_hider_notices() -> None:
    one = fight(f'{HID}\ncover = "concealed"', "at = [5, 0]\nactions = 4", up="tor")
    one.play("run tor 1,0", dice=[])
    assert one.get("ana.hidden") is False


@pytest.mark.rule("cx.ruling.hide-ends", "cx.stealth.melee-guard")
def test_behind_a_foes_back_one_stays_hidden_up_to_the_blow() -> None:
    away = "at = [6, 0]\nfacing = 0"
    one = fight(BEHIND_WALL + '\nweapons = []\nmelee = ["vae-sword"]', away, scene=WALL)
    one.play("run ana 5,0", dice=[])
    assert one.get("ana.hidden") is True
    one.play("strike ana tor", dice=[2])
    assert (one.get("tor.health") < 100, one.get("ana.hidden")) == (True, False)
    one.undo().gm("set tor.facing 180")  # he turns round
    assert one.get("ana.hidden") is False


@pytest.mark.rule("cx.ruling.hide-ends", "cx.stealth.condition")
def test_a_foe_one_has_no_idea_of_sees_it_and_points_nobody_out() -> None:
    one = fight(f'{HID}\ncover = "full"', "facing = 0", KAI + "\nhidden = true", BO)
    one.play("run ana 2,0 1", dice=[])
    assert (one.get("ana.hidden"), one.get("ana.unseen-by"), "cx.ruling.hide-ends" in rules(one)) == (False, ["tor"], False)


@pytest.mark.rule("cx.ruling.hide-ends")
@pytest.mark.parametrize("foe", ["unconscious = true", "eyes-shut = true", 'conditions = [{ kind = "blind", turns = 3 }]'])
def test_who_cannot_see_notices_nobody(foe: str) -> None:
    one = fight(BEHIND_WALL, foe, KAI + "\nfacing = 0", scene=WALL)
    one.play("run ana 0,4", dice=[])
    assert one.get("ana.hidden") is True


@pytest.mark.rule("cx.stealth.condition")
@pytest.mark.parametrize("hidden", ["hidden = true", CLOAKED])
def test_whom_a_cloak_or_the_gm_hides_walks_about_unseen(hidden: str) -> None:
    one = fight(hidden, "")
    one.play("run ana 4,0", dice=[])
    assert one.get("ana.hidden") is True
