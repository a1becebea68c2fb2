"""Examples about questions: one play with an end under each reading, and the judged reading."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from meldcheck.check import report
from meldcheck.check.judge import Outcome, Status
from meldcheck.check.plan import Defaults, plan_of
from meldcheck.check.run import run
from meldcheck.commands.check import REFERENCE
from meldcheck.engine.process import Engine, Limits
from meldcheck.law.document import read_law
from meldcheck.suite import lint, store
from meldcheck.suite.agreement import disagreements
from meldcheck.suite.depends import depending
from meldcheck.suite.examples import cases_of, read_cases
from meldcheck.suite.lint import Fault
from meldcheck.suite.outcomes import decided, under
from meldcheck.words.case import Act, Ask, Case, Kind, option_of
from meldcheck.words.protocol import EngineName, GamePlayed
from meldspec.games import GAMES

from .laws import ASKING_GAME, CHAPTER, DECK, POT, PRICE, measures, with_options, write_asking_law
from .standins import write_suite

TONGITS = GAMES["tongits"]
LOCATORS = {"page": frozenset({"S1", "S2"})}
ANTE = "tongits.pot.ante-chips-differs"
MELDS = "tongits.turn.dealer-melds-or-not"
TONGITS_PRICE = "tongits.settlement.tongits-at-three-or-two"
DEALT = "tongits.deal.deal-pattern-differs"
DEFAULTS: Defaults = {
    "tongits": {
        "pot.ante_chips": 2,
        "turn.dealer_first_turn_melds": "allowed",
        "settlement.special_payment_level": 3,
        "deal.deal_pattern": "one_at_a_time",
    }
}
Change = tuple[str, str, str]


def asking(folder: Path, *changes: Change) -> dict[str, Case]:
    law, problems = read_law(write_asking_law(folder, *changes), "tongits", LOCATORS)
    assert problems == ()
    return {case.id: case for case in cases_of(law)}


# ── documents and cases ──────────────────────────────────────────────────────────────────────────


def test_a_question_case_has_its_common_steps_and_an_end_for_each_reading(tmp_path: Path) -> None:
    case = asking(tmp_path)[MELDS]
    assert (case.kind, case.asks) == (Kind.QUESTION, "tongits.turn.dealer-first-turn-melds")
    (deal,) = case.steps
    assert isinstance(deal, Act)
    assert deal.do["type"] == "deal"
    expose = {"type": "expose", "cards": ["4S", "5S", "6S"]}
    refused = ("tongits.turn.dealer-first-turn-discards-only",)
    assert case.outcomes == {
        "allowed": (
            Act(by=0, do=expose),
            Ask(what="view", seat=1, answer={"hand_sizes": [10, 12, 12]}),
        ),
        "discard_only": (
            Act(by=0, do=expose, refused=refused),
            Ask(what="view", seat=1, answer={"hand_sizes": [13, 12, 12]}),
        ),
    }
    assert (case.rules, case.control, case.answer) == ({}, None, None)
    assert case.requires.abilities == ("play", "view")
    assert case.requires.actions == ("expose",)


def test_a_deck_is_asked_where_the_deal_is_in_question(tmp_path: Path) -> None:
    case = asking(tmp_path)[DEALT]
    assert case.question is not None
    assert (case.what, case.question["dealer"], len(case.question["deck"])) == ("deal", 0, 52)
    assert (case.setup, case.steps, case.requires.abilities) == (None, (), ("deal",))
    (fact,) = case.outcomes["packets_then_extra"]
    assert isinstance(fact, Ask)
    assert fact.answer["hands"][1][0] == "KC"
    assert fact.answer["stock"][0] == "QH"


def test_cases_about_questions_go_through_a_file_and_back(tmp_path: Path) -> None:
    cases = list(asking(tmp_path).values())
    loaded = store.load(write_suite(tmp_path / "suite", cases))
    assert {case.id: case for case in loaded.cases} == {case.id: case for case in cases}
    assert loaded.manifest.counts["kind"]["question"] == 4


def test_the_longest_end_counts_when_short_cases_are_looked_for(tmp_path: Path) -> None:
    case = asking(tmp_path)[ANTE]
    steps = (*case.outcomes["1"], *case.outcomes["1"])
    longer = msgspec.structs.replace(case, id="tongits.a.b", outcomes={"2": steps, "1": steps})
    tiers = {one.id: one.tier.value for one in store.with_smoke([longer, case])}
    assert tiers == {"tongits.a.b": "smoke", ANTE: "smoke"}  # each the only one of its chapter
    alike = msgspec.structs.replace(longer, id="tongits.pot.a")
    tiers = {one.id: one.tier.value for one in store.with_smoke([alike, case])}
    assert tiers == {"tongits.pot.a": "core", ANTE: "smoke"}


TAIL = "  1: |\n    ? view 0 {pot: 3}\n"

FAULTS: dict[str, tuple[Change, str, str]] = {
    "another action": (
        (CHAPTER, "    0 expose 4S 5S 6S -> ref", "    0 expose 6C 6D 6S -> ref"),
        "discard_only: |",
        "the steps under discard_only differ from those under allowed",
    ),
    "another seat is asked": (
        (POT, "? view 0 {pot: 3}", "? view 1 {pot: 3}"),
        "1: |",
        "the steps under 1 differ from those under 2",
    ),
    "a step more": (
        (POT, "    ? view 0 {pot: 3}\n", "    ? view 0 {pot: 3}\n    ? result null\n"),
        "1: |",
        "the steps under 1 differ from those under 2",
    ),
    "nothing follows": (
        (POT, "    ? view 0 {pot: 3}\n", "    # nothing\n"),
        "1: |",
        "a play without a step",
    ),
    "a refusal that all have in common": (
        (
            POT,
            "readings:\n  2: |",
            "play: |\n  1 draw -> refused tongits.turn.to-act\nreadings:\n  2: |",
        ),
        "play: |",
        "no step before the readings may be refused",
    ),
    "no play and no deal": (
        (POT, "deal: as tongits.turn.second-seat-waits\n", ""),
        "kind: question",
        "a play without a deal",
    ),
    "no play, and deals that it would name": (
        (POT, "deal: as tongits", "deals:\n  one: as tongits"),
        "kind: question",
        "a play without a step",
    ),
    "a deck and a play": (
        (DECK, "asks:\n", "play: |\n  0 draw\nasks:\n"),
        "asks:",
        "a question about a deck takes no play and no deal",
    ),
    "a deck and a tail": (
        (DECK, "readings:\n  one_at_a_time:\n", "readings:\n  one_at_a_time: 0 draw\n  other:\n"),
        "one_at_a_time: 0 draw",
        "hands and stock expected",
    ),
    "no deck, and hands": (
        (POT, TAIL, "  1: {hands: [AC], stock: 2C}\n"),
        "1: {hands",
        "a play expected, because no deck is asked",
    ),
    "another fact": ((DECK, "what: deal", "what: meld"), "what: meld", "invalid enum value"),
    "refused by no clause": (
        (CHAPTER, "refused tongits.turn.dealer-first", "refused tongits.turn.never-first"),
        "refused tongits.turn.never-first",
        "refused by an unknown clause",
    ),
    "unknown question": (
        (POT, "question: tongits.pot.ante-chips", "question: tongits.pot.antes"),
        "question: tongits.pot.antes",
        "unknown question 'tongits.pot.antes'",
    ),
    "no option": (
        (POT, "status: option", "status: fixed\nfixed: so it is"),
        "question: tongits.pot.ante-chips\n",
        "tongits.pot.ante-chips is fixed, not an option",
    ),
    "a reading that is none": (
        (POT, TAIL, TAIL + TAIL.replace("1:", "0:")),
        "  0: |",
        "tongits.pot.ante-chips cannot play '0'",
    ),
    "a reading that is not played": (
        (
            POT,
            "into the pot\ndefault",
            "into the pot\n  3: each puts three\nunplayable: {1: too little}\ndefault",
        ),
        "  1: |",
        "tongits.pot.ante-chips cannot play '1'",
    ),
    "asked and fixed": (
        (POT, "deal: as", "rules: {pot.ante_chips: 1}\ndeal: as"),
        "rules:",
        "pot.ante_chips is both asked and fixed",
    ),
    "it does not matter": (
        (
            POT,
            "clauses: []",
            "alive-when: [{deal.deal_pattern: [packets_then_extra]}]\nclauses: []",
        ),
        "kind: question",
        "tongits.pot.ante-chips does not matter under these rules",
    ),
    "unknown witness": (
        (POT, "witness: tongits.pot.ante-chips-differs", "witness: tongits.pot.antes"),
        "```{question}",
        "unknown witness 'tongits.pot.antes'",
    ),
    "a witness of another kind": (
        (POT, "witness: tongits.pot.ante-chips-differs", "witness: tongits.turn.second-seat-waits"),
        "```{question}",
        "no example of kind question about this question",
    ),
    "a witness of another question": (
        (POT, "witness: tongits.pot.ante-chips-differs", f"witness: {MELDS}"),
        "```{question}",
        "no example of kind question about this question",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, fault: str) -> None:
    change, where, message = FAULTS[fault]
    law, problems = read_law(write_asking_law(tmp_path, change), "tongits", LOCATORS)
    _, torn = read_cases(law)
    lines = (tmp_path / change[0]).read_text(encoding="utf-8").splitlines()
    expected = max(number for number, line in enumerate(lines, start=1) if where.strip() in line)
    told = [(error.file, error.line) for error in (*problems, *torn) if message in str(error)]
    assert told == [(change[0], expected)]


def test_a_question_that_matters_only_beside_another_is_shown_beside_it(tmp_path: Path) -> None:
    alive = (
        POT,
        "clauses: []",
        "alive-when: [{deal.deal_pattern: [packets_then_extra]}]\nclauses: []",
    )
    beside = (POT, "deal: as", "rules: {deal.deal_pattern: packets_then_extra}\ndeal: as")
    assert asking(tmp_path, alive, beside)[ANTE].rules == {
        "deal.deal_pattern": "packets_then_extra"
    }


def test_other_examples_may_borrow_the_deal(tmp_path: Path) -> None:
    borrowed = (POT, "deal: as tongits.turn.second-seat-waits", f"deal: as {TONGITS_PRICE}")
    case = asking(tmp_path, borrowed)[ANTE]
    deal = case.steps[0]
    assert isinstance(deal, Act)
    assert deal.do["stock"][0] == "AH"


# ── one reading of them ──────────────────────────────────────────────────────────────────────────


def test_under_a_reading_a_case_is_a_play(tmp_path: Path) -> None:
    case = asking(tmp_path)[ANTE]
    one = under(case, "1")
    assert (one.rules, one.outcomes) == ({"pot.ante_chips": 1}, {})
    assert one.steps == (*case.steps, *case.outcomes["1"])
    assert (one.kind, one.asks, one.id) == (case.kind, case.asks, case.id)


def test_the_rules_decide_unless_the_case_does(tmp_path: Path) -> None:
    case = asking(tmp_path)[ANTE]
    assert decided(case, {"pot.ante_chips": 1}) == under(case, "1")
    fixed = msgspec.structs.replace(case, rules={"pot.ante_chips": 2})
    assert decided(fixed, {"pot.ante_chips": 1}) == under(case, "2")
    assert decided(under(case, "1"), {"pot.ante_chips": 2}) == under(case, "1")
    other = asking(tmp_path)["tongits.turn.dealer-once"]
    assert decided(other, {}) is other


def test_a_case_without_the_reading_is_told_by_one_that_it_has(tmp_path: Path) -> None:
    case = asking(tmp_path)[ANTE]
    assert decided(case, {"pot.ante_chips": 5}) == under(case, "1")


def test_under_a_reading_a_deck_has_one_answer(tmp_path: Path) -> None:
    one = decided(asking(tmp_path)[DEALT], {"deal.deal_pattern": "packets_then_extra"})
    assert one.rules == {"deal.deal_pattern": "packets_then_extra"}
    assert one.answer["hands"][2][:2] == ["QD", "KD"]


# ── the reference ────────────────────────────────────────────────────────────────────────────────


def test_the_reference_agrees_under_every_reading(tmp_path: Path) -> None:
    for case in asking(tmp_path).values():
        assert list(disagreements(TONGITS, case, [])) == []


def test_a_disagreement_names_the_reading(tmp_path: Path) -> None:
    wrong = asking(tmp_path, (POT, "{pot: 3}", "{pot: 4}"))[ANTE]
    (message,) = disagreements(TONGITS, wrong, [])
    assert message == "1: step 2 '? view': pot: stated 4, the reference says 3"
    wrong = asking(tmp_path, (DECK, "- KC AD 2D", "- AC AD 2D"))[DEALT]
    (message,) = disagreements(TONGITS, wrong, [])
    assert message.startswith("packets_then_extra: hands: stated")


def test_a_case_does_not_depend_on_what_it_asks(tmp_path: Path) -> None:
    for case in asking(tmp_path).values():
        if case.asks is not None:
            assert option_of(case.asks) not in depending(case, TONGITS).rules
    case = depending(asking(tmp_path)[TONGITS_PRICE], TONGITS)
    assert case.rules["tongits_call.dealer_first_turn_tongit"] == "allowed"
    assert case.rules["tongits_call.tongit_concealed"] == "allowed"
    assert case.outcomes.keys() == {"2", "3"}


# ── engines ──────────────────────────────────────────────────────────────────────────────────────


def test_an_engine_is_asked_and_judged_by_the_default_reading(tmp_path: Path) -> None:
    begin, deal, view, end = plan_of(asking(tmp_path)[ANTE], DEFAULTS).said
    assert [said.request["cmd"] for said in (begin, deal, view, end)] == [
        "begin",
        "act",
        "ask",
        "end",
    ]
    assert begin.request["rules"] == {}
    assert view.check.answer == {"pot": 6}  # type: ignore[union-attr]  # a view is answered


def test_an_engine_is_asked_and_judged_by_the_reading_of_a_rule_set(tmp_path: Path) -> None:
    cases = asking(tmp_path)
    begin, _, view, _ = plan_of(cases[ANTE], DEFAULTS, {"tongits": {"pot.ante_chips": 1}}).said
    assert begin.request["rules"] == {"options": {"pot.ante_chips": 1}}
    assert view.check.answer == {"pot": 3}  # type: ignore[union-attr]  # a view is answered
    rules = {"tongits": {"deal.deal_pattern": "packets_then_extra"}}
    (asked,) = plan_of(cases[DEALT], DEFAULTS, rules).said
    assert asked.request["what"] == "deal"
    assert asked.request["rules"] == {"options": rules["tongits"]}
    assert asked.check.answer["hands"][1][0] == "KC"  # type: ignore[union-attr]  # a fact


def test_an_engine_is_not_told_which_reading_is_expected(tmp_path: Path) -> None:
    case = asking(tmp_path)[MELDS]
    both = [
        [{**said.request, "rules": None} for said in plan_of(under(case, reading), DEFAULTS).said]
        for reading in case.outcomes
    ]
    assert both[0] == both[1]
    assert "allowed" not in str(both[0])


def engine_with(**options: tuple[str | int, ...]) -> Mapping[str, GamePlayed]:
    named = {name.replace("__", "."): readings for name, readings in options.items()}
    return {"tongits": GamePlayed(abilities=("play", "view", "deal"), options=named)}


def test_a_case_is_for_engines_that_play_the_reading(tmp_path: Path) -> None:
    case = asking(tmp_path)[ANTE]
    assert plan_of(case, DEFAULTS, games=dict(engine_with())).reason is None
    both = dict(engine_with(ante_chips=(1, 2)))
    assert plan_of(case, DEFAULTS, games=both).reason is None
    one = dict(engine_with(pot__ante_chips=(1,)))
    reason = plan_of(case, DEFAULTS, games=one).reason
    assert reason == "the engine does not play pot.ante_chips = 2"
    assert plan_of(decided(case, {"pot.ante_chips": 1}), DEFAULTS, games=one).reason is None
    dealer = {"tongits": GamePlayed(abilities=("deal",))}
    assert plan_of(asking(tmp_path)[DEALT], DEFAULTS, games=dealer).reason is None
    assert plan_of(case, DEFAULTS, games=dealer).reason == "the engine does not offer play"
    blind = {"tongits": GamePlayed(abilities=("play",))}
    assert plan_of(case, DEFAULTS, games=blind).reason == "the engine does not offer view"


def run_reference(cases: list[Case], rules: Defaults) -> list[Outcome]:
    engine = Engine(REFERENCE, Limits(reply=10.0, startup=30.0, farewell=2.0))
    try:
        games = engine.start().games
        return run([plan_of(case, DEFAULTS, rules, games) for case in cases], [engine])
    finally:
        engine.kill()


def test_the_reference_in_a_process_plays_every_reading(tmp_path: Path) -> None:
    cases = [case for case in asking(tmp_path).values() if case.asks is not None]
    other: dict[str, str | int] = {
        "pot.ante_chips": 1,
        "turn.dealer_first_turn_melds": "discard_only",
        "settlement.special_payment_level": 2,
        "deal.deal_pattern": "packets_then_extra",
    }
    for rules in ({}, {"tongits": other}):
        outcomes = run_reference(cases, rules)
        assert [(one.status, one.reason) for one in outcomes] == [(Status.PASS, "")] * 4


def test_a_failure_tells_the_question_and_the_reading(tmp_path: Path) -> None:
    wrong = asking(tmp_path, (POT, "{pot: 6}", "{pot: 5}"))[ANTE]
    outcomes = run_reference([wrong], {})
    ((status, step),) = [(one.status, one.step) for one in outcomes]
    assert (status, step) == (Status.FAIL, 2)
    manifest = store.load(write_suite(tmp_path / "suite", [wrong])).manifest
    engine = EngineName(name="x")
    told = "\n".join(report.lines(report.Report(engine, manifest, tuple(outcomes))))
    assert f"FAIL {ANTE} (document question)" in told
    assert "asks      tongits.pot.ante-chips" in told
    assert '{"pot.ante_chips": 2}' in told
    assert "-> ? view 0" in told


# ── lint ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not expect many cases and derived cases: the small law has none of these."""
    monkeypatch.setattr(lint, "MEASURES", measures())
    rules = tuple(rule for rule in lint.RULES if rule is not lint.derived_reach)
    monkeypatch.setattr(lint, "RULES", rules)


CARRIED = ("tongits.turn.to-act", "tongits.turn.dealer-first-turn-discards-only")


def findings(folder: Path, *changes: Change) -> list[Fault]:
    return lint.lint(write_asking_law(folder, *changes), ASKING_GAME, (), CARRIED)


def test_questions_with_sound_witnesses_are_green(tmp_path: Path, small: None) -> None:
    assert [finding.summary for finding in findings(tmp_path)] == []


RED: dict[str, tuple[Change, str]] = {
    "no witness": (
        (POT, f"witness: {ANTE}\n", ""),
        "tongits.pot.ante-chips: an option without a witness",
    ),
    "the reference disagrees": (
        (POT, "{pot: 3}", "{pot: 4}"),
        f"{ANTE}: 1: step 2 '? view': pot: stated 4, the reference says 3",
    ),
    "the same answer": (
        (POT, "{pot: 3}", "{pot: 6}"),
        "tongits.pot.ante-chips: no example tells 2 and 1 apart",
    ),
    "answers that say nothing of the same": (
        (POT, "{pot: 3}", "{chips: [-1, -1, -1]}"),
        "tongits.pot.ante-chips: no example tells 2 and 1 apart",
    ),
    "a reading is left out": (
        (POT, TAIL, ""),
        f"{ANTE}: there is no outcome for the reading 1",
    ),
    "refused by what is no condition": (
        (
            CHAPTER,
            "kind: variation\nlevel: convention\ntext: Under",
            "kind: effect\nlevel: convention\ntext: Under",
        ),
        f"{MELDS}: discard_only: refused by tongits.turn.dealer-first-turn-discards-only, "
        "which is of kind effect",
    ),
    "carried and a term": (
        (
            CHAPTER,
            "kind: variation\nlevel: convention\ntext: Under",
            "kind: term\nlevel: convention\ntext: Under",
        ),
        "tongits.turn.dealer-first-turn-discards-only: the reference carries it, but it is of kind "
        "term",
    ),
    "working of another reading": (
        (PRICE, '"2: seat 2 pays', '"3: seat 2 pays'),
        f"{TONGITS_PRICE}: working '3: seat 2 pays: tongits 2 + burned 1 = 3': nobody pays that",
    ),
    "no working under one reading": (
        (PRICE, '  - "2: seat 2 pays: tongits 2 + burned 1 = 3"\n', ""),
        f"{TONGITS_PRICE}: 2: no working for the 3 that seat 2 pays",
    ),
    "working with other labels": (
        (PRICE, "2: seat 2 pays: tongits 2 + burned 1", "2: seat 2 pays: tongits 1 + burned 2"),
        "the reference's receipt says tongits 2 + burned 1",
    ),
    "working of no reading": (
        (PRICE, '"2: seat 2 pays', '"4: seat 2 pays'),
        "working '4: seat 2 pays: tongits 2 + burned 1 = 3': no reading 4 is played",
    ),
    "working of a reading where none is asked": (
        (CHAPTER, '"seat 2 pays: win 1 = 1"', '"allowed: seat 2 pays: win 1 = 1"'),
        "tongits.turn.two-pay: working 'allowed: seat 2 pays: win 1 = 1': no reading allowed is "
        "played",
    ),
}


@pytest.mark.parametrize("fault", RED)
def test_lint_finds_what_is_wrong_with_a_witness(tmp_path: Path, small: None, fault: str) -> None:
    change, message = RED[fault]
    assert any(message in finding.message for finding in findings(tmp_path, change))


def test_which_clause_refuses_tells_no_readings_apart(tmp_path: Path, small: None) -> None:
    both = (
        CHAPTER,
        "  allowed: |\n    0 expose 4S 5S 6S\n    ? view 1 {hand_sizes: [10, 12, 12]}\n",
        "  allowed: |\n    0 expose 4S 5S 6S -> refused tongits.turn.to-act\n"
        "    ? view 1 {stock_size: 15}\n",
    )
    message = (
        "tongits.turn.dealer-first-turn-melds: no example tells allowed and discard_only apart"
    )
    assert message in [finding.message for finding in findings(tmp_path, both)]


DEADWOOD: tuple[Change, ...] = (
    (PRICE, "payments: [8, -4, -4]}", "payments: [8, -4, -4], deadwood: [0, 64, 74]}"),
    (PRICE, "payments: [6, -3, -3]}", "payments: [6, -3, -3], deadwood: [0, 64, 74]}"),
    (
        PRICE,
        "working:\n",
        """\
working:
  - "seat 0 deadwood: none = 0; melds 7C 7D 7H, 9H TH JH, 4S 5S 6S, QC QD QS"
  - "seat 1 deadwood: AC 1 + 2C 2 + 4C 4 + 5C 5 + 8C 8 + TC 10 + 2D 2 + 4D 4 + 6D 6 + 9D 9 + JD 10\
 + 3S 3 = 64; melds none"
  - "seat 2 deadwood: 3C 3 + 6C 6 + 9C 9 + JC 10 + KC 10 + AD 1 + 3D 3 + 5D 5 + 8D 8 + TD 10 + 2S 2\
 + 7S 7 = 74; melds none"
""",
    ),
)


def test_working_without_a_reading_holds_under_each(tmp_path: Path, small: None) -> None:
    assert findings(tmp_path, *DEADWOOD) == []
    one = (PRICE, "seat 2 deadwood", "3: seat 2 deadwood")
    assert [finding.message for finding in findings(tmp_path, *DEADWOOD, one)] == [
        f"{TONGITS_PRICE}: 2: no working for the deadwood 74 of seat 2"
    ]


def test_ends_expose_before_they_lay_off(tmp_path: Path, small: None) -> None:
    opened = "play: |\n  0 expose 4S 5S 6S\n  0 discard AC\n  1 draw\n"
    melds = "    1 lay-off 7S on 4S 5S 6S\n    1 expose 8C 8H 8S\n"
    late = [
        (POT, "readings:\n  2: |", f"{opened}readings:\n  2: |"),
        (POT, "    ? view 0 {pot: 6}\n", f"{melds}    ? view 0 {{pot: 6}}\n"),
        (POT, "    ? view 0 {pot: 3}\n", f"{melds}    ? view 0 {{pot: 3}}\n"),
    ]
    assert [finding.message for finding in findings(tmp_path, *late)] == [
        f"{ANTE}: exposes after laying off in the same turn, or lists that as legal"
    ]


EXPOSURE = """\
# Drawing

```{question} tongits.drawing.discard-meld-exposure
kind: gap
status: fixed
asks: Which of them is it?
readings:
  must_expose: a taken card is laid at once
  may_keep_in_hand: a taken card may be kept
default: must_expose
reason: It is common.
sources:
  page: {}
fixed: It is not looked at here.
```
"""
BACK = """\
# Discarding

```{question} tongits.discarding.discard-taken-card-back
kind: gap
status: option
asks: Which of them is it?
readings:
  impossible_because_melded: the card lies in a meld
  forbidden: the card stays in the hand
  allowed: the card may be discarded
default: impossible_because_melded
reason: It is common.
sources:
  page: {}
clauses: [tongits.discarding.taken-card-stays]
witness: tongits.discarding.back-or-not
```

```{clause} tongits.discarding.taken-card-stays
kind: variation
level: convention
text: Under one reading a taken card is not discarded in the same turn.
sources: {}
questions: [discard_taken_card_back]
```

```{example} A card taken into the hand stays there, or goes back
kind: question
id: tongits.discarding.back-or-not
question: tongits.discarding.discard-taken-card-back
clauses: [tongits.discarding.taken-card-stays]
rules: {drawing.discard_meld_exposure: may_keep_in_hand}
deal: as tongits.turn.second-seat-waits
play: |
  0 discard 7H
  1 take
readings:
  forbidden: |
    1 discard 7H -> refused tongits.discarding.taken-card-stays
  allowed: |
    1 discard 7H
```
"""


def test_a_reading_with_which_play_is_undefined_is_not_shown(tmp_path: Path, small: None) -> None:
    """If a taken card may be kept, the reference cannot assume that it is in a meld already."""
    spec = write_asking_law(tmp_path)
    chapter = spec / "tongits" / "discarding.md"
    (spec / "tongits" / "drawing.md").write_text(EXPOSURE, encoding="utf-8")
    chapter.write_text(BACK, encoding="utf-8")
    game = with_options(*ASKING_GAME.readings(), "discarding.discard_taken_card_back")
    assert [finding.summary for finding in lint.lint(spec, game, (), CARRIED)] == []
    chapter.write_text(BACK.partition("  allowed: |")[0] + "```\n", encoding="utf-8")
    assert [finding.message for finding in lint.lint(spec, game, (), CARRIED)] == [
        "tongits.discarding.discard-taken-card-back: no example tells forbidden and allowed apart",
        "tongits.discarding.back-or-not: there is no outcome for the reading allowed",
    ]
