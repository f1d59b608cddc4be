"""The outcome of restores and saves, as values."""

from __future__ import annotations

import datetime
import enum
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union, overload

from ._errors import Status, sentence
from ._library import ffi, lib
from ._text import text


class Reason(enum.Enum):
    """Why a restore happens, or an object is created."""

    MAKE = 0
    LAUNCH = 1
    SESSION = 2
    RECOVERY = 3
    PRISTINE = 4


class Outcome(enum.Enum):
    """The outcome of one object in a restore."""

    RESTORED = 1
    MIGRATED = 2
    CREATED = 3
    SKIPPED = 4
    RETAINED = 5
    AWAITED = 6
    MISSING = 7
    LOST = 8


class Decision(enum.Enum):
    """The decision of a plan about one object, or about the whole archive."""

    NONE = 0
    RESTORE = 1
    MIGRATE = 2
    RETAIN = 3
    SET_ASIDE = 4
    SKIP = 5
    PROGRAM_DECIDES = 6


class Ending(enum.Enum):
    """How the previous launch ended."""

    ORDINARY = 0
    CRASH = 1
    HANG = 2
    INTERRUPTED = 3


@dataclass(frozen=True)
class Note:
    """A remark: what happened, where, and the remedy."""

    problem: str
    place: str
    remedy: str
    #: The traceback of the exception that is the cause, or "".
    traceback: str = ""

    def __str__(self) -> str:
        return sentence(self.place, self.problem, self.remedy)


@dataclass(frozen=True)
class Entry:
    """One object in a report or a plan."""

    path: str
    #: None in a plan.
    outcome: Optional[Outcome]
    #: In a report, `Decision.NONE` unless the outcome differs from the plan.
    planned: Decision
    #: Empty for an object that the program builds.
    class_id: str
    #: Empty for the program's own classes.
    plugin: str
    problem: str
    place: str
    remedy: str
    #: The time that its plugin took, in seconds.
    duration: float
    size_in_bytes: int
    #: In a plan, the version of the saved state.
    recorded_version: int
    #: The traceback of the exception that is the cause, or "".
    traceback: str = ""

    def __str__(self) -> str:
        word = self.outcome.name.lower() if self.outcome else self.planned.name.lower()
        head = f"{self.path}: {word}"
        if not self.problem:
            return head
        place = "" if self.place == self.path else self.place
        return f"{head}: {sentence(place, self.problem, self.remedy)}"


_SUCCESSES = (Outcome.RESTORED, Outcome.MIGRATED)
_SUCCESS_NUMBERS = tuple(outcome.value for outcome in _SUCCESSES)


@dataclass(frozen=True)
class Report:
    """The outcome of a restore."""

    reason: Reason
    #: The restored generation; 0 for none.
    generation: int
    saved_at: Optional[datetime.datetime]
    #: The version of the program that saved.
    application_version: str
    #: Parents before children.
    entries: Sequence[Entry]
    notes: Tuple[Note, ...]

    @property
    def not_restored(self) -> List[Entry]:
        """The objects that do not have their state, and why."""
        if isinstance(self.entries, _LibraryEntries):
            return self.entries.not_restored
        return [entry for entry in self.entries if entry.outcome not in _SUCCESSES]

    def __str__(self) -> str:
        head = f"Generation {self.generation}" if self.generation else "No generation"
        return "\n".join([head, *map(str, self.notes), *map(str, self.entries)])


@dataclass(frozen=True)
class Plan:
    """The planned decisions of a restore, before code of any object runs."""

    decision: Decision
    generation: int
    saved_at: Optional[datetime.datetime]
    application_version: str
    #: Why the archive is not restored, or "".
    problem: str
    place: str
    remedy: str
    entries: Sequence[Entry]
    notes: Tuple[Note, ...]


@dataclass(frozen=True)
class Save:
    """The outcome of a save."""

    #: `Status.OK` if the state is durable.
    status: Status
    generation: int
    object_count: int
    size_in_bytes: int
    problem: str
    place: str
    remedy: str
    #: Objects that were left out or kept their old state, and why.
    issues: Tuple[Note, ...]
    #: Repairs of the store.
    notes: Tuple[Note, ...]

    def __str__(self) -> str:
        head = f"{self.object_count} objects, {self.size_in_bytes} bytes"
        if self.status != Status.OK:
            head = sentence(self.place, self.problem, self.remedy)
        return "\n".join([head, *map(str, self.issues), *map(str, self.notes)])


@dataclass(frozen=True)
class SaveElsewhere:
    """The newest save of another device of the same person."""

    #: The device's ID.
    device: str
    #: The device's host name. Several devices may have the same.
    label: str
    #: The number of the save, counted by that device.
    generation: int
    #: The time by the database's clock, only to show to people.
    saved_at: datetime.datetime
    #: The size of the sealed state.
    size_in_bytes: int


@dataclass(frozen=True)
class PreviousLaunch:
    """How the previous launch ended."""

    ending: Ending
    #: Names the callback and its object; empty for an ordinary ending.
    problem: str
    plugin: str


@dataclass(frozen=True)
class Description:
    """Facts about one object."""

    path: str
    class_id: str
    plugin: str
    #: It could not be restored; the problem says why.
    is_unavailable: bool
    #: It, or its state, is expected in this launch.
    is_awaited: bool
    problem: str
    place: str
    remedy: str


# MARK: From the library's structures


def _time(seconds: int) -> Optional[datetime.datetime]:
    if seconds == 0:
        return None
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)


class Reader:
    """Copies the library's structures. Adds a traceback of this launch to each problem that
    contains the traceback's reason."""

    def __init__(self, tracebacks: Dict[str, str]) -> None:
        self._tracebacks = tracebacks

    def _traceback(self, problem: str) -> str:
        for reason, found in self._tracebacks.items():
            if reason in problem:
                return found
        return ""

    def notes(self, notes: Any, count: int) -> Tuple[Note, ...]:
        return tuple(self.note(notes[index]) for index in range(count))

    def note(self, note: Any) -> Note:
        problem = text(note.problem)
        return Note(problem, text(note.place), text(note.remedy), self._traceback(problem))

    def entry(self, entry: Any) -> Entry:
        problem = text(entry.problem)
        return Entry(
            path=text(entry.path),
            outcome=Outcome(entry.outcome) if entry.outcome else None,
            planned=Decision(entry.planned),
            class_id=text(entry.class_id),
            plugin=text(entry.plugin),
            problem=problem,
            place=text(entry.place),
            remedy=text(entry.remedy),
            duration=entry.nanoseconds / 1e9,
            size_in_bytes=entry.size_in_bytes,
            recorded_version=entry.recorded_version,
            traceback=self._traceback(problem),
        )

    def report(self, report: Any) -> Report:
        """Takes over the library's report."""
        return Report(
            Reason(report.reason),
            report.generation,
            _time(report.saved_at),
            text(report.application_version),
            _LibraryEntries(self, report),
            self.notes(report.notes, report.note_count),
        )

    def plan(self, plan: Any) -> Plan:
        """Takes over the library's plan."""
        return Plan(
            Decision(plan.decision),
            plan.generation,
            _time(plan.saved_at),
            text(plan.application_version),
            text(plan.problem),
            text(plan.place),
            text(plan.remedy),
            _LibraryEntries(self, plan),
            self.notes(plan.notes, plan.note_count),
        )

    def save(self, save: Any) -> Save:
        return Save(
            Status(save.status),
            save.generation,
            save.object_count,
            save.size_in_bytes,
            text(save.problem),
            text(save.place),
            text(save.remedy),
            self.notes(save.issues, save.issue_count),
            self.notes(save.notes, save.note_count),
        )


class _LibraryEntries(Sequence[Entry]):
    """The entries of a report or plan of the library, each copied when it is read: most are not."""

    def __init__(self, reader: Reader, whole: Any) -> None:
        self._reader = reader
        self._whole = ffi.gc(whole, lib.restoration_free)

    def __len__(self) -> int:
        count: int = self._whole.entry_count
        return count

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> Tuple[Entry, ...]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Entry, Tuple[Entry, ...]]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        return self._reader.entry(self._whole.entries[range(len(self))[index]])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    @property
    def not_restored(self) -> List[Entry]:
        entries = self._whole.entries
        return [
            self._reader.entry(entries[index])
            for index in range(len(self))
            if entries[index].outcome not in _SUCCESS_NUMBERS
        ]


def read_saves_elsewhere(found: Any) -> Tuple[SaveElsewhere, ...]:
    saves = [found.saves[index] for index in range(found.count)]
    return tuple(
        SaveElsewhere(
            text(save.device),
            text(save.label),
            save.generation,
            datetime.datetime.fromtimestamp(save.saved_at, datetime.timezone.utc),
            save.size_in_bytes,
        )
        for save in saves
    )


def read_launch(launch: Any) -> PreviousLaunch:
    return PreviousLaunch(Ending(launch.ending), text(launch.problem), text(launch.plugin))


def read_description(found: Any) -> Description:
    return Description(
        path=text(found.path),
        class_id=text(found.class_id),
        plugin=text(found.plugin),
        is_unavailable=bool(found.flags & 1),
        is_awaited=bool(found.flags & 2),
        problem=text(found.problem),
        place=text(found.place),
        remedy=text(found.remedy),
    )
