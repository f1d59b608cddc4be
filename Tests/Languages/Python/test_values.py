"""Values are restored by their annotations, and invalid values raise errors that name them."""

from __future__ import annotations

import enum
import os
import subprocess
import uuid
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Annotated, Any, Dict, List, Literal, NewType, Optional, Sequence, Tuple, Union

import pytest

import restorationkit as rk
from restorationkit.testing import Program


class Color(enum.Enum):
    RED = "red"
    BLUE = (0, 0, 255)


class Level(enum.IntEnum):
    LOW = 1


class Right(enum.Flag):
    READ = 1
    WRITE = 2


@dataclass
class Point:
    x: int
    y: float = 0.5
    tags: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Tree:
    name: str
    branches: List[Tree] = field(default_factory=list)


Name = NewType("Name", str)
RESTORECTL = Path(__file__).parents[3] / ".build/debug/restorectl"


@rk.restorable("Values")
@dataclass
class Values:
    nothing: None = None
    truth: bool = False
    number: int = 0
    ratio: float = 0.0
    text: str = ""
    data: bytes = b""
    moment: Optional[datetime] = None
    identity: uuid.UUID = uuid.UUID(int=0)
    color: Color = Color.RED
    level: Level = Level.LOW
    rights: Right = Right.READ
    numbers: List[int] = field(default_factory=list)
    pair: Tuple[int, str] = (0, "")
    many: Tuple[float, ...] = ()
    table: Dict[str, List[int]] = field(default_factory=dict)
    point: Point = field(default_factory=lambda: Point(0))
    points: List[Point] = field(default_factory=list)
    tree: Tree = Tree("root")
    anything: Any = None
    either: Union[int, str, None] = None
    chosen: Literal["small", "large", 3] = "small"
    name: Name = Name("")
    sequence: Sequence[str] = ()
    secret: Annotated[str, rk.sensitive] = ""
    cache: Annotated[object, rk.transient] = None


def changed() -> Dict[str, Any]:
    return {
        "truth": True,
        "number": -(1 << 63),
        "ratio": 0.1,
        "text": "Žižkov 猫\0end",
        "data": bytes(range(256)),
        "moment": datetime(1969, 12, 31, 23, 59, 59, 250_000, tzinfo=timezone(timedelta(hours=2))),
        "identity": uuid.uuid4(),
        "color": Color.BLUE,
        "rights": Right.READ | Right.WRITE,
        "numbers": list(range(100)),
        "pair": (7, "seven"),
        "many": (1.0, 2.0),
        "table": {"a": [1, 2], "b": []},
        "point": Point(1, 2.5, ("x", "y")),
        "points": [Point(1), Point(2)],
        "tree": Tree("root", [Tree("left", [Tree("leaf")]), Tree("right")]),
        "anything": {"list": [None, True, 1 << 63, "x", {"deep": b""}]},
        "either": "text",
        "chosen": 3,
        "name": Name("Hamlet"),
        "sequence": ["a"],
        "secret": "half typed",
    }


def test_every_kind_of_value_comes_back(start: Any) -> None:
    program: Program[Values] = start(Values)
    for name, value in changed().items():
        setattr(program.root, name, value)
    program.root.cache = object()
    assert program.session.preserve().issues == ()

    found = program.relaunch()

    for name, value in changed().items():
        if name != "identity":
            assert getattr(found, name) == value, name
            assert type(getattr(found, name)) is type(value), name
    assert found.cache is None


@pytest.mark.parametrize("value", [0, -1, 1 << 62, (1 << 64) - 1, -(1 << 63)])
def test_integers_have_64_bits(start: Any, value: int) -> None:
    program = start(Values)
    program.root.number = value
    program.session.preserve()
    assert program.relaunch().number == value


def test_absent_keys_take_the_default(start: Any, restoration_program: Any) -> None:
    @rk.restorable("Old")
    @dataclass
    class Old:
        kept: int = 1

    @rk.restorable("Old")
    @dataclass
    class New:
        kept: int = 5
        added: List[int] = field(default_factory=lambda: [3])

    kinds = [Old, New]
    program: Program[Any] = restoration_program(
        lambda session: session.add_root("Root", kinds[0]())
    )
    program.root.kept = 2
    program.session.preserve()

    kinds.pop(0)
    found = program.relaunch()

    assert (found.kept, found.added) == (2, [3])


def test_class_with_methods_stores_their_dict(start: Any) -> None:
    @rk.restorable("Counter", version=3)
    class Counter:
        def __init__(self) -> None:
            self.count, self.version, self.keys = 0, 0, []

        def encode_state(self) -> Dict[str, Any]:
            return {"count": self.count, "draft": rk.sensitive("private")}

        def decode_state(self, state: rk.State) -> None:
            self.count = state["count"]
            self.version = state.version
            self.keys = sorted(state)
            assert "count" in state and "other" not in state
            assert state.get("other", 7) == 7
            self.state, self.shown = state, repr(state)

    @rk.restorable("Desk")
    @dataclass
    class Desk:
        counter: Any = None

    program = start(Desk, Counter)
    program.root.counter = program.session.make("Counter", Counter, under=program.root)
    program.root.counter.count = 4
    program.session.preserve()

    found = program.relaunch().counter

    assert (found.count, found.version, found.keys) == (4, 3, ["count", "draft"])
    assert found.shown == "<restorationkit.State with count, draft>"
    assert repr(found.state) == "<restorationkit.State, which was lent>"
    with pytest.raises(ValueError, match="lent to a function that has returned"):
        found.state["count"]


def test_dataclass_with_methods_has_the_state_that_they_say(start: Any) -> None:
    @rk.restorable("Both")
    @dataclass
    class Both:
        number: int = 0
        handle: object = None

        def encode_state(self) -> Dict[str, Any]:
            return {"half": self.number // 2}

        def decode_state(self, state: rk.State) -> None:
            self.number = 2 * state["half"]

    program = start(Both)
    program.root.number, program.root.handle = 7, object()
    assert program.session.preserve().issues == ()
    assert program.relaunch() == Both(6)


@dataclass
class Login:
    name: str = ""
    password: Annotated[str, rk.sensitive] = ""


@rk.restorable("Form")
@dataclass
class Form:
    shown: str = ""
    draft: Annotated[str, rk.sensitive] = ""
    login: Login = field(default_factory=Login)


@pytest.mark.skipif(not RESTORECTL.exists(), reason="restorectl is not built")
def test_private_values_are_not_shown(session: rk.Session) -> None:
    form = session.add_root("Form", Form())
    session.restore()
    form.shown, form.draft = "public-text", "private-text"
    form.login.password = "private-password"
    session.preserve()
    shown = subprocess.run(
        [str(RESTORECTL), "archive", "show", "org.example.desk"],
        check=True, stdout=subprocess.PIPE, text=True,
    ).stdout  # fmt: skip
    assert "public-text" in shown and "private" not in shown
    assert shown.count("hidden: sensitive") == 2


def deep() -> List[Any]:
    loop: List[Any] = []
    loop.append(loop)
    return loop


def deep_dict() -> Dict[str, Any]:
    loop: Dict[str, Any] = {}
    loop["x"] = loop
    return loop


def deep_tree() -> Tree:
    loop = Tree("loop")
    loop.branches.append(loop)
    return loop


@pytest.mark.parametrize(
    "name, value, problem",
    [
        ("number", 1 << 64, "OverflowError: Values.number: The int has more than 64 bits"),
        ("number", -(1 << 63) - 1, "OverflowError: Values.number: The int has more than 64 bits"),
        ("number", "one", "TypeError: Values.number: a str where an int belongs"),
        ("number", True, "TypeError: Values.number: a bool where an int belongs"),
        ("text", 1, "TypeError: Values.text: an int where text belongs"),
        ("text", os.fsdecode(b"caf\xe9"), "ValueError: Values.text: The text has lone surrogates"),
        ("moment", datetime(2026, 1, 1), "ValueError: Values.moment: The datetime has no"),
        ("anything", [1, [{2}]], "TypeError: Values.anything[1][0]: a set is not a value"),
        ("anything", {"a": {1: 2}}, "TypeError: Values.anything['a']: A key is an int"),
        ("anything", deep(), "ValueError: Values.anything[0][0][0][0]…: A value contains itself"),
        ("anything", deep_dict(), "ValueError: Values.anything['x']['x']['x']['x']…: A value contains"),
        ("anything", deep_tree(), "ValueError: Values.anything.branches[0].branches[0]…: A value"),
        ("anything", [{"a": [Point(1), os.fsdecode(b"\xff")]}], "anything[0]['a'][1]: The text has"),
        ("table", {"a": [1, "x"]}, "TypeError: Values.table['a'][1]: a str where an int belongs"),
        ("points", [Point(1), Point(None)], "TypeError: Values.points[1].x: a NoneType where"),  # type: ignore
        ("pair", (1, 2), "TypeError: Values.pair[1]: an int where text belongs"),
        ("pair", (1,), "TypeError: Values.pair: a tuple where a tuple of 2 belongs"),
        ("color", "red", "TypeError: Values.color: a str where a Color belongs"),
        ("chosen", "huge", "ValueError: Values.chosen: A value that is not one of 'small'"),
        ("either", 1.5, "TypeError: Values.either: a float where an int or text"),
    ],
)
def test_wrong_value_names_itself_and_the_old_state_stays(
    start: Any, name: str, value: Any, problem: str
) -> None:
    program = start(Values)
    program.root.truth = True
    program.session.preserve()
    setattr(program.root, name, value)
    program.root.truth = False
    program.session.invalidate(program.root)

    (issue,) = program.session.preserve().issues

    assert problem in issue.problem
    assert " (in " not in issue.problem
    found = program.relaunch()
    assert found.truth is True
    assert getattr(found, name) == getattr(Values(), name)


def test_key_with_lone_surrogates_is_an_issue(start: Any) -> None:
    program = start(Values)
    program.root.anything = {os.fsdecode(b"\xff"): 1}
    (issue,) = program.session.preserve().issues
    assert "lone surrogates" in issue.problem


def test_removed_enum_member_is_reported(restoration_program: Any) -> None:
    class Before(enum.Enum):
        OLD = "old"

    class After(enum.Enum):
        NEW = "new"

    def build(session: rk.Session) -> Any:
        member = kinds[0]

        @rk.restorable("Choice")
        class Choice:
            def encode_state(self) -> Dict[str, Any]:
                return {"member": Before.OLD}

            def decode_state(self, state: rk.State) -> None:
                member(state["member"])

        return session.add_root("Root", Choice())

    kinds = [Before, After]
    program: Program[Any] = restoration_program(build)
    program.session.preserve()
    kinds.pop(0)

    program.relaunch()

    (entry,) = program.report.not_restored
    assert "'old' is not a valid" in entry.problem


def test_state_of_another_type_is_retained(restoration_program: Any) -> None:
    @rk.restorable("Page")
    @dataclass
    class Before:
        lines: List[str] = field(default_factory=lambda: ["text"])

    @rk.restorable("Page")
    @dataclass
    class After:
        lines: List[int] = field(default_factory=list)

    kinds: List[Any] = [Before]
    program: Program[Any] = restoration_program(
        lambda session: session.add_root("Root", kinds[0]())
    )
    program.session.preserve()

    kinds[0] = After
    assert program.relaunch().lines == []
    (entry,) = program.report.not_restored
    assert ".lines[0]: The state has text where an int belongs" in entry.problem
    program.session.preserve()

    kinds[0] = Before
    assert program.relaunch().lines == ["text"]
