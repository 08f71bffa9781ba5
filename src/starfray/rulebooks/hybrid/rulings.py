"""The switches: choices where tables differ and play changes. The first choice is the default."""

from __future__ import annotations

from starfray.engine.rulebook import Ruling

RULINGS = (
    Ruling(
        "defence-units",
        "hybrid.ruling.defence-units",
        ("percent", "df"),
        "The target's PDF comes off the success chance in percentage points, or off the Difficulty Factor.",
    ),
    Ruling(
        "degree-damage",
        "hybrid.ruling.degree-damage",
        ("all", "surplus"),
        "The degree multiplies all damage before armour, or only its surplus counts and goes straight to PBD.",
    ),
    Ruling(
        "initiative-floor",
        "hybrid.ruling.initiative-floor",
        ("one", "zero"),
        "An initiative below 1 counts as 1, or as 0; the rest becomes speed points.",
    ),
    Ruling(
        "d100-closed",
        "hybrid.ruling.d100-closed",
        ("closed", "open"),
        "A percentile die stays what it shows, or a 100 rolls again and adds, which makes bad failures possible.",
    ),
    Ruling(
        "failure-columns",
        "hybrid.ruling.failure-columns",
        ("upper-ends", "beginnings"),
        "The failure columns are the upper ends of their degrees, or the points from which Solid, Notable … Failure begin.",
    ),
    Ruling(
        "df-below-table",
        "hybrid.ruling.df-below-table",
        ("first-row", "formula"),
        "A DF under -2 uses the first row (no chance), or the curve behind the table goes on below 0.",
    ),
    Ruling(
        "skill-type-df",
        "hybrid.ruling.skill-type-df",
        ("no", "yes"),
        "The DF of a skill's components is not used, or it modifies every use of the skill.",
    ),
    Ruling(
        "general-support-percent",
        "hybrid.ruling.general-support-percent",
        ("percent", "df"),
        "General and support skills add percentage points, or DF at 4 % each.",
    ),
    Ruling(
        "unranked",
        "hybrid.ruling.unranked",
        ("half", "plain"),
        "Somebody unranked in a skill has half the chance, or the plain chance of the stat.",
    ),
    Ruling(
        "movement-mental",
        "hybrid.ruling.movement-mental",
        ("printed", "half"),
        "Moving hinders mental actions by the printed column, or by exactly half of the physical one.",
    ),
    Ruling(
        "combat-fatigue",
        "hybrid.ruling.combat-fatigue",
        ("none", "each-attack"),
        "Fighting itself costs no fatigue, or each attack that is begun costs a point of PFT.",
    ),
    Ruling("jump", "hybrid.ruling.jump", ("-4", "-3"), "A jump costs DF -4, or -3 as in an older text."),
)
