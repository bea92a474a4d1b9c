import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { Facts } from "../facts.ts";
import { nowMs } from "../time.ts";
import type { Answer } from "./customer-system.ts";
import { answer } from "./customer-system.ts";
import { serveOnLoopback } from "./serve-on-loopback.ts";

/** One request for a call. */
export interface AskedCall {
  readonly atMs: number;
  readonly callId: string;
  readonly phone: string;
  readonly statusUrl: string;
}

/** A call gateway over real HTTP. It keeps every request, and answers by the phone number. */
export interface GatewayPeer {
  readonly url: string;
  readonly asked: readonly AskedCall[];
  askedOf(phone: string): readonly AskedCall[];
  /** Resolves with the first request for a call to this number, past or future. */
  untilAsked(phone: string): Promise<AskedCall>;
}

export async function openGatewayPeer(t: Ending, script: (phone: string) => Answer): Promise<GatewayPeer> {
  const asked: AskedCall[] = [];
  const facts = new Facts();
  const askedOf = (phone: string) => asked.filter((call) => call.phone === phone);
  const server = createServer((request, response) => void serve(request, response));
  // Only the service may end a request that hangs.
  server.requestTimeout = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = nowMs();
    const body = await readText(request).catch(() => null);
    // A kill interrupted the request, so it did not arrive.
    if (body === null) return;
    const { call_id: callId, phone, status_url: statusUrl } = JSON.parse(body);
    asked.push({ atMs, callId, phone, statusUrl });
    answer(response, script(phone));
    facts.changed();
  }

  const url = await serveOnLoopback(t, server);
  return {
    url: `${url}/gateway`,
    asked,
    askedOf,
    untilAsked: (phone) =>
      facts.until(
        `a request for a call to ${phone}`,
        () => askedOf(phone)[0],
        () => asked,
      ),
  };
}
