import { loadColumns } from "../../load/figures/measure.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { ensurePeerPackages } from "../../load/service/peer-packages.ts";
import type { Check, Contestant, Scenario, Verdict } from "../scenario.types.ts";
import { createDurableService } from "./durable-service.ts";
import { createFastifyPostgresHome, createSqliteHome } from "./peer-homes.ts";

/** How many times as many messages as each peer. */
const timesWanted: Readonly<Record<string, number>> = {
  "Fastify + better-sqlite3": 5,
  "Fastify + PostgreSQL": 8,
};

/** The same durable messages to the service and to what one would build instead; each is killed under load at the end, and all that it answered is looked for. */
export const durable: Scenario = async (context) => {
  const packages = ensurePeerPackages(context.cacheFolder, context.progress);
  const [sqlite, postgres] = [createSqliteHome(packages, context), await createFastifyPostgresHome(packages, context)];
  const service = createDurableService({ name: "parley", logLevel: "info" }, context);
  const peers = [
    createDurableService({ name: "Fastify + better-sqlite3", logLevel: "info", home: sqlite }, context),
    createDurableService({ name: "Fastify + PostgreSQL", logLevel: "info", home: postgres }, context),
  ];
  const contestants = await runRounds("durable", [service, ...peers], context);
  const proof = await service.proveDurable();
  const proofs: Check[] = [];
  for (const peer of peers) proofs.push(await peer.proveDurable());
  for (const home of [sqlite, postgres]) await home.remove();
  const [own, ...others] = contestants;
  return {
    title: `durable: messages that are on the disk when they are answered, ${context.options.chats} chats, ${context.options.connections} connections`,
    columns: loadColumns,
    contestants,
    verdicts: own === undefined ? [] : [...others.map((peer) => judge(own, peer)), ...proofs.map(showProof)],
    checks: [proof],
    profile: [],
  };
};

function judge(own: Contestant, peer: Contestant): Verdict {
  const times = medianOf(own, "perSecond") / medianOf(peer, "perSecond");
  const wanted = timesWanted[peer.name] ?? Number.NaN;
  return {
    name: `against ${peer.name}`,
    target: `>= ${wanted} times`,
    measured: `${times.toFixed(1)} times`,
    isMet: times >= wanted,
  };
}

/** What a peer lost is shown, and is no defect of the service. */
export const showProof = ({ name, detail, mistakes }: Check): Verdict => ({
  name,
  target: "none",
  measured: mistakes.length === 0 ? detail : `WRONG: ${mistakes[0]}${mistakes.length > 1 ? "; and more" : ""}`,
  isMet: null,
});
