"""Small tables of texts."""

from shortlist.grid import Grid


def test_wide_characters_count_twice():
    """Regression: a table that was too wide for the terminal was taken to fit, and its last column was broken into letters."""
    grid = Grid(("结果", "rows"), (("低风险客户", "7"), ("no", "12")), right=frozenset({1}))

    assert [10, 4] == grid.widths
    assert 16 == grid.width
    assert ["结果        rows", "低风险客户     7", "no            12"] == str(grid).split("\n")
