"""Builds the extension module, and the library that it calls.

``RESTORATION_LIBRARY`` is the path of a library to include in place of that of ``make library``.
``RESTORATION_SYSTEM_LIBRARY=1`` includes none, and links with the installed one.
"""

import os
import shutil
import subprocess

from setuptools import setup
from setuptools.command.build_ext import build_ext

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
HEADERS = ["Sources/Languages/C/include", "Sources/PluginSDK/CRestorationPlugin/include"]


class BuildWithLibrary(build_ext):
    """Links the extension module with the library, and puts the library beside it."""

    carried = None

    def pre_run(self, extension, _builder):
        """cffi calls this before it writes the C code."""
        self.force = True  # an earlier build may have linked with another library
        if os.environ.get("RESTORATION_SYSTEM_LIBRARY") == "1":
            flags = pkg_config()
            extension.include_dirs = [flag[2:] for flag in flags if flag.startswith("-I")]
            extension.extra_link_args = [flag for flag in flags if not flag.startswith("-I")] + [
                f"-Wl,-rpath,{flag[2:]}" for flag in flags if flag.startswith("-L")
            ]
            return
        self.carried = os.path.abspath(os.environ.get("RESTORATION_LIBRARY") or make_library())
        if not os.path.isfile(self.carried):
            raise SystemExit(
                f"error: There is no library at {self.carried}\n"
                "  fix: Set RESTORATION_LIBRARY to the path of librestoration.so.0."
            )
        extension.include_dirs = [os.path.join(ROOT, folder) for folder in HEADERS]
        extension.depends = [self.carried]
        extension.extra_link_args = [
            "-L" + os.path.dirname(self.carried),
            "-l:" + os.path.basename(self.carried),
            "-Wl,-rpath,$ORIGIN",
        ]

    def run(self):
        super().run()
        folder = os.path.dirname(self.get_ext_fullpath("restorationkit._library"))
        library = os.path.join(folder, "librestoration.so.0")
        if self.carried:
            os.makedirs(folder, exist_ok=True)
            shutil.copyfile(self.carried, library)
        elif os.path.exists(library):
            os.remove(library)  # of an earlier build


def pkg_config():
    try:
        return subprocess.run(
            ["pkg-config", "--cflags", "--libs", "restoration"],
            check=True, stdout=subprocess.PIPE, universal_newlines=True,
        ).stdout.split()
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit(
            "error: pkg-config finds no library of the system's\n"
            "  fix: Install the library with make install, and pkg-config with apt."
        ) from None


def make_library():
    """The path of the library that ``make library`` builds."""
    subprocess.run(["make", "--no-print-directory", "-C", ROOT, "library"], check=True)
    return os.path.join(ROOT, ".build/library/librestoration.so.0")


setup(cffi_modules=["library.py:builder"], cmdclass={"build_ext": BuildWithLibrary})
