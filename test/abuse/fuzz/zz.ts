import { Random } from "../../simulation/walk/random.ts";
import { openWorld } from "../world/open-world.ts";
import { Reached } from "./findings.ts";
import { HttpFuzzer } from "./fuzz-http.ts";

{
  const reached = new Reached();
  const w = await openWorld();
  const seed = Number(process.env.SEED ?? 1);
  const f = new HttpFuzzer(w, { random: new Random(seed), reached, seed });
  const c = process.cpuUsage();
  const t0 = Date.now();
  await f.sweep();
  console.log("sweep", f.sent, Date.now() - t0);
  await f.run(Number(process.env["N"] ?? 5000));
  const u = process.cpuUsage(c);
  console.log("sent", f.sent, "alone", f.refusedAlone, Date.now() - t0, "cpu", (u.user + u.system) / 1000);
  {
    const fs = await import("node:fs");
    console.log(
      fs
        .readdirSync("/proc/self/task")
        .map((x) => {
          const p = fs.readFileSync(`/proc/self/task/${x}/stat`, "utf8");
          const m = p.slice(p.lastIndexOf(")") + 2).split(" ");
          return p.slice(p.indexOf("("), p.lastIndexOf(")")) + " u" + m[11] + " s" + m[12];
        })
        .join("; "),
    );
  }
  console.log(reached.missing(f.operations.map((o) => o.name)));
  const kinds = new Map<string, any[]>();
  for (const x of f.findings) {
    const k = x.what.replace(/\d+/g, "#").slice(0, 70) + (x.what.startsWith("status") ? x.input.operation : "");
    kinds.set(k, [...(kinds.get(k) ?? []), x]);
  }
  for (const [k, v] of [...kinds].sort((a, b) => b[1].length - a[1].length).slice(0, 60))
    console.log(
      v.length,
      v[0].input.operation,
      "|",
      v[0].input.part,
      v[0].input.how.slice(0, 50),
      v[0].input.path.join("."),
      "|",
      v[0].what.slice(0, 330),
      "|",
      JSON.stringify(v[0].input.request).slice(0, 260),
    );
  f.close();
  await w.close();
}
