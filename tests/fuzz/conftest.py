"""Systems on which the tests of this folder run."""

import sys

# The projects have pipes and symbolic links, which Windows does not have or does not let everyone make.
collect_ignore_glob = ["test_*.py"] if sys.platform == "win32" else []
