import { decodeTime } from "ulid";
import type { Series } from "./dead-week.types.ts";
import type { WatchedReport } from "./watched-reports.ts";
import type { Pause } from "./week-service.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The pauses before the second attempt, the third and so on. Source: WH-36. */
const pausesMs = [
  5 * secondMs,
  ...[5 * minuteMs, 30 * minuteMs],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs),
];
const lengthenedMax = 1.2;
export const attemptsMax = pausesMs.length + 1;

/**
 * Returns the mistakes in an event's first series. Each attempt begins one pause after the end of the last attempt. The pause may
 * be 20 % longer, or as long as the server asked. An attempt that became due while the service was down begins when the service
 * runs again. Source: WH-36, WH-37, WH-39, WH-41.
 */
export function mistakesOf(attempts: readonly WatchedReport[], downs: readonly Pause[]): readonly string[] {
  const mistakes: string[] = [];
  const numbers = attempts.map(({ number }) => number).join();
  const expected = Array.from({ length: attemptsMax }, (_, index) => index + 1).join();
  if (numbers !== expected) mistakes.push(`attempts ${numbers}, expected ${expected}`);
  if (new Set(attempts.map(({ digest }) => digest)).size !== 1) mistakes.push("its bytes changed");
  for (const [index, pauseMs] of pausesMs.entries()) {
    const [before, next] = attempts.slice(index, index + 2);
    if (before === undefined || next === undefined) break;
    const endedAtMs = before.endedAtMs ?? restartAfter(before.startedAtMs, downs);
    const shortest = endedAtMs + Math.max(pauseMs, before.retryAfterMs);
    const longest = endedAtMs + Math.max(pauseMs * lengthenedMax, before.retryAfterMs);
    const down = downs.find(({ fromMs, untilMs }) => fromMs <= longest && shortest < untilMs);
    const latest = down === undefined ? longest : Math.max(longest, down.untilMs);
    if (next.startedAtMs < shortest || next.startedAtMs > latest)
      mistakes.push(
        `attempt ${next.number} began ${next.startedAtMs - endedAtMs} ms after the one before, expected from ${shortest - endedAtMs} to ${latest - endedAtMs}`,
      );
  }
  return mistakes;
}

/** If the process of an attempt was killed, the attempt ended when the next process began. Source: DEL-23. */
const restartAfter = (startedAtMs: number, downs: readonly Pause[]): number =>
  downs.find(({ untilMs }) => untilMs >= startedAtMs)?.untilMs ?? Number.NaN;

/** An update waits a second for other updates. Each event before it in the lane takes 10 s while the server hangs. */
const firstWaitMsMax = 91 * secondMs;

/**
 * Returns the mistakes in the first attempts of a chat's events. They must run one after the other, in order, and retries must
 * not delay them. Source: WH-42.
 */
export function laneMistakesOf(series: readonly Series[]): readonly string[] {
  const mistakes: string[] = [];
  const lanes = new Map<number, WatchedReport[]>();
  for (const { id, attempts } of series) {
    const [first] = attempts;
    if (first === undefined) continue;
    const waitedMs = first.startedAtMs - decodeTime(id);
    if (waitedMs < 0 || waitedMs > firstWaitMsMax) mistakes.push(`${first.event} ${id} waited ${waitedMs} ms`);
    if (first.chatId !== undefined) lanes.set(first.chatId, [...(lanes.get(first.chatId) ?? []), first]);
  }
  for (const [chatId, lane] of lanes)
    mistakes.push(...orderMistakes(lane).map((mistake) => `chat ${chatId}: ${mistake}`));
  return mistakes;
}

/** Checks the order in which they began. */
function orderMistakes(lane: readonly WatchedReport[]): readonly string[] {
  const names = lane.map(({ event }) => event);
  const isInOrder = names[0] === "chat_accepted" && names.indexOf("chat_finished") === names.length - 1;
  const early = lane.filter(({ startedAtMs }, at) => startedAtMs < (lane[at - 1]?.endedAtMs ?? 0));
  return [...(isInOrder ? [] : [names.join()]), ...early.map(({ event }) => `${event} did not wait`)];
}
