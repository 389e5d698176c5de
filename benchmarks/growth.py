"""Measurement of growth: the same steps on projects of several sizes, each in its own process."""

import argparse
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeVar

if sys.platform == "win32":
    sys.exit("The benchmarks measure memory with the module `resource`, which Windows does not have.")

T = TypeVar("T")


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
        import resource  # here, since Windows does not have it

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
    """Measure all sizes in turn and print the medians, with the time for each unit compared with the size before.

    Args:
        script: The file that calls this, which is run again for each measurement.
        arguments: Those of its command line: sizes and `--rounds`, or the internal `--measure`.
        sizes: How large the projects are, unless the arguments say otherwise.
        unit: What the sizes count.
        write: Writes a project of a size into a folder.
        measure: Runs the steps on a project.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", nargs="*", type=int, metavar="SIZE", help=f"in {unit}; default: {sizes}")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each size")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.measure:
        print(json.dumps(measure(options.measure)))
        return
    sizes = options.sizes or sizes
    runs: dict[int, list[dict[str, float]]] = {size: [] for size in sizes}
    with TemporaryDirectory() as folder:
        roots = {size: write(Path(folder) / str(size), size) for size in sizes}
        for _ in range(options.rounds):
            for size in sizes:
                command = [sys.executable, script, "--measure", str(roots[size])]
                output = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
                runs[size].append(json.loads(output))
    medians = {size: {name: median(run[name] for run in runs[size]) for name in runs[size][0]} for size in sizes}
    print(f"Python {platform.python_version()}, medians of {options.rounds} runs")
    print("×: the time for each unit, compared with the size before\n")
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
