import net from "node:net";
import type { Closing, SlowClient } from "../../../system/harness/people/raw-clients.ts";
import { runSlowClient } from "../../../system/harness/people/raw-clients.ts";
import { channelPath } from "../../../system/harness/service/installation.ts";
import { nowMs, untilMs } from "../../../system/harness/time.ts";
import { IdleVisitor } from "./idle-visitor.ts";
import { widgetId } from "./real-service.ts";

const head = (...headers: readonly string[]): string =>
  [`POST ${channelPath} HTTP/1.1`, "Host: parley.test", ...headers, "", ""].join("\r\n");

/** Clients that never complete what they send. The service ends each of them alone. Source: LIM-04. */
export const slowWriters: readonly SlowClient[] = [
  { name: "says nothing", start: "", drip: "" },
  { name: "sends its head byte by byte", start: `POST ${channelPath} HTTP/1.1\r\nX-Slow: `, drip: "x" },
  { name: "sends header after header", start: `POST ${channelPath} HTTP/1.1\r\n`, drip: "X-Slow: x\r\n" },
  { name: "sends its body byte by byte", start: head("Content-Length: 100000"), drip: "{" },
  { name: "sends chunk after chunk", start: head("Transfer-Encoding: chunked"), drip: "1\r\n{\r\n" },
  { name: "never ends the size of a chunk", start: head("Transfer-Encoding: chunked"), drip: "0" },
  {
    name: "sends a file byte by byte",
    start: `POST /widget/${widgetId}/files?name=a.bin&id=f HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nContent-Length: 1000000\r\n\r\n`,
    drip: "x",
  },
];

export const writeSlowly = (port: number, each: number): readonly Promise<Closing>[] =>
  slowWriters.flatMap((client) => Array.from({ length: each }, () => runSlowClient(port, client)));

/** Large answers, one after the other on one connection. Together they exceed the buffers of the kernels. */
const asksAtOnce = 60;

/** Requests many answers and reads none. Resolves when the service has closed the connection. */
export async function askAndNotRead(port: number, localAddress: string): Promise<Closing> {
  const socket = net.connect({ port, host: "127.0.0.1", localAddress });
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const startedAtMs = nowMs();
  const gone = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => socket.destroy());
  socket.pause();
  socket.write("GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(asksAtOnce));
  await untilRefused(socket, gone);
  return { name: "asks for large answers and reads none", afterMs: Math.round(nowMs() - startedAtMs), received: "" };
}

const knockEveryMs = 500;

/** A socket that does not read notices its end only when it writes. */
async function untilRefused(socket: net.Socket, gone: Promise<unknown>): Promise<void> {
  let isGone = false;
  void gone.then(() => {
    isGone = true;
  });
  while (!isGone) {
    socket.write("G");
    await Promise.race([gone, untilMs(nowMs() + knockEveryMs)]);
  }
}

const lines = 150;
const earlierAsked = 40;

/** Makes a closed chat with many messages. Returns the secret of its visitor. */
export async function leaveMuchToRead(port: number, closeChats: () => Promise<void>): Promise<string> {
  const page = await IdleVisitor.open(port, "127.0.0.1");
  for (let line = 0; line < lines; line += 1)
    await page.ask({ type: "message", id: `m${line}`, text: `${line} `.padEnd(990, "x") });
  await closeChats();
  page.end();
  return page.visitor;
}

/** A page that requests all of these messages repeatedly and reads none. */
export async function listenAndNotRead(port: number, localAddress: string, visitor: string): Promise<Closing> {
  const page = await IdleVisitor.open(port, localAddress, visitor);
  const startedAtMs = nowMs();
  page.stopReading();
  for (let asked = 0; asked < earlierAsked; asked += 1) page.send({ type: "earlier", id: `e${asked}` });
  while (!page.isClosed) {
    page.send({ type: "beat", id: "b" });
    await Promise.race([page.closed, untilMs(nowMs() + knockEveryMs)]);
  }
  return { name: "asks a socket for much and reads none", afterMs: Math.round(nowMs() - startedAtMs), received: "" };
}
