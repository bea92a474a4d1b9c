import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Test } from "tap";
import { WebSocket } from "ws";
import type { Answered, Asked, ClientSocketUnderTest } from "./server-contract.ts";

/** The server is in this process. After this time the event loop has run, and the server has read the previous part. */
const betweenPartsMs = 5;

/** Sends one request on a separate connection. Resolves with `null` when the connection ends without a complete response. */
export function askOverLoopback(port: number, asked: Asked): Promise<Answered | null> {
  const { method = "GET", path, headers = {}, body = "" } = asked;
  const parts = typeof body === "string" ? [body] : body;
  const size = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const length = size > 0 || method !== "GET" ? { "content-length": String(size) } : {};
  return new Promise((resolve) => {
    const options = { host: "127.0.0.1", port, method, path, headers: { ...headers, ...length }, agent: false };
    const request = http.request(options, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("error", () => resolve(null));
      response.on("end", () => {
        const sent = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        const status = response.statusCode ?? 0;
        resolve({ status, headers: Object.fromEntries(sent), body: Buffer.concat(pieces).toString() });
      });
    });
    request.on("error", () => resolve(null));
    void asked.untilGone?.then(() => request.destroy());
    void send(request, parts, asked.keepsLast === true);
  });
}

async function send(request: http.ClientRequest, parts: readonly string[], keepsLast: boolean): Promise<void> {
  for (const part of keepsLast ? parts.slice(0, -1) : parts) {
    if (part === "") continue;
    await new Promise((resolve) => request.write(part, resolve));
    if (parts.length > 1) await pause(betweenPartsMs);
  }
  if (!keepsLast) request.end();
}

export function connectOverLoopback(t: Pick<Test, "teardown">, port: number, path: string): ClientSocketUnderTest {
  const events: string[] = [];
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
  socket.on("open", () => events.push("opened"));
  socket.on("message", (frame) => events.push(`frame ${String(frame)}`));
  socket.on("close", (code) => events.push(`closed ${code}`));
  // A close event follows, and it is handled there.
  socket.on("error", () => undefined);
  t.teardown(() => socket.terminate());
  return { events, send: (text) => socket.send(text), leave: () => socket.close() };
}
