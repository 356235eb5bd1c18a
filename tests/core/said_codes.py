"""Reads the codes that the modules of a game write out in their refusals and asks."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType

from companion.core.games.contract import Game
from companion.core.outcome import Ask, Refused

BUILDERS = ("refused", "ask")
"""What builds an answer with its sentence; each game has its own of these."""


def answers_said(game: Game) -> Iterator[tuple[str, Callable[[], Ask | Refused]]]:
    """Each of them: where it is said and its code, and what builds it, without its places."""
    modules = tuple(modules_of(game))
    own = {
        name: found
        for module in modules
        for name, found in vars(module).items()
        if name in BUILDERS and found.__module__ == module.__name__
    }
    for module in modules:
        yield from _said_in(module, own)


def modules_of(game: Game) -> Iterator[ModuleType]:
    """Every module in the folder of a game."""
    package = importlib.import_module(type(game).__module__.rpartition(".")[0])
    for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def _said_in(
    module: ModuleType, own: dict[str, Callable[..., Ask | Refused]]
) -> Iterator[tuple[str, Callable[[], Ask | Refused]]]:
    tree = ast.parse(inspect.getsource(module))
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args):
        if isinstance(call.func, ast.Attribute):  # draft.ask(…), which hands on to the game's own
            builder = own.get(call.func.attr)
        else:
            builder = vars(module).get(ast.unparse(call.func))
        if getattr(builder, "__name__", "") not in BUILDERS or builder is None:
            continue
        first, *more = call.args
        also = tuple(text for each in more for text in _texts(each))
        named = _assigned(tree, first.id) if isinstance(first, ast.Name) else (first,)
        for text in (text for value in named for text in _texts(value)):
            where = f"{module.__name__}:{call.lineno} {text}"
            yield where, partial(builder, text, *also)


def _assigned(tree: ast.AST, name: str) -> tuple[ast.expr, ...]:
    """What a module assigns to a name, anywhere in it."""
    return tuple(
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    )


def _texts(value: ast.expr) -> tuple[str, ...]:
    """A text as written, or both of `this if so else that`."""
    if isinstance(value, ast.IfExp):
        return (*_texts(value.body), *_texts(value.orelse))
    return (value.value,) if isinstance(value, ast.Constant) and type(value.value) is str else ()
