"""Puts the parts together into one web application; the only module that knows all of them."""

from __future__ import annotations

from flask import Flask

from companion.settings import Settings


def create_app(settings: Settings) -> Flask:
    """The whole application for these settings, ready to be served."""
    return Flask("companion", root_path=str(_project_folder()))


def _project_folder() -> str:
    from pathlib import Path

    return str(Path(__file__).resolve().parent.parent)
