"""A real browser: Debian's Chromium, driven by Playwright. CI must have it; elsewhere its tests are skipped without it."""

import os
import shutil

import pytest


@pytest.fixture(scope="session")
def browser():
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("there must be a Chromium in CI")
        pytest.skip("there is no Chromium to open pages with")
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Opened:
    """A page that was opened from a file, with what went wrong on it: errors, and requests for anything else."""

    def __init__(self, browser, path, **options):
        self.faults = []
        self.page = browser.new_page(**({"viewport": {"width": 1280, "height": 900}} | options))
        self.page.on("console", lambda message: message.type == "error" and self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda asked: asked.url.startswith(("file:", "data:")) or self.faults.append(asked.url))
        self.page.goto(path.as_uri())


@pytest.fixture
def opened(browser, tmp_path):
    """Open a page given as text; at the end nothing may have gone wrong on it."""
    pages = []

    def open_page(text, **options):
        path = tmp_path / f"page{len(pages)}.html"
        path.write_text(text, encoding="utf-8")
        pages.append(Opened(browser, path, **options))
        return pages[-1].page

    yield open_page
    faults = [fault for each in pages for fault in each.faults]
    for each in pages:
        each.page.close()
    assert not faults
