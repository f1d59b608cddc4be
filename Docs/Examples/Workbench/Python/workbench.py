"""A host with a stack of pages, tabs, elements, deferred objects and plugins: see ../README.md."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Annotated, Any, Dict, List, Optional

import restorationkit as rk


@rk.restorable("Page")
@dataclass
class Page:
    text: str = ""
    scroll: int = 0


@rk.restorable("Late")
@dataclass
class Late(Page):
    """A page whose data comes with the command "arrive"."""

    @classmethod
    def create_object(cls, creation: rk.Creation) -> Late:
        if not has_data and creation.reason != rk.Reason.MAKE:
            waiting.append(creation)
            raise rk.NotYet
        return cls(**creation.parameters)


@rk.restorable("Scroll", element=True)
@dataclass
class Scroll:
    scroll: int = 0


@rk.restorable("Window", stack=True)
@dataclass
class Window:
    pages: Annotated[List[Page], rk.transient] = field(default_factory=list)
    sheet: Annotated[Optional[Page], rk.transient] = None
    scroll: Annotated[Scroll, rk.transient] = field(default_factory=Scroll)

    def restorable_children(self) -> List[Page]:
        return self.pages

    def selected_child(self) -> Optional[Page]:
        return self.pages[-1] if self.pages else None

    def attach_children(self, children: List[Page], selected: object) -> None:
        self.pages = children

    def presented_object(self) -> Optional[Page]:
        return self.sheet

    def present_object(self, page: Page) -> None:
        self.sheet = page

    def restorable_elements(self) -> List[Scroll]:
        return [self.scroll]


@rk.restorable("Tabs", slots=True)
@dataclass
class Tabs:
    tabs: Annotated[List[Page], rk.transient] = field(default_factory=lambda: [Page(), Page()])
    selected: Annotated[int, rk.transient] = 0

    def restorable_children(self) -> Dict[str, Page]:
        return dict(zip(("left", "right"), self.tabs))

    def selected_child(self) -> Page:
        return self.tabs[self.selected]

    def attach_children(self, children: Dict[str, Page], selected: object) -> None:
        if selected is not None:
            self.selected = 1 if selected is self.tabs[1] else 0


@rk.restorable("Desk")
@dataclass
class Desk:
    items: List[rk.Object] = field(default_factory=list)


has_data = False
waiting: List[rk.Creation] = []
window, tabs, desk = Window(), Tabs(), Desk()


def show(title: str, shown: Any) -> None:
    if isinstance(shown, rk.Object):
        print(title, shown.path + (" unavailable" if shown.is_unavailable else ""))
    else:
        print(title, shown.text, shown.scroll)


def run(command: str, argument: str) -> None:
    global has_data
    if command in ("push", "late"):
        kind = Page if command == "push" else Late
        window.pages.append(session.make(argument, kind, under=window, text=argument))
    elif command == "pop":
        del window.pages[-1:]
    elif command == "present":
        window.sheet = session.make(argument, Page, under=window, text=argument)
    elif command == "dismiss":
        window.sheet = None
    elif command == "tab":
        tabs.selected = int(argument)
    elif command == "type":
        tabs.tabs[tabs.selected].text = argument
    elif command == "scroll":
        window.scroll.scroll = int(argument)
    elif command == "item":
        desk.items.append(session.make(argument, under=desk))
    elif command == "arrive":
        has_data = True
        for creation in waiting:
            creation.arrive()
        session.run_pending()
    elif command == "save":
        session.preserve()
    elif command == "show":
        for page in window.pages:
            show("page", page)
        if window.sheet is not None:
            show("sheet", window.sheet)
        print(f"tab {tabs.selected} {tabs.tabs[0].text} {tabs.tabs[1].text}")
        print(f"scroll {window.scroll.scroll}")
        for item in desk.items:
            show("item", item)


with rk.Session(
    "org.example.desk", saves_on_request=True, plugin_directories=sys.argv[1:]
) as session:
    session.add_class(Page)
    session.add_class(Late)
    session.add_root("Window", window)
    session.add_child("Scroll", window.scroll, window)
    session.add_root("Tabs", tabs)
    session.add_child("Left", tabs.tabs[0], tabs)
    session.add_child("Right", tabs.tabs[1], tabs)
    session.add_root("Desk", desk)
    session.restore()
    print(flush=True)  # an empty line ends the answer to a command
    for line in sys.stdin:
        try:
            run(*line.rstrip("\n").partition(" ")[::2])
        except rk.Error as error:
            print("error", error.status.name, error.problem)
        print(flush=True)
