import { processOf } from "../../../machines/agent/agent.machine.ts";
import { soloConversation } from "../../../machines/tells.ts";
import { eachActor, readStored } from "../../actors/stored-actor.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Peers } from "../../ports/peers.ts";
import type { Store } from "../../ports/store.ts";
import type { Post } from "../effects.ts";
import { agentActor } from "./agent-actor.ts";

/**
 * Sends an event to every agent with sockets of lost processes; resolves when all events are committed. The event names the lost
 * processes, not the living ones: this process may not know yet of a process that has just started. Source: CH-13.
 */
export async function dropLostSockets(store: Store, post: Post, isLost: (processId: string) => boolean): Promise<void> {
  const sent: Promise<void>[] = [];
  await eachActor(store, "agent", (row) => {
    const { actor } = row;
    const { socketIds } = readStored(agentActor, row).context;
    const processIds = [...new Set(socketIds.map(processOf))].filter(isLost);
    if (processIds.length === 0) return;
    const target = { kind: "actor", actor, conversation: soloConversation(actor) } as const;
    sent.push(post.untilDone({ target, event: { type: "processes.lost", processIds }, cause: "lost process" }));
  });
  await Promise.all(sent);
}

/** The number of lost processes whose ids are remembered. */
const lostMax = 1_000;
/** Long enough for one process to send the event to all agents. If that process is lost too, its loss starts another run. */
const leaseMs = 5_000;
const retryMs = 1_000;

export interface LostSocketsWatch {
  /** Resolves when no more events will be sent. */
  stop(): Promise<void>;
}

/**
 * From now on, agents receive an event when the process of their desks is lost. The first process with the lease sends it. Each run
 * looks for the sockets of all lost processes, because the process with the lease for an earlier run may be lost itself.
 * Source: CH-13.
 */
export function watchLostSockets(
  store: Store,
  post: Post,
  { peers, clock, log }: { readonly peers: Peers; readonly clock: Clock; readonly log: Log },
): LostSocketsWatch {
  const lost = new Set<string>();
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let endPause = (): void => undefined;
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const wake: Wake = clock.wakeAt(clock.nowMs() + retryMs, resolve);
      endPause = () => {
        wake.cancel();
        resolve();
      };
    });
  const tellOf = async (processId: string): Promise<void> => {
    while (!isStopped) {
      try {
        if (await peers.lease(`sockets of ${processId}`, leaseMs))
          await dropLostSockets(store, post, (id) => lost.has(id));
        return;
      } catch (error) {
        log.warn(
          { err: error, processId },
          "the sockets of a lost process could not be removed from their agents; trying again",
        );
        await pause();
      }
    }
  };
  peers.onLost(({ id }) => {
    lost.add(id);
    for (const oldest of lost) {
      if (lost.size <= lostMax) break;
      lost.delete(oldest);
    }
    running = running.then(() => tellOf(id));
  });
  return {
    stop() {
      isStopped = true;
      endPause();
      return running;
    },
  };
}
