"""A model as SQL: an expression that is a row's class, or a whole query over a table.

For NULL no comparison is true, neither `=` nor `<>`, which is what a model says of missing entries; a value that was never seen in
training is like any other. A model whose lists may contradict each other is a subquery of three steps: which rule of each list
answers, which classes these give and how many training rows stand behind each, and which class wins.
"""

from __future__ import annotations

from collections.abc import Iterable

from shortlist.errors import UsageError
from shortlist.export.plan import Plan, free_name, plan_of
from shortlist.export.sql_dialect import DIALECTS, Dialect
from shortlist.features.literal import Literal
from shortlist.files.modelfile import ModelFile
from shortlist.models.model import Rule
from shortlist.tables.table import Kind, Label


def sql(file: ModelFile, *, dialect: str = "ansi", table: str | None = None, undecided: Label | None = None) -> str:
    """The expression; with a table, named as `table` or `schema.table`, the query that adds the class to its columns."""
    spoken, plan = DIALECTS[dialect], plan_of(file, undecided)
    _check_columns(plan, spoken)
    decision = _first_hit(plan, spoken) if plan.first_hit is not None else _subquery(plan, spoken)
    if table is None:
        return decision + "\n"
    source = ".".join(spoken.identifier(part) for part in table.split("."))
    return f"SELECT t.*, {decision} AS {spoken.identifier(_answer_name(file))}\nFROM {source} AS t;\n"


def _answer_name(file: ModelFile) -> str:
    """What the answer is called: the table may well have the target itself, and any column of training; no dialect needs tell case."""
    taken = {name.casefold() for name in (file.target, *file.kinds)}
    name = f"{file.target}_predicted"
    return name + free_name(name.casefold(), taken).removeprefix(name.casefold())


def _check_columns(plan: Plan, dialect: Dialect) -> None:
    folded: dict[str, str] = {}
    for name in plan.columns if not dialect.tells_case else ():
        other = folded.setdefault(name.casefold(), name)
        if other != name:
            raise UsageError(f"{dialect.name} does not tell the columns {other!r} and {name!r} apart")


def _first_hit(plan: Plan, dialect: Dialect) -> str:
    assert plan.first_hit is not None
    otherwise = dialect.value(plan.first_hit.otherwise)
    cases = [(_condition(rule, plan, dialect), dialect.value(rule.label)) for rule in plan.first_hit.rules]
    return _case(cases, otherwise)


def _subquery(plan: Plan, dialect: Dialect) -> str:
    """The class of a row, of which several lists may say different things."""
    taken = {name.casefold() for name in plan.columns}
    mark = next("_" * n for n in range(1, len(taken) + 2) if not any(name.startswith("_" * n) for name in taken))
    answers = [dialect.identifier(f"{mark}list{k}") for k in range(1, len(plan.lists) + 1)]
    votes = [dialect.identifier(f"{mark}said{c}") for c in range(len(plan.classes))]
    rows = [dialect.identifier(f"{mark}rows{c}") for c in range(len(plan.classes))]
    numbers = _numbers(plan)
    counted = dict(zip(votes, _votes(plan, answers, numbers), strict=True))
    if plan.disputed is None:
        counted |= dict(zip(rows, _rows(plan, answers, numbers), strict=True))
    asked = [
        _case([(_condition(rule, plan, dialect), str(number)) for rule, number in zip(rules, places, strict=True)], "0")
        for rules, places in zip(plan.lists, numbers, strict=True)
    ]
    return (
        f"(SELECT {_winner(plan, dialect, votes, rows)}\nFROM (SELECT {_columns(counted)}\n"
        f"FROM ({_derived(dict(zip(answers, asked, strict=True)), dialect)}) AS counted)"
    )


def _derived(columns: dict[str, str], dialect: Dialect) -> str:
    """A table of one row, with its name; standard SQL has no SELECT without FROM."""
    if dialect.has_values:
        return f"VALUES ({', '.join(columns.values())})) AS answered ({', '.join(columns)})"
    return f"SELECT {_columns(columns)}) AS answered"


def _columns(columns: dict[str, str]) -> str:
    return ",\n".join(f"{expression} AS {name}" for name, expression in columns.items())


def _numbers(plan: Plan) -> list[list[int]]:
    """The number of each rule, from 1, by lists; 0 is silence."""
    found, last = [], 0
    for rules in plan.lists:
        found.append([*range(last + 1, last + len(rules) + 1)])
        last += len(rules)
    return found


def _votes(plan: Plan, answers: list[str], numbers: list[list[int]]) -> Iterable[str]:
    """For each class: 1 if some list answers it, else 0."""
    for c in range(len(plan.classes)):
        said = []
        for answer, rules, places in zip(answers, plan.lists, numbers, strict=True):
            mine = [str(number) for rule, number in zip(rules, places, strict=True) if plan.place(rule) == c]
            said += [f"{answer} IN ({', '.join(mine)})"] if mine else []
        yield _inline([(" OR ".join(said), "1")], "0") if said else "0"


def _rows(plan: Plan, answers: list[str], numbers: list[list[int]]) -> Iterable[str]:
    """For each class: its training rows among those of the rules that answer."""
    for c in range(len(plan.classes)):
        terms = ["CAST(0 AS BIGINT)"]
        for answer, rules, places in zip(answers, plan.lists, numbers, strict=True):
            counts = [(number, plan.counts(rule)[c]) for rule, number in zip(rules, places, strict=True)]
            cases = " ".join(f"WHEN {number} THEN {count}" for number, count in counts if count)
            terms += [f"CASE {answer} {cases} ELSE 0 END"] if cases else []
        yield " + ".join(terms)


def _winner(plan: Plan, dialect: Dialect, votes: list[str], rows: list[str]) -> str:
    labels = [dialect.value(label) for label in plan.classes]
    voted = _inline([(f"{vote} = 1", label) for vote, label in zip(votes, labels, strict=True)], "NULL")
    said = " + ".join(votes)
    cases = [(f"{said} = 0", dialect.value(plan.silent)), (f"{said} = 1", voted)]
    if plan.disputed is not None:
        return _case(cases, dialect.value(plan.disputed))
    if plan.may_lack_counts:
        cases.append((f"{' + '.join(rows)} = 0", voted))
    for c, label in enumerate(labels[:-1]):
        cases.append((" AND ".join(f"{rows[c]} >= {other}" for other in rows[c + 1 :]), label))
    return _case(cases, labels[-1])


def _case(cases: list[tuple[str, str]], otherwise: str) -> str:
    if not cases:
        return otherwise
    lines = [f"  WHEN {condition} THEN {result}" for condition, result in cases]
    return "\n".join(["CASE", *lines, f"  ELSE {otherwise}", "END"])


def _inline(cases: list[tuple[str, str]], otherwise: str) -> str:
    """The same in one line; lines cannot be broken or indented afterwards, for texts in quotes may have some of their own."""
    whens = " ".join(f"WHEN {condition} THEN {result}" for condition, result in cases)
    return f"CASE {whens} ELSE {otherwise} END"


def _condition(rule: Rule, plan: Plan, dialect: Dialect) -> str:
    literals = (_literal(literal, plan.columns[literal.column], dialect) for literal in rule.literals)
    return " AND ".join(literals) or "1 = 1"


def _literal(literal: Literal, kind: Kind, dialect: Dialect) -> str:
    name, value, cut = dialect.identifier(literal.column), dialect.value, dialect.cut
    x = dialect.as_moment.format(name) if kind is Kind.DATE else name
    # Of NaN these comparisons would hold, the others do not.
    safe = dialect.without_nan.format(name) if kind in (Kind.NUMBER, Kind.CODE) else x
    return literal.match(
        true=lambda: f"{name} = {dialect.true}",
        false=lambda: f"{name} <> {dialect.true}",
        equal=lambda known: f"{name} = {value(known)}",
        unequal=lambda known: f"{safe} <> {value(known)}",
        at_most=lambda at: f"{x} <= {cut(at)}",
        above=lambda at: f"{safe} > {cut(at)}",
        within=lambda low, high: f"({x} > {cut(low)} AND {x} <= {cut(high)})",
        outside=lambda low, high: f"({x} <= {cut(low)} OR {safe} > {cut(high)})",
        among=lambda known: f"{name} IN ({', '.join(map(value, known))})",
        not_among=lambda known: f"{safe} NOT IN ({', '.join(map(value, known))})",
        missing=lambda: f"{safe} IS NULL",
        present=lambda: f"{safe} IS NOT NULL",
    )
