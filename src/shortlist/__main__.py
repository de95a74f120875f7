"""`python -m shortlist` is the command `shortlist`."""

from shortlist.cli import main

main()
