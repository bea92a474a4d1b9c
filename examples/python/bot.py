"""A bot: repeats what the customer wrote, and invites an agent when the customer asks for a human."""

import hmac
import json
import os
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BODY_BYTES_MAX = 262_144
WEBHOOK = os.environ["WEBHOOK"]
TOKEN = WEBHOOK.rsplit("/", 1)[-1]


def answer_to(event, chat_id, text):
    if "human" in text.lower():
        return {"event": "INVITE_AGENT", "chat_id": chat_id}
    texts = {
        "CLIENT_MESSAGE": f"You wrote: {text}",
        "AGENT_UNAVAILABLE": "Nobody is free. Leave your e-mail, please.",
    }
    if event not in texts:
        return None
    return {"event": "BOT_MESSAGE", "chat_id": chat_id, "message": {"type": "TEXT", "text": texts[event]}}


class Events(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("Content-Length", "0"))
        token = self.path.rsplit("/", 1)[-1]
        if length > BODY_BYTES_MAX or not hmac.compare_digest(token.encode(), TOKEN.encode()):
            self.send_response(401)
            self.end_headers()
            return
        body = json.loads(self.rfile.read(length))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"result":"ok"}')
        text = body.get("message", {}).get("text", "")
        print(body["event"], text, flush=True)
        answer = answer_to(body["event"], body["chat_id"], text)
        if answer is not None:
            request = urllib.request.Request(WEBHOOK, json.dumps(answer).encode())
            urllib.request.urlopen(request, timeout=10).close()

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9091"))), Events).serve_forever()
