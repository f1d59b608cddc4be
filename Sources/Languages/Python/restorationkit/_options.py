"""The settings of a session."""

from __future__ import annotations

import os
from typing import Any, Callable, Iterable, List, Optional, Union

from ._callbacks import Listener
from ._library import ffi, lib
from ._objects import new_token
from ._reports import Save
from ._text import to_text

_FOREVER = (1 << 64) - 1


class Options:
    """The settings of a session."""

    def __init__(
        self,
        *,
        preset: str = "granular",
        saves_on_request: bool = False,
        without_state: bool = False,
        audits_saves: bool = False,
        any_plugin: bool = False,
        expires_at_restart: bool = False,
        keeps_state: bool = False,
        accepts_reloads: bool = False,
        ignores_fatal_signals: bool = False,
        private_directory: Union[str, os.PathLike[str], None] = None,
        state_directory: Union[str, os.PathLike[str], None] = None,
        key_directory: Union[str, os.PathLike[str], None] = None,
        plugin_directories: Iterable[Union[str, os.PathLike[str]]] = (),
        remote: Optional[str] = None,
        application_version: Optional[str] = None,
        autosave: float = 1.0,
        hang_limit: Optional[float] = 10.0,
        arrival_limit: Optional[float] = 30.0,
        maximum_age: Optional[float] = None,
        delegate: Any = None,
        on_save: Optional[Callable[[Save], object]] = None,
        on_settled: Optional[Callable[[], object]] = None,
        on_restored_awaited: Optional[Callable[[List[Any]], object]] = None,
        on_plugin_reloaded: Optional[Callable[[str], object]] = None,
        on_signal: Optional[Callable[[int], object]] = None,
    ) -> None:
        presets = ("granular", "uikit")
        if preset not in presets:
            raise ValueError(f"The preset is one of {', '.join(presets)}")
        self.listener = Listener(
            delegate=delegate,
            on_save=on_save,
            on_settled=on_settled,
            on_restored_awaited=on_restored_awaited,
            on_plugin_reloaded=on_plugin_reloaded,
            on_signal=on_signal,
        )
        self.token = new_token(self.listener)
        hooks = ("should_preserve", "encode_state", "should_restore", "decode_state")
        parts = sum(1 << bit for bit, hook in enumerate(hooks) if hasattr(delegate, hook))
        self.callbacks = ffi.new("restoration_callbacks *")
        lib.fill_callbacks(self.callbacks, self.token, parts | (16 if on_signal else 0))

        self.pointer = ffi.new("restoration_options *")
        lib.fill_options(self.pointer)
        flags = [
            saves_on_request, without_state, audits_saves, any_plugin, expires_at_restart,
            keeps_state, accepts_reloads, ignores_fatal_signals,
        ]  # fmt: skip
        self.pointer.preset = presets.index(preset)
        self.pointer.flags = sum(1 << bit for bit, flag in enumerate(flags) if flag)
        self._alive: List[Any] = []
        self.pointer.private_directory = self._path(private_directory)
        self.pointer.state_directory = self._path(state_directory)
        self.pointer.key_directory = self._path(key_directory)
        folders = [self._path(folder) for folder in plugin_directories]
        if folders:
            array = ffi.new("const char *[]", folders)
            self._alive.append(array)
            self.pointer.plugin_directories = array
            self.pointer.plugin_directory_count = len(folders)
        if remote is not None:
            self.pointer.remote = self._keep(to_text(remote, "The connection string"))
        if application_version is not None:
            self.pointer.application_version = self._keep(
                to_text(application_version, "The version of the application")
            )
        self.pointer.autosave_milliseconds = _milliseconds(autosave)
        self.pointer.hang_milliseconds = _milliseconds(hang_limit)
        self.pointer.arrival_milliseconds = _milliseconds(arrival_limit)
        self.pointer.maximum_age_seconds = 0 if maximum_age is None else max(1, int(maximum_age))
        self.pointer.callbacks = self.callbacks

    def _keep(self, data: bytes) -> Any:
        kept = ffi.new("char[]", data)
        self._alive.append(kept)
        return kept

    def _path(self, path: Union[str, os.PathLike[str], None]) -> Any:
        return ffi.NULL if path is None else self._keep(os.fsencode(path))


def _milliseconds(seconds: Optional[float]) -> int:
    return _FOREVER if seconds is None else max(1, round(seconds * 1000))
