"""Whoever is shot down by a watcher after declaring an action has paid for it and does nothing more, whatever the action is."""

from __future__ import annotations

import pytest

from tests.coriolis.build import duel, tale

NOW = 'turn = 1\nup = "a"\norder = ["a", "b", "c"]'
WATCH = 'weapons = ["vulcan-pistol"]\noverwatch = { toward = [0, 0] }\nskills = { ranged-combat = 1 }'
MEDIC = 'weapons = ["vulcan-carbine"]\nskills = { medicurgy = 2 }\ngear = ["medkit", "ballistic-m-injector"]'
KNIFE, CARBINE = 'weapons = ["dura-knife"]', 'weapons = ["vulcan-carbine"]'
CAR = '[[combatant]]\nid = "car"\nside = "red"\ncraft = "groundcar"\nat = [0, 1]\n'


def row(act: str, rule: str, cost: int, a: str = CARBINE, c: str = "", more: str = "", scene: str = "") -> object:
    return pytest.param(act, cost, a, c, more + scene, id=act.partition(" ")[0], marks=pytest.mark.rule(f"coriolis.{rule}"))


@pytest.mark.parametrize(
    ("act", "cost", "a", "c", "more"),
    [
        row("shot a b", "action.shot", 2),
        row("aimed-shot a b", "action.aimed-shot", 3),
        row("full-auto a b", "action.full-auto", 3),
        row("quick-shot a b", "action.quick-shot", 1),
        row("reload a", "action.reload", 2, 'weapons = [{ key = "vulcan-carbine", empty = true }]'),
        row("take-cover a", "action.take-cover", 1, scene='[[cover]]\nname = "it"\nkind = "table"\nat = [0, 0]\n'),
        row("overwatch a 5,5", "action.overwatch", 1),
        row("set-up a vulcan-machine-gun", "action.full-auto.mounted", 2, 'weapons = ["vulcan-machine-gun"]'),
        row("melee-attack a d", "action.melee-attack", 2, KNIFE),
        row("quick-melee a d", "action.quick-melee", 1, KNIFE),
        row("throw a b frag-grenade", "action.shot", 2, 'weapons = ["frag-grenade"]'),
        row("move a 3,0", "action.move", 1),
        row("draw a dura-knife", "action.draw", 1, 'weapons = ["vulcan-carbine", "dura-knife"]'),
        row("pick-up a sword", "action.pick-up", 1, c='weapons = [{ key = "sword", dropped = true }]'),
        row("go-prone a", "action.go-prone", 1),
        row("get-up a", "action.get-up", 1, f"{CARBINE}\nprone = true"),
        row("help a c first-aid", "action.help", 3),
        row("command a c shot", "action.command", 2, f"{CARBINE}\nskills = {{ command = 2 }}"),
        row("tinker a door skill=force", "action.tinker", 3),
        row("mystic-power a light", "action.mystic-power", 3, f"{CARBINE}\nskills = {{ mystic-powers = 1 }}"),
        row("rally a c", "ruling.stress.zero", 3, f"{CARBINE}\nskills = {{ command = 2 }}", "mp = 0\nprone = true"),
        row("first-aid a c", "action.first-aid", 3, MEDIC, "hp = 0\nprone = true"),
        row("treat-radiation a c", "med.table", 3, MEDIC, "radiation = 2"),
        row("apply a healing-scarab c", "medtech.spider-doctor", 3, 'gear = ["healing-scarab"]', "hp = 0\nprone = true"),
        row("douse a c", "ruling.turn-start", 1, c="burning = 2"),
        row("take-drug a wits", "medtech.narcotics", 1, 'gear = ["narcotics"]'),
        row("surgery a c", "state.crit-dying", 3, MEDIC,
            "injuries = [{ number = 41, limit = 2, healing-days = 3 }]"),
        row("inject a c", "ruling.med.injector", 3, MEDIC,
            "hp = 0\nprone = true"),
        row("poison-weapon a dura-knife poison-3", "ruling.med.poison", 1, f'{KNIFE}\ngear = ["poison-3"]'),
        row("give-poison a c poison-3", "ruling.med.poison-given", 1, 'gear = ["poison-3"]'),
        row("grapple-attack a", "grapple.attack", 2, 'grapples = "d"'),
        row("break-free a", "grapple.break-free", 2, 'grappled-by = "d"'),
        row("enter a car", "action.vehicle-enter", 1, more=CAR),
    ],
)  # fmt: skip
def test_an_action_that_never_comes_about(act: str, cost: int, a: str, c: str, more: str) -> None:
    clinch = {"grapple-attack a": 'grappled-by = "a"', "break-free a": 'grapples = "a"'}.get(act, "")
    foe = f'[[combatant]]\nid = "d"\nside = "blue"\nat = [0, -1]\n{clinch}\n' if "melee" in act or clinch else ""
    comrade = f'[[combatant]]\nid = "c"\nside = "red"\nat = [-1, 0]\n{c}\n'
    order = NOW if not foe else NOW.replace('"c"', '"c", "d"')
    fight = duel(a=f"{a}\nhp = 1", b=WATCH, now=order, more=comrade + foe + more)
    lines = tale(fight, act, "61111" if "prone = true" not in a else "6111", "a")
    figures = [line for line in lines if " = " in line or (line.endswith("gone") and "grappl" not in line)]
    assert "ruling.ap.declared a out of action" in lines
    assert sorted(figures) == sorted(
        [f"a.ap = {3 - cost}", "a.hp = 0", "b.ap = 1", "slot-used = True", *([] if "prone = true" in a else ["a.prone = True"])]
    )
