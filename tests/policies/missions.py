"""Fights about something to try policies on: squads, walls with doors and windows, goals and late comers, in every book."""

from __future__ import annotations

from random import Random

import starfray
from starfray.engine.errors import BadInput
from tests.policies.scenes import BUILDERS, HEIGHT, SIDES, TRIES, WIDTH, Table, distances, maybe, point, written

PLACELESS = ("hold", "protect", "stop")
PLACED = ("reach", "control", "take", "stop")
SQUAD = (2, 3, 4, 6)
PEOPLE = 12  # at most, or a fight takes too long to try many


def mission(book: str, seed: int) -> starfray.Fight:
    """A random scene of the book, made larger and given a purpose; the seed says which."""
    rng = Random(f"mission {book} {seed}")
    for _ in range(TRIES):
        file = BUILDERS[book](rng)
        mapped = any("at" in one for one in file["combatant"])
        squads(rng, file["combatant"])
        late_comers(rng, file)
        if mapped:
            walls(rng, file)
        else:
            file["relation"] = distances(rng, names(file["combatant"]))
        goals(rng, file, mapped)
        try:
            return starfray.loads(written({"rulebook": book, "seed": seed, **file}))
        except BadInput:
            continue
    raise AssertionError(f"{book} {seed}: no file of {TRIES} was accepted")


def squads(rng: Random, crew: list[Table]) -> None:
    """Some rows stand for several of a kind."""
    for one in crew:
        if "aboard" not in one and not any(other.get("aboard") == one["id"] for other in crew):
            maybe(rng, one, 0.4, count=rng.choice(SQUAD))
    while sum(one.get("count", 1) for one in crew) > PEOPLE:
        largest = max(crew, key=lambda one: int(one.get("count", 1)))
        largest["count"] = int(largest["count"]) // 2


def names(crew: list[Table]) -> list[str]:
    """As the file gives them to the copies of a row."""
    return [
        name for one in crew
        for name in ([one["id"]] if one.get("count", 1) == 1 else [f"{one['id']}-{each + 1}" for each in range(one["count"])])
    ]  # fmt: skip


def late_comers(rng: Random, file: Table) -> None:
    """Up to two waves; somebody of each side is there from the beginning."""
    crew = file["combatant"]
    for number in range(rng.choice((0, 0, 1, 2))):
        wave: Table = {"name": f"wave {number}"}
        wave.update({"turn": rng.randrange(2, 7)} if rng.random() < 0.5 else {"side": rng.choice(SIDES), "left": 1})
        some = [one for one in crew if "wave" not in one and "aboard" not in one and free(one, crew)]
        if some:
            rng.choice(some)["wave"] = wave["name"]
            file.setdefault("wave", []).append(wave)


def free(one: Table, crew: list[Table]) -> bool:
    """May she come late? Not who carries others, and not the only one of a side."""
    mates = [other for other in crew if other.get("side") == one.get("side") and other is not one and "wave" not in other]
    return bool(mates) and not any(other.get("aboard") == one["id"] for other in crew)


def walls(rng: Random, file: Table) -> None:
    """Up to two bulkheads across the map, each with a door, and perhaps a window; and perhaps a closed room."""
    found: list[Table] = []
    for number in range(rng.choice((0, 1, 1, 2))):
        x, y = round(rng.uniform(8, WIDTH - 8), 1), round(rng.uniform(3, HEIGHT - 6), 1)
        found += [
            {"points": [[x, 0], [x, y]]},
            {"kind": "door", "name": f"door {number}", "from": [x, y], "to": [x, y + 1.5], "open": rng.random() < 0.3},
            {"kind": rng.choice(("window", "wall")), "from": [x, y + 1.5], "to": [x, y + 3]},
            {"points": [[x, y + 3], [x, HEIGHT]]},
        ]
    if rng.random() < 0.3:
        x, y = point(rng)
        corners = [[x, y], [x + 5, y], [x + 5, y + 4], [x, y + 4], [x, y + 1.5]]
        found += [{"points": corners}, {"kind": "door", "name": "hatch", "from": [x, y + 1.5], "to": [x, y]}]
    if found:
        file["wall"] = found


def goals(rng: Random, file: Table, mapped: bool) -> None:
    """One or two."""
    own = {side: names([one for one in file["combatant"] if one.get("side") == side]) for side in SIDES}
    found: list[Table] = []
    for _ in range(rng.choice((1, 1, 2))):
        side, other = rng.sample(SIDES, 2)
        goal: Table = {"side": side, "kind": rng.choice(PLACED if mapped and rng.random() < 0.75 else PLACELESS)}
        if goal["kind"] == "protect":
            goal["who"] = [rng.choice(own[side])]
        elif goal["kind"] == "hold":
            goal["turns"] = rng.randrange(3, 9)
        elif goal["kind"] == "stop" and not mapped:
            goal["who"] = [rng.choice(own[other])] if own[other] else []
        elif goal["kind"] in PLACED and mapped:
            goal["at"] = point(rng)
        if goal["kind"] == "control":
            goal["turns"] = rng.randrange(1, 5)
        if goal["kind"] == "take":
            maybe(rng, goal, 0.5, to=point(rng))
        if goal["kind"] == "reach":
            maybe(rng, goal, 0.3, count=0)
        maybe(rng, goal, 0.2, secret=True)
        found.append(goal)
    file["goal"] = found
