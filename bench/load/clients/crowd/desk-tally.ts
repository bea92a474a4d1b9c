import type { RecordableHistogram } from "node:perf_hooks";
import { createHistogram } from "node:perf_hooks";
import { messageNameIn } from "../desk-listener.ts";
import { numberOf } from "../paced-messages.ts";
import type { DeskHeard, ExpectedRun, FrameBytes, Listener } from "./crowd.types.ts";
import { timesOf } from "./histogram-times.ts";

/** One desk in this many parses each of its frames. */
const parsedEvery = 50;
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
  readonly text: string | null;
}

interface Desk {
  /** The cursor of the last frame. */
  cursor: number;
  frames: number;
  messages: number;
  /** The last message of each chat, for a desk that parses every frame. */
  readonly seqs: Map<string, number> | null;
}

/**
 * Checks the cursor and the length of each frame of every desk. Cursors must have no gap, and a frame must have the same length
 * at all desks. Some desks parse each frame completely. It must contain the message that all desks received, in the order of its
 * chat.
 */
export class DeskTally implements Listener<ExpectedRun, DeskHeard> {
  readonly #desks: readonly Desk[];
  #run: ExpectedRun = { run: 0, startUs: 0, perSecond: 1, senders: 1 };
  #histogram: RecordableHistogram = createHistogram();
  /** Keyed by cursor. */
  #told = new Map<number, Told>();
  /** Numbers of the messages of the run. */
  #numbers = new Set<number>();
  #parsed = 0;
  #resyncs = 0;
  #lastAtUs = 0;
  #mistaken = 0;
  #mistakes: string[] = [];

  constructor(count: number) {
    this.#desks = Array.from({ length: count }, (_, at) => ({
      ...{ cursor: Number.NaN, frames: 0, messages: 0 },
      seqs: at % parsedEvery === 0 ? new Map<string, number>() : null,
    }));
  }

  expect(run: ExpectedRun): void {
    this.#run = run;
    this.#histogram = createHistogram();
    this.#told = new Map();
    this.#numbers = new Set();
    this.#parsed = 0;
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
      this.#hearOther(desk, frame);
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
    if (frame.until - frame.from !== told.bytes)
      this.#note(
        `desk ${number} received ${frame.until - frame.from} bytes with cursor ${cursor}, another desk ${told.bytes}`,
      );
    if (told.dueUs !== null) this.#histogram.record(Math.max(1, Math.round(atUs - told.dueUs)));
    if (desk.seqs !== null) this.#parse(number, desk.seqs, frame, { cursor, told });
  }

  report(open: ReadonlySet<number>): DeskHeard {
    const listening = this.#desks.filter((_, number) => open.has(number));
    const messages = listening.map((desk) => desk.messages);
    return {
      ...timesOf(this.#histogram),
      frames: this.#desks.reduce((total, { frames }) => total + frames, 0),
      toldMin: Math.min(...messages),
      toldMax: Math.max(0, ...messages),
      parsed: this.#parsed,
      resyncs: this.#resyncs,
      lastAtUs: this.#lastAtUs,
      mistakes: this.#mistakes,
      mistaken: this.#mistaken,
    };
  }

  #hearOther(desk: Desk, frame: FrameBytes): void {
    if (startsWith(frame, readyStart)) desk.cursor = JSON.parse(textOf(frame)).cursor;
    if (startsWith(frame, resyncStart)) this.#resyncs += 1;
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
    const told = {
      bytes: frame.until - frame.from,
      dueUs: number === null ? null : startUs + (number / perSecond) * 1e6,
      text: isMessage ? text : null,
    };
    this.#told.set(cursor, told);
    return told;
  }

  #parse(number: number, seqs: Map<string, number>, frame: FrameBytes, heard: { cursor: number; told: Told }): void {
    const text = textOf(frame);
    const { cursor, told } = heard;
    this.#parsed += 1;
    const parsed = JSON.parse(text) as {
      readonly cursor: number;
      readonly chatId?: string;
      readonly message?: { readonly seq: number };
    };
    if (parsed.cursor !== cursor || (told.text !== null && text !== told.text))
      this.#note(
        `desk ${number} received another frame with cursor ${cursor} than another desk: ${text.slice(0, 200)}`,
      );
    if (parsed.message === undefined || parsed.chatId === undefined) return;
    const { seq } = parsed.message;
    const last = seqs.get(parsed.chatId);
    if (last !== undefined && seq !== last + 1)
      this.#note(`desk ${number} received message ${seq} of chat ${parsed.chatId} after message ${last}`);
    seqs.set(parsed.chatId, seq);
  }

  #note(mistake: string): void {
    this.#mistaken += 1;
    if (this.#mistakes.length < mistakesShown) this.#mistakes.push(mistake);
  }
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
