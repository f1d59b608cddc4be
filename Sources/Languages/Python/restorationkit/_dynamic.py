"""Values that are stored by their own type: of ``Any``, of enums and of literals."""

from __future__ import annotations

import dataclasses
import datetime
import enum
import uuid
from typing import Any, Dict, FrozenSet, Tuple, Type

from ._containers import DictCodec, ListCodec
from ._references import REFERENCE_CODEC
from ._scalars import SCALARS
from ._values import (
    ARRAY,
    BOOL,
    BYTES,
    DATE,
    DICTIONARY,
    DOUBLE,
    FLOAT,
    INTEGER,
    NULL,
    REFERENCE,
    STRING,
    UNSIGNED,
    UUID,
    Codec,
    Context,
    Misfit,
    article,
    is_object,
)


class EnumCodec(Codec):
    """A member of an enum, stored by its value if that is an int or text, else by its name."""

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
    """Any value, stored by its own type: for ``Any``, and for the results of ``encode_state``."""

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
            f"{article(type(value).__qualname__)} is not a value that state can have. These are "
            "None, bool, int, float, str, bytes, datetime, UUID, enums, lists, tuples, dicts, "
            "dataclasses and restorable objects",
        )

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        self.codec(value).write(context, key, count, value)

    def take(self, context: Context, kind: int) -> Any:
        codec = _BY_KIND.get(kind)
        if codec is None:
            raise Misfit(TypeError, "The state has a value of a kind that is not known here")
        return codec.take(context, kind)


DYNAMIC = DynamicCodec()
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
