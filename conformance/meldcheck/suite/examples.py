"""From examples to cases: deals are resolved, plays become JSON, requirements are named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias, TypeVar, assert_never

import msgspec
from msgspec import UNSET

from meldcheck.engine.referee import act, begin
from meldcheck.games import MEASURES
from meldcheck.law.clauses import Law
from meldcheck.law.written import (
    BestExample,
    ControlWords,
    DeadwoodExample,
    DealExample,
    DealingExample,
    DealWords,
    DeckAsked,
    DeckDealt,
    Example,
    LaidMeld,
    LegalExample,
    MeldExample,
    PlayedExample,
    PlayExample,
    QuestionExample,
    RefusedExample,
    SettleExample,
    TwinExample,
    ViewExample,
    WrittenDeal,
)
from meldcheck.suite.steps import Deals, Due, steps_of
from meldcheck.words.case import (
    JSON,
    Act,
    Ask,
    Case,
    Control,
    Kind,
    Origin,
    Requires,
    Setup,
    Source,
    Step,
    Tier,
    Twin,
    plain,
)
from meldcheck.words.deal import Dealt, exchanged_action
from meldcheck.words.errors import SpecError
from meldcheck.words.messages import Cards, fields_of, needed_of
from meldcheck.words.notation import (
    BY_CHANCE,
    CheckLine,
    CutLine,
    DealLine,
    Line,
    NotationError,
    ReshuffleLine,
    StepLine,
    hand,
    laid,
    parse_line,
    pile,
    split_rest,
    table,
    without,
    without_nulls,
)
from meldcheck.words.notation import card as one_card
from meldcheck.words.protocol import LATE_START
from meldspec.games import GAMES
from meldspec.play import Refusal

FACTS: Final = frozenset({"meld", "deadwood", "deal", "settle"})
"""The questions that need no play."""

NEXT: Final = "next"
WHY_NEXT: Final = "the same play without the refused step: what this seat does next is accepted"


Script: TypeAlias = tuple[Line, ...]
"""The lines of a play, without blank lines and comments."""


def cases_of(law: Law) -> list[Case]:
    """Every case of the documents; SpecError for the first faulty example."""
    cases, problems = read_cases(law)
    if problems:
        raise problems[0]
    return cases


def read_cases(law: Law) -> tuple[list[Case], list[SpecError]]:
    """Every case of the documents that can be made, and the faults of the other examples."""
    cases: list[Case] = []
    problems: list[SpecError] = []
    for example in law.examples.values():
        try:
            cases.extend(cases_in(law, example))
        except SpecError as error:
            problems.append(error)
    return cases, problems


def cases_in(law: Law, example: Example) -> list[Case]:
    """The cases of one example: one, or one for each row."""
    fields = example.fields
    match fields:
        case MeldExample():
            return list(_meld_cases(law, example, fields))
        case DeadwoodExample():
            if MEASURES[law.game].working.hand is None:
                raise example.error("no deadwood is counted in this game")
            held = hand(_cards(example, fields.hand, "hand"))
            lying = _table(law, example, fields.table, "table")
            question = {"hand": held, **_beside(law, example, fields), **lying}
            return [_asked(law, example, Kind.DEADWOOD, question, fields.deadwood)]
        case BestExample():
            return [_best_case(law, example, fields)]
        case DealExample():
            return [_deal_case(law, example, fields)]
        case SettleExample():
            return [_settle_case(law, example, fields)]
        case RefusedExample():
            return [_refused_case(law, example, fields)]
        case TwinExample():
            return [_twin_case(law, example, fields)]
        case QuestionExample():
            return [_question_case(law, example, fields)]
        case PlayExample() | LegalExample() | ViewExample():
            return [_play_case(law, example, fields)]
        case _:
            assert_never(fields)


def requires(kind: Kind, steps: Iterable[Step], setup: Setup | None = None) -> Requires:
    """What a case of this kind, with this setup and these steps, requires of an engine."""
    abilities: set[str] = set()
    actions: set[str] = set()
    if setup is not None and setup.hand_number != 1:
        abilities.add(LATE_START)
    steps = tuple(steps)
    match kind:
        case Kind.MELD | Kind.DEADWOOD | Kind.DEAL | Kind.SETTLE | Kind.BEST:
            abilities.add(kind.value)
        case Kind.PLAY | Kind.LEGAL | Kind.VIEW | Kind.PERFT:
            abilities.add("play")
        case Kind.TWIN:
            abilities.update(("play", "view", "legal"))
        case Kind.QUESTION:
            facts = {step.what for step in steps if isinstance(step, Ask)} & FACTS
            abilities.update(facts or {"play"})
        case _:
            assert_never(kind)
    for step in steps:
        match step:
            case Act():
                if step.do["type"] not in BY_CHANCE:
                    actions.add(step.do["type"])
            case Ask():
                abilities.update({step.what} & {"legal", "view", "perft"})
            case _:
                assert_never(step)
    return Requires(abilities=tuple(sorted(abilities)), actions=tuple(sorted(actions)))


def _case(law: Law, example: Example, kind: Kind, **more: JSON) -> Case:
    fields = example.fields
    steps: list[Step] = [*more.get("steps", ())]
    if more.get("control") is not None:
        steps += more["control"].steps
    if more.get("twin") is not None:
        steps += more["twin"].steps
    for tail in more.get("outcomes", {}).values():
        steps += tail
    made: dict[str, JSON] = {
        "id": fields.id,
        "title": fields.title,
        "game": law.game,
        "kind": kind,
        "tier": fields.tier or Tier.CORE,
        "origin": Origin.DOCUMENT,
        "clauses": fields.clauses,
        "rules": {name: _reading(word) for name, word in fields.rules.items()},
        "flags": fields.flags,
        "requires": requires(kind, steps, more.get("setup")),
        "source": Source(file=fields.file),
        "working": fields.working,
    }
    return Case(**{**made, **more})


def _reading(word: str) -> str | int:
    return int(word) if word.isdigit() else word


Read = TypeVar("Read")


def _at(example: Example, read: Callable[[], Read], *path: str | int) -> Read:
    """The result of ``read`` on a field; a NotationError becomes an error of that field."""
    try:
        return read()
    except NotationError as error:
        raise example.error(str(error), *path) from None


def _cards(example: Example, written: str | list[str], *path: str | int) -> list[str]:
    return _at(example, lambda: pile(written), *path)


def _asked(law: Law, example: Example, kind: Kind, question: dict[str, JSON], answer: JSON) -> Case:
    return _case(law, example, kind, question=question, answer=answer)


def _beside(law: Law, example: Example, fields: MeldExample | DeadwoodExample) -> dict[str, JSON]:
    """The fact beside the cards: the wild rank, if the game has one."""
    measure = MEASURES[law.game]
    if measure.wild is None:
        if fields.wild is not None:
            raise example.error("no rank is wild in this game", "wild")
        return {}
    if fields.wild is None:
        raise example.error("'wild' is missing")
    if fields.wild not in map(measure.wild, measure.first_hands):
        raise example.error(f"no hand has the wild rank {fields.wild!r}", "wild")
    return {"wild": fields.wild}


def _meld_cases(law: Law, example: Example, fields: MeldExample) -> Iterator[Case]:
    if not fields.rows:
        raise example.error("no rows", "rows")
    beside = _beside(law, example, fields)
    answers = {**{kind: kind for kind in MEASURES[law.game].melds}, "none": None}
    for name, row in fields.rows.items():
        words, _, answer = (part.strip() for part in row.partition("->"))
        if answer not in answers:
            *others, last = answers
            wanted = f"'CARDS -> {', '.join(others)} or {last}'"
            raise example.error(f"{wanted} expected, not {row!r}", "rows", name)
        jokers = MEASURES[law.game].jokers is not None
        read = laid if jokers else hand
        cards = _at(example, partial(read, words), "rows", name)
        yield _case(
            law,
            example,
            Kind.MELD,
            id=f"{fields.id}.{name}",
            title=f"{fields.title} ({name.replace('-', ' ')})",
            question={"cards": cards, **beside},
            answer=answers[answer],
        )


def _with_rest(
    example: Example,
    written: Cards,
    deck: Iterable[str],
    elsewhere: Iterable[str],
    *path: str | int,
) -> list[str]:
    """Cards in their order; a final ``rest`` stands for cards of the deck not named anywhere."""
    words = written.replace(",", " ").split() if isinstance(written, str) else written
    words, rest = _at(example, lambda: split_rest(words), *path)
    named = _cards(example, words, *path)
    if not rest:
        return named
    return [*named, *without(deck, [*named, *elsewhere])]


def _table(law: Law, example: Example, melds: Sequence[Cards], *path: str | int) -> dict[str, JSON]:
    """The melds of a shared table, if there are any."""
    if not melds:
        return {}
    if MEASURES[law.game].jokers is None:
        raise example.error("this game has no shared table", *path)
    return {"table": _at(example, lambda: table(melds), *path)}


def _best_case(law: Law, example: Example, fields: BestExample) -> Case:
    asked, stated = fields.asks, fields.answer
    if "best" not in GAMES[law.game].messages.facts:
        raise example.error("this game has no question 'best'")
    question = {
        "players": asked.players,
        **_table(law, example, asked.table, "asks", "table"),
        "hand": hand(_cards(example, asked.hand, "asks", "hand")),
        "by": asked.by,
    }
    if stated == "none":
        return _asked(law, example, Kind.BEST, question, None)
    answer: dict[str, JSON] = {name: part for name, part in plain(stated).items() if part}
    if "cards" in answer:
        answer["cards"] = hand(_cards(example, answer["cards"], "answer", "cards"))
    if not answer:
        raise example.error("nothing is expected", "answer")
    return _asked(law, example, Kind.BEST, question, answer)


def _deal_case(law: Law, example: Example, fields: DealExample) -> Case:
    question = _deck_question(law, example, fields)
    return _asked(law, example, Kind.DEAL, question, _dealt_answer(law, example, fields))


def _deck_question(
    law: Law, example: Example, asked: DealExample | DeckAsked, *path: str | int
) -> dict[str, JSON]:
    """The question about a deck, with the numbers of seats and hand if they vary."""
    seats = _seats(law, example, asked.players, *path)
    deck = MEASURES[law.game].deck(seats)
    question: dict[str, JSON] = {
        "deck": _with_rest(example, asked.deck, deck, (), *path, "deck"),
        "dealer": asked.dealer,
    }
    if _varies(law):
        question["players"] = seats
    number = _hand_number(law, example, asked.hand_number, *path)
    if len(MEASURES[law.game].first_hands) > 1:
        question["hand_number"] = number
    return question


def _varies(law: Law) -> bool:
    """Whether a match of the game can have several numbers of seats."""
    return len(MEASURES[law.game].players) > 1


def _seats(law: Law, example: Example, stated: int | None, *path: str | int) -> int:
    """The number of seats of a match; it must be stated if it can vary."""
    players = MEASURES[law.game].players
    if len(players) == 1:
        return players[0]
    if stated is None:
        raise example.error("'players' is missing", *path)
    return stated


def _hand_number(law: Law, example: Example, stated: int | None, *path: str | int) -> int:
    """The number of the hand that is dealt: 1 unless another is stated."""
    if stated is None:
        return 1
    if len(MEASURES[law.game].first_hands) == 1:
        raise example.error("a match of this game begins with the first hand", *path, "hand_number")
    return stated


def _dealt_answer(
    law: Law, example: Example, fields: DealExample | DeckDealt, *path: str | int
) -> dict[str, JSON]:
    deal = _explicit(law, example, fields, 0, None, path)
    return {name: part for name, part in deal.act().do.items() if name != "type"}


def _explicit(
    law: Law,
    example: Example,
    written: WrittenDeal | DealExample | DeckDealt,
    dealer: int,
    players: int | None,
    path: Sequence[str | int],
) -> Dealt:
    """Hands, stock and upcard as they are written."""
    hands = tuple(
        tuple(_cards(example, cards, *path, "hands", seat))
        for seat, cards in enumerate(written.hands)
    )
    upcard = written.upcard
    if upcard is not None:
        if not MEASURES[law.game].upcard:
            raise example.error("no card is turned up in this game", *path, "upcard")
        word = upcard
        upcard = _at(example, lambda: one_card(word), *path, "upcard")
    named = [card for cards in hands for card in cards] + ([upcard] if upcard else [])
    deck = MEASURES[law.game].deck(players or len(hands))
    stock = tuple(_with_rest(example, written.stock, deck, named, *path, "stock"))
    stated = None if isinstance(written, DeckDealt) else written.hand_number
    number = _hand_number(law, example, stated, *path)
    return Dealt(dealer, hands, stock, upcard, players, number)


def _settle_case(law: Law, example: Example, fields: SettleExample) -> Case:
    messages = GAMES[law.game].messages
    hands = [
        hand(_cards(example, cards, "hands", place)) for place, cards in enumerate(fields.hands)
    ]
    melds: list[JSON] = []
    for place, meld in enumerate(fields.melds):
        if not isinstance(meld, LaidMeld):
            melds.append(hand(_cards(example, meld, "melds", place)))
            continue
        laid = plain(meld)
        laid["cards"] = _cards(example, meld.cards, "melds", place, "cards")
        if meld.laid_by and len(meld.laid_by) != len(laid["cards"]):
            raise example.error("'laid_by' needs one seat a card", "melds", place, "laid_by")
        melds.append(laid)
    asked, needed = (of(messages.facts["settle"]) for of in (fields_of, needed_of))
    facts = without_nulls(plain(fields.facts))
    facts |= _table(law, example, fields.facts.table, "facts", "table")
    question = {
        **facts,
        **({"hands": hands} if hands else {}),
        **({"melds": melds} if melds or "melds" in asked - needed else {}),
    }
    answer = plain(fields.answer)
    if not answer:
        raise example.error("nothing is expected", "answer")
    for name in sorted(needed - question.keys()):
        raise example.error(f"{name!r} is missing", "facts")
    for part, stated, known in (
        ("facts", question, asked),
        ("answer", answer, fields_of(messages.answers["settle"])),
    ):
        for name in stated.keys() - known:
            raise example.error(f"this game has no {name!r} in a settlement", part, name)
    return _asked(law, example, Kind.SETTLE, question, answer)


def _refused_case(law: Law, example: Example, fields: RefusedExample) -> Case:
    """The case of a refused question; the question of the other example is its control."""
    name = fields.of if fields.of in law.examples else fields.of.rpartition(".")[0]
    other = law.examples.get(name)
    answered = [
        case
        for case in (() if other is None or other.id == example.id else cases_in(law, other))
        if case.id == fields.of and case.question is not None and not case.refused
    ]
    if not answered or answered[0].asks is not None:
        raise example.error(f"{fields.of!r} is no example with an answered question", "of")
    [control] = answered
    question = dict(control.question or {})
    asked = fields_of(GAMES[law.game].messages.facts[control.what])
    for part, value in fields.change.items():
        if part not in asked:
            raise example.error(f"{part!r} is no fact of this question", "change", part)
        question[part] = _changed(law, example, part, value, question.get(part))
    if question == control.question or not fields.refused:
        raise example.error("nothing is changed, or nothing is refused", "change")
    for clause in fields.refused:
        if clause not in law.clauses:
            raise example.error(f"refused by an unknown clause {clause!r}", "refused")
    why = f"the same question with {' and '.join(fields.change)} of another example"
    return _case(
        law,
        example,
        control.kind,
        rules={**control.rules, **{one: _reading(word) for one, word in fields.rules.items()}},
        question=question,
        refused=fields.refused,
        control=Control(why=why, question=control.question),
    )


def _changed(law: Law, example: Example, part: str, value: JSON, before: JSON) -> JSON:
    """A fact as it is written in a refused question: cards, hands, melds on the table, or plain."""
    path = ("change", part)
    match part:
        case "deck":
            return _with_rest(example, value, before, (), *path)
        case "hand":
            return hand(_cards(example, value, *path))
        case "cards":
            return _at(example, partial(laid, value), *path)
        case "table":
            return _table(law, example, value, *path).get("table", [])
        case "players" | "hand_number" | "winner":
            return _at(example, partial(_integer, value), *path)
        case "hands" | "melds":
            return [
                hand(_cards(example, each, *path, place)) if isinstance(each, str) else each
                for place, each in enumerate(value)
            ]
        case "suits":
            return [None if each == "null" else each for each in value]
        case _:
            return value


def _integer(written: str) -> int:
    try:
        return int(written)
    except ValueError:
        raise NotationError(f"a number expected, not {written!r}") from None


def dealt(law: Law, example: Example, words: DealWords, *path: str | int) -> Dealt:
    """A deal as written, or borrowed from another example without that example's swap."""
    seen = [example.id]
    lender, place = example, path
    while isinstance(words, str):
        name = words.removeprefix("as ").strip()
        if words == name:
            raise lender.error(f"a deal or 'as EXAMPLE-ID' expected, not {words!r}", *place)
        if name in seen:
            raise example.error(f"the deals form a circle: {' as '.join([*seen, name])}")
        borrowed = law.examples.get(name)
        if borrowed is None:
            raise lender.error(f"no example {name!r}", *place)
        lent = borrowed.fields
        found = lent.deal if isinstance(lent, DealingExample | TwinExample) else None
        if found is None:
            raise lender.error(f"{name} has no deal of its own", *place)
        seen.append(name)
        lender, words, place = borrowed, found, ("deal",)
    return _explicit(law, lender, words, words.dealer, words.players, place)


def _exchanged(
    example: Example, deal: Dealt, swap: str | tuple[str, ...], *path: str | int
) -> tuple[Dealt, dict[str, str]]:
    """The deal with cards exchanged pair by pair, and by card the card that now has its place."""
    pairs = swap.split(",") if isinstance(swap, str) else swap
    there = set(deal.cards)
    names = {card: card for card in there}
    for pair in pairs:
        cards = _cards(example, pair, *path)
        if len(cards) != 2:
            raise example.error(f"two cards expected, not {pair.strip()!r}", *path)
        for card in cards:
            if card not in there:
                raise example.error(f"{card} is not in the deal", *path)
        one, other = cards
        exchange = {one: other, other: one}
        names = {card: exchange.get(now, now) for card, now in names.items()}
    return deal.renamed(names), names


def script(law: Law, example: Example, text: str, *path: str | int) -> Script:
    """The lines of a play.

    SpecError names the line and word if a line cannot be read or names an unknown clause.
    """
    first, each = example.block.text_line(*path)
    lines: list[Line] = []
    for number, written in enumerate(text.splitlines()):
        place = first + each * number
        try:
            line = parse_line(written)
            if isinstance(line, CheckLine) and line.answer is UNSET:
                raise NotationError(f"'? {line.what}' without an answer")
            if line is not None:
                _check_words(law, line)
        except NotationError as error:
            raise SpecError(example.fields.file, place, f"{example.id}: {error}") from None
        if line is not None:
            lines.append(line)
    if not lines:
        raise example.error("a play without a step", *path)
    return tuple(lines)


def _check_words(law: Law, line: Line) -> None:
    """NotationError for an action or field that the game lacks, or a clause that the law lacks."""
    measure = MEASURES[law.game]
    match line:
        case CheckLine(what="legal", answer=[*actions]):
            kinds = [do["type"] for do in actions]
        case CheckLine(what="view" | "result" as what, answer={} as stated):
            messages = GAMES[law.game].messages
            known = fields_of(messages.view if what == "view" else messages.result)
            for name in stated:
                if name not in known:
                    raise NotationError(f"a {what} of {measure.title} has no {name!r}")
            return
        case CheckLine() | DealLine():
            kinds = []
        case StepLine():
            kinds = [line.do["type"]]
        case ReshuffleLine():
            kinds = [line.name]
        case CutLine():
            kinds = ["cut"]
        case _:
            assert_never(line)
    for kind in kinds:
        if kind not in measure.actions():
            raise NotationError(f"{kind.replace('_', '-')!r} is not an action of {measure.title}")
    for clause in () if isinstance(line, CheckLine) else line.refused:
        if clause not in law.clauses:
            raise NotationError(f"refused by an unknown clause {clause!r}")


def _discards(steps: Iterable[Step]) -> list[str]:
    """The discard pile after accepted steps, its top last."""
    there: list[str] = []
    for step in steps:
        if not isinstance(step, Act) or step.refused:
            continue
        match step.do:
            case {"type": "deal", "upcard": upcard}:
                there = [upcard]
            case {"type": "deal"}:
                there = []
            case {"type": "discard", "card": card} | {"type": "go_out", "discard": card}:
                there.append(card)
            case {"type": "take"} if there:
                there.pop()
            case {"type": "reshuffle", "stock": stock}:
                there = without(there, stock)
            case _:
                pass
    return there


def _steps(
    example: Example,
    lines: Script,
    deals: Deals,
    due: Due,
    *path: str | int,
    before: Sequence[Step] = (),
) -> tuple[Step, ...]:
    return _at(example, lambda: steps_of(lines, deals, before, due), *path)


def _due(law: Law, example: Example, setup: Setup) -> Due:
    """The function that gives the cards for a new stock in the plays of an example."""
    by_view = MEASURES[law.game].due
    rules = {name: _reading(word) for name, word in example.fields.rules.items()}
    if by_view is None:
        keeps_top = rules.get("stock.stock_exhaustion") != "reshuffle_all"
        return lambda steps: _discards(steps)[:-1] if keeps_top else _discards(steps)
    table = begin(GAMES[law.game], rules, setup)
    if isinstance(table, Refusal):
        raise example.error(f"the match is refused by {', '.join(table.clauses)}")

    def due(steps: Sequence[Step]) -> Sequence[str]:
        match = table
        for step in steps:
            after = act(match, step) if isinstance(step, Act) and not step.refused else match
            match = match if isinstance(after, Refusal) else after
        return by_view(match, rules)

    return due


def _play_case(law: Law, example: Example, fields: PlayedExample) -> Case:
    deals = _deals(law, example, fields)
    lines = script(law, example, fields.play, "play")
    setup = _setup(law, example, deals)
    steps = _steps(example, lines, deals, _due(law, example, setup), "play")
    kind = Kind.PLAY
    for asked, of_kind in (("legal", LegalExample), ("view", ViewExample)):
        if isinstance(fields, of_kind):
            kind = Kind(asked)
            if not any(isinstance(step, Ask) and step.what == asked for step in steps):
                raise example.error(f"a case of kind {asked} without '? {asked}'", "play")
    control = _control(law, example, fields, steps, deals)
    if not any(_expects(step) for step in steps):
        raise example.error("nothing is expected", "play")
    return _case(
        law,
        example,
        kind,
        setup=setup,
        steps=steps,
        control=control,
    )


def _setup(law: Law, example: Example, deals: Deals) -> Setup:
    """The match before its first deal. The deal names the dealer, and the seats if they vary."""
    name, first = ("", deals[""]) if "" in deals else next(iter(deals.items()))
    place = ("deals", name) if name else ("deal",)
    return Setup(
        players=_seats(law, example, first.players, *place),
        dealer=first.dealer,
        hand_number=first.hand_number,
    )


def _expects(step: Step) -> bool:
    """Whether an engine can fail the step, except by refusing an accepted action.

    Every answer matches a view or result without stated fields.
    """
    match step:
        case Act():
            return bool(step.refused)
        case Ask():
            return bool(step.answer != {})
        case _:
            assert_never(step)


def _deals(law: Law, example: Example, fields: DealingExample) -> dict[str, Dealt]:
    deals: dict[str, Dealt] = {}
    if fields.deal is not None:
        deal = dealt(law, example, fields.deal, "deal")
        if fields.swap is not None:
            deal, _ = _exchanged(example, deal, fields.swap, "swap")
        deals[""] = deal
    elif fields.swap is not None:
        raise example.error("'swap' without 'deal'", "swap")
    for name, words in fields.deals.items():
        deals[name] = dealt(law, example, words, "deals", name)
    if not deals:
        raise example.error("a play without a deal")
    return deals


def _control(
    law: Law, example: Example, fields: PlayedExample, steps: Sequence[Step], deals: Deals
) -> Control | None:
    refused = [place for place, step in enumerate(steps) if isinstance(step, Act) and step.refused]
    control = fields.control
    if control is None:
        if refused:
            raise example.error("a refused step without 'control'")
        return None
    if not refused:
        raise example.error("a control without a refused step", "control")
    if isinstance(control, str):
        if control != NEXT:
            raise example.error(f"'next' or a play expected, not {control!r}", "control")
        return _next_control(example, steps, refused)
    return Control(why=control.why, steps=_control_steps(law, example, control, dict(deals)))


def _next_control(example: Example, steps: Sequence[Step], refused: Sequence[int]) -> Control:
    """The play without its refused steps, up to the last action that answers one of them."""
    ends = [_next_accepted(example, steps, place) for place in refused]
    kept = (step for step in steps[: max(ends) + 1] if not (isinstance(step, Act) and step.refused))
    return Control(why=WHY_NEXT, steps=tuple(kept))


def _next_accepted(example: Example, steps: Sequence[Step], place: int) -> int:
    refused = steps[place]
    for later in range(place + 1, len(steps)):
        step = steps[later]
        if not isinstance(step, Act) or not isinstance(refused, Act) or step.refused:
            continue
        if step.by == refused.by:
            return later
    raise example.error("'control: next' needs a later accepted action of that seat", "control")


def _control_steps(
    law: Law, example: Example, control: ControlWords, deals: dict[str, Dealt]
) -> tuple[Step, ...]:
    if control.deal is not None:
        deals[""] = dealt(law, example, control.deal, "control", "deal")
    if control.swap is not None:
        if "" not in deals:
            raise example.error("'swap' without 'deal'", "control", "swap")
        deals[""], _ = _exchanged(example, deals[""], control.swap, "control", "swap")
    lines = script(law, example, control.play, "control", "play")
    due = _due(law, example, _setup(law, example, deals))
    steps = _steps(example, lines, deals, due, "control", "play")
    if any(isinstance(step, Act) and step.refused for step in steps):
        raise example.error("a control with a refused step", "control", "play")
    return steps


def _twin_case(law: Law, example: Example, fields: TwinExample) -> Case:
    deal = dealt(law, example, fields.deal, "deal")
    other, names = _exchanged(example, deal, fields.swap, "swap")
    acts = [deal.act()]
    twins = [other.act()]
    lines = script(law, example, fields.play, "play")
    setup = _setup(law, example, {"": deal})
    for step in _steps(example, lines, {}, _due(law, example, setup), "play", before=acts):
        if not isinstance(step, Act) or step.refused:
            raise example.error("a twin's play may have only accepted steps", "play")
        acts.append(step)
        twins.append(msgspec.structs.replace(step, do=exchanged_action(step.do, names)))
    blind = (fields.blind,) if isinstance(fields.blind, int) else fields.blind
    return _case(
        law,
        example,
        Kind.TWIN,
        setup=setup,
        steps=tuple(acts),
        twin=Twin(seats=blind, steps=tuple(twins)),
    )


def _question_case(law: Law, example: Example, fields: QuestionExample) -> Case:
    if fields.asks is not None:
        return _deck_case(law, example, fields, fields.asks)
    deals = _deals(law, example, fields)
    played = script(law, example, fields.play, "play") if fields.play.strip() else ()
    setup = _setup(law, example, deals)
    due = _due(law, example, setup)
    prefix = _steps(example, played, deals, due, "play")
    if not prefix:
        raise example.error("a play without a step", "play")
    if any(isinstance(step, Act) and step.refused for step in prefix):
        raise example.error("no step before the readings may be refused", "play")
    named = {name: deal for name, deal in deals.items() if name}
    outcomes: dict[str, tuple[Step, ...]] = {}
    for reading, tail in fields.readings.items():
        path = ("readings", reading)
        if not isinstance(tail, str):
            raise example.error("a play expected, because no deck is asked", *path)
        lines = script(law, example, tail, *path)
        outcomes[reading] = _steps(example, lines, named, due, *path, before=prefix)
    _check_alike(example, outcomes)
    return _case(
        law,
        example,
        Kind.QUESTION,
        setup=setup,
        steps=prefix,
        asks=fields.question,
        outcomes=outcomes,
    )


def _deck_case(law: Law, example: Example, fields: QuestionExample, asked: DeckAsked) -> Case:
    """The case of an example in which the deal itself differs by reading."""
    if fields.play or fields.deal or fields.deals or fields.swap:
        raise example.error("a question about a deck takes no play and no deal", "asks")
    question = {"what": asked.what, **_deck_question(law, example, asked, "asks")}
    outcomes: dict[str, tuple[Step, ...]] = {}
    for reading, dealt_deck in fields.readings.items():
        path = ("readings", reading)
        if isinstance(dealt_deck, str):
            raise example.error("hands and stock expected, because a deck is asked", *path)
        answer = _dealt_answer(law, example, dealt_deck, *path)
        outcomes[reading] = (Ask(what=asked.what, answer=answer),)
    return _case(
        law,
        example,
        Kind.QUESTION,
        question=question,
        asks=fields.question,
        outcomes=outcomes,
    )


def _check_alike(example: Example, outcomes: Mapping[str, Sequence[Step]]) -> None:
    """Check that all tails make the same requests, since an engine is never told the reading."""
    asked = {reading: [_request(step) for step in tail] for reading, tail in outcomes.items()}
    first = next(iter(asked), "")
    for reading, requests in asked.items():
        if requests != asked[first]:
            message = f"the steps under {reading} differ from those under {first}"
            raise example.error(message, "readings", reading)


def _request(step: Step) -> JSON:
    """A step without its result."""
    match step:
        case Act():
            return (step.by, step.do)
        case Ask():
            return (step.what, step.seat, step.depth)
        case _:
            assert_never(step)
