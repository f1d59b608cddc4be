"""The wheel: its contents, and the errors of its build."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Dict

import pytest

import restorationkit

ROOT = Path(__file__).parents[3]
LIBRARY = Path(restorationkit.__file__).parent / "librestoration.so.0"
HEADERS = ["Sources/Languages/C/include", "Sources/PluginSDK/CRestorationPlugin/include"]

pytestmark = pytest.mark.skipif(
    sys.base_prefix != "/usr", reason="only Debian's Python has what builds a wheel without network"
)


def build(folder: Path, variables: Dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-index", "--no-deps",
         "--wheel-dir", str(folder), str(ROOT / "Sources/Languages/Python")],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, **variables},
    )  # fmt: skip


def names(folder: Path) -> Dict[str, str]:
    (wheel,) = folder.glob("*.whl")
    assert wheel.name.startswith("restorationkit-") and "-cp39-abi3-linux_" in wheel.name
    return {Path(name).name: name for name in zipfile.ZipFile(wheel).namelist()}


def test_wheel_includes_the_named_library(tmp_path: Path) -> None:
    built = build(tmp_path, {"RESTORATION_LIBRARY": str(LIBRARY)})
    assert built.returncode == 0, built.stdout
    assert {"librestoration.so.0", "_library.abi3.so", "py.typed", "_library.pyi"} <= set(
        names(tmp_path)
    )


def test_wheel_for_the_system_library_includes_none(tmp_path: Path) -> None:
    includes = " ".join(f"-I{ROOT / header}" for header in HEADERS)
    (tmp_path / "restoration.pc").write_text(
        "Name: restoration\nDescription: d\nVersion: 1\n"
        f"Cflags: {includes}\nLibs: {LIBRARY}\n"
    )
    variables = {"RESTORATION_SYSTEM_LIBRARY": "1", "PKG_CONFIG_PATH": str(tmp_path)}
    built = build(tmp_path, variables)
    assert built.returncode == 0, built.stdout
    assert "_library.abi3.so" in names(tmp_path)
    assert "librestoration.so.0" not in names(tmp_path)


def test_missing_library_is_an_error_with_a_remedy(tmp_path: Path) -> None:
    missing = build(tmp_path, {"RESTORATION_LIBRARY": "/nowhere/librestoration.so.0"})
    assert missing.returncode != 0
    assert "error: There is no library at /nowhere/librestoration.so.0" in missing.stdout
    assert "fix: Set RESTORATION_LIBRARY to the path of librestoration.so.0." in missing.stdout

    variables = {"RESTORATION_SYSTEM_LIBRARY": "1", "PKG_CONFIG_LIBDIR": str(tmp_path)}
    missing = build(tmp_path, {**variables, "PKG_CONFIG_PATH": ""})
    assert missing.returncode != 0
    assert "error: pkg-config finds no library of the system's" in missing.stdout
