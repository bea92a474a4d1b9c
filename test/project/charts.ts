import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { machineCharts } from "./machine-charts.ts";

const usage = `npm run charts [-- --check]

Draws the chart of every machine into machines/<actor>/<actor>.svg.

  --check   writes nothing; ends with 1 when a file is missing, no longer what is drawn, or of no machine
  --help    this`;

const [flag, ...more] = process.argv.slice(2);
const isCheck = flag === "--check";
if (flag === "--help") {
  console.log(usage);
} else if (more.length > 0 || (flag !== undefined && !isCheck)) {
  console.error(`Expected --check, --help or nothing, got: ${process.argv.slice(2).join(" ")}\n\n${usage}`);
  process.exitCode = 2;
} else {
  process.exitCode = (await draw()) ? 0 : 1;
}

/** Returns whether all charts are correct now. */
async function draw(): Promise<boolean> {
  const charts = machineCharts();
  const changed: string[] = [];
  for (const [place, { path, draw }] of charts.entries()) {
    const drawn = await draw();
    const isSame = drawn === textOf(path);
    console.log(`${place + 1} of ${charts.length}: ${path} ${wordFor(isSame)}`);
    if (isSame) continue;
    changed.push(path);
    if (!isCheck) writeFileSync(path, drawn);
  }
  const paths = new Set(charts.map(({ path }) => path));
  const strange = chartFiles().filter((path) => !paths.has(path));
  for (const path of strange) console.error(`${path} is the chart of no machine: remove it.`);
  const isStale = isCheck && changed.length > 0;
  if (isStale)
    console.error(`Not what is drawn: ${changed.join(", ")}. Run npm run charts, look at them, commit them.`);
  return strange.length === 0 && !isStale;
}

function wordFor(isSame: boolean): string {
  if (isSame) return "is as it was";
  return isCheck ? "is another" : "written";
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function chartFiles(): readonly string[] {
  return readdirSync("machines", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".svg"))
    .map((path) => `machines/${path}`);
}
