"""What the default policy reckons with: chances, reaches, who is near, who is the nearest to falling."""

from __future__ import annotations

from starfray.engine.rules import Tally, known_distance
from starfray.engine.walls import walled_off
from starfray.rulebooks.hybrid.attack_actions import ALL_WAYS
from starfray.rulebooks.hybrid.attack_options import can_pay, can_strike, crowded, drawable, foes_of, out_of_range, usable
from starfray.rulebooks.hybrid.clock import rate_of
from starfray.rulebooks.hybrid.closing import can_close
from starfray.rulebooks.hybrid.derived import add_busy, add_condition, basis
from starfray.rulebooks.hybrid.grapple import GRIP_DF, HANDS, THROW_DF
from starfray.rulebooks.hybrid.movement import add_acceleration, next_rate
from starfray.rulebooks.hybrid.skill_check import success_chance
from starfray.rulebooks.hybrid.skills import rank_of
from starfray.rulebooks.hybrid.state import RATES, Fighter, Hybrid, Weapon, at_hand, bound, grip, held, in_melee

POOR = 12  # percent
RUN = RATES.index("run")
HOPELESS = 5  # percent
UNDOES = 12  # percent that a parry, which undoes the blow, may be harder than a block
FRAGMENTS = 4.0  # metres around a blast that hurt
EVADING = 4  # DF an evasion costs on what is rolled
EXHAUSTED = 6  # DF an exhausted mind costs its own actions


def free_to_move(state: Hybrid, actor: Fighter) -> bool:
    return not actor.prone and not held(state, actor)


def rate_to_try(state: Hybrid, actor: Fighter) -> str:
    """The rate up to a run whose roll promises most speed; the present one, if no roll promises more."""
    now = RATES.index(actor.pace)
    best, most = actor.pace, 100.0 * rate_of(1.0, actor.pace)
    for goal in range(now + 1, RUN + 1):
        df = Tally()
        aim = next_rate(now, goal)
        add_acceleration(state, df, actor, aim)
        chance = success_chance(df.total)
        speed = chance * rate_of(1.0, aim) + (100 - chance) * rate_of(1.0, RATES[max(0, now - 1)])
        if chance > HOPELESS and (speed > most or (speed == most and best != actor.pace)):  # of equals the faster
            best, most = RATES[goal], speed
    return best


def closable(state: Hybrid, actor: Fighter) -> list[Fighter]:
    return [foe for foe in foes_of(state, actor) if can_close(state, actor, foe)]


def best_first(actor: Fighter, foes: list[Fighter]) -> list[Fighter]:
    """Those taken in by a feint, then those who can still fight, then whoever is the nearest to falling."""
    if len(foes) < 2:
        return foes
    order = sorted([(foe.id not in actor.fooled, not foe.able, toughness(actor, foe), place) for place, foe in enumerate(foes)])
    return [foes[place] for _, _, _, place in order]


def nearest(state: Hybrid, actor: Fighter, foes: list[Fighter]) -> Fighter:
    found, least = foes[0], known_distance(state, actor, foes[0]) or 0.0
    for foe in foes:
        gap = known_distance(state, actor, foe) or 0.0
        if gap < least:
            found, least = foe, gap
    return found


def handiest(state: Hybrid, actor: Fighter, foe: Fighter, weapons: list[Weapon]) -> Weapon:
    """Room to use it counts most, then skill, then speed."""
    best = weapons[0]
    for weapon in weapons[1:]:
        tight, skill = crowded(state, actor, foe, best), actor.skills.get(best.skill, -5)
        if crowded(state, actor, foe, weapon) != tight:
            better = tight
        elif actor.skills.get(weapon.skill, -5) != skill:
            better = actor.skills.get(weapon.skill, -5) > skill
        else:
            better = weapon.speed < best.speed
        if better:
            best = weapon
    return best


def best_ward(chances: dict[str, int]) -> str:
    """Without giving ground; a parry undoes the blow."""
    best, most = "", 0
    for key, chance in chances.items():
        way = key.removeprefix("unlock-")
        value = chance + (UNDOES if way.startswith("parry") else 0)
        if not way.startswith("retreat-") and (not best or value > most):
            best, most = key, value
    return best


def struck_by_scream(state: Hybrid, actor: Fighter, weapon: Weapon, foes: list[Fighter], friends: list[Fighter]) -> int:
    """How many foes an attack on everybody strikes; 0 if it strikes a friend."""
    if any(friend is not actor and not out_of_range(state, actor, friend, weapon) for friend in friends):
        return 0
    return sum(foe.able and not out_of_range(state, actor, foe, weapon) for foe in foes)


def caught_by_blast(state: Hybrid, target: Fighter, foes: list[Fighter], friends: list[Fighter]) -> int:
    """How many foes stand near the target; 0 if a friend does."""
    if any(near(state, friend, target) for friend in friends):
        return 0
    return sum(foe.able and near(state, foe, target) for foe in foes)


def evades_cheaply(state: Hybrid, actor: Fighter) -> bool:
    best = best_df(state, actor)
    return success_chance(best) - success_chance(best - EVADING) < actor.pdf


def nothing_left(state: Hybrid, actor: Fighter) -> bool:
    """No weapon, at hand or to be drawn, that might still be used on a single foe."""
    ready = any(not weapon.blast and not weapon.area and can_pay(actor, weapon) for weapon in usable(state, actor, ALL_WAYS))
    return not ready and all(weapon.shield or weapon.blast for weapon in drawable(actor))


def strikes_home(state: Hybrid, actor: Fighter, foe: Fighter) -> bool:
    """Would a mental attack that is too dear at present have a chance against a closed mind?"""
    for weapon in usable(state, actor, ("mental",)):
        if weapon.type != "mental" or weapon.area or can_pay(actor, weapon) or not foe.able:
            continue
        chance = success_chance(strike_df(actor, weapon) - (EXHAUSTED if actor.mex <= 0 else 0))
        if (chance if weapon.skill in actor.skills else chance // 2) > 2 * foe.mdf:
            return True
    return False


def hands_worth(state: Hybrid, actor: Fighter, foe: Fighter, kind: str) -> float:
    """What an overbear or a throw may be expected to do."""
    rank = rank_of(actor, HANDS[kind].skill)
    grasp = (GRIP_DF if grip(state, actor, foe) is not None else 0) + (THROW_DF if kind == "throw" else 0)
    chance = success_chance(actor.pca + (rank or 0) + grasp)
    return ((chance // 2 if rank is None else chance) - ward_off(foe)) * HANDS[kind].times


def hardly_strikes(state: Hybrid, actor: Fighter, foe: Fighter, weapon: Weapon) -> bool:
    """Is a plain blow or shot next to hopeless? Then it takes time to set up, which is worth 20 % and more."""
    if not (
        foe.evading or actor.evading or actor.pbd < actor.max_pbd or actor.shock is not None or weapon.skill not in actor.skills
    ):
        return False  # the usual case, and no reason to reckon
    df = Tally()
    add_condition(df, actor, False)
    add_busy(df, actor, False)
    chance = success_chance(df.total + strike_df(actor, weapon))
    return (chance if weapon.skill in actor.skills else chance // 2) - ward_off(foe) < POOR


def ward_off(foe: Fighter) -> int:
    """What the normal defence takes off the chance to strike somebody."""
    return foe.pdf // 2 if foe.prone else 2 * foe.pdf if foe.evading else foe.pdf


def bare(actor: Fighter) -> bool:
    """Nothing to fight with at arm's length, and no hands that know how."""
    return not any(weapon.way == "melee" for weapon in at_hand(actor)) and "hth-grapple" not in actor.skills


def toughness(actor: Fighter, foe: Fighter) -> int:
    """What must be got through to bring somebody down."""
    if any(weapon.type == "mental" for weapon in actor.weapons):
        return foe.mft + foe.mbd
    return foe.pft + foe.pbd


def thinks(actor: Fighter) -> bool:
    """Can this fighter attack minds?"""
    return any(weapon.type == "mental" and can_pay(actor, weapon) for weapon in actor.weapons)


def strikes(actor: Fighter) -> bool:
    """Can this fighter attack bodies?"""
    return any(weapon.type != "mental" for weapon in at_hand(actor))


def near(state: Hybrid, actor: Fighter, other: Fighter) -> bool:
    """Would a blast at the other hurt the actor? Without a map everybody stands together."""
    gap = known_distance(state, actor, other)
    if state.scene.walls and walled_off(state, actor, other):
        return False
    return actor is other or gap is None or gap < FRAGMENTS


def crippled(actor: Fighter) -> bool:
    """Critically wounded in body or mind: -20 on whatever it tries. hybrid.mod.condition.phys-90"""
    return 10 * actor.pbd <= actor.max_pbd or 10 * actor.mbd <= actor.max_mbd


def strike_df(actor: Fighter, weapon: Weapon) -> int:
    return basis(actor, weapon)[0] + (rank_of(actor, weapon.skill) or 0)


def best_df(state: Hybrid, actor: Fighter) -> int:
    return max([strike_df(actor, weapon) for weapon in usable(state, actor, ALL_WAYS)], default=actor.pca)


def parries_at(state: Hybrid, actor: Fighter) -> int:
    """The chance of the best parry at hand, before the margin of the blow comes off it."""
    best = 0
    for weapon in in_melee(actor):
        if weapon.in_hand and weapon.skill in actor.skills and not bound(state, actor, weapon) and not held(state, actor):
            chance = success_chance(actor.pca + actor.skills[weapon.skill] - 3)
            best = max(best, chance + 2 * actor.skills.get(f"parry-{weapon.skill}", 0))
    return best


def comes_to_blows(state: Hybrid, foe: Fighter, actor: Fighter) -> bool:
    """Can this foe strike at arm's length as things stand?"""
    return any(can_strike(state, foe, actor, weapon) for weapon in usable(state, foe, ("melee",)))
