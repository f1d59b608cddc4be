"""A session of the program."""

from __future__ import annotations

import asyncio
import atexit
import collections
import os
import sys
import threading
import traceback
import warnings
import weakref
from typing import (
    Any,
    Callable,
    Deque,
    Dict,
    Iterable,
    List,
    Mapping,
    Optional,
    Set,
    Type,
    TypeVar,
    Union,
    overload,
)

from . import _values as values
from ._callbacks import Listener, logger
from ._classes import ClassInfo, info_of, info_of_object
from ._errors import Closed, Error, Status, last_error, summary, text
from ._library import ffi, lib
from ._objects import Binding, Creation, Object, Table, new_token, things, unknown
from ._reports import (
    Description,
    Plan,
    PreviousLaunch,
    Reader,
    Reason,
    Report,
    Save,
    read_description,
    read_launch,
)

T = TypeVar("T")
_OPEN, _CLOSED, _FORKED = 0, 1, 2
_ROOT, _CHILD, _REGISTERED = 0, 1, 2
_FOREVER = (1 << 64) - 1
_MOST_TRACEBACKS = 100

#: The open sessions. One that is never closed lives here until the program ends.
_sessions: Set[Session] = set()


class _Parameters:
    def __init__(self, session: Session, given: Mapping[str, Any]) -> None:
        self.session = session
        self.values = given


class Options:
    """The settings of a session, as the library takes them."""

    def __init__(
        self,
        *,
        preset: str = "granular",
        saves_on_request: bool = False,
        without_state: bool = False,
        audits_saves: bool = False,
        any_plugin: bool = False,
        expires_at_restart: bool = False,
        keeps_state: bool = False,
        accepts_reloads: bool = False,
        ignores_fatal_signals: bool = False,
        private_directory: Union[str, os.PathLike[str], None] = None,
        state_directory: Union[str, os.PathLike[str], None] = None,
        key_directory: Union[str, os.PathLike[str], None] = None,
        plugin_directories: Iterable[Union[str, os.PathLike[str]]] = (),
        application_version: Optional[str] = None,
        autosave: float = 1.0,
        hang_limit: Optional[float] = 10.0,
        arrival_limit: Optional[float] = 30.0,
        maximum_age: Optional[float] = None,
        delegate: Any = None,
        on_save: Optional[Callable[[Save], object]] = None,
        on_settled: Optional[Callable[[], object]] = None,
        on_restored_awaited: Optional[Callable[[List[Any]], object]] = None,
        on_plugin_reloaded: Optional[Callable[[str], object]] = None,
        on_signal: Optional[Callable[[int], object]] = None,
    ) -> None:
        presets = ("granular", "uikit")
        if preset not in presets:
            raise ValueError(f"The preset is one of {', '.join(presets)}")
        self.listener = Listener(
            delegate=delegate,
            on_save=on_save,
            on_settled=on_settled,
            on_restored_awaited=on_restored_awaited,
            on_plugin_reloaded=on_plugin_reloaded,
            on_signal=on_signal,
        )
        self.token = new_token(self.listener)
        hooks = ("should_preserve", "encode_state", "should_restore", "decode_state")
        parts = sum(1 << bit for bit, hook in enumerate(hooks) if hasattr(delegate, hook))
        self.callbacks = ffi.new("restoration_callbacks *")
        lib.fill_callbacks(self.callbacks, self.token, parts | (16 if on_signal else 0))

        self.pointer = ffi.new("restoration_options *")
        lib.fill_options(self.pointer)
        flags = [
            saves_on_request, without_state, audits_saves, any_plugin, expires_at_restart,
            keeps_state, accepts_reloads, ignores_fatal_signals,
        ]  # fmt: skip
        self.pointer.preset = presets.index(preset)
        self.pointer.flags = sum(1 << bit for bit, flag in enumerate(flags) if flag)
        self._alive: List[Any] = []
        self.pointer.private_directory = self._path(private_directory)
        self.pointer.state_directory = self._path(state_directory)
        self.pointer.key_directory = self._path(key_directory)
        folders = [self._path(folder) for folder in plugin_directories]
        if folders:
            array = ffi.new("const char *[]", folders)
            self._alive.append(array)
            self.pointer.plugin_directories = array
            self.pointer.plugin_directory_count = len(folders)
        if application_version is not None:
            self.pointer.application_version = self._keep(
                to_text(application_version, "The version of the application")
            )
        self.pointer.autosave_milliseconds = _milliseconds(autosave)
        self.pointer.hang_milliseconds = _milliseconds(hang_limit)
        self.pointer.arrival_milliseconds = _milliseconds(arrival_limit)
        self.pointer.maximum_age_seconds = 0 if maximum_age is None else max(1, int(maximum_age))
        self.pointer.callbacks = self.callbacks

    def _keep(self, data: bytes) -> Any:
        kept = ffi.new("char[]", data)
        self._alive.append(kept)
        return kept

    def _path(self, path: Union[str, os.PathLike[str], None]) -> Any:
        return ffi.NULL if path is None else self._keep(os.fsencode(path))


def _milliseconds(seconds: Optional[float]) -> int:
    return _FOREVER if seconds is None else max(1, round(seconds * 1000))


def to_text(value: Any, what: str) -> bytes:
    """A text for the library."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is text, not {type(value).__qualname__}")
    try:
        data = value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{what} has lone surrogates, which UTF-8 does not have") from None
    if 0 in data:
        raise ValueError(f"{what} has a NUL")
    return data


class Session:
    """Preserves the objects of a program, and brings them back at the next launch.

    .. code-block:: python

        with rk.Session("org.example.desk") as session:
            desk = session.add_root("Desk", Desk())
            session.restore()
            desk.starts += 1
            session.preserve()

    Leaving the block closes the session, and saves nothing: unsaved changes are lost, after an
    exception as without one. A session belongs to the thread that opens it; only `invalidate`
    and `Creation.arrive` may be called on others.

    :param application: reverse DNS, which names the directory of the state.
    :param options: the keywords of ``Options``. Times are seconds, and ``None`` is for ever.
        ``delegate`` is an object with ``should_preserve()``, ``encode_state()``,
        ``should_restore(state)`` and ``decode_state(state)``, or some of them, for values of the
        application itself. ``on_save`` receives each `Save`, ``on_restored_awaited`` a list of
        objects that came late, and ``on_signal`` the number of a signal.
    :raises Busy: another process, or another session of this one, has the state in use.
    """

    def __init__(self, application: str, **options: Any) -> None:
        given = Options(**options)
        name = to_text(application, "The id of the application")
        pointer = lib.restoration_session_open_version(
            lib.RESTORATION_ABI_VERSION, name, given.pointer
        )
        if pointer == ffi.NULL:
            things.pop(given.token, None)
            raise last_error()
        self._begin(pointer, given)

    def _begin(self, pointer: Any, options: Options) -> None:
        self._pointer = pointer
        self._options: Optional[Options] = options
        self._state = _OPEN
        self._is_tested = False  # the test closes it
        self._thread = threading.get_ident()
        self._inside = 0
        self._item = ffi.new("item *")
        self._escaped: Optional[BaseException] = None
        self._tables: Dict[str, Table] = {}
        self._registered: Set[str] = set()
        self._by_id: Dict[int, Binding] = {}
        self._by_handle: Dict[int, Binding] = {}
        self._wrappers: weakref.WeakValueDictionary[int, Object] = weakref.WeakValueDictionary()
        self._made: Dict[int, Object] = {}
        self._adopted: Dict[int, Any] = {}
        self._creations: Dict[int, Creation] = {}
        self._tracebacks: Dict[str, str] = {}
        self._reader = Reader(self._tracebacks)
        # Handles to release, and bindings whose objects were collected; any thread appends.
        self._dead: Deque[Union[int, Binding, Callable[[], None]]] = collections.deque()
        self._to_hold: List[int] = []
        # The values of one object for each class, while it decodes.
        self._rows: Dict[type, Any] = {}
        self._wake: Optional[Callable[[], object]] = None
        options.listener.session = self
        _sessions.add(self)

    # MARK: Calls

    _text = staticmethod(to_text)

    def _check_usable(self) -> None:
        if self._state == _OPEN:
            return
        if self._state == _FORKED:
            raise Error(
                "The session belongs to the process that forked this one",
                remedy="Open a session in the child, after the fork.",
                status=Status.FORKED,
            )
        raise Closed(
            "The session is closed", remedy="Open another one first.", status=Status.CLOSED
        )

    def _call(self, function: Any, *arguments: Any) -> None:
        """Calls the library, and raises its error, or the exception that left a callback."""
        self._check_usable()
        if threading.get_ident() != self._thread:
            status: int = function(self._pointer, *arguments)
        else:
            if self._dead and not self._inside:
                self._drain()
            self._inside += 1
            try:
                status = function(self._pointer, *arguments)
            finally:
                self._inside -= 1
                if self._to_hold and not self._inside:
                    self._hold()
            if self._escaped is not None and not self._inside:
                error, self._escaped = self._escaped, None
                raise error
        if status:
            raise last_error()

    def _hold(self) -> None:
        """Holds the objects that the program has received during a call, before a save can end
        them."""
        handles, self._to_hold = self._to_hold, []
        lib.hold_all(self._pointer, handles, len(handles))

    def _drain(self) -> None:
        """Forgets the objects that were collected."""
        self._inside += 1
        try:
            while self._dead:
                dead = self._dead.popleft()
                if isinstance(dead, Binding):
                    if dead.token in things:
                        lib.restoration_session_forget(self._pointer, dead.handle)
                        self._ended(dead)
                elif isinstance(dead, int):
                    lib.restoration_session_release(self._pointer, dead)
                else:
                    dead()
        finally:
            self._inside -= 1

    def _result(self, function: Any, kind: str, *arguments: Any) -> Any:
        """Calls a function with a result to be freed, which comes as a managed pointer."""
        place = ffi.new(f"{kind} **")
        self._call(function, *arguments, place)
        return place[0]

    def _failed(self, error: BaseException, logs: bool = False) -> int:
        """Notes an exception of a callback: the reason of the library's failure.

        :param logs: no report has the failure, so the log has its traceback, once.
        """
        if not isinstance(error, Exception) and self._escaped is None:
            self._escaped = error
        reason = summary(error)
        is_new = reason not in self._tracebacks
        formatted = traceback.format_exception(type(error), error, error.__traceback__)
        self._tracebacks[reason] = "".join(formatted)
        if len(self._tracebacks) > _MOST_TRACEBACKS:
            del self._tracebacks[next(iter(self._tracebacks))]
        told = reason.encode("utf-8", "backslashreplace").replace(b"\0", b" ")
        lib.restoration_session_fail(self._pointer, told)
        if logs and is_new:
            logger.error("%s", reason, exc_info=error)
        return Status.FAILED

    def _collected(self, binding: Binding) -> int:
        reason = f"The {binding.info.target.__qualname__} was collected. Keep a reference to it"
        lib.restoration_session_fail(self._pointer, reason.encode())
        return Status.FAILED

    # MARK: Objects by identity and by handle

    def _binding(self, value: Any) -> Optional[Binding]:
        binding = self._by_id.get(id(value))
        return binding if binding is not None and binding.value() is value else None

    def _handle(self, value: Any) -> Optional[int]:
        if type(value) is Object:
            return value._number if value._session is self else None
        binding = self._by_id.get(id(value))
        if binding is None or binding.value() is not value:
            return None
        return binding.handle

    def _known(self, value: Any) -> int:
        """The handle of an object, or an error that says how to make it known."""
        handle = self._handle(value)
        if handle is None:
            if not values.is_object(value):
                info_of_object(value)
            raise unknown(value)
        return handle

    def _object(self, handle: int) -> Any:
        """The object with a handle, which the session then keeps until it is removed."""
        binding = self._by_handle.get(handle)
        if binding is not None:
            if not binding.is_held and not binding.is_lent:
                binding.is_held = True
                self._to_hold.append(handle)
            return binding.value()
        wrapper = self._wrappers.get(handle)
        if wrapper is None:
            held: int = lib.restoration_session_hold(self._pointer, handle)
            wrapper = self._wrappers[handle] = Object(self, handle, held == 0)
        return wrapper

    def _take(self, kind: int) -> Any:
        """A result of a method or property."""
        context = values.Context(ffi.NULL, self)
        context.item = self._item
        return values.DYNAMIC.take(context, kind)

    def _created(self, info: ClassInfo, value: Any, handle: int) -> Binding:
        """Notes an object that a class has created."""
        if value.__class__ is not info.target:
            raise TypeError(
                f"create_object of {info.target.__qualname__} returned an object of "
                f"{type(value).__qualname__}"
            )
        key = id(value)
        if key in self._by_id and self._binding(value) is not None:
            raise ValueError(
                f"create_object of {info.target.__qualname__} returned an object that exists. "
                "It makes a new one each time"
            )
        binding = Binding(self, info, value, False, handle)
        self._by_handle[handle] = self._by_id[key] = binding
        return binding

    def _ended(self, binding: Binding) -> None:
        """The session does not know the object any more."""
        if self._by_id.get(binding.identity) is binding:
            del self._by_id[binding.identity]
        self._by_handle.pop(binding.handle, None)
        binding.end()

    def _table(self, info: ClassInfo) -> Table:
        table = self._tables.get(info.id)
        if table is None:
            table = self._tables[info.id] = Table(self, info)
            for target in info.referenced():
                self._register(info_of(target))
        elif table.info is not info:
            raise ValueError(
                f"Two classes have the id {info.id!r}: {table.info.target.__qualname__} and "
                f"{info.target.__qualname__}"
            )
        return table

    def _register(self, info: ClassInfo) -> Table:
        table = self._table(info)
        if info.id not in self._registered:
            self._registered.add(info.id)
            try:
                self._call(lib.restoration_session_add_class, table.pointer)
            except BaseException:
                self._registered.discard(info.id)
                raise
        return table

    def _lend(
        self, how: int, identifier: str, value: Any, parent: Any = None, scope: Optional[str] = None
    ) -> None:
        self._check_usable()
        name = to_text(identifier, "An identifier")
        which = ffi.NULL if scope is None else to_text(scope, "A scope")
        info = info_of_object(value)
        if self._binding(value) is not None:
            raise Error(
                f"The session knows this {type(value).__qualname__} already",
                place=identifier,
                remedy="Add each object once.",
                status=Status.INVALID,
            )
        under = self._known(parent) if parent is not None else 0
        table = self._table(info)
        binding = Binding(self, info, value, is_lent=True)
        handle = ffi.new("uint64_t *")
        try:
            if how == _REGISTERED:
                binding.hold_weakly()
            # Before the call: it may ask for the object at once.
            self._by_id[id(value)] = binding
            self._call(lib.lend, how, under, name, which, table.pointer, binding.token, handle)
        except BaseException:
            self._ended(binding)
            raise
        binding.handle = handle[0]
        self._by_handle[binding.handle] = binding

    # MARK: Objects of the program

    def add_root(self, identifier: str, value: T, *, scope: Optional[str] = None) -> T:
        """Makes an object a root, at which preservation starts, and returns it.

        The program builds its roots on every launch, before `restore`. Of several roots with one
        identifier, such as windows, ``scope`` tells which one it is; see `scopes`.
        """
        self._lend(_ROOT, identifier, value, scope=scope)
        return value

    def add_child(self, identifier: str, value: T, parent: object) -> T:
        """Makes an object known that the program builds on every launch below another one, and
        returns it. It is preserved if the parent refers to it or contains it."""
        self._lend(_CHILD, identifier, value, parent)
        return value

    def register(self, identifier: str, value: T, parent: Optional[object] = None) -> T:
        """Makes an object known outside the tree, so that others can refer to it, and returns it.

        The session refers to it weakly: when Python collects the object, its state ends.
        """
        self._lend(_REGISTERED, identifier, value, parent)
        return value

    def adopt(
        self,
        binding: str,
        value: Any,
        *,
        class_name: Optional[str] = None,
        identifier: Optional[str] = None,
    ) -> Object:
        """Lends an object of a C library to a binding, which reads and writes its state.

        ``value`` is a PyGObject, a pointer of cffi, or an address. The session refers to it weakly,
        an address apart.
        """
        self._check_usable()
        if isinstance(value, int):
            address = value
        elif hasattr(value, "__gpointer__"):
            address = hash(value)  # PyGObject's is the pointer
        else:
            try:
                address = int(ffi.cast("uintptr_t", value))
            except TypeError:
                raise TypeError(
                    f"{type(value).__qualname__} is no pointer, address or GObject"
                ) from None
        handle = ffi.new("uint64_t *")
        dead = self._dead
        ended: List[int] = []

        def forget() -> None:
            self._adopted.pop(ended[0], None)
            lib.restoration_session_forget(self._pointer, ended[0])

        reference: Any = None
        if not isinstance(value, int):
            try:
                reference = weakref.ref(value, lambda _: dead.append(forget))
            except TypeError:
                raise TypeError(
                    f"{type(value).__qualname__} has slots and no __weakref__, so that the session "
                    "cannot refer to it weakly"
                ) from None
        self._call(
            lib.restoration_session_adopt,
            to_text(binding, "The id of a binding"),
            ffi.NULL if class_name is None else to_text(class_name, "The name of a class"),
            ffi.NULL if identifier is None else to_text(identifier, "An identifier"),
            ffi.cast("void *", address),
            handle,
        )
        ended.append(handle[0])
        self._adopted[handle[0]] = reference
        found: Object = self._object(handle[0])
        return found

    def use_as_root(self, value: Any, *, scope: Optional[str] = None) -> None:
        """Makes an object a root that was made without a parent, or adopted."""
        which = ffi.NULL if scope is None else to_text(scope, "A scope")
        self._call(lib.restoration_session_use_as_root, self._known(value), which)

    def remove(self, value: Any) -> None:
        """Forgets an object, as a person closes a window: its state ends at the next save, unless
        another object refers to one that the session made."""
        self._check_usable()
        handle = self._known(value)
        binding = self._binding(value)
        if binding is not None and binding.is_lent:
            self._call(lib.restoration_session_forget, handle)
            self._ended(binding)
        elif binding is not None:
            if binding.is_held:
                if handle in self._to_hold:
                    self._hold()
                self._call(lib.restoration_session_release, handle)
                binding.is_held = False
        elif handle in self._adopted:
            self._call(lib.restoration_session_forget, handle)
            self._adopted.pop(handle, None)
        else:
            self._made.pop(handle, None)
            if value._is_held:
                self._call(lib.restoration_session_release, handle)
                value._is_held = False

    @overload
    def make(
        self, identifier: str, kind: Type[T], /, *, under: object = None, **parameters: Any
    ) -> T: ...

    @overload
    def make(
        self, identifier: str, kind: Optional[str] = None, /, *, under: object = None,
        **parameters: Any,
    ) -> Object: ...  # fmt: skip

    def make(
        self, identifier: str, kind: Any = None, /, *, under: object = None, **parameters: Any
    ) -> Any:
        """Makes a new object, which the next launch makes again.

        ``kind`` is a class of the program or the id of a class. Without it the routes of the
        plugins choose. The parameters go to ``create_object``, or to the class itself. The session
        keeps the object until `remove`, but the state of one that nothing refers to ends with the
        launch.
        """
        self._check_usable()
        name = to_text(identifier, "An identifier")
        parent = self._known(under) if under is not None else 0
        class_id: Any = ffi.NULL
        if isinstance(kind, str):
            class_id = kind.encode()
        elif kind is not None:
            class_id = self._register(info_of(kind)).info.id.encode()
        token = new_token(_Parameters(self, parameters)) if parameters else 0
        handle = ffi.new("uint64_t *")
        try:
            self._call(lib.make_with_parameters, parent, name, class_id, token, handle)
        finally:
            things.pop(token, None)
        made = self._object(handle[0])
        self._hold()
        if type(made) is Object:
            self._made[handle[0]] = made
        return made

    def rename(self, value: Any, identifier: str) -> None:
        """Renames an object that was made, restored by its class, or registered."""
        name = to_text(identifier, "An identifier")
        self._call(lib.restoration_session_rename, self._known(value), name)

    def move(self, value: Any, parent: Optional[object]) -> None:
        """Moves such an object below another one, or to the top."""
        under = self._known(parent) if parent is not None else 0
        self._call(lib.restoration_session_move, self._known(value), under)

    def find(self, path: str) -> Any:
        """The live object at a path such as "Desk/Note", or None."""
        handle = ffi.new("uint64_t *")
        try:
            self._call(lib.restoration_session_find, to_text(path, "A path"), handle)
        except Error as error:
            if error.status == Status.ABSENT:
                return None
            raise
        found = self._object(handle[0])
        self._hold()
        return found

    def describe(self, value: Any) -> Description:
        """Facts about an object: its path, and why it is unavailable."""
        return self._describe(self._known(value))

    def _describe(self, handle: int) -> Description:
        found = self._result(
            lib.restoration_session_describe, "restoration_description", handle
        )
        try:
            return read_description(found)
        finally:
            lib.restoration_free(found)

    # MARK: Classes

    def add_class(self, kind: type) -> None:
        """Registers a class, so that restores make its objects. Classes that are named in the
        annotations of known ones are registered already."""
        self._check_usable()
        self._register(info_of(kind))

    def alias_class(self, former: str, id: str) -> None:
        """Declares a former id of a class."""
        self._call(
            lib.restoration_session_alias_class, to_text(former, "An id"), to_text(id, "An id")
        )

    def alias_path(self, former: str, path: str) -> None:
        """Declares a former path of an object, before the restore."""
        self._call(
            lib.restoration_session_alias_path, to_text(former, "A path"), to_text(path, "A path")
        )

    # MARK: Restoring

    def restore(self, reason: Union[Reason, str] = Reason.LAUNCH) -> Report:
        """Restores the saved state, once the roots are added, and even if nothing was saved: until
        then nothing is saved.

        In a process with GLib's Python module, GLib's main loop then drives the session.

        :raises KeyUnavailable: there is saved state without its key. Nothing is saved then.
        """
        if isinstance(reason, str):
            try:
                reason = Reason[reason.upper()]
            except KeyError:
                raise ValueError(
                    f"{reason!r} is no reason. These are launch, session, recovery and pristine"
                ) from None
        self._call(lib.restoration_session_restore, reason.value)
        if "gi.repository.GLib" in sys.modules:
            self.attach_to_glib()
        return self.report

    @property
    def report(self) -> Report:
        """The outcome of every object, as it is now."""
        found = self._result(lib.restoration_session_report, "restoration_report")
        try:
            return self._reader.report(found)
        finally:
            lib.restoration_free(found)

    def plan(self) -> Plan:
        """The plan of a restore, if it were called now."""
        found = self._result(lib.restoration_session_plan, "restoration_plan")
        try:
            return self._reader.plan(found)
        finally:
            lib.restoration_free(found)

    def previous_launch(self) -> PreviousLaunch:
        """How the previous launch ended."""
        found = self._result(
            lib.restoration_session_previous_launch, "restoration_previous_launch"
        )
        try:
            return read_launch(found)
        finally:
            lib.restoration_free(found)

    def _texts(self, function: Any, *arguments: Any) -> List[str]:
        found = self._result(function, "restoration_texts", *arguments)
        try:
            return [text(found.texts[index]) for index in range(found.count)]
        finally:
            lib.restoration_free(found)

    def scopes(self, identifier: str) -> List[str]:
        """The saved scopes of the roots with one identifier, to build as many before `restore`."""
        name = to_text(identifier, "An identifier")
        return self._texts(lib.restoration_session_scopes, name)

    def apply_awaited(self, value: Any) -> None:
        """Restores deferred state of an object that can take it now, or of an owner that has loaded
        its elements. Does nothing without."""
        self._call(lib.restoration_session_apply_awaited, self._known(value))

    def _found(self, function: Any, *arguments: Any) -> bool:
        try:
            self._call(function, *arguments)
        except Error as error:
            if error.status == Status.ABSENT:
                return False
            raise
        return True

    # MARK: Saving

    def invalidate(self, value: Any) -> None:
        """Reports that an object's state has changed, so that it is saved soon. Cheap: call it on
        every change, from any thread."""
        self._check_usable()
        handle = self._handle(value)
        if handle is None:
            self._known(value)
        elif lib.restoration_session_invalidate(self._pointer, handle):
            raise last_error()
        self._wake_up()

    def _wake_up(self) -> None:
        # The descriptor wakes a wait for changes on other threads.
        if self._wake is not None and threading.get_ident() == self._thread:
            self._wake()

    def preserve(self) -> Save:
        """Saves now, and returns when the state is durable.

        The result lists objects whose state is older than they are, because they failed to encode.

        :raises DiskFull: the disk is full. The previous state is intact.
        """
        self._call(lib.restoration_session_preserve)
        saved = self.last_save()
        assert saved is not None
        return saved

    def preserve_in_background(self) -> None:
        """Captures the state now, and writes it on a thread of the library. ``on_save`` tells the
        outcome."""
        self._call(lib.restoration_session_preserve_in_background)

    def last_save(self) -> Optional[Save]:
        """The outcome of the last save that ended."""
        place = ffi.new("restoration_save **")
        if not self._found(lib.restoration_session_last_save, place):
            return None
        try:
            return self._reader.save(place[0])
        finally:
            lib.restoration_free(place[0])

    @property
    def has_unsaved_changes(self) -> bool:
        """Whether something has changed that is not on the disk yet."""
        self._check_usable()
        return bool(lib.restoration_session_has_unsaved_changes(self._pointer))

    def give_up(self, path: Optional[str] = None, *, plugin: Optional[str] = None) -> int:
        """Gives up retained state for good: at a path and below, or of a plugin. Returns the number
        of records."""
        count = ffi.new("uint64_t *")
        found = self._found(
            lib.restoration_session_give_up,
            ffi.NULL if path is None else to_text(path, "A path"),
            ffi.NULL if plugin is None else to_text(plugin, "The id of a plugin"),
            count,
        )
        return int(count[0]) if found else 0

    def discard(self) -> None:
        """Removes the saved state for good, on the person's request, and closes the session."""
        self._call(lib.restoration_session_discard)
        self._end()

    # MARK: Event loops

    def fileno(self) -> int:
        """A descriptor that is readable when `run_pending` has work. Ask before each wait."""
        self._check_usable()
        return int(lib.restoration_session_descriptor(self._pointer))

    def timeout(self) -> Optional[float]:
        """The seconds until work is due, or None."""
        self._check_usable()
        milliseconds: int = lib.restoration_session_milliseconds(self._pointer)
        return None if milliseconds < 0 else milliseconds / 1000

    def run_pending(self) -> None:
        """Does all pending work: due saves, outcomes of saves, arrivals, signals."""
        self._call(lib.restoration_session_run_pending)

    async def run(self) -> None:
        """Drives the session in the running loop, until the session is closed. A task that is
        cancelled here saves the changes that are due first."""
        if self._wake is not None:
            raise RuntimeError("The session is driven by another task already")
        loop = asyncio.get_running_loop()
        woken = asyncio.Event()
        watched = -1
        self._wake = woken.set
        try:
            while self._state == _OPEN:
                woken.clear()
                self.run_pending()
                if self._state != _OPEN:
                    break
                descriptor = self.fileno()
                if descriptor != watched:
                    if watched >= 0:
                        loop.remove_reader(watched)
                    watched = descriptor
                    if watched >= 0:
                        loop.add_reader(watched, woken.set)
                seconds = self.timeout()
                timer = None if seconds is None else loop.call_later(seconds, woken.set)
                try:
                    await woken.wait()
                finally:
                    if timer is not None:
                        timer.cancel()
        except asyncio.CancelledError:
            if self._state == _OPEN:
                try:
                    if self.has_unsaved_changes:
                        self.preserve()
                except Error as error:
                    logger.error("The save before the end failed: %s", error)
            raise
        finally:
            self._wake = None
            if watched >= 0:
                loop.remove_reader(watched)

    def attach_to_glib(self) -> None:
        """Lets GLib's default main loop drive the session."""
        self._call(lib.restoration_session_attach_to_glib, ffi.NULL)

    def detach_from_glib(self) -> None:
        self._call(lib.restoration_session_detach_from_glib)

    def handle_signals(self, *signals: int) -> None:
        """Saves when one of the signals arrives (SIGINT, SIGTERM, SIGHUP or SIGTSTP), then calls
        ``on_signal``, or performs the default action."""
        numbers = ffi.new("int[]", [int(number) for number in signals] or 1)
        self._call(lib.restoration_session_handle_signals, numbers, len(signals))

    def perform_default_action(self, signal: int) -> None:
        """Performs the default action of a signal, which usually ends the process."""
        self._call(lib.restoration_session_perform_default_action, int(signal))

    # MARK: Plugins

    def offer(self, id: str, table: int) -> None:
        """Offers a table of C functions to plugins. ``table`` is its address, which has to be valid
        until the process ends."""
        self._call(
            lib.restoration_session_offer,
            to_text(id, "The id of an interface"),
            ffi.cast("void *", table),
        )

    def plugins(self) -> List[str]:
        """The ids of the plugins that were found."""
        return self._texts(lib.restoration_session_plugins)

    def plugin_faults(self) -> List[str]:
        """The plugins that cannot be used, with the reasons."""
        return self._texts(lib.restoration_session_plugin_faults)

    def plugins_changed(self) -> None:
        """Searches for plugins again, and restores their objects."""
        self._call(lib.restoration_session_plugins_changed)

    def reload_plugin(self, plugin: str) -> None:
        """Replaces the loaded build of a plugin by the one on the disk. For development."""
        self._call(
            lib.restoration_session_reload_plugin, to_text(plugin, "The id of a plugin")
        )

    def pin(
        self, plugin: str, *, class_name: Optional[str] = None, route: Optional[str] = None
    ) -> None:
        """Chooses a plugin for a route among equally specific ones."""
        self._call(
            lib.restoration_session_pin,
            to_text(plugin, "The id of a plugin"),
            ffi.NULL if class_name is None else to_text(class_name, "The name of a class"),
            ffi.NULL if route is None else to_text(route, "A route"),
        )

    # MARK: After a crash

    def retry_objects_set_aside(self) -> None:
        """Tries objects again that earlier crashes have left out."""
        self._call(lib.restoration_session_retry_objects_set_aside)

    def report_progress(self) -> None:
        """Restarts the hang timer of the running callback: about once a second in slow work."""
        self._call(lib.restoration_session_report_progress)

    def extend_window(self) -> None:
        """Announces restoring that goes on after `restore`: a crash until `complete_window` counts
        as one of the restore."""
        self._call(lib.restoration_session_extend_window)

    def complete_window(self) -> None:
        """Ends the work that `extend_window` announced."""
        self._call(lib.restoration_session_complete_window)

    # MARK: The end

    @property
    def is_closed(self) -> bool:
        return self._state != _OPEN

    def close(self) -> None:
        """Ends the session, and saves nothing. Does nothing for a session that is closed, and in a
        forked child."""
        if self._state != _OPEN or self._is_tested:
            return
        try:
            self._call(lib.restoration_session_close)
        except Error as error:
            # After a jump over frames of Swift the session is closed all the same.
            if error.status in (Status.IN_CALLBACK, Status.WRONG_THREAD, Status.FORKED):
                raise
            self._end()
            raise
        self._end()

    def _end(self) -> None:
        self._state = _CLOSED
        _sessions.discard(self)
        wake, self._wake = self._wake, None
        for binding in [*self._by_handle.values(), *self._by_id.values()]:
            binding.end()
        for table in self._tables.values():
            things.pop(table.token, None)
        for wrapper in list(self._wrappers.values()):
            wrapper._is_held = False
        if self._options is not None:
            self._options.listener.session = None
            things.pop(self._options.token, None)
            self._options = None
        for known in (self._by_handle, self._by_id, self._made, self._adopted, self._creations):
            known.clear()  # type: ignore[attr-defined]
        self._tables.clear()
        self._dead.clear()
        self._pointer = ffi.NULL
        if wake is not None:
            wake()

    def __enter__(self: Session) -> Session:
        self._check_usable()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _close_all() -> None:
    for session in list(_sessions):
        warnings.warn(
            "A session was never closed: use `with Session(…) as session`",
            ResourceWarning,
            source=session,
        )
        try:
            session.close()
        except Exception as error:  # another thread's, or in a callback: the process ends anyway
            logger.debug("%s", error)


def _leave_all() -> None:
    for session in list(_sessions):
        session._state = _FORKED
    _sessions.clear()


atexit.register(_close_all)
os.register_at_fork(after_in_child=_leave_all)

__all__ = ["Options", "Session"]
