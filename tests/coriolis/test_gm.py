"""The GM by the rules, the fight that goes on, and what procedures write on a sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import BadInput, Refused
from starfray.files import write_back
from tests.coriolis.build import duel
from tests.coriolis.ward import refused, ward

FAR = '[[combatant]]\nid = "c"\nside = "blue"\nat = [40, 0]\n'
CAR = '[[combatant]]\nid = "car"\nside = "blue"\nat = [5, 5]\ncraft = "groundcar"\n'


@pytest.mark.rule("coriolis.core.armour", "coriolis.core.hp")
def test_the_gm_hurts_through_armour_or_past_it() -> None:
    fight = duel(b='armour = "light-armour-vest"', more=FAR)
    rating = fight.get("b.armour.rating")
    fight.gm("hurt b 3", dice=[6] + [1] * (rating - 1))
    assert fight.get("b.hp") == 4
    fight.gm("hurt b 2 direct=yes", dice=[])
    assert fight.get("b.hp") == 2


@pytest.mark.rule("coriolis.action.take-cover.rating", "coriolis.broken")
def test_cover_counts_against_what_flies_and_the_broken_fall() -> None:
    fight = duel(b="cover = 2", more=FAR)
    fight.gm("hurt b 8 ranged=yes", dice=[1, 6])
    assert (fight.get("b.hp"), fight.get("b.prone"), fight.get("b.cover")) == (0, True, 0)


@pytest.mark.parametrize(
    "words", ["hurt b 5 cut torso", "hurt b lots", "hurt b 0", "stun b -1", "heal b 0", "injure b 17", "hurt x 5"]
)
def test_what_the_book_does_not_have_is_refused(words: str) -> None:
    with pytest.raises((BadInput, Refused)):
        duel(more=FAR).gm(words, dice=[])


@pytest.mark.rule("coriolis.broken", "coriolis.ruling.broken.reactions")
def test_the_gm_brings_somebody_down_and_heals_her() -> None:
    fight = duel(b="overwatch = { toward = [0, 0] }", more=FAR)
    fight.gm("down b", dice=[])
    assert (fight.get("b.hp"), fight.get("b.prone"), fight.get("b.overwatch")) == (0, True, None)
    fight.gm("heal b 2", dice=[])
    assert (fight.get("b.hp"), fight.get("b.prone")) == (2, False)


def test_healing_lifts_nobody_who_lies_down_of_her_own_will_and_stops_at_the_maximum() -> None:
    fight = duel(b="prone = true\nhp = 5", more=FAR)
    fight.gm("heal b 9", dice=[])
    assert (fight.get("b.hp"), fight.get("b.prone")) == (6, True)


@pytest.mark.rule("coriolis.vehicle.passengers", "coriolis.ruling.vehicle.passengers")
def test_a_vehicle_brought_down_is_a_wreck() -> None:
    fight = duel(b='aboard = "car"', more=CAR + FAR)
    fight.gm("down car", dice=[])
    assert (fight.get("car.hp"), fight.get("b.hp")) == (0, 0)


@pytest.mark.rule("coriolis.ruling.stress.track")
@pytest.mark.parametrize("word", ["tire", "stress"])
def test_the_gm_gives_stress(word: str) -> None:
    fight = duel(more=FAR)
    fight.gm(f"{word} b 2", dice=[])
    assert fight.get("b.mp") == 4


@pytest.mark.rule("coriolis.ruling.crit.stunned")
def test_the_gm_stuns() -> None:
    fight = duel(more=FAR)
    fight.gm("stun b", dice=[])
    assert (fight.get("b.stunned"), fight.get("b.ap")) == (1, 0)
    fight.play("end-turn a", dice=[])
    assert refused(fight, "shot b a").rule == "coriolis.ruling.crit.stunned"


@pytest.mark.rule("coriolis.ruling.crit.severity", "coriolis.state.crit-recovering")
def test_the_gm_injures_by_number_or_by_dice() -> None:
    fight = duel(more=FAR)
    fight.gm("injure b 22", dice=[3, 4])
    fight.gm("injure b", dice=[1, 1])
    assert [each.number for each in fight.state.roster["b"].injuries] == [22, 11]
    assert (fight.get("b.injuries.0.healing-days"), fight.get("b.weapons.vulcan-pistol.dropped")) == (7, True)


@pytest.mark.rule("coriolis.melee.bonus.grapple")
def test_the_gm_puts_two_into_a_clinch() -> None:
    fight = duel(gap=1, more=FAR)
    fight.gm("pin b a", dice=[])
    assert (fight.get("a.grapples"), fight.get("b.grappled-by")) == ("b", "a")
    with pytest.raises(Refused, match="Close Range"):
        fight.gm("pin c a", dice=[])


@pytest.mark.rule("coriolis.ruling.med.poison-given", "coriolis.medtech.poison.fail")
def test_poison_in_the_food() -> None:
    fight = duel(more=FAR)
    fight.gm("poison b poison-3", dice=[6, 1, 1] + [1, 1, 1])  # strength 3 against Strength 3
    assert fight.get("b.hp") == 3


@pytest.mark.rule("coriolis.ruling.med.poison-given", "coriolis.medtech.poison.win")
def test_poison_is_injected_into_who_cannot_fend_it_off() -> None:
    poisoner = 'weapons = ["knife"]\ngear = [{ key = "poison-2", count = 2 }]'
    assert refused(duel(a=poisoner, gap=1), "give-poison a b poison-2").rule == "coriolis.ruling.med.poison-given"
    fight = duel(a=poisoner, b="aware = false", gap=1)
    fight.play("give-poison a b poison-2", dice=[1, 1] + [1, 1, 1] + [4])
    assert (fight.get("b.weakened.0.hours"), fight.get("a.gear.poison-2.count"), fight.get("a.ap")) == (4, 1, 2)
    assert fight.get("b.aware") is True


@pytest.mark.rule("coriolis.ruling.med.poison-given")
def test_poison_may_be_taken_by_ones_own_hand() -> None:
    fight = duel(a='gear = ["poison-2"]')
    fight.play("give-poison a a poison-2", dice=[6, 6] + [1, 1, 1, 1])
    assert fight.get("a.hp") == 6


@pytest.mark.rule("coriolis.broken.cry", "coriolis.ruling.broken.cry")
def test_the_broken_can_cry_for_help_and_nothing_else() -> None:
    fight = ward()
    assert "p" in fight.asides
    fight.play('shout p "over here"', dice=[])
    assert fight.journal.entries[-1].events[0].rule == "coriolis.broken.cry"
    assert refused(fight, "get-up p").rule == "coriolis.broken.no-actions"
    assert refused(fight, "end-turn p").rule == "coriolis.broken.no-actions"
    assert fight.actors == ["m"]


@pytest.mark.rule("coriolis.ruling.broken.cry")
@pytest.mark.parametrize("state", ["hp = 0\nunconscious = 2", "hp = 0\ndead = true"])
def test_the_unconscious_and_the_dead_are_silent(state: str) -> None:
    fight = ward(patient=state)
    assert fight.asides == []
    refused(fight, "shout p help")


@pytest.mark.rule("coriolis.broken.no-actions", "coriolis.ruling.crit.unconscious", "coriolis.ruling.stress.zero")
def test_why_somebody_may_do_nothing_is_told_by_the_books_rule() -> None:
    more = "".join(
        f'[[combatant]]\nid = "{who}"\nside = "blue"\nat = [30, {place}]\n{how}\n'
        for place, (who, how) in enumerate((("d", "unconscious = 3"), ("e", "mp = 0"), ("f", "stunned = 1")))
    )
    fight = duel(b="hp = 0", more=more + CAR + FAR)
    found = [refused(fight, f"go-prone {who}").rule for who in ("b", "d", "e", "f", "car", "c")]
    assert found == [
        "coriolis.broken.no-actions",
        "coriolis.ruling.crit.unconscious",
        "coriolis.ruling.stress.zero",
        "coriolis.ruling.crit.stunned",
        "coriolis.ruling.vehicle.persons",
        "fight.turn",
    ]


@pytest.mark.parametrize(
    "words",
    ["move a 0,9 sneaking", "move a 0,9 b", "overwatch a 5,5 watching=b", "shout a hey nobody", "pick-up a knife b nothing"],
)
def test_words_too_many_are_refused(words: str) -> None:
    with pytest.raises((Refused, BadInput)):
        duel().play(words, dice=[])


@pytest.mark.rule("coriolis.heal.first-aid")
def test_after_the_last_enemy_is_down_the_wounded_are_treated_in_the_fights_own_clock() -> None:
    fight = ward(foe="hp = 1")
    fight.gm("set foe.hp 0")
    assert fight.over is not None
    fight.gm("go-on")
    fight.play("first-aid m p", dice=[6, 6] + [1] * 6)
    assert fight.get("p.hp") == 2
    fight.play("end-turn m", dice=[]).play("end-turn p", dice=[])
    fight.step(dice=[])
    assert fight.get("turn") == 2
    fight.gm("end")
    assert fight.over is not None


def test_the_policy_treats_its_own_when_nobody_is_left_to_fight() -> None:
    fight = ward("gear = []", foe="hp = 1")
    fight.gm("set foe.hp 0").gm("go-on")
    action = fight.book.policy().act(fight.book, fight.state, "m", fight.generators.policy)
    assert action is not None
    assert (action.KIND, getattr(action, "gear", "")) == ("first-aid", "improvised")


def test_what_is_bought_taken_and_resupplied_stands_on_the_sheet() -> None:
    fight = ward('gear = [{ key = "medkit", left = 1 }, "medlab"]')
    fight.gm('call "resupply medkit 1" who=m')
    fight.gm('call "take-doses medlab 100 3" who=m')
    fight.gm('call "buy m-dose 2" who=m')
    fight.gm('call "buy vulcan-pistol" who=m')
    fight.gm('call "buy light-armour-vest" who=m')
    gear = {each.key: (each.count, each.left) for each in fight.state.roster["m"].gear}
    assert gear == {"medkit": (1, -1), "medlab": (1, 97), "m-dose": (5, -1)}
    assert (fight.get("m.armour.key"), [each.key for each in fight.state.roster["m"].weapons]) == (
        "light-armour-vest",
        ["vulcan-pistol"],
    )


@pytest.mark.parametrize("words", ["resupply trauma-kit", "take-doses medlab 40 3", "buy medkit 0", "rest 3 9 2"])
def test_what_does_not_fit_the_sheet_is_refused(words: str) -> None:
    fight = ward('gear = ["medlab"]')
    before = fight.hash
    with pytest.raises(BadInput):
        fight.gm(f'call "{words}" who=m')
    assert fight.hash == before


def test_hours_of_rest_stand_on_the_sheet() -> None:
    fight = ward(patient="hp = 2")
    fight.gm('call "rest 2 6 3" who=p')
    assert fight.get("p.hp") == 5


def test_a_party_written_back_loads_again(tmp_path: Path) -> None:
    mira = '[[member]]\nid = "mira"\ngear = ["medkit"]\n'
    jo = '[[member]]\nid = "jo"\narchetype = "bazaar-thief"\n'
    (tmp_path / "crew.toml").write_text(f'rulebook = "coriolis"\n{mira}{jo}', encoding="utf-8")
    text = 'rulebook = "coriolis"\nparty = "crew.toml"\n[now]\nturn = 1\nup = "mira"\n' + "".join(
        f'[[combatant]]\n{who}\nside = "{side}"\nat = [{x}, 0]\n'
        for who, side, x in (('party = "mira"', "red", 0), ('party = "jo"', "red", 1), ('id = "foe"', "blue", 20))
    )
    (tmp_path / "fight.toml").write_text(text, encoding="utf-8")
    fight = starfray.load(tmp_path / "fight.toml")
    fight.gm("injure jo 22", dice=[1, 1])
    fight.gm('call "buy narcotics" who=mira')
    fight.play("drop mira medkit", dice=[])
    write_back(fight, tmp_path / "crew.toml")
    again = starfray.load(tmp_path / "fight.toml")
    assert again.get("jo.injuries.0.number") == 22
    assert [each.key for each in again.state.roster["mira"].gear] == ["medkit", "narcotics"]


def test_a_refusal_names_what_is_really_possible() -> None:
    on_foot = duel(a="weapons = []")
    assert [refused(on_foot, action).legal for action in ("drive a 5,0", "leave a", "shot a b", "grapple-attack a")] == [()] * 4
    near = duel(a='weapons = ["knife", "vulcan-pistol"]', more=CAR.replace("[5, 5]", "[1, 0]"))
    assert [refused(near, action).legal for action in ("drive a 5,0", "shot a b")] == [("enter",), ("draw",)]
    aboard = duel(a='aboard = "car"', more=CAR)
    assert refused(aboard, "move a 0,5").legal == ("leave",)
