import { nowMs } from "../time.ts";
import type { Check, DemoEvent, Entry, FlowName, Party } from "./demo-event.ts";
import { maskBody, maskText } from "./mask.ts";

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
