"""Documents as records, and the file and line of every fault in them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from meldcheck.law.clauses import Admits, ClauseKind, Law, Level, QuestionStatus
from meldcheck.law.document import load_law, read_law
from meldcheck.suite.examples import WHY_NEXT, cases_of
from meldcheck.words import places
from meldcheck.words.case import Act, Ask, Case, Kind, Setup
from meldcheck.words.errors import SpecError
from meldcheck.words.readings import reading_value

from .laws import (
    CHAPTER,
    DEAL,
    FLAGS,
    POT,
    POT_CHAPTER,
    SHOWDOWN,
    WITH_FIXED_QUESTION,
    write_law,
)

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
    assert (question.option, question.status) == ("showdown.tie_three_way", QuestionStatus.OPTION)
    assert question.sources == {"page": Admits(says={"next_after_caller": ("S1",)})}
    assert (question.name, question.fixed) == ("tie_three_way", None)
    assert question.played == ("next_after_caller", "last_to_challenge")
    assert [document.title for document in law.documents] == ["Showdown", "Turns"]
    assert set(law.flags) == {"out-of-turn"}


def test_a_question_tells_what_is_not_played_what_is_dead_and_what_is_fixed(tmp_path: Path) -> None:
    question = read(tmp_path, *WITH_FIXED_QUESTION).questions["tongits.turn.direction"]
    assert question.status is QuestionStatus.FIXED
    assert question.played == ("to_the_left",)
    assert question.unplayable["as_agreed"].startswith("it needs an agreement")
    assert question.alive_when == (
        {"showdown.tie_three_way": ("last_to_challenge",)},
        {
            "showdown.tie_three_way": ("next_after_caller",),
            "turn.direction": ("to_the_left", "to_the_right"),
        },
    )
    assert question.fixed == "Seats have numbers, so no outcome differs."
    assert question.sources == {"page": Admits(lost=True)}


def test_a_question_matters_if_one_of_its_conditions_holds_in_full(tmp_path: Path) -> None:
    law = read(tmp_path)
    always = law.questions["tongits.showdown.tie-three-way"]
    conditions: tuple[dict[str, tuple[str, ...]], ...] = (
        {"pot.wins": ("2", "3"), "turn.direction": ("to_the_left",)},
        {"turn.direction": ("to_the_right", "as_agreed")},
    )
    question = msgspec.structs.replace(always, alive_when=conditions)
    assert question.is_alive({"pot.wins": 3, "turn.direction": "to_the_left"})
    assert question.is_alive({"pot.wins": 4, "turn.direction": "as_agreed"})
    assert not question.is_alive({"pot.wins": 4, "turn.direction": "to_the_left"})
    assert not question.is_alive({"pot.wins": "3"})
    assert always.is_alive({})


def test_readings_that_are_numbers_are_text_in_documents(tmp_path: Path) -> None:
    spec = write_law(tmp_path)
    (tmp_path / POT).write_text(POT_CHAPTER, encoding="utf-8")
    question = load_law(spec, "tongits", LOCATORS).questions["tongits.pot.pot-wins-required"]
    assert (question.default, question.played) == ("2", ("2", "3"))
    assert [reading_value(reading) for reading in question.played] == [2, 3]
    assert reading_value("2_chips") == "2_chips"


def test_a_source_admits_what_it_says_or_implies_and_else_everything() -> None:
    admits = Admits(says={"c": ("S2", "S1")}, implies={"a": ("S1",)})
    assert admits.readings({"a": "", "b": "", "c": ""}) == ("a", "c")
    assert admits.locators() == ("S2", "S1")
    for nothing in (Admits(), Admits(lost=True)):
        assert nothing.readings(("b", "a")) == ("b", "a")
        assert nothing.locators() == ()
    against = Admits(rules_out={"b": ("S3",)})
    assert against.readings(("a", "b", "c")) == ("a", "c")
    assert against.locators() == ("S3",)


def test_every_source_that_speaks_of_the_game_is_answered_for(tmp_path: Path) -> None:
    spec = write_law(tmp_path)
    other = (spec / "sources" / "page.toml").read_text("utf-8").replace('"page"', '"pagat"')
    (spec / "sources" / "pagat.toml").write_text(other, "utf-8")
    _, problems = read_law(spec, "tongits", {**LOCATORS, "pagat": frozenset()})
    assert [str(problem) for problem in problems] == [
        f"{SHOWDOWN}:3: has no entry for the source pagat"
    ]


def test_all_faults_of_a_question_are_told_at_once(tmp_path: Path) -> None:
    status, sentences = ("status: option", "status: fixed"), ("caller: [S1]", "caller: [S8, S9]")
    changes = [(SHOWDOWN, *change) for change in (status, sentences, ("default: n", "default: x"))]
    _, problems = read_law(write_law(tmp_path, *changes), "tongits", LOCATORS)
    assert [(problem.line, problem.message) for problem in problems] == [
        (10, "the default 'xext_after_caller' is no reading"),
        (5, "status fixed needs 'fixed', the reason"),
        (3, "page has no sentence 'S8'"),
        (3, "page has no sentence 'S9'"),
    ]


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
        "cards": ["9C", "TC", "JC", "QC"],
        "laid_by": [1, 2, 2, 2],
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

SAID = "says: {next_after_caller: [S1]}"

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
    "field twice": (CHAPTER, KINDS, KINDS + "kind: term\n", "kind: term", "'kind' occurs twice"),
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
        "'tongits.melds.three' must begin with its chapter, tongits.turn",
    ),
    "no id": (CHAPTER, "id: tongits.turn.three", "id: Three", "id: Three", "'Three' is not an id"),
    "duplicate id": (
        CHAPTER,
        "id: tongits.turn.three",
        "id: tongits.turn.two-pay",
        "```{example} Three of a rank",
        f"example tongits.turn.two-pay is also defined at {CHAPTER}:",
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
        "flag out-of-turn is also defined in line 1",
    ),
    "unknown sentence": (CHAPTER, "says: [S1]", "says: [S9]", "```{clause}", "no sentence 'S9'"),
    "unknown source": (CHAPTER, "page: {says", "pg: {says", "```{clause}", "unknown source 'pg'"),
    "silent and cited": (
        CHAPTER,
        "says: [S1]",
        "says: [S1], silent: true",
        "```{clause}",
        "page is silent or lost but cited",
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
        SAID,
        "says: {first: [S1]}",
        "page: {",
        "'first' is no reading",
    ),
    "unknown implied reading": (
        SHOWDOWN,
        SAID,
        "implies: {first: [S1]}",
        "page: {",
        "'first' is no reading",
    ),
    "said and implied": (
        SHOWDOWN,
        f"{{{SAID}}}",
        f"\n    {SAID}\n    implies: {{next_after_caller: [S2]}}",
        "    implies:",
        "page both says and implies 'next_after_caller'",
    ),
    "said in no sentence": (
        SHOWDOWN,
        SAID,
        "says: {next_after_caller: []}",
        "page: {",
        "page says 'next_after_caller' without a sentence",
    ),
    "lost and cited": (SHOWDOWN, SAID, f"{SAID}, lost: true", "page: {", "page is lost but cited"),
    "rules out beside what it says": (
        SHOWDOWN,
        SAID,
        f"{SAID}, rules-out: {{next_after_caller: [S1]}}",
        "page: {",
        "rules-out adds nothing",
    ),
    "question of an unknown source": (
        SHOWDOWN,
        "page: {",
        "pg: {",
        "```{question}",
        "unknown source 'pg'",
    ),
    "question with an unknown sentence": (
        SHOWDOWN,
        "[S1]",
        "[S1, S9]",
        "```{question}",
        "page has no sentence 'S9'",
    ),
    "unknown unplayable reading": (
        SHOWDOWN,
        "default: next",
        "unplayable:\n  first: x\ndefault: next",
        "  first: x",
        "'first' is no reading",
    ),
    "unplayable default": (
        SHOWDOWN,
        "status: option",
        "status: fixed\nfixed: x\nunplayable: {next_after_caller: x}",
        "default: next",
        "the default 'next_after_caller' is unplayable",
    ),
    "one playable reading": (
        SHOWDOWN,
        "default: next",
        "unplayable: {last_to_challenge: x}\ndefault: next",
        "readings:",
        "fewer than two playable readings",
    ),
    "fixed without a reason": (
        SHOWDOWN,
        "status: option",
        "status: fixed",
        "status: fixed",
        "status fixed needs 'fixed'",
    ),
    "option with a reason to be fixed": (
        SHOWDOWN,
        "default: next",
        "fixed: so it is\ndefault: next",
        "fixed: so",
        "status option does not go with 'fixed'",
    ),
    "alive with nothing": (
        SHOWDOWN,
        "default: next",
        "alive-when: [{showdown.tie: [first]}]\ndefault: next",
        "```{question}",
        "alive-when: no question has the option 'showdown.tie'",
    ),
    "alive with no reading": (
        SHOWDOWN,
        "default: next",
        "alive-when: [{showdown.tie_three_way: [first]}]\ndefault: next",
        "```{question}",
        "alive-when: showdown.tie_three_way has no reading 'first'",
    ),
    "alive with a condition that says nothing": (
        SHOWDOWN,
        "default: next",
        "alive-when: [{}]\ndefault: next",
        "```{question}",
        "alive-when: a condition without an option always holds",
    ),
    "clause of an unknown question": (
        CHAPTER,
        "[tie_three_way]",
        "[tie_three_way, showdown.tie_three_way]",
        "```{clause} tongits.turn.price",
        "unknown question 'showdown.tie_three_way'",
    ),
    "clause that its question does not list": (
        CHAPTER,
        "sources: {}",
        "sources: {}\nquestions: [tie_three_way]",
        "```{clause} tongits.turn.kinds",
        "the question tie_three_way does not list tongits.turn.kinds among its clauses",
    ),
    "question that its clause does not list": (
        SHOWDOWN,
        "[tongits.turn.price]",
        "[tongits.turn.price, tongits.turn.kinds]",
        "```{question}",
        "tongits.turn.kinds does not list tie_three_way among its questions",
    ),
    "name of two questions": (
        CHAPTER,
        "```{clause} tongits.turn.kinds",
        "```{question} tongits.turn.tie-three-way\nkind: gap\nstatus: fixed\nfixed: x\n"
        "readings: {a: x}\ndefault: a\nreason: x\nsources: {page: {}}\n```\n\n"
        "```{clause} tongits.turn.kinds",
        "```{question}",
        f"question name tie_three_way is also defined at {SHOWDOWN}:3",
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
        "'last-one' is not in snake_case",
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
    """``file:line`` of the text; only the file if the text is empty."""
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
    "nothing follows": ("  1 draw\ncontrol", "control", "control", "needs a later accepted action"),
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
        "laid_by: [1, 2, 2, 2]",
        "laid_by: [1, 2, 2]",
        "melds: [{owner: 1",
        "needs one seat a card",
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
    made = cases_of(law)
    assert len({case.id for case in made}) == len(made)
