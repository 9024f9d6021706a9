"""Calls of Percept that may take minutes."""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

ASK_AGAIN_S = 1.0
"""How long to wait before the first question for a result; each next one takes twice as long."""
MAX_ASK_AGAIN_S = 30.0
BUSY = (429, 503)
"""Statuses after which the same request is sent again."""


class PerceptError(Exception):
    """What Percept refused, in its own words, or why it could not be reached."""


@dataclass(frozen=True)
class Settings:
    """Where Percept is. Paperless passes its environment on to its parsers."""

    url: str
    key: str
    timeout_s: float

    @classmethod
    def from_environment(cls) -> Settings | None:
        """None where PERCEPT_URL is not set."""
        url = os.environ.get("PERCEPT_URL", "").rstrip("/")
        if not url:
            return None
        return cls(url, os.environ.get("PERCEPT_KEY", ""), float(os.environ.get("PERCEPT_TIMEOUT", "600")))


class Service:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def call(self, path: str, document: bytes, media_type: str) -> dict[str, Any]:
        """The result of an operation on a document, however long it takes.

        Raises
        ------
        PerceptError
        """
        deadline = time.monotonic() + self._settings.timeout_s
        answer = self._send(path, deadline, document, {"content-type": media_type})
        status_url = answer.get("status_url")
        # Up to some pages, the answer is the result.
        if status_url is None:
            return answer
        pause = ASK_AGAIN_S
        while True:
            self._wait(pause, deadline)
            pause = min(2 * pause, MAX_ASK_AGAIN_S)
            analysis = self._send(status_url, deadline)
            if analysis["status"] == "succeeded":
                return analysis["result"]
            if analysis["status"] in ("failed", "cancelled"):
                raise PerceptError((analysis.get("error") or {}).get("message", "The analysis was cancelled."))

    def _send(
        self, path: str, deadline: float, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> dict[str, Any]:
        sent = {"authorization": f"Bearer {self._settings.key}", **(headers or {})}
        while True:
            request = urllib.request.Request(self._settings.url + path, data=body, headers=sent)
            try:
                with urllib.request.urlopen(request, timeout=self._settings.timeout_s) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code not in BUSY:
                    raise PerceptError(_message(error)) from error
                self._wait(float(error.headers.get("retry-after") or ASK_AGAIN_S), deadline)
            except (urllib.error.URLError, OSError) as error:
                raise PerceptError(f"Percept at {self._settings.url} cannot be reached: {error}") from error

    def _wait(self, seconds: float, deadline: float) -> None:
        if time.monotonic() + seconds > deadline:
            raise PerceptError(f"Percept had no result within {self._settings.timeout_s:g} s; PERCEPT_TIMEOUT sets the limit.")
        time.sleep(seconds)


def _message(error: urllib.error.HTTPError) -> str:
    try:
        return json.load(error)["error"]["message"]
    except (ValueError, KeyError, TypeError):
        return f"Percept answers {error.code}."
