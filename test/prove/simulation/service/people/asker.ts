import { Random } from "../loop/random.ts";
import { channels, random as secret } from "./names.ts";
import type { Stage } from "./stage.ts";
import { Door } from "./stage.ts";

export interface AskerPlan {
  readonly kind: "asker";
  readonly seed: number;
}

const pauseMsMax = 4_000;
/** Requests continue for this time after the end of the work, when all agents may have left. */
const behindMs = 40_000;

/** A customer system that repeatedly asks whether agents are online. */
export async function runAsker(stage: Stage, { seed }: AskerPlan): Promise<void> {
  const { time, history, workUntilMs } = stage;
  const random = new Random(seed);
  const door = new Door(stage, random, "10.5.0.1");
  while (time.nowMs < workUntilMs + behindMs) {
    await door.sleep(random.between(0, pauseMsMax));
    const askedAtMs = time.nowMs;
    const answer = await door.ask({ path: `/chat-api/${secret}/${channels.plain}/status` });
    if (answer?.status === 200) history.statuses.push({ askedAtMs, answeredAtMs: time.nowMs, status: answer.body });
  }
}
