import { withEndings } from "../endings.ts";
import type { Round } from "../laws.ts";
import { judge, toRows } from "../laws.ts";
import type { ProofPart, ProofRow, ProofRun } from "../proof-part.ts";
import { collect } from "./collect.ts";
import { mixedLaws } from "./mixed-laws.ts";
import { killUnderLoad } from "./mixed-run.ts";

/** Each round has a separate service and a separate seed. */
const sizes = { short: { rounds: 1, killsPerRound: 20 }, long: { rounds: 20, killsPerRound: 50 } };

/** Kills the process again and again while all surfaces are used at once. */
export const killsPart: ProofPart = {
  name: "kills",
  summary: "SIGKILL at random moments under customers, bots, visitors, files, calls, webhooks and agents at once",
  async run({ size, seed: firstSeed, progress, signal }: ProofRun): Promise<readonly ProofRow[]> {
    const { rounds: count, killsPerRound } = sizes[size];
    const rounds: Round[] = [];
    for (let number = 0; number < count; number += 1) {
      const seed = firstSeed + number;
      progress(`round ${number + 1} of ${count}, seed ${seed}`);
      const history = await withEndings(signal, async (t) =>
        collect(await killUnderLoad(t, { kills: killsPerRound, seed, progress })),
      );
      const replay = `npm run prove -- --only kills --seed ${seed}`;
      rounds.push({ count: history.kills, verdicts: judge(mixedLaws, history, progress), replay });
    }
    const flags = size === "long" ? "--long " : "";
    const replay = `npm run prove -- --only kills ${flags}--seed ${firstSeed}`;
    return toRows(rounds, { tried: "killed under a mixed load of all surfaces", unit: "kills", replay });
  },
};
