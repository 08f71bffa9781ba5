"""Small positions that the tables of acts start from."""

from __future__ import annotations

from typing import Any

from starfray.fight import Fight
from starfray.rulebooks.icar.vehicle.crew import DECLARE, phase_of
from tests.icar import build
from tests.icar.chase import chase, stand_by
from tests.icar.street import street, third

POOL = '[rulings]\ndice-pool = "on"\n'
KNIFE = 'weapons = ["knife"]\n'
GUN = 'weapons = ["nelson-h1"]\n'
RIFLE = 'weapons = ["arms-5"]\n'
HYPO = 'kit = ["shakespeare-med-kit"]\n'
DOWN = "hp = -1\n"
MASTER = """attributes = { battle = 4, shift = 3, meat = 3 }
skills = { street-fighting = 4, gun-fu = 4, akarak-art = 4, shooting = 3 }
"""
MEDIC = """attributes = { battle = 2, shift = 3, meat = 2, wit = 4 }
skills = { medicine = 3, bionics-engineering = 2, micro-engineering = 2 }
"""
HACKER = """attributes = { battle = 2, shift = 3, meat = 2, wit = 4 }
skills = { hacking = 3, impersonation = 2 }
"""
CAR = '[[combatant]]\nid = "car"\nside = "blue"\nvehicle = { key = "kestrel"FIELDS }\nat = [10, 0]\n'
SHIP = '[[combatant]]\nid = "ship"\nside = "blue"\ncraft = "scout"\nat = [1, 0]\n'
GATE = 'turn = 1\nthings = [{ name = "gate", joins = ["hall", "yard"] }]'
#: a passenger of the car, Battle 4, Shift 3, Meat 3, Acrobatics 2, Street Fighting 3, a pistol
ACE = """
[[combatant]]
id = "ace"
side = "crew"
aboard = "car"
attributes = { battle = 4, shift = 3, meat = 3 }
skills = { acrobatics = 2, street-fighting = 3 }
weapons = ["nelson-h1"]
"""
SECOND = """
[[combatant]]
id = "eng2"
archetype = "john-smith"
kit = []
aboard = "ship"
role = "engineer"
"""
SPY = """
[[combatant]]
id = "spy"
aboard = "ship"
role = "hacker"
attributes = { wit = 4 }
skills = { hacking = 4 }
"""


def moves(*keys: str) -> str:
    listed = ", ".join(f'"{key}"' for key in keys)
    return f'combos = [{{ name = "x", moves = [{listed}] }}]\n'


def master(*keys: str, b: str = "", a: str = "", **more: Any) -> Fight:
    """A master of all three arts with one combo, against b."""
    return street(moves(*keys) + a, b, base=MASTER, **more)


def gunmen(a: str = "", b: str = "", gap: float = 10, **more: Any) -> Fight:
    """Both have a pistol; b has decided not to shoot."""
    return street(GUN + a, GUN + b, gap=gap, **more).play("hold-fire b", dice=[])


def at_car(a: str = RIFLE, b: str = "", car: str = "", **more: Any) -> Fight:
    """b sits in a car ten metres away; c stands about."""
    inside = 'aboard = "car"\n' + b
    return street(a, inside, gap=10, more=CAR.replace("FIELDS", f", {car}" if car else "") + third(side="blue"), **more)


def medic(a: str = "", b: str = "", **more: Any) -> Fight:
    """a is a medic, b the patient, c stands by."""
    return street(a, b, base=MEDIC, more=third(side="blue"), **more)


def late(a: str = "", b: str = "", **more: Any) -> Fight:
    """Everybody has acted; the turn is about to end."""
    fight = street(a, b, **more)
    while fight.actors:
        fight.play(f"stand-by {fight.actors[0]}", dice=[])
    return fight


def hacker(things: str = "", a: str = "", b: str = "", more: str = "", now: str = "", head: str = "") -> Fight:
    """a hacks with Hacking 3, Wit 4 and Shift 3: a 5 is enough at 12."""
    listed = f"things = [{things}]\n" if things else ""
    return street(a, b, base=HACKER, more=more, now=f"turn = 1\n{listed}{now}", head=head)


def on_road(goal: str, *after: str, target: str = "", **more: Any) -> Fight:
    """A chase in which the car's pilot has declared, and these have stood by."""
    board = chase(**more)
    board.play(f"declare pil {goal} {target}", dice=[])
    return stand_by(board, *after)


def idle_road(**more: Any) -> Fight:
    """A chase in which nobody has done anything; the turn is about to end."""
    board = chase(**more)
    while board.state.turn == 1 and (board.actors or board.state.chase.up or len(board.state.chase.done) < 2):
        if not board.actors:
            board.step(dice=[], steps=1)
        elif phase_of(board.state) == DECLARE:
            board.play(f"declare {board.actors[0]} dodge", dice=[])
        else:
            board.play(f"stand-by {board.actors[0]}", dice=[])
    return board


def in_space(*after: str, **more: Any) -> Fight:
    """A fight in space in which these have stood by."""
    return build.stand_by(build.fight(**more).begin(), *after)
