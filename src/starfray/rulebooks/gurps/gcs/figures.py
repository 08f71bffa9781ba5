"""Attributes, pools and skills of a sheet."""

from __future__ import annotations

from math import floor

from starfray.engine.imports import Imported
from starfray.rulebooks.gurps.gcs.plain import Row, all_rows, as_number, as_row, as_text, is_container
from starfray.rulebooks.gurps.gcs.words import key_of

BASIC = ("st", "dx", "iq", "ht")
#: Easy, Average, Hard, Very Hard, wildcards: what the first point buys against the attribute
FIRST_POINT = {"e": 0, "a": -1, "h": -2, "vh": -3, "w": -3}

#: what stands there, and what is left of it where it is a pool
Figures = dict[str, tuple[float, float]]


def basic_figures(found: Imported, sheet: Row) -> Figures:
    """As the sheet has reckoned them; where it has not, from what was bought."""
    figures: Figures = {}
    bought: dict[str, float] = {}
    for each in all_rows(sheet.get("attributes")):
        name = as_text(each.get("attr_id")).lower()
        calc = as_row(each.get("calc"))
        value, current = as_number(calc.get("value")), as_number(calc.get("current"))
        if value is not None:
            figures[name] = (value, value if current is None else current)
        elif name:
            bought[name] = as_number(each.get("adj")) or 0.0
            lost = as_number(each.get("damage")) or 0.0
            figures[name] = (0.0, -lost)
    for name in (*BASIC, "will", "per", "basic_speed", "basic_move", "hp", "fp"):
        if name in bought:
            value = base_of(figures, name) + bought[name]
            figures[name] = (value, value + figures[name][1])
    told = [name for name in bought if name in (*BASIC, "hp", "fp", "basic_speed")]
    if told:
        found.assumed.append(f"no finished figure of {', '.join(told)}: worked out from what was bought, without traits")
    return figures


def base_of(figures: Figures, name: str) -> float:
    """gurps.core.pools and the other formulas of the sheet."""
    st, dx, iq, ht = (figures.get(each, (10.0, 10.0))[0] for each in BASIC)
    speed = figures.get("basic_speed", ((dx + ht) / 4, 0.0))[0]
    return {"will": iq, "per": iq, "hp": st, "fp": ht, "basic_speed": (dx + ht) / 4, "basic_move": float(floor(speed))}.get(
        name, 10.0
    )


def take_attributes(found: Imported, figures: Figures) -> None:
    row = found.row
    row["attributes"] = {name: int(figures.get(name, (10.0, 10.0))[0]) for name in BASIC}
    found.assumed += [f"{name.upper()} is missing: 10" for name in BASIC if name not in figures]
    for name, field, words in (("will", "will", "Will"), ("per", "per", "Per"), ("basic_move", "basic-move", "Basic Move")):
        if name in figures:
            row[field] = max(0, int(figures[name][0]))
        else:
            found.assumed.append(f"{words} is missing: worked out from the attributes")
    if "basic_speed" in figures:
        row["speed"] = max(0.0, figures["basic_speed"][0])
    else:
        found.assumed.append("Basic Speed is missing: worked out from DX and HT")
    take_pools(found, figures)
    words = ", ".join(f"{name.upper()} {value}" for name, value in row["attributes"].items())
    found.taken.insert(0, f"attributes: {words}; HP {row['hp']}/{row['max-hp']}, FP {row['fp']}/{row['max-fp']}")


def take_pools(found: Imported, figures: Figures) -> None:
    """HP and FP, and what is left of them; a body has at least 1 HP."""
    row = found.row
    figures = with_fatigue(found, figures)
    for name, stand_in in (("hp", "st"), ("fp", "ht")):
        if name not in figures:
            found.assumed.append(f"{name.upper()} is missing: {stand_in.upper()}")
        points, left = figures.get(name, (float(row["attributes"][stand_in]),) * 2)
        most = int(points)
        least = 1 if name == "hp" else 0
        if most < least:
            found.assumed.append(f"{name.upper()} {most} on the sheet: {least}")
        row[f"max-{name}"] = max(least, most)
        row[name] = min(row[f"max-{name}"], int(left) + max(0, least - most))
    row["fp"] = max(-row["max-fp"], row["fp"])
    if row["hp"] <= -5 * row["max-hp"]:  # gurps.hp.death
        row["dead"] = True
        found.taken.append(f"dead: HP {row['hp']} of {row['max-hp']}")


def with_fatigue(found: Imported, figures: Figures) -> Figures:
    """Bodies that are not alive have no FP by the book: none where the sheet has no figure; where it has one, that counts."""
    body = found.row.get("nature", "living")
    if found.row.get("max-fp") == 0:
        points = int(figures.get("fp", (0.0, 0.0))[0])
        found.assumed.append(f"FP {points} on the sheet: 0, a trait of it says that it has none")
        return {**figures, "fp": (0.0, 0.0)}
    if body == "living":
        return figures
    if "fp" not in figures:
        found.assumed.append(f"FP is missing, and the body is {body}: 0, it does not tire")
        return {**figures, "fp": (0.0, 0.0)}
    if figures["fp"][0] > 0:
        found.assumed.append(f"FP {int(figures['fp'][0])} as on the sheet, although the body is {body}")
    return figures


# --- skills ----------------------------------------------------------------------------------------------------
def take_skills(found: Imported, sheet: Row, figures: Figures) -> dict[str, int]:
    """By name and specialty, and the best specialty under the plain name. Spells count as skills."""
    skills: dict[str, int] = {}
    told: list[str] = []
    reckoned: list[str] = []
    without: list[str] = []
    rows = [each for each in [*all_rows(sheet.get("skills")), *all_rows(sheet.get("spells"))] if not is_container(each)]
    finished = any(as_number(as_row(each.get("calc")).get("level")) is not None for each in rows)
    for each in rows:
        name, specialty = as_text(each.get("name")), as_text(each.get("specialization"))
        level = as_number(as_row(each.get("calc")).get("level"))
        if level is None and not finished:  # where others have one, a skill without a level has none
            level = bought_level(each, figures)
            reckoned += [name] if level else []
        if not name or level is None or level <= 0:
            without.append(name or "one without a name")
            continue
        told.append(f"{name}{f' ({specialty})' if specialty else ''} {int(level)}")
        for key in dict.fromkeys((key_of(name, specialty), key_of(name))):
            if key:
                skills[key] = max(int(level), skills.get(key, 0))
    if told:
        found.taken.append("skills: " + ", ".join(told))
    if without:
        found.left_out.append("skills and spells without a level: " + ", ".join(dict.fromkeys(without)))
    if reckoned:
        found.assumed.append("no finished level of " + ", ".join(reckoned) + ": worked out from the points spent")
    return skills


def bought_level(skill: Row, figures: Figures) -> float | None:
    """One point buys the first level, two the second, four the third, each further one four more."""
    attribute, _, hardness = as_text(skill.get("difficulty")).lower().partition("/")
    points = as_number(skill.get("points")) or 0.0
    if hardness not in FIRST_POINT or points < 1:
        return None
    points = points / 3 if hardness == "w" else points
    more = 0 if points < 2 else 1 if points < 4 else 1 + int(points) // 4
    return figures.get(attribute, (10.0, 10.0))[0] + FIRST_POINT[hardness] + more
