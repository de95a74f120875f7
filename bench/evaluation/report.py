"""The report: what result lines say, as Markdown with pictures, and as one HTML page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from evaluation import means, pairs, plots
from evaluation.document import Block, Figure, Section, Text, markdown, page
from evaluation.lines import ERROR, EXPLANATION, SIZE, TIME, Lines, Measure, is_ours, processor_time, solved
from evaluation.methods import GROUPS, METHODS
from harness.instances import known_optima
from shortlist import UsageError

TITLE = "The paper’s evaluation, rerun"
OURS_BESIDE_RIVALS = ("sdl-0.05", "sdl-0.005", "pdl", "preset-corels-0.05", "preset-corels-0.005")


def write_report(
    results: Sequence[Path],
    output: Path,
    *,
    price: str = "0.05",
    optima: Path | None = None,
    raw: Sequence[Path] = (),
) -> list[Path]:
    """Write the report of these results, and of those on raw tables, into a folder; the files that were written."""
    lines = Lines.read(results)
    if not lines.records:
        raise UsageError(f"{', '.join(map(str, results))}: there are no results to report")
    folder = output / "plots"
    sections = [
        Section("Perfect models", [_solved_words(), *_perfect(lines, folder)]),
        Section(f"Sparse models, λ = {price}", _sparse(lines, price, folder)),
        Section("Other prices", _other_prices(lines, price)),
        Section("The paper’s form beside ours", [Text(SPEED), pairs.speed_ups(lines)]),
        Section("What a user would pick instead", [Text(RIVALS), *_rivals(lines, folder, "rivals")]),
        Section("The same on tables out of packages", [Text(RAW), *_rivals(Lines.read(raw), folder, "raw")]),
        Section("Proved costs beside known ones", _known(lines, optima)),
        Section(
            "What did not end well",
            [
                Text(
                    "Every task that failed, died, or was ended from outside by its time or memory; none is left out."
                ),
                means.failures(lines),
            ],
        ),
        Section(
            "Each dataset",
            [Text(DETAILS), means.details(lines, _shown(lines, (*GROUPS["perfect"], *GROUPS["sparse"])))],
        ),
    ]
    sections = [section for section in sections if any(not isinstance(block, Text) for block in section.blocks)]
    lead: list[Block] = [Text(_counts(lines))]
    output.mkdir(parents=True, exist_ok=True)
    written = {"report.md": markdown(TITLE, lead, sections), "page.html": page(TITLE, lead, sections)}
    for name, text in written.items():
        (output / name).write_text(text, encoding="utf-8")
    return [output / name for name in written]


SPEED = (
    "The same system by another form, on the same instances with the same limit. “The paper’s form” has one row for each "
    "example and RC2 over Glucose 3; `maxsat` is our MaxSAT model on merged rows by CaDiCaL, for decision sets, which have no paper’s form "
    "here. Times are processor time of the whole call, of which some 8 ms, to pose the problem, to name rules and to recount them, are the same for "
    "both: on small tables they are most of ours. (`bench/duel.py` compares engines alone.) Instances that one side does not prove are in no mean."
)
DETAILS = "Instances solved of those tried, and the mean test accuracy (percent) of what was learned, proved or not."
RIVALS = (
    "A seeded sample of instances, the same for all, 0/1 columns; half of it is from the third of tables with the fewest entries. A method that "
    "knows two classes only fails on others, and is judged on what is left: compare such pairwise, below, on all instances that both were given. "
    "Standard errors are over datasets."
)


RAW = (
    "Tables as their collectors left them, out of packages (`bench/harness/catalogue.py` names them): numbers cut into 2, 3 and 4 intervals of "
    "equal weight, all one-hot, five seeded folds. A seeded sample of fold 1, the same for all."
)


def _solved_words() -> Text:
    return Text(
        "Solved means: proved optimal within the limit; of a separated list, every part. The paper’s figures are of its 1065 instances with "
        "1800 s each, and of tables whose tied rows were labelled beforehand; tied rows are free here, which makes optima smaller and proofs "
        "harder. Size is literals + rules. “common” are the instances that all methods of the table solve. Explanation and accuracy are of test "
        "rows; a row that a set leaves undecided is an error."
    )


def _counts(lines: Lines) -> str:
    """What was run, from the lines alone."""
    instances = {record["instance"] for record in lines.records}
    datasets = {record["dataset"] for record in lines.records}
    folds = sorted({record["fold"] for record in lines.records})
    used = sum(processor_time(record) or float(record.get("seconds", 0)) for record in lines.records)
    methods = len(lines.methods())
    sources = Counter(record["source"] for record in lines.records if record.get("source"))
    return (
        f"{len(lines.records)} tasks: {methods} methods, {len(instances)} instances of {len(datasets)} datasets, folds "
        f"{', '.join(map(str, folds))}; {used / 60:.0f} minutes of processor time of learning. Every figure here is counted from the "
        f"result lines by `bench/evaluate.py report`. Limits are in the tables: small ones, thousandths of the paper’s, of processor time. "
        f"Measured was {_named(sources)} (what `git rev-parse COMMIT:src` names)."
    )


def _named(sources: Counter[str]) -> str:
    """The sources, the one with most tasks first."""
    return (
        "; ".join(f"the source {name} by {count} tasks" for name, count in sources.most_common()) or "an unnamed source"
    )


def _shown(lines: Lines, names: Sequence[str]) -> list[str]:
    """Those that have results."""
    there = set(lines.methods())
    return [name for name in names if name in there]


def _perfect(lines: Lines, folder: Path) -> list[Block]:
    """The six plots of perfect models and their table."""
    names = _shown(lines, GROUPS["perfect"])
    runs = {name: solved(records) for name, records in lines.together(names).items()}
    if not runs:
        return []
    return [
        means.beside_the_paper(lines, names),
        *(plots.cactus("perfect", runs, measure, folder) for measure in (TIME, SIZE, EXPLANATION)),
        plots.cactus("perfect", plots.common(runs), ERROR, folder, note="where all solve"),
        *_against(lines, "pdl-i+", "opt", (SIZE, EXPLANATION), folder),
    ]


def _sparse(lines: Lines, price: str, folder: Path) -> list[Block]:
    """The six plots of sparse models and their table."""
    names = _shown(lines, [name for name in METHODS if is_ours(name) and METHODS[name].options.get("price") == price])
    runs = {name: solved(records) for name, records in lines.together(names).items()}
    if not runs:
        return []
    few = {name: runs[name] for name in runs if not name.endswith(("-a+", "-a-", "-c+", "-c-"))}
    first, rivals = f"sdl-{price}-i+", (f"preset-corels-{price}", f"sp-{price}")
    return [
        means.beside_the_paper(lines, names),
        plots.cactus("sparse", few, TIME, folder),
        *(figure for other in rivals for figure in _against(lines, first, other, (ERROR,), folder)),
        plots.cactus("sparse", few, SIZE, folder),
        *(figure for other in rivals for figure in _against(lines, first, other, (EXPLANATION,), folder)),
    ]


def _against(lines: Lines, method: str, other: str, measures: Sequence[Measure], folder: Path) -> list[Figure]:
    """Scatter plots of one method over another, where both have results."""
    runs = lines.together((method, other))
    return [plots.scatter((method, other), runs, measure, folder) for measure in measures] if len(runs) == 2 else []


def _other_prices(lines: Lines, price: str) -> list[Block]:
    names = [
        name
        for name in lines.methods(lambda name: is_ours(name) and METHODS[name].kind == "sparse")
        if METHODS[name].options["price"] != price
    ]
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(METHODS[name].options["price"], []).append(name)
    return [
        block
        for known, some in groups.items()
        for block in (Text(f"λ = {known}:"), means.beside_the_paper(lines, some))
    ]


def _rivals(lines: Lines, folder: Path, name: str) -> list[Block]:
    """Rivals and ours on the instances that most rivals were given; a plot of this name."""
    rivals = _shown(lines, GROUPS["rivals"])
    if not rivals:
        return []
    given = Counter(instance for name in rivals for instance in lines.longest(name))
    instances = {instance for instance, count in given.items() if 2 * count > len(rivals)}
    ours = [name for name in _shown(lines, OURS_BESIDE_RIVALS) if instances & set(lines.longest(name))]
    judged = {
        name: [r for i, r in lines.longest(name).items() if i in instances and "test" in r] for name in (*ours, *rivals)
    }
    groups = {name: records for name, records in judged.items() if 2 * len(records) > len(instances)}
    return [
        means.rivals(lines, [*ours, *rivals], instances),
        plots.accuracy_over_size(name, groups, folder),
        pairs.behind(lines, ours, rivals),
        pairs.wins(lines, ours, rivals),
    ]


def _known(lines: Lines, optima: Path | None) -> list[Block]:
    if optima is None:
        return []
    known = {name: known_optima(optima, METHODS[name].options["price"]) for name in METHODS if name in _LISTS}
    return [
        Text(f"Costs of complete lists that were proved elsewhere (`{optima.name}`)."),
        pairs.against_known(lines, known),
    ]


_LISTS = ("pdl", "sdl-0.005", "sdl-0.01", "sdl-0.05", "sdl-0.5")
