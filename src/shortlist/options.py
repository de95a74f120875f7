"""All options of learning, for each kind of model: what the command line and the estimators offer, and what `learn` is given."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import Any, TypeVar

from shortlist.choose.chosen import WAYS, learn_chosen
from shortlist.engines.registry import ORDERS, names_of
from shortlist.errors import UsageError
from shortlist.features.binarize import Binning
from shortlist.learn import Learned
from shortlist.models.model import ModelKind
from shortlist.option import Option, options_of
from shortlist.problems.constraints import Constraints
from shortlist.problems.limits import Limits
from shortlist.problems.objective import Number, Objective
from shortlist.problems.solution import OnProgress
from shortlist.scale.stream import Stream
from shortlist.tables.dates import PARTS
from shortlist.tables.deadline import NO_DEADLINE, Deadline
from shortlist.tables.hints import Ways, screened
from shortlist.tables.table import Kind, Label, LabelledTable
from shortlist.tables.weights import class_weighted
from shortlist.words import did_you_mean

UNDECIDED = ("matching", "commonest")

_OPTIONS: dict[Any, tuple[Option, ...]] = {
    Objective: options_of(Objective, "Prices"),
    Binning: options_of(Binning, "Features"),
    Constraints: options_of(Constraints, "Constraints"),
    Limits: options_of(Limits, "Limits and output"),
}
"""The values whose fields are options."""

LIMITS = tuple(option.name for option in _OPTIONS[Limits])
"""The options that a clock is made of."""

Rows = TypeVar("Rows", LabelledTable, Stream, LabelledTable | Stream)

_Value = TypeVar("_Value", Objective, Binning, Constraints, Limits)

TABLE = (
    Option("target", str | None, None, "Column that holds the classes (default: the last).", "Table", metavar="COLUMN", only="command"),
    Option("target_cuts", str | None, None, "Cut a target of numbers here; the ranges are the classes.", "Table", metavar="NUMBER,…", only="command"),
    Option("drop_missing_target", bool, False, "Leave out rows without a target.", "Table", only="command"),
    Option("weight", str | None, None, "Column that holds the weights of the rows; no feature.", "Table", metavar="COLUMN", only="command"),
    Option("drop", Sequence[str] | None, None, "Column to leave out.", "Table", metavar="COLUMN", each="drop", only="command"),
    Option("delimiter", str | None, None, "Field delimiter of CSV files (default: , ; | or tab by header).", "Table", metavar="CHAR", only="command"),
    Option("encoding", str | None, None, "Encoding of CSV files (default: UTF-8).", "Table", metavar="NAME", only="command"),
    Option("missing", Sequence[str] | None, None, "Text that marks a missing entry, beside the empty one (and NA, null, ? among numbers).", "Table", metavar="TEXT", each="missing", only="command"),
    Option("stream", bool | None, None, "Pass over the rows in files again and again instead of holding them in memory (default: where they would take too much of it).", "Table", only="command"),
    Option("date_parts", Mapping[str, Sequence[str]] | None, None, f"Parts of dates that are columns, too (signed.year): {', '.join(PARTS)}.", "Features", metavar="COLUMN=PART,…", each="date_parts"),
    Option("kinds", Mapping[str, str] | None, None, f"Kinds of columns, where not told by their values: {', '.join(Kind)}.", "Features", metavar="COLUMN=KIND", each="kind"),
)  # fmt: skip
"""How a table is read."""

LEARNING = (
    Option("separate", str | Sequence[Label] | None, None, f"Decide classes one after the other: {', '.join(ORDERS)}, or the classes in order (the last is the default).", "Model", metavar="ORDER", kinds=frozenset({"list"})),
    Option("choose", str | None, None, f"How the price of a node is chosen: {', '.join(WAYS)} (cv: by cross-validation; cv-1se: the dearest within one standard error).", "Model", metavar="WAY", kinds=frozenset({"list"})),
    Option("engine", str, "auto", f"One of {', '.join(names_of('list'))}.", "Model", metavar="NAME"),
    Option("undecided", str, "matching", "Where rules do not decide a row: matching predicts the commonest class among the training rows of the rules that hold (if none does: that no rule covers), commonest that of all training rows.", "Model", kinds=frozenset({"set", "hybrid"}), only="estimator"),
    Option("class_weight", str | Mapping[Label, Number] | None, None, "Weights of classes, or balanced: each class weighs the same.", "Model", metavar="balanced|CLASS=WEIGHT", each="class_weight"),
    Option("verbose", int, 0, "Above 0, tell of the progress on stderr: a live line on a terminal, else at most one line a second.", "Model", only="estimator"),
    Option("callback", OnProgress | None, None, "Called with a `Progress` (seconds, cost, lower_bound, model) whenever there is something new.", "Model", only="estimator"),
)  # fmt: skip
"""How a model is learned and used."""


def all_options() -> tuple[Option, ...]:
    """Every option, those of a group together."""
    return (*TABLE, *chain(*_OPTIONS.values()), *LEARNING)


def options_for(kind: ModelKind, *, where: str) -> list[Option]:
    """The options of a kind of model on the "command" line or in an "estimator"."""
    return [option for option in all_options() if kind in option.kinds and option.only in (None, where)]


@dataclass(frozen=True)
class Request:
    """What `learn` is asked for: one value for each group of options."""

    kind: ModelKind
    objective: Objective
    binning: Binning
    constraints: Constraints
    limits: Limits
    separate: str | Sequence[Label] | None
    engine: str
    choose: str | None = None
    class_weight: str | Mapping[Label, Number] | None = None

    def weighed(self, data: Rows) -> Rows:
        """The table with the weights of classes that are asked for: what `learn` must be given."""
        if isinstance(data, Stream):
            return data.weighed(self.class_weight)
        return class_weighted(data, self.class_weight)

    def unit(self, data: LabelledTable | Stream) -> int:
        """What an error of weight 1 costs in the answer's whole numbers; a perfect model pays in nodes."""
        if self.objective.perfect:
            return 1
        asked, scale = self.objective.within(self.constraints.max_size), data.weighting.scale
        if asked.preset == "budget" and self.constraints.max_size is not None:
            return scale * (self.constraints.max_size + 1)
        return scale

    def screened(
        self,
        data: Rows,
        kinds: Collection[str],
        parts: Mapping[str, Sequence[str]],
        ways: Ways,
        deadline: Deadline = NO_DEADLINE,
    ) -> Rows:
        """The table as it is learned from: with parts of dates, without columns that look like row ids, and with notes of it.

        `kinds` are the columns whose kinds the user named. These, and those named by any other option, are not doubted. A stream
        has its parts of dates already.
        """
        made: set[str] = {f"{name}.{part}" for name, wanted in parts.items() for part in wanted}
        named = {*kinds, *made, *(self.binning.cut or ()), *self.binning.group, *self.constraints.positive}
        named |= {*self.constraints.forbid, *(self.objective.feature_prices or ())}
        if isinstance(data, Stream):
            return data.screened(named=named, most_categories=self.binning.max_categories, ways=ways)
        data = replace(data, table=data.table.with_parts(parts))
        return screened(data, named=named, most_categories=self.binning.max_categories, ways=ways, deadline=deadline)

    def learn(
        self, data: LabelledTable | Stream, *, on_progress: OnProgress | None = None, cross_check: bool = False
    ) -> Learned:
        """Learn from a table what is asked for."""
        return learn_chosen(
            data,
            self.choose,
            model=self.kind,
            objective=self.objective,
            binning=self.binning,
            constraints=self.constraints,
            separate=self.separate,
            engine=self.engine,
            limits=self.limits,
            on_progress=on_progress,
            cross_check=cross_check,
        )


def request(kind: ModelKind, given: Mapping[str, Any]) -> Request:
    """What these options ask for; one that is not given has its default.

    >>> request(ModelKind.LIST, {"max_rules": 3, "time_limit": 5}).limits
    Limits(seconds=5, memory=2097152000, threads=None)
    """
    known = {option.name for option in all_options() if kind in option.kinds}
    for name in given:
        if name not in known:
            raise UsageError(f"{name} is no option of a {kind.noun}{did_you_mean(name, known)}")
    limits = _value(Limits, given)
    return Request(
        kind,
        _value(Objective, given),
        _value(Binning, given),
        _value(Constraints, given),
        Limits(limits.seconds or None, None if limits.memory is None else limits.memory * 2**20, limits.threads),
        given.get("separate"),
        given.get("engine", "auto"),
        given.get("choose"),
        given.get("class_weight"),
    )


def _value(built: type[_Value], given: Mapping[str, Any]) -> _Value:
    """A value whose fields are options, from those that were given."""
    named = zip(_OPTIONS[built], fields(built), strict=True)
    return built(**{field.name: given.get(option.name, option.default) for option, field in named})


def documentation(kind: ModelKind) -> str:
    """The options of an estimator as the lines of a docstring."""
    return "\n".join(
        f"    {option.name}: {option.text[0].lower()}{option.text[1:]}"
        for option in options_for(kind, where="estimator")
    )
