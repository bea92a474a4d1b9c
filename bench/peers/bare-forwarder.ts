import { App } from "uWebSockets.js";
import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { createReplyBody } from "./sent-bodies.ts";
import { listen, takeJson } from "./serve.ts";

/**
 * A peer of `delivery`: takes the same replies as the service, answers each 202 at once and posts it over a bare
 * undici Pool. It stores, checks and retries nothing. Arguments: the customer system's URL, a file with
 * bodies that the service has sent.
 */
const [url = "", bodiesFile = ""] = process.argv.slice(2);
const bodyOf = createReplyBody(bodiesFile);
/** As many connections as the service uses for one endpoint. */
const pool = new Pool(new URL(url).origin, { connections: 128 });
const headers = { "content-type": "application/json" };

async function forward(chatId: string, text: string): Promise<void> {
  const body = bodyOf(`c${chatId}`, randomUUID(), text);
  const response = await pool.request({ method: "POST", path: "/BENCH00001", headers, body: Buffer.from(body) });
  await response.body.text();
}

const app = App().post("/api/chats/:id/messages", (response, request) => {
  const chatId = request.getParameter(0) ?? "";
  takeJson<{ readonly text: string }>(response, ({ text }) => {
    response.cork(() => response.writeStatus("202 Accepted").end('{"message":{}}'));
    void forward(chatId, text);
  });
});

listen("bare-forwarder", app);
