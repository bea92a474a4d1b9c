import type { InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { counted } from "../../../core/counted.ts";
import { formatMoment } from "../parts/moments.ts";
import { toneOf } from "../parts/tone.ts";
import type { Sequence, SequenceRow } from "./sequence.types.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const units = [
  [secondMs, "s", minuteMs],
  [minuteMs, "min", hourMs],
  [hourMs, "h", dayMs],
] as const;

/** The time between two steps, in words; null when it is too short to show. */
export function laterWords(passedMs: number): string | null {
  if (passedMs < secondMs) return null;
  for (const [unitMs, unit, nextMs] of units) {
    const count = Math.round(passedMs / unitMs);
    if (count * unitMs < nextMs) return `${count} ${unit} later`;
  }
  return `${counted(Math.round(passedMs / dayMs), "day")} later`;
}

/** The format of times; tests have a fixed time zone. */
export interface TimeWords {
  /** With seconds. */
  readonly timeOfDay: (atMs: number) => string;
  readonly day: (atMs: number) => string;
}

/** The reader's local format. */
export const localTimes: TimeWords = {
  timeOfDay: (atMs) => formatMoment("clock", atMs),
  day: (atMs) => formatMoment("shortDay", atMs),
};

/** The text between two rows: the time passed, and the day when it changes; null for nothing. */
export function gapWords(beforeMs: number | null, atMs: number, times: TimeWords): string | null {
  const day = times.day(atMs);
  if (beforeMs === null) return day;
  const later = laterWords(atMs - beforeMs);
  if (times.day(beforeMs) === day) return later;
  return later === null ? day : `${later}, ${day}`;
}

const codeOf = (failure: unknown): string => {
  const said =
    typeof failure === "object" && failure !== null ? (failure as { readonly code?: unknown }).code : failure;
  return typeof said === "string" || typeof said === "number" ? ` (${said})` : "";
};
const wordOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? ` ${value}` : "");

/** The name of an event, with the detail that distinguishes it from similar events. */
export function labelOf({ event }: InspectedStep): string {
  const { type } = event;
  if (type === "deadline.reached") return `${type}${wordOf(event["id"])}`;
  if (type.startsWith("attempt.")) return `${type}${wordOf(event["attempt"])}${codeOf(event["failure"])}`;
  if (type === "delivery.ended" || type === "bot.ended") return `${type}${codeOf(event["failure"])}`;
  if (type === "webhook.ended") return `${type}${wordOf(event["event"])}${codeOf(event["failure"])}`;
  if (type.startsWith("call.")) return `${type}${wordOf(event["status"] ?? event["callType"])}`;
  return type;
}

/** Whether the event itself reports a failure. */
export const isFailure = ({ type, failure }: InspectedStep["event"]): boolean =>
  type === "attempt.failed" || (failure !== null && failure !== undefined && failure !== "");

export const isFailedState = (state: string | null): boolean => state !== null && toneOf(state) === "failed";

/** One row as a sentence, for screen readers. */
export function describeRow({ columns }: Sequence, { step, arrows, badge }: SequenceRow, times: TimeWords): string {
  const [first] = arrows;
  const nameAt = (at: number): string => {
    const column = columns[at];
    if (column === undefined) return "";
    const { title, about } = column;
    return about === "" ? title : `${title}, ${about}`;
  };
  const to = columns[first.to]?.kind === "deliveries" ? step.actor : nameAt(first.to);
  const who = first.from === first.to ? to : `${nameAt(first.from)} to ${to}`;
  const said = `${times.timeOfDay(step.atMs)}, ${who}: ${first.label}`;
  return badge === null ? said : `${said}. ${badge.text}`;
}
