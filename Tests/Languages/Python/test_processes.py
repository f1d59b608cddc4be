"""Real processes, threads and signals."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
import textwrap
import threading
from dataclasses import dataclass
from typing import Any, Dict, List

import pytest

import restorationkit as rk

DESK = """
    import os, signal, sys
    from dataclasses import dataclass
    import restorationkit as rk

    @rk.restorable("Desk")
    @dataclass
    class Desk:
        starts: int = 0
        text: str = ""
"""


@rk.restorable("Desk")
@dataclass
class Desk:
    starts: int = 0


def test_desk_comes_back_after_a_kill(script: Any) -> None:
    source = DESK + """
    with rk.Session("org.example.desk") as session:
        desk = session.add_root("Desk", Desk())
        assert session.restore().not_restored == []
        desk.starts += 1
        session.preserve()
        desk.text = "unsaved"
        print(desk.starts, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    for start in (1, 2, 3):
        assert script.run(source, status=-9).stdout.split() == [str(start)]


def test_class_may_move_from_the_program_into_a_package(script: Any) -> None:
    main = """
    with rk.Session("org.example.desk") as session:
        desk = session.add_root("Desk", Desk())
        assert session.restore().not_restored == []
        desk.starts += 1
        session.preserve()
        print(desk.starts, type(desk).__module__)
    """
    assert script.run(DESK + main).stdout.split() == ["1", "__main__"]
    package = script.folder / "desks"
    package.mkdir()
    (package / "__init__.py").write_text(textwrap.dedent(DESK))
    source = "    import restorationkit as rk\n    from desks import Desk\n" + main
    assert script.run(source).stdout.split() == ["2", "desks"]


LARGE = DESK + """
    import resource

    def open_desk():
        session = rk.Session("org.example.desk")
        return session, session.add_root("Desk", Desk())
"""


def test_full_disk_loses_nothing(script: Any) -> None:
    source = LARGE + """
    session, desk = open_desk()
    with session:
        session.restore()
        desk.starts = 1
        session.preserve()
        # The largest file that the process may write, as a quota has it.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 18, resource.RLIM_INFINITY))
        desk.starts, desk.text = 2, "x" * (1 << 20)
        session.invalidate(desk)
        try:
            session.preserve()
        except rk.DiskFull as error:
            print(error.status.name, bool(error.problem and error.remedy))
        print(session.last_save().status.name, session.has_unsaved_changes)
    session, desk = open_desk()
    with session:
        session.restore()
        print(desk.starts, len(desk.text))
        desk.starts, desk.text = 3, "x" * (1 << 20)
        session.invalidate(desk)
        try:
            session.preserve()
        except rk.DiskFull:
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            session.preserve()
    session, desk = open_desk()
    with session:
        session.restore()
        print(desk.starts, len(desk.text))
    """
    assert script.run(source).stdout.splitlines() == [
        "DISK_FULL True",
        "DISK_FULL True",
        "1 0",
        f"3 {1 << 20}",
    ]


def test_errors_reach_other_processes() -> None:
    for error in (rk.Busy("problem", "place", "remedy", rk.Status.BUSY), rk.Error("problem")):
        sent = pickle.loads(pickle.dumps(error))
        assert type(sent) is type(error) and sent.args == error.args
        assert type(error).__module__ == "restorationkit"


def test_session_that_is_never_closed_ends_with_the_program(script: Any) -> None:
    source = DESK + """
    session = rk.Session("org.example.desk")
    desk = session.add_root("Desk", Desk())
    session.restore()
    desk.starts += 1
    session.preserve()
    print(desk.starts)
    """
    for start in (1, 2):
        finished = script.run(source)
        assert finished.stdout.split() == [str(start)]
        assert "ResourceWarning: The session of org.example.desk was never closed" in finished.stderr
        assert "Error" not in finished.stderr


def test_forked_child_cannot_use_the_session(session: rk.Session) -> None:
    desk = session.add_root("Desk", Desk())
    session.restore()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        told: List[str] = []
        try:
            with session:
                pass
        except rk.Error as error:
            told.append(error.status.name)
        for call in (session.preserve, session.run_pending, lambda: session.invalidate(desk)):
            try:
                call()
            except rk.Error as error:
                told.append(error.status.name)
        session.close()
        try:
            session.preserve()
        except rk.Error as error:
            told.append(str(error))
        os.write(writing, "|".join(told).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read().split("|")
    assert os.waitpid(child, 0)[1] == 0
    assert told == ["FORKED"] * 4 + [
        "The session belongs to the process that forked this one. "
        "Open a session in the child, after the fork."
    ]
    desk.starts = 1
    assert session.preserve().status == rk.Status.OK


def _child(queue: Any) -> None:
    with rk.Session("org.example.child") as session:
        session.add_root("Desk", Desk())
        session.restore()
        session.preserve()
    queue.put("done")


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_child_of_multiprocessing_leaves_the_session_usable(
    session: rk.Session, method: str
) -> None:
    desk = session.add_root("Desk", Desk())
    session.restore()
    context = multiprocessing.get_context(method)
    queue = context.Queue()
    process = context.Process(target=_child, args=(queue,))
    process.start()
    assert queue.get(timeout=60) == "done"
    process.join()
    assert process.exitcode == 0
    desk.starts = 1
    assert session.preserve().status == rk.Status.OK


def test_second_process_finds_the_session_busy(session: rk.Session, script: Any) -> None:
    finished = script.run("""
        import restorationkit as rk
        try:
            rk.Session("org.example.desk")
        except rk.Busy as error:
            print(error)
    """)
    assert finished.stdout.strip()


def test_ctrl_c_in_a_callback_is_raised_by_the_call(script: Any) -> None:
    source = """
        import os, signal, sys
        import restorationkit as rk

        @rk.restorable("Desk")
        class Desk:
            text, interrupts = "", False
            def encode_state(self):
                if self.interrupts:
                    signal.raise_signal(signal.SIGINT)
                return {"text": self.text}
            def decode_state(self, state):
                self.text = state["text"]

        with rk.Session("org.example.desk") as session:
            desk = session.add_root("Desk", Desk())
            session.restore()
            print(desk.text)
            if not desk.text:
                desk.text = "saved"
                session.preserve()
                desk.text, desk.interrupts = "lost", True
                session.invalidate(desk)
                try:
                    session.preserve()
                except KeyboardInterrupt:
                    print("interrupted")
                desk.interrupts = False
                print(session.last_save().issues[0].problem)
    """
    first = script.run(source).stdout
    assert "interrupted" in first and "KeyboardInterrupt" in first
    assert script.run(source).stdout.strip() == "saved"


def test_ctrl_c_from_outside_ends_the_program_as_usual(script: Any, tmp_path: Any) -> None:
    file = tmp_path / "interrupted.py"
    file.write_text(
        "import restorationkit as rk, time, sys\n"
        "@rk.restorable('Desk')\n"
        "class Desk:\n"
        "    def encode_state(self):\n"
        "        print('encoding', flush=True)\n"
        "        time.sleep(60)\n"
        "        return {}\n"
        "    def decode_state(self, state): pass\n"
        "with rk.Session('org.example.desk') as session:\n"
        "    session.add_root('Desk', Desk())\n"
        "    session.restore()\n"
        "    session.preserve()\n"
    )
    process = subprocess.Popen(
        [sys.executable, str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "encoding\n"
    process.send_signal(2)
    _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors and "in encode_state" in errors
    assert process.returncode == -2


def test_other_threads_may_only_invalidate(session: rk.Session) -> None:
    desk = session.add_root("Desk", Desk())
    session.restore()
    session.preserve()
    told: Dict[str, Any] = {}

    def work() -> None:
        for call in (session.preserve, session.run_pending, session.close):
            try:
                call()
            except rk.Error as error:
                told[call.__name__] = error.status
        desk.starts = 5
        session.invalidate(desk)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert set(told.values()) == {rk.Status.WRONG_THREAD} and len(told) == 3
    assert not session.is_closed
    session.preserve()


def test_other_threads_run_during_a_capture(session: rk.Session) -> None:
    entered, answered = threading.Event(), threading.Event()

    @rk.restorable("Waiting")
    class Waiting:
        def encode_state(self) -> Dict[str, Any]:
            entered.set()
            assert answered.wait(60)
            return {}

        def decode_state(self, state: rk.State) -> None:
            pass

    session.add_root("Waiting", Waiting())
    session.restore()
    thread = threading.Thread(target=lambda: (entered.wait(60), answered.set()))
    thread.start()
    assert session.preserve().issues == ()
    thread.join()


def test_session_may_run_on_another_thread(own_directories: None) -> None:
    errors: List[BaseException] = []

    def work() -> None:
        try:
            with rk.Session("org.example.desk") as session:
                session.add_root("Desk", Desk())
                session.restore()
                session.preserve()
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert errors == []
