"""Functions that are generated for the fields of one dataclass, as dataclasses generates
``__init__``.

Each field of a plain type is one call of the library, with the type's check in place. All other
values go through the field's `Codec`.
"""

from __future__ import annotations

import dataclasses
import os
from typing import Any, Callable, Dict, List

from ._containers import Field, OptionalCodec
from ._library import ffi, lib
from ._scalars import BoolCodec, FloatCodec, IntCodec, TextCodec
from ._values import ABSENT, BOOL, DOUBLE, INTEGER, STRING, Codec, Context, Misfit


def make_encoder(target: type, fields: List[Field]) -> Callable[[Any, Any, Any], None]:
    """``encode(coder, core, value)`` for all fields."""
    lines = ["def encode(coder, core, value):"]
    names: Dict[str, Any] = {"lib": lib, "slow": _make_slow_writer(target)}
    for function in ("put_int64", "put_double", "put_bool", "put_text"):
        names[function] = getattr(lib, function)
    for index, field in enumerate(fields):
        names[f"k{index}"], names[f"f{index}"] = field.key, field
        lines.append(f"    v = value.{field.name}")
        where = f"coder, k{index}, {len(field.key)}"
        slow = f"slow(coder, core, f{index}, v)"
        # A value that these lines refuse goes through the codec of the field.
        for line in _fast_lines(_plain(field.codec), where):
            lines.append(f"    {line}")
        lines.append(f"        {slow}")
        if field.is_sensitive:
            lines.append(f"    lib.mark_sensitive({where})")
    lines.append("    return None")
    exec(compile("\n".join(lines), _file(target), "exec"), names)
    made: Callable[[Any, Any, Any], None] = names["encode"]
    return made


def _file(target: type) -> str:
    """The name of the functions' file in tracebacks: one of this package."""
    return os.path.join(os.path.dirname(__file__), f"<fields of {target.__qualname__}>")


def _plain(codec: Codec) -> Codec:
    return codec.wrapped if isinstance(codec, OptionalCodec) else codec


def _fast_lines(codec: Codec, where: str) -> List[str]:
    """A condition that is true if a value is not stored yet."""
    if isinstance(codec, IntCodec):
        limit = f"-{1 << 63} <= v < {1 << 63}"
        return [f"if v.__class__ is not int or not {limit} or put_int64({where}, v):"]
    if isinstance(codec, FloatCodec):
        return [f"if v.__class__ is not float or put_double({where}, v):"]
    if isinstance(codec, BoolCodec):
        return [f"if v.__class__ is not bool or put_bool({where}, v):"]
    if isinstance(codec, TextCodec):
        return [
            "d = v.encode() if v.__class__ is str and v.isascii() else None",
            f"if d is None or put_text({where}, d, len(d)):",
        ]
    return ["if True:"]


def _make_slow_writer(target: type) -> Callable[[Any, Any, Field, Any], None]:
    def slow(coder: Any, core: Any, field: Field, value: Any) -> None:
        try:
            context = Context(coder, core)
            field.codec.write(context, field.key, len(field.key), value)
        except Misfit as misfit:
            raise misfit.exception(f"{target.__qualname__}.{field.name}") from None

    return slow


class _Row:
    """The single values of one object, which one call of the library reads."""

    def __init__(self, columns: Any, count: int) -> None:
        self.items = ffi.new("item[]", max(1, count))
        self.arguments = (columns, count, self.items)
        self.each = [self.items[index] for index in range(count)]


def make_decoder(target: type, fields: List[Field]) -> Callable[[Any, Any, Any], None]:
    """``decode(coder, core, value)`` for all fields: sets the fields only after all of them are
    read."""
    fast = {
        IntCodec: (INTEGER, "integer"),
        FloatCodec: (DOUBLE, "number"),
        BoolCodec: (BOOL, "integer != 0"),
        TextCodec: (STRING, ""),
    }
    single = [field for field in fields if type(_plain(field.codec)) in fast]
    columns = ffi.new("column[]", max(1, len(single)))
    keys = [ffi.new("char[]", field.key) for field in single]
    for column, key, field in zip(columns, keys, single):
        column.key, column.count = key, len(field.key)
        column.expected = field.codec.expected
    names: Dict[str, Any] = {
        "read": lib.read_item, "read_row": lib.read_row, "unpack": ffi.unpack,
        "MISSING": dataclasses.MISSING, "slow": _make_slow_reader(target), "target": target,
        "new_row": lambda: _Row(columns, len(single)), "keys": keys,
    }  # fmt: skip
    lines = ["def decode(coder, core, value):"]
    if single:
        lines += [
            "    row = core.rows.get(target)",
            "    if row is None: row = core.rows[target] = new_row()",
            "    read_row(coder, *row.arguments)",
            "    " + "".join(f"i{index}, " for index in range(len(single))) + "= row.each",
        ]
    for index, field in enumerate(fields):
        names[f"k{index}"], names[f"f{index}"] = field.key, field
        again = f"read(coder, k{index}, {len(field.key)}, core.item, 0)"
        if field not in single:
            lines.append(f"    v{index} = slow(coder, core, f{index}, {again})")
            continue
        item = f"i{single.index(field)}"
        kind, member = fast[type(_plain(field.codec))]
        found = f"{item}.{member}"
        if kind == STRING:
            found = f"unpack({item}.bytes, {item}.count).decode() if {item}.count else ''"
        lines.append(f"    if {item}.kind == {kind}: v{index} = {found}")
        lines.append(f"    else: v{index} = slow(coder, core, f{index}, {item}.kind or {again})")
    for index, field in enumerate(fields):
        lines.append(f"    if v{index} is not MISSING: value.{field.name} = v{index}")
    lines.append("    return None")
    exec(compile("\n".join(lines), _file(target), "exec"), names)
    made: Callable[[Any, Any, Any], None] = names["decode"]
    return made


def _make_slow_reader(target: type) -> Callable[[Any, Any, Field, int], Any]:
    def slow(coder: Any, core: Any, field: Field, kind: int) -> Any:
        if kind == ABSENT:
            return field.default()
        try:
            return field.codec.take(Context(coder, core), kind)
        except Misfit as misfit:
            raise misfit.exception(f"{target.__qualname__}.{field.name}") from None

    return slow


__all__ = ["make_decoder", "make_encoder"]
