import { createHash } from "node:crypto";
import { makePlan } from "./plan/make-plan.ts";
import { plantedBugs } from "./planted/planted-bugs.ts";
import { switchOn } from "./planted/switch.ts";
import { runPlan } from "./run-plan.ts";

const [mode = "", from = "1", count = "1", which = ""] = process.argv.slice(2);
const first = Number(from), n = Number(count);
const t0 = process.cpuUsage();
if (mode === "bugs") {
  for (const { name } of plantedBugs.filter((b, i) => (which === "" ? true : which === "even" ? i % 2 === 0 : which === "odd" ? i % 2 === 1 : b.name.includes(which)))) {
    switchOn(name);
    let found = "NOT FOUND";
    for (let seed = first; seed < first + n; seed += 1) {
      const { faults } = await runPlan(makePlan(seed)).catch((e) => ({ faults: ["THROWN " + String(e.stack).slice(0, 300)] }));
      if (faults.length > 0) { found = `${seed - first + 1}: ${faults[0]?.slice(0, 200)}`; break; }
    }
    console.log(`${name} -> ${found}`);
  }
} else
for (let seed = first; seed < first + n; seed += 1) {
  if (which) switchOn(which);
  const { faults, lines } = await runPlan(makePlan(seed));
  if (mode === "log") console.log(lines.join("\n"));
  if (mode === "hash") console.log(seed, lines.length, createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 12));
  if (faults.length > 0) console.log(seed, faults.slice(0, 4));
}
const used = process.cpuUsage(t0);
console.log(((used.user + used.system) / 1000 / n).toFixed(1), "ms each");
