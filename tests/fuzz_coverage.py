"""Fuzzing that is led by coverage: `python tests/fuzz_coverage.py csv|parquet|models CORPUS [-max_total_time=3600 …]`.

Atheris (`pip install atheris`, for Linux) makes bytes that lead to lines not reached before. CSV bytes must be read as the csv module
reads them, by native code as well as by ourselves, or be refused; Parquet bytes and model files may be read or refused. CORPUS is a
folder in which what is worth going on with is kept; the options are those of libFuzzer. Bytes in which something else happens are
kept as `crash-…`.
"""

import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

import atheris

sys.path.insert(0, str(Path(__file__).parent))

with atheris.instrument_imports(include=["shortlist"], enable_loader_override=False):
    from shortlist import ModelFileError, learn, model_file, read_labelled
    from shortlist.errors import DataError
    from shortlist.files.modelfile import dumps, loads
    from shortlist.tables import csv_native, csv_text
    from shortlist.tables.read import read_table

from fuzz_files import by_csv, native, ours, typed


def csv(raw: bytes) -> None:
    """CSV bytes, in all ways."""
    try:
        delimiter = csv_text.open_csv("t.csv", raw).delimiter
    except DataError:
        return
    expected, path = by_csv(raw, delimiter), FOLDER / "t.csv"
    path.write_bytes(raw)
    results = []
    for on in (False, True):
        with native(on=on):
            found = ours(raw)
            results.append(typed(path))
        if expected is not None:
            assert expected == found, (on, expected, found)
    assert results[0] == results[1], results


def parquet(raw: bytes) -> None:
    """Parquet bytes."""
    path = FOLDER / "t.parquet"
    path.write_bytes(raw)
    typed(path)


def models(raw: bytes) -> None:
    """A model file; what is read is written and read again."""
    try:
        file = loads(raw.decode(errors="replace"))
    except ModelFileError:
        return
    assert dumps(file) == dumps(loads(dumps(file)))


TARGETS: dict[str, Callable[[bytes], None]] = {"csv": csv, "parquet": parquet, "models": models}


def first_inputs(name: str) -> list[bytes]:
    """Something to begin with."""
    data = read_labelled("titanic")
    if name == "models":
        return [dumps(model_file(learn(data))).encode()]
    if name == "csv":
        return [b'a,b\n1,"x\ny"\n007,\n', b"a;b\r\n1.5;NA\r\n-0;true\r\n", "größe|b\n1e3|2021-03-04\n".encode()]
    import pyarrow as pa  # only Parquet needs it
    import pyarrow.parquet as pq

    path = FOLDER / "first.parquet"
    pq.write_table(pa.table({"i": [1, 2, None], "s": ["a", None, "b"], "f": [0.5, 1.5, None]}), path)
    read_table(path)
    return [path.read_bytes()]


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    target, corpus = sys.argv[1], Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        FOLDER = Path(folder)
        csv_native._MANY = 1
        corpus.mkdir(parents=True, exist_ok=True)
        for number, content in enumerate(first_inputs(target)):
            (corpus / f"first-{number}").write_bytes(content)
        atheris.Setup([sys.argv[0], *sys.argv[2:]], TARGETS[target])
        atheris.Fuzz()
