"""A client of Percept. See README.md for ten lines that work."""

from ._client import FailedError, Percept, PerceptError
from ._webhooks import WebhookVerificationError, verify_webhook

__all__ = ["FailedError", "Percept", "PerceptError", "WebhookVerificationError", "verify_webhook"]
