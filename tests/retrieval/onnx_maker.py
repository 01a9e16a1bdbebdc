"""A model in ONNX, written by hand: it counts how often one token stands in a text."""

from collections.abc import Sequence

_INT64, _FLOAT = 7, 1
_ATTRIBUTE_INT = 2


def counting_model(token: int) -> bytes:
    """Return a cross-encoder whose score is the number of times that `token` is read."""
    nodes = [
        _node("Equal", ["input_ids", "token"], "is_it"),
        _node("Cast", ["is_it"], "as_number", to=_FLOAT),
        _node("ReduceSum", ["as_number", "axis"], "logits", keepdims=1),
    ]
    graph = (
        b"".join(_field(1, node) for node in nodes)
        + _field(2, b"counts")
        + _field(5, _tensor("token", [token]))
        + _field(5, _tensor("axis", [1]))
        + _field(11, _value("input_ids", _INT64, ["pairs", "tokens"]))
        + _field(12, _value("logits", _FLOAT, ["pairs", 1]))
    )
    return _number(1, 8) + _field(7, graph) + _field(8, _field(1, b"") + _number(2, 13))


def _node(kind: str, inputs: Sequence[str], output: str, **attributes: int) -> bytes:
    described = [
        _field(1, name.encode()) + _number(3, value) + _number(20, _ATTRIBUTE_INT)
        for name, value in attributes.items()
    ]
    return (
        b"".join(_field(1, name.encode()) for name in inputs)
        + _field(2, output.encode())
        + _field(4, kind.encode())
        + b"".join(_field(5, attribute) for attribute in described)
    )


def _tensor(name: str, numbers: Sequence[int]) -> bytes:
    values = b"".join(_number(7, number) for number in numbers)
    return _number(1, len(numbers)) + _number(2, _INT64) + values + _field(8, name.encode())


def _value(name: str, kind: int, shape: Sequence[str | int]) -> bytes:
    sides = [
        _number(1, side) if isinstance(side, int) else _field(2, side.encode()) for side in shape
    ]
    dimensions = b"".join(_field(1, side) for side in sides)
    tensor = _number(1, kind) + _field(2, dimensions)
    return _field(1, name.encode()) + _field(2, _field(1, tensor))


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _number(number: int, value: int) -> bytes:
    return _varint(number << 3) + _varint(value)


def _varint(value: int) -> bytes:
    parts = bytearray()
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])
