import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { Pool } from "undici";
import { resourcesOf } from "../service/resources.ts";

/** The peer of `delivery` and `webhooks`, see `bare-sender.ts`. Arguments: URL SECONDS FILE. Prints one line of JSON. */
const [url = "", secondsText = "1", file = ""] = process.argv.slice(2);
const bodies = (JSON.parse(readFileSync(file, "utf8")) as readonly string[]).map((text) => Buffer.from(text));
const warmUpMs = 1_000;
/** As many connections as the service uses for one endpoint. */
const connections = 128;
const headers = { "content-type": "application/json" };
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections });
let sent = 0;
let isRunning = true;

async function send(): Promise<void> {
  while (isRunning) {
    sent += 1;
    const body = bodies[sent % bodies.length] ?? null;
    const response = await pool.request({ method: "POST", path: pathname, headers, body });
    await response.body.text();
  }
}

const senders = Array.from({ length: connections }, send);
await new Promise((resolve) => setTimeout(resolve, warmUpMs));
const before = { sent, atMs: performance.now(), cpu: process.cpuUsage() };
await new Promise((resolve) => setTimeout(resolve, Number(secondsText) * 1000));
const cpu = process.cpuUsage(before.cpu);
const requests = sent - before.sent;
const perSecond = requests / ((performance.now() - before.atMs) / 1000);
const cpuSeconds = (cpu.user + cpu.system) / 1e6;
const { rssMib, ownMib } = resourcesOf(process.pid);
isRunning = false;
await Promise.all(senders);
await pool.close();
const cpuUsPerRequest = (cpuSeconds * 1e6) / requests;
console.log(JSON.stringify({ requests, perSecond, cpuUsPerRequest, cpuSeconds, rssMib, ownMib }));
