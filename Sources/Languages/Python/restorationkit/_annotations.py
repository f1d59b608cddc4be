"""The choice of a codec for a field's annotation."""

from __future__ import annotations

import collections.abc
import dataclasses
import enum
import sys
import types
import typing
from typing import Any, Dict, List, Optional, Tuple

from ._containers import (
    DataclassCodec,
    DictCodec,
    Field,
    ListCodec,
    OptionalCodec,
    TupleCodec,
    UnionCodec,
)
from ._dynamic import DYNAMIC, EnumCodec, LiteralCodec
from ._references import REFERENCE_CODEC, ReferenceCodec
from ._scalars import SCALARS
from ._values import REFERENCE, Codec, is_restorable, object_class, sensitive, transient

_UNIONS: Tuple[Any, ...] = (typing.Union, getattr(types, "UnionType", typing.Union))
_LISTS = (list, collections.abc.MutableSequence)
_SEQUENCES = (collections.abc.Sequence, collections.abc.Collection, collections.abc.Iterable)
_DICTS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
_CODECS: Dict[Any, Codec] = {}


def codec_of(annotation: Any, name: str) -> Codec:
    """The codec for an annotation of the field `name`."""
    if annotation in SCALARS:
        return SCALARS[annotation]
    if annotation is Any or annotation is object:
        return DYNAMIC
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        codec = codec_of(arguments[0], name)
        if sensitive in arguments[1:]:
            raise TypeError(f"{name}: rk.sensitive marks whole fields, not parts of a field")
        return codec
    if origin in _UNIONS:
        return _union(arguments, name)
    if origin is typing.Literal:
        return LiteralCodec(arguments)
    plain = origin or annotation
    if plain is tuple:
        if not arguments or (len(arguments) == 2 and arguments[1] is Ellipsis):
            element = codec_of(arguments[0], name) if arguments else DYNAMIC
            return ListCodec(element, (tuple,), tuple)
        return TupleCodec([codec_of(part, name) for part in arguments if part != ()])
    if plain in _LISTS or plain in _SEQUENCES:
        element = codec_of(arguments[0], name) if arguments else DYNAMIC
        return ListCodec(element, (list,) if plain in _LISTS else (list, tuple), list)
    if plain in _DICTS:
        if arguments and arguments[0] is not str:
            raise TypeError(f"{name}: the keys of a dict in state are str")
        return DictCodec(codec_of(arguments[1], name) if arguments else DYNAMIC)
    supertype = getattr(annotation, "__supertype__", None)
    if supertype is not None:  # a NewType
        return codec_of(supertype, name)
    if isinstance(annotation, type):
        found = _class_codec(annotation, name)
        if found is not None:
            return found
    shown = annotation.__qualname__ if isinstance(annotation, type) else str(annotation)
    raise TypeError(
        f"{name}: {shown} is not a type that state can have. If the field is not state, annotate "
        f"Annotated[{shown}, rk.transient]"
    )


def _class_codec(target: type, name: str) -> Optional[Codec]:
    if target in _CODECS:
        return _CODECS[target]
    codec: Optional[Codec] = None
    if is_restorable(target):
        codec = ReferenceCodec(target)
    elif issubclass(target, object_class()):
        codec = REFERENCE_CODEC
    elif issubclass(target, enum.Enum):
        codec = EnumCodec(target)
    elif dataclasses.is_dataclass(target):
        codec = _CODECS[target] = DataclassCodec(target)  # before its fields, which may name it
        try:
            codec.fields = fields_of(target)
        except BaseException:
            del _CODECS[target]
            raise
        codec.is_sensitive = any(field.is_sensitive for field in codec.fields)
    if codec is not None:
        _CODECS[target] = codec
    return codec


def _union(arguments: Tuple[Any, ...], name: str) -> Codec:
    members = [codec_of(part, name) for part in arguments if part is not type(None)]
    seen: Dict[int, Codec] = {}
    distinct: List[Codec] = []
    for member in members:
        for kind in member.kinds:
            if kind in seen and kind != REFERENCE:
                raise TypeError(
                    f"{name}: {seen[kind].name} and {member.name} are stored alike, so a restore "
                    "cannot tell them apart. Use a dataclass with a field that says which it is"
                )
            seen[kind] = member
        distinct.append(member)
    if len(distinct) > 1 and all(isinstance(member, ReferenceCodec) for member in distinct):
        references = [member for member in distinct if isinstance(member, ReferenceCodec)]
        targets = [target for member in references for target in member.targets]
        accepts_all = any(member.accepts_all for member in references)
        distinct = [ReferenceCodec(*targets, accepts_all=accepts_all)]
    whole = distinct[0] if len(distinct) == 1 else UnionCodec(distinct)
    return OptionalCodec(whole) if len(members) < len(arguments) else whole


def fields_of(target: type) -> List[Field]:
    """The fields of a dataclass that are state."""
    fields = []
    for field in dataclasses.fields(target):
        name = f"{target.__qualname__}.{field.name}"
        annotation = _resolved(target, field, name)
        marks: Tuple[Any, ...] = ()
        if typing.get_origin(annotation) is typing.Annotated:
            marks = typing.get_args(annotation)[1:]
            annotation = typing.get_args(annotation)[0]
        if transient in marks:
            continue
        fields.append(Field(field, codec_of(annotation, name), sensitive in marks))
    return fields


def _resolved(target: type, field: dataclasses.Field[Any], name: str) -> Any:
    """A field's annotation, which may be text."""
    annotation: Any = field.type
    owner = next(
        (base for base in target.__mro__ if field.name in base.__dict__.get("__annotations__", {})),
        target,
    )
    module = sys.modules.get(owner.__module__)
    holder = types.SimpleNamespace(__annotations__={field.name: annotation})
    try:
        found: Any = typing.get_type_hints(
            holder, vars(module) if module else {}, {target.__name__: target}, include_extras=True
        )
        return found[field.name]
    except Exception as error:
        raise TypeError(
            f"{name}: the annotation {annotation!r} cannot be resolved: {error}. Define its names "
            f"in {owner.__module__}, outside functions and TYPE_CHECKING"
        ) from error
