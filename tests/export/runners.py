"""Exports, run where they are made for: what each says of rows of plain values."""

import json
import sqlite3

import numpy as np
import onnxruntime
import pyarrow as pa
from py_mini_racer import MiniRacer

from shortlist.tables.table import Kind

ARROW = {
    Kind.BOOLEAN: pa.bool_(),
    Kind.NUMBER: pa.float64(),
    Kind.CODE: pa.int64(),
    Kind.CATEGORY: pa.string(),
    Kind.DATE: pa.timestamp("us"),
}
_ENGINE: list[MiniRacer] = []


def run_python(text, rows):
    namespace = {}
    exec(compile(text, "exported", "exec"), namespace)  # noqa: S102  # that is what it is for
    return [namespace["predict"](row) for row in rows]


def run_javascript(text, rows):
    """By V8, in this process; one engine for all, as it takes a while to start."""
    if not _ENGINE:
        _ENGINE.append(MiniRacer())
    engine = _ENGINE[0]
    engine.eval(text)
    found = engine.eval(f"JSON.stringify(JSON.parse({json.dumps(json.dumps(rows))}).map((row) => predict(row)))")
    return json.loads(found)


def run_duckdb(query, rows, kinds, connection, nan=None):
    """A query of the table t; if there is chance in `nan`, some missing numbers are NaN instead of NULL."""
    columns = {}
    for name, kind in kinds.items():
        values = [row[name] for row in rows]
        if kind is Kind.DATE:
            values = [None if value is None else np.datetime64(round(value * 10**6), "us") for value in values]
        if kind is Kind.NUMBER and nan is not None:
            values = [float("nan") if value is None and nan.random() < 0.5 else value for value in values]
        columns[name] = pa.array(values, ARROW[kind], from_pandas=False)
    connection.register("t", pa.table(columns))
    return [row[-1] for row in connection.execute(query).fetchall()]


def run_sqlite(query, rows, kinds):
    connection = sqlite3.connect(":memory:")
    names = ", ".join(f'"{name}"'.replace(name, name.replace('"', '""')) for name in kinds)
    connection.execute(f"CREATE TABLE t ({names})")
    marks = ", ".join("?" * len(kinds))
    connection.executemany(f"INSERT INTO t VALUES ({marks})", [[row[name] for name in kinds] for row in rows])  # noqa: S608
    return [row[-1] for row in connection.execute(query).fetchall()]


def run_onnx(model, rows, kinds):
    """By the runtime; a missing number is NaN, a missing text is empty."""
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    inputs = {}
    for given in session.get_inputs():
        values = [row[given.name] for row in rows]
        if kinds[given.name] is Kind.CATEGORY:
            column = np.array(["" if value is None else value for value in values], dtype=object)
        else:
            column = np.array([np.nan if value is None else float(value) for value in values])
        inputs[given.name] = column.reshape(-1, 1)
    (found,) = session.run(None, inputs)
    return found.tolist()
