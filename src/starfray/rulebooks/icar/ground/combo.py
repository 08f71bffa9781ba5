"""Using a combo: against NPCs at 10, against one's equals in a duel, against several at a price."""

from __future__ import annotations

from starfray.engine.rules import ActionKind, Content, Field, Option, Refused, Table, Tally, flag
from starfray.rulebooks.icar.common.action_economy import MAIN, MAIN_WORDS, spend
from starfray.rulebooks.icar.common.check import EASY, attribute_field, chance, refuse_attribute, take_off_ability, told_check
from starfray.rulebooks.icar.common.person import STREET_FIGHTING, able, down, foes, is_aug, parted, person, pinned, skill_of
from starfray.rulebooks.icar.common.records import Combo
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.combo_choice import (
    Chain,
    UseCombo,
    chain,
    combo_of,
    foes_penalty,
    gets_up,
    refuse_swaps,
    share_swaps,
    swaps_of,
    why_unusable,
)
from starfray.rulebooks.icar.ground.duel import duel
from starfray.rulebooks.icar.ground.effects import carry_out
from starfray.rulebooks.icar.ground.escape import escape_due, struggle
from starfray.rulebooks.icar.ground.moves import AKARAK, MOVES, difficulty_of
from starfray.rulebooks.icar.ground.single_hit import close_attribute, refuse_full_hands, refuse_out_of_reach

NPC_TN: int = EASY  # icar.close.combo.npc-tn: 10, not 12


def use_combo(state: Icar, table: Table, action: UseCombo) -> None:
    """A chain of moves for each foe, one check each.

    icar.close.combo.definition, icar.turn.combo, icar.close.foes.combo-each
    """
    actor = state.roster[action.actor]
    if not action.foes or len(set(action.foes)) < len(action.foes):
        raise Refused("icar.close.foes.combo-each", "each foe is named once")
    targets = [refuse_out_of_reach(state, actor, foe) for foe in action.foes]
    refuse_attribute(action.attribute)
    chains = chosen_chains(state, actor, action)
    refuse_extras(state, actor, action)
    refuse_empty_hands(actor, action, chains)
    if down(actor) and not gets_up(actor, chains[0].moves, action.foes[0]):
        raise Refused("icar.ruling.down-choice", f"{actor.id} has to get up first", ["escape"])
    table.allowed()
    spend(state, table, actor, action.KIND, action.foes)
    actor.hand = action.thing or actor.hand
    tell_chains(table, actor, chains)
    if not action.words.strip():  # icar.ruling.undescribed, icar.close.swap.must-describe: no die, not even for a natural 10
        table.emit("icar.close.combo.describe-first", actor.id)
    attribute = close_attribute(table, actor, action.attribute) if action.words.strip() else "battle"
    for place, target in enumerate(targets):
        table.merge("icar.close.foes.roll-each", (place, attribute))
        table.enter((place, attribute, action))
        if (able(actor) or len(targets) == 1) and not target.out:  # a Puppet's shot may have killed the next
            against_one(state, table, actor, target, chains[place], action, attribute)
            target.surprised = False  # knows by now, whatever came of it
        table.leave()


def refuse_extras(state: Icar, actor: Actor, action: UseCombo) -> None:
    """What only an Aug can do, and whom a Puppet could shoot."""
    if action.crush and not is_aug(actor):
        raise Refused("icar.close.aug.damage", f"{actor.id} is no Aug")
    victim = state.roster.get(action.victim)
    if action.victim and (victim is None or victim is actor or not person(victim) or parted(state, actor, victim)):
        raise Refused("icar.ruling.gunfu-roll", f"{action.victim!r} is nobody a Puppet could shoot")


def tell_chains(table: Table, actor: Actor, chains: list[Chain]) -> None:
    actor.swapped += sum(chosen.swaps for chosen in chains)
    table.emit("icar.turn.combo", actor.id, note=", ".join(chosen.name for chosen in chains))
    for chosen in chains:
        if chosen.swaps:
            table.emit("icar.close.swap.one-use", actor.id, note=chosen.name)
            table.cite("icar.ruling.swap-effects")
    if actor.swapped > 1:
        table.emit("icar.close.skill.aa3", actor.id, number=actor.swapped)
    if any(combo_of(actor, chosen.name).agreed for chosen in chains):
        table.cite("icar.ruling.example-levels")


def no_combo(state: Icar, actor: Actor, content: Content) -> Refused | None:
    if actor.combos:
        return None
    rule = "icar.close.combo.choose" if actor.pc else "icar.ruling.combo-npc"
    return Refused(rule, f"{actor.id} has no combo to use", ["hit"])


def combo_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    """icar.close.combo.describe-first: the words come before the die"""
    if not actor.combos:
        return []
    usable = [combo for combo in actor.combos if why_unusable(state, actor, combo) is None] or actor.combos
    near = foes(state, actor)
    fields = [
        Field("foes", "list", [Option(foe.id, foe.name) for foe in near], role="target"),
        Field("combos", "list", [combo_option(state, actor, combo) for combo in usable]),
        Field("words", "text", required=False, default=usable[0].words, hint="say how it goes, or it fails", main=True),
        Field("swap", "list", swap_options(state, actor, usable), required=False),
        attribute_field(STREET_FIGHTING),
        Field("victim", "combatant", [Option(foe.id, foe.name) for foe in near], required=False, main=False,
              label="victim of a Puppet", hint="whom Puppet shoots"),
    ]  # fmt: skip
    if not actor.hand and any("strike" in combo.moves for combo in usable):
        hint = "what is picked up to strike with"
        fields.append(Field("thing", "text", required=False, label="object", hint=hint))
    if is_aug(actor):
        fields.append(flag("crush", "an Aug: as much Damage as Stun"))
    return fields


def combo_option(state: Icar, actor: Actor, combo: Combo) -> Option:
    """With the chance at 10 and the usual attribute."""
    if why_unusable(state, actor, combo) is not None:
        return Option(combo.name, note="rests")
    tally = Tally(False)
    tally.add(NPC_TN, "icar.close.combo.npc-tn")
    add_combo(tally, actor, chain(state, actor, combo.name, [], ""), "battle", 1)
    note = f"difficulty {difficulty_of(combo)}, {round(100 * chance(tally.total))} % against 10"
    return Option(combo.name, note=note, rule="icar.close.build.record")


def swap_options(state: Icar, actor: Actor, usable: list[Combo]) -> list[Option]:
    places = max(len(combo.moves) for combo in usable)
    return [
        Option(f"{place}:{key}", note=f"+{MOVES[key].difficulty}", rule="icar.close.swap.grant")
        for place in range(1, places + 1)
        for key in swaps_of(state, actor)
    ]


def akarak_hint(state: Icar, actor: Actor) -> tuple[str, ...]:
    return ("icar.close.skill.aa-swap-only",) if skill_of(actor, AKARAK) else ()


COMBO = ActionKind(
    UseCombo, use_combo, "icar.turn.combo", MAIN, MAIN_WORDS, "close combat", refusal=no_combo, fields=combo_fields,
    hints=(
        "icar.close.combo.definition", "icar.close.swap.must-describe", "icar.close.aug.alike", "icar.close.skill-rolled",
    ),
    more_hints=akarak_hint,
)  # fmt: skip


def refuse_empty_hands(actor: Actor, action: UseCombo, chains: list[Chain]) -> None:
    """A Strike is made with something in the hand; what lies about will do. icar.close.weapon.hand"""
    refuse_full_hands(actor, action.thing)
    if not actor.hand and not action.thing and any("strike" in chosen.moves for chosen in chains):
        raise Refused("icar.close.weapon.hand", "there is nothing in the hand to strike with", ['thing="table leg"'])


def chosen_chains(state: Icar, actor: Actor, action: UseCombo) -> list[Chain]:
    names = action.combos if len(action.combos) != 1 else action.combos * len(action.foes)
    if len(names) != len(action.foes):
        raise Refused("icar.close.foes.combo-each", f"{len(action.combos)} combos for {len(action.foes)} foes")
    shares = share_swaps(action.swap, action.foes)
    refuse_swaps(actor, len(action.swap), len(action.foes))
    words = action.words.strip()
    return [chain(state, actor, names[place], shares[foe], words, action.victim) for place, foe in enumerate(action.foes)]


def against_one(
    state: Icar, table: Table, actor: Actor, target: Actor, attack: Chain, action: UseCombo, attribute: str
) -> None:
    """First the foe's escape check if one is due; then a duel with an equal, a check at 10 against the rest."""
    if not attack.words and not is_equal(target):  # icar.ruling.undescribed: nothing is thrown at all
        return
    if escape_due(state, target):  # icar.ruling.down-order, icar.ruling.pinned-combo
        spend(state, table, target, "escape")
        table.cite("icar.ruling.pinned-combo" if pinned(target) else "icar.ruling.down-order")
        if struggle(state, table, target):
            table.emit("icar.close.down.combo", actor.id, target.id)
            return
    if is_equal(target):
        duel(state, table, actor, target, attack, action, attribute)
        return
    tally = table.tally()
    tally.add(NPC_TN, "icar.close.combo.npc-tn")
    add_combo(tally, actor, attack, attribute, len(action.foes))
    if told_check(state, table, actor, tally, "icar.close.combo.check"):
        carry_out(state, table, actor, target, list(attack.moves), attack.victim, action.crush)
    else:
        table.emit("icar.ruling.combo-fail", actor.id, target.id)


def is_equal(other: Actor) -> bool:
    """A player's character, or an NPC important enough to own combos, who can fight back. icar.close.duel.when"""
    return (other.pc or bool(other.combos)) and able(other) and not other.surprised


def add_combo(tally: Tally, actor: Actor, attack: Chain, attribute: str, foes: int) -> None:
    """Street Fighting and the attribute, less the difficulty; several foes make each check harder. icar.close.skill-rolled"""
    tally.add(attack.difficulty, "icar.close.combo.stats", attack.name)
    if attack.swaps:
        tally.add(attack.added, "icar.close.swap.difficulty", "swapped in")
    amount, rule = foes_penalty(actor, foes)
    if foes > 1:
        tally.add(amount, rule, f"{foes} foes")
    take_off_ability(tally, actor, STREET_FIGHTING, attribute)
