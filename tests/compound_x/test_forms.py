"""The forms: whatever the rules allow can be said through them, and what they offer is not refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from starfray import Fight, Refused
from starfray.engine.values import Field, Form
from tests.compound_x.helpers import fight

LEGS = '[stilts]\nlike = "bipod"\nname = "Stilts"\n'
GLASS = '[swing-glass]\nlike = "magnifier2"\nname = "Swing glass"\n[long-glass]\nlike = "scope26"\nname = "Long glass"\n'
LAMPS = '[lamp]\nlike = "flashlight"\nname = "Lamp"\n[big-tube]\nlike = "ubgl"\nname = "Big tube"\n'
KITS = '[rope]\nlike = "zip-cuffs"\nname = "Rope"\n[swarm]\nlike = "nanite-pack"\nname = "Swarm"\n'
MODULES = '[veil]\nlike = "cloak-mk1"\nname = "Veil"\n'


@pytest.fixture
def pack(tmp_path: Path) -> str:
    folder = tmp_path / "oddments"
    folder.mkdir()
    (folder / "pack.toml").write_text('name = "Oddments"\nrulebook = "compound-x"\n')
    (folder / "attachments.toml").write_text(LEGS + GLASS + LAMPS)
    (folder / "kits.toml").write_text(KITS)
    (folder / "modules.toml").write_text(MODULES)
    return f'packs = ["{folder}"]'


def form(one: Fight, kind: str, who: str = "ana") -> Form:
    return next(each for each in one.legal(who) if each.kind == kind)


def blank(one: Fight, kind: str, name: str) -> Field:
    return next(each for each in form(one, kind).fields if each.name == name)


def options(one: Fight, kind: str, name: str) -> list[str]:
    return [each.key for each in blank(one, kind, name).options]


def gun(*attachments: str) -> str:
    listed = ", ".join(f'"{each}"' for each in attachments)
    return f'weapons = [{{ key = "ecsc-mk16", attachments = [{listed}] }}]'


# --- what a pack brings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attachments", "kind", "action"),
    [
        (("stilts",), "deploy", "deploy ana"),
        (("dot", "swing-glass"), "flip", "flip ana"),
        (("long-glass",), "adjust", "adjust ana tor"),
    ],
)
def test_an_attachment_of_a_pack_is_used_through_its_form(
    pack: str, attachments: tuple[str, ...], kind: str, action: str
) -> None:
    one = fight('stance = "prone"\n' + gun(*attachments), head=pack)
    assert form(one, kind).refused is None
    one.play(action, dice=[])


def test_a_lamp_of_a_pack_is_switched_on_and_its_launcher_is_a_gun(pack: str) -> None:
    one = fight(gun("lamp", "big-tube"), head=pack)
    assert "weapon-light" in options(one, "free", "what")
    one.play("free ana weapon-light", dice=[])
    assert (one.get("ana.light-on"), one.get("ana.weapons.1.key")) == (True, "ubgl")


def test_ropes_swarms_and_veils_of_a_pack_stand_on_the_forms(pack: str) -> None:
    hold = 'grapples = [{ first = "ana", second = "tor", control = "ana", pinned = "tor" }]'
    one = fight("weapons = []\nkits = { rope = 1 }", "at = [1, 0]", head=pack, now=hold)
    assert options(one, "restrain", "kit") == ["rope"]
    two = fight(
        'kits = { swarm = 1 }\nnanites = 10\nmax-nanites = 70\nrigs = ["recon-chest-adv"]\nmodules = ["veil"]\n'
        "skills = { stealth = 20 }",
        head=pack,
    )
    assert (options(two, "use-kit", "kit"), options(two, "cloak", "module")) == (["swarm"], ["veil"])
    two.play("use-kit ana swarm", dice=[1, 1])
    assert two.get("ana.nanites") == 32


# --- nothing possible is left out -------------------------------------------------------------------------------------


@pytest.mark.rule("cx.move.sprint", "cx.ruling.sprint-consecutive", "cx.ruling.sprint-window")
def test_the_way_of_a_sprint_is_no_further_than_the_form_lets_one_draw() -> None:
    one = fight("stats = { dexterity = 7 }")
    assert blank(one, "run", "path").high == 9
    one.play("run ana 0,9 sprint=yes", dice=[])


def test_the_second_half_of_a_run_has_its_odd_metre_on_the_form() -> None:
    one = fight("stats = { dexterity = 7 }\nhalf-run = true\nactions = 1\nsprinted = 5")
    assert (blank(one, "run", "path").high, blank(one, "run", "actions").default) == (4, "1")


@pytest.mark.rule("cx.stabilize.action", "cx.stabilize.limit", "cx.stabilize.success", "cx.stabilize.check")
def test_an_enemy_who_bleeds_may_be_saved() -> None:
    one = fight("", 'at = [1, 0]\nhealth = 0\nstance = "prone"', 'id = "kay"\nside = "dock"\nat = [40, 0]')
    assert options(one, "stabilise", "target") == ["tor"]
    one.play("stabilise ana tor", dice=[85])


def test_a_full_shotgun_is_reloaded_with_the_other_load() -> None:
    one = fight('weapons = ["anvil-arms-hunting-shotgun"]')
    assert options(one, "reload", "load") == ["slug"]
    one.play("reload ana load=slug", dice=[50])
    assert one.get("ana.weapons.0.load") == "slug"


def test_the_mode_of_each_gun_in_hand_can_be_said() -> None:
    one = fight(
        'weapons = [{ key = "ecsc-mk249", attachments = ["ubgl"] }]\nstats = { strength = 6 }\n'
        "skills = { weapons-explosives = 12 }"
    )
    assert options(one, "fire", "mode") == ["auto", "semi"]


def test_without_a_map_one_runs_to_a_friend_too() -> None:
    near = '[[relation]]\nkind = "distance"\nbetween = ["ana", "%s"]\nvalue = %d\n'
    bo = 'id = "bo"\nside = "crew"\nhealth = 0\nstance = "prone"'
    one = fight("", "", bo, scene=near % ("tor", 20) + near % ("bo", 4))
    for who in ("ana", "tor"):
        one.state.roster[who].at = None
    assert options(one, "run", "target") == ["tor", "bo"]
    assert (blank(one, "run", "metres").low, blank(one, "run", "metres").high) == (13, 27)  # from tor, whom it opens with
    one.play("run ana target=bo metres=1", dice=[])


@pytest.mark.rule("cx.firerate.pump-bolt")
def test_a_free_rack_needs_no_action_on_the_form_either() -> None:
    one = fight('actions = 0\nweapons = [{ key = "matthews-model-2287-short", unchambered = true }]')
    assert form(one, "rechamber").refused is None
    one.play("rechamber ana", dice=[])


# --- nothing impossible is offered ------------------------------------------------------------------------------------


@pytest.mark.rule("cx.suppression.levels")
def test_only_levels_the_gun_has_rounds_for_are_offered() -> None:
    one = fight('weapons = [{ key = "ecsc-mk16", rounds = 5 }]')
    assert options(one, "suppress", "level") == ["light"]
    with pytest.raises(Refused, match="has no heavy suppression"):
        one.play("suppress ana tor level=heavy")


@pytest.mark.parametrize("kind", ["aim", "suppress", "look-out"])
def test_whoever_sees_nothing_is_not_offered_to_look(kind: str) -> None:
    assert form(fight("eyes-shut = true"), kind).refused is not None


@pytest.mark.rule("cx.melee.adjacent")
def test_beside_a_friend_alone_there_is_nobody_to_strike() -> None:
    one = fight("", "", 'id = "bo"\nside = "crew"\nat = [1, 0]')
    assert all(form(one, kind).refused is not None for kind in ("strike", "grapple", "shove", "kick", "trip", "disarm"))
    with pytest.raises(Refused, match="tor is out of reach"):
        one.play("strike ana tor")


def test_of_two_guns_the_one_that_is_jammed_is_offered_to_be_cleared() -> None:
    pair = 'weapons = [{ key = "g-w-10mm-auto", in-hand = true }, { key = "ecsc-mk8-auto", in-hand = true, jammed = true }]'
    one = fight(pair)
    assert (options(one, "clear-jam", "weapon"), blank(one, "clear-jam", "weapon").required) == (["ecsc-mk8-auto"], True)
    assert (options(one, "fire", "weapon"), blank(one, "fire", "weapon").default) == (["g-w-10mm-auto"], "g-w-10mm-auto")


@pytest.mark.rule("cx.meleeweapon.hybrid-offhand")
def test_the_hand_that_was_given_up_strikes_with_nothing() -> None:
    pair = (
        'weapons = [{ key = "g-w-10mm-auto", in-hand = true }]\nmelee = [{ key = "training-hammer", in-hand = true }]\n'
        "off-hand-lost = true"
    )
    one = fight(pair, "at = [1, 0]")
    assert options(one, "strike", "weapon") == ["training-hammer", "unarmed"]
    assert form(one, "fire").refused is not None
    with pytest.raises(Refused, match="the off hand was given up"):
        one.play("strike ana tor g-w-10mm-auto")


@pytest.mark.rule("cx.disarm.result", "cx.disarm.check", "cx.disarm.declare")
def test_what_hangs_under_a_gun_falls_with_it() -> None:
    one = fight("weapons = []", 'at = [1, 0]\nweapons = [{ key = "ecsc-mk16", attachments = ["ubgl"] }]')
    one.play("disarm ana tor ecsc-mk16", dice=[90, 1], answers=["athletics"])
    assert (one.get("tor.weapons.0.in-hand"), one.get("tor.weapons.1.in-hand")) == (False, False)


@pytest.mark.rule("cx.stance.hunker", "cx.melee.attack", "cx.melee.guard")
def test_seized_while_hunkered_down_one_may_uncurl() -> None:
    hold = 'grapples = [{ first = "tor", second = "ana", control = "tor" }]'
    one = fight("hunkered = true\nweapons = []\nactions = 1", "at = [1, 0]\nweapons = []", now=hold)
    assert form(one, "disengage").refused is None
    one.play("unhunker ana", dice=[]).play("strike ana tor unarmed", dice=[1, 10])
