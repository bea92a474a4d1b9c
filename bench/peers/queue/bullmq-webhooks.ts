import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createApp, objectOf, serve } from "../fastify.ts";
import { createPost, openQueue } from "./bullmq.ts";

/**
 * Events for an owner's server: each is a job, which a worker signs and posts. Arguments: the
 * packages' folder, the port of Redis, the owner's URL, the secret of the signatures, a file with a JSON array of bodies.
 */
const [, , , portText = "", ownersUrl = "", secret = "", bodiesFile = ""] = process.argv;
const timeoutMs = 10_000;
const retries = { attempts: 10, backoff: { type: "exponential", delay: 5_000 } } as const;
const jobsAtOnce = 500;
const bodies = JSON.parse(readFileSync(bodiesFile, "utf8")) as readonly string[];
const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");

interface Event {
  readonly id: string;
  readonly body: string;
}

const post = createPost(ownersUrl, timeoutMs);
const queue = openQueue<Event>("events", Number(portText), retries, ({ id, body }) => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  // Source: Standard Webhooks.
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return post("/hook", body, {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  });
});

interface Range {
  readonly from: number;
  readonly until: number;
}

const app = createApp();
const schema = { body: objectOf({ from: { type: "integer" }, until: { type: "integer" } }) };
/** The answer is sent when all events are in Redis; the worker has begun to post them. */
app.post<Range>("/events", { schema }, async ({ body: { from, until } }) => {
  for (let first = from; first < until; first += jobsAtOnce) {
    const numbers = Array.from({ length: Math.min(jobsAtOnce, until - first) }, (_, at) => first + at);
    const events = numbers.map((number) => ({ id: `event-${number}`, body: bodies[number % bodies.length] ?? "" }));
    await queue.addBulk(events.map((data) => ({ name: "event", data })));
  }
  return {};
});
await serve("bullmq-webhooks", app);
