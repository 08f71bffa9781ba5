"""What a hacker works on, how far a break-in has come, and the Daemons at work."""

from __future__ import annotations

from dataclasses import dataclass, field

DOOR, AIRLOCK, LIGHTS, GRAVITY, GENERATOR = "door", "airlock", "lights", "gravity", "generator"
DATA, SENSORS, UNDERGAIA = "data", "sensors", "undergaia"


@dataclass(slots=True, kw_only=True)
class Thing:
    """Something in Gaia that is not a combatant: a door, the lights, somebody's secrets."""

    name: str
    kind: str = DOOR
    barriers: int = 0  # successes it takes; 0: as many as its kind has
    open: bool = False  # a door; of lights and gravity: off
    joins: list[str] = field(default_factory=list)  # a door or airlock: the two areas it lies between
    size: str = "small"  # a generator: small, medium, large
    holder: str = ""  # the combatant (vehicle, spacecraft) it belongs to
    words: str = ""  # data: what is to be found
    area: str = ""  # the room it stands in
    looks: str = ""  # what a Chameleon makes of it for strangers


@dataclass(slots=True, kw_only=True)
class Intrusion:
    """A break-in: whose, into what, how many passes so far, and what it has switched off."""

    by: str
    target: str  # a combatant or a thing
    passes: int = 0  # successful rolls, all of them
    before: int = 0  # … and those before the hacker was thrown out
    inside: bool = False
    back_door: bool = False  # a way back in for everybody
    seen_by: str = ""  # who has found the hacker there: a human, a clever Entity
    off: list[str] = field(default_factory=list)  # systems that are off this turn
    coming: list[str] = field(default_factory=list)  # … and those that will be in the next
    for_good: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Daemon:
    """A Daemon at work on something. icar.hack.daemon.goal"""

    key: str
    by: str
    target: str
    turns: int = 0  # left, where it has a clock
    noticed: list[str] = field(default_factory=list)  # who has seen the Trail
