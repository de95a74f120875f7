"""Rows on the workers of a Dask cluster: learned from as if they were in memory, even where a worker dies in the middle."""

import os
import random
import signal
from functools import partial
from threading import Timer

import dask
import dask.dataframe as dd
import pandas as pd
import pytest
from distributed import Client, LocalCluster

from samples.adult_like import adult_like
from samples.mixed_tables import mixed_frame
from samples.slow_rows import rows_of
from shortlist import DecisionListClassifier, UsageError
from shortlist.estimators.cv import DecisionListClassifierCV
from shortlist.scale.dask_frames import dask_stream

OPTIONS = {"regularization": 0.04, "engine": "search", "time_limit": 60}


def fitted(X, y, weights=None, **options):
    with dask.config.set(scheduler="synchronous"):
        return DecisionListClassifier(**OPTIONS, **options).fit(X, y, weights)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(8))
def test_a_dask_frame_is_learned_from_as_a_frame_in_memory_is(seed):
    check_dask(seed)


def check_dask(seed):
    rng = random.Random(seed)
    frame = mixed_frame(rng, 90)
    # Dask makes texts of objects, so there must be none.
    X, y, w = frame.drop(columns=["w", "y"]).convert_dtypes(), frame["y"], frame["w"] if rng.random() < 0.5 else None
    check_equal_to_dask(X, y, w, rng.randint(1, 11))


def check_equal_to_dask(X, y, w, n_parts):
    """The same frame in memory and in so many partitions."""
    parts = partial(dd.from_pandas, npartitions=n_parts, sort=False)

    one = fitted(X, y, w)
    two = fitted(parts(X), parts(y), None if w is None else parts(w))

    assert str(one.list_) == str(two.list_)
    assert one.objective_ == two.objective_
    assert one.model_file_.claim.counted == two.model_file_.claim.counted
    assert one.classes_.tolist() == two.classes_.tolist()
    assert one.weight_scale_ == two.weight_scale_
    assert one.predict(X).tolist() == two.predict(X).tolist()


def check_adult_like_by_dask(n_rows):
    frame = adult_like(n_rows).convert_dtypes()
    check_equal_to_dask(frame.drop(columns=["income"]), frame["income"], None, 7)


@pytest.mark.filterwarnings("ignore")
def test_a_table_like_adult_is_learned_from_as_a_frame_in_memory_is():
    check_adult_like_by_dask(2500)


def test_a_column_that_is_whole_in_one_partition_only_has_one_kind():
    X = pd.DataFrame({"x": [0, 1, 0, 1, 7, 8, 9, 5.5], "t": ["2020-01-01"] * 4 + ["a", "b", "c", "d"]})
    y = pd.Series([0, 1, 0, 1, 1, 0, 0, 1])
    two = fitted(dd.from_pandas(X, npartitions=2), dd.from_pandas(y, npartitions=2))

    assert {"x": "number", "t": "category"} == {k: str(v) for k, v in two.model_file_.kinds.items()}


def test_dates_have_their_parts():
    X = pd.DataFrame({"day": pd.date_range("2020-01-01", periods=1100)})
    y = pd.Series(X["day"].dt.month > 6, name="y")
    two = fitted(dd.from_pandas(X, npartitions=3), dd.from_pandas(y, npartitions=3), date_parts={"day": ["month"]})

    assert str(fitted(X, y, date_parts={"day": ["month"]}).list_) == str(two.list_)
    assert "day.month" in str(two.list_)


def test_what_needs_rows_in_memory_is_refused():
    X, y = pd.DataFrame({"x": range(40)}), pd.Series([0, 1] * 20)
    with pytest.raises(UsageError, match="in memory"), dask.config.set(scheduler="synchronous"):
        DecisionListClassifierCV().fit(dd.from_pandas(X, npartitions=2), dd.from_pandas(y, npartitions=2))


def test_a_worker_that_dies_is_no_loss_and_nothing_is_counted_twice():
    n_parts = 24
    every = pd.concat([rows_of(part, 0) for part in range(n_parts)])
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        frame = dd.from_map(rows_of, range(n_parts), pause=0.05, meta=rows_of(0, 0))
        pids = client.run(os.getpid)
        stream = dask_stream(frame[["x", "c"]], frame["y"])
        Timer(0.4, os.kill, (next(iter(pids.values())), signal.SIGKILL)).start()
        seen = {summary.name: summary for summary in stream.summaries()}
        still = set(client.run(os.getpid).values())

    assert not set(pids.values()) <= still
    assert len(every) == len(stream) == seen["x"].entries
    expected = pd.crosstab(every["x"], every["y"])
    assert expected.to_numpy().tolist() == seen["x"].counts.tolist()
