"""Plans, names, plugins and the rest of a session."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, List, Type

import pytest

import restorationkit as rk
from restorationkit.testing import Program

ROOT = Path(__file__).parents[3]


@rk.restorable("Note")
@dataclass
class Note:
    text: str = ""


@rk.restorable("Desk")
@dataclass
class Desk:
    notes: List[Note] = field(default_factory=list)
    title: str = ""


@rk.restorable("Frame")
@dataclass
class Frame:
    items: List[rk.Object] = field(default_factory=list)


def test_plan_before_any_code_runs(own_directories: None) -> None:
    with rk.Session("org.example.desk", application_version="1.2") as session:
        desk = session.add_root("Desk", Desk())
        session.restore()
        desk.notes.append(session.make("Note", Note, under=desk, text="x"))
        session.preserve()

    with rk.Session("org.example.desk") as session:
        session.add_root("Desk", Desk())
        plan = session.plan()
        report = session.restore()
        with pytest.raises(rk.Error) as caught:
            session.plan()
        launch = session.previous_launch()

    decisions = {entry.path: entry.planned for entry in plan.entries}
    assert decisions == {
        "Desk": rk.Decision.PROGRAM_DECIDES, "Desk/Note": rk.Decision.RESTORE
    }  # fmt: skip
    assert plan.decision == rk.Decision.RESTORE
    assert plan.saved_at is not None and plan.saved_at.tzinfo is not None
    assert (plan.application_version, report.application_version) == ("1.2", "1.2")
    assert report.reason == rk.Reason.LAUNCH
    assert [entry.outcome for entry in report.entries] == [rk.Outcome.RESTORED] * 2
    assert str(report.entries[1]) == "Desk/Note: restored"
    assert caught.value.status == rk.Status.ALREADY_RESTORED
    assert launch.ending == rk.Ending.ORDINARY


def test_only_objects_with_their_state_are_restored() -> None:
    entries = tuple(
        rk.Entry(outcome.name, outcome, rk.Decision.NONE, "", "", "", "", "", 0.0, 0, 0)
        for outcome in rk.Outcome
    )
    report = rk.Report(rk.Reason.LAUNCH, 1, None, "", entries, ())

    restored = {*rk.Outcome} - {entry.outcome for entry in report.not_restored}
    assert restored == {rk.Outcome.RESTORED, rk.Outcome.MIGRATED}


def test_missing_key_is_an_error_and_loses_no_state(own_directories: None, tmp_path: Path) -> None:
    with rk.Session("org.example.desk") as session:
        session.add_root("Desk", Desk(title="kept"))
        session.restore()
        session.preserve()
    keys = tmp_path / "xdg_data_home/restoration/keys"
    keys.rename(tmp_path / "keys")

    with rk.Session("org.example.desk") as session:
        session.add_root("Desk", Desk())
        with pytest.raises(rk.KeyUnavailable) as caught:
            session.restore()
    assert caught.value.status == rk.Status.KEY_UNAVAILABLE and caught.value.remedy

    if keys.exists():
        shutil.rmtree(keys)
    (tmp_path / "keys").rename(keys)
    with rk.Session("org.example.desk") as session:
        desk = session.add_root("Desk", Desk())
        session.restore()
        assert desk.title == "kept"


def test_windows_come_back_by_their_scopes(own_directories: None) -> None:
    with rk.Session("org.example.desk") as session:
        session.restore()
        for scope in ("one", "two"):
            session.add_root("Window", Desk(title=scope), scope=scope)
        session.preserve()

    with rk.Session("org.example.desk") as session:
        scopes = session.scopes("Window")
        windows = [session.add_root("Window", Desk(), scope=scope) for scope in scopes]
        session.restore()
        assert sorted(scopes) == ["one", "two"]
        assert [window.title for window in windows] == scopes


def test_objects_are_renamed_and_moved(start: Any) -> None:
    program: Program[Desk] = start(Desk)
    session, desk = program.session, program.root
    first = session.make("First", Note, under=desk)
    second = session.make("Second", Note, under=desk)
    desk.notes = [first, second]
    session.rename(first, "Renamed")
    session.move(second, None)
    assert session.describe(first).path == "Root/Renamed"
    assert session.describe(second).path == "Second"
    with pytest.raises(rk.Error) as caught:
        session.rename(desk, "Other")
    assert caught.value.status == rk.Status.INVALID
    session.preserve()
    program.relaunch()
    assert isinstance(program.session.find("Root/Renamed"), Note)


def test_made_object_used_as_a_root_is_saved(start: Any) -> None:
    program: Program[Desk] = start(Desk, Note)
    note = program.session.make("Alone", Note, text="root")
    program.session.preserve()
    assert "Alone" not in program.saved_state
    program.session.use_as_root(note)
    program.session.preserve()
    assert "Alone" in program.saved_state


def test_discarded_state_is_gone(own_directories: None) -> None:
    with rk.Session("org.example.desk") as session:
        session.add_root("Desk", Desk(title="x"))
        session.restore()
        session.preserve()
        session.discard()
        assert session.is_closed
    with rk.Session("org.example.desk") as session:
        desk = session.add_root("Desk", Desk())
        session.restore()
        assert desk.title == ""


def test_given_up_state_is_gone(restoration_program: Any) -> None:
    has_class = [True]

    def build(session: rk.Session) -> Frame:
        if has_class[0]:
            session.add_class(Note)
        return session.add_root("Root", Frame())

    program: Program[Any] = restoration_program(build)
    frame = program.root
    frame.items.append(program.session.make("Note", Note, under=frame))
    program.session.preserve()
    has_class[0] = False
    frame = program.relaunch()
    assert frame.items[0].is_unavailable
    assert program.session.give_up("Root/Nothing") == 0
    assert program.session.give_up("Root/Note") == 1
    assert program.session.give_up("Root/Note") == 0


def compile_dial(library: Path) -> None:
    """Compiles a plugin in C."""
    headers = ROOT / "Sources/PluginSDK/CRestorationPlugin/include"
    subprocess.run(
        ["cc", "-std=c11", "-shared", "-fPIC", "-fvisibility=hidden", f"-I{headers}",
         str(ROOT / "Tests/Fixtures/Hosts/Plugins/dial.c"), "-o", str(library)],
        check=True,
    )  # fmt: skip


@pytest.fixture
def plugins(tmp_path: Path) -> Path:
    """A folder with a plugin in C."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    folder = tmp_path / "plugins"
    folder.mkdir()
    compile_dial(folder / "libdial.so")
    return folder


def open_frame(plugins: Path) -> rk.Session:
    return rk.Session("org.example.app", plugin_directories=[plugins])


def test_plugin_objects_are_made_called_and_restored(own_directories: None, plugins: Path) -> None:
    with open_frame(plugins) as session:
        frame = session.add_root("Frame", Frame())
        session.restore()
        dial = session.make("DialC", under=frame)
        frame.items.append(dial)
        assert session.plugins() == ["org.example.dial.c"]
        assert session.plugin_faults() == []
        assert dial.call("zoom") == 1.0
        assert dial.call("setZoom", 2.5) is None
        assert dial.get("zoom") == 2.5
        dial.set("zoom", 3.0)
        assert dial.call("zoom") == 3.0
        assert dial.path == "Frame/DialC" and not dial.is_unavailable
        assert dial.describe().plugin == "org.example.dial.c"
        with pytest.raises(rk.Error) as caught:
            dial.call("turn")
        assert caught.value.status == rk.Status.ABSENT
        with pytest.raises(rk.Error) as caught:
            dial.call("setZoom", "text")
        assert caught.value.status == rk.Status.MISMATCH
        with pytest.raises(TypeError, match="argument 1: methods and properties take no set"):
            dial.call("setZoom", {1})
        with pytest.raises(rk.Error) as caught:
            dial.interface("org.example.none/1")
        assert caught.value.status == rk.Status.UNSUPPORTED
        with pytest.raises(AttributeError, match="zoom: an object of a plugin has call"):
            dial.zoom
        session.preserve()

    (plugins / "libdial.so").rename(plugins.parent / "libdial.so")
    with open_frame(plugins) as session:
        frame = session.add_root("Frame", Frame())
        (entry,) = session.restore().not_restored
        assert entry.outcome == rk.Outcome.RETAINED and "not installed" in entry.problem
        assert frame.items[0].is_unavailable
        frame.items = list(frame.items)
        session.preserve()
        (plugins.parent / "libdial.so").rename(plugins / "libdial.so")
        session.plugins_changed()
        found = session.find("Frame/DialC")
        assert found.call("zoom") == 3.0


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_exception_in_the_listener_of_reloads_loses_nothing(
    own_directories: None, plugins: Path, caplog: pytest.LogCaptureFixture,
    error: Type[BaseException],
) -> None:  # fmt: skip
    def listen(plugin: str) -> None:
        raise error(f"of the listener to {plugin}")

    with rk.Session(
        "org.example.app", plugin_directories=[plugins], on_plugin_reloaded=listen
    ) as session:
        frame = session.add_root("Frame", Frame())
        session.restore()
        dial = session.make("DialC", under=frame)
        frame.items.append(dial)
        dial.call("setZoom", 2.5)
        compile_dial(plugins / "libdial.so")
        if error is ValueError:
            session.reload_plugin("org.example.dial.c")
            assert "of the listener to org.example.dial.c" in caplog.text
        else:
            with pytest.raises(KeyboardInterrupt, match="of the listener to org.example.dial.c"):
                session.reload_plugin("org.example.dial.c")
        assert dial.call("zoom") == 2.5
        session.preserve()

    with open_frame(plugins) as session:
        frame = session.add_root("Frame", Frame())
        session.restore()
        assert frame.items[0].call("zoom") == 2.5


def test_closed_session_ends_its_objects(own_directories: None, plugins: Path) -> None:
    with open_frame(plugins) as session:
        frame = session.add_root("Frame", Frame())
        session.restore()
        dial = session.make("DialC", under=frame)
    with pytest.raises(rk.Closed):
        dial.call("zoom")
    assert repr(dial) == "<restorationkit.Object>"


def test_library_objects_need_a_binding(session: rk.Session) -> None:
    session.restore()
    with pytest.raises(rk.Error) as caught:
        session.adopt("org.example.nothing", 4096)
    assert caught.value.status == rk.Status.FAILED
    with pytest.raises(TypeError, match="str is not a pointer, address or GObject"):
        session.adopt("org.example.nothing", "text")
