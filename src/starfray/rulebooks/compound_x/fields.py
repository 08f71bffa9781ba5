"""Candidates for the blanks of the forms that several chapters share; which of them are legal, the rules say."""

from __future__ import annotations

from starfray.engine.rules import Content, Field, Option
from starfray.rulebooks.compound_x.state import CompoundX, Fighter


def foes_of(state: CompoundX, actor: Fighter) -> list[Fighter]:
    return [other for other in state.everyone() if other.side != actor.side and not other.dead and not other.out]


def at_a_foe(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    return [foe_field(state, actor)]


def foe_field(state: CompoundX, actor: Fighter) -> Field:
    return Field("target", "combatant", [Option(foe.id, foe.name) for foe in foes_of(state, actor)])


def gun_field(actor: Fighter) -> Field:
    """A gun in hand; left open, the first is meant."""
    held = [gun for gun in actor.weapons if gun.in_hand]
    return Field("weapon", "item", [Option(gun.key, gun.name) for gun in held], required=len(held) > 1)


def with_a_gun(state: CompoundX, actor: Fighter, content: Content) -> list[Field]:
    return [gun_field(actor)]
