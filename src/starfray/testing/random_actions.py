"""Drawing actions, legal and illegal, and what must hold when rules refuse."""

from __future__ import annotations

import dataclasses
from typing import Any, get_args, get_origin

from starfray.engine.actions import Action, from_json, parse, to_json, to_text
from starfray.engine.codec import clone, fingerprint, hints
from starfray.engine.dice import Shape
from starfray.engine.errors import BadInput, Refused, StarfrayError, Unset
from starfray.engine.forms import forms_for
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.sampler import fill
from starfray.engine.table import Table
from starfray.engine.tables.dry_run import refusal
from starfray.engine.tables.random import Generators, RandomTable
from starfray.engine.values import EVERYONE, Ask, Form, Tally
from starfray.fight import Fight
from starfray.testing.context import Kit

TRIES = 12


class WatchedTable(RandomTable):
    """A random table that remembers whether anything went through it."""

    def __init__(self, fight: Fight, state: Any, seed: int) -> None:
        super().__init__(fight.book, state, Generators(seed), Policies(RandomPolicy()), explains=True, content=fight.content)
        self.touched = ""

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        self.touched = self.touched or f"a die was thrown for {rule}"
        return super().faces_for(rule, who, shape, tally, secret)

    def answer_for(self, ask: Ask) -> str:
        self.touched = self.touched or f"{ask.who} was asked {ask.rule}"
        return super().answer_for(ask)

    def emit(
        self,
        rule: str,
        who: str,
        whom: str = "",
        number: int = 0,
        note: str = "",
        only: str = EVERYONE,
        tally: Tally | None = None,
    ) -> None:
        self.touched = self.touched or f"an event of {rule} was told"
        Table.emit(self, rule, who, whom, number, note, only, tally)


def draw(kit: Kit, fight: Fight, who: str, generator: Generator) -> Action | None:
    """A legal action from the forms as her side knows them, every other time one of a kind that was seldom played."""
    view = fight.view(f"side:{fight.state.roster[who].side}")
    forms = forms_for(kit.book, view, who)
    check_forms(kit, forms, who)
    opened = [form for form in forms if form.refused is None]
    rare_first = generator.below(2) == 1
    while opened:
        fewest = min(kit.actions.times.get(form.kind, 0) for form in opened)
        likely = [form for form in opened if not rare_first or kit.actions.times.get(form.kind, 0) == fewest]
        form = likely[generator.below(len(likely))]
        kit.offered[form.kind] = kit.offered.get(form.kind, 0) + 1
        action = legal_from(kit, fight, view, form, who, generator)
        if action is not None:
            return action
        opened.remove(form)
    return None


def legal_from(kit: Kit, fight: Fight, view: Any, form: Form, who: str, generator: Generator) -> Action | None:
    """One filled in at random that the rules allow, as she knows the position and as it is."""
    for _ in range(TRIES):
        action = fill(kit.book, view, form, who, generator)
        if action is None:
            kit.refused_by[form.kind] = "a blank of the form has no value to draw, or its name is no field of the action"
            continue
        why = refusal(kit.book, view, action)
        if why is not None:
            kit.refused_by[form.kind] = f"{to_text(action)}: {why}"
            continue
        kit.accepted[form.kind] = kit.accepted.get(form.kind, 0) + 1
        if view is fight.state or refusal(kit.book, fight.state, action) is None:
            return action
    return None


def check_forms(kit: Kit, forms: list[Form], who: str) -> None:
    ledger = kit.book.ledger()
    for form in forms:
        if form.kind not in kit.book.actions:
            kit.findings.complain("acts", f"legal offers {form.kind!r}, which is no kind of action")
        if form.rule and form.rule not in ledger:
            kit.findings.complain("names", f"the form {form.kind} names {form.rule!r}, which is not in the ledger")
        if form.refused is not None and form.refused.rule not in ledger:
            kit.findings.complain("names", f"the refused form {form.kind} names {form.refused.rule!r}, not in the ledger")


def check_offers(kit: Kit) -> None:
    """A form that is open must be possible to fill in."""
    for kind, times in kit.offered.items():
        if kind not in kit.accepted and times >= 3:
            kit.findings.complain(
                "acts",
                f"legal offers {kind!r}, but every one drawn from its form is refused",
                f"{times} positions; last: {kit.refused_by.get(kind, '')}",
            )


def check_texts(kit: Kit, action: Action) -> None:
    """Text and JSON of an action are inverse."""
    kit.findings.count("texts of actions")
    kinds = kit.book.all_actions
    text = to_text(action)
    with kit.findings.guard("files", f"reading {text!r}"):
        if parse(kinds, text) != action:
            kit.findings.complain("files", f"{text!r} reads back as {parse(kinds, text)}, was {action}")
        if from_json(kinds, to_json(action)) != action:
            kit.findings.complain("files", f"the JSON of {text!r} reads back as {from_json(kinds, to_json(action))}")


# --- refusals --------------------------------------------------------------------------------------------------


def check_refusals(kit: Kit, fight: Fight, action: Action, generator: Generator, tries: int = 4) -> None:
    """Actions changed at random must be allowed, or refused without changing anything."""
    for _ in range(tries):
        bent = bend(fight, action, generator)
        if bent is not None:
            check_refused(kit, fight, bent)
    idle = [who for who in fight.state.roster if who not in fight.actors and who not in fight.asides]
    if idle:
        check_fight_refuses(kit, fight, dataclasses.replace(action, actor=idle[generator.below(len(idle))]))


def bend(fight: Fight, action: Action, generator: Generator) -> Action | None:
    """The action with one field changed: another actor, another target, a weapon that is not there, a number too big."""
    names = [f.name for f in dataclasses.fields(action)]
    name = names[generator.below(len(names))]
    hint = hints(type(action))[name]
    words = [*fight.state.roster, "nobody", "", "no-such-thing"]
    old = getattr(action, name)
    if hint is str:
        new: Any = words[generator.below(len(words))]
    elif hint is bool:
        new = not old
    elif hint in (int, float):
        new = hint((-3, 0, 1, 7, 5000)[generator.below(5)])
    elif get_origin(hint) is tuple and get_args(hint)[-1] is ... and isinstance(old, tuple):  # a point keeps its length
        new = old[:-1] if generator.below(2) else old * 2
    else:
        return None
    if name == "actor" and new not in fight.state.roster:
        return None
    return dataclasses.replace(action, **{name: new})


def check_refused(kit: Kit, fight: Fight, action: Action) -> None:
    state = clone(fight.state)
    before = fingerprint(state)
    table = WatchedTable(fight, state, 1)
    text = to_text(action)
    try:
        kit.book.play(state, table, action)
    except Unset:
        return
    except Refused as refused:
        kit.findings.count("refusals")
        if refused.rule not in kit.book.ledger():
            kit.findings.complain("names", f"a refusal names {refused.rule!r}, which is not in the ledger", text)
        if table.touched:
            kit.findings.complain("refusals", f"{action.KIND} is refused ({refused.rule}) after {table.touched}", text)
        if fingerprint(state) != before:
            kit.findings.complain(
                "refusals",
                f"{action.KIND} changes the position before it is refused ({refused.rule})",
                f"{text}: {difference(fight.state, state)}",
            )
    except BadInput:
        kit.findings.count("refusals")
        if fingerprint(state) != before or table.touched:
            kit.findings.complain("refusals", f"{action.KIND} changes something before it is found to be bad input", text)
    except Exception as error:
        with kit.findings.guard("acts", f"{action.KIND}, bent out of shape,"):
            raise error
        return
    else:
        return
    check_fight_refuses(kit, fight, action)


def check_fight_refuses(kit: Kit, fight: Fight, action: Action) -> None:
    """The same refusal through the fight: no die, no entry, no change."""
    before = (fight.hash, fight.version, fight.generators.states(), len(fight.events))
    text = to_text(action)
    try:
        fight.play(action)
    except StarfrayError:
        if (fight.hash, fight.version, fight.generators.states(), len(fight.events)) != before:
            kit.findings.complain("refusals", f"{action.KIND}, refused, left a trace in the fight", text)
    else:
        kit.findings.complain("refusals", f"{action.KIND} is refused by the rules and yet played by the fight", text)
        fight.undo() if fight.draft is None else fight.cancel()


def difference(actor: Any, other: Any) -> str:
    """The first few paths in which two positions differ."""
    from starfray.odds import changes, flat

    found = [f"{path} {was} → {now}" for path, (was, now) in changes(flat(actor), flat(other)).items()]
    return "; ".join(found[:4]) + (" …" if len(found) > 4 else "")
