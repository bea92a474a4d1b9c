import { fuzzWorlds } from "./fuzz-worlds.ts";
const c = process.cpuUsage(); const t0 = Date.now();
const r = await fuzzWorlds({ inputs: Number(process.env["N"]), seed: Number(process.env["SEED"] ?? 1), progress: (l) => console.log(l, (process.cpuUsage(c).user + process.cpuUsage(c).system) / 1e6, Math.round(process.memoryUsage().rss/1e6)), signal: new AbortController().signal });
console.log(Date.now() - t0, r.inputs, r.worlds, r.refusedAlone, r.findings.length, r.missing);
