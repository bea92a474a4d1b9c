import { setTimeout as pause } from "node:timers/promises";
import { nowMs } from "../../system/harness/time.ts";
import { withEndings } from "../endings.ts";
import type { Round } from "../laws.ts";
import { judge, toRows } from "../laws.ts";
import type { ProofPart, ProofRow, ProofRun } from "../proof-part.ts";
import { timedLaws } from "./timed-laws.ts";
import { disturb } from "./timed-run.ts";

const frozenMs = 15_000;
const roundsOf = { short: 1, long: 20 };

/** Freezes the process while timers run, and continues it. */
export const frozenPart: ProofPart = {
  name: "frozen",
  summary: "SIGSTOP for 15 s amid attempts, a bot that owes an answer and an offer to agents",
  async run({ size, seed, progress, signal }: ProofRun): Promise<readonly ProofRow[]> {
    const replay = `npm run prove -- --only frozen ${size === "long" ? "--long " : ""}--seed ${seed}`;
    const rounds: Round[] = [];
    for (let number = 1; number <= roundsOf[size]; number += 1) {
      const history = await withEndings(signal, (t) =>
        disturb(t, async ({ installation }) => {
          const killedAtMs = nowMs();
          process.kill(installation.life.pid, "SIGSTOP");
          await pause(frozenMs);
          process.kill(installation.life.pid, "SIGCONT");
          return { killedAtMs, readyAtMs: nowMs(), deskReadyAtMs: nowMs() };
        }),
      );
      rounds.push({ count: 1, verdicts: judge(timedLaws, history, progress), replay });
      progress(`frozen ${number} of ${roundsOf[size]} times`);
    }
    return toRows(rounds, { tried: "the process stood still for 15 s", unit: "freezes", replay });
  },
};
