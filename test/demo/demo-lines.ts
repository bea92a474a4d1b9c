import type { Entry, FlowName, Party } from "../../src/demo/demo-event.ts";
import type { DemoProcess } from "./demo-process.ts";

/** One entry of a transcript, with the milliseconds since its flow began. */
export interface Line {
  readonly atMs: number;
  readonly entry: Entry;
}

export const linesOf = ({ events }: DemoProcess, flow: FlowName): readonly Line[] =>
  events.flatMap((event) => (event.event === "line" && event.flow === flow ? [event] : []));

/** Requests of the service to the customer system, or to a bot. */
export const attemptsIn = (lines: readonly Line[], to: Party = "shop"): readonly Line[] =>
  lines.filter(({ entry }) => entry.kind === "request" && entry.from === "parley" && entry.to === to);

/** The fields that a body can have. The fields depend on the sender of the body. */
export interface Body {
  readonly type?: string;
  readonly event?: string;
  readonly event_name?: string;
  readonly user_token?: string;
  readonly call_id?: string;
  readonly status?: string;
  readonly call?: { readonly status?: string; readonly reason?: string; readonly record_url?: string };
  readonly id?: string;
  readonly chat_id?: string;
  readonly chat?: { readonly state?: string };
  readonly state?: string;
  readonly sender?: { readonly invite?: string; readonly url?: string };
  readonly since?: number;
  readonly message?: {
    readonly id?: string;
    readonly type?: string;
    readonly from?: string;
    readonly text?: string;
    readonly file_name?: string;
    readonly delivery?: { readonly state: string; readonly error: unknown } | null;
  };
}

export const bodyOf = ({ entry }: Line): Body | null => ("body" in entry ? (entry.body as Body | null) : null);

/** The states of the agent's message on the desk's socket, without repeats. */
export const shownStates = (lines: readonly Line[]): readonly string[] =>
  lines
    .filter(({ entry }) => entry.kind === "frame")
    .map((line) => bodyOf(line)?.message?.delivery?.state)
    .filter((state) => state !== undefined)
    .filter((state, index, all) => state !== all[index - 1]);

/** The events of surface B that one side posts, in order. */
export const eventsIn = (lines: readonly Line[], from: Party): readonly (string | undefined)[] =>
  lines
    .filter(({ entry }) => entry.kind === "request" && entry.from === from)
    .map((line) => bodyOf(line)?.event)
    .filter((event) => event !== undefined);

/** The states of the chat on the desk's socket until it is closed, without repeats. */
export const chatStates = (lines: readonly Line[]): readonly (string | undefined)[] =>
  lines
    .filter(({ entry }) => entry.kind === "frame")
    .map((line) => bodyOf(line)?.chat?.state)
    .filter((state) => state !== undefined && state !== "closed")
    .filter((state, index, all) => state !== all[index - 1]);

interface CrmAttempt {
  readonly name: string;
  readonly body: Body;
  readonly id: string;
  readonly attempt: number;
  readonly status: number | null;
  readonly atMs: number;
}

/** The requests to the CRM. Each request has three entries: its body, a note about its headers, and the answer. */
export function crmAttempts(lines: readonly Line[]): readonly CrmAttempt[] {
  const entries = lines.filter(({ entry }) => "to" in entry && entry.from === "parley" && entry.to === "crm");
  return entries.flatMap((line) => {
    if (line.entry.kind !== "request") return [];
    const after = lines.slice(lines.indexOf(line) + 1);
    const note = after.flatMap(({ entry }) => (entry.kind === "note" ? [entry.text] : []))[0] ?? "";
    const [, id = "", attempt = ""] = /valid signature; webhook-id (\w+), attempt (\d+)/.exec(note) ?? [];
    const answer = after.find(({ entry }) => entry.kind === "answer" && "to" in entry && entry.to === "crm")?.entry;
    const body = bodyOf(line) ?? {};
    const status = answer?.kind === "answer" ? answer.status : null;
    return [{ name: body.event_name ?? "", body, id, attempt: Number(attempt), status, atMs: line.atMs }];
  });
}

export const callsOf = (attempts: readonly CrmAttempt[]) =>
  attempts.flatMap(({ body }) => (body.call === undefined ? [] : [body.call]));

/** The statuses that the gateway reported, in order. */
export const reportsIn = (lines: readonly Line[]): readonly (string | undefined)[] =>
  lines.filter(({ entry }) => entry.kind === "request" && entry.from === "gateway").map((line) => bodyOf(line)?.status);
