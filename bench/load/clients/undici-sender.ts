import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { Pool } from "undici";

/**
 * The peer of `delivery` and `webhooks`: posts bodies of agents' messages, or bodies from a file, over one undici Pool as fast as
 * possible. Arguments: URL SECONDS [FILE]. Prints one line of JSON.
 */
const [url = "", secondsText = "1", file] = process.argv.slice(2);
/** A JSON array of texts. */
const given = file === undefined ? [] : (JSON.parse(readFileSync(file, "utf8")) as readonly string[]);
const warmUpMs = 1_000;
/** As many connections as the service uses for one endpoint. */
const connections = 128;
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections });
const text = "It is on its way and will be with you tomorrow.";
let sent = 0;
let isRunning = true;

function messageBody(): string {
  const id = `00000000-0000-4000-8000-${String(sent).padStart(12, "0")}`;
  return JSON.stringify({
    sender: { name: "Bench Agent" },
    recipient: { id: `c${sent % 1000}` },
    message: { type: "text", id, text: `Reply 000000 in chat ${sent % 1000}. ${text}` },
  });
}

async function send(): Promise<void> {
  while (isRunning) {
    sent += 1;
    const body = given[sent % given.length] ?? messageBody();
    const headers = { "content-type": "application/json" };
    const response = await pool.request({ method: "POST", path: pathname, headers, body: Buffer.from(body) });
    await response.body.text();
  }
}

const senders = Array.from({ length: connections }, send);
await new Promise((resolve) => setTimeout(resolve, warmUpMs));
const before = { sent, atMs: performance.now(), cpu: process.cpuUsage() };
await new Promise((resolve) => setTimeout(resolve, Number(secondsText) * 1000));
const cpu = process.cpuUsage(before.cpu);
const perSecond = (sent - before.sent) / ((performance.now() - before.atMs) / 1000);
const cpuSeconds = (cpu.user + cpu.system) / 1e6;
const rssMib = process.memoryUsage.rss() / 2 ** 20;
const cpuUsPerDelivery = (cpuSeconds * 1e6) / (sent - before.sent);
isRunning = false;
await Promise.all(senders);
await pool.close();
console.log(JSON.stringify({ deliveries: sent - before.sent, perSecond, cpuUsPerDelivery, cpuSeconds, rssMib }));
