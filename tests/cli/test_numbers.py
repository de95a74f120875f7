"""Options with numbers that nothing can hold."""

import pytest

TRAPS = [
    ["--min-rows", "9223372036854775808"],
    ["--max-rules", "99999999999999999999"],
    ["--max-literals", "9223372036854775808"],
    ["--max-size", "9223372036854775808", "--perfect"],
    ["--memory-limit", "99999999999999"],
    ["--rule-price", "1e300"],
    ["--error-price", "no:yes=1e300"],
    ["--node-price", "9007199254740992"],
    ["--perfect", "--engine", "sat", "--rule-price", str(2**62), "--literal-price", str(2**62)],
    ["--perfect", "--rule-price", str(2**52 - 1), "--literal-price", "1"],
    ["--time-limit", "1e300"],
]


@pytest.mark.parametrize("options", TRAPS, ids=" ".join)
def test_a_number_that_is_too_large_is_refused_in_one_sentence(call, options):
    done = call("fit", "titanic", *options)

    assert (2, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n")), done.stderr
    assert "must" in done.stderr
    assert len(done.stderr) < 300


def test_a_path_of_five_thousand_letters_is_a_sentence_of_a_thousand(call):
    done = call("fit", "x" * 5000)

    assert 2 == done.returncode
    assert len(done.stderr) < 1100
    assert done.stderr.count("\n") == 1
