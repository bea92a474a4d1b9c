import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin } from "esbuild";
import { build } from "esbuild";
import type { PlantedBug } from "./planted/planted-bugs.ts";
import { plantedBugs } from "./planted/planted-bugs.ts";
import { switchOf } from "./planted/switch.ts";

const here = "test/prove/simulation/service";
const standIn = (name: string): string => resolve(`${here}/stand-ins/${name}.ts`);

/** Libraries and parts of Node.js that reach outside, each with its stand-in. */
const libraries: Readonly<Record<string, string>> = {
  "node:fs": standIn("fs"),
  "node:fs/promises": standIn("fs-promises"),
  "node:crypto": standIn("crypto"),
  "node:zlib": standIn("zlib"),
  "node:timers/promises": standIn("timers-promises"),
  "uWebSockets.js": standIn("uws"),
  undici: standIn("undici"),
};

/** Parts of the service that are replaced completely. Each is the last layer above a library that cannot be simulated. */
const parts: Readonly<Record<string, string>> = {
  "src/edge/server/load-uws.ts": standIn("uws"),
  "src/delivery/request/endpoint-pools.ts": standIn("endpoint-pools"),
  "src/store/lmdb/folder/owner.ts": standIn("owner"),
  "src/store/lmdb/rows/row-environment.ts": standIn("row-environment"),
  "src/tasks/worker-pool.ts": standIn("worker-pool"),
  "src/actors/logic/compile-logic.ts": standIn("compile-logic"),
  "src/core/random/ulid.ts": standIn("ulid"),
  "src/core/clock.ts": standIn("clock"),
  "src/edge/web/web-files.ts": standIn("web-files"),
  "src/app/open-store.ts": standIn("open-store"),
};

const partsByPath = new Map(Object.entries(parts).map(([path, by]) => [resolve(path), by]));
const simulation = `${resolve("test/prove/simulation")}/`;

/** All code that is played gets stand-ins, also the store in memory. The simulation itself may use the real library. */
const standIns: Plugin = {
  name: "stand-ins",
  setup({ onResolve }) {
    for (const path of partsByPath.keys())
      if (!existsSync(path)) throw new Error(`Expected the part ${path}, got nothing there`);
    const isPlayed = (importer: string): boolean => !importer.startsWith(simulation);
    onResolve({ filter: /^(node:|uWebSockets|undici$)/ }, ({ path, importer }) => {
      const by = libraries[path];
      return by !== undefined && isPlayed(importer) ? { path: by } : null;
    });
    onResolve({ filter: /^\.\.?\// }, ({ path, importer }) => {
      const by = partsByPath.get(resolve(dirname(importer), path));
      return by !== undefined && (isPlayed(importer) || importer.endsWith("/machine.ts")) ? { path: by } : null;
    });
  },
};

/** Replaces the correct line of each planted bug with a line that contains the bug, controlled by a switch. */
const withPlantedBugs: Plugin = {
  name: "planted-bugs",
  setup({ onLoad }) {
    const byFile = new Map<string, PlantedBug[]>();
    for (const bug of plantedBugs) byFile.set(resolve(bug.file), [...(byFile.get(resolve(bug.file)) ?? []), bug]);
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const bugs = byFile.get(path);
      if (bugs === undefined) return null;
      return { contents: bugs.reduce(plant, readFileSync(path, "utf8")), loader: "ts" };
    });
  },
};

function plant(source: string, { name, file, right, wrong }: PlantedBug): string {
  if (source.split(right).length !== 2) throw new Error(`Expected "${right}" once in ${file}, for "${name}"`);
  return source.replace(right, () => wrong.replaceAll("PLANTED", () => switchOf(name)));
}

/** Compiles the simulation together with the service into this folder. The files end in `.mjs`. */
export async function buildService(entries: readonly string[], outFolder: string): Promise<void> {
  await build({
    entryPoints: [...entries],
    outdir: outFolder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node22",
    format: "esm",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
    plugins: [standIns, withPlantedBugs],
  });
}
