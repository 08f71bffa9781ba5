"""Combo against combo: the lower initiative chooses and tells first, then both throw, and only the winner's takes effect."""

from __future__ import annotations

from starfray.engine.rules import Option, Table, bands
from starfray.rulebooks.icar.common.action_economy import spend
from starfray.rulebooks.icar.common.check import ATTRIBUTES, agreed_attribute, attribute_of, take_off_ability
from starfray.rulebooks.icar.common.opposed import Lead, contest
from starfray.rulebooks.icar.common.person import STREET_FIGHTING, is_aug, parted, people, skill_of
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.combo_choice import (
    Chain,
    UseCombo,
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
from starfray.rulebooks.icar.ground.initiative import comes_first
from starfray.rulebooks.icar.ground.moves import MOVES, difficulty_of
from starfray.rulebooks.icar.ground.single_hit import strike

PLAIN = "plain"
AS_IT_IS = "none"
NOBODY = "nobody"
PLAIN_ROLL = Chain(PLAIN, (), 0, 0, "defends")


def duel(state: Icar, table: Table, actor: Actor, other: Actor, attack: Chain, action: UseCombo, attribute: str) -> None:
    """icar.close.duel.compare"""
    table.emit("icar.close.duel.when", actor.id, other.id)
    order = comes_first(state, table, actor, other)  # icar.close.duel.choose-order
    known = actor.id in state.ground.order and other.id in state.ground.order
    table.enter((attack, order))
    answer = answer_of(state, table, actor, other)
    usual = defence_attribute(table, other) if answer.moves else "battle"
    table.leave()
    table.enter((attack, order, answer, usual))
    if order and answer.moves and attack.words and len(action.foes) == 1 and not attack.swaps:
        attack = second_thoughts(state, table, actor, other, attack)
    table.leave()
    rule = "icar.ruling.duel-initiative" if known else "icar.close.duel.choose-order"
    table.emit(rule, (other if order else actor).id, (actor if order else other).id)
    table.enter((attack, answer, usual))
    won = outcome(state, table, actor, other, attack, answer, attribute, usual, len(action.foes))
    table.leave()
    if won > 0:
        carry_out(state, table, actor, other, list(attack.moves), attack.victim, action.crush)
    elif won < 0 and answer.moves:
        crush = is_aug(other) and table.confirm("icar.close.aug.damage", other.id, "As much Damage as Stun?", "yes")
        carry_out(state, table, other, actor, list(answer.moves), answer.victim, crush)
    elif won < 0:
        strike(state, table, other, actor)  # icar.ruling.duel-sides: what a single hit does


def answer_of(state: Icar, table: Table, actor: Actor, other: Actor) -> Chain:
    """A combo of one's own is the action of this turn; a plain roll is free. icar.ruling.exchange-action"""
    options = []
    for combo in other.combos:
        if not other.acted and why_unusable(state, other, combo) is None and can_get_up(state, other, combo.moves, actor.id):
            options.append(Option(combo.name, rule="icar.close.duel.compare", note=f"difficulty {difficulty_of(combo)}"))
    options.append(Option(PLAIN, "only defend", "icar.ruling.duel-sides"))
    prompt = f"{actor.name or actor.id} comes at {other.name or other.id} with a combo. Answer with one?"
    name = table.choose("icar.ruling.duel-sides", other.id, options, prompt)
    if name == PLAIN:
        return PLAIN_ROLL
    spend(state, table, other, UseCombo.KIND, (actor.id,))
    return told_chain(state, table, other, actor, name)


def told_chain(state: Icar, table: Table, actor: Actor, foe: Actor, name: str) -> Chain:
    """A combo chosen in the middle of a duel: what is swapped in it, and the words. icar.close.swap.grant"""
    combo = combo_of(actor, name)
    swaps: list[str] = []
    places: list[int] = []
    moves = list(combo.moves)
    while True:
        table.merge("icar.close.swap.grant", (name, tuple(swaps)))
        up = gets_up(actor, moves, foe.id)
        options = [
            Option(f"{place + 1}:{key}", note=f"+{MOVES[key].difficulty}", rule="icar.close.swap.grant")
            for place, key in possible_swaps(state, actor, moves)
            if place not in places and (up or gets_up(actor, with_move(moves, place, key), foe.id))
        ]
        if up:
            options.append(Option(AS_IT_IS, "nothing more" if swaps else "as it is written"))
        if not options or (len(options) == 1 and up):
            break
        swap = table.choose("icar.close.swap.grant", actor.id, options, f"Swap a move of {name}?", AS_IT_IS if up else "")
        if swap == AS_IT_IS:
            break
        place, key = read_swap(swap, len(moves))
        swaps.append(swap)
        places.append(place)
        moves = with_move(moves, place, key)
        actor.swapped += 1
        table.emit("icar.close.swap.one-use", actor.id, note=name)
    words = table.text("icar.close.combo.describe-first", actor.id, f"Describe {name} before the dice fall.")
    table.enter((name, tuple(swaps), words))
    victim = puppet_victim(state, table, actor, foe) if "puppet" in moves else ""
    table.leave()
    return chain(state, actor, name, swaps, words.strip(), victim)


def puppet_victim(state: Icar, table: Table, actor: Actor, foe: Actor) -> str:
    """Whom the enemy's gun shall hit is named with the combo. icar.ruling.gunfu-roll"""
    there = [
        other
        for other in people(state)
        if other is not actor
        and other is not foe
        and not other.out
        and (other.side == actor.side or not other.hidden)
        and not parted(state, actor, other)
        and (state.kind == "ground" or other.aboard == actor.aboard)
    ]
    enemies = [other for other in there if other.side != actor.side]
    friends = [other for other in there if other.side == actor.side]
    options = [Option(target.id, target.name, "icar.close.skill.gf2") for target in (*enemies, *friends)]
    options.append(Option(NOBODY))
    likely = enemies[0].id if enemies else NOBODY
    chosen = table.choose("icar.ruling.gunfu-roll", actor.id, options, "Whom does the Puppet shoot?", likely)
    return "" if chosen == NOBODY else chosen


def defence_attribute(table: Table, actor: Actor) -> str:
    """Who answers with a combo may propose a better attribute than Battle too. icar.close.attribute-swap"""
    better = [name for name in ATTRIBUTES if attribute_of(actor, name) > attribute_of(actor, "battle")]
    if not better:
        return "battle"
    options = [Option(name, note=str(attribute_of(actor, name))) for name in (*better, "battle")]
    wanted = table.choose("icar.close.attribute-swap", actor.id, options, "With which attribute?", "battle")
    return agreed_attribute(table, actor, STREET_FIGHTING, wanted)


def second_thoughts(state: Icar, table: Table, actor: Actor, other: Actor, attack: Chain) -> Chain:
    """Whoever has the higher initiative has heard the other's combo and may still choose another."""
    usable = [
        combo for combo in actor.combos if why_unusable(state, actor, combo) is None and gets_up(actor, combo.moves, other.id)
    ]
    options = [Option(combo.name, note=f"difficulty {difficulty_of(combo)}") for combo in usable if combo.name != attack.name]
    options.append(Option(attack.name, rule="icar.close.duel.choose-order"))
    name = table.choose("icar.close.duel.choose-order", actor.id, options, "Keep to the combo?", attack.name)
    if name == attack.name:
        return attack
    return told_chain(state, table, actor, other, name)


def outcome(
    state: Icar, table: Table, actor: Actor, other: Actor, attack: Chain, answer: Chain, attribute: str, usual: str, foes: int
) -> int:
    """1: the attacker wins, -1: the other does, 0: nothing happens. icar.ruling.undescribed"""
    if not attack.words and not answer.words:
        return 0
    if not attack.words:
        return -1 if alone(table, other) else 0
    if not answer.words:
        return 1 if alone(table, actor) else 0
    tally = table.tally()  # icar.close.duel.tie, .crit: as in every opposed check
    tally.add(attribute_of(other, usual), "icar.close.duel.compare", f"{other.id}: {usual}")
    tally.add(skill_of(other, STREET_FIGHTING), "icar.close.duel.compare", f"{other.id}: {STREET_FIGHTING}")
    for modifier in other.gm_modifiers:
        tally.add(modifier.amount, "gm.modifier", modifier.note)
    if answer.difficulty:
        tally.add(-answer.difficulty, "icar.close.combo.stats", f"{other.id}: {answer.name}")
    if answer.swaps:
        tally.add(-answer.added, "icar.close.swap.difficulty", f"{other.id}: swapped in")
    theirs = tally.total
    tally.add(attack.difficulty, "icar.close.combo.stats", attack.name)
    if attack.swaps:
        tally.add(attack.added, "icar.close.swap.difficulty", "swapped in")
    if foes > 1:
        amount, rule = foes_penalty(actor, foes)
        tally.add(amount, rule, f"{foes} foes")
    take_off_ability(tally, actor, STREET_FIGHTING, attribute)
    return 1 if contest(state, table, actor, other, Lead(tally, theirs), "icar.close.duel.compare") else -1


def alone(table: Table, actor: Actor) -> bool:
    """The other combo fails for want of words: only a natural 1 can still lose."""
    return table.roll("icar.ruling.undescribed", actor.id, bands(1, 10, 1)) == 1
