"""What changed between two views, as paths; and how a client puts it together again."""

from __future__ import annotations

from starfray.engine.codec import Plain

View = dict[str, Plain]
GROWING = ("log", "acts")  # parts of a view of which only what is new is sent


def diff(old: View, new: View) -> View:
    """{"set": {path: value}, "gone": [path], "log": rows to append, "acts": the same}. Other lists are replaced whole."""
    found: View = {"set": {}, "gone": [], **{part: [] for part in GROWING}}
    _compare(
        {key: value for key, value in old.items() if key not in GROWING},
        {key: value for key, value in new.items() if key not in GROWING},
        "",
        found,
    )
    for part in GROWING:
        grown = appended(old[part], new[part])
        if grown is None:
            found["set"][part] = new[part]
        else:
            found[part] = grown
    return found


def _compare(old: View, new: View, path: str, found: View) -> None:
    for key in old:
        if key not in new:
            found["gone"].append(path + escaped(key))
    for key, value in new.items():
        here = path + escaped(key)
        if key not in old:
            found["set"][here] = value
        elif old[key] != value:
            if isinstance(old[key], dict) and isinstance(value, dict):
                _compare(old[key], value, here + "/", found)
            else:
                found["set"][here] = value


def escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def appended(old: list[View], new: list[View]) -> list[View] | None:
    """The rows that came after the old ones; None if they did not just grow."""
    if not old or old == new:
        return [] if old == new else None if not new else list(new)
    last = old[-1]
    for place in range(len(new) - 1, -1, -1):
        if (new[place]["n"], new[place].get("i")) == (last["n"], last.get("i")):
            start = max(0, len(old) - place - 1)
            return new[place + 1 :] if old[start:] == new[: place + 1][-len(old[start:]) :] else None
    return None


def empty(change: View) -> bool:
    return not (change["set"] or change["gone"] or any(change[part] for part in GROWING))


def patch(view: View, change: View) -> View:
    """The view after a diff, as a client would do it; the log and the acts keep growing."""
    made: View = _copy(view)
    for path in change["gone"]:
        holder, key = _place(made, path)
        holder.pop(key, None)
    for path, value in change["set"].items():
        holder, key = _place(made, path)
        holder[key] = value
    for part in GROWING:
        made[part] = [*made[part], *change[part]]
    return made


def _copy(value: Plain) -> Plain:
    return {key: _copy(item) for key, item in value.items()} if isinstance(value, dict) else value


def _place(view: View, path: str) -> tuple[View, str]:
    *parts, last = [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")]
    for part in parts:
        view = view[part]
    return view, last
