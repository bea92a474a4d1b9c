import { openLmdbStore } from "../../../src/store/lmdb/open-lmdb-store.ts";
import { dataFolderOf } from "../../load/service/service.ts";
import type { Contestant, Scenario, Verdict } from "../scenario.types.ts";
import { contestantsOf, dayColumns, joinTimes } from "./day-figures.ts";
import { profileDay, runDay } from "./day-run.ts";
import { judgeDay } from "./judge-day.ts";
import { readDay } from "./verify/stored-day.ts";

/** The limit that a single load has. */
const messageP99MsWanted = 10;
const turnP99MsWanted = 30;

/** A working day on one service: all people at once, each at their own pace. After a kill in the evening everything is looked for. */
export const mixedDay: Scenario = async (context) => {
  const { daySeconds, chats } = context.options;
  const day = await runDay(context);
  const errors: string[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, text: string) => void errors.push(text),
  };
  const store = await openLmdbStore({ dir: dataFolderOf(day.folder), log });
  const stored = await readDay(store);
  await store.close();
  const checks = judgeDay(day, stored, errors);
  for (const { name, detail, mistakes } of checks)
    context.progress(`mixed-day  ${name}: ${mistakes.length === 0 ? detail : mistakes.join("; ")}`);
  const times = joinTimes(day);
  const contestants = contestantsOf(times, day.costs, day.boundsMs);
  return {
    title: `mixed-day: a working day in ${daySeconds} s, ${chats} chats: customers, bot, agents, pages and owner at once`,
    columns: dayColumns,
    contestants,
    verdicts: verdictsOf(contestants, day.restMs),
    checks,
    profile: context.options.profile ? [await profileDay(context)] : [],
  };
};

/** Judges the day as a whole, which is the last row. */
function verdictsOf(contestants: readonly Contestant[], restMs: number): readonly Verdict[] {
  const p99MsOf = (kind: string): number =>
    contestants.findLast((each) => each.name.trim() === kind)?.rounds[0]?.["p99Ms"] ?? Number.NaN;
  const p99 = (name: string, kind: string, wanted: number): Verdict => {
    const p99Ms = p99MsOf(kind);
    return { name, target: `<= ${wanted} ms`, measured: `${p99Ms.toFixed(1)} ms`, isMet: p99Ms <= wanted };
  };
  return [
    p99("customer messages over the day: p99", "message", messageP99MsWanted),
    p99("bot turns over the day: p99", "turn", turnP99MsWanted),
    {
      name: "of it the load's own, begun late: p99",
      target: "none",
      measured: `${p99MsOf("begun late").toFixed(1)} ms`,
      isMet: null,
    },
    {
      name: "after the kill: from ready again until nothing is on its way",
      target: "none",
      measured: `${(restMs / 1000).toFixed(1)} s`,
      isMet: null,
    },
  ];
}
