"""The host of ../README.md in Python."""

from __future__ import annotations

import select
import sys
from dataclasses import dataclass, field
from typing import Annotated, Any, Iterator, List, Optional, Union

import restorationkit as rk

NAMES = ["DialC", "DialCxx", "DialRust", "Photo"]


@rk.restorable("Page")
@dataclass
class Page:
    """A page of the stack, or the sheet."""

    text: str = ""


@rk.restorable("Pages", stack=True, by_position=True)
@dataclass
class Pages:
    pages: Annotated[List[Page], rk.transient] = field(default_factory=list)

    def restorable_children(self) -> List[Page]:
        return self.pages

    def attach_children(self, children: List[Page], selected: object) -> None:
        self.pages = children


@rk.restorable("Rows", element=True)
class Rows:
    """The scroll position of the list."""

    count = 0
    top = 0

    def encode_state(self) -> dict[str, int]:
        return {"top": self.top}

    def decode_state(self, state: rk.State) -> None:
        if self.count == 0:
            raise rk.NotYet
        self.top = state["top"]


@rk.restorable("List")
@dataclass
class Table:
    rows: Annotated[Rows, rk.transient] = field(default_factory=Rows)

    def restorable_elements(self) -> List[Rows]:
        return [self.rows]


@rk.restorable("Inbox")
@dataclass
class Inbox:
    """Cannot exist before its messages have arrived."""

    message: int = 0

    @classmethod
    def create_object(cls, creation: rk.Creation) -> Inbox:
        global waiting
        if not has_messages:
            waiting = creation
            raise rk.NotYet
        return cls()


has_messages = False
waiting: Optional[rk.Creation] = None


@rk.restorable("Frame")
@dataclass
class Frame:
    inbox: Union[Inbox, rk.Object, None] = None
    items: List[rk.Object] = field(default_factory=list)
    pages: Annotated[Pages, rk.transient] = field(default_factory=Pages)
    table: Annotated[Table, rk.transient] = field(default_factory=Table)
    selected: Annotated[int, rk.transient] = 0
    sheet: Annotated[Optional[Page], rk.transient] = None

    def restorable_children(self) -> List[Any]:
        return [self.pages, self.table]

    def selected_child(self) -> object:
        return self.restorable_children()[self.selected]

    def attach_children(self, children: List[Any], selected: object) -> None:
        self.selected = 1 if selected is self.table else 0

    def presented_object(self) -> Optional[Page]:
        return self.sheet

    def present_object(self, page: Page) -> None:
        self.sheet = page

    def came(self, objects: List[Any]) -> None:
        for inbox in objects:
            if isinstance(inbox, Inbox):
                self.inbox = inbox


def report(outcome: rk.Save) -> None:
    for issue in outcome.issues:
        print(issue, file=sys.stderr)


def load() -> None:
    global has_messages
    has_messages = True
    if frame.inbox is None:
        frame.inbox = session.make("Inbox", Inbox, under=frame)
    if waiting is not None:
        waiting.arrive()
    frame.table.rows.count = 100
    session.apply_awaited(frame.table)
    session.run_pending()


def obey(command: str, argument: str) -> None:
    pages = frame.pages.pages
    changed: object = frame
    if command == "load":
        return load()
    elif command == "push":
        pages.append(session.make("Page", Page, under=frame.pages, text=argument))
        changed = frame.pages
    elif command == "pop":
        if pages:
            session.remove(pages.pop())
        changed = frame.pages
    elif command == "sheet":
        frame.sheet = session.make("Sheet", Page, under=frame, text=argument)
    elif command == "close":
        frame.sheet = None
    elif command == "select":
        frame.selected = int(argument)
    elif command == "scroll":
        frame.table.rows.top = int(argument)
        changed = frame.table.rows
    elif command == "read":
        if not isinstance(frame.inbox, Inbox):
            return
        frame.inbox.message = int(argument)
        changed = frame.inbox
    elif command == "zoom":
        name, number = argument.split()
        frame.items[NAMES.index(name)].call("setZoom", float(number))
        return
    elif command == "save":
        session.preserve()
        return
    session.invalidate(changed)


def screen() -> Iterator[str]:
    yield f"tab {frame.selected}"
    yield "pages " + ", ".join(page.text for page in frame.pages.pages)
    yield f"sheet {frame.sheet.text if frame.sheet else ''}"
    yield f"row {frame.table.rows.top if frame.table.rows.count else '-'}"
    yield f"message {frame.inbox.message if isinstance(frame.inbox, Inbox) else '-'}"
    for name, item in zip(NAMES, frame.items):
        if not item.is_unavailable:
            yield f"{name} {int(item.call('zoom'))}"


frame = Frame()
with rk.Session("org.example.app", on_save=report, on_restored_awaited=frame.came) as session:
    session.add_root("Frame", frame)
    session.add_child("Pages", frame.pages, frame)
    session.add_child("List", frame.table, frame)
    session.add_child("rows", frame.table.rows, frame.table)
    session.add_class(Page)
    for entry in session.restore().not_restored:
        if entry.outcome != rk.Outcome.AWAITED:
            print(entry, file=sys.stderr)
    if not frame.items:
        frame.items = [session.make(name, under=frame) for name in NAMES]
        session.invalidate(frame)
    print("; ".join(screen()), flush=True)
    while True:
        ready, _, _ = select.select([sys.stdin, session], [], [], session.timeout())
        session.run_pending()
        if sys.stdin not in ready:
            continue
        line = sys.stdin.readline()
        if not line:
            break
        obey(*line.rstrip("\n").partition(" ")[::2])
        print("; ".join(screen()), flush=True)
