"""Whatever people write or upload, printing opens no connection and no file but its own."""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.core.decks.reading import read_deck
from companion.core.outcome import Refused
from companion.printing.folders import PRINT_FOLDER
from companion.printing.formats import PrintOptions
from companion.printing.pages.pad_options import PadOptions
from companion.printing.pages.pads import PadSays, pad_task
from tests.printing.decks import deck_of, insider, item, warehouse
from tests.printing.own_deck import quarters, stored
from tests.printing.test_hostile_texts import VECTORS, listener

__all__ = ["listener"]

SECRET = "the-secret-of-this-computer"
WATCHED = """
import json, os, sys
tasks, allowed = json.load(sys.stdin)
opened, other = set(), set()
def watch(event, given):
    if event == "open" and isinstance(given[0], (str, bytes)):
        opened.add(os.path.realpath(os.fsdecode(given[0])))
    elif event.startswith(("socket.", "urllib.", "http.", "ftplib.", "subprocess.", "os.system")):
        other.add(event)
from companion.printing.tasks import TASKS
from companion.printing.in_worker import Unable, prepare
prepare(tasks[0][1] if "folder" in tasks[0][1] else {"folder": allowed[1]})
import companion.printing.pages.document, pypdfium2  # loading Pango looks for it with programs
sys.addaudithook(watch)
answers = []
for name, task in tasks:
    try:
        said, data = TASKS[name](task, lambda **said: None)
        answers.append([name, said.get("report"), data.decode("latin-1")])
    except Unable as unable:
        answers.append([name, unable.code, ""])
strange = sorted(path for path in opened if not path.startswith(tuple(allowed)))
json.dump({"strange": strange, "other": sorted(other), "answers": answers}, sys.stdout)
"""


def watched(tasks: list[tuple[str, dict[str, Any]]], folder: Path) -> dict[str, Any]:
    """Do the tasks in a process that notes each file and connection that Python opens."""
    places = [PRINT_FOLDER.parent, folder, sys.prefix, sys.base_prefix, "/usr/lib", "/usr/share"]
    allowed = [str(Path(place).resolve()) for place in (*places, "/proc/self", "/dev")]
    done = subprocess.run(
        [sys.executable, "-c", WATCHED],
        input=json.dumps([tasks, allowed]),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture
def vectors(listener: tuple[int, list[bytes]], tmp_path: Path) -> list[str]:
    """The vectors of the fetcher, aimed at our listener and at a file that is none of ours."""
    secret = tmp_path / "elsewhere" / "secret"
    secret.parent.mkdir()
    secret.write_text(SECRET, encoding="utf-8")
    aimed = [vector.format(port=listener[0]) for vector in VECTORS]
    return [each.replace("file:///etc/hostname", secret.as_uri()) for each in aimed]


def hostile_deck(vectors: list[str], pictures: Path) -> dict[str, Any]:
    """Each vector in every text of every kind of card, plain and within markup."""
    picture = stored(pictures, quarters(60, 40))
    cards: list[dict[str, Any]] = []
    for text in vectors:
        types = ["Animal", text[:24]]
        marked = f"**{text[:180]}** *{{{text[:24]}}}* {{coin}}"
        cards.append(item(text[:60], item_type=types[1], flavour=marked, picture=picture))
        cards.append(insider(marked, text[:60], flavour=text[:400]))
        cards.append(warehouse(types, text[:60], flavour=marked, picture=picture))
    names = list(dict.fromkeys(["Animal", *(text[:24] for text in vectors)]))
    marks = {name: {"colour": "plum", "icon": "gem"} for name in names}
    more = {"name": vectors[0][:60], "currency": vectors[0][:8], "note": vectors[2][:400]}
    return deck_of(*cards, item_types=names, type_marks=marks, **more).to_json()


def test_no_text_of_a_deck_or_a_pad_reaches_a_file_or_an_address(
    listener: tuple[int, list[bytes]], vectors: list[str], tmp_path: Path
) -> None:
    made, pictures = tmp_path / "made", tmp_path / "pictures"
    pictures.mkdir()
    options = PrintOptions(backs="long").to_json()
    deck = {
        "deck": hostile_deck(vectors, pictures),
        "options": options,
        "folder": str(made),
        "pictures_folder": str(pictures),
    }
    says = PadSays(names=tuple(text[:24] for text in vectors[:4]), date=vectors[4])
    pad = pad_task("black_market_warehouse", PadOptions(players=4), says)
    assert not isinstance(pad, Refused)
    seen = {**deck, "card": 1, "side": "front", "dots_per_inch": 60}
    tasks = [(name, deck) for name in ("deck", "report", "preview", "browser")]
    tasks += [("card_preview", seen), ("paper", {**pad, "folder": str(made)})]
    found = watched(tasks, made)
    assert listener[1] == []
    assert found["other"] == []
    cards = {str(path.resolve()) for path in pictures.iterdir()}
    assert set(found["strange"]) == cards, "the deck's pictures, and the watch does see files"
    kinds = [answer[0] for answer in found["answers"]]
    assert kinds == ["deck", "report", "preview", "browser", "card_preview", "paper"]
    for _, report, data in found["answers"]:
        assert not isinstance(report, str), report
        assert SECRET not in data
    browser = found["answers"][3][2]
    assert 'href="http' not in browser


def test_a_picture_is_a_file_of_its_folder_and_no_other(
    listener: tuple[int, list[bytes]], tmp_path: Path
) -> None:
    """A link, a page in disguise, a picture of another name: each is missing and named."""
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    secret = tmp_path / "elsewhere"
    secret.write_bytes(SECRET.encode())
    page = f'<svg><image href="http://127.0.0.1:{listener[0]}/x"/></svg>'.encode()
    linked, disguised = "a" * 64, hashlib.sha256(page).hexdigest()
    (pictures / f"{linked}.jpg").symlink_to(secret)
    (pictures / f"{disguised}.jpg").write_bytes(page)
    names = (linked, disguised, "b" * 64)
    deck = deck_of(*(item(name[:5], picture=f"asset:{name}") for name in names))
    task = {
        "deck": deck.to_json(),
        "options": PrintOptions().to_json(),
        "folder": str(tmp_path / "made"),
        "pictures_folder": str(pictures),
    }
    found = watched([("deck", task)], tmp_path)
    assert (listener[1], found["other"], found["strange"]) == ([], [], [])
    ((_, report, data),) = found["answers"]
    assert [line["code"] for line in report["lines"]] == ["picture_missing"] * 3
    assert SECRET not in data


@pytest.mark.parametrize("value", [*VECTORS, "file:///etc/passwd", "asset:../../etc/passwd", 7])
def test_pictures_and_colours_are_words_of_ours_or_refused(value: Any) -> None:
    good = deck_of(item()).to_json()
    worse = [
        {**good, "cards": [{**good["cards"][0], "picture": value}]},
        {**good, "type_marks": {"Animal": {"colour": value, "icon": "gem"}}},
        {**good, "type_marks": {"Animal": {"colour": "plum", "icon": value}}},
    ]
    assert [type(read_deck(each)) for each in worse] == [Refused] * 3


def test_a_picture_that_comes_in_reaches_nothing(
    listener: tuple[int, list[bytes]], vectors: list[str], tmp_path: Path
) -> None:
    """Also not by what stands in its notes."""
    import io

    from PIL import Image, PngImagePlugin

    notes = PngImagePlugin.PngInfo()
    exif = Image.Exif()
    for number, vector in enumerate(vectors):
        notes.add_text(f"XML:com.adobe.xmp{number}", vector)
        exif[0x010E] = vector
    out = io.BytesIO()
    quarters(40, 40).save(out, "PNG", pnginfo=notes, exif=exif)
    files = [out.getvalue(), *(vector.encode() for vector in vectors)]
    tasks = [("picture", {"data": base64.b64encode(file).decode()}) for file in files]
    found = watched(tasks, tmp_path / "made")
    assert (listener[1], found["other"], found["strange"]) == ([], [], [])
    first, *others = found["answers"]
    assert "127.0.0.1" not in first[2]
    assert first[2].startswith("ÿØÿ")
    assert {answer[1] for answer in others} == {"picture_unknown"}
