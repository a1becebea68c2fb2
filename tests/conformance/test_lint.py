"""Every rule of lint: it finds nothing in a correct law, and finds its own fault."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from meldcheck.suite import build, lint
from meldcheck.suite.lint import Fault
from meldcheck.words.case import Case
from meldspec.wire import GameWire

from .laws import (
    CHAPTER,
    FLAG_LIST,
    FLAGS,
    POT,
    POT_CHAPTER,
    RECEIPT,
    SHOWDOWN,
    SOURCE,
    WITH_FIXED_QUESTION,
    measures,
    rows,
    with_options,
    write_verified_law,
)

CARRIED = ("tongits.turn.to-act",)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not expect many cases, derived cases and a witness: the small law has none of these."""
    monkeypatch.setattr(lint, "MEASURES", measures())
    monkeypatch.setattr(lint, "MOST_WITHOUT_PLAY", 2)
    monkeypatch.setattr(lint, "RULES", tuple(r for r in lint.RULES if r not in NOT_SMALL))


DERIVED_REACH = lint.derived_reach
NOT_SMALL = (DERIVED_REACH, lint.witnesses)


SMALL: GameWire = with_options("showdown.tie_three_way")


def findings(
    folder: Path, *changes: tuple[str, str, str], carried: tuple[str, ...] = CARRIED
) -> list[Fault]:
    return lint.lint(write_verified_law(folder, *changes), SMALL, (), carried)


def test_a_sound_law_is_green(tmp_path: Path) -> None:
    assert [finding.summary for finding in findings(tmp_path)] == []


KINDS = "id: tongits.turn.three\nclauses: [tongits.turn.kinds]"
SECOND = "id: tongits.turn.second-seat-waits\nclauses: "
ONCE = "id: tongits.turn.dealer-once\nclauses: "
PAYS = '  - "seat 2 pays: win 1 = 1"\n'
LATE = """    0 expose 4S 5S 6S
    0 discard KD
    1 draw
    1 lay-off 7S on 4S 5S 6S
    1 expose 8C 8H 8S
"""

ROW = rows()[rows().rindex("[[sentence]]") :]
PRINT = re.findall(r'fingerprint = "(.*)"', ROW)[0]
REFUSED = "1 draw -> refused a.b.c"
EXPECTED = """\
  0 discard 4S -> refused tongits.turn.to-act
control:
  why: the same play, and the next seat plays
  play: |
    0 discard KD
    1 draw
    1 discard 7S
"""

RED: dict[str, tuple[str, str, str, str]] = {
    # agreement
    "accepted, not refused": (
        CHAPTER,
        "  1 draw -> refused tongits.turn.to-act\n",
        "  0 draw -> refused tongits.turn.to-act\n",
        "step 2 '0 draw': stated refused tongits.turn.to-act, the reference says refused "
        "tongits.turn.dealer-first-turn-no-draw",
    ),
    "refused, not accepted": (
        CHAPTER,
        "  0 discard AC\n  1 draw\n",
        "  0 discard 7C\n  1 draw\n",
        "step 5 '0 discard 7C': stated accepted, the reference says refused",
    ),
    "other view": (
        CHAPTER,
        "hand_sizes: [10, 12, 12]",
        "hand_sizes: [10, 12, 13]",
        "step 4 '? view': hand_sizes: stated [10, 12, 13], the reference says [10, 12, 12]",
    ),
    "other payment": (
        CHAPTER,
        "payments: [-2, 3, -1]",
        "payments: [-3, 4, -1]",
        "payments: stated [-3, 4, -1], the reference says [-2, 3, -1]",
    ),
    "other meld": (CHAPTER, "JH -> none", "JH -> run", "stated run, the reference says None"),
    "refused control": (
        CHAPTER,
        "    1 draw\n    1 discard 7S",
        "    1 draw\n    1 discard KS",
        "control, step 4 '1 discard KS': stated accepted, the reference says refused",
    ),
    "unreadable": (
        CHAPTER,
        "    1 draw\n    1 discard 7S",
        "    1 draw\n    3 discard AC",
        "the reference cannot read it: 'by' is no seat: 3",
    ),
    # clauses_have_cases
    "condition never refused": (
        CHAPTER,
        "clauses: [tongits.turn.kinds]",
        "clauses: [tongits.turn.other]",
        "tongits.turn.other: no case is refused by it",
    ),
    "definition never shown": (
        CHAPTER,
        KINDS,
        KINDS.replace("kinds", "price"),
        "tongits.turn.kinds: no case shows it",
    ),
    # controls_are_alike
    "control of another kind": (
        CHAPTER,
        "    1 draw\n    1 discard 7S",
        "    1 draw",
        "the control ends with draw, not with discard",
    ),
    # workings
    "wrong sum": (CHAPTER, "burned 1 = 2", "burned 1 = 3", "the terms make 2"),
    "wrong total": (CHAPTER, "win 1 + burned 1 = 2", "win 1 = 1", "nobody pays that"),
    "wrong label": (CHAPTER, "win 1 + burned 1", "win 1 + burnt 1", "'burnt' is not a known pay"),
    "unreadable working": (CHAPTER, "seat 2 pays: win 1 = 1", "seat 2 pays 1", "expected"),
    "unreadable term": (CHAPTER, "pays: win 1 = 1", "pays: win = 1", "'win' is not a term"),
    "wrong points": (CHAPTER, "KD 10 + 4C 4 = 14", "KD 9 + 4C 5 = 14", "KD counts 10"),
    "no meld": (CHAPTER, "melds 9H 9S 9D", "melds 9H 9S 8D", "9H 9S 8D is not a meld"),
    "not the hand": (CHAPTER, "2H 2 = 2", "2D 2 = 2", "are not the hand that is left"),
    "other deadwood": (CHAPTER, "deadwood: [14, 2, 0]", "deadwood: [14, 3, 0]", "another deadwood"),
    "payment unexplained": (CHAPTER, PAYS, "", "no working for the 1 that seat 2 pays"),
    "deadwood unexplained": (
        CHAPTER,
        '  - "seat 1 deadwood: 2H 2 = 2"\n',
        "",
        "no working for the deadwood 2 of seat 1",
    ),
    "payments from nowhere": (CHAPTER, "[-2, 3, -1]", "[-2, 4, -1]", "do not add up to 0"),
    # order_in_a_turn
    "exposing after laying off": (
        CHAPTER,
        "    0 discard KD\n    1 draw\n",
        LATE,
        "exposes after laying off in the same turn",
    ),
    # titles
    "should": (CHAPTER, "The dealer does not", "The dealer should not", "states no fact"),
    "test that": (CHAPTER, "} The dealer does", "} Test that the dealer does", "states no fact"),
    "same title": (
        CHAPTER,
        "The dealer does not act twice",
        "The second seat waits for the dealer",
        "the title is also that of tongits.turn.second-seat-waits",
    ),
    # citations
    "row without clause": (CHAPTER, "says: [S1]", "says: [S2]", "S1: tongits.turn.to-act does not"),
    "clause without row": (
        SOURCE,
        "turn.price",
        "turn.to-act",
        "cites page S2, whose row does not",
    ),
    "row of nothing": (SOURCE, "turn.price", "turn.prize", "S2: unknown clause"),
    "source unanswered": (
        CHAPTER,
        "sources:\n  page: {implies: [S2]}",
        "sources: {}",
        "has no entry for the source page",
    ),
    # levels
    "rule without source": (CHAPTER, "implies: [S2]", "contradicts: [S2]", "no source says"),
    "convention with source": (
        CHAPTER,
        "level: rule\ntext: A win",
        "level: convention\ntext: A win",
        "a convention that a source says or implies",
    ),
    # stances and questions
    "said, and open": (
        SHOWDOWN,
        "  page: {says: {next_after_caller: [S1]}}",
        "  page: {says: {next_after_caller: [S1], last_to_challenge: [S1]}}",
        "tongits.turn.price: page implies it, but admits next_after_caller and last_to_challenge",
    ),
    "no question": (
        SHOWDOWN,
        "asks: Which of them is it?\n",
        "",
        "'asks' is missing or does not end",
    ),
    "no action": (
        CHAPTER,
        "text: A win is paid for.\n",
        "text: A win is paid for.\ngrants: [win]\n",
        "grants 'win', which is not an action of the game",
    ),
    "undisputed of nothing": (
        CHAPTER,
        "text: A win is paid for.\n",
        "text: A win is paid for.\nundisputed: {direction: that it is paid}\n",
        "'undisputed' names 'direction', which is none of its questions",
    ),
    "turns on another clause": (
        SHOWDOWN,
        "asks: Which of them is it?\n",
        "asks: Which of them is it?\nturns-on: [tongits.turn.kinds]\n",
        "'turns-on' names 'tongits.turn.kinds', which is none of its clauses",
    ),
    "turns on a form that no action has": (
        SHOWDOWN,
        "asks: Which of them is it?\n",
        "asks: Which of them is it?\nturns-on: [lay-off upside-down]\n",
        "turns on 'lay-off upside-down', which the game does not have",
    ),
    "an option turns on a clause": (
        SHOWDOWN,
        "asks: Which of them is it?\n",
        "asks: Which of them is it?\nturns-on: [tongits.showdown.tie]\n",
        "'turns-on' of an option names a clause",
    ),
    # flags and options
    "flag never hunted": (
        CHAPTER,
        "flags: [out-of-turn]\n",
        "",
        "no case looks for the flag out-of-t",
    ),
    "other readings": (SHOWDOWN, "last_to_challenge:", "last:", "the reference plays showdown.tie"),
    "other default": (
        SHOWDOWN,
        "default: next_after_caller",
        "default: last_to_challenge",
        "as next_after_caller by default, not as last_to_challenge",
    ),
    "option without a choice": (
        SHOWDOWN,
        "status: option",
        "status: fixed\nfixed: So it is.",
        "status fixed, but the reference plays it",
    ),
    "unplayable but played": (
        SHOWDOWN,
        "default: next",
        "unplayable: {last_to_challenge: x}\ndefault: next",
        "the reference plays showdown.tie_three_way as last_to_challenge, next_after_caller",
    ),
    # receipt
    "row gone": (SOURCE, ROW, "", "spec/sources/page.toml: page: 1 rows, but 2 when verified on"),
    "other words": (SOURCE, "words = 5", "words = 6", "page.toml: page: 10 words, but 9 when"),
    "other fingerprint": (SOURCE, PRINT, "0" * 16, "page.toml: page: rows changed since they"),
    "other ordinal": (
        SOURCE,
        "ordinal = 2",
        "ordinal = 3",
        "spec/sources/page.toml:16: page S2: ordinal 3, but its place ends with 2",
    ),
    "blank reason": (
        SOURCE,
        'status = "clauses"\nclauses = ["tongits.turn.price"]',
        'status = "advice"\nreason = " "',
        "spec/sources/page.toml:15: S2: the reason is blank",
    ),
    "torn receipt": (RECEIPT, "rows = 2", "rows = ", "spec/sources/verified.toml:3: Invalid value"),
    "senseless receipt": (RECEIPT, "rows = 2\n", "", "verified.toml: Object missing required"),
    "source unverified": (
        RECEIPT,
        "[page]",
        "[pag]",
        "verified.toml: page: never verified; not in verified.toml",
    ),
    "receipt of nothing": (
        RECEIPT,
        "[page]",
        "[pag]",
        "verified.toml: pag: verified.toml has it, but no file pag.toml lists it",
    ),
    # what is read already names its place
    "unknown clause": (CHAPTER, "clauses: [tongits.turn.kinds]", "clauses: [a.b.c]", "unknown cl"),
    "unknown flag": (FLAGS, '"out-of-turn"', '"out"', "unknown flag 'out-of-turn'"),
    "flag twice": (
        FLAGS,
        FLAG_LIST,
        FLAG_LIST + "\n" + FLAG_LIST,
        "spec/tongits/flags.toml:6: flag out-of-turn is also defined in line 1",
    ),
    "refused by nothing": (CHAPTER, "1 draw -> refused tongits.turn.to-act", REFUSED, "'a.b.c'"),
    "nothing expected": (CHAPTER, EXPECTED, "", "dealer-once: nothing is expected"),
    "torn play": (CHAPTER, "0 discard AC", "0 discard AX", "'AX' is not a card"),
}

OTHER_CLAUSE = """\
```{clause} tongits.turn.other
kind: condition
level: convention
text: Another condition.
refusal: Not so.
implied-by: [tongits.turn.to-act]
why: It never fails alone.
sources: {}
```

```{clause} tongits.turn.kinds"""


@pytest.mark.parametrize("fault", RED)
def test_each_rule_finds_its_fault(tmp_path: Path, fault: str) -> None:
    file, old, new, message = RED[fault]
    changes = [(file, old, new)]
    if "tongits.turn.other" in new:
        changes.append((CHAPTER, "```{clause} tongits.turn.kinds", OTHER_CLAUSE))
    found = findings(tmp_path, *changes)
    assert any(message in finding.summary for finding in found), [f.summary for f in found]
    assert all(finding.summary.startswith("spec/") for finding in found)


def test_an_implied_condition_is_refused_by_what_implies_it(tmp_path: Path) -> None:
    other = (CHAPTER, "```{clause} tongits.turn.kinds", OTHER_CLAUSE)
    shown = (CHAPTER, ONCE + "[tongits.turn.to-act]", ONCE + "[tongits.turn.other]")
    assert findings(tmp_path, other, shown) == []


def test_a_payment_needs_its_working(tmp_path: Path) -> None:
    text = write_verified_law(tmp_path) / "tongits" / "turn.md"
    before, _, rest = text.read_text(encoding="utf-8").partition("working:\n")
    text.write_text(before + rest[rest.index("```") :], encoding="utf-8")
    found = lint.lint(tmp_path / "spec", SMALL, (), CARRIED)
    assert any("tongits.turn.price: no case with its working" in f.summary for f in found)


TWO_HANDS = """\
```{example} Two hands are paid for
id: tongits.turn.two-hands-paid
clauses: [tongits.turn.price]
deals:
  one:
    dealer: 0
    hands:
      - 9C 9D 9H 9S 4H 5H 6H 7H TC JC QC KC 2D
      - AH AS 3C 3D 4C 4D 5S 6C 8D JD JH KD
      - 2C 2H 3H 5D 6S 7D 7S 8C 8H JS QD QH
    stock: 6D 2S 7C TS KS KH 3S AC 5C 4S TH AD 8S QS TD
  two:
    dealer: 0
    hands:
      - AC AD AH 4H 5H 6H 7H TC JC QC KC KD 2D
      - AS 3C 3D 4C 4D 5S 6C 8D JD JH 9C 9D
      - 2C 2H 3H 5D 6S 7D 7S 8C 8H JS QD QH
    stock: 6D 2S 7C TS KS KH 3S 9H 5C 4S TH 9S 8S QS TD
play: |
  deal one
  0 call-tongits discarding 2D
  ? result {payments: [14, -7, -7]}
  deal two
  ? result null
working:
  - "hand one, seat 1 pays: tongits 3 + secret 3 + burned 1 = 7"
  - "seat 2 pays: secret 3 + burned 1 + tongits 3 = 7"
```

```{clause} tongits.turn.kinds"""


LABELLED = {
    "as it is": ("", "", None),
    "other label": ("tongits 3 + secret", "challenged 3 + secret", "tongits 3 + burned 1 + secret"),
    "two labels": ("secret 3 + burned 1 +", "secret 4 +", "tongits 3 + burned 1 + secret 3"),
    "aces": ("secret 3 + burned 1 =", "ace 1 + ace 1 + ace 1 + burned 1 =", "tongits 3 + burned 1"),
    "aces in one": ("secret 3 + burned 1 =", "ace 3 + burned 1 =", "'ace 3' is not one ace"),
    "unknown label": ("secret 3 + burned 1 +", "secret 3 + pot 1 +", "'pot' is not a known pay"),
    "other hand": ("hand one", "hand two", "nobody pays that"),
    "no such hand": ("hand one", "hand three", "nobody pays that"),
}


@pytest.mark.parametrize("fault", LABELLED)
def test_working_names_what_the_receipt_names(tmp_path: Path, fault: str) -> None:
    old, new, message = LABELLED[fault]
    assert old in TWO_HANDS
    change = (CHAPTER, "```{clause} tongits.turn.kinds", TWO_HANDS.replace(old, new))
    found = [finding.summary for finding in findings(tmp_path, change)]
    if message is None:
        assert found == []
    else:
        assert any(message in summary for summary in found), found


def test_a_missing_receipt_is_found(tmp_path: Path) -> None:
    spec = write_verified_law(tmp_path)
    (spec / "sources" / "verified.toml").unlink()
    found = lint.lint(spec, SMALL, (), CARRIED)
    assert [finding.summary for finding in found] == [
        "spec/sources/verified.toml: page: never verified; not in verified.toml"
    ]


def test_what_the_reference_plays_is_asked(tmp_path: Path) -> None:
    game = with_options("showdown.tie_three_way", "pot.pot_wins_required")
    found = lint.lint(write_verified_law(tmp_path), game, (), CARRIED)
    assert [finding.summary for finding in found] == [
        "spec/tongits/pot.md: the reference plays pot.pot_wins_required as 2, 3, "
        "but no question asks"
    ]
    found = lint.lint(write_verified_law(tmp_path), with_options(), (), CARRIED)
    assert [finding.message for finding in found] == [
        "tongits.showdown.tie-three-way: the reference plays showdown.tie_three_way as nothing"
    ]


def test_what_is_not_played_and_what_is_fixed_need_no_option(tmp_path: Path) -> None:
    third = "  random: the cards decide\ndefault: next"
    named = (SHOWDOWN, "default: next", third)
    assert [finding.message for finding in findings(tmp_path, named)] == [
        "tongits.showdown.tie-three-way: the reference plays showdown.tie_three_way as "
        "last_to_challenge, next_after_caller"
    ]
    reasoned = (SHOWDOWN, "reason: It", "unplayable: {random: it has no outcome}\nreason: It")
    assert findings(tmp_path, named, reasoned, *WITH_FIXED_QUESTION) == []


def test_numbers_are_held_against_the_reference(tmp_path: Path) -> None:
    game = with_options("showdown.tie_three_way", "pot.pot_wins_required")
    spec = write_verified_law(tmp_path)
    (tmp_path / POT).write_text(POT_CHAPTER, encoding="utf-8")
    assert lint.lint(spec, game, (), CARRIED) == []
    (tmp_path / POT).write_text(POT_CHAPTER.replace("default: 2", "default: 3"), encoding="utf-8")
    assert [finding.summary for finding in lint.lint(spec, game, (), CARRIED)] == [
        f"{POT}:3: tongits.pot.pot-wins-required: the reference plays pot.pot_wins_required as 2 "
        "by default, not as 3"
    ]


def test_refusals_are_by_conditions_that_the_example_lists(tmp_path: Path) -> None:
    effect = (CHAPTER, "kind: condition", "kind: effect")
    found = findings(tmp_path, effect, carried=())
    assert any("which is not a condition but of kind effect" in f.summary for f in found)
    unlisted = (CHAPTER, SECOND + "[tongits.turn.to-act]", SECOND + "[tongits.turn.price]")
    found = findings(tmp_path, unlisted)
    assert any("which it does not list among its clauses" in f.summary for f in found)
    unknown = (CHAPTER, "  1 draw -> refused tongits.turn.to-act", "  1 draw -> refused a.b.c")
    found = findings(tmp_path, unknown)
    assert any("refused by an unknown clause 'a.b.c'" in f.summary for f in found)


def test_what_the_play_carries_stands_in_the_documents(tmp_path: Path) -> None:
    found = findings(tmp_path, carried=(*CARRIED, "tongits.pot.ante-two"))
    message = "spec/tongits/pot.md: tongits.pot.ante-two: the reference carries it, but no document"
    assert [f.summary for f in found if f.summary.startswith(message)]
    term = (CHAPTER, "kind: definition", "kind: term")
    found = findings(tmp_path, term, carried=(*CARRIED, "tongits.turn.kinds"))
    assert any("carries it, but it is of kind term" in f.summary for f in found)
    found = findings(tmp_path, carried=())
    assert any("a condition that the reference does not carry" in f.summary for f in found)


def test_withdrawn_ids_stay_withdrawn(tmp_path: Path) -> None:
    gone = write_verified_law(tmp_path) / "tongits" / "withdrawn.toml"
    gone.write_text(
        '[[withdrawn]]\nid = "tongits.turn.two-pay"\nreason = "It was wrong."\nsince = "1.0.0"\n'
    )
    found = lint.lint(tmp_path / "spec", SMALL, (), CARRIED)
    assert [f.message for f in found] == [
        "tongits.turn.two-pay: the id is that of a withdrawn case"
    ]


def test_ids_are_given_once(tmp_path: Path) -> None:
    spec = write_verified_law(tmp_path)
    stated = build.read_laws(spec)
    twice: tuple[Case, ...] = tuple(case for law in stated for case in _cases(law.game, spec))
    found = lint.lint(spec, SMALL, twice[:1], CARRIED)
    assert any("another case has the same id" in f.message for f in found)


def _cases(game: str, spec: Path) -> list[Case]:
    built = build.build(spec, spec / "nothing")
    return [case for case in built.cases if case.game == game]


def test_there_are_enough_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lint, "MEASURES", measures(cases=6))
    found = findings(tmp_path)
    assert [f.summary for f in found] == ["spec/tongits: 5 cases, at least 6 expected"]
    monkeypatch.setattr(lint, "MEASURES", measures())
    monkeypatch.setattr(lint, "MOST_WITHOUT_PLAY", 1)
    (message,) = [f.message for f in findings(tmp_path)]
    assert message.startswith("4 cases stated by hand, at least 5 expected")


def test_derived_play_reaches_every_refusal_and_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lint, "MEASURES", measures(ends=("stock",)))
    monkeypatch.setattr(lint, "RULES", (DERIVED_REACH,))
    assert [finding.message for finding in findings(tmp_path)] == [
        "no derived hand ends by stock",
        "tongits.turn.to-act: no derived case is refused by it",
    ]


def test_a_twin_that_a_seat_can_tell_apart_is_found(tmp_path: Path) -> None:
    twin = """\
```{example} A twin
id: tongits.turn.twin
clauses: [tongits.turn.kinds]
kind: twin
deal: as tongits.turn.second-seat-waits
swap: "AC 7C"
blind: 1
play: |
  0 discard KD
```

```{clause} tongits.turn.kinds"""
    old = "```{clause} tongits.turn.kinds"
    found = findings(tmp_path, (CHAPTER, old, twin.replace("KD", "2H")))
    assert any("after step 1 seat 1 can tell the two plays apart" in f.message for f in found)
    hidden = twin.replace("AC 7C", "AC AH")
    assert findings(tmp_path, (CHAPTER, old, hidden.replace("KD", "2H"))) == []
    found = findings(tmp_path, (CHAPTER, old, hidden))
    assert any("step 2 is refused in one of the two plays" in f.message for f in found)
