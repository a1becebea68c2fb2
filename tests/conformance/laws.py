"""A small law on disk, whole in itself, for the tests of documents, cases and lint."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

CHAPTER: Final = "spec/tongits/turn.md"
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
```

```{{example}} Both losers pay for a win without a comparison
id: tongits.turn.two-pay
clauses: [tongits.turn.price]
kind: settle
facts: {{end: draw, winner: 1, caller: 1}}
hands: [KD 4C, 2H, 9H 9S 9D]
melds: [{{owner: 1, cards: 7C 7D 7H}}, {{owner: 2, cards: TC JC QC, laid_by: [2, 1, 2]}}]
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
readings:
  next_after_caller: the first after the caller
  last_to_challenge: the last who challenged
default: next_after_caller
reason: It is what the page says.
sources:
  page: {{says: [next_after_caller], at: [S1]}}
clauses: [tongits.turn.price]
```
"""

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
    """The law as ``write_law`` has it, and the receipt of its unchanged sentences."""
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
    """The law in a folder, with ``(file, old, new)`` changed; the folder of its documents.

    The question stands in its own chapter, as its id demands.
    """
    turn, question = DOCUMENT.split("```{question}")
    files = {
        CHAPTER: turn,
        "spec/tongits/showdown.md": "# Showdown\n\n```{question}" + question,
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
