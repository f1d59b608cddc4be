"""Calls a getter of the library named by the argument through ctypes, and prints nanoseconds."""
import ctypes
import sys
import time

COUNT = 200_000
library = ctypes.CDLL(sys.argv[1])
for name in ("call_sample_zoom", "call_sample_object"):
    getattr(library, name).restype = ctypes.c_void_p
getter = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p)(library.call_sample_zoom())
sample = library.call_sample_object()


def measure():
    start = time.thread_time_ns()
    for _ in range(COUNT):
        pass
    middle = time.thread_time_ns()
    for _ in range(COUNT):
        getter(sample)
    return ((time.thread_time_ns() - middle) - (middle - start)) / COUNT


print(min(measure() for _ in range(3)))
