"""Engines that are without some parts of a game: what is judged, what is not, and what is said."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner, Result

from meldcheck.check import parts
from meldcheck.check.causes import Deviation, Trait, explain
from meldcheck.check.declared import completed, read_declaration, unknown_parts
from meldcheck.check.judge import Outcome, Status, judge
from meldcheck.check.plan import CasePlan, plan_of, protocol_defaults
from meldcheck.check.script import Answers
from meldcheck.cli import main
from meldcheck.engine.process import Conversation, Request
from meldcheck.words.case import JSON, Act, Ask, Case, Kind, Step
from meldcheck.words.errors import SpecError
from meldcheck.words.messages import FORMS, parts_of
from meldcheck.words.protocol import Accepted, GamePlayed, Reply
from meldspec.games import GAMES
from tests import committed

from .forms import check_form
from .in_process import InProcess
from .standins import act, case, command, deal, write_suite

WHOLE: Final = GamePlayed(abilities=GAMES["tongits"].abilities)
OWN_PRICES: Final = GamePlayed(
    abilities=GAMES["tongits"].abilities,
    without={"settle": ("payments",), "result": ("payments", "pot", "pot_to"), "view": ("chips",)},
)
SUITE: Final = committed.suite()
SETTLED: Final = case(
    "settled", Kind.SETTLE, question={"end": "draw"}, answer={"payments": [1, -1], "burned": [1]}
)
PAID: Final = case("paid", Kind.SETTLE, question={"end": "draw"}, answer={"payments": [1, -1]})


def without(**names: tuple[str, ...]) -> GamePlayed:
    return GamePlayed(abilities=WHOLE.abilities, without=names)


def planned(one: Case, played: GamePlayed) -> CasePlan:
    return plan_of(one, SUITE.manifest.defaults, games={"tongits": played})


def told(one: Case, played: GamePlayed, answer: JSON) -> Outcome:
    """The outcome of a question on an engine with this answer."""
    said = planned(one, played).said
    heard: list[Reply] = [Accepted({"answer": answer})]
    return judge(one, said, Conversation(tuple(heard)))


# ── fields of answers ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ({"payments": [9, -9], "burned": [1]}, Status.PASS),
        ({"burned": [1]}, Status.PASS),
        ({"payments": [1, -1], "burned": [0]}, Status.FAIL),
        ({"payments": [1, -1]}, Status.FAIL),
        (None, Status.FAIL),
    ],
)
def test_an_engine_without_payments_is_judged_on_the_rest(answer: JSON, status: Status) -> None:
    outcome = told(SETTLED, OWN_PRICES, answer)
    assert outcome.status is status
    assert outcome.left_out == ("settle.payments",)


def test_an_engine_that_says_nothing_is_judged_on_everything() -> None:
    outcome = told(SETTLED, WHOLE, {"payments": [9, -9], "burned": [1]})
    assert (outcome.status, outcome.left_out) == (Status.FAIL, ())
    assert planned(SETTLED, WHOLE).said == plan_of(SETTLED).said


def test_a_receipt_goes_with_the_payments() -> None:
    lines = [{"clause": "own", "from": 0, "to": 1, "chips": 77}]
    answer = {"burned": [1], "receipt": lines}
    assert told(SETTLED, OWN_PRICES, answer).status is Status.PASS
    assert told(SETTLED, without(settle=("deadwood",)), answer).status is Status.FAIL


def test_a_case_that_asks_for_nothing_else_does_not_apply() -> None:
    assert planned(PAID, WHOLE).reason is None
    assert (
        planned(PAID, OWN_PRICES).reason
        == "the engine is without all that is asked: settle.payments"
    )
    assert planned(SETTLED, OWN_PRICES).reason is None


def test_a_refused_step_is_left_of_a_play() -> None:
    steps: list[Step] = [deal(), act(1, "draw"), Ask(what="result", answer={"pot": 6})]
    refused = [*steps, act(1, "draw", "tongits.test.clause")]
    reason = "the engine is without all that is asked: result.pot"
    assert planned(case("pot", Kind.PLAY, *steps), OWN_PRICES).reason == reason
    assert planned(case("refused", Kind.PLAY, *refused), OWN_PRICES).reason is None


def test_a_part_of_one_answer_is_no_part_of_another() -> None:
    steps: list[Step] = [deal(), Ask(what="view", seat=0, answer={"pot": 6})]
    assert planned(case("seen", Kind.VIEW, *steps), without(result=("pot",))).reason is None
    assert planned(case("seen", Kind.VIEW, *steps), without(view=("pot",))).reason is not None


class OwnPrices:
    """The reference with prices of its own: all chips are different."""

    def __init__(self) -> None:
        self.engine: Final = InProcess(GAMES["tongits"])

    def converse(self, requests: Sequence[Request]) -> Conversation:
        heard = self.engine.converse(requests)
        return Conversation(tuple(self._priced(reply) for reply in heard.replies))

    @staticmethod
    def _priced(reply: Reply) -> Reply:
        if not isinstance(reply, Accepted) or not isinstance(reply.answer, dict):
            return reply
        own = {"payments": [7, 7, 7], "chips": [7, 7, 7], "pot": 7, "pot_to": 7, "receipt": None}
        answer = {name: own.get(name, part) for name, part in reply.answer.items()}
        return Accepted({**reply.more, "answer": answer})


def test_prices_of_its_own_are_no_failure_and_everything_else_is_judged() -> None:
    cases = [
        one
        for one in SUITE.cases
        if one.game == "tongits" and (one.kind is Kind.SETTLE or "settlement" in one.id)
    ]
    subject = OwnPrices()
    chips = without(
        result=("payments", "pot", "pot_to"), settle=("payments",), view=("chips", "pot")
    )
    statuses: dict[str, list[Status]] = {"whole": [], "without": []}
    for name, played in (("whole", WHOLE), ("without", chips)):
        for one in cases:
            plan = planned(one, played)
            if plan.reason is None:
                said = plan.said
                heard = subject.converse([exchange.request for exchange in said])
                statuses[name].append(judge(plan.case, said, heard).status)
    assert statuses["whole"].count(Status.FAIL) > 50
    assert set(statuses["without"]) == {Status.PASS}
    assert len(statuses["without"]) > 50


def test_a_pass_without_some_parts_tells_against_no_cause() -> None:
    signs = {SETTLED.id: "p0:aaaabbbb", PAID.id: "p0:aaaabbbb"}
    entry = Deviation("tongits", Trait.MISTAKE, "other prices", ("tongits.test.clause",), signs)
    failing = Outcome(PAID, Status.FAIL, reason="because")
    signs[PAID.id] = str(_sign(failing))
    passing = Outcome(SETTLED, Status.PASS)
    assert not explain([failing, passing], [entry]).causes
    partly = Outcome(SETTLED, Status.PASS, left_out=("settle.payments",))
    (cause,) = explain([failing, partly], [entry]).causes
    assert cause.passing == ()


def _sign(outcome: Outcome) -> str:
    from meldcheck.check.signs import sign_of

    return sign_of(outcome).text


# ── forms of actions ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("do", "name", "has"),
    [
        ({"type": "take", "with": ["7C", "7D"]}, "take", True),
        ({"type": "take", "with": ["7C", "7D"]}, "take.with", True),
        ({"type": "take", "with": ["7C", "7D"]}, "take.meld", False),
        ({"type": "take", "with": ["7C", "7D"]}, "take.none", False),
        ({"type": "take"}, "take.none", True),
        ({"type": "take", "with": []}, "take.none", True),
        ({"type": "take", "with": []}, "take.with", False),
        ({"type": "expose", "cards": ["9C"], "face_down": False}, "expose.face_down", False),
        ({"type": "expose", "cards": ["9C"], "face_down": True}, "expose.face_down", True),
        ({"type": "claim", "seat": 0, "card": "9C"}, "claim.seat", True),
        ({"type": "draw"}, "take", False),
    ],
)
def test_a_form_is_a_field_that_is_stated(do: dict[str, JSON], name: str, has: bool) -> None:
    assert parts.has_form(do, name) is has


def test_the_parts_of_a_game_follow_its_records() -> None:
    found = parts_of("tongits")
    assert {"payments", "pot", "pot_to", "winner", "receipt"} <= set(found["result"])
    assert set(found["settle"]) == {"payments", "burned", "deadwood"}
    assert "chips" in found["view"]
    assert set(found[FORMS]) == {
        *("call_draw", "draw", "take", "expose", "lay_off", "discard", "fold", "challenge"),
        *("take.with", "take.meld", "take.none", "expose.face_down"),
        *("call_tongits", "call_tongits.discard", "call_tongits.none"),
    }


CALL: Final = {"type": "call_tongits", "discard": "KD"}
LISTED: Final = case(
    "listed",
    Kind.LEGAL,
    deal(),
    Ask(what="legal", seat=0, answer=[CALL, {"type": "discard", "card": "KD"}]),
)


def legal(played: GamePlayed, *actions: dict[str, JSON]) -> Outcome:
    said = planned(LISTED, played).said
    replies = [Accepted({}), Accepted({}), Accepted({"answer": list(actions)}), Accepted({})]
    return judge(LISTED, said, Conversation(tuple(replies)))


def test_a_form_that_an_engine_lacks_is_not_missing_from_a_legal_list() -> None:
    discard = {"type": "discard", "card": "KD"}
    lacks = without(actions=("call_tongits.discard",))
    assert legal(WHOLE, discard).status is Status.FAIL
    found = legal(lacks, discard)
    assert (found.status, found.left_out) == (Status.PASS, ("actions.call_tongits.discard",))
    assert legal(lacks).status is Status.FAIL
    assert legal(lacks, discard, CALL).status is Status.FAIL
    assert legal(GamePlayed(WHOLE.abilities, actions=("discard",)), discard).status is Status.PASS


def test_a_legal_list_of_lacking_actions_only_does_not_apply() -> None:
    lacks = without(actions=("call_tongits", "discard"))
    assert planned(LISTED, lacks).reason == (
        "the engine is without all that is asked: actions.call_tongits, actions.discard"
    )


def test_a_play_with_a_form_that_an_engine_lacks_does_not_apply() -> None:
    one = case("called", Kind.PLAY, deal(), Act(by=0, do=CALL))
    reason = "the engine does not know the action call_tongits.discard"
    assert planned(one, without(actions=("call_tongits.discard",))).reason == reason
    assert planned(one, without(actions=("call_tongits.none",))).reason is None


def first_actions(one: Case) -> list[dict[str, JSON]]:
    counts = [step.answer for step in one.steps if isinstance(step, Ask)]
    return [do for count in counts for do, _ in count["by_action"]]


@pytest.mark.parametrize("name", ["lay_off", "expose.face_down"])
def test_counts_with_an_action_that_an_engine_lacks_do_not_apply(name: str) -> None:
    cases = [one for one in SUITE.cases if one.kind is Kind.PERFT and one.game == "tongits"]
    cases = [one for one in cases if planned(one, WHOLE).reason is None]
    reasons = {one.id: planned(one, without(actions=(name,))).reason for one in cases}
    lacking = {one.id for one in cases if reasons[one.id] is not None}
    assert {reasons[each] for each in lacking} == {f"the engine does not know the action {name}"}
    first = {one.id for one in cases if any(parts.has_form(do, name) for do in first_actions(one))}
    assert first <= lacking < set(reasons)
    plays = {one.id: [step for step in one.steps if isinstance(step, Act)] for one in cases}
    made = {
        each
        for each, steps in plays.items()
        if any(parts.has_form(step.do, name) for step in steps)
    }
    behind = lacking - first - made
    assert bool(behind) is (name == "lay_off"), "an action behind the first one counts, too"


# ── declarations ─────────────────────────────────────────────────────────────────────────────────


def test_hello_has_the_published_form_and_an_unknown_part_is_named() -> None:
    said = {"abilities": ["play"], "without": {"result": ["payments"], "actions": ["take.meld"]}}
    hello = {"seq": 1, "protocol": 1, "engine": {"name": "x"}, "games": {"tongits": said}}
    check_form(hello, "protocol-reply")
    assert not list(unknown_parts({"tongits": OWN_PRICES, "whist": without(result=("x",))}))
    for played, message in (
        (without(result=("payment",)), "no field of result 'payment'; did you mean payments?"),
        (
            without(results=("pot",)),
            "without has no 'results'; it has result, settle, view, actions",
        ),
        (without(actions=("take.melds",)), "no action 'take.melds'; did you mean take.meld?"),
    ):
        assert list(unknown_parts({"tongits": played})) == [f"tongits: {message}"]


TOML: Final = """\
[games.tongits]
abilities = ["settle"]

[games.tongits.options]
"showdown.tie_three_way" = ["last_to_challenge"]

[games.tongits.without]
settle = ["payments"]
"""


def test_a_declaration_wins_field_by_field(tmp_path: Path) -> None:
    file = tmp_path / "engine.toml"
    file.write_text(TOML, encoding="utf-8")
    declared = read_declaration(file)
    hello = GamePlayed(("play",), {"a": (1,)}, ("draw",), {"view": ("chips",)})
    assert completed({"tongits": hello}, declared)["tongits"] == GamePlayed(
        ("settle",),
        {"showdown.tie_three_way": ("last_to_challenge",)},
        ("draw",),
        {"settle": ("payments",)},
    )
    assert completed({}, declared)["tongits"].abilities == ("settle",)
    assert completed({"rummy": hello}, None) == {"rummy": hello}
    same = tmp_path / "engine.json"
    same.write_text(
        json.dumps(
            {
                "games": {
                    "tongits": {
                        "abilities": ["settle"],
                        "options": {"showdown.tie_three_way": ["last_to_challenge"]},
                        "without": {"settle": ["payments"]},
                    }
                }
            }
        ),
        encoding="utf-8",
    )
    assert read_declaration(same) == declared


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[games.tongit]\n", ":1: no game 'tongit'; did you mean tongits?"),
        ("[games.tongits]\nabilities = ['setle']\n", ":2: tongits: no ability 'setle'; did you"),
        ("[games.tongits]\n\nactions = ['take.meld']\n", ":3: tongits: no action 'take.meld'"),
        ("[games.tongits]\nability = []\n", ":2: tongits: no field 'ability'; did you mean"),
        (
            "[games.rummy]\nabilities = ['play']\n\n[games.tongits]\nabilities = 3\n",
            ":5: games.tongits.abilities: expected `array`, got `int`",
        ),
        (
            "[games.tongits.options]\ntie_three_way = [4.5]\n",
            ":2: games.tongits.options.tie_three_way: expected `int | str`, got `float`",
        ),
        ("games = 4\n", ":1: games: expected `object`, got `int`"),
        (
            "[games.tongits.without]\nresult = [\n 'payment',\n]\n",
            ":3: tongits: no field of result 'payment'; did you mean payments?",
        ),
        ("[games.tongits.without]\nresults = []\n", ":2: tongits: without has no 'results'"),
        (
            "[games.tongits.options]\ntie_three_wy = ['x']\n",
            ":2: tongits: no option 'tie_three_wy'",
        ),
        (
            "[games.tongits.options]\ntie_three_way = ['last']\n",
            ":2: tongits: showdown.tie_three_way has no reading 'last'",
        ),
        ("[games.tongits\n", ":1: this is not TOML"),
        ("", ": object missing required field `games`"),
    ],
)
def test_a_wrong_declaration_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "engine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        read_declaration(file)
    assert str(caught.value).startswith(f"{file}{message}")


WRONG_LATER = """{
 "games": {
  "tongits": {"abilities": ["play"]},
  "rummy": {
   %s
  }
 }
}"""


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ('"abilties": []', ":5: rummy: no field 'abilties'; did you mean abilities?"),
        ('"actions": ["play"]', ":5: rummy: no action 'play'"),
        ('"without": {"view": ["handd"]}', ":5: rummy: no field of view 'handd'; did you mean"),
        ('"abilities": [', ":6: not valid JSON"),
        ('"without": {"view": [4]}', ":5: games.rummy.without.view: expected `str`, got `int`"),
        ('"players": [2], "players": [3]', ": 'players' occurs twice"),
    ],
)
def test_a_wrong_declaration_in_json_has_its_line(tmp_path: Path, field: str, message: str) -> None:
    file = tmp_path / "engine.json"
    file.write_text(WRONG_LATER % field, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        read_declaration(file)
    assert str(caught.value).startswith(f"{file}{message}")


MISSPELT: Final = """
import json, sys
games = {"rummy": {"abilities": ["meld", "setle"], "options": {"match.match_en": ["points"]}},
         "three-thirteen": {"abilities": ["meld"], "options": {"tie": ["bogus", "shared"]}},
         "carousel": {"abilities": ["play"], "actions": ["draw", "rearange"]},
         "tong-its": {"abilities": ["meld"]}}
print(json.dumps({"seq": json.loads(input())["seq"], "ok": True, "protocol": 1,
    "engine": {"name": "x", "version": "1"}, "games": games}))
"""


def test_a_name_of_hello_that_is_unknown_is_told_and_the_run_goes_on(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(MISSPELT, encoding="utf-8")
    command_line = ["check", "--game", "rummy", "--tier", "smoke", "--", sys.executable]
    ran = CliRunner().invoke(main, [*command_line, str(engine)])
    assert [line for line in ran.stderr.splitlines() if "hello" in line] == [
        f"meldspec: the engine's hello, not known here: {told}"
        for told in (
            "rummy: no ability 'setle'; did you mean settle?",
            "rummy: no option 'match.match_en'; did you mean match.match_end?",
            "three-thirteen: match.tie has no reading 'bogus'; known: shared, most_hands_won",
            "carousel: no action 'rearange'; did you mean rearrange?",
            "no game 'tong-its'; did you mean tongits?",
        )
    ]
    assert "rummy" in ran.stdout


def check(folder: Path, name: str, *options: str) -> Result:
    arguments = ["check", "--suite", str(folder), *options, "--", *command(name)]
    return CliRunner().invoke(main, arguments)


SEEN: Final = case(
    "seen",
    Kind.VIEW,
    deal(),
    Ask(what="view", seat=0, answer={"hand": ["TD", "7C"], "stock_size": 2, "pot": 6}),
)
POT: Final = case("pot", Kind.VIEW, deal(), Ask(what="view", seat=0, answer={"pot": 6}))


def test_a_declaration_stands_in_for_hello_and_the_report_counts_what_it_costs(
    tmp_path: Path,
) -> None:
    folder = write_suite(tmp_path / "suite", [SEEN, POT])
    file = tmp_path / "engine.toml"
    file.write_text("[games.tongits.without]\nview = ['pot']\n", encoding="utf-8")
    assert check(folder, "Sound").exit_code == 1
    ran = check(folder, "Sound", "--declare", str(file))
    assert ran.exit_code == 0
    assert "not-applicable: 1 case: the engine is without all that is asked: view.pot" in ran.stdout
    assert "left out: 1 case of Tong-its judged without view.pot" in ran.stdout
    report = json.loads(check(folder, "Sound", "--declare", str(file), "--format", "json").stdout)
    assert {one["id"]: one["left_out"] for one in report["cases"]} == {
        POT.id: [],
        SEEN.id: ["view.pot"],
    }


def test_an_engine_says_itself_what_it_is_without(tmp_path: Path) -> None:
    folder = write_suite(tmp_path / "suite", [SEEN, POT])
    assert check(folder, "WithoutPot").exit_code == 0
    ran = check(folder, "WithoutSense")
    assert ran.exit_code == 2
    assert ran.stderr == (
        "meldspec: the engine's hello, tongits: no field of view 'pots'; did you mean pot?\n"
    )


PARTLY: Final = {
    "nothing": GamePlayed(abilities=()),
    "play": GamePlayed(abilities=("play", "legal")),
    "facts": GamePlayed(abilities=("meld", "deadwood", "settle")),
    "readings": GamePlayed(WHOLE.abilities, {"tie_three_way": ("last_to_challenge",)}),
    "actions": GamePlayed(WHOLE.abilities, actions=("draw", "discard", "expose", "take", "keep")),
    "forms": without(actions=("expose.face_down", "call_tongits.discard")),
}


@pytest.mark.parametrize("name", PARTLY)
def test_no_request_has_what_an_engine_does_not_have(name: str) -> None:
    """The page promises it: abilities, actions, forms and readings that were not claimed."""
    played = PARTLY[name]
    games = dict.fromkeys(GAMES, played)
    defaults = protocol_defaults(SUITE.manifest)
    sent = 0
    for one in SUITE.cases:
        plan = plan_of(one, defaults, games=games)
        for request in () if plan.reason else (exchange.request for exchange in plan.said):
            sent += 1
            assert request["cmd"] in ("begin", "act", "ask", "end")
            if request["cmd"] == "ask" and request["what"] != "result":
                assert request["what"] in played.abilities
            if request["cmd"] == "begin":
                assert request.get("hand_number", 1) == 1
            options = (request.get("rules") or {}).get("options", {})
            assert options.items() <= {("showdown.tie_three_way", "last_to_challenge")}
            assert not options or name == "readings"
            if request["cmd"] == "act" and request["by"] != "chance":
                assert parts.form_lacked(played, request["do"]) is None
    assert bool(sent) is (name != "nothing")


def test_answers_keep_their_places() -> None:
    said = planned(SEEN, without(view=("pot",))).said
    (check,) = (one.check for one in said if isinstance(one.check, Answers))
    assert check.answer == {"hand": ["TD", "7C"], "stock_size": 2}
    assert check.ignored == {"pot"}


def test_an_engine_with_a_list_of_actions_is_judged_when_a_seat_deals() -> None:
    cases = {one.id: one for one in SUITE.cases}
    knows = GamePlayed(abilities=("play", "view"), actions=("draw", "discard"))
    lacks = GamePlayed(abilities=("play", "view"), actions=("discard",))
    dealt, drawn = cases["rummy.turn.seat-deals"], cases["rummy.turn.chance-draws"]
    assert parts.misses(dealt, lacks, dealt.rules) is None
    assert parts.misses(drawn, knows, drawn.rules) is None
    assert parts.misses(drawn, lacks, drawn.rules) == "the engine does not know the action draw"
