import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Builds of the service that lack a feature, to measure its cost. */
export type VariantName = "unwatched" | "no-history";

/** One change of a source file: a pattern that must match once, and its replacement. */
interface Change {
  readonly file: string;
  readonly from: RegExp;
  readonly to: string;
}

const variants: Readonly<Record<VariantName, readonly Change[]>> = {
  // Without watching: no step checks for watchers, and no step is kept to be shown.
  unwatched: [
    {
      file: "src/actors/step.ts",
      from: /watching\.watcher\?\.isWatched\(cell\.key, conversation\.key\) === true/,
      to: "false",
    },
    { file: "src/actors/turn.ts", from: /if \(draft\.watched\.length > 0\) show\(draft\.watched, parts\);/, to: "" },
  ],
  // Steps are taken as always, but none is kept.
  "no-history": [
    { file: "src/actors/draft.ts", from: /this\.#steps\.push\(\{ cell, step \}\);/, to: "" },
    { file: "src/actors/draft.ts", from: /const stepsOf = this\.#stepsByCell\(\);/, to: "" },
    {
      file: "src/actors/draft.ts",
      from: /const \{ history \} = cell\.definition;\s*kept\.add\(.*?stepsOf\(cell, index\), history\);/s,
      to: "",
    },
    { file: "src/actors/draft.ts", from: /this\.#writes\.push\(\{\s*table: "history",.*?\n {4}\}\);/s, to: "" },
  ],
};

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Bundles the service beside the built one and uses the same workers and pages. Returns its file. */
export async function buildVariant(name: VariantName): Promise<string> {
  const outfile = join(root, "dist", `bench-${name}.js`);
  const changes = variants[name];
  await build({
    entryPoints: [join(root, "src/main.ts")],
    outfile,
    ...bundled,
    plugins: [
      {
        name,
        setup(bundle) {
          for (const file of new Set(changes.map((change) => change.file))) {
            bundle.onLoad({ filter: new RegExp(`[\\\\/]${basename(file)}$`) }, ({ path }) =>
              path === join(root, file) ? { contents: changed(file, changes), loader: "ts" } : undefined,
            );
          }
        },
      },
    ],
  });
  return outfile;
}

/** Bundles as `npm run build` does. */
const bundled = {
  bundle: true,
  platform: "node",
  target: "node22",
  format: "esm",
  packages: "external",
  sourcemap: true,
  logLevel: "warning",
} as const;

function changed(file: string, changes: readonly Change[]): string {
  let source = readFileSync(join(root, file), "utf8");
  for (const { from, to } of changes.filter((change) => change.file === file)) {
    const places = source.match(new RegExp(from, `${from.flags}g`))?.length ?? 0;
    if (places !== 1) throw new Error(`Expected ${from} once in ${file}, found it ${places} times`);
    source = source.replace(from, to);
  }
  return source;
}
