"""The shots themselves, whoever fires them and why: accuracy, jam, luck, damage, hitting the dirt. cx.order.shot

Nothing here provokes a Reaction, so held and suppressing fire use it as it is.
"""

from __future__ import annotations

from starfray.engine.rules import Content, Option, Refused, Table, Tally
from starfray.engine.walls import wall_in_way
from starfray.rulebooks.compound_x.attachments import mounted
from starfray.rulebooks.compound_x.damage import Blow, critical_bonus, extra_bleed, luck_needed, take_damage
from starfray.rulebooks.compound_x.dice import HIT, LUCKY, ONE, accuracy, banded
from starfray.rulebooks.compound_x.engagement import can_be_hit, why_no_space
from starfray.rulebooks.compound_x.miss_chance import Line, cover_from
from starfray.rulebooks.compound_x.movement_rates import metres_for
from starfray.rulebooks.compound_x.state import (
    ACTIONS,
    CompoundX,
    Fighter,
    Mode,
    Weapon,
    grapple_of,
    off_hand_fault,
    partner_of,
)
from starfray.rulebooks.compound_x.stats import why_not_use

MODES = ("semi", "burst", "auto")
JAMS_TO = 2  # cx.jam.confirm
DIVE = 2  # cx.dirt.effect, metres
STEALTH = 20  # cx.stealth.ranged-damage
WAYS = {"east": (1, 0), "north": (0, 1), "west": (-1, 0), "south": (0, -1)}


def mode_of(gun: Weapon, mode: str) -> Mode | None:
    return gun.burst if mode == "burst" else gun.auto if mode == "auto" else None


def modes_of(gun: Weapon) -> list[str]:
    modes = ["semi"] if gun.semi or gun.shape == "pairs" else []
    if gun.burst is not None:
        modes.append("burst")
    if gun.auto is not None:
        modes.append("auto")
    return modes


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
    if gun.single_action and not gun.cocked:
        return Refused("cx.actions.fire-semi", f"the {gun.name} must be cocked", ["rechamber"])
    if gun.shape == "pairs" and not gun.spun_up:
        return Refused("cx.order.special", f"the {gun.name} must be spun up", ["rechamber"])
    return None


def loaded_gun(content: Content, actor: Fighter, gun: Weapon) -> Weapon:
    """The gun, if this fighter may use it and it can fire."""
    fault = why_not_use(content, actor, gun) or why_not_fire(gun) or off_hand_fault(actor, gun)
    if fault is not None:
        raise fault
    return gun


def is_wide(gun: Weapon) -> bool:
    """Flame, buckshot, three damage bands. cx.grapple.shot.wide"""
    return (gun.wide or gun.load == "buckshot") and not gun.focused


def blow_of(
    table: Table, gun: Weapon, damage: int, by: Fighter, *, bonus: int = 0, stealthy: bool = False, half: bool = False
) -> Blow:
    """A hit of this gun with everything that adds to it. cx.ruling.damage-order"""
    tally = Tally(table.explains)
    tally.add(damage, "cx.stealth.base-damage", gun.name)
    if bonus:
        tally.add(bonus, "cx.crit.damage")
    if stealthy:
        tally.add(STEALTH, "cx.stealth.ranged-damage")  # cx.ruling.stealth-per-shot
    if half:
        tally.add(tally.total // 2 - tally.total, "cx.ruling.grapple-shot-split")
    attachments = mounted(table.content, gun)
    electric = any(each.electric for each in attachments)
    return Blow(
        tally,
        gun.type,
        gun.apl + sum(each.apl for each in attachments),
        by.id,
        bleed=gun.bleed,
        burn=gun.burn,
        burn_dc=gun.burn_dc,
        plasma_burn=gun.plasma_burn,
        electric=tally.total // 2 if electric else 0,
        sealed_only=gun.shape == "flame",
        third=gun.shape == "antimaterial",
    )


def one_shot(
    state: CompoundX,
    table: Table,
    shooter: Fighter,
    target: Fighter,
    gun: Weapon,
    miss: Tally,
    damage: int,
    *,
    lucky: bool,
    stealthy: bool = False,
) -> None:
    """Accuracy d10; on a natural 1 the jam d10; on a lucky hit the critical d10; then damage."""
    shown = accuracy_roll(state, table, shooter, target, gun, miss, damage, lucky=lucky)
    if not shown & HIT:
        return
    bonus = critical_bonus(table, shooter) if shown & LUCKY else 0
    partner = partner_of(state, target)
    split = is_wide(gun) and partner is not None and can_be_hit(state, shooter, partner)
    blow = blow_of(table, gun, damage, shooter, bonus=bonus, stealthy=stealthy, half=split)
    blow.bleed += extra_bleed(table, shooter, bonus)
    take_damage(state, table, target, blow)
    if split and partner is not None:  # cx.order.split
        table.emit("cx.grapple.shot.wide", shooter.id, partner.id)
        table.merge("cx.order.split", (shooter.id, target.id, partner.id, gun.key, damage, bonus, stealthy))
        take_damage(state, table, partner, blow_of(table, gun, damage, shooter, bonus=bonus, stealthy=stealthy, half=True))


def to_beat(state: CompoundX, miss: int) -> int:
    """What a natural roll must be over: by a ruling a 10 always hits and a 1 always misses. cx.ruling.nat10-nat1"""
    return miss if state.ruling("natural-ten") == "no" else min(9, max(1, miss))


def accuracy_roll(
    state: CompoundX, table: Table, shooter: Fighter, target: Fighter, gun: Weapon, miss: Tally, damage: int, *, lucky: bool
) -> int:
    over = to_beat(state, miss.total)
    die = accuracy(over, luck_needed(shooter)) if lucky else accuracy(over)  # cx.crit.when
    shown = table.roll("cx.ranged.attack-roll", shooter.id, die, miss)
    if shown & ONE:
        table.emit("cx.jam.trigger", shooter.id, note=gun.name)
        worst = sum(each.jams_to for each in mounted(table.content, gun)) or JAMS_TO
        if table.roll("cx.jam.confirm", shooter.id, banded(10, worst + 1, worst)) == 0:
            gun.jammed = True
    if shown & HIT:
        table.emit("cx.ranged.attack-roll", shooter.id, target.id, damage, note="hits")
    else:
        table.emit("cx.ranged.attack-roll", shooter.id, target.id, note="misses")
    return shown


FIRERATE = {"semi": "cx.firerate.semi", "burst": "cx.firerate.burst", "auto": "cx.firerate.auto"}


def volley(state: CompoundX, table: Table, shooter: Fighter, target: Fighter, gun: Weapon, mode: str, line: Line) -> None:
    """One firing Action: shot by shot, all at the miss chance fixed before the first, then the target hits the dirt.

    cx.order.general, cx.ruling.multi-shot-rolls
    """
    listed = mode_of(gun, mode)
    wanted = listed.shots if listed is not None else 1
    shots = min(gun.rounds, wanted)
    if shots < wanted:
        table.emit("cx.ruling.multi-shot-short", shooter.id, number=shots)
    dives = stands_open(state, shooter, target)
    table.emit("cx.firerate.pump-bolt" if gun.rechambers else FIRERATE[mode], shooter.id, target.id, shots, gun.name)
    if line.miss is None:
        gun.rounds -= shots
        table.emit(line.beyond, shooter.id, target.id)  # cx.ruling.out-of-range, cx.ranged.fire-anywhere
    else:
        once = state.ruling("stealth-per-shot") == "first"
        fixed = (shooter.id, target.id, mode, shots, line.miss.total, line.damage, dives, line.stealthy)
        for shot in range(shots):
            stealthy = line.stealthy and not (once and shot)
            table.merge("cx.order.shot", (shot, fixed))
            gun.rounds -= 1
            lucky = mode == "semi"  # never in burst or automatic mode: cx.crit.when
            one_shot(state, table, shooter, target, gun, line.miss, line.damage, lucky=lucky, stealthy=stealthy)
            if gun.jammed:  # cx.ruling.jam-shot
                table.emit("cx.ruling.jam-shot", shooter.id, note=gun.name)
                break
    after_shots(state, table, shooter, target, gun, dives)


def after_shots(state: CompoundX, table: Table, shooter: Fighter, target: Fighter, gun: Weapon, dives: bool) -> None:
    """The next round is to be chambered, whoever was hidden is seen, and the target hits the dirt."""
    if gun.rechambers:
        gun.unchambered = True
    if gun.single_action:
        gun.cocked = shooter.stats.dexterity >= 5  # quick hands cock once per turn
    reveal(table, shooter)
    if dives and target.able:
        hit_the_dirt(state, table, target)


def reveal(table: Table, actor: Fighter) -> None:
    """An attack gives one away to everybody. cx.ruling.stealth-reveal"""
    if actor.hidden or actor.unseen_by:
        actor.hidden, actor.unseen_by, actor.cloaked, actor.stealth = False, [], "", 0
        table.emit("cx.ruling.stealth-reveal", actor.id)


def stands_open(state: CompoundX, shooter: Fighter, target: Fighter) -> bool:
    """Upright, without cover from that shooter, not grappled. cx.dirt.trigger, cx.ruling.hit-the-dirt"""
    upright = target.stance == "standing" and not target.hunkered
    return upright and not cover_from(state, shooter, target) and grapple_of(state, target) is None


def hit_the_dirt(state: CompoundX, table: Table, target: Fighter) -> None:
    """Dive prone within 2 m, as far as one Action goes; it costs the first Action of the next turn.

    cx.dirt.effect, cx.ruling.hit-the-dirt
    """
    far = min(DIVE, metres_for(state, target, 1))
    if target.at is not None and far:
        x, y = target.at
        spots = {way: (x + far * step[0], y + far * step[1]) for way, step in WAYS.items()}
        room = [
            way
            for way, there in spots.items()  # cx.melee.space, cx.ruling.wall
            if why_no_space(state, target, there) is None and wall_in_way(state, target.at, (there,)) is None
        ]
        options = [Option(way, f"{far} m {way}", "cx.dirt.effect") for way in room]
        options.append(Option("here", "where one stands"))
        way = table.choose("cx.dirt.effect", target.id, options, "Dive where to?", "here") if room else "here"
        if way != "here":
            target.at = spots[way]
    target.stance = "prone"
    target.owed = min(ACTIONS, target.owed + 1)  # cx.dirt.cost
    table.emit("cx.dirt.trigger", target.id)
    table.emit("cx.dirt.cost", target.id, number=1)
