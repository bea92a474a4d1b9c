import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import t from "tap";
import type { LogLine } from "../../../delivery/attempts.ts";
import { openOutbound, timeoutMs, toAttempt } from "../../../delivery/attempts.ts";
import { openPeer } from "../../../delivery/peer.ts";
import { createManualClock } from "../../../edge/manual-clock.ts";
import { Random } from "../random.ts";

const seed = Number(process.env["PARLEY_SEED"] ?? 1);
const answersCount = 10_000;
const atOnce = 8;

const ok = '{"result":"ok"}';
const packed = gzipSync(ok);
const right: readonly [Buffer, ...Buffer[]] = [
  Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${ok.length}\r\n\r\n${ok}`),
  Buffer.from(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\nf;a=b\r\n${ok}\r\n0\r\nX: y\r\n\r\n`),
  Buffer.from(
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n`,
  ),
  Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`),
    packed,
  ]),
  Buffer.from(
    "HTTP/1.1 503 Busy\r\nRetry-After: 5\r\nConnection: close\r\nContent-Type: text/html; charset=koi8-r\r\n\r\n\xce\xc5\xd4",
  ),
];
const odd: readonly [string, ...string[]] = [
  "\r\n",
  ...["\n", "\r", "\0", " ", "\t", ":", ";", ",", "\xff", "0", "9", "-1", "HTTP/1.1 ", "HTTP/2.0 200 OK\r\n"],
  ...[
    "099 ",
    "000 ",
    "100 ",
    "101 ",
    "199 ",
    "204 ",
    "304 ",
    "999 ",
    "1e3 ",
    "Content-Length: 5\r\n",
    "Content-Length: 5, 5\r\n",
  ],
  ...[
    "Content-Length: 99999999999999999999\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Transfer-Encoding: gzip, chunked\r\n",
  ],
  ...["Content-Encoding: br\r\n", "Content-Encoding: deflate, gzip\r\n", "Connection: upgrade\r\nUpgrade: h2c\r\n"],
  ...[
    "Keep-Alive: timeout=0\r\n",
    "ffffffffffffffff\r\n",
    "fffffff\r\n",
    `X: ${"y".repeat(20_000)}\r\n`,
    " folded\r\n",
  ],
];

function spoil(random: Random): Buffer {
  let bytes = Buffer.from(random.pick(right));
  for (let changes = random.integer(1, 4); changes > 0; changes -= 1) {
    const at = random.integer(0, bytes.length);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    const change = random.integer(0, 4);
    if (change === 0) bytes = Buffer.concat([before, Buffer.from(random.pick(odd), "latin1"), after]);
    else if (change === 1) bytes = Buffer.concat([before, after.subarray(random.integer(1, 12))]);
    else if (change === 2) bytes = Buffer.concat([before, Uint8Array.of(random.integer(0, 255)), after.subarray(1)]);
    else if (change === 3) bytes = Buffer.concat([bytes, Buffer.from(random.pick(right))]);
    else bytes = before;
  }
  return bytes;
}

/** Sends the bytes in one or two pieces, and then closes the connection or leaves it open. */
function answer(socket: Socket, bytes: Buffer, random: Random): void {
  const cut = random.isChance(0.3) ? random.integer(0, bytes.length) : bytes.length;
  const closes = random.isChance(0.9);
  const finish = (): void => {
    if (closes) socket.end();
  };
  socket.write(bytes.subarray(0, cut), () => {
    if (cut === bytes.length) finish();
    else setImmediate(() => socket.write(bytes.subarray(cut), finish));
  });
}

t.test(`${answersCount} spoilt answers: each attempt has an outcome, and none is a defect; seed ${seed}`, async (t) => {
  const random = new Random(seed);
  const sent: string[] = [];
  const peer = await openPeer(t, (socket) => {
    const bytes = spoil(random);
    sent.push(bytes.toString("latin1"));
    answer(socket, bytes, random);
  });
  const clock = createManualClock();
  const lines: LogLine[] = [];
  const outbound = openOutbound(t, { clock }, lines);
  const kinds = new Map<string, number>();
  let left = answersCount;
  const askOneAfterTheOther = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { failure } = await outbound.attempt(toAttempt(`http://${peer.host}/chat`));
      const kind = failure?.kind ?? "positive";
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  };
  let isOver = false;
  const asked = Promise.all(Array.from({ length: atOnce }, askOneAfterTheOther)).finally(() => {
    isOver = true;
  });
  // Attempts whose answer never ends are over when their time is.
  while (!isOver) {
    for (let turn = 0; turn < 200 && !isOver; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(timeoutMs);
  }
  await asked;
  const defects = lines.filter(({ level }) => level === "error");
  t.strictSame(defects, [], `the last answers were ${JSON.stringify(sent.slice(-atOnce))}`);
  t.equal(
    [...kinds.values()].reduce((sum, count) => sum + count),
    answersCount,
  );
  for (const kind of ["positive", "connection", "unexpected_answer", "http_status", "timeout"])
    t.ok((kinds.get(kind) ?? 0) > 0, `${kinds.get(kind)} times ${kind}`);
});
