"""The forms of hacking, in every kind of fight."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.values import Field, Form, Option
from starfray.rulebooks.icar.core import ATTRIBUTES, attribute_of
from starfray.rulebooks.icar.hacking.daemons import CHAMELEON, SEARCHED, why_no_destroy, why_no_release
from starfray.rulebooks.icar.hacking.reach import is_inside, needed, systems_of, targets, why_no_hacking, why_not_target
from starfray.rulebooks.icar.hacking.systems import intrusion, thing_of
from starfray.rulebooks.icar.state import Actor, Icar

COST = "a hacking action"


def hacking_forms(state: Icar, one: Actor) -> list[Form]:
    return [
        hack_form(state, one),
        release_form(state, one),
        search_form(state, one),
        destroy_form(state, one),
        impersonate_form(state, one),
    ]


def attribute_field() -> Field:
    return Field(
        "attribute",
        "choice",
        [Option(each) for each in ATTRIBUTES],
        required=False,
        default="wit",
        hint="another than the usual one needs the GM's word",
    )


def free_targets(state: Icar, one: Actor) -> list[str]:
    """Where nobody has found the hacker."""
    found = []
    for name in targets(state, one):
        there = intrusion(state, one.id, name)
        if there is None or not there.seen_by:
            found.append(name)
    return found


def hack_form(state: Icar, one: Actor) -> Form:
    hints = ["icar.hack.definition", "icar.hack.realworld-analogy", "icar.hack.support", "icar.hack.others"]
    form = Form("hack", COST, [], why_no_hacking(state, one), "icar.hack.combat.environment", "hacking", hints=hints)
    there = free_targets(state, one)
    if form.refused is None and not there:
        form.refused = Refused("icar.hack.combat.environment", "there is nothing to hack")
    if form.refused is None:
        options = [Option(name, looks_of(state, one, name), note=progress(state, one, name)) for name in there]
        systems = list(dict.fromkeys(each for name in there for each in systems_of(state, name)))
        form.hint = f"{attribute_of(one, 'shift') - one.tasks} hacking actions left this turn"
        form.fields = [
            Field("target", "choice", options),
            Field("system", "choice", [Option(each) for each in systems], required=False),
            attribute_field(),
        ]
    return form


def looks_of(state: Icar, one: Actor, name: str) -> str:
    """What a Chameleon makes of it, for all but its owner's side. icar.hack.daemon.goal"""
    thing = thing_of(state, name)
    ours = [each for each in state.at_work if each.key == CHAMELEON and each.target == name and each.by in state.roster]
    known = any(state.roster[each.by].side == one.side for each in ours)
    return thing.looks if thing is not None and not known else ""


def progress(state: Icar, one: Actor, name: str) -> str:
    if is_inside(state, one, name):
        return "inside"
    there = intrusion(state, one.id, name)
    return f"{there.passes if there is not None else 0} of {needed(state, name, '')}"


def release_form(state: Icar, one: Actor) -> Form:
    form = Form(
        "release", COST, [], why_no_hacking(state, one), "icar.hack.daemon.start", "hacking", hints=["icar.hack.daemon.goal"]
    )
    names = [*free_targets(state, one), *([one.aboard] if one.aboard else [])]
    usable = [
        (daemon, name)
        for daemon in dict.fromkeys(one.daemons)
        for name in dict.fromkeys(names)
        if why_no_release(state, one, daemon, name) is None
    ]
    if form.refused is None and not usable:
        form.refused = Refused("icar.hack.daemon.goal", "no Daemon, or nothing for one to do")
    if form.refused is None:
        form.fields = [
            Field("daemon", "choice", [Option(each) for each in dict.fromkeys(pair[0] for pair in usable)]),
            Field("target", "choice", [Option(each) for each in dict.fromkeys(pair[1] for pair in usable)]),
            attribute_field(),
        ]
    return form


def search_form(state: Icar, one: Actor) -> Form:
    form = Form("search", COST, [], why_no_hacking(state, one), "icar.hack.daemon.backdoor.find", "hacking")
    there = [name for name in free_targets(state, one) if why_not_target(state, one, name) is None]
    if form.refused is None:
        form.fields = [
            Field("target", "choice", [Option(each) for each in (*there, one.id)]),
            Field("daemon", "choice", [Option(each) for each in SEARCHED], required=False, default=SEARCHED[0]),
            attribute_field(),
        ]
    return form


def destroy_form(state: Icar, one: Actor) -> Form:
    form = Form("destroy", COST, [], why_no_hacking(state, one), "icar.hack.daemon.goal", "hacking")
    known = [each for each in state.at_work if why_no_destroy(state, one, each.key, each.target) is None]
    if form.refused is None and not known:
        form.refused = Refused("icar.hack.daemon.goal", f"{one.id} knows of no Daemon to destroy", ["search"])
    if form.refused is None:
        form.fields = [
            Field("daemon", "choice", [Option(each) for each in dict.fromkeys(each.key for each in known)]),
            Field("target", "choice", [Option(each) for each in dict.fromkeys(each.target for each in known)]),
            attribute_field(),
        ]
    return form


def impersonate_form(state: Icar, one: Actor) -> Form:
    form = Form("impersonate", COST, [], why_no_hacking(state, one), "icar.hack.impersonation", "hacking")
    seen = [each.target for each in state.hacks if each.by == one.id and each.seen_by]
    if form.refused is None and not seen:
        form.refused = Refused("icar.hack.impersonation", f"nobody has found {one.id}")
    if form.refused is None:
        form.fields = [Field("target", "choice", [Option(each) for each in seen]), Field("words", "text"), attribute_field()]
    return form
