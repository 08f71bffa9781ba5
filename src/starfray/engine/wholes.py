"""What a whole record, list or table is after some of its figures have changed, as `fight.get` would show it."""

from __future__ import annotations

from typing import Any

from starfray.engine import paths
from starfray.engine.changes import Changes, item_paths
from starfray.engine.codec import Plain, hints, is_record, kebab, to_plain

Branch = dict[str, Any]


class Items(Branch):
    """A list of records, each by the last step of its path."""


def value_at(state: Any, path: str) -> Any:
    """The value itself at a path as `fight.get` takes it; BadInput if there is none."""
    holder = state
    for step in paths.rooted(state, path):
        holder = paths.enter(holder, step, path)
    return holder


def changed_whole(value: Any, path: str, changes: Changes) -> Plain:
    """The record, list or table at a path after these changes, as plain data."""
    tree = _tree(value)
    for where, (_, after) in changes.items():
        if where.startswith(f"{path}."):
            _put(tree, where[len(path) + 1 :], after)
    return _plain(tree, _tree(value), to_plain(value))


def _tree(value: Any) -> Any:
    if is_record(value):
        return {kebab(name): _tree(getattr(value, name)) for name in hints(type(value))}
    if isinstance(value, dict):
        return {key: _tree(item) for key, item in value.items()}
    if isinstance(value, list) and (not value or is_record(value[0])):
        return Items({where[1:]: _tree(item) for where, item in zip(item_paths(value, ""), value, strict=True)})
    return to_plain(value)


def _put(branch: Branch, path: str, after: Plain) -> None:
    """Keys may have dots in them, so a step is the longest key that fits."""
    fitting = [key for key in branch if path == key or path.startswith(f"{key}.")]
    step = max(fitting, key=len, default=path)
    if step != path and isinstance(branch[step], dict):
        _put(branch[step], path[len(step) + 1 :], after)
    elif after is None:
        branch.pop(step, None)
    else:
        branch[step] = after


def _plain(tree: Any, whole: Any, before: Plain) -> Plain:
    """`whole` is the tree as it was, `before` what was shown of it: fields still at their default are left out."""
    if isinstance(tree, Items):
        known = dict(zip(whole, before, strict=True)) if isinstance(whole, Items) else {}
        return [_plain(item, whole[step], known[step]) if step in known else item for step, item in tree.items()]
    if isinstance(tree, dict) and isinstance(whole, dict) and isinstance(before, dict):
        return {
            key: _plain(item, whole.get(key), before.get(key))
            for key, item in tree.items()
            if key in before or key not in whole or item != whole[key]
        }
    return tree
