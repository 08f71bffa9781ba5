"""Held Actions let go: what may be done with them when the trigger comes, and doing it. cx.held.use

Whatever takes an ordinary Action is done by that Action's own rule, with the held Actions in place of the turn's. While it
is done nobody else reacts: a Reaction provokes none.
"""

from __future__ import annotations

from math import ceil

from starfray.engine.scene import Point, apart, covers_at, distance, known_distance
from starfray.engine.table import Table
from starfray.engine.values import GM, Option
from starfray.rulebooks.compound_x import actions, doing, fire, grapple, grenades, maneuvers, movement, stabilise, thrown
from starfray.rulebooks.compound_x.blanks import curable_in, fallen_beside, to_take_up, within_reach
from starfray.rulebooks.compound_x.carried import nanite_packs_of, why_not_gun
from starfray.rulebooks.compound_x.engagement import engage, near
from starfray.rulebooks.compound_x.gate import barred
from starfray.rulebooks.compound_x.held import COST, DOES, VERBS, Happening, price
from starfray.rulebooks.compound_x.legal import why_not
from starfray.rulebooks.compound_x.melee import blade_of, strike_at, tool_of
from starfray.rulebooks.compound_x.pace import reach_of_run
from starfray.rulebooks.compound_x.proficiency import why_not_use, why_unfit
from starfray.rulebooks.compound_x.shooting import MODES, Running, modes_of, why_not_fire
from starfray.rulebooks.compound_x.sights import why_not_sighted
from starfray.rulebooks.compound_x.state import (
    CompoundX,
    Fighter,
    Held,
    Weapon,
    grapple_of,
    held_items,
    hostile,
    off_hand_fault,
    pay,
    spend_breath,
)
from starfray.rulebooks.compound_x.stats import SKILL_STAT, is_blind, why_unskilled

#: verbs done by the rule of another kind of Action
KINDS = {"semi": "fire", "burst": "fire", "auto": "fire", "blind": "fire", "prone": "go-prone",
         "ability": "use-ability", "catch": "skill"}  # fmt: skip
LADDER = {100: "extreme", 90: "severe", 80: "intense", 70: "significant", 60: "substantial", 50: "moderate", 40: "mild",
          30: "slight", 20: "basic", 10: "trivial"}  # fmt: skip
WITH_A_GUN = ("rechamber", "reload", "clear-jam", "deploy", "flip")
BESIDE = ("strike", "shove", "kick", "trip", "grapple", "disarm")
POSTURES = ("crouch", "prone", "stand", "hunker", "unhunker", "take-cover")


def offer_held(state: CompoundX, table: Table, holder: Fighter, what: Happening, running: Running) -> None:
    """The trigger has come: use the 1 or 2 Actions at once, or not. One Reaction, even for two Actions. cx.held.use"""
    held = holder.held
    assert held is not None
    foe = what.actor
    holder.actions = held.actions
    plans = possible_plans(state, table, holder, held, foe)
    declared = "+".join(held.plan)
    pick = "decline"
    if plans:  # else no legal target, no working gun: nothing is done and nothing spent
        options = [Option(plan, rule="cx.held.use") for plan in plans]
        options.append(Option("decline", "let it pass"))
        pick = table.choose(
            "cx.held.use",
            holder.id,
            options,
            f"{foe.id} {DOES[what.kind]}. Use the held Actions?",
            declared if declared in plans else "decline",
            facts={"actions": held.actions, "reactions": holder.reactions},
        )
    if pick != "decline":
        holder.held = None
        holder.reactions -= 1
        table.emit("cx.reaction.timing", holder.id, foe.id, note=pick)
        table.emit("cx.ruling.held-content", holder.id, note=pick)
        table.emit("cx.reaction.limit", holder.id, number=holder.reactions)
        state.reacting = True
        bound = state.rulings.get("held-content", "any") == "declared"
        let_go(state, table, holder, foe, pick, held.weapon, running, whole=bound)
        state.reacting = False
        for grenade in holder.grenades:
            grenade.cooked = False  # the pin goes back in
    holder.actions = 0


def let_go(
    state: CompoundX, table: Table, holder: Fighter, foe: Fighter, pick: str, weapon: str, running: Running, *, whole: bool
) -> None:
    """Step by step; unless only what was declared may be done, an Action that is left may go into something else."""
    verbs, step = pick.split("+"), 0
    idle: list[str] = []  # what has cost nothing is not offered again
    while verbs:
        here = (*running, "+".join(verbs), step, weapon, holder.actions, whole, *idle)
        table.same("cx.held.use", here)
        table.remember(here)
        before = holder.actions
        do(state, table, holder, foe, verbs[0], weapon)
        if holder.actions == before:
            idle.append(verbs[0])
        table.forget()
        verbs, step = verbs[1:], step + 1
        if not verbs and not whole:
            table.same("cx.held.use", (*running, step, weapon, holder.actions, "next", *idle))
            verbs = next_verb(state, table, holder, foe, weapon, idle)


def possible_plans(state: CompoundX, table: Table, holder: Fighter, held: Held, foe: Fighter) -> list[str]:
    """What was declared, and anything else by itself; by the 'declared' ruling only the first. cx.ruling.held-content"""
    declared = "+".join(held.plan)
    begins = bool(held.plan) and price(held.plan) <= held.actions
    begins = begins and ready(state, table, holder, foe, held.plan[0], held.weapon)
    if state.rulings.get("held-content", "any") == "declared":
        return [declared] if begins else []
    singles = [verb for verb in VERBS if ready(state, table, holder, foe, verb, held.weapon)]
    return [declared, *(verb for verb in singles if verb != declared)] if begins else singles


def next_verb(state: CompoundX, table: Table, holder: Fighter, foe: Fighter, weapon: str, idle: list[str]) -> list[str]:
    """With an Action left: what else?"""
    if not holder.able or not holder.actions:
        return []
    possible = [verb for verb in VERBS if verb not in idle and ready(state, table, holder, foe, verb, weapon)]
    options = [Option(verb, rule="cx.held.use") for verb in possible]
    options.append(Option("stop", "that is all"))
    pick = table.choose(
        "cx.held.use", holder.id, options, "And the Action that is left?", "stop", facts={"actions": holder.actions}
    )
    return [] if pick == "stop" else [pick]


# --- what could be done ----------------------------------------------------------------------------------------------


def held_gun(holder: Fighter, key: str) -> Weapon | None:
    return next((each for each in holder.weapons if each.in_hand and key in ("", each.key)), None)


def ready(state: CompoundX, table: Table, holder: Fighter, foe: Fighter, verb: str, weapon: str) -> bool:
    """Could the holder do that now? Nothing that passes here is refused by the Action's own rule."""
    kind = KINDS.get(verb, verb)
    if COST.get(verb, 1) > holder.actions or not holder.able or barred(state, holder, kind) is not None:
        return False
    if kind == "fire" or verb in ("aim", "adjust"):
        return ready_to_fire(state, table, holder, foe, verb, weapon)
    if verb in BESIDE:
        return hostile(holder, foe) and foe.able and not holder.hunkered and ready_to_close(state, table, holder, foe, verb)
    if verb in WITH_A_GUN:
        gun = held_gun(holder, weapon)
        full = gun is not None and verb == "reload" and gun.rounds >= gun.magazine  # the load stays as it is
        return gun is not None and not full and why_not_gun(table.content, holder, gun, verb) is None
    if verb == "catch":
        return not hostile(holder, foe)
    if why_not(state, table.content, holder, kind) is not None:
        return False
    if verb == "run":
        return room_to_run(state, holder, foe)
    if verb == "throw":
        shown = hostile(holder, foe) and foe.able and foe.cover != "concealed"
        return shown and thrown.why_not_thrown_at(state, table.content, holder, foe, "") is None
    if verb == "stabilise":
        return bool(fallen_beside(state, holder))
    if verb == "treat":
        return bool(ill_beside(state, holder))
    if verb == "look-out":
        return not is_blind(holder) and why_unskilled(state, holder, "spotting", "perception") is None
    if verb == "detonate":
        return thrown.why_not_detonate(holder) is None
    if verb == "take-cover":
        return movement.why_no_cover(state, holder, "") is None
    return True


def ready_to_fire(state: CompoundX, table: Table, holder: Fighter, foe: Fighter, verb: str, weapon: str) -> bool:
    gun = held_gun(holder, weapon)
    shown = hostile(holder, foe) and foe.able and foe.cover != "concealed" and known_distance(state, holder, foe) is not None
    if gun is None or not shown or off_hand_fault(holder, gun) is not None:
        return False
    if verb == "blind":  # round cover, hunkered down or without seeing anything: cx.blind.hunkered
        safe = holder.hunkered or is_blind(holder) or bool(holder.cover)
        return safe and bool(modes_of(gun)) and why_not_fire(gun) is None and why_not_use(table.content, holder, gun) is None
    if holder.hunkered or is_blind(holder):
        return False
    if verb == "aim":
        return holder.aim != foe.id
    if verb == "adjust":
        return why_not_sighted(state, table.content, holder, foe, gun, aimed=True) is not None
    if why_not_fire(gun) is not None or why_not_use(table.content, holder, gun) is not None or verb not in modes_of(gun):
        return False
    return why_not_sighted(state, table.content, holder, foe, gun, aimed=holder.aim == foe.id) is None


def ready_to_close(state: CompoundX, table: Table, holder: Fighter, foe: Fighter, verb: str) -> bool:
    if verb == "strike":
        blade = blade_of(table.content, holder, "")
        tool = tool_of(holder, "", blade)
        lost = tool is not None and off_hand_fault(holder, tool) is not None
        return near(state, holder, foe, blade.reach) and not why_unfit(holder, blade) and not lost
    if not near(state, holder, foe, maneuvers.reach_for(holder, "", verb)):
        return False
    if verb == "grapple":
        return grapple_of(state, foe) is None
    if verb == "trip":
        return foe.stance != "prone"
    return bool(held_items(foe)) if verb == "disarm" else True


def ill_beside(state: CompoundX, holder: Fighter) -> list[Fighter]:
    return [each for each in [holder, *within_reach(state, holder)] if curable_in(holder, each)]


# --- doing it --------------------------------------------------------------------------------------------------------


def do(state: CompoundX, table: Table, holder: Fighter, foe: Fighter, verb: str, weapon: str) -> None:
    """One step, as the ordinary Action is done; what has become impossible meanwhile is left out."""
    if not ready(state, table, holder, foe, verb, weapon):
        return
    who = holder.id
    gun = held_gun(holder, weapon)
    if (verb in MODES or verb == "blind") and gun is not None:
        pay(holder, 1, "cx.held.use", breath=False)
        mode = modes_of(gun)[0] if verb == "blind" else verb
        fire.shoot(state, table, holder, foe, gun, mode, aimed=holder.aim == foe.id, blind=verb == "blind", held=True)
        spend_breath(holder, 1)
    elif verb == "strike":
        pay(holder, 1, "cx.held.use")
        engage(table, holder, foe)
        strike_at(state, table, holder, foe, blade_of(table.content, holder, ""))
    elif verb == "catch":
        pay(holder, 1, "cx.held.use")
        table.emit("cx.held.use", who, foe.id, note="there in time")
    elif verb == "aim":
        movement.aim(state, table, actions.Aim(who, foe.id))
    elif verb in POSTURES:
        take_posture(state, table, who, verb)
    elif (verb in WITH_A_GUN or verb == "adjust") and gun is not None:
        handle_gun(state, table, who, foe.id, verb, gun.key)
    elif verb in BESIDE:
        close_with(state, table, holder, foe, verb)
    else:
        do_else(state, table, holder, foe, verb)


def take_posture(state: CompoundX, table: Table, who: str, verb: str) -> None:
    if verb == "crouch":
        movement.crouch(state, table, actions.Crouch(who))
    elif verb == "prone":
        movement.go_prone(state, table, actions.GoProne(who))
    elif verb == "stand":
        movement.stand(state, table, actions.Stand(who))
    elif verb == "hunker":
        movement.hunker(state, table, actions.Hunker(who))
    elif verb == "unhunker":
        movement.unhunker(state, table, actions.Unhunker(who))
    else:
        movement.take_cover(state, table, actions.TakeCover(who))


def handle_gun(state: CompoundX, table: Table, who: str, foe: str, verb: str, key: str) -> None:
    if verb == "rechamber":
        fire.rechamber(state, table, actions.Rechamber(who, key))
    elif verb == "reload":
        fire.reload(state, table, actions.Reload(who, key))
    elif verb == "clear-jam":
        fire.clear_jam(state, table, actions.ClearJam(who, key))
    elif verb == "deploy":
        fire.deploy(state, table, actions.Deploy(who, key))
    elif verb == "flip":
        fire.flip(state, table, actions.Flip(who, key))
    else:
        fire.adjust(state, table, actions.Adjust(who, foe, key))


def close_with(state: CompoundX, table: Table, holder: Fighter, foe: Fighter, verb: str) -> None:
    who = holder.id
    if verb == "shove":
        maneuvers.shove(state, table, actions.Shove(who, foe.id))
    elif verb == "kick":
        maneuvers.kick(state, table, actions.Kick(who, foe.id))
    elif verb == "trip":
        maneuvers.trip(state, table, actions.Trip(who, foe.id))
    elif verb == "grapple":
        grapple.take_hold(state, table, actions.Grapple(who, foe.id))
    else:
        item = which(table, who, [each.key for each in held_items(foe)], "Which one?")
        maneuvers.disarm(state, table, actions.Disarm(who, foe.id, item))


def which(table: Table, who: str, keys: list[str], prompt: str) -> str:
    """One of several; no question where there is only one."""
    if len(keys) == 1:
        return keys[0]
    return table.choose("cx.held.use", who, [Option(key) for key in keys], prompt, keys[0])


def do_else(state: CompoundX, table: Table, holder: Fighter, foe: Fighter, verb: str) -> None:
    who = holder.id
    if verb == "run":
        run(state, table, holder, foe)
    elif verb == "draw":
        fire.draw(state, table, actions.Draw(who, which(table, who, [each.key for each in to_take_up(holder)], "Which one?")))
    elif verb == "throw":
        thrown.throw(state, table, actions.Throw(who, foe.id))
    elif verb == "cook":
        grenades.cook(state, table, actions.Cook(who))
    elif verb == "lob":
        lob(state, table, holder, foe)
    elif verb == "set-charge":
        thrown.set_charge(state, table, actions.SetCharge(who))
    elif verb == "detonate":
        thrown.detonate(state, table, actions.Detonate(who))
    elif verb == "stabilise":
        friend = which(table, who, [each.id for each in fallen_beside(state, holder)], "Whom?")
        kit = "self" if holder.kits.get(stabilise.kit_for(state.roster[friend])) else ""
        stabilise.stabilise_someone(state, table, actions.Stabilise(who, friend, kit))
    elif verb == "treat":
        friend = which(table, who, [each.id for each in ill_beside(state, holder)], "Whom?")
        ill = which(table, who, curable_in(holder, state.roster[friend]), "Which?")
        stabilise.treat(state, table, actions.Treat(who, friend, ill))
    elif verb == "skill":
        try_skill(state, table, holder)
    elif verb == "ability":
        doing.use_ability(state, table, actions.UseAbility(who, table.text("cx.held.use", who, "What is done?") or "acts"))
    elif verb == "use-kit":
        kits = nanite_packs_of(table.content, holder)
        doing.use_kit(state, table, actions.UseKit(who, which(table, who, kits, "Which one?")))
    elif verb == "look-out":
        doing.look_out(state, table, actions.LookOut(who))
    elif verb == "calm":
        doing.calm(state, table, actions.Calm(who))
    else:
        doing.flashlight(state, table, actions.Flashlight(who))


def try_skill(state: CompoundX, table: Table, holder: Fighter) -> None:
    able = [each for each, stat in SKILL_STAT.items() if why_unskilled(state, holder, each, stat) is None]
    pick = which(table, holder.id, able or ["athletics"], "Which skill?")
    steps = [Option(str(dc), f"{dc}, {word}") for dc, word in LADDER.items()]
    dc = table.choose("cx.held.use", GM, steps, f"{holder.id} tries {pick}. How hard is it?", "50")
    if able:
        doing.skill(state, table, actions.Skill(holder.id, pick, int(dc)))


def room_to_run(state: CompoundX, holder: Fighter, foe: Fighter) -> bool:
    reach = reach_of_run(state, holder, 1, False)
    if holder.at is not None:
        return reach > 0
    low, high = bounds_of_run(state, holder, foe, reach)
    return reach > 0 and low <= high


def bounds_of_run(state: CompoundX, holder: Fighter, foe: Fighter, reach: int) -> tuple[int, int]:
    """Without a map: from how near to how far from the one who set it off."""
    now = known_distance(state, holder, foe)
    return (1, 0) if now is None else (max(1, ceil(now - reach)), int(now + reach))


def run(state: CompoundX, table: Table, holder: Fighter, foe: Fighter) -> None:
    """One Action of running, straight to a point; short of it where somebody stands."""
    reach = reach_of_run(state, holder, 1, False)
    if holder.at is None:
        low, high = bounds_of_run(state, holder, foe, reach)
        now = min(high, max(low, round(distance(state, holder, foe))))
        metres = table.number("cx.held.use", holder.id, low, high, f"How far from {foe.id}?", now)
        movement.run(state, table, actions.Run(holder.id, (), 1, target=foe.id, metres=float(metres)))
        return
    end = short_of_others(state, holder, holder.at, table.point("cx.move.run", holder.id, holder.at, reach, "Where to?"))
    if end is not None:
        covers = [each.name for each in covers_at(state, end)]
        cover = which(table, holder.id, [*covers, "none"], "Behind which cover?") if covers else "none"
        movement.run(state, table, actions.Run(holder.id, (end,), 1, "" if cover == "none" else cover))


def short_of_others(state: CompoundX, one: Fighter, start: Point, end: Point) -> Point | None:
    whole = apart(start, end)
    for back in range(int(whole * 2) + 1):
        share = (whole - back / 2) / whole if whole else 0.0
        spot = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        if share > 0 and movement.why_no_space(state, one, spot) is None:
            return spot
    return None


def lob(state: CompoundX, table: Table, holder: Fighter, foe: Fighter) -> None:
    grenade = next(each for each in holder.grenades if each.in_hand and not each.placed)
    assert holder.at is not None
    far = grenades.longest(holder, grenade)
    there = f"{foe.at[0]:g},{foe.at[1]:g}" if foe.at is not None and apart(holder.at, foe.at) <= far else ""
    spot = table.point("cx.thrown.accuracy", holder.id, holder.at, far, "Where to?", there)
    grenades.lob(state, table, actions.Lob(holder.id, spot, grenade.key))
