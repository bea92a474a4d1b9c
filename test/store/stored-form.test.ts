import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import protobuf from "protobufjs/minimal.js";
import t from "tap";
import { rowCodecs, TextWriter } from "../../src/codec/proto/rows.ts";
import type { TableName } from "../../src/ports/store.ts";
import { DamagedRowError } from "../../src/ports/store-errors.ts";
import { afterPrefix, decodeKey, describeKey, encodeKey, encodePrefix, keyBytesMax } from "../../src/store/keys.ts";
import { paddingAfter, readRecord, sealRecord } from "../../src/store/lmdb/journal/journal.ts";
import { hashOf, openRow, sealRow, withRowPrefix } from "../../src/store/lmdb/rows/row-form.ts";
import { samples, tableNames } from "../contracts/store-rows.ts";

const goldenPath = "test/store/stored-form.json";

interface GoldenRow {
  readonly table: TableName;
  readonly key: string;
  readonly row: string;
}

/** The contract suite tests rows that are too long to be pinned. */
const pinnedBytesMax = 4_000;

function storedForms(): GoldenRow[] {
  return tableNames.flatMap((table) =>
    samples[table].flatMap(({ key, row }) => {
      const writer = new TextWriter();
      rowCodecs[table].encode(row as never, writer);
      const bytes = Buffer.from(writer.finish());
      if (bytes.length > pinnedBytesMax) return [];
      return [
        {
          table,
          key: Buffer.from(encodeKey(table, key as never), "latin1").toString("hex"),
          row: bytes.toString("base64"),
        },
      ];
    }),
  );
}

t.test("the stored form of keys and rows has not changed", async (t) => {
  if (process.argv.includes("--pin")) writeFileSync(goldenPath, `${JSON.stringify(storedForms(), null, 2)}\n`);
  const golden: GoldenRow[] = JSON.parse(readFileSync(goldenPath, "utf8"));
  t.ok(golden.length >= tableNames.length);
  for (const { table, key, row } of golden) {
    const bytes = Buffer.from(key, "hex").toString("latin1");
    const sample = samples[table].find((sample) => encodeKey(table, sample.key as never) === bytes);
    t.strictSame(decodeKey(table, bytes), sample?.key, `key of ${table}`);
    t.strictSame(rowCodecs[table].decode(Buffer.from(row, "base64")), sample?.row, `row of ${table}`);
  }
  t.strictSame(storedForms(), golden, "and are written so");
});

t.test("half of a character is stored as U+FFFD, in a text of any length, so that its row can be read", async (t) => {
  for (const before of ["", "é", "x".repeat(38), "x".repeat(39), "x".repeat(126), "ы".repeat(700)]) {
    const writer = new TextWriter();
    rowCodecs.fact.encode({ text: `${before}\ud83d` }, writer);
    t.strictSame(rowCodecs.fact.decode(writer.finish()), { text: `${before}\ufffd` }, `behind ${before.length}`);
  }
});

t.test("every text has the same bytes as with protobufjs", async (t) => {
  const text = fc.oneof(fc.string({ maxLength: 200 }), fc.string({ maxLength: 200, unit: "binary" }));
  const holds = fc.property(fc.array(text), (texts) => {
    const [ours, theirs] = [new TextWriter(), protobuf.Writer.create()];
    for (const each of texts) for (const writer of [ours, theirs]) writer.string(each);
    t.strictSame(Buffer.from(ours.finish()), Buffer.from(theirs.finish()));
  });
  t.doesNotThrow(() => fc.assert(holds));
});

t.test("a row cut anywhere is an error or another row, never a hang or a crash of the process", async (t) => {
  for (const { table, row } of storedForms()) {
    const whole = Buffer.from(row, "base64");
    for (let length = 0; length < whole.length; length += 1) {
      try {
        rowCodecs[table].decode(whole.subarray(0, length));
      } catch (error) {
        if (!(error instanceof Error)) t.fail(`${table}: threw ${String(error)}`);
      }
    }
  }
  t.pass("every cut of every row");
});

t.test("the longest possible sender id fits into a key, and longer keys are refused by name", async (t) => {
  const longest = `client/${"A".repeat(32)}/${"😀".repeat(255)}`;
  const key = encodeKey("client", [longest as never]);
  t.ok(key.length <= keyBytesMax);
  t.strictSame(decodeKey("client", key), [longest]);
  t.throws(() => encodeKey("fact", ["x".repeat(keyBytesMax)]), {
    name: "TypeError",
    message: /at most 1978 bytes in a key of the table fact/,
  });
  const half = "x".repeat(keyBytesMax / 2);
  t.throws(() => encodeKey("idempotency", [half, half]), { name: "TypeError", message: /idempotency/ });
  t.throws(() => encodeKey("message", [1] as never), { name: "TypeError", message: /2 key parts.*got \[1\]/ });
  t.throws(() => encodePrefix("message", [1, 2, 3]), { name: "TypeError", message: /no such key part/ });
  t.throws(() => encodePrefix("message", ["1"]), {
    name: "TypeError",
    message: /a number in a key of the table message, got "1"/,
  });
});

t.test("the end of a prefix is after every key with this prefix and before all later keys", async (t) => {
  t.equal(afterPrefix("\u0003\u0000\u00ff\u00ff"), "\u0003\u0001");
  t.equal(afterPrefix("\u0003"), "\u0004");
  const behind = afterPrefix(encodePrefix("message", [255]));
  t.ok(behind > encodeKey("message", [255, Number.MAX_SAFE_INTEGER]));
  t.ok(behind <= encodeKey("message", [256, 0]));
});

t.test("a sealed record reads back unchanged, and its padding is zeros", async (t) => {
  for (let length = 0; length < 20; length += 1) {
    const end = 24 + length;
    const sealed = Buffer.concat([Buffer.alloc(end, 7), paddingAfter(end)]);
    sealRecord(sealed, end, 0xdeadbeef, 2 ** 40 + length);
    const segment = Buffer.concat([sealed, Buffer.alloc(24)]);
    const record = readRecord(segment, 0, 0xdeadbeef);
    const next = 24 + Math.ceil(length / 8) * 8;
    t.strictSame(record, { kind: "record", number: 2 ** 40 + length, payloadStart: 24, payloadEnd: 24 + length, next });
    t.ok(segment.subarray(24 + length).every((byte) => byte === 0));
    t.equal(readRecord(segment, next, 0xdeadbeef).kind, "empty");
    t.equal(readRecord(segment, 0, 0xdeadbee0).kind, "damaged");
  }
});

t.test("a row reads back only under its own key, and every flipped bit of row or key is detected", async (t) => {
  const key = encodeKey("message", [300, 7]);
  const stored = withRowPrefix(Buffer.from("a row of the store"));
  sealRow(hashOf(key), stored);
  t.equal(openRow(key, stored).toString(), "a row of the store");
  t.throws(() => openRow(encodeKey("message", [300, 8]), stored), {
    name: "DamagedRowError",
    table: "message",
    key: "[300,8]",
    message: /^The row \[300,8\] of the table message is damaged: its checksum/,
  });
  const unseen: number[] = [];
  for (let bit = 0; bit < stored.length * 8; bit += 1) {
    const flipped = Buffer.from(stored);
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    try {
      openRow(key, flipped);
      unseen.push(bit);
    } catch (error) {
      if (!(error instanceof DamagedRowError)) throw error;
    }
  }
  t.strictSame(unseen, []);
  for (let length = 0; length < stored.length; length += 1) {
    t.throws(() => openRow(key, stored.subarray(0, length)), { name: "DamagedRowError" }, `cut to ${length} bytes`);
  }
});

t.test("the text of an error hides the secret part of a key", async (t) => {
  const token = "T".repeat(32);
  for (const key of [encodeKey("file", [token]), encodeKey("chatFile", [1, token]), encodeKey("session", [token])]) {
    t.match(describeKey(key).text, /TTTT…/);
    t.notMatch(describeKey(key).text, /TTTTT/);
  }
  t.strictSame(describeKey("\u0000applied"), { table: "store", text: '"applied"' });
});
