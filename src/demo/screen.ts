import { styleText } from "node:util";
import type { Check, DemoEvent, Entry, FlowName, Party } from "./demo-event.ts";
import { inSeconds } from "./time.ts";

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(): boolean;
  write(text: string): unknown;
}

const columnsWithoutTerminal = 140;

/** Colours a text, or returns it unchanged on a screen without colours. */
type Paint = (look: "dim" | "bold" | "green" | "red", text: string) => string;

/**
 * Prints transcripts for people. If several flows play at the same time, the first one is printed as it happens. The next one is
 * printed after the first has ended.
 */
export class Screen {
  readonly #output: Output;
  readonly #paint: Paint;
  #front: FlowName | null = null;
  #isHushed = false;
  readonly #waiting = new Map<FlowName, DemoEvent[]>();

  constructor(output: Output) {
    this.#output = output;
    const hasColours = output.isTTY === true && output.hasColors?.() === true;
    this.#paint = (look, text) => (hasColours ? styleText(look, text, { validateStream: false }) : text);
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
        this.say(`\n${this.#paint("bold", event.title)}\n`);
        break;
      case "line":
        this.say(toLines(event.atMs, event.entry, this.#output.columns ?? columnsWithoutTerminal, this.#paint));
        break;
      case "flow.ended":
        this.say(["", ...toVerdictLines(event.checks, this.#paint)].join("\n"));
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

const timeWidth = 11;
const margin = "  ";
/** The length of the longest name of a party. */
const partyWidth = 7;
const partiesWidth = 2 * partyWidth + 3;
/** The width of the margin, the time, the parties and the spaces before the content. */
const said = margin.length + timeWidth + 2 + partiesWidth + 2;

/** A body may take this number of lines; the rest is cut. */
const linesMax = 3;
const breakSearchLength = 40;

/** Formats one entry of a transcript, in lines of at most `columns` characters. */
function toLines(atMs: number, entry: Entry, columns: number, paint: Paint): string {
  const time = `+${inSeconds(atMs)}`.padStart(timeWidth);
  if (entry.kind === "note") return `${margin}${" ".repeat(timeWidth)}  ${paint("dim", entry.text)}`;
  const room = Math.max(40, columns - said);
  const { head, rest, look } = sayingOf(entry, room * linesMax);
  const [first = "", ...further] = wrap(`${head} ${rest}`.trimEnd(), room);
  const painted = first.startsWith(head) ? `${paint(look, head)}${first.slice(head.length)}` : first;
  const indent = `\n${" ".repeat(said)}`;
  return [`${margin}${paint("dim", time)}  ${partiesOf(entry)}  ${painted}`, ...further].join(indent);
}

/** Breaks the text after a comma or space if there is one near the end of a line. */
function wrap(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  const line = text.slice(0, width);
  const breakAt = Math.max(line.lastIndexOf(","), line.lastIndexOf(" ")) + 1;
  const end = breakAt > width - breakSearchLength ? breakAt : width;
  return [text.slice(0, end).trimEnd(), ...wrap(text.slice(end), width)];
}

/** The caller is on the left. The arrow shows the direction of this entry. */
function partiesOf(entry: Exclude<Entry, { kind: "note" }>): string {
  if (entry.kind === "answer") return between(entry.from, "←", entry.to);
  if (entry.kind === "frame" && entry.from === "parley") return between(entry.to, "←", entry.from);
  return between(entry.from, "→", entry.to);
}

const between = (left: Party, arrow: string, right: Party): string =>
  `${left.padEnd(partyWidth)} ${arrow} ${right.padEnd(partyWidth)}`;

interface Saying {
  readonly head: string;
  readonly rest: string;
  readonly look: Parameters<Paint>[0];
}

function sayingOf(entry: Exclude<Entry, { kind: "note" }>, lengthMax: number): Saying {
  const saying = (head: string, body: unknown, look: Saying["look"]): Saying => ({
    head,
    rest: body === null ? "" : summarize(body, lengthMax - head.length - 1),
    look,
  });
  switch (entry.kind) {
    case "request":
      return saying(`${entry.method} ${entry.path}`, entry.body, "bold");
    case "answer":
      if (entry.status === null) return saying("no answer", entry.body, "red");
      return saying(String(entry.status), entry.body, entry.status < 400 ? "green" : "red");
    case "frame":
      return saying("socket", entry.body, "dim");
  }
}

/** Formats the result of a flow, with one line for each check. */
const toVerdictLines = (checks: readonly Check[], paint: Paint): readonly string[] =>
  checks.map(({ name, isRight, seen }) =>
    isRight
      ? `${margin}${paint("green", "ok")}      ${name}`
      : `${margin}${paint("red", "WRONG")}   ${name}; got: ${JSON.stringify(seen)}`,
  );

const textLengthMax = 40;
const idLengthKept = 6;
const idPattern = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|[0-9A-HJKMNP-TV-Z]{26})$/;

/**
 * The important keys of objects on the desk's and visitors' sockets and in events for owners' servers, by the key of the object.
 * Other objects keep all keys.
 */
const essentials: Readonly<Record<string, readonly string[]>> = {
  chat: ["id", "state", "client", "agent", "call", "customData", "rate", "messages"],
  client: ["name"],
  agent: ["name", "phone"],
  agents: ["name"],
  visitor: ["name", "email", "phone", "number"],
  session: ["utm_json"],
  deskMessage: ["seq", "from", "type", "text", "file_name", "delivery"],
  delivery: ["state", "attempts", "error"],
};

/**
 * Formats a body in at most `lengthMax` characters. Empty and unimportant values are left out, and long ids and texts are cut. `…` marks
 * both.
 */
export function summarize(body: unknown, lengthMax: number): string {
  const text = typeof body === "string" ? body.trim().replace(/\s+/g, " ") : encode(body);
  return text.length <= lengthMax ? text : `${text.slice(0, Math.max(0, lengthMax - 1))}…`;
}

function encode(value: unknown, name = ""): string {
  if (typeof value === "string") return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return `[${value.map((part) => encode(part, name)).join(",")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const wanted = essentials[name === "message" && "seq" in value ? "deskMessage" : name];
  const entries = Object.entries(value);
  const kept = entries.filter(([key, part]) => isTelling(key, part) && (wanted?.includes(key) ?? true));
  const encoded = kept.map(([key, part]) => [key, encode(part, key)] as const);
  const parts = encoded.flatMap(([key, text]) => (text === "{…}" ? [] : [`${JSON.stringify(key)}:${text}`]));
  return `{${[...parts, ...(parts.length < entries.length ? ["…"] : [])].join(",")}}`;
}

function shorten(text: string): string {
  if (idPattern.test(text)) return `${text.slice(0, idLengthKept)}…`;
  return text.length <= textLengthMax ? text : `${text.slice(0, textLengthMax - 1)}…`;
}

/** An empty `callback` is kept, because it means that a callback can be requested. */
const isTelling = (key: string, value: unknown): boolean => key === "callback" || !isEmpty(value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
