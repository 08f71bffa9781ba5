"""Healing, sheets and skills: all that each rule outside the turn tells and gives."""

from __future__ import annotations

import pytest

from tests.icar.acts import Begin, case, told_by, told_lines

# fmt: off
ACTS = [
    case("days of rest", ["heal.hp.rest-limits", "heal.facility", "heal.hp.medic", "heal.hp.rest"],
         None, "heal 3 days=4", told="""
        you heal.hp.rest 1 (heal.hp.rest-limits)
        you heal.hp.rest 1 (heal.hp.rest-limits)
        you heal.hp.rest 1 (heal.hp.rest-limits)
        you heal.hp.rest 1 (heal.hp.rest-limits)
        hp = 7
        by-day = [4, 5, 6, 7]
    """),
    case("days without rest", ["heal.hp.medic", "heal.facility", "heal.hp.rest"],
         None, "heal 3 resting=no", told="""
        hp = 3
        by-day = [3]
    """),
    case("days with a medic", ["heal.hp.rest-limits", "heal.hp.rest", "heal.medical-ai", "heal.kit"],
         None, "heal 1 medicine=3 wit=4 kit=shakespeare-med-kit ai=yes days=2", dice=[2, 2], told="""
        you heal.hp.rest 1 (heal.hp.rest-limits)
        you check.meet-is-pass 2
        you heal.hp.medic 2 [2] 2 = +12 ruling.tn-unstated -4 check.core -3 check.core -1 heal.kit -2 heal.medical-ai
        you ruling.medic-heal 3
        you heal.hp.rest 1 (heal.hp.rest-limits)
        you check.meet-is-pass 2
        you heal.hp.medic 2 [2] 2 = +12 ruling.tn-unstated -4 check.core -3 check.core -1 heal.kit -2 heal.medical-ai
        you ruling.medic-heal 3
        hp = 9
        by-day = [5, 9]
    """),
    case("days with a medic who fails", ["heal.hp.rest", "heal.hp.rest-limits", "heal.hp.medic", "ruling.medic-heal"],
         None, "heal 1 medicine=3 wit=4 days=2", dice=[5, 4], told="""
        you heal.hp.rest 1 (heal.hp.rest-limits)
        you check.meet-is-pass 5
        you heal.hp.medic 2 [5] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        you ruling.medic-heal 3
        you heal.hp.rest 1 (heal.hp.rest-limits)
        you check.meet-is-pass 5
        you heal.hp.medic 1 [4] 5 = +12 ruling.tn-unstated -4 check.core -3 check.core
        hp = 6
        by-day = [5, 6]
    """),
    case("half the maximum once in forty hours", ["ruling.tn-unstated", "heal.kit", "heal.hp.rest", "heal.hp.medic"],
         None, "heal 1 60 medicine=1 wit=4 kit=moss-med-kit days=4 resting=no", dice=[6, 6, 5, 6], told="""
        you check.meet-is-pass 6
        you heal.hp.medic 2 [6] 6 = +12 ruling.tn-unstated -4 check.core -1 check.core -1 heal.kit
        you heal.kit 30
        you ruling.medic-heal 1
        you check.meet-is-pass 6
        you heal.hp.medic 2 [6] 6 = +12 ruling.tn-unstated -4 check.core -1 check.core -1 heal.kit
        you ruling.medic-heal 1
        you check.meet-is-pass 6
        you heal.hp.medic 1 [5] 6 = +12 ruling.tn-unstated -4 check.core -1 check.core -1 heal.kit
        you check.meet-is-pass 6
        you heal.hp.medic 2 [6] 6 = +12 ruling.tn-unstated -4 check.core -1 check.core -1 heal.kit
        you heal.kit 30
        you ruling.medic-heal 1
        hp = 60
        by-day = [32, 33, 33, 60]
    """),
    case("a facility", ["ruling.facility", "heal.facility", "heal.hp.rest-limits", "heal.hp.rest"],
         None, "heal 1 maximum=42 facility=yes", told="""
        you heal.hp.rest 1 (heal.hp.rest-limits)
        you heal.facility 10 (ruling.facility)
        hp = 12
        by-day = [12]
    """),
    case("no more than the maximum after days", ["heal.facility", "ruling.facility", "heal.hp.rest", "heal.hp.rest-limits"],
         None, "heal 8 facility=yes more=15", told="""
        you heal.hp.rest 1 (heal.hp.rest-limits)
        you heal.facility 15 (ruling.facility)
        hp = 10
        by-day = [10]
    """),
    case("a rifle's sheet", ["fire.sheet.type", "fire.sheet.note", "fire.sheet.cost", "fire.sheet.features"],
         None, "weapon arms-5", told="""
        weapon = arms-5
        name = Arms 5
        type = rifle
        damage = 23
        magazine = 2
        to-hit = 1
        rarity = 13
        cost = 1800
        features = [{'name': '3 LVG', 'words': 'takes three LVG grenades'}]
    """),
    case("a knife's sheet", ["fire.sheet.note", "fire.sheet.options", "fire.sheet.features", "fire.sheet.type"],
         None, "weapon knife", told="""
        weapon = knife
        name = Knife
        type = hand
        bonus = 2
        note = polyceramic
    """),
    case("a weapon is found", ["fire.sheet.rarity", "check.meet-is-pass", "check.unskilled", "check.core"],
         None, "deal arms-5 street-deal=2 wit=4", dice=[7], told="""
        you check.meet-is-pass 7
        you fire.sheet.rarity 2 [7] 7 = +13 fire.sheet.rarity -4 check.core -2 check.core
        found = True
        needed = 7
    """),
    case("a weapon is not found", ["check.meet-is-pass", "fire.sheet.rarity", "check.unskilled"],
         None, "deal arms-5 wit=4", dice=[8], told="""
        you check.meet-is-pass 9
        you fire.sheet.rarity 1 [8] 9 = +13 fire.sheet.rarity -4 check.core
        found = False
        needed = 9
    """),
    case("a suit", ["ruling.stun-max", "close.aug.tougher"],
         None, "bionics industrial-borg meat=3 soul=2", told="""
        you ruling.stun-max 19
        battle = 2
        shift = 2
        meat = 7
        soul = 1
        hp = 42
        stun = 19
        passes = 4
        link = True
    """),
    case("a suit for somebody with little soul", ["close.aug.tougher", "ruling.stun-max"],
         None, "bionics industrial-borg soul=1 battle=3 shift=4", told="""
        you ruling.stun-max 17
        battle = 3
        shift = 4
        meat = 6
        soul = 1
        hp = 42
        stun = 17
        passes = 4
        link = True
    """),
    case("a sports suit", ["close.aug.tougher", "ruling.stun-max"],
         None, "bionics sports-cyber", told="""
        you ruling.stun-max 13
        battle = 3
        shift = 6
        meat = 4
        soul = 1
        hp = 25
        stun = 13
        passes = 8
        link = True
    """),
    case("skills are raised a point a level", ["close.skill.raise"],
         None, "raise-skill 1 4", told="""
        you close.skill.raise 3
        rp = 3
    """),
    case("from nothing to the highest", ["close.skill.raise", "check.attribute-choice"],
         None, "raise-skill 0 20", told="""
        you close.skill.raise 20
        rp = 20
    """),
    case("no level twice", ["close.skill.raise"],
         None, "raise-skill 4 4", told="""
        refused close.skill.raise
    """),
    case("no level beyond twenty", ["close.skill.raise"],
         None, "raise-skill 4 21", told="""
        refused close.skill.raise
    """),
    case("no level below nothing", ["close.skill.raise"],
         None, "raise-skill -1 4", told="""
        refused close.skill.raise
    """),
]
# fmt: on


@pytest.mark.parametrize(("fight", "act", "dice", "answers", "told"), ACTS)
def test_sheets_tell_ask_and_change(fight: Begin, act: str, dice: list[int], answers: list[str], told: str) -> None:
    assert told_by(fight, act, dice, answers) == told_lines(told)
