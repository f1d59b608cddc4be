"""The values that state can have: how each is written, and comes back by its annotation."""

from __future__ import annotations

import dataclasses
import datetime
import enum
import sys
import uuid
from typing import TYPE_CHECKING, Any, Dict, FrozenSet, List, Tuple, Type

from ._errors import Status, make_error
from ._library import ffi, lib

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
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
#: The library's limit.
_DEEPEST = 64


class Mark:
    """A mark of a field: ``draft: Annotated[str, rk.sensitive]``."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"restorationkit.{self._name}"


class SensitiveMark(Mark):
    def __call__(self, value: Any) -> Sensitive:
        """Marks one value in the result of ``encode_state``."""
        return Sensitive(value)


class Sensitive:
    """A private value: tools show that it exists, but not the value."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


#: Marks a field that is no state: ``cache: Annotated[dict, rk.transient]``.
transient = Mark("transient")
#: Marks a field, or a value in the result of ``encode_state``, as private: tools do not show it.
sensitive = SensitiveMark("sensitive")


class Misfit(Exception):
    """A value that cannot be stored, or does not come back. Becomes an exception of ``kind``, with
    the way to the value."""

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
    """How the values of one annotation are stored."""

    #: The annotation in words.
    name = ""
    #: The kinds of the library that can come back.
    kinds: FrozenSet[int] = frozenset()
    #: The kind of a single value that comes back most likely, or 0.
    expected = 0
    #: Whether a value below is private, which marks the whole.
    is_sensitive = False

    def accepts(self, value: Any) -> bool:
        raise NotImplementedError

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        """Stores a value. An element of a list has an empty key."""
        raise NotImplementedError

    def take(self, context: Context, kind: int) -> Any:
        """The value that `read_item` has put into the context's item."""
        raise NotImplementedError

    def wrong(self, value: Any) -> Misfit:
        return Misfit(TypeError, f"{article(type(value).__qualname__)} where {self.name} belongs")

    def other(self, kind: int) -> Misfit:
        stored = _KIND_NAMES.get(kind, "a value of another kind")
        return Misfit(TypeError, f"The state has {stored} where {self.name} belongs")


def article(name: str) -> str:
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


class NoneCodec(Codec):
    name, kinds = "None", frozenset({NULL})

    def accepts(self, value: Any) -> bool:
        return value is None

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if value is not None:
            raise self.wrong(value)
        check(lib.put_null(context.coder, key, count))

    def take(self, context: Context, kind: int) -> Any:
        if kind != NULL:
            raise self.other(kind)
        return None


class BoolCodec(Codec):
    name, kinds = "a bool", frozenset({BOOL})
    expected = BOOL

    def accepts(self, value: Any) -> bool:
        return isinstance(value, bool)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if value is not True and value is not False:
            raise self.wrong(value)
        status = lib.put_bool(context.coder, key, count, value)
        if status:
            check(status)

    def take(self, context: Context, kind: int) -> Any:
        if kind != BOOL:
            raise self.other(kind)
        return context.item.integer != 0


class IntCodec(Codec):
    name, kinds = "an int", frozenset({INTEGER, UNSIGNED})
    expected = INTEGER

    def accepts(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if type(value) is not int and not self.accepts(value):
            raise self.wrong(value)
        try:
            status = lib.put_int64(context.coder, key, count, value)
        except OverflowError:
            if not 0 < value < 1 << 64:
                raise Misfit(
                    OverflowError, "The int has more than 64 bits; store it as text or bytes"
                ) from None
            status = lib.put_uint64(context.coder, key, count, value)
        if status:
            check(status)

    def take(self, context: Context, kind: int) -> Any:
        if kind == INTEGER:
            return context.item.integer
        if kind == UNSIGNED:
            return context.item.count
        raise self.other(kind)


class FloatCodec(Codec):
    name, kinds = "a float", frozenset({DOUBLE, FLOAT})
    expected = DOUBLE

    def accepts(self, value: Any) -> bool:
        return isinstance(value, (float, int)) and not isinstance(value, bool)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if type(value) is not float and not self.accepts(value):
            raise self.wrong(value)
        try:
            status = lib.put_double(context.coder, key, count, value)
        except OverflowError:
            raise Misfit(OverflowError, "The int is too large for a float") from None
        if status:
            check(status)

    def take(self, context: Context, kind: int) -> Any:
        if kind == DOUBLE or kind == FLOAT:
            return context.item.number
        if kind == INTEGER:
            return float(context.item.integer)
        if kind == UNSIGNED:
            return float(context.item.count)
        raise self.other(kind)


def encode_text(value: str) -> bytes:
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise Misfit(
            ValueError,
            "The text has lone surrogates, as os.fsdecode makes them; store os.fsencode's bytes",
        ) from None


def _bytes(item: Any) -> bytes:
    count = item.count
    return ffi.unpack(item.bytes, count) if count else b""


class TextCodec(Codec):
    name, kinds = "text", frozenset({STRING})
    expected = STRING

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if not isinstance(value, str):
            raise self.wrong(value)
        data = encode_text(value)
        status = lib.put_text(context.coder, key, count, data, len(data))
        if status:
            check(status)

    def take(self, context: Context, kind: int) -> Any:
        if kind != STRING:
            raise self.other(kind)
        return _bytes(context.item).decode()


class BytesCodec(Codec):
    name, kinds = "bytes", frozenset({BYTES})
    expected = BYTES

    def accepts(self, value: Any) -> bool:
        return isinstance(value, bytes)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if not isinstance(value, bytes):
            raise self.wrong(value)
        check(lib.put_bytes(context.coder, key, count, value, len(value)))

    def take(self, context: Context, kind: int) -> Any:
        if kind != BYTES:
            raise self.other(kind)
        return _bytes(context.item)


class DateCodec(Codec):
    name, kinds = "a datetime", frozenset({DATE})
    expected = DATE

    def accepts(self, value: Any) -> bool:
        return isinstance(value, datetime.datetime)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if not isinstance(value, datetime.datetime):
            raise self.wrong(value)
        seconds, nanoseconds = split_date(value)
        check(lib.put_date(context.coder, key, count, seconds, nanoseconds))

    def take(self, context: Context, kind: int) -> Any:
        if kind != DATE:
            raise self.other(kind)
        return join_date(context.item.integer, context.item.nanoseconds)


def split_date(value: datetime.datetime) -> Tuple[int, int]:
    if value.utcoffset() is None:
        raise Misfit(
            ValueError,
            "The datetime has no time zone; use datetime.now(timezone.utc) or astimezone()",
        )
    since = value - _EPOCH
    return since.days * 86_400 + since.seconds, since.microseconds * 1000


def join_date(seconds: int, nanoseconds: int) -> datetime.datetime:
    try:
        return _EPOCH + datetime.timedelta(seconds=seconds, microseconds=nanoseconds // 1000)
    except OverflowError:
        raise Misfit(ValueError, "The date is outside the years 1 to 9999") from None


class UUIDCodec(Codec):
    name, kinds = "a UUID", frozenset({UUID})
    expected = UUID

    def accepts(self, value: Any) -> bool:
        return isinstance(value, uuid.UUID)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if not isinstance(value, uuid.UUID):
            raise self.wrong(value)
        check(lib.put_uuid(context.coder, key, count, value.bytes))

    def take(self, context: Context, kind: int) -> Any:
        if kind != UUID:
            raise self.other(kind)
        return uuid.UUID(bytes=_bytes(context.item))


class ReferenceCodec(Codec):
    """A reference to another object, which has a record of its own.

    An object that could not be restored comes as an `Object` in its place, whatever the
    annotation: to drop it would give its state up.
    """

    kinds = frozenset({REFERENCE})
    expected = REFERENCE

    def __init__(self, *targets: type, accepts_all: bool = False) -> None:
        self.targets = targets
        self.accepts_all = accepts_all
        self.name = " or ".join(article(target.__qualname__) for target in targets) or "an object"

    def accepts(self, value: Any) -> bool:
        return is_object(value) and (
            self.accepts_all or isinstance(value, (*self.targets, object_class()))
        )

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if not self.accepts(value):
            raise self.wrong(value)
        handle = context.core.handle(value)
        if handle is None:
            raise Misfit(
                ValueError,
                f"The session does not know this {type(value).__qualname__}. Make it with "
                "session.make, or make it known with add_root, add_child or register",
            )
        status: int = lib.put_reference(context.coder, key, count, handle)
        if status == Status.INVALID and type(value) is not object_class():
            raise Misfit(
                ValueError,
                f"This {type(value).__qualname__} has ended: nothing referred to it at a save",
            )
        # The library omits the reference to a plugin's object that has ended, and goes on.
        if status and status != Status.INVALID:
            check(status)

    def write_known(self, context: Context, values: Any) -> int:
        """Stores the elements of a list up to the first that needs a closer look. Returns their
        number."""
        coder, known, put = context.coder, context.core.by_id, lib.put_reference
        targets, accepts_all = self.targets, self.accepts_all
        index = 0
        for value in values:
            binding = known.get(id(value))
            if binding is None or binding._strong is not value:
                break
            if not accepts_all and value.__class__ not in targets:
                break
            if put(coder, b"", 0, binding.handle):
                break
            index += 1
        return index

    def take(self, context: Context, kind: int) -> Any:
        if kind != REFERENCE:
            raise self.other(kind)
        handle: int = context.item.count
        if handle == 0:
            return None
        return context.core.object(handle)


class OptionalCodec(Codec):
    def __init__(self, wrapped: Codec) -> None:
        self.wrapped = wrapped
        self.name = f"{wrapped.name} or None"
        self.kinds = wrapped.kinds | {NULL}
        self.expected = wrapped.expected
        self.is_sensitive = wrapped.is_sensitive

    def accepts(self, value: Any) -> bool:
        return value is None or self.wrapped.accepts(value)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if value is None:
            check(lib.put_null(context.coder, key, count))
        else:
            self.wrapped.write(context, key, count, value)

    def take(self, context: Context, kind: int) -> Any:
        return None if kind == NULL else self.wrapped.take(context, kind)


class UnionCodec(Codec):
    def __init__(self, members: List[Codec]) -> None:
        self.members = members
        self.name = " or ".join(member.name for member in members)
        self.kinds = frozenset().union(*(member.kinds for member in members))
        self.is_sensitive = any(member.is_sensitive for member in members)

    def accepts(self, value: Any) -> bool:
        return any(member.accepts(value) for member in self.members)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        for member in self.members:
            if member.accepts(value):
                return member.write(context, key, count, value)
        raise self.wrong(value)

    def take(self, context: Context, kind: int) -> Any:
        for member in self.members:
            if kind in member.kinds:
                return member.take(context, kind)
        raise self.other(kind)


def _enter(context: Context) -> None:
    context.depth += 1
    if context.depth > _DEEPEST:
        raise Misfit(
            ValueError, f"A value contains itself, or has more than {_DEEPEST} levels"
        )


class ListCodec(Codec):
    """A list, or a tuple of any length."""

    kinds = frozenset({ARRAY})

    def __init__(self, element: Codec, accepted: Tuple[type, ...], result: type) -> None:
        self.element = element
        self.accepted = accepted
        self.result = result
        self.name = article(result.__name__)
        self.is_sensitive = element.is_sensitive

    def accepts(self, value: Any) -> bool:
        return isinstance(value, self.accepted)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if not isinstance(value, self.accepted):
            raise self.wrong(value)
        _enter(context)
        check(lib.begin(context.coder, key, count, 1))
        write = self.element.write
        index = 0
        try:
            if isinstance(self.element, ReferenceCodec):
                index = self.element.write_known(context, value)
            for element in value[index:] if index else value:
                write(context, b"", 0, element)
                index += 1
        except Misfit as misfit:
            raise misfit.below(f"[{index}]")
        check(lib.end(context.coder))
        context.depth -= 1

    def take(self, context: Context, kind: int) -> Any:
        if kind != ARRAY:
            raise self.other(kind)
        count: int = context.item.count
        coder, item, take, read = context.coder, context.item, self.element.take, lib.read_item
        expected = self.element.expected
        values: List[Any] = []
        try:
            for _ in range(count):
                values.append(take(context, read(coder, b"", 0, item, expected)))
        except Misfit as misfit:
            raise misfit.below(f"[{len(values)}]")
        lib.leave(coder)
        if self.element.__class__ is ReferenceCodec:
            # An object that its class declined, or that has ended, is none.
            values = [value for value in values if value is not None]
        return values if self.result is list else self.result(values)


class TupleCodec(Codec):
    """A tuple with a codec for each place."""

    kinds = frozenset({ARRAY})

    def __init__(self, elements: List[Codec], result: Any = tuple) -> None:
        self.elements = elements
        self.result = result
        self.name = f"a tuple of {len(elements)}"
        self.is_sensitive = any(element.is_sensitive for element in elements)

    def accepts(self, value: Any) -> bool:
        return isinstance(value, tuple) and len(value) == len(self.elements)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if not self.accepts(value):
            raise self.wrong(value)
        _enter(context)
        check(lib.begin(context.coder, key, count, 1))
        for index, (codec, element) in enumerate(zip(self.elements, value)):
            try:
                codec.write(context, b"", 0, element)
            except Misfit as misfit:
                raise misfit.below(f"[{index}]")
        check(lib.end(context.coder))
        context.depth -= 1

    def take(self, context: Context, kind: int) -> Any:
        if kind != ARRAY or context.item.count != len(self.elements):
            raise self.other(kind)
        values = []
        try:
            for codec in self.elements:
                kind = lib.read_item(context.coder, b"", 0, context.item, 0)
                values.append(codec.take(context, kind))
        except Misfit as misfit:
            raise misfit.below(f"[{len(values)}]")
        lib.leave(context.coder)
        return self.result(values)


def encode_key(key: Any) -> bytes:
    if not isinstance(key, str):
        raise Misfit(TypeError, f"A key is {article(type(key).__qualname__)}; keys are text")
    return encode_text(key)


class DictCodec(Codec):
    kinds = frozenset({DICTIONARY})

    def __init__(self, element: Codec) -> None:
        self.element = element
        self.name = "a dict"
        self.is_sensitive = element.is_sensitive

    def accepts(self, value: Any) -> bool:
        return isinstance(value, dict)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if not isinstance(value, dict):
            raise self.wrong(value)
        _enter(context)
        check(lib.begin(context.coder, key, count, 0))
        write = self.element.write
        for name, element in value.items():
            data = encode_key(name)
            try:
                write(context, data, len(data), element)
            except Misfit as misfit:
                raise misfit.below(f"[{name!r}]")
        check(lib.end(context.coder))
        context.depth -= 1

    def take(self, context: Context, kind: int) -> Any:
        if kind != DICTIONARY:
            raise self.other(kind)
        values = {}
        for data in read_keys(context, context.item.count):
            name = data.decode()
            try:
                kind = lib.read_item(context.coder, data, len(data), context.item, 0)
                values[name] = self.element.take(context, kind)
            except Misfit as misfit:
                raise misfit.below(f"[{name!r}]")
        lib.leave(context.coder)
        return values


def read_keys(context: Context, count: int = sys.maxsize) -> List[bytes]:
    """The keys of the dictionary that was entered, or of the object."""
    keys: List[bytes] = []
    while len(keys) < count and not lib.key_at(context.coder, len(keys), context.item):
        keys.append(_bytes(context.item))
    return keys


class EnumCodec(Codec):
    """A member of an enum, by its value if that is an int or text, and by its name otherwise."""

    def __init__(self, target: Type[enum.Enum]) -> None:
        self.target = target
        self.name = article(target.__qualname__)
        self.members: Dict[Any, enum.Enum] = {}
        for member in target:
            self.members[self.stored(member)] = member
        self.kinds = frozenset().union(*(dynamic_kinds(stored) for stored in self.members))
        if issubclass(target, enum.Flag):
            self.kinds = frozenset({INTEGER, UNSIGNED})

    @staticmethod
    def stored(member: enum.Enum) -> Any:
        value = member.value
        return value if isinstance(value, (int, str)) else member.name

    def accepts(self, value: Any) -> bool:
        return isinstance(value, self.target)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if not isinstance(value, self.target):
            raise self.wrong(value)
        DYNAMIC.write(context, key, count, self.stored(value))

    def take(self, context: Context, kind: int) -> Any:
        if kind not in self.kinds:
            raise self.other(kind)
        stored = DYNAMIC.take(context, kind)
        if stored in self.members:
            return self.members[stored]
        if issubclass(self.target, enum.Flag):
            try:
                return self.target(stored)
            except ValueError:
                pass
        raise Misfit(ValueError, f"The state has a member that {self.target.__qualname__} has not")


class Field:
    """A field of a dataclass that is state."""

    __slots__ = ("name", "key", "codec", "field", "is_sensitive")

    def __init__(self, field: dataclasses.Field[Any], codec: Codec, is_sensitive: bool) -> None:
        self.name = field.name
        self.key = field.name.encode()
        self.codec = codec
        self.field = field
        self.is_sensitive = is_sensitive or codec.is_sensitive

    def default(self) -> Any:
        """The default, or `dataclasses.MISSING`."""
        if self.field.default_factory is not dataclasses.MISSING:
            return self.field.default_factory()
        return self.field.default


class DataclassCodec(Codec):
    """A dataclass that is a value, as a dict of its fields."""

    kinds = frozenset({DICTIONARY})

    def __init__(self, target: type) -> None:
        self.target = target
        self.name = article(target.__qualname__)
        self.fields: List[Field] = []

    def accepts(self, value: Any) -> bool:
        return isinstance(value, self.target)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if not isinstance(value, self.target):
            raise self.wrong(value)
        _enter(context)
        check(lib.begin(context.coder, key, count, 0))
        for field in self.fields:
            try:
                field.codec.write(context, field.key, len(field.key), getattr(value, field.name))
            except Misfit as misfit:
                raise misfit.below(f".{field.name}")
        check(lib.end(context.coder))
        context.depth -= 1

    def take(self, context: Context, kind: int) -> Any:
        if kind != DICTIONARY:
            raise self.other(kind)
        given: Dict[str, Any] = {}
        later: Dict[str, Any] = {}
        for field in self.fields:
            try:
                kind = lib.read_item(context.coder, field.key, len(field.key), context.item, 0)
                if kind == ABSENT:
                    continue
                value = field.codec.take(context, kind)
            except Misfit as misfit:
                raise misfit.below(f".{field.name}")
            (given if field.field.init else later)[field.name] = value
        lib.leave(context.coder)
        try:
            result = self.target(**given)
        except TypeError as error:
            message = f"{self.target.__qualname__} cannot be made: {error}"
            raise Misfit(TypeError, message) from error
        for name, value in later.items():
            object.__setattr__(result, name, value)
        return result


class LiteralCodec(Codec):
    def __init__(self, values: Tuple[Any, ...]) -> None:
        self.values = values
        self.name = "one of " + ", ".join(repr(value) for value in values)
        self.kinds = frozenset().union(*(dynamic_kinds(value) for value in values))

    def accepts(self, value: Any) -> bool:
        return any(value == known and type(value) is type(known) for known in self.values)

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if not self.accepts(value):
            raise Misfit(ValueError, f"A value that is not {self.name}")
        DYNAMIC.write(context, key, count, value)

    def take(self, context: Context, kind: int) -> Any:
        value = DYNAMIC.take(context, kind)
        if not self.accepts(value):
            raise Misfit(ValueError, f"The state has a value that is not {self.name}")
        return value


class DynamicCodec(Codec):
    """Any value, as its own type says: for ``Any``, and for the results of ``encode_state``."""

    name = "a value that state can have"
    kinds = frozenset(range(1, 13)) | {UNSIGNED}

    def accepts(self, value: Any) -> bool:
        return True

    def codec(self, value: Any) -> Codec:
        found = _BY_TYPE.get(type(value))
        if found is not None:
            return found
        if is_object(value):
            return REFERENCE_CODEC
        if isinstance(value, enum.Enum):
            return _annotated(type(value))
        if dataclasses.is_dataclass(value):
            return _annotated(type(value))
        for kind, codec in _BY_TYPE.items():
            if isinstance(value, kind):
                return codec
        raise Misfit(
            TypeError,
            f"{article(type(value).__qualname__)} is no value that state can have. These are None, "
            "bool, int, float, str, bytes, datetime, UUID, enums, lists, tuples, dicts, dataclasses "
            "and restorable objects",
        )

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        self.codec(value).write(context, key, count, value)

    def take(self, context: Context, kind: int) -> Any:
        codec = _BY_KIND.get(kind)
        if codec is None:
            raise Misfit(TypeError, "The state has a value of a kind that is not known here")
        return codec.take(context, kind)


DYNAMIC = DynamicCodec()
REFERENCE_CODEC = ReferenceCodec(accepts_all=True)
SCALARS: Dict[Any, Codec] = {
    type(None): NoneCodec(), None: NoneCodec(), bool: BoolCodec(), int: IntCodec(),
    float: FloatCodec(), str: TextCodec(), bytes: BytesCodec(), datetime.datetime: DateCodec(),
    uuid.UUID: UUIDCodec(), Any: DYNAMIC, object: DYNAMIC,
}  # fmt: skip
_LIST = ListCodec(DYNAMIC, (list,), list)
_DICT = DictCodec(DYNAMIC)
_BY_TYPE: Dict[type, Codec] = {
    **{kind: SCALARS[kind] for kind in (type(None), bool, int, float, str, bytes)},
    **{kind: SCALARS[kind] for kind in (datetime.datetime, uuid.UUID)},
    list: _LIST,
    tuple: ListCodec(DYNAMIC, (tuple,), tuple),
    dict: _DICT,
}
_BY_KIND: Dict[int, Codec] = {
    NULL: SCALARS[None], BOOL: SCALARS[bool], INTEGER: SCALARS[int], UNSIGNED: SCALARS[int],
    FLOAT: SCALARS[float], DOUBLE: SCALARS[float], STRING: SCALARS[str], BYTES: SCALARS[bytes],
    DATE: SCALARS[datetime.datetime], UUID: SCALARS[uuid.UUID], ARRAY: _LIST, DICTIONARY: _DICT,
    REFERENCE: REFERENCE_CODEC,
}  # fmt: skip


def dynamic_kinds(value: Any) -> FrozenSet[int]:
    return DYNAMIC.codec(value).kinds


def _annotated(kind: type) -> Codec:
    from ._annotations import codec_of

    return codec_of(kind, kind.__qualname__)


def object_class() -> type:
    from ._objects import Object

    return Object


def is_restorable(kind: Any) -> bool:
    """Whether a class is decorated with ``restorable`` itself."""
    return isinstance(kind, type) and "__restoration_class__" in kind.__dict__


def is_object(value: Any) -> bool:
    return is_restorable(type(value)) or isinstance(value, object_class())
