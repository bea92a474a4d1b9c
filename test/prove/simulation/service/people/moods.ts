import type { Random } from "../loop/random.ts";
import type { OutsideAnswer } from "../network/simulated-network.ts";

/** The mood of a server outside for some time, as shares of requests. */
export interface Mood {
  readonly hangs: number;
  readonly fails: number;
  readonly closes: number;
  /** The share of requests answered with an error in the body of a success response. */
  readonly lies: number;
  readonly slowMs: number;
  readonly isDown: boolean;
}

export const content: Mood = { hangs: 0, fails: 0, closes: 0, lies: 0, slowMs: 0, isDown: false };

/** How the server treats one request. */
export type Deed = "ok" | "hang" | "fail" | "close" | "lie";

export function deedOf(mood: Mood, random: Random): Deed {
  const drawn = random.next();
  const deeds: readonly (readonly [Deed, number])[] = [
    ["hang", mood.hangs],
    ["fail", mood.fails],
    ["close", mood.closes],
    ["lie", mood.lies],
  ];
  let sum = 0;
  for (const [deed, share] of deeds) {
    sum += share;
    if (drawn < sum) return deed;
  }
  return "ok";
}

export function answerOf(deed: Deed): OutsideAnswer {
  switch (deed) {
    case "hang":
      return { kind: "hang" };
    case "close":
      return { kind: "close" };
    case "fail":
      return { kind: "answer", status: 503, body: "" };
    case "lie":
      return { kind: "answer", status: 200, body: '{"error":{"code":1,"message":"no"}}' };
    case "ok":
      return { kind: "answer", status: 200, body: '{"result":"ok"}' };
  }
}
