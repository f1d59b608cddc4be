"""Fixtures of all tests: private directories, and programs in other processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any, Iterator

import pytest

import restorationkit as rk
from restorationkit.testing import Program

# A program may start the tests with signals blocked or ignored, which its children inherit.
signal.pthread_sigmask(signal.SIG_SETMASK, [])
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def own_directories(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the tests away from the developer's own files."""
    for name in ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"):
        folder = tmp_path / name.lower()
        folder.mkdir(mode=0o700)
        monkeypatch.setenv(name, str(folder))


@pytest.fixture
def session(own_directories: None) -> Iterator[rk.Session]:
    """An open session in private directories."""
    with rk.Session("org.example.desk") as session:
        yield session


class Script:
    """A program in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(
        self, source: str, *arguments: str, status: int = 0
    ) -> subprocess.CompletedProcess[str]:
        file = self.folder / "script.py"
        file.write_text(textwrap.dedent(source))
        finished = subprocess.run(
            [sys.executable, "-X", "dev", str(file), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert finished.returncode == status, finished.stdout + finished.stderr
        return finished


@pytest.fixture
def script(tmp_path: Path) -> Script:
    return Script(tmp_path)


class Notebook:
    """One object of any class, in a program that ends and starts again."""

    def __init__(self, make: Any) -> None:
        self._make = make

    def __call__(self, kind: type, *classes: type, **options: Any) -> Program[Any]:
        def build(session: rk.Session) -> Any:
            for other in classes:
                session.add_class(other)
            return session.add_root("Root", kind())

        program: Program[Any] = self._make(build, **options)
        return program


@pytest.fixture
def start(restoration_program: Any) -> Notebook:
    """Starts a program whose root is an object of a class."""
    return Notebook(restoration_program)
