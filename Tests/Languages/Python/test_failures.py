"""Exceptions in callbacks are failures of their objects, and lose nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Dict, List, Optional, Type

import pytest

import restorationkit as rk
from restorationkit.testing import Program


class Faults:
    """The callback of `Faulty` that raises, and its exception."""

    where: Optional[str] = None
    error: BaseException = ValueError("on purpose")

    @classmethod
    def at(cls, where: str) -> None:
        if cls.where == where:
            raise cls.error.with_traceback(None)


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


def test_object_that_a_save_leaves_out_is_logged_once(
    program: Program[Desk], caplog: pytest.LogCaptureFixture
) -> None:
    Faults.where = "encode"
    for _ in range(3):
        program.session.invalidate(program.root.items[0])
        program.session.preserve()
    lines = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len([line for line in lines if "Root/Item" in line and "on purpose" in line]) == 1


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
    # The launch continues, because the call had completed.
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


def test_save_before_restore_and_second_restore_are_refused(session: rk.Session) -> None:
    session.add_root("Desk", Desk())
    with pytest.raises(rk.Error) as caught:
        session.preserve()
    assert caught.value.status == rk.Status.NOT_RESTORED
    session.restore()
    with pytest.raises(rk.Error) as caught:
        session.restore()
    assert caught.value.status == rk.Status.ALREADY_RESTORED
    assert caught.value.problem and caught.value.remedy and str(caught.value)


def test_invalid_settings_are_refused(own_directories: None) -> None:
    with pytest.raises(ValueError, match="The preset is one of granular, uikit"):
        rk.Session("org.example.desk", preset="other")
    for kind in (rk.Session, Program):
        arguments = ["org.example.desk"] if kind is rk.Session else [lambda session: None]
        with pytest.raises(TypeError, match="nonsense"):
            kind(*arguments, nonsense=1)
    with pytest.raises(rk.Error) as caught:
        rk.Session("no reverse DNS")
    assert caught.value.status == rk.Status.INVALID
    with rk.Session("org.example.desk") as session:
        with pytest.raises(ValueError, match="'tomorrow' is not a reason"):
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


@rk.restorable("Pages", stack=True)
@dataclass
class Pages:
    """Has every method that a class may have. Each may raise."""

    pages: Annotated[List[Any], rk.transient] = field(default_factory=list)
    chosen: Annotated[Any, rk.transient] = None
    sheet: Annotated[Any, rk.transient] = None
    row: Annotated[Any, rk.transient] = None

    def restorable_children(self) -> List[Any]:
        Faults.at("children")
        return self.pages

    def selected_child(self) -> Any:
        Faults.at("selected")
        return self.chosen

    def attach_children(self, children: List[Any], selected: Any) -> None:
        Faults.at("attach")
        self.pages, self.chosen = children, selected

    def presented_object(self) -> Any:
        Faults.at("presented")
        return self.sheet

    def present_object(self, shown: Any) -> None:
        Faults.at("present")
        self.sheet = shown

    def restorable_elements(self) -> List[Any]:
        Faults.at("elements")
        return [self.row]


@rk.restorable("Row", element=True)
@dataclass
class Row:
    top: int = 0


@rk.restorable("Page")
@dataclass
class Page:
    text: str = ""


def build_pages(session: rk.Session) -> Pages:
    session.add_class(Page)
    pages = session.add_root("Pages", Pages())
    pages.row = session.add_child("Row", Row(), pages)
    return pages


def shown(pages: Pages) -> List[Any]:
    texts = [getattr(page, "text", None) for page in (*pages.pages, pages.chosen, pages.sheet)]
    return [*texts, pages.row.top]


@pytest.mark.parametrize("error", [ValueError("on purpose"), KeyboardInterrupt("on purpose")])
@pytest.mark.parametrize(
    "where", ["children", "selected", "attach", "presented", "present", "elements"]
)
def test_exception_in_a_method_of_a_container_keeps_what_it_contains(
    restoration_program: Any, caplog: pytest.LogCaptureFixture, where: str, error: BaseException
) -> None:
    program: Program[Pages] = restoration_program(build_pages)
    pages, session = program.root, program.session
    pages.pages = [session.make(name, Page, under=pages, text=name) for name in ("a", "b")]
    pages.chosen = pages.pages[1]
    pages.sheet = session.make("c", Page, under=pages, text="c")
    pages.row.top = 7
    session.preserve()
    Faults.where, Faults.error = where, error

    interrupts = 0
    for call in (program.relaunch, lambda: program.session.preserve()):
        try:
            call()
        except KeyboardInterrupt:
            interrupts += 1
    assert (interrupts > 0) == isinstance(error, KeyboardInterrupt)
    assert "on purpose" in caplog.text
    Faults.where = None
    assert shown(program.relaunch()) == ["a", "b", "b", "c", 7]


def test_children_that_were_not_attached_can_be_removed(restoration_program: Any) -> None:
    program: Program[Pages] = restoration_program(build_pages)
    pages, session = program.root, program.session
    pages.pages = [session.make(name, Page, under=pages, text=name) for name in ("a", "b")]
    session.preserve()
    Faults.where = "attach"
    pages = program.relaunch()
    session = program.session
    pages.pages = [session.find("Pages/a"), session.find("Pages/b")]
    session.preserve()
    pages.pages.pop()
    session.invalidate(pages)
    session.preserve()
    Faults.where = None
    assert [page.text for page in program.relaunch().pages] == ["a"]


@rk.restorable("Memo")
@dataclass
class OldMemo:
    text: str = ""


@rk.restorable("Memo", version=2)
@dataclass
class Memo:
    text: str = ""

    @classmethod
    def create_object(cls, creation: rk.Creation) -> Memo:
        if Faults.where == "cancel":
            creation.on_cancel = lambda: Faults.at("cancel")
            raise rk.NotYet
        return cls()

    @classmethod
    def migrate_state(cls, version: int, state: rk.State) -> Dict[str, Any]:
        Faults.at("migrate")
        return {"text": state["text"]}


@pytest.mark.parametrize("error", [ValueError("on purpose"), SystemExit("on purpose")])
@pytest.mark.parametrize("where", ["migrate", "cancel"])
def test_exception_in_a_method_of_a_class_retains_the_state(
    restoration_program: Any, where: str, error: BaseException
) -> None:
    kinds: List[Any] = [OldMemo]

    def build(session: rk.Session) -> Desk:
        session.add_class(kinds[0])
        return session.add_root("Root", Desk())

    program: Program[Desk] = restoration_program(build, arrival_limit=5)
    program.root.items = [program.session.make("Memo", OldMemo, under=program.root, text="kept")]
    program.session.preserve()
    kinds[0], Faults.where, Faults.error = Memo, where, error

    interrupts = 0
    for call in (program.relaunch, lambda: program.advance(6), lambda: program.session.preserve()):
        try:
            call()
        except SystemExit:
            interrupts += 1

    assert interrupts == isinstance(error, SystemExit)
    Faults.where = None
    assert [item.text for item in program.relaunch().items] == ["kept"]


class Application:
    """The delegate, and the functions of a session's options. Each may raise."""

    text = ""

    def should_preserve(self) -> bool:
        Faults.at("should_preserve")
        return True

    def encode_state(self) -> Dict[str, Any]:
        Faults.at("encode_state")
        return {"text": self.text}

    def should_restore(self, state: rk.State) -> bool:
        Faults.at("should_restore")
        return True

    def decode_state(self, state: rk.State) -> None:
        Faults.at("decode_state")
        self.text = state["text"]

    def on_save(self, save: rk.Save) -> None:
        Faults.at("on_save")

    def on_settled(self) -> None:
        Faults.at("on_settled")


@pytest.mark.parametrize("error", [ValueError("on purpose"), GeneratorExit("on purpose")])
@pytest.mark.parametrize(
    "where",
    ["should_preserve", "encode_state", "should_restore", "decode_state", "on_save", "on_settled"],
)
def test_exception_in_a_function_of_the_application_loses_nothing(
    restoration_program: Any, caplog: pytest.LogCaptureFixture, where: str, error: BaseException
) -> None:
    application = Application()
    program: Program[Desk] = restoration_program(
        lambda session: session.add_root("Root", Desk()),
        delegate=application, on_save=application.on_save, on_settled=application.on_settled,
    )  # fmt: skip
    application.text = program.root.title = "kept"
    program.session.preserve()
    Faults.where, Faults.error = where, error

    interrupts, told = 0, ""
    for call in (program.relaunch, lambda: program.session.preserve()):
        try:
            told += str(call())
        except GeneratorExit:
            interrupts += 1
        except rk.Error as refused:
            told += str(refused)
    told += str(program.report)

    assert (interrupts > 0) == isinstance(error, GeneratorExit)
    assert interrupts or "on purpose" in told + caplog.text
    Faults.where, application.text = None, ""
    assert program.relaunch().title == "kept"
    assert application.text == "kept"


def test_exception_in_build_is_raised_by_the_launch(restoration_program: Any) -> None:
    def build(session: rk.Session) -> Desk:
        Faults.at("build")
        return session.add_root("Root", Desk())

    program: Program[Desk] = restoration_program(build)
    program.root.title = "kept"
    program.session.preserve()
    Faults.where = "build"
    with pytest.raises(ValueError, match="on purpose"):
        program.relaunch()
    Faults.where = None
    assert program.launch().title == "kept"
