"""Bare Flask saying hello on the same web server: what everything else is compared with."""

from gevent import monkey

monkey.patch_all()

import sys  # noqa: E402

from flask import Flask  # noqa: E402
from gevent.event import Event  # noqa: E402

from companion.serve.gevent_server import BackroomServer  # noqa: E402
from companion.serve.listening import listen  # noqa: E402


def main(port: int) -> None:
    """Serve until killed."""
    app = Flask("hello")

    @app.get("/")
    def hello() -> str:
        return "hello"

    listener = listen("127.0.0.1", port)
    assert listener is not None
    server = BackroomServer(listener, app, connections=1000, connections_per_address=None)
    server.start()
    Event().wait()


if __name__ == "__main__":
    main(int(sys.argv[1]))
