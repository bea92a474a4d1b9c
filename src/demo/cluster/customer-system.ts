import { parseAgentMessage } from "../customer-system/agent-message.ts";
import { answerJson, readBody } from "../http.ts";
import type { HttpServer } from "../http-server.ts";
import { openHttpServer } from "../http-server.ts";
import { decodeLoosely, textAt } from "../json.ts";

/** A customer system that accepts every message. The id identifies a repeat. */
export interface CustomerSystem extends HttpServer {
  /** The messages that each customer received, in order, without repeats. */
  readonly told: ReadonlyMap<string, readonly string[]>;
  /** The number of messages that came again under the same id. */
  repeats(): number;
}

export async function openCustomerSystem(): Promise<CustomerSystem> {
  const told = new Map<string, string[]>();
  const seen = new Set<string>();
  let repeats = 0;
  const server = await openHttpServer(async (_path, request, response) => {
    const body = decodeLoosely((await readBody(request)) ?? "");
    answerJson(response, 200, { result: "ok" });
    const message = parseAgentMessage(body);
    if (message.kind !== "said") return;
    if (seen.has(message.id)) {
      repeats += 1;
      return;
    }
    seen.add(message.id);
    const customer = textAt(body, "recipient", "id");
    told.set(customer, [...(told.get(customer) ?? []), message.text]);
  });
  return { ...server, told, repeats: () => repeats };
}
