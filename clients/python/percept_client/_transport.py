"""Sends requests, again where that makes sense."""

import http.client
import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ._types import ErrorError

# Seconds between the tries, as the interface of the service recommends: then it is given up.
_WAITS_S = (1, 2, 4, 8)
# A month's quota that is used up is not worth waiting for.
_LONGEST_WAIT_S = 60.0


class PerceptError(Exception):
    """An answer of the service that is an error, in its own words."""

    def __init__(self, status: int, error: ErrorError | dict[str, Any], retry_after: float | None = None) -> None:
        super().__init__(error.get("message") or f"The service answered {status}.")
        self.status = status
        self.code = error.get("code", "INTERNAL")
        #: The parameter at fault (`field`) and what is wrong with it (`reason`).
        self.details = error.get("details")
        #: Finds the request in the logs of the service.
        self.request_id = error.get("request_id")
        #: Seconds until a retry makes sense.
        self.retry_after = retry_after


class Transport:
    """One service with one key."""

    def __init__(self, url: str, key: str | None, timeout: float, retries: int, sleep: Callable[[float], None] = time.sleep) -> None:
        self.url = url.rstrip("/")
        self.key = key
        self.timeout = timeout
        self.retries = retries
        self.sleep = sleep

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> tuple[bytes, Mapping[str, str]]:
        """Sends again what the service refused for the moment, and what broke if doing it twice is the same as once."""
        sent = dict(headers)
        if self.key:
            sent["Authorization"] = f"Bearer {self.key}"
        if method == "POST":
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
        for count in range(self.retries + 1):
            wait = float(_WAITS_S[min(count, len(_WAITS_S) - 1)])
            try:
                request = urllib.request.Request(self.url + path, data=body, headers=sent, method=method)
                with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                    return answer.read(), answer.headers
            except urllib.error.HTTPError as answer:
                error = _error_of(answer)
                wait = error.retry_after if error.retry_after is not None else wait
                passes = error.status in (429, 503) or (error.status in (502, 504) and method != "PATCH")
                if count == self.retries or not passes or wait > _LONGEST_WAIT_S:
                    raise error from None
            except (urllib.error.URLError, http.client.HTTPException, ConnectionError) as error:
                if count == self.retries or method == "PATCH":
                    reason = getattr(error, "reason", error)
                    raise ConnectionError(f"No Percept answers on {self.url}, the address of url or PERCEPT_URL: {reason}.") from error
            self.sleep(wait)
        raise AssertionError("unreachable")


def _error_of(answer: urllib.error.HTTPError) -> PerceptError:
    raw = answer.read()
    try:
        error = json.loads(raw).get("error", {})
    except (ValueError, AttributeError):
        error = {}
    after = answer.headers.get("Retry-After", "")
    return PerceptError(answer.code, error, float(after) if after.isdigit() else None)


def form_of(parameters: Mapping[str, Any]) -> tuple[bytes, str]:
    """A form with files: what is a `Path` or bytes is a file; it goes last, so that the service can check the rest first."""
    boundary = uuid.uuid4().hex
    parts: list[bytes] = []
    for name, value in sorted(parameters.items(), key=lambda each: is_file(each[1])):
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'
        if is_file(value):
            file = value.name.replace('"', "") if isinstance(value, Path) else name
            content = value.read_bytes() if isinstance(value, Path) else bytes(value)
            parts.append(f'{head}; filename="{file}"\r\nContent-Type: application/octet-stream\r\n\r\n'.encode() + content)
        else:
            parts.append(f"{head}\r\n\r\n{value if isinstance(value, str) else json.dumps(value)}".encode())
    return b"\r\n".join([*parts, f"--{boundary}--\r\n".encode()]), f"multipart/form-data; boundary={boundary}"


def is_file(value: Any) -> bool:
    return isinstance(value, (Path, bytes, bytearray))
