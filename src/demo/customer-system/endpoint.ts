import type { IncomingMessage, ServerResponse } from "node:http";
import { answerJson, readBody } from "../http.ts";
import { decodeLoosely } from "../json.ts";
import type { FlowLog } from "../transcript/flow-log.ts";

/** What this endpoint answers the service; `null` cuts the connection. */
export type EndpointAnswer = { readonly status: number; readonly body: unknown } | null;

/** How an endpoint behaves, and who writes down what it gets. */
export interface EndpointScript {
  readonly log: FlowLog | null;
  /** Called when a message came whole. */
  receive(message: unknown): EndpointAnswer;
}

const noScript: EndpointAnswer = {
  status: 404,
  body: { error: { code: "not_found", message: "No sample customer system has this address." } },
};

/** The addresses the service posts to: one for each channel, behaving as its script says. */
export class Endpoints {
  readonly #scripts = new Map<string, EndpointScript>();

  play(channelId: string, script: EndpointScript): void {
    this.#scripts.set(channelId, script);
  }

  async handle(channelId: string, path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = decodeLoosely((await readBody(request)) ?? "");
    const script = this.#scripts.get(channelId);
    script?.log?.request("parley", "shop", request.method ?? "", path, body);
    const answer = script === undefined ? noScript : script.receive(body);
    script?.log?.answer("parley", "shop", answer?.status ?? null, answer?.body ?? "(the connection is cut)");
    if (answer === null) request.socket.destroy();
    else answerJson(response, answer.status, answer.body);
  }
}
