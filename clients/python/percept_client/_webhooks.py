"""Verifies webhooks after the Standard Webhooks specification."""

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import cast

from ._types import Event

_PREFIX = "whsec_"
_TOLERANCE_S = 5 * 60


class WebhookVerificationError(Exception):
    """The webhook did not come from your Percept, was changed, or is too old."""


def verify_webhook(body: bytes | str, headers: Mapping[str, str], secret: str) -> Event:
    """Checks that a webhook came from your Percept, whole and within the last five minutes, and returns the event.

    `body` is the raw body as it arrived, not parsed and written again; `secret` is what the creation of the endpoint answered.
    """
    raw = body.encode() if isinstance(body, str) else body
    sent = {name.lower(): value for name, value in headers.items()}
    try:
        event_id, timestamp, signatures = (sent[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        age = time.time() - int(timestamp)
    except (KeyError, ValueError) as error:
        raise WebhookVerificationError("The headers webhook-id, webhook-timestamp and webhook-signature are needed.") from error
    if abs(age) > _TOLERANCE_S:
        raise WebhookVerificationError(f"The message is {age:.0f} s old: it was recorded, or a clock is wrong.")
    signed = f"{event_id}.{timestamp}.".encode() + raw
    expected = base64.b64encode(hmac.new(_key_of(secret), signed, hashlib.sha256).digest()).decode()
    # A rotated secret signs beside the new one for a while.
    if not any(hmac.compare_digest(f"v1,{expected}".encode(), each.encode()) for each in signatures.split()):
        raise WebhookVerificationError("No signature matches: is this the secret of that endpoint, and the body as it arrived?")
    return cast("Event", json.loads(raw))


def _key_of(secret: str) -> bytes:
    """`whsec_` is Base64 of the key; any other secret is the key itself."""
    if not secret.startswith(_PREFIX):
        return secret.encode()
    try:
        return base64.b64decode(secret[len(_PREFIX) :], validate=True)
    except binascii.Error as error:
        raise WebhookVerificationError("After 'whsec_' comes Base64: copy the secret again.") from error
