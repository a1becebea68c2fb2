"""The measure: documents to cases, engines against cases, and reports.

A worker process of a pool ends with the process that has started it, even if that one is killed.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Final

_PAUSE: Final = 0.05


def _end_with_parent() -> None:
    pools = sys.modules["multiprocessing"]
    while (parent := pools.parent_process()) is None:  # it is not known yet while modules are read
        time.sleep(_PAUSE)
    parent.join()
    os._exit(1)


_pools = sys.modules.get("multiprocessing")
if _pools is not None and _pools.current_process().name != "MainProcess":
    threading.Thread(target=_end_with_parent, daemon=True).start()
