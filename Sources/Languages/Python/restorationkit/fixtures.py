"""A fixture for pytest, which finds this module by the package's entry point."""

from __future__ import annotations

from typing import Any, Callable, Iterator, List

import pytest

from .testing import Program


@pytest.fixture
def restoration_program() -> Iterator[Callable[..., Program[Any]]]:
    """Makes `Program` objects, with its arguments, and ends them after the test."""
    programs: List[Program[Any]] = []

    def make(*arguments: Any, **options: Any) -> Program[Any]:
        programs.append(Program(*arguments, **options))
        return programs[-1]

    yield make
    for program in programs:
        program.end()
