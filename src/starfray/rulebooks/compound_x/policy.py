"""The default policy: helps the fallen, fights hand to hand when it must, keeps its gun working, gets into cover and range,
aims, fires in the mode that hits most, suppresses or holds with what is left."""

from __future__ import annotations

from typing import Any

from starfray.engine.doors import OpenDoor
from starfray.engine.errands import errand_of
from starfray.engine.routes import advance
from starfray.engine.rules import Action, Ask, Content, Deciding, Generator, Rulebook, Tally, first_answer
from starfray.engine.scene import Cover, Point, apart, covers_at, known_distance
from starfray.rulebooks.compound_x.aim import Aim
from starfray.rulebooks.compound_x.engagement import behind_barrier, can_be_hit, in_area, near, suppressed, why_no_space
from starfray.rulebooks.compound_x.fire import Fire
from starfray.rulebooks.compound_x.gun_actions import Adjust, ClearJam, Rechamber, Reload
from starfray.rulebooks.compound_x.hands import Draw, things_of
from starfray.rulebooks.compound_x.held_actions import Hold
from starfray.rulebooks.compound_x.miss_chance import adjusting_takes, line_of, why_not_sighted
from starfray.rulebooks.compound_x.movement import Run, TakeCover, hiding
from starfray.rulebooks.compound_x.movement_rates import metres_for, reach_of_run
from starfray.rulebooks.compound_x.other_actions import Free, LookOut
from starfray.rulebooks.compound_x.policy_estimates import (
    best_mode,
    clear_of_friends,
    easiest,
    gap,
    gun_of_hand,
    hits_by_mode,
    must_come,
    nearest_first,
    usable,
    within_grasp,
)
from starfray.rulebooks.compound_x.policy_melee import close_work, help_friends, lob_grenade, struggle, throw_dart
from starfray.rulebooks.compound_x.stances import Crouch, GoProne, Hunker, Stand, Unhunker
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Weapon
from starfray.rulebooks.compound_x.stats import is_blind
from starfray.rulebooks.compound_x.suppression import Suppress, levels_of, may_bite
from starfray.rulebooks.compound_x.turn import EndTurn
from starfray.rulebooks.compound_x.volley import mode_of, modes_of

HOPELESS = 0.25  # hits expected of an Action below which the last one is better spent on suppression
SURE = 0.7  # hits expected of an Action from which on it is better spent on shooting than on lying down behind partial cover
FARTHEST = 1000.0  # metres: as far as anything in a house is in sight
FAR = 10.0  # metres from which on it pays to lie down to shoot
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


class Sensible(Deciding):
    name = "sensible"
    steady = True

    def decide(self, book: Rulebook, view: Any, who: str) -> bool:
        action = self._choose(book, view, who)
        return action is None or self.does(action, self.why) or self.does(EndTurn(who), "nothing better is possible")

    def _choose(self, book: Rulebook, view: Any, who: str) -> Action | None:
        state: CompoundX = view
        actor = state.roster[who]
        content = book.content_in_use()
        foes = [each for each in state.roster.values() if each.side != actor.side and each.able]
        if actor.actions <= 0:
            return self._say(EndTurn(who), "nothing left to do")
        urgent = struggle(state, actor) or help_friends(state, actor)
        if urgent is not None:
            return self._say(*urgent)
        if actor.eyes_shut:
            return self._say(Free(who, "open-eyes"), "there is something to see")
        errand = self._on_errand(book, state, actor) if state.goals else None
        if errand is not None:
            return errand
        if not foes:
            return self._say(LookOut(who), "somebody must be there yet")
        if actor.hunkered:
            if stays_down(actor, foes) and gun_about(state, content, actor) is None:
                return self._say(EndTurn(who), "heads down")
            return self._say(Unhunker(who), "there is fighting to be done")
        close = close_work(state, content, actor, foes)
        if close is not None:
            return self._say(*close)
        quick = cover_at_hand(state, actor) or throw_dart(state, actor, foes) or lob_grenade(state, actor, foes)
        if quick is not None:
            return self._say(*quick)
        gun = gun_of_hand(actor)
        if gun is None:
            return self._arm(state, content, actor, foes)
        behind = run_for_cover(state, actor, foes)
        if behind is not None:
            return self._say(*behind)
        repair = self._keep_working(state, content, actor, gun, foes)
        return repair if repair is not None else self._shoot(state, content, actor, gun, foes)

    def _on_errand(self, book: Rulebook, state: CompoundX, actor: Fighter) -> Action | None:
        """To a place the side wants to reach or to hold, unless somebody is in the way or moving draws sure hits."""
        errand = errand_of(book, state, actor)
        if errand is None or actor.at is None or actor.engaged or pinned(state, actor):
            return None
        for rise in (Unhunker(actor.id), Stand(actor.id)):
            low = actor.hunkered if isinstance(rise, Unhunker) else actor.stance != "standing"
            if low:
                return rise if self.does(rise, "nobody gets there lying down") else None
        actions = min(2, actor.actions)
        step = float(reach_of_run(state, actor, actions, False))
        way = advance(state, actor.at, errand.at, step, errand.near) if step else None
        if way is None:
            return None
        why = errand.why
        if way.path:
            run = Run(actor.id, way.path, actions)
            if self.does(run, why):
                return run
            last = way.path[-2] if len(way.path) > 1 else actor.at
            end = free_spot(state, actor, last, way.path[-1], apart(last, way.path[-1]))
            run = Run(actor.id, (*way.path[:-1], end), actions) if end is not None else run
            return run if self.does(run, why) else None
        door = OpenDoor(actor.id, way.door)
        return door if way.door and self.does(door, "the way leads through it") else None

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    def _arm(self, state: CompoundX, content: Content, actor: Fighter, foes: list[Fighter]) -> Action:
        """A gun that still fires, one's own or one that lies about; without one, at them with what there is."""
        found = gun_about(state, content, actor)
        if found is not None:
            return self._say(found, "a gun is needed")
        return self._approach(state, actor, min(foes, key=lambda each: gap(state, actor, each)))

    def _keep_working(
        self, state: CompoundX, content: Content, actor: Fighter, gun: Weapon, foes: list[Fighter]
    ) -> Action | None:
        if gun.jammed:
            return self._say(ClearJam(actor.id, gun.key), "the gun is jammed")
        if gun.rounds == 0 or gun.reloading:
            if gun.magazines == 0 and stays_down(actor, foes) and gun_about(state, content, actor) is None:
                return self._say(Hunker(actor.id), "no ammunition left: heads down")
            if gun.magazines == 0:
                return self._arm(state, content, actor, foes)
            return self._say(Reload(actor.id, gun.key), "the magazine is empty")
        if gun.unchambered or (gun.single_action and not gun.cocked) or (gun.shape == "pairs" and not gun.spun_up):
            return self._say(Rechamber(actor.id, gun.key), "the gun must be made ready")
        return None

    def _shoot(self, state: CompoundX, content: Content, actor: Fighter, gun: Weapon, foes: list[Fighter]) -> Action:
        if not usable(content, actor, gun):
            return self._arm(state, content, actor, foes)
        shown = [each for each in foes if can_be_hit(state, actor, each) and clear_of_friends(state, actor, each)]
        if is_blind(actor):
            return self._fire_blind(state, actor, gun, shown)
        target, expected = easiest(state, content, actor, shown, gun)
        if target is None:
            return self._adjust(state, content, actor, gun, shown, foes)
        low = get_low(state, actor, target, max(expected))
        if low is not None:
            return self._say(*low)
        if actor.actions == 1 and levels_of(gun)[-1:] in (["medium"], ["heavy"]):
            for comer in nearest_first(state, actor, shown):
                if must_come(state, content, actor, comer):
                    return self._last(state, content, actor, comer, gun, f"{comer.id} has to come closer")
        if actor.aim != target.id:
            if actor.actions >= 2:
                return self._say(Aim(actor.id, target.id), "aim first")
            expected = hits_by_mode(state, content, actor, target, gun, aimed=False)
        if actor.actions == 1 and max(expected) < HOPELESS:
            return self._last(state, content, actor, target, gun)
        if runs_low(gun) and actor.actions == gun.reload_actions and max(expected) < 1:
            return self._say(Reload(actor.id, gun.key), "better now than in the middle of it")
        return self._say(Fire(actor.id, target.id, gun.key, best_mode(gun, expected)), f"{target.id} is the easiest to hit")

    def _fire_blind(self, state: CompoundX, actor: Fighter, gun: Weapon, shown: list[Fighter]) -> Action:
        if not shown:
            return self._say(EndTurn(actor.id), "blind")
        nearest = nearest_first(state, actor, shown)[0]
        return self._say(Fire(actor.id, nearest.id, gun.key, modes_of(gun)[0], True), "blind, but not helpless")

    def _adjust(
        self, state: CompoundX, content: Content, actor: Fighter, gun: Weapon, shown: list[Fighter], foes: list[Fighter]
    ) -> Action:
        """Nobody can be hit: perhaps the scope is set for another distance, else one has to get closer."""
        off = [
            each
            for each in nearest_first(state, actor, shown)
            if known_distance(state, actor, each) is not None
            and why_not_sighted(state, content, actor, each, gun, aimed=True) is not None
        ]
        if off and actor.actions >= adjusting_takes(content, gun):
            return self._say(Adjust(actor.id, off[0].id, gun.key), "the scope is set for another distance")
        if off:
            return self._say(EndTurn(actor.id), "next turn")
        return self._approach(state, actor, nearest_first(state, actor, foes)[0], gun)

    def _last(
        self,
        state: CompoundX,
        content: Content,
        actor: Fighter,
        target: Fighter,
        gun: Weapon,
        why: str = "a poor shot, but they need not know",
    ) -> Action:
        """The last Action, when a shot would not do much: keep their heads down, or wait for them to move."""
        levels = levels_of(gun)
        listed = mode_of(gun, modes_of(gun)[0])
        metres = known_distance(state, actor, target)
        seen = line_of(state, content, Tally(False), actor, target, gun, listed, aimed=True) if metres is not None else None
        if seen is not None and why_not_sighted(state, content, actor, target, gun, aimed=True) is not None:
            seen = None
        if levels and (levels[-1] != "light" or gun.rounds >= 3) and seen is not None and seen.miss is not None:
            return self._say(Suppress(actor.id, target.id, gun.key, levels[-1]), why)
        return self._hold(actor, gun)

    def _hold(self, actor: Fighter, gun: Weapon | None) -> Action:
        if not actor.actions or gun is None or not modes_of(gun):
            return self._say(EndTurn(actor.id), "nothing left to do")
        if actor.cover == "full" and actor.stance != "prone" and not actor.engaged and actor.actions == 1:
            return self._say(Hunker(actor.id), "nothing better to do: heads down")
        shot = "semi" if gun.semi else "auto" if gun.auto is not None else "prone"
        plan = ("aim", shot) if actor.actions >= 2 and shot != "prone" else (shot,)
        return self._say(Hold(actor.id, "moves", plan, len(plan), weapon=gun.key), "let them come")

    def _approach(self, state: CompoundX, actor: Fighter, foe: Fighter, gun: Weapon | None = None) -> Action:
        actions = min(2, actor.actions)
        if gun is not None and pinned(state, actor):
            if actor.stance != "prone" and actor.cover != "full":
                return self._say(GoProne(actor.id), "whoever moves now is hit")
            return self._hold(actor, gun)
        if actor.stance != "standing":
            return self._say(Stand(actor.id), "on one's feet one gets there")
        step = reach_of_run(state, actor, actions, False)
        if (gun is not None and actor.cover and actor.actions <= 2) or metres_for(state, actor, actions) == 0 or step == 0:
            return self._hold(actor, gun)
        if state.scene.walls and actor.at is not None and foe.at is not None:
            return self._around(state, actor, foe, float(step), actions, gun)
        if actor.at is not None and foe.at is not None:
            end = free_spot(state, actor, actor.at, foe.at, float(step))
            if end is None or near(state, actor, foe):
                return self._hold(actor, gun)
            return self._say(Run(actor.id, (end,), actions), f"closer to {foe.id}")
        now = gap(state, actor, foe)
        left = max(1.0, now - step)
        if known_distance(state, actor, foe) is None or left >= now:
            return self._hold(actor, gun)
        return self._say(Run(actor.id, (), actions, target=foe.id, metres=left), f"closer to {foe.id}")

    def _around(self, state: CompoundX, actor: Fighter, foe: Fighter, step: float, actions: int, gun: Weapon | None) -> Action:
        """Past walls and through doors, until the foe is in sight, or to his side with nothing to shoot with."""
        assert actor.at is not None
        assert foe.at is not None
        reach = FARTHEST if gun is not None else 1.3
        if not behind_barrier(state, actor.id, foe.id):  # in sight already: nearer
            reach = max(1.3, apart(actor.at, foe.at) - step)
        way = advance(state, actor.at, foe.at, step, reach)
        if way is None or near(state, actor, foe):
            return self._hold(actor, gun)
        if way.path and why_no_space(state, actor, way.path[-1]) is None:
            return self._say(Run(actor.id, way.path, actions), f"around the walls to {foe.id}")
        if way.door and not way.path:
            return self._say(OpenDoor(actor.id, way.door), "the way leads through it")
        last = way.path[-2] if len(way.path) > 1 else actor.at
        end = free_spot(state, actor, last, way.path[-1], apart(last, way.path[-1])) if way.path else None
        if end is None:
            return self._hold(actor, gun)
        return self._say(Run(actor.id, (*way.path[:-1], end), actions), f"around the walls to {foe.id}")

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        self.why = "as planned" if ask.rule == "cx.held.use" else "as the book suggests"
        return first_answer(ask)


def get_low(state: CompoundX, actor: Fighter, target: Fighter, hits: float) -> tuple[Action, str] | None:
    """Before shooting: flat on the ground where that counts, in the open from afar or behind partial cover; else to one's
    knees, which costs nothing."""
    if actor.engaged:
        return None
    lying = (actor.cover == "partial" and hits < SURE) or (not actor.cover and gap(state, actor, target) >= FAR)
    if actor.stance != "prone" and lying and actor.actions >= 2:
        return GoProne(actor.id), "the ground is the best cover"
    if actor.stance == "standing":
        return Crouch(actor.id), "a smaller mark, for nothing"
    return None


def gun_about(state: CompoundX, content: Content, actor: Fighter) -> Draw | None:
    """Taking up a gun that still fires: one's own, or whosever lies within reach."""
    for gun in actor.weapons:
        if not gun.in_hand and fires_yet(gun) and usable(content, actor, gun) and within_grasp(actor, gun):
            return Draw(actor.id, gun.key)
    for other in state.roster.values():
        for item in things_of(state, actor, other) if other is not actor else []:
            if isinstance(item, Weapon) and fires_yet(item) and usable(content, actor, item):
                return Draw(actor.id, item.key, owner=other.id)
    return None


def fires_yet(gun: Weapon) -> bool:
    return gun.rounds > 0 or gun.magazines != 0


def stays_down(actor: Fighter, foes: list[Fighter]) -> bool:
    """The gun in hand is empty for good, and theirs are not."""
    gun = gun_of_hand(actor)
    if gun is None or fires_yet(gun):
        return False
    return any(fires_yet(each) for foe in foes for each in foe.weapons if each.in_hand)


def pinned(state: CompoundX, actor: Fighter) -> bool:
    """Would a move draw hits without a roll? cx.suppression.medium, cx.suppression.heavy"""
    sure = [zone for zone in state.zones if zone.level != "light" and in_area(zone, actor, actor.at)]
    return any(may_bite(state, zone, actor) for zone in sure)


def runs_low(gun: Weapon) -> bool:
    """A large magazine with a round or two left, and a spare one to put in."""
    return 0 < gun.rounds < 3 and gun.magazines != 0 and gun.magazine > 5


def toward(start: Point, end: Point, metres: float) -> Point:
    """The point that many metres from start on the way to end, a metre short of it, on a grid of centimetres."""
    whole = apart(start, end)
    share = max(0.0, min(1.0, (min(metres, whole - 1) - 0.02) / whole)) if whole else 0.0
    return (round(start[0] + share * (end[0] - start[0]), 2), round(start[1] + share * (end[1] - start[1]), 2))


def free_spot(state: CompoundX, actor: Fighter, start: Point, end: Point, metres: float) -> Point | None:
    """As far as that, but in nobody's space: straight on, or beside the one sought."""
    others = [each.at for each in state.roster.values() if each is not actor and each.at is not None and each.awake]
    straight = toward(start, end, metres)
    if is_free(straight, start, others):
        return straight
    round_it = [(round(end[0] + x, 2), round(end[1] + y, 2)) for x, y in AROUND]
    for beside in sorted(round_it, key=lambda each: apart(start, each)):
        if apart(start, beside) <= metres - 0.02 and is_free(beside, start, others):
            return beside
    for less in range(1, int(metres)):
        short = toward(start, end, metres - less)
        if is_free(short, start, others):
            return short
    return None


def is_free(there: Point, start: Point, others: list[Point]) -> bool:
    """Somewhere else than where one is, and a step from everybody."""
    return apart(start, there) > 0.1 and all(apart(there, at) >= 0.96 for at in others)


def cover_at_hand(state: CompoundX, actor: Fighter) -> tuple[Action, str] | None:
    if actor.cover or actor.engaged:
        return None
    cover = [each for each in covers_at(state, actor.at) if hiding(each) != "concealed"]
    return (TakeCover(actor.id, cover[0].name), "cover is there for the taking") if cover else None


def run_for_cover(state: CompoundX, actor: Fighter, foes: list[Fighter]) -> tuple[Action, str] | None:
    """In the open, with cover a run away: there first, to the one nearest the enemy."""
    if (
        actor.cover
        or actor.engaged
        or actor.actions < 3
        or actor.stance != "standing"
        or actor.at is None
        or suppressed(state, actor)
    ):
        return None
    start, reach = actor.at, reach_of_run(state, actor, 2, False)
    theirs = [each.at for each in foes if each.at is not None]
    if not theirs or not reach:
        return None
    spots: list[tuple[float, Point, Cover]] = []
    for cover in state.scene.cover:
        if cover.at is None or hiding(cover) == "concealed" or apart(start, cover.at) > reach + cover.reach + 0.1:
            continue
        nearest = min([apart(cover.at, at) for at in theirs])
        if nearest > cover.reach + 1:  # else it is theirs
            spots.append((nearest, cover.at, cover))
    for _, at, cover in sorted(spots, key=lambda each: each[0]):
        end = free_spot(state, actor, start, at, reach + 1.0)
        if end is not None and apart(end, at) <= cover.reach and apart(start, end) <= reach:
            return Run(actor.id, (end,), 2, cover.name), f"to the {cover.name}"
    return None


def worth(state: CompoundX, side: str) -> float:
    """Health standing on our side less that on the others', somebody still able to act counting 30 more."""
    value = 0.0
    for actor in state.roster.values():
        points = actor.health + actor.armour_points / 4 + 30 if actor.able else 0.0
        value += points if actor.side == side else -points
    return value
