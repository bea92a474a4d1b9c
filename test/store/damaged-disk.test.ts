import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { deadlinePages } from "../../src/actors/deadlines/scheduler.ts";
import { asConversationKey } from "../../src/core/ids.ts";
import type { CommitNeeds } from "../../src/ports/store.ts";
import { fact, samples } from "../contracts/store-rows.ts";
import { startService } from "../harness/service.ts";
import { openSmall, placesOf, quickFolder, recordingLog } from "./lmdb-fixture.ts";

t.test("a damaged deadline is read from the row of its actor, so no timer is lost", async (t) => {
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
    const found = [];
    for await (const page of deadlinePages(again, { limit: 10 })) found.push(...page.map(({ row }) => row));
    t.strictSame(found, [{ ...deadline, actor, conversation }], `byte ${at}`);
    await again.close();
  }
});

t.test("only the reader of a damaged row gets an error", async (t) => {
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
  t.ok(metAtStart > 0, "found when the start reads all rows");
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
  t.equal(lines.length, 1, "one log entry, however often the row is read");
  t.ok(met > metAtStart, "each reading is counted");
  await again.commit({}, () => [fact("bad", "written anew")]);
  t.strictSame(await again.read("fact", ["bad"]), { text: "written anew" }, "a row that is written again is whole");
  await again.close();
});

t.test(
  "[ERR-10] a service with a damaged chat responds 500 with a request id for it, and serves all other chats",
  async (t) => {
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
      "the list leaves out only the damaged chat",
    );
    t.equal(listed[0]?.last, null, "a damaged message is not shown as sent");
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
  },
);
