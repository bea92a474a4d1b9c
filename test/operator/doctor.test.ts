import { execFile } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import type { Test } from "tap";
import t from "tap";
import { asActorKey, asChatId, asConversationKey } from "../../src/core/ids.ts";
import { unpackFolder } from "../../src/demo/operator/unpack-folder.ts";
import { reportDaysLeft } from "../../src/operator/doctor/certificate.ts";
import type { Tell } from "../../src/operator/doctor/report.ts";
import type { Store, Write } from "../../src/ports/store.ts";
import { openLmdbStore } from "../../src/store/lmdb/open-lmdb-store.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { startService } from "../harness/service.ts";
import { agents, password } from "../harness/service-config.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { runDoctor } from "../system/harness/service/operator-commands.ts";
import type { Manifest } from "../upgrade/contents.types.ts";

t.setTimeout(120_000);

const log = pino({ level: "silent" });
const folders = "test/fixtures/folders";
const [name = "", { atMs }] = Object.entries(
  JSON.parse(readFileSync(join(folders, "manifest.json"), "utf8")) as Manifest,
).at(-1) ?? ["", { atMs: 0 }];
const anna = asConversationKey("client/MOBILEAPP1/carl");

/** A folder that a service had when it was killed: chats in every state, deliveries that wait, a file. */
function filledFolder(t: Test): string {
  const dir = join(temporaryFolder(t), "data");
  unpackFolder(readFileSync(join(folders, `${name}.br`)), dir);
  return dir;
}

/** Writes rows that no service would. */
async function plant(dir: string, find: (store: Store) => Promise<readonly Write[]>): Promise<void> {
  const store = await openLmdbStore({ dir, log });
  const writes = await find(store);
  await store.commit({}, () => writes);
  await store.close();
}

const linesOf = (stdout: string, level: string): readonly string[] =>
  stdout.split("\n").filter((line) => line.startsWith(level));

t.test("a folder of a service that was killed shows nothing, and nothing of it is changed", async (t) => {
  const dir = filledFolder(t);
  const filesOf = () => readdirSync(dir, { recursive: true, encoding: "utf8" }).sort();
  const before = [filesOf(), readFileSync(join(dir, "rows", "data.mdb")).toString("base64")];
  const told = await runDoctor("--data", dir);
  t.equal(told.code, 0, told.stderr);
  t.strictSame(linesOf(told.stdout, "DAMAGED"), []);
  t.match(told.stdout, /^ok {7}Every row agrees/m);
  t.match(told.stdout, /a synced write in .* takes \d+\.\d+ ms/);
  t.strictSame([filesOf(), readFileSync(join(dir, "rows", "data.mdb")).toString("base64")], before);
});

t.test(
  "each thing that rows do not agree on is found, mended where it is asked for, and the chat goes on",
  async (t) => {
    const dir = filledFolder(t);
    let owner = "";
    await plant(dir, async (store) => {
      const [waiting] = (await store.scan("chatState", { prefix: ["waiting"], reverse: true, limit: 1 })).map(
        ({ key }) => key,
      );
      const [listed] = (await store.scan("delivery", { prefix: ["all"], limit: 1 })).map(({ key }) => key);
      const rows = await store.scan("actor", { limit: 1_000 });
      const due = rows.find(({ row }) => row.actor.startsWith("delivery/") && row.deadlines.length > 0);
      const [deadline] = due?.row.deadlines ?? [];
      const client = await store.read("client", [anna]);
      const file = (await store.scan("chatFile", { limit: 1 }))[0];
      if (!waiting || !listed || !due || !deadline || !client || !file) throw new Error("Expected a filled folder");
      owner = due.row.actor;
      const stray = { id: "next-attempt", atMs: 7, atRestart: false };
      const nobody = asActorKey("delivery/01J0000000000000000000000A");
      return [
        { table: "chatState", key: waiting, row: null },
        { table: "delivery", key: listed, row: null },
        { table: "deadline", key: [deadline.atMs, due.row.actor, deadline.id], row: null },
        { table: "deadline", key: [7, nobody, "next-attempt"], row: { ...stray, actor: nobody, conversation: anna } },
        { table: "chatState", key: ["waiting", 900], row: { channelId: client.channelId } },
        { table: "client", key: [anna], row: { ...client, openChatId: null } },
        { table: "chatFile", key: file.key, row: null },
        { table: "counter", key: ["chat"], row: { last: 1 } },
      ];
    });
    const found = await runDoctor("--data", dir);
    t.equal(found.code, 1);
    t.equal(linesOf(found.stdout, "DAMAGED").length, 6, found.stdout);
    t.match(found.stdout, /^DAMAGED {2}delivery\/.* is not found by its row .* of the table deadline/m);
    t.match(found.stdout, /^DAMAGED {2}The counter chat is at 1 and \d+ was given/m);
    t.match(found.stdout, /^DAMAGED {2}chat\/\d+ is open and the record of client\/MOBILEAPP1\/carl does not name it/m);
    t.match(
      found.stdout,
      /^warning {2}The row \["waiting",900\] of the table chatState leads to chat\/900, which no row holds/m,
    );
    t.match(
      found.stdout,
      /^warning {2}The row .* of the table deadline leads to delivery\/01J0000000000000000000000A/m,
    );
    const again = await runDoctor("--data", dir);
    t.strictSame(
      linesOf(again.stdout, "DAMAGED"),
      linesOf(found.stdout, "DAMAGED"),
      "without --repair nothing is written",
    );
    const mended = await runDoctor("--data", dir, "--repair");
    t.equal(mended.code, 0, mended.stdout);
    t.equal(linesOf(mended.stdout, "repaired").length, 8);
    const whole = await runDoctor("--data", dir);
    t.equal(whole.code, 0, whole.stdout);
    t.match(whole.stdout, /^ok {7}Every row agrees/m);

    const store = await openLmdbStore({ dir, log });
    const config = {
      agents: [{ profile: { ...agents.kim, role: "admin" as const }, password }],
      channels: [],
      providers: [],
    };
    const service = await startService(t, { store, folder: dir, clock: createManualClock(atMs + 1_000), config });
    await service.say("carl", "Still here.");
    const { body } = await service.call("GET", "/api/chats?state=waiting&channel=MOBILEAPP1", {
      token: await service.logIn("kim"),
    });
    t.equal(body.chats.length, 1, "the client's open chat, and no second one");
    await service.pass(20_000);
    const delivery = await store.read("actor", [asActorKey(owner)]);
    t.not(delivery?.state, "backing_off", "its deadline fired");
  },
);

t.test("a lane loses deliveries that are not stored; a record that names no open chat names none", async (t) => {
  const dir = filledFolder(t);
  await plant(dir, async (store) => {
    const deliveries = await store.scan("actor", { after: [asActorKey("delivery/")], limit: 100 });
    const down = deliveries.filter(({ row }) => row.machine === "delivery" && row.conversation.includes("DOWNSHOP01"));
    const client = await store.read("client", [anna]);
    if (down.length === 0 || client === undefined) throw new Error("Expected a delivery that waits");
    const lists = down.map(({ row }): Write => {
      const id = row.actor.slice("delivery/".length);
      return { table: "delivery", key: ["all", "DOWNSHOP01", id] as never, row: null };
    });
    const deadlines = down.flatMap(({ row }) =>
      row.deadlines.map((one): Write => ({ table: "deadline", key: [one.atMs, row.actor, one.id], row: null })),
    );
    return [
      ...down.map(({ row }): Write => ({ table: "actor", key: [row.actor], row: null })),
      ...lists,
      ...deadlines,
      {
        table: "client",
        key: [asConversationKey("client/MOBILEAPP1/gone")],
        row: { ...client, openChatId: asChatId("999") },
      },
    ];
  });
  const found = await runDoctor("--data", dir, "--json");
  t.equal(found.code, 1);
  const told: { readonly level: string; readonly text: string }[] = found.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const texts = told.filter(({ level }) => level === "damaged").map(({ text }) => text);
  t.match(texts, [
    /^The lane of chat\/\d+ names 1 deliveries that no row holds/,
    /names chat\/999 as open, which is not/,
  ]);
  t.equal((await runDoctor("--data", dir, "--repair")).code, 0);
  t.match((await runDoctor("--data", dir)).stdout, /^ok {7}Every row agrees/m);
});

t.test("the folder, the clock, names and the config file are looked at", async (t) => {
  const dir = filledFolder(t);
  chmodSync(dir, 0o755);
  const config = join(dir, "..", "parley.json");
  const files = {
    cert: join(process.cwd(), "test/fixtures/tls/cert.pem"),
    key: join(process.cwd(), "test/fixtures/tls/key.pem"),
  };
  const channel = {
    id: "MOBILEAPP2",
    kind: "api",
    name: "App",
    webhookUrl: "https://nowhere.invalid/hook",
    agents: [],
  };
  writeFileSync(config, JSON.stringify({ tls: files, publicUrl: "https://chat.example.com", channels: [channel] }));
  await plant(dir, async (store) => {
    const [message] = await store.scan("message", { limit: 1 });
    if (message === undefined) throw new Error("Expected a message");
    return [{ table: "message", key: message.key, row: { ...message.row, atMs: Date.now() + 9e8 } }];
  });
  // The store closes the folder to others.
  chmodSync(dir, 0o755);
  const told = await runDoctor("--data", dir, "--config", config);
  t.equal(told.code, 0, told.stdout);
  t.match(told.stdout, /^warning .*data is open to other users \(mode 755\)/m);
  t.match(told.stdout, /^warning .*the newest of what is stored is of .*: the clock is behind/m);
  t.match(
    told.stdout,
    /^warning {2}The name of the customer system of MOBILEAPP2, nowhere\.invalid, does not resolve: /m,
  );
  t.match(told.stdout, /The certificate in .*cert\.pem/);
  t.notMatch(told.stdout, /nowhere\.invalid\/hook/, "no path of a target is shown");
  writeFileSync(config, JSON.stringify({ channels: [{ ...channel, name: 7 }], port: "x" }));
  const wrong = await runDoctor("--data", dir, "--config", config);
  t.equal(wrong.code, 2);
  t.equal(linesOf(wrong.stdout, "mistake").length, 2, wrong.stdout);
  t.notOk(existsSync(join(dir, `.doctor-${process.pid}`)));
});

t.test("a certificate that has ended or soon will is a warning, another one is not", async (t) => {
  const told: string[] = [];
  const tell: Tell = (level, text) => void told.push(`${level} ${text}`);
  const dayMs = 24 * 3_600_000;
  for (const days of [-2, 10, 90]) reportDaysLeft("It", Date.now() + (days + 0.5) * dayMs, tell);
  t.match(told, [
    /^warning It ended on \d{4}-/,
    /^warning It ends in 10 days, on /,
    /^ok It is good for 90 days, until /,
  ]);
});

t.test("few descriptors are told", async (t) => {
  const dir = filledFolder(t);
  const stdout = await new Promise<string>((resolve) => {
    const command = `ulimit -n 300 && exec "${process.execPath}" dist/doctor.js --data "${dir}"`;
    execFile("sh", ["-c", command], (_error, text) => resolve(text));
  });
  t.match(stdout, /^warning {2}300 descriptors are allowed/m);
});
