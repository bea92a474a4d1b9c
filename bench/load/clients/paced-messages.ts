import { setTimeout as delay } from "node:timers/promises";
import { createPoster } from "../../peers/poster.ts";
import { createArrivals, Pace } from "../open-loop/pace.ts";
import { channelPath } from "../service/service.ts";
import type { MessageName } from "./desk-listener.ts";
import type { LoadRun } from "./message-load.ts";
import { customerMessage } from "./message-load.ts";

export interface PacedLoad {
  readonly url: string;
  readonly run: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly connections: number;
  /** Senders c0, c1, … write in turn. */
  readonly senders: number;
  /** When the first message is due, by `performance.now()`. Absent: at once. */
  readonly startAtMs?: number;
}

/** One message with its times; NaN for an event that has not happened. */
export interface PacedMessage {
  /** When it was due, regardless of earlier messages. */
  readonly dueAtMs: number;
  /** When its 200 arrived. */
  answeredAtMs: number;
}

export interface PacedRun {
  readonly run: LoadRun;
  readonly messages: readonly PacedMessage[];
  /** How many messages got an answer other than 200, or none. */
  readonly refused: number;
}

const lookEveryMs = 1;

/** Returns the number of this message within a paced run. */
export const numberOf = ({ sender, lap }: MessageName, senders: number): number => lap * senders + sender;

/**
 * Sends customer messages at a steady pace, whether earlier ones are answered or not. It runs in the bench's own process, so that its times
 * can be compared with other times there. Resolves when all are answered.
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
