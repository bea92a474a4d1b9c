import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { post, Sender } from "./harness/customers.ts";
import { Desk } from "./harness/desk.ts";
import type { Disk } from "./harness/full-disk.ts";
import { limitFiles, mountSmallDisk } from "./harness/full-disk.ts";
import { Installation } from "./harness/installation.ts";
import { nowMs, untilMs } from "./harness/time.ts";

const sendersCount = 8;
/** Fills what a disk has left soon, within the 1000 characters of a message. Source: CH-36. */
const padding = ` ${"🙂".repeat(900)}`;

const refusal = '500 {"error":{"code":"internal_error","message":"The request could not be processed."}}';

t.setTimeout(300_000);

/** Customers go on until each was refused some times. */
async function sendUntilRefused(installation: Installation, name: string): Promise<readonly Sender[]> {
  const ids = Array.from({ length: sendersCount }, (_, index) => `${name}-${index}`);
  const senders = ids.map((id) => new Sender(installation, id, padding));
  const running = senders.map((sender) => sender.run());
  const isRefused = (sender: Sender) => () => sender.refused.length >= 5 || undefined;
  for (const sender of senders) await sender.facts.until("a refusal", isRefused(sender), () => sender.answered.length);
  for (const sender of senders) sender.stop();
  await Promise.all(running);
  return senders;
}

/** Resolves when a customer's message is taken again, without anybody's help. */
async function untilTaken(url: string): Promise<void> {
  const endMs = nowMs() + 20_000;
  for (let number = 1; ; number += 1) {
    const { status } = await post(url, "patient", `patient ${number}`);
    if (status === 200) return;
    if (nowMs() > endMs) throw new Error(`Expected 200 after space was freed, got ${status}`);
    await untilMs(nowMs() + 50);
  }
}

async function checkStored(t: Test, installation: Installation, senders: readonly Sender[]): Promise<void> {
  const { api } = await Desk.open(t, installation);
  const chats = await api.chats();
  const faults: string[] = [];
  for (const { id, answered } of senders) {
    const chatId = chats.find(({ client }) => client.id === id)?.id;
    const stored = chatId === undefined ? [] : (await api.messages(chatId)).map(({ text }) => text);
    if (stored.join() !== answered.join()) faults.push(`${id}: ${answered.length} answered, ${stored.length} stored`);
  }
  t.strictSame(faults, [], "stored is what was answered 200, in order, and nothing that was refused");
}

async function proveDisk(t: Test, disk: Disk): Promise<void> {
  const dataDir = join(disk.folder, "data");
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody", { dataDir });
  const life = await installation.start();
  await untilTaken(installation.url);
  await disk.fill(life);
  const first = await sendUntilRefused(installation, "first");
  const answers = new Set(first.flatMap(({ refused }) => refused.map(({ status, body }) => `${status} ${body}`)));
  t.strictSame([...answers], [refusal], "the answer tells nothing of the machine");
  t.match(await life.untilLogged("a commit failed"), { level: 50, err: { message: new RegExp(dataDir) } });
  t.equal((await fetch(`${installation.url}/healthz`)).status, 200, "the process lives");
  await disk.free(life);
  await untilTaken(installation.url);
  t.pass("it goes on by itself");

  await disk.fill(life);
  const second = await sendUntilRefused(installation, "second");
  await installation.kill();
  const blocked = installation.spawn({ wrapper: disk.whileFull });
  t.equal(await blocked.ready(), installation.url, "a start on the full disk serves what is stored");
  await disk.free(blocked);
  await blocked.kill();
  await installation.start();
  await checkStored(t, installation, [...first, ...second]);
}

t.test("[CH-19, ERR-10, ERR-16] a disk that is full", async (t) => {
  const disk = await mountSmallDisk(t);
  if (disk === null) t.pass("this user may not mount a disk: the test below does what can be done without");
  else await proveDisk(t, disk);
});

// Elsewhere nothing limits the files of a process that runs.
if (process.platform === "linux") {
  t.test("[CH-19, ERR-10, ERR-16] every write to a file fails", async (t) => proveDisk(t, await limitFiles(t)));
}
