"""The lifetimes of objects and sessions."""

from __future__ import annotations

import gc
import logging
import os
import sys
import threading
import tracemalloc
import weakref
from dataclasses import dataclass, field
from typing import Any, Dict, List

import pytest

import restorationkit as rk
from restorationkit.testing import Ending, Program


@rk.restorable("Item")
@dataclass
class Item:
    text: str = ""


@rk.restorable("Desk")
@dataclass
class Desk:
    items: List[Item] = field(default_factory=list)
    others: List[rk.Object] = field(default_factory=list)


def test_leaving_the_block_saves_nothing(own_directories: None) -> None:
    for raises in (False, True):
        try:
            with rk.Session("org.example.desk") as session:
                item = session.add_root("Item", Item())
                session.restore()
                assert item.text == ""
                item.text = "unsaved"
                session.invalidate(item)
                if raises:
                    raise RuntimeError
        except RuntimeError:
            pass


def test_closed_session_says_so(own_directories: None) -> None:
    item = Item()
    with rk.Session("org.example.desk") as session:
        session.add_root("Item", item)
    assert session.is_closed
    session.close()
    for call in (session.preserve, session.run_pending, session.fileno, session.timeout):
        with pytest.raises(rk.Closed, match="The session is closed"):
            call()
    with pytest.raises(rk.Closed):
        session.invalidate(item)
    with pytest.raises(rk.Closed):
        session.add_root("Item", item)
    with pytest.raises(rk.Closed), session:
        pass


def test_second_session_of_an_application_is_busy(session: rk.Session) -> None:
    with pytest.raises(rk.Busy) as caught:
        rk.Session("org.example.desk")
    assert caught.value.status == rk.Status.BUSY
    assert caught.value.problem and caught.value.remedy


def test_object_is_added_once(session: rk.Session) -> None:
    item = session.add_root("Item", Item())
    with pytest.raises(rk.Error, match="Other: The session knows this Item already"):
        session.add_root("Other", item)


def test_session_holds_roots_and_registers_weakly(session: rk.Session) -> None:
    root = weakref.ref(session.add_root("Root", Item()))
    item = session.register("Item", Item())
    child = session.add_child("Child", Item(), root())
    registered, children = weakref.ref(item), weakref.ref(child)
    del item, child
    gc.collect()
    assert root() is not None and children() is not None
    assert registered() is None


def test_collected_object_is_forgotten_and_its_place_is_free(start: Any) -> None:
    program: Program[Desk] = start(Desk)
    session, desk = program.session, program.root
    item = session.register("Item", Item("first"))
    desk.items.append(item)
    session.preserve()
    del item
    desk.items.clear()
    gc.collect()

    # The finaliser has only queued the object. The name is free because `register` first removes
    # queued objects from the session.
    again = session.register("Item", Item("second"))
    desk.items.append(again)
    assert session.preserve().issues == ()
    assert session.find("Item") is again


def test_finaliser_may_run_on_any_thread_and_inside_callbacks(start: Any) -> None:
    kept: List[Any] = []

    @rk.restorable("Dropping")
    class Dropping:
        def encode_state(self) -> Dict[str, Any]:
            kept.clear()
            gc.collect()
            return {}

        def decode_state(self, state: rk.State) -> None:
            pass

    program: Program[Any] = start(Dropping)
    session = program.session
    kept.append(session.register("Inside", Item()))
    assert not any("collected" in issue.problem for issue in session.preserve().issues)
    assert session.find("Inside") is None

    kept.append(session.register("Thread", Item()))
    thread = threading.Thread(target=kept.clear)
    thread.start()
    thread.join()
    gc.collect()
    assert session.find("Thread") is None


def test_object_with_slots_and_no_weakref_slot_is_refused(session: rk.Session) -> None:
    @rk.restorable("Slotted")
    class Slotted:
        __slots__ = ("x",)

        def encode_state(self) -> Dict[str, Any]:
            return {}

        def decode_state(self, state: rk.State) -> None:
            pass

    session.add_root("Root", Slotted())  # the session holds roots strongly
    with pytest.raises(TypeError, match="Slotted has slots, so that the session cannot refer"):
        session.register("Item", Slotted())


def test_equal_objects_are_told_apart(start: Any) -> None:
    program: Program[Desk] = start(Desk)
    session, desk = program.session, program.root
    for _ in range(2):
        desk.items.append(session.make("Item", Item, under=desk, text="same"))
    session.preserve()
    first, second = program.relaunch().items
    assert first == second and first is not second


def test_made_object_lives_until_it_is_removed(start: Any) -> None:
    program: Program[Desk] = start(Desk)
    session, desk = program.session, program.root
    made = session.make("Item", Item, under=desk, text="cut")
    desk.items.append(made)
    session.preserve()
    desk.items.clear()
    session.preserve()  # cut, and not pasted yet
    desk.items.append(made)
    assert session.preserve().issues == ()
    assert [item.text for item in program.relaunch().items] == ["cut"]

    session, desk = program.session, program.root
    reference = weakref.ref(desk.items[0])
    session.remove(desk.items.pop())
    session.preserve()
    session.run_pending()
    gc.collect()
    assert reference() is None
    assert program.relaunch().items == []


def test_removed_root_ends_at_the_next_save(restoration_program: Any) -> None:
    def build(session: rk.Session) -> List[Item]:
        return [session.add_root(name, Item()) for name in ("A", "B")]

    program: Program[List[Item]] = restoration_program(build)
    first, second = program.root
    first.text = second.text = "x"
    program.session.preserve()
    program.session.remove(second)
    with pytest.raises(rk.Error, match="The session does not know this Item"):
        program.session.invalidate(second)
    program.session.preserve()
    assert [item.text for item in program.relaunch()] == ["x", ""]


def test_closing_frees_everything(own_directories: None) -> None:
    desk = Desk()
    before = sys.getrefcount(desk)
    with rk.Session("org.example.desk") as session:
        session.add_root("Desk", desk)
        session.restore()
        made = session.make("Item", Item, under=desk)
        reference = weakref.ref(made)
        desk.items.append(made)
        session.preserve()
        assert sys.getrefcount(desk) > before
        del made
        desk.items.clear()
    gc.collect()
    assert sys.getrefcount(desk) == before
    assert reference() is None


def test_sessions_leak_no_memory(
    own_directories: None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "restorationkit")  # caplog would keep each record

    def life() -> None:
        saves: List[rk.Save] = []
        with rk.Session("org.example.desk", on_save=saves.append) as session:
            desk = session.add_root("Desk", Desk())
            session.register("Collected", Item())
            session.restore()
            desk.items.append(session.make("Item", Item, under=desk, text="x"))
            if len(desk.items) > 3:
                session.remove(desk.items.pop(0))
            session.preserve()
            assert saves and session.report.entries is not None
        with Program(lambda session: session.add_root("Item", Item())) as program:
            program.relaunch(Ending.CLEAN)

    sessions = int(os.environ.get("RESTORATION_SESSIONS", "100"))
    for _ in range(20):
        life()
    gc.collect()
    blocks = sys.getallocatedblocks()
    for _ in range(sessions):
        life()
    gc.collect()
    assert sys.getallocatedblocks() - blocks < sessions

    tracemalloc.start()
    first = tracemalloc.take_snapshot()
    for _ in range(20):
        life()
    gc.collect()
    second = tracemalloc.take_snapshot()
    tracemalloc.stop()
    ours = [
        line
        for line in second.compare_to(first, "lineno")
        if "restorationkit" in line.traceback[0].filename and line.count_diff >= 10
    ]
    assert ours == []


def test_each_ending_keeps_the_promised_state(start: Any) -> None:
    program: Program[Item] = start(Item)
    program.root.text = "unsaved"
    assert program.relaunch(Ending.KILLED).text == ""
    program.root.text = "saved"
    assert program.relaunch(Ending.CLEAN).text == "saved"
    assert "saved" in program.saved_state or program.saved_state
    assert program.relaunch(Ending.FORCE_QUIT).text == ""
    program.terminate()
    with pytest.raises(rk.Closed, match="No launch runs"):
        program.session
    assert program.launch().text == ""
