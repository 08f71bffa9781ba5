"""What hacks have switched off, and when it comes back. icar.hack.systems.brief"""

from __future__ import annotations

from starfray.engine.rules import GM, Table
from starfray.rulebooks.icar.common.intrusions import enter, thing_of
from starfray.rulebooks.icar.common.records import GENERATOR, GRAV_FIELD, GRAVITY, LIGHTS, Daemon
from starfray.rulebooks.icar.common.state import Icar

PERMANENT_AFTER = 10  # icar.hack.vehicle.permanent: successes in one vehicle
OVERLOADER = "generator-overloader"
TRAIL, STEALTH_TRAIL = "trail", "stealth-trail"
TRAILS = (TRAIL, STEALTH_TRAIL)
MINUTE = 20  # turns between two reports of a Stealth Trail


def switch_off(state: Icar, table: Table, who: str, target: str, system: str) -> None:
    """Off during the whole of the next turn; for good from the eleventh success on. icar.ruling.hack-duration"""
    hack = enter(state, who, target)
    passes = hack.before + hack.passes
    if passes == PERMANENT_AFTER:  # the tenth itself is still temporary
        table.emit("icar.ruling.hack-count", who, target, passes)
    if system in hack.off:  # repeating extends
        table.emit("icar.ruling.hack-duration", who, target, note=system)
    if system not in hack.coming:
        hack.coming.append(system)
    if passes > PERMANENT_AFTER:
        if system not in hack.for_good:
            hack.for_good.append(system)
        table.emit("icar.hack.vehicle.permanent", who, target, note=system)
    else:
        table.emit("icar.hack.vehicle.duration", who, target, note=system)


def tick(state: Icar, table: Table) -> None:
    """The turn is over: what was hacked goes off, what was off comes back; clocks run on."""
    for hack in state.hacks:
        back = [system for system in hack.off if system not in hack.coming and system not in hack.for_good]
        gone = [system for system in hack.coming if system not in hack.off]
        hack.off = [*hack.for_good, *(system for system in hack.coming if system not in hack.for_good)]
        hack.coming = []
        for system in back:
            table.emit("icar.hack.systems.brief", hack.target, note=system)
        if state.kind == "ground" and GRAV_FIELD in (*back, *gone):
            weigh_surroundings(state, table, f"gravity aboard {hack.target} {'on' if GRAV_FIELD in back else 'off'}")
    for daemon in state.at_work:
        if daemon.key in TRAILS:
            report(state, table, daemon)
        elif daemon.turns:
            daemon.turns -= 1
            if not daemon.turns:
                overload(state, table, daemon)
    state.at_work = [running for running in state.at_work if running.turns or running.key != OVERLOADER]


def weigh_surroundings(state: Icar, table: Table, words: str) -> None:
    """Lights or gravity have changed: the GM says what all that is off adds to every shot. icar.fire.harder"""
    off = [f"{thing.name} off" for thing in state.things if thing.kind in (LIGHTS, GRAVITY) and thing.open]
    off += [f"gravity aboard {hack.target} off" for hack in state.hacks if GRAV_FIELD in hack.off]
    prompt = f"{words}: what does {' and '.join(off) or 'it'} add to the target numbers of shots?"
    state.ground.surroundings = table.number("icar.fire.harder", GM, 0, 10, prompt, min(10, len(off)))
    state.ground.words = ", ".join(off or [words]) if state.ground.surroundings else ""


def report(state: Icar, table: Table, daemon: Daemon) -> None:
    """A Trail tells its owner's side where its mark is: every turn, a Stealth Trail every minute. icar.hack.daemon.goal"""
    daemon.turns = max(0, daemon.turns - 1)
    if daemon.turns or daemon.by not in state.roster:
        return
    daemon.turns = MINUTE if daemon.key == STEALTH_TRAIL else 0
    mark = state.roster.get(daemon.target)
    thing = thing_of(state, daemon.target)
    room = mark.area if mark is not None else thing.area if thing is not None else ""
    where = room or (f"{mark.at[0]:g}, {mark.at[1]:g}" if mark is not None and mark.at is not None else "still there")
    table.emit(
        "icar.hack.daemon.goal",
        daemon.by,
        daemon.target,
        note=f"{daemon.key}: {where}",
        only=state.roster[daemon.by].side or GM,
    )


def overload(state: Icar, table: Table, daemon: Daemon) -> None:
    """The generator blows; what that does to whom is the GM's to say."""
    table.emit("icar.hack.daemon.overloader", daemon.by, daemon.target)
    thing = thing_of(state, daemon.target)
    if thing is not None and thing.kind == GENERATOR:
        thing.open = True
    held = thing.holder if thing is not None else daemon.target
    holder = state.roster.get(held)
    if holder is not None and holder.craft is not None and "generators" not in holder.craft.inoperable:
        holder.craft.inoperable.append("generators")
    table.text("icar.ruling.overloader", GM, f"The generator of {daemon.target} blows up. What does it do?")
