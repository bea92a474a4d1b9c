import type { Check, DemoEvent, Entry, FlowName, Party } from "./demo-event.ts";
import { nowMs } from "./time.ts";

/** Records the requests and frames of one flow, with times since its start. Secrets are masked. */
export class FlowLog {
  readonly name: FlowName;
  readonly startedAtMs = nowMs();
  readonly #show: (event: DemoEvent) => void;
  #hasEnded = false;

  constructor(name: FlowName, title: string, show: (event: DemoEvent) => void) {
    this.name = name;
    this.#show = show;
    show({ event: "flow.started", flow: name, title });
  }

  request(from: Party, to: Party, method: string, path: string, body: unknown = null): void {
    this.#write({ kind: "request", from, to, method, path: maskText(path), body: maskBody(body) });
  }

  /** Records an answer. The status is `null` if no answer came. */
  answer(from: Party, to: Party, status: number | null, body: unknown): void {
    this.#write({ kind: "answer", from, to, status, body: maskBody(body) });
  }

  frame(from: Party, to: Party, body: unknown): void {
    this.#write({ kind: "frame", from, to, body: maskBody(body) });
  }

  note(text: string): void {
    this.#write({ kind: "note", text });
  }

  /** Ends the log. Later entries, such as a slow answer, are not recorded. */
  end(checks: readonly Check[]): void {
    this.#hasEnded = true;
    this.#show({ event: "flow.ended", flow: this.name, checks });
  }

  #write(entry: Entry): void {
    if (this.#hasEnded) return;
    this.#show({ event: "line", flow: this.name, atMs: nowMs() - this.startedAtMs, entry });
  }
}

const hidden = "•••";

/** Keys whose values are secret. */
const secretKeys = new Set(["token", "password", "access_token", "client_secret"]);

const secretParts = /(\/(?:chat-api|files|hook|calls|bots\/(?:webhooks|providers)\/[\w-]+)\/)[\w-]{22,}/g;
const signingSecrets = /whsec_[\w+/=-]+/g;

/** Masks the secret parts of addresses in a text: addresses of channels, bots, files that need no login, and reports of calls. */
export const maskText = (text: string): string =>
  text.replace(secretParts, `$1${hidden}`).replace(signingSecrets, `whsec_${hidden}`);

/** Returns a copy of a body with its secrets masked. */
export function maskBody(body: unknown): unknown {
  if (typeof body === "string") return maskText(body);
  if (Array.isArray(body)) return body.map(maskBody);
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, isSecret(key, value) ? hidden : maskBody(value)]),
  );
}

/**
 * On the visitors' socket, `visitor` is a secret that identifies the visitor. In events for owners' servers, it is data about the
 * visitor.
 */
const isSecret = (key: string, value: unknown): boolean =>
  secretKeys.has(key) || (key === "visitor" && typeof value === "string");
