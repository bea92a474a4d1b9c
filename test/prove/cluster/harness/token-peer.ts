import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import type { Test } from "tap";
import { serveOnLoopback } from "../../../../src/demo/cast/peer.ts";

/** A provider's token endpoint. It returns another token each time, slowly, and counts the requests. */
export interface TokenPeer {
  readonly url: string;
  /** Returns the number of requests. */
  readonly asked: () => number;
}

export async function openTokenPeer(t: Test, answersAfterMs: number): Promise<TokenPeer> {
  let asked = 0;
  const server = createServer(async (request, response) => {
    await readText(request);
    asked += 1;
    const body = JSON.stringify({ access_token: `token-${asked}`, token_type: "Bearer", expires_in: 3_600 });
    setTimeout(() => response.setHeader("content-type", "application/json").end(body), answersAfterMs);
  });
  return { url: `${await serveOnLoopback(t, server)}/token`, asked: () => asked };
}
