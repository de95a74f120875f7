"""libFuzzer on the native checker of LRAT: `python tests/fuzz_lrat.py SECONDS [FOLDER]`, with clang++.

Inputs begin with real refutations of random formulas; those that libFuzzer finds interesting are kept in the folder, and both checkers must
agree on all of them.
"""

import random
import subprocess
import sys
from pathlib import Path
from shutil import which

from shortlist import _verify
from shortlist.certify.checking import refuted_fast
from shortlist.engines.kernel import trimmed_lrat
from shortlist.engines.sat.oracle import refutation
from shortlist_verifier import lrat

ROOT, VARIABLES = Path(__file__).parents[1], 8


class Clauses(lrat.Formula):
    """Clauses that are simply given."""

    def __init__(self, clauses):
        self.count, self.flat, self.starts = VARIABLES, lrat.array("i"), lrat.array("q")
        for clause in clauses:
            self.add(*clause)


def real_inputs():
    """Refutations of random formulas."""
    rng = random.Random(0)
    for _ in range(60):
        clauses = [
            [rng.choice([-1, 1]) * k for k in rng.sample(range(1, VARIABLES + 1), rng.randint(1, 3))] for _ in range(45)
        ]
        proof = refutation(clauses, most_bytes=2**20, pause=lambda *_: None)
        if proof is not None:
            # The last clause is ended by the fuzzer, as whatever an input leaves open.
            text = "\n".join(" ".join(map(str, [*clause, 0])) for clause in clauses).removesuffix(" 0")
            yield text.encode() + b"\n\n" + trimmed_lrat(proof, len(clauses))


def accepted(refute, formula, steps):
    """Does a checker accept the steps?"""
    try:
        refute(formula, steps)
    except (lrat.Rejected, _verify.Rejected):
        return False
    return True


def compare(data):
    """Both checkers say the same of an input; what they say, None where it is no input."""
    head, cut, steps = data.partition(b"\n\n")
    words = head.decode("latin-1").split()
    if not cut or not all(word.removeprefix("-").isdecimal() and len(word) < 9 for word in words):
        return None
    clauses = [[]]
    for word in words:
        number = int(word)
        literal = abs(number) % (VARIABLES + 1) * (-1 if number < 0 else 1)
        if literal:
            clauses[-1].append(literal)
        else:
            clauses.append([])
    formula = Clauses(clauses)
    answers = [accepted(refute, formula, steps) for refute in (refuted_fast, lrat.refute)]
    assert answers[0] == answers[1], (data, answers)
    return answers[0]


def main():
    """Build, run, compare."""
    seconds, folder = int(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "build" / "fuzz_lrat")
    corpus, fuzzer = folder / "corpus", folder / "fuzzer"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(real_inputs()):
        assert compare(data)
        (corpus / f"real-{number}").write_bytes(data)
    sources = ["tests/fuzz_lrat.cpp", "src/verifier/lrat.cpp"]
    checks = ["-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all"]
    subprocess.run([which("clang++"), "-std=c++20", "-O1", "-g", *checks, "-o", fuzzer, *sources], cwd=ROOT, check=True)
    limits = [f"-max_total_time={seconds}", "-timeout=20", "-max_len=8000", f"-artifact_prefix={folder}/"]
    subprocess.run([fuzzer, *limits, corpus], check=True)
    found = [compare(path.read_bytes()) for path in sorted(corpus.iterdir())]
    print(f"both checkers agree on {len(found)} inputs: {found.count(True)} accepted, {found.count(False)} rejected")


if __name__ == "__main__":
    main()
