import type { Limits } from "../../config/limits.ts";
import type { Allowance } from "../../core/bounds/allowance.ts";
import { createAllowance } from "../../core/bounds/allowance.ts";
import type { SharedCounts } from "../../core/peers/shared-counts.ts";
import { ownCounts } from "../../core/peers/shared-counts.ts";
import type { Failure } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { QuotaName, Refusals } from "./refusals.ts";

/**
 * Quotas for all visitors at one address together. The address is given as its `addressGroup`. The counts are in memory, so a restart
 * clears them. Messages that a customer system posts with its channel's secret are not counted here.
 */
export interface AddressQuotas {
  /** Returns why no more bytes are accepted from this address; counts none. */
  refuseBytes(group: string, bytes: number): Failure | null;
  useBytes(group: string, bytes: number): void;
  /** Returns why another chat, offline message or call is refused; counts none. */
  refuseChat(group: string): Failure | null;
  /** Counts one more, or returns why it is refused. */
  takeChat(group: string): Failure | null;
  /** Reverts the count of a chat that did not start. */
  giveBackChat(group: string): void;
  /** Returns why another new visitor is refused; counts none. */
  refuseVisitor(group: string): Failure | null;
  useVisitor(group: string): void;
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

const chats = "begin chats, leave messages and ask for calls";

export function createAddressQuotas({
  limits,
  clock,
  refusals,
  counts = ownCounts,
}: {
  readonly limits: Pick<
    Limits,
    "addressBytesPerDay" | "addressChatsPerHour" | "addressVisitorsPerHour" | "rateBucketsMax"
  >;
  readonly clock: Clock;
  readonly refusals: Refusals;
  /** Counts for all processes together. Absent: each process counts alone. */
  readonly counts?: SharedCounts;
}): AddressQuotas {
  const allowanceOf = (name: QuotaName & keyof typeof limits, windowMs: number): Allowance =>
    createAllowance({
      get max() {
        return limits[name];
      },
      windowMs,
      keysMax: limits.rateBucketsMax,
      clock,
      shared: { counts, name },
    });
  const dailyBytes = allowanceOf("addressBytesPerDay", dayMs);
  const hourlyChats = allowanceOf("addressChatsPerHour", hourMs);
  const hourlyVisitors = allowanceOf("addressVisitorsPerHour", hourMs);

  const refuse = (name: QuotaName, seconds: number, what: string): Failure | null => {
    if (seconds === 0) return null;
    refusals.count(name);
    const retryAfterSeconds = Math.min(seconds, dayMs / 1_000);
    const message = `From one address ${what} (${name}). Try again in ${retryAfterSeconds} seconds.`;
    return { code: "rate_limited", message, retryAfterSeconds };
  };
  const refuseChat = (group: string): Failure | null => {
    const what = `visitors may ${chats} ${limits.addressChatsPerHour} times in an hour`;
    return refuse("addressChatsPerHour", hourlyChats.waitSeconds(group, 1), what);
  };
  return {
    refuseBytes(group, bytes) {
      const what = `visitors may send ${limits.addressBytesPerDay} bytes in a day`;
      return refuse("addressBytesPerDay", dailyBytes.waitSeconds(group, bytes), what);
    },
    useBytes: (group, bytes) => dailyBytes.use(group, bytes),
    refuseChat,
    takeChat(group) {
      const refusal = refuseChat(group);
      if (refusal === null) hourlyChats.use(group, 1);
      return refusal;
    },
    giveBackChat: (group) => hourlyChats.use(group, -1),
    refuseVisitor(group) {
      const what = `${limits.addressVisitorsPerHour} new visitors may come in an hour`;
      return refuse("addressVisitorsPerHour", hourlyVisitors.waitSeconds(group, 1), what);
    },
    useVisitor: (group) => hourlyVisitors.use(group, 1),
  };
}
