import { join } from "node:path";
import type { Measured } from "../../load/figures/measure.ts";
import { describeLoad, loadColumns, measureLoad, warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import type { Profiled } from "../../load/profile/profile.ts";
import { readProfile } from "../../load/profile/profile.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { channelPath, startPeer, startService } from "../../load/service/service.ts";
import type { WrkOptions } from "../../load/wrk/wrk.ts";
import { describeErrors } from "../../load/wrk/wrk.ts";
import type { BenchContext, Scenario } from "../scenario.types.ts";

const shareWanted = 0.9;

/** The status query, compared with a handler that answers the same digit and reads nothing. */
export const status: Scenario = async (context) => {
  const { options, workFolder } = context;
  const mistakes: string[] = [];
  const folder = join(workFolder, "status");
  const { nodeFlags } = options;
  const loader = createLoader(context, mistakes);
  const bare: Runner = {
    name: "uWS GET",
    describe: describeLoad,
    round: async () => (await loader(await startPeer("bare-status", folder), "SIGKILL")).figures,
  };
  const parley: Runner = {
    name: "parley",
    describe: describeLoad,
    round: async () => (await loader(await startService({ folder, nodeFlags }), "SIGTERM")).figures,
  };
  const contestants = await runRounds("status", [bare, parley], context);
  const [bareRate = Number.NaN, rate = Number.NaN] = contestants.map((each) => medianOf(each, "perSecond"));
  const share = rate / bareRate;
  const profile = async (): Promise<Profiled> => {
    const profileFolder = join(folder, "profile");
    const { span, report } = await loader(await startService({ folder, nodeFlags, profileFolder }), "SIGTERM");
    return readProfile({ name: "parley", folder: profileFolder, span, requests: report.requests });
  };
  return {
    title: `status: the status query, ${options.connections} connections`,
    columns: loadColumns,
    contestants,
    verdicts: [
      {
        name: "parley: share of the uWS GET",
        target: `>= ${shareWanted.toFixed(2)}`,
        measured: share.toFixed(3),
        isMet: share >= shareWanted,
      },
    ],
    checks: [{ name: "answers", detail: "every one of them 2xx", mistakes }],
    profile: options.profile ? [await profile()] : [],
  };
};

type Loader = (server: ServerProcess, endSignal: "SIGTERM" | "SIGKILL") => Promise<Measured>;

function createLoader({ options }: BenchContext, mistakes: string[]): Loader {
  return async (server, endSignal) => {
    const { connections, seconds } = options;
    const load: WrkOptions = { url: `${server.url}${channelPath}/status`, connections, seconds, script: "report.lua" };
    await measureLoad(server, { ...load, seconds: warmUpSeconds(seconds) });
    const measured = await measureLoad(server, load);
    await server.end(endSignal);
    const errors = describeErrors(measured.report);
    if (errors !== "") mistakes.push(`a round met ${errors}`);
    return measured;
  };
}
