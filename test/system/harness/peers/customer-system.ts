import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { Facts } from "../facts.ts";
import { nowMs } from "../time.ts";
import { serveOnLoopback } from "./serve-on-loopback.ts";

/** The customer system's reaction to a request: respond, hang, or close the connection. */
export type Answer = "ok" | "hang" | "close" | { readonly status: number; readonly body?: string };

export interface SeenRequest {
  /** The time at which its head arrived. */
  readonly atMs: number;
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly recipientId: unknown;
  readonly messageId: string;
  readonly text: string;
}

/** A customer system over real HTTP. It keeps every request, and answers the n-th request of a text as the script says. */
export interface CustomerSystem {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Returns the requests with this text, in order. */
  requestsOf(text: string): readonly SeenRequest[];
  /** Resolves with the n-th request with this text, past or future. */
  untilRequest(text: string, number: number): Promise<SeenRequest>;
}

/** The answers by text. The last answer is repeated for further attempts. `ok` for a text without a script. */
export type Script = (text: string) => readonly Answer[] | undefined;

export async function openCustomerSystem(t: Ending, script: Script = () => undefined): Promise<CustomerSystem> {
  const requests: SeenRequest[] = [];
  const facts = new Facts();
  const requestsOf = (text: string) => requests.filter((request) => request.text === text);
  const server = createServer((request, response) => void serve(request, response));
  // Only the service may end a request that hangs.
  server.requestTimeout = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = nowMs();
    const body = await readText(request);
    const { recipient, message } = JSON.parse(body);
    const { method, url: path, headers } = request;
    const { text } = message;
    requests.push({ atMs, method, path, headers, body, recipientId: recipient.id, messageId: message.id, text });
    const answers = script(text) ?? ["ok"];
    answer(response, answers[requestsOf(text).length - 1] ?? answers.at(-1) ?? "ok");
    facts.changed();
  }

  const url = await serveOnLoopback(t, server);
  return {
    url: `${url}/chat`,
    requests,
    requestsOf,
    untilRequest: (text, number) =>
      facts.until(
        `request ${number} of "${text}"`,
        () => requestsOf(text)[number - 1],
        () => requestsOf(text),
      ),
  };
}

/** Responds to a request as the script says. */
export function answer(response: ServerResponse, how: Answer): void {
  if (how === "hang") return;
  if (how === "close") response.socket?.destroy();
  else if (how === "ok") response.end('{"result":"ok"}');
  else {
    response.statusCode = how.status;
    response.end(how.body ?? "");
  }
}
