"""The proof that packages work away from the checkout: installed into fresh folders, and used."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .packages import ROOT, Packages, run

EXAMPLE: Final = ROOT / "conformance" / "engines" / "javascript-adapter"
EXAMPLE_IN_PYTHON: Final = ROOT / "conformance" / "engines" / "python-adapter"

_TESTS: Final = """import {{ test }} from '{runner}';
import {{ cases }} from 'meldspec-engine/test-runner';

await cases(test, ['node', 'adapter.js'], {{ games: ['rummy'], options: ['--tier', 'smoke'] }});
"""

_SUITE: Final = """
import { cases, manifest, schema } from 'meldspec-suite';
const { version, counts } = manifest();
for (const [game, number] of Object.entries(counts.game)) {
  const there = cases(game).length;
  if (there !== number) throw new Error(`${game}: ${there} cases, not ${number}`);
}
if (schema('case').$ref === undefined) throw new Error('no schema of cases');
const all = Object.values(counts.game).reduce((sum, number) => sum + number);
console.log(`suite ${version}: ${all} cases`);
"""

_TYPED: Final = """
import { cards, Engine, type Begins, type Table } from 'meldspec-engine';
import { cases } from 'meldspec-engine/test-runner';
import { manifest } from 'meldspec-suite';

const engine = new Engine('typed', manifest().version, { cards: cards.numbered() });
engine.meld('rummy', ({ cards }) => (cards.every((card) => card % 13 === 0) ? 'set' : null));
engine.options('tongits', { 'showdown.tie_three_way': ['last_to_challenge'] });

class Match implements Table<'rummy', number> {
  constructor(private readonly begins: Begins) {}
  discard({ by, card }: { by: number; card: number }): boolean {
    return by === 0 && card < this.begins.players;
  }
  result(): null {
    return null;
  }
}
engine.game('rummy', Match, { refuses: false });
void engine.run();
type Test = Parameters<typeof cases>[0];
export const tests = (test: Test) => cases(test, ['node', 'typed.js'], { games: ['rummy'] });
"""

_WRONG: Final = {
    "a game": "engine.meld('bridge', () => null);",
    "a field": "engine.deadwood('rummy', ({ cards }) => 0);",
    "a reading": "engine.options('tongits', { 'showdown.tie_three_way': ['nobody'] });",
    "a class without a result": "engine.game('rummy', class {});",
}


def prove(packages: Packages, work: Path) -> Iterator[str]:
    """Install and use each package in fresh folders; one line for each thing that holds.

    Raises BrokenReleaseError at the first that does not.
    """
    fresh = work / "venv"
    run(sys.executable, "-m", "venv", fresh)
    run(fresh / "bin" / "pip", "install", "--quiet", packages.wheel, cwd=work)
    commands = [fresh / "bin"]
    yield f"wheel: {_checked(work, commands)}"
    run("meldspec", "suite", "check", cwd=work, path=commands)
    yield "wheel: the suite is whole"
    yield f"wheel: an adapter in pytest: {_in_pytest(work / 'python', fresh / 'bin')}"
    other = work / "from-source"
    run(sys.executable, "-m", "venv", other)
    run(other / "bin" / "pip", "install", "--quiet", packages.sdist, cwd=work)
    yield f"sdist: {_checked(work, [other / 'bin'], '--tier', 'smoke')}"
    yield from _on_node(packages, work / "node", commands)


def _in_pytest(folder: Path, tools: Path) -> str:
    """The counts of pytest, which plays the cases of Rummy on the adapter in Python."""
    folder.mkdir()
    for file in EXAMPLE_IN_PYTHON.glob("*.py"):
        shutil.copy(file, folder)
    run(tools / "pip", "install", "--quiet", "pytest", cwd=folder)
    engine = ("--meldspec-engine", f"{tools / 'python'} adapter.py", "--meldspec-game", "rummy")
    told = run(tools / "pytest", "-p", "no:cacheprovider", *engine, cwd=folder)
    return told.strip().splitlines()[-1].strip("= ")


def _on_node(packages: Packages, folder: Path, commands: list[Path]) -> Iterator[str]:
    folder.mkdir()
    (folder / "package.json").write_text('{"type": "module", "private": true}', encoding="utf-8")
    run("npm", "install", "--no-audit", "--no-fund", packages.engine, packages.suite, cwd=folder)
    yield f"meldspec-suite: {run('node', '-e', _SUITE, '--input-type=module', cwd=folder).strip()}"
    for name in ("adapter.js", "foreign.js"):
        shutil.copy(EXAMPLE / name, folder)
    example = ("--game", "rummy", "--", "node", "adapter.js")
    yield f"meldspec-engine: {_checked(folder, commands, *example)}"
    (folder / "node.test.js").write_text(_TESTS.format(runner="node:test"), encoding="utf-8")
    told = run(
        "node", "--test", "--test-reporter", "tap", "node.test.js", cwd=folder, path=commands
    )
    yield f"meldspec-engine: node --test: {_line(told, '# pass')}"
    tools = ("typescript", "vitest", "@types/node")
    run("npm", "install", "--no-audit", "--no-fund", "--save-dev", *tools, cwd=folder)
    (folder / "vitest.test.js").write_text(_TESTS.format(runner="vitest"), encoding="utf-8")
    told = run("npx", "vitest", "run", "vitest.test.js", "--no-color", cwd=folder, path=commands)
    yield f"meldspec-engine: vitest: {_line(told, 'Tests')}"
    yield from _typed(folder)


def _typed(folder: Path) -> Iterator[str]:
    options = {"strict": True, "noEmit": True, "module": "nodenext", "target": "es2022"}
    written = {"compilerOptions": {**options, "types": ["node"]}, "files": ["typed.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(written), encoding="utf-8")
    (folder / "typed.ts").write_text(_TYPED, encoding="utf-8")
    run("npx", "tsc", cwd=folder)
    for what, line in _WRONG.items():
        wrong = f"{_TYPED}\n// @ts-expect-error {what}\n{line}\n"
        (folder / "typed.ts").write_text(wrong, encoding="utf-8")
        run("npx", "tsc", cwd=folder)
    yield f"types: an adapter is right, and {len(_WRONG)} mistakes are found: {', '.join(_WRONG)}"


def _checked(folder: Path, commands: list[Path], *asked: str) -> str:
    """The number of cases by status; a run that does not hold raises BrokenReleaseError."""
    told = run("meldspec", "check", "--format", "json", *asked, cwd=folder, path=commands)
    totals = json.loads(told)["totals"]
    return f"meldspec check: {', '.join(f'{number} {s}' for s, number in totals.items() if number)}"


def _line(told: str, begin: str) -> str:
    return next(line.strip() for line in told.splitlines() if line.strip().startswith(begin))
