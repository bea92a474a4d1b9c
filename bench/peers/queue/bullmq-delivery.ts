import { randomUUID } from "node:crypto";
import { createApp, objectOf, serve, text } from "../fastify.ts";
import { createReplyBody } from "../sent-bodies.ts";
import { createPost, openQueue } from "./bullmq.ts";

/**
 * Takes an agent's replies like `../bare-forwarder.ts`. Each is a job that is in Redis when it is answered 202, and a worker posts it to
 * the customer system. Arguments: the packages' folder, the port of Redis, the customer system's URL, a file
 * with bodies that the service has sent.
 */
const [, , , portText = "", customersUrl = "", bodiesFile = ""] = process.argv;
const timeoutMs = 3_000;
const retries = { attempts: 3, backoff: { type: "fixed", delay: 3_000 } } as const;

interface Reply {
  readonly id: string;
  readonly chatId: string;
  readonly text: string;
}

const bodyOf = createReplyBody(bodiesFile);
const post = createPost(customersUrl, timeoutMs);
const queue = openQueue<Reply>("replies", Number(portText), retries, ({ id, chatId, text: said }) => {
  return post("/BENCH00001", bodyOf(`c${chatId}`, id, said));
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
