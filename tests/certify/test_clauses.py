"""The clauses of the LRAT verifier against brute force: they have a model if and only if some list is cheap enough."""

from functools import cache

import pytest
from pysat.solvers import Solver

from certify.test_certify import KINDS, table_of
from samples.proof_cases import problem_of
from samples.witness_questions import Question
from shortlist.certify.canonical import canonical_table, header
from shortlist.certify.claimed import whole_list
from shortlist.engines.search import search
from shortlist.problems.limits import Limits
from shortlist_verifier import lrat

ONLY_FOR_SPEED = {"literals_in_order", "last_used_node_is_leaf"}
"""What they forbid is never cheaper: without them the same lists are found, perhaps with more nodes, or in several orders."""


@cache
def questions():
    """Those of 4 000 for which not every list will do."""
    return [question for seed in range(4000) if (question := Question(seed)).least]


def test_questions_are_of_both_kinds():
    cheap = sum(question.some_list_is_cheap_enough for question in questions())

    assert len(questions()) / 4 < cheap < len(questions()) * 3 / 4


def test_the_formula_has_a_model_if_and_only_if_some_list_is_cheap_enough():
    for seed, question in enumerate(questions()):
        assert question.is_right(lrat.Formula), seed


@pytest.mark.parametrize("group", lrat.Formula.GROUPS)
def test_each_group_of_clauses_is_needed(group):
    class Without(lrat.Formula):
        GROUPS = tuple(name for name in lrat.Formula.GROUPS if name != group)

    assert all(question.is_right(Without) for question in questions()) == (group in ONLY_FOR_SPEED)


def choices_of(formula):
    """The variables that say which list it is, for the list of the header; its default label is the last."""
    problem, nodes = formula.problem, []
    for label, literals in problem.rules:
        covers = {"".join("01"[problem.table.bits[i][f] == bit] for i in formula.rows) for f, bit in literals}
        for k in [k for k, cover in enumerate(formula.covers) if cover in covers]:
            nodes.append(formula.literal[len(nodes)][k])  # the node is the next one each time
        nodes.append(formula.label[len(nodes)][problem.rule_labels.index(label)])
    return [*nodes, *formula.unused[len(nodes) :], formula.default[problem.default_labels.index(problem.default_label)]]


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_satisfies_the_formula_of_its_own_cost(kind):
    """Else the formula would forbid lists that there are, and its refutation would prove nothing."""
    posed = problem_of(table_of(KINDS[kind], 1))
    solution = search(posed, Limits(30))
    if solution.lists is None:
        pytest.skip("no such list")
    claimed = whole_list(posed, solution.lists[0], solution.cost + 1)
    problem, head = claimed.problem, header(claimed, "", claimed.bound).encode()
    asked = lrat.Problem(lrat.Table(canonical_table(problem)), head.replace(b"-proof", b"-lrat", 1))
    formula = lrat.Formula(asked, list(range(len(problem.rows))))
    with Solver(name="glucose3") as solver:
        for k in range(len(formula.starts)):
            solver.add_clause(formula.clause(k + 1).tolist())

        assert solver.solve(assumptions=choices_of(formula))


WRONG = {}
"""Formulas with a group written wrong, or with something taken for granted that is not so."""


def wrong(name):
    """The name of the method that the one below stands for; its docstring says what is wrong."""

    def put(method):
        WRONG[f"{name}: {method.__doc__}"] = type("Wrong", (lrat.Formula,), {name: method})
        return method

    return put


@wrong("distinct_literals")
def _(self):
    """the dearest of equal literals stays"""
    lrat.Formula.distinct_literals(self)
    p = self.problem
    for f, bit in p.literals:
        cover = "".join("01"[p.table.bits[i][f] == bit] for i in self.rows)
        if cover in self.covers:
            self.covers[cover] = max(p.prices[f], self.covers[cover])


@wrong("distinct_literals")
def _(self):
    """forbidden literals are used"""
    forbidden, self.problem.literals = (
        self.problem.literals,
        [(f, b) for f in range(self.problem.table.features) for b in "10"],
    )
    lrat.Formula.distinct_literals(self)
    self.problem.literals = forbidden


@wrong("nodes")
def _(self):
    """one node too few"""
    return max(0, lrat.Formula.nodes(self) - 1)


@wrong("nodes")
def _(self):
    """rules have one literal"""
    cheapest = min(self.covers.values(), default=0) + self.problem.rule_price
    return min(lrat.Formula.nodes(self), 2 * (max(self.problem.most, 0) // max(cheapest, 1)))


@wrong("loss_levels")
def _(self, row):
    """a loss of exactly what is left is too much"""
    levels = lrat.Formula.loss_levels(self, row)
    return {e: None if e == self.problem.most else level for e, level in levels.items()}


@wrong("one_choice_per_node")
def _(self):
    """several choices are allowed"""
    for choices in zip(self.literal, self.label, self.unused, strict=True):
        self.add(*choices[0], *choices[1], choices[2])


@wrong("literals_in_order")
def _(self):
    """the next literal is left out, too"""
    for literals, first in zip(self.literal, self.first[1:], strict=False):
        for literal, here in zip(literals, first[1:], strict=False):
            self.add(-literal, -here)


@wrong("last_used_node_is_leaf")
def _(self):
    """all nodes are used"""
    for leaf in self.leaf[-1:]:
        self.add(leaf)


@wrong("rules_are_short")
def _(self):
    """one literal less"""
    self.problem.most_literals -= 1
    lrat.Formula.rules_are_short(self)
    self.problem.most_literals += 1


@wrong("rules_are_few")
def _(self):
    """one rule more"""
    self.problem.most_rules += 1
    lrat.Formula.rules_are_few(self)
    self.problem.most_rules -= 1


@wrong("rows_are_left")
def _(self):
    """a row that a rule decides stays"""
    for left in self.left:
        for n in left:
            self.add(n)


@wrong("rows_are_valid")
def _(self):
    """literals cover what they do not"""
    self.covers = {cover.translate({48: "1", 49: "0"}): price for cover, price in self.covers.items()}
    lrat.Formula.rows_are_valid(self)
    self.covers = {cover.translate({48: "1", 49: "0"}): price for cover, price in self.covers.items()}


@wrong("rows_are_valid")
def _(self):
    """rules begin with all rows"""
    left, self.left = self.left, [[n[0]] * len(n) for n in self.left]
    lrat.Formula.rows_are_valid(self)
    self.left = left


@wrong("losing")
def _(self, row, levels, conditions, labels):
    """the last label costs nothing"""
    lrat.Formula.losing(self, row, levels, conditions[:-1], labels[:-1])


@wrong("node_prices")
def _(self, j):
    """rules cost nothing but their literals"""
    leaf, self.leaf = self.leaf, [self.new(1)[0] for _ in self.leaf]
    levels = lrat.Formula.node_prices(self, j)
    self.leaf = leaf
    return levels


@wrong("total")
def _(self, terms, most):
    """one more is allowed"""
    return lrat.Formula.total(self, terms, most + 1)


@wrong("total")
def _(self, terms, most):
    """one less is allowed"""
    return lrat.Formula.total(self, terms, most - 1) if most else lrat.Formula.total(self, terms, most)


@pytest.mark.parametrize("variant", WRONG)
def test_a_wrong_variant_is_caught(variant):
    assert not all(question.is_right(WRONG[variant]) for question in questions())
