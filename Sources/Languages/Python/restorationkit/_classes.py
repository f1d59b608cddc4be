"""Classes of restorable objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterator, List, Optional, Tuple, TypeVar

from ._annotations import fields_of
from ._containers import Field
from ._fields import Fields
from ._references import ReferenceCodec
from ._state import State, write_state
from ._values import Codec, Context, is_restorable

if TYPE_CHECKING:
    from ._objects import Creation
    from ._core import Core

T = TypeVar("T", bound=type)

_ELEMENT, _SECRET = 1, 2
_STACK, _BY_POSITION = 1, 2


def restorable(
    id: str,
    *,
    version: int = 1,
    element: bool = False,
    secret: bool = False,
    stack: bool = False,
    by_position: bool = False,
    slots: bool = False,
) -> Callable[[T], T]:
    """Makes a class restorable under an id. Archives contain the id, so never change it.

    The state of a dataclass is its fields, except those marked ``rk.transient``. A field that the
    saved state lacks takes its default. Another class has ``encode_state(self)``, which returns a
    dict, and ``decode_state(self, state)``, which reads a `State`. A dataclass may have both, too.

    The class may have:

    ``create_object(cls, creation)``, a class method
        makes an object for a restore or ``session.make``. Returning ``None`` declines, raising
        `NotYet` defers. Without it the session calls the class with the parameters of
        ``session.make``.
    ``migrate_state(cls, version, state)``, a class method
        returns a dict of the next version. For objects that the session makes.
    ``finish_restoring(self)``
        is called when all objects have decoded.
    ``restorable_children(self)``, ``selected_child(self)``, ``attach_children(self, children,
    selected)``
        the contained objects: a list, or with ``slots`` a dict by slot.
    ``presented_object(self)``, ``present_object(self, object)``
        an object that this one shows above itself, such as a dialog.
    ``restorable_elements(self)``
        a list of objects of classes with ``element``. Raises `NotYet` while elements are still
        loading.

    :param version: the version of the state's layout, from 1.
    :param element: objects are a piece of state inside another one, such as a scroll position.
    :param secret: elements that are never preserved.
    :param stack: children are stacked, and their order is state.
    :param by_position: positions distinguish children with equal identifiers.
    :param slots: children have names, such as "left", by which they come back.
    """
    if not isinstance(id, str):
        raise TypeError('Give the class an id: @restorable("Desk", version=1)')
    if not 1 <= len(id.encode("utf-8", "surrogatepass")) <= 255 or "\0" in id:
        raise ValueError(f"The id {id!r} must have 1 to 255 bytes of text without NUL")
    if not isinstance(version, int) or not 1 <= version < 1 << 32:
        raise ValueError(f"The version of {id} must be a number from 1")
    if secret and not element:
        raise ValueError(f"{id} is secret, so it must be an element")

    def decorate(target: T) -> T:
        name = target.__qualname__
        if is_restorable(target):
            first = target.__dict__["__restoration_class__"].id
            raise TypeError(f"{name} has two ids, {first!r} and {id!r}. Archives know one")
        hooks = [hasattr(target, hook) for hook in ("encode_state", "decode_state")]
        if any(hooks) and not all(hooks):
            raise TypeError(f"{name} has one of encode_state and decode_state, and needs both")
        if not any(hooks) and "__dataclass_fields__" not in target.__dict__:
            raise TypeError(
                f"{name} is not a dataclass, and has no encode_state and decode_state. "
                "Write @dataclass below @restorable, or both methods"
            )
        if not any(hooks) and _is_frozen(target):
            raise TypeError(f"{name} is frozen, so that a restore cannot set its fields")
        setattr(
            target,
            "__restoration_class__",
            ClassInfo(
                target,
                id,
                version,
                (_ELEMENT if element else 0) | (_SECRET if secret else 0),
                (_STACK if stack else 0) | (_BY_POSITION if by_position else 0),
                slots,
                any(hooks),
            ),
        )
        return target

    return decorate


def _is_frozen(target: type) -> bool:
    parameters: Any = getattr(target, "__dataclass_params__")
    return bool(parameters.frozen)


class ClassInfo:
    """A restorable class, and how its objects are stored."""

    def __init__(
        self,
        target: type,
        id: str,
        version: int,
        flags: int,
        shape_flags: int,
        slots: bool,
        has_hooks: bool,
    ) -> None:
        self.target: Any = target
        self.id = id
        self.version = version
        self.flags = flags
        self.shape_flags = shape_flags
        self.slots = slots
        self.has_hooks = has_hooks
        self.fields: Optional[List[Field]] = None
        self.make: Any = getattr(target, "create_object", None)
        #: The address of the plan by which C code stores and restores objects, or 0.
        self.plan = 0
        #: Functions of a coder, the session and an object.
        self.encode: Callable[[Any, Any, Any], None] = self._encode_by_hook
        self.decode: Callable[[Any, Any, Any], None] = self._decode_by_hook

    @property
    def parts(self) -> Tuple[bool, bool, bool]:
        """Whether the class has children, a presented object, and elements."""
        target = self.target
        return (
            hasattr(target, "restorable_children"),
            hasattr(target, "presented_object"),
            hasattr(target, "restorable_elements"),
        )

    def prepare(self) -> None:
        """Resolves the annotations, which may name classes that come later in their module."""
        if self.fields is None and not self.has_hooks:
            self.fields = fields_of(self.target)
            state = Fields(self.target, self.fields)
            self.encode, self.decode, self.plan = state.encode, state.decode, state.plan

    def referenced(self) -> Iterator[type]:
        """The restorable classes that the annotations name."""
        seen: List[Codec] = []
        waiting: List[Codec] = [field.codec for field in self.fields or []]
        while waiting:
            codec = waiting.pop()
            if any(codec is known for known in seen):
                continue
            seen.append(codec)
            if isinstance(codec, ReferenceCodec):
                yield from codec.targets
            for name in ("element", "wrapped"):
                below = getattr(codec, name, None)
                waiting += [below] if below is not None else []
            waiting += getattr(codec, "elements", [])
            waiting += getattr(codec, "members", []) if hasattr(codec, "accepts") else []
            waiting += [field.codec for field in getattr(codec, "fields", [])]
        return

    def create(self, creation: Optional[Creation]) -> Any:
        """Makes an object; ``None`` for a class that needs no creation."""
        if creation is not None and self.make is not None:
            return self.make(creation)
        try:
            return self.target(**creation.parameters) if creation is not None else self.target()
        except TypeError as error:
            raise self.unmade(error) from error

    def unmade(self, error: TypeError) -> TypeError:
        """The reason why the constructor, which gets no arguments, failed."""
        made = TypeError(
            f"{self.target.__qualname__} cannot be made: {error}. Give all fields defaults, or "
            "write a class method create_object"
        )
        made.__cause__ = error
        return made

    def _encode_by_hook(self, coder: Any, core: Core, value: Any) -> None:
        name = f"{self.target.__qualname__}.encode_state"
        write_state(Context(coder, core), name, value.encode_state())

    def _decode_by_hook(self, coder: Any, core: Core, value: Any) -> None:
        state = State(Context(coder, core))
        try:
            value.decode_state(state)
        finally:
            state._close()


def info_of(target: Any) -> ClassInfo:
    """The description of a restorable class."""
    if not isinstance(target, type):
        raise TypeError(f"{target!r} is not a class")
    if not is_restorable(target):
        raise TypeError(f'{target.__qualname__} is not restorable. Decorate it: @restorable("id")')
    info: ClassInfo = target.__dict__["__restoration_class__"]
    info.prepare()
    return info


def info_of_object(value: Any) -> ClassInfo:
    if isinstance(value, type):
        raise TypeError(f"{value.__qualname__} is a class. Pass an object of it")
    return info_of(type(value))


__all__ = ["ClassInfo", "info_of", "info_of_object", "restorable"]
