import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Runner } from "../../load/figures/rounds.ts";
import { runRounds } from "../../load/figures/rounds.ts";
import { medianOf } from "../../load/figures/statistics.ts";
import { memoryOf, openChats } from "../chats/open-chats.ts";
import type { Home } from "../messages/home.ts";
import { createLmdbHome } from "../messages/home.ts";
import type { BenchContext, Check, Contestant, Verdict } from "../scenario.types.ts";
import { verifyHome } from "../verify/verify-home.ts";
import { createPostgresHome } from "./postgres-home.ts";

export interface NodeMemory {
  readonly contestants: readonly Contestant[];
  readonly verdicts: readonly Verdict[];
  readonly checks: readonly Check[];
}

interface PlaceOfRound {
  readonly home: Home;
  readonly logFile: string;
  remove(): Promise<void>;
}

/** Measures the memory of a node that has opened this many chats, by its store. */
export async function measureNodeMemory(context: BenchContext): Promise<NodeMemory> {
  const checks: Check[] = [];
  const lmdbPlace = async (): Promise<PlaceOfRound> => {
    const folder = mkdtempSync(join(context.workFolder, "memory-"));
    return { home: createLmdbHome(folder), logFile: join(folder, "service.log"), remove: async () => undefined };
  };
  const postgresPlace = async (): Promise<PlaceOfRound> => {
    const home = await createPostgresHome(1, context);
    return { home, logFile: home.logFile, remove: () => home.remove() };
  };
  const { openChats: chats } = context.options;
  const runners = [
    createRunner(`LMDB, ${chats} open chats`, lmdbPlace, context, checks),
    createRunner(`PostgreSQL, ${chats} open chats`, postgresPlace, context, checks),
  ];
  const contestants = await runRounds("cluster", runners, context);
  const [lmdb, postgres] = contestants;
  return { contestants, verdicts: lmdb && postgres ? judge(lmdb, postgres) : [], checks };
}

function createRunner(
  name: string,
  newPlace: () => Promise<PlaceOfRound>,
  { options }: BenchContext,
  checks: Check[],
): Runner {
  const { openChats: chats, connections } = options;
  // A garbage collection can be requested only through a debugger.
  const nodeFlags = `${options.nodeFlags} --inspect=127.0.0.1:0`;
  return {
    name,
    describe: ({ rssMib = Number.NaN, heapMib = Number.NaN }) =>
      `${rssMib.toFixed(0)} MiB, heap ${heapMib.toFixed(1)} MiB`,
    async round() {
      const mistakes: string[] = [];
      const { home, logFile, remove } = await newPlace();
      const server = await home.start({ nodeFlags, logLevel: "info" });
      const runs = await openChats(server, { chats, connections }, mistakes);
      const memory = await memoryOf(server, logFile);
      await server.end("SIGTERM");
      const check = await verifyHome(home, { runs, senders: chats }, name, "every chat in memory");
      checks.push({ ...check, mistakes: [...mistakes, ...check.mistakes] });
      await remove();
      return memory;
    },
  };
}

/**
 * With the embedded store a part of the RSS is pages of its file, which the kernel can drop. So the node's own memory is shown
 * beside the RSS.
 */
function judge(lmdb: Contestant, postgres: Contestant): Verdict[] {
  return [
    { what: "RSS", key: "rssMib", hasTarget: true },
    { what: "heap in use", key: "heapMib", hasTarget: true },
    { what: "of the RSS no file's", key: "ownMib", hasTarget: false },
  ].map(({ what, key, hasTarget }) => {
    const [own, other] = [medianOf(postgres, key), medianOf(lmdb, key)];
    return {
      name: `${postgres.name}: ${what}${hasTarget ? "" : ` (LMDB: ${other.toFixed(1)} MiB)`}`,
      target: hasTarget ? `<= ${other.toFixed(1)} MiB of LMDB` : "none",
      measured: `${own.toFixed(1)} MiB`,
      isMet: hasTarget ? own <= other : null,
    };
  });
}
