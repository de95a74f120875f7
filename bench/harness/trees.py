"""Trees as nested pairs: a leaf is the class that it says, a split the pair of its two sides.

>>> tree = ((0, 1), (1, 1))
>>> pruned(tree)
((0, 1), 1)
>>> splits(pruned(tree)), list_nodes(pruned(tree))
(2, 5)
"""

from __future__ import annotations

from typing import Any

Tree = Any
"""A class, or the two trees of a split: `Tree = int | tuple[Tree, Tree]`."""


def splits(tree: Tree) -> int:
    """How many splits there are; leaves are one more, and nodes are both together."""
    return 1 + splits(tree[0]) + splits(tree[1]) if isinstance(tree, tuple) else 0


def pruned(tree: Tree) -> Tree:
    """The same answers without the splits that say one class on both sides."""
    if not isinstance(tree, tuple):
        return tree
    left, right = pruned(tree[0]), pruned(tree[1])
    return left if left == right and not isinstance(left, tuple) else (left, right)


def list_nodes(tree: Tree) -> int:
    """Size of the tree in literals + rules, written as a decision list.

    One side of a split is written first, each of its rules with one literal more; what comes after it needs none. So a split
    adds the leaves of its smaller side to the nodes of both.
    """
    if not isinstance(tree, tuple):
        return 1
    smaller = min(splits(side) + 1 for side in tree)
    return list_nodes(tree[0]) + list_nodes(tree[1]) + smaller


def tree_of_cart(fitted: Any) -> Tree:
    """The tree of a scikit-learn classifier."""
    inner = fitted.tree_

    def below(node: int) -> Tree:
        left, right = inner.children_left[node], inner.children_right[node]
        if left == right:
            return int(inner.value[node].argmax())
        return below(left), below(right)

    return below(0)


def tree_of_streed(node: Any) -> Tree:
    """The tree that STreeD found, from its root."""
    if node.is_leaf_node():
        return int(node.label)
    return tree_of_streed(node.left_child), tree_of_streed(node.right_child)
