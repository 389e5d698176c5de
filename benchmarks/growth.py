"""Measures how something grows: the same steps on projects of several sizes, each in a process of its own."""

import json
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeVar

T = TypeVar("T")

ROUNDS = 3


class Timer:
    """The seconds that steps take, by their names."""

    def __init__(self) -> None:
        self.found: dict[str, float] = {}

    def of(self, name: str, run: Callable[[], T]) -> T:
        """Run a step and keep its time."""
        before = time.perf_counter()
        result = run()
        self.found[f"{name}, s"] = time.perf_counter() - before
        return result

    def finish(self) -> dict[str, float]:
        """Return all times, and the most memory that the process held."""
        # In kB, but for macOS, which counts bytes.
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
        return {**self.found, "memory, MB": used}


def grow(
    script: str,
    arguments: Sequence[str],
    sizes: Sequence[int],
    unit: str,
    write: Callable[[Path, int], Path],
    measure: Callable[[Path], dict[str, float]],
) -> None:
    """Measure all sizes in turn and print the medians, with the time a unit takes beside that in the size before.

    Args:
        script: The file that calls this, which is run again for each measurement.
        arguments: Those of its command line: other sizes, or its own word for a measurement.
        sizes: How large the projects are.
        unit: What the sizes count.
        write: Writes a project of a size into a folder.
        measure: Runs the steps on a project.
    """
    match list(arguments):
        case ["--measure", root]:
            print(json.dumps(measure(Path(root))))
            return
        case given:
            sizes = [int(size) for size in given] or sizes
    runs: dict[int, list[dict[str, float]]] = {size: [] for size in sizes}
    with TemporaryDirectory() as folder:
        roots = {size: write(Path(folder) / str(size), size) for size in sizes}
        for _ in range(ROUNDS):
            for size in sizes:
                command = [sys.executable, script, "--measure", str(roots[size])]
                said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
                runs[size].append(json.loads(said))
    medians = {size: {name: median(run[name] for run in runs[size]) for name in runs[size][0]} for size in sizes}
    print(f"Python {platform.python_version()}, medians of {ROUNDS} runs")
    print("×: the time a unit takes, against that in the size before\n")
    heads = [f"{f'{size:,} {unit}':>16}{'':8}" for size in sizes]
    print(f"{'':22}{''.join(heads)}".rstrip())
    for name in medians[sizes[0]]:
        row = f"{name:22}"
        for before, size in zip((None, *sizes), sizes, strict=False):
            value = medians[size][name]
            timed = before is not None and name.endswith(", s")
            ratio = f"× {value / size / (medians[before][name] / before):.2f}" if before and timed else ""
            row += f"{f'{value:,.3f}' if name.endswith(', s') else f'{value:,.0f}':>16}{ratio:>8}"
        print(row.rstrip())
