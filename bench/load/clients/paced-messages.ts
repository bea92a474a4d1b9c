import { setTimeout as delay } from "node:timers/promises";
import { createPoster } from "../../peers/poster.ts";
import { channelPath } from "../service/service.ts";
import type { MessageName } from "./desk-listener.ts";
import type { LoadRun } from "./message-load.ts";
import { runName } from "./message-load.ts";

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

const paceEveryMs = 1;

/** Which of a paced run's messages that is. */
export const numberOf = ({ sender, lap }: MessageName, senders: number): number => lap * senders + sender;

/** Customer messages at a steady pace, whether those before are answered or not. Resolves when all are. */
export async function sendPaced(load: PacedLoad): Promise<PacedRun> {
  const { url, run, seconds, perSecond, connections, senders, startAtMs = performance.now() } = load;
  const poster = createPoster(url, connections);
  const messages: PacedMessage[] = [];
  let open = 0;
  let refused = 0;
  const send = (number: number): void => {
    const message = { dueAtMs: startAtMs + (number / perSecond) * 1000, answeredAtMs: Number.NaN };
    messages.push(message);
    open += 1;
    const name = { run, sender: number % senders, lap: Math.floor(number / senders) };
    poster.post(channelPath, customerMessage(name), (status) => {
      open -= 1;
      if (status === 200) message.answeredAtMs = performance.now();
      else refused += 1;
    });
  };
  for (let passedMs = 0; passedMs < seconds * 1000; passedMs = performance.now() - startAtMs) {
    while (messages.length < (passedMs / 1000) * perSecond) send(messages.length);
    await delay(paceEveryMs);
  }
  while (open > 0) await delay(paceEveryMs);
  await poster.close();
  const sent = messages.length;
  return { run: { run, sent, answered: sent - refused, answeredByThread: null }, messages, refused };
}

const lapDigits = 6;

/** As `messages.lua` makes it. */
function customerMessage({ run, sender, lap }: MessageName): string {
  const id = `c${sender}`;
  const number = String(lap).padStart(lapDigits, "0");
  const text = `Message ${number} of ${id} in run ${runName(run)}. Where is my parcel? It was promised for last week.`;
  return `{"sender":{"id":"${id}","name":"Client ${id}"},"message":{"type":"text","text":"${text}","id":"${runName(run)}-${id}-${number}"}}`;
}
