/** How a bot treats the requests of the service. */
export interface Manners {
  readonly answerAfterMs: number;
  readonly answer: "ok" | "failure" | "never";
}

export const friendly: Manners = { answerAfterMs: 0, answer: "ok" };
/** Still in time: the service waits for 3 s. Source: BOT-17. */
export const slow: Manners = { answerAfterMs: 2_000, answer: "ok" };
/** HTTP 500, whatever comes. */
export const failing: Manners = { answerAfterMs: 0, answer: "failure" };
/** Takes requests and never answers. */
export const dead: Manners = { answerAfterMs: 0, answer: "never" };
