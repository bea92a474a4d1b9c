import { senderCount } from "../../load/clients/message-load.ts";
import type { Stretch } from "../../load/day/schedule.ts";

/** A phase of the day: its share of the day, and how busy it is, as a share of the busiest phase. */
export interface Phase {
  readonly name: string;
  readonly share: number;
  readonly level: number;
}

export const phases: readonly Phase[] = [
  { name: "quiet", share: 0.15, level: 0.15 },
  { name: "morning peak", share: 0.25, level: 1 },
  { name: "noon", share: 0.15, level: 0.5 },
  { name: "afternoon peak", share: 0.25, level: 0.8 },
  { name: "evening", share: 0.2, level: 0.35 },
];

/** How many actions of each kind happen per second in the morning peak, with all chats. */
const peakPerSecond: Readonly<Record<string, number>> = {
  message: 200,
  "message to bot": 80,
  status: 100,
  accept: 20,
  reply: 60,
  close: 15,
  "visitor message": 10,
  file: 3,
};

/** The number of customers and pages of a day with all chats. */
const peopleOfAll: Readonly<Record<string, number>> = {
  message: 4_000,
  "message to bot": 2_000,
  "visitor message": 200,
  "idle page": 800,
};
export const desks = 4;

/**
 * How many requests to and from the service each action has. A turn begins with a message to the bot, which counts as such; three
 * more requests follow.
 */
export const requestsOf: Readonly<Record<string, number>> = {
  message: 1,
  "message to bot": 1,
  turn: 3,
  status: 1,
  accept: 1,
  reply: 1,
  close: 1,
  delivery: 1,
  "slow delivery": 1,
  event: 1,
  "visitor message": 1,
  file: 1,
  "page delivery": 0,
  "begun late": 0,
};

/** The pace of the last phase continues this much longer, so that nobody stops before the service is killed. */
const overtimeMs = 60_000;

/** With fewer chats than the maximum, there are fewer people, and they do less of everything. */
const scaleOf = (chats: number): number => chats / senderCount;

export const peopleOf = (chats: number): Readonly<Record<string, number>> => ({
  desks,
  ...Object.fromEntries(
    Object.entries(peopleOfAll).map(([kind, count]) => [kind, Math.max(1, Math.round(count * scaleOf(chats)))]),
  ),
});

/** Returns when each phase begins, and when the last one ends. */
export function boundsOf(daySeconds: number): readonly number[] {
  let untilMs = 0;
  return [
    0,
    ...phases.map(({ share }) => {
      untilMs += share * daySeconds * 1000;
      return untilMs;
    }),
  ];
}

/** Returns the rate of each kind of action over the day. */
export function pacesOf(daySeconds: number, chats: number): Readonly<Record<string, readonly Stretch[]>> {
  const bounds = boundsOf(daySeconds);
  const stretchesOf = (perSecond: number): readonly Stretch[] =>
    phases.map(({ level }, at) => ({
      fromMs: bounds[at] ?? 0,
      untilMs: (bounds[at + 1] ?? 0) + (at === phases.length - 1 ? overtimeMs : 0),
      perSecond: perSecond * level * scaleOf(chats),
    }));
  return Object.fromEntries(Object.entries(peakPerSecond).map(([kind, rate]) => [kind, stretchesOf(rate)]));
}
