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
        known, handles = context.core.by_id, []
        targets, accepts_all = self.targets, self.accepts_all
        for value in values:
            binding = known.get(id(value))
            if binding is None or binding._strong is not value:
                break
            if not accepts_all and value.__class__ not in targets:
                break
            handles.append(binding.handle)
        stored: int = lib.put_references(context.coder, handles, len(handles))
        return stored

    def take_known(self, context: Context, count: int) -> List[Any]:
        """The elements of a list up to the first that is not a reference, in one call."""
        handles = ffi.new("uint64_t[]", count)
        found = lib.read_references(context.coder, handles, count)
        get = context.core.object
        return [get(handle) if handle else None for handle in ffi.unpack(handles, found)]

    def take(self, context: Context, kind: int) -> Any:
        if kind != REFERENCE:
            raise self.other(kind)
        handle: int = context.item.count
        if handle == 0:
            return None
        return context.core.object(handle)


#: A reference to any object.
REFERENCE_CODEC = ReferenceCodec(accepts_all=True)
