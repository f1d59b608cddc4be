"""A number that moves between machines: obeys the lines of its input, and answers each with one."""

from __future__ import annotations

import os
import select
import sys
from dataclasses import dataclass
from typing import Callable, Tuple

import restorationkit as rk


@rk.restorable("Item")
@dataclass
class Item:
    number: int = 0


class Program:
    """One launch after the other, in one process."""

    def __init__(self) -> None:
        self.heard = 0
        self.open()

    def open(self) -> str:
        self.session = rk.Session(
            "org.example.roaming",
            private_directory=os.environ["STATE"],
            key_directory=os.environ["KEYS"],
            remote=os.environ.get("DATABASE"),
            person=os.environ.get("PERSON"),
            on_newer_elsewhere=self._hear,
        )
        self.item = self.session.add_root("Root", Item())
        return "done"

    def _hear(self, saves: Tuple[rk.SaveElsewhere, ...]) -> None:
        self.heard = saves[-1].generation

    def restore(self) -> str:
        self.session.restore()
        return str(self.item.number)

    def type(self, number: str) -> str:
        self.item.number = int(number)
        self.session.preserve()
        return "done"

    def newer(self) -> str:
        saves = self.session.newer_elsewhere
        assert all(save.label and save.saved_at.year > 2020 for save in saves)
        assert all(save.size_in_bytes > 0 for save in saves)
        return f"{len(saves)} newer, generation {saves[-1].generation if saves else 0}"

    def take(self) -> str:
        self.session.take_over(self.session.newer_elsewhere[-1])
        return "done"

    def keep(self) -> str:
        self.session.keep_mine()
        return "done"

    def back(self) -> str:
        self.session.take_mine_back()
        return "done"

    def hear(self) -> str:
        self._wait(lambda: self.heard != 0)
        return str(self.heard)

    def problem(self) -> str:
        self._wait(lambda: self.session.remote_problem is not None)
        problem = self.session.remote_problem
        assert problem is not None
        return problem.problem

    def _wait(self, condition: Callable[[], bool]) -> None:
        for _ in range(2000):
            if condition():
                return
            select.select([self.session], [], [], 0.05)
            self.session.run_pending()

    def close(self) -> str:
        self.session.close()
        return "done"

    def obey(self, line: str) -> str:
        word, *rest = line.split()
        try:
            command: Callable[..., str] = getattr(self, word)
            return command(*rest)
        except rk.Error as error:
            return error.problem


program = Program()
for line in sys.stdin:
    print(program.obey(line), flush=True)
