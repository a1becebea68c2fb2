"""A small but complete law on disk, for the tests of documents, cases and lint."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

from meldcheck.games import MEASURES
from meldcheck.games.measure import Measure
from meldspec.games import GAMES
from meldspec.wire import GameWire

CHAPTER: Final = "spec/tongits/turn.md"
SHOWDOWN: Final = "spec/tongits/showdown.md"
SOURCE: Final = "spec/sources/page.toml"
RECEIPT: Final = "spec/sources/verified.toml"
FLAGS: Final = "spec/tongits/flags.toml"

DEAL: Final = """\
deal:
  dealer: 0
  hands:
    - 4S 5S 6S AC 2H 4D 5D 6C 6D 7H TH TS JD
    - 7C 7D AD 3D 4C 5H 6H 8C 8H 8S QC QH
    - AH 2C 2D 2S 3C 3H 5C 9H 9S JH KC KS
  stock: 7S KD QS TC JC QD KH 4H 9C 3S 9D AS 8D TD JS
"""

DOCUMENT: Final = f"""\
# Turns

Seats play one after the other.

```{{clause}} tongits.turn.to-act
kind: condition
level: rule
text: Only the seat that is asked may act.
refusal: Another seat is asked.
sources:
  page: {{says: [S1]}}
```

```{{example}} The second seat waits for the dealer
id: tongits.turn.second-seat-waits
clauses: [tongits.turn.to-act]
flags: [out-of-turn]
{DEAL}play: |
  1 draw -> refused tongits.turn.to-act
  0 expose 4S 5S 6S
  ? view 1 {{melds: [{{owner: 0, cards: 6S 5S 4S}}], hand_sizes: [10, 12, 12]}}
  0 discard AC
  1 draw
control: next
```

```{{example}} The dealer does not act twice
id: tongits.turn.dealer-once
clauses: [tongits.turn.to-act]
deal: as tongits.turn.second-seat-waits
swap: AC KD
play: |
  0 discard KD
  0 discard 4S -> refused tongits.turn.to-act
control:
  why: the same play, and the next seat plays
  play: |
    0 discard KD
    1 draw
    1 discard 7S
```

```{{clause}} tongits.turn.price
kind: payment
level: rule
text: A win is paid for.
sources:
  page: {{implies: [S2]}}
questions: [tie_three_way]
```

```{{example}} Both losers pay for a win without a comparison
id: tongits.turn.two-pay
clauses: [tongits.turn.price]
kind: settle
facts: {{end: draw, winner: 1, caller: 1}}
hands: [KD 4C, 2H, 9H 9S 9D]
melds: [{{owner: 1, cards: 7C 7D 7H}}, {{owner: 2, cards: 9C TC JC QC, laid_by: [1, 2, 2, 2]}}]
answer: {{payments: [-2, 3, -1], burned: [0], deadwood: [14, 2, 0]}}
working:
  - "seat 0 pays: win 1 + burned 1 = 2"
  - "seat 2 pays: win 1 = 1"
  - "seat 0 deadwood: KD 10 + 4C 4 = 14; melds none"
  - "seat 1 deadwood: 2H 2 = 2"
  - "seat 2 deadwood: none = 0; melds 9H 9S 9D"
```

```{{clause}} tongits.turn.kinds
kind: definition
level: convention
text: Sets and runs are melds.
sources: {{}}
```

```{{example}} Three of a rank are a set
id: tongits.turn.three
clauses: [tongits.turn.kinds]
kind: meld
rows: {{sevens: 7c 7♦ 7H -> set, tens: TC 10D JH -> none}}
```

```{{question}} tongits.showdown.tie-three-way
kind: gap
status: option
asks: Which of them is it?
readings:
  next_after_caller: the first after the caller
  last_to_challenge: the last who challenged
default: next_after_caller
reason: It is what the page says.
sources:
  page: {{says: {{next_after_caller: [S1]}}}}
clauses: [tongits.turn.price]
```
"""

FIXED_QUESTION: Final = """\
```{question} tongits.turn.direction
kind: variation
status: fixed
asks: Which of them is it?
readings:
  to_the_left: turns pass to the left
  to_the_right: turns pass to the right
  as_agreed: turns pass as the seats agree
default: to_the_left
reason: It is common.
sources:
  page: {lost: true}
unplayable: {as_agreed: "it needs an agreement before the deal, as tongits.turn.kinds has none"}
alive-when:
  - {showdown.tie_three_way: [last_to_challenge]}
  - {showdown.tie_three_way: [next_after_caller], turn.direction: [to_the_left, to_the_right]}
fixed: Seats have numbers, so no outcome differs.
clauses: [tongits.turn.kinds]
```
"""

WITH_FIXED_QUESTION: Final = (
    (
        CHAPTER,
        "```{clause} tongits.turn.kinds",
        f"{FIXED_QUESTION}\n```{{clause}} tongits.turn.kinds",
    ),
    (CHAPTER, "sources: {}", "sources: {}\nquestions: [direction]"),
)
"""The changes that add a fixed question."""

POT: Final = "spec/tongits/pot.md"
POT_CHAPTER: Final = """\
# The pot

```{question} tongits.pot.pot-wins-required
kind: variation
status: option
asks: Which of them is it?
readings:
  2: two wins in a row collect the pot
  3: three wins in a row collect the pot
default: 2
reason: It is common.
sources:
  page: {says: {3: [S2]}, implies: {2: [S1, S2]}}
alive-when: [{pot.pot_wins_required: [2, 3]}]
clauses: []
```
"""
"""A chapter whose question has numbers as readings."""

FLAG_LIST: Final = """\
[[flag]]
name = "out-of-turn"
description = "Lets any seat act."
effect = "A seat plays that is not asked."
"""

SENTENCES: Final = ("Wait until you are asked.", "Whoever wins is paid.")


def rows() -> str:
    """The rows of the one source."""
    head = 'id = "page"\ntitle = "A page"\ntext = "page.txt"\nchapters = ["tongits"]\n'
    clauses = ("tongits.turn.to-act", "tongits.turn.price")
    parts = [head]
    for number, (sentence, clause) in enumerate(zip(SENTENCES, clauses, strict=True), start=1):
        words = sentence.lower().strip(".").split()
        print_ = hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]
        parts.append(
            f'\n[[sentence]]\nat = "S{number}"\nsection = "All"\nordinal = {number}\n'
            f'words = {len(words)}\nfingerprint = "{print_}"\n'
            f'status = "clauses"\nclauses = ["{clause}"]\n'
        )
    return "".join(parts)


def verified() -> str:
    """The receipt for the rows of the one source."""
    listed, number = "", 0
    for row, sentence in enumerate(SENTENCES, start=1):
        words = sentence.lower().strip(".").split()
        print_ = hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]
        listed += f"S{row} {len(words)} {print_}\n"
        number += len(words)
    return (
        f'[page]\ntext = "{hashlib.sha256(b"").hexdigest()}"\nrows = {len(SENTENCES)}\n'
        f'words = {number}\nlisted = "{hashlib.sha256(listed.encode()).hexdigest()}"\n'
        "verified = 2001-02-03\n"
    )


def write_verified_law(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """The law of ``write_law``, and a receipt for its unchanged sentences."""
    text = verified()
    for name, old, new in changes:
        if name == RECEIPT:
            if old not in text:
                raise AssertionError(f"{old!r} is not in {name}")
            text = text.replace(old, new)
    spec = write_law(folder, *(change for change in changes if change[0] != RECEIPT))
    (folder / RECEIPT).write_text(text, encoding="utf-8")
    return spec


def write_law(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """Write the law with the changes ``(file, old, new)``, and return the folder of its documents.

    The question has its own chapter, because the id of a question names its chapter.
    """
    turn, question = DOCUMENT.split("```{question}")
    files = {
        CHAPTER: turn,
        SHOWDOWN: "# Showdown\n\n```{question}" + question,
        SOURCE: rows(),
        FLAGS: FLAG_LIST,
    }
    for name, old, new in changes:
        if old not in files[name]:
            raise AssertionError(f"{old!r} is not in {name}")
        files[name] = files[name].replace(old, new)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "spec"


class _WithOptions:
    def __init__(self, options: tuple[str, ...]) -> None:
        self.options = options

    def readings(self) -> dict[str, list[str | int]]:
        readings = GAMES["tongits"].readings()
        return {name: words for name, words in readings.items() if name in self.options}

    def __getattr__(self, name: str) -> object:
        return getattr(GAMES["tongits"], name)


def with_options(*options: str) -> GameWire:
    """The reference of a small law: a rule set can choose only these options."""
    return cast("GameWire", _WithOptions(options))


ANTES: Final = """\
# The pot

```{question} tongits.pot.ante-chips
kind: variation
status: option
asks: Which of them is it?
readings:
  2: each seat puts two chips into the pot
  1: each seat puts one chip into the pot
default: 2
reason: It is common.
sources:
  page: {says: {2: [S1]}}
clauses: []
witness: tongits.pot.ante-chips-differs
```

```{example} The pot holds six chips after the deal, or three
kind: question
id: tongits.pot.ante-chips-differs
question: tongits.pot.ante-chips
clauses: [tongits.turn.kinds]
deal: as tongits.turn.second-seat-waits
readings:
  2: |
    ? view 0 {pot: 6}
  1: |
    ? view 0 {pot: 3}
```
"""
"""A chapter whose question has numbers as readings, with its witness."""

FIRST_TURN: Final = """\
```{question} tongits.turn.dealer-first-turn-melds
kind: ambiguity
status: option
asks: Which of them is it?
readings:
  allowed: the dealer may lay melds before the first discard
  discard_only: the dealer only discards at first
default: allowed
reason: It is common.
sources:
  page: {says: {allowed: [S1]}}
clauses: [tongits.turn.dealer-first-turn-discards-only]
witness: tongits.turn.dealer-melds-or-not
```

```{clause} tongits.turn.dealer-first-turn-discards-only
kind: variation
level: convention
text: Under one reading the dealer only discards at first.
sources: {}
questions: [dealer_first_turn_melds]
```

```{example} The dealer lays a meld before the first discard, or may not
kind: question
id: tongits.turn.dealer-melds-or-not
question: tongits.turn.dealer-first-turn-melds
clauses: [tongits.turn.dealer-first-turn-discards-only]
deal: as tongits.turn.second-seat-waits
readings:
  allowed: |
    0 expose 4S 5S 6S
    ? view 1 {hand_sizes: [10, 12, 12]}
  discard_only: |
    0 expose 4S 5S 6S -> refused tongits.turn.dealer-first-turn-discards-only
    ? view 1 {hand_sizes: [13, 12, 12]}
```

"""

PRICE: Final = "spec/tongits/settlement.md"
PRICES: Final = """\
# Settlement

```{question} tongits.settlement.special-payment-level
kind: variation
status: option
asks: Which of them is it?
readings:
  3: tongits costs three chips
  2: tongits costs two chips
default: 3
reason: It is common.
sources:
  page: {says: {3: [S2]}}
clauses: []
witness: tongits.settlement.tongits-at-three-or-two
```

```{example} Tongits costs three chips, or two
kind: question
id: tongits.settlement.tongits-at-three-or-two
question: tongits.settlement.special-payment-level
clauses: [tongits.turn.price]
deal:
  dealer: 0
  hands:
    - 7C 7D 7H 9H TH JH 4S 5S 6S QC QD QS KD
    - AC 2C 4C 5C 8C TC 2D 4D 6D 9D JD 3S
    - 3C 6C 9C JC KC AD 3D 5D 8D TD 2S 7S
  stock: AH 2H 3H 4H 5H 6H 8H QH KH AS 8S 9S TS JS KS
play: |
  0 call-tongits discarding KD
readings:
  3: |
    ? result {winner: 0, payments: [8, -4, -4]}
  2: |
    ? result {winner: 0, payments: [6, -3, -3]}
working:
  - "3: seat 1 pays: tongits 3 + burned 1 = 4"
  - "3: seat 2 pays: tongits 3 + burned 1 = 4"
  - "2: seat 1 pays: tongits 2 + burned 1 = 3"
  - "2: seat 2 pays: tongits 2 + burned 1 = 3"
```
"""

DECK: Final = "spec/tongits/deal.md"
DECKS: Final = """\
# The deal

```{question} tongits.deal.deal-pattern
kind: gap
status: option
asks: Which of them is it?
readings:
  one_at_a_time: single cards in turn
  packets_then_extra: twelve cards at once, and one more for the dealer
default: one_at_a_time
reason: It is common.
sources:
  page: {says: {one_at_a_time: [S1]}}
clauses: []
witness: tongits.deal.deal-pattern-differs
```

```{example} Single cards and packets make different hands
kind: question
id: tongits.deal.deal-pattern-differs
question: tongits.deal.deal-pattern
clauses: [tongits.turn.kinds]
asks:
  what: deal
  dealer: 0
  deck: >-
    AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD
    AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
readings:
  one_at_a_time:
    hands:
      - AC 4C 7C TC KC 3D 6D 9D QD 2H 5H 8H JH
      - 2C 5C 8C JC AD 4D 7D TD KD 3H 6H 9H
      - 3C 6C 9C QC 2D 5D 8D JD AH 4H 7H TH
    stock: QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
  packets_then_extra:
    hands:
      - AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC JH
      - KC AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD
      - QD KD AH 2H 3H 4H 5H 6H 7H 8H 9H TH
    stock: QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
```
"""

ASKED: Final = ("pot.ante_chips", "settlement.special_payment_level", "deal.deal_pattern")
"""The options whose questions stand in these chapters; ``FIRST_TURN`` has one more."""
ASKING_GAME: Final[GameWire] = with_options(*ASKED, "turn.dealer_first_turn_melds")
ASKING: Final = {POT: ANTES, PRICE: PRICES, DECK: DECKS}
"""By file, the chapters that have a question with its witness."""


def write_asking_law(folder: Path, *changes: tuple[str, str, str]) -> Path:
    """Write the small law with questions that have witnesses, in place of the one without."""
    before = "```{clause} tongits.turn.kinds"
    spec = write_verified_law(
        folder,
        (CHAPTER, before, FIRST_TURN + before),
        (CHAPTER, "\nquestions: [tie_three_way]", ""),
        *(change for change in changes if change[0] not in ASKING),
    )
    (folder / SHOWDOWN).unlink()
    for name, text in ASKING.items():
        for changed, old, new in changes:
            if changed == name:
                if old not in text:
                    raise AssertionError(f"{old!r} is not in {name}")
                text = text.replace(old, new)
        (folder / name).write_text(text, encoding="utf-8")
    return spec


def measures(cases: int = 5, ends: tuple[str, ...] = ()) -> dict[str, Measure]:
    """The measure of Tong-its alone, which expects only the few cases of the small law."""
    tongits = MEASURES["tongits"]
    return {"tongits": replace(tongits, least_cases=cases, least_by_hand=5, ends=ends)}
