"""Fights to try policies on: random rosters of a book's archetypes on random ground, in every condition a file can name."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Any

import starfray
from starfray import rulebooks
from starfray.engine.errors import BadInput

Table = dict[str, Any]

BOOKS = ("coriolis", "gurps", "socs", "icar", "compound-x", "hybrid")
SIDES = ("red", "blue")
WIDTH, HEIGHT = 40, 20
TRIES = 30  # rosters drawn before a scene is given up: some conditions do not go together, and the file is refused
#: Icar keeps all its sheets in one list: those of ships do not walk, those of people do not fly by themselves
SHIPS = ("awful-pirates", "typical-crew", "fighter-pilot", "navy", "masters")


def rows(book: str, name: str) -> Table:
    return tomllib.loads((rulebooks.find(book).folder / "data" / f"{name}.toml").read_text(encoding="utf-8"))


def archetypes(book: str) -> list[str]:
    return [each for each in rows(book, "archetypes") if each not in SHIPS]


def pairs(book: str) -> Iterator[tuple[str, str]]:
    """Every archetype against every other and against its like."""
    yield from combinations_with_replacement(archetypes(book), 2)


def duel(book: str, first: str, second: str, gap: float) -> starfray.Fight:
    """One against one, that many metres apart, on bare ground."""
    text = [f'rulebook = "{book}"', f"map = [{WIDTH}, {HEIGHT}]"]
    if book == "icar":
        text.append('kind = "ground"')
    for side, archetype, x in zip(SIDES, (first, second), (2.0, 2.0 + gap), strict=True):
        text += ["[[combatant]]", f'id = "{side}-one"', f'archetype = "{archetype}"', f'side = "{side}"']
        text += [f"at = [{x}, 10]"] if book != "socs" else []
    return starfray.loads("\n".join(text))


def scene(book: str, seed: int) -> starfray.Fight:
    """A random scene; the seed says which."""
    rng = Random(f"{book} {seed}")
    for _ in range(TRIES):
        file = BUILDERS[book](rng)
        if not any("at" in one for one in file["combatant"]):
            file["relation"] = distances(rng, [one["id"] for one in file["combatant"]])
        try:
            return starfray.loads(written({"rulebook": book, "seed": seed, **file}))
        except BadInput:
            continue
    raise AssertionError(f"{book} {seed}: no file of {TRIES} was accepted")


# --- writing ---------------------------------------------------------------------------------------------------------


def written(file: Table) -> str:
    """As TOML, plain values first."""
    plain = [f"{key} = {word(value)}" for key, value in file.items() if not is_list_of_tables(value)]
    for key, value in file.items():
        if is_list_of_tables(value):
            for table in value:
                plain += [f"[[{key}]]", *(f"{name} = {word(each)}" for name, each in table.items())]
    return "\n".join(plain)


def is_list_of_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def word(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f'"{name}" = {word(each)}' for name, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(word(each) for each in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


# --- drawing ---------------------------------------------------------------------------------------------------------


def point(rng: Random) -> list[float]:
    return [round(rng.uniform(1, WIDTH - 1), 1), round(rng.uniform(1, HEIGHT - 1), 1)]


def maybe(rng: Random, table: Table, chance: float, **fields: Any) -> None:
    """Fields that are there with that chance."""
    if rng.random() < chance:
        table.update({name.replace("_", "-"): value for name, value in fields.items()})


def distances(rng: Random, names: list[str]) -> list[Table]:
    """How far everybody is from everybody else, where there is no map."""
    return [
        {"kind": "distance", "between": list(pair), "value": rng.choice((1, 2, 8, 15, 30))} for pair in combinations(names, 2)
    ]


def people(rng: Random, book: str, mapped: bool) -> list[Table]:
    """One to three a side, near or far."""
    found: list[Table] = []
    known = archetypes(book)
    for side in SIDES:
        middle = point(rng)
        for number in range(rng.choice((1, 1, 2, 3))):
            one: Table = {"id": f"{side}-{number}", "archetype": rng.choice(known), "side": side}
            if mapped:
                one["at"] = [round(middle[0] + rng.uniform(-4, 4), 1), round(middle[1] + rng.uniform(-4, 4), 1)]
            found.append(one)
    return found


def ground(rng: Random, file: Table, covers: list[Table], zones: tuple[str, ...]) -> None:
    """Things to hide behind, and water, smoke, darkness."""
    for number in range(rng.randrange(4) if covers else 0):
        file.setdefault("cover", []).append({"name": f"cover {number}", "at": point(rng), **rng.choice(covers)})
    for number in range(rng.randrange(3) if zones else 0):
        place = {"name": f"zone {number}", "kind": rng.choice(zones), "at": point(rng), "radius": rng.choice((2, 6, 15))}
        file.setdefault("zone", []).append(place)


def coriolis(rng: Random) -> Table:
    mapped = rng.random() < 0.8
    file: Table = {"map": [WIDTH, HEIGHT]} if mapped else {}
    crew = people(rng, "coriolis", mapped)
    guns = list(rows("coriolis", "weapons"))
    for one in crew:
        maybe(rng, one, 0.3, hp=rng.randrange(1, 5))
        maybe(rng, one, 0.15, hp=0)
        maybe(rng, one, 0.2, prone=True)
        maybe(rng, one, 0.1, burning=2)
        maybe(rng, one, 0.2, skills={"medicurgy": 3, "pilot": 2, "command": 2})
        maybe(rng, one, 0.2, injuries=[{"number": rng.choice((11, 25, 34, 43, 52, 61, 65))}])
        carried: list[Any] = rng.sample(guns[1:], rng.randrange(1, 4))
        if rng.random() < 0.3:
            lies = {"lies-at": point(rng)} if mapped and rng.random() < 0.7 else {}
            carried.append({"key": rng.choice(guns[1:]), "dropped": True, "in-hand": False, **lies})
        maybe(rng, one, 0.5, weapons=carried)
    file["combatant"] = crew
    if mapped:
        covers = [{"kind": each} for each in rows("coriolis", "cover")]
        ground(rng, file, covers, ("water", "smoke", "darkness", "snow"))
    for side in SIDES:
        if rng.random() < 0.3:
            riders = [one for one in crew if one["side"] == side and rng.random() < 0.7]
            car: Table = {"id": f"{side}-car", "craft": rng.choice(list(rows("coriolis", "vehicles"))), "side": side}
            if mapped:
                car["at"] = point(rng)
            maybe(rng, car, 0.15, hp=0)
            for place, rider in enumerate(riders):
                rider.pop("at", None)
                rider["aboard"] = car["id"]
                maybe(rng, rider, 0.7 if place == 0 else 0.0, drives=True)
            crew.insert(0, car)
    return file


def gurps(rng: Random) -> Table:
    mapped = rng.random() < 0.8
    file: Table = {"map": [WIDTH, HEIGHT], "combatant": people(rng, "gurps", mapped)}
    limbs = ("right-arm", "left-arm", "right-leg", "left-leg", "right-hand", "right-foot")
    postures = ("standing", "crouching", "kneeling", "sitting", "lying", "face-up")
    for one in file["combatant"]:
        one["posture"] = rng.choice(postures) if rng.random() < 0.3 else "standing"
        maybe(rng, one, 0.2, hp=rng.randrange(-5, 6))
        maybe(rng, one, 0.2, fp=rng.randrange(-1, 5))
        maybe(rng, one, 0.25, crippled=rng.sample(limbs, rng.randrange(1, 3)))
        maybe(rng, one, 0.15, stunned=rng.choice(("physical", "mental")))
        maybe(rng, one, 0.1, facing=float(rng.randrange(360)))
        maybe(rng, one, 0.1, group=f"{one['side']} body")
        maybe(rng, one, 0.3, weapons=rng.sample(list(rows("gurps", "weapons")), 2))
    return file


def socs(rng: Random) -> Table:
    file: Table = {"now": {"range": rng.choice(("short", "medium", "long"))}, "combatant": []}
    for side in SIDES:
        for number in range(rng.choice((1, 1, 2, 3))):
            file["combatant"].append({"id": f"{side}-{number}", "archetype": rng.choice(archetypes("socs")), "side": side})
    return file


def compound_x(rng: Random) -> Table:
    mapped = rng.random() < 0.8
    file: Table = {"map": [WIDTH, HEIGHT], "combatant": people(rng, "compound-x", mapped)}
    for one in file["combatant"]:
        one["stance"] = rng.choice(("standing", "standing", "crouched", "prone"))
        maybe(rng, one, 0.2, hunkered=True, cover="partial")
        maybe(rng, one, 0.15, cover="concealed")
        maybe(rng, one, 0.3, health=rng.randrange(1, 60))
        maybe(rng, one, 0.1, health=-rng.randrange(1, 20))
        maybe(rng, one, 0.1, stunned=1)
        maybe(rng, one, 0.1, broken_limbs=rng.randrange(1, 3))
        maybe(rng, one, 0.1, restrained="cuffs")
        maybe(rng, one, 0.1, fear=12)
        maybe(rng, one, 0.3, weapons=rng.sample(list(rows("compound-x", "weapons")), 2))
        maybe(rng, one, 0.2, grenades=rng.sample(list(rows("compound-x", "grenades")), 1))
    if mapped:
        ground(rng, file, [{"kind": each} for each in ("partial", "full", "concealed")], ("deadly",))
    return file


def hybrid(rng: Random) -> Table:
    mapped = rng.random() < 0.8
    file: Table = {"map": [WIDTH, HEIGHT], "combatant": people(rng, "hybrid", mapped)}
    for one in file["combatant"]:
        maybe(rng, one, 0.2, prone=True)
        maybe(rng, one, 0.2, pft=rng.randrange(0, 6))
        maybe(rng, one, 0.2, pbd=rng.randrange(1, 6))
        maybe(rng, one, 0.1, mft=rng.randrange(0, 4))
        maybe(rng, one, 0.1, pex=0, mex=0)
        maybe(rng, one, 0.15, bleeding=[rng.randrange(1, 40)])
        maybe(rng, one, 0.15, hidden=True, concealed=20)
        maybe(rng, one, 0.3, weapons=rng.sample(list(rows("hybrid", "weapons")), 2))
    return file


def icar(rng: Random) -> Table:
    kind = rng.choice(("ground", "ground", "vehicle", "space"))
    if kind == "space":
        return icar_in_space(rng)
    crew = people(rng, "icar", mapped=kind == "ground" and rng.random() < 0.8)
    file: Table = {"kind": kind, "map": [WIDTH, HEIGHT], "combatant": crew}
    for one in crew:
        maybe(rng, one, 0.2, stun=rng.randrange(0, 4))
        maybe(rng, one, 0.2, hp=rng.randrange(0, 4))
        maybe(rng, one, 0.15, prone=True)
        maybe(rng, one, 0.2, shields=[rng.choice(list(rows("icar", "shields")))])
        maybe(rng, one, 0.2, skills={"medicine": 3, "acrobatics": 2})
        maybe(rng, one, 0.2, weapons=rng.sample(list(rows("icar", "weapons")), 1))
    if kind == "ground":
        ground(rng, file, [{}], ())
        return file
    for side in SIDES:
        own = [one for one in crew if one["side"] == side]
        for one, role in zip(own, ("pilot", "gunner", ""), strict=False):
            one.pop("at", None)
            one["aboard"] = f"{side}-car"
            maybe(rng, one, 0.9 if role else 0.0, role=role)
        crew.insert(0, {"id": f"{side}-car", "side": side, "vehicle": rng.choice(list(rows("icar", "vehicles")))})
    return file


def icar_in_space(rng: Random) -> Table:
    crew: list[Table] = []
    for side in SIDES:
        ship: Table = {"id": f"{side}-ship", "side": side, "craft": rng.choice(list(rows("icar", "spacecraft")))}
        if rng.random() < 0.5:
            ship["archetype"] = rng.choice(SHIPS)
        else:
            known = ("good-ops", "john-smith", "good-pilot", "good-gunner", "bad-ops", "bad-gunner")
            for number, each in enumerate(rng.sample(known, rng.randrange(1, 6))):
                crew.append({"id": f"{side}-{number}", "archetype": each, "aboard": ship["id"]})
        crew.insert(0, ship)
    return {"kind": "space", "combatant": crew}


BUILDERS: dict[str, Callable[[Random], Table]] = {
    "coriolis": coriolis,
    "gurps": gurps,
    "socs": socs,
    "icar": icar,
    "compound-x": compound_x,
    "hybrid": hybrid,
}
