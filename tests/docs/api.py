"""`python -m tests.docs.api` writes docs/api.md from openapi.yaml and the table of rights."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from companion.web.rights import RIGHTS, Right

Json = dict[str, Any]

PROJECT = Path(__file__).resolve().parents[2]
PAGE = PROJECT / "docs" / "api.md"
SPEC: Json = yaml.safe_load((PROJECT / "openapi.yaml").read_text(encoding="utf-8"))
METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Call:
    """One of the calls that the page begins with; a test makes them all, in this order."""

    says: str
    method: str
    path: str
    """`$CODE` stands for the table's code."""
    body: Json | None
    """None where nothing is sent."""
    token: str | None
    """Whose `seat_token` goes with it, as the variable of the shell."""
    status: int
    answer: str
    """The schema of what comes back."""


CALLS = (
    Call(
        "Start a table and sit at it. The answer holds its `code` and, this once, a `seat_token`.",
        "POST", "/tables", {"game": "black_market_warehouse", "deck": "starter", "player": "Ana"},
        None, 201, "Created",
    ),
    Call(
        "Sit down as somebody else, from another phone or program.",
        "POST", "/tables/$CODE/seats", {"player": "Ben"}, None, 201, "Joined",
    ),
    Call(
        "Log what happened, here several events at once: all are recorded, or none.",
        "POST", "/tables/$CODE/events",
        {"events": [{"event": "first_player_chosen", "player": "Ana"}, {"event": "game_dealt"}]},
        "ANA", 200, "Recorded",
    ),
    Call(
        "Log one tap. An `id` of your own makes it safe to send again.",
        "POST", "/tables/$CODE/events",
        {"event": "item_added", "player": "Ana", "card": "panda", "id": "tap-1"},
        "ANA", 200, "Recorded",
    ),
    Call(
        "Read the table as this seat may see it.",
        "GET", "/tables/$CODE", None, "ANA", 200, "Table",
    ),
)  # fmt: skip


def page() -> str:
    """The whole page."""
    return "\n".join([*_beginning(), *_addresses(), *_schemas()]) + "\n"


def operations() -> dict[str, Json]:
    """`METHOD path` → its description, in the file's order."""
    return {
        f"{method.upper()} {path}": {**item[method], "shared": item.get("parameters", [])}
        for path, item in SPEC["paths"].items()
        for method in METHODS
        if method in item
    }


def spelled(route: str) -> str:
    """A route of ours as openapi.yaml writes it."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)


def resolved(part: Json) -> Json:
    """What a $ref points to."""
    while "$ref" in part:
        found: Any = SPEC
        for name in part["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        part = found
    return part


def _beginning() -> list[str]:
    lines = [
        "# The addresses of Backroom",
        "",
        "Written by `python -m tests.docs.api` from `openapi.yaml`; a test holds it in step.",
        "",
        " ".join(SPEC["info"]["description"].split()),
        "",
        "## An evening in five calls",
        "",
        "With Backroom at `$BACKROOM`, as `http://192.168.1.23:8000`:",
        "",
    ]
    for number, call in enumerate(CALLS, 1):
        lines += [f"{number}. {call.says}", "", "   ```sh", *_curl(call), "   ```", ""]
        lines += [f"   {call.status}: {_link(call.answer)}.", ""]
    return lines


def _curl(call: Call) -> list[str]:
    words = ["curl", "-H 'Accept: application/json'"]
    if call.token is not None:
        words.append(f'-H "Authorization: Bearer ${call.token}"')
    if call.body is not None:
        words += ["--json", f"'{json.dumps(call.body)}'"]
        del words[1]  # --json says so by itself
    path = call.path.replace("$CODE", "${CODE}")
    return [f"   {' '.join(words)} \\", f'     "$BACKROOM{path}"']


def _addresses() -> list[str]:
    lines = ["## Who may do what", ""]
    lines += [f"* **{right.name.lower()}**: {right.value}" for right in Right]
    who = {spelled(route): right.name.lower() for route, right in RIGHTS.items()}
    for tag in SPEC["tags"]:
        lines += ["", f"## {tag['description']}", ""]
        for route, told in operations().items():
            if tag["name"] in told["tags"]:
                lines += [f"### `{route}`", "", f"{told['summary']} ({who[route]})", ""]
                lines += [*_fields(told), *_answers(told["responses"]), ""]
    return lines


def _fields(told: Json) -> list[str]:
    lines = []
    for each in [*told["shared"], *told.get("parameters", [])]:
        named = resolved(each)
        said = named.get("description") or _kind(named.get("schema", {}))
        lines.append(f"* `{named['name']}` ({named['in']}): {said}")
    sent = resolved(told.get("requestBody", {})).get("content", {})
    for kind, content in sent.items():
        lines.append(f"* sends {kind}: {_kind(content.get('schema', {}))}")
    return lines


def _answers(responses: Json) -> list[str]:
    lines = []
    for status, answer in responses.items():
        told = resolved(answer)
        schema = told.get("content", {}).get("application/json", {}).get("schema")
        named = f": {_kind(schema)}" if schema and "$ref" in schema else ""
        lines.append(f"* **{status}** {told['description']}{named}")
    return lines


def _schemas() -> list[str]:
    lines = ["## What is sent and answered", ""]
    for name, schema in SPEC["components"]["schemas"].items():
        lines += [f"### {name}", ""]
        if "properties" not in schema:
            lines += [schema.get("description", _kind(schema)), ""]
            continue
        needed = schema.get("required", [])
        for field, inner in schema["properties"].items():
            must = ", always" if field in needed else ""
            said = f": {inner['description']}" if "description" in inner else ""
            lines.append(f"* `{field}` ({_kind(inner)}{must}){said}")
        lines.append("")
    return lines[:-1]


def _kind(schema: Json) -> str:
    """What a value is, in a word or by the schema's name."""
    if "$ref" in schema:
        return _link(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " or ".join(f"`{each}`" for each in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "oneOf" in schema:
        return " or ".join(_kind(each) for each in schema["oneOf"])
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {_kind(schema['items'])}" if "items" in schema else "list"
    if kind == "object" and "properties" in schema:
        return ", ".join(f"`{name}`" for name in schema["properties"])
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def _link(schema: str) -> str:
    return f"[{schema}](#{schema.lower()})"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
