"""Conversion of texts from and for the library."""

from __future__ import annotations

from typing import Any

from ._library import ffi


def text(pointer: Any) -> str:
    """Converts a text from the library."""
    if pointer == ffi.NULL:
        return ""
    data: bytes = ffi.string(pointer)
    return data.decode("utf-8", "replace")


def to_text(value: Any, name: str) -> bytes:
    """Converts a text for the library. `name` describes it in errors."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is text, not {type(value).__qualname__}")
    try:
        data = value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} has lone surrogates, which UTF-8 does not have") from None
    if 0 in data:
        raise ValueError(f"{name} has a NUL")
    return data
