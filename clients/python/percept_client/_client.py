"""The client: a method for each operation, and what takes several of them."""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlencode

from ._operations import Operations
from ._transport import PerceptError, Transport, form_of, is_file
from ._types import AcceptedAnalysisResponse, AnalysisResponse, RunDetailResponse, UploadResponse

__all__ = ["FailedError", "Percept", "PerceptError"]

_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.1, 5.0
_GOING_ON = ("queued", "running")


class FailedError(Exception):
    """An analysis or a run that was waited for and did not succeed; `last` is its last state."""

    def __init__(self, message: str, last: Mapping[str, Any]) -> None:
        super().__init__(message)
        self.last = last


class Percept(Operations):
    """A Percept service. `url` and `key` come from PERCEPT_URL and PERCEPT_KEY if they are not given.

    An image, a video or a document may be a `pathlib.Path` or bytes: it is uploaded as it is, not as Base64.
    """

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        timeout: float = 330.0,
        retries: int = 4,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        at = url or os.environ.get("PERCEPT_URL", "http://127.0.0.1:3000")
        self._transport = Transport(at, key or os.environ.get("PERCEPT_KEY"), timeout, retries, sleep)
        self._sleep = sleep

    def request(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None) -> Any:
        """Any request: returns what the JSON of the answer holds, or its bytes if it is no JSON. Raises PerceptError."""
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        headers, content = _content_of(body)
        raw, answered = self._transport.send(method, f"{path}?{urlencode(given)}" if given else path, headers, content)
        if not raw:
            return None
        return json.loads(raw) if "json" in (answered.get("Content-Type") or "") and "ndjson" not in answered["Content-Type"] else raw

    def upload(self, file: Path | bytes, *, expires_in: int | None = None) -> UploadResponse:
        """Keeps an image or a video for several calls: its `id` is an `image_url` or a `video_url`. `expires_in` is in seconds."""
        return cast("UploadResponse", self.request("POST", "/v2/uploads", body={"file": file, "expires_in": expires_in}))

    def wait_for_analysis(
        self, accepted: AcceptedAnalysisResponse | AnalysisResponse, *, limit: float | None = None
    ) -> dict[str, Any]:
        """Waits for an analysis and returns its result. Raises FailedError, or TimeoutError after `limit` seconds."""
        ended = self._wait(lambda: self.get_analysis(accepted["id"]), limit)
        if ended["status"] == "succeeded":
            return cast("dict[str, Any]", ended["result"])
        reason = (ended["error"] or {}).get("message", "without a reason")
        raise FailedError(f"The analysis {ended['id']} is {ended['status']}: {reason}", ended)

    def wait_for_run(self, run: RunDetailResponse, *, limit: float | None = None) -> RunDetailResponse:
        """Waits until a run has ended. Failed items are in its counts. Raises FailedError if the run itself failed."""
        ended = self._wait(lambda: self.get_run(run["id"]), limit)
        if ended["status"] not in ("failed", "cancelled"):
            return cast("RunDetailResponse", ended)
        raise FailedError(f"The run {ended['id']} is {ended['status']}: {ended['error']}", ended)

    def each(self, path: str, **query: Any) -> Iterator[dict[str, Any]]:
        """Every entry of a list that comes in pages: `for run in percept.each("/v2/runs", status="failed")`."""
        cursor: str | None = None
        while True:
            page = self.request("GET", path, query={**query, "cursor": cursor})
            yield from next((value for value in page.values() if isinstance(value, list)), [])
            cursor = page.get("next_cursor")
            if cursor is None:
                return

    def _wait(self, look: Callable[[], Any], limit: float | None) -> Any:
        end = None if limit is None else time.monotonic() + limit
        pause = _FIRST_WAIT_S
        while (state := look())["status"] in _GOING_ON:
            if end is not None and time.monotonic() > end:
                raise TimeoutError(f"{state['id']} is still {state['status']} after {limit} s; it goes on.")
            self._sleep(pause)
            pause = min(pause * 1.5, _LONGEST_WAIT_S)
        return state


def _content_of(body: Any) -> tuple[dict[str, str], bytes | None]:
    if body is None:
        return {}, None
    if isinstance(body, dict) and any(is_file(value) for value in body.values()):
        content, kind = form_of({name: value for name, value in body.items() if value is not None})
        return {"Content-Type": kind}, content
    return {"Content-Type": "application/json"}, json.dumps(body).encode()


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)
