import { spawn } from "node:child_process";

interface Check {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** Its output is also shown when nothing is wrong. */
  readonly isShown?: true;
}

const bin = (name: string): string => `node_modules/.bin/${name}`;

/** The committed code of the records must equal the code that is generated from their description. */
const compareGenerated = `
  made=$(mktemp -d) && trap 'rm -r "$made"' EXIT
  sh src/codec/proto/generate.sh "$made" && diff -r "$made" src/codec/proto/generated
`;

const checks: readonly Check[] = [
  { name: "format and lint", command: [bin("biome"), "check", "--colors=off", "--max-diagnostics=100", "."] },
  { name: "types", command: [bin("tsc"), "-p", "."] },
  { name: "dead code", command: [bin("knip"), "--no-progress"] },
  {
    name: "architecture",
    command: [bin("depcruise"), "--config", ".dependency-cruiser.cjs", "machines", "src", "workers", "bench", "test"],
  },
  { name: "charts", command: [process.execPath, "test/project/charts.ts", "--check"] },
  {
    name: "readability",
    command: [process.execPath, "test/project/readability.ts"],
    isShown: true,
  },
  { name: "generated code", command: ["sh", "-c", compareGenerated] },
];

async function run({ name, command: [program, ...args], isShown }: Check): Promise<boolean> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject).once("close", (status) => resolve(status ?? 1));
  });
  if (code !== 0 || isShown === true) console.log(`${name}:\n${Buffer.concat(output).toString("utf8").trim()}\n`);
  return code === 0;
}

const startedAtMs = Date.now();
const outcomes = await Promise.all(checks.map(run));
const failed = checks.filter((_, index) => outcomes[index] === false).map((check) => check.name);
const seconds = ((Date.now() - startedAtMs) / 1000).toFixed(1);
console.log(failed.length === 0 ? `check: clean, ${seconds} s` : `check: wrong in ${failed.join(", ")}, ${seconds} s`);
process.exitCode = failed.length === 0 ? 0 : 1;
