"""State by key, for the methods of a class."""

from __future__ import annotations

import collections.abc
import typing
from typing import Any, Optional

from ._containers import encode_key, read_keys
from ._dynamic import DYNAMIC
from ._errors import Status, make_error
from ._library import lib
from ._values import (
    ABSENT,
    ARRAY,
    DICTIONARY,
    REFERENCE,
    Context,
    Misfit,
    Sensitive,
    article,
    check,
)


class State(typing.Mapping[str, Any]):
    """The saved state of one object, as ``decode_state``, ``migrate_state`` and ``create_object``
    read it, until they return.

    Saves write keys that were never read again, because a newer version may need them. A missing
    key is normal for state of an older one: use ``state.get("key", default)``.
    """

    def __init__(self, context: Context) -> None:
        self._context: Optional[Context] = context

    def _open(self) -> Context:
        if self._context is None:
            raise ValueError("The state was lent to a function that has returned")
        return self._context

    @property
    def version(self) -> int:
        """The version of the class that saved the state, or that ``migrate_state`` made. 1 for
        roots and other objects that the program adds."""
        version: int = lib.coder_version(self._open().coder)
        return version

    def __getitem__(self, key: str) -> Any:
        context = self._open()
        data = key.encode("utf-8", "surrogatepass")
        context.depth = 0
        kind: int = lib.read_item(context.coder, data, len(data), context.item, 0)
        if kind == ABSENT:
            raise KeyError(key)
        if context.migrates:
            return _migrated(context, data, kind)
        if kind < 0:
            raise make_error(Status(-kind), f"The value of {key!r} cannot be read")
        try:
            return DYNAMIC.take(context, kind)
        except Misfit as misfit:
            raise misfit.exception(key) from None

    def __iter__(self) -> typing.Iterator[str]:
        return iter([data.decode() for data in read_keys(self._open())])

    def __len__(self) -> int:
        return len(read_keys(self._open()))

    def __contains__(self, key: object) -> bool:
        # Does not read the value, because saves carry only keys that were never read.
        return isinstance(key, str) and key in list(self)

    def __repr__(self) -> str:
        if self._context is None:
            return "<restorationkit.State, which was lent>"
        return f"<restorationkit.State with {', '.join(self) or 'no keys'}>"

    def _close(self) -> None:
        self._context = None


class Stored:
    """A value with references, which ``migrate_state`` can copy but not read."""

    __slots__ = ("key", "source")

    def __init__(self, key: bytes, source: Any) -> None:
        self.key = key
        self.source = source


def _migrated(context: Context, key: bytes, kind: int) -> Any:
    if kind < 0 or kind == REFERENCE:
        return Stored(key, context.coder)
    if kind in (ARRAY, DICTIONARY):
        try:
            return _plain(context, kind)
        except _HasReference as error:
            for _ in range(error.depth):
                lib.leave(context.coder)
            return Stored(key, context.coder)
    return DYNAMIC.take(context, kind)


class _HasReference(Exception):
    depth = 1


def _plain(context: Context, kind: int) -> Any:
    """A value without references, which cannot be followed during a migration."""
    values: Any
    if kind == -Status.MISMATCH or kind == REFERENCE:
        found = _HasReference()
        found.depth = context.depth
        raise found
    if kind not in (ARRAY, DICTIONARY):
        return DYNAMIC.take(context, kind)
    context.depth += 1
    count: int = context.item.count
    if kind == ARRAY:
        values = [
            _plain(context, lib.read_item(context.coder, b"", 0, context.item, 0))
            for _ in range(count)
        ]
    else:
        values = {}
        for data in read_keys(context, count):
            kind = lib.read_item(context.coder, data, len(data), context.item, 0)
            values[data.decode()] = _plain(context, kind)
    lib.leave(context.coder)
    context.depth -= 1
    return values


def write_state(context: Context, name: str, state: Any) -> None:
    """Stores the result of ``encode_state`` or ``migrate_state``."""
    if not isinstance(state, collections.abc.Mapping):
        found = article(type(state).__qualname__)
        raise TypeError(f"{name} returned {found}, where a dict belongs")
    for key, value in state.items():
        try:
            data = encode_key(key)
            if isinstance(value, Stored):
                check(lib.copy_value(
                    context.coder, data, len(data), value.source, value.key, len(value.key)
                ))
                continue
            private = isinstance(value, Sensitive)
            DYNAMIC.write(context, data, len(data), value.value if private else value)
            if private:
                check(lib.mark_sensitive(context.coder, data, len(data)))
        except Misfit as misfit:
            raise misfit.exception(f"{name}, {key!r}") from None
