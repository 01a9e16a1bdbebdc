"""Values of a workbook's cells become text as a reader knows it."""

import datetime as dt
import re
from typing import Final

_QUOTED: Final = re.compile(r'"[^"]*"|\\.')
_DECIMALS: Final = re.compile(r"\.(0+)[^%]*%")
_ZEROS: Final = re.compile(r"0{2,30}")
_EXACT: Final = 2.0**53
_MIDNIGHT: Final = dt.time()
_EPOCH_YEARS: Final = (1899, 1900)


def text_of(value: object, number_format: str = "") -> str:
    """Return a value as text: empty for nothing, no `.0`, dates as `2024-05-31`."""
    match value:
        case None:
            text = ""
        case bool():
            text = "TRUE" if value else "FALSE"
        case int() | float():
            text = number_text(value, number_format)
        case dt.datetime():
            text = moment_text(value)
        case dt.date():
            text = value.isoformat()
        case dt.time():
            text = _time_text(value)
        case _:
            text = str(value)
    return text


def number_text(number: float, number_format: str = "") -> str:
    """Return a number with up to 15 digits, as many as a workbook keeps.

    Shares are percent; what is filled up with zeros, such as a postcode, keeps them.
    """
    if "%" in number_format and "%" in (shown := _QUOTED.sub("", number_format)):
        decimals = _DECIMALS.search(shown)
        return f"{number * 100:.{len(decimals[1]) if decimals else 0}f}%"
    if isinstance(number, int) or (number.is_integer() and abs(number) < _EXACT):
        width = len(number_format) if _ZEROS.fullmatch(number_format) else 0
        return f"{int(number):0{width}d}" if width and number >= 0 else str(int(number))
    return f"{number:.15g}"


def moment_text(moment: dt.datetime) -> str:
    """Return a moment in ISO's form; a time of day where there is no day."""
    if moment.year in _EPOCH_YEARS and moment.date() <= dt.date(1900, 1, 1):
        return _time_text(moment.time())
    day = moment.date().isoformat()
    return day if moment.time() == _MIDNIGHT else f"{day} {_time_text(moment.time())}"


def _time_text(time: dt.time) -> str:
    time = time.replace(microsecond=0)
    return time.isoformat("seconds" if time.second else "minutes")
