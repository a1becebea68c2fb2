"""Compare the JavaScript engine with the reference: ``python -m tests.beside [GAME…]``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

from meldcheck.engine.process import Engine, FaultError
from meldcheck.explore import EXPLORED
from meldcheck.explore.search import Exploration
from meldspec.games import NAMES

from ..explored import PAGE
from . import page
from .side import Beside, Tally, command


def line(game: str, tally: Tally) -> str:
    """How far the comparison of a game came, in one line."""
    counts = tally.counts
    whole = "every state of the table" if tally.whole else "there are more states"
    return (
        f"{game}: {counts.states:,} states, {counts.steps:,} steps, {counts.plays:,} plays, "
        f"{counts.requests:,} requests, {counts.refusals:,} refusals; {whole}; "
        f"{tally.seconds:.0f} s"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the games; 1 if there is a difference or the engine breaks the protocol."""
    parser = argparse.ArgumentParser(prog="python -m tests.beside", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games unless some are named")
    parser.add_argument("--most", type=int, metavar="N", help="compare the first N states")
    parser.add_argument(
        "--one-deal-of", type=int, metavar="N", help="of the deals play one of so many"
    )
    parser.add_argument("--write", action="store_true", help="write the numbers to the page")
    asked = parser.parse_args(arguments)
    if asked.write and (asked.games or asked.most or asked.one_deal_of):
        parser.error("the page has the whole tables of all games")
    wrong = False
    record = {}
    for game in asked.games or NAMES:
        table = EXPLORED[game].tables["small"]
        if asked.one_deal_of is not None:
            table = replace(table, one_deal_of=asked.one_deal_of)
        engine = Engine(command(game, table))
        beside = Beside(Exploration(EXPLORED[game], table), engine)
        try:
            tally = beside.run(asked.most)
        except FaultError as fault:
            print(f"{game}: {fault}", file=sys.stderr)
            wrong = True
            continue
        finally:
            engine.stop()
        for told in tally.told:
            print(told)
        if tally.different > len(tally.told):
            print(f"{tally.different - len(tally.told):,} more differences")
        print(line(game, tally), flush=True)
        wrong = wrong or tally.different > 0
        record[game] = tally.counts
    if asked.write and not wrong:
        page.write(record, PAGE)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
