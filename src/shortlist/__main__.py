"""`python -m shortlist` is the command `shortlist`."""

from shortlist.cli.app import main

main()
