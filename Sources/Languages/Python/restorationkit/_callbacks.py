"""The functions that the library calls: on a session's thread, inside a call of the program.

None lets an exception out. cffi would print it and go on.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Callable, List, Tuple, TypeVar

from ._classes import ClassInfo
from ._errors import NotYet, Status, text
from ._library import ffi, lib
from ._objects import Binding, Creation, Table, things
from ._state import State, write_state
from ._values import Context, Misfit, encode_text

if TYPE_CHECKING:
    from ._session import Session

F = TypeVar("F", bound=Callable[..., Any])
logger = logging.getLogger("restorationkit")
_LEVELS = {1: logging.DEBUG, 2: logging.INFO, 3: logging.WARNING, 4: logging.ERROR}
OK, FAILED = int(Status.OK), int(Status.FAILED)


def extern(error: Any) -> Callable[[F], F]:
    """Makes a function the one that C calls by its name. `error` is the result after an exception
    outside the function's own ``try``, as Ctrl-C raises it."""

    def decorate(function: F) -> F:
        return ffi.def_extern(function.__name__, error, _escape)(function)

    return decorate


def _escape(kind: Any, error: BaseException, trace: Any) -> None:
    thing = things.get(trace.tb_frame.f_locals.get("token")) if trace else None
    session = getattr(thing, "session", None)
    if session is None:
        logger.error("An exception in a callback", exc_info=error)
    else:
        session._failed(error)


# MARK: Objects


@extern(-FAILED)
def on_create(token: int, handle: int, has_parameters: int, request: Any) -> int:
    table: Table = things[token]
    session, info = table.session, table.info
    if has_parameters or info.make is not None:
        return _create(session, info, handle, request)
    try:
        return session._created(info, info.create(None), handle).token
    except BaseException as error:
        return -session._failed(error)


def _create(session: Session, info: ClassInfo, handle: int, request: Any) -> int:
    creation = Creation(session, request)
    try:
        value = info.create(creation)
        if value is None:
            return -Status.DECLINED
        token = session._created(info, value, handle).token
        session._creations.pop(handle, None)
        return token
    except NotYet:
        assert creation.path  # which is lent, too
        session._creations[handle] = creation
        return -Status.NOT_YET
    except BaseException as error:
        return -session._failed(error)
    finally:
        creation._close()


@extern(None)
def on_cancelled(token: int, handle: int) -> None:
    session = things[token].session
    creation = session._creations.pop(handle, None)
    if creation is not None and creation.on_cancel is not None:
        try:
            creation.on_cancel()
        except BaseException as error:
            session._failed(error)


@extern(FAILED)
def on_encode(token: int, coder: Any) -> int:
    binding: Binding = things[token]
    session = binding.session
    value = binding._strong
    if value is None:
        value = binding.value()
        if value is None:
            return session._collected(binding)
    try:
        binding.info.encode(coder, session, value)
        return OK
    except BaseException as error:
        return session._failed(error)


@extern(FAILED)
def on_decode(token: int, coder: Any) -> int:
    binding: Binding = things[token]
    session = binding.session
    value = binding._strong
    if value is None:
        value = binding.value()
        if value is None:
            return session._collected(binding)
    try:
        binding.info.decode(coder, session, value)
        return OK
    except NotYet:
        return Status.NOT_YET
    except BaseException as error:
        return session._failed(error)


@extern(None)
def on_finished(token: int) -> None:
    binding: Binding = things[token]
    try:
        value = binding.value()
        if value is not None:
            value.finish_restoring()
    except BaseException as error:
        binding.session._failed(error)


@extern(None)
def on_destroy(token: int) -> None:
    binding: Binding = things[token]
    binding.session._by_handle.pop(binding.handle, None)
    binding.drop()


@extern(FAILED)
def on_migrate(token: int, version: int, old: Any, new: Any) -> int:
    table: Table = things[token]
    session, target = table.session, table.info.target
    migrate = getattr(target, "migrate_state", None)
    if migrate is None:
        return Status.UNSUPPORTED
    state = State(Context(old, session, migrates=True))
    try:
        name = f"{target.__qualname__}.migrate_state"
        write_state(Context(new, session), name, migrate(version, state))
        return OK
    except BaseException as error:
        return session._failed(error)
    finally:
        state.close()


# MARK: Shape


def _add(session: Session, children: Any, value: Any, slot: Any = None) -> None:
    handle = session._known(value)
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
    session, value = binding.session, binding.value()
    if value is None:
        return session._collected(binding)
    try:
        listed = value.restorable_children()
        if binding.info.slots:
            for slot, child in listed.items():
                _add(session, children, child, slot)
        else:
            for child in listed:
                _add(session, children, child)
        choose = getattr(value, "selected_child", None)
        chosen = choose() if choose is not None else None
        if chosen is not None:
            selected[0] = session._known(chosen)
        return OK
    except BaseException as error:
        return session._failed(error, logs=True)


@extern(None)
def on_attach(token: int, children: Any, count: int, selected: int) -> None:
    binding: Binding = things[token]
    session, value = binding.session, binding.value()
    attach = getattr(value, "attach_children", None)
    if attach is None:
        return
    try:
        listed: List[Tuple[str, Any]] = []
        for index in range(count):
            slot = children[index].slot
            name = ffi.unpack(slot.bytes, slot.count).decode() if slot.count else ""
            listed.append((name, session._object(children[index].object)))
        chosen = session._object(selected) if selected else None
        attach(dict(listed) if binding.info.slots else [child for _, child in listed], chosen)
    except BaseException as error:
        session._failed(error, logs=True)


@extern(0)
def on_presented(token: int) -> int:
    binding: Binding = things[token]
    session, value = binding.session, binding.value()
    if value is None:
        return 0
    try:
        shown = value.presented_object()
        handle: int = session._known(shown) if shown is not None else 0
        return handle
    except BaseException as error:
        session._failed(error, logs=True)
        return 0


@extern(None)
def on_present(token: int, handle: int) -> None:
    binding: Binding = things[token]
    session, value = binding.session, binding.value()
    if value is None:
        return
    try:
        value.present_object(session._object(handle))
    except BaseException as error:
        session._failed(error, logs=True)


@extern(FAILED)
def on_elements(token: int, elements: Any) -> int:
    binding: Binding = things[token]
    session, value = binding.session, binding.value()
    if value is None:
        return session._collected(binding)
    try:
        for element in value.restorable_elements():
            _add(session, elements, element)
        return OK
    except NotYet:
        return Status.NOT_YET
    except BaseException as error:
        return session._failed(error, logs=True)


@extern(FAILED)
def on_parameters(token: int, coder: Any) -> int:
    parameters = things[token]
    session: Session = parameters.session
    try:
        write_state(Context(coder, session), "make", parameters.values)
        return OK
    except BaseException as error:
        return session._failed(error)


# MARK: Sessions


class Listener:
    """The functions of the program that a session calls, and the session that is open."""

    def __init__(self, **functions: Any) -> None:
        self.session: Any = None
        self.functions = functions

    def tell(self, name: str, *arguments: Any) -> None:
        function = self.functions.get(name)
        if function is not None:
            try:
                function(*arguments)
            except BaseException as error:
                if self.session is None:
                    logger.error("An exception in %s", name, exc_info=error)
                else:
                    self.session._failed(error, logs=True)


@extern(None)
def on_log(token: int, level: int, message: Any, count: int) -> None:
    line = ffi.unpack(message, count).decode("utf-8", "replace") if count else ""
    logger.log(_LEVELS.get(level, logging.INFO), "%s", line)


@extern(None)
def on_saved(token: int, save: Any) -> None:
    listener: Listener = things[token]
    if listener.session is not None and listener.functions.get("on_save") is not None:
        listener.tell("on_save", listener.session._reader.save(save))


@extern(None)
def on_settled(token: int) -> None:
    things[token].tell("on_settled")


@extern(None)
def on_reloaded(token: int, plugin: Any) -> None:
    things[token].tell("on_plugin_reloaded", text(plugin))


@extern(None)
def on_arrived(token: int, objects: Any, count: int) -> None:
    listener: Listener = things[token]
    if listener.session is not None:
        found = [listener.session._object(objects[index]) for index in range(count)]
        listener.tell("on_restored_awaited", found)


@extern(None)
def on_signalled(token: int, number: int) -> None:
    things[token].tell("on_signal", number)


@extern(FAILED)
def on_application(token: int, which: int, coder: Any) -> int:
    listener: Listener = things[token]
    session: Session = listener.session
    application = listener.functions["delegate"]
    try:
        if which == 0:
            return OK if application.should_preserve() else Status.DECLINED
        if which == 1:
            name = f"{type(application).__qualname__}.encode_state"
            write_state(Context(coder, session), name, application.encode_state())
            return OK
        state = State(Context(coder, session))
        try:
            if which == 2:
                return OK if application.should_restore(state) else Status.DECLINED
            application.decode_state(state)
            return OK
        finally:
            state.close()
    except BaseException as error:
        return session._failed(error)


@extern(FAILED)
def on_build(token: int, session: Any) -> int:
    return int(things[token]._built(session))


@extern(None)
def on_dispose(token: int) -> None:
    things[token]._disposed()
