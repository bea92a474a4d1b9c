import type { CallSummary } from "../../../../machines/call/call.types.ts";
import { describeCall } from "../../../../machines/chat/call-line.ts";
import type { DeskChat, DeskMessage } from "../../../codec/desk/desk.ts";

export const isRunning = ({ status }: Pick<CallSummary, "status">): boolean => status !== "end" && status !== "error";

const kinds = { callback: "Callback", incoming: "Incoming call", outgoing: "Call" } as const;

/** What kind of call it is, as a heading. */
export const nameOfCall = ({ type }: Pick<CallSummary, "type">): string => kinds[type];

/** How far it has come. `agent` is who is rung or on the line. Source: CALL-04. */
export function describeStatus({ type, status, reason }: CallSummary, agent: string | null): string {
  const who = agent ?? "the agent";
  switch (status) {
    case "start":
      return type === "incoming" ? "The client is calling" : `Ringing ${who}`;
    case "agent_connected":
      return agent === null ? "The agent is on the line" : `${agent} is on the line`;
    case "client_connected":
      return "The client is on the line";
    case "end":
      return "Ended";
    case "error":
      return `Failed: ${reason ?? "no reason was given"}`;
  }
}

/** When the call began and ended, as far as the conversation's lines that are loaded say so. */
export interface CallTimes {
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
}

export function timesOfCall(call: CallSummary, messages: readonly DeskMessage[]): CallTimes {
  const timeOf = (line: string): number | null =>
    messages.findLast(({ from, type, text }) => from === "system" && type === "event" && text === line)?.at ?? null;
  const startedAtMs = timeOf(describeCall({ ...call, status: "start" }));
  const endedAtMs = isRunning(call) ? null : timeOf(describeCall(call));
  return { startedAtMs, endedAtMs: startedAtMs === null ? null : endedAtMs };
}

/** "4:05", "1:02:30". */
export function lengthOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const two = (part: number): string => String(part).padStart(2, "0");
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`;
}

/** Why the client cannot be called now; null when it can be tried. */
export function whyNoCall({ state, call, client }: DeskChat, hasTelephony: boolean): string | null {
  if (!hasTelephony) return "Calls are not set up: there is no call gateway.";
  if (state === "closed") return "The chat is closed.";
  if (call !== null && isRunning(call)) return "A call of this client is running.";
  if (client.phone === null) return "The client's phone number is not known.";
  return null;
}
