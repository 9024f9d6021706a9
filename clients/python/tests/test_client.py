"""Against a running service: PERCEPT_URL, PERCEPT_KEY, IMAGE (a photograph) and SIGNED (webhooks that it signed, as JSON)."""

import json
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import get_type_hints, is_typeddict

from percept_client import FailedError, Percept, PerceptError, WebhookVerificationError, _types, verify_webhook


class AgainstTheService(unittest.TestCase):
    def setUp(self) -> None:
        self.percept = Percept()

    def test_the_lines_of_the_readme(self) -> None:
        self.assertEqual(self.percept.analyze_sentiment(text="A lovely day.")["sentiment"], "positive")
        found = self.percept.detect_objects(image=Path(os.environ["IMAGE"]), object_types=["cup"])
        self.assertGreater(found["total_objects"], 0)
        self.assertEqual({each["object"] for each in found["detections"]}, {"cup"})
        run = self.percept.wait_for_run(self.percept.start_run("detect-folder"), limit=120)
        self.assertEqual(run["counts"]["succeeded"], run["counts"]["total"])
        items = list(self.percept.each(f"/v2/runs/{run['id']}/items", limit=1))
        self.assertEqual(len({item["key"] for item in items}), run["counts"]["total"])

    def test_a_list_of_objects_goes_with_a_file(self) -> None:
        regions = [{"x": 1, "y": 2, "width": 30, "height": 40}]
        covered = self.percept.redact_image(image=Path(os.environ["IMAGE"]), faces=False, regions=regions)
        self.assertEqual([each["bounding_box"] for each in covered["redactions"]], regions)

    def test_a_file_is_uploaded_once_for_several_calls(self) -> None:
        upload = self.percept.upload(Path(os.environ["IMAGE"]), expires_in=600)
        self.assertEqual(upload["media_type"], "image/jpeg")
        self.assertGreater(self.percept.detect_objects(image_url=upload["id"], object_types=["cup"])["total_objects"], 0)
        self.percept.delete_upload(upload["id"])
        with self.assertRaises(PerceptError):
            self.percept.get_upload(upload["id"])

    def test_a_mistake_is_named(self) -> None:
        with self.assertRaises(PerceptError) as raised:
            self.percept.analyze_sentiment(text="")
        error = raised.exception
        self.assertEqual((error.status, error.code, error.details["field"]), (400, "INVALID_REQUEST", "text"))
        self.assertTrue(error.request_id)

    def test_what_is_done_later_is_waited_for(self) -> None:
        accepted = self.percept.analyze_sentiment_async(text="A lovely day.")
        self.assertEqual(self.percept.wait_for_analysis(accepted, limit=60)["sentiment"], "positive")

    def test_a_run_that_is_cancelled_is_a_failure(self) -> None:
        ended = {"id": "run_1", "status": "cancelled", "error": None}
        self.percept.get_run = lambda _id: ended  # type: ignore[method-assign]
        with self.assertRaises(FailedError):
            self.percept.wait_for_run(ended)  # type: ignore[arg-type]


class WithoutAService(unittest.TestCase):
    def test_every_type_exists_and_a_file_may_be_a_path(self) -> None:
        hints = {name: get_type_hints(each) for name, each in vars(_types).items() if is_typeddict(each)}
        self.assertEqual(hints["ReadDocumentRequest"]["document"], str | Path | bytes)

    def test_the_address_at_which_nothing_answers_is_named(self) -> None:
        with self.assertRaisesRegex(ConnectionError, r"No Percept answers on http://127\.0\.0\.1:9, the address of url or PERCEPT_URL: "):
            Percept("http://127.0.0.1:9", key="pk_live_x", retries=0).list_pipelines()


class Answers(BaseHTTPRequestHandler):
    """Gives the answers of the list `script`, and notes what was sent in `seen`."""

    script: list[tuple[int, dict[str, str], object]] = []
    seen: list[tuple[str | None, bytes]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.seen.append((self.headers["Idempotency-Key"], body))
        status, headers, answer = self.script.pop(0)
        content = json.dumps(answer).encode()
        self.send_response(status)
        for name, value in {**headers, "Content-Type": "application/json", "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        pass


class AgainstAScript(unittest.TestCase):
    def setUp(self) -> None:
        self.server = HTTPServer(("127.0.0.1", 0), Answers)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.waits: list[float] = []
        Answers.seen.clear()
        self.percept = Percept(f"http://127.0.0.1:{self.server.server_port}", "pk", sleep=self.waits.append)

    def tearDown(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def test_what_is_refused_for_the_moment_is_sent_again(self) -> None:
        Answers.script[:] = [(503, {"Retry-After": "3"}, {}), (429, {}, {}), (200, {}, {"sentiment": "positive"})]
        self.assertEqual(self.percept.analyze_sentiment(text="Fine.")["sentiment"], "positive")
        self.assertEqual(self.waits, [3.0, 2.0])
        self.assertEqual(len(set(Answers.seen)), 1)
        self.assertTrue(Answers.seen[0][0])

    def test_what_lasts_is_not(self) -> None:
        error = {"error": {"code": "QUOTA_EXCEEDED", "message": "The month is used up.", "request_id": "req_1"}}
        Answers.script[:] = [(429, {"Retry-After": "86400"}, error)]
        with self.assertRaises(PerceptError) as raised:
            self.percept.analyze_sentiment(text="Fine.")
        self.assertEqual((raised.exception.code, raised.exception.retry_after), ("QUOTA_EXCEEDED", 86400.0))
        self.assertEqual(self.waits, [])


class Webhooks(unittest.TestCase):
    def test_a_webhook_of_the_service_is_verified_and_a_changed_one_refused(self) -> None:
        signed = json.loads(os.environ["SIGNED"])
        self.assertEqual(len(signed), 2)
        for each in signed:
            secret, body, headers = each["secret"], each["body"], each["headers"]
            self.assertEqual(verify_webhook(body, headers, secret)["type"], "batch.completed")
            capitals = {name.title(): value for name, value in headers.items()}
            self.assertEqual(verify_webhook(body.encode(), capitals, secret)["id"], "evt_1")
            for changed in (
                (f"{body} ", headers, secret),
                (body, headers, f"{secret[:-4]}AAA="),
                (body, {**headers, "webhook-timestamp": "1000000000"}, secret),
                (body, {}, secret),
            ):
                with self.assertRaises(WebhookVerificationError):
                    verify_webhook(*changed)


if __name__ == "__main__":
    unittest.main()
