import type { ChannelId } from "../../../machines/ids.ts";
import { sampleTokenOf } from "../../core/addresses/sample-customer.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Outbound, OutboundOutcome } from "../../ports/outbound.ts";
import type { SampleCustomer } from "../../ports/sample-customer.ts";

/** The number of customers for which the agent's typing is remembered. */
const customersMax = 100;
/** A typing notice expires after 10 s without a new one. Source: CH-49. */
const typingKeptMs = 10_000;

interface Typing {
  readonly name: string;
  readonly untilMs: number;
}

/**
 * Receives requests to channels of the sample customer inside the process. There is no connection, so no address has to be allowed. All other
 * requests go to `outside`, and so do these when the config file switches the sample customer off. Messages get a positive answer and are not
 * stored, because the page reads them from the chat.
 */
export function withSampleCustomer(
  outside: Outbound,
  clock: Clock,
  config: { readonly sampleCustomer: boolean },
): { readonly outbound: Outbound; readonly sampleCustomer: SampleCustomer } {
  const typists = createLastUsed<string, Typing>(customersMax);
  const nameOf = (channelId: ChannelId, customerId: string): string => `${channelId}/${customerId}`;
  const isSample = ({ webhookUrl }: { readonly webhookUrl: string }): boolean =>
    config.sampleCustomer && sampleTokenOf(webhookUrl) !== null;
  return {
    outbound: {
      ...outside,
      attempt(attempt) {
        if (!isSample(attempt.settings)) return outside.attempt(attempt);
        typists.delete(nameOf(attempt.settings.id, attempt.recipient.senderId));
        return Promise.resolve(taken(clock.nowMs()));
      },
      notify(notice) {
        if (!isSample(notice.settings)) return outside.notify(notice);
        if (!notice.isWanted()) return Promise.resolve(null);
        const nowMs = clock.nowMs();
        const untilMs = notice.state === "typein" ? nowMs + typingKeptMs : nowMs;
        typists.set(nameOf(notice.settings.id, notice.recipient.senderId), { name: notice.sender.name, untilMs });
        return Promise.resolve(taken(nowMs));
      },
    },
    sampleCustomer: {
      typing(channelId, customerId) {
        const known = typists.peek(nameOf(channelId, customerId));
        return known === undefined || known.untilMs <= clock.nowMs() ? null : known.name;
      },
    },
  };
}

const taken = (startedAtMs: number): OutboundOutcome => ({
  startedAtMs,
  durationMs: 0,
  httpStatus: 200,
  failure: null,
  trace: { address: "the sample customer", answer: '{"result":"ok"}', note: null },
});
