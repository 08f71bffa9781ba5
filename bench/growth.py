"""How the cost of a fight grows from one against one to fifty against fifty, and with what power of the size."""

from __future__ import annotations

from bench.runs import Bench, File, Played, exponent, table, unended

SIZES = (1, 2, 4, 8, 16, 32, 50)
SIDES = {
    "coriolis": """
rulebook = "coriolis"
[orders]
"coriolis.initiative.weapon" = "no"
[[combatant]]
id = "guard"
archetype = "station-guard"
side = "guards"
at = [0, 0]
count = {count}
[[combatant]]
id = "corsair"
archetype = "corsair-boarder"
side = "corsairs"
at = [15, 0]
count = {count}
""",
    "gurps": """
rulebook = "gurps"
[rulings]
bleeding = "off"
[[combatant]]
id = "guard"
archetype = "dock-guard"
side = "guards"
at = [0, 0]
count = {count}
[[combatant]]
id = "gunman"
archetype = "gunman"
side = "gunmen"
at = [10, 0]
count = {count}
""",
}


def sides(book: str, count: int) -> File:
    text = SIDES[book].format(count=count)
    return File(f"{book} {count}", text if count > 1 else text.replace("count = 1\n", ""), ".")


def rows_of(bench: Bench, played: list[Played], sizes: tuple[int, ...]) -> list[list[str]]:
    rows = []
    for size, one in zip(sizes, played, strict=True):
        row = [f"{size}{unended(one)}", f"{one.acts / one.fights:.0f}"]
        for tree in bench.trees:
            row += [f"{one.fights / one.took(tree):.2f}", f"{one.acts / one.took(tree):,.0f}"]
        rows.append(row)
    powers = ["**power**", f"{exponent(sizes, [one.acts / one.fights for one in played]):.2f}"]
    for tree in bench.trees:
        powers += [f"{exponent(sizes, [one.fights / one.took(tree) for one in played]):.2f}",
                   f"{exponent(sizes, [one.acts / one.took(tree) for one in played]):.2f}"]  # fmt: skip
    return [*rows, powers]


def section(bench: Bench, sizes: tuple[int, ...] = SIZES) -> list[str]:
    lines = [
        "## One against one to fifty against fifty",
        "",
        "The last row of each table is the power of the size with which the column grows (the slope through the "
        "logarithms). What a fight costs goes up by the power its fights a second go down by.",
        "",
    ]
    for book in SIDES:
        played = []
        for size in sizes:
            bench.say(f"{book}, {size} a side")
            played.append(bench.play(sides(book, size)))
        head = [f"{book}: a side", "acts a fight"]
        for tree in bench.trees:
            head += [f"fights a second, {tree}", f"acts a second, {tree}"]
        lines += [*table(head, rows_of(bench, played, sizes)), ""]
    return lines
