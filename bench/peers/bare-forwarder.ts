import { App } from "uWebSockets.js";
import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { listen } from "./listen.ts";

/**
 * A peer of `delivery`: takes the same replies as the service, answers each 202 at once and posts it over a bare
 * undici Pool. It stores, checks and retries nothing. Argument: the customer system's URL.
 */
const [url = ""] = process.argv.slice(2);
/** As many connections as the service uses for one endpoint. */
const pool = new Pool(new URL(url).origin, { connections: 128 });
const headers = { "content-type": "application/json" };

async function forward(chatId: string, request: Buffer): Promise<void> {
  const { text } = JSON.parse(request.toString());
  const message = { type: "text", id: randomUUID(), text };
  const body = JSON.stringify({ sender: { name: "Bench Agent" }, recipient: { id: `c${chatId}` }, message });
  const response = await pool.request({ method: "POST", path: "/BENCH00001", headers, body: Buffer.from(body) });
  await response.body.text();
}

const app = App().post("/api/chats/:id/messages", (response, request) => {
  const chatId = request.getParameter(0) ?? "";
  let isAborted = false;
  const chunks: Buffer[] = [];
  response.onAborted(() => {
    isAborted = true;
  });
  response.onData((chunk, isLast) => {
    chunks.push(Buffer.from(chunk.slice(0)));
    if (!isLast || isAborted) return;
    response.cork(() => response.writeStatus("202 Accepted").end('{"message":{}}'));
    void forward(chatId, Buffer.concat(chunks));
  });
});

listen("bare-forwarder", app);
