import type { OutboundOptions } from "../../../../src/delivery/create-outbound.ts";
import { createOutbound } from "../../../../src/delivery/create-outbound.ts";
import { createKnownTokens } from "../../../../src/domain/bot/known-tokens.ts";
import type { Clock } from "../../../../src/ports/clock.ts";
import type { Outbound, OutboundOutcome } from "../../../../src/ports/outbound.ts";
import type { Store } from "../../../../src/ports/store.ts";
import { loopback } from "../../../delivery/attempts.ts";
import { silentLog } from "../../../harness/test-log.ts";
import { digestOf } from "./owners-server.ts";

/** One attempt to send an event to the owner's server, as the service sees it. */
export interface WatchedReport {
  readonly event: string;
  /** `undefined` for an event without a chat. */
  readonly chatId: number | undefined;
  readonly number: number;
  readonly startedAtMs: number;
  /** `null` if the process was killed before the end of the attempt. */
  endedAtMs: number | null;
  /** The delay that the answer requested. */
  retryAfterMs: number;
  readonly digest: string;
}

/** The outbound side as in production, except that messages arrive at once. Every report is kept, in order, by its event. */
export interface WatchedOutbound {
  readonly outbound: Outbound;
  /** Returns the attempts without an end, as `[event, number of the attempt]`. */
  underWay(): readonly (readonly [id: string, attempt: number])[];
  /** The process is killed: the outcome of these attempts is not recorded. */
  abandon(): Promise<void>;
}

export type WatchedReports = Map<string, WatchedReport[]>;

export function watchOutbound(
  reports: WatchedReports,
  { store, clock, limits }: { readonly store: Store; readonly clock: Clock } & Pick<OutboundOptions, "limits">,
): WatchedOutbound {
  const knownTokens = createKnownTokens(store, clock);
  const real = createOutbound({ policy: loopback, limits, clock, log: silentLog, knownTokens });
  const underWay = new Map<WatchedReport, string>();
  const arrived = (): OutboundOutcome => ({
    startedAtMs: clock.nowMs(),
    durationMs: 0,
    httpStatus: 200,
    failure: null,
    trace: { address: null, answer: null, note: null },
  });
  return {
    outbound: {
      ...real,
      attempt: async () => arrived(),
      async report(sent) {
        const report: WatchedReport = {
          event: sent.event,
          chatId: JSON.parse(Buffer.from(sent.body).toString()).chat_id,
          number: sent.attempt,
          startedAtMs: clock.nowMs(),
          endedAtMs: null,
          retryAfterMs: 0,
          digest: digestOf(sent.body),
        };
        reports.set(sent.deliveryId, [...(reports.get(sent.deliveryId) ?? []), report]);
        underWay.set(report, sent.deliveryId);
        const outcome = await real.report(sent);
        if (!underWay.delete(report)) return outcome;
        report.endedAtMs = clock.nowMs();
        report.retryAfterMs = outcome.retryAfterMs;
        return outcome;
      },
    },
    underWay: () => [...underWay].map(([{ number }, id]) => [id, number]),
    abandon() {
      underWay.clear();
      return real.close();
    },
  };
}
