"""Checking what a fight file says: sheets, figures, conditions, and what is under way."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.errors import BadInput, suggest
from starfray.rulebooks.hybrid import figures
from starfray.rulebooks.hybrid.grapple import HANDS
from starfray.rulebooks.hybrid.initiative import RESPONSES, TRIGGERS
from starfray.rulebooks.hybrid.injury import CALLED, COVERS
from starfray.rulebooks.hybrid.manoeuvres import STANCES
from starfray.rulebooks.hybrid.moves import moves_of
from starfray.rulebooks.hybrid.skills import RELATED_TENTHS
from starfray.rulebooks.hybrid.state import BODILY, DAMAGE_TYPES, KINDS, RATES, WAYS, Fighter, Hybrid, UnderWay, Weapon

STATS = ("pst", "pen", "dex", "pag", "paw", "mst", "men", "mag", "psi", "maw")
UNARMED = ("close", "look", "hide", "aid", "task", *BODILY, *HANDS)
ALONE = ("draw", "look", "hide", "feint", "familiarise", "task", *BODILY)
MAX_COUNT = 1_000_000


def check_sheet(one: Fighter, content: Content, where: str) -> None:
    for name in STATS:
        value = int(getattr(one.stats, name))
        if not 0 <= value <= 100:
            raise BadInput(f"{name} = {value}", field=f"{where}.stats.{name}", expected="0 to 100")
    known = content.tables["skills"]
    for skill, rank in one.skills.items():
        if skill not in known:
            raise BadInput(f"no skill {skill!r}", field=f"{where}.skills", expected=suggest(skill, known))
        if not 0 <= rank <= 30:  # hybrid.skill.rank.range
            raise BadInput(f"rank {rank}", field=f"{where}.skills.{skill}", expected="0 to 30; leave it out if unranked")
    for each in one.situation:
        if each not in figures.SITUATIONS:
            raise BadInput(f"{each!r}", field=f"{where}.situation", expected=suggest(each, figures.SITUATIONS))
    check_filters(one.filters, content, f"{where}.filters")
    for place, pool in enumerate(one.pools):
        for skill in pool.skills:
            if skill not in known:
                raise BadInput(f"no skill {skill!r}", field=f"{where}.pools.{place}", expected=suggest(skill, known))
    for place, lent in enumerate(one.related):
        if lent.how not in RELATED_TENTHS or lent.wanted not in known or lent.skill not in known:
            raise BadInput(
                f"{lent.skill} for {lent.wanted}, {lent.how}",
                field=f"{where}.related.{place}",
                expected="two skills and one of " + ", ".join(RELATED_TENTHS),
            )
    keys = [each.key for each in one.weapons]
    for place, weapon in enumerate(one.weapons):
        if keys.count(weapon.key) > 1:
            spot = f"{where}.weapons.{place}"
            raise BadInput(f"two weapons are called {weapon.key!r}", field=spot, expected="keys of their own")
        check_weapon(weapon, f"{where}.weapons.{place}")
    for place, move in enumerate(one.moves):
        if not (-30 <= move.df <= 30 and 0.1 <= move.time <= 10 and 0 <= move.damage <= 10):
            raise BadInput(
                "a figure is out of bounds",
                field=f"{where}.moves.{place}",
                expected="df -30 to 30, time 0.1 to 10, damage 0 to 10 times the usual",
            )
    for place, piece in enumerate(one.armour):
        for group in piece.cover:
            if group not in COVERS:
                raise BadInput(f"cover {group!r}", field=f"{where}.armour.{place}.cover", expected=suggest(group, COVERS))


def check_filters(filters: list[str], content: Content, where: str) -> None:
    known = [key for key, row in content.tables["skills"].items() if row["kind"] == "filter"]
    for each in filters:
        if each not in known:
            raise BadInput(f"no filter skill {each!r}", field=where, expected=suggest(each, known))


def check_weapon(weapon: Weapon, spot: str) -> None:
    if weapon.way not in WAYS:
        raise BadInput(f"way = {weapon.way!r}", field=f"{spot}.way", expected="one of " + ", ".join(WAYS))
    types = (*DAMAGE_TYPES, "mental") if weapon.way == "mental" else DAMAGE_TYPES
    if weapon.type not in types:
        raise BadInput(f"type = {weapon.type!r}", field=f"{spot}.type", expected="one of " + ", ".join(types))
    fine = 1 <= weapon.speed <= 1000 and 0 <= weapon.hands <= 2 and 0 <= weapon.dice <= 10 and 2 <= weapon.sides <= 100
    fine = fine and 0 <= weapon.times <= 100 and 0 <= weapon.plus <= 1000 and 0 <= weapon.unfamiliar <= 2
    if not fine or weapon.left < 1 or weapon.range < 0 or weapon.cost < 0 or weapon.blast < 0 or not 0 <= weapon.reach <= 100:
        raise BadInput(
            "a figure is out of bounds",
            field=spot,
            expected="speed 1 to 1000, hands 0 to 2, dice 0 to 10, sides 2 to 100, times 0 to 100, plus from 0, "
            "unfamiliar 0 to 2, left from 1, range, cost and blast from 0, reach 0 to 100",
        )


def check_figures(one: Fighter, where: str) -> None:
    """A figure that does not follow from the stats needs a word in `overridden`."""
    if any(path.startswith(("stats", "armour", "body-factor", "mind-factor", "move-factor")) for path in one.overridden):
        return
    for name, given, value in (
        ("max-pbd", one.max_pbd, figures.max_pbd(one)), ("max-pft", one.max_pft, figures.max_pft(one)),
        ("max-pex", one.max_pex, figures.max_pex(one)), ("pca", one.pca, figures.pca(one)), ("acc", one.acc, figures.acc(one)),
        ("pdf", one.pdf, figures.pdf(one)), ("speed", one.speed, figures.speed(one)), ("pmv", one.pmv, figures.pmv(one)),
        ("max-mbd", one.max_mbd, figures.max_mbd(one)), ("max-mft", one.max_mft, figures.max_mft(one)),
        ("max-mex", one.max_mex, figures.max_mex(one)), ("mca", one.mca, figures.mca(one)), ("fcs", one.fcs, figures.fcs(one)),
        ("mdf", one.mdf, figures.mdf(one)), ("mental-speed", one.mental_speed, figures.mental_speed(one)),
        ("mmv", one.mmv, figures.mmv(one)),
    ):  # fmt: skip
        if abs(given - value) > 1e-9 and name not in one.overridden:
            raise BadInput(
                f"{name} = {given}",
                field=f"{where}.{name}",
                expected=f'{value}, or leave it out, or say why in overridden = {{ {name} = "…" }}',
            )


def check_condition(state: Hybrid, one: Fighter, where: str) -> None:
    for name, value, most in (
        ("pbd", one.pbd, one.max_pbd), ("pft", one.pft, one.max_pft), ("pex", one.pex, one.max_pex),
        ("mbd", one.mbd, one.max_mbd), ("mft", one.mft, one.max_mft), ("mex", one.mex, one.max_mex),
    ):  # fmt: skip
        if not 0 <= value <= most:
            raise BadInput(f"{name} = {value}", field=f"{where}.{name}", expected=f"0 to {most}")
    for name, value in (
        ("initiative", one.initiative),
        ("wait-until", one.wait_until),
        ("speed-points", one.speed_points),
        ("fatigue-used", one.fatigue_used),
        ("mind-used", one.mind_used),
        ("concealed", one.concealed),
    ):
        if not 0 <= value <= MAX_COUNT:
            raise BadInput(f"{name} = {value}", field=f"{where}.{name}", expected="0 or more")
    for each in one.stance:
        if each not in STANCES:
            raise BadInput(f"{each!r}", field=f"{where}.stance", expected="one of " + ", ".join(STANCES))
    if one.pace not in RATES:
        raise BadInput(f"pace = {one.pace!r}", field=f"{where}.pace", expected="one of " + ", ".join(RATES))
    for name, who in (("chasing", one.chasing), *(("fooled", each) for each in one.fooled)):
        if who and who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field=f"{where}.{name}", expected=suggest(who, state.roster))
    if one.shock is not None and not 1 <= one.shock.level <= 4:
        raise BadInput(f"level = {one.shock.level}", field=f"{where}.shock.level", expected="1 jolted to 4 unconscious")
    check_preset(state, one, where)
    held = sum(each.hands for each in one.weapons if each.in_hand)
    if held > one.hands:
        raise BadInput(f"{held} hands are full", field=f"{where}.weapons", expected=f"at most {one.hands} hands' worth in hand")


def check_preset(state: Hybrid, one: Fighter, where: str) -> None:
    if one.preset is None:
        return
    for name, word, known in (("trigger", one.preset.trigger, TRIGGERS), ("response", one.preset.response, RESPONSES)):
        if word not in known:
            raise BadInput(f"{name} = {word!r}", field=f"{where}.preset.{name}", expected="one of " + ", ".join(known))
    for who in (one.preset.of, one.preset.target):
        if who and who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field=f"{where}.preset", expected=suggest(who, state.roster))


def check_now(state: Hybrid, content: Content) -> None:
    check_filters(state.filters, content, "now.filters")
    for name, value in (("dark", state.dark), ("gravity", state.gravity)):
        if not 0 <= value <= 100:
            raise BadInput(f"{name} = {value}", field=f"now.{name}", expected="0 to 100 percent")
    busy: list[tuple[str, bool]] = []
    for index, each in enumerate(state.under_way):
        where = f"now.under-way.{index}"
        check_under_way(state, each, where)
        if (each.actor, each.second) in busy or (not each.pair and any(who == each.actor for who, _ in busy)):
            raise BadInput(f"{each.actor} has two actions under way", field=where, expected="one each, or a florentine pair")
        busy.append((each.actor, each.second))
    check_pairs(state)


def check_under_way(state: Hybrid, each: UnderWay, where: str) -> None:
    if each.kind not in KINDS:
        raise BadInput(f"kind = {each.kind!r}", field=where, expected="one of " + ", ".join(KINDS))
    aimless = each.kind in ALONE or each.to is not None or (each.kind == "mind" and not each.target)
    for who in (each.actor,) if aimless else (each.actor, each.target):
        if who not in state.roster:
            raise BadInput(f"nobody is called {who!r}", field=where, expected=suggest(who, state.roster))
    if each.at and each.at not in CALLED:
        raise BadInput(f"at = {each.at!r}", field=where, expected=suggest(each.at, CALLED))
    moves = moves_of(state.roster[each.actor])
    if each.how and each.how not in moves:
        raise BadInput(f"how = {each.how!r}", field=where, expected="one of " + ", ".join(moves))
    if each.pair not in ("", "physical-physical", "mental-mental", "mental-physical"):
        raise BadInput(f"pair = {each.pair!r}", field=where, expected="physical-physical, mental-mental or mental-physical")
    owned = [weapon.key for weapon in state.roster[each.actor].weapons]
    if each.kind not in UNARMED and each.weapon not in owned:
        raise BadInput(f"{each.actor} has no {each.weapon!r}", field=where, expected="a weapon of the actor's")


def check_pairs(state: Hybrid) -> None:
    for index, pair in enumerate(state.closed):
        for who in (pair.one, pair.other):
            if who not in state.roster:
                raise BadInput(f"nobody is called {who!r}", field=f"now.closed.{index}", expected=suggest(who, state.roster))
    for index, hold in enumerate(state.holds):
        for who in (hold.holder, hold.held):
            if who not in state.roster or hold.strength < 0:
                raise BadInput(
                    f"{who!r}, strength {hold.strength}",
                    field=f"now.holds.{index}",
                    expected="two fighters and a strength of 0 or more",
                )
    for index, each in enumerate(state.binds):
        pairs = ((each.attacker, each.attacker_weapon), (each.defender, each.defender_weapon))
        for who, weapon in pairs:
            one = state.roster.get(who)
            if one is None or weapon not in [own.key for own in one.weapons]:
                raise BadInput(f"{who!r} with {weapon!r}", field=f"now.binds.{index}", expected="a fighter and his weapon")
