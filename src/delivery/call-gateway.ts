import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { OutboundCall } from "../ports/outbound.ts";
import type { Telephony } from "../ports/telephony.ts";
import type { AddressGuard } from "./address-guard.ts";
import { RefusedTargetError } from "./address-guard.ts";
import { createAsker } from "./ask.ts";
import { createEndpointPools } from "./endpoint-pools.ts";
import { parseHttpUrl, toBasic } from "./endpoint-url.ts";
import { explainError, explainStatus, isSuccess, OutboundClosedError } from "./explain-error.ts";

export interface CallGatewayOptions {
  /** Where the gateway is; `null` without one. */
  readonly gatewayUrl: string | null;
  /** Where the gateway reports to; known once the service listens. Its last part is a secret. */
  readonly statusUrl: () => string;
  readonly guard: AddressGuard;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "error">;
}

/** Source: CALL-06. */
const timeoutMs = 10_000;
const connectionsMax = 16;
const answerBytesMax = 64 * 1024;

/** `POST <gateway>/calls`. Source: CALL-06. */
export function createCallGateway({ gatewayUrl, statusUrl, guard, clock, log }: CallGatewayOptions): Telephony {
  const pools = createEndpointPools(guard, { connectionsMax });
  const asker = createAsker(clock, answerBytesMax);
  const url = gatewayUrl === null ? null : parseHttpUrl(`${gatewayUrl.replace(/\/+$/, "")}/calls`);
  const refused = url === null ? null : guard.checkTarget(url.origin);
  const target = {
    endpoint: url,
    refusal: refused === null ? null : new RefusedTargetError(refused.message),
    owner: null,
  };
  const basic = url === null ? null : toBasic(url);
  const headers = ["User-Agent", "Parley", "Content-Type", "application/json"];
  if (basic !== null) headers.push("Authorization", basic);
  return {
    isConfigured: url !== null,
    async startCall(call) {
      const { httpStatus, error } = await asker.ask({
        pools,
        target,
        toRequest: () => ({
          method: "POST",
          path: url === null ? "" : url.pathname + url.search,
          headers,
          body: Buffer.from(encodeCall(call, statusUrl())),
        }),
        untilMs: clock.nowMs() + timeoutMs,
      });
      if (httpStatus !== null) return isSuccess(httpStatus) ? null : explainStatus(httpStatus, "call gateway");
      const failure = explainError(error, timeoutMs, "call gateway");
      if (failure === null) log.error({ callId: call.callId, err: error }, "A call could not be asked for");
      return failure?.message ?? "The call could not be asked for because of an error in the service.";
    },
    async close() {
      asker.close();
      await pools.destroy(new OutboundClosedError());
    },
  };
}

const encodeCall = ({ callId, callType, phone, agent }: OutboundCall, statusUrl: string): string =>
  JSON.stringify({ call_id: callId, type: callType, phone, agent, status_url: statusUrl });
