"""What changed between two views, as paths; and how a client puts it together again.

There are two ways of telling it. A plain diff replaces lists whole. A fine one goes into lists, too, and what comes back after
it was gone (the forms of somebody whose turn it is again) is told by what has changed since: a client that said
`fine` keeps it.
"""

from __future__ import annotations

from starfray.engine.codec import Plain

View = dict[str, Plain]
GROWING = ("log", "acts")  # parts of a view of which only what is new is sent
MOST_FIELDS = 0.5  # of a row of a list that are told one by one; if more have changed, the row is


def diff(old: View, new: View) -> View:
    """{"set": {path: value}, "gone": [path], "log": rows to append, "acts": the same}. Other lists are replaced whole."""
    found: View = {"set": {}, "gone": [], **{part: [] for part in GROWING}}
    _compare(_without_growing(old), _without_growing(new), "", found)
    _append(old, new, found)
    return found


def fine_diff(old: View, new: View, kept: View) -> View:
    """The same, but lists of equal length are compared row by row, and `back` names paths whose value is again the one in
    `kept`, which the client has, but for what is gone or set under it.
    """
    found: View = {"set": {}, "gone": [], "back": [], **{part: [] for part in GROWING}}
    _compare(_without_growing(old), _without_growing(new), "", found, kept)
    _append(old, new, found)
    return found


def _without_growing(view: View) -> View:
    return {key: value for key, value in view.items() if key not in GROWING}


def _append(old: View, new: View, found: View) -> None:
    for part in GROWING:
        grown = appended(old[part], new[part])
        if grown is None:
            found["set"][part] = new[part]
        else:
            found[part] = grown


def _compare(old: View, new: View, path: str, found: View, kept: View | None = None) -> None:
    for key in old:
        if key not in new:
            found["gone"].append(path + escaped(key))
    for key, value in new.items():
        here = path + escaped(key)
        if key in old:
            if old[key] != value:
                _changed(old[key], value, here, found, kept)
        elif kept is not None and here in kept:
            found["back"].append(here)
            if kept[here] != value:
                _changed(kept[here], value, here, found, kept)
        else:
            found["set"][here] = value


def _changed(old: Plain, new: Plain, path: str, found: View, kept: View | None) -> None:
    if isinstance(old, dict) and isinstance(new, dict):
        _compare(old, new, path + "/", found, kept)
    elif kept is not None and _rows(old, new):
        for place, (before, now) in enumerate(zip(old, new, strict=True)):
            if before != now:
                _row_changed(before, now, f"{path}/{place}", found, kept)
    else:
        found["set"][path] = new


def _rows(old: Plain, new: Plain) -> bool:
    """Two lists of as many rows each, which may be told row by row."""
    both = isinstance(old, list) and isinstance(new, list) and len(old) == len(new)
    return both and all(isinstance(each, dict) for each in (*old, *new))


def _row_changed(old: View, new: View, path: str, found: View, kept: View) -> None:
    same = old.keys() == new.keys()
    if same and sum(old[key] != new[key] for key in new) <= len(new) * MOST_FIELDS:
        _compare(old, new, path + "/", found, kept)
    else:
        found["set"][path] = new


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
    return not any(change.values())


def patch(view: View, change: View, kept: View | None = None) -> View:
    """The view after a diff, as a client would do it; the log and the acts keep growing. `kept`: what was gone by a fine diff,
    by its path; the client's own, which this fills.
    """
    made = view
    for path in change.get("back", ()):
        assert kept is not None
        made = _with(made, _steps(path), kept[path])
    for path in change.get("gone", ()):
        steps = _steps(path)
        if kept is not None:
            kept[path] = _value(made, steps)
        made = _with(made, steps, None, gone=True)
    for path, value in change.get("set", {}).items():
        made = _with(made, _steps(path), value)
    for part in GROWING:
        if change.get(part):
            made = {**made, part: [*made[part], *change[part]]}
    return made


def _steps(path: str) -> list[str]:
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")]


def _value(node: Plain, steps: list[str]) -> Plain:
    for step in steps:
        node = node[int(step)] if isinstance(node, list) else node.get(step)
    return node


def _with(node: Plain, steps: list[str], value: Plain, gone: bool = False) -> Plain:
    """The same with one part changed. What did not change is shared with the old one, which stays as it was."""
    first, *rest = steps
    if isinstance(node, list):
        place = int(first)
        return [*node[:place], _with(node[place], rest, value, gone) if rest else value, *node[place + 1 :]]
    made = dict(node)
    if rest:
        made[first] = _with(made[first], rest, value, gone)
    elif gone:
        made.pop(first, None)
    else:
        made[first] = value
    return made
