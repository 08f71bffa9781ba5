"""From sheet to fighter: what the book derives, what it checks, what a stranger would see."""

from __future__ import annotations

from starfray.engine.rules import BadInput, Content, from_plain, suggest
from starfray.rulebooks.coriolis.core import ATTRIBUTES, SKILL_ATTRIBUTE
from starfray.rulebooks.coriolis.help import HELPED
from starfray.rulebooks.coriolis.hooks import full_hp, full_mp, movement_rate
from starfray.rulebooks.coriolis.initiative import score
from starfray.rulebooks.coriolis.injury import crew_of, fill_in
from starfray.rulebooks.coriolis.ranges import BANDS, clinches, engaged_with_anyone
from starfray.rulebooks.coriolis.sneak import sneaks_to
from starfray.rulebooks.coriolis.state import BREAKDOWNS, DERIVED, HALF_ROWS, UNARMED, Armour, Coriolis, Craft, Fighter, Weapon


def start(state: Coriolis, content: Content) -> None:
    """Fill in what was left out of the file and check what was given."""
    new = [one.id for one in state.roster.values() if one.max_hp == DERIVED]
    for index, one in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        if one.craft is not None:
            furnish(one, one.craft, content, where)
            continue
        check_sheet(one, where)
        check_injuries(one, content, where)
        derive(one, content)
        check_condition(one, where)
        check_things(one, where)
        check_place(state, one, where)
        lay_down(one)
    check_relations(state, new, content)
    for one in state.roster.values():
        if (one.cover or one.overwatch is not None) and (one.grappled_by or one.grapples or engaged_with_anyone(state, one)):
            # coriolis.ruling.cover.lost, coriolis.action.overwatch.lost-engaged
            one.cover, one.frame, one.overwatch = 0, "", None
    for cover in state.scene.cover:
        if not cover.rating:  # coriolis.cover.table
            cover.rating = int(content.entry("cover", cover.kind or cover.name, "cover")["rating"])
    check_clocks(state)
    if len(new) == len(state.roster):  # a fight of which nothing has been played
        check_slots(state)
    if state.turn > 0 and not state.order:  # whoever is missing from a given order rolls initiative on joining
        people = [one for one in state.roster.values() if one.craft is None and not one.out]
        state.order = [one.id for one in sorted(people, key=lambda one: -score(one))]
    state.standing = state.standing or list(state.order)


def check_relations(state: Coriolis, new: list[str], content: Content) -> None:
    """How those who are new fit together with the rest; what the GM has set by hand need not."""
    if any(one.overridden for one in state.roster.values()):
        return
    for index, one in enumerate(state.roster.values()):
        where = f"combatant.{index}"
        if one.id not in new:
            continue
        if one.craft is not None:
            check_crew(state, one, one.craft, where)
        else:
            check_clinch(state, one, where)
            check_sneaking(state, one, where)
            check_names(state, one, where)
            check_conditions(state, one, content, where)


def check_clocks(state: Coriolis) -> None:
    if state.turn < 0 or (state.turn == 0 and (state.up or state.acted)):
        raise BadInput("the fight has not begun", field="now.turn", expected="turn = 1 or more")
    for name, named in (
        ("order", [*state.order, *state.standing, *state.acted, *([state.up] if state.up else [])]),
        ("free-actions", state.free_actions),
        ("caught-out", state.caught_out),
        ("spiders", state.spiders),
    ):
        for who in named:
            if who not in state.roster:
                raise BadInput(f"nobody is called {who!r}", field=f"now.{name}", expected=suggest(who, state.roster))
    for name, order in (("order", state.order), ("standing", state.standing)):
        if len(set(order)) < len(order):
            raise BadInput("somebody stands in it twice", field=f"now.{name}", expected="everybody once")


def check_slots(state: Coriolis) -> None:
    """Slots are people's, and one that is over is not running."""
    for name, order in (("order", state.order), ("acted", state.acted), ("up", [state.up] if state.up else [])):
        for who in order:
            if not state.roster[who].person:
                raise BadInput(f"{who} is a vehicle", field=f"now.{name}", expected="people: they drive it")
    if len(set(state.acted)) < len(state.acted) or state.up in state.acted:
        raise BadInput("a slot is over once", field="now.acted", expected="everybody once, and nobody who is up")


def furnish(car: Fighter, craft: Craft, content: Content, where: str) -> None:
    """A vehicle's figures are those of its make. coriolis.ruling.vehicle.occupants"""
    if car.aboard or car.drives:
        raise BadInput("a vehicle is in no other", field=f"{where}.aboard", expected="a place of its own")
    car.max_hp = craft.hp
    if car.hp == DERIVED:
        car.hp = craft.hp
    craft.running = craft.running and car.hp > 0
    if not 0 <= car.hp <= craft.hp:
        raise BadInput(f"hp = {car.hp}", field=f"{where}.hp", expected=f"0 to {craft.hp}")
    car.max_mp = car.mp = 1
    car.movement = car.ap = 0
    car.name = car.name or craft.name
    car.armour = Armour(key="hull", name=craft.name, rating=craft.armour, weight="none", tier="none")
    if craft.weapon and not car.weapons:
        row = content.entry("weapons", craft.weapon)
        car.weapons = [from_plain(Weapon, {"key": craft.weapon, "in-hand": True, **row})]


def check_place(state: Coriolis, actor: Fighter, where: str) -> None:
    if actor.aboard:
        car = state.roster.get(actor.aboard)
        if car is None or car.craft is None:
            crafts = [each.id for each in state.roster.values() if each.craft is not None]
            raise BadInput(f"{actor.aboard!r} is no vehicle", field=f"{where}.aboard", expected=suggest(actor.aboard, crafts))
        actor.at = car.at
    if actor.sneaks and actor.sneaks not in BANDS:
        raise BadInput(f"{actor.sneaks!r}", field=f"{where}.sneaks", expected="one of " + ", ".join(BANDS))
    if actor.size not in ("", "small", "large"):
        raise BadInput(f"{actor.size!r}", field=f"{where}.size", expected="small or large")


def check_injuries(actor: Fighter, content: Content, where: str) -> None:
    """A number is enough: the table says the rest."""
    rows = content.tables["injuries"]
    for place, injury in enumerate(actor.injuries):
        if str(injury.number) not in rows:
            expected = "a d66 of the table, 11 to 66"
            raise BadInput(f"no injury {injury.number}", field=f"{where}.injuries.{place}.number", expected=expected)
        fill_in(injury, rows[str(injury.number)])


def lay_down(actor: Fighter) -> None:
    """Whoever is Broken in the file is what being Broken means. coriolis.ruling.broken.reactions"""
    if actor.lies:
        actor.prone = True
    if not actor.conscious and not actor.wild and not actor.out:
        actor.cover, actor.frame, actor.overwatch, actor.helps = 0, "", None, []


def check_clinch(state: Coriolis, actor: Fighter, where: str) -> None:
    """A clinch has two ends."""
    held, holder = state.roster.get(actor.grapples), state.roster.get(actor.grappled_by)
    for name, other, whole, expected in (
        ("grapples", actor.grapples, held is not None and held.grappled_by == actor.id, "grappled-by"),
        ("grappled-by", actor.grappled_by, holder is not None and holder.grapples == actor.id, "grapples"),
    ):
        if other and not whole:
            raise BadInput(
                f"{other!r} says nothing of it", field=f"{where}.{name}", expected=f'{expected} = "{actor.id}" there'
            )
    if actor.grapples and actor.grappled_by:
        raise BadInput(f"{actor.id} holds and is held", field=f"{where}.grapples", expected="one of the two")
    if held is not None and not clinches(state, actor, held):
        expected = "both conscious, on foot and within 2 m"
        raise BadInput(f"{actor.id} cannot hold {held.id}", field=f"{where}.grapples", expected=expected)


def check_conditions(state: Coriolis, actor: Fighter, content: Content, where: str) -> None:
    """What cannot be, or means nothing."""
    poisons = [key for key, row in content.tables["gear"].items() if row.get("strength")]
    poisons += [each.key for each in actor.gear if each.strength]
    for key in actor.poisoned.values():
        if key not in poisons:
            raise BadInput(f"no poison is called {key!r}", field=f"{where}.poisoned", expected=suggest(key, poisons))
    if actor.set_up and not any(each.in_hand and "mounted" in each.features for each in actor.weapons):
        raise BadInput("nothing is set up", field=f"{where}.set-up", expected="a Mounted weapon in hand")
    if actor.breakdown and actor.mp > 0:
        raise BadInput(f"{actor.id} has {actor.mp} Mind Points", field=f"{where}.breakdown", expected="mp = 0, too")
    if any(help.by == actor.id for help in actor.helps):
        raise BadInput("nobody helps herself", field=f"{where}.helps", expected="a comrade's id")
    if any(place is not None and place.beside == actor.id for place in (actor.delay, actor.beside)):
        raise BadInput("nobody waits for herself", field=f"{where}.delay", expected="somebody else's id")


def check_crew(state: Coriolis, car: Fighter, craft: Craft, where: str) -> None:
    """Who sits in it. coriolis.ruling.vehicle.persons"""
    aboard = crew_of(state, car)
    if len(aboard) > craft.seats:
        raise BadInput(f"{len(aboard)} are aboard", field=f"{where}.craft.seats", expected=f"at most {craft.seats}")
    if sum(each.drives for each in aboard) > 1:
        raise BadInput("two are at the wheel", field=where, expected="drives = true for one of them")


def check_sneaking(state: Coriolis, actor: Fighter, where: str) -> None:
    """Before the fight, or on joining it. coriolis.ruling.sneak.distance"""
    ahead = state.turn == 0 or (bool(state.order) and actor.id not in state.order)
    if actor.sneaks and ahead and actor.sneaks != sneaks_to(state, actor):
        expected = f"{sneaks_to(state, actor)}, by the distance to the nearest enemy"
        raise BadInput(f"{actor.sneaks!r} does not fit the distance", field=f"{where}.sneaks", expected=expected)


def check_names(state: Coriolis, actor: Fighter, where: str) -> None:
    """Whom a condition names must be there, and what it names must be hers."""
    arms = [*(each.key for each in actor.weapons), UNARMED.key]
    helps = [help.action for help in actor.helps]
    places = [place.beside for place in (actor.delay, actor.beside) if place is not None]
    watching = actor.overwatch.watching if actor.overwatch is not None else []
    for name, words, known in (
        ("claim", [actor.claim, actor.owes], arms),
        ("poisoned", list(actor.poisoned), arms),
        ("drugged", [actor.drugged], ATTRIBUTES),
        ("weakened", [each.attribute for each in actor.weakened], ATTRIBUTES),
        ("helps", helps, HELPED),
        ("helps", [help.by for help in actor.helps], state.roster),
        ("flanked-by", actor.flanked_by, state.roster),
        ("overwatch", watching, state.roster),
        ("delay", places, state.roster),
        ("spider", [actor.spider], state.roster),
    ):
        for word in words:
            if word and word not in known:
                raise BadInput(f"nothing and nobody is called {word!r}", field=f"{where}.{name}", expected=suggest(word, known))
    if actor.overwatch is not None and actor.overwatch.toward is None and not watching:
        raise BadInput("no direction", field=f"{where}.overwatch", expected="toward = [x, y] or watching = [ids]")
    if actor.drives and not actor.aboard:
        raise BadInput(f"{actor.id} is in no vehicle", field=f"{where}.drives", expected="aboard, too")


def check_sheet(actor: Fighter, where: str) -> None:
    for what, skills in (
        ("skills", actor.skills),
        ("armour.skills", actor.armour.skills),
        *((f"talents.{place}.skills", talent.skills) for place, talent in enumerate(actor.talents)),
    ):
        for skill in skills:
            if skill not in SKILL_ATTRIBUTE:
                raise BadInput(f"no skill {skill!r}", field=f"{where}.{what}", expected=suggest(skill, SKILL_ATTRIBUTE))
    keys = [weapon.key for weapon in actor.weapons]
    for place, weapon in enumerate(actor.weapons):
        if weapon.range not in BANDS:
            raise BadInput(f"{weapon.range!r}", field=f"{where}.weapons.{place}.range", expected="one of " + ", ".join(BANDS))
        if keys.count(weapon.key) > 1:
            raise BadInput(f"two weapons are called {weapon.key!r}", field=f"{where}.weapons", expected="keys of their own")


def derive(actor: Fighter, content: Content) -> None:
    if actor.seat or actor.party:
        actor.pc = True
    if actor.max_hp == DERIVED:
        actor.max_hp = full_hp(actor)
    if actor.max_mp == DERIVED:
        actor.max_mp = full_mp(actor)
    if actor.hp == DERIVED:
        actor.hp = actor.max_hp
    if actor.mp == DERIVED:
        actor.mp = actor.max_mp
    if actor.movement == DERIVED:
        actor.movement = movement_rate(actor)
    fit = [each for each in actor.weapons if each.in_hand is None and actor.can_hold(each)]
    if fit and not any(each.in_hand or each.dropped for each in actor.weapons):
        fit[0].in_hand = True  # coriolis.ruling.hands: the first listed
    for weapon in actor.weapons:
        weapon.in_hand = bool(weapon.in_hand)


def check_condition(actor: Fighter, where: str) -> None:
    for name, most, derived, source in (
        ("max-hp", actor.max_hp, full_hp(actor), "Strength + Agility"),
        ("max-mp", actor.max_mp, full_mp(actor), "Wits + Empathy"),
    ):
        if most != derived and name not in actor.overridden:
            expected = f"{derived} ({source} + talents), or leave it out"
            raise BadInput(f"{name} = {most}", field=f"{where}.{name}", expected=expected)
    for name, value, most in (("hp", actor.hp, actor.max_hp), ("mp", actor.mp, actor.max_mp)):
        if not 0 <= value <= most:
            raise BadInput(f"{name} = {value}", field=f"{where}.{name}", expected=f"0 to {most}")
    if actor.breakdown not in ("", *BREAKDOWNS):
        raise BadInput(f"{actor.breakdown!r}", field=f"{where}.breakdown", expected="one of " + ", ".join(BREAKDOWNS))


def check_things(actor: Fighter, where: str) -> None:
    held = sum(each.hands for each in actor.weapons if each.in_hand)
    if held > actor.usable_hands:
        raise BadInput(
            f"{held} hands are full", field=f"{where}.weapons", expected=f"at most {actor.usable_hands} hands' worth in hand"
        )
    for what, weight in [
        ("armour", actor.armour.weight),
        *((f"weapons.{n}", w.weight) for n, w in enumerate(actor.weapons)),
        *((f"gear.{n}", g.weight) for n, g in enumerate(actor.gear)),
    ]:
        if weight not in HALF_ROWS:
            raise BadInput(f"{weight!r}", field=f"{where}.{what}.weight", expected="one of " + ", ".join(HALF_ROWS))
    for place, weapon in enumerate(actor.weapons):
        if weapon.in_hand and weapon.dropped:
            raise BadInput("in hand and on the ground", field=f"{where}.weapons.{place}.dropped", expected="one of the two")
    for place, piece in enumerate(actor.gear):
        if piece.left > max(piece.charges, 0):
            raise BadInput(f"left = {piece.left}", field=f"{where}.gear.{place}.left", expected=f"0 to {piece.charges}")
        if not 0 <= piece.strength <= 8 or piece.effect not in ("", "damage", "stress"):  # coriolis.medtech.poison
            raise BadInput("no such poison", field=f"{where}.gear.{place}", expected="strength 1 to 8, damage or stress")
        if piece.attribute not in (ATTRIBUTES if piece.strength else ("", *ATTRIBUTES)):
            raise BadInput(f"{piece.attribute!r}", field=f"{where}.gear.{place}.attribute", expected=", ".join(ATTRIBUTES))
