"""Rows of sentences against the texts: rows that agree, and every difference that must be found."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from meldcheck.commands.sources import sources as command
from meldcheck.law import sources
from meldcheck.words import places
from meldcheck.words.errors import SpecError

PLAIN = """\
# Rules

Two people turn cards. It’s quick!

  — Equal ranks: shout "snap" (see 1).
Done
"""
SENTENCES = (
    "# Rules",
    "Two people turn cards.",
    "It’s quick!",
    'Equal ranks: shout "snap" (see 1).',
    "Done",
)
DAY = datetime.date(2001, 2, 3)
LATER = datetime.date(2004, 5, 6)


def row(number: int, sentence: str) -> str:
    words = sources.words_of(sentence)
    return (
        "[[sentence]]\n"
        f'at = "S{number}"\nsection = "All"\nordinal = {number}\n'
        f'words = {len(words)}\nfingerprint = "{sources.fingerprint(words)}"\n'
        'status = "clauses"\nclauses = ["snap.turn.equal"]\n'
    )


def head(name: str = "snap") -> str:
    return f'id = "{name}"\ntitle = "Snap"\ntext = "{name}.txt"\nchapters = ["snap"]\n'


def rows(*sentences: str) -> str:
    return "\n".join([head(), *(row(number, text) for number, text in enumerate(sentences, 1))])


class Desk:
    """A folder of rows and a folder of texts."""

    def __init__(self, folder: Path) -> None:
        self.spec = folder / "sources"
        self.texts = folder / "texts"
        self.listed = self.spec / "snap.toml"
        self.text = self.texts / "snap.txt"
        self.receipt = self.spec / sources.RECEIPT
        self.spec.mkdir()
        self.texts.mkdir()
        self.listed.write_text(rows(*SENTENCES), encoding="utf-8")
        self.text.write_text(PLAIN, encoding="utf-8")

    def verify(self, today: datetime.date = DAY) -> list[str]:
        return [problem.summary for problem in sources.verify(self.texts, self.spec, today)]

    def check_receipt(self) -> list[str]:
        return [problem.summary for problem in sources.check_receipt(self.spec)]

    def relist(self, change: Callable[[str], str]) -> None:
        before = self.listed.read_text(encoding="utf-8")
        after = change(before)
        assert after != before
        self.listed.write_text(after, encoding="utf-8")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_words_are_lower_case_runs_of_letters_digits_and_straight_apostrophes() -> None:
    assert sources.words_of("It's A-K, 10♦ — it’s Über") == [
        "it's",
        "a",
        "k",
        "10",
        "it",
        "s",
        "ber",
    ]


def test_a_fingerprint_is_the_head_of_sha_256_over_words_joined_by_spaces() -> None:
    assert sources.fingerprint(["abc"]) == "ba7816bf8f01cfea"
    assert sources.fingerprint(["a", "b"]) == "c8687a08aa5d6ed2"


def test_rows_that_cover_the_text_in_order_hold(desk: Desk) -> None:
    assert desk.verify() == []


def test_a_changed_word_is_reported_once_and_at_its_row(desk: Desk) -> None:
    desk.text.write_text(PLAIN.replace("quick", "slow"), encoding="utf-8")
    assert desk.verify() == ["snap S3: no window of its 3 words (sought at line 3)"]


def test_a_changed_first_or_last_word_is_reported(desk: Desk) -> None:
    desk.text.write_text(PLAIN.replace("Rules", "Law").replace("Done", "End"), encoding="utf-8")
    assert [line.split(":")[0] for line in desk.verify()] == ["snap S1", "snap S5"]


@pytest.mark.parametrize(
    ("left_out", "reported"),
    [
        (0, "snap: 1 word before the first row in no row (line 1)"),
        (2, "snap: 3 words after S2 in no row (line 3)"),
        (4, "snap: 1 word after S4 in no row (line 6)"),
    ],
)
def test_a_missing_row_is_reported(desk: Desk, left_out: int, reported: str) -> None:
    kept = [row(n, text) for n, text in enumerate(SENTENCES, 1) if n != left_out + 1]
    desk.listed.write_text("\n".join([head(), *kept]), encoding="utf-8")
    assert desk.verify() == [reported]


def test_a_word_added_to_the_text_is_reported(desk: Desk) -> None:
    desk.text.write_text(PLAIN.replace("Done", "Well. Done"), encoding="utf-8")
    assert desk.verify() == ["snap: 1 word after S4 in no row (line 6)"]


def test_an_overlapping_row_is_reported(desk: Desk) -> None:
    more = (*SENTENCES[:2], "cards. It’s", *SENTENCES[2:])
    desk.listed.write_text(rows(*more), encoding="utf-8")
    assert desk.verify() == ["snap S3: overlaps S2"]


def test_a_row_listed_twice_is_reported(desk: Desk) -> None:
    desk.listed.write_text(rows(*SENTENCES, SENTENCES[0]), encoding="utf-8")
    assert desk.verify() == ["snap S6: overlaps S1"]


def test_rows_out_of_order_are_reported(desk: Desk) -> None:
    desk.listed.write_text(rows(*(SENTENCES[n] for n in (0, 2, 1, 3, 4))), encoding="utf-8")
    assert "snap S2: is out of order, at line 3" in desk.verify()


def test_a_sentence_that_stands_twice_needs_two_rows(desk: Desk) -> None:
    desk.text.write_text(PLAIN + "Done\n", encoding="utf-8")
    assert len(desk.verify()) == 1
    desk.listed.write_text(rows(*SENTENCES, "Done"), encoding="utf-8")
    assert desk.verify() == []


def test_a_missing_text_is_reported(desk: Desk) -> None:
    desk.text.unlink()
    assert desk.verify() == [f"snap: no file snap.txt in {desk.texts}"]


def test_an_empty_text_is_reported(desk: Desk) -> None:
    desk.text.write_text("", encoding="utf-8")
    assert len(desk.verify()) == len(SENTENCES)


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (lambda text: text.replace('at = "S2"', 'at = "S2'), 16, "Illegal character"),
        (lambda text: text.replace('at = "S2"', 'at = "S1"'), 15, "S1 is also in line 6"),
        (lambda text: text.replace("ordinal = 2", "ordinal = 1"), 15, "'All' 1 is also in line 6"),
        (lambda text: text.replace("words = 4", 'words = "4"'), 15, "Expected `int`"),
        (lambda text: text.replace("words = 4", "words = 0"), 15, ">= 1"),
        (lambda text: text.replace('gerprint = "', 'gerprint = "X', 1), 6, "regex"),
        (lambda text: text.replace("ordinal", "order", 1), 6, "order"),
        (lambda text: text.replace('status = "clauses"', 'status = "lost"', 1), 6, "lost"),
        (lambda text: text.replace('"snap.turn.equal"', "", 1), 6, "names no clause"),
        (lambda text: text.replace('"clauses"', '"advice"', 1), 6, "takes no clauses"),
        (
            lambda text: text.replace('text = "snap.txt"', 'text = "../snap.txt"'),
            None,
            "plain file",
        ),
        (lambda text: text.replace('id = "snap"', 'id = "snip"'), None, "name of the file"),
    ],
)
def test_a_torn_or_senseless_file_is_one_error_with_its_place(
    desk: Desk, change: Callable[[str], str], line: int | None, said: str
) -> None:
    desk.relist(change)
    with pytest.raises(SpecError) as raised:
        desk.verify()
    place = str(desk.listed) if line is None else f"{desk.listed}:{line}"
    assert str(raised.value).startswith(f"{place}: ")
    assert said in raised.value.message
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ('status = "history"', "gives no reason"),
        ('status = "history"\nreason = "old"\ngame = "whist"', "takes no game"),
        ('status = "pending"', "names no game"),
        ('status = "pending"\ngame = "snap"', "is covered"),
        ('status = "clauses"\nclauses = ["a.b.c"]\nreason = "why"', "takes no reason"),
        ('status = "clauses"\nclauses = ["a.b.c", "a.b.c"]', "named twice"),
    ],
)
def test_a_status_asks_for_what_belongs_to_it(desk: Desk, status: str, said: str) -> None:
    whole = 'status = "clauses"\nclauses = ["snap.turn.equal"]'
    desk.relist(lambda text: text.replace(whole, status, 1))
    with pytest.raises(SpecError, match=said):
        sources.load(desk.spec)


@pytest.mark.parametrize("row", ["{at = 1}", "{}"])
def test_a_fault_of_a_row_without_a_head_is_one_error(desk: Desk, row: str) -> None:
    desk.relist(lambda text: f"sentence = [{row}]\n" + text.split("[[sentence]]")[0])
    with pytest.raises(SpecError, match=r"snap\.toml:1: .*sentence\[0\]"):
        sources.load(desk.spec)


def test_the_receipt_states_what_was_verified_and_when(desk: Desk) -> None:
    desk.verify()
    entry = sources.read_receipt(desk.spec)["snap"]
    assert (entry.rows, entry.words, entry.verified) == (5, 15, DAY)
    assert desk.check_receipt() == []


def test_the_receipt_keeps_its_date_while_nothing_changes(desk: Desk) -> None:
    desk.verify()
    before = desk.receipt.read_bytes()
    desk.relist(lambda text: text.replace("snap.turn.equal", "snap.turn.same"))
    desk.verify(LATER)
    assert desk.receipt.read_bytes() == before


def test_the_receipt_is_rewritten_when_text_or_rows_change(desk: Desk) -> None:
    desk.verify()
    desk.text.write_text(PLAIN.replace("Done", "Done."), encoding="utf-8")
    desk.verify(LATER)
    assert sources.read_receipt(desk.spec)["snap"].verified == LATER


def test_a_problem_leaves_the_receipt_alone(desk: Desk) -> None:
    desk.text.write_text(PLAIN + "More\n", encoding="utf-8")
    desk.verify()
    assert not desk.receipt.exists()


def test_a_receipt_for_other_rows_is_reported_without_the_text(desk: Desk) -> None:
    desk.verify()
    desk.relist(lambda text: text.replace('at = "S2"', 'at = "S2b"'))
    assert desk.check_receipt() == [f"snap: rows changed since they were verified on {DAY}"]
    desk.listed.write_text(rows(*SENTENCES[:4]), encoding="utf-8")
    assert desk.check_receipt()[0] == f"snap: 4 rows, but 5 when verified on {DAY}"


def test_a_receipt_lacking_or_naming_a_source_too_many_is_reported(desk: Desk) -> None:
    assert desk.check_receipt() == ["snap: never verified; not in verified.toml"]
    desk.verify()
    desk.listed.rename(desk.spec / "snip.toml")
    desk.listed = desk.spec / "snip.toml"
    desk.relist(lambda text: text.replace('"snap"', '"snip"', 1))
    assert [line.split(":")[0] for line in desk.check_receipt()] == ["snap", "snip"]


def test_a_torn_receipt_is_one_error(desk: Desk) -> None:
    desk.receipt.write_text("[snap]\nrows = 5\n", encoding="utf-8")
    with pytest.raises(SpecError, match=r"verified\.toml: "):
        desk.check_receipt()


def test_a_sentence_is_cited_by_every_row_that_has_its_words(desk: Desk) -> None:
    desk.text.write_text(PLAIN + "Done\n", encoding="utf-8")
    desk.listed.write_text(rows(*SENTENCES, "Done"), encoding="utf-8")
    citation = sources.cite("  DONE ", sources.load(desk.spec).values())
    assert [(place.source, place.at) for place in citation.places] == [
        ("snap", "S5"),
        ("snap", "S6"),
    ]
    assert citation.message is None


def test_a_sentence_without_a_row_is_said_to_have_none(desk: Desk) -> None:
    citation = sources.cite("turn cards", sources.load(desk.spec).values())
    assert citation.places == ()
    assert citation.message == f"no row of snap has 2 words with fingerprint {citation.fingerprint}"


@pytest.mark.parametrize(
    ("sentence", "where"),
    [
        ("turn cards", "they are in S2"),
        ("cards. It’s quick! Equal", "they are in S2, S3, S4"),
        ("turn pages", "they are not in snap.txt"),
    ],
)
def test_the_text_tells_in_which_rows_a_piece_stands(desk: Desk, sentence: str, where: str) -> None:
    source = sources.load(desk.spec)["snap"]
    citation = sources.cite_in(sentence, source, PLAIN)
    assert citation.message is not None
    assert citation.message.endswith(f"; {where}")


def test_nothing_cannot_be_cited() -> None:
    with pytest.raises(ValueError, match="without a word"):
        sources.cite(" — ")


def test_every_committed_row_is_one_that_was_verified() -> None:
    assert sources.check_receipt() == []


def test_no_two_committed_sources_list_the_same_text_unless_one_is_over_the_other() -> None:
    texts = [source.text for source in sources.load().values() if source.over is None]
    assert len(set(texts)) == len(texts)


LAYER = head("snap-mended").replace("snap-mended.txt", "snap.txt") + 'over = "snap"\n'


def lay(desk: Desk, layer: str) -> dict[str, sources.SourceText]:
    (desk.spec / "snap-mended.toml").write_text(layer, encoding="utf-8")
    return sources.load(desk.spec)


def test_a_layer_reads_the_text_beneath_with_its_own_rows_in_their_places(desk: Desk) -> None:
    mended = row(5, "Done").replace("snap.turn.equal", "snap.turn.done")
    found = lay(desk, f"{LAYER}\n{mended}")
    beneath, layer = found["snap"], found["snap-mended"]
    assert layer.sentence[:4] == beneath.sentence[:4]
    assert layer.sentence[4].clauses == ("snap.turn.done",)
    assert beneath.sentence[4].clauses == ("snap.turn.equal",)
    assert desk.verify() == []
    assert desk.check_receipt() == []


def test_on_a_clause_of_the_correction_the_rows_beneath_are_silent(desk: Desk) -> None:
    both = 'clauses = ["snap.turn.equal", "snap.turn.two"]'
    desk.relist(lambda text: text.replace('clauses = ["snap.turn.equal"]', both))
    layer = lay(desk, f"{LAYER}\n{row(5, 'Done')}")["snap-mended"]
    named = [line.clauses for line in layer.sentence]
    assert named == [("snap.turn.two",)] * 4 + [("snap.turn.equal",)]


def test_a_layer_row_without_the_words_beneath_it_does_not_hold(desk: Desk) -> None:
    lay(desk, f"{LAYER}\n{row(5, 'Over').replace('snap.turn.equal', 'snap.turn.done')}")
    assert desk.verify() == ["snap-mended S5: no window of its 1 words (sought at line 6)"]


@pytest.mark.parametrize(
    ("layer", "said"),
    [
        (LAYER.replace('over = "snap"', 'over = "whist"'), "over 'whist', not a source with own"),
        (LAYER.replace('over = "snap"', 'over = "snap-mended"'), "over 'snap-mended', not a"),
        (LAYER.replace("snap.txt", "snip.txt"), "over snap, whose text is snap.txt"),
        (f"{LAYER}\n{row(9, 'Done').replace('equal', 'done')}", "S9 is not a row of snap"),
        (f"{LAYER}\n{row(5, 'Done')}", "S1 loses its last clause to the correction"),
    ],
    ids=["no source beneath", "itself beneath", "another text", "no such place", "a row emptied"],
)
def test_a_layer_that_fits_nothing_is_one_error(desk: Desk, layer: str, said: str) -> None:
    if "sentence" not in layer:
        layer += "sentence = []\n"
    with pytest.raises(SpecError) as raised:
        lay(desk, layer)
    assert raised.value.message.startswith(said)
    assert str(raised.value).startswith(f"{desk.spec / 'snap-mended.toml'}: ")


@pytest.fixture
def call(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setattr(sources, "sources_directory", lambda: desk.spec)

    def run(*arguments: str, given: str | bytes = "") -> Result:
        return CliRunner().invoke(command, arguments, input=given)

    return run


def test_the_command_verifies(desk: Desk, call: Callable[..., Result]) -> None:
    held = call("verify", str(desk.texts))
    assert (held.exit_code, held.output) == (0, "snap: 5 sentences, 15 words, hold\n")
    told = json.loads(call("verify", str(desk.texts), "--format", "json").output)
    assert told == {
        "holds": True,
        "sources": {"snap": {"sentences": 5, "words": 15}},
        "problems": [],
    }


def test_the_command_falls_short_with_one_line_a_problem(
    desk: Desk, call: Callable[..., Result]
) -> None:
    desk.text.unlink()
    short = call("verify", str(desk.texts))
    assert (short.exit_code, short.output.count("\n")) == (1, 1)
    told = json.loads(call("verify", str(desk.texts), "--format", "json").output)
    assert told["holds"] is False
    assert [problem["source"] for problem in told["problems"]] == ["snap"]


def test_the_command_cites_by_id_by_rows_and_by_text(
    desk: Desk, call: Callable[..., Result]
) -> None:
    for file in ("snap", "snap.toml", "snap.txt", str(desk.listed), str(desk.text)):
        cited = call("cite", file, given="It’s quick!\n")
        assert cited.exit_code == 0
        assert cited.output.endswith("snap S3 (All, 3): snap.turn.equal\n")
    told = json.loads(call("cite", "snap", "--format", "json", given="It’s quick!").output)
    assert told["places"][0]["at"] == "S3"
    assert call("cite", str(desk.text), given="quick").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (("verify", "nowhere"), ""),
        (("cite", "nowhere"), "It’s quick!"),
        (("cite", "nowhere/snap.txt"), "It’s quick!"),
        (("cite", "snap"), " … "),
        (("cite", "snap"), b"\xff"),
    ],
)
def test_wrong_use_is_one_line_on_standard_error(
    call: Callable[..., Result], arguments: tuple[str, ...], given: str | bytes
) -> None:
    wrong = call(*arguments, given=given)
    assert (wrong.exit_code, wrong.stdout, wrong.stderr.count("\n")) == (2, "", 1)


def test_torn_rows_and_texts_are_wrong_use(desk: Desk, call: Callable[..., Result]) -> None:
    desk.text.write_bytes(b"fine\nnot \xff\n")
    torn = call("verify", str(desk.texts))
    assert (torn.exit_code, torn.stderr) == (2, f"meldspec: {desk.text}:2: not UTF-8 text\n")
    desk.listed.write_text("id = ", encoding="utf-8")
    assert call("verify", str(desk.texts)).exit_code == 2


def test_a_checkout_and_an_installed_copy_find_their_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (places.spec_directory() / "sources").is_dir()
    package = tmp_path / "site-packages" / "meldcheck"
    (package / "_spec").mkdir(parents=True)
    monkeypatch.setattr(places, "PACKAGE", package)
    monkeypatch.setattr(places, "files", lambda _: package)
    assert places.checkout() is None
    assert places.spec_directory() == package / "_spec"
    with pytest.raises(SpecError, match="incomplete"):
        places.suite_directory()


def test_an_installed_copy_gets_no_receipt(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "sources_directory", lambda: desk.spec)
    monkeypatch.setattr(places, "checkout", lambda: None)
    assert sources.verify(desk.texts) == []
    assert not desk.receipt.exists()
