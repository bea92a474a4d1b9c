import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { Sender, say } from "./harness/people/customers.ts";
import { DeskApi } from "./harness/people/desk-api.ts";
import { Installation } from "./harness/service/installation.ts";
import type { Told } from "./harness/service/operator-commands.ts";
import { runBackup, runRestore } from "./harness/service/operator-commands.ts";
import { nowMs, untilMs } from "./harness/time.ts";

t.setTimeout(240_000);
t.jobs = 2;

/** Creates an installation whose administrator is Kim, and which copies everything every second. */
async function create(t: Test): Promise<Installation & { readonly copies: string }> {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  const copies = join(installation.folder, "copies");
  const backup = { folder: "copies", everySeconds: 1 };
  await installation.configure(({ agents: [agent] }) => ({ agents: [{ ...agent, role: "admin" }], backup }));
  return Object.assign(installation, { copies });
}

/** Returns what each customer wrote, as the service has it. */
async function textsOf({ url }: Installation): Promise<ReadonlyMap<string, readonly string[]>> {
  const api = await DeskApi.logIn(url);
  const texts = new Map<string, readonly string[]>();
  for (const chat of await api.chats()) {
    const all = await api.messages(chat.id);
    texts.set(
      String(all[0]?.text ?? "").split(" ")[0] ?? "",
      all.map(({ text }) => text),
    );
  }
  return texts;
}

/** Resolves when everything up to now is in the backup folder. */
async function untilCopied({ url }: Installation): Promise<void> {
  const api = await DeskApi.logIn(url);
  // The service uses the same clock.
  const sinceMs = Date.now();
  for (;;) {
    const { body } = await api.call("GET", "/backup");
    if ((Object(body).folder?.copiedUpTo ?? 0) > sinceMs) return;
    await untilMs(nowMs() + 50);
  }
}

const ok = (t: Test, told: Told, about: string): void => {
  t.equal(told.code, 0, `${about}: ${told.stderr}`);
};

t.test(
  "customers continue while backups are made, the service is killed, and the folder is lost: no copied message is lost",
  async (t) => {
    const installation = await create(t);
    await installation.start();
    const senders = Array.from({ length: 4 }, (_, index) => new Sender(installation, `cust-${index}`));
    const running = senders.map((sender) => sender.run());
    const untilMore = (count: number): Promise<unknown> => {
      const [first] = senders;
      const before = first?.answered.length ?? 0;
      return (
        first?.facts.until("more", () => (first.answered.length >= before + count ? true : undefined)) ??
        Promise.resolve()
      );
    };
    const file = (name: string): string => join(installation.folder, name);
    await untilMore(100);
    ok(t, await runBackup(file("while-it-runs.tar.gz"), "--data", installation.dataDir), "of a service that runs");
    const answeredBefore = senders.map(({ answered }) => answered.length);
    // The command is killed while it makes a backup.
    const made = runBackup(file("killed.tar.gz"), "--data", installation.dataDir);
    await untilMore(20);
    await installation.kill();
    const { code } = await made;
    if (code !== 0) t.notOk(existsSync(file("killed.tar.gz")), "no backup of half");
    await installation.start();
    await untilMore(100);
    for (const sender of senders) sender.stop();
    await Promise.all(running);
    await untilCopied(installation);
    await installation.kill();
    await rm(installation.dataDir, { recursive: true });

    ok(t, await runRestore(installation.copies, "--data", installation.dataDir), "from the folder");
    await installation.start();
    const texts = await textsOf(installation);
    for (const { id, answered, sent } of senders) {
      const stored = texts.get(id) ?? [];
      t.strictSame(
        stored.filter((text) => answered.includes(text)),
        answered,
        `${id}: all that was answered, in order`,
      );
      t.ok(stored.every((text) => sent.includes(text)));
    }
    await say(installation.url, "cust-0", "cust-0 goes on");
    await say(installation.url, "cust-new", "cust-new begins");
    const numbers = (await (await DeskApi.logIn(installation.url)).chats()).map(({ id }) => Number(id));
    t.ok(Math.max(...numbers) > 1_000_000, "numbers of the lost time are not given again");
    await installation.kill();
    await rm(installation.dataDir, { recursive: true });

    ok(t, await runRestore(file("while-it-runs.tar.gz"), "--data", installation.dataDir), "from the file");
    await installation.start();
    const older = await textsOf(installation);
    for (const [index, { id, answered }] of senders.entries()) {
      const stored = older.get(id) ?? [];
      t.strictSame(stored, answered.slice(0, stored.length), `${id}: the beginning, without a hole`);
      t.ok(stored.length >= 100 - 8 && stored.length <= (answeredBefore[index] ?? 0) + 1, `${stored.length} messages`);
    }
  },
);

t.test("an administrator gets a complete backup over the API, one at a time, and other agents get none", async (t) => {
  const installation = await create(t);
  await installation.start();
  for (let number = 1; number <= 20; number += 1) await say(installation.url, "cust-1", `cust-1 ${number}`);
  const { token } = await DeskApi.logIn(installation.url);
  const ask = () =>
    fetch(`${installation.url}/api/backup`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
  const answer = await ask();
  t.match(Object.fromEntries(answer.headers), {
    "content-type": "application/gzip",
    "content-disposition": 'attachment; filename="parley.tar.gz"',
  });
  const path = join(installation.folder, "api.tar.gz");
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  const restored = join(installation.folder, "restored");
  ok(t, await runRestore(path, "--data", restored), "from the API");
  t.equal((await fetch(`${installation.url}/api/backup`, { method: "POST" })).status, 401);
  const operator = JSON.parse(await readFile(join(installation.dataDir, "operator.json"), "utf8"));
  const asOperator = await fetch(`${installation.url}/api/backup`, {
    headers: { authorization: `Bearer ${operator.token}` },
  });
  t.equal(asOperator.status, 401, "the operator's token makes backups, and reads nothing else");
  await installation.kill();
});
