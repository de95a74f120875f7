"""All methods by name: the paper's systems with each engine, and the rivals. A name is what results and commands call a method.

`sdl-0.05-i+` is the sparse separated list with λ = 0.05 by our search; `…@paper` is the same by the paper's own form: one row for each
example, RC2 over Glucose 3. Decision sets have no such form here: `…@maxsat` is their MaxSAT model on merged rows, by CaDiCaL.
`preset-corels` is CORELS' objective solved by us; `corels` is the package itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from evaluation.measures import Record, measured
from evaluation.rivals import RIVALS, Rival
from evaluation.systems import Ours
from evaluation.tables import bit_tables
from shortlist import UsageError

PRICES = ("0.005", "0.01", "0.05", "0.5")
ORDERS = {"i+": "i↑", "i-": "i↓", "a+": "a↑", "a-": "a↓", "c+": "c↑", "c-": "c↓"}
ENGINES = {"search": "", "auto": "@auto", "sat": "@sat", "maxsat": "@maxsat", "maxsat-paper": "@paper"}


class Work(Protocol):
    """A method at work on an instance, in three steps; the time limit is about the second."""

    def read(self) -> None:
        """The training rows."""

    def learn(self, seconds: float, megabytes: int) -> Record:
        """Learn; the facts of it."""

    def judge(self) -> Record:
        """Measures on training and test rows."""


@dataclass(frozen=True)
class Method:
    """One entry.

    Args:
        name: what commands and results call it.
        label: what the report calls it, the paper's name where it has one.
        kind: `perfect`, `sparse` or `rival`.
        options: of our system; for a rival none, its function says it all.
        rival: how a rival learns.
        needs: the module that learning imports; it is loaded beforehand, so that learning is not about loading.
    """

    name: str
    label: str
    kind: str
    options: Mapping[str, Any] = field(default_factory=dict)
    rival: Rival | None = None
    needs: str = "shortlist"

    @property
    def is_ours(self) -> bool:
        """Is it a system of ours, with whatever engine?"""
        return self.rival is None

    @property
    def package(self) -> str:
        """The package that it needs, as it is imported."""
        return self.needs.partition(".")[0]

    @property
    def missing(self) -> bool:
        """Is its package not installed?"""
        return find_spec(self.package) is None

    @property
    def version(self) -> str:
        """The version of its package."""
        return _version(self.package)

    @property
    def heeds_limits(self) -> bool:
        """Does it look at the clock itself, so that it may be given a moment longer to answer?"""
        return self.is_ours or self.name.startswith(("streed", "gosdt", "imodels-tree"))

    @property
    def identity(self) -> Record:
        """What a result depends on: name, options and the version of the package."""
        return {"name": self.name, "options": dict(self.options), "version": self.version}

    def on(self, train: Path, test: Path | None) -> Work:
        """The method at work on an instance."""
        return Ours(self.options, train, test) if self.rival is None else Theirs(self.rival, self.needs, train, test)


@cache
def _version(package: str) -> str:
    """The version of the distribution that brings a package; of ours its own word, for it may run from its source."""
    if package == "shortlist":
        from shortlist import __version__  # noqa: PLC0415

        return __version__
    names = packages_distributions().get(package)
    return version(names[0]) if names else "missing"


@dataclass
class Theirs:
    """A rival at work on an instance, by 0/1 columns."""

    rival: Rival
    module: str
    train: Path
    test: Path | None

    def read(self) -> None:
        """Training and test rows, and the module that learns from them."""
        import_module(self.module)
        self.tables = bit_tables(self.train, self.test)

    def learn(self, seconds: float, megabytes: int) -> Record:  # noqa: ARG002  # memory is limited from outside
        """Learn."""
        self.model = self.rival(self.tables.train, self.tables.train_classes, seconds)
        return self.model.facts() | {"features": len(self.tables.columns)}

    def judge(self) -> Record:
        """What the model says of training and test rows."""
        tables = self.tables
        judged = {"train": measured(self.model.said(tables.train), tables.train_classes)}
        if tables.test is None or tables.test_classes is None:
            return judged
        return judged | {"test": measured(self.model.said(tables.test), tables.test_classes)}


def _systems() -> Iterable[Method]:
    """Each system of the paper with each engine that can keep to it."""
    lists, parts, sets = (
        ("search", "auto", "sat", "maxsat", "maxsat-paper"),
        ("search", "maxsat-paper"),
        ("search", "maxsat"),
    )
    yield from _with_engines("pdl", "pdl∪", {"price": "0"}, lists)
    for order in ("i+", "i-"):
        yield from _with_engines(f"pdl-{order}", f"pdl {ORDERS[order]}", {"price": "0", "separate": order}, parts)
    for name, preset in (("opt", "opt"), ("mds2", "mds2"), ("mds2star", "mds2*")):
        yield from _with_engines(name, preset, {"model": "set", "price": "0", "preset": preset}, sets)
    for price in PRICES:
        yield from _with_engines(f"sdl-{price}", f"sdl[{price}]∪", {"price": price}, lists)
        for order, arrow in ORDERS.items():
            asked = {"price": price, "separate": order}
            yield from _with_engines(f"sdl-{price}-{order}", f"sdl[{price}] {arrow}", asked, parts)
        for name, preset, label in (("sp", "opt", "sp"), ("mds2", "mds2", "mds2"), ("mds2star", "mds2*", "mds2*")):
            asked = {"model": "set", "price": price, "preset": preset}
            yield from _with_engines(f"{name}-{price}", f"{label}[{price}]", asked, sets)
        corels = {"price": price, "preset": "corels", "max_literals": 2}
        yield from _with_engines(f"preset-corels-{price}", f"corels preset[{price}]", corels, ("search",))


def _with_engines(name: str, label: str, asked: Mapping[str, Any], engines: Iterable[str]) -> Iterable[Method]:
    for engine in engines:
        mark = ENGINES[engine]
        shown = f"{label}, {'the paper’s form' if engine == 'maxsat-paper' else engine}" if mark else label
        kind = "perfect" if asked["price"] == "0" else "sparse"
        yield Method(f"{name}{mark}", shown, kind, {**asked, "engine": engine})


METHODS: dict[str, Method] = {method.name: method for method in _systems()} | {
    name: Method(name, label, "rival", rival=rival, needs=needs) for name, (rival, needs, label) in RIVALS.items()
}

GROUPS: dict[str, tuple[str, ...]] = {
    "perfect": ("pdl", "pdl-i+", "pdl-i-", "opt", "mds2", "mds2star"),
    "sparse": (
        *(f"sdl-0.05{mark}" for mark in ("", *(f"-{order}" for order in ORDERS))),
        *("sp-0.05", "mds2-0.05", "mds2star-0.05", "preset-corels-0.05"),
    ),
    "other-prices": tuple(
        name
        for price in ("0.005", "0.5")
        for name in (
            *(f"sdl-{price}{mark}" for mark in ("", *(f"-{order}" for order in ORDERS))),
            *(f"{kind}-{price}" for kind in ("sp", "mds2", "mds2star", "preset-corels")),
        )
    ),
    "paper": (
        *("pdl@paper", "pdl-i+@paper", "pdl-i-@paper", "opt@maxsat", "mds2@maxsat", "mds2star@maxsat"),
        *("sdl-0.05@paper", "sdl-0.05-i+@paper", "sp-0.05@maxsat"),
    ),
    "rivals": tuple(RIVALS),
}
"""Names for several methods at once."""


def chosen(patterns: Iterable[str]) -> list[Method]:
    """The methods that names, groups or patterns mean, each once; a word that means none is refused."""
    found: dict[str, Method] = {}
    for pattern in patterns:
        names = GROUPS.get(pattern) or [name for name in METHODS if fnmatchcase(name, pattern)]
        if not names:
            raise UsageError(f"no method is called {pattern!r}; `evaluate.py methods` lists them")
        found |= {name: METHODS[name] for name in names}
    return list(found.values())
