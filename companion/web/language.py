"""Which language a phone reads, where the sentences come from, and the switch between them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

from babel import Locale, UnknownLocaleError
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.support import Translations
from flask import Blueprint, Flask, current_app, redirect, request
from flask_babel import Babel, Domain, get_locale
from werkzeug.wrappers import Response

from companion.core.decks.markup import plain_text
from companion.web.phrasing import (
    enumerated,
    figure,
    forget_translations,
    money,
    money_unit,
    of_tie_units,
    percent,
    say,
    say_count,
    typed_figure,
    words,
)

FOLDER = Path(__file__).parent.parent / "translations"
COOKIE = "language"
SOURCE = "en"
"""The language that the texts are written in; it needs no catalogue."""
KEPT = timedelta(days=365)
LONGEST_PATH = 2_000
"""Letters of a page's address that the switch comes back to."""

_CATALOGUE = "*/LC_MESSAGES/messages.po"
_log = logging.getLogger("backroom.web")


class Catalogues(Domain):  # type: ignore[misc]  # flask_babel carries no types
    """Reads the .po files as they stand, so that no compiled copy can be stale or missing.

    Where two folders speak the same language, the later one's sentences win and the earlier one
    fills what is missing there.
    """

    def __init__(self, folders: tuple[Path, ...]) -> None:
        super().__init__()
        self._folders = folders
        found = {path.parent.parent.name for each in folders for path in each.glob(_CATALOGUE)}
        self.languages = (SOURCE, *sorted(each for each in found - {SOURCE} if _is_known(each)))
        """English, and every folder that holds a catalogue and is called as a language is."""

    def get_translations(self) -> Translations:
        """The sentences in the language of this request."""
        locale = get_locale()
        return self.of(str(locale) if locale else SOURCE)

    def of(self, language: str) -> Translations:
        """The sentences of one language, read when they are first needed."""
        known: Translations | None = self.cache.get(language)
        if known is None:
            paths = (each / language / "LC_MESSAGES" / "messages.po" for each in self._folders)
            read = [_read(path, language) for path in paths if path.is_file()]
            known, *further = read or [Translations()]
            for each in further:
                known.merge(each)
            self.cache[language] = known
        return known


class _Languages(Babel):  # type: ignore[misc]  # flask_babel carries no types
    """flask_babel with our catalogues instead of compiled ones."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        super().__init__(configure_jinja=False)
        self._folders = folders

    @cached_property
    def domain_instance(self) -> Domain:
        return Catalogues(self._folders)


def _is_known(language: str) -> bool:
    try:
        Locale.parse(language)
    except (ValueError, UnknownLocaleError):
        return False
    return True


def _read(path: Path, language: str) -> Translations:
    """A catalogue; empty, and told in the log, when it cannot be read: English is better then."""
    try:
        with path.open("rb") as source:
            catalogue = read_po(source, locale=language, abort_invalid=True)
    except (OSError, ValueError, PoFileError) as trouble:
        _log.warning("The catalogue %s cannot be read: %s", path, trouble)
        return Translations()
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)


def _catalogues() -> Catalogues:
    found: Catalogues = current_app.extensions["babel"].instance.domain_instance
    return found


def languages() -> tuple[str, ...]:
    """The languages that this server speaks, English first."""
    return _catalogues().languages


def warm_up(app: Flask) -> Iterator[None]:
    """Read every catalogue: one would cost the first phone of its language a moment."""
    with app.app_context():
        catalogues = _catalogues()
    for language in catalogues.languages:
        catalogues.of(language)
        yield


def chosen() -> str:
    """This phone's language: the switch it used, else what its browser prefers, else English.

    A phone that reads de-AT or es-MX gets what we have of German or Spanish.
    """
    known = languages()
    switched = request.cookies.get(COOKIE) if request else None
    if switched in known:
        return str(switched)
    wanted = request.accept_languages if request else ()
    found = (_nearest(tag, known) for tag, quality in wanted if quality > 0)
    return next((each for each in found if each), SOURCE)


def _nearest(tag: str, known: tuple[str, ...]) -> str | None:
    """The language of this tag, without its region if need be; else any region's of it.

    Werkzeug's own best match looks for whole tags first, and so gives "de-AT,en;q=0.5" English.
    """
    by_tag = {each.replace("_", "-").lower(): each for each in known}
    parts = tag.replace("_", "-").lower().split("-")
    for count in range(len(parts), 0, -1):
        found = by_tag.get("-".join(parts[:count]))
        if found:
            return found
    return next((each for of, each in by_tag.items() if of.startswith(f"{parts[0]}-")), None)


@lru_cache(maxsize=64)
def language_name(language: str) -> str:
    """What its own speakers call it: "English", "Deutsch"."""
    name = Locale.parse(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]


@lru_cache(maxsize=64)
def direction(language: str) -> str:
    """ltr, or rtl for languages that are read from the right."""
    return str(Locale.parse(language.replace("-", "_")).text_direction)


def _language() -> str:
    """The language of this page, as HTML names it."""
    return str(get_locale() or SOURCE).replace("_", "-")


def install(app: Flask, more: Path | None = None) -> None:
    """Gives templates `_`, `ngettext`, `money`, `words` and the language of the page.

    `more`: a folder with further catalogues, laid out as our own.
    """
    folders = (FOLDER,) if more is None else (FOLDER, more)
    forget_translations()
    _Languages(folders).init_app(app, locale_selector=chosen)
    app.jinja_env.globals.update(
        _=say,
        ngettext=say_count,
        money=money,
        money_unit=money_unit,
        of_tie_units=of_tie_units,
        decimal=figure,
        percent=percent,
        typed_figure=typed_figure,
        words=words,
        plain_text=plain_text,
        language=_language,
        direction=lambda: direction(_language()),
        languages=languages,
        language_name=language_name,
        this_page=this_page,
    )
    app.jinja_env.filters["enumerated"] = enumerated


def this_page() -> str:
    """Where the switch comes back to: the page that is shown, or the one its form stood on."""
    if request.method in ("GET", "HEAD"):
        return on_this_site(request.full_path.removesuffix("?"))
    try:
        split = urlsplit(request.referrer or "/")
    except ValueError:  # no address at all, like "http://["
        return "/"
    return on_this_site(split.path + (f"?{split.query}" if split.query else ""))


def on_this_site(path: str) -> str:
    """The path if it can only lead to a page of this server; else the start page.

    Browsers read a backslash as a slash and skip control characters, so "/\\t/evil.example" would
    lead away like "//evil.example" does.
    """
    plain = path.isprintable() and " " not in path and "\\" not in path
    if not plain or not path.startswith("/") or path.startswith("//") or len(path) > LONGEST_PATH:
        return "/"
    return path


def blueprint() -> Blueprint:
    """POST /language: this phone reads another language from now on."""
    pages = Blueprint("language", __name__)

    @pages.post("/language")
    def switch() -> Response:
        response = redirect(on_this_site(request.form.get("then", "/")), 303)
        language = request.form.get("language", "")
        if language in languages():
            response.set_cookie(
                COOKIE, language, max_age=KEPT, httponly=True, samesite="Lax", path="/"
            )
        return response

    return pages
