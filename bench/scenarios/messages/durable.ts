import { loadColumns } from "../../load/figures/measure.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import type { Scenario } from "../scenario.types.ts";
import { atLeast } from "../verdicts.ts";
import { createDurablePeers, postgresName, sqliteName } from "./durable-peers.ts";
import { createDurableService } from "./durable-service.ts";

/** The service must take this many times as many messages as each peer. */
const timesWanted: Readonly<Record<string, number>> = { [sqliteName]: 6.5, [postgresName]: 9 };

/**
 * Sends the same durable messages to the service and to what one would build instead. At the end each is killed under load, and
 * all messages that it answered are looked for.
 */
export const durable: Scenario = async (context) => {
  const service = createDurableService({ name: "parley", logLevel: "info" }, context);
  const peers = await createDurablePeers(context);
  const contestants = await runRounds("durable", [service, ...peers.services], context);
  const proof = await service.proveDurable();
  const proofs = await peers.prove();
  const [own, ...others] = contestants;
  return {
    title: `durable: messages that are on the disk when they are answered, ${context.options.chats} chats, ${context.options.connections} connections`,
    columns: loadColumns,
    contestants,
    verdicts:
      own === undefined
        ? []
        : [
            ...others.map((peer) => {
              const times = medianOf(own, "perSecond") / medianOf(peer, "perSecond");
              return atLeast(`against ${peer.name}`, times, timesWanted[peer.name] ?? Number.NaN, "times", 1);
            }),
            ...proofs,
          ],
    checks: [proof],
    profile: [],
  };
};
