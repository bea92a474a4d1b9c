import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import protobuf from "protobufjs/minimal.js";
import t from "tap";
import { rowCodecs } from "../../src/codec/proto/rows.ts";
import type { TableName } from "../../src/ports/store.ts";
import { readRecord, sealRecord } from "../../src/store/lmdb/journal-record.ts";
import { afterPrefix, decodeKey, encodeKey, encodePrefix, keyBytesMax } from "../../src/store/lmdb/keys.ts";
import { samples, tableNames } from "../contracts/store-rows.ts";

const generated = "src/codec/proto/generated";
const goldenPath = "test/store/stored-form.json";

t.test("the generated code is what the .proto file generates", async (t) => {
  const dir = t.testdir();
  execFileSync("sh", ["src/codec/proto/generate.sh", dir]);
  t.strictSame(readdirSync(dir).sort(), readdirSync(generated).sort());
  for (const name of readdirSync(generated)) {
    t.equal(readFileSync(join(dir, name), "utf8"), readFileSync(join(generated, name), "utf8"), name);
  }
});

interface GoldenRow {
  readonly table: TableName;
  readonly key: string;
  readonly row: string;
}

/** Rows too long to be pinned are left to the contract suite. */
const pinnedBytesMax = 4_000;

function storedForms(): GoldenRow[] {
  return tableNames.flatMap((table) =>
    samples[table].flatMap(({ key, row }) => {
      const writer = protobuf.Writer.create();
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

t.test("keys and rows lie on disk as they always did", async (t) => {
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

t.test("a client's row from before chats were counted counts the one that it was kept for", async (t) => {
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

t.test("the longest sender id there can be fits into a key; longer keys are refused by name", async (t) => {
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

t.test("what follows a prefix is behind every key that begins with it, and before all others", async (t) => {
  t.equal(afterPrefix("\u0003\u0000\u00ff\u00ff"), "\u0003\u0001");
  t.equal(afterPrefix("\u0003"), "\u0004");
  const behind = afterPrefix(encodePrefix("message", [255]));
  t.ok(behind > encodeKey("message", [255, Number.MAX_SAFE_INTEGER]));
  t.ok(behind <= encodeKey("message", [256, 0]));
});

t.test("a record reads back as it was sealed; its filling is zeros", async (t) => {
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
