import { styleText } from "node:util";
import type { DemoEvent, FlowName } from "./demo-event.ts";
import type { Look } from "./lines.ts";
import { toLines, toVerdictLines } from "./lines.ts";

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(): boolean;
  write(text: string): unknown;
}

const columnsWithoutTerminal = 140;

const plain: Look = { dim: same, bold: same, good: same, bad: same };
const coloured: Look = {
  dim: (text) => styleText("dim", text),
  bold: (text) => styleText("bold", text),
  good: (text) => styleText("green", text),
  bad: (text) => styleText("red", text),
};

function same(text: string): string {
  return text;
}

/**
 * Prints transcripts for people. If several flows play at the same time, the first one is printed as it happens. The next one is
 * printed after the first has ended.
 */
export class Screen {
  readonly #output: Output;
  readonly #look: Look;
  #front: FlowName | null = null;
  #isHushed = false;
  readonly #waiting = new Map<FlowName, DemoEvent[]>();

  constructor(output: Output) {
    this.#output = output;
    this.#look = output.isTTY === true && output.hasColors?.() === true ? coloured : plain;
  }

  show(event: DemoEvent): void {
    if (!("flow" in event)) return;
    if (this.#front === null) this.#front = event.flow;
    if (event.flow === this.#front) this.#print(event);
    else this.#waiting.set(event.flow, [...(this.#waiting.get(event.flow) ?? []), event]);
  }

  say(text: string): void {
    if (!this.#isHushed) this.#output.write(`${text}\n`);
  }

  /** Stops all output, because the demo is ending. */
  hush(): void {
    this.#isHushed = true;
  }

  #print(event: DemoEvent & { readonly flow: FlowName }): void {
    switch (event.event) {
      case "flow.started":
        this.say(`\n${this.#look.bold(event.title)}\n`);
        break;
      case "line":
        this.say(toLines(event.atMs, event.entry, this.#output.columns ?? columnsWithoutTerminal, this.#look));
        break;
      case "flow.ended":
        this.say(["", ...toVerdictLines(event.checks, this.#look)].join("\n"));
        this.#front = null;
        this.#bringForward();
    }
  }

  #bringForward(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    const [flow, events] = next;
    this.#waiting.delete(flow);
    for (const event of events) this.show(event);
  }
}
