"""The shots themselves, whoever fires them and why: accuracy, jam, luck, damage, hitting the dirt. cx.order.shot

Nothing here provokes a Reaction, so held and suppressing fire use it as it is.
"""

from __future__ import annotations

from starfray.engine.dice import bands
from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Option, Tally
from starfray.rulebooks.compound_x.armour import take_hit
from starfray.rulebooks.compound_x.dice import HIT, LUCKY, ONE, accuracy
from starfray.rulebooks.compound_x.misschance import Line, cover_from
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Mode, Weapon

Running = tuple[str | int, ...]  # where in the act around it a Reaction stands, for table.same
MODES = ("semi", "burst", "auto")
JAMS_TO = 2  # cx.jam.confirm
DIVE = 2  # cx.dirt.effect, metres
WAYS = {"east": (1, 0), "north": (0, 1), "west": (-1, 0), "south": (0, -1)}


def mode_of(gun: Weapon, mode: str) -> Mode | None:
    return gun.burst if mode == "burst" else gun.auto if mode == "auto" else None


def has_mode(gun: Weapon, mode: str) -> bool:
    return gun.semi if mode == "semi" else mode_of(gun, mode) is not None


def modes_of(gun: Weapon) -> list[str]:
    return [mode for mode in MODES if has_mode(gun, mode)]


def why_not_fire(gun: Weapon) -> Refused | None:
    """What keeps a gun from firing at all. cx.ranged.preconditions"""
    if gun.jammed:
        return Refused("cx.jam.confirm", f"the {gun.name} is jammed", ["clear-jam"])
    if gun.reloading:
        return Refused("cx.reload.check", f"the {gun.name} is being reloaded", ["reload"])
    if gun.unchambered:
        return Refused("cx.firerate.pump-bolt", f"the {gun.name} must be rechambered", ["rechamber"])
    if gun.rounds <= 0:
        return Refused("cx.reload.need", f"the {gun.name} is empty", ["reload"])
    return None


def luck_needed(luck: int) -> int:
    """The natural accuracy roll that may be critical. cx.crit.luck-1-3, .luck-4-6, .luck-7-10, .luck-11"""
    return 10 if luck <= 6 else 9 if luck <= 10 else 8


def luck_rule(luck: int) -> str:
    return ("cx.crit.luck-1-3" if luck <= 3 else "cx.crit.luck-4-6" if luck <= 6
            else "cx.crit.luck-7-10" if luck <= 10 else "cx.crit.luck-11")  # fmt: skip


def critical_bonus(table: Table, shooter: Fighter) -> int:
    """A second d10: plain, Critical +20 or Extra-Critical +30. cx.crit.activate, cx.crit.damage"""
    luck = shooter.stats.luck
    high = table.roll("cx.crit.activate", shooter.id, bands(1, 10, 5)) == 1
    if luck <= 3:
        bonus = 20 if high else 0
    else:
        bonus = 30 if high else 20
    table.emit(luck_rule(luck), shooter.id, number=bonus)
    if bonus:
        table.emit("cx.crit.damage", shooter.id, number=bonus)
    return bonus


def one_shot(
    state: CompoundX, table: Table, shooter: Fighter, target: Fighter, gun: Weapon, miss: Tally, damage: int, *, lucky: bool
) -> None:
    """Accuracy d10; on a natural 1 the jam d10; on a lucky hit the critical d10; then damage."""
    need = luck_needed(shooter.stats.luck) if lucky else 0  # cx.crit.when: never in burst or automatic mode
    shown = table.roll("cx.ranged.attack-roll", shooter.id, accuracy(miss.total, need), miss)
    if shown & ONE:
        table.emit("cx.jam.trigger", shooter.id, note=gun.name)
        if table.roll("cx.jam.confirm", shooter.id, bands(1, 10, JAMS_TO)) == 0:
            gun.jammed = True
    if not shown & HIT:
        table.emit("cx.ranged.attack-roll", shooter.id, target.id, note="misses")
        return
    table.emit("cx.ranged.attack-roll", shooter.id, target.id, damage, note="hits")
    bonus = critical_bonus(table, shooter) if shown & LUCKY else 0
    take_hit(state, table, target, gun, damage + bonus)


FIRERATE = {"semi": "cx.firerate.semi", "burst": "cx.firerate.burst", "auto": "cx.firerate.auto"}


def volley(
    state: CompoundX, table: Table, shooter: Fighter, target: Fighter, gun: Weapon, mode: str, line: Line,
    running: Running = (),
) -> None:
    """One firing Action: shot by shot, then the target hits the dirt. `running`: what the act around it still needs."""
    listed = mode_of(gun, mode)
    shots = min(gun.rounds, listed.shots if listed is not None else 1)  # cx.ruling.multi-shot-short
    dives = stands_open(state, shooter, target)
    table.emit("cx.firerate.pump-bolt" if gun.rechambers else FIRERATE[mode], shooter.id, target.id, shots, gun.name)
    if line.miss is None:
        gun.rounds -= shots
        table.emit("cx.ruling.out-of-range", shooter.id, target.id)
    else:
        for shot in range(shots):
            matters = (shooter.id, target.id, mode, shot, shots, line.miss.total, line.damage, dives, *running)
            table.same("cx.ruling.multi-shot-rolls", matters)
            gun.rounds -= 1
            one_shot(state, table, shooter, target, gun, line.miss, line.damage, lucky=mode == "semi")
            if gun.jammed:  # cx.ruling.jam-shot
                table.emit("cx.ruling.jam-shot", shooter.id, note=gun.name)
                break
    if gun.rechambers:
        gun.unchambered = True
    if dives and target.able:
        hit_the_dirt(table, target)


def stands_open(state: CompoundX, shooter: Fighter, target: Fighter) -> bool:
    """Upright and without cover from that shooter. cx.dirt.trigger, cx.ruling.hit-the-dirt"""
    return target.stance == "standing" and not target.hunkered and not cover_from(state, shooter, target)


def hit_the_dirt(table: Table, target: Fighter) -> None:
    """Dive prone within 2 m, as far as one Action goes; it costs the first Action of the next turn. cx.dirt.effect"""
    from starfray.rulebooks.compound_x.movement import metres_for

    far = min(DIVE, metres_for(target, 1))
    if target.at is not None and far:
        options = [Option(way, f"{far} m {way}", "cx.dirt.effect") for way in WAYS]
        options.append(Option("here", "where one stands"))
        way = table.choose("cx.dirt.effect", target.id, options, "Dive where to?", "here")
        if way != "here":
            target.at = (target.at[0] + far * WAYS[way][0], target.at[1] + far * WAYS[way][1])
    target.stance = "prone"
    target.owed = 1  # cx.dirt.cost
    table.emit("cx.dirt.trigger", target.id)
    table.emit("cx.dirt.cost", target.id, number=1)
