"""A browser without script: reads a page's links, forms and buttons, and taps them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from tests.web.table_stand import HTML, Phone


@dataclass(eq=False, slots=True)
class Control:
    """A button, input or select with the form it belongs to."""

    form: str
    tag: str
    attributes: dict[str, str]
    words: str = ""
    options: list[tuple[str, bool]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.attributes.get("name", "")

    @property
    def value(self) -> str:
        return self.attributes.get("value", "")

    @property
    def label(self) -> str:
        return self.attributes.get("aria-label") or " ".join(self.words.split())


@dataclass(eq=False, slots=True)
class Page:
    """What a browser makes of an answer."""

    address: str
    status: int
    text: str
    forms: dict[str, dict[str, str]] = field(default_factory=dict)
    controls: list[Control] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    """(words or label, address)"""
    seen: str = ""
    """The words of the page."""

    def link(self, words: str) -> str:
        """The address of the first link with these words."""
        found = [where for said, where in self.links if words in said]
        assert found, f"no link {words!r} among {[said for said, _ in self.links]}"
        return found[0]

    def buttons(self) -> list[Control]:
        kinds = ("submit", None)
        return [c for c in self.controls if c.tag == "button" and c.attributes.get("type") in kinds]

    def button(self, label: str) -> Control:
        """The first button with this label."""
        found = [each for each in self.buttons() if label in each.label]
        assert found, f"no button {label!r} among {[each.label for each in self.buttons()]}"
        return found[0]


class _Reader(HTMLParser):
    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self._form = ""
        self._open: list[Control] = []
        self._link: dict[str, str] | None = None
        self._link_words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = attributes.get("id") or f"form-{len(self.page.forms)}"
            self.page.forms[self._form] = attributes
        elif tag in ("input", "button", "select", "textarea"):
            control = Control(attributes.get("form", self._form), tag, attributes)
            self.page.controls.append(control)
            if tag in ("button", "select"):
                self._open.append(control)
        elif tag == "option" and self._open:
            self._open[-1].options.append((attributes.get("value", ""), "selected" in attributes))
        elif tag == "a" and "href" in attributes:
            self._link, self._link_words = attributes, []

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = ""
        elif tag in ("button", "select") and self._open:
            self._open.pop()
        elif tag == "a" and self._link is not None:
            said = self._link.get("aria-label") or " ".join(" ".join(self._link_words).split())
            self.page.links.append((said, self._link["href"]))
            self._link = None

    def handle_data(self, data: str) -> None:
        self.page.seen += data
        if self._open:
            self._open[-1].words += data
        if self._link is not None:
            self._link_words.append(data)


class PaperBrowser:
    """One phone with script switched off, at one page at a time."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.taps = 0
        self.page = self._open(phone.home)
        """Taps since the browser was opened or `count` was called."""

    def go(self, where: str = "") -> Page:
        """Open a page of the table without counting a tap."""
        self.page = self._open(self.phone.home + where)
        return self.page

    def follow(self, words: str) -> Page:
        """Tap a link."""
        self.taps += 1
        self.page = self._open(urljoin(self.page.address, self.page.link(words)))
        return self.page

    def tap(self, button: str | Control, **typed: Any) -> Page:
        """Tap a button; `typed` fills or picks fields of its form first, by name."""
        self.taps += 1
        pressed = self.page.button(button) if isinstance(button, str) else button
        form = self.page.forms[pressed.form]
        sent = _fields(self.page, pressed, typed)
        action = urljoin(self.page.address, form.get("action") or self.page.address)
        if form.get("method", "get").lower() == "get":
            query = "&".join(f"{name}={value}" for name, value in sent)
            self.page = self._open(f"{action.split('?')[0]}?{query}")
            return self.page
        data: dict[str, list[str]] = {}
        for name, value in sent:
            data.setdefault(name, []).append(value)
        answer = self.phone.client.post(action, data=data, headers=HTML)
        if answer.status_code == 303:
            self.page = self._open(urljoin(action, answer.headers["Location"]))
        else:
            self.page = _read(action, answer)
        return self.page

    def _open(self, address: str) -> Page:
        for _ in range(5):
            answer = self.phone.client.get(address, headers=HTML)
            if answer.status_code not in (302, 303, 307):
                return _read(address, answer)
            address = urljoin(address, answer.headers["Location"])
        raise AssertionError(f"{address} leads round in circles")


def _fields(page: Page, pressed: Control, typed: dict[str, Any]) -> list[tuple[str, str]]:
    sent: list[tuple[str, str]] = []
    left = dict(typed)
    for control in page.controls:
        if control.form != pressed.form or not control.name:
            continue
        kind = control.attributes.get("type", "text")
        if control.tag == "button":
            if control is pressed:
                sent.append((control.name, control.value))
        elif control.tag == "select":
            chosen = [value for value, selected in control.options if selected]
            first = control.options[0][0] if control.options else ""
            sent.append((control.name, str(left.pop(control.name, (chosen or [first])[0]))))
        elif kind in ("radio", "checkbox"):
            wanted = left.get(control.name)
            on = "checked" in control.attributes
            if wanted is not None:
                on = control.value in (wanted if isinstance(wanted, list) else [str(wanted)])
            if on:
                sent.append((control.name, control.value))
        else:
            sent.append((control.name, str(left.pop(control.name, control.value))))
    return sent


def _read(address: str, answer: Any) -> Page:
    page = Page(address, answer.status_code, answer.get_data(as_text=True))
    _Reader(page).feed(page.text)
    return page
