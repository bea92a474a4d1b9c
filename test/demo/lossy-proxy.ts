import { createServer } from "node:http";
import type { Test } from "tap";
import { request } from "undici";
import { serveOnLoopback } from "../../src/demo/cast/peer.ts";

export interface LossyProxy {
  readonly url: string;
  /** Forwards the next request, but drops its answer. */
  loseNextAnswer(): void;
  requestsCount(): number;
}

/** Forwards requests to a service. */
export async function openLossyProxy(t: Test, target: string): Promise<LossyProxy> {
  let losses = 0;
  let count = 0;
  const server = createServer(async (incoming, response) => {
    count += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const key = incoming.headers["idempotency-key"];
    const answer = await request(`${target}${incoming.url}`, {
      method: incoming.method === "POST" ? "POST" : "GET",
      headers: key === undefined ? {} : { "idempotency-key": String(key) },
      body: Buffer.concat(chunks),
    });
    const body = await answer.body.text();
    if (losses === 0) response.writeHead(answer.statusCode).end(body);
    else {
      losses -= 1;
      incoming.socket.destroy();
    }
  });
  return {
    url: await serveOnLoopback(t, server),
    loseNextAnswer() {
      losses += 1;
    },
    requestsCount: () => count,
  };
}
