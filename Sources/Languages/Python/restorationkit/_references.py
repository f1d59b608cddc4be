"""References to objects, which have records of their own."""

from __future__ import annotations

from typing import Any, List

from ._errors import Status
from ._library import ffi, lib
from ._values import REFERENCE, Codec, Context, Misfit, article, check, is_object, object_class


class ReferenceCodec(Codec):
    """A reference to another object, which has a record of its own.

    In place of an object that could not be restored it returns an `Object`, whatever the
    annotation: dropping it would give up the state.
    """

    kinds = frozenset({REFERENCE})
    expected = REFERENCE

    def __init__(self, *targets: type, accepts_all: bool = False) -> None:
        self.targets = targets
        self.accepts_all = accepts_all
        self.name = " or ".join(article(target.__qualname__) for target in targets) or "an object"

    def accepts(self, value: Any) -> bool:
        return is_object(value) and (
            self.accepts_all or isinstance(value, (*self.targets, object_class()))
        )

    def write(self, context: Context, key: bytes, count: int, value: Any) -> None:
        if not self.accepts(value):
            raise self.wrong(value)
        handle = context.core.handle(value)
        if handle is None:
            raise Misfit(
                ValueError,
                f"The session does not know this {type(value).__qualname__}. Make it with "
                "session.make, or make it known with add_root, add_child or register",
            )
        status: int = lib.put_reference(context.coder, key, count, handle)
        if status == Status.INVALID and type(value) is not object_class():
            raise Misfit(
                ValueError,
                f"This {type(value).__qualname__} has ended: nothing referred to it at a save",
            )
        # The library omits a reference to a plugin's object that has ended.
        if status and status != Status.INVALID:
            check(status)

    def write_known(self, context: Context, values: Any) -> int:
        """Stores the elements of a list up to the first one that needs its codec, in one call.
        Returns their number."""
        classes = 0 if self.accepts_all else id(self.targets)
        stored: int = lib.put_references(context.coder, id(values), id(context.core.by_id), classes)
        return stored

    def take_known(self, context: Context, count: int) -> List[Any]:
        """The elements of a list up to the first that is not a reference, in one call."""
        core, handles = context.core, ffi.new("uint64_t[]", count)
        found: int = lib.read_references(context.coder, handles, count)
        values: List[Any] = [None] * found
        if lib.take_objects(handles, found, id(core.by_handle), id(core.to_hold), id(values)):
            for index, handle in enumerate(ffi.unpack(handles, found)):
                if values[index] is None and handle:
                    values[index] = core.object(handle)
        return values

    def take(self, context: Context, kind: int) -> Any:
        if kind != REFERENCE:
            raise self.other(kind)
        handle: int = context.item.count
        if handle == 0:
            return None
        return context.core.object(handle)


#: A reference to any object.
REFERENCE_CODEC = ReferenceCodec(accepts_all=True)
