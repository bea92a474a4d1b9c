import { join } from "node:path";
import type { OpenSide } from "../../load/figures/measure.ts";
import { describeLoad, doneByWrk, loadColumns, measureRound, warmUpSeconds } from "../../load/figures/measure.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { readProfile } from "../../load/profile/profile.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { channelPath, startPeer, startService } from "../../load/service/service.ts";
import { describeErrors, runWrk } from "../../load/wrk/wrk.ts";
import type { Scenario } from "../scenario.types.ts";
import { atLeast } from "../verdicts.ts";

/** The status query, compared with a handler that answers the same digit and reads nothing. */
export const status: Scenario = async (context) => {
  const { connections, seconds, nodeFlags, profile } = context.options;
  const mistakes: string[] = [];
  const folder = join(context.workFolder, "status");
  const measure = (start: () => Promise<ServerProcess>) =>
    measureRound(async (): Promise<OpenSide> => {
      const server = await start();
      const load = async (length: number) => {
        const url = `${server.url}${channelPath}/status`;
        const report = await runWrk({ url, connections, seconds: length, script: "report.lua" });
        const errors = describeErrors(report);
        if (errors !== "") mistakes.push(`a round met ${errors}`);
        return doneByWrk(report);
      };
      await load(warmUpSeconds(seconds));
      return { server, load, close: () => server.end("SIGTERM") };
    }, seconds);
  const starts = {
    "uWS GET": () => startPeer("bare-status", folder),
    parley: () => startService({ folder, nodeFlags }),
  };
  const runners = Object.entries(starts).map(([name, start]) => ({
    name,
    describe: describeLoad,
    round: async () => (await measure(start)).figures,
  }));
  const contestants = await runRounds("status", runners, context);
  const [bare = Number.NaN, parley = Number.NaN] = contestants.map((each) => medianOf(each, "perSecond"));
  const profileRound = async () => {
    const profileFolder = join(folder, "profile");
    const { span, done } = await measure(() => startService({ folder, nodeFlags, profileFolder }));
    return readProfile({ name: "parley", folder: profileFolder, span, requests: done.requests });
  };
  return {
    title: `status: the status query, ${connections} connections`,
    columns: loadColumns,
    contestants,
    verdicts: [atLeast("parley: share of the uWS GET", parley / bare, 0.9, "", 3)],
    checks: [{ name: "answers", detail: "every one of them 2xx", mistakes }],
    profile: profile ? [await profileRound()] : [],
  };
};
