"""Messages held against the published forms of the protocol."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from meldcheck.suite.schemas import schemas


def check_form(message: Any, form: str) -> None:
    """Raise ValidationError if a message is not of this form, such as ``protocol-reply``."""
    _validator(form).validate(message)


@cache
def _validator(form: str) -> Draft202012Validator:
    """Kept, because a form is as long to check as many messages."""
    schema = json.loads(_schemas()[f"{form}.json"])
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


_schemas = cache(schemas)
