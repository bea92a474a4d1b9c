import { setImmediate as nextTurn } from "node:timers/promises";
import { chatAddress } from "../../machines/addresses.ts";
import type { ChatId } from "../../machines/ids.ts";
import type { KeptCommit } from "../actors/history/history.ts";
import { readCommits } from "../actors/history/history.ts";
import type { InspectedActorDetails, InspectedChat } from "../codec/inspect/inspected.types.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { FactParts } from "./actor-facts.ts";
import { readFacts } from "./actor-facts.ts";
import { findChatActors } from "./chat-actors.ts";
import type { DetailParts } from "./details.ts";
import { toDetails } from "./details.ts";
import type { CommittedStep } from "./order-steps.ts";
import { orderSteps } from "./order-steps.ts";
import { toKeptStep } from "./shown-step.ts";

/** Actors of one chat that are told; of more the newest. */
const actorsMax = 500;
/** Steps of one chat that are read; of more actors the steps are left out. */
const stepsMax = 5_000;
/** After as many actors others have their turn. */
const actorsAtOnce = 4;

export interface ChatParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly facts: FactParts;
  readonly details: DetailParts;
}

/** A chat with all its actors and their steps; `null` for one that is not there. */
export async function readInspectedChat(chatId: ChatId, parts: ChatParts): Promise<InspectedChat | null> {
  const { store, clock, facts, details } = parts;
  const { durable } = store;
  if (durable.read("actor", [chatAddress(chatId)]) === undefined) return null;
  const found = await findChatActors(store, chatId, actorsMax);
  const actors: InspectedActorDetails[] = [];
  const byActor: (readonly CommittedStep[])[] = [];
  let count = 0;
  for (const [index, actor] of found.actors.entries()) {
    if (index % actorsAtOnce === actorsAtOnce - 1) await nextTurn();
    const one = readFacts(actor, facts);
    if (one === undefined) continue;
    actors.push(toDetails(one, details));
    // The chat and its bot conversation come first, then what is newest.
    if (count < stepsMax) byActor.push(stepsOf(readCommits(durable, actor), facts));
    count += byActor.at(-1)?.length ?? 0;
  }
  const steps = orderSteps(byActor);
  const isCut = found.isCut || count >= stepsMax;
  return { chatId, exportedAtMs: clock.nowMs(), actors, steps, ...(isCut && { isCut: true }) };
}

const stepsOf = (commits: readonly KeptCommit[], { secrets }: FactParts): readonly CommittedStep[] =>
  commits.flatMap(({ number, steps }) => steps.map((step) => ({ commit: number, step: toKeptStep(step, secrets) })));
