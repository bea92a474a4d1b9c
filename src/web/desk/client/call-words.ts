import { describeCall } from "../../../../machines/chat/steps/visitor-steps.ts";
import type { CallSummary } from "../../../../machines/tells.ts";
import type { DeskChat, DeskMessage } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { clientTexts } from "../texts/en/client.ts";

const text = textsOf("client", clientTexts);

export const isRunning = ({ status }: Pick<CallSummary, "status">): boolean => status !== "end" && status !== "error";

/** The kind of the call, as a heading. */
export const nameOfCall = ({ type }: Pick<CallSummary, "type">): string => text(type);

/** The state of the call. `agent` is the agent whose phone rings or who is on the line. Source: CALL-04. */
export function describeStatus({ type, status, reason }: CallSummary, agent: string | null): string {
  switch (status) {
    case "start":
      if (type === "incoming") return text("clientCalls");
      return agent === null ? text("ringingAgent") : text("ringing", { agent });
    case "agent_connected":
      return agent === null ? text("agentOnTheLine") : text("onTheLine", { agent });
    case "client_connected":
      return text("clientOnTheLine");
    case "end":
      return text("ended");
    case "error":
      return reason === null ? text("callFailedSomehow") : text("callFailed", { reason });
  }
}

/** The start and end of the call, as far as the loaded messages contain them. */
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

/** The reason why the client cannot be called now; null when a call is possible. */
export function whyNoCall({ state, call, client }: DeskChat, hasTelephony: boolean): string | null {
  if (!hasTelephony) return text("noTelephony");
  if (state === "closed") return text("chatClosed");
  if (call !== null && isRunning(call)) return text("callRuns");
  if (client.phone === null) return text("phoneUnknown");
  return null;
}
