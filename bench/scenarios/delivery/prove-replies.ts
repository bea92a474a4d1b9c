import { setTimeout as delay } from "node:timers/promises";
import { replyStepwise } from "../../load/clients/stepwise-replies.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { startPeer } from "../../load/service/service.ts";
import type { Arrivals } from "../verify/arrivals.ts";
import { compareArrivals } from "../verify/arrivals.ts";

/** A server that takes replies, is killed, and restarts on the data that the kill left. */
export interface RepliesTaker {
  /** Starts it. Returns the chats of its agent, and the agent's token. */
  open(customers: ServerProcess): Promise<OpenTaker>;
  reopen(customers: ServerProcess): Promise<ServerProcess>;
}

export interface OpenTaker {
  readonly server: ServerProcess;
  readonly token: string;
  readonly chatIds: readonly string[];
}

export interface ProvenArrivals extends Arrivals {
  /** From the second start until the last reply had arrived. */
  readonly seconds: number;
}

/** How long replies are sent before the kill. */
const killAfterMs = 1_500;
/** BullMQ finds a job that was in progress after one or two of its checks, which are 30 s apart. */
const arrivalTimeoutMs = 100_000;
const lookEveryMs = 250;

/** Kills the server under load, starts it again, and looks for every reply that was answered. */
export async function proveReplies(taker: RepliesTaker, folder: string): Promise<ProvenArrivals> {
  const customers = await startPeer("customer-system", folder, "keep");
  const { server, token, chatIds } = await taker.open(customers);
  const replies = replyStepwise(server.url, token, chatIds);
  await delay(killAfterMs);
  await server.end("SIGKILL");
  const answered = await replies.stop();
  const again = await taker.reopen(customers);
  const startedAtMs = performance.now();
  const look = async (): Promise<Arrivals> => {
    const response = await fetch(`${customers.url}/texts`);
    return compareArrivals(answered, (await response.json()) as readonly string[]);
  };
  let arrivals = await look();
  while (arrivals.lost > 0 && performance.now() - startedAtMs < arrivalTimeoutMs) {
    await delay(lookEveryMs);
    arrivals = await look();
  }
  const seconds = (performance.now() - startedAtMs) / 1000;
  await again.end("SIGKILL");
  await customers.end("SIGKILL");
  return { ...arrivals, seconds };
}

export const describeArrivals = ({ answered, repeated, late, seconds }: ProvenArrivals): string =>
  `${answered} answered replies arrived, ${repeated} again, ${late} out of order, within ${seconds.toFixed(0)} s of the start after the kill`;

export function mistakesInArrivals({ answered, lost }: ProvenArrivals): readonly string[] {
  if (answered === 0) return ["nothing was answered before the kill"];
  return lost > 0 ? [`${lost} of ${answered} answered replies never arrived`] : [];
}
