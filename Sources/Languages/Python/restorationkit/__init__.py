"""State preservation and restoration for programs on Linux.

.. code-block:: python

    import restorationkit as rk

    @rk.restorable("Desk", version=1)
    @dataclass
    class Desk:
        starts: int = 0
        items: list[rk.Object] = field(default_factory=list)

    with rk.Session("org.example.desk") as session:
        desk = session.add_root("Desk", Desk())
        for entry in session.restore().not_restored:
            print(entry)
        desk.starts += 1
        session.preserve()

Leaving the block closes the session, and saves nothing.
"""

from ._classes import restorable
from ._errors import Busy, Closed, DiskFull, Error, KeyUnavailable, NotYet, Status
from ._objects import Creation, Object
from ._reports import (
    Decision,
    Description,
    Ending,
    Entry,
    Note,
    Outcome,
    Plan,
    PreviousLaunch,
    Reason,
    Report,
    Save,
    SaveElsewhere,
)
from ._session import Session
from ._state import State
from ._values import sensitive, transient

__all__ = [
    "Busy",
    "Closed",
    "Creation",
    "Decision",
    "Description",
    "DiskFull",
    "Ending",
    "Entry",
    "Error",
    "KeyUnavailable",
    "Note",
    "NotYet",
    "Object",
    "Outcome",
    "Plan",
    "PreviousLaunch",
    "Reason",
    "Report",
    "Save",
    "SaveElsewhere",
    "Session",
    "State",
    "Status",
    "restorable",
    "sensitive",
    "transient",
]

# Tracebacks, pickles and help() then show the names that a program uses.
for _public in __all__:
    if isinstance(globals()[_public], type) or _public == "restorable":
        globals()[_public].__module__ = __name__
