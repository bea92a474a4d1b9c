import type { CallSummary } from "../call/call.types.ts";

const kinds = { callback: "Callback to", incoming: "Incoming call from", outgoing: "Call to" } as const;

/** The line in the conversation about the outcome of a call. */
export function describeCall({ type, phone, status, reason }: CallSummary): string {
  const what = `${kinds[type]} ${phone}`;
  switch (status) {
    case "start":
      return `${what} has begun.`;
    case "agent_connected":
      return `${what}: the agent is on the line.`;
    case "client_connected":
      return `${what}: the client is on the line.`;
    case "end":
      return `${what} has ended.`;
    case "error":
      return `${what} failed: ${reason ?? "no reason was given"}.`;
  }
}
