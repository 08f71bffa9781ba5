"""The book's lists and tables, figure by figure."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.engine.content import book_content
from starfray.rulebooks.coriolis import BOOK
from starfray.rulebooks.coriolis.core import ADVANCED, SKILL_ATTRIBUTE
from tests.coriolis.build import duel

TABLES = book_content(BOOK.name, BOOK.folder).tables
TWO_HANDED = (
    "halberd", "dura-halberd", "spear", "staff", "energy-staff", "power-sledge", "vulcan-carbine", "thermal-carbine",
    "vulcan-long-rifle", "accelerator-rifle", "shard-shotgun", "vulcan-machine-gun", "thermal-sweeper", "hunting-bow",
    "crossbow", "rocket-tube",
)  # fmt: skip

# weapon, bonus, initiative, damage, crit, features, tier, cost
MELEE = """
unarmed 0 2 1 3 light P 0
brass-knuckles 0 2 2 3 light+small P 50
claws 0 2 1 2 light+natural P 0
dura-claws 0 2 1 1 light+small O 600
knife 0 1 2 2 light P 50
dura-knife 0 1 2 1 light+cell-powered O 500
mercurium-knife 1 1 3 2 light+mercurium+cell-powered A 1500
sword 1 0 2 2 - P 300
dura-sword 1 0 2 1 heavy+cell-powered O 1600
mercurium-sword 2 0 3 2 light+mercurium+cell-powered A 3000
axe 0 0 3 2 heavy P 150
dura-axe 0 0 3 1 heavy+cell-powered O 2000
halberd 0 1 3 2 heavy+long P 300
dura-halberd 0 1 3 1 heavy+long+cell-powered O 2500
spear 1 2 2 2 long P 200
staff 1 2 1 3 - P 50
baton 2 0 1 3 - P 100
mace 0 0 3 3 heavy P 100
power-sledge 0 0 4 3 heavy+cell-powered O 1000
power-glove 1 1 2 3 light+small+cell-powered O 1500
shock-stick 2 0 1 Stun stun+cell-powered O 500
shock-whip 0 2 1 Stun light+small+flexible+stun+cell-powered O 800
energy-staff 2 2 2 3 stun+heavy+cell-powered A 1000
energy-stick 2 0 2 3 stun+cell-powered A 1200
energy-whip 0 2 2 3 light+small+flexible+stun+cell-powered A 1800
war-fan 1 2 2 1 light+small+cell-powered A 2500
whip 0 2 1 4 flexible P 50
"""

# weapon, bonus, initiative, damage, crit, range, features, fire, blast, tier, cost
RANGED = """
vulcan-cricket 1 2 2 2 short light+vulcan 0 0 O 500
vulcan-pistol 1 0 2 2 short vulcan 0 0 O 800
stun-gun 1 1 2 Stun short stun 0 0 O 600
accelerator-pistol 1 0 2 1 long silent 0 0 A 2500
vulcan-carbine 1 0 3 2 long automatic-fire+vulcan 0 0 O 2000
thermal-carbine 1 0 3 2 long cell-powered 3 0 A 4000
thermal-pistol 1 1 2 2 short cell-powered 2 0 A 2500
vulcan-long-rifle 1 -1 3 1 extreme vulcan+bulky 0 0 O 3000
accelerator-rifle 2 -1 3 1 extreme armour-piercing+silent+bulky 0 0 A 7000
shard-shotgun 1 0 4 2 short vulcan 0 0 O 900
vulcan-machine-gun 1 -1 3 2 long automatic-fire+high-capacity+mounted+heavy+vulcan 0 0 O 6000
thermal-sweeper 0 -1 3 2 short automatic-fire+heavy 3 0 A 8000
hunting-bow 0 0 2 2 long single-shot+silent 0 0 P 100
crossbow 1 -1 3 2 long single-shot+silent 0 0 P 200
rocket-tube 0 -2 4 1 long single-shot+anti-vehicle+heavy 0 8 A 5000
throwing-knife 0 1 1 2 short light+single-shot 0 0 P 50
"""

# number | name | what it does | dice of healing days
INJURIES = """
11 | Wind knocked out | stunned 1 | 0
12 | Disorientated | stunned 1 | 0
13 | Sprained wrist | drops, ranged-combat -1, melee-combat -1 | 1
14 | Sprained ankle | falls, dexterity -1, infiltration -1 | 1
15 | Concussion | stunned 1, advanced -1 | 1
16 | Bruised lower leg | falls, dexterity -1, infiltration -1 | 2
21 | Broken nose | stunned 1, manipulation -2 | 1
22 | Broken fingers | drops, ranged-combat -2, melee-combat -2 | 2
23 | Broken toes | stunned 1, dexterity -2, infiltration -2 | 2
24 | Teeth knocked out | stunned 1, manipulation -2 | 2
25 | Groin hit | stunned 2, strain | 2
26 | Dislocated shoulder | stunned 1, force -3, melee-combat -3 | 1
31 | Broken ribs | stunned 1, dexterity -2, melee-combat -2 | 2
32 | Broken arm | stunned 1, ranged-combat -3, melee-combat -3 | 3
33 | Broken leg | falls, half-move, dexterity -2, infiltration -2 | 3
34 | Shredded ear | stunned 1, observation -2, keeps scar | 3
35 | Gouged eye | stunned 1, ranged-combat -2, observation -2 | 3
36 | Punctured lung | fatal 0 days, stunned 1, dexterity -3 | 2
41 | Lacerated kidney | fatal 0 days, stunned 2, strain | 3
42 | Crushed foot | fatal 0 days, falls, half-move, dexterity -3, infiltration -3 | 4
43 | Crushed elbow | fatal 0 days, stunned 1, force -2, melee-combat -2, no-two-handed | 4
44 | Crushed knee | fatal 0 hours, stunned 1, falls, half-move, dexterity -3, infiltration -3 | 4
45 | Crushed face | fatal 0 hours, unconscious, manipulation -2 | 4
46 | Pierced intestines | fatal 0 hours, stunned 1, damage-per hour | 2
51 | Broken spine | fatal 0 hours, unconscious, paralysed waist, keeps paralysed-if-untreated | 4
52 | Broken neck | fatal 0 hours, unconscious, paralysed neck, keeps paralysed-if-untreated | 4
53 | Bleeding gut | fatal 0 minutes, damage-per turn | 1
54 | Internal bleeding | fatal -1 minutes, unconscious, strain | 2
55 | Severed artery (arm) | fatal -1 minutes, unconscious, dexterity -1 | 1
56 | Severed artery (leg) | fatal -1 minutes, unconscious, dexterity -2 | 1
61 | Destroyed arm | fatal -1 minutes, unconscious, dexterity -2, keeps arm-lost, no-two-handed, keeps no-two-handed | 3
62 | Destroyed leg | fatal -1 minutes, unconscious, dexterity -2, keeps leg-lost, half-move, keeps half-move | 3
63 | Severed jugular | fatal -1 minutes, unconscious, dexterity -1 | 1
64 | Severed aorta | fatal -1 minutes, unconscious, dexterity -2 | 2
65 | Pierced heart | dead | 0
66 | Crushed skull | dead | 0
"""

# armour, rating, weight, tier, cost
ARMOUR = """
clothes 0 none none 0
flight-suit 1 normal O 500
protective-clothing 2 light O 400
light-armour-vest 2 normal O 700
thick-hide 3 none none 0
armour-vest 4 normal O 2000
exo-shell 6 heavy A 12000
heavy-armour 6 heavy A 9000
combat-armour 8 heavy A* 25000
"""

# gear, bonus, bonus for critical injuries, charges, price, weight, tier, not for
GEAR = """
improvised -1 - 0 0 none none critical+radiation
herbal-remedy -1 - 1 50 light P critical+radiation
doctors-bag 0 - 10 300 normal P radiation
m-dose 1 - 1 50 light O -
ballistic-m-injector 1 - 1 1000 light O -
medkit 2 - 10 700 normal O -
trauma-dose 2 - 1 200 light A -
p-dose 2 3 1 1000 light F* -
trauma-kit 3 - 10 2000 normal A -
medlab 3 - 100 5000 none O -
trauma-lab 4 5 100 20000 none A* -
spider-doctor - - 10 5000 heavy A* -
healing-scarab - - 1 4000 tiny F* -
bio-monitor - - 0 5000 light O -
narcotics - - 1 200 tiny O* -
"""
POISON_PRICES = {1: 300, 2: 600, 3: 900, 4: 1200, 5: 1500, 6: 2000, 7: 2500, 8: 3000}

# vehicle, HP, armour, bonus, metres, seats, open, size, ram damage at full HP
VEHICLES = """
grav-bike 8 0 2 60 2 yes 0 2
groundcar 18 2 1 40 5 yes 1 4
dune-skimmer 23 3 1 50 6 yes 1 5
cargo-hauler 35 4 0 25 3 no 1 7
armoured-carrier 45 8 -1 25 10 no 1 9
"""

# archetype, attributes, HP, MP, skills, armour rating, weapons
ARCHETYPES = """
dockside-bruiser 4/3/2/2 7 4 melee-combat:2,force:2,infiltration:1 0 knife,brass-knuckles
station-guard 3/3/2/3 6 5 ranged-combat:2,melee-combat:1,observation:2 2 vulcan-cricket,baton
corsair-boarder 4/4/3/2 8 5 ranged-combat:2,melee-combat:3,infiltration:1 2 vulcan-pistol,dura-knife,frag-grenade
convoy-gunner 4/4/3/3 8 6 ranged-combat:3,melee-combat:2,survival:1 4 vulcan-carbine,knife
patrol-sergeant 3/4/4/4 7 8 ranged-combat:3,melee-combat:2,command:3,observation:2 4 vulcan-carbine,dura-sword
knife-in-the-dark 3/5/4/2 8 6 melee-combat:4,ranged-combat:2,infiltration:4,dexterity:2 0 mercurium-knife,accelerator-pistol
field-medicurg 2/3/5/4 5 9 medicurgy:3,ranged-combat:1,observation:2 2 stun-gun
skimmer-driver 3/4/3/3 7 6 pilot:3,ranged-combat:2,technology:1 1 vulcan-pistol
dust-hound 4/4/2/1 8 3 melee-combat:3,observation:3,infiltration:2 3 bite
wall-gunner 4/3/2/3 7 5 ranged-combat:3,melee-combat:1,force:1 6 vulcan-machine-gun,knife
ridge-marksman 3/5/4/2 8 6 ranged-combat:4,melee-combat:1,infiltration:2,survival:2 2 vulcan-long-rifle,knife
pit-wrestler 5/3/2/3 10 5 melee-combat:3,force:3,dexterity:1 0 power-glove
ships-surgeon 2/3/5/3 5 8 medicurgy:4,command:1,science:1 1 shock-stick
bazaar-thief 2/5/3/3 7 6 dexterity:3,infiltration:3,melee-combat:1,ranged-combat:1 0 throwing-knife,dura-knife
"""


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def listed(word: str) -> list[str]:
    return [] if word == "-" else sorted(word.split("+"))


def tier(row: dict[str, Any]) -> str:
    return str(row.get("tier", "O")) + ("*" if row.get("restricted") else "")


def weight_by(features: list[str]) -> str:
    if "light" in features:
        return "light"
    return "heavy" if "heavy" in features or "bulky" in features else "normal"


@pytest.mark.parametrize("row", rows(MELEE), ids=lambda row: row[0])
def test_melee_weapons(row: list[str]) -> None:
    key, bonus, initiative, damage, crit, features, grade, cost = row
    given = TABLES["weapons"][key]
    assert (given["melee"], given.get("range", "close")) == (True, "close")
    assert [given.get(each, 0) for each in ("bonus", "initiative", "damage", "crit", "cost")] == [
        int(bonus), int(initiative), int(damage), 0 if crit == "Stun" else int(crit), int(cost)
    ]  # fmt: skip
    assert sorted(given.get("features", [])) == listed(features)
    assert tier(given) == grade
    natural = key in ("unarmed", "claws")
    assert given.get("hands", 1) == (0 if natural else 2 if key in TWO_HANDED else 1)
    assert given.get("weight", "normal") == ("none" if natural else weight_by(listed(features)))


@pytest.mark.parametrize("row", rows(RANGED), ids=lambda row: row[0])
def test_ranged_weapons(row: list[str]) -> None:
    key, bonus, initiative, damage, crit, reach, features, fire, blast, grade, cost = row
    given = TABLES["weapons"][key]
    assert [given.get(each, 0) for each in ("bonus", "initiative", "damage", "crit", "fire", "blast", "cost")] == [
        int(bonus), int(initiative), int(damage), 0 if crit == "Stun" else int(crit), int(fire), int(blast), int(cost)
    ]  # fmt: skip
    assert (given["range"], given.get("melee", False), tier(given)) == (reach, False, grade)
    assert sorted(given.get("features", [])) == listed(features)
    assert given.get("hands", 1) == (2 if key in TWO_HANDED else 1)
    assert given.get("weight", "normal") == weight_by(listed(features))


@pytest.mark.parametrize(("key", "damage", "crit", "blast", "cost", "features"), [
    ("frag-grenade", 2, 2, 6, 200, []), ("stun-grenade", 0, 0, 6, 250, ["stress-blast"]),
    ("mining-charge", 0, 2, 9, 400, ["placed"]), ("smoke-grenade", 0, 0, 0, 100, ["smoke"]),
])  # fmt: skip
def test_explosives(key: str, damage: int, crit: int, blast: int, cost: int, features: list[str]) -> None:
    given = TABLES["weapons"][key]
    assert [given.get(each, 0) for each in ("bonus", "damage", "crit", "blast", "cost")] == [0, damage, crit, blast, cost]
    assert given.get("features", []) == features
    assert given.get("thrown", False) is (key != "mining-charge")
    assert tier(given) == "O"
    if key != "mining-charge":
        assert (given["range"], given["weight"]) == ("short", "light")


def test_a_bite_is_a_light_natural_weapon() -> None:
    bite = TABLES["weapons"]["bite"]
    assert [bite[each] for each in ("bonus", "initiative", "damage", "crit", "hands")] == [1, 1, 3, 2, 0]
    assert bite["features"] == ["light", "natural"]


def test_no_weapon_is_in_the_data_that_is_not_in_the_lists() -> None:
    known = [row[0] for row in rows(MELEE) + rows(RANGED)]
    known += ["frag-grenade", "stun-grenade", "mining-charge", "smoke-grenade", "bite"]
    assert sorted(TABLES["weapons"]) == sorted(known)


@pytest.mark.parametrize("line", INJURIES.strip().splitlines(), ids=lambda line: line[:2])
def test_critical_injuries(line: str) -> None:
    number, name, effects, healing = [part.strip() for part in line.split("|")]
    expected: dict[str, Any] = {"name": name, "fatal": False, "healing": int(healing)}
    for effect in filter(None, effects.split(", ")):
        word, _, rest = effect.partition(" ")
        if word == "fatal":
            modifier, limit = rest.split()
            expected |= {"fatal": True, "modifier": int(modifier), "limit": limit}
        elif word == "keeps":
            expected.setdefault("permanent", []).append(rest)
        elif word in (*SKILL_ATTRIBUTE, "advanced"):
            expected.setdefault("skills", {})[word] = int(rest)
        elif word == "stunned":
            expected[word] = int(rest)
        else:
            expected[word] = rest or True
    given = dict(TABLES["injuries"][number])
    assert {**given, "permanent": sorted(given.get("permanent", []))} == {
        **expected, "permanent": sorted(expected.get("permanent", []))
    }  # fmt: skip


def test_there_are_thirty_six_injuries() -> None:
    assert sorted(TABLES["injuries"]) == sorted(f"{tens}{units}" for tens in range(1, 7) for units in range(1, 7))


@pytest.mark.parametrize("row", rows(ARMOUR), ids=lambda row: row[0])
def test_armour(row: list[str]) -> None:
    key, rating, weight, grade, cost = row
    given = TABLES["armour"][key]
    assert (given["rating"], given["weight"], tier(given), given["cost"]) == (int(rating), weight, grade, int(cost))
    stiff = {"dexterity": -1, "infiltration": -1} if key in ("heavy-armour", "combat-armour") else {}
    assert given.get("skills", {}) == stiff


@pytest.mark.parametrize("row", rows(GEAR), ids=lambda row: row[0])
def test_medical_gear(row: list[str]) -> None:
    key, bonus, critical, charges, price, weight, grade, useless = row
    given = TABLES["gear"][key]
    assert given.get("bonus") == (None if bonus == "-" else int(bonus))
    assert given.get("bonus-critical") == (None if critical == "-" else int(critical))
    assert (given.get("charges", 0), given["price"], given["weight"], tier(given)) == (int(charges), int(price), weight, grade)
    assert sorted(given.get("not-for", [])) == listed(useless)


def test_what_else_gear_does() -> None:
    gear = TABLES["gear"]
    assert (gear["medlab"]["resupply"], gear["trauma-lab"]["resupply"]) == (2500, 15000)
    assert (gear["medlab"]["ship-module"], gear["trauma-lab"]["ship-module"]) == (True, True)
    assert [gear[each]["dose"] for each in ("medkit", "medlab")] == ["m-dose"] * 2
    assert [gear[each]["dose"] for each in ("trauma-kit", "trauma-lab")] == ["trauma-dose"] * 2
    assert (gear["spider-doctor"]["wits"], gear["spider-doctor"]["medicurgy"]) == (5, 3)
    assert (gear["healing-scarab"]["heals"], gear["p-dose"]["heals"]) == (2, 2)
    drug = gear["narcotics"]
    assert [drug[each] for each in ("attribute-bonus", "attribute-after", "hours-after", "damage-after")] == [1, -1, 12, 2]
    assert (gear["ballistic-m-injector"]["needs"], gear["ballistic-m-injector"]["range"]) == ("vulcan", "short")


@pytest.mark.parametrize(("strength", "price"), POISON_PRICES.items())
def test_poisons(strength: int, price: int) -> None:
    given = TABLES["gear"][f"poison-{strength}"]
    assert (given["strength"], given["price"], given["weight"], tier(given)) == (strength, price, "tiny", "P")
    assert (given["attribute"], given["effect"], given.get("uncommon", False)) == ("strength", "damage", strength > 5)


@pytest.mark.parametrize("row", rows(VEHICLES), ids=lambda row: row[0])
def test_vehicles(row: list[str]) -> None:
    key, hp, armour, bonus, metres, seats, opened, size, ram = row
    given = TABLES["vehicles"][key]
    assert [given[each] for each in ("hp", "armour", "bonus", "metres", "seats", "size")] == [
        int(hp), int(armour), int(bonus), int(metres), int(seats), int(size)
    ]  # fmt: skip
    assert given["open"] is (opened == "yes")
    armed = key in ("dune-skimmer", "armoured-carrier")
    assert given.get("weapon", "") == ("vulcan-machine-gun" if armed else "")
    assert -(-given["hp"] // 5) == int(ram)


def test_skills_and_cover_and_talents() -> None:
    assert {key: row["attribute"] for key, row in TABLES["skills"].items()} == SKILL_ATTRIBUTE
    assert sorted(key for key, row in TABLES["skills"].items() if row["advanced"]) == sorted(ADVANCED)
    assert {key: row["rating"] for key, row in TABLES["cover"].items()} == {
        "divan": 2, "table": 3, "door": 4, "inner-wall": 5, "outer-wall": 6, "brick-wall": 7, "foxhole": 8,
        "shuttle-seat": 2, "crate": 4, "groundcar-body": 5, "bulkhead": 7,
    }  # fmt: skip
    effects = {
        key: {name: value for name, value in row.items() if name not in ("name", "summary", "rule")}
        for key, row in TABLES["talents"].items()
    }
    assert effects == {
        "combat-veteran": {"initiative-dice": 2}, "machinegunner": {"ignored-ones": 1}, "rapid-reload": {"reload-cost": 1},
        "defensive": {"free-defences": 1}, "point-blank": {"close-range": 0}, "executioner": {"severity": 1},
        "field-medicurg": {"first-aid": 1}, "tough": {"hp": 2}, "rugged": {"mp": 2}, "sprinter": {"movement": 14},
        "nine-lives": {"swap-injury": True},
    }  # fmt: skip


@pytest.mark.parametrize("row", rows(ARCHETYPES), ids=lambda row: row[0])
def test_archetypes(row: list[str]) -> None:
    key, attributes, hp, mp, skills, rating, weapons = row
    made = starfray.loads(f'rulebook = "coriolis"\n[[combatant]]\nid = "x"\narchetype = "{key}"').state.roster["x"]
    has = made.attributes
    assert [has.strength, has.agility, has.wits, has.empathy] == [int(each) for each in attributes.split("/")]
    assert (made.max_hp, made.max_mp, made.movement, made.ap) == (int(hp), int(mp), 10, 3)
    assert made.skills == {name: int(level) for name, _, level in (pair.partition(":") for pair in skills.split(","))}
    assert made.armour.rating == int(rating)
    assert [each.key for each in made.weapons] == weapons.split(",")
    assert [each.key for each in made.weapons if each.in_hand] == weapons.split(",")[:1]


def test_what_else_archetypes_carry() -> None:
    rest = {
        key: [row.get("gear", []), row.get("talents", []), row.get("reloads"), row.get("vehicle"), row.get("set-up")]
        for key, row in TABLES["archetypes"].items()
    }
    assert len(rest) == 14
    assert rest["station-guard"][0] == ["com-link"]
    assert (rest["convoy-gunner"][1:3], rest["ridge-marksman"][2]) == ([["machinegunner"], 2], 1)
    assert rest["patrol-sergeant"][1] == ["combat-veteran"]
    assert rest["knife-in-the-dark"][0] == ["poison-4"]
    assert rest["field-medicurg"][0] == ["medkit", {"key": "trauma-dose", "count": 2}]
    assert rest["skimmer-driver"][3] == "dune-skimmer"
    assert (rest["wall-gunner"][1], rest["wall-gunner"][4]) == (["machinegunner"], True)
    assert (rest["pit-wrestler"][1], rest["bazaar-thief"][1]) == (["tough"], ["nine-lives"])
    assert rest["ships-surgeon"][:2] == [["trauma-kit", "p-dose"], ["field-medicurg"]]
    assert TABLES["archetypes"]["dust-hound"]["hands"] == 0


@pytest.mark.rule("coriolis.range.close", "coriolis.range.short", "coriolis.range.long", "coriolis.range.extreme")
def test_the_map_shows_the_range_bands_around_a_fighter() -> None:
    fight = duel()
    rings = fight.book.rings(fight.state, fight.state.roster["a"])
    assert [(ring.label, ring.reach) for ring in rings] == [("close", 2), ("short", 20), ("long", 100), ("extreme", 1000)]
