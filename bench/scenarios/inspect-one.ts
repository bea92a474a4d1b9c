import { loadColumns } from "../load/measure.ts";
import { senderCount } from "../load/message-load.ts";
import { runRounds } from "../load/rounds.ts";
import type { ServerProcess } from "../load/server-process.ts";
import { watch } from "../load/watcher.ts";
import { createDurableService } from "./durable-service.ts";
import { judgeCost } from "./inspect-cost.ts";
import type { Scenario } from "./scenario.types.ts";

const costMax = 0.05;
const logLevel = "warn";
/** One of the first that the load opens; like all others it is written to again and again. */
const actor = "chat/17";

/** What it costs everybody that one chat of 10,000 busy ones is watched: the load of `ingest`, with and without a watcher. */
export const inspectOne: Scenario = async (context) => {
  const mistakes: string[] = [];
  let frames = 0;
  const attend = async (server: ServerProcess): Promise<() => Promise<void>> => {
    const watcher = await watch(server, actor);
    return async () => {
      frames += watcher.frames;
      if (watcher.frames === 0) mistakes.push(`no step of ${actor} was shown in a round`);
      await watcher.close();
    };
  };
  const unwatched = createDurableService({ name: "nobody watches", logLevel }, context);
  const watched = createDurableService({ name: "one chat is watched", logLevel, attend }, context);
  const measured = await runRounds("inspect-one", [unwatched, watched], context);
  const [without, present] = measured;
  return {
    title: `inspect-one: one of ${senderCount} chats is watched, ${context.options.connections} connections, log ${logLevel}`,
    columns: loadColumns,
    contestants: measured,
    verdicts: without && present ? judgeCost("one is watched", without, present, costMax) : [],
    checks: [
      await watched.proveDurable(),
      { name: "steps shown", detail: `${frames} frames of ${actor} came`, mistakes },
    ],
    profile: context.options.profile ? await watched.profile() : [],
  };
};
