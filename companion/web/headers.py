"""The headers on every answer, and the compression of pages."""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_OFF = (
    "accelerometer",
    "browsing-topics",
    "camera",
    "display-capture",
    "encrypted-media",
    "gamepad",
    "geolocation",
    "gyroscope",
    "hid",
    "identity-credentials-get",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "otp-credentials",
    "payment",
    "picture-in-picture",
    "publickey-credentials-create",
    "publickey-credentials-get",
    "serial",
    "storage-access",
    "usb",
    "window-management",
    "xr-spatial-tracking",
)
_OURS = ("screen-wake-lock", "fullscreen", "autoplay", "clipboard-write")
PERMISSIONS_POLICY = ", ".join(
    (*(f"{name}=(self)" for name in _OURS), *(f"{name}=()" for name in _OFF))
)
_SAME_ON_ALL = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS_POLICY,
}
_YEAR_SECONDS = 31_536_000
_WORTH_ZIPPING_BYTES = 900
_ZIP_LEVEL = 5


def dress(response: Response, secure: bool, https_for_good: bool) -> Response:
    """Put the headers on one answer. `https_for_good`: the public URL is https, so HSTS may go."""
    for name, value in _SAME_ON_ALL.items():
        response.headers[name] = value
    if secure:
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if https_for_good:
        response.headers["Strict-Transport-Security"] = f"max-age={_YEAR_SECONDS}"
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
        response.vary.update(("Accept", "HX-Request", "Accept-Language"))
    return response


def install(app: Flask, public_url: str | None) -> None:
    """Dress every answer of the app, errors and static files included."""
    https_for_good = (public_url or "").startswith("https://")

    @app.after_request
    def last(response: Response) -> Response:
        return _zipped(dress(response, request.is_secure, https_for_good))


def _zipped(response: Response) -> Response:
    """Pages that people wait for go out gzipped; answers to taps are too small and too many."""
    wanted = (
        request.method == "GET"
        and response.mimetype in ("text/html", "application/json")
        and not response.is_streamed
        and "Content-Encoding" not in response.headers
        and "gzip" in request.headers.get("Accept-Encoding", "")
    )
    if wanted and len(response.get_data()) >= _WORTH_ZIPPING_BYTES:
        response.set_data(gzip.compress(response.get_data(), _ZIP_LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        response.vary.add("Accept-Encoding")
    return response
