"""Running, stances, cover, aim."""

from __future__ import annotations

from math import ceil

from starfray.engine.errors import Refused
from starfray.engine.scene import Cover, Point, along, covers_at, distance, path_length, relate
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.actions import Aim, CeaseAim, Crouch, GoProne, Hunker, Run, Stand, TakeCover, Unhunker
from starfray.rulebooks.compound_x.held import Happening, take_stance
from starfray.rulebooks.compound_x.interrupts import interrupts
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Hiding, fighter, pay


def penalty_of(one: Fighter) -> int:
    """Armour and guns, less what Carry Ability cancels, rounded up. cx.move.penalty-round, cx.ruling.move-carry"""
    total = one.armour.penalty + sum(each.penalty for each in one.weapons if not each.dropped)
    return ceil(max(0.0, total - one.carry))


def metres_for(one: Fighter, actions: int) -> int:
    """What 1 Action, or 2 in a row, carry in this stance. cx.move.run, cx.ruling.move-single, cx.ruling.move-stances"""
    speed = max(0, one.movement_speed - penalty_of(one))
    if speed == 0:
        return 0
    if one.stance == "crouched":  # cx.stance.crouch
        return max(1, speed // 2 - 1) if actions == 1 else max(2, speed - 2)
    if one.stance == "prone":  # cx.stance.prone-move
        half = ceil(speed / 2)
        return min(2, max(1, half // 2)) if actions == 1 else min(4, half)
    return speed // 2 if actions == 1 else speed


def reach_of_run(one: Fighter, actions: int, sprint: bool) -> int:
    """A second single Action of running straight after the first makes up the two-Action distance."""
    reach = metres_for(one, actions)
    if actions == 1 and one.half_run:
        reach = metres_for(one, 2) - metres_for(one, 1)
    return reach + (actions if sprint else 0)  # cx.move.sprint


def run(state: CompoundX, table: Table, act: Run) -> None:
    """Movement Speed less penalties for 2 Actions; Reactions cut in on the way. cx.move.run"""
    one = fighter(state, act.actor)
    reach = check_run(state, one, act)
    end = cover_at_end(state, act, one)
    if act.path:
        assert one.at is not None
        length = path_length(one.at, act.path)
        if length > reach + 1e-9:
            raise Refused("cx.move.run", f"{length:.1f} m is further than {reach} m", [f"{reach} m"])
    else:
        gap = distance(state, one, fighter(state, act.target))
        if act.metres < 0 or abs(gap - act.metres) > reach + 1e-9:
            low, high = max(0.0, gap - reach), gap + reach
            raise Refused("cx.move.run", f"{one.id} is {gap:g} m from {act.target}", [f"{low:g} to {high:g} m"])
    pay(one, act.actions, "cx.move.run", sprint=act.sprint, half_run=act.actions == 1 and not one.half_run)
    table.emit("cx.move.run", one.id, number=reach, note="sprints" if act.sprint else "runs")
    if act.sprint:
        table.emit("cx.move.sprint", one.id, number=act.actions)
    hidden = end is not None and hiding(end) == "concealed"
    stance = one.stance
    if not interrupts(state, table, Happening("moves", one, hidden_end=hidden)) or one.stance != stance:
        return
    one.cover = ""
    if not act.path:
        relate(state.scene, "distance", one.id, act.target, act.metres)
    elif not along_the_path(state, table, one, act.path, hidden):
        return
    if end is not None:
        hide(table, one, end)


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
    return reach_of_run(one, act.actions, act.sprint)


def along_the_path(state: CompoundX, table: Table, one: Fighter, path: tuple[Point, ...], hidden: bool) -> bool:
    """Piece by piece; whoever is downed, passes out or hits the dirt on the way stays there."""
    assert one.at is not None
    stance = one.stance
    points = along(one.at, path)
    for piece in range(1, len(points)):
        before, here = points[piece - 1], points[piece]
        one.at = here
        if not interrupts(state, table, Happening("passes", one, before, here, piece, hidden)):
            return False
        if one.stance != stance:
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
    near = [each for each in covers_at(state, one.at) if act.cover in ("", each.name)]
    if not near:
        names = [each.name for each in covers_at(state, one.at)]
        raise Refused("cx.cover.visibility", "there is no such cover within reach", names or ["run"])
    best = max(near, key=lambda each: ("partial", "full", "concealed").index(hiding(each)))
    if one.cover == hiding(best):
        raise Refused("cx.cover.visibility", f"{one.id} is in {one.cover} cover already", [])
    hide(table, one, best)


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


def hunker(state: CompoundX, table: Table, act: Hunker) -> None:
    """The aim is gone, and only blind fire is left. cx.stance.hunker, cx.aim.cease.hunker"""
    one = fighter(state, act.actor)
    if one.hunkered:
        raise Refused("cx.stance.hunker", f"{one.id} is hunkered down already", ["unhunker"])
    pay(one, 1, "cx.actions.hunker")
    if not interrupts(state, table, Happening("acts", one)):
        return
    one.hunkered = True
    table.emit("cx.stance.hunker", one.id, note="hunkers down")
    if one.aim:
        one.aim = ""
        table.emit("cx.aim.cease.hunker", one.id)


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
    if target is one or target.dead or target.out or target.cover == "concealed":
        raise Refused("cx.aim.target", f"{target.id} cannot be aimed at", [])
    if one.hunkered:
        raise Refused("cx.stance.hunker", f"{one.id} is hunkered down", ["unhunker"])
    if one.aim == target.id:
        raise Refused("cx.aim.effect", f"{one.id} aims at {target.id} already", ["fire"])
    if not any(each.in_hand for each in one.weapons):
        raise Refused("cx.actions.draw", f"{one.id} has no gun in hand", ["draw"])
    pay(one, 1, "cx.aim.cost")
    if interrupts(state, table, Happening("acts", one)):
        one.aim = target.id
        table.emit("cx.aim.cost", one.id, number=1)
        table.emit("cx.aim.effect", one.id, target.id)


def cease_aim(state: CompoundX, table: Table, act: CeaseAim) -> None:
    one = fighter(state, act.actor)
    if not one.aim:
        raise Refused("cx.aim.cease-free", f"{one.id} aims at nobody", ["aim"])
    one.aim = ""
    table.emit("cx.aim.cease-free", one.id)
