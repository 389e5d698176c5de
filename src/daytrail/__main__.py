"""`python -m daytrail` is the command."""

from daytrail.cli import main

if __name__ == "__main__":
    main()
