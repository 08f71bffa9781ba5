"""Combo against combo: the lower initiative chooses and tells first, then both throw, and only the winner's takes effect."""

from __future__ import annotations

from starfray.engine.dice import bands
from starfray.engine.table import Table
from starfray.engine.values import Option
from starfray.rulebooks.icar.contest import contest
from starfray.rulebooks.icar.core import ATTRIBUTES, agreed_attribute, attribute_of, take_off_ability
from starfray.rulebooks.icar.ground.actions import UseCombo
from starfray.rulebooks.icar.ground.chosen import (
    Chain,
    can_get_up,
    chain,
    combo_of,
    foes_penalty,
    gets_up,
    possible_swaps,
    read_swap,
    why_unusable,
    with_move,
)
from starfray.rulebooks.icar.ground.effects import carry_out
from starfray.rulebooks.icar.ground.hit import land
from starfray.rulebooks.icar.ground.initiative import comes_first
from starfray.rulebooks.icar.ground.moves import MOVES, difficulty_of
from starfray.rulebooks.icar.ground.people import STREET_FIGHTING, is_aug, parted, people, skill_of
from starfray.rulebooks.icar.ground.spend import spend
from starfray.rulebooks.icar.state import Actor, Icar

PLAIN = "plain"
AS_IT_IS = "none"
NOBODY = "nobody"
PLAIN_ROLL = Chain(PLAIN, (), 0, 0, "defends")


def duel(state: Icar, table: Table, one: Actor, other: Actor, mine: Chain, act: UseCombo, attribute: str) -> None:
    """icar.close.duel.compare"""
    table.emit("icar.close.duel.when", one.id, other.id)
    order = comes_first(state, table, one, other)  # icar.close.duel.choose-order
    known = one.id in state.ground.order and other.id in state.ground.order
    table.remember((mine, order))
    theirs = answer_of(state, table, one, other)
    usual = defence_attribute(table, other) if theirs.moves else "battle"
    table.forget()
    table.remember((mine, order, theirs, usual))
    if order and theirs.moves and mine.words and len(act.foes) == 1 and not mine.swaps:
        mine = second_thoughts(state, table, one, other, mine)
    table.forget()
    rule = "icar.ruling.duel-initiative" if known else "icar.close.duel.choose-order"
    table.emit(rule, (other if order else one).id, (one if order else other).id)
    table.remember((mine, theirs, usual))
    won = outcome(state, table, one, other, mine, theirs, attribute, usual, len(act.foes))
    table.forget()
    if won > 0:
        carry_out(state, table, one, other, list(mine.moves), mine.victim, act.crush)
    elif won < 0 and theirs.moves:
        crush = is_aug(other) and table.confirm("icar.close.aug.damage", other.id, "As much Damage as Stun?", "yes")
        carry_out(state, table, other, one, list(theirs.moves), theirs.victim, crush)
    elif won < 0:
        land(state, table, other, one)  # icar.ruling.duel-sides: what a single hit does


def answer_of(state: Icar, table: Table, one: Actor, other: Actor) -> Chain:
    """A combo of one's own is the action of this turn; a plain roll is free. icar.ruling.exchange-action"""
    options = []
    for combo in other.combos:
        if not other.acted and why_unusable(state, other, combo) is None and can_get_up(state, other, combo.moves, one.id):
            options.append(Option(combo.name, rule="icar.close.duel.compare", note=f"difficulty {difficulty_of(combo)}"))
    options.append(Option(PLAIN, "only defend", "icar.ruling.duel-sides"))
    prompt = f"{one.name or one.id} comes at {other.name or other.id} with a combo. Answer with one?"
    name = table.choose("icar.ruling.duel-sides", other.id, options, prompt)
    if name == PLAIN:
        return PLAIN_ROLL
    spend(state, table, other, UseCombo.KIND, (one.id,))
    return told_chain(state, table, other, one, name)


def told_chain(state: Icar, table: Table, one: Actor, foe: Actor, name: str) -> Chain:
    """A combo chosen in the middle of a duel: what is swapped in it, and the words. icar.close.swap.grant"""
    combo = combo_of(one, name)
    swaps: list[str] = []
    places: list[int] = []
    moves = list(combo.moves)
    while True:
        table.same("icar.close.swap.grant", (name, tuple(swaps)))
        up = gets_up(one, moves, foe.id)
        options = [
            Option(f"{place + 1}:{key}", note=f"+{MOVES[key].difficulty}", rule="icar.close.swap.grant")
            for place, key in possible_swaps(state, one, moves)
            if place not in places and (up or gets_up(one, with_move(moves, place, key), foe.id))
        ]
        if up:
            options.append(Option(AS_IT_IS, "nothing more" if swaps else "as it is written"))
        if not options or (len(options) == 1 and up):
            break
        swap = table.choose("icar.close.swap.grant", one.id, options, f"Swap a move of {name}?", AS_IT_IS if up else "")
        if swap == AS_IT_IS:
            break
        place, key = read_swap(swap, len(moves))
        swaps.append(swap)
        places.append(place)
        moves = with_move(moves, place, key)
        one.swapped += 1
        table.emit("icar.close.swap.one-use", one.id, note=name)
    words = table.text("icar.close.combo.describe-first", one.id, f"Describe {name} before the dice fall.")
    table.remember((name, tuple(swaps), words))
    victim = puppet_victim(state, table, one, foe) if "puppet" in moves else ""
    table.forget()
    return chain(state, one, name, swaps, words.strip(), victim)


def puppet_victim(state: Icar, table: Table, one: Actor, foe: Actor) -> str:
    """Whom the enemy's gun shall hit is named with the combo. icar.ruling.gunfu-roll"""
    there = [
        each
        for each in people(state)
        if each is not one
        and each is not foe
        and not each.out
        and (each.side == one.side or not each.hidden)
        and not parted(state, one, each)
        and (state.kind == "ground" or each.aboard == one.aboard)
    ]
    enemies = [each for each in there if each.side != one.side]
    friends = [each for each in there if each.side == one.side]
    options = [Option(each.id, each.name, "icar.close.skill.gf2") for each in (*enemies, *friends)]
    options.append(Option(NOBODY))
    likely = enemies[0].id if enemies else NOBODY
    chosen = table.choose("icar.ruling.gunfu-roll", one.id, options, "Whom does the Puppet shoot?", likely)
    return "" if chosen == NOBODY else chosen


def defence_attribute(table: Table, one: Actor) -> str:
    """Who answers with a combo may propose a better attribute than Battle too. icar.close.attribute-swap"""
    better = [name for name in ATTRIBUTES if attribute_of(one, name) > attribute_of(one, "battle")]
    if not better:
        return "battle"
    options = [Option(name, note=str(attribute_of(one, name))) for name in (*better, "battle")]
    wanted = table.choose("icar.close.attribute-swap", one.id, options, "With which attribute?", "battle")
    return agreed_attribute(table, one, STREET_FIGHTING, wanted)


def second_thoughts(state: Icar, table: Table, one: Actor, other: Actor, mine: Chain) -> Chain:
    """Whoever has the higher initiative has heard the other's combo and may still choose another."""
    usable = [each for each in one.combos if why_unusable(state, one, each) is None and gets_up(one, each.moves, other.id)]
    options = [Option(each.name, note=f"difficulty {difficulty_of(each)}") for each in usable if each.name != mine.name]
    options.append(Option(mine.name, rule="icar.close.duel.choose-order"))
    name = table.choose("icar.close.duel.choose-order", one.id, options, "Keep to the combo?", mine.name)
    if name == mine.name:
        return mine
    return told_chain(state, table, one, other, name)


def outcome(
    state: Icar, table: Table, one: Actor, other: Actor, mine: Chain, theirs: Chain, attribute: str, usual: str, foes: int
) -> int:
    """1: the attacker wins, -1: the other does, 0: nothing happens. icar.ruling.undescribed"""
    if not mine.words and not theirs.words:
        return 0
    if not mine.words:
        return -1 if alone(table, other) else 0
    if not theirs.words:
        return 1 if alone(table, one) else 0
    tally = table.tally()
    tally.add(attribute_of(other, usual), "icar.close.duel.compare", f"{other.id}: {usual}")
    tally.add(skill_of(other, STREET_FIGHTING), "icar.close.duel.compare", f"{other.id}: {STREET_FIGHTING}")
    for modifier in other.gm_modifiers:
        tally.add(modifier.amount, "gm.modifier", modifier.note)
    if theirs.difficulty:
        tally.add(-theirs.difficulty, "icar.close.combo.stats", f"{other.id}: {theirs.name}")
    if theirs.swaps:
        tally.add(-theirs.added, "icar.close.swap.difficulty", f"{other.id}: swapped in")
    tally.add(mine.difficulty, "icar.close.combo.stats", mine.name)
    if mine.swaps:
        tally.add(mine.added, "icar.close.swap.difficulty", "swapped in")
    if foes > 1:
        amount, rule = foes_penalty(one, foes)
        tally.add(amount, rule, f"{foes} foes")
    take_off_ability(tally, one, STREET_FIGHTING, attribute)
    return 1 if contest(state, table, one, other, tally, "icar.close.duel.compare", duel=True) else -1


def alone(table: Table, one: Actor) -> bool:
    """The other combo fails for want of words: only a natural 1 can still lose."""
    return table.roll("icar.ruling.undescribed", one.id, bands(1, 10, 1)) == 1
