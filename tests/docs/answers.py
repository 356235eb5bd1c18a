"""Is an answer what openapi.yaml says about its route? As much of JSON Schema as the file uses."""

from __future__ import annotations

from typing import Any

from werkzeug.test import TestResponse

from tests.docs.api import operations, resolved

TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str, "integer": int, "boolean": bool, "object": dict, "array": list,
    "null": type(None), "number": (int, float),
}  # fmt: skip


def wrong(value: Any, schema: dict[str, Any], where: str = "answer") -> list[str]:
    """Where a value is not what its schema says; as much of JSON Schema as the file uses."""
    schema = resolved(schema)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(isinstance(value, TYPES[kind]) for kind in kinds):
        return [f"{where} is {value!r}, not {kinds}"]
    found = []
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where} is {value!r}, not one of {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        found.append(f"{where} is {value!r}, not {schema['const']!r}")
    if isinstance(value, dict):
        found += [
            f"{where} has no {name}" for name in schema.get("required", []) if name not in value
        ]
        for name, inner in schema.get("properties", {}).items():
            found += wrong(value[name], inner, f"{where}.{name}") if name in value else []
    if isinstance(value, list) and "items" in schema:
        for index, each in enumerate(value):
            found += wrong(each, schema["items"], f"{where}[{index}]")
    return found


def unlike_the_spec(route: str, answer: TestResponse) -> list[str]:
    """Where a JSON answer differs from what the file says about its route."""
    responses = operations()[route]["responses"]
    if str(answer.status_code) not in responses:
        return [f"{route} answers {answer.status_code}, which is not described"]
    content = resolved(responses[str(answer.status_code)]).get("content", {})
    schema = content.get("application/json", {}).get("schema")
    return wrong(answer.json, schema) if schema else []
