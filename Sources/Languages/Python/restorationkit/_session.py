"""A session of the program."""

from __future__ import annotations

import os
import sys
from typing import (
    Any,
    Callable,
    Iterable,
    List,
    Mapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
    overload,
)

from . import _loops
from ._adoption import address_of, watch
from ._classes import info_of, info_of_object
from ._core import OPEN, Core
from ._errors import Error, Status, last_error
from ._library import ffi, lib
from ._objects import Binding, Object, new_token, things
from ._options import Options
from ._reports import (
    Description,
    Note,
    Plan,
    PreviousLaunch,
    Reason,
    Report,
    Save,
    SaveElsewhere,
    read_launch,
    read_saves_elsewhere,
)
from ._text import text, to_text

T = TypeVar("T")
_ROOT, _CHILD, _REGISTERED = 0, 1, 2


def _or_null(value: Optional[str], what: str) -> Any:
    return ffi.NULL if value is None else to_text(value, what)


class _Parameters:
    """The keyword arguments of `Session.make`, until its class has read them."""

    def __init__(self, core: Core, given: Mapping[str, Any]) -> None:
        self.core = core
        self.values = given


class Session:
    """Preserves the objects of a program, and brings them back at the next launch.

    .. code-block:: python

        with rk.Session("org.example.desk") as session:
            desk = session.add_root("Desk", Desk())
            session.restore()
            desk.starts += 1
            session.preserve()

    Leaving the block closes the session and saves nothing, whether or not an exception was raised:
    unsaved changes are lost. A session belongs to the thread that opens it; only `invalidate` and
    `Creation.arrive` may be called on others.

    :param application: reverse DNS, which names the directory of the state.
    :param preset: the treatment of failures: "granular", or "uikit" as in UIKit, where saves happen
        on request alone.
    :param saves_on_request: changes are not saved automatically.
    :param without_state: locks, saves and restores nothing.
    :param audits_saves: saves also report objects that nothing references.
    :param any_plugin: accepts plugins that serve every application.
    :param expires_at_restart: sets aside state from before a reboot.
    :param keeps_state: for development: no crash costs any state.
    :param accepts_reloads: ``restorectl plugin dev`` may reload plugins.
    :param ignores_fatal_signals: fatal signals are not recorded.
    :param private_directory: one directory for all files of the session, with its key.
    :param state_directory: the directory of the archives, in place of the user's.
    :param key_directory: the directory of the key file, in place of the user's.
    :param plugin_directories: searched for plugins before all others.
    :param remote: the connection string of a PostgreSQL server that also gets the newest state.
    :param person: the person whose state it is, if the role of ``remote`` serves many people.
    :param application_version: stored with the state.
    :param autosave: the longest time before a change is saved. All times are in seconds.
    :param hang_limit: how long a callback may run before it counts as hung. None is for ever.
    :param arrival_limit: how long the session waits after `NotYet`. None means no limit.
    :param maximum_age: the age above which state is set aside.
    :param delegate: an object with some of ``should_preserve()``, ``encode_state()``,
        ``should_restore(state)`` and ``decode_state(state)``, for values of the application itself.
    :param on_save: receives each `Save`.
    :param on_settled: called when the restore is complete.
    :param on_restored_awaited: receives a list of the deferred objects that were restored.
    :param on_plugin_reloaded: receives the id of a plugin whose build was replaced.
    :param on_signal: receives a signal of `handle_signals`, once the state is saved.
    :param on_newer_elsewhere: receives `newer_elsewhere` when another device has saved.
    :raises Busy: another process, or another session of this one, has the state in use.
    """

    def __init__(
        self,
        application: str,
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
        remote: Optional[str] = None,
        person: Optional[str] = None,
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
        on_newer_elsewhere: Optional[Callable[[Tuple[SaveElsewhere, ...]], object]] = None,
    ) -> None:
        # The listener keeps them, and must not keep the session.
        given = Options(dict(locals(), self=None))
        name = to_text(application, "The id of the application")
        pointer = lib.restoration_session_open_version(
            lib.RESTORATION_ABI_VERSION, name, given.pointer
        )
        if pointer == ffi.NULL:
            things.pop(given.token, None)
            raise last_error()
        self._core = Core(application, pointer, given)

    # MARK: Objects of the program

    def _lend(
        self, how: int, identifier: str, value: Any, parent: Any = None, scope: Optional[str] = None
    ) -> None:
        self._core.check_usable()
        name = to_text(identifier, "An identifier")
        which = _or_null(scope, "A scope")
        info = info_of_object(value)
        if self._core.binding(value) is not None:
            raise Error(
                f"The session knows this {type(value).__qualname__} already",
                place=identifier,
                remedy="Add each object once.",
                status=Status.INVALID,
            )
        under = self._core.known(parent) if parent is not None else 0
        table = self._core.table(info)
        binding = Binding(self._core, info, value, is_lent=True)
        handle = ffi.new("uint64_t *")
        try:
            if how == _REGISTERED:
                binding.hold_weakly()
            # Before the call: it may ask for the object at once.
            self._core.by_id[id(value)] = binding
            self._core.call(lib.lend, how, under, name, which, table.pointer, binding.token, handle)
        except BaseException:
            self._core.ended(binding)
            raise
        binding.handle = handle[0]
        self._core.by_handle[binding.handle] = binding

    def add_root(self, identifier: str, value: T, *, scope: Optional[str] = None) -> T:
        """Makes an object a root, at which preservation starts, and returns it.

        The program builds its roots on every launch, before `restore`. ``scope`` distinguishes
        roots with one identifier, such as windows; see `scopes`.
        """
        self._lend(_ROOT, identifier, value, scope=scope)
        return value

    def add_child(self, identifier: str, value: T, parent: object) -> T:
        """Adds an object that the program builds on every launch below another one, and returns
        it. It is preserved if the parent refers to it or contains it."""
        self._lend(_CHILD, identifier, value, parent)
        return value

    def register(self, identifier: str, value: T, parent: Optional[object] = None) -> T:
        """Adds an object outside the tree, so that others can refer to it, and returns it.

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

        ``value`` is a GObject of PyGObject, a pointer of cffi, or an address. The session forgets
        the object when the GObject ends, or when Python collects the pointer; an address lasts
        until `remove`, which has to come before the library frees the object.
        """
        core = self._core
        core.check_usable()
        address = address_of(value)
        handle = ffi.new("uint64_t *")
        core.call(
            lib.restoration_session_adopt,
            to_text(binding, "The id of a binding"),
            _or_null(class_name, "The name of a class"),
            _or_null(identifier, "An identifier"),
            ffi.cast("void *", address),
            handle,
        )
        core.stop_watching(handle[0])
        core.adopted[handle[0]] = watch(value, handle[0], core)
        found: Object = core.object(handle[0])
        return found

    def use_as_root(self, value: Any, *, scope: Optional[str] = None) -> None:
        """Makes an object a root that was made without a parent, or adopted."""
        which = _or_null(scope, "A scope")
        self._core.call(lib.restoration_session_use_as_root, self._core.known(value), which)

    def remove(self, value: Any) -> None:
        """Removes an object from the session: its state ends at the next save, as when the user
        closes a window. An object that the session made lives on while another object refers to
        it."""
        core = self._core
        core.check_usable()
        handle = core.known(value)
        binding = core.binding(value)
        if binding is not None and binding.is_lent:
            core.call(lib.restoration_session_forget, handle)
            core.ended(binding)
        elif handle in core.adopted:
            core.call(lib.restoration_session_forget, handle)
            core.stop_watching(handle)
        elif binding is not None:
            if binding.is_held:
                core.release(handle)
                binding.is_held = False
        else:
            core.made.pop(handle, None)
            if value._is_held:
                core.release(handle)
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
        """Makes a new object, which the next launch recreates.

        ``kind`` is a class of the program or the id of a class. Without it the plugins' routes
        choose the class. The parameters go to ``create_object``, or to the class itself. The
        session keeps the object until `remove`. If no object refers to it, its state ends with the
        launch.
        """
        self._core.check_usable()
        name = to_text(identifier, "An identifier")
        parent = self._core.known(under) if under is not None else 0
        class_id: Any = ffi.NULL
        if isinstance(kind, str):
            class_id = to_text(kind, "The id of a class")
        elif kind is not None:
            info = info_of(kind)
            self._core.register(info)
            class_id = info.id.encode()
        token = new_token(_Parameters(self._core, parameters)) if parameters else 0
        handle = ffi.new("uint64_t *")
        try:
            self._core.call(lib.make_with_parameters, parent, name, class_id, token, handle)
        finally:
            things.pop(token, None)
        made = self._core.object(handle[0])
        self._core.hold()
        if type(made) is Object:
            self._core.made[handle[0]] = made
        return made

    def rename(self, value: Any, identifier: str) -> None:
        """Renames an object that was made, restored by its class, or registered."""
        name = to_text(identifier, "An identifier")
        self._core.call(lib.restoration_session_rename, self._core.known(value), name)

    def move(self, value: Any, parent: Optional[object]) -> None:
        """Moves an object that `rename` accepts below another one, or to the top."""
        under = self._core.known(parent) if parent is not None else 0
        self._core.call(lib.restoration_session_move, self._core.known(value), under)

    def find(self, path: str) -> Any:
        """The live object at a path such as "Desk/Note", or None."""
        return self._core.find(path)

    def describe(self, value: Any) -> Description:
        """Facts about an object: its path, and why it is unavailable."""
        return self._core.describe(self._core.known(value))

    # MARK: Classes

    def add_class(self, kind: type) -> None:
        """Registers a class, so that restores make its objects. Classes in the annotations of a
        registered class are registered with it."""
        self._core.check_usable()
        self._core.register(info_of(kind))

    def alias_class(self, former: str, id: str) -> None:
        """Declares a former id of a class."""
        self._core.call(
            lib.restoration_session_alias_class, to_text(former, "An id"), to_text(id, "An id")
        )

    def alias_path(self, former: str, path: str) -> None:
        """Declares a former path of an object, before the restore."""
        self._core.call(
            lib.restoration_session_alias_path, to_text(former, "A path"), to_text(path, "A path")
        )

    # MARK: Restoring

    def restore(self, reason: Union[Reason, str] = Reason.LAUNCH) -> Report:
        """Restores the saved state. Call it once, when the roots are added, even if nothing was
        saved: until then nothing is saved.

        In a process with GLib's Python module, GLib's main loop then drives the session.

        :raises KeyUnavailable: there is saved state without its key. Nothing is saved then.
        """
        if isinstance(reason, str):
            try:
                reason = Reason[reason.upper()]
            except KeyError:
                raise ValueError(
                    f"{reason!r} is not a reason. These are launch, session, recovery and pristine"
                ) from None
        self._core.call(lib.restoration_session_restore, reason.value)
        if "gi.repository.GLib" in sys.modules:
            self.attach_to_glib()
        return self.report

    @property
    def report(self) -> Report:
        """The current outcome of every object."""
        found = self._core.result(lib.restoration_session_report, "restoration_report")
        return self._core.reader.report(found)

    def plan(self) -> Plan:
        """The plan of the next restore."""
        found = self._core.result(lib.restoration_session_plan, "restoration_plan")
        return self._core.reader.plan(found)

    def previous_launch(self) -> PreviousLaunch:
        """How the previous launch ended."""
        found = self._core.result(
            lib.restoration_session_previous_launch, "restoration_previous_launch"
        )
        try:
            return read_launch(found)
        finally:
            lib.restoration_free(found)

    def _texts(self, function: Any, *arguments: Any) -> List[str]:
        found = self._core.result(function, "restoration_texts", *arguments)
        try:
            return [text(found.texts[index]) for index in range(found.count)]
        finally:
            lib.restoration_free(found)

    def scopes(self, identifier: str) -> List[str]:
        """The saved scopes of the roots with one identifier. Build a root for each before
        `restore`."""
        name = to_text(identifier, "An identifier")
        return self._texts(lib.restoration_session_scopes, name)

    def apply_awaited(self, value: Any) -> None:
        """Restores the deferred state of an object that can apply it now, or of an owner that has
        loaded its elements. Does nothing without deferred state."""
        self._core.call(lib.restoration_session_apply_awaited, self._core.known(value))

    # MARK: Saving

    def invalidate(self, value: Any) -> None:
        """Reports that an object's state has changed, so that it is saved soon. Cheap: call it on
        every change, from any thread."""
        self._core.check_usable()
        handle = self._core.handle(value)
        if handle is None:
            self._core.known(value)
        elif lib.restoration_session_invalidate(self._core.pointer, handle):
            raise last_error()
        self._core.wake_up()

    def preserve(self) -> Save:
        """Saves now, and returns when the state is durable.

        The result lists objects that failed to encode and kept their earlier state.

        :raises DiskFull: the disk is full. The previous state is intact.
        """
        self._core.call(lib.restoration_session_preserve)
        saved = self.last_save()
        assert saved is not None
        return saved

    def preserve_in_background(self) -> None:
        """Captures the state now, and writes it on a thread of the library. ``on_save`` receives
        the outcome."""
        self._core.call(lib.restoration_session_preserve_in_background)

    def last_save(self) -> Optional[Save]:
        """The outcome of the last save that ended."""
        place = ffi.new("restoration_save **")
        if not self._core.found(lib.restoration_session_last_save, place):
            return None
        try:
            return self._core.reader.save(place[0])
        finally:
            lib.restoration_free(place[0])

    @property
    def has_unsaved_changes(self) -> bool:
        """Whether a change is not on the disk yet."""
        self._core.check_usable()
        return bool(lib.restoration_session_has_unsaved_changes(self._core.pointer))

    def give_up(self, path: Optional[str] = None, *, plugin: Optional[str] = None) -> int:
        """Gives up retained state for good: at a path and below, or of a plugin. Returns the number
        of records."""
        count = ffi.new("uint64_t *")
        found = self._core.found(
            lib.restoration_session_give_up,
            _or_null(path, "A path"),
            _or_null(plugin, "The id of a plugin"),
            count,
        )
        return int(count[0]) if found else 0

    def discard(self) -> None:
        """Removes the saved state for good, when the user asks for it, and closes the session."""
        self._core.call(lib.restoration_session_discard)
        self._core.end()

    # MARK: Other machines

    @property
    def newer_elsewhere(self) -> Tuple[SaveElsewhere, ...]:
        """The saves of the person's other devices about which the program has not decided, by
        `keep_mine` or `take_over`. The first read waits for the database, for two seconds at
        most."""
        found = self._core.result(
            lib.restoration_session_newer_elsewhere, "restoration_saves_elsewhere"
        )
        try:
            return read_saves_elsewhere(found)
        finally:
            lib.restoration_free(found)

    @property
    def remote_problem(self) -> Optional[Note]:
        """Why the newest state is not in the database, or why the database cannot be queried."""
        place = ffi.new("restoration_note **")
        if not self._core.found(lib.restoration_session_remote_problem, place):
            return None
        try:
            return self._core.reader.note(place[0])
        finally:
            lib.restoration_free(place[0])

    def keep_mine(self) -> None:
        """Continues with this machine's state: `newer_elsewhere` no longer has the present
        saves."""
        self._core.call(lib.restoration_session_keep_mine)

    def take_over(self, save: SaveElsewhere) -> None:
        """Replaces this machine's state by another device's. This machine's state stays on the
        disk, for `take_mine_back`.

        Before `restore`, this launch restores the other state. Later, the session saves, replaces
        the state and closes.

        :raises KeyUnavailable: the other device has another key. Nothing is replaced.
        """
        self._replace_state(lib.restoration_session_take_over, to_text(save.device, "A device"))

    def take_mine_back(self) -> None:
        """Makes the state current again that `take_over` replaced. Otherwise like `take_over`."""
        self._replace_state(lib.restoration_session_take_mine_back)

    def _replace_state(self, function: Any, *arguments: Any) -> None:
        core = self._core
        core.call(function, *arguments)
        if lib.restoration_session_descriptor(core.pointer) < 0:
            core.end()

    # MARK: Event loops

    def fileno(self) -> int:
        """A descriptor that is readable when `run_pending` has work. Ask before each wait."""
        self._core.check_usable()
        return int(lib.restoration_session_descriptor(self._core.pointer))

    def timeout(self) -> Optional[float]:
        """The seconds until work is due, or None."""
        self._core.check_usable()
        milliseconds: int = lib.restoration_session_milliseconds(self._core.pointer)
        return None if milliseconds < 0 else milliseconds / 1000

    def run_pending(self) -> None:
        """Does all pending work: due saves, outcomes of saves, arrivals, signals."""
        self._core.call(lib.restoration_session_run_pending)

    async def run(self) -> None:
        """Drives the session in the running loop, until the session is closed. If its task is
        cancelled, it first saves pending changes."""
        await _loops.run(self)

    def attach_to_glib(self) -> None:
        """Attaches the session to GLib's default main loop."""
        self._core.call(lib.restoration_session_attach_to_glib, ffi.NULL)

    def detach_from_glib(self) -> None:
        """Undoes `attach_to_glib`."""
        self._core.call(lib.restoration_session_detach_from_glib)

    def handle_signals(self, *signals: int) -> None:
        """Saves when one of the signals arrives (SIGINT, SIGTERM, SIGHUP or SIGTSTP), then calls
        ``on_signal``, or performs the default action."""
        numbers = ffi.new("int[]", [int(number) for number in signals] or 1)
        self._core.call(lib.restoration_session_handle_signals, numbers, len(signals))

    def perform_default_action(self, signal: int) -> None:
        """Performs the default action of a signal, which usually ends the process."""
        self._core.call(lib.restoration_session_perform_default_action, int(signal))

    # MARK: Plugins

    def offer(self, id: str, table: int) -> None:
        """Offers a table of C functions to plugins. ``table`` is the table's address, which must
        stay valid until the process ends."""
        self._core.call(
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
        self._core.call(lib.restoration_session_plugins_changed)

    def reload_plugin(self, plugin: str) -> None:
        """Replaces the loaded build of a plugin by the one on the disk. For development."""
        self._core.call(
            lib.restoration_session_reload_plugin, to_text(plugin, "The id of a plugin")
        )

    def pin(
        self, plugin: str, *, class_name: Optional[str] = None, route: Optional[str] = None
    ) -> None:
        """Chooses a plugin where several have equally specific routes."""
        self._core.call(
            lib.restoration_session_pin,
            to_text(plugin, "The id of a plugin"),
            _or_null(class_name, "The name of a class"),
            _or_null(route, "A route"),
        )

    # MARK: After a crash

    def retry_objects_set_aside(self) -> None:
        """Restores objects again that were left out after crashes."""
        self._core.call(lib.restoration_session_retry_objects_set_aside)

    def report_progress(self) -> None:
        """Restarts the hang timer of the running callback. Call it about once a second in slow
        work."""
        self._core.call(lib.restoration_session_report_progress)

    def extend_window(self) -> None:
        """Announces that restoring continues after `restore`: a crash before `complete_window`
        counts as one of the restore."""
        self._core.call(lib.restoration_session_extend_window)

    def complete_window(self) -> None:
        """Ends the work that `extend_window` announced."""
        self._core.call(lib.restoration_session_complete_window)

    # MARK: The end

    @property
    def is_closed(self) -> bool:
        """Whether the session was closed, or belongs to the process that forked this one."""
        return self._core.state != OPEN

    def close(self) -> None:
        """Closes the session without saving. Does nothing for a closed session, and in a forked
        child."""
        self._core.close()

    def __enter__(self: Session) -> Session:
        self._core.check_usable()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = " closed" if self.is_closed else ""
        return f"<restorationkit.Session {self._core.application}{state}>"


__all__ = ["Session"]
