import type { DeskChat, DeskMessage } from "../../../../src/codec/desk/desk.ts";
import type { PresenceChange } from "../people/desk-socket.ts";
import type { History } from "../people/history.ts";
import type { Stored } from "./stored.ts";

/** What one agent's desk was shown, across all its connections. */
export interface DeskEvidence {
  readonly agent: string;
  readonly shown: ReadonlyMap<string, ReadonlyMap<number, DeskMessage>>;
  readonly chats: ReadonlyMap<string, DeskChat>;
  /** When it was ready for the first time; what was before then is not shown to it by its socket. */
  readonly firstReadyAtMs: number | null;
  readonly wasResynced: boolean;
  /** Whether it is connected at the end: else it misses what came last. */
  readonly isOpen: boolean;
  readonly presence: readonly PresenceChange[];
}

/** What one visitor's page was shown. */
export interface PageEvidence {
  readonly name: string;
  readonly number: number | null;
  readonly shown: ReadonlyMap<string, ReadonlyMap<number, string>>;
}

/** Everything that the laws are held against: plain data, so that a law can be shown to fail. */
export interface Evidence {
  readonly history: Omit<History, "tell" | "surprise" | "nowMs">;
  readonly stored: Stored;
  readonly desks: readonly DeskEvidence[];
  readonly pages: readonly PageEvidence[];
}

/** A promise, and what of the evidence breaks it. */
export interface Law<Held = Evidence> {
  readonly promise: string;
  readonly faults: (evidence: Held) => readonly string[];
}

/** Intervals in which something of the service, or its clock, was disturbed, and a while behind it. */
export function isDisturbed({ history }: Evidence, fromMs: number, untilMs: number, behindMs: number): boolean {
  return history.outages.some((outage) => outage.fromMs <= untilMs && outage.untilMs + behindMs >= fromMs);
}
