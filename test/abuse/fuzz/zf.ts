import { Random } from "../../simulation/walk/random.ts";
import { openWorld } from "../world/open-world.ts";
import { Reached } from "./findings.ts";
import { FrameFuzzer, frameNames } from "./fuzz-frames.ts";

{
  const reached = new Reached();
  const w = await openWorld();
  const seed = Number(process.env["SEED"] ?? 1);
  const f = new FrameFuzzer(w, { random: new Random(seed), reached, seed });
  const c = process.cpuUsage();
  const t0 = Date.now();
  await f.run(Number(process.env["N"] ?? 5000)).catch((e) => console.log(e));
  const u = process.cpuUsage(c);
  console.log("sent", f.sent, Date.now() - t0, "cpu", (u.user + u.system) / 1000);
  console.log(reached.missing(frameNames));
  const kinds = new Map<string, any[]>();
  for (const x of f.findings) {
    const k = x.what.replace(/\d+/g, "#").slice(0, 70);
    kinds.set(k, [...(kinds.get(k) ?? []), x]);
  }
  for (const [, v] of [...kinds].sort((a, b) => b[1].length - a[1].length).slice(0, 60))
    console.log(v.length, JSON.stringify(v[0].input).slice(0, 300), "|", v[0].what.slice(0, 700));
  f.close();
  await w.close();
}
