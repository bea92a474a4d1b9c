import fc from "fast-check";
import t from "tap";
import { serverView } from "../../desk/live/following-desk.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import type { Wire, WireAnswer } from "../wire.ts";
import { openWire, request } from "../wire.ts";
import type { AnyBody } from "./any-body.ts";
import { anyBody } from "./any-body.ts";

const channelId = "MOBILEAPP1";
const bodiesAtOnce = 40;
const rounds = 15;
const wiresCount = 4;
/** Only a failing test waits this long. */
const patienceMs = 60_000;
const isTyping = (type: unknown): boolean => type === "typein" || type === "typeout";

const channelPath = ({ app }: Service): string => {
  for (const { settings } of app.runtime.directory.channels())
    if (settings.id === channelId) return `/chat-api/${settings.random}/${channelId}`;
  throw new Error(`Expected a channel ${channelId}`);
};

function toBytes(path: string, { bytes, isChunked, contentType }: AnyBody): Buffer {
  const type = contentType === null ? [] : [`Content-Type: ${contentType}`];
  if (!isChunked) {
    return Buffer.concat([
      Buffer.from(request("POST", path, undefined, [...type, `Content-Length: ${bytes.length}`])),
      bytes,
    ]);
  }
  const chunks = [Buffer.from(request("POST", path, undefined, [...type, "Transfer-Encoding: chunked"]))];
  for (let at = 0; at < bytes.length; at += 5_000) {
    const chunk = bytes.subarray(at, at + 5_000);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), Buffer.from(chunk), Buffer.from("\r\n"));
  }
  return Buffer.concat([...chunks, Buffer.from("0\r\n\r\n")]);
}

function answerOf(wire: Wire): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${patienceMs} ms`)), patienceMs);
    wire
      .answer()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Returns the name in an id. The service may have cut other ids, and removes invisible characters from them. */
function nameOf(id: unknown): string {
  const seen = typeof id === "string" ? id.replace(/[^ -~]/g, "").trim() : "";
  return /^case \d+$/.test(seen) ? seen : "another id";
}

/** Every client message that was stored after this cursor, by the name in its external id. */
async function storedSince({ store }: Service, cursor: number): Promise<readonly string[]> {
  const rows = await store.scan("feed", { after: [cursor], limit: 10_000 });
  const names = new Set<string>();
  for (const { row } of rows)
    for (const { chatId, messageSeq } of row.entries) if (messageSeq > 0) names.add(`${chatId}/${messageSeq}`);
  const found = await Promise.all(
    [...names].map((name) => {
      const [chatId, seq] = name.split("/").map(Number);
      return store.read("message", [chatId ?? 0, seq ?? 0]);
    }),
  );
  return found.flatMap((message) => (message?.from === "client" ? [nameOf(message.externalId)] : []));
}

/** Computes from the answers what must be stored, without code of the service. */
function expectStored(body: AnyBody, { status }: WireAnswer): readonly string[] {
  if (status !== 200) return [];
  const { message } = JSON.parse(new TextDecoder().decode(body.bytes));
  return isTyping(message.type) ? [] : [nameOf(message.id)];
}

function faultOf({ status, body }: WireAnswer): string | null {
  if (status === 200) return body === '{"result":"ok"}' ? null : `200 with ${body}`;
  const code = { 400: "invalid_request", 413: "payload_too_large" }[status];
  const { error } = JSON.parse(body);
  return code !== undefined && error.code === code && typeof error.message === "string"
    ? null
    : `${status} with ${body}`;
}

t.test(
  "every body is stored and answered 200, or refused and not stored; the connection stays open unless the body was chunked",
  async (t) => {
    const service = await startService(t, { limits: { channelBurst: 1e6, senderBurst: 1e6 } });
    const path = channelPath(service);
    const port = Number(new URL(service.url).port);
    const wires = await Promise.all(Array.from({ length: wiresCount }, () => openWire(port)));
    t.teardown(() => {
      for (const wire of wires) wire.abort();
    });
    const counts = new Map<number, number>();
    let fedCursor = 0;
    let storedCount = 0;
    const sendAll = async (bodies: readonly AnyBody[]): Promise<void> => {
      const expected: string[] = [];
      const sendOver = async (lane: number): Promise<void> => {
        let wire = wires[lane] ?? (await openWire(port));
        for (let at = lane; at < bodies.length; at += wires.length) {
          const body = bodies[at];
          if (body === undefined) break;
          wire.send(toBytes(path, body));
          const answer = await answerOf(wire);
          if (body.isChunked) {
            await wire.closed;
            wire = await openWire(port);
            wires[lane] = wire;
          }
          counts.set(answer.status, 1 + (counts.get(answer.status) ?? 0));
          const fault = faultOf(answer);
          if (fault !== null) throw new Error(`Expected 200 or a 4xx of the table, got ${fault}`);
          expected.push(...expectStored(body, answer));
        }
        wire.send(request("GET", `${path}/status`));
        const { body } = await answerOf(wire);
        if (body !== "0") throw new Error(`Expected the connection to serve on, got ${body}`);
      };
      await Promise.all(wires.map((_wire, lane) => sendOver(lane)));
      await service.settle();
      const stored = await storedSince(service, fedCursor);
      fedCursor = service.app.runtime.feed.cursor;
      storedCount += stored.length;
      const [wanted, found] = [expected, stored].map((names) => names.toSorted().join(", "));
      if (wanted !== found) throw new Error(`Expected to be stored ${wanted}, found ${found}`);
    };
    const bodies = fc.array(anyBody, { minLength: bodiesAtOnce, maxLength: bodiesAtOnce });
    await fc.assert(fc.asyncProperty(bodies, sendAll), { numRuns: rounds, endOnFailure: true });

    t.comment(`answers: ${JSON.stringify(Object.fromEntries(counts))}`);
    for (const status of [200, 400, 413]) t.ok((counts.get(status) ?? 0) >= 5, `${status} was seen often enough`);
    const defects = service.logLines.filter(({ level }) => Number(level) >= 50);
    t.strictSame(defects, [], "no internal error occurred");
    const { messages } = await serverView(service);
    const ofClients = Object.values(messages).filter(({ from }) => from === "client");
    t.equal(ofClients.length, storedCount, "agents see everything that was answered 200");
  },
);
