import type { Judging } from "../promises/monitor.ts";
import { Monitor } from "../promises/monitor.ts";
import type { Trace } from "../walk/trace.ts";
import type { Walk } from "../walk/walk.types.ts";
import { Agenda } from "./agenda.ts";
import { Outside } from "./outside.ts";
import type { Machines } from "./world.ts";
import { t0, World } from "./world.ts";

export interface Played {
  readonly steps: number;
  /** The broken promise, or `null` when every promise was kept. */
  readonly failure: Error | null;
}

export interface PlayParts extends Judging {
  readonly machines?: Machines;
  readonly trace?: Trace;
}

/** No walk needs this many turns. A walk that does not end is a failure. */
const turnsMax = 5_000;

/** Plays the walk until nothing is due any more. The same walk and machines give the same result. */
export function playWalk(walk: Walk, { machines, trace, ...judging }: PlayParts = {}): Played {
  const world = new World(machines);
  const monitor = new Monitor(world, judging);
  const agenda = new Agenda();
  const outside = new Outside({ walk, world, monitor, agenda, trace });
  world.onStep = (stepped) => {
    trace?.stepped(stepped);
    monitor.stepped(stepped);
  };
  world.onRelease = (effect, actor) => outside.attempt(effect, actor);
  trace?.follow(world);
  try {
    runAll({ walk, world, monitor, agenda, outside, trace });
    return { steps: monitor.steps, failure: null };
  } catch (error) {
    return { steps: monitor.steps, failure: error instanceof Error ? error : new Error(String(error)) };
  }
}

interface Stage {
  readonly walk: Walk;
  readonly world: World;
  readonly monitor: Monitor;
  readonly agenda: Agenda;
  readonly outside: Outside;
  readonly trace: Trace | undefined;
}

function runAll(stage: Stage): void {
  const { walk, agenda, outside, monitor } = stage;
  let atMs = t0;
  for (const { afterMs, what } of walk.happenings) {
    atMs += afterMs;
    agenda.plan(atMs, false, () => outside.happen(what));
  }
  for (let turns = 0; runNext(stage); turns += 1) {
    if (turns > turnsMax) throw new Error(`The walk is not over after ${turnsMax} turns`);
  }
  monitor.atRest();
}

/** Returns false when nothing is due any more. */
function runNext(stage: Stage): boolean {
  const { walk, world, agenda, monitor } = stage;
  const dueAtMs = (world.heap.earliestMs ?? Number.POSITIVE_INFINITY) + walk.latenessMs;
  const nextMs = Math.min(agenda.earliestMs, dueAtMs);
  if (nextMs === Number.POSITIVE_INFINITY) return false;
  world.nowMs = Math.max(world.nowMs, nextMs);
  if (dueAtMs <= agenda.earliestMs) fireDue(stage);
  else agenda.runNext();
  while (world.dead !== null) revive(stage);
  monitor.settled();
  return true;
}

function fireDue({ walk, world }: Stage): void {
  const row = world.heap.popDue(world.nowMs - walk.latenessMs);
  if (row === undefined) return;
  fireUntilDone(world, row.actor, row, false);
}

/** Fires a deadline, and fires it again if its event was undone. Source: `fireDeadline` in src/domain/runtime.ts. */
function fireUntilDone(...[world, ...deadline]: [World, ...Parameters<World["fire"]>]): void {
  while (world.dead === null && world.fire(...deadline) === "undone");
}

/** Restarts the service. Deadlines that fire at a restart come first, then work that the last process did not finish. */
function revive({ world, monitor, agenda, outside, trace }: Stage): void {
  const dead = world.dead;
  if (dead === null) return;
  const atRestart = world.restart(dead.downMs);
  trace?.note(`the process has died ${dead.at} and is up again after ${dead.downMs} ms`);
  monitor.restarted();
  agenda.dropLost(world.nowMs);
  for (const { actor, deadline } of atRestart) {
    fireUntilDone(world, actor, deadline, true);
  }
  outside.moveChats();
}
