import type { ProofPart, ProofRow } from "../../proof-part.ts";
import { fuzzWorlds } from "./fuzz-worlds.ts";

const inputsOf = { short: 100_000, long: 10_000_000 };

export const fuzz: ProofPart = {
  name: "fuzz",
  summary:
    "Requests and frames made from the schemas, and spoilt: each is answered as described, and nothing half done is stored.",
  async run({ size, seed, progress, signal }): Promise<readonly ProofRow[]> {
    const { inputs, worlds, refusedAlone, findings, missing } = await fuzzWorlds({
      inputs: inputsOf[size],
      seed,
      progress,
      signal,
    });
    for (const name of missing) progress(`fuzz: ${name}`);
    return [
      {
        promise: "no input breaks it",
        tried: "requests and frames made from the schemas, and spoilt in one place, to every route and socket",
        count: inputs,
        unit: "inputs",
        lost: findings.length + missing.length,
        replay: `npm run prove -- --only fuzz --seed ${seed}${size === "long" ? " --long" : ""}`,
        remark: `${worlds} services; ${refusedAlone} refusals looked at, and none had stored anything`,
      },
    ];
  },
};
