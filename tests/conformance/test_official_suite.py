"""The official conformance suite passes for every revision it knows."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import yaml

from tests.nodejs import SUITE, missing_node, run_node
from tests.served import ServedSite, served_site

EXPECTED_FAILURES: Final = Path(__file__).parent / "expected_failures"

# What a server without streams, sessions and requests to the client cannot do.
ALLOWED_FAILURES: Final = {
    "2026-07-28": {
        "tools-call-with-progress",
        "input-required-result-basic-elicitation",
        "input-required-result-basic-sampling",
        "input-required-result-basic-list-roots",
        "input-required-result-request-state",
        "input-required-result-multiple-input-requests",
        "input-required-result-multi-round",
        "input-required-result-missing-input-response",
        "input-required-result-non-tool-request",
        "input-required-result-result-type",
        "input-required-result-tampered-state",
        "input-required-result-capability-check",
        "input-required-result-ignore-extra-params",
    },
    "2025-11-25": {
        "logging-set-level",
        "tools-call-with-logging",
        "tools-call-with-progress",
        "tools-call-sampling",
        "tools-call-elicitation",
        "elicitation-sep1034-defaults",
        "elicitation-sep1330-enums",
        "resources-subscribe",
        "resources-unsubscribe",
        "server-sse-multiple-streams",
        "server-sse-polling",
    },
}
ALLOWED_FAILURES["2025-06-18"] = ALLOWED_FAILURES["2025-11-25"]

RUNS: Final = [
    pytest.param("2026-07-28", ("--requirements", "2026-07-28"), 37, id="2026-07-28"),
    pytest.param("2025-11-25", ("--requirements", "2025-11-25"), 30, id="2025-11-25"),
    pytest.param(
        "2025-06-18", ("--suite", "all", "--spec-version", "2025-06-18"), 25, id="2025-06-18"
    ),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSite]:
    """Serve the site with the suite's own tools, resources and prompts."""
    if missing_node():
        pytest.skip(missing_node())
    with served_site(
        tmp_path_factory.mktemp("conformance"),
        settings="tests.conformance.settings",
        application="tests.conformance.wsgi:application",
    ) as served:
        yield served


@pytest.mark.parametrize("revision", sorted(ALLOWED_FAILURES))
def test_nothing_is_expected_to_fail_but_what_needs_a_stream(revision: str):
    listed = yaml.safe_load((EXPECTED_FAILURES / f"{revision}.yml").read_text())

    assert listed.keys() == {"server"}
    assert set(listed["server"]) <= ALLOWED_FAILURES[revision]


@pytest.mark.conformance
@pytest.mark.parametrize(("revision", "selection", "scenario_count"), RUNS)
def test_the_official_suite_passes(
    site: ServedSite,
    tmp_path: Path,
    *,
    revision: str,
    selection: tuple[str, ...],
    scenario_count: int,
):
    done = run_node(
        SUITE,
        "server",
        *("--url", site.endpoint),
        *selection,
        *("--expected-failures", str(EXPECTED_FAILURES / f"{revision}.yml")),
        *("--output-dir", str(tmp_path / "results")),
        folder=tmp_path,
    )

    ran = list((tmp_path / "results").glob("*/checks.json"))
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
    assert len(ran) >= scenario_count


@pytest.mark.conformance
@pytest.mark.parametrize(
    "scenario", ["http-header-validation", "http-custom-header-server-validation"]
)
def test_the_header_scenarios_pass_although_no_revision_scores_them(
    site: ServedSite, tmp_path: Path, scenario: str
):
    done = run_node(
        SUITE, "server", "--url", site.endpoint, "--scenario", scenario, folder=tmp_path
    )

    assert done.returncode == 0, done.stdout[-20_000:]
