"""Output of `make test`, by `-p tests.report`: a count in place of a letter for each test, and at the end what failed.

What failed first is the last thing printed, in so few lines that a small terminal shows it.
"""

import shutil
from collections.abc import Generator

import pytest

MOST_LINES = 24
"""Lines of the first failure that are printed again; all lines are above, in pytest's own report."""
STEP = 1000
"""A line is printed for so many tests where nobody watches the counter, as in the log of a workflow."""
MOST_NAMES = 8
"""Names of failed tests that are printed at the end."""


@pytest.hookimpl(wrapper=True)
def pytest_report_teststatus() -> Generator[None, tuple[str, object, object], tuple[str, str, str]]:
    """Leave out the letters of tests, which fill pages."""
    category, *_ = yield
    return category, "", ""


class Progress:
    """Counter of tests, and the name of each that fails, when it does."""

    def __init__(self, session: pytest.Session, terminal: pytest.TerminalReporter) -> None:
        self._session, self._terminal = session, terminal
        self._finished = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test: in place where somebody watches, else by a line now and then."""
        is_watched = self._terminal.isatty()
        if report.failed:
            if is_watched:
                self._terminal.write("\r\033[K")
            self._terminal.write_line(f"FAILED {report.nodeid}", red=True)
            self._terminal.flush()
        if report.when != "teardown":
            return
        self._finished += 1
        count = f"  {self._finished} of {self._session.testscollected}"
        if is_watched:
            self._terminal.write(f"\r{count}", flush=True)
        elif self._finished % STEP == 0:
            self._terminal.write_line(count)
            self._terminal.flush()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Count in the process that prints; those in which pytest-xdist runs tests have no terminal."""
    terminal: pytest.TerminalReporter | None = session.config.pluginmanager.get_plugin("terminalreporter")
    if terminal:
        session.config.pluginmanager.register(Progress(session, terminal))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the names of the first tests that failed, and the first failure."""
    failures = [*terminalreporter.getreports("failed"), *terminalreporter.getreports("error")]
    if not failures:
        return
    terminalreporter.section(f"failed: {len(failures)}")
    for report in failures[:MOST_NAMES]:
        terminalreporter.write_line(report.nodeid)
    if len(failures) > MOST_NAMES:
        terminalreporter.write_line(f"and {len(failures) - MOST_NAMES} more")
    terminalreporter.section("the first of them", "-")
    lines = failures[0].longreprtext.splitlines()
    if len(lines) > MOST_LINES:
        lines[MOST_LINES // 2 : -MOST_LINES // 2 + 1] = ["…"]
    width = shutil.get_terminal_size().columns
    for line in lines:
        terminalreporter.write_line(line if len(line) <= width else f"{line[: width - 1]}…")
