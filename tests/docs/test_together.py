"""Processes that share work give the results of one."""

from __future__ import annotations

import os
from functools import partial

import pytest

from lawpages.together import together


@pytest.mark.parametrize("number", [0, 1, 3, 100])
def test_results_keep_their_order(number: int) -> None:
    tasks = [partial(pow, one, 2) for one in range(number)]
    assert together(tasks, 2) == together(tasks, 1) == [one * one for one in range(number)]


def test_several_processes_work() -> None:
    assert os.getpid() not in together([os.getpid] * 4, 2)
    assert together([os.getpid] * 4, 1) == [os.getpid()] * 4


def test_a_task_that_fails_fails_for_all() -> None:
    with pytest.raises(ZeroDivisionError):
        together([partial(divmod, 1, 0), partial(divmod, 1, 1)], 2)
    assert together([partial(divmod, 1, 1)] * 2, 2) == [(1, 0)] * 2
