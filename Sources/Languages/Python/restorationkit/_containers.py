"""Values with values in them: lists, tuples, dicts, dataclasses, and one of several types."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any, Dict, List, Tuple

from ._library import lib
from ._references import ReferenceCodec
from ._scalars import bytes_of
from ._values import (
    ABSENT,
    ARRAY,
    DICTIONARY,
    NULL,
    Codec,
    Context,
    Misfit,
    article,
    check,
    encode_text,
)

#: The library's limit of levels.
_DEEPEST = 64


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
        if isinstance(self.element, ReferenceCodec) and count:
            values = self.element.take_known(context, count)
        try:
            for _ in range(count - len(values)):
                values.append(take(context, read(coder, b"", 0, item, expected)))
        except Misfit as misfit:
            raise misfit.below(f"[{len(values)}]")
        lib.leave(coder)
        if self.element.__class__ is ReferenceCodec:
            # None for an object that its class declined, or that has ended.
            values = [value for value in values if value is not None]
        return values if self.result is list else self.result(values)


class TupleCodec(Codec):
    """A tuple with a codec for each position."""

    kinds = frozenset({ARRAY})

    def __init__(self, elements: List[Codec]) -> None:
        self.elements = elements
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
        return tuple(values)


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
        keys.append(bytes_of(context.item))
    return keys


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
