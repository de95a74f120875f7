"""Links between pages of the project lead to files, and to headings, that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
BUILT = {"_generated/options", "_generated/commands", "penguins-report.html"}


def links(page):
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if not target.startswith(("http", "mailto:"))]


def anchors(page):
    """The headings of a page as anchors, as Markdown makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists() or path in BUILT, link
        assert not anchor or anchor in anchors(target), link


def test_there_are_links():
    assert sum(len(links(page)) for page in PAGES) > 40
