"""`python -m shortlist` is the command `shortlist`."""

from shortlist.cli.main import main

if __name__ == "__main__":
    main()
