"""What a user would pick instead: each rival is a function from 0/1 rows and classes to a model. Packages are imported where they are used.

What a rival proves, it proves of its own objective; `solved` means that it ended by itself within the limit, and, where it claims optima,
with one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from evaluation.measures import Codes
from evaluation.rival_models import Leaf, ListRule, Opaque, RivalModel, RuleList, Split, Tree
from evaluation.tables import Bits

Rival = Callable[[Bits, Codes, float], RivalModel]
"""From rows, classes by number and seconds to a model."""

DONE = {"status": "done", "solved": True}
SEED = 0
CORELS_STEPS = 100_000
"""CORELS takes no time limit; ten times its own default of steps ends in seconds, with the best list found and no word on whether it is proved."""


class TwoClassesError(Exception):
    """A rival that knows two classes only was given more."""


def _two_classes(codes: Codes) -> None:
    if len(np.unique(codes)) != 2:
        raise TwoClassesError(f"it learns two classes only, but there are {len(np.unique(codes))}")


def _proof(proved: bool) -> dict[str, Any]:  # noqa: FBT001  # the one thing there is to tell
    return {"status": "optimal" if proved else "feasible", "solved": bool(proved)}


def _cart_tree(fitted: Any) -> Tree:
    """A tree of scikit-learn over 0/1 columns, whose classes are all numbers from 0."""
    inner = fitted.tree_

    def below(node: int) -> Split | Leaf:
        left, right = inner.children_left[node], inner.children_right[node]
        if left == right:
            return Leaf(int(fitted.classes_[inner.value[node].argmax()]))
        return Split(int(inner.feature[node]), below(left), below(right))

    return Tree(below(0), DONE)


def cart(rows: Bits, codes: Codes, _seconds: float, *, leaves: int) -> RivalModel:
    """Scikit-learn's tree, grown best split first to so many leaves."""
    from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415

    return _cart_tree(DecisionTreeClassifier(max_leaf_nodes=leaves, random_state=SEED).fit(rows, codes))


def cart_pruned(rows: Bits, codes: Codes, _seconds: float) -> RivalModel:
    """Scikit-learn's tree, its cost-complexity chosen by five-fold cross-validation among at most 20 of its path."""
    from sklearn.model_selection import GridSearchCV  # noqa: PLC0415
    from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415

    path = DecisionTreeClassifier(random_state=SEED).cost_complexity_pruning_path(rows, codes).ccp_alphas
    alphas = np.unique(np.quantile(np.maximum(path, 0), np.linspace(0, 1, 20), method="nearest"))
    search = GridSearchCV(DecisionTreeClassifier(random_state=SEED), {"ccp_alpha": alphas}, cv=5)
    return _cart_tree(search.fit(rows, codes).best_estimator_)


def streed(rows: Bits, codes: Codes, seconds: float, *, depth: int, price: float) -> RivalModel:
    """STreeD: the tree of least errors + price for each split, up to a depth."""
    from pystreed import STreeDClassifier  # noqa: PLC0415

    learner = STreeDClassifier(
        "cost-complex-accuracy", max_depth=depth, cost_complexity=price, time_limit=max(int(seconds), 1)
    )
    learner.fit(rows.astype(np.intc), codes.astype(np.intc))

    def below(node: Any) -> Split | Leaf:
        if node.is_leaf_node():
            return Leaf(int(node.label))
        return Split(int(node.feature), below(node.left_child), below(node.right_child))

    return Tree(below(learner.get_tree()), _proof(learner.fit_result.is_optimal()))


def gosdt(rows: Bits, codes: Codes, seconds: float, *, price: float) -> RivalModel:
    """GOSDT: the tree of least errors + price for each leaf."""
    from gosdt import GOSDTClassifier, Status  # noqa: PLC0415

    learner = GOSDTClassifier(regularization=price, time_limit=max(int(seconds), 1), allow_small_reg=True)
    learner.fit(pd.DataFrame(rows.astype(bool)), pd.Series(codes))

    def below(node: Any) -> Split | Leaf:
        if hasattr(node, "prediction"):
            return Leaf(int(learner.classes_[int(node.prediction)]))
        return Split(int(node.feature), below(node.right_child), below(node.left_child))

    return Tree(below(learner.trees_[0].tree), _proof(learner.result_.status == Status.CONVERGED))


def corels(rows: Bits, codes: Codes, _seconds: float, *, price: float, literals: int = 2) -> RivalModel:
    """CORELS, the package itself: errors + price for each rule; it takes two classes and a number of steps, not seconds.

    Its source distribution (1.1.29) is for older Python. Unpack it, delete `corels/_corels.cpp`, make it anew by `cython --cplus -3
    corels/_corels.pyx`, put `pass` for the line of `setup.py` that sets `__NUMPY_SETUP__`, and `pip install --no-build-isolation .`; GMP's
    headers and `wheel` must be there.
    """
    from corels import CorelsClassifier  # noqa: PLC0415

    _two_classes(codes)
    names = [str(column) for column in range(rows.shape[1])]
    learner = CorelsClassifier(c=price, max_card=literals, n_iter=CORELS_STEPS, verbosity=[], min_support=0.0)
    learner.fit(rows, codes == 1, features=names)
    # An antecedent is a column counted from 1, negative where the column must be 0; [0] is the default.
    found = [(rule["antecedents"], int(rule["prediction"])) for rule in learner.rl().rules]
    rules = [
        ListRule(() if asked == [0] else tuple((abs(k) - 1, int(k > 0)) for k in asked), code) for asked, code in found
    ]
    return RuleList(tuple(rules), DONE)


def greedy_list(rows: Bits, codes: Codes, _seconds: float, *, rules: int) -> RivalModel:
    """The greedy rule list of imodels."""
    from imodels import GreedyRuleListClassifier  # noqa: PLC0415

    _two_classes(codes)
    return _imodels_list(GreedyRuleListClassifier(max_depth=rules).fit(rows, codes))


def frugal_tree(rows: Bits, codes: Codes, _seconds: float) -> RivalModel:
    """The fast and frugal tree of imodels: a list of rules with one literal each, in its own setting."""
    from imodels import FastFrugalTreeClassifier  # noqa: PLC0415

    _two_classes(codes)
    return _imodels_list(FastFrugalTreeClassifier().fit(rows, codes))


def _imodels_list(learner: Any) -> RuleList:
    """A list of rules as imodels writes it: a column, which side of it decides, and the share of class 1 there."""
    found = []
    for rule in learner.rules_:
        if "index_col" not in rule:
            found.append(ListRule((), int(rule["val"] > 0.5)))
            break
        holds = 0 if rule["flip"] else 1
        found.append(ListRule(((int(rule["index_col"]), holds),), int(rule["val_right"] > 0.5)))
    return RuleList(tuple(found), DONE)


def certified_tree(rows: Bits, codes: Codes, seconds: float, *, price: float) -> RivalModel:
    """The certified tree of imodels: errors + price for each leaf. What it compiles when it is first used on a machine it keeps."""
    from imodels import FastSmallTreeClassifier  # noqa: PLC0415

    learner = FastSmallTreeClassifier(regularization=price, time_limit=seconds).fit(rows, codes)
    return replace(_cart_tree(learner.estimator_), claims=_proof(learner.optimal_))


def bayesian_list(rows: Bits, codes: Codes, _seconds: float) -> RivalModel:
    """The Bayesian rule list of imodels."""
    from imodels import BayesianRuleListClassifier  # noqa: PLC0415

    _two_classes(codes)
    learner = BayesianRuleListClassifier(random_state=SEED, max_iter=2000)
    learner.fit(rows, codes)
    return Opaque(learner, DONE | _complexity(learner))


def _complexity(learner: Any) -> dict[str, int]:
    """Literals and rules of a Bayesian rule list, from its item sets."""
    sets = [learner.itemsets[k] for k in learner.d_star]
    literals = [0 if found == "null" else len(found) for found in sets]
    return {"size": sum(literals) + len(sets), "literals": sum(literals), "rules": len(sets)}


def ripper(rows: Bits, codes: Codes, _seconds: float) -> RivalModel:
    """RIPPER by wittgenstein: rules for the rarer class, the other by default."""
    from wittgenstein import RIPPER  # noqa: PLC0415

    _two_classes(codes)
    rarer = int((codes == 1).sum() <= (codes == 0).sum())
    frame = pd.DataFrame({f"x{k}": rows[:, k].astype(str) for k in range(rows.shape[1])}).assign(y=codes)
    learner = RIPPER(random_state=SEED)
    learner.fit(frame, class_feat="y", pos_class=rarer)
    rules = [
        ListRule(tuple((int(c.feature[1:]), int(c.val)) for c in rule.conds), rarer) for rule in learner.ruleset_.rules
    ]
    last = () if rules and not rules[-1].literals else (ListRule((), 1 - rarer),)
    return RuleList((*rules, *last), DONE)


def cn2(rows: Bits, codes: Codes, _seconds: float) -> RivalModel:
    """CN2 by Orange: an ordered list of rules."""
    from Orange.classification.rules import CN2Learner  # noqa: PLC0415
    from Orange.data import DiscreteVariable, Domain, Table  # noqa: PLC0415

    columns = [DiscreteVariable(f"x{k}", ("0", "1")) for k in range(rows.shape[1])]
    classes = DiscreteVariable("class", tuple(str(k) for k in range(codes.max() + 1)))
    model = CN2Learner()(Table.from_numpy(Domain(columns, classes), rows.astype(float), codes.astype(float)))
    # On 0/1 columns `== 1` and `!= 0` are one literal.
    rules = [
        ListRule(
            tuple((int(s.column), int(s.value) if s.op == "==" else 1 - int(s.value)) for s in rule.selectors),
            int(rule.prediction),
        )
        for rule in model.rule_list
    ]
    return RuleList(tuple(rules), DONE)


def ebm(rows: Bits, codes: Codes, _seconds: float) -> RivalModel:
    """Explainable boosting: a ceiling of accuracy that has no rules."""
    from interpret.glassbox import ExplainableBoostingClassifier  # noqa: PLC0415

    return Opaque(ExplainableBoostingClassifier(random_state=SEED, n_jobs=1).fit(rows, codes), DONE)


RIVALS: dict[str, tuple[Rival, str, str]] = {
    "cart-8": (partial(cart, leaves=8), "sklearn.tree", "CART, 8 leaves"),
    "cart-cv": (cart_pruned, "sklearn.tree", "CART, pruned by cross-validation"),
    "streed-0.005": (partial(streed, depth=4, price=0.005), "pystreed", "STreeD, depth 4, 0.005"),
    "streed-0.05": (partial(streed, depth=4, price=0.05), "pystreed", "STreeD, depth 4, 0.05"),
    "gosdt-0.005": (partial(gosdt, price=0.005), "gosdt", "GOSDT, 0.005"),
    "gosdt-0.05": (partial(gosdt, price=0.05), "gosdt", "GOSDT, 0.05"),
    "corels-0.005": (partial(corels, price=0.005), "corels", "CORELS, 0.005"),
    "corels-0.05": (partial(corels, price=0.05), "corels", "CORELS, 0.05"),
    "imodels-greedy": (partial(greedy_list, rules=5), "imodels", "greedy rule list"),
    "imodels-frugal": (frugal_tree, "imodels", "fast and frugal tree"),
    "imodels-tree-0.005": (partial(certified_tree, price=0.005), "imodels", "imodels’ certified tree, 0.005"),
    "imodels-tree-0.05": (partial(certified_tree, price=0.05), "imodels", "imodels’ certified tree, 0.05"),
    "imodels-bayesian": (bayesian_list, "imodels", "Bayesian rule list"),
    "ripper": (ripper, "wittgenstein", "RIPPER"),
    "cn2": (cn2, "Orange.classification.rules", "CN2"),
    "ebm": (ebm, "interpret.glassbox", "EBM"),
}
"""By name: how it learns, the module that it needs, and what the report calls it."""
