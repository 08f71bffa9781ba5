"""The default policy: gets behind the foe it can hurt, shakes off whoever is behind it, fires at the best chance, dodges."""

from __future__ import annotations

from typing import Any

from starfray.engine.position import combatant_of
from starfray.engine.rules import Action, Ask, Generator, Option, Policy, Rulebook, first_answer
from starfray.rulebooks.socs.damage import LIGHT
from starfray.rulebooks.socs.ships import flies, rank
from starfray.rulebooks.socs.state import BANDS, Gun, Ship, Socs, band, foes_of, gun_of, gunner_of, pilot_of, reaches

SAFE = 13  # effective skill at which a hazard is worth it
ENOUGH = 4  # Position AB beyond which a steady course serves the gunners better


#: questions to which the answer is always yes
ALWAYS = ("socs.dodge.effect", "socs.ruling.manual-override")


class Wingman(Policy):
    name = "wingman"
    steady = True
    blind = ALWAYS

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        self.why = "nobody acts outside the phases"
        return None

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        if ask.rule in ALWAYS:
            self.why = "it can only help"
            return ask.options[0].key
        state: Socs = view
        if ask.rule == "socs.fire.roll":
            return self._aim(state, combatant_of(state, ask.who), ask.options)
        if ask.rule == "socs.maneuver.choose":
            return self._fly(state, combatant_of(state, ask.who), [option.key for option in ask.options])
        if ask.rule in ("socs.follow.enter", "socs.ruling.follow-penalty"):
            return self._lead(combatant_of(state, ask.who), ask)
        if ask.rule == "socs.ruling.follow-choice" and len(ask.options) > 1:
            brave = skill(combatant_of(state, ask.who)) - ask.facts["penalty"] >= SAFE
            self.why = "I can fly that too" if brave else "not worth the ship"
            return ask.options[0 if brave else -1].key
        self.why = "as the book suggests"
        return first_answer(ask)

    def _lead(self, ship: Ship, ask: Ask) -> str:
        """Into the hazard with chasers behind, as deep as the own skill makes safe."""
        spare = skill(ship) - SAFE
        self.why = "let them follow me through that" if spare > 0 else "too dangerous"
        if ask.kind == "number":
            return str(max(ask.low, min(ask.high, spare)))
        return "yes" if spare > 0 else "no"

    def _aim(self, state: Socs, ship: Ship, options: list[Option]) -> str:
        """The likeliest hit that hurts; paint is not worth a shot unless nothing else is to be had."""
        best, most, likeliest = options[-1].key, -1, -99
        for option in options[:-1]:
            if option.rule == "socs.ship.locations":
                continue
            gun, _, target = option.key.partition("@")
            foe = state.roster[target]
            level = gun_of(ship, gun).firepower - foe.shield
            chance = option.tally.total if option.tally is not None else 0
            worth = int(level >= LIGHT) + int(foe.able)
            if worth > most or (worth == most and chance > likeliest):
                best, most, likeliest = option.key, worth, chance
        self.why = "the likeliest hit that hurts"
        return best

    def _fly(self, state: Socs, ship: Ship, offered: list[str]) -> str:
        behind = [foe for foe in state.roster.values() if foe.position.get(ship.id, 0) and foe.able]
        worst = max(behind, key=lambda foe: foe.position[ship.id]) if behind else None
        if not working_guns(ship):
            return self._run(state, ship, worst, offered)
        one_at_a_time = self._single_out(state, ship, offered)
        if one_at_a_time:
            return one_at_a_time
        if worst is not None:
            if f"reversal:{worst.id}" in offered and skill(ship) >= skill(worst) and comes_on(worst, ship):
                self.why = f"{worst.id} is behind: turn the tables"
                return f"reversal:{worst.id}"
            if f"defensive:{worst.id}" in offered:
                self.why = f"shake off {worst.id}"
                return f"defensive:{worst.id}"
        out_of_reach = self._get_near(state, ship, offered)
        if out_of_reach:
            return out_of_reach
        for word in offered:
            if word.startswith("offensive:"):
                foe = word.removeprefix("offensive:")
                if state.roster[foe].able and ship.position.get(foe, 0) < ENOUGH:
                    self.why = f"get behind {foe}"
                    return word
        for word in offered:
            if word.startswith("close:") and ship.guns:
                foe = word.removeprefix("close:")
                if state.roster[foe].able:
                    self.why = f"closer to {foe}"
                    return word
        self.why = "a steady course for the gunners"
        return "straight"

    def _run(self, state: Socs, ship: Ship, worst: Ship | None, offered: list[str]) -> str:
        """Unarmed, and nobody stays to be shot at: away from whoever is behind, or else from the nearest who can fire."""
        armed = [foe for foe in foes_of(state, ship) if foe.able and working_guns(foe) and f"open:{foe.id}" in offered]
        if not armed:
            self.why = "nobody who could fire is near"
            return "straight"
        away = worst if worst in armed else min(armed, key=lambda foe: BANDS.index(band(state, ship, foe)))
        assert away is not None
        self.why = f"away from {away.id}"
        return f"open:{away.id}"

    def _single_out(self, state: Socs, ship: Ship, offered: list[str]) -> str:
        """Several can fire at us: away from all but one, the one we are furthest behind, if we fly better than they."""
        threats = [foe for foe in foes_of(state, ship) if foe.able and can_fire_at(state, foe, ship)]
        if len(threats) < 2:
            return ""
        kept = max(threats, key=lambda foe: ship.position.get(foe.id, 0))
        left = [foe for foe in threats if foe is not kept and f"open:{foe.id}" in offered and skill(foe) <= skill(ship)]
        if not left:
            return ""
        foe = max(left, key=lambda foe: foe.position.get(ship.id, 0))
        self.why = f"away from {foe.id}: one at a time"
        return f"open:{foe.id}"

    def _get_near(self, state: Socs, ship: Ship, offered: list[str]) -> str:
        """No gun reaches anybody: what good is a fine position?"""
        able = [foe for foe in foes_of(state, ship) if foe.able]
        guns = working_guns(ship)
        if any(reaches(gun, band(state, ship, foe)) for foe in able for gun in guns):
            return ""
        near = [foe for foe in able if f"close:{foe.id}" in offered]
        if not near:
            return ""
        foe = min(near, key=lambda foe: BANDS.index(band(state, ship, foe)))
        self.why = f"closer to {foe.id}: no gun reaches so far"
        return f"close:{foe.id}"


def working_guns(ship: Ship) -> list[Gun]:
    return [gun for gun in ship.guns if gun.mount not in ship.lost and gunner_of(ship, gun) is not None]


def can_fire_at(state: Socs, foe: Ship, ship: Ship) -> bool:
    return any(reaches(gun, band(state, foe, ship)) for gun in working_guns(foe))


def comes_on(foe: Ship, ship: Ship) -> bool:
    """Is it likely to maneuver offensively, which a Reversal needs? Not adrift, not barred, not content with what it has."""
    return flies(foe) and not foe.adrift and not ship.position.get(foe.id, 0) and foe.position.get(ship.id, 0) < ENOUGH


def skill(ship: Ship) -> int:
    pilot = pilot_of(ship)
    return ship.mr + (pilot.piloting if pilot is not None else 0)


def worth(state: Socs, side: str) -> float:
    """Ships that can fight, by class, and the Aiming Bonuses they hold; ours less theirs."""
    value = 0.0
    for ship in state.roster.values():
        points = 0.0
        if ship.able:
            points = 10.0 * (1 + rank(ship)) + sum(ship.position.values()) + sum((gun.sustained for gun in ship.guns), 0.0) / 2
            points -= 3.0 * (ship.loses_turn + ship.adrift + (ship.continuing is not None)) + len(ship.lost)
        value += points if ship.side == side else -points
    return value
