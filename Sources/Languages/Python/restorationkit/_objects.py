"""A session's objects and classes."""

from __future__ import annotations

import datetime
import itertools
import uuid
import weakref
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Tuple

from . import _values as values
from ._classes import ClassInfo
from ._errors import Error, Status, last_error
from ._library import ffi, lib
from ._reports import Description, Reason
from ._scalars import split_date
from ._state import State
from ._text import to_text

if TYPE_CHECKING:
    from ._core import Core

#: The Python objects behind the library's context pointers, by number.
things: Dict[int, Any] = {}
_tokens = itertools.count(1)


def new_token(thing: Any) -> int:
    token = next(_tokens)
    things[token] = thing
    return token


class Table:
    """A class in one session, with its table for the library."""

    def __init__(self, core: Core, info: ClassInfo) -> None:
        self.core = core
        self.info = info
        self.token = new_token(self)
        #: What C code needs to create objects, if it creates them alone.
        self.maker: Any = None
        if info.plan and info.make is None:
            self.maker = (info.target, core, info, info.plan, core.by_handle, core.by_id)
        self._id = ffi.new("char[]", info.id.encode())
        self._shape = ffi.NULL
        children, presenter, elements = info.parts
        if children or presenter or elements:
            self._shape = ffi.new("restoration_shape *")
            lib.fill_shape(self._shape, info.shape_flags, children, presenter, elements)
        self.pointer = ffi.new("restoration_class *")
        lib.fill_class(
            self.pointer, self._id, len(info.id.encode()), info.version, self.token, info.flags,
            hasattr(info.target, "finish_restoring"), self._shape,
        )  # fmt: skip

    def failed(self, error: BaseException) -> int:
        """The status after an exception of a constructor that C code has called."""
        return self.core.failed(self.info.unmade(error) if isinstance(error, TypeError) else error)


class Binding:
    """An object of the program in a session."""

    # C code sets them in this order.
    __slots__ = (
        "core", "info", "plan", "handle", "identity", "is_lent", "is_held", "_strong", "_weak",
        "token",
    )  # fmt: skip

    def __init__(
        self, core: Core, info: ClassInfo, value: Any, is_lent: bool, handle: int = 0
    ) -> None:
        self.core = core
        self.info = info
        self.plan = info.plan
        self.handle = handle
        self.identity = id(value)
        self.is_lent = is_lent
        #: Whether the object needs no hold when the program receives it.
        self.is_held = is_lent
        self._strong: Any = value
        self._weak: Optional[weakref.ref[Any]] = None
        self.token = token = next(_tokens)
        things[token] = self

    def hold_weakly(self) -> None:
        """Turns the reference into a weak one. When the object is collected, the session forgets
        it at its next call."""
        value, dead = self._strong, self.core.dead
        try:
            self._weak = weakref.ref(value, lambda _: dead.append(self))
        except TypeError:
            raise TypeError(
                f"{type(value).__qualname__} has slots, so that the session cannot refer to it "
                "weakly. Write @dataclass(slots=True, weakref_slot=True), or add __weakref__ to "
                "__slots__"
            ) from None
        self._strong = None

    def value(self) -> Any:
        """The object, or None once it was collected."""
        return self._weak() if self._weak is not None else self._strong

    def drop(self) -> None:
        """The library has destroyed the object, for example after a failed decode. The program's
        references to it remain references to its record, whose state may be retained."""
        things.pop(self.token, None)
        value, ended = self._strong, self.core.ended
        if value is not None:
            try:
                self._weak = weakref.ref(value, lambda _: ended(self))
                self._strong = None
            except TypeError:
                pass  # has slots, and so lives until the session is closed

    def end(self) -> None:
        things.pop(self.token, None)
        self._strong = None
        self._weak = None


_SHARED = (things, _tokens, Binding, "maker", *Binding.__slots__)
lib.share_things(id(_SHARED))


class Object:
    """An object of a plugin or a binding, or one in the place of an object that could not be
    restored.

    This `Object` keeps the object alive. Store it in a field like an object of the program: that
    preserves its state, even while the object is unavailable.
    """

    __slots__ = ("_core", "_handle", "_is_held", "__weakref__")

    def __init__(self, core: Core, handle: int, is_held: bool) -> None:
        self._core = core
        self._handle = handle
        self._is_held = is_held

    def __del__(self) -> None:
        # On any thread, and inside callbacks: the session releases the handle at its next call.
        if self._is_held:
            self._core.dead.append(self._handle)

    def describe(self) -> Description:
        """Current facts about the object."""
        return self._core.describe(self._handle)

    @property
    def path(self) -> str:
        """The restoration path, such as "Desk/Note"."""
        return self.describe().path

    @property
    def is_unavailable(self) -> bool:
        """Whether the object could not be restored: ``describe()`` says why."""
        return self.describe().is_unavailable

    @property
    def arrived(self) -> Any:
        """The restored object, if this one was awaited and has arrived, or None."""
        found = self._core.find(self.path)
        return None if found is self else found

    def call(self, method: str, *arguments: Any) -> Any:
        """Calls a method by name."""
        core = self._core
        items = ffi.new("item[]", max(1, len(arguments)))
        kinds = ffi.new("uint32_t[]", max(1, len(arguments)))
        alive = []
        for index, value in enumerate(arguments):
            kinds[index], data = _pack(core, value, items[index], f"argument {index + 1}")
            alive.append(data)
        kind = ffi.new("uint32_t *")
        core.call(
            lib.call_method, self._handle, to_text(method, "The name of a method"), items,
            kinds, len(arguments), kind, core.item,
        )  # fmt: skip
        return core.take(kind[0])

    def get(self, key: str) -> Any:
        """Reads a property."""
        core = self._core
        kind = ffi.new("uint32_t *")
        name = to_text(key, "The key of a property")
        core.call(lib.get_property, self._handle, name, kind, core.item)
        return core.take(kind[0])

    def set(self, key: str, value: Any) -> None:
        """Writes a property, and reports the change."""
        core = self._core
        item = ffi.new("item *")
        kind, _alive = _pack(core, value, item, key)
        name = to_text(key, "The key of a property")
        core.call(lib.set_property, self._handle, name, kind, item)

    def interface(self, id: str) -> Tuple[int, int]:
        """The addresses of an interface's table and of the first argument for its functions, for
        ctypes or cffi."""
        core = self._core
        table, pointer = ffi.new("void **"), ffi.new("void **")
        core.call(
            lib.restoration_session_interface, self._handle,
            to_text(id, "The id of an interface"), ffi.cast("const void **", table), pointer,
        )  # fmt: skip
        return int(ffi.cast("uintptr_t", table[0])), int(ffi.cast("uintptr_t", pointer[0]))

    def __repr__(self) -> str:
        try:
            found = self.describe()
        except Exception:
            return "<restorationkit.Object>"
        state = " unavailable" if found.is_unavailable else ""
        return f"<restorationkit.Object {found.path}{state}>"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = self.describe()
        if found.is_unavailable:
            raise AttributeError(
                f"{name}: the object at {found.path} is unavailable: {found.problem}. "
                f"{found.remedy}"
            )
        raise AttributeError(f"{name}: an object of a plugin has call(), get() and set()")


def _pack(core: Core, value: Any, item: Any, name: str) -> Tuple[int, Any]:
    """Puts a single value into an item. The second result has to live until the call."""
    data: Any = None
    if value is None:
        return values.NULL, None
    if isinstance(value, bool):
        item.integer = value
        return values.BOOL, None
    if isinstance(value, int):
        if -(1 << 63) <= value < 1 << 63:
            item.integer = value
            return values.INTEGER, None
        if value < 1 << 64:
            item.count = value
            return values.UNSIGNED, None
        raise OverflowError(f"{name}: the int has more than 64 bits")
    if isinstance(value, float):
        item.number = value
        return values.DOUBLE, None
    if values.is_object(value):
        item.count = core.known(value)
        return values.REFERENCE, None
    try:
        if isinstance(value, datetime.datetime):
            item.integer, item.nanoseconds = split_date(value)
            return values.DATE, None
        if isinstance(value, (str, bytes)):
            text = values.encode_text(value) if isinstance(value, str) else value
            data = ffi.new("char[]", text)
            item.bytes, item.count = data, len(text)
            return (values.STRING if isinstance(value, str) else values.BYTES), data
    except values.Misfit as misfit:
        raise misfit.exception(name) from None
    if isinstance(value, uuid.UUID):
        data = ffi.new("char[]", value.bytes)
        item.bytes, item.count = data, 16
        return values.UUID, data
    raise TypeError(f"{name}: methods and properties take no {type(value).__qualname__}")


_REASONS = {reason.value: reason for reason in Reason}


class Creation:
    """An object to create, as ``create_object`` receives it. Readable until that returns."""

    def __init__(self, core: Core, request: Any) -> None:
        self._core = core
        self._handle: int = request.object
        #: `Reason.MAKE` for a new object, and the restore's reason otherwise.
        self.reason = _REASONS[request.reason]
        self._path: Optional[Tuple[str, ...]] = None
        #: A function that the session calls when it stops waiting, after `NotYet`.
        self.on_cancel: Any = None
        self._request: Any = request
        self._states: List[State] = []

    def _state(self, coder: Any) -> Optional[State]:
        if coder == ffi.NULL:
            return None
        state = State(values.Context(coder, self._core))
        self._states.append(state)
        return state

    def _open(self) -> Any:
        if self._request is None:
            raise ValueError("The creation was lent to a function that has returned")
        return self._request

    @property
    def path(self) -> Tuple[str, ...]:
        """The identifiers from the root to the object."""
        if self._path is None:
            request = self._open()
            parts = [request.path[index] for index in range(request.path_count)]
            self._path = tuple(ffi.unpack(part.bytes, part.count).decode() for part in parts)
        return self._path

    @property
    def identifier(self) -> str:
        """The last part of the path."""
        return self.path[-1]

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The keyword arguments of ``session.make``."""
        coder = self._open().parameters
        return {} if coder == ffi.NULL else dict(self._state(coder) or {})

    @property
    def captures(self) -> Mapping[str, Any]:
        """The parts of the path that the route captured."""
        return dict(self._state(self._open().captures) or {})

    @property
    def state(self) -> Optional[State]:
        """The state that ``decode_state`` will receive, to decide whether to decline."""
        return self._state(self._open().state)

    def arrive(self) -> None:
        """Reports that the data has arrived, after `NotYet`: the session calls again in its next
        ``run_pending``. Any thread may call it."""
        core = self._core
        core.check_usable()
        if lib.restoration_session_arrived(core.pointer, self._handle):
            raise last_error()
        core.wake_up()

    def _close(self) -> None:
        self._request = None
        for state in self._states:
            state._close()


def unknown(value: Any) -> Error:
    return Error(
        f"The session does not know this {type(value).__qualname__}",
        remedy="Make it with session.make, or make it known with add_root, add_child or register.",
        status=Status.INVALID,
    )
