import type { RecordableHistogram } from "node:perf_hooks";
import { createHistogram } from "node:perf_hooks";
import { messageNameIn } from "../desk-listener.ts";
import { numberOf } from "../paced-messages.ts";
import type { DeskHeard, ExpectedMode, ExpectedRun, PagesHeard, Times } from "./crowd.ts";

/** The payload of a frame. Its memory is reused after the call. */
export interface FrameBytes {
  readonly bytes: Buffer;
  readonly from: number;
  readonly until: number;
}

/** Evaluates the frames of one kind of crowd. */
export interface Tally<Expected, Heard> {
  expect(expected: Expected): void;
  /** Takes one text frame of a socket, received at this time of the monotonic clock. */
  hear(socket: number, frame: FrameBytes, atUs: number): void;
  report(open: ReadonlySet<number>): Heard;
}

const mistakesShown = 5;

const readyStart = Buffer.from('{"type":"ready"');
const resyncStart = Buffer.from('{"type":"resync"');
const messageStart = Buffer.from('{"type":"message","cursor":');
const chatStart = Buffer.from('{"type":"chat","cursor":');
const [zero, nine] = Buffer.from("09");

/** The frame of one cursor, as the first desk received it. */
interface Told {
  readonly bytes: number;
  /** When its message was due; `null` for a frame without a message of the run. */
  readonly dueUs: number | null;
}

interface Desk {
  /** The cursor of the last frame. */
  cursor: number;
  frames: number;
  messages: number;
}

/**
 * Checks the cursor and the length of each frame of every desk. Cursors must have no gap, a frame must have the same length at all desks,
 * and the first desk must find in it a new message of the run.
 */
export class DeskTally implements Tally<ExpectedRun, DeskHeard> {
  readonly #desks: readonly Desk[];
  #run: ExpectedRun = { run: 0, startUs: 0, perSecond: 1, senders: 1 };
  #histogram: RecordableHistogram = createHistogram();
  /** Keyed by cursor. */
  #told = new Map<number, Told>();
  /** Numbers of the messages of the run. */
  #numbers = new Set<number>();
  #resyncs = 0;
  #lastAtUs = 0;
  #mistaken = 0;
  #mistakes: string[] = [];

  constructor(count: number) {
    this.#desks = Array.from({ length: count }, () => ({ cursor: Number.NaN, frames: 0, messages: 0 }));
  }

  expect(run: ExpectedRun): void {
    this.#run = run;
    this.#histogram = createHistogram();
    this.#told = new Map();
    this.#numbers = new Set();
    this.#resyncs = 0;
    this.#lastAtUs = 0;
    this.#mistaken = 0;
    this.#mistakes = [];
    for (const desk of this.#desks) {
      desk.frames = 0;
      desk.messages = 0;
    }
  }

  hear(number: number, frame: FrameBytes, atUs: number): void {
    const desk = this.#desks[number];
    if (desk === undefined) return;
    const isMessage = startsWith(frame, messageStart);
    if (!isMessage && !startsWith(frame, chatStart)) {
      if (startsWith(frame, readyStart)) desk.cursor = JSON.parse(textOf(frame)).cursor;
      if (startsWith(frame, resyncStart)) this.#resyncs += 1;
      return;
    }
    const cursor = readNumber(frame, isMessage ? messageStart.length : chatStart.length);
    if (cursor !== desk.cursor + 1)
      this.#note(`desk ${number} received cursor ${cursor} after ${desk.cursor}: expected consecutive cursors`);
    desk.cursor = cursor;
    desk.frames += 1;
    if (isMessage) desk.messages += 1;
    this.#lastAtUs = atUs;
    const told = this.#told.get(cursor) ?? this.#readTold(cursor, frame, isMessage);
    const bytes = frame.until - frame.from;
    if (bytes !== told.bytes)
      this.#note(`desk ${number} received ${bytes} bytes with cursor ${cursor}, another desk ${told.bytes}`);
    if (told.dueUs !== null) this.#histogram.record(Math.max(1, Math.round(atUs - told.dueUs)));
  }

  report(open: ReadonlySet<number>): DeskHeard {
    const messages = this.#desks.filter((_, number) => open.has(number)).map((desk) => desk.messages);
    return {
      ...timesOf(this.#histogram),
      frames: this.#desks.reduce((total, { frames }) => total + frames, 0),
      toldMin: Math.min(...messages),
      toldMax: Math.max(0, ...messages),
      resyncs: this.#resyncs,
      lastAtUs: this.#lastAtUs,
      mistakes: this.#mistakes,
      mistaken: this.#mistaken,
    };
  }

  #readTold(cursor: number, frame: FrameBytes, isMessage: boolean): Told {
    const text = textOf(frame);
    const name = messageNameIn(text);
    const { run, startUs, perSecond, senders } = this.#run;
    // A chat's frame shows its newest message, whose own frame may come later.
    const number = isMessage && name?.run === run ? numberOf(name, senders) : null;
    if (isMessage && (number === null || this.#numbers.has(number)))
      this.#note(`the message with cursor ${cursor} is not a new message of run ${run}: ${text.slice(0, 200)}`);
    if (number !== null) this.#numbers.add(number);
    const dueUs = number === null ? null : startUs + (number / perSecond) * 1e6;
    const told = { bytes: frame.until - frame.from, dueUs };
    this.#told.set(cursor, told);
    return told;
  }

  #note(mistake: string): void {
    this.#mistaken += 1;
    if (this.#mistakes.length < mistakesShown) this.#mistakes.push(mistake);
  }
}

/** Records when each page received a mode. */
export class PageTally implements Tally<ExpectedMode, PagesHeard> {
  #expected: ExpectedMode = { mode: "offline", startUs: 0 };
  #histogram: RecordableHistogram = createHistogram();
  readonly #told = new Set<number>();

  expect(expected: ExpectedMode): void {
    this.#expected = expected;
    this.#histogram = createHistogram();
    this.#told.clear();
  }

  hear(page: number, frame: FrameBytes, atUs: number): void {
    const { type, mode } = JSON.parse(textOf(frame));
    if ((type !== "ready" && type !== "mode") || mode !== this.#expected.mode || this.#told.has(page)) return;
    this.#told.add(page);
    this.#histogram.record(Math.max(1, Math.round(atUs - this.#expected.startUs)));
  }

  report(): PagesHeard {
    return { ...timesOf(this.#histogram), told: this.#told.size };
  }
}

/** Returns the times of recorded microseconds; NaN where nothing was recorded. */
function timesOf(histogram: RecordableHistogram): Times {
  const msOf = (us: number): number => (histogram.count === 0 ? Number.NaN : us / 1000);
  return {
    p50Ms: msOf(histogram.percentile(50)),
    p99Ms: msOf(histogram.percentile(99)),
    maxMs: msOf(histogram.max),
  };
}

const textOf = ({ bytes, from, until }: FrameBytes): string => bytes.toString("utf8", from, until);

function startsWith({ bytes, from, until }: FrameBytes, start: Buffer): boolean {
  if (until - from < start.length) return false;
  // Most kinds differ near the last byte.
  for (let at = start.length - 1; at >= 0; at -= 1) if (bytes[from + at] !== start[at]) return false;
  return true;
}

function readNumber({ bytes, from }: FrameBytes, offset: number): number {
  let number = 0;
  for (let at = from + offset; ; at += 1) {
    const digit = bytes[at];
    if (digit === undefined || zero === undefined || nine === undefined || digit < zero || digit > nine) return number;
    number = number * 10 + digit - zero;
  }
}
