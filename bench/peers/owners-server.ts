import { App } from "uWebSockets.js";
import { createHmac } from "node:crypto";
import { createRandom } from "../../test/system/harness/random.ts";
import type { OwnersAnswer, OwnersReport } from "../load/clients/owners-server.ts";
import { listen } from "./serve.ts";

/**
 * The server of a channel's owner: accepts every event, or answers each that it is gone. GET returns the received events. It checks some
 * of the signatures. Arguments: ANSWER SECRET.
 */
const [answer = "ok", secret = ""] = process.argv.slice(2);
const statuses: Readonly<Record<OwnersAnswer, string>> = { ok: "200 OK", gone: "410 Gone" };
const status = statuses[answer === "gone" ? "gone" : "ok"];
const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
/** One in this many signatures is checked, to leave processor time to the sender. */
const signatureEvery = 100;
const bodiesKept = 300;
const random = createRandom(1);
/** Longer bodies belong to long chats: their entries are counted. */
const longBytes = 64 * 1024;

const ids = new Set<string>();
const bodies: string[] = [];
const logs: { entries: number; bytes: number; atUs: number }[] = [];
let count = 0;
let verified = 0;
let wrong = 0;
let lastAtUs = 0;

interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
}

function take(body: Buffer, signed: Signed): void {
  count += 1;
  lastAtUs = Number(process.hrtime.bigint() / 1000n);
  if (signed.id === "") return;
  ids.add(signed.id);
  keepSome(body);
  if (count % signatureEvery === 1) verify(body, signed);
  if (body.length > longBytes) {
    const { chat } = JSON.parse(body.toString()) as { readonly chat: { readonly messages: readonly object[] } };
    logs.push({ entries: chat.messages.length, bytes: body.length, atUs: lastAtUs });
  }
}

/** Keeps a fair sample of all bodies: each has the same chance to be in it. Source: reservoir sampling, algorithm R. */
function keepSome(body: Buffer): void {
  const place = bodies.length < bodiesKept ? bodies.length : Math.floor(random() * count);
  if (place < bodiesKept) bodies[place] = body.toString();
}

/** Source: Standard Webhooks. */
function verify(body: Buffer, { id, timestamp, signature }: Signed): void {
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
  verified += 1;
  if (!signature.split(" ").includes(`v1,${expected}`)) wrong += 1;
}

const app = App()
  .get("/bodies", (response) => {
    response.end(JSON.stringify(bodies));
  })
  .get("/*", (response) => {
    const report: OwnersReport = { count, distinct: ids.size, verified, wrong, lastAtUs, logs };
    response.end(JSON.stringify(report));
  })
  .post("/*", (response, request) => {
    const header = (name: string): string => request.getHeader(`webhook-${name}`);
    const signed = { id: header("id"), timestamp: header("timestamp"), signature: header("signature") };
    const chunks: Buffer[] = [];
    let isAborted = false;
    response.onAborted(() => {
      isAborted = true;
    });
    response.onData((chunk, isLast) => {
      if (isAborted) return;
      chunks.push(Buffer.from(chunk.slice(0)));
      if (!isLast) return;
      const [only] = chunks;
      take(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks), signed);
      response.writeStatus(status).writeHeader("Content-Type", "application/json").end('{"result":"ok"}');
    });
  });

listen("owners-server", app);
