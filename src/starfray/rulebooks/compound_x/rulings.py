"""The switches: choices where tables differ and play changes. The first choice is the default."""

from __future__ import annotations

from starfray.engine.rulebook import Ruling

RULINGS = (
    Ruling(
        "half-damage",
        "cx.ruling.half-on-miss-armor",
        ("missed-armour", "literal", "body-zones"),
        "Damage to an armoured target is halved when armour is missed; or also on a roll over 50; or from 50 up, whatever "
        "was struck.",
    ),
    Ruling(
        "coverage",
        "cx.ruling.coverage-strict",
        ("under", "up-to"),
        "Armour is struck by a roll under its coverage; or up to it.",
    ),
    Ruling(
        "plasma-riders",
        "cx.ruling.plasma-riders",
        ("on", "off"),
        "Plasma wears armour down by a level and leaves burns; or it is damage and nothing more.",
    ),
    Ruling(
        "shield-restart",
        "cx.ruling.shield-restart-count",
        ("full-turns", "nth-start"),
        "A broken shield restarts after its Restart Time in whole turns; or at the last of those turn starts already.",
    ),
    Ruling(
        "shock-limit",
        "cx.ruling.shock-limit",
        ("wakes", "stays-out"),
        "After the last wake-up roll one comes round anyway; or stays out for the fight.",
    ),
    Ruling(
        "initiative-ties",
        "cx.ruling.initiative-ties",
        ("roll-off", "dexterity"),
        "Tied initiative is rolled off; or the nimbler goes first.",
    ),
    Ruling(
        "reactions-reset",
        "cx.ruling.reactions-reset",
        ("round", "turn"),
        "The three Reactions come back at the top of the round; or at the start of one's own turn.",
    ),
    Ruling(
        "natural-ten",
        "cx.ruling.nat10-nat1",
        ("no", "yes"),
        "A miss chance of 10 cannot be hit and one of 0 cannot be missed; or a natural 10 always hits and a 1 always misses.",
    ),
    Ruling("hip-blind", "cx.ruling.hip-blind", ("blind-only", "both"), "Blind fire has +6; or the +3 of hip fire as well."),
    Ruling(
        "stealth-per-shot",
        "cx.ruling.stealth-per-shot",
        ("all", "first"),
        "The +20 from hiding goes to every hit of the Action; or to its first shot only.",
    ),
    Ruling(
        "suppress-crossing",
        "cx.ruling.suppress-crossing",
        ("roll", "off"),
        "Stepping between a suppressor and his target draws one accuracy roll, if the GM agrees; or never.",
    ),
    Ruling(
        "held-content",
        "cx.ruling.held-content",
        ("any", "declared"),
        "Held Actions are decided when triggered; or only what was declared may be done.",
    ),
    Ruling(
        "opportunity-unarmed",
        "cx.ruling.opportunity-unarmed",
        ("no", "yes"),
        "Bare hands make no opportunity attack; or they do.",
    ),
    Ruling(
        "opposed-crits",
        "cx.ruling.opposed-crits",
        ("yes", "no"),
        "Skill criticals and natural 1s count in opposed checks; or only the totals do.",
    ),
    Ruling(
        "grapple-shot-range",
        "cx.ruling.grapple-shot-range",
        ("beyond-first", "always"),
        "A shot at a grapple may strike the wrong one from the second bracket on; or at any range.",
    ),
    Ruling(
        "choke-checks",
        "cx.ruling.ko-kill-two-checks",
        ("per-action", "at-once"),
        "The two checks of a knockout or kill take an Action each; or are rolled in one.",
    ),
    Ruling(
        "kill-save",
        "cx.ruling.kill-dst",
        ("counts", "dies", "downs"),
        "A death saving throw failed in a kill counts as one failure; or kills; or leaves the victim Downed.",
    ),
    Ruling(
        "grenade-near",
        "cx.ruling.grenade-within-one",
        ("exact", "wide"),
        "A throw that falls short by one lands d4 metres off; or one by two as well.",
    ),
    Ruling(
        "aim-shift",
        "cx.aim.shift-optional",
        ("off", "on"),
        "After an expected death the aim may be shifted free of cost to somebody within 5 m; optional.",
    ),
    Ruling("frail", "cx.ruling.frail", ("on", "off"), "A stat of 1 has its penalty; or not."),
)
