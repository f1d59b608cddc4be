"""Capture and restore of objects with five fields, against a program of cffi alone that makes the
same calls without an engine, and against pickle.

    benchmark.py [--objects 10000] [--check]

With ``--check`` the status is 1 if a limit is missed: 2.5 times the first, 8 times the second.
"""

from __future__ import annotations

import argparse
import gc
import os
import pickle
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any, Callable, List, Optional

from cffi import FFI

import restorationkit as rk

ROUNDS = 5


@rk.restorable("Note")
@dataclass
class Note:
    number: int = 0
    size: float = 0.0
    text: str = ""
    is_open: bool = False
    author: Optional[str] = None


@rk.restorable("Desk")
@dataclass
class Desk:
    notes: List[Note] = field(default_factory=list)


def make_note(index: int) -> Note:
    return Note(index, index / 3, f"The text of note {index}", index % 2 == 0, f"author {index % 7}")


class Clock:
    """The shortest of several times of the processor, in milliseconds: waits do not count."""

    def __init__(self, read: Callable[[], float] = time.process_time) -> None:
        self.best = float("inf")
        self.read = read

    def measure(self, work: Callable[[], Any]) -> Any:
        gc.collect()
        gc.disable()
        start = self.read()
        result = work()
        self.best = min(self.best, (self.read() - start) * 1000)
        gc.enable()
        return result


def ours(count: int) -> List[float]:
    # Another thread writes a restore's report, for which the program does not wait, during the
    # next capture. A capture itself has no work on other threads.
    capture, restore = Clock(time.thread_time), Clock(time.thread_time)
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        for round in range(ROUNDS + 1):
            with rk.Session(
                "org.example.benchmark", private_directory=folder, saves_on_request=True
            ) as session:
                desk = session.add_root("Desk", Desk())
                restore.measure(session.restore) if round else session.restore()
                if not desk.notes:
                    desk.notes = [
                        session.make("Note", Note, under=desk, **vars(make_note(index)))
                        for index in range(count)
                    ]
                assert desk.notes[-1] == make_note(count - 1)
                session.invalidate(desk)
                capture.measure(session.preserve)
    return [capture.best, restore.best]


SOURCE = """
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int64_t number; double size; int is_open; char text[64], author[64]; } row;
typedef struct { const char *bytes; uint64_t count; } text;
static row *rows;
static uint64_t kept;

static int encode(uintptr_t object, void *coder);
static int create(uintptr_t *object);
static int decode(uintptr_t object, void *coder);

static void save(uint64_t count, const uint64_t *objects) {
    free(rows);
    rows = calloc(count, sizeof *rows);
    kept = count;
    for (uint64_t index = 0; index < count; index++) encode(objects[index], &rows[index]);
}
static void restore(void) {
    uintptr_t *objects = calloc(kept, sizeof *objects);
    for (uint64_t index = 0; index < kept; index++) create(&objects[index]);
    for (uint64_t index = 0; index < kept; index++) decode(objects[index], &rows[index]);
    free(objects);
}
static int put_int(void *coder, const char *key, int64_t value) {
    ((row *)coder)->number = value;
    return 0;
}
static int put_double(void *coder, const char *key, double value) {
    ((row *)coder)->size = value;
    return 0;
}
static int put_bool(void *coder, const char *key, int value) {
    ((row *)coder)->is_open = value;
    return 0;
}
static int put_text(void *coder, const char *key, const char *bytes, uint64_t count) {
    memcpy(key[0] == 't' ? ((row *)coder)->text : ((row *)coder)->author, bytes, count);
    return 0;
}
static int64_t get_int(void *coder, const char *key) { return ((row *)coder)->number; }
static double get_double(void *coder, const char *key) { return ((row *)coder)->size; }
static int get_bool(void *coder, const char *key) { return ((row *)coder)->is_open; }
static int get_text(void *coder, const char *key, text *text) {
    text->bytes = key[0] == 't' ? ((row *)coder)->text : ((row *)coder)->author;
    text->count = strlen(text->bytes);
    return 0;
}
"""

DECLARATIONS = """
typedef struct { const char *bytes; uint64_t count; } text;
void save(uint64_t count, const uint64_t *objects);
void restore(void);
int put_int(void *coder, const char *key, int64_t value);
int put_double(void *coder, const char *key, double value);
int put_bool(void *coder, const char *key, int value);
int put_text(void *coder, const char *key, const char *bytes, uint64_t count);
int64_t get_int(void *coder, const char *key);
double get_double(void *coder, const char *key);
int get_bool(void *coder, const char *key);
int get_text(void *coder, const char *key, text *text);
extern "Python" int encode(uintptr_t object, void *coder);
extern "Python" int create(uintptr_t *object);
extern "Python" int decode(uintptr_t object, void *coder);
"""


def smallest(count: int) -> List[float]:
    """The same calls without an engine, and without any check."""
    folder = tempfile.mkdtemp()
    builder = FFI()
    builder.cdef(DECLARATIONS)
    builder.set_source("smallest_program", SOURCE, extra_compile_args=["-O2", "-w"])
    builder.compile(tmpdir=folder)
    sys.path.insert(0, folder)
    from smallest_program import ffi, lib  # type: ignore[import]

    objects = {index: make_note(index) for index in range(count)}
    text = ffi.new("text *")

    @ffi.def_extern()  # type: ignore[misc]
    def encode(token: int, coder: Any) -> int:
        note = objects[token]
        lib.put_int(coder, b"number", note.number)
        lib.put_double(coder, b"size", note.size)
        data = note.text.encode()
        lib.put_text(coder, b"text", data, len(data))
        lib.put_bool(coder, b"is_open", note.is_open)
        data = (note.author or "").encode()
        lib.put_text(coder, b"author", data, len(data))
        return 0

    @ffi.def_extern()  # type: ignore[misc]
    def create(result: Any) -> int:
        token = len(objects)
        objects[token] = Note()
        result[0] = token
        return 0

    @ffi.def_extern()  # type: ignore[misc]
    def decode(token: int, coder: Any) -> int:
        note = objects[token]
        note.number = lib.get_int(coder, b"number")
        note.size = lib.get_double(coder, b"size")
        lib.get_text(coder, b"text", text)
        note.text = ffi.unpack(text.bytes, text.count).decode()
        note.is_open = bool(lib.get_bool(coder, b"is_open"))
        lib.get_text(coder, b"author", text)
        note.author = ffi.unpack(text.bytes, text.count).decode()
        return 0

    capture, restore = Clock(), Clock()
    tokens = ffi.new("uint64_t[]", list(range(count)))
    for _ in range(ROUNDS):
        objects = {index: make_note(index) for index in range(count)}
        capture.measure(lambda: lib.save(count, tokens))
        objects = {}
        restore.measure(lib.restore)
        assert objects[count - 1] == make_note(count - 1)
    return [capture.best, restore.best]


def pickled(count: int) -> List[float]:
    capture, restore = Clock(), Clock()
    desk = Desk([make_note(index) for index in range(count)])
    for _ in range(ROUNDS):
        data = capture.measure(lambda: pickle.dumps(desk))
        restore.measure(lambda: pickle.loads(data))
    return [capture.best, restore.best]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--objects", type=int, default=10_000)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    times = {kind.__name__: kind(arguments.objects) for kind in (ours, smallest, pickled)}

    print(f"{arguments.objects} objects with five fields, in milliseconds")
    print(f"{'':12}{'capture':>10}{'restore':>10}{'both':>10}")
    for name, pair in times.items():
        print(f"{name:12}{pair[0]:10.1f}{pair[1]:10.1f}{sum(pair):10.1f}")
    missed = False
    for other, limit in (("smallest", 2.5), ("pickled", 8.0)):
        ratio = sum(times["ours"]) / sum(times[other])
        missed |= ratio > limit
        print(f"ours / {other}: {ratio:.2f} (limit {limit})")
    return 1 if missed and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
