"""The examples of Docs/Hosts/Python.md and README.md, as a reader runs them."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Dict, List, Tuple

import pytest

import restorationkit as rk
from restorationkit import testing

PAGE = Path(__file__).parents[3] / "Docs/Hosts/Python.md"
BLOCK = re.compile(r"<!-- (\w+)(?:: (\S+))? -->\n```python\n(.*?)```", re.DOTALL)


def blocks() -> List[Tuple[str, str, str]]:
    return BLOCK.findall(PAGE.read_text())


def test_every_block_says_how_it_runs() -> None:
    assert PAGE.read_text().count("```python") == len(blocks())
    assert len(PAGE.read_text().splitlines()) <= 150


def test_desk_counts_its_starts(tmp_path: Path) -> None:
    ((_, name, source),) = [block for block in blocks() if block[0] == "file"]
    (tmp_path / name).write_text(source)
    printed = [
        subprocess.run(
            [sys.executable, name], cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        for _ in range(3)
    ]
    assert printed == [
        "Start number 1: note 1\n",
        "Start number 2: note 1, note 2\n",
        "Start number 3: note 1, note 2, note 3\n",
    ]


def test_examples_run(own_directories: None, restoration_program: Any) -> None:
    names: Dict[str, Any] = {
        "rk": rk, "dataclass": dataclass, "field": field, "Annotated": Annotated,
        "asyncio": asyncio, "__name__": __name__,
    }  # fmt: skip
    for kind, _, source in blocks():
        if kind in ("run", "test"):
            exec(compile(source, str(PAGE), "exec", dont_inherit=True), names)
    names["test_note_survives_a_kill"](restoration_program)

    with rk.Session("org.example.editor") as session:
        editor = session.add_root("Editor", names["Editor"]())
        session.restore()
        assert editor.path == "/etc/hosts"


def test_everything_public_has_a_docstring() -> None:
    public = [getattr(module, name) for module in (rk, testing) for name in module.__all__]
    for kind in public:
        assert not callable(kind) or kind.__doc__, kind
        for name, member in vars(kind).items() if isinstance(kind, type) else ():
            if callable(member) or isinstance(member, (property, classmethod)):
                assert name.startswith("_") or member.__doc__, (kind, name)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="mypy of Debian's Python")
def test_package_and_example_are_typed(tmp_path: Path) -> None:
    root = PAGE.parents[2]
    package = root / "Sources/Languages/Python/restorationkit"
    examples = ("Tests/Fixtures/Examples/desk.py", "Tests/Fixtures/Hosts/Python/frame.py")
    for checked in ([str(package)], *([str(root / example)] for example in examples)):
        found = subprocess.run(
            ["/usr/bin/mypy", "--strict", "--cache-dir", str(tmp_path), *checked],
            cwd=package.parent, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert found.returncode == 0, found.stdout
