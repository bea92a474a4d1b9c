import { decodeLoosely, textAt } from "../json.ts";
import { Facts } from "./facts.ts";
import type { Answer, Ending, Handles, PeerRequest } from "./peer.ts";
import { nothing, servePeer } from "./peer.ts";

/** One request for a call. Source: CALL-06. */
export interface AskedCall {
  readonly atMs: number;
  readonly callId: string;
  readonly phone: string;
  readonly agentPhone: string;
  readonly statusUrl: string;
}

/** A call gateway over real HTTP. It keeps every request, and answers by the phone number. */
export interface Gateway {
  /** The service posts to `/calls` below this address. */
  readonly url: string;
  readonly asked: readonly AskedCall[];
  askedOf(phone: string): readonly AskedCall[];
  /** Resolves with the first request for a call to this number, past or future. */
  untilAsked(phone: string): Promise<AskedCall>;
}

/** What a gateway does besides: `requests` answers what is no request for a call. */
export interface GatewayManner {
  readonly handles?: Handles;
  requests?(request: PeerRequest): Answer | undefined;
}

export async function openGateway(
  t: Ending,
  script: (phone: string, call: AskedCall, request: PeerRequest) => Answer,
  { requests, handles = nothing }: GatewayManner = {},
): Promise<Gateway> {
  const asked: AskedCall[] = [];
  const facts = new Facts();
  const askedOf = (phone: string) => asked.filter((call) => call.phone === phone);
  const origin = await servePeer(t, {
    handles,
    paths: /^\/(calls|incoming)$/,
    take(request) {
      const other = requests?.(request);
      if (other !== undefined) return other;
      const fields = decodeLoosely(request.body);
      const call = {
        atMs: request.atMs,
        callId: textAt(fields, "call_id"),
        phone: textAt(fields, "phone"),
        agentPhone: textAt(fields, "agent", "phone"),
        statusUrl: textAt(fields, "status_url"),
      };
      asked.push(call);
      const answer = script(call.phone, call, request);
      facts.changed();
      return answer;
    },
  });
  return {
    url: origin,
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
