import { randomUUID } from "node:crypto";
import { openQueue } from "./bullmq.ts";
import { createPost } from "./post.ts";
import { createApp, objectOf, serve, text } from "./serve.ts";

/**
 * Takes an agent's replies like `../bare-forwarder.ts`. Each is a job that is in Redis when it is answered 202, and a worker posts it to
 * the customer system. Arguments: the packages' folder, the port of Redis, the customer system's URL.
 */
const [, , , portText = "", customersUrl = ""] = process.argv;
const timeoutMs = 3_000;
const retries = { attempts: 3, backoff: { type: "fixed", delay: 3_000 } } as const;

interface Reply {
  readonly id: string;
  readonly chatId: string;
  readonly text: string;
}

const post = createPost(customersUrl, timeoutMs);
const queue = openQueue<Reply>("replies", Number(portText), retries, ({ id, chatId, text: said }) => {
  const message = { type: "text", id, text: said };
  return post(
    "/BENCH00001",
    JSON.stringify({ sender: { name: "Bench Agent" }, recipient: { id: `c${chatId}` }, message }),
  );
});

const app = createApp();
const schema = { body: objectOf({ type: { const: "text" }, text: text(4_096) }) };
app.post<{ readonly text: string }>("/api/chats/:id/messages", { schema }, async ({ params, body }, reply) => {
  const id = randomUUID();
  await queue.add("reply", { id, chatId: params["id"] ?? "", text: body.text });
  reply.code(202);
  return { message: { id } };
});
await serve("bullmq-delivery", app);
