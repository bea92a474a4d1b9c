import type { IncomingMessage, ServerResponse } from "node:http";
import { answerJson, readBody } from "../http.ts";
import { decodeLoosely } from "../json.ts";
import type { FlowLog } from "../transcript/flow-log.ts";

/** The endpoint's answer to the service; `null` closes the connection without an answer. */
export type EndpointAnswer = { readonly status: number; readonly body: unknown } | null;

/** The behaviour of an endpoint, and the log that records its requests. */
export interface EndpointScript {
  readonly log: FlowLog | null;
  /** Called after a complete message has arrived. */
  receive(message: unknown): EndpointAnswer;
}

const noScript: EndpointAnswer = {
  status: 404,
  body: { error: { code: "not_found", message: "No sample customer system has this address." } },
};

/** The addresses to which the service posts, one for each channel. The channel's script decides the behaviour. */
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
