"""The callbacks of the library. It calls them on a session's thread, inside a call of the program.

Each catches all exceptions, which cffi would only print.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Callable, List, Mapping, Tuple, TypeVar

from ._classes import ClassInfo
from ._errors import NotYet, Status
from ._library import ffi, lib
from ._objects import Binding, Creation, Table, things
from ._reports import read_saves_elsewhere
from ._state import State, write_state
from ._text import text
from ._values import Context, Misfit, encode_text

if TYPE_CHECKING:
    from ._core import Core

F = TypeVar("F", bound=Callable[..., Any])
logger = logging.getLogger("restorationkit")
_LEVELS = {1: logging.DEBUG, 2: logging.INFO, 3: logging.WARNING, 4: logging.ERROR}
OK, FAILED = int(Status.OK), int(Status.FAILED)


def extern(error: Any) -> Callable[[F], F]:
    """Defines the C callback with the function's name. `error` is its result after an exception
    outside the function's own ``try``, such as from Ctrl-C."""

    def decorate(function: F) -> F:
        return ffi.def_extern(function.__name__, error, _escape)(function)

    return decorate


def _escape(kind: Any, error: BaseException, trace: Any) -> None:
    thing = things.get(trace.tb_frame.f_locals.get("token")) if trace else None
    core = getattr(thing, "core", None)
    if core is None:
        logger.error("An exception in a callback", exc_info=error)
    else:
        core.failed(error)


# MARK: Objects


@extern(-FAILED)
def on_create(token: int, handle: int, has_parameters: int, request: Any) -> int:
    table: Table = things[token]
    core, info = table.core, table.info
    if has_parameters or info.make is not None:
        return _create(core, info, handle, request)
    try:
        return core.created(info, info.create(None), handle).token
    except BaseException as error:
        return -core.failed(error)


def _create(core: Core, info: ClassInfo, handle: int, request: Any) -> int:
    creation = Creation(core, request)
    try:
        value = info.create(creation)
        if value is None:
            return -Status.DECLINED
        token = core.created(info, value, handle).token
        core.creations.pop(handle, None)
        return token
    except NotYet:
        assert creation.path  # which is lent, too
        core.creations[handle] = creation
        return -Status.NOT_YET
    except BaseException as error:
        return -core.failed(error)
    finally:
        creation._close()


@extern(None)
def on_cancelled(token: int, handle: int) -> None:
    core = things[token].core
    creation = core.creations.pop(handle, None)
    if creation is not None and creation.on_cancel is not None:
        try:
            creation.on_cancel()
        except BaseException as error:
            core.failed(error)


@extern(FAILED)
def on_encode(token: int, coder: Any) -> int:
    binding: Binding = things[token]
    core = binding.core
    value = binding._strong
    if value is None:
        value = binding.value()
        if value is None:
            return core.collected(binding)
    try:
        binding.info.encode(coder, core, value)
        return OK
    except BaseException as error:
        return core.failed(error)


@extern(FAILED)
def on_decode(token: int, coder: Any) -> int:
    binding: Binding = things[token]
    core = binding.core
    value = binding._strong
    if value is None:
        value = binding.value()
        if value is None:
            return core.collected(binding)
    try:
        binding.info.decode(coder, core, value)
        return OK
    except NotYet:
        return Status.NOT_YET
    except BaseException as error:
        return core.failed(error)


@extern(None)
def on_finished(token: int) -> None:
    binding: Binding = things[token]
    try:
        value = binding.value()
        if value is not None:
            value.finish_restoring()
    except BaseException as error:
        binding.core.failed(error)


@extern(None)
def on_destroy(token: int) -> None:
    binding: Binding = things[token]
    binding.core.by_handle.pop(binding.handle, None)
    binding.drop()


@extern(FAILED)
def on_migrate(token: int, version: int, old: Any, new: Any) -> int:
    table: Table = things[token]
    core, target = table.core, table.info.target
    migrate = getattr(target, "migrate_state", None)
    if migrate is None:
        return Status.UNSUPPORTED
    state = State(Context(old, core, migrates=True))
    try:
        name = f"{target.__qualname__}.migrate_state"
        write_state(Context(new, core), name, migrate(version, state))
        return OK
    except BaseException as error:
        return core.failed(error)
    finally:
        state._close()


# MARK: Shape


def _add(core: Core, children: Any, value: Any, slot: Any = None) -> None:
    handle = core.known(value)
    data = b""
    if slot is not None:
        if not isinstance(slot, str):
            raise TypeError(f"A slot is text, not {type(slot).__qualname__}")
        try:
            data = encode_text(slot)
        except Misfit as misfit:
            raise misfit.exception("A slot") from None
    lib.add_child(children, handle, data, len(data))


@extern(FAILED)
def on_children(token: int, children: Any, selected: Any) -> int:
    binding: Binding = things[token]
    core, value = binding.core, binding.value()
    if value is None:
        return core.collected(binding)
    try:
        listed = value.restorable_children()
        if binding.info.slots:
            for slot, child in listed.items():
                _add(core, children, child, slot)
        else:
            for child in listed:
                _add(core, children, child)
        choose = getattr(value, "selected_child", None)
        chosen = choose() if choose is not None else None
        if chosen is not None:
            selected[0] = core.known(chosen)
        return OK
    except BaseException as error:
        return core.failed(error, logs=True)


@extern(None)
def on_attach(token: int, children: Any, count: int, selected: int) -> None:
    binding: Binding = things[token]
    core, value = binding.core, binding.value()
    attach = getattr(value, "attach_children", None)
    if attach is None:
        return
    try:
        listed: List[Tuple[str, Any]] = []
        for index in range(count):
            slot = children[index].slot
            name = ffi.unpack(slot.bytes, slot.count).decode() if slot.count else ""
            listed.append((name, core.object(children[index].object)))
        chosen = core.object(selected) if selected else None
        attach(dict(listed) if binding.info.slots else [child for _, child in listed], chosen)
    except BaseException as error:
        core.failed(error, logs=True)


@extern(0)
def on_presented(token: int) -> int:
    binding: Binding = things[token]
    core, value = binding.core, binding.value()
    if value is None:
        return 0
    try:
        shown = value.presented_object()
        handle: int = core.known(shown) if shown is not None else 0
        return handle
    except BaseException as error:
        core.failed(error, logs=True)
        return 0


@extern(None)
def on_present(token: int, handle: int) -> None:
    binding: Binding = things[token]
    core, value = binding.core, binding.value()
    if value is None:
        return
    try:
        value.present_object(core.object(handle))
    except BaseException as error:
        core.failed(error, logs=True)


@extern(FAILED)
def on_elements(token: int, elements: Any) -> int:
    binding: Binding = things[token]
    core, value = binding.core, binding.value()
    if value is None:
        return core.collected(binding)
    try:
        for element in value.restorable_elements():
            _add(core, elements, element)
        return OK
    except NotYet:
        return Status.NOT_YET
    except BaseException as error:
        return core.failed(error, logs=True)


@extern(FAILED)
def on_parameters(token: int, coder: Any) -> int:
    parameters = things[token]
    core: Core = parameters.core
    try:
        write_state(Context(coder, core), "make", parameters.values)
        return OK
    except BaseException as error:
        return core.failed(error)


# MARK: Sessions


class Listener:
    """The program's callbacks, and the open session."""

    def __init__(self, functions: Mapping[str, Any]) -> None:
        self.core: Any = None
        self.functions = functions

    def tell(self, name: str, *arguments: Any) -> None:
        function = self.functions.get(name)
        if function is not None:
            try:
                function(*arguments)
            except BaseException as error:
                if self.core is None:
                    logger.error("An exception in %s", name, exc_info=error)
                else:
                    self.core.failed(error, logs=True)


@extern(None)
def on_log(token: int, level: int, message: Any, count: int) -> None:
    line = ffi.unpack(message, count).decode("utf-8", "replace") if count else ""
    logger.log(_LEVELS.get(level, logging.INFO), "%s", line)


@extern(None)
def on_saved(token: int, save: Any) -> None:
    listener: Listener = things[token]
    if listener.core is None:
        return
    listener.core.log_issues(save)
    if listener.functions.get("on_save") is not None:
        listener.tell("on_save", listener.core.reader.save(save))


@extern(None)
def on_settled(token: int) -> None:
    things[token].tell("on_settled")


@extern(None)
def on_reloaded(token: int, plugin: Any) -> None:
    things[token].tell("on_plugin_reloaded", text(plugin))


@extern(None)
def on_arrived(token: int, objects: Any, count: int) -> None:
    listener: Listener = things[token]
    if listener.core is not None:
        found = [listener.core.object(objects[index]) for index in range(count)]
        listener.tell("on_restored_awaited", found)


@extern(None)
def on_signalled(token: int, number: int) -> None:
    things[token].tell("on_signal", number)


@extern(None)
def on_newer_elsewhere(token: int, saves: Any) -> None:
    listener: Listener = things[token]
    if listener.functions.get("on_newer_elsewhere") is not None:
        listener.tell("on_newer_elsewhere", read_saves_elsewhere(saves))


@extern(FAILED)
def on_application(token: int, which: int, coder: Any) -> int:
    listener: Listener = things[token]
    core: Core = listener.core
    application = listener.functions["delegate"]
    try:
        if which == 0:
            return OK if application.should_preserve() else Status.DECLINED
        if which == 1:
            name = f"{type(application).__qualname__}.encode_state"
            write_state(Context(coder, core), name, application.encode_state())
            return OK
        state = State(Context(coder, core))
        try:
            if which == 2:
                return OK if application.should_restore(state) else Status.DECLINED
            application.decode_state(state)
            return OK
        finally:
            state._close()
    except BaseException as error:
        return core.failed(error)


@extern(FAILED)
def on_build(token: int, session: Any) -> int:
    return int(things[token]._built(session))


@extern(None)
def on_dispose(token: int) -> None:
    things[token]._disposed()
