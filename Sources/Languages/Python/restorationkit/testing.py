"""Tests of a program's restoration: launches and ends it repeatedly in one process, without files
and without waiting.

.. code-block:: python

    def build(session):
        return session.add_root("Desk", Desk())

    with Program(build) as program:
        program.root.starts = 5
        program.session.preserve()
        assert program.relaunch().starts == 5

The state is in memory, the clock stands still, and saves are audited.
"""

from __future__ import annotations

import enum
import inspect
import logging
from typing import Any, Callable, Generic, Optional, TypeVar

from ._core import Core
from ._errors import Status, last_error, make_error
from ._library import ffi, lib
from ._objects import new_token, things
from ._reports import Report
from ._options import Options
from ._session import Session
from ._text import text, to_text

T = TypeVar("T")
logger = logging.getLogger("restorationkit")


class Ending(enum.Enum):
    """How a launch ends."""

    #: It saves and closes.
    CLEAN = 0
    #: By SIGKILL: unsaved changes are lost.
    KILLED = 1
    #: The power fails while a save is written.
    POWER_LOSS = 2
    #: The user discards the state.
    FORCE_QUIT = 3


class Program(Generic[T]):
    """A program under test. Leaving its ``with`` block ends it.

    :param build: adds roots and classes to the session of a launch, before it restores. Its result
        is the program's `root`.
    :param options: the keywords of `restorationkit.Session`, without directories of state.
    """

    def __init__(
        self,
        build: Callable[[Session], T],
        application: str = "org.example.program",
        **options: Any,
    ) -> None:
        self._build = build
        given = inspect.signature(Session).bind(application, **options)
        given.apply_defaults()
        self._options = Options(given.arguments)
        self._token = new_token(self)
        self._table = ffi.new("restoration_test_program *")
        lib.fill_program(self._table, self._token)
        self._application = application
        self._core: Optional[Core] = None
        self._session: Optional[Session] = None
        self._root: Optional[T] = None
        self._error: Optional[BaseException] = None
        self._test = lib.restoration_test_begin_version(
            lib.RESTORATION_ABI_VERSION,
            to_text(application, "The id of the application"),
            self._options.pointer,
            self._table,
        )
        if self._test == ffi.NULL:
            things.pop(self._token, None)
            raise last_error()
        try:
            self.launch()
        except BaseException:
            self.end()
            raise

    # The library calls these two.

    def _built(self, pointer: Any) -> int:
        self._core = Core(self._application, pointer, self._options, is_tested=True)
        self._session = Session.__new__(Session)
        self._session._core = self._core
        try:
            self._root = self._build(self._session)
            return Status.OK
        except BaseException as error:
            self._error = error
            self._core.failed(error)
            return Status.FAILED

    def _disposed(self) -> None:
        core, self._core, self._session, self._root = self._core, None, None, None
        if core is not None:
            # The next launch has the same options.
            core.options = None
            core.end()
            self._options.listener.core = None

    def _launched(self, pointer: Any) -> T:
        error, self._error = self._error, None
        core = self._core
        if core is None or error is not None or pointer == ffi.NULL:
            found = error or last_error()
            self._disposed()
            raise found
        if core.escaped is not None:
            escaped, core.escaped = core.escaped, None
            raise escaped
        core.hold()
        return self.root

    @property
    def session(self) -> Session:
        """The session of the running launch."""
        if self._session is None:
            raise make_error(Status.CLOSED, "No launch runs", remedy="Call launch() first.")
        return self._session

    @property
    def root(self) -> T:
        """The result of ``build`` in the running launch."""
        self.session
        return self._root  # type: ignore[return-value]

    @property
    def report(self) -> Report:
        """The outcome of every object in the running launch."""
        return self.session.report

    def launch(self) -> T:
        """Launches the program, and returns the result of ``build`` once it has restored."""
        return self._launched(lib.restoration_test_launch(self._test))

    def terminate(self, ending: Ending = Ending.KILLED) -> None:
        """Ends the running launch. After an error the launch continues."""
        if lib.restoration_test_terminate(self._test, ending.value):
            raise last_error()

    def relaunch(self, ending: Ending = Ending.KILLED) -> T:
        """Ends the running launch, and starts the next one."""
        self.terminate(ending)
        return self.launch()

    def advance(self, seconds: float) -> None:
        """Advances the clock, and does the work that is due then."""
        self.session._core.call(_advance, self._test, round(seconds * 1000))

    @property
    def saved_state(self) -> str:
        """The state that a launch would restore, as text for comparison; "" without saved
        state."""
        place = ffi.new("char **")
        if lib.restoration_test_saved_state(self._test, place):
            error = last_error()
            if error.status == Status.ABSENT:
                return ""
            raise error
        try:
            return text(place[0])
        finally:
            lib.restoration_free(place[0])

    def end(self) -> None:
        """Ends the test, and the running launch as if killed."""
        test, self._test = self._test, ffi.NULL
        if test != ffi.NULL:
            lib.restoration_test_end(test)
            self._disposed()
            things.pop(self._token, None)
            things.pop(self._options.token, None)

    def __enter__(self) -> Program[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


def _advance(_session: Any, test: Any, milliseconds: int) -> int:
    status: int = lib.restoration_test_advance(test, milliseconds)
    return status


__all__ = ["Ending", "Program"]
