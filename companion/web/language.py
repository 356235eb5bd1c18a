"""Which language a phone reads, where the sentences come from, and the switch between them."""

from __future__ import annotations

from datetime import timedelta
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from flask import Blueprint, Flask, redirect, request
from flask_babel import Babel, Domain, get_locale
from werkzeug.wrappers import Response

from companion.core.card_markup import plain_text
from companion.web.phrasing import money, money_unit, of_units, say, say_count, words

FOLDER = Path(__file__).parent.parent / "translations"
COOKIE = "language"
SOURCE = "en"
"""The language that the texts are written in; it needs no catalogue."""
KEPT = timedelta(days=365)

_CATALOGUE = "*/LC_MESSAGES/messages.po"


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The languages we can speak: English, and every folder that holds a catalogue."""
    found = {path.parent.parent.name for path in FOLDER.glob(_CATALOGUE)}
    return (SOURCE, *sorted(found - {SOURCE}))


class Catalogues(Domain):  # type: ignore[misc]  # flask_babel carries no types
    """Reads the .po files as they stand, so that no compiled copy can be stale or missing."""

    def get_translations(self) -> Translations:
        """The sentences in the language of this request."""
        locale = get_locale()
        language = str(locale) if locale else SOURCE
        known: Translations | None = self.cache.get(language)
        if known is None:
            known = self.cache[language] = _read(language)
        return known


class _Languages(Babel):  # type: ignore[misc]  # flask_babel carries no types
    @cached_property
    def domain_instance(self) -> Domain:
        return Catalogues()


def _read(language: str) -> Translations:
    path = FOLDER / language / "LC_MESSAGES" / "messages.po"
    if not path.is_file():
        return Translations()
    with path.open("rb") as source:
        catalogue = read_po(source, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


def chosen() -> str:
    """This phone's language: the switch it used, else what its browser prefers, else English."""
    known = languages()
    switched = request.cookies.get(COOKIE) if request else None
    if switched in known:
        return str(switched)
    preferred = request.accept_languages.best_match(known) if request else None
    return preferred or SOURCE


def language_name(language: str) -> str:
    """What its own speakers call it: "English", "Deutsch"."""
    name = Locale.parse(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]


def install(app: Flask) -> None:
    """Gives templates `_`, `ngettext`, `money`, `words` and the language of the page."""
    _Languages(app, configure_jinja=False, locale_selector=chosen)
    app.jinja_env.globals.update(
        _=say,
        ngettext=say_count,
        money=money,
        money_unit=money_unit,
        of_units=of_units,
        words=words,
        plain_text=plain_text,
        language=lambda: str(get_locale() or SOURCE).replace("_", "-"),
        languages=languages,
        language_name=language_name,
    )


def blueprint() -> Blueprint:
    """POST /language: this phone reads another language from now on."""
    pages = Blueprint("language", __name__)

    @pages.post("/language")
    def switch() -> Response:
        response = redirect("/", 303)
        language = request.form.get("language", "")
        if language in languages():
            response.set_cookie(
                COOKIE, language, max_age=KEPT, httponly=True, samesite="Lax", path="/"
            )
        return response

    return pages
