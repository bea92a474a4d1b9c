import { rmSync } from "node:fs";
import { join } from "node:path";
import type { TurnOrder, TurnReport } from "../../load/clients/turns.ts";
import { describeTurnErrors } from "../../load/clients/turns.ts";
import { warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import type { BenchContext } from "../scenario.types.ts";
import type { Stage } from "./turn-stage.ts";
import {
  describeTurns,
  endStage,
  fullPace,
  measureTurns,
  startStage,
  takeTurnsAt,
  turnSendersOf,
} from "./turn-stage.ts";

/** A peer that forwards a turn's requests between the customers and the bot of this stage. */
export interface TurnForwarder {
  readonly name: string;
  /** `folder` belongs to this round alone. */
  start(folder: string, stage: Stage): Promise<ServerProcess>;
}

/** Takes the same turns as the service, from a fresh start in each round. */
export function createForwardedTurns(
  { name, start }: TurnForwarder,
  { options, workFolder }: BenchContext,
  mistakes: string[],
): Runner {
  const { connections, seconds } = options;
  const senders = turnSendersOf(options);
  return {
    name,
    describe: describeTurns,
    async round(number) {
      const folder = join(workFolder, "turns", `${name.replaceAll(/\W+/g, "-")}-${number}`);
      const stage = await startStage(folder);
      const server = await start(folder, stage);
      let run = 0;
      const take = async (pace: TurnOrder["pace"], length: number): Promise<TurnReport> => {
        run += 1;
        const report = await takeTurnsAt(stage, server, { run, seconds: length, connections, pace, senders });
        const errors = describeTurnErrors(report);
        if (errors !== "") mistakes.push(`round ${number}, run ${run} met ${errors}`);
        return report;
      };
      await take(fullPace(connections), warmUpSeconds(seconds));
      const { figures } = await measureTurns(stage, server, options, take);
      await server.end("SIGKILL");
      await endStage(stage, `round ${number}`, mistakes);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
      return figures;
    },
  };
}
