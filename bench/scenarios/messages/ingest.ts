import { join } from "node:path";
import { openMessages } from "../../load/clients/open-messages.ts";
import { describeLoad, loadColumns, measureRound, warmUpSeconds } from "../../load/figures/measure.ts";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { startPeer } from "../../load/service/service.ts";
import type { BenchContext, Contestant, Scenario, ScenarioResult, Verdict } from "../scenario.types.ts";
import { atLeast, atMost, fact } from "../verdicts.ts";
import { createDurableService, profileAll, proveAll } from "./durable-service.ts";

/** One contestant of the service. Rows over different connections have an echo each. */
interface Row {
  readonly name: string;
  readonly logLevel: "info" | "warn";
  readonly connections: number;
}

/** Durable customer messages over 10,000 chats, with each level of the log. */
export const ingest: Scenario = (context) => {
  const { chats, connections } = context.options;
  const rows = (["info", "warn"] as const).map((logLevel) => ({ name: `, log ${logLevel}`, logLevel, connections }));
  return compareWithEcho(
    { title: `ingest: durable customer messages, ${chats} chats, ${connections} connections`, name: "ingest", rows },
    context,
  );
};

const counts = [16, 64, 256] as const;

/** The same over few and many connections. */
export const connections: Scenario = (context) => {
  // So many senders that no connection sends a sender's later message before the earlier one.
  const chats = Math.max(4 * Math.max(...counts), context.options.chats);
  const title = `connections: durable customer messages over ${counts.join(", ")} connections, ${chats} chats`;
  const rows = counts.map((count) => ({
    name: `, ${count} connections`,
    logLevel: "info" as const,
    connections: count,
  }));
  return compareWithEcho({ title, name: "connections", rows }, { ...context, options: { ...context.options, chats } });
};

interface Plan {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

async function compareWithEcho({ name, title, rows }: Plan, context: BenchContext): Promise<ScenarioResult> {
  const { options } = context;
  const own = (count: number): BenchContext => ({ ...context, options: { ...options, connections: count } });
  const services = rows.map((row) =>
    createDurableService({ name: `parley${row.name}`, logLevel: row.logLevel }, own(row.connections)),
  );
  const perRow = new Set(rows.map((row) => row.connections)).size === rows.length;
  const echoes = (perRow ? rows : rows.slice(0, 1)).map((row) =>
    createEcho(`uWS echo${perRow ? row.name : ""}`, own(row.connections)),
  );
  const contestants = await runRounds(name, [...echoes, ...services], context);
  const measured = contestants.slice(echoes.length);
  return {
    title,
    columns: loadColumns,
    contestants,
    verdicts: measured.flatMap((service, at) => {
      const [row, echo] = [rows[at], contestants[perRow ? at : 0]];
      return row === undefined || echo === undefined ? [] : judge(echo, service, row.connections);
    }),
    checks: await proveAll(services),
    profile: options.profile ? await profileAll(services) : [],
  };
}

/** Sends the same messages to a server that sends them back. */
const createEcho = (name: string, { options, workFolder }: BenchContext): Runner => ({
  name,
  describe: describeLoad,
  async round() {
    const { connections, seconds, chats: senders } = options;
    const open = async () => {
      const side = openMessages(await startPeer("echo", join(workFolder, "echo")), { connections, senders });
      await side.load(warmUpSeconds(seconds));
      return side;
    };
    return (await measureRound(open, seconds)).figures;
  },
});

const shareWanted = 0.25;
/** Over few connections a commit has few messages, and the echo has none. So their share has no target. */
const fewConnections = 16;
const p99MsWanted = 15;

function judge(echo: Contestant, service: Contestant, connections: number): readonly Verdict[] {
  const share = medianOf(service, "perSecond") / medianOf(echo, "perSecond");
  const cpuShare = medianOf(echo, "cpuUsPerRequest") / medianOf(service, "cpuUsPerRequest");
  return [
    connections > fewConnections
      ? atLeast(`${service.name}: share of the echo`, share, shareWanted, "", 3)
      : fact(`${service.name}: share of the echo`, share.toFixed(3)),
    atMost(`${service.name}: p99`, medianOf(service, "p99Ms"), p99MsWanted, "ms", 1),
    fact(`${service.name}: CPU of the echo for the same requests`, cpuShare.toFixed(3)),
  ];
}
