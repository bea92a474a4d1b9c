import fc from "fast-check";
import t from "tap";
import { PacketReader } from "../../../src/store/postgres/peers/packet-reader.ts";
import { PacketWriter, wordsOf } from "../../../src/store/postgres/peers/packets.ts";

type Message = readonly [topic: string, text: string];

const pack = (writer: PacketWriter, messages: readonly Message[]): string[] =>
  writer.pack(messages.map(([topic, text]) => wordsOf(topic, text)));

/** Returns all messages of the packets and the number of gaps. */
function readAll(packets: readonly string[], reader = new PacketReader(), isNew = false) {
  const heard = packets.map((packet) => reader.read(packet, isNew));
  return {
    messages: heard.flatMap((one) => one?.messages ?? []),
    gaps: heard.filter((one) => one?.isGap).length,
    unread: heard.filter((one) => one === null).length,
  };
}

const letters = fc.constantFrom("a", '"', "\\", "\0", "\n", ",", "ü", "€", "🎉", "你");
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.array(letters, { maxLength: 60 }).map((some) => some.join("").repeat(400)),
);

t.test("every message is read unchanged, from packets that fit into a notification", async (t) => {
  const messages = fc.array(fc.tuple(fc.constantFrom("feed", "relay"), texts), { maxLength: 30 });
  fc.assert(
    fc.property(fc.array(messages, { maxLength: 3 }), (batches) => {
      const writer = new PacketWriter("0123456789ab+12");
      const packets = batches.flatMap((batch) => pack(writer, batch));
      for (const packet of packets) {
        if (Buffer.byteLength(packet) > 7_900) throw new Error(`${Buffer.byteLength(packet)} bytes`);
        if (packet.includes("\0") || packet.includes("\ufffd")) throw new Error("a letter that is none");
      }
      t.strictSame(readAll(packets), { messages: batches.flat(), gaps: 0, unread: 0 });
    }),
    { numRuns: 60 },
  );
});

t.test("half of a surrogate pair is received unchanged", async (t) => {
  const messages: Message[] = [
    ["feed", "a\ud83d"],
    ["feed", "\udf89b".repeat(3_000)],
  ];
  t.strictSame(readAll(pack(new PacketWriter("a"), messages)).messages, messages);
});

const samples: Message[] = [
  ["feed", "one"],
  ["relay", `long ${'",\\'.repeat(9_000)}`],
  ["feed", "two"],
];

t.test("every missing packet is a gap, and no message is read that was not sent", async (t) => {
  const packets = pack(new PacketWriter("a"), samples);
  t.ok(packets.length > 5);
  for (const [missing] of packets.slice(0, -1).entries()) {
    const { messages, gaps } = readAll(packets.filter((_, index) => index !== missing));
    t.ok(gaps > 0, `${missing} is missing`);
    t.ok(messages.every((heard) => samples.some((told) => told[1] === heard[1])));
  }
});

t.test("a packet that is sent twice is read once", async (t) => {
  const packets = pack(new PacketWriter("a"), samples);
  t.match(readAll([...packets, ...packets]), { messages: samples, gaps: 0, unread: packets.length });
  const doubled = packets.flatMap((packet) => [packet, packet]);
  t.match(readAll(doubled), { messages: samples, gaps: 0, unread: packets.length });
});

t.test("a packet that is cut anywhere gives no message that was not sent", async (t) => {
  const [packet = ""] = pack(new PacketWriter("a"), [
    ["feed", "one"],
    ["feed", "two"],
  ]);
  for (let end = 0; end < packet.length; end += 1) {
    const { messages } = readAll([packet.slice(0, end)]);
    t.ok(messages.length <= 1 && messages.every(([, text]) => text === "one"), packet.slice(0, end));
  }
});

t.test(
  "a process that has just started to listen accepts any first number, and later treats it as a gap",
  async (t) => {
    const writer = new PacketWriter("a");
    pack(writer, [["feed", "before"]]);
    const packets = pack(writer, [["feed", "after"]]);
    t.match(readAll(packets, new PacketReader(), true), { messages: [["feed", "after"]], gaps: 0 });
    t.match(readAll(packets, new PacketReader(), false), { messages: [["feed", "after"]], gaps: 1 });
  },
);

t.test("dropped messages are a gap for receivers of the next packet", async (t) => {
  const writer = new PacketWriter("a");
  const reader = new PacketReader();
  readAll(pack(writer, [["feed", "before"]]), reader);
  writer.passOver();
  t.match(readAll(pack(writer, [["feed", "after"]]), reader), { messages: [["feed", "after"]], gaps: 1 });
});

t.test("pieces from before an interruption are not joined with later ones", async (t) => {
  const packets = pack(new PacketWriter("a"), samples.slice(1, 2));
  const reader = new PacketReader();
  readAll(packets.slice(0, 2), reader);
  reader.interrupt();
  t.match(readAll(packets.slice(2), reader), { messages: [], gaps: 1 });
});

t.test("a sender that has been silent for some time is forgotten with its number", async (t) => {
  const reader = new PacketReader();
  const packets = pack(new PacketWriter("a"), [["feed", "one"]]);
  readAll(packets, reader);
  for (let beat = 0; beat < 10; beat += 1) reader.keep([]);
  t.equal(readAll(packets, reader).unread, 1);
  reader.keep(["a"]);
  for (let beat = 0; beat < 11; beat += 1) reader.keep([]);
  t.equal(readAll(packets, reader).unread, 0);
});
