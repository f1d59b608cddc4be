"""Errors of a session."""

from __future__ import annotations

import enum
import traceback
from typing import Optional

from ._library import lib
from ._text import text


class Status(enum.IntEnum):
    """The status of a library call."""

    OK = 0
    DECLINED = 1
    ABSENT = 2
    MISMATCH = 3
    UNSUPPORTED = 4
    LIMIT = 5
    INVALID = 6
    WRONG_THREAD = 7
    FAILED = 8
    NOT_YET = 9
    BUSY = 10
    KEY_UNAVAILABLE = 11
    DISK_FULL = 12
    NOT_RESTORED = 13
    ALREADY_RESTORED = 14
    CLOSED = 15
    STALE = 16
    FORKED = 17
    IN_CALLBACK = 18
    JUMPED = 19
    VERSION_MISMATCH = 20
    TAKEN = 21

    @classmethod
    def _missing_(cls, value: object) -> Status:
        return cls.FAILED


class Error(Exception):
    """A failed call: what happened, where, and what to do."""

    def __init__(
        self, problem: str, place: str = "", remedy: str = "", status: Status = Status.FAILED
    ) -> None:
        super().__init__(problem, place, remedy, status)
        #: A sentence without its full stop.
        self.problem = problem
        #: A path, file or identifier, or nothing.
        self.place = place
        #: One or more sentences, or nothing.
        self.remedy = remedy
        #: The status of the library.
        self.status = status

    def __str__(self) -> str:
        return sentence(self.place, self.problem, self.remedy)


class Busy(Error):
    """Another process, or another session of this one, has the state in use."""


class KeyUnavailable(Error):
    """The key that seals the state is missing, refused or locked. Nothing is saved."""


class DiskFull(Error):
    """The disk or the user's quota is full. The previous state is intact."""


class Closed(Error):
    """The session is closed."""


class NotYet(Exception):
    """Raised by ``create_object``, ``decode_state`` or ``restorable_elements``: the data is not
    available yet. The session retains the state, and calls again when the data has arrived."""


_SUBCLASSES = {
    Status.BUSY: Busy,
    Status.KEY_UNAVAILABLE: KeyUnavailable,
    Status.DISK_FULL: DiskFull,
    Status.CLOSED: Closed,
}


def make_error(status: Status, problem: str, place: str = "", remedy: str = "") -> Error:
    return _SUBCLASSES.get(status, Error)(problem, place, remedy, status)


def last_error() -> Error:
    """The last failed call of this thread."""
    problem = lib.restoration_last_problem()
    return make_error(
        Status(problem.status), text(problem.problem), text(problem.place), text(problem.remedy)
    )


def sentence(place: str, problem: str, remedy: str) -> str:
    head = f"{place}: {problem}" if place else problem
    return f"{head}. {remedy}" if remedy else head


def summary(error: BaseException) -> str:
    """An exception in one line, with the place that raised it."""
    name = type(error).__qualname__
    message = " ".join(str(error).split())
    frame: Optional[traceback.FrameSummary] = None
    for found in traceback.extract_tb(error.__traceback__):
        if not found.filename.startswith(_PACKAGE):
            frame = found
    head = f"{name}: {message}" if message else name
    if frame is None:
        return head
    file = frame.filename.rpartition("/")[2]
    return f"{head} (in {frame.name}, {file} line {frame.lineno})"


_PACKAGE = __file__.rpartition("/")[0] + "/"
