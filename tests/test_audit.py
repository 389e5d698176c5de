"""The audit of the built demo: what it says without its programs, and what it makes of their answers."""

from pathlib import Path

import pytest

from tools import audit


def test_a_missing_npm_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Without npm the audit ends with a sentence, before anything is built."""
    monkeypatch.setattr(audit, "INSTALLED", tmp_path / "lighthouse")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert audit.main([]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "npm is missing, which brings Lighthouse and axe-core; on Debian: apt-get install npm\n"


def test_a_report_of_lighthouse_is_read() -> None:
    """Scores are of 100, bytes are of all requests, and each audit that failed is named with its element."""
    requests: list[dict[str, object]] = [
        {"transferSize": 1500, "resourceType": "Document"},
        {"transferSize": 200, "resourceType": "Script"},
        {},
    ]
    audits = {
        "aria-dialog-name": {"score": 0, "details": {"items": [{"node": {"selector": "div.md-search"}}]}},
        "label": {"score": 1},
        "first-contentful-paint": {"score": 0.5, "displayValue": "2.1 s"},
        "cumulative-layout-shift": {"score": 1, "numericValue": 0.01},
        "network-requests": {"details": {"items": requests}},
    }
    scores = {
        "accessibility": (0.93, ["aria-dialog-name", "label"]),
        "performance": (0.975, ["first-contentful-paint"]),
    }
    categories = {
        name: {"score": score, "auditRefs": [{"id": one, "weight": 7} for one in references]}
        for name, (score, references) in scores.items()
    }
    assert audit.read_report({"categories": categories, "audits": audits}) == audit.Visit(
        accessibility=93,
        performance=98,
        layout_shift=0.01,
        bytes=1700,
        static_bytes=1500,
        failures=("aria-dialog-name: div.md-search", "first-contentful-paint: 2.1 s"),
    )
