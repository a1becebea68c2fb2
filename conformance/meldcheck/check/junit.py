"""The report of a run as JUnit XML, for tools that show tests."""

from __future__ import annotations

from xml.etree import ElementTree

from meldcheck.check.judge import FALLS_SHORT, UNJUDGED, Outcome, Status
from meldcheck.check.report import Report, play_lines
from meldcheck.engine.process import called, printable


def as_xml(report: Report) -> bytes:
    """The report as the content of a file: a suite a game, a test a case."""
    suites = ElementTree.Element("testsuites", name=printable(called(report.engine)))
    for game in report.games:
        own = [outcome for outcome in report.outcomes if outcome.case.game == game]
        of_game = ElementTree.SubElement(
            suites,
            "testsuite",
            name=game,
            tests=str(len(own)),
            failures=str(sum(_fails(each) for each in own)),
            errors=str(sum(each.status is Status.ERROR for each in own)),
            skipped=str(sum(_is_skipped(each) for each in own)),
        )
        for outcome in own:
            _add(of_game, outcome)
    ElementTree.indent(suites)
    text: bytes = ElementTree.tostring(suites, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _fails(outcome: Outcome) -> bool:
    return outcome.status in FALLS_SHORT and outcome.status is not Status.ERROR


def _is_skipped(outcome: Outcome) -> bool:
    """Whether the case was not judged, or is known to fail."""
    return outcome.status in UNJUDGED or outcome.status is Status.KNOWN_FAILURE


def _add(of_game: ElementTree.Element, outcome: Outcome) -> None:
    case = outcome.case
    test = ElementTree.SubElement(
        of_game, "testcase", classname=f"{case.game}.{case.kind.value}", name=case.id
    )
    told = printable(outcome.reason) or printable(case.title)
    if _is_skipped(outcome):
        ElementTree.SubElement(test, "skipped", message=f"{outcome.status.value}: {told}")
    elif outcome.status in FALLS_SHORT:
        tag = "failure" if _fails(outcome) else "error"
        failure = ElementTree.SubElement(test, tag, type=outcome.status.value, message=told)
        failure.text = "\n".join(map(printable, play_lines(outcome)))
