import type { Timer } from "../../live/timer.ts";
import { createTimer } from "../../live/timer.ts";
import type { Bridge } from "../bridge.types.ts";
import type { Surroundings } from "./surroundings.types.ts";

const patienceMs = 15_000;
const reason = "The chat cannot be reached.";

/** Whoever asks for the visitor's number before there is a link hears within two rounds that there is none. Source: WJ-12. */
export interface Unanswered extends Pick<Timer, "stop"> {
  /** Answers what waits at once. */
  look(): void;
}

export function watchUnanswered({ waiting }: Pick<Bridge, "waiting">, surroundings: Surroundings): Unanswered {
  const timer = createTimer(surroundings);
  const look = (): void => {
    timer.set(patienceMs, look);
    const kept = waiting.splice(0).filter((command) => {
      if (command.type === "visitor_number") queueMicrotask(() => command.callback(reason, null));
      return command.type !== "visitor_number";
    });
    waiting.push(...kept);
  };
  timer.set(patienceMs, look);
  return { look, stop: timer.stop };
}
