"""A disk under SQLite itself: it notes every write and sync, and fails where a test says so.

The store's own code runs unchanged on the very library that Python's sqlite3 uses: ctypes puts a
VFS in front of the system's, whose calls all go through except those that a test makes fail.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

OK, FULL, CANTOPEN = 0, 13, 14
_CREATE, _JOURNALS = 0x4, 0x800 | 0x4000 | 0x80000
"""Of the flags of an opening: to be made when missing; a rollback journal, of many files, a WAL."""
FAILURES = {
    "open": CANTOPEN,
    "read": 266,  # SQLITE_IOERR_READ
    "write": 778,  # SQLITE_IOERR_WRITE
    "sync": 1034,  # SQLITE_IOERR_FSYNC
    "truncate": 1546,  # SQLITE_IOERR_TRUNCATE
    "size": 1802,  # SQLITE_IOERR_FSTAT
    "delete": 2570,  # SQLITE_IOERR_DELETE
    "share": 5386,  # SQLITE_IOERR_SHMMAP
}
"""What each kind of call answers when it fails; a write may also say FULL."""

_int, _int64, _pointer, _text = ctypes.c_int, ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p
_IO_METHODS = {
    "xClose": (_pointer,),
    "xRead": (_pointer, _pointer, _int, _int64),
    "xWrite": (_pointer, _pointer, _int, _int64),
    "xTruncate": (_pointer, _int64),
    "xSync": (_pointer, _int),
    "xFileSize": (_pointer, _pointer),
    "xLock": (_pointer, _int),
    "xUnlock": (_pointer, _int),
    "xCheckReservedLock": (_pointer, _pointer),
    "xFileControl": (_pointer, _int, _pointer),
    "xSectorSize": (_pointer,),
    "xDeviceCharacteristics": (_pointer,),
    "xShmMap": (_pointer, _int, _int, _int, _pointer),
    "xShmLock": (_pointer, _int, _int, _int),
    "xShmBarrier": (_pointer,),
    "xShmUnmap": (_pointer, _int),
    "xFetch": (_pointer, _int64, _int, _pointer),
    "xUnfetch": (_pointer, _int64, _pointer),
}
"""sqlite3_io_methods in its order, as sqlite3.h has it."""
_CALLS = {name: ctypes.CFUNCTYPE(_int, *args) for name, args in _IO_METHODS.items()}


_KEPT_FOR_EVER: list[Any] = []
"""What SQLite may still call; it knows nothing of Python's counting."""


class _IoMethods(ctypes.Structure):
    _fields_ = (("iVersion", _int), *((name, _pointer) for name in _IO_METHODS))


class _File(ctypes.Structure):
    _fields_ = (("pMethods", ctypes.POINTER(_IoMethods)),)


_OPEN = ctypes.CFUNCTYPE(_int, _pointer, _pointer, ctypes.POINTER(_File), _int, _pointer)
_DELETE = ctypes.CFUNCTYPE(_int, _pointer, _text, _int)
_VFS_POINTERS = (
    *("xOpen", "xDelete", "xAccess", "xFullPathname", "xDlOpen", "xDlError", "xDlSym"),
    *("xDlClose", "xRandomness", "xSleep", "xCurrentTime", "xGetLastError"),
    *("xCurrentTimeInt64", "xSetSystemCall", "xGetSystemCall", "xNextSystemCall"),
)


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("iVersion", _int),
        ("szOsFile", _int),
        ("mxPathname", _int),
        ("pNext", _pointer),
        ("zName", _text),
        ("pAppData", _pointer),
        *((name, _pointer) for name in _VFS_POINTERS),
    )


@dataclass(frozen=True, slots=True)
class Call:
    """One call that changes what lies on the disk; `noted` is a mark of the test between them."""

    kind: str
    """write · truncate · sync · delete · folder (its entries were synced) · note"""
    path: str
    at: int = 0
    """Offset of a write, length of a truncation."""
    data: bytes = b""
    noted: Any = None


Fails = Callable[[str, str], int | None]
"""(kind of call, path) -> the error to answer with; None lets the call through."""


@dataclass(eq=False)
class Disk:
    """Everything that SQLite asks of the disk goes through here."""

    log: list[Call] = field(default_factory=list)
    fails: Fails | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _tables: dict[int, _IoMethods] = field(default_factory=dict)
    _paths: dict[int, str] = field(default_factory=dict)
    _kept: list[Any] = field(default_factory=list)
    _fresh: set[str] = field(default_factory=set)
    """Journals that were opened to be made, and not synced since."""

    def note(self, what: Any) -> None:
        """Mark this moment in the log."""
        with self._lock:
            self.log.append(Call("note", "", noted=what))

    def _answer(self, kind: str, path: str) -> int | None:
        return None if self.fails is None else self.fails(kind, path)

    def _took(self, call: Call) -> None:
        with self._lock:
            self.log.append(call)

    # --- the calls of one file --------------------------------------------------------------

    def _opened(self, file: Any, path: str, flags: int) -> None:
        """Put our methods in front of those that the system's VFS gave to this file."""
        if flags & _CREATE and flags & _JOURNALS:
            self._fresh.add(path)
        native = file.contents.pMethods
        base = ctypes.addressof(native.contents)
        if base not in self._tables:
            self._tables[base] = self._methods(native.contents)
        self._paths[ctypes.addressof(file.contents)] = path
        file.contents.pMethods = ctypes.pointer(self._tables[base])

    def _methods(self, native: _IoMethods) -> _IoMethods:
        ours = _IoMethods()
        ctypes.memmove(ctypes.byref(ours), ctypes.byref(native), ctypes.sizeof(ours))
        for name, make in _WRAPPED.items():
            address = getattr(native, name)
            if address is None:  # some of the system's own kinds share no memory
                continue
            real = _CALLS[name](address)
            wrapped = _CALLS[name](make(self, real))
            self._kept += [real, wrapped]
            setattr(ours, name, ctypes.cast(wrapped, _pointer))
        return ours

    def _guarded(self, kind: str) -> Callable[[Any], Callable[..., int]]:
        def make(real: Any) -> Callable[..., int]:
            def call(file: int, *more: int) -> int:
                failed = self._answer(kind, self._paths.get(file, ""))
                return int(real(file, *more)) if failed is None else failed

            return call

        return make

    def _write(self, real: Any) -> Callable[..., int]:
        def call(file: int, data: int, length: int, at: int) -> int:
            path = self._paths.get(file, "")
            failed = self._answer("write", path)
            if failed is not None:
                length //= 2  # a failed write has often done a part of it
            if length:
                self._took(Call("write", path, at, ctypes.string_at(data, length)))
                answer = int(real(file, data, length, at))
                return answer if failed is None else failed
            return failed or OK

        return call

    def _truncate(self, real: Any) -> Callable[..., int]:
        def call(file: int, length: int) -> int:
            path = self._paths.get(file, "")
            failed = self._answer("truncate", path)
            if failed is not None:
                return failed
            self._took(Call("truncate", path, length))
            return int(real(file, length))

        return call

    def _sync(self, real: Any) -> Callable[..., int]:
        def call(file: int, flags: int) -> int:
            path = self._paths.get(file, "")
            failed = self._answer("sync", path)
            if failed is not None:
                return failed
            # The log stands in for the disk: a real sync would only make the test slow.
            self._took(Call("sync", path))
            if path in self._fresh:  # so does SQLite, with the first sync of every journal
                self._fresh.discard(path)
                self._took(Call("folder", path))
            return OK

        return call


_WRAPPED: dict[str, Callable[[Disk, Any], Callable[..., int]]] = {
    "xRead": lambda disk, real: disk._guarded("read")(real),
    "xWrite": Disk._write,
    "xTruncate": Disk._truncate,
    "xSync": Disk._sync,
    "xFileSize": lambda disk, real: disk._guarded("size")(real),
    "xShmMap": lambda disk, real: disk._guarded("share")(real),
}


def _library() -> Any:
    """The library behind Python's own sqlite3; None where Python hides its functions."""
    file = getattr(_sqlite3, "__file__", None)
    try:
        found = ctypes.CDLL(file)
        found.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        found.sqlite3_vfs_find.argtypes = (_text,)
    except (OSError, AttributeError, TypeError):
        return None
    return found


@contextmanager
def watched_disk() -> Iterator[Disk]:
    """All connections that are opened meanwhile use the disk that is given."""
    library = _library()
    if library is None or sys.platform == "win32":
        pytest.skip("this Python does not let us under its SQLite")
    disk = Disk()
    base = library.sqlite3_vfs_find(None)
    ours = _Vfs()
    ctypes.memmove(ctypes.byref(ours), base, ctypes.sizeof(ours))
    real_open, real_delete = _OPEN(base.contents.xOpen), _DELETE(base.contents.xDelete)

    def open_(vfs: int, name: int, file: Any, flags: int, out: int) -> int:
        path = ctypes.string_at(name).decode() if name else ""
        failed = disk._answer("open", path)
        if failed is not None:
            file.contents.pMethods = None
            return failed
        answer = int(real_open(vfs, name, file, flags, out))
        if answer == OK:
            disk._opened(file, path, flags)
        return answer

    def delete(vfs: int, path: bytes, sync_folder: int) -> int:
        failed = disk._answer("delete", path.decode())
        if failed is not None:
            return failed
        disk._took(Call("delete", path.decode()))
        if sync_folder:
            disk._took(Call("folder", path.decode()))
        return int(real_delete(vfs, path, sync_folder))

    calls = (_OPEN(open_), _DELETE(delete))
    # A test that fails leaves connections behind, which close only when Python ends.
    _KEPT_FOR_EVER.extend((ours, disk, *calls))
    ours.zName = b"backroom-watched"
    ours.pNext = None
    ours.xOpen, ours.xDelete = (ctypes.cast(each, _pointer) for each in calls)
    assert library.sqlite3_vfs_register(ctypes.byref(ours), 1) == OK
    try:
        yield disk
    finally:
        library.sqlite3_vfs_unregister(ctypes.byref(ours))
        library.sqlite3_vfs_register(base, 1)


def sizes(log: list[Call]) -> dict[str, int]:
    """How many calls of each kind, for the printed figures."""
    return {kind: sum(call.kind == kind for call in log) for kind in ("write", "sync", "delete")}


@dataclass
class Fault:
    """Fails the n-th call of the counted kinds, and so many after it."""

    first: int
    calls: int
    full: bool = False
    """A write says that the disk is full, instead of an error of the disk."""
    counted: int = 0
    failed: Counter[str] = field(default_factory=Counter)

    def __call__(self, kind: str, path: str) -> int | None:
        self.counted += 1
        if not self.first <= self.counted < self.first + self.calls:
            return None
        self.failed[kind] += 1
        return FULL if self.full and kind == "write" else FAILURES[kind]
