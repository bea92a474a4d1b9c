"""A receiver of webhooks: checks the signature, prints each event once, and answers chat_accepted with data for the agent."""

import base64
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BODY_BYTES_MAX = 4_194_304
TOLERANCE_SECONDS = 300
KEY = base64.b64decode(os.environ["SIGNING_SECRET"].removeprefix("whsec_"))
CARD = {
    "custom_data": [{"title": "Orders", "content": "3 open"}],
    "enable_assign": True,
    "crm_link": "https://crm.example/cards/551",
}
seen = set()  # In a real receiver: a table, so that a restart forgets no id.


def is_ours(headers, body):
    event_id, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not at.isdecimal() or abs(time.time() - int(at)) > TOLERANCE_SECONDS:
        return False
    digest = hmac.new(KEY, f"{event_id}.{at}.".encode() + body, "sha256").digest()
    ours = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(ours, one) for one in signatures)


class Events(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("Content-Length", "0"))
        body = self.rfile.read(min(length, BODY_BYTES_MAX))
        if not is_ours(self.headers, body):
            self.send_response(401)
            self.end_headers()
            return
        event, event_id = json.loads(body), self.headers["webhook-id"]
        if event_id not in seen:
            count = len(event["chat"]["messages"]) if "chat" in event else ""
            print(event["event_name"], "of", event["visitor"]["name"], event.get("assign_to", count), flush=True)
        seen.add(event_id)
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        card = CARD if event["event_name"] == "chat_accepted" else {}
        self.wfile.write(json.dumps({"result": "ok", **card}).encode())

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9092"))), Events).serve_forever()
