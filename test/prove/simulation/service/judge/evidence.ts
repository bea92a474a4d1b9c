import type { DeskChat, DeskMessage } from "../../../../../src/codec/desk/desk.ts";
import type { PresenceChange } from "../people/desk-socket.ts";
import type { History } from "../people/history.ts";
import type { Stored } from "./stored.ts";

/** Everything that one agent's desk received, across all its connections. */
export interface DeskEvidence {
  readonly agent: string;
  readonly shown: ReadonlyMap<string, ReadonlyMap<number, DeskMessage>>;
  readonly chats: ReadonlyMap<string, DeskChat>;
  /** The time when the desk was ready for the first time. The socket does not send earlier messages. */
  readonly firstReadyAtMs: number | null;
  readonly wasResynced: boolean;
  /** Whether the desk is connected at the end. A desk that is not connected misses the last events. */
  readonly isOpen: boolean;
  readonly presence: readonly PresenceChange[];
}

/** Everything that one visitor's page received. */
export interface PageEvidence {
  readonly name: string;
  readonly number: number | null;
  readonly shown: ReadonlyMap<string, ReadonlyMap<number, string>>;
}

/** The evidence that the laws check. It is plain data, so that a test can show that a law fails. */
export interface Evidence {
  readonly history: Omit<History, "tell" | "surprise" | "nowMs" | "awaitHeard">;
  readonly stored: Stored;
  readonly desks: readonly DeskEvidence[];
  readonly pages: readonly PageEvidence[];
}

/** A promise, and a function that returns the violations in the evidence. */
export interface Law<Held = Evidence> {
  readonly promise: string;
  readonly faults: (evidence: Held) => readonly string[];
}

/** Whether the service or its clock was disturbed in the interval, or at most `behindMs` before it. */
export function isDisturbed({ history }: Evidence, fromMs: number, untilMs: number, behindMs: number): boolean {
  return history.outages.some((outage) => outage.fromMs <= untilMs && outage.untilMs + behindMs >= fromMs);
}
