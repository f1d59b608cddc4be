"""The inner part of a session: how it calls the library, and which objects it knows.

Callbacks, codecs and objects use `Core`; a program uses `Session`.
"""

from __future__ import annotations

import atexit
import collections
import logging
import os
import threading
import traceback
import warnings
import weakref
from typing import TYPE_CHECKING, Any, Callable, Deque, Dict, List, Optional, Set, Union

from ._classes import ClassInfo, info_of, info_of_object
from ._dynamic import DYNAMIC
from ._errors import Closed, Error, Status, last_error, summary
from ._library import ffi, lib
from ._objects import Binding, Creation, Object, Table, things, unknown
from ._reports import Description, Reader, read_description
from ._text import to_text
from ._values import Context, is_object

if TYPE_CHECKING:
    from ._options import Options

logger = logging.getLogger("restorationkit")
OPEN, CLOSED, FORKED = 0, 1, 2
_MOST_TRACEBACKS = 100

#: The open sessions, which this list keeps alive until they are closed.
_open: Set[Core] = set()


class Core:
    """A session of the library, on one thread."""

    def __init__(
        self, application: str, pointer: Any, options: Options, is_tested: bool = False
    ) -> None:
        self.application = application
        self.pointer = pointer
        #: `testing.Program` closes it.
        self.is_tested = is_tested
        self.options: Optional[Options] = options
        self.state = OPEN
        #: A value that a call of the library returns.
        self.item = ffi.new("item *")
        self.by_id: Dict[int, Binding] = {}
        self.by_handle: Dict[int, Binding] = {}
        #: Objects of plugins that the program made; functions that stop watching adopted objects.
        self.made: Dict[int, Object] = {}
        self.adopted: Dict[int, Callable[[], object]] = {}
        self.creations: Dict[int, Creation] = {}
        #: Handles to release, and bindings whose objects were collected. Any thread appends.
        self.dead: Deque[Union[int, Binding, Callable[[], None]]] = collections.deque()
        #: Called when work is due, while a task drives the session.
        self.wake: Optional[Callable[[], object]] = None
        #: The exception that left a callback. The outermost call raises it.
        self.escaped: Optional[BaseException] = None
        self._thread = threading.get_ident()
        self._inside = 0
        self.to_hold: List[int] = []
        self._tables: Dict[str, Table] = {}
        self._registered: Set[str] = set()
        self._wrappers: weakref.WeakValueDictionary[int, Object] = weakref.WeakValueDictionary()
        self._tracebacks: Dict[str, str] = {}
        self._issues: Set[str] = set()
        self.reader = Reader(self._tracebacks)
        options.listener.core = self
        _open.add(self)

    # MARK: Calls

    def check_usable(self) -> None:
        if self.state == OPEN:
            return
        if self.state == FORKED:
            raise Error(
                "The session belongs to the process that forked this one",
                remedy="Open a session in the child, after the fork.",
                status=Status.FORKED,
            )
        raise Closed(
            "The session is closed", remedy="Open another one first.", status=Status.CLOSED
        )

    def call(self, function: Any, *arguments: Any) -> None:
        """Calls the library. Raises its error, or the exception that left a callback."""
        self.check_usable()
        if threading.get_ident() != self._thread:
            status: int = function(self.pointer, *arguments)
        else:
            if self.dead and not self._inside:
                self._drain()
            self._inside += 1
            try:
                status = function(self.pointer, *arguments)
            finally:
                self._inside -= 1
                if self.to_hold and not self._inside:
                    self.hold()
            if self.escaped is not None and not self._inside:
                error, self.escaped = self.escaped, None
                raise error
        if status:
            raise last_error()

    def result(self, function: Any, kind: str, *arguments: Any) -> Any:
        """Calls a function with a result, which has to be freed."""
        place = ffi.new(f"{kind} **")
        self.call(function, *arguments, place)
        return place[0]

    def found(self, function: Any, *arguments: Any) -> bool:
        """Calls a function that may find nothing."""
        try:
            self.call(function, *arguments)
        except Error as error:
            if error.status == Status.ABSENT:
                return False
            raise
        return True

    def wake_up(self) -> None:
        # Only changes on other threads wake a wait, through the descriptor.
        if self.wake is not None and threading.get_ident() == self._thread:
            self.wake()

    # MARK: Failures of callbacks

    def failed(self, error: BaseException, logs: bool = False) -> int:
        """Records an exception of a callback: the reason of the library's failure.

        :param logs: no report has the failure, so the log has its traceback, once.
        """
        if not isinstance(error, Exception):
            self.escaped = error if self.escaped is None else self.escaped
            # In a loop of GLib the next call of the program raises it.
            logs |= not self._inside and not self.is_tested
        reason = summary(error)
        is_new = reason not in self._tracebacks
        formatted = traceback.format_exception(type(error), error, error.__traceback__)
        self._tracebacks[reason] = "".join(formatted)
        if len(self._tracebacks) > _MOST_TRACEBACKS:
            del self._tracebacks[next(iter(self._tracebacks))]
        told = reason.encode("utf-8", "backslashreplace").replace(b"\0", b" ")
        lib.restoration_session_fail(self.pointer, told)
        if logs and is_new:
            logger.error("%s", reason, exc_info=error)
        return Status.FAILED

    def log_issues(self, save: Any) -> None:
        """Logs the objects that a save leaves out, except those that the save before left out."""
        issues = set(map(str, self.reader.notes(save.issues, save.issue_count)))
        for issue in sorted(issues - self._issues):
            logger.warning("%s", issue)
        self._issues = issues

    def collected(self, binding: Binding) -> int:
        reason = f"The {binding.info.target.__qualname__} was collected. Keep a reference to it"
        lib.restoration_session_fail(self.pointer, reason.encode())
        return Status.FAILED

    # MARK: Lifetime

    def hold(self) -> None:
        """Holds the objects that the program received during a call, so that a save does not end
        them."""
        handles, self.to_hold = self.to_hold, []
        lib.hold_all(self.pointer, handles, len(handles))

    def _drain(self) -> None:
        """Removes collected objects from the session."""
        self._inside += 1
        try:
            while self.dead:
                dead = self.dead.popleft()
                if isinstance(dead, Binding):
                    if dead.token in things:
                        lib.restoration_session_forget(self.pointer, dead.handle)
                        self.ended(dead)
                elif isinstance(dead, int):
                    lib.restoration_session_release(self.pointer, dead)
                else:
                    dead()
        finally:
            self._inside -= 1

    def ended(self, binding: Binding) -> None:
        """Removes the record of an object that the session no longer has."""
        if self.by_id.get(binding.identity) is binding:
            del self.by_id[binding.identity]
        self.by_handle.pop(binding.handle, None)
        binding.end()

    def release(self, handle: int) -> None:
        """Undoes the hold of an object that the program has received."""
        if handle in self.to_hold:
            self.hold()
        self.call(lib.restoration_session_release, handle)

    def stop_watching(self, handle: int) -> None:
        """Stops watching an adopted object."""
        stop = self.adopted.pop(handle, None)
        if stop is not None:
            stop()

    def close(self) -> None:
        if self.state != OPEN or self.is_tested:
            return
        try:
            self.call(lib.restoration_session_close)
        except Error as error:
            # After a jump over Swift frames the session counts as closed, too.
            if error.status not in (Status.IN_CALLBACK, Status.WRONG_THREAD, Status.FORKED):
                self.end()
            raise
        self.end()

    def end(self) -> None:
        """Ends everything that belongs to the closed session."""
        self.state = CLOSED
        _open.discard(self)
        wake, self.wake = self.wake, None
        for binding in [*self.by_handle.values(), *self.by_id.values()]:
            binding.end()
        for table in self._tables.values():
            things.pop(table.token, None)
        for wrapper in list(self._wrappers.values()):
            wrapper._is_held = False
        for handle in list(self.adopted):
            self.stop_watching(handle)
        if self.options is not None:
            self.options.listener.core = None
            things.pop(self.options.token, None)
            self.options = None
        for known in (self.by_handle, self.by_id, self.made, self.adopted, self.creations):
            known.clear()  # type: ignore[attr-defined]
        self._tables.clear()
        self.dead.clear()
        self.pointer = ffi.NULL
        if wake is not None:
            wake()

    # MARK: Objects by identity and by handle

    def binding(self, value: Any) -> Optional[Binding]:
        binding = self.by_id.get(id(value))
        return binding if binding is not None and binding.value() is value else None

    def handle(self, value: Any) -> Optional[int]:
        if type(value) is Object:
            return value._handle if value._core is self else None
        binding = self.by_id.get(id(value))
        if binding is None or binding.value() is not value:
            return None
        return binding.handle

    def known(self, value: Any) -> int:
        """The handle of an object. Raises an error with the remedy if the session does not have
        it."""
        handle = self.handle(value)
        if handle is None:
            if not is_object(value):
                info_of_object(value)
            raise unknown(value)
        return handle

    def object(self, handle: int) -> Any:
        """The object with a handle. The session keeps it until `remove`."""
        binding = self.by_handle.get(handle)
        if binding is not None:
            if not binding.is_held:
                binding.is_held = True
                self.to_hold.append(handle)
            return binding.value()
        wrapper = self._wrappers.get(handle)
        if wrapper is None:
            held: int = lib.restoration_session_hold(self.pointer, handle)
            wrapper = self._wrappers[handle] = Object(self, handle, held == 0)
        return wrapper

    def find(self, path: str) -> Any:
        """The live object at a path, or None."""
        handle = ffi.new("uint64_t *")
        if not self.found(lib.restoration_session_find, to_text(path, "A path"), handle):
            return None
        found = self.object(handle[0])
        self.hold()
        return found

    def describe(self, handle: int) -> Description:
        """Facts about the object with a handle."""
        found = self.result(lib.restoration_session_describe, "restoration_description", handle)
        try:
            return read_description(found)
        finally:
            lib.restoration_free(found)

    def take(self, kind: int) -> Any:
        """The result of a method or property."""
        return DYNAMIC.take(Context(ffi.NULL, self), kind)

    def created(self, info: ClassInfo, value: Any, handle: int) -> Binding:
        """Records an object that a class has created."""
        if value.__class__ is not info.target:
            raise TypeError(
                f"create_object of {info.target.__qualname__} returned an object of "
                f"{type(value).__qualname__}"
            )
        key = id(value)
        if key in self.by_id and self.binding(value) is not None:
            raise ValueError(
                f"create_object of {info.target.__qualname__} returned an object that exists. "
                "It makes a new one each time"
            )
        binding = Binding(self, info, value, False, handle)
        self.by_handle[handle] = self.by_id[key] = binding
        return binding

    # MARK: Classes

    def table(self, info: ClassInfo) -> Table:
        table = self._tables.get(info.id)
        if table is None:
            table = self._tables[info.id] = Table(self, info)
            for target in info.referenced():
                self.register(info_of(target))
        elif table.info is not info:
            raise ValueError(
                f"Two classes have the id {info.id!r}: {table.info.target.__qualname__} and "
                f"{info.target.__qualname__}"
            )
        return table

    def register(self, info: ClassInfo) -> None:
        """Registers a class, so that a restore makes its objects."""
        table = self.table(info)
        if info.id not in self._registered:
            self._registered.add(info.id)
            try:
                self.call(lib.restoration_session_add_class, table.pointer)
            except BaseException:
                self._registered.discard(info.id)
                raise


def _close_all() -> None:
    for core in list(_open):
        warnings.warn(
            f"The session of {core.application} was never closed: use `with Session(…) as session`",
            ResourceWarning,
            source=core,
        )
        try:
            core.close()
        except Exception as error:  # another thread's, or in a callback: the process ends anyway
            logger.debug("%s", error)


def _leave_all() -> None:
    for core in list(_open):
        core.state = FORKED
    _open.clear()


atexit.register(_close_all)
os.register_at_fork(after_in_child=_leave_all)

__all__ = ["OPEN", "Core", "logger"]
