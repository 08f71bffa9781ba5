"""The book's lists, counted and compared figure by figure."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.engine.content import book_content
from starfray.rulebooks.compound_x import BOOK

TABLES = book_content(BOOK.name, BOOK.folder).tables

# name, damage, APL, brackets, magazine, reload DC
PISTOLS = """
matthews-model-19-snub 50 0 5:5,10:6,15:7 6 45
g-w-10mm-auto 50 0 5:4,10:5,20:6 11 25
matthews-model-25 60 1 5:4,15:5,25:6 6 45
frontier-pl10 55 0 5:4,15:5,25:7 9 35
ecsc-mk8-auto 45 1 5:4,10:5,15:6 15 25
anvil-armament-p-45 55 0 5:4,10:5,20:6 8 25
anvil-armament-r14 85 2 5:4,20:5,30:6 5 45
frontier-pl30 60 0 5:4,20:5,30:7 12 35
frontier-plas-8 70 1 5:3,20:5,25:6 8 35
flexcorp-ll35-laser-pistol 40 0 10:3,20:4,30:5 16 30
rmm-auto-6 75 1 5:4,20:5,25:6 6 25
matthews-model-738 65 3 5:3,25:4,30:5 7 45
frontier-lz50-laser-pistol 50 0 10:4,25:5,30:5 14 30
partix-50l-laser-hand-cannon 70 0 10:4,20:5,25:6 8 30
partix-plas-disc-launcher-mix5 75 2 10:3,25:5,30:6 10 35
"""

# name, level, damage (buckshot near, far, slug; or by bracket), APL, brackets, magazine, reload DC, movement penalty,
# fire modes as addition x shots / stat : from : per
GUNS = """
ecsc-mk8-mp 1 48 1 10:3,20:4,35:5 33 30 0 b+3x3/dex:5:6;a+4x6/dex:0:5
ecsc-mk9-pdw 1 45 0 10:4,20:5,40:6 25 30 0 a+4x8/dex:0:5
g-w-xmp-80 5 55 2 10:4,20:5,40:6 30 30 0 b+4x3/dex:0:6;a+6x6/dex:0:4
anvil-arms-ar-34-pdw 5 45 3 10:3,25:4,45:5 15 30 0 a+3x6/dex:0:8
flexcorp-ls55 5 35 - 15:3,40:4,50:5 40 35 0 a+3x8/dex:0:8
mathews-bolter-470b 10 60 2 10:3,35:4,45:5 20 30 0 a+4x4/dex:0:5
frontier-pl33g 10 55 2 10:3,30:4,40:6 20 40 0 b+2x3/dex:0:8;a+5x6/dex:0:5
flexcorp-ls75 10 45 - 15:2,40:3,50:4 30 35 0 a+4x6/dex:0:5
matthews-model-2287-short 1 100 0 10:3,20:4,45:5 5 45 0 -
matthews-model-2x12 1 140/105/115 1 10:3,20:4,50:5 2 38 1 a+2x2/str:0:9
anvil-arms-hunting-shotgun 1 145/110/120 1 13:2,26:3,60:4 6 45 0.5 -
matthews-over-under 5 140/105/115 1 10:2,25:3,50:4 2 38 1 a+1x2/str:0:8
ecsc-mk900 5 150/115/125 2 10:2,20:3,50:4 7 45 0.5 -
partix-la10-b-cq 5 110/90/70 - 10:2,20:3,40:3 5 35 0.5 -
nfa-combat-7-shotgun 5 135/100/110 1 10:2,20:3,50:4 7 30 0 -
matthews-model-3x12 10 140/105/115 1 10:3,20:4,50:5 3 38 1.5 a+2x3/str:0:9
rmm-auto-12 10 135/105/110 1 10:2,20:3,40:4 16 45 0 a+6x4/str:5:3
frontier-plas-12 10 160/140/110 3 10:1,20:3,35:4 10 45 0.5 -
partix-la36-cq 10 130/110/110 - 15:1,30:2,60:3 8 35 0.5 -
matthews-11-35-carbine 1 65 1 10:3,35:4,55:5 18 30 0 -
anvil-arms-c25 1 80 2 15:3,40:4,60:5 25 30 0 b+2x3/str:8:0
rmm-s-92 1 75 1 10:3,30:4,55:5 25 30 0 b+6x3/str:4:4
rmm-577-carbine 5 85 3 15:3,40:4,65:5 30 30 0 -
ecsc-mk28 5 75 3 15:3,45:4,70:5 30 30 0 b+2x3/str:7:0
frontier-pl5-uc 5 90 3 15:3,40:4,55:6 20 40 0 b+3x3/str:8:0
frontier-lz150-carbine 5 55 - 20:2,50:3,70:4 24 35 0 b+4x3/str:0:6
matthews-88c 10 90 3 15:3,35:4,60:5 20 30 0 b+4x3/str:0:6
frontier-pl5-c 10 100 4 20:2,40:4,60:5 20 40 0 b+2x3/str:6:0
partix-plas-disc-launcher-mx50 10 95 4 20:2,45:4,70:5 25 40 0 -
anvil-arms-ar-74 1 90 2 15:3,40:4,75:5 25 30 0 a+5x6/str:0:4
ecsc-mk15 1 75 1 15:3,50:4,85:5 25 30 0 a+3x6/str:6:0
anvil-arms-ar-68 5 85 3 15:3,45:4,80:5 25 30 0 a+3x7/str:8:0
frontier-240r 5 85 2 15:3,35:4,75:5 40 30 0 a+4x6/str:0:5
ecsc-mk16 5 80 3 15:3,50:4,85:5 30 30 0 b+2x3/str:6:0;a+3x6/str:7:0
g-w-xk20 5 95 3 15:3,45:4,75:5 20 30 0 b+5x3/str:0:4;a+7x6/str:5:3
partix-laser-rifle-la105 5 65 - 20:2,55:3,90:4 24 35 0 a+3x6/str:7:0
g-w-xk100 10 100 4 15:2,50:3,85:4 20 30 0 b+4x3/str:0:4;a+6x6/str:5:3
frontier-plas-20 10 105 4 20:2,55:3,85:5 18 40 0 a+3x6/str:6:0
partix-laser-rifle-la155 10 75 - 20:2,65:3,90:3 30 35 0 a+3x6/str:6:0
g-w-fbr-c 1 100 2 15:3,40:4,65:5 20 30 0 a+7x5/str:4:3
g-w-fbr 1 105 2 15:3,50:4,80:5 25 30 0 a+6x5/str:4:3
matthews-hk-80 5 100 4 15:3,55:4,85:5 30 30 0 b+3x3/str:6:0
berren-rifles-br606 10 105 5 15:2,55:3,95:4 25 30 0 a+5x6/str:0:4
anvil-arms-sr-150 1 115 3 20:3,100:4,170:5 5 35 1 -
ecsc-mk12-mod-0 1 105 2 20:3,65:4,110:5 20 29 0.5 -
ecsc-mk25-dmr 5 110 3 20:2,75:3,130:4 10 29 0.5 -
ecsc-prs 5 115 4 20:2,80:3,140:4 7 30 0.5 -
frontier-plas-3-lr 5 130 4 20:2,90:3,160:5 4 40 1 -
anvil-arms-sr-250 10 130 6 20:2,140:3,230:4 5 35 1 -
nfa-n505 10 150 6 20:2,155:3,260:4 5 35 1.5 -
matthews-ba780 10 140 7 20:1,210:2,400:3 3 35 1.5 -
partix-10x-laser-rifle 10 110 - 20:2,150:3,200:3 7 35 1 -
frontier-plas-5-lr 10 160 6 20:2,110:3,200:5 8 40 1 -
partix-40x-hibeam-rifle 15 130 - 20:1,180:2,250:3 5 35 1 -
ecsc-mk15r2 1 80 1 15:3,45:4,90:5 60 40 2 a+3x6/str:0:6
anvil-arms-kmr4 1 95 2 15:3,40:4,85:5 80 40 2.5 a+5x6/str:5:3
ecsc-mk249 5 85 3 15:3,50:4,90:5 100 40 2 a+3x7/str:0:6
frontier-lmg-p8 5 100 4 15:2,45:4,80:5 40 40 2 a+3x6/str:0:6
matthews-model-240-b 5 105 4 15:2,50:3,90:4 80 30 2.5 a+6x6/str:5:3
partix-laser-lma210 10 75 - 15:2,70:3,95:3 60 35 2.5 a+5x6/str:0:4
frontier-lmg-p10 10 120 5 15:2,55:3,90:5 50 40 3 a+3x6/str:0:6
frontier-flame-thrower-flmr 1 100 - 10:2,15:4,20:5 14 50 2 -
anvil-arms-xm-50-microgun 1 40 0 15:4,30:5,70:6 200 60 2 -
matthews-tx-6-rotary-grenade-launcher 5 - - 10:3,30:4,60:5 6 50 1 -
partix-lx-lightning-gun 5 100 - 10:2,25:3,40:5 10 40 2 -
shiva-light-antimaterial-rifle-sarl 5 200 6 15:3,40:4,100:5 1 35 1.5 -
anvil-arms-xm-500-minigun 5 50 1 15:4,40:5,90:6 300 60 3 -
g-w-aa-29-personal-flack-cannon 10 - 2 10:2,20:3,50:4 12 40 3 -
strudwick-arms-ultralight-autocannon-ua-6c 10 - - 15:3,30:4,90:5 4 30 3 -
shiva-antimaterial-rifle-sar 10 300 8 15:3,50:4,120:5 1 35 3 -
ecsc-rpe-b7 5 120 - 10:3,40:4,80:5 1 40 1 -
ecsc-rpe-cls8 10 100 - 10:3,40:4,100:5 1 50 1 -
anvil-arms-at-20 10 150 - 15:2,55:3,150:4 1 40 1 -
"""

# name, size, accuracy, Guard, damage = base + STR x + DEX x, at least
BLADES = """
unarmed none 0 - 20 1 1 10
welding-torch light 1 - 30 0 0 0
g1-knife light 1 - 34 0 2 0
gs101-sword one-handed 2 - 54 2 1 0
plasma-torch light 1 - 30 0 0 0
grabber-knife light 1 - 24 0 2 0
carbon-whip one-handed 1 0 50 0 2 0
vae-knife light 1 - 34 0 2 0
vae-saw two-handed 1 - 55 0 0 0
vae-sword one-handed 2 - 56 2 1 0
sledgehammer two-handed 0 - 32 6 0 20
power-fist light 1 0 10 5 0 20
vae-katana one-handed 2 - 56 2 1 0
plasma-sword one-handed 2 - 56 2 1 0
improvised-light light 0 - 30 1 1 10
improvised-one one-handed 1 - 50 1 0 0
improvised-two two-handed -1 1 50 2 0 0
"""

# name, kind, what it takes off the bracket and the mode, minimum range, magnification
ATTACHMENTS = """
tritium optic 0.5 0 0 1
dot optic 0.5 0 0 1
reflex optic 1 0 0 1
holo12 optic 1 0 0 1.2
magnifier2 magnifier 0 0 5 2
scope32 optic 0.5 0 10 3.2
scope4 optic 0.5 0 15 4
scope6 optic 0.5 0 20 6
scope26 optic 0.5 0 10 6
scope8 optic 0.5 0 30 8
basic2 optic 0 0 10 2
laser-red laser 0 0 0 1
laser-green laser 0 0 0 1
laser-ir laser 0 0 0 1
laser-blue laser 0 0 0 1
flashlight light 0 0 0 1
bayonet muzzle 0 0 0 1
compensator muzzle 0 0.5 0 1
suppressor muzzle 0 0.5 0 1
compensator-heavy muzzle 0 1 0 1
barrel-light barrel -0.5 0 0 1
barrel-heavy barrel 0 0 0 1
bipod rail 0 2 0 1
grip-vertical rail 0 1 0 1
grip-angled rail 0 1.5 0 1
grip-pod rail 0 0 0 1
ubgl rail 0 0 0 1
ub-shotgun rail 0 0 0 1
sling2 sling 0.5 0 0 1
sling1 sling 0 0 0 1
sling3 sling 0.5 0 0 1
mag-extended ammunition 0 0 0 1
mag-drum ammunition 0 0 0 1
ammo-hp ammunition 0 0 0 1
ammo-ap ammunition 0 0 0 1
ammo-ed ammunition 0 0 0 1
ammo-match ammunition 0.5 0 0 1
ammo-hv ammunition 0 0 0 1
ammo-overcharge ammunition 0 0 0 1
magpull ammunition 0 0 0 1
straight-pull conversion 0 0 0 1
receiver-heavy conversion 0.5 1.5 0 1
"""

# name, coverage, Mag Space, secondary places, Hard Points, movement penalty
RIGS = """
recon-chest 40 5 0 0 2
recon-arm 0 0 2 0 0
recon-leg 0 2 0 0 0
recon-chest-adv 30 4 0 2 2
light-chest 40 6 1 0 2
light-arm 0 0 2 0 0
light-leg 15 2 0 0 0
light-chest-adv 35 5 1 1 2
light-arm-adv 0 0 0 1 0
light-leg-adv 15 0 0 1 0
medium-chest 40 8 2 0 2
medium-arm 10 0 2 0 0
medium-leg 15 2 0 0 0
medium-chest-adv 35 7 0 1 2
medium-arm-adv 10 0 0 1 0
medium-leg-adv 15 0 0 1 0
medheavy-chest 40 10 0 0 2
medheavy-arm 15 1 0 0 0.5
medheavy-leg 20 2 0 0 0.5
medheavy-chest-adv 35 8 0 2 2
medheavy-arm-adv 15 0 0 1 0.5
medheavy-leg-adv 20 0 0 1 0.5
heavy-chest 40 12 0 0 2
heavy-arm 25 1 0 0 1
heavy-leg 35 3 0 0 1
heavy-chest-adv 35 9 0 2 2
heavy-arm-adv 25 0 0 1 1
heavy-leg-adv 35 0 0 1 1
concealed-vest 30 2 2 0 0
"""


def test_the_lists_are_complete() -> None:
    guns = [row for row in TABLES["weapons"].values() if row["group"] != "under-barrel"]
    assert len(guns) == 88
    sizes = {name: len(TABLES[name]) for name in ("melee", "thrown", "grenades", "attachments", "rigs", "materials", "suits")}
    assert sizes == {"melee": 20, "thrown": 4, "grenades": 9, "attachments": 42, "rigs": 29, "materials": 10, "suits": 6}
    assert (len(TABLES["shields"]), len(TABLES["kits"]), len(TABLES["classes"])) == (4, 7, 11)


def test_the_pistols() -> None:
    rows = [line.split() for line in PISTOLS.strip().splitlines()]
    assert [row[0] for row in rows] == [key for key, row in TABLES["weapons"].items() if row["group"] == "pistol"]
    for key, damage, apl, brackets, magazine, dc in rows:
        gun = TABLES["weapons"][key]
        listed = ",".join(f"{each['to']}:{each['miss']}" for each in gun["brackets"])
        assert (gun["damage"], gun.get("apl", 0), listed, gun["magazine"], gun["reload-dc"]) == (
            int(damage),
            int(apl),
            brackets,
            int(magazine),
            int(dc),
        ), key


def mode_in_short(letter: str, mode: dict[str, Any]) -> str:
    stat = str(mode.get("stat", ""))
    steps = f"/{stat[:3]}:{mode.get('start', 0)}:{mode.get('every', 0)}" if stat else ""
    return f"{letter}+{mode['addition']}x{mode['shots']}{steps}"


def test_every_other_gun_figure_by_figure() -> None:
    rows = [line.split() for line in GUNS.strip().splitlines()]
    others = [key for key, row in TABLES["weapons"].items() if row["group"] not in ("pistol", "under-barrel")]
    assert [row[0] for row in rows] == others
    for key, level, damage, apl, brackets, magazine, dc, penalty, modes in rows:
        gun = TABLES["weapons"][key]
        listed = ",".join(f"{each['to']}:{each['miss']}" for each in gun["brackets"])
        found = ";".join(mode_in_short(name[0], gun[name]) for name in ("burst", "auto") if name in gun)
        assert (gun.get("level", 1), listed, gun["magazine"], gun["reload-dc"], gun.get("penalty", 0)) == (
            int(level),
            brackets,
            int(magazine),
            int(dc),
            float(penalty),
        ), key
        assert (found or "-", gun.get("apl", 0)) == (modes, 0 if apl == "-" else int(apl)), key
        if damage != "-":
            bands = [each.get("damage", gun["damage"]) for each in gun["brackets"]]
            by_load = [*bands[:2], gun["slug"]] if "slug" in gun else bands
            assert [int(each) for each in damage.split("/")] == (by_load if "/" in damage else [gun["damage"]]), key


def test_the_blades() -> None:
    rows = [line.split() for line in BLADES.strip().splitlines()]
    assert {row[0] for row in rows} | {"training-sword", "training-maul", "training-hammer"} == set(TABLES["melee"])
    for key, size, accuracy, guard, *formula in rows:
        blade = TABLES["melee"][key]
        assert (blade["size"], blade.get("accuracy", 0)) == (size, int(accuracy)), key
        assert blade.get("guard") == (None if guard == "-" else int(guard)), key
        found = [blade.get(name, 0) for name in ("base", "strength", "dexterity", "minimum")]
        assert found == [int(each) for each in formula], key


def test_the_attachments() -> None:
    rows = [line.split() for line in ATTACHMENTS.strip().splitlines()]
    assert {row[0] for row in rows} == set(TABLES["attachments"])
    for key, kind, *figures in rows:
        row = TABLES["attachments"][key]
        found = [row.get("bracket", 0), row.get("mode", 0), row.get("minimum", 0), row.get("magnification", 1)]
        assert (row["kind"], found) == (kind, [float(each) for each in figures]), key


def test_the_shields() -> None:
    names = ("hard-points", "capacity", "restart", "recharge", "fast")
    found = {key: [row.get(name, 0) for name in names] for key, row in TABLES["shields"].items()}
    assert found == {
        "a-class": [1, 120, 1, 50, 14],
        "a-hicap": [2, 180, 1, 30, 36],
        "b-class": [1, 100, 0, 50, 0],
        "c-class": [2, 100, 1, 50, 32],
    }


def test_the_rigs() -> None:
    rows = [line.split() for line in RIGS.strip().splitlines()]
    assert [row[0] for row in rows] == list(TABLES["rigs"])
    for key, *figures in rows:
        rig = TABLES["rigs"][key]
        found = [rig.get(name, 0) for name in ("coverage", "mag-space", "secondary", "hard-points", "penalty")]
        assert found == [float(each) for each in figures], key


def test_materials_rise_by_a_level_and_ten_points() -> None:
    assert [(row["apl"], row["points"]) for row in TABLES["materials"].values()] == [(n, 30 + 10 * n) for n in range(1, 11)]


@pytest.mark.parametrize(
    ("who", "health", "armour", "shield"),
    [
        ("oduya", 120, (65, 3, 60), 0),
        ("brandvold", 130, (75, 4, 90), 0),
        ("achterberg", 110, (55, 2, 50), 0),
        ("volkonsky", 140, (75, 3, 70), 0),
        ("nakashima", 110, (40, 2, 50), 0),
        ("kestrel4", 140, (60, 3, 60), 180),
        ("ren", 100, (40, 2, 50), 0),
    ],
)
def test_the_ready_characters(who: str, health: int, armour: tuple[int, int, int], shield: int) -> None:
    rows = f'[[combatant]]\nid = "a"\nside = "x"\narchetype = "{who}"\n[[combatant]]\nid = "b"\nside = "y"'
    text = f'rulebook = "compound-x"\n{rows}'
    one = starfray.loads(text).state.roster["a"]
    assert one.health == health
    assert (one.armour.coverage, one.armour.apl, one.armour.points) == armour
    assert (one.shield.capacity if one.shield else 0) == shield
