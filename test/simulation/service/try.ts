import { createHash } from "node:crypto";
import { makePlan } from "./plan/make-plan.ts";
import { runPlan } from "./run-plan.ts";

const [from = 1, count = 1, mode = ""] = process.argv.slice(2).map((x, i) => i < 2 ? Number(x) : x) as [number, number, string];
const t0 = process.cpuUsage();
for (let seed = from; seed < from + count; seed += 1) {
  const { faults, lines } = await runPlan(makePlan(seed));
  if (mode === "log") console.log(lines.join("\n"));
  if (mode === "hash") console.log(seed, lines.length, createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 12));
  if (faults.length > 0) console.log(seed, faults.slice(0, 4));
}
const used = process.cpuUsage(t0);
console.log(((used.user + used.system) / 1000 / count).toFixed(1), "ms each");
