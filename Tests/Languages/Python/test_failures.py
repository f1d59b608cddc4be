"""Exceptions in callbacks are failures of their objects, and lose nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Type

import pytest

import restorationkit as rk
from restorationkit.testing import Program


class Faults:
    """Which callback of `Faulty` raises, and what."""

    where: Optional[str] = None
    error: BaseException = ValueError("on purpose")

    @classmethod
    def at(cls, where: str) -> None:
        if cls.where == where:
            raise cls.error


@pytest.fixture(autouse=True)
def no_fault() -> Any:
    Faults.where, Faults.error = None, ValueError("on purpose")
    yield
    Faults.where = None


@rk.restorable("Faulty")
class Faulty:
    def __init__(self) -> None:
        self.text = ""

    @classmethod
    def create_object(cls, creation: rk.Creation) -> Faulty:
        Faults.at("create")
        return cls()

    def encode_state(self) -> Dict[str, Any]:
        Faults.at("encode")
        return {"text": self.text}

    def decode_state(self, state: rk.State) -> None:
        text = state["text"]
        Faults.at("decode")
        self.text = text

    def finish_restoring(self) -> None:
        Faults.at("finish")


@rk.restorable("Desk")
@dataclass
class Desk:
    items: List[Any] = field(default_factory=list)
    title: str = ""


@pytest.fixture
def program(start: Any) -> Program[Desk]:
    """A desk with one faulty object, saved."""
    program: Program[Desk] = start(Desk, Faulty)
    item = program.session.make("Item", Faulty, under=program.root)
    item.text = "kept"
    program.root.items.append(item)
    program.session.preserve()
    return program


def test_exception_in_encode_keeps_the_old_state(program: Program[Desk]) -> None:
    program.root.items[0].text = "new"
    program.session.invalidate(program.root.items[0])
    Faults.where = "encode"

    (issue,) = program.session.preserve().issues

    assert "ValueError: on purpose (in at, test_failures.py line" in issue.problem
    assert "Traceback (most recent call last)" in issue.traceback
    assert "in encode_state" in issue.traceback
    Faults.where = None
    assert program.relaunch().items[0].text == "kept"


@pytest.mark.parametrize("where", ["create", "decode"])
def test_exception_in_a_restore_is_in_the_report_and_retains_the_state(
    program: Program[Desk], where: str
) -> None:
    Faults.where = where
    program.relaunch()

    (entry,) = program.report.not_restored
    assert entry.path == "Root/Item"
    assert "ValueError: on purpose (in at, test_failures.py line" in entry.problem
    assert "Traceback (most recent call last)" in entry.traceback
    assert f"in {where}" in entry.traceback
    assert str(entry).startswith("Root/Item: ")

    program.root.title = "changed"
    program.session.invalidate(program.root)
    program.session.preserve()
    Faults.where = None
    found = program.relaunch()
    assert (found.title, found.items[0].text) == ("changed", "kept")


def test_unavailable_object_says_why(program: Program[Desk]) -> None:
    Faults.where = "create"
    (item,) = program.relaunch().items
    assert isinstance(item, rk.Object)
    assert item.is_unavailable and item.path == "Root/Item"
    assert "on purpose" in item.describe().problem
    with pytest.raises(AttributeError, match="text: the object at Root/Item is unavailable: "):
        item.text
    assert repr(item) == "<restorationkit.Object Root/Item unavailable>"


def test_exception_in_finish_is_in_the_report(program: Program[Desk]) -> None:
    Faults.where = "finish"
    found = program.relaunch()
    assert any("on purpose" in str(entry) for entry in program.report.entries)
    assert found.items[0].text == "kept"


def test_exception_in_make_is_an_error(program: Program[Desk]) -> None:
    Faults.where = "create"
    with pytest.raises(rk.Error, match="on purpose"):
        program.session.make("Other", Faulty, under=program.root)


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit])
@pytest.mark.parametrize("where", ["encode", "create", "decode", "finish"])
def test_other_exceptions_are_raised_again_by_the_call(
    program: Program[Desk], kind: Type[BaseException], where: str
) -> None:
    program.root.items[0].text = "new"
    program.session.invalidate(program.root.items[0])
    Faults.where, Faults.error = where, kind("on purpose")

    if where == "encode":
        with pytest.raises(kind, match="on purpose"):
            program.session.preserve()
        saved = program.session.last_save()
        assert saved is not None and "on purpose" in saved.issues[0].problem
        Faults.where = None
        assert program.relaunch().items[0].text == "kept"
        return
    with pytest.raises(kind, match="on purpose"):
        program.relaunch()
    Faults.where = None
    # The launch goes on: the call had done its work.
    assert program.session.preserve().status == rk.Status.OK
    assert program.relaunch().items[0].text == "kept"


def test_calls_in_a_callback_are_refused(start: Any) -> None:
    errors: List[rk.Error] = []

    @rk.restorable("Calling")
    class Calling:
        def encode_state(self) -> Dict[str, Any]:
            for call in (program.session.preserve, program.session.close, program.session.restore):
                try:
                    call()
                except rk.Error as error:
                    errors.append(error)
            program.session.invalidate(self)
            return {}

        def decode_state(self, state: rk.State) -> None:
            pass

    program: Program[Any] = start(Calling)
    assert program.session.preserve().issues == ()
    assert [error.status for error in errors] == [rk.Status.IN_CALLBACK] * len(errors)
    assert errors and not program.session.is_closed


def test_order_of_calls(session: rk.Session) -> None:
    session.add_root("Desk", Desk())
    with pytest.raises(rk.Error) as caught:
        session.preserve()
    assert caught.value.status == rk.Status.NOT_RESTORED
    session.restore()
    with pytest.raises(rk.Error) as caught:
        session.restore()
    assert caught.value.status == rk.Status.ALREADY_RESTORED
    assert caught.value.problem and caught.value.remedy and str(caught.value)


def test_wrong_names_of_settings(own_directories: None) -> None:
    with pytest.raises(ValueError, match="The preset is one of granular, uikit"):
        rk.Session("org.example.desk", preset="other")
    with pytest.raises(TypeError):
        rk.Session("org.example.desk", nonsense=1)
    with pytest.raises(rk.Error) as caught:
        rk.Session("no reverse DNS")
    assert caught.value.status == rk.Status.INVALID
    with rk.Session("org.example.desk") as session:
        with pytest.raises(ValueError, match="'tomorrow' is no reason"):
            session.restore("tomorrow")


def test_application_has_a_record_of_its_own(restoration_program: Any) -> None:
    class Application:
        saves, restores, text = True, True, ""

        def should_preserve(self) -> bool:
            return self.saves

        def encode_state(self) -> Dict[str, Any]:
            return {"text": self.text}

        def should_restore(self, state: rk.State) -> bool:
            return self.restores and state["text"] != "never"

        def decode_state(self, state: rk.State) -> None:
            self.text = state["text"]

    application = Application()
    program: Program[Desk] = restoration_program(
        lambda session: session.add_root("Root", Desk()), delegate=application
    )
    application.text = "of the application"
    program.root.title = "title"
    program.session.preserve()
    application.text = ""
    assert program.relaunch().title == "title"
    assert application.text == "of the application"

    application.saves = False
    with pytest.raises(rk.Error) as caught:
        program.session.preserve()
    assert caught.value.status == rk.Status.DECLINED
