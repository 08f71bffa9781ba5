"""The switches: choices where tables differ and play changes. The first choice is the default."""

from __future__ import annotations

from starfray.engine.rulebook import Ruling
from starfray.rulebooks.gurps.state import Gurps

RULINGS = (
    Ruling(
        "knockdown-penalty",
        "gurps.ruling.knockdown-penalty",
        ("major", "always"),
        "The -5 and -10 on knockdown rolls hold for a major wound to that place, or for every wound there.",
    ),
    Ruling(
        "posture-scope",
        "gurps.ruling.posture-scope",
        ("melee", "all"),
        "The posture's penalty to attack holds in melee only, or for shots as well.",
    ),
    Ruling("skull-dr", "gurps.ruling.skull-dr", ("2", "0"), "The DR of the skull itself."),
    Ruling(
        "weapon-penalty",
        "gurps.ruling.weapon-penalty",
        ("small-harder", "large-harder"),
        "A strike at a weapon: -5 at a small one and -3 at a large one, or the other way round.",
    ),
    Ruling("fail-by-ten", "gurps.ruling.fail-by-ten", ("no", "yes"), "Missing by 10 or more is a critical miss."),
    Ruling(
        "knockdown-result",
        "gurps.ruling.knockdown-result",
        ("stun", "faint"),
        "A failed knockdown roll stuns, or knocks out when it fails by 5 or more.",
    ),
    Ruling(
        "pain-threshold",
        "gurps.ruling.pain-threshold",
        ("knockdown", "shock"),
        "High and Low Pain Threshold change knockdown rolls only, or take shock away and double it as well.",
    ),
    Ruling(
        "feint-margin",
        "gurps.ruling.feint-margin",
        ("mixed", "own", "victory"),
        "A feint counts the own margin, or the difference if both succeed; always the own; always the difference.",
    ),
    Ruling(
        "knockback-types",
        "gurps.ruling.knockback-types",
        ("crushing", "every"),
        "Knockback by crushing blows and cuts that do not get through, or by every type of damage.",
    ),
    Ruling("telegraphic", "gurps.ruling.telegraphic", ("dodge", "all"), "A Telegraphic Attack helps Dodge, or every defence."),
    Ruling(
        "flat-damage",
        "gurps.ruling.flat-damage",
        ("flat", "per-die"),
        "The +2 and +1 of strong blows are flat, or 1 per die where that is better.",
    ),
    Ruling(
        "critical-tables",
        "gurps.critical.hit.table",
        ("rolled", "plain"),
        "Critical hits and misses roll on their tables, or are sure hits and plain misses.",
    ),
    Ruling("group-hit-cap", "gurps.ruling.group-hit-cap", ("attackers", "none"), "No more hits than attackers, or no limit."),
    Ruling("bleeding", "gurps.ruling.bleeding", ("rolled", "off"), "Wounds bleed minute by minute, or not at all."),
    Ruling("stun-points", "gurps.stun-points.total", ("off", "3", "5", "10"), "Everybody has Stun Points, so many times HP."),
    Ruling("power-points", "gurps.power-points", ("off", "on"), "Stun Points may pay for spells."),
    Ruling("improvised-magic", "gurps.magic.improvised", ("free", "-4"), "What a spell not learned as a skill costs."),
    Ruling("magic-cost", "gurps.magic.campaign", ("normal", "half", "double"), "What spells cost in this campaign."),
    Ruling(
        "magic-delivery",
        "gurps.ruling.magic-delivery",
        ("dodge", "sure"),
        "Harmful spells may be dodged, or strike by the casting roll alone.",
    ),
)
DEFAULTS = {each.key: each.choices[0] for each in RULINGS}


def ruling(state: Gurps, name: str) -> str:
    chosen = state.rulings.get(name)
    return DEFAULTS[name] if chosen is None else chosen
