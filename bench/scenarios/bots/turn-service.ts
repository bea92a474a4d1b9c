import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import type { TurnOrder, TurnReport } from "../../load/clients/turns.ts";
import { describeTurnErrors, tellService } from "../../load/clients/turns.ts";
import { warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import type { Profiled } from "../../load/profile/profile.ts";
import { readProfile } from "../../load/profile/profile.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { dataFolderOf, startService } from "../../load/service/service.ts";
import type { BenchContext, Check } from "../scenario.types.ts";
import type { TurnRun } from "../verify/verify-turns.ts";
import { verifyTurns } from "../verify/verify-turns.ts";
import type { MeasuredTurns, Stage } from "./turn-stage.ts";
import {
  describeTurns,
  endStage,
  fullPace,
  measureTurns,
  startStage,
  takeTurnsAt,
  turnSendersOf,
} from "./turn-stage.ts";

/** How long turns are taken before the service is killed. */
const killAfterMs = 1_500;
const killedSeconds = 3;

/** The service while it runs, warmed up, with the customers and the bot. */
export interface OpenTurns {
  readonly server: ServerProcess;
  take(pace: TurnOrder["pace"], seconds: number): Promise<TurnReport>;
  close(): Promise<void>;
}

export interface TurnService extends Runner {
  /** Starts the service and warms it up, for other measurements. */
  open(): Promise<OpenTurns>;
  /** Kills the service under load, restarts it, and reads every message that was ever sent to it. */
  proveDurable(): Promise<Check>;
  /** One more round under the profiler. */
  profile(): Promise<Profiled>;
}

/** A service with its own data folder, and the record of its turns. */
export function createTurnService({ options, workFolder, progress }: BenchContext): TurnService {
  const { connections, seconds, nodeFlags } = options;
  const senders = turnSendersOf(options);
  // Two scenarios of one run have such a service.
  const folder = mkdtempSync(join(workFolder, "bot-turns-"));
  const runs: TurnRun[] = [];
  const mistakes: string[] = [];

  const start = ({ customers, bot }: Stage, profileFolder?: string): Promise<ServerProcess> =>
    startService({
      folder,
      nodeFlags,
      webhookUrl: customers.url,
      botUrl: bot.url,
      ...(profileFolder === undefined ? {} : { profileFolder }),
    });
  const take = async (
    stage: Stage,
    server: ServerProcess,
    pace: TurnOrder["pace"],
    length: number,
  ): Promise<TurnReport> => {
    const run = runs.length + 1;
    const report = await takeTurnsAt(stage, server, { run, seconds: length, connections, pace, senders });
    runs.push({ run, ...report });
    return report;
  };
  /** Records every mistake; a correct run has none. */
  const takeAll: typeof take = async (...turns) => {
    const report = await take(...turns);
    const errors = describeTurnErrors(report);
    if (errors !== "") mistakes.push(`run ${runs.length} met ${errors}`);
    return report;
  };
  /** The first time until every customer has a chat. */
  const warmUp = async (stage: Stage, server: ServerProcess): Promise<void> => {
    const isEverybodyThere = (): boolean =>
      runs.some(({ answeredBySender }) => answeredBySender.every((answered) => answered > 0));
    for (let length = warmUpSeconds(seconds); mistakes.length === 0; length *= 2) {
      await takeAll(stage, server, fullPace(connections), length);
      if (isEverybodyThere()) return;
    }
  };
  const open = async (profileFolder?: string): Promise<OpenTurns & { readonly stage: Stage }> => {
    const stage = await startStage(folder);
    const server = await start(stage, profileFolder);
    await warmUp(stage, server);
    return {
      stage,
      server,
      take: (...turns) => takeAll(stage, server, ...turns),
      async close() {
        await server.end("SIGTERM");
        await endStage(stage, `run ${runs.length}`, mistakes);
      },
    };
  };
  const roundUnder = async (profileFolder?: string): Promise<MeasuredTurns> => {
    const { stage, server, take: takeTurns, close } = await open(profileFolder);
    const measured = await measureTurns(stage, server, options, takeTurns);
    await close();
    return measured;
  };

  /** Turns in progress end after the next start. */
  const killUnderLoad = async (): Promise<void> => {
    const stage = await startStage(folder);
    const first = await start(stage);
    const turns = take(stage, first, fullPace(connections), killedSeconds);
    await Promise.race([delay(killAfterMs), turns]);
    await first.end("SIGKILL");
    const second = await start(stage);
    await tellService(stage.bot, second.url);
    const { mistakes: wrong, unended, ended, failures } = await turns;
    await second.end("SIGTERM");
    await endStage(stage, "after the kill", mistakes);
    mistakes.push(...wrong);
    const name = `run ${runs.length}, killed`;
    if (ended === 0) mistakes.push(`${name}: no turn ended before the kill`);
    if (unended > 0) mistakes.push(`${name}: ${unended} answered messages got no reply`);
    const refused = Object.keys(failures).filter((status) => status !== "none");
    if (refused.length > 0) mistakes.push(`${name}: messages were answered ${refused.join(", ")}`);
  };

  return {
    name: "parley",
    describe: describeTurns,
    round: async () => (await roundUnder()).figures,
    open: () => open(),
    async proveDurable() {
      await killUnderLoad();
      const log = {
        info: () => undefined,
        warn: () => undefined,
        error: (_: object, text: string) => void mistakes.push(text),
      };
      const store = await openLmdbStore({ dir: dataFolderOf(folder), log });
      const { turns, mistakes: found } = await verifyTurns(store, runs);
      await store.close();
      const detail = `${turns} turns of ${senders} customers stored, each once and in order, killed under load`;
      const check = { name: "verify parley", detail, mistakes: [...mistakes, ...found] };
      progress(`bot-turns  ${check.name}: ${check.mistakes.length === 0 ? detail : check.mistakes.join("; ")}`);
      return check;
    },
    async profile() {
      const profileFolder = join(folder, "profile");
      const { span, figures } = await roundUnder(profileFolder);
      const [perSecond = Number.NaN, turns = Number.NaN] = [figures["perSecond"], figures["turns"]];
      const profiled = readProfile({ name: "parley", folder: profileFolder, span, requests: turns });
      return { ...profiled, lines: [`${perSecond.toFixed(0)} turns/s, ${turns} turns`, ...profiled.lines] };
    },
  };
}
