"""Stacks, tabs, presented objects, elements, and deferred objects."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Dict, List, Optional, Type

import pytest

import restorationkit as rk
from restorationkit.testing import Program


@rk.restorable("Page")
@dataclass
class Page:
    text: str = ""


@rk.restorable("Stack", stack=True, by_position=True)
@dataclass
class Stack:
    title: str = ""
    pages: Annotated[List[Any], rk.transient] = field(default_factory=list)

    def restorable_children(self) -> List[Any]:
        return self.pages

    def attach_children(self, children: List[Any], selected: object) -> None:
        self.pages = children


@rk.restorable("Position", element=True)
class Position:
    def __init__(self) -> None:
        self.rows, self.top = 0, 0

    def encode_state(self) -> Dict[str, Any]:
        return {"top": self.top}

    def decode_state(self, state: rk.State) -> None:
        if self.rows == 0:
            raise rk.NotYet
        self.top = state["top"]


@rk.restorable("Tabs", slots=True)
@dataclass
class Tabs:
    sheet: Annotated[Any, rk.transient] = None
    selected: Annotated[Any, rk.transient] = None
    slots: Annotated[Dict[str, Any], rk.transient] = field(default_factory=dict)
    position: Annotated[Position, rk.transient] = field(default_factory=Position)

    def restorable_children(self) -> Dict[str, Any]:
        return self.slots

    def selected_child(self) -> Any:
        return self.selected

    def attach_children(self, children: Dict[str, Any], selected: Any) -> None:
        self.slots, self.selected = dict(children), selected or self.selected

    def presented_object(self) -> Any:
        return self.sheet

    def present_object(self, shown: Any) -> None:
        self.sheet = shown

    def restorable_elements(self) -> List[Position]:
        return [self.position]


def build(session: rk.Session) -> Tabs:
    tabs = session.add_root("Tabs", Tabs())
    tabs.slots["left"] = session.add_child("Left", Stack(), tabs)
    tabs.slots["right"] = session.add_child("Right", Stack(), tabs)
    session.add_child("Position", tabs.position, tabs)
    session.add_class(Page)
    session.add_class(Inbox)
    return tabs


@pytest.fixture
def program(restoration_program: Any) -> Program[Tabs]:
    Inbox.messages, Inbox.waiting = True, None
    program: Program[Tabs] = restoration_program(build)
    return program


def push(program: Program[Tabs], side: str, text: str) -> Page:
    stack = program.root.slots[side]
    page = program.session.make("Page", Page, under=stack, text=text)
    stack.pages.append(page)
    return page


def test_stack_comes_back_in_order(program: Program[Tabs]) -> None:
    for text in ("a", "b", "c"):
        push(program, "left", text)
    assert program.session.preserve().issues == ()

    tabs = program.relaunch()

    assert [page.text for page in tabs.slots["left"].pages] == ["a", "b", "c"]
    assert [entry.path for entry in program.report.not_restored] == ["Tabs/Position"]


def test_selection_and_sheet_come_back(program: Program[Tabs]) -> None:
    tabs = program.root
    tabs.selected = tabs.slots["right"]
    tabs.sheet = program.session.make("Sheet", Page, under=tabs, text="sheet")
    program.session.preserve()

    tabs = program.relaunch()

    assert tabs.selected is tabs.slots["right"]
    assert tabs.sheet.text == "sheet"

    tabs.sheet = None
    program.session.invalidate(tabs)
    program.session.preserve()
    assert program.relaunch().sheet is None


def test_slots_bring_a_new_child(program: Program[Tabs]) -> None:
    extra = program.session.make("Page", Page, under=program.root, text="extra")
    program.root.slots["extra"] = extra
    program.session.preserve()
    assert program.relaunch().slots["extra"].text == "extra"


def test_element_waits_for_its_rows(program: Program[Tabs]) -> None:
    program.root.position.rows, program.root.position.top = 100, 42
    program.session.preserve()

    tabs = program.relaunch()
    assert tabs.position.top == 0
    program.session.preserve()  # writes the deferred state back
    tabs = program.relaunch()
    tabs.position.rows = 100

    program.session.apply_awaited(tabs)

    assert tabs.position.top == 42


def test_exception_in_restorable_children_keeps_the_children(
    program: Program[Tabs], caplog: pytest.LogCaptureFixture
) -> None:
    push(program, "left", "kept")
    program.session.preserve()
    stack = program.root.slots["left"]
    stack.pages = [Page("unknown")]
    program.session.invalidate(stack)

    program.session.preserve()

    assert "does not know this Page" in caplog.text and "in restorable_children" not in caplog.text
    assert [page.text for page in program.relaunch().slots["left"].pages] == ["kept"]


@rk.restorable("Inbox")
@dataclass
class Inbox:
    message: int = 0
    messages = True
    waiting = None

    @classmethod
    def create_object(cls, creation: rk.Creation) -> Optional[Inbox]:
        if not Inbox.messages:
            Inbox.waiting = creation  # type: ignore[assignment]
            raise rk.NotYet
        return cls()


@rk.restorable("Mail")
@dataclass
class Mail:
    inbox: Any = None


def test_deferred_object_arrives(restoration_program: Any) -> None:
    came: List[Any] = []

    def build(session: rk.Session) -> Mail:
        session.add_class(Inbox)
        return session.add_root("Mail", Mail())

    Inbox.messages = True
    program: Program[Mail] = restoration_program(build, on_restored_awaited=came.extend)
    inbox = program.session.make("Inbox", Inbox, under=program.root)
    inbox.message = 7
    program.root.inbox = inbox
    program.session.preserve()
    Inbox.messages = False

    mail = program.relaunch()
    waiting: Any = mail.inbox
    assert isinstance(waiting, rk.Object)
    assert waiting.describe().is_awaited
    assert [entry.outcome for entry in program.report.not_restored] == [rk.Outcome.AWAITED]
    program.session.preserve()

    Inbox.messages = True
    creation: Any = Inbox.waiting
    creation.arrive()
    program.session.run_pending()

    assert [type(found) for found in came] == [Inbox]
    assert came[0].message == 7
    assert waiting.arrived is came[0]
    mail.inbox = came[0]
    program.session.preserve()
    assert program.relaunch().inbox.message == 7


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_exception_in_the_listener_of_arrivals_loses_nothing(
    restoration_program: Any, caplog: pytest.LogCaptureFixture, error: Type[BaseException]
) -> None:
    def build(session: rk.Session) -> Mail:
        session.add_class(Inbox)
        return session.add_root("Mail", Mail())

    def listen(objects: List[Any]) -> None:
        raise error("of the listener")

    Inbox.messages = True
    program: Program[Mail] = restoration_program(build, on_restored_awaited=listen)
    program.root.inbox = program.session.make("Inbox", Inbox, under=program.root)
    program.root.inbox.message = 7
    program.session.preserve()
    Inbox.messages = False
    mail: Any = program.relaunch()
    Inbox.messages = True
    creation: Any = Inbox.waiting
    creation.arrive()

    if error is ValueError:
        program.session.run_pending()
        assert "of the listener" in caplog.text
    else:
        with pytest.raises(KeyboardInterrupt, match="of the listener"):
            program.session.run_pending()

    assert mail.inbox.arrived.message == 7
    program.session.preserve()
    assert program.relaunch().inbox.message == 7


def test_object_that_never_comes_is_cancelled(restoration_program: Any) -> None:
    cancelled: List[str] = []

    @rk.restorable("Late")
    @dataclass
    class Late:
        text: str = ""

        @classmethod
        def create_object(cls, creation: rk.Creation) -> Late:
            if creation.reason == rk.Reason.MAKE:
                return cls()
            creation.on_cancel = lambda: cancelled.append(creation.identifier)
            raise rk.NotYet

    def build(session: rk.Session) -> Mail:
        session.add_class(Late)
        return session.add_root("Mail", Mail())

    program: Program[Mail] = restoration_program(build, arrival_limit=5)
    program.root.inbox = program.session.make("Late", Late, under=program.root)
    program.session.preserve()
    program.relaunch()
    program.advance(6)
    assert cancelled == ["Late"]
    program.session.preserve()
    program.relaunch()
    assert [entry.outcome for entry in program.report.not_restored] == [rk.Outcome.AWAITED]
