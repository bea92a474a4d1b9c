import { readFileSync, rmSync } from "node:fs";
import type { Command, Listing, Part, Scope } from "./check-parts.ts";
import { checkParts, withAllImporters, withAllImports, withImportersOfRemoved } from "./check-parts.ts";

const usage = `npm run check [-- --all]

Checks what changed since it last passed: format, lint, types, dead code, architecture rules, charts, slow patterns, how easily
each page is read, and generated code. Each part tells what it looked at.

  --all     checks everything, as if for the first time; so does CI in the environment
  --help    this`;

const cache = "node_modules/.cache/parley-check";

const bin = (name: string): string => `node_modules/.bin/${name}`;

/** Each part starts from nothing when one of these changes: it can judge by the packages that are installed. */
const shared = [
  ".gitignore",
  "package.json",
  "package-lock.json",
  "node_modules/.package-lock.json",
  "test/project/check.ts",
  "test/project/check-parts.ts",
];

const filesOf =
  (pattern: RegExp) =>
  ({ digests }: Listing): readonly string[] =>
    [...digests.keys()].filter((path) => pattern.test(path));

const code = filesOf(/\.([cm]?[jt]sx?|jsonc?|css|html)$/);
const codeFolders = ["machines", "src", "workers", "bench", "test"];
const isScript = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

const chartsScript = "test/project/charts.ts";
const patternsScript = "test/project/patterns.ts";
const readabilityScript = "test/project/readability.ts";

/** The committed code of the records must equal the code that is generated from their description. */
const compareGenerated = `
  made=$(mktemp -d) && trap 'rm -r "$made"' EXIT
  sh src/codec/proto/generate.sh "$made" && diff -r "$made" src/codec/proto/generated
`;

/** No command without a file: a program without files looks at all or complains. */
const onFiles = (command: Command, files: readonly string[]): readonly Command[] =>
  files.length === 0 ? [] : [[...command, ...files]];

const biomeAlone = ".biome-alone.json";

/** The rules that judge a file also by what it imports. For these biome reads the whole project before it judges one file. */
function rulesAcrossFiles(): readonly string[] {
  const { linter } = JSON.parse(readFileSync(biomeAlone, "utf8")) as {
    readonly linter: { readonly rules: Readonly<Record<string, Readonly<Record<string, "off">>>> };
  };
  return Object.entries(linter.rules).flatMap(([group, rules]) => Object.keys(rules).map((rule) => `${group}/${rule}`));
}

function biomeCommands(scope: Scope | "all"): readonly Command[] {
  const flags = ["--colors=off", "--max-diagnostics=100", "--no-errors-on-unmatched"];
  if (scope === "all") return [[bin("biome"), "check", ...flags, "."]];
  const only = rulesAcrossFiles().map((rule) => `--only=${rule}`);
  return [
    ...onFiles([bin("biome"), "check", ...flags, `--config-path=${biomeAlone}`], scope.changed),
    ...onFiles([bin("biome"), "lint", ...flags, ...only], scope.reached.filter(isScript)),
  ];
}

/** The slowest are first. */
const parts: readonly Part[] = [
  {
    name: "types",
    inputs: code,
    settings: [...shared, "tsconfig.json"],
    // More checkers at once take half as much processor time again, because each checks the shared types.
    commands: (_, cache) => [
      [bin("tsc"), "-p", ".", "--checkers", "1", "--incremental", "--tsBuildInfoFile", `${cache}/tsc.tsbuildinfo`],
    ],
  },
  {
    name: "format and lint",
    inputs: filesOf(/./),
    settings: [...shared, ".biome.json", biomeAlone],
    reach: withAllImporters,
    commands: biomeCommands,
  },
  {
    name: "architecture",
    inputs: code,
    settings: [...shared, ".dependency-cruiser.cjs", "tsconfig.json"],
    // A rule concerns a file and its imports. A new cycle contains a changed file, and imports are followed.
    reach: withImportersOfRemoved,
    commands: (scope) =>
      onFiles(
        [bin("depcruise"), "--config", ".dependency-cruiser.cjs"],
        scope === "all" ? codeFolders : scope.reached.filter(isScript),
      ),
  },
  {
    name: "dead code",
    inputs: code,
    settings: [...shared, ".knip.json", "tsconfig.json"],
    commands: (_, cache) => [[bin("knip"), "--no-progress", "--cache", "--cache-location", `${cache}/knip`]],
  },
  {
    name: "generated code",
    inputs: filesOf(/^src\/codec\/proto\/|^machines\/.*\.proto$/),
    settings: shared,
    commands: () => [["sh", "-c", compareGenerated]],
  },
  {
    name: "charts",
    inputs: (listing) => {
      const drawing = withAllImports([chartsScript], listing);
      return [...listing.digests.keys()].filter((path) => drawing.has(path) || /^machines\/.*\.svg$/.test(path));
    },
    settings: shared,
    commands: () => [[process.execPath, chartsScript, "--check"]],
  },
  {
    name: "patterns",
    inputs: filesOf(/^(src|machines|workers)\/.*\.tsx?$/),
    settings: [...shared, patternsScript, "test/project/slow-patterns.ts"],
    reach: (changed) => changed,
    commands: (scope) =>
      scope === "all"
        ? [[process.execPath, patternsScript]]
        : onFiles([process.execPath, patternsScript], scope.changed),
  },
  {
    name: "readability",
    inputs: filesOf(/^(README|CONTRIBUTING|CHANGELOG|SECURITY|src\/docs\/((protocol|decisions)\/)?[^/]+)\.md$/),
    settings: [...shared, readabilityScript, "test/project/prose.ts"],
    reach: (changed) => changed,
    commands: (scope) =>
      scope === "all"
        ? [[process.execPath, readabilityScript]]
        : onFiles([process.execPath, readabilityScript], scope.changed),
    isShown: true,
  },
];

const [flag, ...more] = process.argv.slice(2);
if (flag === "--help") {
  console.log(usage);
} else if (more.length > 0 || (flag !== undefined && flag !== "--all")) {
  console.error(`Expected --all, --help or nothing, got: ${process.argv.slice(2).join(" ")}`);
  process.exitCode = 2;
} else {
  const isAll = flag === "--all" || (process.env["CI"] ?? "") !== "";
  process.exitCode = (await check(isAll)) ? 0 : 1;
}

/** Returns whether all is clean. */
async function check(isAll: boolean): Promise<boolean> {
  const startedAtMs = Date.now();
  if (isAll) rmSync(cache, { recursive: true, force: true });
  const failed = await checkParts(parts, { folder: ".", cache, print: console.log });
  const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1);
  console.log(
    failed.length === 0 ? `check: clean, ${seconds} s` : `check: wrong in ${failed.join(", ")}, ${seconds} s`,
  );
  return failed.length === 0;
}
