"""The colours and sizes of tokens.css as values, for the style guide: both themes on one page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_ROOT = re.compile(r":root\s*\{([^}]*)\}")
_TOKEN = re.compile(r"--([a-z0-9-]+):\s*([^;]+);")
_SCHEME = re.compile(r"color-scheme:\s*([a-z]+);")
_HEX = re.compile(r"#[0-9a-f]{6}")
_RULE = re.compile(r"([^{}@]+)\{([^{}]*)\}")
_COMMA = re.compile(r",(?![^(]*\))")
_HELD = re.compile(r":active|:focus-visible")
_SIZE = re.compile(r"\d?(\.\d+)?rem")
_SPACE = re.compile(r"\d+px")


@dataclass(frozen=True)
class Tokens:
    """What tokens.css says: dark first, and what the light theme puts in its place."""

    dark: Mapping[str, str]
    """Every token by its name without `--`."""
    light: Mapping[str, str]
    """Only those that differ."""

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """Names of the plain colours, in the order of the file."""
        return tuple(name for name, value in self.dark.items() if _HEX.fullmatch(value))

    @cached_property
    def sizes(self) -> tuple[str, ...]:
        """Names of the sizes of type, smallest first."""
        return tuple(name for name, value in self.dark.items() if _SIZE.fullmatch(value))

    @cached_property
    def spaces(self) -> tuple[str, ...]:
        """Names of the spaces and of other lengths in pixels."""
        return tuple(name for name, value in self.dark.items() if _SPACE.fullmatch(value))

    def value(self, name: str, theme: str) -> str:
        """The value of a token in the theme `dark` or `light`."""
        return (self.light if theme == "light" else {}).get(name, self.dark[name])

    def sheet(self) -> str:
        """The style sheet of the guide: a theme for a part of the page, or for all of it by choice.

        `.dark` and `.light` set a part; a checked #theme-dark or #theme-light the whole page.
        `.colour-NAME` is filled with a colour, `.size-NAME` set in it, `.space-NAME` as wide as it.
        """
        changing = {name: self.dark[name] for name in self.light}
        rules = [_rule("dark", changing), _rule("light", self.light)]
        rules += [f".colour-{name} {{ background: var(--{name}); }}" for name in self.colours]
        rules += [f".size-{name} {{ font-size: var(--{name}); }}" for name in self.sizes]
        rules += [f".space-{name} {{ width: var(--{name}); }}" for name in self.spaces]
        return "\n".join(rules)


NONE = Tokens({}, {})
"""Of a folder without tokens.css."""


def held(css: str) -> str:
    """The rules of a sheet for what is pressed or has the focus, for `.pressed` and `.focused`.

    A guide cannot press a button, and a copy of its look would not stay one.
    """
    rules = []
    for selector, body in _RULE.findall(_COMMENT.sub("", css)):
        parts = [part.strip() for part in _COMMA.split(selector) if _HELD.search(part)]
        if parts:
            rules.append(f"{','.join(_HELD.sub(_as_class, part) for part in parts)} {{{body}}}")
    return "\n".join(rules)


def _as_class(found: re.Match[str]) -> str:
    return ".pressed" if found.group(0) == ":active" else ".focused"


def read(css: str) -> Tokens:
    """The tokens of a sheet with one `:root` for dark and one for light; ValueError otherwise."""
    blocks = _ROOT.findall(_COMMENT.sub("", css))
    if [_SCHEME.findall(block) for block in blocks] != [["dark"], ["light"]]:
        raise ValueError("tokens.css must hold one :root of scheme dark, then one of scheme light")
    dark, light = (dict(_TOKEN.findall(block)) for block in blocks)
    return Tokens(dark, light)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2, contrast ratio)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _rule(theme: str, tokens: Mapping[str, str]) -> str:
    set_ = " ".join(f"--{name}: {value};" for name, value in tokens.items())
    return f":root:has(#theme-{theme}:checked), .{theme} {{ color-scheme: {theme}; {set_} }}"
