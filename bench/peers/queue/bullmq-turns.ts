import { randomUUID } from "node:crypto";
import { createApp, objectOf, serve, text } from "../fastify.ts";
import { createEventBody, createReplyBody } from "../sent-bodies.ts";
import { createPost, openQueue } from "./bullmq.ts";

/**
 * The four requests of a turn, as `../bare-turns.ts` forwards them. Each of the first two is a job that is in Redis when it is answered 200.
 * Arguments: the packages' folder, the port of Redis, the customer system's URL, the bot's URL, files with an event and a reply
 * that the service has sent.
 */
const [, , , portText = "", customersUrl = "", botUrl = "", eventFile = "", replyFile = ""] = process.argv;
const port = Number(portText);
const timeoutMs = 3_000;
const retries = { attempts: 3, backoff: { type: "fixed", delay: 3_000 } } as const;

interface FromCustomer {
  readonly sender: { readonly id: string; readonly name: string };
  readonly message: { readonly text: string };
}
interface FromBot {
  readonly id: string;
  readonly chat_id: string;
  readonly message: { readonly text: string };
}

const eventOf = createEventBody(eventFile);
const postToBot = createPost(botUrl, timeoutMs);
const events = openQueue<FromCustomer & { readonly id: string }>("events", port, retries, ({ id, sender, message }) =>
  postToBot("/token", eventOf(id, sender, message.text)),
);
const replyOf = createReplyBody(replyFile);
const postToCustomers = createPost(customersUrl, timeoutMs);
const replies = openQueue<FromBot>("replies", port, retries, ({ id, chat_id, message }) =>
  postToCustomers("/BENCH00001", replyOf(chat_id, id, message.text)),
);

const app = createApp();
const message = objectOf({ text: text(4_096) });
const customerSchema = { body: objectOf({ sender: objectOf({ id: text(255), name: text(255) }), message }) };
app.post<FromCustomer>("/chat-api/:random/:channel", { schema: customerSchema }, async ({ body }) => {
  await events.add("event", { id: randomUUID(), sender: body.sender, message: body.message });
  return { result: "ok" };
});
const botSchema = { body: objectOf({ id: text(255), chat_id: text(255), message }) };
app.post<FromBot>("/bots/webhooks/:provider/:token", { schema: botSchema }, async ({ body }) => {
  await replies.add("reply", { id: body.id, chat_id: body.chat_id, message: body.message });
  return { result: "ok" };
});
await serve("bullmq-turns", app);
