"""A session in a loop of asyncio."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ._core import logger
from ._errors import Error

if TYPE_CHECKING:
    from ._session import Session


async def run(session: Session) -> None:
    """Does the session's work when it is due, until the session is closed or the task cancelled."""
    core = session._core
    if core.wake is not None:
        raise RuntimeError("The session is driven by another task already")
    loop = asyncio.get_running_loop()
    woken = asyncio.Event()
    watched = -1
    core.wake = woken.set
    try:
        while not session.is_closed:
            woken.clear()
            session.run_pending()
            if session.is_closed:
                break
            descriptor = session.fileno()
            if descriptor != watched:
                if watched >= 0:
                    loop.remove_reader(watched)
                watched = descriptor
                if watched >= 0:
                    loop.add_reader(watched, woken.set)
            seconds = session.timeout()
            timer = None if seconds is None else loop.call_later(seconds, woken.set)
            try:
                await woken.wait()
            finally:
                if timer is not None:
                    timer.cancel()
    except asyncio.CancelledError:
        if not session.is_closed:
            _save(session)
        raise
    finally:
        core.wake = None
        if watched >= 0:
            loop.remove_reader(watched)


def _save(session: Session) -> None:
    try:
        if session.has_unsaved_changes:
            session.preserve()
    except Error as error:
        logger.error("The save before the end failed: %s", error)
