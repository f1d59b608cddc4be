"""The settings of a session."""

from __future__ import annotations

import os
from typing import Any, List, Mapping, Optional, Union

from ._callbacks import Listener
from ._library import ffi, lib
from ._objects import new_token
from ._text import to_text

_FOREVER = (1 << 64) - 1
_PRESETS = ("granular", "uikit")
#: In the order of their bits.
_FLAGS = (
    "saves_on_request", "without_state", "audits_saves", "any_plugin", "expires_at_restart",
    "keeps_state", "accepts_reloads", "ignores_fatal_signals",
)  # fmt: skip
_HOOKS = ("should_preserve", "encode_state", "should_restore", "decode_state")


class Options:
    """The settings of a session for the library.

    :param given: the keyword arguments of `Session`, with their defaults.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        if given["preset"] not in _PRESETS:
            raise ValueError(f"The preset is one of {', '.join(_PRESETS)}")
        self.listener = Listener(given)
        self.token = new_token(self.listener)
        parts = sum(1 << bit for bit, hook in enumerate(_HOOKS) if hasattr(given["delegate"], hook))
        self.callbacks = ffi.new("restoration_callbacks *")
        lib.fill_callbacks(self.callbacks, self.token, parts | (16 if given["on_signal"] else 0))

        self.pointer = ffi.new("restoration_options *")
        lib.fill_options(self.pointer)
        self.pointer.preset = _PRESETS.index(given["preset"])
        self.pointer.flags = sum(1 << bit for bit, flag in enumerate(_FLAGS) if given[flag])
        self._alive: List[Any] = []
        for name in ("private_directory", "state_directory", "key_directory"):
            setattr(self.pointer, name, self._path(given[name]))
        folders = [self._path(folder) for folder in given["plugin_directories"]]
        if folders:
            array = ffi.new("const char *[]", folders)
            self._alive.append(array)
            self.pointer.plugin_directories = array
            self.pointer.plugin_directory_count = len(folders)
        for name, what in (
            ("remote", "The connection string"),
            ("person", "The name of a person"),
            ("application_version", "The version of the application"),
        ):
            if given[name] is not None:
                setattr(self.pointer, name, self._keep(to_text(given[name], what)))
        self.pointer.autosave_milliseconds = _milliseconds(given["autosave"])
        self.pointer.hang_milliseconds = _milliseconds(given["hang_limit"])
        self.pointer.arrival_milliseconds = _milliseconds(given["arrival_limit"])
        age = given["maximum_age"]
        self.pointer.maximum_age_seconds = 0 if age is None else max(1, int(age))
        self.pointer.callbacks = self.callbacks

    def _keep(self, data: bytes) -> Any:
        kept = ffi.new("char[]", data)
        self._alive.append(kept)
        return kept

    def _path(self, path: Union[str, os.PathLike[str], None]) -> Any:
        return ffi.NULL if path is None else self._keep(os.fsencode(path))


def _milliseconds(seconds: Optional[float]) -> int:
    return _FOREVER if seconds is None else max(1, round(seconds * 1000))
