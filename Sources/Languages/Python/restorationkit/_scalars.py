"""Single values: None, bool, int, float, text, bytes, dates and UUIDs."""

from __future__ import annotations

import datetime
import uuid
from typing import Any, Dict, Tuple

from ._library import ffi, lib
from ._values import (
    BOOL,
    BYTES,
    DATE,
    DOUBLE,
    FLOAT,
    INTEGER,
    NULL,
    STRING,
    UNSIGNED,
    UUID,
    Codec,
    Context,
    Misfit,
    check,
    encode_text,
)

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


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


def bytes_of(item: Any) -> bytes:
    count = item.count
    data: bytes = ffi.unpack(item.bytes, count) if count else b""
    return data


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
        return bytes_of(context.item).decode()


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
        return bytes_of(context.item)


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
        return uuid.UUID(bytes=bytes_of(context.item))


#: By annotation.
SCALARS: Dict[Any, Codec] = {
    type(None): NoneCodec(), None: NoneCodec(), bool: BoolCodec(), int: IntCodec(),
    float: FloatCodec(), str: TextCodec(), bytes: BytesCodec(), datetime.datetime: DateCodec(),
    uuid.UUID: UUIDCodec(),
}  # fmt: skip
