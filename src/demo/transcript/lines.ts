import { inSeconds } from "../time.ts";
import type { Check, Entry, Party } from "./demo-event.ts";
import { summarize } from "./summary.ts";

/** The colours of each kind of text. Without colours, the functions return the text unchanged. */
export interface Look {
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
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
export function toLines(atMs: number, entry: Entry, columns: number, look: Look): string {
  const time = `+${inSeconds(atMs)}`.padStart(timeWidth);
  if (entry.kind === "note") return `${margin}${" ".repeat(timeWidth)}  ${look.dim(entry.text)}`;
  const room = Math.max(40, columns - said);
  const { head, rest, paint } = sayingOf(entry, room * linesMax, look);
  const [first = "", ...further] = wrap(`${head} ${rest}`.trimEnd(), room);
  const painted = first.startsWith(head) ? `${paint(head)}${first.slice(head.length)}` : first;
  const indent = `\n${" ".repeat(said)}`;
  return [`${margin}${look.dim(time)}  ${partiesOf(entry)}  ${painted}`, ...further].join(indent);
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
  readonly paint: (text: string) => string;
}

function sayingOf(entry: Exclude<Entry, { kind: "note" }>, lengthMax: number, look: Look): Saying {
  const saying = (head: string, body: unknown, paint: Saying["paint"]): Saying => ({
    head,
    rest: body === null ? "" : summarize(body, lengthMax - head.length - 1),
    paint,
  });
  switch (entry.kind) {
    case "request":
      return saying(`${entry.method} ${entry.path}`, entry.body, look.bold);
    case "answer":
      if (entry.status === null) return saying("no answer", entry.body, look.bad);
      return saying(String(entry.status), entry.body, entry.status < 400 ? look.good : look.bad);
    case "frame":
      return saying("socket", entry.body, look.dim);
  }
}

/** Formats the result of a flow, with one line for each check. */
export const toVerdictLines = (checks: readonly Check[], look: Look): readonly string[] =>
  checks.map(({ name, isRight, seen }) =>
    isRight
      ? `${margin}${look.good("ok")}      ${name}`
      : `${margin}${look.bad("WRONG")}   ${name}; got: ${JSON.stringify(seen)}`,
  );
