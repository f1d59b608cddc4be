"""Objects of C libraries that a binding reads and writes."""

from __future__ import annotations

import ctypes
import gc
import json
import shutil
import subprocess
import weakref
from pathlib import Path
from typing import Any, Dict

import pytest

import restorationkit as rk

ROOT = Path(__file__).parents[3]
CLASSES: Dict[str, Any] = {
    "org.example.actions": {
        "id": "Action",
        "identifier": "g_action_get_name(object) -> string",
        "adopt": "g_object_ref(object)",
        "release": "g_object_unref(object)",
        "state": [{
            "key": "enabled",
            "get": "g_action_get_enabled(object) -> int32",
            "set": "g_simple_action_set_enabled(object, int32)",
        }],
    },
    "org.example.dials": {
        "id": "Dial",
        "identifier": "dial_get_name(object) -> string",
        "adopt": "dial_ref(object)",
        "release": "dial_unref(object)",
        "state": [{
            "key": "label",
            "get": "dial_get_label(object) -> string?",
            "set": "dial_set_label(object, string?)",
        }],
    },
}  # fmt: skip


def bind(folder: Path, id: str, library: str) -> Path:
    """Writes a binding of one class."""
    folder.mkdir(exist_ok=True)
    binding = {
        "binding": 1, "id": id, "applications": ["org.example.app"], "library": library,
        "classes": [CLASSES[id]],
    }  # fmt: skip
    (folder / f"{id}.restoration-binding.json").write_text(json.dumps(binding))
    return folder


def adopt(session: rk.Session, binding: str, value: Any) -> rk.Object:
    adopted = session.adopt(binding, value, class_name=CLASSES[binding]["id"])
    session.use_as_root(adopted)
    return adopted


def test_gobject_lives_longer_than_its_python_object(
    own_directories: None, tmp_path: Path
) -> None:
    gi = pytest.importorskip("gi")
    gi.require_version("Gio", "2.0")
    from gi.repository import Gio  # type: ignore[import]

    plugins = bind(tmp_path / "plugins", "org.example.actions", "libgio-2.0.so.0")
    group = Gio.SimpleActionGroup()

    def open_session() -> rk.Session:
        return rk.Session("org.example.app", plugin_directories=[plugins])

    with open_session() as session:
        group.add_action(Gio.SimpleAction.new("zoom", None))
        action = group.lookup_action("zoom")
        action.set_enabled(False)
        adopted = adopt(session, "org.example.actions", action)
        assert adopted.path == "zoom" and repr(adopted) == "<restorationkit.Object zoom>"
        assert session.adopt("org.example.actions", action, class_name="Action") is adopted
        session.restore()
        # As a window that its toolkit shows, while the program refers to it no more.
        collected = weakref.ref(action)
        del action
        gc.collect()
        assert collected() is None
        assert session.preserve().issues == ()

    with open_session() as session:
        action = Gio.SimpleAction.new("zoom", None)
        adopted = adopt(session, "org.example.actions", action)
        session.restore()
        assert not action.get_enabled()
        session.remove(adopted)
        session.preserve()
        with pytest.raises(rk.Error):
            adopted.call("nothing")

    with open_session() as session:
        action = Gio.SimpleAction.new("zoom", None)
        adopt(session, "org.example.actions", action)
        session.restore()
        assert action.get_enabled()


@pytest.fixture
def dials(tmp_path: Path) -> Any:
    """A library of C, and its binding."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    file = tmp_path / "libdial.so"
    source = ROOT / "Tests/Fixtures/Libraries/dial.c"
    subprocess.run([compiler, "-shared", "-fPIC", str(source), "-o", str(file)], check=True)
    bind(tmp_path / "plugins", "org.example.dials", str(file))
    library = ctypes.CDLL(str(file))
    library.dial_new.restype = ctypes.c_void_p
    library.dial_new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int32]
    library.dial_set_label.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    library.dial_get_label.argtypes = [ctypes.c_void_p]
    library.dial_get_label.restype = ctypes.c_char_p
    library.dial_journal_new.restype = ctypes.c_void_p
    return library


def test_objects_are_adopted_by_address_and_pointer(
    own_directories: None, tmp_path: Path, dials: Any
) -> None:
    from cffi import FFI

    ffi = FFI()
    journal = dials.dial_journal_new()

    def dial(name: bytes) -> int:
        address: int = dials.dial_new(journal, b"Dial", name, 10)
        return address

    def open_session() -> rk.Session:
        return rk.Session("org.example.app", plugin_directories=[tmp_path / "plugins"])

    with open_session() as session:
        first, second = dial(b"First"), dial(b"Second")
        dials.dial_set_label(first, b"one")
        dials.dial_set_label(second, b"two")
        adopt(session, "org.example.dials", first)
        pointer = ffi.cast("void *", second)
        adopt(session, "org.example.dials", pointer)
        session.restore()
        assert session.preserve().issues == ()
        assert session.find("Second") is not None
        del pointer
        gc.collect()
        # As a window that was closed.
        assert session.find("Second") is None
        session.preserve()

    with open_session() as session:
        first, second = dial(b"First"), dial(b"Second")
        adopt(session, "org.example.dials", first)
        adopt(session, "org.example.dials", second)
        session.restore()
        assert dials.dial_get_label(first) == b"one"
        assert dials.dial_get_label(second) is None
