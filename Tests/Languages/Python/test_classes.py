"""Classes: their ids, fields and annotations, how objects are made, and older state."""

from __future__ import annotations

import typing
from dataclasses import dataclass, field
from typing import Annotated, Any, Callable, Dict, List, Optional, Set, Union

import pytest

import restorationkit as rk
from restorationkit.testing import Program

if typing.TYPE_CHECKING:
    from nowhere import Missing  # type: ignore[import]


@rk.restorable("Note")
@dataclass
class Note:
    text: str = ""
    other: Optional[Note] = None


@rk.restorable("Desk")
@dataclass
class Desk:
    notes: List[Note] = field(default_factory=list)
    items: List[rk.Object] = field(default_factory=list)


def test_class_with_two_ids_is_refused() -> None:
    with pytest.raises(TypeError, match="Note has two ids, 'Note' and 'Memo'"):
        rk.restorable("Memo")(Note)


def test_two_classes_with_one_id_are_refused(session: rk.Session) -> None:
    @rk.restorable("Note")
    @dataclass
    class Other:
        text: str = ""

    session.add_class(Note)
    with pytest.raises(ValueError, match="Two classes have the id 'Note'"):
        session.add_root("Other", Other())


def test_subclass_needs_an_id_of_its_own(session: rk.Session) -> None:
    class Memo(Note):
        pass

    message = r'Memo is not restorable. Decorate it: @restorable\("id"\)'
    with pytest.raises(TypeError, match=message):
        session.add_root("Memo", Memo())


def test_id_is_required() -> None:
    with pytest.raises(TypeError, match="Give the class an id"):
        rk.restorable(Note)  # type: ignore[arg-type]
    for id in ("", "x" * 256, "a\0b"):
        with pytest.raises(ValueError, match="must have 1 to 255 bytes"):
            rk.restorable(id)


def test_class_without_state_is_refused() -> None:
    class Plain:
        pass

    class Half:
        def encode_state(self) -> Dict[str, Any]:
            return {}

    @dataclass(frozen=True)
    class Frozen:
        x: int = 0

    with pytest.raises(TypeError, match="Plain is not a dataclass, and has no encode_state"):
        rk.restorable("Plain")(Plain)
    with pytest.raises(TypeError, match="Half has one of encode_state and decode_state"):
        rk.restorable("Half")(Half)
    with pytest.raises(TypeError, match="Frozen is frozen"):
        rk.restorable("Frozen")(Frozen)


@rk.restorable("Unresolved")
@dataclass
class Unresolved:
    value: Missing = None  # type: ignore[assignment]


@rk.restorable("Foreign")
@dataclass
class Foreign:
    names: Set[str] = field(default_factory=set)


@rk.restorable("Ambiguous")
@dataclass
class Ambiguous:
    value: Union[List[int], List[str]] = field(default_factory=list)


@rk.restorable("Partly")
@dataclass
class Partly:
    values: List[Annotated[str, rk.sensitive]] = field(default_factory=list)


@pytest.mark.parametrize(
    "kind, message",
    [
        (Unresolved, "Unresolved.value: the annotation 'Missing' cannot be resolved: name"),
        (Foreign, r"Foreign.names: typing.Set\[str\] is not a type that state can have. If the field"),
        (Ambiguous, "Ambiguous.value: a list and a list are stored alike"),
        (Partly, "Partly.values: rk.sensitive marks whole fields"),
    ],
)
def test_unsupported_annotation_is_refused(session: rk.Session, kind: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        session.add_root("Root", kind())


def test_transient_field_may_have_any_type(session: rk.Session) -> None:
    @rk.restorable("Marked")
    @dataclass
    class Marked:
        call: Annotated[Callable[[], None], rk.transient] = print

    session.add_root("Root", Marked())


def test_made_objects_come_back_with_their_references(start: Any) -> None:
    program: Program[Desk] = start(Desk)
    session, desk = program.session, program.root
    first = session.make("Note", Note, under=desk, text="first")
    second = session.make("Note", Note, under=desk, text="second")
    first.other = second
    second.other = first
    desk.notes = [first, second, first]
    assert session.preserve().issues == ()

    found = program.relaunch()

    assert program.report.not_restored == []
    assert [note.text for note in found.notes] == ["first", "second", "first"]
    assert found.notes[0] is found.notes[2] is found.notes[1].other
    assert program.session.describe(found.notes[0]).path == "Root/Note"
    assert program.session.find("Root/Note") is found.notes[0]
    assert program.session.find("Root/Nothing") is None


@rk.restorable("Either")
@dataclass
class Either:
    one: Union[Note, rk.Object, None] = None
    other: Optional[Union[Desk, Note]] = None


def test_classes_of_a_union_are_registered(start: Any) -> None:
    program: Program[Either] = start(Either)
    either = program.root
    either.one = program.session.make("One", Note, under=either, text="one")
    either.other = program.session.make("Other", Desk, under=either)
    program.session.preserve()
    found = program.relaunch()
    assert isinstance(found.one, Note) and isinstance(found.other, Desk)


def test_unknown_object_is_named_with_its_field(start: Any) -> None:
    program: Program[Desk] = start(Desk)
    program.root.notes.append(Note("lost"))
    (issue,) = program.session.preserve().issues
    assert "Desk.notes[0]: The session does not know this Note. Make it with" in issue.problem


def test_create_object_makes_the_object(start: Any) -> None:
    seen: List[Any] = []

    @rk.restorable("Made")
    class Made:
        @classmethod
        def create_object(cls, creation: rk.Creation) -> Optional[Made]:
            seen.append((creation.reason, creation.identifier, dict(creation.parameters)))
            if creation.state is not None:
                seen.append(creation.state.get("declines"))
                if creation.state.get("declines"):
                    return None
            return cls()

        def __init__(self) -> None:
            self.declines = False

        def encode_state(self) -> Dict[str, Any]:
            return {"declines": self.declines}

        def decode_state(self, state: rk.State) -> None:
            self.declines = state["declines"]

    program: Program[Desk] = start(Desk, Made)
    desk = program.root
    made = program.session.make("Made", Made, under=desk, color="red")
    desk.items.append(made)
    program.session.preserve()
    found = program.relaunch()

    assert seen == [
        (rk.Reason.MAKE, "Made", {"color": "red"}),
        (rk.Reason.LAUNCH, "Made", {}),
        False,
    ]
    found.items[0].declines = True
    program.session.preserve()
    assert program.relaunch().items == []
    assert [entry.outcome for entry in program.report.not_restored] == [rk.Outcome.SKIPPED]


def test_class_with_required_arguments_is_an_error(start: Any) -> None:
    @rk.restorable("Strict")
    @dataclass
    class Strict:
        text: str

    program: Program[Desk] = start(Desk, Strict)
    desk = program.root
    strict: Any = program.session.make("Strict", Strict, under=desk, text="x")
    desk.items.append(strict)
    program.session.preserve()

    found = program.relaunch()

    (entry,) = program.report.not_restored
    assert "Strict cannot be made: " in entry.problem
    assert "Give all fields defaults, or write a class method create_object" in entry.problem
    assert isinstance(found.items[0], rk.Object) and found.items[0].is_unavailable


def test_state_of_an_older_version_is_migrated(restoration_program: Any) -> None:
    @rk.restorable("Memo")
    @dataclass
    class Old:
        name: str = ""
        friend: Optional[rk.Object] = None
        friends: List[rk.Object] = field(default_factory=list)
        sizes: List[int] = field(default_factory=list)

    @rk.restorable("Memo", version=2)
    @dataclass
    class New:
        title: str = ""
        friend: Optional[rk.Object] = None
        friends: List[rk.Object] = field(default_factory=list)
        total: int = 0

        @classmethod
        def migrate_state(cls, version: int, state: rk.State) -> Dict[str, Any]:
            assert version == 1
            return {
                "title": state["name"],
                "friend": state["friend"],
                "friends": state["friends"],
                "total": sum(state["sizes"]),
            }

    kinds: List[Any] = [Old]

    def build(session: rk.Session) -> Desk:
        session.add_class(kinds[0])
        return session.add_root("Root", Desk())

    program: Program[Desk] = restoration_program(build)
    desk: Any = program.root
    memo = program.session.make("Memo", Old, under=desk, name="cats", sizes=[1, 2])
    memo.friend, memo.friends = desk, [memo, desk]
    desk.items = [memo]
    program.session.preserve()
    kinds[0] = New

    found: Any = program.relaunch()

    assert program.report.not_restored == []
    memo = found.items[0]
    assert (memo.title, memo.friend, memo.friends, memo.total) == ("cats", found, [memo, found], 3)


def test_state_moves_to_an_aliased_path(restoration_program: Any) -> None:
    roots = ["Old"]

    def build(session: rk.Session) -> Desk:
        if roots[0] == "New":
            session.alias_path("Old", "New")
        return session.add_root(roots[0], Desk())

    program: Program[Desk] = restoration_program(build)
    program.root.notes.append(program.session.make("Note", Note, under=program.root, text="x"))
    program.session.preserve()
    roots[0] = "New"
    assert [note.text for note in program.relaunch().notes] == ["x"]


def test_wrong_arguments_are_type_errors(session: rk.Session) -> None:
    with pytest.raises(TypeError, match="An identifier is text, not int"):
        session.add_root(1, Desk())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Desk is a class. Pass an object of it"):
        session.add_root("Desk", Desk)
    with pytest.raises(TypeError, match="int is not restorable"):
        session.invalidate(1)
    with pytest.raises(ValueError, match="An identifier has a NUL"):
        session.add_root("a\0b", Desk())
    with pytest.raises(ValueError, match="An identifier has lone surrogates"):
        session.add_root("\udcff", Desk())
    with pytest.raises(rk.Error) as caught:
        session.add_root("x" * 256, Desk())
    assert caught.value.status == rk.Status.INVALID
