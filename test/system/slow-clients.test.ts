import type { Test } from "tap";
import t from "tap";
import { WebSocket } from "ws";
import { resourcesOf } from "../../bench/load/service/resources.ts";
import { openSilentProxy } from "../edge/silent-proxy.ts";
import { post, say } from "./harness/people/customers.ts";
import { DeskApi } from "./harness/people/desk-api.ts";
import type { SlowClient } from "./harness/people/raw-clients.ts";
import { openFilesMax, openFilesOf, openIdleClients, runAborter, runSlowClient } from "./harness/people/raw-clients.ts";
import { channelPath, Installation } from "./harness/service/installation.ts";
import { earlyToleranceMs, lateToleranceMs, nowMs, untilMs } from "./harness/time.ts";

const requestTimeoutMs = 10_000;
/** The HTTP server checks for incomplete heads in steps of 4 s, so the timeout is from 8 to 12 s. */
const headTimeoutMs = 12_000;
const silenceMs = 15_000;
const idleWanted = 5_000;
/** Other open files of this process and the service. */
const otherFiles = 1_000;
const clientsOfEachKind = 20;
const aborts = 200;
/** More than twice the bytes that all clients send together, plus a few KiB for each idle connection. */
const growthMibMax = 300;
const probers = 4;

t.setTimeout(180_000);

const head = (...headers: readonly string[]): string =>
  [`POST ${channelPath} HTTP/1.1`, "Host: parley.test", ...headers, "", ""].join("\r\n");
const message = (text: string): string =>
  JSON.stringify({ sender: { id: "slow" }, message: { type: "text", text: text.padEnd(150_000, "x") } });

const slowHeads: readonly SlowClient[] = [
  { name: "says nothing", start: "", drip: "" },
  { name: "sends its head slowly", start: `POST ${channelPath} HTTP/1.1\r\nX-Slow: `, drip: "x" },
  { name: "sends line after line of its head", start: `POST ${channelPath} HTTP/1.1\r\n`, drip: "X-Slow: x\r\n" },
];
const whole = message("never whole");
const slowBodies: readonly SlowClient[] = [
  { name: "sends its body slowly", start: head(`Content-Length: ${whole.length}`), drip: "{" },
  {
    name: "stops before the end of its body",
    start: head(`Content-Length: ${whole.length}`) + whole.slice(0, -1),
    drip: "",
  },
  { name: "sends chunk after chunk", start: head("Transfer-Encoding: chunked"), drip: "1\r\n{\r\n" },
  { name: "never ends the size of a chunk", start: head("Transfer-Encoding: chunked"), drip: "0" },
];

/** Sends one request after the other until `isOver`. */
async function probe(url: string, name: string, isOver: () => boolean) {
  const surprises: string[] = [];
  let [messages, longestMs] = [0, 0];
  while (!isOver()) {
    const startedAtMs = nowMs();
    const status = await fetch(`${url}${channelPath}/status`);
    if (status.status !== 200) surprises.push(`status query: ${status.status}`);
    await status.text();
    messages += 1;
    const answered = await post(url, name, `message ${messages}`);
    if (answered.status !== 200) surprises.push(`message ${messages}: ${answered.status} ${answered.body}`);
    longestMs = Math.max(longestMs, nowMs() - startedAtMs);
    await untilMs(nowMs() + 20);
  }
  return { name, messages, longestMs, surprises };
}

async function openHalfOpenDesks(t: Test, installation: Installation, count: number) {
  const proxy = await openSilentProxy(t, installation.port);
  const { token } = await DeskApi.logIn(installation.url);
  const ready = Array.from({ length: count }, async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/ws/desk`);
    // The error is ignored on purpose.
    socket.on("error", () => undefined);
    socket.on("open", () => socket.send(JSON.stringify({ type: "hello", token })));
    await new Promise((resolve) => socket.once("message", resolve));
  });
  await Promise.all(ready);
  proxy.loseSilently();
  return proxy;
}

/** Returns the time until the status shows that no agent is online. */
async function untilOffline(url: string): Promise<number> {
  const startedAtMs = nowMs();
  const status = async (): Promise<string> => (await fetch(`${url}${channelPath}/status`)).text();
  while ((await status()) === "1" && nowMs() - startedAtMs < 2 * silenceMs) await untilMs(nowMs() + 50);
  return Math.round(nowMs() - startedAtMs);
}

async function untilTrue(isTrue: () => boolean, patienceMs: number): Promise<boolean> {
  const givenUpAtMs = nowMs() + patienceMs;
  while (!isTrue() && nowMs() < givenUpAtMs) await untilMs(nowMs() + 50);
  return isTrue();
}

/** Runs all badly behaved clients at the same time. */
async function sendInCrowd(t: Test, installation: Installation, pid: number) {
  const { port } = installation;
  const each = (clients: readonly SlowClient[]) =>
    clients.flatMap((client) => Array.from({ length: clientsOfEachKind }, () => runSlowClient(port, client)));
  const heads = Promise.all(each(slowHeads));
  const bodies = Promise.all(each(slowBodies));
  const broken = Promise.all(
    Array.from({ length: aborts }, (_, number) =>
      runAborter(port, (head(`Content-Length: ${whole.length}`) + whole).slice(0, 1 + number * 500)),
    ),
  );
  const idleCount = Math.min(idleWanted, openFilesMax() - otherFiles);
  if (idleCount < idleWanted) t.comment(`ulimit -n is ${openFilesMax()}: ${idleCount} idle connections, not 5000`);
  const idle = await openIdleClients(port, idleCount);
  t.equal(idle.filter((socket) => !socket.closed).length, idleCount, "all idle connections stand at once");
  const rssWithIdle = resourcesOf(pid).rssMib;
  const halfSent = await openSilentProxy(t, port);
  const halfSending = Array.from({ length: clientsOfEachKind }, () =>
    runSlowClient(halfSent.port, { name: "vanishes", start: head("Content-Length: 1000"), drip: "" }),
  );
  const desks = await openHalfOpenDesks(t, installation, 5);
  const agentGoneAfterMs = untilOffline(installation.url);
  await untilMs(nowMs() + 200);
  halfSent.loseSilently();
  await Promise.all([...halfSending, broken]);
  t.equal(halfSent.halfOpen, clientsOfEachKind, "the service has not been told of those that vanished");

  return { heads, bodies, idle, rssWithIdle, halfSent, desks, agentGoneAfterMs };
}

t.test("[LIM-04, ERR-16, CH-13] slow, broken, silent and idle connections do not affect other clients", async (t) => {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  const { url } = installation;
  const { pid } = await installation.start();
  for (let number = 0; number < 50; number += 1) await say(url, "warm-up", `${number}`);
  const filesBefore = openFilesOf(pid);
  const rssBefore = resourcesOf(pid).rssMib;
  let rssMax = rssBefore;
  const sampling = setInterval(() => {
    rssMax = Math.max(rssMax, resourcesOf(pid).rssMib);
  }, 100);
  let isOver = false;
  const probing = Array.from({ length: probers }, (_, number) => probe(url, `prober ${number}`, () => isOver));

  const { heads, bodies, idle, rssWithIdle, halfSent, desks, agentGoneAfterMs } = await sendInCrowd(
    t,
    installation,
    pid,
  );
  await t.test("[LIM-04] a request that is not complete in time is cut off", async (t) => {
    const [earliestMs, latestMs] = [requestTimeoutMs - earlyToleranceMs(), requestTimeoutMs + lateToleranceMs()];
    const wrongBodies = (await bodies).filter(
      ({ afterMs, received }) => afterMs < earliestMs || afterMs > latestMs || received !== "",
    );
    t.strictSame(wrongBodies, [], `bodies, from ${earliestMs} to ${latestMs} ms, without an answer`);
    const latestHeadMs = headTimeoutMs + lateToleranceMs();
    const wrongHeads = (await heads).filter(({ afterMs, received }) => afterMs > latestHeadMs || received !== "");
    t.strictSame(wrongHeads, [], `heads, until ${latestHeadMs} ms, without an answer`);
  });
  await t.test("[CH-13] an agent whose machine vanished is offline", async (t) => {
    t.ok(await untilTrue(() => halfSent.halfOpen === 0, headTimeoutMs), "in the middle of a request");
    const afterMs = await agentGoneAfterMs;
    t.ok(afterMs < silenceMs + lateToleranceMs(), `an agent after ${afterMs} ms`);
    t.equal(desks.halfOpen, 0, "and its sockets");
  });
  t.ok(await untilTrue(() => idle.every((socket) => socket.closed), headTimeoutMs), "idle connections are not kept");

  isOver = true;
  const probed = await Promise.all(probing);
  clearInterval(sampling);
  await t.test("[ERR-16] all other clients are served, and no incomplete message is stored", async (t) => {
    t.strictSame(
      probed.flatMap(({ surprises }) => surprises),
      [],
    );
    const api = await DeskApi.logIn(url);
    const stored: Record<string, number> = {};
    for (const { id, client } of await api.chats()) stored[client.id] = (await api.messages(id)).length;
    const expected = { "warm-up": 50, ...Object.fromEntries(probed.map(({ name, messages }) => [name, messages])) };
    t.strictSame(stored, expected);
  });
  const longestMs = Math.max(...probed.map((one) => one.longestMs));
  t.comment(`slowest status query with a message: ${longestMs.toFixed(0)} ms`);
  t.comment(
    `RSS ${rssBefore.toFixed(0)} MiB, with ${idle.length} idle ${rssWithIdle.toFixed(0)}, at most ${rssMax.toFixed(0)}`,
  );
  t.ok(rssMax - rssBefore < growthMibMax, `memory grew by ${Math.round(rssMax - rssBefore)} MiB`);
  t.ok(
    await untilTrue(() => openFilesOf(pid) <= filesBefore + probers, headTimeoutMs),
    `every connection is closed: ${openFilesOf(pid)} files open, ${filesBefore} before`,
  );
});
