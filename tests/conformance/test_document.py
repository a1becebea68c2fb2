"""Documents: what they say as records, and the file and line of everything that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from meldcheck import places
from meldcheck.case import Act, Ask, Case, Kind, Setup
from meldcheck.cases import WHY_NEXT, cases_of
from meldcheck.document import ClauseKind, Law, Level, Status, load_law
from meldcheck.errors import SpecError

from .laws import CHAPTER, DEAL, FLAGS, write_law

SHOWDOWN = "spec/tongits/showdown.md"
LOCATORS = {"page": frozenset({"S1", "S2"})}


def read(folder: Path, *changes: tuple[str, str, str]) -> Law:
    return load_law(write_law(folder, *changes), "tongits", LOCATORS)


def cases(folder: Path, *changes: tuple[str, str, str]) -> dict[str, Case]:
    return {case.id: case for case in cases_of(read(folder, *changes))}


def test_blocks_become_records_with_file_and_line(tmp_path: Path) -> None:
    law = read(tmp_path)
    clause = law.clauses["tongits.turn.to-act"]
    assert (clause.kind, clause.level) == (ClauseKind.CONDITION, Level.RULE)
    assert (clause.file, clause.line) == (CHAPTER, 5)
    assert clause.sources["page"].locators() == ("S1",)
    question = law.questions["tongits.showdown.tie-three-way"]
    assert (question.option, question.status) == ("showdown.tie_three_way", Status.OPTION)
    assert question.sources["page"].readings() == ("next_after_caller",)
    assert [document.title for document in law.documents] == ["Showdown", "Turns"]
    assert set(law.flags) == {"out-of-turn"}


def test_a_play_becomes_requests_with_verdicts(tmp_path: Path) -> None:
    case = cases(tmp_path)["tongits.turn.second-seat-waits"]
    assert case.kind is Kind.PLAY
    assert case.setup == Setup(players=3, dealer=0)
    deal, refused, *_ = case.steps
    assert isinstance(deal, Act)
    assert deal.by == "chance"
    assert deal.do["hands"][1][:3] == ["4C", "7C", "8C"]
    assert deal.do["stock"][:2] == ["7S", "KD"]
    assert refused == Act(by=1, do={"type": "draw"}, refused=("tongits.turn.to-act",))
    assert case.requires.abilities == ("play", "view")
    assert case.requires.actions == ("discard", "draw", "expose")
    assert case.source is not None
    assert case.source.file.endswith("turn.md")


def test_control_next_is_the_play_without_its_refused_steps(tmp_path: Path) -> None:
    case = cases(tmp_path)["tongits.turn.second-seat-waits"]
    assert case.control is not None
    assert case.control.why == WHY_NEXT
    assert not any(isinstance(step, Act) and step.refused for step in case.control.steps)
    assert case.control.steps == (case.steps[0], *case.steps[2:])


def test_a_borrowed_deal_may_be_changed(tmp_path: Path) -> None:
    case = cases(tmp_path)["tongits.turn.dealer-once"]
    deal = case.steps[0]
    assert isinstance(deal, Act)
    assert "KD" in deal.do["hands"][0]
    assert deal.do["stock"][1] == "AC"


def test_exchanges_are_made_one_after_the_other(tmp_path: Path) -> None:
    changed = cases(tmp_path, (CHAPTER, "swap: AC KD", "swap: AC KD, KD QS"))
    deal = changed["tongits.turn.dealer-once"].steps[0]
    assert isinstance(deal, Act)
    assert "QS" in deal.do["hands"][0]
    assert deal.do["stock"][1:3] == ["AC", "KD"]


def test_rows_are_cases_of_their_own(tmp_path: Path) -> None:
    found = cases(tmp_path)
    sevens, tens = found["tongits.turn.three.sevens"], found["tongits.turn.three.tens"]
    assert sevens.question == {"cards": ["7C", "7D", "7H"]}
    assert (sevens.answer, tens.answer) == ("set", None)
    assert tens.question == {"cards": ["TC", "TD", "JH"]}


def test_settle_keeps_who_laid_which_card(tmp_path: Path) -> None:
    case = cases(tmp_path)["tongits.turn.two-pay"]
    assert case.question is not None
    assert case.question["melds"][1] == {
        "owner": 2,
        "cards": ["TC", "JC", "QC"],
        "laid_by": [2, 1, 2],
    }
    assert case.answer == {"payments": [-2, 3, -1], "burned": [0], "deadwood": [14, 2, 0]}


def test_an_example_may_fix_an_option(tmp_path: Path) -> None:
    fixed = "clauses: [tongits.turn.price]\nkind: settle\n"
    rules = "rules: {showdown.tie_three_way: last_to_challenge}\n"
    found = cases(tmp_path, (CHAPTER, fixed, fixed + rules))
    assert found["tongits.turn.two-pay"].rules == {"showdown.tie_three_way": "last_to_challenge"}


MATCH = f"""\
```{{example}} Two hands
id: tongits.turn.two-hands
clauses: [tongits.turn.to-act]
deals:
  torn: {{dealer: 1, hands: [AC, AC, 2C], stock: 3C}}
  whole: as tongits.turn.second-seat-waits
play: |
  deal torn -> refused tongits.turn.to-act
  deal whole
  ? legal 1 []
  ? result null
control: next
kind: legal
```

```{{example}} A twin
id: tongits.turn.twin
clauses: [tongits.turn.to-act]
kind: twin
{DEAL}swap: "9H 9S, 4S 4H, 5S JS"
blind: 1
play: |
  0 expose face-down 4S 5S 6S
  0 discard AC
```

```{{clause}} tongits.turn.kinds"""


def test_several_hands_and_twins(tmp_path: Path) -> None:
    found = cases(tmp_path, (CHAPTER, "```{clause} tongits.turn.kinds", MATCH))
    hands = found["tongits.turn.two-hands"]
    assert hands.kind is Kind.LEGAL
    assert hands.setup == Setup(players=3, dealer=1)
    assert hands.control is not None
    assert [type(step) for step in hands.steps] == [Act, Act, Ask, Ask]
    assert hands.control.steps == hands.steps[1:2]
    twin = found["tongits.turn.twin"]
    assert twin.twin is not None
    assert twin.twin.seats == (1,)
    assert twin.twin.steps[1].do["cards"] == ["4H", "6S", "JS"]
    assert twin.twin.steps[2] == twin.steps[2]


KINDS = "kind: definition\nlevel: convention\n"
SECOND = "as tongits.turn.second-seat-waits"

FAULTS: dict[str, tuple[str, str, str, str, str]] = {
    "unknown field": (CHAPTER, "refusal:", "refusl:", "refusl:", "unknown field `refusl`"),
    "missing field": (
        CHAPTER,
        "level: rule\ntext: Only",
        "text: Only",
        "kind: condition",
        "missing required field `level`",
    ),
    "wrong value": (CHAPTER, "kind: payment", "kind: paymnt", "kind: paymnt", "kind: invalid enum"),
    "field twice": (CHAPTER, KINDS, KINDS + "kind: term\n", "kind: term", "'kind' stands twice"),
    "no yaml": (CHAPTER, "kind: definition", "kind: {", "text: Sets and", "not YAML"),
    "no mapping": (
        CHAPTER,
        "kind: definition\nlevel: convention\ntext: Sets and runs are melds.\nsources: {}",
        "nothing",
        "nothing",
        "fields expected",
    ),
    "reserved": (CHAPTER, KINDS, KINDS + "line: 3\n", "line: 3", "unknown field 'line'"),
    "unknown block": (CHAPTER, "{clause} tongits.turn.k", "{claus} t.k", "{claus}", "{claus}"),
    "not closed": (
        SHOWDOWN,
        "clauses: [tongits.turn.price]\n```\n",
        "",
        "```{question}",
        "the block is not closed",
    ),
    "no name": (CHAPTER, "{clause} tongits.turn.kinds", "{clause}", "```{clause}\n", "a name"),
    "other chapter": (
        CHAPTER,
        "id: tongits.turn.three",
        "id: tongits.melds.three",
        "id: tongits.melds.three",
        "'tongits.melds.three' stands in the chapter tongits.turn",
    ),
    "no id": (CHAPTER, "id: tongits.turn.three", "id: Three", "id: Three", "'Three' is no id"),
    "duplicate id": (
        CHAPTER,
        "id: tongits.turn.three",
        "id: tongits.turn.two-pay",
        "```{example} Three of a rank",
        f"example tongits.turn.two-pay stands also at {CHAPTER}:",
    ),
    "unknown clause": (
        CHAPTER,
        "clauses: [tongits.turn.kinds]",
        "clauses: [tongits.turn.kind]",
        "clauses: [tongits.turn.kind]",
        "tongits.turn.three: unknown clause 'tongits.turn.kind'",
    ),
    "no clause": (
        CHAPTER,
        "clauses: [tongits.turn.kinds]",
        "clauses: []",
        "clauses: []",
        "shows no clause",
    ),
    "unknown flag": (CHAPTER, "[out-of-turn]", "[out]", "flags: [out]", "unknown flag 'out'"),
    "torn flags": (FLAGS, 'name = "out-of-turn"', "name = ", "", "Invalid value"),
    "flag twice": (
        FLAGS,
        "[[flag]]\nname",
        '[[flag]]\nname = "out-of-turn"\ndescription = "x"\neffect = "y"\n\n[[flag]]\nname',
        '[[flag]]\nname = "out-of-turn"\ndescription = "Lets',
        "flag out-of-turn stands also in line 1",
    ),
    "unknown sentence": (CHAPTER, "says: [S1]", "says: [S9]", "```{clause}", "no sentence 'S9'"),
    "unknown source": (CHAPTER, "page: {says", "pg: {says", "```{clause}", "unknown source 'pg'"),
    "silent and cited": (
        CHAPTER,
        "says: [S1]",
        "says: [S1], silent: true",
        "```{clause}",
        "page is silent and cited",
    ),
    "implied by nothing": (
        CHAPTER,
        "refusal: Another",
        "implied-by: [tongits.turn.no]\nwhy: x\nrefusal: Another",
        "```{clause}",
        "implied by unknown clause 'tongits.turn.no'",
    ),
    "no why": (
        CHAPTER,
        "refusal: Another",
        "implied-by: [tongits.turn.price]\nrefusal: Another",
        "```{clause}",
        "'implied-by' without 'why'",
    ),
    "no refusal": (
        CHAPTER,
        "refusal: Another seat is asked.\n",
        "",
        "```{clause}",
        "a condition without 'refusal'",
    ),
    "unknown reading": (
        SHOWDOWN,
        "says: [next_after_caller]",
        "says: [first]",
        "page: {",
        "'first' is no reading",
    ),
    "unknown default": (
        SHOWDOWN,
        "default: next",
        "default: nxt",
        "default: nxt",
        "'nxt_after_caller' is no reading",
    ),
    "no snake case": (
        SHOWDOWN,
        "  last_to_challenge: the",
        "  last-one: the",
        "last-one",
        "'last-one' is no reading",
    ),
    "unknown witness": (
        SHOWDOWN,
        "default: next",
        "witness: a.b.c\ndefault: next",
        "```{question}",
        "unknown witness 'a.b.c'",
    ),
    "question of nothing": (
        SHOWDOWN,
        "clauses: [tongits.turn.price]",
        "clauses: [a.b.c]",
        "```{question}",
        "unknown clause 'a.b.c'",
    ),
}


def place_of(folder: Path, file: str, anchor: str) -> str:
    """``file:line`` of the text; only the file where it is empty."""
    if not anchor:
        return f"{file}: "
    before, found, _ = (folder / file).read_text(encoding="utf-8").partition(anchor)
    assert found
    return f"{file}:{before.count(chr(10)) + 1}: "


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_document_names_file_and_line(tmp_path: Path, fault: str) -> None:
    file, old, new, anchor, message = FAULTS[fault]
    spec = write_law(tmp_path, (file, old, new))
    with pytest.raises(SpecError) as caught:
        load_law(spec, "tongits", LOCATORS)
    assert str(caught.value).startswith(place_of(tmp_path, file, anchor))
    assert message in str(caught.value)


CONTROL = """\
control:
  why: the same play, and the next seat plays
  play: |
    0 discard KD
    1 draw
    1 discard 7S
"""

TORN: dict[str, tuple[str, str, str, str]] = {
    "step": ("0 expose 4S 5S 6S", "0 expose 4S 5S 6X", "0 expose", "'6X' is not a card"),
    "deal": ("- 7C 7D AD", "- 7C 7D AX", "- 7C 7D AX", "'AX' is not a card"),
    "stock": ("stock: 7S", "stock: 7Y", "stock: 7Y", "'7Y' is not a card"),
    "control": ("    0 discard KD\n", "    0 discard KP\n", "    0 discard KP", "'KP' is not"),
    "check": ("? view 1 {melds", "? view 1 {meldz", "? view", "unknown field `meldz`"),
    "check without answer": (
        "? view 1 {melds: [{owner: 0, cards: 6S 5S 4S}], hand_sizes: [10, 12, 12]}",
        "? view 1",
        "? view 1",
        "'? view' without an answer",
    ),
    "refused without control": (
        "control: next\n",
        "",
        "id: tongits.turn.second",
        "a refused step without 'control'",
    ),
    "control without refusal": (
        " -> refused tongits.turn.to-act\n  0 expose",
        "\n  0 expose",
        "control: next",
        "a control without a refused step",
    ),
    "unknown control": ("control: next", "control: nxt", "control: nxt", "not 'nxt'"),
    "nothing follows": ("  1 draw\ncontrol", "control", "control", "no accepted action of that"),
    "refused control": (
        "    1 draw\n    1 discard 7S",
        "    1 draw -> refused tongits.turn.to-act",
        "  play: |\n    0",
        "a control with a refused step",
    ),
    "refused by nothing": (
        "1 draw -> refused tongits.turn.to-act",
        "1 draw -> refused tongits.turn.to-at",
        "  1 draw -> refused",
        "refused by an unknown clause 'tongits.turn.to-at'",
    ),
    "nothing expected of a play": (
        "  0 discard 4S -> refused tongits.turn.to-act\n" + CONTROL,
        "",
        "play: |\n  0 discard KD",
        "tongits.turn.dealer-once: nothing is expected",
    ),
    "no field of a view expected": (
        "  0 discard 4S -> refused tongits.turn.to-act\n" + CONTROL,
        "  ? view 0 {}\n  ? result {}\n",
        "play: |\n  0 discard KD",
        "tongits.turn.dealer-once: nothing is expected",
    ),
    "unknown lender": (SECOND, "as tongits.turn.x", "deal: as", "no example 'tongits.turn.x'"),
    "lender without deal": (SECOND, "as tongits.turn.three", "deal: as", "has no deal of its own"),
    "circle": (SECOND, "as tongits.turn.dealer-once", "id: tongits.turn.dealer-once", "a circle"),
    "no lender": (SECOND, "the usual", "deal: the usual", "'as EXAMPLE-ID' expected"),
    "exchange of one": ("swap: AC KD", "swap: AC", "swap: AC", "two cards expected, not 'AC'"),
    "no such deal": ("  0 discard KD\n", "  deal two\n", "play: |\n  deal two", "no deal 'two'"),
    "row": ("7H -> set", "7H -> sett", "rows:", "'CARDS -> set, run or none' expected"),
    "card in a row": ("7c 7♦", "7c 7P", "rows:", "'7P' is not a card"),
    "laid by too few": (
        "laid_by: [2, 1, 2]",
        "laid_by: [2, 1]",
        "melds: [{owner: 1",
        "for each card",
    ),
    "nothing expected": (
        "answer: {payments: [-2, 3, -1], burned: [0], deadwood: [14, 2, 0]}",
        "answer: {}",
        "answer: {}",
        "nothing is expected",
    ),
}


@pytest.mark.parametrize("fault", TORN)
def test_a_torn_example_names_file_line_and_word(tmp_path: Path, fault: str) -> None:
    old, new, anchor, message = TORN[fault]
    law = read(tmp_path, (CHAPTER, old, new))
    with pytest.raises(SpecError) as caught:
        cases_of(law)
    assert str(caught.value).startswith(place_of(tmp_path, CHAPTER, anchor))
    assert message in str(caught.value)


def test_any_answer_that_is_stated_is_an_expectation(tmp_path: Path) -> None:
    refused = "  0 discard 4S -> refused tongits.turn.to-act\n" + CONTROL
    for stated in ("? legal 0 []", "? result null", "? view 0 {melds: []}"):
        change = (CHAPTER, refused, f"  ? view 1 {{}}\n  {stated}\n")
        assert cases(tmp_path, change)["tongits.turn.dealer-once"].control is None


def test_the_documents_of_the_project_can_be_read() -> None:
    law = load_law(places.spec_directory(), "tongits")
    assert len({case.id for case in cases_of(law)}) == len(cases_of(law))
