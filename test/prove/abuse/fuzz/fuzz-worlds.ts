import { Random } from "../random.ts";
import type { World } from "../world/open-world.ts";
import { openWorld } from "../world/open-world.ts";
import type { Finding } from "./findings.ts";
import { Reached } from "./findings.ts";
import { FrameFuzzer, frameNames } from "./fuzz-frames.ts";
import { HttpFuzzer } from "./fuzz-http.ts";
import { RawFuzzer } from "./fuzz-raw.ts";
import type { PinnedInput } from "./pinned-input.ts";
import { pin, replay } from "./pinned-input.ts";
import { shrinkInput } from "./shrink-input.ts";

export interface FuzzOptions {
  readonly inputs: number;
  readonly seed: number;
  readonly progress: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * These worlds keep their rows in memory, of which no backup is made, and have no config file to read again. So these operations
 * are refused.
 */
const refusedHere: readonly string[] = ["GET /api/backup", "POST /api/backup", "POST /api/config/reload"];
const isCarriedOutHere = (name: string): boolean => !refusedHere.includes(name);

export interface Fuzzed {
  readonly inputs: number;
  readonly worlds: number;
  /** The number of refused requests after which it was checked that nothing was stored. */
  readonly refusedAlone: number;
  readonly findings: readonly Finding[];
  /** Routes and frames that were never carried out, or never refused. */
  readonly missing: readonly string[];
}

/** The inputs of one service. Then another service starts, so that the data that inputs leave behind does not grow. */
const inputsOfWorld = 25_000;
/** Shares of all inputs. The rest are frames. */
const share = { http: 0.89, raw: 0.03 };
/** The number of inputs that one run stores: further ones mostly have the same cause. */
const pinnedMax = 5;

/** Sends this many inputs to one service after the other. World `n` has the seed `seed + n`, so that each world can be repeated alone. */
export async function fuzzWorlds({ inputs, seed, progress, signal }: FuzzOptions): Promise<Fuzzed> {
  const reached = new Reached();
  const findings: Finding[] = [];
  const inside: unknown[] = [];
  const note = (error: unknown): void => void inside.push(error);
  process.on("uncaughtException", note).on("unhandledRejection", note);
  let [sent, worlds, refusedAlone] = [0, 0, 0];
  let names: readonly string[] = [];
  try {
    while (sent < inputs && findings.length < pinnedMax) {
      signal.throwIfAborted();
      const world = await openWorld();
      const given = { random: new Random(seed + worlds), reached, seed: seed + worlds };
      const count = Math.min(inputsOfWorld, inputs - sent);
      const told = await fuzzWorld(world, given, count);
      for (const error of inside.splice(0))
        told.findings.push(...told.lastFindings(`thrown to nobody: ${String(error)}`));
      sent += told.sent;
      refusedAlone += told.refusedAlone;
      names = told.names;
      worlds += 1;
      findings.push(...(await keep(told.findings, progress)));
      await world.close();
      progress(`fuzz: ${sent} inputs, ${worlds} services, ${findings.length} broke a law`);
    }
  } finally {
    process.off("uncaughtException", note).off("unhandledRejection", note);
  }
  return {
    inputs: sent,
    worlds,
    refusedAlone,
    findings,
    missing: reached.missing([...names.filter(isCarriedOutHere), ...frameNames]),
  };
}

interface ToldWorld {
  readonly sent: number;
  readonly refusedAlone: number;
  readonly findings: Finding[];
  readonly names: readonly string[];
  lastFindings(what: string): readonly Finding[];
}

interface Given {
  readonly random: Random;
  readonly reached: Reached;
  readonly seed: number;
}

async function fuzzWorld(world: World, given: Given, count: number): Promise<ToldWorld> {
  const [http, frames, raw] = [
    new HttpFuzzer(world, given),
    new FrameFuzzer(world, given),
    new RawFuzzer(world, given),
  ];
  await http.sweep();
  await http.run(Math.round(count * share.http));
  await raw.run(Math.round(count * share.raw));
  await world.renew();
  await frames.sweep();
  await frames.run(count - http.sent - raw.sent);
  http.close();
  frames.close();
  const nothing: PinnedInput = { kind: "raw", how: "nobody knows which", bytes: "" };
  return {
    sent: http.sent + frames.sent + raw.sent,
    refusedAlone: http.refusedAlone,
    findings: [...http.findings, ...frames.findings, ...raw.findings],
    names: http.operations.map(({ name }) => name),
    lastFindings: (what) => [{ where: `seed ${given.seed}`, input: nothing, what }],
  };
}

const kindOf = ({ what }: Finding): string => what.replace(/\d+/g, "#").slice(0, 60);

/** Stores the first finding of each kind, shortened as far as possible, in its own file. */
async function keep(found: readonly Finding[], progress: (line: string) => void): Promise<readonly Finding[]> {
  const firsts = [...new Map(found.toReversed().map((finding) => [kindOf(finding), finding])).values()].slice(
    0,
    pinnedMax,
  );
  for (const first of firsts) {
    const world = await openWorld();
    const isAsBad = async (input: PinnedInput): Promise<boolean> =>
      (await replay(world, input, new Random(1))).some((finding) => kindOf(finding) === kindOf(first));
    const isAlone = await isAsBad(first.input);
    const input = isAlone ? await shrinkInput(first.input, isAsBad) : first.input;
    await world.close();
    const file = pin({ ...first, input });
    const alone = isAlone ? "kept as" : "only after the inputs before it, kept as";
    progress(`fuzz: ${first.where}: ${first.what.slice(0, 1_000)}; ${alone} ${file}`);
  }
  return firsts;
}
