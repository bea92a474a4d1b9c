/** How a bot treats the requests of the service. */
export interface Manners {
  readonly answerAfterMs: number;
  readonly answer: "ok" | "failure" | "never";
}

export const friendly: Manners = { answerAfterMs: 0, answer: "ok" };
/** The answer is still in time, because the service waits for 3 s. Source: BOT-17. */
export const slow: Manners = { answerAfterMs: 2_000, answer: "ok" };
/** Answers HTTP 500 to every request. */
export const failing: Manners = { answerAfterMs: 0, answer: "failure" };
/** Accepts requests and never answers them. */
export const dead: Manners = { answerAfterMs: 0, answer: "never" };
