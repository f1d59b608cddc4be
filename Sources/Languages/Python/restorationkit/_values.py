"""Marks, errors and codecs for the values of state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, FrozenSet, List, Type

from ._errors import Status, make_error

if TYPE_CHECKING:
    from ._core import Core

NULL, BOOL, INTEGER, FLOAT, DOUBLE, STRING, BYTES, DATE, UUID, ARRAY, DICTIONARY, REFERENCE = range(
    1, 13
)
UNSIGNED = 256
ABSENT = -int(Status.ABSENT)

_KIND_NAMES = {
    NULL: "null", BOOL: "a bool", INTEGER: "an int", UNSIGNED: "an int", FLOAT: "a float",
    DOUBLE: "a float", STRING: "text", BYTES: "bytes", DATE: "a date", UUID: "a UUID",
    ARRAY: "a list", DICTIONARY: "a dict", REFERENCE: "a reference",
}  # fmt: skip


class Mark:
    """A mark of a field: ``draft: Annotated[str, rk.sensitive]``."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"restorationkit.{self._name}"


class SensitiveMark(Mark):
    """Marks a field, or a value in the result of ``encode_state``, as private: tools hide it."""

    def __call__(self, value: Any) -> Sensitive:
        """Marks one value in the result of ``encode_state``."""
        return Sensitive(value)


class Sensitive:
    """A private value: tools show that it exists, but not the value."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


#: Marks a field that is not state: ``cache: Annotated[dict, rk.transient]``.
transient = Mark("transient")
sensitive = SensitiveMark("sensitive")


class Misfit(Exception):
    """A value that cannot be stored or restored. Becomes an exception of ``kind``, with the path
    to the value."""

    def __init__(self, kind: Type[Exception], message: str) -> None:
        self.kind = kind
        self.message = message
        self.way: List[str] = []

    def below(self, step: str) -> Misfit:
        self.way.append(step)
        return self

    def exception(self, name: str) -> Exception:
        way = self.way[::-1]
        shown = "".join(way if len(way) < 9 else way[:4] + ["…"])
        return self.kind(f"{name}{shown}: {self.message}")


class Context:
    """A coder of the library, for one call."""

    __slots__ = ("coder", "core", "item", "depth", "migrates")

    def __init__(self, coder: Any, core: Core, migrates: bool = False) -> None:
        self.coder = coder
        self.core = core
        self.item = core.item
        self.depth = 0
        self.migrates = migrates


def check(status: int) -> None:
    if status:
        if status == Status.LIMIT:
            raise Misfit(ValueError, "The state is larger than an archive may be")
        if status == Status.INVALID:
            raise Misfit(
                ValueError,
                "The key is refused. Keys have 1 to 255 bytes, and do not begin with restoration.",
            )
        raise make_error(Status(status), "The library refused the value")


class Codec:
    """Stores and restores the values of one annotation."""

    #: The annotation in words.
    name = ""
    #: The library's kinds that this codec can read.
    kinds: FrozenSet[int] = frozenset()
    #: The most likely kind of a single value, or 0.
    expected = 0
    #: Whether any value inside is private, which makes the whole value private.
    is_sensitive = False

    def accepts(self, value: Any) -> bool:
        raise NotImplementedError

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        """Stores a value. An element of a list has an empty key."""
        raise NotImplementedError

    def take(self, context: Context, kind: int) -> Any:
        """Converts the value that `read_item` stored in the context's item."""
        raise NotImplementedError

    def wrong(self, value: Any) -> Misfit:
        return Misfit(TypeError, f"{article(type(value).__qualname__)} where {self.name} belongs")

    def other(self, kind: int) -> Misfit:
        stored = _KIND_NAMES.get(kind, "a value of another kind")
        return Misfit(TypeError, f"The state has {stored} where {self.name} belongs")


def article(name: str) -> str:
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


def encode_text(value: str) -> bytes:
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise Misfit(
            ValueError,
            "The text has lone surrogates, as os.fsdecode makes them; store os.fsencode's bytes",
        ) from None


def object_class() -> type:
    from ._objects import Object

    return Object


def is_restorable(kind: Any) -> bool:
    """Whether a class is decorated with ``restorable`` itself."""
    return isinstance(kind, type) and "__restoration_class__" in kind.__dict__


def is_object(value: Any) -> bool:
    return is_restorable(type(value)) or isinstance(value, object_class())
