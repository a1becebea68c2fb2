"""The build hook: what it compiles, from which source, and what it says where it cannot."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner

from meldcheck.cli import main
from meldcheck.words.solvers import are_compiled

ROOT = Path(__file__).resolve().parents[2]


def _hook_module() -> Any:
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


HATCH = _hook_module()
SOURCES = {name: (ROOT / "reference" / name).read_text("utf-8") for name in HATCH.MODULES}


class App:
    """Stands in for the application of hatchling."""

    def abort(self, message: str) -> NoReturn:
        raise SystemExit(message)


def hook(target: str = "wheel") -> Any:
    return HATCH.BuildHook(str(ROOT), {}, None, None, "", target, App())


def build_data() -> dict[str, Any]:
    return {"force_include": {}, "infer_tag": False, "pure_python": True}


@pytest.fixture(autouse=True)
def _nothing_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HATCH.VARIABLE, raising=False)


@pytest.mark.parametrize("said", [None, "", "0"])
def test_without_the_variable_nothing_is_added(
    said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if said is not None:
        monkeypatch.setenv(HATCH.VARIABLE, said)
    data = build_data()
    hook().initialize("standard", data)
    assert data == build_data()
    assert hook().dependencies() == []


def test_with_the_variable_an_isolated_build_gets_mypyc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HATCH.VARIABLE, "1")
    assert hook().dependencies() == ["mypy[mypyc]>=2.4"]


def test_an_sdist_is_never_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HATCH.VARIABLE, "1")
    data = build_data()
    hook("sdist").initialize("standard", data)
    assert data == build_data()


@pytest.mark.parametrize(
    ("variables", "version", "said"),
    [
        ({"MELDSPEC_COMPILE": "yes"}, "standard", "MELDSPEC_COMPILE is 1 or 0, not 'yes'"),
        ({"MELDSPEC_COMPILE": "1"}, "editable", "=1 is for an installation that is not editable"),
        ({"MELDSPEC_COMPILE": "1", "CC": "no-such-cc"}, "standard", "no 'no-such-cc'"),
    ],
)
def test_a_build_that_cannot_compile_says_why(
    variables: dict[str, str], version: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        hook().initialize(version, build_data())
    assert said in str(ended.value)
    assert "\n" not in str(ended.value)


def test_without_mypyc_the_build_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HATCH.VARIABLE, "1")
    monkeypatch.setenv("CC", "python3")
    monkeypatch.setattr(HATCH, "find_spec", lambda name: None)
    with pytest.raises(
        SystemExit, match=r"needs mypyc and setuptools: pip install 'mypy\[mypyc\]'"
    ):
        hook().initialize("standard", build_data())


@pytest.mark.parametrize("name", SOURCES)
def test_the_compiler_gets_the_source_but_for_records_and_aliases(name: str) -> None:
    """Annotations are strings, which is what they are at run time; values are untouched."""
    source = SOURCES[name]
    changed = HATCH.for_compiler(source)
    assert len(changed.splitlines()) == len(source.splitlines())
    assert _core(changed) == _core(source)
    assert changed.count("@dataclass(") == changed.count("@(lambda record: record)")


def _core(source: str) -> list[str]:
    """The statements of a module without annotations, aliases, and the decorators of records."""
    tree = ast.parse(source.replace("@(lambda record: record)\n", "").replace(" Any, ", " "))
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
            if isinstance(node.target, ast.Name) and node.target.id in HATCH.ALIASES:
                node.value = None
    return [ast.unparse(each) for each in tree.body]


@pytest.mark.parametrize("name", HATCH.ALIASES)
def test_each_alias_is_found_once(name: str) -> None:
    found = [len(re.findall(rf"^{name}: TypeAlias = .", s, re.M)) for s in SOURCES.values()]
    assert sum(found) == 1


def test_the_version_says_whether_the_solvers_are_compiled() -> None:
    extension = not str(import_module("meldspec.arrangement").__file__).endswith(".py")
    assert are_compiled() is extension
    told = CliRunner().invoke(main, ["--version"]).stdout
    assert told.rstrip().endswith(" (compiled)") is extension
