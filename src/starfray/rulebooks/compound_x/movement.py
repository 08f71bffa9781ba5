"""Running, stances, cover, aim."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import Cover, Point, along, apart, bearing, covers_at, distance, path_length, relate
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.compound_x.actions import (
    Aim,
    CeaseAim,
    Crouch,
    GoProne,
    Hunker,
    Jump,
    Run,
    ShiftAim,
    Stand,
    TakeCover,
    Unhunker,
)
from starfray.rulebooks.compound_x.attachments import fittings, mounted
from starfray.rulebooks.compound_x.engagement import clear_wards, face
from starfray.rulebooks.compound_x.health import lose_aim
from starfray.rulebooks.compound_x.held import Happening, take_stance
from starfray.rulebooks.compound_x.interrupts import interrupts
from starfray.rulebooks.compound_x.misschance import reach_of
from starfray.rulebooks.compound_x.pace import explain_run, jump_across, jump_up, reach_of_run
from starfray.rulebooks.compound_x.state import ADJACENT, CompoundX, Fighter, Hiding, fighter, fold_legs, pay, unnoticed
from starfray.rulebooks.compound_x.stats import is_blind

FAR = 5.0  # cx.ruling.aim-target-moves


def run(state: CompoundX, table: Table, act: Run) -> None:
    """Movement Speed less penalties for 2 Actions; Reactions cut in on the way. cx.move.run"""
    one = fighter(state, act.actor)
    reach = check_run(state, one, act)
    end = cover_at_end(state, act, one)
    length = check_way(state, one, act, reach) + one.ran  # with what was run just before it
    pay(one, act.actions, "cx.move.run", sprint=act.sprint, half_run=act.actions == 1 and not one.half_run)
    tally = explain_run(state, table, one, act.actions, act.sprint)
    tally.add(0, "cx.actions.move", f"{act.actions} Actions")
    table.emit("cx.move.run", one.id, number=reach, note="sprints" if act.sprint else "runs", tally=tally)
    if act.sprint:
        table.emit("cx.move.sprint", one.id, number=act.actions)
        table.emit("cx.ruling.sprint-window", one.id, number=one.winded)
        table.emit("cx.ruling.sprint-consecutive", one.id, number=one.sprinted)
    hidden = end is not None and hiding(end) == "concealed"
    stance, at = one.stance, one.at
    one.stirred = True
    clear_wards(state)
    goes = interrupts(state, table, Happening("moves", one, hidden_end=hidden))
    if not goes or one.stance != stance or one.at != at:  # down, on the floor, or pushed aside
        return
    if not act.path and not interrupts(state, table, Happening("leaves", one, spared=stays_with(state, act))):
        clear_wards(state)
        return
    one.cover = ""
    fold_legs(one)
    if not act.path:
        gap = distance(state, one, fighter(state, act.target))  # that one may have moved away meanwhile
        relate(state.scene, "distance", one.id, act.target, min(max(act.metres, gap - reach), gap + reach))
    elif not along_the_path(state, table, one, act.path, hidden):
        clear_wards(state)
        return
    clear_wards(state)
    one.ran = length
    turn_to(one, at, act.path)
    if end is not None:
        hide(table, one, end)
    out_of_sight(state, table, one, at)


def stays_with(state: CompoundX, act: Run) -> str:
    """Without a map: nobody is left who is still within reach afterwards."""
    return act.target if act.metres <= ADJACENT else ""


def turn_to(one: Fighter, start: Point | None, path: tuple[Point, ...]) -> None:
    """One faces the way one went. cx.ruling.flank-facing"""
    before = path[-2] if len(path) > 1 else start
    if path and before is not None and apart(before, path[-1]) > 1e-6:
        one.facing = round(bearing(before, path[-1]), 1)


def check_way(state: CompoundX, one: Fighter, act: Run, reach: int) -> float:
    """How far it is; refused if too far, or into somebody's space. cx.melee.space"""
    if act.path:
        assert one.at is not None
        length = path_length(one.at, act.path)
        if length > reach + 1e-9:
            raise Refused("cx.move.run", f"{length:.1f} m is further than {reach} m", [f"{reach} m"])
        check_space(state, one, act.path[-1])
        return length
    gap = distance(state, one, fighter(state, act.target))
    if act.metres < 0 or abs(gap - act.metres) > reach + 1e-9:
        low, high = max(0.0, gap - reach), gap + reach
        raise Refused("cx.move.run", f"{one.id} is {gap:g} m from {act.target}", [f"{low:g} to {high:g} m"])
    if act.metres < 1:
        raise Refused("cx.melee.space", f"{act.target} stands there", ["metres=1"])
    return abs(gap - act.metres)


def check_space(state: CompoundX, one: Fighter, end: Point) -> None:
    fault = why_no_space(state, one, end)
    if fault is not None:
        raise fault


def why_no_space(state: CompoundX, one: Fighter, end: Point) -> Refused | None:
    """Everybody on his feet keeps the space around him. cx.melee.space"""
    for other in state.roster.values():
        there = other is not one and other.awake and other.at is not None and not unnoticed(state, other, one)
        if there and other.at is not None and apart(other.at, end) < 1 - 0.05:
            return Refused("cx.melee.space", f"{other.id} stands there", ["1 m away"])
    return None


def jump(state: CompoundX, table: Table, act: Jump) -> None:
    """Part of a movement Action: DEX/2 m across, 1 m more with a run-up of 3 m; STR/3 m up. cx.ruling.jump"""
    one = fighter(state, act.actor)
    if one.stance != "standing" or one.hunkered:
        raise Refused("cx.stance.crouch", "one jumps upright only", ["stand"])
    if act.to is None and act.up <= 0:
        raise Refused("cx.ruling.jump", "where to?", ["to=X,Y", "up=METRES"])
    if act.up > jump_up(one):
        raise Refused("cx.move.jump-v", f"{one.id} jumps {jump_up(one)} m high", [f"up={jump_up(one)}"])
    if act.to is not None:
        if one.at is None:
            raise Refused("cx.ruling.jump", f"{one.id} has no place on the map", [])
        if apart(one.at, act.to) > jump_across(one) + 1e-9:
            raise Refused("cx.move.jump-h", f"{one.id} jumps {jump_across(one)} m", [f"{jump_across(one)} m"])
        check_space(state, one, act.to)
    ran = one.ran
    if ran <= 0:
        pay(one, 1, "cx.ruling.jump")
    one.stirred = True
    table.emit("cx.ruling.jump", one.id, number=0 if ran > 0 else 1)
    clear_wards(state)
    here = one.at
    if not interrupts(state, table, Happening("moves", one)) or one.at != here or one.stance != "standing":
        return
    if act.up:
        table.emit("cx.move.jump-v", one.id, number=act.up)
    if act.to is not None:
        before, far = one.at, jump_across(one)
        if interrupts(state, table, Happening("leaves", one, before, act.to)) and one.at == before:
            one.at, one.cover, one.ran = act.to, "", 0.0
            fold_legs(one)
            table.emit("cx.move.jump-h", one.id, number=far)
            turn_to(one, before, (act.to,))
            interrupts(state, table, Happening("passes", one, before, act.to, 1))
            out_of_sight(state, table, one, before)
    clear_wards(state)


def check_run(state: CompoundX, one: Fighter, act: Run) -> int:
    """Everything that forbids running, and how far it may go."""
    if act.actions not in (1, 2):
        raise Refused("cx.move.run", "a run takes 1 or 2 Actions", ["actions=1", "actions=2"])
    if one.actions < act.actions:
        raise Refused("cx.actions.budget", f"{one.id} has {one.actions} Actions left", ["end-turn"])
    if one.hunkered:
        raise Refused("cx.stance.hunker", f"{one.id} is hunkered down", ["unhunker"])
    if act.sprint:
        if one.stance != "standing":
            raise Refused("cx.stance.crouch", "one sprints upright only", ["stand"])
        if one.sprinted + act.actions > one.stats.fortitude:
            raise Refused("cx.move.sprint-limit", f"{one.id} is out of breath", ["run without sprint"])
    if act.path and one.at is None:
        raise Refused("cx.move.run", f"{one.id} has no place on the map", ["target=… metres=…"])
    if not act.path and not act.target:
        raise Refused("cx.move.run", "where to?", ["path=X,Y>X,Y"])
    return reach_of_run(state, one, act.actions, act.sprint)


def along_the_path(state: CompoundX, table: Table, one: Fighter, path: tuple[Point, ...], hidden: bool) -> bool:
    """Piece by piece; whoever is downed, passes out or hits the dirt on the way stays there."""
    assert one.at is not None
    stance = one.stance
    points = along(one.at, path)
    for piece in range(1, len(points)):
        before, here = points[piece - 1], points[piece]
        table.remember(("path", piece))
        left = interrupts(state, table, Happening("leaves", one, before, here, piece))
        table.forget()
        if not left or one.stance != stance or one.at != before:
            return False
        one.at = here
        table.remember(("path", piece))
        able = interrupts(state, table, Happening("passes", one, before, here, piece, hidden))
        table.forget()
        if not able or one.stance != stance or one.at != here:
            return False
    return True


def cover_at_end(state: CompoundX, act: Run, one: Fighter) -> Cover | None:
    """The cover the run is to end behind."""
    if not act.cover:
        return None
    near = covers_at(state, act.path[-1] if act.path else None)
    found = next((each for each in near if each.name == act.cover), None)
    if found is None:
        raise Refused("cx.cover.visibility", f"no {act.cover!r} within reach of the end", [each.name for each in near])
    return found


def hiding(cover: Cover) -> Hiding:
    """What a piece of the scene is worth as cover: by its kind, else by its rating."""
    if cover.kind == "concealed":
        return "concealed"
    if cover.kind == "full" or cover.rating >= 4:
        return "full"
    return "partial"


COVER_RULES = {"partial": "cx.cover.partial", "full": "cx.cover.full", "concealed": "cx.suppression.concealed"}


def hide(table: Table, one: Fighter, cover: Cover) -> None:
    one.cover = hiding(cover)
    table.emit(COVER_RULES[one.cover], one.id, note=cover.name)


def take_cover(state: CompoundX, table: Table, act: TakeCover) -> None:
    """Cover is where one is: using what is within reach takes no Action. cx.actions.unlisted"""
    one = fighter(state, act.actor)
    fault = why_no_cover(state, one, act.cover)
    if fault is not None:
        raise fault
    hide(table, one, best_cover(state, one, act.cover))


def best_cover(state: CompoundX, one: Fighter, name: str) -> Cover:
    near = [each for each in covers_at(state, one.at) if name in ("", each.name)]
    return max(near, key=lambda each: ("partial", "full", "concealed").index(hiding(each)))


def why_no_cover(state: CompoundX, one: Fighter, name: str) -> Refused | None:
    names = [each.name for each in covers_at(state, one.at)]
    if not names or (name and name not in names):
        return Refused("cx.cover.visibility", "there is no such cover within reach", names or ["run"])
    if one.cover == hiding(best_cover(state, one, name)):
        return Refused("cx.cover.visibility", f"{one.id} is in {one.cover} cover already", [])
    return None


# --- stances -------------------------------------------------------------------------------------------------------


def crouch(state: CompoundX, table: Table, act: Crouch) -> None:
    one = fighter(state, act.actor)
    if one.stance != "standing":
        raise Refused("cx.stance.crouch", f"{one.id} is {one.stance}", ["stand"])
    take_stance(table, one, "crouch")


def go_prone(state: CompoundX, table: Table, act: GoProne) -> None:
    one = fighter(state, act.actor)
    if one.stance == "prone":
        raise Refused("cx.stance.prone-cost", f"{one.id} is prone already", ["stand"])
    pay(one, 1, "cx.stance.prone-cost")
    if interrupts(state, table, Happening("acts", one)):
        take_stance(table, one, "prone")


def stand(state: CompoundX, table: Table, act: Stand) -> None:
    one = fighter(state, act.actor)
    if one.stance == "standing":
        raise Refused("cx.stance.prone-cost", f"{one.id} stands already", ["crouch", "go-prone"])
    pay(one, 1, "cx.stance.prone-cost" if one.stance == "prone" else "cx.stance.crouch")
    if interrupts(state, table, Happening("acts", one)):
        take_stance(table, one, "stand")
        if not one.cover:
            fold_legs(one)


def hunker(state: CompoundX, table: Table, act: Hunker) -> None:
    """The aim is gone, and only blind fire is left. cx.stance.hunker, cx.aim.cease.hunker"""
    one = fighter(state, act.actor)
    if one.hunkered:
        raise Refused("cx.stance.hunker", f"{one.id} is hunkered down already", ["unhunker"])
    pay(one, 1, "cx.actions.hunker")
    table.emit("cx.actions.hunker", one.id, number=1)
    if not interrupts(state, table, Happening("acts", one)):
        return
    one.hunkered = True
    table.emit("cx.stance.hunker", one.id, note="hunkers down")
    lose_aim(table, one, "cx.aim.cease.hunker")


def unhunker(state: CompoundX, table: Table, act: Unhunker) -> None:
    one = fighter(state, act.actor)
    if not one.hunkered:
        raise Refused("cx.stance.hunker", f"{one.id} is not hunkered down", ["hunker"])
    one.hunkered = False
    table.emit("cx.stance.hunker", one.id, note="looks up again")


# --- aim -----------------------------------------------------------------------------------------------------------


def aim(state: CompoundX, table: Table, act: Aim) -> None:
    """At one target that is clearly perceived, in range or not. cx.aim.target, cx.aim.range-free"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    if target is one or target.dead or target.out or target.cover == "concealed" or is_blind(one):
        raise Refused("cx.aim.target", f"{target.id} cannot be aimed at", [])
    if one.hunkered:
        raise Refused("cx.stance.hunker", f"{one.id} is hunkered down", ["unhunker"])
    if one.aim == target.id:
        raise Refused("cx.aim.effect", f"{one.id} aims at {target.id} already", ["fire"])
    gun = next((each for each in one.weapons if each.in_hand), None)
    if gun is None:
        raise Refused("cx.actions.draw", f"{one.id} has no gun in hand", ["draw"])
    pay(one, 1, "cx.aim.cost")
    if interrupts(state, table, Happening("acts", one)):
        one.aim, one.aim_at = target.id, target.at
        face(one, target.at)
        tally = Tally(table.keeps)
        tally.add(1, "cx.aim.cost", "Action")
        tally.add(0, "cx.actions.aim")
        tally.add(0, "cx.aim.target", "in view")
        table.emit("cx.aim.effect", one.id, target.id, tally=tally)
        fitted = fittings(gun, mounted(table.content, gun), hip=False, blind=False)
        if reach_of(gun, distance(state, one, target), fitted) is None:
            table.emit("cx.aim.range-free", one.id, target.id)


def cease_aim(state: CompoundX, table: Table, act: CeaseAim) -> None:
    one = fighter(state, act.actor)
    if not one.aim:
        raise Refused("cx.aim.cease-free", f"{one.id} aims at nobody", ["aim"])
    lose_aim(table, one, "cx.aim.cease-free")


def out_of_sight(state: CompoundX, table: Table, mover: Fighter, start: Point | None) -> None:
    """Reappearing 5 m or more from where one was last seen spoils an aim; moving in sight keeps it. cx.aim.cease.moves"""
    for other in state.roster.values():
        if other.aim != mover.id:
            continue
        if mover.cover == "concealed":
            other.aim_at = start
            table.emit("cx.aim.reasonable", other.id, mover.id)
        elif other.aim_at is not None and mover.at is not None and lost_sight(other, start):
            if apart(other.aim_at, mover.at) >= FAR - 1e-9:
                lose_aim(table, other, "cx.aim.cease.moves", mover.id)
                table.emit("cx.ruling.aim-target-moves", other.id)
            else:
                other.aim_at = mover.at
        else:
            other.aim_at = mover.at
            table.emit("cx.ruling.aim-persistence", other.id, mover.id)


def lost_sight(aimer: Fighter, start: Point | None) -> bool:
    """Did the mover start from somewhere else than where he was last seen?"""
    return aimer.aim_at is not None and start is not None and apart(aimer.aim_at, start) > 1e-6


def shift_aim(state: CompoundX, table: Table, act: ShiftAim) -> None:
    """Optional: an expected death lets the aim wander free of cost, within 5 m. cx.aim.shift-optional"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    if state.rulings.get("aim-shift", "off") == "off":
        raise Refused("cx.aim.shift-optional", "the optional rule is off", ["aim"])
    fallen = state.roster.get(one.fallen)
    if fallen is None or one.aim:
        raise Refused("cx.aim.shift-optional", "nobody aimed at has just died", ["aim"])
    fault = why_no_shift(one)
    if fault is not None:
        raise fault
    if target.dead or target.out or target.cover == "concealed" or target is one:
        raise Refused("cx.aim.target", f"{target.id} cannot be aimed at", ["aim"])
    if distance(state, fallen, target) > FAR:
        raise Refused("cx.aim.shift-optional", f"{target.id} is more than 5 m from {fallen.id}", ["aim"])
    one.aim, one.aim_at, one.fallen = target.id, target.at, ""
    face(one, target.at)
    table.emit("cx.aim.shift-optional", one.id, target.id)


def why_no_shift(one: Fighter) -> Refused | None:
    """It is an aim like any other: eyes up, eyes open, a gun in hand."""
    if one.hunkered:
        return Refused("cx.stance.hunker", f"{one.id} is hunkered down", ["unhunker"])
    if is_blind(one):
        return Refused("cx.aim.target", f"{one.id} sees nobody to aim at", [])
    if not any(each.in_hand for each in one.weapons):
        return Refused("cx.actions.draw", f"{one.id} has no gun in hand", ["draw"])
    return None
