"""Words of players for the search: those that the documents do not use, forms, and small words."""

from __future__ import annotations

from typing import Final

SAID: Final[dict[str, tuple[str, ...]]] = {
    # Tong-its
    "bahay": ("meld tongits",),
    "balay": ("meld tongits",),
    "bunot": ("draw tongits",),
    "buo": ("meld tongits",),
    "escalera": ("long run",),
    "fight": ("call draw", "challenge"),
    "jackpot": ("collect pot",),
    "paksiw": ("burned",),
    "quadra": ("four tongits",),
    "sapaw": ("lay off tongits",),
    "sunog": ("burned",),
    "tapon": ("discard tongits",),
    "two hits": ("collect pot",),
    # every table
    "add": ("lay off",),
    "announce": ("say",),
    "at end": ("left over",),
    "at the end": ("left over",),
    "bet": ("ante",),
    "bonus": ("paid", "earn", "worth"),
    "central stack": ("stock",),
    "concealed": ("hand",),
    "connect": ("lay off",),
    "count": ("points",),
    "dealer": ("deal",),
    "deck pile": ("stock",),
    "deck": ("pack", "stock"),
    "declare": ("say",),
    "draw pile": ("stock",),
    "dump": ("discard",),
    "duplicate": ("alike", "same"),
    "empty": ("used up", "gone", "run out", "exhaustion"),
    "extend": ("lay off", "longer"),
    "five cards": ("more than four",),
    "false": ("illegal", "may not"),
    "four of a kind": ("four",),
    "go down": ("lay", "expose"),
    "how many players": ("unsupported sizes", "want to play"),
    "identical": ("alike", "same"),
    "illegal": ("may not", "not all melds"),
    "join": ("become one", "bridge"),
    "lay down": ("lay", "expose"),
    "layoff": ("lay off",),
    "limit": ("threshold", "most"),
    "manipulate": ("rearrange",),
    "meld": ("set", "run"),
    "minimum": ("low", "least"),
    "money": ("chips",),
    "negative": ("lose", "less than zero"),
    "opponent": ("mine",),
    "penalty": ("pay",),
    "pick up": ("take",),
    "pile": ("discards",),
    "player": ("play", "us"),
    "points": ("count", "score"),
    "put down": ("lay", "expose"),
    "quads": ("four",),
    "retract": ("take back",),
    "run out": ("used up", "gone", "empty", "exhaustion"),
    "see": ("look", "show", "know"),
    "sequence": ("run",),
    "stack": ("lay off",),
    "starting": ("begin", "first"),
    "straight": ("run",),
    "stub runs out": ("stub short", "stub too small"),
    "swap": ("replace",),
    "throw away": ("discard",),
    "throw back": ("discard",),
    "throw": ("discard",),
    "tie": ("together", "share"),
    "twice": ("again", "once more", "reuse"),
    "undo": ("take back",),
    "waste pile": ("discard pile",),
    "which cards are wild": ("schedule",),
    "withdraw": ("take back",),
    "wrong": ("illegal", "may not"),
}
"""By word or phrase: what may stand for it.  All words of one of these phrases must be found."""

FIGURES: Final = "one two three four five six seven eight nine ten eleven twelve thirteen"

FORMS: Final[dict[str, str]] = {
    **{str(figure): word for figure, word in enumerate(FIGURES.split(), 1)},
    "25": "twentyfive",
    "burnt": "burn",
    "dealt": "deal",
    "drawn": "draw",
    "drew": "draw",
    "gone": "go",
    "held": "hold",
    "j": "jack",
    "k": "king",
    "kept": "keep",
    "laid": "lay",
    "lost": "lose",
    "paid": "pay",
    "q": "queen",
    "said": "say",
    "shown": "show",
    "stole": "steal",
    "stolen": "steal",
    "taken": "take",
    "threw": "throw",
    "thrown": "throw",
    "tied": "tie",
    "ties": "tie",
    "took": "take",
    "went": "go",
    "won": "win",
}
"""By form of a word that no ending explains, and by figure and letter of a card: the word."""

SMALL: Final = (
    "a about after all also am an and any are as at be been before become but by can could did do "
    "does for from get gets had has have having he her his how i if in into is it its just many "
    "may me more much must my need needs no not now of on only or our should so still than that "
    "the their them then there they this to up us was we were what when where which who whom "
    "whose why will with would you your"
)
"""The words of a query that nothing need have; they only say which of two entries comes first."""
