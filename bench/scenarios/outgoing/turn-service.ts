import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { tellService } from "../../load/clients/turns.ts";
import type { Measured } from "../../load/figures/measure.ts";
import { warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import type { Profiled } from "../../load/profile/profile.ts";
import { readProfile } from "../../load/profile/profile.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { dataFolderOf, startService } from "../../load/service/service.ts";
import type { BenchContext, Check } from "../scenario.types.ts";
import type { TurnRun } from "../verify/verify-turns.ts";
import { verifyTurns } from "../verify/verify-turns.ts";
import type { OpenTurns, Stage } from "./turn-stage.ts";
import {
  describeTurns,
  endStage,
  fullPace,
  measureTurns,
  openTurns,
  startStage,
  takeTurnsAt,
  turnSendersOf,
} from "./turn-stage.ts";

/** How long turns are taken before the service is killed. */
const killAfterMs = 1_500;
const killedSeconds = 3;

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
  const note = (mistake: string): void => void mistakes.push(mistake);

  const start = ({ customers, bot }: Stage, profileFolder?: string): Promise<ServerProcess> =>
    startService({
      folder,
      nodeFlags,
      webhookUrl: customers.url,
      botUrl: bot.url,
      ...(profileFolder === undefined ? {} : { profileFolder }),
    });
  /** Warms up; the first time until every customer has a chat. */
  const open = async (profileFolder?: string): Promise<OpenTurns> => {
    const side = await openTurns({
      ...{ folder, connections, senders, note },
      start: (stage) => start(stage, profileFolder),
      nextRun: () => runs.length + 1,
      took: (run, report) => void runs.push({ run, ...report }),
    });
    const isEverybodyThere = (): boolean =>
      runs.some(({ answeredBySender }) => answeredBySender.every((answered) => answered > 0));
    for (let length = warmUpSeconds(seconds); mistakes.length === 0; length *= 2) {
      await side.load(length);
      if (isEverybodyThere()) break;
    }
    return side;
  };
  const roundUnder = async (profileFolder?: string): Promise<Measured> =>
    measureTurns(await open(profileFolder), seconds);

  /** Turns in progress end after the next start. */
  const killUnderLoad = async (): Promise<void> => {
    const stage = await startStage(folder);
    const first = await start(stage);
    const run = runs.length + 1;
    const order = { run, seconds: killedSeconds, connections, pace: fullPace(connections), senders };
    const turns = takeTurnsAt(stage, first, order);
    await Promise.race([delay(killAfterMs), turns]);
    await first.end("SIGKILL");
    const second = await start(stage);
    await tellService(stage.bot, second.url);
    const report = await turns;
    runs.push({ run, ...report });
    await second.end("SIGTERM");
    await endStage(stage, note);
    report.mistakes.forEach(note);
    const name = `run ${run}, killed`;
    if (report.ended === 0) note(`${name}: no turn ended before the kill`);
    if (report.unended > 0) note(`${name}: ${report.unended} answered messages got no reply`);
    const refused = Object.keys(report.failures).filter((status) => status !== "none");
    if (refused.length > 0) note(`${name}: messages were answered ${refused.join(", ")}`);
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
        error: (_: object, text: string) => note(text),
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
      const { span, done } = await roundUnder(profileFolder);
      return readProfile({ name: "parley", folder: profileFolder, span, requests: done.requests });
    },
  };
}
