"""The worker keeps to its limits, and the parent gets over whatever happens to it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.decks.model import Deck
from companion.worker import CPU_SECONDS, MEMORY_BYTES
from companion.worker_process import TaskDone, TaskFailed, WorkerProcess

ODD = ("-m", "tests.printing.odd_worker")


@pytest.fixture
def odd() -> Iterator[WorkerProcess]:
    renderer = WorkerProcess(None, worker=ODD)
    yield renderer
    renderer.close()


def works(renderer: WorkerProcess) -> bool:
    return isinstance(renderer.run({"task": "noise"}), TaskDone)


def test_the_limits_are_those_that_were_promised() -> None:
    assert (CPU_SECONDS, MEMORY_BYTES) == (60, 512 * 1024 * 1024)


def test_a_task_that_never_ends_is_stopped_and_said(odd: WorkerProcess) -> None:
    failed = odd.run({"task": "burn"})
    assert isinstance(failed, TaskFailed)
    assert failed.code == "too_long"
    assert works(odd)


def test_a_task_that_eats_memory_is_stopped_and_said(odd: WorkerProcess) -> None:
    failed = odd.run({"task": "eat"})
    assert isinstance(failed, TaskFailed)
    assert failed.code == "too_big"
    assert works(odd)


def test_a_task_that_only_waits_is_stopped_by_the_clock() -> None:
    renderer = WorkerProcess(None, wall_seconds=0.5, worker=ODD)
    failed = renderer.run({"task": "sleep"})
    renderer.close()
    assert isinstance(failed, TaskFailed)
    assert failed.code == "too_long"


def test_a_worker_that_dies_is_started_again(odd: WorkerProcess) -> None:
    failed = odd.run({"task": "die"})
    assert isinstance(failed, TaskFailed)
    assert failed.code == "fault"
    assert works(odd)


def test_a_fault_is_said_without_its_words(odd: WorkerProcess) -> None:
    failed = odd.run({"task": "raise"})
    assert isinstance(failed, TaskFailed)
    assert (failed.code, failed.detail) == ("fault", "RuntimeError")
    assert works(odd)


def test_no_worker_is_started_after_the_end() -> None:
    renderer = WorkerProcess(None, worker=ODD)
    renderer.close()
    late = renderer.run({"task": "noise"})
    assert isinstance(late, TaskFailed)
    assert late.code == "cancelled"
    assert renderer._process is None


def test_cancelling_ends_the_running_task(odd: WorkerProcess) -> None:
    begun = threading.Event()
    answers: list[TaskDone | TaskFailed] = []
    waiting = threading.Thread(
        target=lambda: answers.append(odd.run({"task": "sleep"}, lambda *said: begun.set()))
    )
    waiting.start()
    assert begun.wait(20)
    odd.cancel()
    waiting.join(20)
    assert [getattr(answer, "code", "") for answer in answers] == ["cancelled"]
    assert works(odd)


def test_what_libraries_print_does_not_disturb_the_answers(odd: WorkerProcess) -> None:
    done = odd.run({"task": "noise"})
    assert isinstance(done, TaskDone)
    assert done.data == b"file"


def test_the_worker_is_nice(odd: WorkerProcess) -> None:
    done = odd.run({"task": "noise"})
    assert isinstance(done, TaskDone)
    assert done.said["nice"] >= 10


def test_an_idle_worker_leaves_and_the_next_task_starts_another() -> None:
    renderer = WorkerProcess(None, worker=(*ODD, "0.2"))
    assert works(renderer)
    process = renderer._process
    assert process is not None
    deadline = time.monotonic() + 20
    while process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert process.poll() == 0
    assert works(renderer)
    renderer.close()


def test_progress_tells_faces_and_sheets(starter: Deck, tmp_path: Path) -> None:
    renderer = WorkerProcess(tmp_path)
    said: list[tuple[str, int, int]] = []
    task = {"task": "deck", "deck": starter.to_json(), "options": {}}
    done = renderer.run(task, lambda what, count, of: said.append((what, count, of)))
    renderer.close()
    assert isinstance(done, TaskDone)
    assert said[0] == ("faces", 0, 63)
    assert ("faces", 50, 63) in said
    assert [each for each in said if each[0] == "sheets"] == [
        ("sheets", number, 9) for number in range(1, 10)
    ]


def test_a_folder_named_from_here_prints_as_well(
    starter: Deck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    renderer = WorkerProcess(Path("data/made"))
    done = renderer.run({"task": "preview", "deck": starter.to_json(), "options": {}})
    renderer.close()
    assert isinstance(done, TaskDone), done
    assert (tmp_path / "data" / "made" / "fontconfig" / "fonts.conf").is_file()


def test_the_same_input_gives_the_same_bytes_in_two_processes(
    starter: Deck, tmp_path: Path
) -> None:
    """One prints it cold; the other has an edited deck's faces and their fonts already."""
    from dataclasses import replace

    options = {"backs": "long"}
    first, second = WorkerProcess(tmp_path / "one"), WorkerProcess(tmp_path / "two")
    edited = replace(starter.cards[0], name="Something Else, Žluťoučký", flavour=None)
    other = replace(starter, cards=(edited, *starter.cards[2:]))
    task = {"task": "deck", "deck": starter.to_json(), "options": options}
    warmed = second.run({"task": "deck", "deck": other.to_json(), "options": options})
    answers = [renderer.run(task) for renderer in (first, second, second)]
    first.close()
    second.close()
    assert isinstance(warmed, TaskDone)
    files = [answer.data for answer in answers if isinstance(answer, TaskDone)]
    assert len(files) == 3
    assert files[0] == files[1] == files[2]
    assert files[0] != warmed.data


def test_where_pango_is_missing_the_report_and_browser_print_still_work(
    starter: Deck, tmp_path: Path
) -> None:
    code = tmp_path / "no_pango.py"
    code.write_text(
        "import ctypes.util, sys\n"
        "class Block:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'weasyprint':\n"
        "            raise OSError('cannot load library libpango')\n"
        "sys.meta_path.insert(0, Block())\n"
        "from companion.worker import main\n"
        "sys.exit(main())\n",
        encoding="utf-8",
    )
    runner = ("-c", f"exec(open({str(code)!r}).read())")
    renderer = WorkerProcess(tmp_path, worker=runner)
    task = {"deck": starter.to_json(), "options": {}, "game": "black_market_warehouse"}
    failed = renderer.run({**task, "task": "deck"})
    report = renderer.run({**task, "task": "report"})
    browser = renderer.run({**task, "task": "browser"})
    renderer.close()
    assert isinstance(failed, TaskFailed)
    assert failed.code == "no_pango"
    assert isinstance(report, TaskDone)
    assert report.said["report"]["fitting"] == 63
    assert isinstance(browser, TaskDone)
    assert browser.data.count(b'<svg xmlns="http://www.w3.org/2000/svg" class="sheet"') == 9
