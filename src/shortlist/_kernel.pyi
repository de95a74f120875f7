"""Exact search for the cheapest decision list of a table, in native code."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

_Rule: TypeAlias = tuple[Sequence[tuple[int, bool]], int]

BOUNDS: Final[tuple[str, ...]]
"""Names of the bounds that ``search(bounds=...)`` can leave out. The answer is the same without them."""

PERFECT_BOUNDS: Final[tuple[str, ...]]
"""The same for ``perfect(bounds=...)``."""

class Stop:
    """A flag that stops a running search; may be set from any thread or a signal handler."""

    def __init__(self) -> None: ...
    def set(self) -> None: ...
    @property
    def is_set(self) -> bool: ...

class SearchResult:
    """The best list found, and what is proved about it."""

    @property
    def rules(self) -> list[tuple[list[tuple[int, bool]], int]]:
        """``([(feature, positive), ...], label)`` in order, the default rule last."""
    @property
    def cost(self) -> int: ...
    @property
    def lower_bound(self) -> int:
        """No list costs less; equal to ``cost`` when proved."""
    @property
    def stop(self) -> Literal["proved", "time", "memory", "interrupt", "work"]: ...
    @property
    def states(self) -> int:
        """Sets of undecided rows looked at."""
    @property
    def work(self) -> int:
        """Rough units of work; the same on every run, unlike ``seconds``."""
    @property
    def seconds(self) -> float: ...
    @property
    def trace(self) -> list[tuple[float, int, int]]:
        """``(seconds, cost, lower_bound)`` at every change."""

def search(
    features: NDArray[np.bool_],
    losses: NDArray[np.int64],
    weights: NDArray[np.int64],
    *,
    rule_price: int,
    literal_prices: NDArray[np.int64],
    default_price: int,
    rule_labels: NDArray[np.bool_],
    default_labels: NDArray[np.bool_],
    literals: NDArray[np.bool_],
    max_rules: int | None = None,
    max_literals: int | None = None,
    max_size: int | None = None,
    min_rows: int = 0,
    bounds: Sequence[str] | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    incumbent: Sequence[_Rule] | None = None,
    on_progress: Callable[[int, int, int, float, list[_Rule] | None], object] | None = None,
    stop: Stop | None = None,
    pack_after: int = 70,
    only_anneal: int | None = None,
    most_work: int | None = None,
    threads: int = 1,
) -> SearchResult:
    """The list with the least ``sum of losses + prices`` that the constraints allow.

    Arrays must be C-contiguous and have exactly these types; nothing is converted.

    features        bool[rows, features]
    losses          int[rows, labels]: what each row costs under each label
    weights         int[rows]: what ``min_rows`` counts
    rule_price, literal_prices, default_price
                    prices of a rule, of each feature in it, and of the default rule
    rule_labels, default_labels
                    labels that a rule, and the default rule, may predict
    literals        bool[features, 2]: whether the negated and the positive literal may be used
    max_rules       rules besides the default rule
    max_literals    literals in one rule
    max_size        literals and rules, the default rule included
    min_rows        least weight of the rows a rule covers that no earlier rule does
    bounds          names from ``BOUNDS`` to use; all if None
    time_limit      seconds
    memory_limit    bytes for what the search remembers
    incumbent       a list to start from, the default rule last; ignored if it breaks a constraint
    on_progress     called now and then with (cost, lower_bound, states, seconds, rules), where rules is the
                    list of this cost if it is new, else None; returning False stops
    stop            a flag that stops the search
    pack_after      work spent on a state before it gets a pair packing of its own, in percent of its cost
    only_anneal     so much work of simulated annealing (without end if negative) instead of a proof; ends with "work"
    most_work       work after which the search ends with "work": with one thread always at the same moment
    threads         that prove together once a table has proved hard; fewer where memory is short

    Among lists of equal cost: no rule and no literal can be dropped from the answer without raising the cost; the
    literals of a rule are in feature order; of equal labels the one that loses least on the whole table is taken,
    then the first; features that agree on all rows are represented by the first. A search that ends by itself gives
    the same answer every time; with several threads ``states`` and ``work``, which is that of the first, may differ. Ctrl-C ends the search with the result so far and ``stop == "interrupt"``.
    """

def perfect(
    features: NDArray[np.bool_],
    acceptable: NDArray[np.bool_],
    *,
    rule_price: int = 1,
    literal_price: int = 1,
    default_price: int = 1,
    rule_labels: NDArray[np.bool_],
    default_labels: NDArray[np.bool_],
    literals: NDArray[np.bool_],
    max_literals: int | None = None,
    bounds: Sequence[str] | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    incumbent: Sequence[_Rule] | None = None,
    on_progress: Callable[[int, int, int, float, list[_Rule] | None], object] | None = None,
    stop: Stop | None = None,
    seed: int = 0,
    cores_alone: int = 20_000_000,
    blank_rows: int = 0,
    rough_discounts: bool = False,
    check_cores: bool = False,
) -> SearchResult:
    """The cheapest list that gives every row a label it accepts, by learned row cores.

    Arrays must be C-contiguous and have exactly these types; nothing is converted.

    features        bool[rows, features]
    acceptable      bool[rows, labels]: each row must accept a label that a rule or the default rule may predict
    rule_price, literal_price, default_price
                    prices of a rule, of each literal in it, and of the default rule; with all 1 the cost is the size
    rule_labels, default_labels
                    labels that a rule, and the default rule, may predict
    literals        bool[features, 2]: whether the negated and the positive literal may be used
    max_literals    literals in one rule
    bounds          names from ``PERFECT_BOUNDS`` to use; all if None
    time_limit      seconds
    memory_limit    bytes for what the search remembers
    incumbent       a list to start from, the default rule last; ignored if it is not perfect
    on_progress     called now and then with (cost, lower_bound, states, seconds, rules), where rules is the
                    list of this cost if it is new, else None; returning False stops
    stop            a flag that stops the search
    seed            which rows the search begins with; another way to the same cost
    cores_alone     work before the table is packed and shorter lists are looked for by beams and windows
    blank_rows      for tests: positions of the row masks left unused, so that wider masks are needed
    rough_discounts for tests: the first packing has discounts, and is far from solved before it is repaired
    check_cores     for tests: prove each learned core again by a plain search, and raise if it does not hold

    When no list exists, which only constraints can bring about, ``rules`` is empty and ``cost == lower_bound == 2**60``;
    ``rules`` is empty, too, when a limit comes before the first list. A search that ends by itself gives the same
    answer every time. Ctrl-C ends the search with the result so far and ``stop == "interrupt"``.
    """

class RuleBatch:
    """Rules as flat arrays, not to be written to: the entries of rule k are ``[start[k], start[k + 1])``."""

    @property
    def literal_start(self) -> NDArray[np.int64]: ...
    @property
    def literals(self) -> NDArray[np.int64]:
        """``2 * feature + value``."""
    @property
    def row_start(self) -> NDArray[np.int64]: ...
    @property
    def rows(self) -> NDArray[np.int64]:
        """Wanted rows that the rule covers, by their number among the wanted."""
    @property
    def complete(self) -> bool:
        """Whether all that was asked for is here."""
    @property
    def stop(self) -> Literal["proved", "time", "memory", "interrupt", "work"]: ...

class PureRules:
    """Conjunctions that cover no barred row. A wanted row is worth covering; all others are free."""

    def __init__(
        self,
        features: NDArray[np.bool_],
        wanted: NDArray[np.bool_],
        barred: NDArray[np.bool_],
        literals: NDArray[np.bool_],
    ) -> None: ...
    def find(
        self,
        worth: NDArray[np.int64],
        *,
        rule_price: int,
        literal_price: int,
        above: int,
        most: int,
        whole: bool = False,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        stop: Stop | None = None,
    ) -> RuleBatch:
        """Rules with ``worth - rule_price - literal_price * literals > above``, until there are ``most``.

        worth is given for each wanted row and is not negative. If the batch is complete, there is for every such rule one
        in it that is no dearer and covers all of its wanted rows that are worth anything; with ``whole``, all of them.
        A batch that a limit ended has the rules found by then. ``memory_limit``: bytes that the call may hold.
        """
    def grow(
        self, *, time_limit: float | None = None, memory_limit: int | None = None, stop: Stop | None = None
    ) -> RuleBatch:
        """A greedy rule through each wanted row that no earlier one covers.

        A row without a rule is not covered by any pure rule; then the batch is not complete.
        """
    def grow_worth(
        self,
        worth: NDArray[np.int64],
        *,
        rule_price: int,
        literal_price: int,
        above: int,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        stop: Stop | None = None,
    ) -> RuleBatch:
        """Some of the rules that ``find`` would find: greedy ones, one for each row of worth. Never complete."""

class CoverResult:
    """The cheapest cover found; ``stop == "proved"`` says that none is cheaper."""

    @property
    def columns(self) -> list[int] | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def reduced_rows(self) -> int: ...
    @property
    def reduced_columns(self) -> int: ...
    @property
    def stop(self) -> Literal["proved", "time", "memory", "interrupt", "work"]: ...

def least_cover(
    rows: int,
    start: NDArray[np.int64],
    entries: NDArray[np.int64],
    cost: NDArray[np.int64],
    *,
    below: int,
    enough: int = 0,
    most_columns: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    stop: Stop | None = None,
) -> CoverResult:
    """The cheapest choice of columns that covers all rows and costs less than ``below``; content with ``enough``.

    The rows of column j are ``entries[start[j] : start[j + 1]]``, rising. At most ``most_columns`` are chosen.
    ``memory_limit``: bytes that the call may hold. Where they are too few to find any cover, a greedy one is given.
    """

def local_cover(
    rows: int,
    start: NDArray[np.int64],
    entries: NDArray[np.int64],
    cost: NDArray[np.int64],
    *,
    work: int,
    enough: int = 0,
    time_limit: float | None = None,
    stop: Stop | None = None,
) -> CoverResult:
    """A cheap choice of columns that covers all rows, by local search; none if there is none.

    It ends when so many entries of columns were looked at (``work``), or a choice costs no more than is ``enough``.
    Nothing is proved of its cost.
    """

class Certified:
    """A proof that lists cost at least so much beyond their default rule and what is unavoidable."""

    @property
    def proof(self) -> str:
        """Packings, claims and goal, as docs/proofs.md describes them."""
    @property
    def bound(self) -> int: ...
    @property
    def stop(self) -> Literal["proved", "false", "time", "memory", "interrupt"]:
        """``false``: some list costs less than the target."""
    @property
    def claims(self) -> int: ...
    @property
    def packings(self) -> int: ...
    @property
    def states(self) -> int: ...
    @property
    def seconds(self) -> float: ...

def certify(
    features: NDArray[np.bool_],
    losses: NDArray[np.int64],
    numbers: NDArray[np.int64],
    *,
    rule_price: int,
    literal_prices: NDArray[np.int64],
    rule_labels: NDArray[np.bool_],
    default_labels: NDArray[np.bool_],
    literals: NDArray[np.bool_],
    max_rules: int | None = None,
    max_literals: int | None = None,
    max_size: int | None = None,
    min_rows: int = 0,
    target: int,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    on_progress: Callable[[int, int, int, float, None], object] | None = None,
    stop: Stop | None = None,
) -> Certified:
    """A proof that every list costs at least ``target`` beyond its default rule and what each row loses anyhow."""

def certify_perfect(
    features: NDArray[np.bool_],
    acceptable: NDArray[np.bool_],
    *,
    rule_price: int,
    literal_price: int,
    rule_labels: NDArray[np.bool_],
    default_labels: NDArray[np.bool_],
    literals: NDArray[np.bool_],
    max_literals: int | None = None,
    target: int,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    on_progress: Callable[[int, int, int, float, None], object] | None = None,
    stop: Stop | None = None,
) -> Certified:
    """The same for lists that give every row an acceptable label, by learned row cores."""

def trim_lrat(proof: bytes, *, given: int) -> bytes:
    """The steps of a solver's proof that its empty clause rests on, behind as many clauses as the solver was given."""
