import { setTimeout as delay } from "node:timers/promises";
import type { ServerProcess } from "../service/server-process.ts";
import { signingSecret, startPeer } from "../service/service.ts";

/** `gone` turns every event into a dead letter at once. Source: WH-37. */
export type OwnersAnswer = "ok" | "gone";

/** What the server of a channel's owner received. */
export interface OwnersReport {
  readonly count: number;
  /** The number of different events; events without an id do not count. */
  readonly distinct: number;
  /** Checked signatures, and the wrong ones among them. */
  readonly verified: number;
  readonly wrong: number;
  /** A time of the monotonic clock. */
  readonly lastAtUs: number;
  /** The logs of long chats. */
  readonly logs: readonly { readonly entries: number; readonly bytes: number; readonly atUs: number }[];
}

const lookEveryMs = 50;
const arrivalTimeoutMs = 60_000;

export const startOwnersServer = (folder: string, answer: OwnersAnswer): Promise<ServerProcess> =>
  startPeer("owners-server", folder, answer, signingSecret);

export async function readOwners({ url }: ServerProcess): Promise<OwnersReport> {
  const response = await fetch(url);
  return (await response.json()) as OwnersReport;
}

/** Waits until at least this many events have arrived and no more arrive. Gives up when none arrived for a long time. */
export async function whenArrived(owners: ServerProcess, wanted: number): Promise<OwnersReport> {
  let givenUpAtMs = performance.now() + arrivalTimeoutMs;
  for (let last = -1; ; ) {
    const report = await readOwners(owners);
    if ((report.count >= wanted && report.count === last) || performance.now() > givenUpAtMs) return report;
    if (report.count > last) givenUpAtMs = performance.now() + arrivalTimeoutMs;
    last = report.count;
    await delay(lookEveryMs);
  }
}

/** Returns the mistakes in a report that must have this many events, each once. */
export function mistakesInEvents(
  { count, distinct, verified, wrong }: OwnersReport,
  wanted: number,
): readonly string[] {
  const mistakes: string[] = [];
  if (distinct !== wanted) mistakes.push(`${distinct} events arrived, expected ${wanted}`);
  if (count !== distinct) mistakes.push(`${count - distinct} events arrived again`);
  if (verified === 0 || wrong > 0) mistakes.push(`${wrong} of ${verified} signatures were wrong`);
  return mistakes;
}

/** Returns the bodies of the first events, as JSON. */
export async function readBodies({ url }: ServerProcess): Promise<string> {
  const response = await fetch(`${url}/bodies`);
  return response.text();
}
