"""What rules need of the engine, in one place: `from starfray.engine.rules import Action, ActionKind, Refused, Table`."""

from __future__ import annotations

from starfray.engine.actions import Action, GmAction
from starfray.engine.bounds import Between
from starfray.engine.budgets import Budget
from starfray.engine.codec import Plain, freeze, from_plain
from starfray.engine.content import Content
from starfray.engine.dice import Weighted, bands, pool, total
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.forms import flag, one_of, somebody, something
from starfray.engine.generator import Generator
from starfray.engine.kinds import ActionKind, gather
from starfray.engine.plurals import counted
from starfray.engine.policy import Deciding, Policy, first_answer
from starfray.engine.position import Combatant, Position
from starfray.engine.procedures import Procedure, procedures
from starfray.engine.rulebook import Decision, Rulebook, Time
from starfray.engine.scene import Point, apart, bearing, covers_at, distance, distance_or, known_distance, relate
from starfray.engine.sheet_tests import SheetTest
from starfray.engine.table import Table
from starfray.engine.values import GM, Ask, Field, Line, Moment, Option, Outcome, Tally

__all__ = [
    "GM",
    "Action",
    "ActionKind",
    "Ask",
    "BadInput",
    "Between",
    "Budget",
    "Combatant",
    "Content",
    "Deciding",
    "Decision",
    "Field",
    "Generator",
    "GmAction",
    "Line",
    "Moment",
    "Option",
    "Outcome",
    "Plain",
    "Point",
    "Policy",
    "Position",
    "Procedure",
    "Refused",
    "Rulebook",
    "SheetTest",
    "Table",
    "Tally",
    "Time",
    "Weighted",
    "apart",
    "bands",
    "bearing",
    "counted",
    "covers_at",
    "distance",
    "distance_or",
    "first_answer",
    "flag",
    "freeze",
    "from_plain",
    "gather",
    "known_distance",
    "one_of",
    "pool",
    "procedures",
    "relate",
    "somebody",
    "something",
    "suggest",
    "total",
]
