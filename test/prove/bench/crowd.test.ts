import t from "tap";
import type { DeskHeard } from "../../../bench/load/clients/crowd/crowd.ts";
import { encodeClientFrame, FrameReader, opcodes } from "../../../bench/load/clients/crowd/frame-reader.ts";
import { DeskTally, PageTally } from "../../../bench/load/clients/crowd/tallies.ts";
import { openFilesMax, socketsThatFit } from "../../../bench/load/service/open-files.ts";
import { mistakesOf } from "../../../bench/scenarios/pages/fan-out-steps.ts";
import { benchFigures, mistakeIn } from "./run-bench.ts";

t.setTimeout(500_000);

/** Encodes a frame as a server sends it. */
function serverFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([0x80 | opcode, length]), payload]);
  const [mark, bytes] = length < 65_536 ? [126, 2] : [127, 8];
  const head = Buffer.alloc(2 + bytes);
  head.writeUInt8(0x80 | opcode);
  head.writeUInt8(mark, 1);
  head.writeUIntBE(length, 2 + bytes - Math.min(6, bytes), Math.min(6, bytes));
  return Buffer.concat([head, payload]);
}

t.test("frames are complete, however their bytes arrive", async (t) => {
  const payloads = ["", "a", "b".repeat(125), "c".repeat(126), "d".repeat(65_535), "e".repeat(65_536), "f"];
  const stream = Buffer.concat([
    ...payloads.map((payload) => serverFrame(opcodes.text, Buffer.from(payload))),
    serverFrame(opcodes.ping, Buffer.from("p")),
  ]);
  for (const step of [1, 7, 4_096, stream.length]) {
    const reader = new FrameReader();
    const heard: [number, string][] = [];
    const shared = Buffer.alloc(step);
    for (let at = 0; at < stream.length; at += step) {
      const came = stream.copy(shared, 0, at, at + step);
      reader.take(shared.subarray(0, came), (opcode, bytes, from, until) => {
        heard.push([opcode, bytes.toString("utf8", from, until)]);
      });
      shared.fill(0);
    }
    t.strictSame(heard, [...payloads.map((payload) => [opcodes.text, payload]), [opcodes.ping, "p"]], `${step} bytes`);
  }
});

t.test("frames that our servers never send are reported, not skipped", async (t) => {
  const take = (...bytes: number[]): void => new FrameReader().take(Buffer.from(bytes), () => t.fail("a frame"));
  t.throws(() => take(0x01, 0x00), /without a mask, got one that begins with 1 0/, "a part of a message");
  t.throws(() => take(0x81, 0x80, 0, 0, 0, 0), /begins with 129 128/, "a masked frame");
});

t.test("a client's frame is masked and contains its length", async (t) => {
  t.same([...encodeClientFrame(opcodes.pong)], [0x8a, 0x80, 0, 0, 0, 0]);
  t.same([...encodeClientFrame(opcodes.text, "hi")], [0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]);
  const long = encodeClientFrame(opcodes.text, "x".repeat(300));
  t.same([...long.subarray(0, 9)], [0x81, 0xfe, 1, 44, 0, 0, 0, 0, 0x78]);
  t.equal(long.length, 308);
});

/** Two desks. The expected run is run 3 with two senders and ten messages per second from moment 0. */
function openTally() {
  const tally = new DeskTally(2);
  const hear = (desk: number, text: string, atUs = 0): void => {
    const bytes = Buffer.from(`..${text}..`);
    tally.hear(desk, { bytes, from: 2, until: bytes.length - 2 }, atUs);
  };
  for (const desk of [0, 1]) hear(desk, '{"type":"ready","agent":{},"cursor":7}');
  tally.expect({ run: 3, startUs: 0, perSecond: 10, senders: 2 });
  const report = (): DeskHeard => tally.report(new Set([0, 1]));
  const all = (text: string, atUs = 0): void => {
    for (const desk of [0, 1]) hear(desk, text, atUs);
  };
  return { hear, all, report };
}

const said = (lap: number, sender: number, run = "003"): string =>
  `Message ${String(lap).padStart(6, "0")} of c${sender} in run ${run}. Where`;
const chat = (cursor: number, text: string): string =>
  JSON.stringify({ type: "chat", cursor, chat: { id: "1", last: { seq: 1, text } } });
const message = (cursor: number, seq: number, text: string, chatId = "1"): string =>
  JSON.stringify({ type: "message", cursor, chatId, message: { seq, text } });

t.test(
  "desks that receive everything once and in order report no mistake, and their times count from when each message was due",
  async (t) => {
    const { all, report } = openTally();
    all(chat(8, said(0, 0)), 1_000);
    all(message(9, 1, said(0, 0)), 2_000);
    all('{"type":"surroundings"}');
    all(chat(10, said(0, 1)));
    all(message(11, 1, said(0, 1), "2"), 105_000);
    all(message(12, 2, said(1, 0)), 900_000);
    const { mistakes, frames, toldMin, toldMax, p50Ms, maxMs, lastAtUs } = report();
    t.strictSame(
      { mistakes, frames, toldMin, toldMax, lastAtUs },
      {
        ...{ mistakes: [], frames: 10, toldMin: 3, toldMax: 3, lastAtUs: 900_000 },
      },
    );
    t.ok(p50Ms > 4.9 && p50Ms < 5.1, `the second message is due at 100 ms and came after ${p50Ms} ms more`);
    t.ok(maxMs > 699 && maxMs < 701, `the third is due at 200 ms and came ${maxMs} ms later`);
  },
);

t.test("each kind of wrong frame for a desk is a mistake", async (t) => {
  type Stage = ReturnType<typeof openTally>;
  const cases: readonly [string, (stage: Stage) => void, RegExp][] = [
    ["a loss", ({ hear }) => hear(1, message(9, 1, said(0, 0))), /desk 1 received cursor 9 after 7/],
    [
      "a double",
      ({ hear }) => {
        hear(1, message(8, 1, said(0, 0)));
        hear(1, message(8, 1, said(0, 0)));
      },
      /desk 1 received cursor 8 after 8/,
    ],
    [
      "another length",
      ({ hear }) => {
        hear(0, message(8, 1, said(0, 0)));
        hear(1, message(8, 1, `${said(0, 0)}!`));
      },
      /desk 1 received \d+ bytes with cursor 8, another desk \d+/,
    ],
    [
      "another run",
      ({ all }) => all(message(8, 1, said(0, 0, "002"))),
      /the message with cursor 8 is not a new message of run 3/,
    ],
    [
      "one message under two cursors",
      ({ all }) => {
        all(message(8, 1, said(0, 0)));
        all(message(9, 2, said(0, 0)));
      },
      /the message with cursor 9 is not a new message/,
    ],
  ];
  for (const [name, tell, expected] of cases) {
    const stage = openTally();
    tell(stage);
    const { mistakes, mistaken } = stage.report();
    t.equal(mistaken, 1, name);
    t.match(mistakes, [expected], name);
  }
});

t.test(
  "a message that one desk never received is a mistake of the step, unless the desk had to reread everything",
  async (t) => {
    const { hear, all, report } = openTally();
    all(message(8, 1, said(0, 0)));
    hear(0, message(9, 1, said(0, 1), "2"));
    const heard = { ...report(), closed: 0, closedWhy: "" };
    const paced = { run: { run: 3, sent: 2, answered: 2, answeredByThread: null }, refused: 0 };
    t.match(mistakesOf(paced, heard), [/desks received 1 to 2 messages, expected 2 \(answered\) to 2 \(sent\)/]);
    t.strictSame(mistakesOf(paced, { ...heard, toldMin: 2 }), []);
    t.match(mistakesOf({ ...paced, refused: 1 }, { ...heard, toldMin: 2 }), [/run 3 met 1 answers other than 200/]);
    hear(1, '{"type":"resync"}');
    t.strictSame(mistakesOf(paced, { ...report(), closed: 0, closedWhy: "" }), []);
  },
);

t.test("a page counts once for a mode, and its time is from when the mode was set", async (t) => {
  const tally = new PageTally();
  const hear = (page: number, frame: object, atUs: number): void => {
    const bytes = Buffer.from(JSON.stringify(frame));
    tally.hear(page, { bytes, from: 0, until: bytes.length }, atUs);
  };
  hear(0, { type: "ready", mode: "offline" }, 0);
  tally.expect({ mode: "online", startUs: 1_000 });
  hear(0, { type: "mode", mode: "online" }, 3_000);
  hear(0, { type: "mode", mode: "online" }, 90_000);
  hear(1, { type: "mode", mode: "offline" }, 90_000);
  t.match(tally.report(), { told: 1, maxMs: 2 });
});

t.test("no more sockets are opened than a process may have", async (t) => {
  const limits = (most: string): string =>
    `Max processes 1 1\nMax open files            1024                 ${most}    files`;
  t.equal(openFilesMax(limits("20000")), 20_000);
  t.equal(openFilesMax(limits("unlimited")), Number.POSITIVE_INFINITY);
  t.ok(openFilesMax() > 100, "this machine's own");
  t.equal(socketsThatFit(20_000, 20_000), 19_744);
  t.equal(socketsThatFit(20_000, 65_536), 20_000);
  t.match(mistakeIn(["--pages", "1"]), /--pages.*'1'.*integer from 10 to 100000/);
  t.match(mistakeIn(["--desks", "0"]), /--desks.*'0'.*integer from 1 to 10000/);
  t.match(mistakeIn(["--desk-pace-max", "1"]), /--desk-pace-max.*'1'.*integer from 25 to 400/);
});

t.test("desk-fan-out sends each message to every desk, widget-sockets sends the mode to its pages", async (t) => {
  const sizes = ["--seconds", "1", "--rounds", "1", "--desks", "20", "--desk-pace-max", "25", "--pages", "100"];
  const { stdout, figures } = await benchFigures("--only", "desk-fan-out", "widget-sockets", ...sizes);
  t.match(stdout, /^desk-fan-out: 20 desks, each told of every message by 2 frames;/m);
  t.match(stdout, /^ {2}parley: frames\/s to 20 desks, all within 1000 ms +>= 100000 +\d+ +MISS$/m);
  t.match(
    stdout,
    /^ {2}bare uWS publisher: ok, \d+ frames: each desk received each message once, in order; 0 desks closed/m,
  );
  t.match(
    stdout,
    /^ {2}verify parley: ok, \d+ answered, \d+ stored, each once and in order, \d+ frames: each desk received each message once/m,
  );
  t.match(stdout, /^ {2}pages: ok, each was answered, told that agents came, and never closed$/m);
  t.match(stdout, /^ {2}parley: mode told to all +<= 5000 ms +\d+ ms +(ok|MISS)$/m);

  const { results } = figures;
  const rounds = results["desk-fan-out"].contestants.map((one: { name: string; rounds: object[] }) => one);
  t.match(rounds.at(-1), { name: "parley, 25 messages/s", rounds: [{ p50Ms: Number, mainPercent: Number }] });
  const [{ frames, messages, closed }] = rounds.at(-1).rounds;
  t.strictSame({ frames, closed }, { frames: messages * 2 * 20, closed: 0 });
  const [, parley] = results["widget-sockets"].contestants;
  t.match(parley, { name: "parley", rounds: [{ bytesEach: Number, toldP99Ms: Number, cpuUsPerHello: Number }] });
});
