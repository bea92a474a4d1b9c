import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { Client } from "undici";
import { post, Sender } from "../../system/harness/people/customers.ts";
import { Desk } from "../../system/harness/people/desk.ts";
import type { Disk } from "../../system/harness/service/full-disk.ts";
import { limitFiles, mountSmallDisk } from "../../system/harness/service/full-disk.ts";
import { Installation } from "../../system/harness/service/installation.ts";
import { nowMs, untilMs } from "../../system/harness/time.ts";

const sendersCount = 8;
/** Fills the remaining disk space soon, within the 1000 characters of a message. Source: CH-36. */
const padding = ` ${"🙂".repeat(900)}`;

const refusal =
  '503 {"error":{"code":"unavailable","message":"The disk of the server is full; nothing of the request was stored."}}';

t.setTimeout(300_000);
t.jobs = 2;

/**
 * Customers send while the disk gets full, until each was refused several times. Their chats begin before, because a disk with
 * little room refuses new chats first.
 */
async function sendUntilRefused(
  installation: Installation,
  name: string,
  fill: () => Promise<void>,
): Promise<readonly Sender[]> {
  const ids = Array.from({ length: sendersCount }, (_, index) => `${name}-${index}`);
  const senders = ids.map((id) => new Sender(installation, id, padding));
  const running = senders.map((sender) => sender.run());
  const isAnswered = (sender: Sender) => () => sender.answered.length > 0 || undefined;
  for (const sender of senders) await sender.facts.until("an answer", isAnswered(sender), () => sender.refused.length);
  await fill();
  const refusedBefore = new Map(senders.map((sender) => [sender, sender.refused.length]));
  const isRefused = (sender: Sender) => () =>
    sender.refused.length >= (refusedBefore.get(sender) ?? 0) + 5 || undefined;
  for (const sender of senders) await sender.facts.until("a refusal", isRefused(sender), () => sender.answered.length);
  for (const sender of senders) sender.stop();
  await Promise.all(running);
  return senders;
}

/** Resolves when a customer's message is accepted again, without any action from outside. */
async function untilTaken(url: string): Promise<void> {
  const endMs = nowMs() + 20_000;
  for (let number = 1; ; number += 1) {
    const { status } = await post(url, "patient", `patient ${number}`);
    if (status === 200) return;
    if (nowMs() > endMs) throw new Error(`Expected 200 after space was freed, got ${status}`);
    await untilMs(nowMs() + 50);
  }
}

/** Resolves when the service reports itself ready again. Nothing is written meanwhile. */
async function untilReady(url: string): Promise<unknown> {
  const endMs = nowMs() + 20_000;
  for (;;) {
    const answer = await fetch(`${url}/readyz`);
    const body: unknown = await answer.json();
    if (answer.status === 200) return body;
    if (nowMs() > endMs) throw new Error(`Expected 200 from /readyz after space was freed, got ${answer.status}`);
    await untilMs(nowMs() + 50);
  }
}

const metricsOf = async ({ url }: Installation): Promise<string> => (await fetch(`${url}/metrics`)).text();

/** Metrics are updated at most once a second. */
async function untilMetric(installation: Installation, line: string): Promise<void> {
  const endMs = nowMs() + 20_000;
  while (!(await metricsOf(installation)).split("\n").includes(line)) {
    if (nowMs() > endMs) throw new Error(`Expected the metric ${line}`);
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
  // The subject is a store that cannot write, so the limit that keeps a disk from getting this full is turned off.
  await installation.configure(({ limits }) => ({ limits: { ...limits, messagesFreeBytesMin: 0 } }));
  const life = await installation.start();
  await untilTaken(installation.url);
  const first = await sendUntilRefused(installation, "first", () => disk.fill(life));
  const answers = new Set(first.flatMap(({ refused }) => refused.map(({ status, body }) => `${status} ${body}`)));
  t.strictSame([...answers], [refusal], "the answer tells nothing of the machine");
  t.match(await life.untilLogged("a commit failed"), { level: 50, err: { message: new RegExp(dataDir) } });
  t.equal((await fetch(`${installation.url}/healthz`)).status, 200, "the process lives");
  const notReady = await fetch(`${installation.url}/readyz`);
  t.equal(`${notReady.status} ${await notReady.text()}`, refusal, "no balancer sends more");
  t.equal(notReady.headers.get("retry-after"), "10");
  t.match(await metricsOf(installation), /^parley_store_failing 1$/m);
  await disk.free(life);
  await untilTaken(installation.url);
  t.pass("it goes on by itself");
  await untilReady(installation.url);
  await untilMetric(installation, "parley_store_failing 0");

  const second = await sendUntilRefused(installation, "second", () => disk.fill(life));
  await installation.kill();
  const blocked = installation.spawn({ wrapper: disk.whileFull });
  t.equal(await blocked.ready(), installation.url, "a start on the full disk serves what is stored");
  await disk.free(blocked);
  await blocked.kill();
  await installation.start();
  await checkStored(t, installation, [...first, ...second]);
  const raw = [life, blocked].flatMap(({ stderr }) => stderr.split("\n").filter((line) => !/^({|$)/.test(line)));
  t.strictSame(raw, [], "standard error holds JSON lines alone, LMDB's native code writes nothing there");
}

/** The log is on the disk that gets full, the data on another disk. */
async function proveLog(t: Test, disk: Disk): Promise<void> {
  const file = join(disk.folder, "parley.log");
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  // The number of log entries about refused requests is limited. At the level debug, served requests have log entries too.
  const life = await installation.start({ wrapper: ["sh", "-c", 'export PARLEY_LOG=debug; exec "$@" 2>"$0"', file] });
  await untilTaken(installation.url);
  await disk.fill(life);
  const lostOf = async (): Promise<number> =>
    Number(/^parley_log_lines_lost_total (\d+)$/m.exec(await metricsOf(installation))?.[1]);
  const flood = new Client(installation.url, { pipelining: 32 });
  t.teardown(() => flood.destroy());
  while ((await lostOf()) === 0) {
    const asked = Array.from({ length: 500 }, () => flood.request({ method: "GET", path: "/healthz" }));
    for (const { body } of await Promise.all(asked)) await body.dump();
  }
  t.equal((await fetch(`${installation.url}/healthz`)).status, 200, "the process lives");
  t.match(await untilReady(installation.url), { status: "ok", log: { failure: /^E(NOSPC|FBIG)$/, linesLost: Number } });
  t.match(await metricsOf(installation), /^parley_log_failing 1$/m);
  await disk.free(life);
  await untilTaken(installation.url);
  const endMs = nowMs() + 20_000;
  while (!(await readFile(file, "utf8")).includes("log entries were lost")) {
    if (nowMs() > endMs) throw new Error("Expected the log to tell what was lost once there is room again");
    await untilMs(nowMs() + 50);
  }
  t.strictSame(await untilReady(installation.url), { status: "ok" });
  t.equal((await installation.terminate()).code, 0);
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  const told = lines.map((line) => JSON.parse(line)).find(({ msg }) => String(msg).includes("were lost"));
  t.ok(told.lines > 0, `${lines.length} whole lines, ${told.lines} lost`);
}

t.test("[CH-19, ERR-12, ERR-16] a full disk", async (t) => {
  const disk = await mountSmallDisk(t);
  if (disk === null) {
    t.pass("this user may not mount a disk: the test below does what can be done without");
    return;
  }
  await proveDisk(t, disk);
  await t.test("a full disk with the log on it", async (t) => proveLog(t, disk));
});

// Only Linux can limit the files of a running process.
if (process.platform === "linux") {
  t.test("[CH-19, ERR-12, ERR-16] every write to a file fails", async (t) => {
    await proveDisk(t, await limitFiles(t));
    await t.test("every write to the log fails as well", async (t) => proveLog(t, await limitFiles(t)));
  });
}
