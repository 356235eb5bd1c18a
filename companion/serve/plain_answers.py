"""Whole answers for requests that never reach the application."""

from __future__ import annotations

_TELL = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Backroom</title>\
<p>{sentence}</p><p><a href="/">Back to the start page</a></p></html>"""
_SENTENCES = {
    "400 Bad Request": "That request was not readable.",
    "414 URI Too Long": "That address is too long.",
    "431 Request Header Fields Too Large": "That request carries too much. Clear your cookies.",
    "500 Internal Server Error": "Something went wrong here. Nothing that was logged is lost.",
    "503 Service Unavailable": "Too many connections from your address. Try again in a moment.",
}
_HEADERS = (
    ("Content-Type", "text/html; charset=utf-8"),
    ("Content-Security-Policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
    ("Connection", "close"),
)


def plain_answer(status: str) -> bytes:
    """A whole answer for what never reaches the application; the status must be one of ours."""
    body = _TELL.format(sentence=_SENTENCES[status]).encode()
    extra = [("Retry-After", "5")] if status.startswith("503") else []
    headers = [*_HEADERS, *extra, ("Content-Length", str(len(body)))]
    head = "".join(f"{name}: {value}\r\n" for name, value in headers)
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode("ascii") + body
