"""Is there a list within a budget? Asked of the LRAT verifier's formula, and of brute force."""

import random

from pysat.solvers import Solver

from oracles.proofs import Oracle
from samples.proof_cases import draw_case, header_text, table_text
from shortlist_verifier import lrat


class Question:
    """A small table, some of its rows in some order, and a budget near the least cost."""

    def __init__(self, seed):
        rng = random.Random(seed)
        case = draw_case(rng, rows=6, features=rng.choice([2, 3, 3, 4])) | {"dear": 10**6, "least_rows": 0}
        case |= rng.choice([{}, {}, {}, {"most_literals": 1}, {"most_rules": 1}])  # limits that matter are rare
        case["default_labels"] = sorted(
            {*case["default_labels"], *case["rule_labels"]}
        )  # else rules without literals matter
        rows = rng.sample(range(len(case["features"])), rng.randint(1, len(case["features"])))
        oracle = Oracle(case)
        chosen = sum(1 << i for i in rows)
        self.least = oracle.value(chosen, case["most_rules"], case["most_size"], False)
        most = max(0, min(self.least, 15) + rng.choice([-2, -1, -1, 0, 0, 1]))
        self.some_list_is_cheap_enough = self.least <= most
        lost = 0 if case["perfect"] else sum(oracle.least)
        head = header_text(case, [], 0, 0, most + 1 + case["default"] + lost)
        text = head.replace("shortlist-proof", "shortlist-lrat").encode()
        self.problem, self.rows = lrat.Problem(lrat.Table(table_text(case).encode()), text), rows
        assert self.problem.most == most

    def answered_by(self, kind):
        """Has a formula of this kind a model?"""
        formula = kind(self.problem, self.rows)
        with Solver(name="glucose3") as solver:
            for k in range(len(formula.starts)):
                solver.add_clause(formula.clause(k + 1).tolist())
            return solver.solve()

    def is_right(self, kind):
        return self.answered_by(kind) == self.some_list_is_cheap_enough
