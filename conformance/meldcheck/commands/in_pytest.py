"""The suite as tests of pytest: ``pytest --meldspec-engine "./your-engine --its --options"``.

pytest imports this module in every run, so it imports the measure only when the option is there.
"""

from __future__ import annotations

import shlex
from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Final, final

import pytest

if TYPE_CHECKING:
    from meldcheck.check.failures import Excuse
    from meldcheck.check.judge import Outcome
    from meldcheck.check.plan import CasePlan
    from meldcheck.check.run import Sitting
    from meldcheck.engine.process import Engine
    from meldcheck.words.readings import Readings

ENGINE: Final = "--meldspec-engine"
GAMES: Final = "--meldspec-game"
TIER: Final = "--meldspec-tier"
JUDGING: Final = ("rules", "declare", "known-failures")
"""The options of ``meldspec check`` that change how a case is judged; pytest has them, too."""
RULES, DECLARE, KNOWN = (f"--meldspec-{name}" for name in JUDGING)
_PREFIX: Final = "meldspec::"
"""What the name of the test of a case begins with."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("meldspec", "the conformance suite of meldspec")
    group.addoption(ENGINE, metavar="COMMAND", help="Play every case on this engine, as a test.")
    group.addoption(
        GAMES, action="append", default=[], metavar="GAME", help="Only this game; repeatable."
    )
    group.addoption(TIER, metavar="TIER", help="Highest tier of cases: smoke, core or full.")
    group.addoption(RULES, metavar="NAME|FILE", help="The rule set, as 'meldspec check --rules'.")
    group.addoption(DECLARE, metavar="FILE", help="File that says what the engine has.")
    group.addoption(KNOWN, metavar="FILE", help="File that lists what is known to fail, and why.")


def pytest_configure(config: pytest.Config) -> None:
    """Add the tests where an engine is named."""
    config.addinivalue_line(
        "markers", "meldspec(game, clause): a case of the suite of meldspec, once for each clause"
    )
    command = config.getoption(ENGINE)
    if command is not None:
        config.pluginmanager.register(_Cases(_words(command), config))


def _words(command: str) -> list[str]:
    """The command line of the engine in its parts; UsageError if it has none."""
    import click

    from meldcheck.commands.subject import check_engine

    try:
        words = shlex.split(command)
        check_engine(words, f"by {ENGINE}")
    except ValueError as error:
        raise pytest.UsageError(f"{ENGINE}: {str(error).lower()}") from None
    except click.UsageError as error:
        raise pytest.UsageError(error.format_message()) from None
    return words


@final
class _Cases:
    """The cases as tests, and the engine that plays them."""

    def __init__(self, command: list[str], config: pytest.Config) -> None:
        self._command: Final = command
        self._games: Final[list[str]] = config.getoption(GAMES)
        self._tier: Final[str | None] = config.getoption(TIER)
        self._rules: Final[str | None] = config.getoption(RULES)
        self._file: Final[str | None] = config.getoption(DECLARE)
        self._known: Final[str | None] = config.getoption(KNOWN)
        self._engine: Engine | None = None
        self._sitting: Sitting | None = None
        self._by_case: Final[dict[str, CaseTest]] = {}
        self._ended: Final[list[bool]] = []
        """Of each case that was played or skipped, whether it was judged."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, session: pytest.Session, items: list[pytest.Item]
    ) -> None:
        """Add a test for each case; ``-k`` and ``-m`` choose among them as among all tests."""
        tests = [*self._tests(session)]
        items.extend(tests)
        report = pytest.CollectReport("meldspec", "passed", None, [*tests])
        session.ihook.pytest_collectreport(report=report)  # so that they are counted as collected

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self) -> Generator[None, object, object]:
        """Hear what the engine says after its last reply, before the tests are counted."""
        try:
            return (yield)
        finally:
            if self._sitting is not None:
                self.spoil(self._sitting.end())

    def played(self, plan: CasePlan) -> Outcome:
        """The outcome of a case. It may turn out that the case before it has another one."""
        if self._sitting is None:
            raise AssertionError("a test was collected without an engine")
        outcome = self._sitting.play(plan)
        self.spoil(self._sitting.spoilt)
        return outcome

    def spoil(self, outcome: Outcome | None) -> None:
        """Report a case that was over, after which the engine has written one line more."""
        if outcome is not None:
            self._by_case[outcome.case.id].spoilt_by(outcome)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note whether a case was judged; one that is known to fail was."""
        if report.nodeid.startswith(_PREFIX) and report.when == "call":
            known = hasattr(report, "wasxfail")  # pytest counts it as skipped, but it was played
            self._ended.append(known or not report.skipped)

    @property
    def _none_judged(self) -> bool:
        """Whether there were cases, and nothing was found out by any of them."""
        return bool(self._ended) and not any(self._ended)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail if no case was judged, as ``meldspec check`` does."""
        if self._none_judged and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say that no case was judged."""
        if self._none_judged:
            terminalreporter.write_line("meldspec: no case was judged, so the engine does not hold")

    def pytest_unconfigure(self) -> None:
        """End the engine."""
        if self._engine is not None:
            self._engine.kill()

    def _tests(self, session: pytest.Session) -> Iterator[CaseTest]:
        from pathlib import Path

        import click

        from meldcheck.check import causes, failures, plan
        from meldcheck.check.declared import read_declaration
        from meldcheck.check.run import Sitting
        from meldcheck.commands.appealing import appeals_of
        from meldcheck.commands.subject import selected, started
        from meldcheck.engine.process import Engine
        from meldcheck.law.rulesets import check_belongs, choose
        from meldcheck.suite import store
        from meldcheck.words.case import Tier
        from meldcheck.words.errors import SpecError
        from meldcheck.words.places import suite_directory

        folder = suite_directory()
        games = self._games if self._games and self._known is None else None
        suite = store.load(folder, games)
        tiers = [tier.value for tier in Tier]
        if self._tier is not None and self._tier not in tiers:
            raise pytest.UsageError(f"no tier {self._tier!r}; known: {', '.join(tiers)}")
        self._engine = Engine(tuple(self._command))
        try:
            cases = selected(suite, self._games, Tier(self._tier or Tier.FULL))
            chosen = plan.stated_for(suite.manifest) if self._rules is None else choose(self._rules)
            check_belongs(None if self._rules is None else chosen, self._games)
            appeals = appeals_of(chosen, suite.manifest, folder)
            declaration = None if self._file is None else read_declaration(Path(self._file))
            catalogue = causes.load(folder, suite.manifest)
            entries = () if catalogue is None else catalogue.entries
            file = None if self._known is None else Path(self._known)
            excuses = (
                () if file is None else failures.load(file, suite.cases, suite.manifest, entries)
            )
            hello = started(self._engine, declaration)
        except click.UsageError as error:
            raise pytest.UsageError(error.format_message()) from None
        except SpecError as error:
            raise pytest.UsageError(str(error)) from None
        self._sitting = Sitting(self._engine, appeals)
        usual = suite.manifest.defaults
        for planned in plan.planned(cases, chosen, suite.manifest, appeals, hello.games):
            game = planned.case.game
            test = CaseTest.of(session, planned, self, usual.get(game, {}))
            test.excuses = [each for each in excuses if planned.case.id in each.cases]
            self._by_case[planned.case.id] = test
            yield test


class CaseFailedError(Exception):
    """The engine gives another reply than the one stated, or passes a case that is listed."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome: Final = outcome
        super().__init__(outcome.case.id)


class CaseTest(pytest.Item):
    """A case of the suite."""

    planned: CasePlan
    among: _Cases
    usual: Readings
    excuses: Sequence[Excuse] = ()
    """The entries of the list of known failures that name the case, its clauses or causes."""

    @classmethod
    def of(
        cls,
        session: pytest.Session,
        planned: CasePlan,
        among: _Cases,
        usual: Readings,
    ) -> CaseTest:
        """The test of a case as it is planned for an engine."""
        case = planned.case
        test: CaseTest = cls.from_parent(session, name=case.id, nodeid=f"{_PREFIX}{case.id}")
        test.planned, test.among, test.usual = planned, among, usual
        for clause in case.clauses or ("",):
            test.add_marker(pytest.mark.meldspec(game=case.game, clause=clause))
        test.extra_keyword_matches.update((case.game, case.kind.value, *case.clauses, *case.flags))
        return test

    def runtest(self) -> None:  # type: ignore[explicit-override]  # typing.override is in 3.12
        """Play the case."""
        from meldcheck.check.judge import FALLS_SHORT, Status

        if self.planned.reason is not None:
            pytest.skip(self.planned.reason)
        outcome = self._excused(self.among.played(self.planned))
        if outcome.status is Status.SKIP:
            pytest.skip(outcome.reason)
        if outcome.status is Status.KNOWN_FAILURE:
            pytest.xfail(outcome.reason)  # the user's list says why; without it the test fails
        if outcome.status in FALLS_SHORT:
            raise CaseFailedError(outcome)

    def spoilt_by(self, outcome: Outcome) -> None:
        """Report an error of this test, which is over; pytest does so where a teardown fails."""
        from meldcheck.check.judge import FALLS_SHORT

        outcome = self._excused(outcome)
        if outcome.status in FALLS_SHORT:
            report = pytest.TestReport(
                self.nodeid, self.location, {}, "failed", self._told(outcome), "teardown"
            )
            self.ihook.pytest_runtest_logreport(report=report)

    def _excused(self, outcome: Outcome) -> Outcome:
        """The outcome, with the list of known failures heeded.

        Under ``--runxfail`` pytest expects no failure, so a known one is reported like any other.
        """
        from meldcheck.check.failures import excuse

        if self.config.getoption("runxfail"):  # pytest.xfail would do nothing: the case would pass
            return outcome
        listed = [each for each in self.excuses if each.entry.id is not None]
        covering = [each for each in self.excuses if each.covers(outcome)]
        (excused,) = excuse([outcome], covering or listed)
        return excused

    def repr_failure(  # type: ignore[explicit-override]  # typing.override is in 3.12
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        """The play up to the wrong step, with the clauses of the case."""
        error = excinfo.value
        if not isinstance(error, CaseFailedError):
            return str(super().repr_failure(excinfo))
        return self._told(error.outcome)

    def _told(self, outcome: Outcome) -> str:
        from meldcheck.check.report import play_lines

        case = outcome.case
        clauses = (f"  clause    {name}" for name in case.clauses)
        given = ((name, self.config.getoption(f"--meldspec-{name}")) for name in JUDGING)
        options = "".join(f"--{name} {shlex.quote(value)} " for name, value in given if value)
        engine = self.config.getoption(ENGINE)
        again = f"  again     meldspec check {options}--case {case.id} -- {engine}"
        return "\n".join([case.title, *clauses, *play_lines(outcome, self.usual), again])

    def reportinfo(  # type: ignore[explicit-override]  # typing.override is in 3.12
        self,
    ) -> tuple[str, None, str]:
        """The case and its title instead of a file and a function."""
        return "meldspec", None, f"{self.name}: {self.planned.case.title}"
