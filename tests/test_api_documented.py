"""openapi.yaml and docs/api.md tell of exactly our routes, and the calls on the page work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.web.rights import RIGHTS
from tests.docs.api import CALLS, PAGE, SPEC, operations, page, resolved, spelled
from tests.security.phones import Browser, build_at


def test_the_file_and_the_routes_are_the_same() -> None:
    assert sorted(operations()) == sorted(map(spelled, RIGHTS))


def test_no_comma_cuts_a_sentence_in_two() -> None:
    """YAML would take what follows it for a name without a value."""
    assert list(names_without_value(SPEC)) == []


def names_without_value(part: Any) -> Iterator[str]:
    inner = part if isinstance(part, dict) else dict(enumerate(part if type(part) is list else []))
    for name, value in inner.items():
        if value is None:
            yield str(name)
        yield from names_without_value(value)


def test_the_page_is_in_step_with_the_file() -> None:
    assert PAGE.read_text("utf-8") == page(), "run: python -m tests.docs.api"


def test_the_calls_that_the_page_begins_with_answer_what_it_says(tmp_path: Path) -> None:
    product = build_at(tmp_path)
    tokens: dict[str, Any] = {}
    answered = []
    try:
        browser = Browser(product.app.test_client(use_cookies=False))
        for call in CALLS:
            bearer = {} if call.token is None else {"Authorization": f"Bearer {tokens[call.token]}"}
            path = call.path.replace("$CODE", tokens.get("CODE", ""))
            answer = browser.json(call.method, path, call.body, **bearer)
            told: dict[str, Any] = answer.json or {}
            if call.answer == "Created":
                tokens = {"CODE": told["code"], "ANA": told["seat_token"]}
            schema = resolved({"$ref": f"#/components/schemas/{call.answer}"})
            missing = [name for name in schema["required"] if name not in told]
            answered.append((answer.status_code, missing))
    finally:
        product.close()

    assert answered == [(call.status, []) for call in CALLS]
