import { join } from "node:path";
import { copyOwnBuild, prepareCheckout, resolveCommit, shortNameOf } from "./compare/checkout.ts";
import type { Side } from "./compare/kinds.ts";
import { kinds } from "./compare/kinds.ts";
import type { CompareOptions, KindName } from "./compare/options.ts";
import { renderComparison } from "./compare/report.ts";
import type { CompareRun, Measured } from "./compare/slices.ts";
import { measureKind } from "./compare/slices.ts";
import { ownCheckout, startFlagsOf } from "./load/service/service.ts";

/** Ignored by git. It is outside `node_modules`, where Node runs no TypeScript, because commits build themselves with TypeScript. */
const checkoutsFolder = join(ownCheckout, ".cache");

export interface CompareContext {
  /** A folder that belongs to this run alone. */
  readonly workFolder: string;
  progress(line: string): void;
}

export interface Comparison {
  readonly sides: object;
  readonly results: Partial<Record<KindName, Measured>>;
}

/** Compares the service of this checkout with the service of a commit. Prints a table for each kind of load. */
export async function compare(options: CompareOptions, context: CompareContext): Promise<Comparison> {
  const { workFolder, progress } = context;
  const { ref, pairs, launches, seconds, connections, chats } = options;
  const commit = resolveCommit(ref);
  const old: Side = {
    name: "old",
    checkout: prepareCheckout(commit, { cacheFolder: checkoutsFolder, progress }).folder,
  };
  const fresh: Side = {
    name: "new",
    checkout: copyOwnBuild(join(workFolder, "new")),
  };
  const sizes = { pairs, launches, seconds, connections, chats };
  const run: CompareRun = { sides: { old, new: fresh }, workFolder, ...sizes, progress };
  const results: Partial<Record<KindName, Measured>> = {};
  console.log(`old: ${shortNameOf(commit)} (${ref}), ${describeSide(old)}\nnew: this checkout, ${describeSide(fresh)}`);
  for (const name of new Set(options.only)) {
    const measured = await measureKind(name, kinds[name], run);
    results[name] = measured;
    console.log(`\n${renderComparison(name, kinds[name], measured, run)}`);
  }
  return { sides: { old: { commit, ...factsOf(old) }, new: factsOf(fresh) }, results };
}

const factsOf = ({ checkout }: Side): object => ({
  node: process.versions.node,
  startFlags: startFlagsOf(checkout),
});

const describeSide = ({ checkout }: Side): string =>
  `Node ${process.versions.node} ${startFlagsOf(checkout).join(" ")}`.trimEnd();
