import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32, gunzipSync } from "node:zlib";
import fc from "fast-check";
import protobuf from "protobufjs/minimal.js";
import type { Test } from "tap";
import t from "tap";
import { rowCodecs } from "../../src/codec/proto/rows.ts";
import { TextWriter } from "../../src/codec/proto/text-writer.ts";
import type { TableName } from "../../src/ports/store.ts";
import { DamagedRowError } from "../../src/ports/store-errors.ts";
import { afterPrefix, decodeKey, describeKey, encodeKey, encodePrefix, keyBytesMax } from "../../src/store/keys.ts";
import { readRecord, sealRecord } from "../../src/store/lmdb/journal/journal-record.ts";
import { openRow, sealRow, withRowPrefix } from "../../src/store/lmdb/rows/row-form.ts";
import { samples, tableNames } from "../contracts/store-rows.ts";
import {
  alter,
  commitNumbers,
  copyFolder,
  dropRows,
  flip,
  openSmall,
  quickFolder,
  recordingLog,
  segmentsOf,
  storedNumbers,
  upTo,
} from "./lmdb-fixture.ts";

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

t.test("an old row of a client without a count of chats counts as one chat", async (t) => {
  const stored = "CgpNT0JJTEVBUFAxEhcKATcSB2ludGVnZXIZAAAAAAAA8D8iAA==";
  const { client } = rowCodecs.client.decode(Buffer.from(stored, "base64"));
  const before = { senderId: "7", senderIdKind: "integer", number: 1, name: "", phone: null, email: null, photo: null };
  const since = { description: null, url: null, pageTitle: null, userToken: null, session: null };
  t.strictSame(client, { ...before, ...since, chatsCount: 1, isBlacklisted: false, pageData: [] });
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
    const bytes = Buffer.alloc(24 + length, 7);
    const segment = Buffer.concat([sealRecord(bytes, 0xdeadbeef, 2 ** 40 + length), Buffer.alloc(24)]);
    const record = readRecord(segment, 0, 0xdeadbeef);
    const next = 24 + Math.ceil(length / 8) * 8;
    t.strictSame(record, { kind: "record", number: 2 ** 40 + length, payloadStart: 24, payloadEnd: 24 + length, next });
    t.ok(segment.subarray(24 + length).every((byte) => byte === 0));
    t.equal(readRecord(segment, next, 0xdeadbeef).kind, "empty");
    t.equal(readRecord(segment, 0, 0xdeadbee0).kind, "damaged");
  }
});

const formerSegmentBytes = 1_024;

/** A folder of a killed program of the former layout: rows 1 to 40 are written, rows 41 to 45 are in the journal. */
function formerFolder(t: Test): string {
  const dir = quickFolder(t);
  const files: Record<string, string> = JSON.parse(readFileSync("test/store/former-folder.json", "utf8"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), gunzipSync(Buffer.from(text, "base64")));
  }
  return dir;
}

t.test("a folder of the former layout is read, gets its checksums once, and its journal continues", async (t) => {
  const dir = formerFolder(t);
  const options = { segmentBytes: formerSegmentBytes };
  const log = recordingLog();
  const store = await openSmall(dir, { ...options, log });
  t.strictSame(await storedNumbers(store), upTo(45));
  t.strictSame(await store.read("chatFile", [7, "A".repeat(32)]), {}, "a row of no bytes");
  t.strictSame(await store.read("fact", ["long"]), { text: "é".repeat(3_000) }, "a row of several pages");
  t.match(log.lines, [{ message: /gets a checksum/ }, { facts: { rows: 44 }, message: /has its checksum/ }]);
  await commitNumbers(store, 46, 47);
  await store.close();
  t.match(readFileSync(join(dir, "layout.json"), "utf8"), /^{"layout":3,"journalId":\d+,"checksum":"[0-9a-f]{8}"}\n$/);
  const later = recordingLog();
  const again = await openSmall(dir, { ...options, log: later });
  t.strictSame(await storedNumbers(again), upTo(47));
  t.strictSame(later.lines, [], "the second start has nothing to do");
  await again.close();
});

t.test("after a kill while the checksums are written, the next start writes the rest", async (t) => {
  const dir = formerFolder(t);
  const layout = readFileSync(join(dir, "layout.json"));
  const options = { segmentBytes: formerSegmentBytes };
  await (await openSmall(dir, options)).close();
  // The state after a kill between the rows and the layout file.
  writeFileSync(join(dir, "layout.json"), layout);
  const again = await openSmall(dir, options);
  t.strictSame(await storedNumbers(again), upTo(45));
  await again.close();
});

t.test("opening a folder of the previous layout changes it to the present layout", async (t) => {
  const dir = quickFolder(t);
  const first = await openSmall(dir);
  await commitNumbers(first, 1, 5);
  await first.close();
  const path = join(dir, "layout.json");
  const present = readFileSync(path, "utf8");
  const fields = present.slice(0, present.indexOf(',"checksum"')).replace('"layout":3', '"layout":2');
  const before = `${fields},"checksum":"${crc32(fields).toString(16).padStart(8, "0")}"}\n`;
  writeFileSync(path, before);
  const [segment = ""] = segmentsOf(dir);
  const bytes = readFileSync(segment);
  dropRows(dir);
  alter(segment, flip(40));
  await t.rejects(openSmall(dir), { name: "StoreError" });
  t.equal(readFileSync(path, "utf8"), before, "a folder that cannot be opened stays unchanged");
  writeFileSync(segment, bytes);
  // The states after a kill during the write of the new layout, and just after it.
  for (const layout of [before, present]) {
    const killed = copyFolder(dir, `${dir}-killed`);
    writeFileSync(join(killed, "layout.json.new"), present.slice(0, 9));
    writeFileSync(join(killed, "layout.json"), layout);
    const again = await openSmall(killed);
    t.strictSame(await storedNumbers(again), upTo(5));
    await again.close();
    t.equal(readFileSync(join(killed, "layout.json"), "utf8"), present);
  }
  const store = await openSmall(dir);
  t.equal(readFileSync(path, "utf8"), present);
  t.strictSame(await storedNumbers(store), upTo(5));
  await store.close();
});

t.test("a segment of the former layout that was cut short is refused", async (t) => {
  const dir = formerFolder(t);
  const segment = join(dir, "journal", readdirSync(join(dir, "journal")).sort().at(-1) ?? "");
  writeFileSync(segment, readFileSync(segment).subarray(0, formerSegmentBytes - 1));
  await t.rejects(openSmall(dir, { segmentBytes: formerSegmentBytes }), {
    name: "StoreError",
    message: /damaged: expected at least 1024 bytes, found 1023/,
  });
});

t.test("a row reads back only under its own key, and every flipped bit of row or key is detected", async (t) => {
  const key = encodeKey("message", [300, 7]);
  const stored = withRowPrefix(Buffer.from("a row of the store"));
  sealRow(key, stored);
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
