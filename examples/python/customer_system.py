"""A customer system: prints what agents reply, and sends what you type as Ann."""

import json
import os
import sys
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BODY_BYTES_MAX = 262_144


class Replies(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("Content-Length", "0"))
        if length > BODY_BYTES_MAX:
            self.send_error(413)
            return
        body = json.loads(self.rfile.read(length))
        name, message = body["sender"]["name"], body["message"]
        if message["type"] == "text":
            print(f"{name}: {message['text']}", flush=True)
        else:
            print(f"{name} ({message['type']}) {message.get('file', '')}", flush=True)
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b'{"result":"ok"}')

    def log_message(self, *_):
        pass


def send(text):
    body = {"sender": {"id": 7, "name": "Ann"}, "message": {"type": "text", "text": text}}
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(os.environ["ENDPOINT"], json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            print(answer.status, answer.read().decode(), flush=True)
    except urllib.error.HTTPError as error:
        print(error.code, error.read().decode(), flush=True)


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9090"))), Replies)
threading.Thread(target=server.serve_forever).start()
for line in sys.stdin:
    send(line.rstrip("\n"))
