import { setImmediate as nextTurn } from "node:timers/promises";
import { chatAddress } from "../../machines/addresses.ts";
import type { ActorKey, ChatId } from "../../machines/ids.ts";
import { readActorRow } from "../actors/actor-rows.ts";
import type { KeptCommit } from "../actors/history/history.ts";
import { readCommits } from "../actors/history/history.ts";
import type { InspectedActorDetails, InspectedChat } from "../codec/inspect/inspected.types.ts";
import { findChatActors } from "../domain/chat/queries/chat-actors.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { ActorFacts, FactParts } from "./actor-facts.ts";
import { readFacts } from "./actor-facts.ts";
import type { DetailParts } from "./details.ts";
import { toDetails } from "./details.ts";
import type { CommittedStep } from "./order-steps.ts";
import { orderSteps } from "./order-steps.ts";
import { toKeptStep } from "./shown-step.ts";

/** The maximal number of actors of one chat. Beyond it, the newest are returned. */
const actorsMax = 500;
/** The maximal number of steps of one chat. Beyond it, further actors have no steps. */
const stepsMax = 5_000;
/** Actors that are read together. After them, other work gets its turn. */
const actorsAtOnce = 4;

export interface ChatParts {
  readonly store: Pick<Store, "scan">;
  readonly clock: Clock;
  readonly facts: FactParts;
  readonly details: DetailParts;
}

/** Reads a chat with all its actors and their steps. Returns `null` for an unknown chat. */
export async function readInspectedChat(chatId: ChatId, parts: ChatParts): Promise<InspectedChat | null> {
  const { store, clock, facts, details } = parts;
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
      actors.push(toDetails(one.actor, details));
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
