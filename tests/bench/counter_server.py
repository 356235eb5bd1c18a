"""A counter for everybody on Flask-SocketIO, in memory: the peer of a tap to all phones."""

from __future__ import annotations

import logging
import sys

from flask import Flask
from flask_socketio import SocketIO


def main(port: int) -> None:
    """Serve until killed."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = Flask("counter")
    talk = SocketIO(app, async_mode="threading", cors_allowed_origins="*")
    told = {"count": 0}

    @talk.on("tap")
    def tap() -> None:
        told["count"] += 1
        talk.emit("count", told["count"])

    talk.run(app, host="127.0.0.1", port=port, allow_unsafe_werkzeug=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
