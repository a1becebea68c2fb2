"""The page of versions: what is added, reworded, changed and withdrawn between two of them."""

from __future__ import annotations

from ..changed import Suite, page

OLD = Suite(
    "1.0.0",
    {"rummy.meld.set": "Three are a set.", "rummy.meld.gone": "Nothing."},
    {"rummy.meld.first"},
    {"rummy.meld.a": "1", "rummy.meld.b": "2", "rummy.meld.c": "3"},
)
NEW = Suite(
    "1.1.0",
    {"rummy.meld.set": "Three or four are a set.", "tongits.pot.ante-two": "Two chips."},
    {"rummy.meld.first", "rummy.meld.second"},
    {"rummy.meld.a": "1", "rummy.meld.b": "9", "tongits.pot.d": "4"},
)


def test_each_change_has_its_line() -> None:
    _, _, section = page([OLD, NEW], {"rummy.meld.set", "rummy.meld.second"}).partition(
        "## 1.1.0, after 1.0.0"
    )
    assert section.strip().splitlines() == [
        "- **Clauses added: 1.** Tong-its 1. `tongits.pot.ante-two`.",
        "- **Clauses reworded: 1.** Rummy 1.",
        "  - {law:clause}`rummy.meld.set`: Three or four are a set. (Before: Three are a set.)",
        "- **Clauses withdrawn: 1.** Rummy 1. `rummy.meld.gone`.",
        "- **Questions added: 1.** Rummy 1.",
        "  - {law:argument}`rummy.meld.second`",
        "- **Cases added: 1.** Tong-its 1. `tongits.pot.d`.",
        "- **Cases changed: 1.** Rummy 1. `rummy.meld.b`.",
        "- **Cases withdrawn: 1.** Rummy 1. `rummy.meld.c`.",
    ]
