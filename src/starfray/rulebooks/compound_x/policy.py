"""The default policy: helps the fallen, fights hand to hand when it must, keeps its gun working, gets into cover and range,
aims, fires in the mode that hits most, suppresses or holds with what is left."""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.content import Content
from starfray.engine.generator import Generator
from starfray.engine.policy import Policy, first_answer
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Cover, Point, apart, covers_at, known_distance
from starfray.engine.values import Ask, Tally
from starfray.rulebooks.compound_x.actions import (
    Adjust,
    Aim,
    ClearJam,
    Draw,
    EndTurn,
    Fire,
    Hold,
    Rechamber,
    Reload,
    Run,
    Stand,
    Suppress,
    TakeCover,
    Unhunker,
)
from starfray.rulebooks.compound_x.areas import suppressed
from starfray.rulebooks.compound_x.closework import close_work, help_friends, lob_or_throw, struggle
from starfray.rulebooks.compound_x.engagement import near
from starfray.rulebooks.compound_x.misschance import measure
from starfray.rulebooks.compound_x.movement import hiding
from starfray.rulebooks.compound_x.pace import metres_for, reach_of_run
from starfray.rulebooks.compound_x.reckoning import (
    best_mode,
    clear_of_friends,
    easiest,
    gap,
    gun_of_hand,
    hits,
    must_come,
    nearest_first,
    usable,
    within_grasp,
)
from starfray.rulebooks.compound_x.shooting import mode_of, modes_of
from starfray.rulebooks.compound_x.sights import adjusting_takes, why_not_sighted
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Weapon
from starfray.rulebooks.compound_x.stats import is_blind
from starfray.rulebooks.compound_x.suppression import levels_of

HOPELESS = 0.25  # hits expected of an Action below which the last one is better spent on suppression
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


class Sensible(Policy):
    name = "sensible"
    steady = True

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: CompoundX = view
        one = state.roster[who]
        content = book.shelf()
        foes = [each for each in state.roster.values() if each.side != one.side and each.able]
        if not foes or one.actions <= 0:
            return self._say(EndTurn(who), "nothing left to do")
        urgent = struggle(state, one) or help_friends(state, one)
        if urgent is not None:
            return self._say(*urgent)
        if one.hunkered:
            return self._say(Unhunker(who), "there is fighting to be done")
        close = close_work(state, content, one, foes)
        if close is not None:
            return self._say(*close)
        if not one.cover and not one.engaged:
            cover = [each for each in covers_at(state, one.at) if hiding(each) != "concealed"]
            if cover:
                return self._say(TakeCover(who, cover[0].name), "cover is there for the taking")
        thrown = lob_or_throw(state, one, foes)
        if thrown is not None:
            return self._say(*thrown)
        gun = gun_of_hand(one)
        if gun is None:
            return self._arm(state, content, one, foes)
        behind = run_for_cover(state, one, foes)
        if behind is not None:
            return self._say(*behind)
        repair = self._keep_working(one, gun)
        return repair if repair is not None else self._shoot(state, content, one, gun, foes)

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    def _arm(self, state: CompoundX, content: Content, one: Fighter, foes: list[Fighter]) -> Action:
        """A gun that still fires; without one, at them with what there is."""
        loaded = [each for each in one.weapons if not each.in_hand and (each.rounds or each.magazines != 0)]
        spare = next((each for each in loaded if usable(content, one, each) and within_grasp(one, each)), None)
        if spare is not None:
            return self._say(Draw(one.id, spare.key), "a gun is needed")
        return self._approach(state, one, min(foes, key=lambda each: gap(state, one, each)))

    def _keep_working(self, one: Fighter, gun: Weapon) -> Action | None:
        if gun.jammed:
            return self._say(ClearJam(one.id, gun.key), "the gun is jammed")
        if gun.rounds == 0 or gun.reloading:
            if gun.magazines == 0:
                spare = [each for each in one.weapons if not each.in_hand and each.rounds and within_grasp(one, each)]
                other = next(iter(spare), None)
                if other is not None:
                    return self._say(Draw(one.id, other.key), "the other gun still has rounds")
                return self._say(EndTurn(one.id), "no ammunition left")
            return self._say(Reload(one.id, gun.key), "the magazine is empty")
        if gun.unchambered or (gun.single_action and not gun.cocked) or (gun.shape == "pairs" and not gun.spun_up):
            return self._say(Rechamber(one.id, gun.key), "the gun must be made ready")
        return None

    def _shoot(self, state: CompoundX, content: Content, one: Fighter, gun: Weapon, foes: list[Fighter]) -> Action:
        if not usable(content, one, gun):
            return self._arm(state, content, one, foes)
        shown = [each for each in foes if each.cover != "concealed" and clear_of_friends(state, one, each)]
        if is_blind(one):
            if not shown:
                return self._say(EndTurn(one.id), "blind")
            nearest = nearest_first(state, one, shown)[0]
            return self._say(Fire(one.id, nearest.id, gun.key, modes_of(gun)[0], True), "blind, but not helpless")
        target, best = easiest(state, content, one, shown, gun)
        if target is None:
            off = [
                each
                for each in nearest_first(state, one, shown)
                if known_distance(state, one, each) is not None
                and why_not_sighted(state, content, one, each, gun, aimed=True) is not None
            ]
            if off and one.actions >= adjusting_takes(content, gun):
                return self._say(Adjust(one.id, off[0].id, gun.key), "the scope is set for another distance")
            if off:
                return self._say(EndTurn(one.id), "next turn")
            return self._approach(state, one, nearest_first(state, one, foes)[0], gun)
        if one.actions == 1 and levels_of(gun)[-1:] in (["medium"], ["heavy"]):
            for comer in nearest_first(state, one, shown):
                if must_come(state, content, one, comer):
                    return self._last(state, content, one, comer, gun, f"{comer.id} has to come closer")
        if one.aim != target.id:
            if one.actions >= 2:
                return self._say(Aim(one.id, target.id), "aim first")
            if hits(state, content, one, target, gun, aimed=False) < HOPELESS:
                return self._last(state, content, one, target, gun)
        aimed = one.aim == target.id
        if one.actions == 1 and aimed and best < HOPELESS:
            return self._last(state, content, one, target, gun)
        if 0 < gun.rounds < 3 and one.actions == gun.reload_actions and gun.magazines != 0 and best < 1 and gun.magazine > 5:
            return self._say(Reload(one.id, gun.key), "better now than in the middle of it")
        mode = best_mode(state, content, one, target, gun, aimed=aimed)
        return self._say(Fire(one.id, target.id, gun.key, mode), f"{target.id} is the easiest to hit")

    def _last(
        self,
        state: CompoundX,
        content: Content,
        one: Fighter,
        target: Fighter,
        gun: Weapon,
        why: str = "a poor shot, but they need not know",
    ) -> Action:
        """The last Action, when a shot would not do much: keep their heads down, or wait for them to move."""
        levels = levels_of(gun)
        listed = mode_of(gun, modes_of(gun)[0])
        metres = known_distance(state, one, target)
        seen = measure(state, content, Tally(False), one, target, gun, listed, aimed=True) if metres is not None else None
        if seen is not None and why_not_sighted(state, content, one, target, gun, aimed=True) is not None:
            seen = None
        if levels and (levels[-1] != "light" or gun.rounds >= 3) and seen is not None and seen.miss is not None:
            return self._say(Suppress(one.id, target.id, gun.key, levels[-1]), why)
        return self._hold(one, gun)

    def _hold(self, one: Fighter, gun: Weapon | None) -> Action:
        if not one.actions or gun is None or not modes_of(gun):
            return self._say(EndTurn(one.id), "nothing left to do")
        shot = "semi" if gun.semi else "auto" if gun.auto is not None else "prone"
        plan = ("aim", shot) if one.actions >= 2 and shot != "prone" else (shot,)
        return self._say(Hold(one.id, "moves", plan, len(plan), weapon=gun.key), "let them come")

    def _approach(self, state: CompoundX, one: Fighter, foe: Fighter, gun: Weapon | None = None) -> Action:
        actions = min(2, one.actions)
        if one.stance != "standing":
            return self._say(Stand(one.id), "on one's feet one gets there")
        step = reach_of_run(state, one, actions, False)
        if (gun is not None and one.cover and one.actions <= 2) or metres_for(state, one, actions) == 0 or step == 0:
            return self._hold(one, gun)
        if one.at is not None and foe.at is not None:
            end = free_spot(state, one, one.at, foe.at, float(step))
            if end is None or near(state, one, foe):
                return self._hold(one, gun)
            return self._say(Run(one.id, (end,), actions), f"closer to {foe.id}")
        now = gap(state, one, foe)
        left = max(1.0, now - step)
        if known_distance(state, one, foe) is None or left >= now:
            return self._hold(one, gun)
        return self._say(Run(one.id, (), actions, target=foe.id, metres=left), f"closer to {foe.id}")

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        self.why = "as planned" if ask.rule == "cx.held.use" else "as the book suggests"
        return first_answer(ask)


def toward(start: Point, end: Point, metres: float) -> Point:
    """The point that many metres from start on the way to end, a metre short of it, on a grid of centimetres."""
    whole = apart(start, end)
    share = max(0.0, min(1.0, (min(metres, whole - 1) - 0.02) / whole)) if whole else 0.0
    return (round(start[0] + share * (end[0] - start[0]), 2), round(start[1] + share * (end[1] - start[1]), 2))


def free_spot(state: CompoundX, one: Fighter, start: Point, end: Point, metres: float) -> Point | None:
    """As far as that, but in nobody's space: straight on, or beside the one sought."""
    others = [each.at for each in state.roster.values() if each is not one and each.at is not None and each.awake]
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


def run_for_cover(state: CompoundX, one: Fighter, foes: list[Fighter]) -> tuple[Action, str] | None:
    """In the open, with cover a run away: there first, to the one nearest the enemy."""
    if one.cover or one.engaged or one.actions < 3 or one.stance != "standing" or one.at is None or suppressed(state, one):
        return None
    start, reach = one.at, reach_of_run(state, one, 2, False)
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
        end = free_spot(state, one, start, at, reach + 1.0)
        if end is not None and apart(end, at) <= cover.reach and apart(start, end) <= reach:
            return Run(one.id, (end,), 2, cover.name), f"to the {cover.name}"
    return None


def worth(state: CompoundX, side: str) -> float:
    """Health standing on our side less that on the others', somebody still able to act counting 30 more."""
    value = 0.0
    for one in state.roster.values():
        points = one.health + one.armour_points / 4 + 30 if one.able else 0.0
        value += points if one.side == side else -points
    return value
