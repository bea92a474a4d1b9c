import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import t from "tap";
import { scanDeadlines } from "../../src/actors/deadlines/stored-deadlines.ts";
import { asConversationKey } from "../../src/core/ids.ts";
import { bytesOfFiles } from "../../src/files/stored-files.ts";
import type { CommitNeeds, Store, TableName, Write } from "../../src/ports/store.ts";
import { DamagedRowError, StoreError } from "../../src/ports/store-errors.ts";
import { examineFolder } from "../../src/store/lmdb/check/examine-folder.ts";
import { readSnapshot } from "../../src/store/lmdb/check/lmdb-file.ts";
import { rowFileOf } from "../../src/store/lmdb/rows/row-environment.ts";
import { counter, fact, messageWrite, samples } from "../contracts/store-rows.ts";
import { startService } from "../harness/service.ts";
import { copyFolder, openSmall, placesOf, quickFolder, recordingLog } from "./lmdb-fixture.ts";

/** Images made; more by hand. */
const imageCount = Number(process.env["PARLEY_IMAGES"] ?? 60);
const seed = Number(process.env["PARLEY_SEED"] ?? 20_261_123);
const pageBytes = 4_096;
const options = { segmentBytes: 8 * 1_024 };
const tables: readonly TableName[] = ["counter", "fact", "message", "chatFile"];

type Random = (below: number) => number;

function createRandom(start: number): Random {
  let state = start >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const keyOf = (table: TableName, key: readonly unknown[]): string => `${table} ${JSON.stringify(key)}`;

/** Every row by its key, as JSON, after each commit. */
type Truth = readonly ReadonlyMap<string, string>[];

/** A folder as SIGKILL leaves it: most rows written, the last ones in the journal alone. */
async function makeKilledFolder(dir: string): Promise<Truth> {
  const truth: ReadonlyMap<string, string>[] = [new Map()];
  const commit = async (store: Store, writes: readonly Write[]): Promise<void> => {
    await store.commit({}, () => writes);
    const rows = new Map(truth.at(-1));
    for (const { table, key, row } of writes) {
      if (row === null) rows.delete(keyOf(table, key));
      else rows.set(keyOf(table, key), JSON.stringify(row));
    }
    truth.push(rows);
  };
  const writesOf = (number: number): readonly Write[] => [
    counter(`n${number % 90}`, number),
    fact(`f${number % 70}`, "é".repeat((number * 37) % (number % 9 === 0 ? 4_000 : 300))),
    messageWrite(number % 7, number, `words ${number}`),
    { table: "chatFile", key: [number % 50, "F".repeat(32)], row: number % 3 === 0 ? null : {} },
  ];
  for (let round = 0; round < 6; round += 1) {
    const store = await openSmall(join(dir, "live"), options);
    for (let number = 1; number <= 30; number += 1) await commit(store, writesOf(round * 30 + number));
    if (round < 5) await store.close();
    else {
      copyFolder(join(dir, "live"), join(dir, "killed"));
      await store.close();
      cutUnusedRoom(rowFileOf(join(dir, "killed", "rows")));
    }
  }
  return truth;
}

/** The room behind the last page holds nothing: damage there would prove nothing. */
function cutUnusedRoom(path: string): void {
  const file = openSync(path, "r+");
  const { lastPage } = readSnapshot(path, file);
  ftruncateSync(file, (lastPage + 1) * pageBytes);
  closeSync(file);
}

interface Image {
  readonly how: string;
  readonly path: string;
}

const kinds: readonly {
  readonly how: string;
  change(path: string, random: Random): string;
}[] = [
  {
    how: "a flipped bit",
    change(path, random) {
      const bytes = readFileSync(path);
      const bit = random(bytes.length * 8);
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      writeFileSync(path, bytes);
      return `bit ${bit}`;
    },
  },
  {
    how: "a zeroed page",
    change(path, random) {
      const bytes = readFileSync(path);
      const page = random(Math.ceil(bytes.length / pageBytes));
      writeFileSync(path, bytes.fill(0, page * pageBytes, Math.min(bytes.length, (page + 1) * pageBytes)));
      return `page ${page}`;
    },
  },
  {
    how: "an overwritten block",
    change(path, random) {
      const bytes = readFileSync(path);
      const start = random(bytes.length);
      const end = Math.min(bytes.length, start + 1 + random(2 * pageBytes));
      for (let index = start; index < end; index += 1) bytes[index] = random(256);
      writeFileSync(path, bytes);
      return `bytes ${start} to ${end}`;
    },
  },
  {
    how: "a block of another place",
    change(path, random) {
      const bytes = readFileSync(path);
      const [from, to] = [random(Math.ceil(bytes.length / pageBytes)), random(Math.ceil(bytes.length / pageBytes))];
      bytes.copy(bytes, to * pageBytes, from * pageBytes, (from + 1) * pageBytes);
      writeFileSync(path, bytes);
      return `page ${from} over page ${to}`;
    },
  },
  {
    how: "a truncation",
    change(path, random) {
      const length = random(statSync(path).size);
      truncateSync(path, length);
      return `to ${length} bytes`;
    },
  },
];

function damageOne(dir: string, random: Random): Image {
  const journals = readdirSync(join(dir, "journal")).filter((name) => /^\d/.test(name));
  const journal = join("journal", journals[random(journals.length)] ?? "");
  // Most of what is stored lies among the rows.
  const path = ["rows/data.mdb", "rows/data.mdb", "rows/data.mdb", journal, journal, "layout.json"][random(6)] ?? "";
  const kind = kinds[random(kinds.length)];
  return { how: `${kind?.how}: ${kind?.change(join(dir, path), random)}`, path };
}

interface Outcome {
  readonly kind: "whole" | "refused" | "told" | "end dropped" | "WRONG";
  readonly detail: string;
}

async function readAll(store: Store, truth: Truth): Promise<Outcome> {
  const found = new Map<string, string>();
  const told = new Set<string>();
  for (const table of tables) {
    try {
      for (const { key, row } of await store.scan(table, { limit: 100_000 })) {
        found.set(keyOf(table, key), JSON.stringify(row));
      }
    } catch (error) {
      if (!(error instanceof DamagedRowError)) return { kind: "WRONG", detail: `scan of ${table}: ${String(error)}` };
      // Every other row can be had one by one.
      for (const name of truth.at(-1)?.keys() ?? []) {
        if (!name.startsWith(`${table} `)) continue;
        try {
          const row = await store.read(table, JSON.parse(name.slice(table.length + 1)));
          if (row !== undefined) found.set(name, JSON.stringify(row));
        } catch (reading) {
          if (!(reading instanceof DamagedRowError)) return { kind: "WRONG", detail: String(reading) };
          told.add(name);
        }
      }
      if (told.size === 0) return { kind: "WRONG", detail: `the scan told what no read tells: ${error.message}` };
    }
  }
  const isTrue = (rows: ReadonlyMap<string, string>): boolean =>
    [...rows].every(([name, row]) => told.has(name) || found.get(name) === row) &&
    [...found.keys()].every((name) => rows.has(name));
  const commits = truth.findLastIndex(isTrue);
  if (commits < 0) return { kind: "WRONG", detail: "rows of no moment that ever was" };
  if (told.size > 0) return { kind: "told", detail: [...told].join() };
  return commits === truth.length - 1
    ? { kind: "whole", detail: "" }
    : { kind: "end dropped", detail: `${truth.length - 1 - commits} commits` };
}

async function outcomeOf(dir: string, truth: Truth): Promise<Outcome> {
  const log = recordingLog();
  let store: Store;
  try {
    store = await openSmall(dir, { ...options, log });
  } catch (error) {
    if (error instanceof StoreError && error.message.includes(dir)) return { kind: "refused", detail: error.message };
    return { kind: "WRONG", detail: String(error) };
  }
  try {
    const outcome = await readAll(store, truth);
    const isLogged = log.lines.some(({ level, message }) => level === "error" && /damaged/.test(message));
    if (outcome.kind === "told" && !isLogged) return { kind: "WRONG", detail: "no line in the log" };
    return outcome;
  } finally {
    await store.close();
  }
}

async function examined(folder: string): Promise<readonly string[]> {
  const damages: string[] = [];
  const ignore = (): void => undefined;
  const onDamage = (text: string): void => void damages.push(text);
  await examineFolder({
    folder,
    formerBytesMin: options.segmentBytes,
    filesIn: bytesOfFiles,
    onDamage,
    onNote: ignore,
    onProgress: ignore,
  });
  return damages;
}

t.test(
  `${imageCount} damaged images of a killed service's folder: refused by name, told, or whole; seed ${seed}`,
  async (t) => {
    const dir = quickFolder(t);
    const truth = await makeKilledFolder(dir);
    const killed = join(dir, "killed");
    const image = join(dir, "image");
    t.strictSame(await examined(copyFolder(killed, image)), [], "the doctor finds nothing in what a kill leaves");
    t.strictSame(await outcomeOf(image, truth), { kind: "whole", detail: "" });

    const random = createRandom(seed);
    const counts = new Map<string, number>();
    const wrong: string[] = [];
    for (let number = 1; number <= imageCount; number += 1) {
      const { how, path } = damageOne(copyFolder(killed, image), random);
      const isChanged = !readFileSync(join(image, path)).equals(readFileSync(join(killed, path)));
      const damages = await examined(image);
      const outcome = await outcomeOf(image, truth);
      const line = `image ${number}, ${how} of ${path}: ${outcome.kind}: ${relative(dir, outcome.detail)}`;
      const row = `${path.replace(/\d+\.\d+/, "…")}, ${how.replace(/:.*/, "")}: ${outcome.kind}`;
      counts.set(row, (counts.get(row) ?? 0) + 1);
      if (outcome.kind === "WRONG") wrong.push(line);
      // Only what was never known elsewhere may go: records behind those that the rows hold, at the end of the journal.
      if (outcome.kind === "end dropped" && !path.startsWith("journal")) wrong.push(line);
      if (!isChanged && outcome.kind !== "whole") wrong.push(`${line}, although nothing was changed`);
      if ((outcome.kind === "refused" || outcome.kind === "told") && damages.length === 0) {
        wrong.push(`${line}, and the doctor found nothing`);
      }
    }
    for (const [row, count] of [...counts].sort()) t.comment(`${count} x ${row}`);
    t.strictSame(wrong, []);
  },
);

t.test("a damaged deadline is read from its actor's row: no clock of anybody stops", async (t) => {
  const dir = quickFolder(t);
  const live = join(dir, "live");
  const words = "client/DAMAGED/a-conversation";
  const conversation = asConversationKey(words);
  const deadline = { id: "silence", atMs: 1_790_000_000_000, atRestart: false };
  const [sample] = samples.actor;
  if (sample === undefined) throw new Error("Expected a sample of an actor, found none");
  const [actor] = sample.key;
  const store = await openSmall(live, { flushIntervalMs: 1 });
  await store.commit({}, () => [
    { table: "actor", key: [actor], row: { ...sample.row, actor, conversation, deadlines: [deadline] } },
    { table: "deadline", key: [deadline.atMs, actor, deadline.id], row: { ...deadline, actor, conversation } },
  ]);
  await store.close();
  const whole = readFileSync(join(live, "rows", "data.mdb"));
  const places = placesOf(whole, words);
  t.ok(places.length >= 2, `${places.length} places, of the actor's row and of the deadline`);
  for (const at of places) {
    const bytes = Buffer.from(whole);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(join(live, "rows", "data.mdb"), bytes);
    const again = await openSmall(live);
    const found = await scanDeadlines(again, { limit: 10 });
    t.strictSame(
      found.map(({ row }) => row),
      [{ ...deadline, actor, conversation }],
      `byte ${at}`,
    );
    await again.close();
  }
});

t.test("a damaged row is told to whoever reads it; everybody else goes on", async (t) => {
  const dir = join(quickFolder(t), "data");
  const store = await openSmall(dir, { flushIntervalMs: 1 });
  await store.commit({}, () => [fact("bad", "words of the bad row"), fact("good", "words of the good row")]);
  await store.close();
  const path = join(dir, "rows", "data.mdb");
  const bytes = readFileSync(path);
  for (const at of placesOf(bytes, "words of the bad row")) bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
  const log = recordingLog();
  let met = 0;
  const onDamagedRow = (): void => {
    met += 1;
  };
  const again = await openSmall(dir, { log, onDamagedRow });
  const metAtStart = met;
  t.ok(metAtStart > 0, "met while the start reads all rows");
  const damaged = { name: "DamagedRowError", table: "fact", key: '["bad"]' };
  const named = (name: string): CommitNeeds => ({ rows: [{ table: "fact", key: [name] }] });
  await t.rejects(again.read("fact", ["bad"]), damaged);
  await t.rejects(again.scan("fact", { limit: 10 }), damaged, "a list is never shown without the row");
  const passedOver = await again.scan("fact", { limit: 10, onDamaged: () => null });
  t.strictSame(passedOver, [{ key: ["good"], row: { text: "words of the good row" } }]);
  const replaced = await again.scan("fact", { limit: 10, onDamaged: ([name]) => ({ text: `in place of ${name}` }) });
  t.match(replaced, [{ row: { text: "in place of bad" } }, { key: ["good"] }]);
  await t.rejects(
    again.commit(named("bad"), (rows) => [fact("copy", rows.read("fact", ["bad"])?.text ?? "")]),
    damaged,
    "a commit that reads it writes nothing",
  );
  await again.commit(named("good"), (rows) => [fact("copy", rows.read("fact", ["good"])?.text ?? "")]);
  t.strictSame(await again.read("fact", ["copy"]), { text: "words of the good row" }, "others go on");
  const lines = log.lines.filter(({ facts }) => "key" in facts && facts.key === '["bad"]');
  t.match(lines, [{ level: "error", facts: { table: "fact", reason: /is damaged/ } }]);
  t.equal(lines.length, 1, "one line, however often it is read");
  t.ok(met > metAtStart, "each reading is counted");
  await again.commit({}, () => [fact("bad", "written anew")]);
  t.strictSame(await again.read("fact", ["bad"]), { text: "written anew" }, "a row that is written again is whole");
  await again.close();
});

t.test("[ERR-10] a service with a damaged chat: 500 with a request id for it, everybody else goes on", async (t) => {
  const dir = join(quickFolder(t), "data");
  const first = await startService(t, { store: await openSmall(dir, { flushIntervalMs: 1 }) });
  await first.say("unlucky", "words of the unlucky");
  await first.say("lucky", "words of the lucky");
  await first.say("mute", "words that nobody can read");
  await first.stop();
  const path = join(dir, "rows", "data.mdb");
  const bytes = readFileSync(path);
  for (const at of [...placesOf(bytes, "unlucky"), ...placesOf(bytes, "words that nobody can read")]) {
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  }
  writeFileSync(path, bytes);
  const log = recordingLog();
  let met = 0;
  const onDamagedRow = (): void => {
    met += 1;
  };
  const store = await openSmall(dir, { log, onDamagedRow });
  const service = await startService(t, { store, clock: first.clock, damagedRowsMet: () => met });
  const token = await service.logIn("kim");
  const counted = async (): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(/^parley_store_damaged_rows_total (\d+)$/m.exec(text)?.[1]);
  };
  const before = await counted();
  for (const path of ["/api/chats/1", "/api/chats/1/messages", "/api/chats/3/messages"]) {
    const { status, headers, body } = await service.call("GET", path, { token });
    t.strictSame([status, body.error.code], [500, "internal_error"], path);
    const requestId = headers.get("x-request-id");
    const line = service.logLines.find((line) => line["requestId"] === requestId && line["err"] !== undefined);
    t.match(line, { level: 50, err: { type: "DamagedRowError", message: /is damaged/ } }, "the log has the reason");
  }
  t.ok((await counted()) >= before + 3, "each reading is counted");
  const listed = (await service.call("GET", "/api/chats", { token })).body.chats;
  t.strictSame(
    listed.map(({ id }) => id),
    ["3", "2"],
    "the list leaves out the damaged chat alone",
  );
  t.equal(listed[0]?.last, null, "a damaged message is not shown as said");
  t.equal((await service.call("GET", "/api/chats/2/messages", { token })).body.messages.length, 1);
  t.equal((await service.call("POST", "/api/chats/2/accept", { token, body: {} })).status, 200);
  await service.say("lucky", "and more of them");
  for (const [table, key] of [
    ["actor", '["chat/1"]'],
    ["message", "[3,1]"],
  ]) {
    t.ok(
      log.lines.some(({ facts }) => "key" in facts && "table" in facts && facts.table === table && facts.key === key),
      `the log names ${table} ${key}`,
    );
  }
});
