import { setImmediate as nextTurn } from "node:timers/promises";
import type { ActorKey, ChatId } from "../../machines/ids.ts";
import { chatAddress } from "../../machines/tells.ts";
import type { KeptCommit } from "../actors/history/history.ts";
import { readCommits } from "../actors/history/history.ts";
import { readActorRow } from "../actors/stored-actor.ts";
import type { InspectedActorDetails, InspectedChat, InspectedStep } from "../codec/inspect/inspected.types.ts";
import { findChatActors } from "../domain/chat/queries/listed-chats.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { ActorFacts, FactParts } from "./actor-facts.ts";
import { readFacts, toDetails, toKeptStep } from "./actor-facts.ts";
import type { KnownCharts } from "./known-charts.ts";

/** The maximal number of actors of one chat. Beyond it, the newest are returned. */
const actorsMax = 500;
/** The maximal number of steps of one chat. Beyond it, further actors have no steps. */
const stepsMax = 5_000;
/** Actors that are read together. After them, other work gets its turn. */
const actorsAtOnce = 4;

/** Reads a chat with all its actors and their steps. Returns `null` for an unknown chat. */
export async function readInspectedChat(
  chatId: ChatId,
  store: Store,
  facts: FactParts,
  charts: KnownCharts,
  clock: Clock,
): Promise<InspectedChat | null> {
  if ((await readActorRow(facts.store, chatAddress(chatId))) === undefined) return null;
  const found = await findChatActors(store, chatId, actorsMax);
  const actors: InspectedActorDetails[] = [];
  const byActor: (readonly CommittedStep[])[] = [];
  let count = 0;
  for (let from = 0; from < found.actors.length; from += actorsAtOnce) {
    if (from > 0) await nextTurn();
    const some = found.actors.slice(from, from + actorsAtOnce);
    for (const one of await Promise.all(some.map((actor) => readWithCommits(actor, facts, count < stepsMax)))) {
      if (one === null) continue;
      actors.push(toDetails(one.actor, facts.secrets, charts));
      // The chat and its bot conversation come first, then the newest actors.
      if (count < stepsMax) byActor.push(stepsOf(one.commits, facts));
      count += byActor.at(-1)?.length ?? 0;
    }
  }
  const steps = orderSteps(byActor);
  const isCut = found.isCut || count >= stepsMax;
  return { chatId, exportedAtMs: clock.nowMs(), actors, steps, ...(isCut && { isCut: true }) };
}

interface WithCommits {
  readonly actor: ActorFacts;
  readonly commits: readonly KeptCommit[];
}

/** Reads the actor with its commits, or without them when there is no room. */
async function readWithCommits(key: ActorKey, facts: FactParts, hasRoom: boolean): Promise<WithCommits | null> {
  const actor = await readFacts(key, facts);
  if (actor === undefined) return null;
  const { historyAt } = actor;
  return { actor, commits: hasRoom ? await readCommits(facts.store, { actor: key, historyAt }) : [] };
}

const stepsOf = (commits: readonly KeptCommit[], { secrets }: FactParts): readonly CommittedStep[] =>
  commits.flatMap(({ number, steps }) => steps.map((step) => ({ commit: number, step: toKeptStep(step, secrets) })));

/** A step with the number of its commit. */
interface CommittedStep {
  readonly commit: number;
  readonly step: InspectedStep;
}

/** Sorts the steps of several actors: by commit, and within a commit the receiver of a tell after its sender. */
export function orderSteps(byActor: Iterable<readonly CommittedStep[]>): readonly InspectedStep[] {
  /** The steps of each commit by actor. */
  const commits = new Map<number, Map<string, InspectedStep[]>>();
  for (const steps of byActor) {
    for (const { commit, step } of steps) {
      const actors = commits.get(commit) ?? new Map<string, InspectedStep[]>();
      commits.set(commit, actors);
      const known = actors.get(step.actor);
      if (known === undefined) actors.set(step.actor, [step]);
      else known.push(step);
    }
  }
  return [...commits].sort(([one], [other]) => one - other).flatMap(([, actors]) => orderCommit(actors));
}

/** A tell whose receiver's step has not been placed yet. */
interface Expected {
  readonly from: string;
  readonly to: string;
  readonly event: string;
  readonly cause: string;
}

/**
 * Follows the tells in the order in which they were sent. The steps of an actor stay in their order, even when some between them
 * are missing.
 */
function orderCommit(left: Map<string, InspectedStep[]>): readonly InspectedStep[] {
  const ordered: InspectedStep[] = [];
  const expected: Expected[] = [];
  const take = (actor: string): void => {
    const step = left.get(actor)?.shift();
    if (step === undefined) return;
    if (left.get(actor)?.length === 0) left.delete(actor);
    ordered.push(step);
    expected.push(...tellsOf(step));
  };
  while (left.size > 0) {
    const next = expected.shift();
    if (next === undefined) take(firstToTake(left));
    else if (isNext(left.get(next.to)?.[0], next)) take(next.to);
  }
  return ordered;
}

const isNext = (step: InspectedStep | undefined, { from, event, cause }: Expected): boolean =>
  step !== undefined && step.from === from && step.event.type === event && step.cause === cause;

/** A report is a tell to the chat's webhooks, and can create them. */
function tellsOf({ actor, cause, effects }: InspectedStep): readonly Expected[] {
  return effects.flatMap((effect): readonly Expected[] => {
    const { type, to, event } = effect;
    if (type === "effect.report.make") return [{ from: actor, to: webhooksOf(actor), event: "report.made", cause }];
    if (type !== "effect.actor.tell" || typeof to !== "string" || typeof event !== "string") return [];
    return [{ from: actor, to, event, cause }];
  });
}

const webhooksOf = (actor: string): string => `webhooks/${actor.slice(actor.indexOf("/") + 1)}`;

/** Returns an actor without a pending sender, or the first of all when each waits for another. */
function firstToTake(left: ReadonlyMap<string, readonly InspectedStep[]>): string {
  for (const [actor, [step]] of left) {
    const from = step?.from ?? null;
    if (from === null || from === actor || !left.has(from)) return actor;
  }
  return left.keys().next().value ?? "";
}
