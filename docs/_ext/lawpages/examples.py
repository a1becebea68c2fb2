"""Examples as cards: the deal, the steps, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from docutils import nodes

from lawpages.book import Book
from lawpages.citing import marks
from lawpages.elements import Html, Part, cards, clause_link, el, flat, folded, joined, link, spoken
from lawpages.plays import (
    as_written,
    deal_rows,
    fields,
    in_written_order,
    opening,
    play,
    seats,
    tail,
)
from lawpages.steps import CONTROL, has_steps
from meldcheck.games import MEASURES
from meldcheck.law.clauses import Law
from meldcheck.law.written import (
    AnyExample,
    BestExample,
    DeadwoodExample,
    DealExample,
    DealingExample,
    Example,
    LaidMeld,
    LegalExample,
    MeldExample,
    PlayExample,
    QuestionExample,
    RefusedExample,
    SettleExample,
    TwinExample,
    ViewExample,
)
from meldcheck.suite.examples import dealt
from meldcheck.words.case import JSON, Act, Ask, Case, Control, Step, option_of
from meldcheck.words.deal import Dealt
from meldcheck.words.notation import as_laid, pile, without
from meldcheck.words.readings import Readings


def example_card(book: Book, law: Law, example: Example, *, is_open: bool) -> nodes.Node:
    """The card of an example, which a click opens if it is folded."""
    made = example.fields
    body: list[Part] = []
    cases = book.cases.get(example.id, ())
    if cases:
        body += [stepper(example)] if has_steps(cases[0]) else []
        body += _shown(law, example, cases)
    body += shared_working(made)
    body.append(_meta(book, example))
    kind = str(made.__struct_config__.tag)
    summary = (el("h3", *spoken(made.title), css="example-title"), el("span", kind, css="tag"))
    card = folded(summary, el("div", *body, css="example-body"), css="example")
    card["ids"].append(example.id)
    if is_open:
        card["html"]["open"] = ""
    return card


def stepper(example: Example) -> nodes.Node:
    """The place where a script shows the play of an example step by step; empty without it."""
    return el("div", css="stepper", data_play=example.id)


def _shown(law: Law, example: Example, cases: Sequence[Case]) -> Iterator[Part]:
    made = example.fields
    case = cases[0]
    match made:
        case MeldExample():
            yield from _wild(made.wild)
            yield _meld_rows(made, cases)
        case DeadwoodExample():
            question = case.question or {}
            yield from _wild(made.wild)
            yield cards(in_written_order(question["hand"], pile(made.hand)), "hand")
            if "table" in question:
                yield fields({"table": question["table"]})
            yield el("p", "Deadwood: ", el("b", str(case.answer)), css="answer")
        case BestExample():
            question = case.question or {}
            yield fields({name: part for name, part in question.items() if name != "hand"})
            yield cards(in_written_order(question["hand"], pile(made.asks.hand)), "hand")
            if case.answer is None:
                yield el("p", "Nothing can be played.", css="answer")
            else:
                yield el("div", fields(case.answer), css="answer")
        case DealExample():
            question = case.question or {}
            yield from _late(question.get("hand_number", 1))
            yield el("p", "The deck, its top first:")
            yield cards(question["deck"], "hand")
            yield el("p", "is dealt as:")
            yield _hands_made(case.answer, made.dealer)
        case SettleExample():
            question = case.question or {}
            stated = _facts(question)
            if stated:
                yield fields(stated)
            shown = [meld for meld in made.melds if not isinstance(meld, LaidMeld)]
            written = [pile(cards_of) for cards_of in made.hands or shown]
            lying = question["melds" if shown else "hands"]
            hands = [in_written_order(now, then) for now, then in zip(lying, written, strict=True)]
            yield deal_rows(hands, (), None)
            if question.get("melds") and not shown:
                yield fields({"melds": question["melds"]})
            yield el("div", fields(case.answer), css="answer")
        case RefusedExample():
            yield from _refused(made, case)
        case TwinExample():
            yield from _twin(law, example, made, case)
        case PlayExample() | LegalExample() | ViewExample():
            written_deals = _written_deals(law, example, made)
            yield from _late(_first_hand(case))
            yield from play(case.steps, written_deals, _dealer(case), case.rules)
            if case.control is not None:
                yield _control(case, case.control, written_deals)
        case QuestionExample():
            yield from _question(law, example, made, case)
        case _:
            assert_never(made)


def _written_deals(law: Law, example: Example, made: DealingExample) -> list[Dealt]:
    """The deals of an example as its author wrote them."""
    return [
        *([dealt(law, example, made.deal, "deal")] if made.deal is not None else []),
        *(dealt(law, example, deal, "deals", name) for name, deal in made.deals.items()),
    ]


def _question(law: Law, example: Example, made: QuestionExample, case: Case) -> Iterator[Part]:
    """The part that all readings share, and then a block for each reading."""
    yield from common_play(law, example, made, case)
    question = law.questions.get(made.question)
    for reading in case.outcomes:
        name: list[Part] = [el("b", "Under "), el("code", reading)]
        if question is not None:
            name += marks(question, reading)
        yield el(
            "div",
            el("p", *name, css="reading-name"),
            *outcome(law, example, made, case, reading),
            css="outcome",
        )


def common_play(law: Law, example: Example, made: QuestionExample, case: Case) -> Iterator[Part]:
    """The part of a play, or the deck, that is the same under every reading."""
    if case.question is not None:
        yield from _late(case.question.get("hand_number", 1))
        yield el("p", "The deck, its top first:")
        yield cards(case.question["deck"], "hand")
    else:
        yield from _late(_first_hand(case))
        yield from play(case.steps, _written_deals(law, example, made), _dealer(case), case.rules)


def outcome(
    law: Law, example: Example, made: QuestionExample, case: Case, reading: str
) -> Iterator[Part]:
    """What happens under one reading after the common part, and the working for it."""
    written = _written_deals(law, example, made)
    yield _outcome(case, reading, case.outcomes[reading], written)
    own = [line for line in made.working if _reading_of(line) == reading]
    yield from _working([line.partition(": ")[2] for line in own])


def _outcome(case: Case, reading: str, steps: Sequence[Step], written: Sequence[Dealt]) -> Html:
    """The outcome under one reading: the end of a play, or the hands that a deck gives."""
    if case.question is None:
        rules: Readings = {**case.rules, option_of(case.asks or ""): reading}
        return tail(steps, case.steps, written, rules, reading)
    (fact,) = (step for step in steps if isinstance(step, Ask))
    return _hands_made(fact.answer, case.question["dealer"])


def _hands_made(answer: Mapping[str, JSON], dealer: int) -> Html:
    """The hands, the stock and the upcard that a deck gives when it is dealt."""
    return deal_rows(answer["hands"], answer["stock"], dealer, answer.get("upcard"))


def _dealer(case: Case) -> int | None:
    """The dealer of the first hand; None if no match begins or a cut decides."""
    cut = case.rules.get("dealer.first_dealer") == "cut"
    return None if cut or case.setup is None else case.setup.dealer


def _wild(rank: str | None) -> Iterator[Part]:
    """The rank that is wild, if there is one."""
    if rank is not None:
        yield fields({"wild": rank})


def _late(number: int) -> Iterator[Part]:
    """A note if the match begins with a later hand than the first."""
    if number != 1:
        yield el("p", f"This is hand {number} of a match.")


def _first_hand(case: Case) -> int:
    return 1 if case.setup is None else case.setup.hand_number


def _verdict(case: Case) -> str:
    """The words for the answer on a row of melds."""
    match case.answer:
        case None:
            return "neither set nor run" if "set" in MEASURES[case.game].melds else "no meld"
        case "both":
            return "set and run"
        case name:
            return str(name).replace("_", " ")


def _meld_rows(made: MeldExample, cases: Sequence[Case]) -> nodes.Node:
    rows: list[nodes.Node] = []
    for case in cases:
        name = case.id.removeprefix(f"{made.id}.")
        shown = in_written_order(
            (case.question or {})["cards"], as_laid(made.rows[name].partition("->")[0].strip())
        )
        verdict = _verdict(case)
        row = el("div", el("dt", cards(shown, "hand")), el("dd", verdict))
        row["ids"].append(case.id)
        rows.append(row)
    return flat(el("dl", *rows, css="melds"))


def _facts(question: Mapping[str, JSON]) -> dict[str, JSON]:
    """The facts about the end of a hand that is settled; challengers only for a called draw."""
    stated: dict[str, JSON] = {"challengers": [], **question}
    called = ("caller", "challengers") if stated.get("end") == "draw" else ()
    declared = ("suits", "baccarat", "opponents")
    shared = ("knocker", "scores", "boxes", "table")
    names = ("end", "winner", "rummy", "hand_number", "out", *declared, *called, *shared)
    return {name: stated[name] for name in names if name in stated}


def _control(case: Case, control: Control, written: Sequence[Dealt]) -> nodes.Node:
    steps, dealt = control.steps, opening(case.steps)
    if dealt is not None and dealt == opening(steps):
        shown = play(steps[1:], written, _dealer(case), case.rules, dealt, CONTROL)
    else:
        shown = play(steps, written, _dealer(case), case.rules, name=CONTROL)
    summary: tuple[Part, ...] = (el("b", "Control"), ": ", *spoken(control.why))
    return folded(summary, *shown, css="control")


def _refused(made: RefusedExample, case: Case) -> Iterator[Part]:
    """The facts that differ from those of the answered question, and the clauses that refuse it."""
    question = case.question or {}
    for name in made.change:
        match question[name]:
            case [str(), *_] as shown:
                yield el("p", f"The {name}:")
                yield cards(shown, "hand")
            case [list(), *_] as shown if name != "table":
                yield el("p", f"The {name}:")
                yield deal_rows(shown, (), None)
            case value:
                yield fields({name: value})
    by = joined(clause_link(name) for name in case.refused)
    yield el("p", el("b", "Refused"), " by ", *by, ".", css="answer")
    yield el(
        "p", el("b", "Control"), ": with the facts of ", el("code", made.of), " it is answered."
    )


def _twin(law: Law, example: Example, made: TwinExample, case: Case) -> Iterator[Part]:
    assert case.twin is not None
    written = dealt(law, example, made.deal, "deal")
    dealer = written.dealer
    one, other = case.steps[0], case.twin.steps[0]
    assert isinstance(one, Act)
    hands, stock = as_written(one.do, [written]), list(one.do["stock"])
    others = [
        in_written_order(now, then) for now, then in zip(other.do["hands"], hands, strict=True)
    ]
    places = zip([*hands, stock], [*others, list(other.do["stock"])], strict=True)
    moved = {
        card for here, there in places for card in (*without(here, there), *without(there, here))
    }
    moved |= {a for a, b in zip(stock, other.do["stock"], strict=True) if a != b}
    yield from _late(_first_hand(case))
    yield deal_rows(hands, stock, dealer, one.do.get("upcard"), moved)
    yield el(
        "p",
        "The play is repeated with ",
        *joined((cards(pile(pair), "small") for pair in _pairs(made.swap)), " and with "),
        " exchanged. After every step ",
        *seats(case.twin.seats),
        " sees the same and may do the same in both plays.",
        css="answer",
    )
    yield from play(case.steps[1:], [written], dealer, case.rules, one)


def _pairs(swap: str | tuple[str, ...]) -> Sequence[str]:
    return swap.split(",") if isinstance(swap, str) else swap


def _reading_of(line: str) -> str:
    """The words before the first colon of a line of working; perhaps the name of a reading."""
    return line.partition(": ")[0].strip()


def shared_working(made: AnyExample) -> list[nodes.Node]:
    """The working that is not of one reading."""
    readings = made.readings if isinstance(made, QuestionExample) else {}
    return _working([line for line in made.working if _reading_of(line) not in readings])


def _working(lines: Sequence[str]) -> list[nodes.Node]:
    if not lines:
        return []
    rows: list[nodes.Node] = []
    for line in lines:
        what, _, sum_ = line.partition(": ")
        rows.append(el("div", el("dt", what), el("dd", *spoken(sum_))))
    return [flat(el("div", el("p", "Working", css="label"), el("dl", *rows), css="working"))]


def _meta(book: Book, example: Example) -> nodes.Node:
    made = example.fields
    game = made.id.split(".")[0]
    rows: list[nodes.Node] = []

    def row(name: str, *shown: Part) -> None:
        rows.append(el("div", el("dt", name), el("dd", *shown)))

    row("case", el("a", el("code", made.id), href=f"#{made.id}"))
    row("shows", *joined(clause_link(clause) for clause in made.clauses))
    if made.flags:
        row(
            "catches",
            *joined(link("flag", f"{game}:{flag}", el("code", flag)) for flag in made.flags),
        )
    if isinstance(made, QuestionExample):
        asked = book.question(game, made.question)
        if asked is not None:
            row("asks", link("question", asked.id, el("code", asked.name)))
    for option, reading in made.rules.items():
        question = book.question(game, option)
        name = el("code", option)
        named = name if question is None else link("question", question.id, name)
        row("played with", named, " as ", el("code", reading))
    return el("dl", *rows, css="meta")
