import { nowMs } from "../../system/harness/time.ts";
import type { BotWorld } from "../../system/harness/worlds/bot-world.ts";
import type { Outage } from "../../system/harness/worlds/delivery-world.ts";
import { withEndings } from "../endings.ts";
import type { Round } from "../laws.ts";
import { judge, toRows } from "../laws.ts";
import { FaultyMachine } from "../disk/machine/faulty-machine.ts";
import type { ProofPart, ProofRow, ProofRun } from "../proof-part.ts";
import type { TimedHistory } from "./timed-laws.ts";
import { timedLaws } from "./timed-laws.ts";
import { disturb } from "./timed-run.ts";

const hourMs = 3_600_000;

interface Step {
  readonly tried: string;
  readonly offsetMs: number;
  /** Whether the process is killed, and the clock is set before the next process starts. */
  readonly whileDown: boolean;
}

/** Setting the clock back while the service is down is not tested, because stored deadlines would then wait longer by this time. */
const steps: readonly Step[] = [
  { tried: "the clock set forward by an hour", offsetMs: hourMs, whileDown: false },
  { tried: "the clock set back by an hour", offsetMs: -hourMs, whileDown: false },
  { tried: "killed, and the clock set forward by an hour before the next start", offsetMs: hourMs, whileDown: true },
];
const roundsOf = { short: 1, long: 10 };

async function step(signal: AbortSignal, { offsetMs, whileDown }: Step): Promise<TimedHistory> {
  return withEndings(signal, async (t) => {
    let machine: FaultyMachine | null = null;
    const setClock = async ({ installation, desk }: BotWorld): Promise<Outage | null> => {
      if (!whileDown) {
        machine?.setClock(offsetMs);
        return null;
      }
      const killedAtMs = nowMs();
      await installation.kill();
      machine?.setClock(offsetMs);
      const { readyAtMs } = await installation.start();
      return { killedAtMs, readyAtMs: readyAtMs ?? nowMs(), deskReadyAtMs: await desk.untilReady() };
    };
    const history = await disturb(t, setClock, async (installation) => {
      machine = await FaultyMachine.create(t, installation.dataDir);
      installation.always = { environment: machine.environment() };
    });
    return { ...history, isAhead: offsetMs > 0 };
  });
}

/** Sets the machine's clock while the service uses it. */
export const clockPart: ProofPart = {
  name: "clock",
  summary: "the machine's clock set forward and back by an hour under the service, and forward while it is down",
  async run({ size, seed, progress, signal }: ProofRun): Promise<readonly ProofRow[]> {
    const replay = `npm run prove -- --only clock ${size === "long" ? "--long " : ""}--seed ${seed}`;
    const rows: ProofRow[] = [];
    for (const one of steps) {
      progress(one.tried);
      const rounds: Round[] = [];
      for (let number = 0; number < roundsOf[size]; number += 1)
        rounds.push({ count: 1, verdicts: judge(timedLaws, await step(signal, one), progress), replay });
      rows.push(...toRows(rounds, { tried: one.tried, unit: "steps", replay }));
    }
    return rows;
  },
};
