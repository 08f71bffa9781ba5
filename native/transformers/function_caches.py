"""Functions under `@lru_cache` look into a dict of their own."""

from __future__ import annotations

import ast
import re

from native.unit import Transformer, statements

SIZE = re.compile(r"lru_cache\(maxsize=(\d+)\)")


class FunctionCaches(Transformer):
    """The way through functools and back costs more than most of what is cached. A full dict is emptied, not trimmed.

    Before::

        @lru_cache(maxsize=64)
        def d(sides: int) -> Die:
            return Die(sides)

    After::

        _D_CACHE: dict[_Any, _Any] = {}

        def d(sides: int) -> Die:
            _found: _Any = _D_CACHE.get(sides, _D_CACHE)
            if _found is _D_CACHE:
                if len(_D_CACHE) >= 64:
                    _D_CACHE.clear()
                _found = _D_CACHE[sides] = _d_uncached(sides)
            _answer: Die = _found
            return _answer

        def _d_uncached(sides: int) -> Die:
            return Die(sides)

    Functions with defaults or starred parameters are left alone, and so is a module in which somebody clears a cache.
    """

    def run(self, tree: ast.Module) -> ast.Module:
        clears = any(isinstance(node, ast.Attribute) and node.attr == "cache_clear" for node in ast.walk(tree))
        if self.unit.in_package and not clears:
            tree.body = [made for node in tree.body for made in self.cached(node)]
        return tree

    def cached(self, node: ast.stmt) -> list[ast.stmt]:
        if not isinstance(node, ast.FunctionDef) or len(node.decorator_list) != 1 or node.returns is None:
            return [node]
        if node.args.vararg or node.args.kwarg or node.args.kwonlyargs or node.args.defaults:
            return [node]
        size = SIZE.fullmatch(ast.unparse(node.decorator_list[0]))
        if size is None:
            return [node]
        name, returns = node.name, ast.unparse(node.returns)
        names = [argument.arg for argument in node.args.args]
        cache, key = f"_{name.upper()}_CACHE", names[0] if len(names) == 1 else f"({', '.join(names)})"
        lookup = statements(f"""
            {cache}: dict[_Any, _Any] = {{}}

            def {name}({ast.unparse(node.args)}) -> {returns}:
                _found: _Any = {cache}.get({key}, {cache})
                if _found is {cache}:
                    if len({cache}) >= {size[1]}:
                        {cache}.clear()
                    _found = {cache}[{key}] = _{name}_uncached({", ".join(names)})
                _answer: {returns} = _found
                return _answer
            """)
        node.name, node.decorator_list = f"_{name}_uncached", []
        return [*lookup, node]
