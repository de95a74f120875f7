"""`shortlist-verify PROOF TABLE`: asks the verifier of the kind that the proof's first line names."""

import sys

from shortlist_verifier import lrat, verify


def main():
    """A proof by bounds is for verify.py, an LRAT proof for lrat.py; each of them can be run alone."""
    try:
        is_lrat = len(sys.argv) > 1 and lrat.read_bytes(sys.argv[1]).startswith(b"shortlist-lrat ")
    except lrat.Rejected:
        is_lrat = False
    (lrat if is_lrat else verify).main()
