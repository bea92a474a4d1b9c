import { setTimeout as delay } from "node:timers/promises";
import { createPoster } from "../../peers/poster.ts";
import { createArrivals } from "../open-loop/arrivals.ts";
import { Pace } from "../open-loop/pace.ts";
import { channelPath } from "../service/service.ts";
import { customerMessage } from "./customer-message.ts";
import type { MessageName } from "./desk-listener.ts";
import type { LoadRun } from "./message-load.ts";

export interface PacedLoad {
  readonly url: string;
  readonly run: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly connections: number;
  /** Senders c0, c1, … write in turn. */
  readonly senders: number;
  /** When the first is to go out, by `performance.now()`; at once when absent. */
  readonly startAtMs?: number;
}

/** One message, with the moments of it; NaN for what has not been. */
export interface PacedMessage {
  /** When it was to go out, however long those before it took. */
  readonly dueAtMs: number;
  /** When its 200 came. */
  answeredAtMs: number;
}

export interface PacedRun {
  readonly run: LoadRun;
  readonly messages: readonly PacedMessage[];
  /** Answers other than 200, or none. */
  readonly refused: number;
}

const lookEveryMs = 1;

/** Which of a paced run's messages that is. */
export const numberOf = ({ sender, lap }: MessageName, senders: number): number => lap * senders + sender;

/**
 * Customer messages at a steady pace, whether those before are answered or not, from the bench's own process: for who compares their times
 * with others of it. Resolves when all are answered.
 */
export async function sendPaced(load: PacedLoad): Promise<PacedRun> {
  const { url, run, seconds, perSecond, connections, senders, startAtMs = performance.now() } = load;
  const poster = createPoster(url, connections);
  const messages: PacedMessage[] = [];
  let open = 0;
  let refused = 0;
  const send = (dueAtMs: number): boolean => {
    const message = { dueAtMs, answeredAtMs: Number.NaN };
    const name = { run, sender: messages.length % senders, lap: Math.floor(messages.length / senders) };
    messages.push(message);
    open += 1;
    poster.post(channelPath, customerMessage(name), (status) => {
      open -= 1;
      if (status === 200) message.answeredAtMs = performance.now();
      else refused += 1;
    });
    return true;
  };
  const pace = new Pace(createArrivals({ kind: "even", fromMs: startAtMs, seconds, perSecond }), send);
  await pace.keepUntil(startAtMs + seconds * 1000);
  while (open > 0) await delay(lookEveryMs);
  await poster.close();
  const sent = messages.length;
  return { run: { run, sent, answered: sent - refused, answeredByThread: null }, messages, refused };
}
