"""Texts of the library, and for it."""

from __future__ import annotations

from typing import Any

from ._library import ffi


def text(pointer: Any) -> str:
    """A text of the library."""
    if pointer == ffi.NULL:
        return ""
    data: bytes = ffi.string(pointer)
    return data.decode("utf-8", "replace")


def to_text(value: Any, what: str) -> bytes:
    """A text for the library."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is text, not {type(value).__qualname__}")
    try:
        data = value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{what} has lone surrogates, which UTF-8 does not have") from None
    if 0 in data:
        raise ValueError(f"{what} has a NUL")
    return data
