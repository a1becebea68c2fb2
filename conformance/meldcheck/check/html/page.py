"""The page: each cause with its shortest play to step through, then what no cause explains.

It loads nothing, and is readable without its script: then every step stands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from meldcheck.check.causes import Cause, Trait
from meldcheck.check.html.frames import Frame, View, frames
from meldcheck.check.judge import Outcome, Status
from meldcheck.check.report import (
    FAILURES_SHOWN,
    NO_READINGS,
    Report,
    absent_fields,
    facts_of,
    failing_of,
    failures_alike,
    first_line,
    flags_alike,
    in_words,
    judged_of,
    judgement_lines,
    left_out_lines,
    near_clauses,
    play_lines,
    players_lines,
    scope_lines,
    shortest_near,
    titled,
    unneeded_lines,
)
from meldcheck.engine.process import called, printable
from meldcheck.words.lines import counted

_HERE: Final = Path(__file__).parent
_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_RED: Final = ("D", "H")
_FACTS: Final = ("stock_size", "pot", "hand_number", "turn", "wild", "draws")
"""Fields of a view that are told in a line, with their names."""
_DISCARDS_SHOWN: Final = 6


def as_html(report: Report) -> bytes:
    """The report as the content of a file."""
    name = printable(called(report.engine))
    page = Element("html", lang="en")
    head = SubElement(page, "head")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    _add(head, "title", f"{name}: meldspec check")
    _add(head, "style", (_HERE / "page.css").read_text(encoding="utf-8"))
    body = SubElement(page, "body")
    main = SubElement(body, "main")
    _add(main, "h1", name)
    _summary(main, report)
    _causes(main, report)
    _known(main, report)
    _everything(main, report)
    scripts = ((_HERE / name).read_text(encoding="utf-8") for name in ("stepper.js", "page.js"))
    _add(body, "script", "".join(scripts))
    text: bytes = tostring(page, encoding="utf-8", method="html")
    return b"<!doctype html>\n" + text + b"\n"


def _add(parent: Element, tag: str, text: str, **attributes: str) -> Element:
    attributes = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    made = SubElement(parent, tag, attributes)
    made.text = text
    return made


def _summary(parent: Element, report: Report) -> None:
    failing = failing_of(report)
    if failing:
        explained = report.explained
        causes = () if explained is None else explained.causes
        told = {name for cause in causes for name in cause.explained}
        left = sum(outcome.case.id not in told for outcome in failing)
        found = first_line(len(causes), len(failing), left)
        unasked = f"{counted(len(failing), 'case')} failing. Causes were not looked for."
        _add(parent, "p", unasked if explained is None else found, class_="lead")
        _add(parent, "p", "Tables are drawn as the reference plays.", class_="quiet")
    listed = SubElement(parent, "ul")
    scope = [*scope_lines(report)][1:]
    for line in (*left_out_lines(report.outcomes), *players_lines(report), *scope):
        _add(listed, "li", line)
    unneeded = [*unneeded_lines(report)]
    if unneeded:
        _add(parent, "h2", "No longer failing: take these off the list of known failures")
        entries = SubElement(parent, "ul")
        for line in unneeded:
            _add(entries, "li", line)


# ── causes ───────────────────────────────────────────────────────────────────────────────────────


def _causes(parent: Element, report: Report) -> None:
    failing = failing_of(report)
    causes = report.explained.causes if report.explained is not None else ()
    for number, cause in enumerate(causes, start=1):
        explains = [one for one in failing if one.case.id in cause.explained]
        _cause(parent, report, number, cause, explains)
    told = {name for cause in causes for name in cause.explained}
    left = [one for one in failing if one.case.id not in told]
    alike = flags_alike(report, left)
    if alike:
        section = SubElement(parent, "section")
        _add(section, "h2", "Without a known cause, but much like these mistakes")
        listed = SubElement(section, "ul")
        for one in alike:
            words = f"{one.flag.description} {one.flag.effect}"
            _add(listed, "li", f"{one.flag.name} ({one.share} fail): {words}")
    for (game, kind), some in failures_alike(report, left):
        section = SubElement(parent, "section")
        _add(section, "h2", f"No known cause ({counted(len(some), 'case')} of {game}): {kind}")
        near = near_clauses(some, judged_of(report, game))
        for clause, cases in near:
            _clause(section, report, [clause], f"near, in {cases}: ")
        absent = absent_fields(some)
        if absent:
            never = f"The engine gives no {' and no '.join(absent)} here."
            _add(section, "p", f"{never} meldspec doctor tells what an engine never gives.")
        first = shortest_near(some, near)
        _shortest(section, report, [first, *(one for one in some if one is not first)])


def _cause(
    parent: Element, report: Report, number: int, cause: Cause, explains: Sequence[Outcome]
) -> None:
    entry = cause.entry
    section = SubElement(parent, "section", id=f"cause-{number}")
    cases = counted(len(cause.explained), "case")
    _add(section, "h2", f"Cause {number} ({cases}): {in_words(entry)}")
    by_clause = entry.kind in (Trait.CONDITION, Trait.CONSEQUENCE)
    _clause(section, report, [entry.name] if by_clause else entry.clauses[:1])
    if cause.alike:
        others = "; or ".join(in_words(other) for other in cause.alike[:3])
        _add(section, "p", f"These cases are explained as well by: {others}.", class_="quiet")
    if cause.passing:
        _add(section, "p", f"Speaks against it: {', '.join(cause.passing[:3])}.", class_="quiet")
    _shortest(section, report, explains)


def _clause(parent: Element, report: Report, names: Iterable[str], how: str = "") -> None:
    notes = {note.id: note for note in report.manifest.clauses}
    for name in names:
        told = _add(parent, "p", how)
        _add(told, "code", name)
        if name in notes:
            note = notes[name]
            told[-1].tail = f" {note.text}"
            if note.citations:
                _add(parent, "p", "; ".join(note.citations), class_="quiet")


def _shortest(parent: Element, report: Report, some: Sequence[Outcome]) -> None:
    """The first of some failing cases with its play, and the names of all of them.

    If the first only asks about facts, the first that is played is shown, too.
    """
    outcome = some[0]
    _add(parent, "h3", titled(outcome.case))
    _play(parent, report, outcome)
    played = next((one for one in some if one.case.question is None), outcome)
    if played is not outcome:
        _add(parent, "h3", titled(played.case))
        _play(parent, report, played)
    if len(some) > 1:
        folded = SubElement(parent, "details")
        _add(folded, "summary", f"all {len(some)} cases")
        listed = SubElement(folded, "ul")
        for each in some:
            _add(listed, "li", titled(each.case))


def _known(parent: Element, report: Report) -> None:
    """The known failures by their reasons."""
    known = [one for one in report.outcomes if one.status is Status.KNOWN_FAILURE]
    if not known:
        return
    section = SubElement(parent, "section")
    _add(section, "h2", f"Known failures ({counted(len(known), 'case')})")
    for reason in dict.fromkeys(one.reason for one in known):
        some = [one for one in known if one.reason == reason]
        folded = SubElement(section, "details")
        _add(folded, "summary", f"{reason} ({counted(len(some), 'case')})")
        listed = SubElement(folded, "ul")
        for each in some:
            _add(listed, "li", titled(each.case))


# ── a play ───────────────────────────────────────────────────────────────────────────────────────


def _play(parent: Element, report: Report, outcome: Outcome) -> None:
    """A play to step through, or its text where there are no steps to show."""
    game = outcome.case.game
    readings = report.rules[game].readings if game in report.rules else NO_READINGS
    found = frames(outcome, readings)
    if outcome.case.question is not None:
        _facts_asked(parent, outcome)
        return
    if not found:
        usual = report.manifest.defaults.get(game, NO_READINGS)
        _add(parent, "pre", "\n".join(map(printable, play_lines(outcome, usual))))
        return
    stepper = SubElement(
        parent, "div", {"class": "stepper", "tabindex": "0", "role": "group", "aria-label": "play"}
    )
    for number, frame in enumerate(found, start=1):
        _frame(stepper, frame, number, len(found))
    _wrong(parent, outcome)


def _wrong(parent: Element, outcome: Outcome) -> None:
    """What was expected of the engine, and what came."""
    told = (printable(line.strip()) for line in judgement_lines(outcome))
    _add(parent, "pre", "\n".join(told), class_="wrong")


def _facts_asked(parent: Element, outcome: Outcome) -> None:
    """The facts of a question without a play, with their cards."""
    drawn = SubElement(parent, "div", {"class": "facts"})
    told: list[str] = [f"asked: {outcome.case.what}"]
    for fact in facts_of(outcome.case, outcome.part):
        if fact.cards is None:
            told.append(f"{fact.label} {fact.text}")
        else:
            _cards(_row(drawn, fact.label, fact.text), fact.cards)
    _add(drawn, "p", " · ".join(told), class_="quiet")
    _wrong(parent, outcome)


def _frame(parent: Element, frame: Frame, number: int, of: int) -> None:
    last = " last" if number == of else ""
    drawn = SubElement(parent, "div", {"class": f"frame{last}"})
    _add(drawn, "p", f"{number} of {of}: {frame.says}", class_="step")
    if frame.refused:
        _add(drawn, "p", f"must be refused by {', '.join(frame.refused)}", class_="refused")
    public = frame.views[0]
    _facts(drawn, public)
    for view, counts in zip(frame.views, frame.deadwood, strict=True):
        _seat(drawn, view, counts)
    _laid(drawn, frame.views)
    if frame.ends:
        _add(drawn, "p", "\n".join(frame.ends), class_="ends")


def _facts(parent: Element, public: View) -> None:
    told = [f"phase {public['phase']}"]
    told += [
        f"{name.replace('_', ' ').replace(' size', '')} {public[name]}"
        for name in _FACTS
        if public.get(name) is not None
    ]
    if public.get("caller") is not None:
        told.append(f"called by seat {public['caller']}")
    told += [f"seat {seat} answers {answer}" for seat, answer in public.get("answers") or ()]
    _add(parent, "p", " · ".join(told), class_="quiet")
    if "discard" in public:
        pile: list[str] = public["discard"]
        row = _row(parent, "discard pile")
        if len(pile) > _DISCARDS_SHOWN:
            _add(row, "span", f"{len(pile) - _DISCARDS_SHOWN} more, then", class_="quiet")
        _cards(row, pile[-_DISCARDS_SHOWN:])


def _seat(parent: Element, view: View, deadwood: int | None) -> None:
    seat = view["seat"]
    marks = ["to act"] * (seat in view["to_act"]) + ["dealer"] * (view["dealer"] == seat)
    for name in ("chips", "scores"):
        if name in view:
            marks.append(f"{view[name][seat]} {'points' if name == 'scores' else name}")
    marks += [] if deadwood is None else [f"deadwood {deadwood}"]
    row = _row(parent, f"seat {seat}", ", ".join(marks))
    _cards(row, view["hand"])


def _laid(parent: Element, views: Sequence[View]) -> None:
    """The melds on the table; a hidden one as its owner sees it."""
    for place, meld in enumerate(views[0].get("melds", ())):
        owner = meld["owner"]
        row = _row(parent, f"meld of seat {owner}", "face down" if meld.get("face_down") else "")
        _cards(row, views[owner]["melds"][place]["cards"])
    for cards in views[0].get("table", ()):
        _cards(_row(parent, "meld"), cards)


def _row(parent: Element, name: str, more: str = "") -> Element:
    row = SubElement(parent, "div", {"class": "row"})
    label = _add(row, "span", name, class_="label")
    if more:
        _add(label, "span", f" {more}", class_="quiet")
    return row


def _cards(parent: Element, cards: Sequence[str]) -> None:
    for card in cards:
        rank, suit = card[-2:-1] or card, card[-1]
        if card == "*":
            _add(parent, "span", "★", class_="card", title="joker")
            continue
        red = " red" if suit in _RED else ""
        joker = " joker" if card.startswith("*") else ""
        made = _add(
            parent,
            "span",
            f"{'10' if rank == 'T' else rank}{_SIGNS.get(suit, suit)}",
            class_=f"card{red}{joker}",
        )
        made.set("title", f"{'a joker as ' if joker else ''}{rank} of {_SUITS.get(suit, suit)}")


# ── everything ───────────────────────────────────────────────────────────────────────────────────


def _everything(parent: Element, report: Report) -> None:
    """How many cases have which status, and each failing case as text."""
    _add(parent, "h2", "How many cases")
    wide = {"class": "table-box", "role": "region", "tabindex": "0", "aria-label": "How many cases"}
    table = SubElement(SubElement(parent, "div", wide), "table")
    head = SubElement(SubElement(table, "thead"), "tr")
    shown = [status for status in Status if report.totals[status]]
    for name in ("game", *(status.value for status in shown)):
        _add(head, "th", name)
    rows = SubElement(table, "tbody")
    for game, counts in _by_game(report).items():
        row = SubElement(rows, "tr")
        for cell in (game, *(str(counts.get(status, 0)) for status in shown)):
            _add(row, "td", cell)
    failing = failing_of(report)
    if failing:
        _add(parent, "h2", "Every failing case, in full")
    for outcome in failing[:_TOLD]:
        folded = SubElement(parent, "details")
        _add(folded, "summary", titled(outcome.case))
        usual = report.manifest.defaults.get(outcome.case.game, NO_READINGS)
        _add(folded, "pre", "\n".join(map(printable, play_lines(outcome, usual))))
    if len(failing) > _TOLD:
        _add(parent, "p", f"{len(failing) - _TOLD} more failing cases stand in the JSON report.")


_TOLD: Final = 20 * FAILURES_SHOWN
"""Number of failing cases that are told as text."""


def _by_game(report: Report) -> dict[str, Mapping[Status, int]]:
    counts: dict[str, dict[Status, int]] = {}
    for outcome in report.outcomes:
        own = counts.setdefault(outcome.case.game, {})
        own[outcome.status] = own.get(outcome.status, 0) + 1
    return dict(counts)
