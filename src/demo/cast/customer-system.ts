import { decodeLoosely, textAt } from "../json.ts";
import { Facts } from "./facts.ts";
import type { Answer, Ending, Observer, PeerRequest } from "./peer.ts";
import { servePeer } from "./peer.ts";

/** A message of an agent or a bot, as the service posted it. */
export interface SeenRequest extends PeerRequest {
  /** The channel's id; a channel's own path ends with it. */
  readonly channelId: string;
  readonly recipientId: string;
  readonly messageId: string;
  readonly type: string;
  readonly text: string;
  readonly fields: unknown;
}

/** A customer system over real HTTP. It keeps every request, and answers the n-th request of a text as the script says. */
export interface CustomerSystem {
  /** The address to which the service posts. */
  readonly url: string;
  readonly facts: Facts;
  readonly requests: readonly SeenRequest[];
  /** Returns the requests with this text, in order. */
  requestsOf(text: string): readonly SeenRequest[];
  /** Resolves with the n-th request with this text, past or future. */
  untilRequest(text: string, number: number): Promise<SeenRequest>;
}

/** The answers to the attempts of a text. The last answer is repeated for further attempts. `ok` for a text without a script. */
export type Script = (text: string, message: SeenRequest) => readonly Answer[] | undefined;

export async function openCustomerSystem(
  t: Ending,
  script: Script = () => undefined,
  observer?: Observer<SeenRequest>,
): Promise<CustomerSystem> {
  const requests: SeenRequest[] = [];
  const facts = new Facts();
  const requestsOf = (text: string) => requests.filter((request) => request.text === text);
  const seen = new WeakMap<PeerRequest, SeenRequest>();
  const origin = await servePeer(t, {
    paths: /^\/parley(\/|$)/,
    take(request) {
      const message = toSeen(request);
      seen.set(request, message);
      requests.push(message);
      observer?.came(message);
      const answers = script(message.text, message) ?? ["ok"];
      const answer = answers[requestsOf(message.text).length - 1] ?? answers.at(-1) ?? "ok";
      facts.changed();
      return answer;
    },
    answered(request, status, body) {
      const message = seen.get(request);
      if (message !== undefined) observer?.answered(message, status, body);
    },
  });
  return {
    url: `${origin}/parley`,
    facts,
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

function toSeen(request: PeerRequest): SeenRequest {
  const fields = decodeLoosely(request.body);
  return {
    ...request,
    channelId: request.path.split("/").at(-1) ?? "",
    recipientId: textAt(fields, "recipient", "id"),
    messageId: textAt(fields, "message", "id"),
    type: textAt(fields, "message", "type"),
    text: textAt(fields, "message", "text"),
    fields,
  };
}
