"""Wrong arguments in one line.

pybind11 answers a wrong argument with all signatures of the function. The compiled module passes that text to
one_line(), which looks for the argument that fits none of them.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Optional

import numpy as np

from . import _kalah

_WORDS = {"int": "a whole number", "float": "a number", "str": "a text", "bool": "True or False", "None": "None",
          "List[int]": "a list of whole numbers", "Tuple[int, int]": "a pair of whole numbers", "Rules": "Rules"}


class _Argument(NamedTuple):
    name: str
    types: list[str]
    required: bool
    by_position: bool


class _Fault(NamedTuple):
    place: int
    """How many arguments before it are right."""
    text: str
    types: Sequence[str] = ()
    """What the argument may be, if it is of another type."""
    value: object = None


def shown(value: object) -> str:
    """As repr(), in one short line."""
    try:
        text = " ".join(repr(value).split())
    except Exception:
        return f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def expected(name: str, types: Iterable[str], value: object) -> str:
    """What an argument may be, and what it is."""
    words = list(dict.fromkeys(_words(each) for each in types))
    listed = ", ".join(words[:-1]) + " or " + words[-1] if len(words) > 1 else words[0]
    return f"{name}: expected {listed}, not {shown(value)}"


def one_line(text: str, given: Sequence[Any], named: Mapping[str, Any]) -> str:
    """The fault of a call with these arguments, of which pybind11 says this text."""
    head, _, rest = text.partition("\n\nInvoked with:")[0].partition("\n")
    name = head.partition("(")[0]
    if "incompatible constructor" in head:  # the signatures leave out the object, its class is before them
        given, name = given[1:], re.sub(r"^ *1\. ([\w.]*\.)?(\w+)\(.*", r"\2", rest, flags=re.DOTALL)
    overloads = [_arguments(each) for each in re.findall(r"^ +\d+\. [^(]*(\(.*\))", rest, re.MULTILINE)]
    faults = [fault for fault in (_fault(each, given, named) for each in overloads) if fault]
    if not faults:
        return f"wrong arguments for {name}({', '.join(_names(overloads[0]))})"
    # The overload that takes the most arguments is the one that was meant.
    most = max(fault.place for fault in faults)
    meant = [fault for fault in faults if fault.place == most]
    types = [each for fault in meant for each in fault.types]
    return expected(meant[0].text, types, meant[0].value) if meant[0].types else meant[0].text


def _fault(arguments: Sequence[_Argument], given: Sequence[Any], named: Mapping[str, Any]) -> Optional[_Fault]:
    by_position = [each for each in arguments if each.by_position]
    known = {each.name: each for each in arguments}
    values = [(each.name, value) for each, value in zip(by_position, given)] + list(named.items())
    for place, (name, value) in enumerate(values):
        if name not in known:
            return _Fault(place, f"there is no argument {name}: expected {', '.join(_names(arguments))}")
        if name in dict(values[:place]):
            return _Fault(place, f"{name}: given twice")
        if not any(_accepts(kind, value) for kind in known[name].types):
            return _Fault(place, name, known[name].types, value)
    if len(given) > len(by_position):
        return _Fault(len(values), f"too many arguments by position: expected {', '.join(_names(by_position)) or 'none'}")
    for each in arguments:
        if each.required and each.name not in dict(values):
            return _Fault(len(values), f"{each.name}: missing")
    for name, value in values:  # numbers of the right type that C++ cannot hold
        if "int" in known[name].types and value is not None and not 0 <= operator.index(value) < 2**31:
            return _Fault(len(values), f"{name}: {shown(value)} is out of range")
    return None


def _arguments(signature: str) -> list[_Argument]:
    """Of a signature as pybind11 writes it, which is Python."""
    function: Any = ast.parse(f"def f{signature}: pass").body[0]
    listed = function.args
    defaults = [None] * (len(listed.args) - len(listed.defaults)) + listed.defaults
    arguments = []
    for argument, default in zip(listed.args + listed.kwonlyargs, defaults + listed.kw_defaults):
        types = _types(argument.annotation)
        if isinstance(default, ast.Constant) and default.value is None:
            types.append("None")
        arguments.append(_Argument(argument.arg, types, default is None, argument in listed.args))
    return arguments


def _types(annotation: Any) -> list[str]:
    """The members of Union[...] and Optional[...], any other type alone."""
    text = ast.unparse(annotation)
    if not text.startswith(("Union[", "Optional[")):
        return [text]
    members = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    return [each for member in members for each in _types(member)] + ["None"] * text.startswith("Optional[")


def _names(arguments: Sequence[_Argument]) -> list[str]:
    return [each.name for each in arguments if each.name != "self"]


def _words(kind: str) -> str:
    kind = kind.removeprefix("kalah._kalah.")
    if kind.startswith("numpy.ndarray"):
        return "an array (numpy.ndarray)"
    if kind not in _WORDS and kind.startswith("List["):
        return "a list"
    return _WORDS.get(kind, ("an " if kind[0] in "AEIOU" else "a ") + kind)


def _accepts(kind: str, value: Any) -> bool:
    """May accept too much: then the fault is said less precisely."""
    if kind == "None":
        return value is None
    if kind == "str":
        return isinstance(value, (str, bytes))
    if kind == "bool":
        return isinstance(value, (bool, np.bool_))
    if kind in ("int", "float"):
        return not isinstance(value, (str, bytes)) and _converts(operator.index if kind == "int" else float, value)
    if kind.startswith(("List[", "Tuple[")):
        if isinstance(value, (str, bytes)) or not isinstance(value, (Sequence, np.ndarray)):
            return False
        members = kind[:-1].partition("[")[2]
        kinds = [members] * len(value) if kind.startswith("List[") else members.split(", ")
        return len(kinds) == len(value) and all(map(_accepts, kinds, value))
    if kind.startswith("numpy.ndarray"):
        return isinstance(value, np.ndarray)
    known = getattr(_kalah, kind.rpartition(".")[2], None)
    return not isinstance(known, type) or isinstance(value, known)


def _converts(convert: Any, value: object) -> bool:
    try:
        convert(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True
