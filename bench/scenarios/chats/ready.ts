import { rmSync } from "node:fs";
import { join } from "node:path";
import { messageLoad } from "../../load/clients/message-load.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import type { ServerProcess } from "../../load/service/server-process.ts";
import { startService } from "../../load/service/service.ts";
import { seedChats } from "../../load/stored/seed-chats.ts";
import { describeErrors, runWrk } from "../../load/wrk/wrk.ts";
import type { BenchContext, Column, Figures, Scenario } from "../scenario.types.ts";
import { atMost } from "../verdicts.ts";

const readyMsWanted = 3_000;

const columns: readonly Column[] = [
  { key: "readyMs", heading: "ready ms", digits: 0, summary: "median" },
  { key: "readyMsMax", heading: "worst ms", digits: 0, summary: "max" },
  { key: "cpuSeconds", heading: "CPU s", digits: 2, summary: "median" },
  { key: "rssMib", heading: "RSS MiB", digits: 0, summary: "max" },
  { key: "messagesBefore", heading: "messages before the kill", digits: 0, summary: "median" },
];

/** The time from the start of the process to its ready line, with many stored chats. */
export const ready: Scenario = async (context) => {
  const { storedChats } = context.options;
  const folder = join(context.workFolder, "ready");
  await seedChats(folder, storedChats, context);
  const mistakes: string[] = [];
  const contestants = await runRounds("ready", createStarts(folder, context, mistakes), context);
  return {
    title: `ready: from start to the ready line, ${storedChats} chats stored`,
    columns,
    contestants,
    verdicts: contestants.map((each) => atMost(each.name, medianOf(each, "readyMs"), readyMsWanted, "ms", 0)),
    checks: [{ name: "the load before the kill", detail: "every answer 2xx", mistakes }],
    profile: [],
  };
};

function createStarts(folder: string, { options }: BenchContext, mistakes: string[]): readonly Runner[] {
  const { connections, seconds, nodeFlags } = options;
  const start = (): Promise<ServerProcess> => {
    rmSync(join(folder, "service.log"), { force: true });
    return startService({ folder, nodeFlags });
  };
  const measureStart = async (messagesBefore: number): Promise<Figures> => {
    const server = await start();
    const { readyMs } = server;
    const { cpuSeconds, rssMib } = server.resources();
    await server.end("SIGTERM");
    return { readyMs, readyMsMax: readyMs, cpuSeconds, rssMib, messagesBefore };
  };
  return [
    {
      name: "after a clean end",
      describe,
      round: () => measureStart(0),
    },
    {
      name: "after SIGKILL under load",
      describe,
      async round(run) {
        const server = await start();
        const report = await runWrk(messageLoad({ url: server.url, run, connections, seconds }));
        await server.end("SIGKILL");
        const errors = describeErrors(report);
        if (errors !== "") mistakes.push(`round ${run} met ${errors}`);
        return measureStart(report.requests);
      },
    },
  ];
}

const describe = ({ readyMs = Number.NaN, rssMib = Number.NaN }: Figures): string =>
  `ready after ${readyMs.toFixed(0)} ms with ${rssMib.toFixed(0)} MiB`;
