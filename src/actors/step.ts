import type { ClearDeadlineEffect, RefuseEffect, SetDeadlineEffect, Tell, TellEffect } from "../../machines/effects.ts";
import type { ActorKey } from "../../machines/ids.ts";
import type { Limits } from "../config/limits.ts";
import { Defect } from "../core/assert.ts";
import type { LockedRows } from "../ports/store.ts";
import type { AnyEffect, AnyEvent } from "./actor-definition.ts";
import type { ActorSet } from "./actor-set.ts";
import type { Cell } from "./cells/cell.ts";
import type { Conversation } from "./conversation.ts";
import type { Draft } from "./draft.ts";
import { findActor } from "./find-actor.ts";
import type { Step } from "./history/step-record.ts";
import type { Host } from "./host.ts";
import type { TakenTransition } from "./logic/watched-step.ts";
import type { Numbers } from "./numbers.ts";
import type { PendingEvent } from "./pending.ts";
import { Stepping } from "./stepping.ts";
import type { SoughtTarget } from "./target.ts";
import type { SeenStep, Watching } from "./watching.ts";

export interface StepParts {
  readonly draft: Draft;
  readonly rows: LockedRows;
  readonly actors: ActorSet;
  readonly host: Host;
  readonly numbers: Numbers;
  readonly limits: Pick<Limits, "tellDepthMax">;
  /** Makes a ULID: for a tell to another conversation, or a row. */
  readonly newId: () => string;
  readonly watching: Watching;
  /** Actors whose keys were made in this commit: they have no rows to look for. */
  readonly unborn: Set<ActorKey>;
}

/** The result of one event, before the commit. */
export interface StepResult {
  readonly refusal: string | null;
  readonly brought: unknown;
  readonly answer: number;
  readonly tellIds: readonly string[];
  /** How many actors were stepped, the refusing one included. */
  readonly steps: number;
}

/** The cell of an event's target: live, rehydrated, or created by this event; `undefined` when there is none. */
export function findCell(
  conversation: Conversation,
  { target, event }: PendingEvent,
  parts: StepParts,
): Cell | undefined {
  return target.kind === "actor"
    ? findActor(conversation, target.actor, event, parts)
    : parts.host.find(conversation, target, event, parts);
}

/** Steps the cell and, breadth first, the actors that it tells inside the conversation. */
export function stepAll(
  conversation: Conversation,
  first: Cell,
  { event, cause, from }: Pick<PendingEvent, "event" | "cause" | "from">,
  parts: StepParts,
): StepResult {
  const progress = newProgress(cause);
  const told = first.definition.complete(event, conversation, parts.rows);
  stepOnly(conversation, { cell: first, event: told, isBirth: false, from: from ?? null, depth: 0 }, progress, parts);
  stepTold(conversation, progress, parts);
  return progress;
}

function stepTold(conversation: Conversation, progress: Progress, parts: StepParts): void {
  for (
    let next = progress.told.shift();
    next !== undefined && progress.refusal === null;
    next = progress.told.shift()
  ) {
    stepOnly(conversation, next, progress, parts);
  }
}

/**
 * Lets the host handle an event without an actor, and steps the actors that receive its tells. Returns `null` for an event that an
 * actor must receive.
 */
export function stepWithoutActor(
  conversation: Conversation,
  target: SoughtTarget,
  { event, cause }: Pick<PendingEvent, "event" | "cause">,
  parts: StepParts,
): StepResult | null {
  const tells = parts.host.takeAlone(conversation, target, event, parts);
  if (tells === null) return null;
  const progress = newProgress(cause);
  for (const tell of tells) tellInside(conversation, null, tell, 0, progress, parts);
  stepTold(conversation, progress, parts);
  return progress;
}

/** A cell, the event that it receives, the event's sender, and the number of tells that led to it. */
interface Told {
  readonly cell: Cell;
  readonly event: AnyEvent;
  /** The event created the actor, and there is nothing else to do. */
  readonly isBirth: boolean;
  readonly from: ActorKey | null;
  readonly depth: number;
}

/** The result of an event so far. */
export interface Progress {
  refusal: string | null;
  brought: unknown;
  answer: number;
  readonly tellIds: string[];
  readonly cause: string;
  steps: number;
  /** Actors of the conversation that received a tell and are not stepped yet. */
  readonly told: Told[];
}

const newProgress = (cause: string): Progress => ({
  refusal: null,
  brought: null,
  answer: 0,
  tellIds: [],
  told: [],
  steps: 0,
  cause,
});

function stepOnly(conversation: Conversation, told: Told, progress: Progress, parts: StepParts): void {
  const { cell, depth } = told;
  parts.draft.willStep(cell);
  progress.steps += 1;
  const { step, seen } = takeStep(conversation, told, progress, parts);
  if (step.effects.length > 0) {
    const passOn = (tell: Tell<AnyEvent>): void => pass(conversation, cell, tell, depth, progress, parts);
    const stepping = new Stepping(conversation, cell, progress, parts, passOn);
    for (const effect of step.effects) keepEffect(stepping, effect, progress);
  }
  if (progress.refusal === null) parts.draft.hasStepped(cell, conversation, step, seen);
}

type KernelEffect = RefuseEffect | SetDeadlineEffect | ClearDeadlineEffect | TellEffect<AnyEvent>;
const isOfKernel = (effect: AnyEffect): effect is KernelEffect => kernelEffects.has(effect.type);
const kernelEffects: ReadonlySet<string> = new Set<KernelEffect["type"]>([
  "effect.request.refuse",
  "effect.deadline.set",
  "effect.deadline.clear",
  "effect.actor.tell",
]);

function keepEffect(stepping: Stepping, effect: AnyEffect, progress: Progress): void {
  const { cell } = stepping;
  if (!isOfKernel(effect)) {
    const keep = cell.definition.keep[effect.type];
    if (keep === undefined)
      throw new Defect(
        `${cell.key} emitted ${effect.type}, but ${cell.definition.kind} has no handler to keep this effect`,
      );
    keep(effect, stepping);
    return;
  }
  switch (effect.type) {
    case "effect.request.refuse":
      progress.refusal = effect.message;
      return;
    case "effect.actor.tell":
      for (const tell of effect.tells) stepping.tell(tell);
      return;
    case "effect.deadline.set":
      stepping.setDeadline(effect);
      return;
    case "effect.deadline.clear":
      stepping.clearDeadline(effect);
  }
}

/** Steps the machine. A watcher of the actor sees more than the history keeps. */
function takeStep(
  conversation: Conversation,
  { cell, event, isBirth, from }: Told,
  { cause }: Progress,
  { watching }: StepParts,
): { readonly step: Step; readonly seen: SeenStep | null } {
  const before = cell.revision === 0 && !cell.isInDraft ? null : cell.state;
  const isWatched = watching.watcher?.isWatched(cell.key, conversation.key) === true;
  const taken: TakenTransition[] | null = isWatched ? [] : null;
  const contextBefore = isWatched && before !== null ? cell.context : null;
  const effects = isBirth ? cell.takeEffects() : cell.step(event, taken);
  const step: Step = { event, cause, from, before, after: cell.state, effects };
  return { step, seen: taken === null ? null : { contextBefore, context: cell.context, taken } };
}

/** Inside the conversation the receiving actor is stepped in this commit; for any other conversation the tell is stored. */
function pass(
  conversation: Conversation,
  teller: Cell,
  tell: Tell<AnyEvent>,
  depth: number,
  progress: Progress,
  parts: StepParts,
): void {
  if (tell.conversation !== undefined && tell.conversation !== conversation.key) {
    progress.tellIds.push(storeTell(teller.key, tell, tell.conversation, parts));
    return;
  }
  if (depth >= parts.limits.tellDepthMax)
    throw new Defect(`The chain of tells that ${teller.key} continued is too long: expected at most ${depth} tells`);
  tellInside(conversation, teller.key, tell, depth, progress, parts);
}

function tellInside(
  conversation: Conversation,
  from: ActorKey | null,
  tell: Tell<AnyEvent>,
  depth: number,
  progress: Progress,
  parts: StepParts,
): void {
  const isKnown = conversation.cells.has(tell.to);
  const cell = findActor(conversation, tell.to, tell.event, parts);
  if (cell === undefined) throw new Defect(`${tell.to} was told ${tell.event.type}, but this actor does not exist`);
  const isBorn = !isKnown && cell.revision === 0 && cell.definition.isBornReady;
  progress.told.push({ cell, event: tell.event, isBirth: isBorn, from, depth: depth + 1 });
}

function storeTell(
  from: ActorKey,
  { to, event }: Tell<AnyEvent>,
  conversation: Conversation["key"],
  parts: StepParts,
): string {
  const id = parts.newId();
  const row = { id, to, conversation, event: JSON.stringify(event), from };
  parts.draft.write({ table: "tell", key: [id], row });
  parts.draft.tells.push(row);
  return id;
}
