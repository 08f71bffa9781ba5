"""Rounds and turns: initiative, the start of a turn, passing on, and when the fight is over."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.dice import bands, total
from starfray.engine.table import Table
from starfray.engine.values import GM, Moment, Outcome, Tally
from starfray.rulebooks.compound_x.actions import Begin, EndTurn, TurnOver, TurnStart
from starfray.rulebooks.compound_x.conditions import POISON_FELLS, add_stacks, drop_finished, gas_around, harm_of_turn
from starfray.rulebooks.compound_x.engagement import face
from starfray.rulebooks.compound_x.health import (
    death_saving_throw,
    end_suppression,
    fall_unconscious,
    lose_health,
    wake_up_roll,
)
from starfray.rulebooks.compound_x.shield import nanites_turn, shield_turn
from starfray.rulebooks.compound_x.state import ACTIONS, REACTIONS, CompoundX, Fighter, fighter, grapple_of
from starfray.rulebooks.compound_x.stats import blinded, frail, saving_throw


def due(state: CompoundX) -> Action | None:
    """Initiative before the first round; the start of each turn; its end for somebody who can no longer act."""
    if state.round == 0:
        return Begin(GM)
    if not state.started and state.up:
        return TurnStart(GM, state.up)
    if state.up and (not state.roster[state.up].able or state.roster[state.up].stunned):
        return TurnOver(GM, state.up)
    return None


def actors(state: CompoundX) -> list[str]:
    return [state.up] if state.up and state.started else []


def asides(state: CompoundX) -> list[str]:
    """Free actions may be used at any time, as many as the GM bears: everybody able to, out of turn too. cx.free.limit"""
    if not state.up or not state.started:
        return []
    return [one.id for one in state.roster.values() if one.id != state.up and one.able and not one.stunned]


def begin(state: CompoundX, table: Table, act: Begin) -> None:
    """d100 each in roster order, then the ties from the highest total down. cx.order.initiative"""
    table.emit("cx.combat.start", GM)
    whos = [one for one in state.roster.values() if not one.out and not one.dead]
    thrown = table.roll_all("cx.initiative", [one.id for one in whos], [total(1, 100) for _ in whos])
    for one, rolled in zip(whos, thrown, strict=True):
        one.initiative = rolled + one.initiative_bonus
        if one.initiative_bonus:
            table.emit("cx.presumed.soldier-init", one.id, number=one.initiative_bonus)
    order: list[str] = []
    for score in sorted({one.initiative for one in whos}, reverse=True):
        level = [one.id for one in whos if one.initiative == score]
        if state.rulings.get("initiative-ties", "roll-off") == "dexterity":
            level.sort(key=lambda who: -state.roster[who].stats.dexterity)
            order += level
        else:
            order += table.rank("cx.ruling.initiative-ties", level, 100)
    state.order = order
    seen = [who for who in order if not state.roster[who].hidden]
    table.emit("cx.initiative.order-fixed", GM, note=" ".join(seen))
    if seen != order:
        table.emit("cx.initiative.order-fixed", GM, note=" ".join(order), only=GM)
    table.emit("cx.ruling.surprise", GM)
    table.same("cx.order.initiative")
    new_round(state, table)
    state.up, state.started = order[0], False
    for place, one in enumerate(whos):
        if frail(state, one, "luck"):
            table.same("cx.order.initiative", place)
            bad_luck(state, table, one)


def bad_luck(state: CompoundX, table: Table, one: Fighter) -> None:
    """A luck of 1 at the start of a fight: d10 in pairs. cx.ruling.frail"""
    fate = table.roll("cx.ruling.frail", one.id, bands(1, 10, 2, 4, 6, 8))
    if fate == 0 and one.weapons:
        one.weapons[0].jammed = True
    elif fate == 1:
        one.unlucky = True
    elif fate == 2:
        one.owed = 3
        lose_health(state, table, one, 15, hit=False)
    elif fate == 3 and not saving_throw(table, one, "will", 75, "cx.presumed.saves"):
        one.fear = 50
    words = ("the weapon is broken", "no criticals", "15 damage, three Actions fewer", "fear", "nothing")[fate]
    table.emit("cx.ruling.frail", one.id, note=words)


def new_round(state: CompoundX, table: Table) -> None:
    """Reactions come back at the top of the round. cx.ruling.reactions-reset"""
    state.round += 1
    if state.rulings.get("reactions-reset", "round") == "round" or state.round == 1:
        for one in state.roster.values():
            one.reactions = REACTIONS
        table.emit("cx.ruling.reactions-reset", GM, number=state.round)
    for cloud in state.clouds:
        cloud.rounds -= 1
    state.clouds = [cloud for cloud in state.clouds if cloud.rounds > 0]


def turn_start(state: CompoundX, table: Table, act: TurnStart) -> None:
    """In the order of cx.order.turn-start: what ends, armour points, nanites, shield, conditions, death, the Actions."""
    one = fighter(state, act.who)
    tally = Tally(table.keeps)
    tally.add(0, "cx.ruling.turn-start-order")
    table.emit("cx.order.turn-start", one.id, tally=tally)
    end_suppression(state, table, one, "cx.suppression.malus")
    if one.held is not None:
        one.held = None
        table.emit("cx.held.lost", one.id)
    if state.rulings.get("reactions-reset", "round") == "turn":
        one.reactions = REACTIONS
        table.emit("cx.ruling.reactions-reset", one.id, number=REACTIONS)
    if one.armour_points != one.armour.points:
        one.armour_points = one.armour.points
        table.emit("cx.armor.ap-refresh", one.id, number=one.armour_points)
    nanites_turn(table, one)
    shield_turn(table, one, state.rulings.get("shield-restart", "full-turns") == "nth-start")
    keep_cloak(table, one)
    suffer(state, table, one)
    if one.downed:
        death_saving_throw(state, table, one)
    elif one.passed_out:
        wake_up_roll(state, table, one)
    elif one.unconscious and one.health > one.fell_at:  # healed: awake, still prone
        one.unconscious, one.fell_at = False, 0
        table.emit("cx.ruling.unconscious", one.id, note="comes round")
    freshen(one)
    actions = actions_of(state, table, one)
    one.owed = 0
    if one.stunned:
        one.stunned -= 1
    if not actions:
        one.actions = 0
        pass_turn(state, table, one)
        return
    one.actions = actions
    table.emit("cx.actions.budget", one.id, number=one.actions)
    state.started = True


def actions_of(state: CompoundX, table: Table, one: Fighter) -> int:
    """4 less those already consumed, 1 in a grapple, none while Downed, unconscious or stunned."""
    if not one.able or one.stunned:
        return 0
    if grapple_of(state, one) is not None:
        table.emit("cx.ruling.grapple-action-cap", one.id, number=1)
        return 1
    return max(0, ACTIONS - one.owed)


def freshen(one: Fighter) -> None:
    """What lasts a turn is over."""
    one.half_run = one.off_hand_lost = one.grabbed = one.stirred = one.defended = False
    one.ran, one.fallen = 0.0, ""
    for gun in one.weapons:
        gun.racked = gun.spun_up = False
        gun.cocked = False


def keep_cloak(table: Table, one: Fighter) -> None:
    if not one.cloaked:
        return
    upkeep = int(table.content.entry("modules", one.cloaked)["upkeep"])
    if one.nanites >= upkeep and one.awake:
        one.nanites -= upkeep
        table.emit("cx.presumed.nanites", one.id, number=one.nanites)
    else:
        one.cloaked, one.hidden = "", False
        table.emit("cx.ruling.stealth-reveal", one.id)


def suffer(state: CompoundX, table: Table, one: Fighter) -> None:
    """Ongoing conditions in the order they were gained, straight to health."""
    for place in range(len(one.conditions)):
        if place >= len(one.conditions):
            break
        each = one.conditions[place]
        harm = harm_of_turn(table, one, place)
        if harm:
            table.emit("cx.presumed.conditions", one.id, number=harm, note=each.kind)
            lose_health(state, table, one, harm, hit=False)
        if each.kind == "poisoned" and each.lasted >= POISON_FELLS and one.awake:
            table.same("cx.order.turn-start", (one.id, "poison", place))
            if table.confirm("cx.presumed.conditions", GM, f"Does the poison knock {one.id} out?", "no"):
                fall_unconscious(state, table, one)
    drop_finished(one)
    gas = gas_around(state, one)
    if gas and one.health >= 1 and not one.dead:
        lose_health(state, table, one, gas, hit=False)
        add_stacks(table, one, "gas", 1, 3)


def turn_over(state: CompoundX, table: Table, act: TurnOver) -> None:
    one = fighter(state, act.who)
    if one.downed or one.passed_out:
        table.emit("cx.down.state" if one.downed else "cx.ruling.unconscious", one.id, note="" if one.downed else "is out cold")
    elif one.stunned:
        table.emit("cx.presumed.conditions", one.id, note="stunned, no more Actions")
    pass_turn(state, table, one)


def end_turn(state: CompoundX, table: Table, act: EndTurn) -> None:
    """What was not spent is lost; one may turn round. cx.actions.budget"""
    one = fighter(state, act.actor)
    face(one, act.facing)
    pass_turn(state, table, one)


def pass_turn(state: CompoundX, table: Table, one: Fighter) -> None:
    """The next in the order who is still in the fight; past the last a new round begins. cx.presumed.round"""
    one.actions = 0
    for grenade in one.grenades:
        grenade.cooked = False  # the pin goes back in: a cooked grenade is thrown in the same turn
    table.emit("cx.presumed.round", one.id)
    if one.able and blinded(one) and saving_throw(table, one, "awareness", 85, "cx.presumed.saves"):
        one.conditions = [each for each in one.conditions if each.kind != "blind"]
    place = state.order.index(one.id)
    count = len(state.order)
    for step in range(1, count + 1):
        if place + step == count:
            new_round(state, table)
        who = state.order[(place + step) % count]
        other = state.roster.get(who)
        if other is not None and not other.dead and not other.out:
            state.up, state.started = who, False
            return
    state.up = ""


def standing(state: CompoundX, one: Fighter) -> bool:
    """Does this one still take part?"""
    return one.able


def clock(state: CompoundX) -> int:
    return state.round


def over(state: CompoundX) -> Outcome | None:
    """No two sides have anybody left who can act."""
    left: Fighter | None = None
    for one in state.roster.values():
        if one.able:
            if left is not None and one.side != left.side:
                return None
            left = one
    if left is None:
        return Outcome([], "cx.down.state", "nobody is left standing")
    return Outcome([left.side], "cx.down.state", f"{left.side} holds the field")


def agenda(state: CompoundX) -> list[Moment]:
    rows = []
    past = state.up in state.order
    for who in state.order:
        one = state.roster.get(who)
        if who == state.up:
            past = False
        if one is not None and not one.dead:
            status = "now" if who == state.up else "done" if past else "next"
            rows.append(Moment(str(one.initiative), who, f"{one.actions} Actions, {one.reactions} Reactions", status))
    return rows
