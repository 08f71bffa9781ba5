"""The switches: choices where tables differ and play changes. The first choice is the default."""

from __future__ import annotations

from starfray.engine.position import AnyPosition
from starfray.engine.rulebook import Ruling

RULINGS = (
    Ruling(
        "stn-owner",
        "icar.ruling.stn-owner",
        ("shooter", "target"),
        "The base STN is that of the craft that shoots, or of the craft shot at.",
    ),
    Ruling("system-hull", "icar.ruling.system-hull", ("no", "yes"), "A hit on a system also damages the hull."),
    Ruling(
        "strict-order",
        "icar.space.strict-order",
        ("on", "off"),
        "In space roles act in a strict order, or in any order the crew likes with the gunners last.",
    ),
    Ruling("ripping-value", "icar.ruling.ripping-value", ("5", "4"), "What Ripping balls takes off the STN."),
    Ruling(
        "system-modifier",
        "icar.ruling.system-modifier",
        ("modifier", "target-number"),
        "A system's figure is added to the STN, or 12 + the figure takes the place of the base STN.",
    ),
    Ruling(
        "travel",
        "icar.ruling.travel",
        ("free", "check"),
        "An engineer gets to a broken system without a die, or with a check at 12.",
    ),
    Ruling(
        "enemy-shot",
        "icar.ruling.enemy-shot",
        ("plain", "minus-6"),
        "Enemies of two numbers shoot at their STN, or at 6 less as the players' gunners do.",
    ),
    Ruling("life-support-target", "icar.ruling.life-support-target", ("yes", "no"), "Life support may be shot at directly."),
    Ruling(
        "getting-away",
        "icar.space.end.ways",
        ("nobody", "who-got-away", "who-stayed"),
        "Who wins when a side gets away whole, by light jump or by speed: the book only says that the fight is over.",
    ),
    Ruling(
        "ram-basis",
        "icar.ruling.ram-basis",
        ("full", "current"),
        "A ram does a tenth of the hit points the ramming vehicle has when whole, or of those it has left.",
    ),
    Ruling(
        "dice-pool", "icar.pool.optional", ("off", "on"), "The shared pool: as many D10 as there are players, to add to checks."
    ),
    Ruling(
        "initiative-frequency",
        "icar.ruling.initiative-frequency",
        ("once", "each-turn"),
        "Initiative is rolled once at the start of a fight on foot, or anew each turn.",
    ),
    Ruling("move-rate", "icar.ruling.move-rate", ("4", "8"), "Metres of a Move for each point of Shift."),
    Ruling("stun-recovery", "icar.ruling.stun-recovery", ("1", "10"), "Stun an inactive turn gives back."),
    Ruling("headbutt-stun", "icar.ruling.headbutt-stun", ("none", "meat"), "The Stun of a Headbutt."),
    Ruling("trip-level", "icar.ruling.trip-level", ("1", "2"), "The level of Street Fighting a Trip needs."),
    Ruling(
        "fire-tn",
        "icar.ruling.fire-base-tn",
        ("bands", "gm"),
        "The target number of a shot follows range and circumstances, or the GM sets it each time.",
    ),
    Ruling(
        "firearm-stun",
        "icar.ruling.firearm-stun",
        ("damage", "none"),
        "A gun takes as much Stun as hit points, or none unless its sheet lists some.",
    ),
    Ruling("prone-fire", "icar.ruling.down-choice", ("no", "yes"), "Somebody on the floor may shoot."),
    Ruling(
        "daemon-tn",
        "icar.ruling.daemon-tn",
        ("plain", "penalties"),
        "Bringing a Daemon to life is a plain Hacking check, or each has its own penalty.",
    ),
)
DEFAULTS: dict[str, str] = {ruling.key: ruling.choices[0] for ruling in RULINGS}


def winners_after_escape(state: AnyPosition, fled: list[str], left: list[str]) -> list[str]:
    """`fled` are the sides that got away whole, `left` those who stayed. icar.space.end.ways, icar.vehicle.end"""
    choice = ruled(state, "getting-away")
    if choice == "who-stayed":
        return left
    return fled if choice == "who-got-away" else []


def ruled(state: AnyPosition, key: str) -> str:
    """The choice that holds in this fight."""
    return state.rulings.get(key) or DEFAULTS[key]
