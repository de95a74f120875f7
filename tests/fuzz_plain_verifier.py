"""Fuzzed proofs against the plain verifier: `python tests/fuzz_plain_verifier.py SECONDS [--corpus FOLDER]`.

Bytes of real proofs and tables are changed at random; the verifier must answer or reject, whatever it is given, and not take long. With a
folder, what libFuzzer has found interesting there is tried first, and the real ones are written to it.
"""

import argparse
import contextlib
import hashlib
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from samples.proof_attacks import mutated_bytes, real_proof
from samples.proof_cases import header_text, table_text
from shortlist_verifier import verify as plain

STEPS, SLOW = 2000, 20


def real_inputs():
    """A table and a proof in one, for each of some dozens of cases."""
    for seed in range(60):
        found = real_proof(seed)
        if found is not None:
            case, rules, default, cost, bound, body = found
            yield (table_text(case) + header_text(case, rules, default, cost, bound) + body).encode()


def try_one(data):
    """Verify a table with a proof behind it; its own digest is put in. Seconds that it took."""
    cut = max(data.find(b"shortlist-proof"), 0)
    table, proof = data[:cut], data[cut:]
    head, _, rest = proof.partition(b"\ntable ")
    proof = head + b"\ntable " + hashlib.sha256(table).hexdigest().encode() + b"\n" + rest.partition(b"\n")[2]
    began = time.process_time()
    with contextlib.suppress(plain.Rejected):
        plain.verify(proof, table, steps=STEPS)
    return time.process_time() - began


def main():
    """Run as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--corpus", type=Path)
    options = parser.parse_args()
    inputs, rng, tried = list(real_inputs()), random.Random(0), 0
    if options.corpus is not None:
        for data in inputs:
            (options.corpus / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
        inputs += [path.read_bytes() for path in sorted(options.corpus.iterdir())]
    ends, slowest = time.monotonic() + options.seconds, 0.0
    while time.monotonic() < ends:
        data = inputs[tried] if tried < len(inputs) else mutated_bytes(rng, rng.choice(inputs))
        tried += 1
        try:
            slowest = max(slowest, try_one(data))
        except Exception:
            Path("fuzzed_proof.bin").write_bytes(data)
            print("fuzzed_proof.bin breaks the plain verifier")
            raise
        if slowest > SLOW:
            sys.exit(f"a proof took {slowest:.0f} s")
    print(f"plain verifier: {tried} proofs, the slowest in {slowest:.2f} s")


if __name__ == "__main__":
    main()
