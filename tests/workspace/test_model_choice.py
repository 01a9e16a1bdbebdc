"""Which model is chosen: how that is written, stored, opened and remarked upon."""

import json
from pathlib import Path

import pytest

from chunkscope.retrieval.embedding import Embedder
from chunkscope.retrieval.errors import ModelUnavailable
from chunkscope.workspace.model_choice import (
    DEFAULT_WINDOW,
    EndpointChoice,
    endpoint_named,
    open_chosen,
    remark_on,
    shown_name,
)
from chunkscope.workspace.preferences import Preferences, load, save
from chunkscope.workspace.questions import BUILT_IN_MODEL, Question

SERVICE = EndpointChoice("https://host.example:8443/v1", "maker/small:latest", 512)
BGE = "bge-small-en-v1.5"


@pytest.mark.parametrize("model", ["small", "maker/small:latest", "a#b", "7#8"])
@pytest.mark.parametrize("window", [16, DEFAULT_WINDOW])
def test_an_endpoint_is_told_again_from_the_model_of_a_question(model: str, window: int) -> None:
    choice = EndpointChoice("https://host.example/v1", model, window)
    assert endpoint_named(choice.name) == choice


def test_the_window_of_an_endpoint_may_be_left_out() -> None:
    assert endpoint_named("endpoint:https://host/v1#small") == EndpointChoice(
        "https://host/v1", "small", DEFAULT_WINDOW
    )


@pytest.mark.parametrize("model", [BUILT_IN_MODEL, BGE, "/models/a#b", "endpoints", ""])
def test_any_other_model_is_no_endpoint(model: str) -> None:
    assert endpoint_named(model) is None


@pytest.mark.parametrize("model", ["endpoint:", "endpoint:host#m", "endpoint:https://host/v1"])
def test_an_endpoint_that_is_not_whole_is_refused_with_the_right_form(model: str) -> None:
    with pytest.raises(ModelUnavailable, match="does not say which model") as refused:
        open_chosen(model)
    assert "endpoint:https://host/v1#MODEL" in refused.value.hint


def test_an_endpoint_is_connected_to_when_a_vector_is_wanted_and_no_earlier() -> None:
    nobody = EndpointChoice("http://127.0.0.1:9/v1", "small", 16)
    embedder: Embedder = open_chosen(nobody.name)
    assert (embedder.name, embedder.window) == ("small", 16)
    assert embedder.identity == "small@http://127.0.0.1:9"
    assert embedder.read_part("x" * 1000) == "x" * 64
    with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1:9 does not answer"):
        embedder.embed(["text"])


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "begins with https"), ("host/v1", "begins with https"), ("ftp://host", "begins with"),
        ("https://", "begins with"), ("https://[", "begins with"), ("https://h:0/v1", "begins"),
        ("https://me:secret@host/v1", "password"), ("https://host/v1?key=1", "own line"),
        ("https://host/v1#x", "own line"), ("https://host/" + "x" * 3000, "too long"),
    ],
)  # fmt: skip
def test_an_address_that_cannot_be_used_is_refused(address: str, words: str) -> None:
    assert words in EndpointChoice(address, "small").refusal


def test_an_endpoint_wants_a_model() -> None:
    assert "name that the model has" in EndpointChoice("https://host/v1", " ").refusal
    assert SERVICE.refusal == ""


def test_the_warning_says_where_text_goes_and_who_may_read_it() -> None:
    assert "leave this machine" in SERVICE.warning
    assert "host.example:8443" in SERVICE.warning
    assert "unencrypted" not in SERVICE.warning
    assert "unencrypted" in EndpointChoice("http://host/v1", "m").warning
    for here in ("localhost", "127.0.0.1", "[::1]"):
        local = EndpointChoice(f"http://{here}:11434/v1", "m")
        assert "on this machine" in local.warning
        assert "leave" not in local.warning


@pytest.mark.parametrize(
    "model",
    [BGE, f"BAAI/{BGE}", BGE.upper(), f"/models/{BGE}", f"{BGE}=/x", f"/x/{BGE}/onnx",
     f"endpoint:http://localhost/v1#BAAI/{BGE}"],
)  # fmt: skip
def test_the_floor_fits_the_reference_systems_model(model: str) -> None:
    assert remark_on(model) == ""
    assert remark_on(model, "") == ""


@pytest.mark.parametrize(
    "model", [BUILT_IN_MODEL, "bge-base-en-v1.5", "/models/x", f"x=/{BGE}", SERVICE.name]
)
def test_scores_of_any_other_model_are_remarked_upon_in_one_line(model: str) -> None:
    assert remark_on(model).startswith("Scores of another model differ: the floor of 0.4")
    assert BGE in remark_on(model)
    assert "\n" not in remark_on(model)


def test_an_instruction_is_remarked_upon_where_the_floor_was_set_without_one() -> None:
    assert "without an instruction" in remark_on(BGE, "Represent this: ")


@pytest.mark.parametrize(
    ("model", "shown"),
    [
        (BGE, BGE), ("maker/small", "maker/small"), (f"{BGE}=/x/y", BGE), ("/x/mine", "mine"),
        (SERVICE.name, "maker/small:latest at host.example:8443"),
    ],
)  # fmt: skip
def test_a_model_is_shown_by_what_a_reader_calls_it(model: str, shown: str) -> None:
    assert shown_name(model) == shown


def test_an_endpoint_that_is_on_survives_a_restart_with_its_question(tmp_path: Path) -> None:
    on = EndpointChoice(SERVICE.address, SERVICE.model, SERVICE.window, is_on=True)
    save(Preferences(endpoint=on, question=Question("?", model=on.name)), tmp_path)
    assert load(tmp_path).endpoint == on
    assert load(tmp_path).question.model == on.name


@pytest.mark.parametrize(
    "endpoint",
    [EndpointChoice(), SERVICE, EndpointChoice("https://other/v1", SERVICE.model, 512, is_on=True)],
)
def test_no_start_uses_an_endpoint_that_is_not_switched_on(
    tmp_path: Path, endpoint: EndpointChoice
) -> None:
    save(Preferences(endpoint=endpoint, question=Question("?", model=SERVICE.name)), tmp_path)
    assert load(tmp_path).question == Question("?")


@pytest.mark.parametrize(
    "stored",
    [
        None, 7, [], {}, {"address": 1, "model": 2}, {"address": "x", "model": "m", "is_on": True},
        {"address": "https://me:key@host", "model": "m", "is_on": True},
    ],
)  # fmt: skip
def test_an_endpoint_that_cannot_be_read_is_off(tmp_path: Path, stored: object) -> None:
    text = json.dumps({"endpoint": stored})
    (tmp_path / "preferences.json").write_text(text, encoding="utf-8")
    assert load(tmp_path).endpoint == EndpointChoice()
