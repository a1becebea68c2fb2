"""Every gate of the project as a target: ``nox -l`` lists them, ``nox -s types`` runs one.

They run in the active environment; the README's test command installs what they need.  ``nox``
alone runs the quick gates, ``.ci/run`` all gates but ``nightly``, ``mutation``, ``site``,
``release``, ``same`` and ``compiled``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from zipfile import ZipFile

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ("lint", "types")

JAVASCRIPT = "node conformance/engines/javascript/main.js"
ADAPTER = "python conformance/engines/python-adapter/adapter.py"
HANDS = {
    "tongits": 1000,
    "rummy": 400,
    "carousel": 30,
    "three-thirteen": 120,
    "indian-chief": 60,
}
"""By game: the hands of a short seeded play; ``slow`` has the long ones."""


@nox.session
def lint(session: nox.Session) -> None:
    """Style, format, and the imports between rooms; a few seconds."""
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("lint-imports")


@nox.session
def types(session: nox.Session) -> None:
    """Strict types over everything; half a minute."""
    session.run("mypy")


@nox.session
def tests(session: nox.Session) -> None:
    """The tests of the README; six to eight minutes on two cores."""
    session.run("pytest", "-n", "auto", "--dist", "loadfile", *session.posargs)


@nox.session
def proofs(session: nox.Session) -> None:
    """Laws behind which something has changed, and a tenth of the others: each holds, and is
    refuted with its seeded bug; a quarter of an hour after a change of the ground floor."""
    session.run("python", "-m", "tests.proofs", "--changed", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """The long tests: hidden rule sets, engines with habits, the whole site, also in a browser
    if there is chromium; half an hour on two cores after a change of the play, less otherwise:
    determined tests behind which nothing has changed are skipped, but for a tenth."""
    words = ("-n", "2", "--dist", "worksteal", "-rPs", "--durations", "40", "tests")
    session.run("pytest", "-m", "slow", "--changed", *words)


@nox.session
def nightly(session: nox.Session) -> None:
    """More of the same as in ``slow``: other seeds, other manners of rearranging, and all
    determined tests; longer than ``slow``."""
    session.run(
        "pytest", "-m", "nightly or determined", "-n", "2", "--dist", "worksteal", "-rPs", "tests"
    )


@nox.session
def suite(session: nox.Session) -> None:
    """The committed suite is the one that the documents make, under two hash seeds; lint finds
    nothing in documents and cases; no clause stands on a lower rung of evidence than is kept."""
    _together(
        session,
        "python -m tests.evidence --check",
        "PYTHONHASHSEED=1 meldspec suite check",
        "PYTHONHASHSEED=2 meldspec suite check",
        "meldspec suite lint",
    )


@nox.session
def verdicts(session: nox.Session) -> None:
    """The committed verdicts of each source on each case are those of this tree; seconds,
    or half an hour if code behind all of them has changed."""
    session.run("meldspec", "suite", "verdicts")
    session.run("git", "diff", "--exit-code", "--", "conformance/suite")


@nox.session
def engines(session: nox.Session) -> None:
    """The second engine and both adapters agree with the reference in all cases and in short play,
    and the installed command works; some minutes."""
    session.run("node", "--version")
    with tempfile.TemporaryDirectory() as folder:
        user = Path(folder) / "user"
        session.run("python3", "-m", "venv", str(user))
        session.run(str(user / "bin" / "pip"), "install", "--quiet", ".")
        adapter = Path(folder) / "javascript-adapter"
        example = "conformance/engines/javascript-adapter"
        shutil.copytree(example, adapter, ignore=shutil.ignore_patterns("node_modules"))
        (adapter / "node_modules").mkdir()
        package = Path("conformance/npm/meldspec-engine").resolve()
        (adapter / "node_modules" / "meldspec-engine").symlink_to(package)
        fuzz = "meldspec fuzz --seed 1"
        _together(
            session,
            *(f"{fuzz} --game {game} --examples {n} -- {JAVASCRIPT}" for game, n in HANDS.items()),
            f"{fuzz} --covering --examples 300 -- {JAVASCRIPT}",
            f"{fuzz} --game rummy --examples 100 -- {ADAPTER}",
            f"{fuzz} --game rummy --examples 100 -- node {adapter}/adapter.js",
            f"meldspec check -- {JAVASCRIPT}",
            f"cd {folder} && {user}/bin/meldspec check",
        )


@nox.session
def mutation(session: nox.Session) -> None:
    """Each change of the play is found by a case, explained, or equal on all stated inputs; as
    long as there are new changes."""
    session.run("python", "-m", "tests.mutation", "run")
    session.run("python", "-m", "tests.mutation", "left")
    for part in (*HANDS, "shared"):
        session.run("python", "-m", "tests.mutation", "equal", part)


@nox.session
def site(session: nox.Session) -> None:
    """The site, with warnings as errors, into ``docs/_build``; again in seconds after an edit."""
    session.run("sphinx-build", "-W", "-q", "-j", "auto", "docs", "docs/_build")


@nox.session
def release(session: nox.Session) -> None:
    """All packages are built, and work away from the checkout: ``nox -s release -- --into DIR``
    keeps them; some minutes."""
    session.run("python", "-m", "tests.released", *session.posargs)


@nox.session
def same(session: nox.Session) -> None:
    """``nox -s same -- COMMIT``: this tree makes the same files as the commit, byte for byte."""
    session.run("python", "-m", "tests.same", *session.posargs)


@nox.session
def compiled(session: nox.Session) -> None:
    """The tests and the suite with compiled solvers, in a fresh copy of this tree; half an hour.

    The tests of proofs are skipped, and say so: they need the pure source.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy, away = Path(folder) / "copy", Path(folder) / "away"
        away.mkdir()
        unneeded = shutil.ignore_patterns("__pycache__", "node_modules", "_build")
        shutil.copytree(".", copy, symlinks=True, ignore=unneeded)
        asked = {"MELDSPEC_COMPILE": "1"}
        session.run("pip", "wheel", "-q", "--no-deps", "-w", folder, ".", env=asked)
        (wheel,) = Path(folder).glob("*.whl")
        with ZipFile(wheel) as packed:
            compiled = [name for name in packed.namelist() if name.endswith((".so", ".pyd"))]
            packed.extractall(copy / "reference", compiled)
        path = os.pathsep.join(str(copy / part) for part in ("reference", "conformance"))
        there = {"PYTHONPATH": path}
        with session.chdir(away):
            session.run("meldspec", "--version", env=there)
            session.run("meldspec", "check", env=there)
        words = session.posargs or ["-n", "auto", "--dist", "loadfile", "-rs"]
        with session.chdir(copy):
            session.run("pytest", *words, env=there)


def _together(session: nox.Session, *commands: str) -> None:
    """Run two commands at a time, and log each with its output when it ends."""

    def run(command: str) -> tuple[str, int, str]:
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", command],
            env=os.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return command, ran.returncode, ran.stdout

    failed = []
    with ThreadPoolExecutor(2) as pool:
        for command, status, printed in pool.map(run, commands):
            session.log(f"{command}\n{printed}")
            failed += [command] * (status != 0)
    if failed:
        session.error(f"failed: {'; '.join(failed)}")
