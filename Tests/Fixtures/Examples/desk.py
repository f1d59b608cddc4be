from dataclasses import dataclass, field
import restorationkit as rk

@rk.restorable("Note")
@dataclass
class Note:
    text: str = ""

@rk.restorable("Desk", version=1)       # archives name the class by this id: never change it
@dataclass
class Desk:
    starts: int = 0                     # the fields are the state
    notes: list[Note] = field(default_factory=list)

with rk.Session("org.example.desk") as session:
    desk = session.add_root("Desk", Desk())         # the same on every launch
    for entry in session.restore().not_restored:
        print(entry)
    desk.starts += 1
    desk.notes.append(session.make("Note", Note, under=desk, text=f"note {desk.starts}"))
    print(f"Start number {desk.starts}: {', '.join(note.text for note in desk.notes)}")
    session.preserve()                              # on the disk when it returns
