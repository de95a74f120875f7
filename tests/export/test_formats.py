"""Every format is the whole model, and an unknown one is refused."""

import json

import pytest

from shortlist import learn, model_file, read_labelled
from shortlist.export.formats import FORMATS
from shortlist.files.modelfile import loads


@pytest.fixture(scope="module")
def file():
    return model_file(learn(read_labelled("titanic")))


def test_text_is_what_a_model_prints(file):
    assert str(file.model) == FORMATS["text"](file)


def test_json_reads_back_as_the_same_model(file):
    assert file == loads(FORMATS["json"](file))
    assert "shortlist-model" == json.loads(FORMATS["json"](file))["format"]
