import type { ProofPart } from "./proof-part.ts";
import { testsPart, withTests } from "./tests-part.ts";

const postgres =
  "the real process with its store on PostgreSQL: the main flow, and kills in every state of a bot's chat and of a webhook";
const mainFlow = "test/system/main-flow.test.ts";
const onPostgres = [mainFlow, "test/prove/kills/bot-kills.test.ts", "test/prove/kills/webhook-kills.test.ts"];
const ofStore = [mainFlow, "test/store/postgres"];
const onVersion = (version: number): string => `the main flow, and the tests of the store, on PostgreSQL ${version}`;

/** Every part, in the order in which they run. A part is loaded only when it runs, so an unused part costs nothing. */
export const parts = {
  kills: async () => withTests((await import("./kills/kills-part.ts")).killsPart, "test/prove/kills"),
  disk: async () => withTests((await import("./disk/disk-part.ts")).diskPart, "test/prove/disk"),
  descriptors: async () => (await import("./disk/descriptors/descriptors-part.ts")).descriptorsPart,
  folder: async () => (await import("./disk/folder/folder-part.ts")).folderPart,
  clock: async () => withTests((await import("./clock/clock-part.ts")).clockPart, "test/prove/clock"),
  frozen: async () => (await import("./clock/frozen-part.ts")).frozenPart,
  simulation: async () =>
    withTests((await import("./simulation/service/proof-part.ts")).simulationPart, "test/prove/simulation"),
  planted: async () => (await import("./simulation/service/proof-part.ts")).plantedPart,
  fuzz: async () => withTests((await import("./abuse/fuzz/fuzz-part.ts")).fuzz, "test/prove/abuse"),
  scripts: async () => (await import("./abuse/scripts/scripts-part.ts")).scripts,
  slow: async () => (await import("./abuse/real/slow-part.ts")).slow,
  idle: async () => (await import("./abuse/real/idle-part.ts")).idle,
  pages: async () =>
    testsPart("pages", "the desk and the widget while their link is cut in many ways", ["test/prove/pages"]),
  cluster: async () =>
    testsPart("cluster", "three nodes on one PostgreSQL, killed, frozen and cut off", ["test/prove/cluster"]),
  postgres: async () => testsPart("postgres", postgres, onPostgres, { store: "postgres" }),
  "postgres-16": async () => testsPart("postgres-16", onVersion(16), ofStore, { store: "postgres-16" }),
  "postgres-18": async () => testsPart("postgres-18", onVersion(18), ofStore, { store: "postgres-18" }),
  data: async () =>
    testsPart("data", "many stored data and files, a week without an answer, and the judge of the soak", [
      "test/prove/data",
      "test/prove/files",
      "test/prove/soak",
    ]),
  programs: async () =>
    testsPart("programs", "the single binary, upgrades, and the proxies in front", ["test/prove/programs"]),
  bench: async () => testsPart("bench", "the benches measure what they say", ["test/prove/bench"]),
  soak: async () => (await import("./soak/soak-part.ts")).soakPart,
  crowded: async () => (await import("./crowded-part.ts")).crowdedPart,
} satisfies Record<string, () => Promise<ProofPart>>;

export type PartName = keyof typeof parts;

/** Parts that run only if they are named, or in the long form: memory is flat only after a warm-up of minutes. */
const onlyNamed: readonly PartName[] = ["soak", "crowded"];

export const namesOfParts = Object.keys(parts) as readonly PartName[];
export const shortForm = namesOfParts.filter((name) => !onlyNamed.includes(name));

/** The short form in ten turns of about a minute. Each commit has the turn of its number, so ten commits see every part. */
export const turns: readonly (readonly PartName[])[] = [
  ["kills"],
  ["disk", "descriptors"],
  ["folder", "clock", "frozen"],
  ["simulation"],
  ["planted", "postgres", "postgres-16", "postgres-18"],
  ["fuzz"],
  ["scripts", "slow", "idle", "pages"],
  ["cluster"],
  ["data", "programs"],
  ["bench"],
];
