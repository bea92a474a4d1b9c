import type { StartCallBody } from "../codec/sent-schemas.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { OutboundCall } from "../ports/outbound.ts";
import type { Telephony } from "../ports/telephony.ts";
import { createAddressGuard, parseHttpUrl, toBasic } from "./address/address-guard.ts";
import { createAsker, ownHeaders } from "./request/ask.ts";
import { createEndpointPools } from "./request/endpoint-pools.ts";
import { explainError, explainStatus, isSuccess, OutboundClosedError } from "./request/explain-error.ts";

export interface CallGatewayOptions {
  /** The address of the gateway, `null` without one. */
  readonly gatewayUrl: string | null;
  /** The address for the gateway's reports, known after the service listens. Its last part is a secret. */
  readonly statusUrl: () => string;
  readonly clock: Clock;
  readonly log: Log;
  /** PEM of authorities that are trusted instead of the system's. */
  readonly certificateAuthorities?: string;
}

/** Source: CALL-06. */
const timeoutMs = 10_000;
/** Many connections, so that calls which the gateway delays hold up no other call. */
const connectionsMax = 128;
const answerBytesMax = 64 * 1024;

/** The operator chose the gateway, so any address is allowed, and plain http too. Source: AUTH-06. */
const anywhere = createAddressGuard({ allow: ["0.0.0.0/0", "::/0"], allowHttp: true });

/** `POST <gateway>/calls`. Source: CALL-06. */
export function createCallGateway({ gatewayUrl, statusUrl, clock, log, ...trust }: CallGatewayOptions): Telephony {
  const pools = createEndpointPools(anywhere, { connectionsMax, answerBytesMax, ...trust });
  const asker = createAsker(clock);
  const url = gatewayUrl === null ? null : toCallsUrl(gatewayUrl);
  const target = { endpoint: url, refusal: null, owner: null };
  const basic = url === null ? null : toBasic(url);
  const headers = [...ownHeaders, "Content-Type", "application/json"];
  if (basic !== null) headers.push("Authorization", basic);
  return {
    isConfigured: url !== null,
    async startCall(call) {
      const { httpStatus, error } = await asker.ask({
        pools,
        target,
        toRequest: () => ({
          path: url === null ? "" : url.pathname + url.search,
          headers,
          // A new connection for each call. A kept connection could close at this moment, and the call would fail without reaching the gateway.
          reset: true,
          body: Buffer.from(encodeCall(call, statusUrl())),
        }),
        untilMs: clock.nowMs() + timeoutMs,
      });
      if (httpStatus !== null) return isSuccess(httpStatus) ? null : explainStatus(httpStatus, "call gateway");
      const failure = explainError(error, timeoutMs, "call gateway");
      if (failure === null)
        log.error({ callId: call.callId, err: error }, "A call could not be requested from the gateway");
      return failure?.message ?? "The call could not be requested because of an error in the service.";
    },
    async close() {
      asker.close();
      await pools.destroy(new OutboundClosedError());
    },
  };
}

/** Appends the path to that of the gateway. A query stays. */
function toCallsUrl(gatewayUrl: string): URL | null {
  const url = parseHttpUrl(gatewayUrl);
  if (url !== null) url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/calls`;
  return url;
}

function encodeCall({ callId, callType, phone, agent }: OutboundCall, statusUrl: string): string {
  const body: StartCallBody = { call_id: callId, type: callType, phone, agent, status_url: statusUrl };
  return JSON.stringify(body);
}
