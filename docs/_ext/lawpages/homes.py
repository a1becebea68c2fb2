"""Parts of the home of a game: the picture of a turn, and the questions that are argued most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final

from docutils import nodes

from lawpages.book import ARGUMENTS, Book, asked, place_of, rulebook_of
from lawpages.elements import el, link, page_link, paragraph
from lawpages.options import options_of
from lawpages.origins import order_of_signs
from lawpages.plays import ACTIONS, PHASES
from lawpages.refusals import address_of
from lawpages.stands import cells, legend, most_disputed_first
from lawpages.ways import Way, phases_of, ways_of
from meldcheck.games import title_of
from meldcheck.law.clauses import Law, Question

MOST_ARGUED: Final = 10
"""The number of questions on the home of a game."""

CHANCE_DOES: Final = {
    "cut": "the cards are cut",
    "deal": "the cards are dealt",
    "reshuffle": "cards are shuffled",
    "refill": "cards are added",
}
"""By action of chance: the words for it."""


def turn_picture(book: Book, law: Law) -> Iterator[nodes.Node]:
    """The phases of a game in their order, each with its actions and where these lead."""
    ways = ways_of(book, law)
    reached = {way.phase for way in ways} | {way.after for way in ways}
    boxes = [
        _phase(law.game, phase, [way for way in ways if way.phase == phase])
        for phase in phases_of(law.game)
        if phase in reached
    ]
    title = f"The phases of {title_of(law.game)}, and what leads from one to another"
    yield el("ol", *boxes, css="turn-picture", aria_label=title)
    yield paragraph(
        f"Made from {sum(ways.values())} accepted actions of the cases by the default rules. "
        "Each action leads to its conditions.",
        css="aside",
    )


def _phase(game: str, phase: str, ways: Sequence[Way]) -> nodes.Node:
    actions = dict.fromkeys(way.action for way in ways)
    moves = (_move(game, [way for way in ways if way.action == one]) for one in actions)
    css = "phase by-chance" if any(way.by_chance for way in ways) else "phase"
    name = el("p", _heard("phase: "), el("span", PHASES[phase]), css="phase-name")
    return el("li", name, el("ul", *moves), css=css)


def _heard(words: str) -> nodes.Node:
    """Words for those who hear the page, or read it as text."""
    return el("span", words, css="heard")


def _move(game: str, ways: Sequence[Way]) -> nodes.Node:
    """An action with the phases to which it leads."""
    action = ways[0].action
    name: nodes.Node
    if ways[0].by_chance:
        name = el("span", CHANCE_DOES[action], css="move")
    else:
        name = el("a", ACTIONS[action][0], css="move", href=address_of(game, action))
    afters = dict.fromkeys(way.after for way in ways)
    after = (_end([way for way in ways if way.after == one]) for one in afters)
    ends = (el("li", _heard("then: "), one) for one in after)
    return el("li", name, el("ul", *ends))


def _end(ways: Sequence[Way]) -> str:
    """The phase to which some ways lead, and whether another seat acts there."""
    way = ways[0]
    others = not way.by_chance and not any(one.same_actor for one in ways)
    if way.after == way.phase:
        return "another seat" if others else "the same seat goes on"
    if way.after == "over" or not others or way.after in CHANCE_DOES:
        return PHASES[way.after]
    return f"another seat: {PHASES[way.after]}"


def rules_to_print(_book: Book, law: Law) -> Iterator[nodes.Node]:
    """The way to the rulebook of a game."""
    yield el("p", page_link(rulebook_of(law.game), "Print the rules"))


def most_argued(book: Book, law: Law) -> Iterator[nodes.Node]:
    """The questions on which sources are furthest apart, with who says what."""
    found = chain.from_iterable(most_disputed_first(book, law.game).values())
    rows = [_argued(book, law, one) for one in islice(found, MOST_ARGUED)]
    yield legend()
    yield el("table", el("tbody", *rows), css="law most-argued")
    words = f"All {len(law.questions)} questions, and who says what"
    order = order_of_signs(book, law.profiles)
    yield el("p", link("argument", law.game, words), f". {order}")
    some = page_link(f"options-{law.game}", f"{len(options_of(law))} of the questions are options")
    yield el("p", some, ": their reading can be chosen. The others have one fixed reading.")


def _argued(book: Book, law: Law, question: Question) -> nodes.Node:
    there = f"{ARGUMENTS}/{place_of(question)}.html"
    here = el("span", question.readings[question.default], css="aside")
    return el(
        "tr",
        el("th", el("a", asked(question), href=there), here, scope="row"),
        el("td", el("span", cells(book, question, law.profiles), css="stands")),
    )
