"""The QR in the terminal is read by a real QR reader from what the terminal would show."""

from __future__ import annotations

import io
import re

import numpy
import pytest
import zxingcpp

from companion.serve.terminal_qr import draw, shows_blocks, shows_colours

ADDRESS = "http://192.168.178.123:8000"
INK = {" ": (0, 0), "▄": (0, 1), "▀": (1, 0), "█": (1, 1)}


def screen(drawn: str, ink: int, ground: int) -> numpy.ndarray:
    """What a terminal shows: block characters are painted in `ink` on `ground`, 8 pixels each."""
    rows = []
    for line in drawn.splitlines():
        cells = [INK[letter] for letter in re.sub(r"\x1b\[[0-9;]*m", "", line)]
        rows.extend([[ink if cell[half] else ground for cell in cells] for half in (0, 1)])
    return numpy.kron(numpy.array(rows, dtype=numpy.uint8), numpy.ones((8, 8), dtype=numpy.uint8))


def read(picture: numpy.ndarray) -> list[str]:
    return [found.text for found in zxingcpp.read_barcodes(picture)]


def test_with_colours_it_is_dark_on_light_in_every_theme():
    drawn = draw(ADDRESS, colours=True)

    assert read(screen(drawn, ink=0, ground=255)) == [ADDRESS]
    assert all(line.startswith("\x1b[38;5;16;48;5;231m") for line in drawn.splitlines())
    assert all(line.endswith("\x1b[0m") for line in drawn.splitlines())


def test_without_colours_it_is_dark_on_light_on_a_dark_terminal():
    drawn = draw(ADDRESS, colours=False)

    assert read(screen(drawn, ink=230, ground=20)) == [ADDRESS]


@pytest.mark.parametrize("colours", [True, False])
def test_four_modules_of_quiet_zone_on_every_side(colours):
    picture = screen(draw(ADDRESS, colours=colours), ink=1, ground=0)[::8, ::8]
    light = 0 if colours else 1
    dark = numpy.argwhere(picture != light)
    (top, left), (bottom, right) = dark.min(axis=0), dark.max(axis=0)

    assert (top, left) == (4, 4)
    assert picture.shape[1] - right == 5
    assert picture.shape[0] - bottom >= 5


def test_a_terminal_without_blocks_gets_a_readable_one_too():
    rows = draw(ADDRESS, colours=False, blocks=False).splitlines()
    picture = numpy.array([[255 if c == "#" else 0 for c in row[::2]] for row in rows], "uint8")

    assert read(numpy.kron(picture, numpy.ones((8, 8), "uint8"))) == [ADDRESS]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "expected"),
    [
        (Terminal(), {"TERM": "xterm-256color"}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (io.StringIO(), {"TERM": "xterm"}, False),
    ],
)
def test_colours_only_where_they_show(stream, environment, expected):
    assert shows_colours(stream, environment) is expected


@pytest.mark.parametrize(("encoding", "expected"), [("utf-8", True), ("ascii", False)])
def test_blocks_only_where_they_can_be_written(encoding, expected):
    assert shows_blocks(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is expected
