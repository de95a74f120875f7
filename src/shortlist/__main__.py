"""`python -m shortlist` is the command `shortlist`."""

from shortlist.cli.main import main

main()
