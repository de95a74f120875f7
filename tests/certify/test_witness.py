"""LRAT proofs of the paper's clauses: what is proved is certified and verified, and nothing else is."""

import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from certify.test_certify import KINDS
from conftest import EXAMPLE_1
from samples.proof_cases import draw_case, problem_of
from samples.witness_attacks import FooledError, answers, false_bound, mutated_witness, real_witness
from shortlist.certify.checking import ProofRejectedError, verified
from shortlist.certify.witness import certify_by_clauses
from shortlist.engines.search import search
from shortlist.errors import NoProofError, UsageError, WrongAnswerError
from shortlist.models.model import ModelKind
from shortlist.problems.limits import Limits
from shortlist.problems.solution import Status
from shortlist_verifier import clauses, lrat


def small_table(kind, seed):
    """A table of a dozen rows with what the kind asks for."""
    asked = {name: value[:4] if name == "prices" else value for name, value in kind.items() if name != "labels"}
    rng = random.Random(seed)
    return draw_case(rng, rows=12, features=4, plain=True, labels=kind.get("labels", 2), full=True) | asked


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_proved_is_certified_and_verified(kind, seed):
    problem = problem_of(small_table(KINDS[kind], seed))
    solution = search(problem, Limits(30))
    if solution.status is Status.INFEASIBLE:
        pytest.skip("no such list")
    try:
        proof = certify_by_clauses(problem, solution.lists[0], limits=Limits(60))
    except UsageError:
        assert kind.startswith("least rows")
        return

    assert answers(proof.text.decode(), proof.table) == [solution.cost] * 2
    assert str(verified(proof.text, proof.table, fast=True).witness) == "lrat"


def test_a_bound_below_the_cost_is_certified_too():
    problem = problem_of(small_table({}, 1))
    solution = search(problem, Limits(30))
    proof = certify_by_clauses(problem, solution.lists[0], bound=solution.cost - 2)

    assert not proof.optimal
    assert answers(proof.text.decode(), proof.table) == [solution.cost - 2] * 2


def test_a_bound_of_nothing_needs_no_rows():
    problem = problem_of(small_table({}, 1))
    proof = certify_by_clauses(problem, search(problem, Limits(30)).lists[0], bound=0)

    assert b"\nrows\n" in proof.text
    assert answers(proof.text.decode(), proof.table) == [0, 0]


@pytest.mark.parametrize("kind", ["plain", "perfect"])
def test_a_bound_that_is_too_high_is_not_certified(kind):
    problem = problem_of(small_table(KINDS[kind], 1))
    solution = search(problem, Limits(30))

    with pytest.raises(WrongAnswerError, match="finds that one does"):
        certify_by_clauses(problem, solution.lists[0], bound=solution.cost + 1)


def test_what_rests_on_rules_of_few_rows_is_refused():
    case = small_table({}, 1)
    free = search(problem_of(case), Limits(30))
    problem = problem_of(case | {"least_rows": 40})
    solution = search(problem, Limits(30))

    assert solution.cost > free.cost
    with pytest.raises(UsageError, match="least number of rows"):
        certify_by_clauses(problem, solution.lists[0])


def test_sets_are_refused():
    with pytest.raises(UsageError, match="only decision lists"):
        certify_by_clauses(problem_of(small_table({}, 1), kind=ModelKind.SET), (((), 0),))


def test_tables_that_are_too_large_are_refused_in_one_sentence(monkeypatch):
    monkeypatch.setattr(clauses, "MOST_LITERALS", 1000)
    problem = problem_of(small_table({}, 1))

    with pytest.raises(UsageError, match="for small tables, but the formula is too large"):
        certify_by_clauses(problem, search(problem, Limits(30)).lists[0])


@pytest.mark.parametrize(("limits", "which"), [(Limits(0.0), "time"), (Limits(30, memory=1), "memory")])
def test_limits_are_kept(limits, which, hard):
    rules = (((), 0),)

    with pytest.raises(NoProofError, match=f"within the {which} limit"):
        certify_by_clauses(hard, rules, limits=limits)


def test_steps_without_end_are_given_up(monkeypatch):
    monkeypatch.setattr(lrat, "MOST_LOOKS", 10)
    proof = next(proof for proof in map(real_witness, range(50)) if proof is not None and len(proof.text) > 3000)

    with pytest.raises(ProofRejectedError, match="more and longer steps"):
        verified(proof.text, proof.table, fast=False)


# -- attacks ----------------------------------------------------------------------------------------


def test_false_bounds_are_rejected():
    tried = Counter()
    for seed in range(300):
        tried.update(false_bound(seed))

    assert tried["false"] > 300


def test_changed_proofs_prove_nothing_more():
    tried = Counter()
    for seed in range(300):
        tried.update(mutated_witness(seed))

    assert tried["rejected"] > 150


def refuted_carelessly(change):
    """Plain Python's check of the steps with something changed in its text."""
    source = Path(lrat.__file__).read_text(encoding="utf-8")
    assert change[0] in source
    names = {"__name__": "careless", "__package__": lrat.__package__}
    exec(source.replace(*change), names)  # noqa: S102  # the file itself, with one change
    careless = names["refute"]

    def refute(formula, steps):
        try:
            careless(formula, steps)
        except names["Rejected"] as fault:
            raise lrat.Rejected(str(fault)) from None

    return refute


@pytest.mark.parametrize(
    "change",
    [
        ("demand(len(left) <= 1 and not follows,", "demand(not follows,"),
        ('demand(follows, f"step {name} does not follow")', ""),
        ("if -k not in true]", "if -k not in true and k > 0]"),
        ("whole(word, 1, name - 1)", "whole(word, 1, name)"),
        ('demand(derived and not derived[-1], "the proof must end with the empty clause")', ""),
        ("true.update(left)", "true.update(left, (-k for k in left))"),
    ],
)
def test_a_careless_check_of_steps_is_caught(change):
    checkers = (refuted_carelessly(change),)

    def is_fooled(seed):
        try:
            false_bound(seed, checkers)
        except (FooledError, IndexError):
            return True
        return False

    assert any(map(is_fooled, range(2000)))


def a_proof():
    proof = next(filter(None, map(real_witness, range(50))))
    return proof.text.decode(), proof.table.decode()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda proof, table: (proof[:0], table), "must begin with table"),
        (lambda proof, table: (proof, table[:0]), "lines of plain ASCII"),
        (lambda proof, table: (proof[:-1], table), "plain ASCII"),
        (lambda proof, table: (proof.replace("-lrat 1", "-lrat 2"), table), "version 1"),
        (lambda proof, table: (proof, table.replace("-table 1", "-table 2")), "has no head"),
        (lambda proof, table: (proof, table + "x\n"), "lines that it says"),
        (lambda proof, table: (proof, table.replace("f1", "f9")), "another table"),
        (lambda proof, table: (proof.replace("\nresult ", "\nresult 1"), table), "costs"),
        (lambda proof, table: (proof.replace("\ndefault ", "\ndefault 7"), table), "must be a class"),
        (lambda proof, table: (proof.replace("\ndefault-labels 0", "\ndefault-labels 0 0"), table), "must rise"),
        (lambda proof, table: (proof.replace("\nrows ", "\nrows 0 0 "), table), "different rows"),
        (lambda proof, table: (proof.replace("\nformula ", "\nformula 1"), table), "the formula has"),
        (lambda proof, table: (proof.partition("\nformula")[0] + "\n", table), "and then the formula"),
        (
            lambda proof, table: ("\n".join(proof.split("\n")[:-2]) + "\n", table),
            "end with the empty clause|plain ASCII",
        ),
        (lambda proof, table: (proof + "1 0 1 0\n", table), "has not the form|names what there is not"),
    ],
)
@pytest.mark.parametrize("fast", [False, True])
def test_what_is_no_proof_is_refused_in_one_sentence(change, why, fast):
    proof, table = change(*a_proof())

    with pytest.raises(ProofRejectedError, match=why):
        verified(proof.encode("latin-1") or b"shortlist-lrat 1", table.encode(), fast=fast)


# -- commands ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def learned(run, tmp_path_factory):
    """The paper's Example 1: its table, a perfect list of it, an LRAT proof and the canonical table."""
    folder = tmp_path_factory.mktemp("learned")
    example_1, *paths = [folder / name for name in ("example1.csv", "model.json", "model.lrat", "model.table")]
    example_1.write_text(EXAMPLE_1)
    done = run("fit", example_1, "--perfect", "--output", paths[0], "--quiet")
    assert done.returncode == 0, done.stderr
    done = run("certify", paths[0], example_1, "--witness", "lrat", "-o", paths[1])
    assert done.returncode == 0, done.stderr
    assert "VERIFIED: no list within the limits of the proof costs less than 6. It is optimal." in done.stdout
    run("canonical", example_1, paths[0], "-o", paths[2])
    return example_1, *paths


def test_the_command_says_which_witness_certified(run, learned):
    data, model, proof, table = learned

    assert "Certified, the LRAT proof was verified: optimal" in run("check", model, data, "--proof", proof).stdout
    assert '"witness": "lrat"' in run("verify", proof, table, "--json").stdout
    assert "SHA-256 of the LRAT proof" in run("verify", proof, table, "--fast").stdout


def test_the_verifier_runs_alone_and_writes_what_other_checkers_take(learned, tmp_path):
    _, _, proof, table = learned
    cnf, alone = tmp_path / "formula.cnf", tmp_path / "lrat.py"
    for source in (lrat.__file__, clauses.__file__):
        shutil.copy(source, tmp_path)
    # Without site-packages: nothing else can be imported.
    done = subprocess.run(
        [sys.executable, "-E", "-S", alone, proof, table, cnf], capture_output=True, text=True, check=False
    )

    assert done.stdout.startswith("VERIFIED: no list in its limits costs less than 6")
    head, *written = cnf.read_text().split("\n")[:-1]
    assert head == f"p cnf {proof.read_text().partition('formula ')[2].partition(chr(10))[0]}"
    assert int(head.split(" ")[3]) == len(written)
    assert (tmp_path / "formula.cnf.lrat").read_text() == proof.read_text().partition("formula ")[2].partition("\n")[2]


def test_one_command_verifies_proofs_of_both_kinds(run, learned, tmp_path):
    data, model, lrat_proof, table = learned
    run("certify", model, data, "-o", tmp_path / "model.proof")
    command = [sys.executable, "-c", "from shortlist_verifier.main import main; main()"]
    for proof in (lrat_proof, tmp_path / "model.proof"):
        done = subprocess.run([*command, proof, table], capture_output=True, text=True, check=False)
        assert done.stdout.startswith("VERIFIED: no list in its limits costs less than 6"), done.stderr
    done = subprocess.run([*command, table, table], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr[:9]) == (1, "REJECTED:")


def test_each_part_of_a_separated_list_has_an_lrat_proof(run, learned, tmp_path):
    data, *_ = learned
    model, proof, table = (tmp_path / name for name in ("parts.json", "parts.lrat", "parts.table"))
    run("fit", data, "--perfect", "--separate", "i+", "--output", model, "--quiet")
    done = run("certify", model, data, "--witness", "lrat", "-o", proof)
    run("canonical", data, model, "-o", table)

    assert "VERIFIED: no parts cost less" in done.stdout, done.stderr
    assert proof.read_text().count("shortlist-lrat 1\n") == table.read_text().count("shortlist-table 1 ") >= 1
    for fast in (True, False):
        assert verified(proof.read_bytes(), table.read_bytes(), fast=fast).optimal
