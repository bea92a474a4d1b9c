import { textsOf } from "../../shared/language/texts.ts";
import { inspectorList } from "../texts/en/inspector-list.ts";

const text = textsOf("inspector-list", inspectorList);

const minuteMs = 60_000;

/** The choices for the minimum time that an actor has been in its state. */
export const waits = (): readonly (readonly [ms: string, words: string])[] => [
  ["", text("anyTime")],
  ...[1, 5, 30].map((n) => [String(n * minuteMs), text("waitMinutes", { n })] as const),
  [String(60 * minuteMs), text("waitHour")],
  [String(24 * 60 * minuteMs), text("waitDay")],
];
