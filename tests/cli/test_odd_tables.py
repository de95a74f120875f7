"""Whatever a table holds and whatever is asked of it, there is an answer or a sentence, never a traceback."""

import csv
import io
import random

import pytest

ENTRIES = (
    *(
        "",
        "1",
        "0",
        "2.5",
        "-3",
        "1e400",
        "inf",
        "NaN",
        "NA",
        "?",
        "unknown",
        "$1,000",
        "12 kg",
        "true",
        "007",
        "x",
        "é",
    ),
    *("2021-03-04", "2021-03-04T12:00", "2021-02-30", "03/04/2021", "0001-01-01", "9999-12-31T23:59:59", "0000-01-01"),
    *(
        '"q"',
        "a b",
        "'",
        "1,5",
        "9" * 400,
        "-0",
        "+5",
        ".5",
        " 7 ",
        "２",
        "1_000",
        "2021-03-04T00:00+14:00",
        "\x1b[31m",
    ),
)
NAMES = ("a", "b", "signed", "signed.year", "y", "id", "a and b", "Unnamed: 0", "year", "é", "a=b", "", "a")
OPTIONS = {
    "--target": ("{}",),
    "--drop": ("{}",),
    "--group": ("{}",),
    "--forbid": ("{}",),
    "--positive": ("{}",),
    "--kind": ("{}=number", "{}=date", "{}=code", "{}=category", "{}=dat", "{}"),
    "--cut": ("{}=1,2", "{}=2021-03-04", "{}=x", "{}=nan", "{}=2021-03-04,5"),
    "--date-parts": ("{}=year", "{}=weekday,hour", "{}=yer", "{}=,", "{}"),
    "--feature-price": ("{}=1", "{}=x", "{}=-1"),
    "--target-cuts": ("1", "0,2", "x", "nan"),
    "--missing": ("x", "unknown"),
    "--max-categories": ("1", "3", "0"),
    "--cuts": ("quantile", "uniform", "all", "intervals"),
}


def random_table(rng):
    width, length = rng.randint(1, 5), rng.choice([0, 1, 2, 25, 60])
    names = [rng.choice(NAMES) for _ in range(width)] if rng.random() < 0.2 else rng.sample(NAMES[:11], width)
    columns = []
    for _ in range(width):
        pool = rng.sample(ENTRIES, rng.choice([1, 2, 3, 8]))
        kinds = [
            [rng.choice(pool) for _ in range(length)],
            [f"2021-03-{i % 28 + 1:02}" for i in range(length)],
            list(range(length)),
        ]
        columns.append(rng.choices(kinds, weights=[5, 1, 1])[0])
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(names)
    writer.writerows(zip(*columns, strict=True))
    return names, stream.getvalue()


@pytest.mark.parametrize("piece", range(6))
def test_every_odd_table_has_an_answer_or_a_sentence(call, tmp_path, piece):
    for seed in range(40 * piece, 40 * piece + 40):
        rng = random.Random(seed)
        names, text = random_table(rng)
        options = []
        for flag in rng.sample(list(OPTIONS), rng.randint(0, 2)):
            options += [flag, rng.choice(OPTIONS[flag]).format(rng.choice([*names, "zzz"]))]
        done = call("fit", "-", "-r", "0.05", "--time-limit", 2, "-o", tmp_path / "m.json", *options, stdin=text)

        assert done.returncode in (0, 2), (seed, done.stderr)
        assert "Traceback" not in done.stderr, seed
        assert all(line.startswith("shortlist: ") for line in done.stderr.splitlines()), (seed, done.stderr)
        if done.returncode == 0:
            for command in ("predict", "explain", "check"):
                again = call(command, tmp_path / "m.json", "-", stdin=text)
                assert (0, "") == (again.returncode, again.stderr) or command == "check", (seed, command, again.stderr)
                assert again.returncode in (0, 2), (seed, command, again.stdout)
