"""asyncio, GLib and signals drive a session."""

from __future__ import annotations

import asyncio
import ctypes
import select
import signal
import sys
import threading
import types
from dataclasses import dataclass
from typing import Any, Dict, List, Type

import pytest

import restorationkit as rk


@rk.restorable("Desk")
@dataclass
class Desk:
    starts: int = 0


def open_session(saves: List[rk.Save], **options: Any) -> rk.Session:
    return rk.Session("org.example.desk", autosave=0.02, on_save=saves.append, **options)


async def until(saves: List[rk.Save]) -> None:
    while not saves:
        await asyncio.sleep(0.005)


def test_running_loop_saves_changes_of_any_thread(own_directories: None) -> None:
    async def main() -> None:
        saves: List[rk.Save] = []
        with open_session(saves) as session:
            desk = session.add_root("Desk", Desk())
            session.restore()
            task = asyncio.ensure_future(session.run())
            await asyncio.sleep(0)
            for changed in (1, 2):
                desk.starts = changed
                if changed == 1:
                    session.invalidate(desk)
                else:
                    thread = threading.Thread(target=session.invalidate, args=[desk])
                    thread.start()
                    thread.join()
                await asyncio.wait_for(until(saves), 60)
                assert saves[-1].status == rk.Status.OK
                saves.clear()
            assert not session.has_unsaved_changes
            with pytest.raises(RuntimeError, match="driven by another task"):
                await session.run()
            session.close()
            await asyncio.wait_for(task, 60)

    asyncio.run(main())


def test_cancelled_task_saves_pending_changes(own_directories: None) -> None:
    async def main() -> None:
        with rk.Session("org.example.desk", autosave=600) as session:
            desk = session.add_root("Desk", Desk())
            session.restore()
            session.preserve()
            task = asyncio.ensure_future(session.run())
            await asyncio.sleep(0)
            desk.starts = 7
            session.invalidate(desk)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert not session.has_unsaved_changes

    asyncio.run(main())
    with rk.Session("org.example.desk") as session:
        desk = session.add_root("Desk", Desk())
        session.restore()
        assert desk.starts == 7


def test_cancelled_task_is_cancelled_even_if_its_save_fails(
    own_directories: None, caplog: pytest.LogCaptureFixture
) -> None:
    class Application:
        def should_preserve(self) -> bool:
            return False

    async def main() -> None:
        with rk.Session("org.example.desk", autosave=600, delegate=Application()) as session:
            desk = session.add_root("Desk", Desk())
            session.restore()
            task = asyncio.ensure_future(session.run())
            await asyncio.sleep(0)
            session.invalidate(desk)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(main())
    assert "The save before the end failed" in caplog.text


def test_ctrl_c_saves_what_is_due_in_a_running_loop(script: Any) -> None:
    source = """
        import asyncio, os, signal, threading
        from dataclasses import dataclass
        import restorationkit as rk

        @rk.restorable("Desk")
        @dataclass
        class Desk:
            starts: int = 0

        async def main(session, desk):
            desk.starts += 1
            session.invalidate(desk)
            threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()
            await session.run()

        with rk.Session("org.example.desk", autosave=600) as session:
            desk = session.add_root("Desk", Desk())
            session.restore()
            print(desk.starts)
            try:
                asyncio.run(main(session, desk))
            except KeyboardInterrupt:
                print("interrupted")
    """
    assert script.run(source).stdout.split() == ["0", "interrupted"]
    assert script.run(source).stdout.split() == ["1", "interrupted"]


def test_session_saves_in_a_select_loop(own_directories: None) -> None:
    saves: List[rk.Save] = []
    with open_session(saves) as session:
        desk = session.add_root("Desk", Desk())
        session.restore()
        session.invalidate(desk)
        for _ in range(20):
            timeout = session.timeout()
            select.select([session], [], [], 5 if timeout is None else timeout)
            session.run_pending()
            if saves:
                break
        assert saves[0].status == rk.Status.OK


def test_glib_loop_drives_the_session(
    own_directories: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    glib = ctypes.CDLL("libglib-2.0.so.0", mode=ctypes.RTLD_GLOBAL)
    # A program with PyGObject has this module, and the session attaches by itself.
    monkeypatch.setitem(sys.modules, "gi.repository.GLib", types.ModuleType("GLib"))
    saves: List[rk.Save] = []
    with open_session(saves) as session:
        desk = session.add_root("Desk", Desk())
        session.restore()
        session.invalidate(desk)
        for _ in range(20):
            glib.g_main_context_iteration(None, 1)
            if saves:
                break
        assert saves[0].status == rk.Status.OK
        session.detach_from_glib()


def test_main_loop_of_pygobject_drives_the_session(script: Any) -> None:
    pytest.importorskip("gi")
    source = """
        from dataclasses import dataclass
        from gi.repository import GLib
        import restorationkit as rk

        @rk.restorable("Desk")
        @dataclass
        class Desk:
            starts: int = 0

        loop = GLib.MainLoop()
        with rk.Session("org.example.desk", autosave=0.02, on_save=lambda _: loop.quit()) as session:
            desk = session.add_root("Desk", Desk())
            session.restore()
            desk.starts += 1
            session.invalidate(desk)
            loop.run()
            print(desk.starts, session.last_save().status.name)
    """
    assert script.run(source).stdout == "1 OK\n"
    assert script.run(source).stdout == "2 OK\n"


def test_ctrl_c_in_a_callback_of_a_glib_loop_is_raised_by_the_next_call(
    own_directories: None, caplog: pytest.LogCaptureFixture
) -> None:
    @rk.restorable("Interrupted")
    class Interrupted:
        interrupts = False

        def encode_state(self) -> Dict[str, Any]:
            if self.interrupts:
                raise KeyboardInterrupt
            return {}

        def decode_state(self, state: rk.State) -> None:
            pass

    glib = ctypes.CDLL("libglib-2.0.so.0", mode=ctypes.RTLD_GLOBAL)
    with open_session([]) as session:
        root = session.add_root("Root", Interrupted())
        session.restore()
        session.preserve()
        session.attach_to_glib()
        root.interrupts = True
        session.invalidate(root)
        for _ in range(20):
            glib.g_main_context_iteration(None, 1)
            if "KeyboardInterrupt" in caplog.text:
                break
        with pytest.raises(KeyboardInterrupt):
            session.run_pending()


def test_signal_saves_before_the_handler_runs(own_directories: None) -> None:
    heard: List[int] = []
    saves: List[rk.Save] = []
    with rk.Session(
        "org.example.desk", autosave=600, on_signal=heard.append, on_save=saves.append
    ) as session:
        desk = session.add_root("Desk", Desk())
        session.restore()
        session.handle_signals(signal.SIGTERM)
        desk.starts = 3
        session.invalidate(desk)
        signal.raise_signal(signal.SIGTERM)
        for _ in range(20):
            timeout = session.timeout()
            select.select([session], [], [], 5 if timeout is None else timeout)
            session.run_pending()
            if heard:
                break
        assert heard == [signal.SIGTERM]
        assert not session.has_unsaved_changes
        session.handle_signals()


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_exception_in_the_handler_of_a_signal_comes_after_the_save(
    own_directories: None, caplog: pytest.LogCaptureFixture, error: Type[BaseException]
) -> None:
    def handle(number: int) -> None:
        raise error("of the handler")

    with rk.Session("org.example.desk", autosave=600, on_signal=handle) as session:
        desk = session.add_root("Desk", Desk())
        session.restore()
        session.handle_signals(signal.SIGTERM)
        desk.starts = 3
        session.invalidate(desk)
        signal.raise_signal(signal.SIGTERM)
        try:
            for _ in range(20):
                select.select([session], [], [], 0.05)
                session.run_pending()
                if "of the handler" in caplog.text:
                    break
        except KeyboardInterrupt as interrupt:
            assert error is KeyboardInterrupt and str(interrupt) == "of the handler"
        else:
            assert error is ValueError and "of the handler" in caplog.text
        assert not session.has_unsaved_changes

    with rk.Session("org.example.desk") as session:
        desk = session.add_root("Desk", Desk())
        session.restore()
        assert desk.starts == 3


def test_exception_in_a_listener_is_logged_and_ctrl_c_is_raised(
    own_directories: None, caplog: pytest.LogCaptureFixture
) -> None:
    errors: List[BaseException] = [ValueError("of the listener"), KeyboardInterrupt()]

    def listen(save: rk.Save) -> None:
        raise errors.pop(0)

    with rk.Session("org.example.desk", on_save=listen) as session:
        desk = session.add_root("Desk", Desk())
        session.restore()
        session.preserve_in_background()
        for _ in range(20):
            select.select([session], [], [], 0.05)
            session.run_pending()
            if len(errors) == 1:
                break
        assert "of the listener" in caplog.text
        desk.starts = 2
        session.invalidate(desk)
        session.preserve_in_background()
        with pytest.raises(KeyboardInterrupt):
            for _ in range(20):
                select.select([session], [], [], 0.05)
                session.run_pending()
