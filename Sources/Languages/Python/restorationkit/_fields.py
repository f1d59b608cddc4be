"""The state of a dataclass: its fields.

The library's C code stores and restores an object alone if all its fields have plain types. In
other classes one call of it does so for the plain fields. All other values, and those that it
refuses, go through the field's `Codec`.
"""

from __future__ import annotations

import dataclasses
import operator
import types
from typing import Any, Callable, List

from ._containers import Field, OptionalCodec
from ._library import ffi, lib
from ._scalars import BoolCodec, FloatCodec, IntCodec, TextCodec
from ._values import ABSENT, Context, Misfit

_MOST_PLANNED = 64
_PLAIN = (BoolCodec, FloatCodec, IntCodec, TextCodec)


def _is_stored(attribute: Any) -> bool:
    """Whether a class's attribute is a default or a slot, so that no code gets or sets a field."""
    kind = type(attribute)
    return kind is types.MemberDescriptorType or not hasattr(kind, "__get__")


class Fields:
    """Stores and restores the fields of the objects of one dataclass."""

    def __init__(self, target: type, fields: List[Field]) -> None:
        self._target = target
        self._fields = fields
        self._count = len(fields)
        self._names = [field.name for field in fields]
        self._get: Callable[[Any], Any] = lambda _: ()
        if fields:
            # The first field twice, because the getter of a single attribute returns no tuple.
            self._get = operator.attrgetter(*self._names, self._names[0])
        self._keys = [ffi.new("char[]", field.key) for field in fields]
        self._columns = ffi.new("column[]", max(1, len(fields)))
        for column, key, field in zip(self._columns, self._keys, fields):
            is_optional = isinstance(field.codec, OptionalCodec)
            codec = field.codec.wrapped if isinstance(field.codec, OptionalCodec) else field.codec
            column.key, column.count, column.name = key, len(field.key), id(field.name)
            column.expected = codec.expected if type(codec) in _PLAIN else 0
            column.is_optional, column.is_sensitive = is_optional, field.is_sensitive

        #: The address of the plan for the C code, or 0.
        self.plan = 0
        if self._is_planned():
            self._plan = ffi.new("plan *")
            self._plan.columns, self._plan.count = self._columns, len(fields)
            self.plan = int(ffi.cast("uintptr_t", self._plan))

    def _is_planned(self) -> bool:
        target: Any = self._target
        return (
            0 < self._count <= _MOST_PLANNED
            and all(self._columns[index].expected for index in range(self._count))
            and target.__getattribute__ is object.__getattribute__
            and target.__setattr__ is object.__setattr__
            and not hasattr(target, "__getattr__")
            and all(_is_stored(getattr(target, name, None)) for name in self._names)
        )

    def encode(self, coder: Any, core: Any, value: Any) -> None:
        values, count, columns = self._get(value), self._count, self._columns
        address = id(values)
        index: int = lib.put_fields(coder, columns, 0, count, address)
        while index < count:
            self._write(Context(coder, core), self._fields[index], values[index])
            index = lib.put_fields(coder, columns, index + 1, count, address)

    def _write(self, context: Context, field: Field, value: Any) -> None:
        try:
            field.codec.write(context, field.key, len(field.key), value)
        except Misfit as misfit:
            raise misfit.exception(f"{self._target.__qualname__}.{field.name}") from None
        if field.is_sensitive:
            lib.mark_sensitive(context.coder, field.key, len(field.key))

    def decode(self, coder: Any, core: Any, value: Any) -> None:
        """Sets the fields only after all of them are read."""
        count, columns = self._count, self._columns
        values = [dataclasses.MISSING] * count
        address = id(values)
        index: int = lib.read_fields(coder, columns, 0, count, address)
        while index < count:
            values[index] = self._read(Context(coder, core), self._fields[index])
            index = lib.read_fields(coder, columns, index + 1, count, address)
        for name, found in zip(self._names, values):
            if found is not dataclasses.MISSING:
                setattr(value, name, found)

    def _read(self, context: Context, field: Field) -> Any:
        kind: int = lib.read_item(context.coder, field.key, len(field.key), context.item, 0)
        if kind == ABSENT:
            return field.default()
        try:
            return field.codec.take(context, kind)
        except Misfit as misfit:
            raise misfit.exception(f"{self._target.__qualname__}.{field.name}") from None


__all__ = ["Fields"]
