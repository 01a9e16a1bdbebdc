"""Models as a reader chooses among them: what is here, what it costs, what there is to know."""

from dataclasses import replace
from pathlib import Path

import pytest

from chunkscope.retrieval.catalogue import KnownModel
from chunkscope.retrieval.models import BUILT_IN, REFERENCE, EmbeddingModel
from chunkscope.workspace.model_choice import EndpointChoice
from chunkscope.workspace.model_list import (
    ListedModel,
    ModelKept,
    ModelRow,
    Origin,
    fetch_words,
    licence_words,
    remove_fetched,
    rows_of,
)

OFF = EndpointChoice()
ON = EndpointChoice("https://host.example/v1", "small", 512, is_on=True)


def listed(model: EmbeddingModel, lack: str = "", folder: str = "") -> ListedModel:
    known = KnownModel(
        model.name,
        model.dimension,
        model.size_bytes,
        model.licence,
        model.window,
        model.instruction,
        model is BUILT_IN,
        lack,
    )
    return ListedModel(known, model, folder)


def row_of(one: ListedModel, chosen: str = "") -> ModelRow:
    return rows_of([one], chosen or one.known.name, OFF)[0]


def test_the_built_in_model_and_the_reference_systems_own_stand_there_at_once() -> None:
    rows = rows_of((), BUILT_IN.name, OFF)
    assert [row.name for row in rows[:2]] == [BUILT_IN.name, REFERENCE.name]
    assert [row.origin for row in rows] == [Origin.BUILT_IN, Origin.HUB, Origin.ENDPOINT]
    assert rows[0].state == "in use · …"
    assert not any(row.can_be_fetched or row.can_be_removed for row in rows)


@pytest.mark.parametrize(
    ("one", "state", "used", "fetched", "removed"),
    [
        (listed(BUILT_IN), "built in", True, False, False),
        (listed(BUILT_IN, "It is gone."), "damaged", False, False, False),
        (listed(REFERENCE, "It has not been fetched."), "not here", False, True, False),
        (listed(REFERENCE, "", "/models/bge"), "fetched", True, False, True),
        (listed(REFERENCE, "It lacks a file.", "/models/bge"), "damaged", False, True, True),
    ],
)
def test_a_row_says_what_can_be_done(
    one: ListedModel, state: str, used: bool, fetched: bool, removed: bool
) -> None:
    row = row_of(one)
    assert row.state == f"in use · {state}"
    assert (row.can_be_used, row.can_be_fetched, row.can_be_removed) == (used, fetched, removed)


def test_what_is_damaged_says_what_it_lacks_and_the_next_step() -> None:
    assert (
        "It lacks a file. Fetch it anew."
        in row_of(listed(REFERENCE, "It lacks a file.", "/m")).words
    )
    assert "It is gone. Install the program anew." in row_of(listed(BUILT_IN, "It is gone.")).words


def test_the_reference_systems_own_model_says_so() -> None:
    assert "The reference system’s own" in row_of(listed(REFERENCE, "No.")).words


def test_size_and_licence_are_said_before_a_fetch() -> None:
    words = fetch_words(row_of(listed(REFERENCE, "It has not been fetched.")))
    assert "about 67 MB" in words
    assert "its licence is MIT" in words


def test_a_licence_that_is_not_named_is_said_to_be() -> None:
    assert licence_words("") == "not named"
    assert licence_words("cc-by-nc-4.0") == "cc-by-nc-4.0"


@pytest.mark.parametrize(
    ("chosen", "name"),
    [("/x/mine", "folder mine"), (f"{REFERENCE.name}=/x/y", f"{REFERENCE.name} in y")],
)
def test_a_folder_in_use_is_a_row_of_its_own(chosen: str, name: str) -> None:
    for known in ([], [listed(BUILT_IN), listed(REFERENCE, "No.")]):
        row = rows_of(known, chosen, OFF)[2]
        assert (row.name, row.state, row.can_be_used) == (name, "in use · your folder", True)


def test_a_folder_takes_over_what_is_known_of_its_model() -> None:
    row = rows_of([listed(REFERENCE, "No.")], f"{REFERENCE.name}=/x/y", OFF)[1]
    assert (row.dimension, row.instruction) == (REFERENCE.dimension, REFERENCE.instruction)


def test_no_name_is_a_folder_while_models_are_looked_for() -> None:
    assert Origin.FOLDER not in {row.origin for row in rows_of((), "bge-base-en-v1.5", OFF)}


def test_an_endpoint_is_off_unless_it_was_set_up() -> None:
    for endpoint in (OFF, replace(ON, is_on=False)):
        row = rows_of((), BUILT_IN.name, endpoint)[-1]
        assert (row.state, row.choice, row.can_be_used) == ("off", "", False)
    row = rows_of((), ON.name, ON)[-1]
    assert (row.state, row.choice) == ("in use · on", ON.name)
    assert "leave this machine" in row.words


def test_instructions_are_told_apart_by_whether_the_model_needs_them() -> None:
    needing = replace(REFERENCE, needs_instruction=True)
    assert row_of(listed(REFERENCE)).needed_instruction == ""
    assert row_of(listed(needing)).needed_instruction == REFERENCE.instruction


def test_a_fetched_model_is_removed_whole(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "model.onnx").write_bytes(b"x")
    remove_fetched(folder)
    assert list(tmp_path.iterdir()) == []


def test_a_model_that_cannot_be_removed_is_kept_and_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(ModelKept, match="cannot be removed"):
        remove_fetched(tmp_path / "nothing")
    assert list(tmp_path.iterdir()) == []
