"""Fight files: what is derived, what is checked, cards, procedures."""

from __future__ import annotations

import pytest

import starfray
from starfray.rulebooks.socs import BOOK
from tests.socs.build import big, dogfight, duel, ship


def test_equal_guns_get_names_of_their_own_and_gun_crews() -> None:
    fight = big("petrel", "colossus")
    guns = fight.state.roster["a"].guns
    assert [(gun.key, gun.gunner, gun.mount) for gun in guns] == [
        ("turret-laser", "brandt-oku", "turret-a"),
        ("turret-laser-2", "turret-laser-2-crew", "turret-b"),
        ("pd-turret", "pd-turret-crew", "turret-a"),
    ]
    assert fight.get("b.guns.spinal-beam.mount") == "", "it sits in the hull"
    assert fight.get("b.guns.broadside.mount") == "port-battery"
    assert fight.get("a.crew.pd-turret-crew.gunner") == 12


def test_a_fighters_pilot_mans_its_guns() -> None:
    fight = duel()
    assert fight.get("red.guns.pulse-cannon.gunner") == fight.get("red.pilot") == "tobin-rask"
    assert fight.get("red.locations") == []


@pytest.mark.parametrize(("more", "words"), [
    ('craft = "tug"', "no class 'tug'"),
    ("shield = 3", "0 to 2"),
    ("size = 4", "leave it out"),
    ('guns = [{ key = "pulse-cannon", firepower = 6 }]', "1 to 5"),
    ('guns = [{ key = "pulse-cannon", range = "wide" }]', "one of short, long"),
    ('guns = [{ key = "pulse-cannon", gunner = "nobody" }]', "no 'nobody' aboard"),
    ('guns = [{ key = "pulse-cannon", sustained = 2 }]', "without a target"),
    ('guns = ["pulse-canon"]', "did you mean 'pulse-cannon'"),
    ('pilot = "nobody"', "nobody is at the controls"),
    ("position = { grey = 1 }", "nobody is called 'grey'"),
    ("position = { black = 0 }", "1 or more"),
    ('condition = "dusty"', "disabled, destroyed or vaporised"),
    ('lost = ["bridge"]', "no location 'bridge'"),
    ('locations = ["a", "b", "c", "d", "e", "f"]', "fighters have no hit locations"),
    ('stations = { nobody = "ana" }', "no 'nobody' aboard"),
    ('auto-hit = "grey"', "nobody is called 'grey'"),
])  # fmt: skip
def test_a_wrong_figure_is_refused_with_its_line(more: str, words: str) -> None:
    with pytest.raises(starfray.BadInput, match=words) as wrong:
        duel(red=more)
    assert wrong.value.line > 0


@pytest.mark.rule("socs.limit.cutter-position", "socs.limit.line-position")
def test_a_position_the_classes_bar_is_refused() -> None:
    for one, other in (("petrel", "hammer"), ("resolute", "hammer"), ("resolute", "brigand"), ("anvil", "colossus")):
        with pytest.raises(starfray.BadInput, match="gains no Position AB on b"):
            big(one, other, a="position = { b = 1 }")
    for one, other in (("kestrel", "anvil"), ("petrel", "brigand"), ("resolute", "colossus")):
        assert big(one, other, a="position = { b = 1 }").get("a.position.b") == 1


@pytest.mark.parametrize("skill", ["piloting", "gunner", "sensors", "mechanic", "ht"])
def test_nobody_has_a_skill_beyond_forty(skill: str) -> None:
    with pytest.raises(starfray.BadInput, match="0 to 40"):
        big("kestrel", "hammer", a=f'crew = [{{ key = "me", {skill} = 41 }}]')


@pytest.mark.parametrize(("now", "words"), [
    ('phase = "tea"', "one of fire, maneuver, end"),
    ('range = "far"', "one of short, long, out"),
    ('ranges = [{ between = ["red", "grey"] }]', "nobody is called 'grey'"),
    ("turn = 0", "1 or more"),
])  # fmt: skip
def test_a_wrong_now_is_refused(now: str, words: str) -> None:
    with pytest.raises(starfray.BadInput, match=words):
        duel(now=now)


def test_the_card_shows_class_guns_bonuses_and_damage() -> None:
    fight = big("petrel", "brigand", a='lost = ["nacelle"]\nposition = { b = 2 }\nloses-turn = true')
    lines = {line.label: line.value for line in BOOK.describe(fight.state, fight.state.roster["a"])}
    assert lines["class"] == "cutter"
    assert lines["MR"] == "+0"
    assert lines["Position AB on b"] == "+2"
    assert lines["lost"] == "nacelle"
    assert lines["condition"] == "loses the next turn"
    assert lines["turret-laser"] == "firepower 2, long, Acc +0, Gunner 13"
    ledger = BOOK.ledger()
    assert all(line.rule in ledger for line in BOOK.describe(fight.state, fight.state.roster["a"]) if line.rule)


def test_a_secret_rating_is_shown_as_printed() -> None:
    fight = dogfight(black='mr = 4\nsecret = ["mr"]')
    assert fight.view("player:ana").roster["black"].mr == 1
    assert fight.view("player:cem").roster["black"].mr == 4


def test_the_agenda_says_which_phase_it_is() -> None:
    fight = duel(now='phase = "maneuver"')
    assert [(row.what, row.status) for row in fight.agenda] == [
        ("Fire Phase", "done"), ("Maneuver Phase", "now"), ("end of turn", "next"),
    ]  # fmt: skip


@pytest.mark.rule("socs.fire.roll", "socs.to-hit.cutter", "socs.ab.position", "socs.weapon.accuracy")
def test_to_hit_as_a_procedure() -> None:
    done = starfray.do("socs", "to-hit 12 accuracy=-1 target=cutter position=2", dice=[5, 5, 5])
    assert done.result == {"skill": 15, "hit": True, "critical": False}
    done = starfray.do("socs", "to-hit 12 location=yes", dice=[1, 1, 2])
    assert done.result == {"skill": 3, "hit": True, "critical": True}, "a 4 is always a critical hit"
    with pytest.raises(starfray.BadInput, match="no class"):
        starfray.do("socs", "to-hit 12 target=moon", dice=[1, 1, 2])


@pytest.mark.rule("socs.to-hit.planet")
def test_a_planet_as_a_whole_is_hit_without_a_roll_in_the_procedure_too() -> None:
    assert starfray.do("socs", "to-hit 12 target=planet", dice=[]).result["hit"] is True
    assert starfray.do("socs", "to-hit 12 target=planet location=yes", dice=[3, 3, 3]).result["skill"] == 9


@pytest.mark.rule("socs.maneuver.roll", "socs.maneuver.total-defense.roll", "socs.ship.mr")
def test_maneuver_rolls_as_a_procedure() -> None:
    assert starfray.do("socs", "maneuver-roll 12 mr=3", dice=[5, 5, 5]).result == {"skill": 15, "degree": "success"}
    assert starfray.do("socs", "maneuver-roll 12 mr=3", dice=[5, 6, 6]).result["degree"] == "critical failure"
    total = starfray.do("socs", "maneuver-roll 12 mr=3 total-defense=yes", dice=[5, 5, 5])
    assert total.result == {"skill": 12, "degree": "failure"}


@pytest.mark.rule("socs.maneuver.reversal.contest")
def test_a_reversal_as_a_procedure() -> None:
    done = starfray.do("socs", "reversal 13 18", dice=[3, 3, 4, 1, 2, 2])
    assert done.result == {"winner": "reverser", "margins": [3, 13], "critical": True}
    tie = starfray.do("socs", "reversal 13 18", dice=[3, 3, 4, 5, 5, 5])
    assert tie.result["winner"] == "nobody"
    clamped = starfray.do("socs", "reversal 2 25", dice=[1, 1, 1, 5, 6, 6])
    assert clamped.result["margins"] == [0, -1], "a 3 succeeds whatever the skill, a 17 fails"


def test_all_data_ships_load() -> None:
    from starfray.engine.content import book_content

    content = book_content(BOOK.name, BOOK.folder)
    text = "".join(ship(key, key, "a" if place % 2 else "b") for place, key in enumerate(content.tables["archetypes"]))
    fight = starfray.loads('rulebook = "socs"\n' + text)
    assert len(fight.state.roster) == 11
    assert starfray.loads(fight.to_text()).hash == fight.hash
