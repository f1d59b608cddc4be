"""Objects of C libraries that a program lends to a binding."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Callable

from ._library import ffi, lib

if TYPE_CHECKING:
    from ._core import Core


def address_of(value: Any) -> int:
    """The address of a GObject, a pointer of cffi, or the address itself."""
    if isinstance(value, int):
        return value
    if _is_gobject(value):
        return hash(value)
    try:
        return int(ffi.cast("uintptr_t", value))
    except TypeError:
        kind = type(value).__qualname__
        raise TypeError(f"{kind} is not a pointer, address or GObject") from None


def _is_gobject(value: Any) -> bool:
    return hasattr(value, "__gpointer__")


def watch(value: Any, handle: int, core: Core) -> Callable[[], object]:
    """Forgets an adopted object when it has ended. Returns a function that undoes this."""

    def forget() -> None:
        core.adopted.pop(handle, None)
        lib.restoration_session_forget(core.pointer, handle)

    if isinstance(value, int):
        return _nothing
    if _is_gobject(value):
        # The Python wrapper may be collected while the library still uses the GObject, so this
        # reference is to the GObject itself. The GObject may end on any thread.
        stop: Callable[[], object] = value.weak_ref(core.dead.append, forget).unref
        return stop
    # The caller keeps the weak reference, since a collected one never calls its callback.
    return weakref.ref(value, lambda _: core.dead.append(forget))


def _nothing() -> None:
    pass
