"""Using a combo: against NPCs at 10, against one's equals in a duel, against several at a price."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.icar.core import EASY, refuse_attribute, take_off_ability, told_check
from starfray.rulebooks.icar.ground.actions import UseCombo
from starfray.rulebooks.icar.ground.chosen import Chain, chain, combo_of, foes_penalty, gets_up, refuse_swaps, share_swaps
from starfray.rulebooks.icar.ground.duel import duel
from starfray.rulebooks.icar.ground.effects import carry_out
from starfray.rulebooks.icar.ground.escape import escape_due, struggle
from starfray.rulebooks.icar.ground.hit import close_attribute, refuse_full_hands, refuse_out_of_reach
from starfray.rulebooks.icar.ground.people import STREET_FIGHTING, able, down, is_aug, parted, person, pinned
from starfray.rulebooks.icar.ground.spend import refuse_unless_free, spend
from starfray.rulebooks.icar.state import Actor, Icar

NPC_TN: int = EASY  # icar.close.combo.npc-tn: 10, not 12


def use_combo(state: Icar, table: Table, act: UseCombo) -> None:
    """A combo for each foe, one check each. icar.turn.combo, icar.close.foes.combo-each"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    if not act.foes or len(set(act.foes)) < len(act.foes):
        raise Refused("icar.close.foes.combo-each", "each foe is named once")
    others = [refuse_out_of_reach(state, one, foe) for foe in act.foes]
    refuse_attribute(act.attribute)
    chains = chosen_chains(state, one, act)
    if act.crush and not is_aug(one):
        raise Refused("icar.close.aug.damage", f"{one.id} is no Aug")
    victim = state.roster.get(act.victim)
    if act.victim and (victim is None or victim is one or not person(victim) or parted(state, one, victim)):
        raise Refused("icar.ruling.gunfu-roll", f"{act.victim!r} is nobody a Puppet could shoot")
    refuse_empty_hands(one, act, chains)
    if down(one) and not gets_up(one, chains[0].moves, act.foes[0]):
        raise Refused("icar.ruling.down-choice", f"{one.id} has to get up first", ["escape"])
    spend(state, table, one, act.KIND, act.foes)
    one.hand = act.thing or one.hand
    one.swapped += sum(each.swaps for each in chains)
    table.emit("icar.turn.combo", one.id, note=", ".join(each.name for each in chains))
    swapped = [each for each in chains if each.swaps]
    for each in swapped:
        table.emit("icar.close.swap.one-use", one.id, note=each.name)
        table.emit("icar.ruling.swap-effects", one.id, note=", ".join(each.moves))
    if one.swapped > 1:
        table.emit("icar.close.skill.aa3", one.id, number=one.swapped)
    if any(combo_of(one, each.name).agreed for each in chains):
        table.emit("icar.ruling.example-levels", one.id)
    if not act.words.strip():  # icar.ruling.undescribed: no die; it beats even a natural 10
        table.emit("icar.close.combo.describe-first", one.id)
    attribute = close_attribute(table, one, act.attribute) if act.words.strip() else "battle"
    for place, other in enumerate(others):
        table.same("icar.close.foes.roll-each", (place, attribute))
        table.remember((place, attribute, act))
        if (able(one) or len(others) == 1) and not other.out:  # a Puppet's shot may have killed the next
            against_one(state, table, one, other, chains[place], act, attribute)
            other.surprised = False  # knows by now, whatever came of it
        table.forget()


def refuse_empty_hands(one: Actor, act: UseCombo, chains: list[Chain]) -> None:
    """A Strike is made with something in the hand; what lies about will do. icar.close.weapon.hand"""
    refuse_full_hands(one, act.thing)
    if not one.hand and not act.thing and any("strike" in each.moves for each in chains):
        raise Refused("icar.close.weapon.hand", "there is nothing in the hand to strike with", ['thing="table leg"'])


def chosen_chains(state: Icar, one: Actor, act: UseCombo) -> list[Chain]:
    names = act.combos if len(act.combos) != 1 else act.combos * len(act.foes)
    if len(names) != len(act.foes):
        raise Refused("icar.close.foes.combo-each", f"{len(act.combos)} combos for {len(act.foes)} foes")
    shares = share_swaps(act.swap, act.foes)
    refuse_swaps(one, len(act.swap), len(act.foes))
    words = act.words.strip()
    return [chain(state, one, names[place], shares[foe], words, act.victim) for place, foe in enumerate(act.foes)]


def against_one(state: Icar, table: Table, one: Actor, other: Actor, mine: Chain, act: UseCombo, attribute: str) -> None:
    """First the foe's escape check if one is due; then a duel with an equal, a check at 10 against the rest."""
    if not mine.words and not is_equal(other):  # icar.ruling.undescribed: nothing is thrown at all
        return
    if escape_due(other):  # icar.ruling.down-order, icar.ruling.pinned-combo
        spend(state, table, other, "escape")
        table.emit("icar.ruling.pinned-combo" if pinned(other) else "icar.ruling.down-order", other.id, one.id)
        if struggle(state, table, other):
            table.emit("icar.close.down.combo", one.id, other.id)
            return
    if is_equal(other):
        duel(state, table, one, other, mine, act, attribute)
        return
    tally = table.tally()
    tally.add(NPC_TN, "icar.close.combo.npc-tn")
    add_combo(tally, one, mine, attribute, len(act.foes))
    if told_check(state, table, one, tally, "icar.close.combo.check"):
        carry_out(state, table, one, other, list(mine.moves), mine.victim, act.crush)
    else:
        table.emit("icar.ruling.combo-fail", one.id, other.id)


def is_equal(other: Actor) -> bool:
    """A player's character, or an NPC important enough to own combos, who can fight back. icar.close.duel.when"""
    return (other.pc or bool(other.combos)) and able(other) and not other.surprised


def add_combo(tally: Tally, one: Actor, mine: Chain, attribute: str, foes: int) -> None:
    """Street Fighting and the attribute, less the difficulty; several foes make each check harder. icar.close.skill-rolled"""
    tally.add(mine.difficulty, "icar.close.combo.stats", mine.name)
    if mine.swaps:
        tally.add(mine.added, "icar.close.swap.difficulty", "swapped in")
    amount, rule = foes_penalty(one, foes)
    if foes > 1:
        tally.add(amount, rule, f"{foes} foes")
    take_off_ability(tally, one, STREET_FIGHTING, attribute)
