import { openSession } from "../../../test/harness/open-session.ts";
import type { AgentsReport, DayOrder, DeskReport } from "../../load/day/day-orders.ts";
import { Doings } from "../../load/day/schedule.ts";
import { agentAt } from "../../load/service/service.ts";
import { listen } from "../listen.ts";
import { DayLog } from "./day-log.ts";
import { Desk } from "./desk.ts";
import { createDayApp } from "./serve-day.ts";

/** The day's agents, each with their own desk. The first is an administrator, the other agents see their assigned channels. */
const patienceMs = 6_000;
const log = new DayLog();
const doings = new Doings();
let desks: readonly Desk[] = [];

async function makeReady({ url, seed, paces, people }: DayOrder): Promise<object> {
  const count = people["desks"] ?? 1;
  const tokens = await Promise.all(Array.from({ length: count }, (_, at) => openSession(url, agentAt(at))));
  desks = tokens.map((token, number) => new Desk({ number, desks: count, token, log }));
  for (const desk of desks) await desk.open(url);
  // The desks take turns: each step goes to the next desk.
  const byTurns = (act: (desk: Desk, dueAtMs: number) => Promise<void>): ((dueAtMs: number) => void) => {
    let turn = 0;
    return (dueAtMs) => {
      const desk = desks[turn % desks.length];
      turn += 1;
      if (desk !== undefined) void act(desk, dueAtMs);
    };
  };
  const acts = {
    accept: byTurns((desk, dueAtMs) => desk.accept(dueAtMs)),
    reply: byTurns((desk, dueAtMs) => desk.reply(dueAtMs)),
    close: byTurns((desk, dueAtMs) => desk.close(dueAtMs)),
  };
  doings.plan(acts, paces, seed);
  return {};
}

async function end(): Promise<AgentsReport> {
  doings.stop();
  await log.whenQuiet(patienceMs);
  return {
    ...log.report(),
    accepted: desks.flatMap(({ accepted }) => accepted),
    closed: desks.flatMap(({ closed }) => closed),
    replies: desks.flatMap(({ replies }) => replies),
  };
}

/** All desks connect again with their last cursor, except the last desk, which reloads its page. */
async function goOn({ url }: { readonly url: string }): Promise<object> {
  const last = desks.at(-1);
  for (const desk of desks) await (desk === last ? desk.reload(url) : desk.open(url));
  return {};
}

const known = async (): Promise<readonly DeskReport[]> => desks.map((desk) => desk.report());

listen("day-agents", createDayApp({ log, doings, makeReady, end, goOn, known }));
