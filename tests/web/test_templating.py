"""What templates may call: initials of any name, the face of a title, no misspelt icon or value."""

from __future__ import annotations

import pytest
from flask import render_template_string
from jinja2 import UndefinedError

from companion.backroom import Backroom
from companion.web.templating import face, initial


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("ana", "A"),
        ("  ben", "B"),
        ("e\u0301lodie", "E\u0301"),
        ("ßeta", "SS"),
        ("王小明", "王"),
        ("7up", "7"),
    ],
)
def test_the_initial_of_a_name(name: str, letter: str) -> None:
    assert initial(name) == letter


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Ana’s table", ""),
        ("Crates – and more", ""),
        ("Zoë’s table", ""),
        ("Łucja", "typed"),
        ("王", "typed"),
    ],
)
def test_a_title_with_a_letter_that_besley_lacks_is_set_in_the_text_face(
    title: str, name: str
) -> None:
    assert face(title) == name


def test_a_missing_value_is_a_fault_and_not_an_empty_string(product: Backroom) -> None:
    with product.app.test_request_context("/"), pytest.raises(UndefinedError):
        render_template_string("{{ nobody.name }}")


def test_a_misspelt_icon_is_a_fault(product: Backroom) -> None:
    source = '{% from "_macros.html" import icon %}{{ icon("swrod") }}'
    with product.app.test_request_context("/"), pytest.raises(LookupError):
        render_template_string(source)


def test_what_is_typed_is_escaped_in_translated_sentences(product: Backroom) -> None:
    with product.app.test_request_context("/"):
        said = render_template_string("{{ _('{player} knocks', player='<b>x</b>') }}")
    assert said == "&lt;b&gt;x&lt;/b&gt; knocks"
