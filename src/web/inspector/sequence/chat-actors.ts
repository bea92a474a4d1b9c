import type { InspectedActorDetails, InspectedChat, InspectedStep } from "../../../codec/inspect/inspected.types.ts";
import { cargoOf } from "./outsiders.ts";

/** The actors of a chat, with the facts that the drawing needs. */
export interface ChatActors {
  /** All addresses, in the order of their first steps. */
  readonly all: ReadonlySet<string>;
  readonly deliveries: readonly string[];
  readonly detailsOf: ReadonlyMap<string, InspectedActorDetails>;
  readonly stepsOf: ReadonlyMap<string, readonly InspectedStep[]>;
  /** The content of each delivery; null when it is unknown. */
  readonly cargoOf: ReadonlyMap<string, string | null>;
  /** Whether all deliveries share one lane. */
  readonly isFolded: boolean;
}

/** More deliveries than this share one lane, unless the reader unfolds them. */
export const lanesMax = 6;
export const foldedId = "deliveries";

export function actorsOf({ actors, steps }: InspectedChat, isUnfolded: boolean): ChatActors {
  const detailsOf = new Map(actors.map((actor) => [actor.actor, actor]));
  const stepsOf = groupSteps(steps);
  const all = new Set([...stepsOf.keys(), ...detailsOf.keys()]);
  const deliveries = [...all].filter((actor) => kindOf(actor) === "delivery");
  return {
    all,
    deliveries,
    detailsOf,
    stepsOf,
    cargoOf: new Map(deliveries.map((actor) => [actor, cargoOf(detailsOf.get(actor), stepsOf.get(actor) ?? [])])),
    isFolded: deliveries.length > lanesMax && !isUnfolded,
  };
}

/** The lane of an actor: a separate one, or the shared lane of deliveries. */
export const laneOf = ({ isFolded }: ChatActors, actor: string): string =>
  isFolded && kindOf(actor) === "delivery" ? foldedId : actor;

/** The present state of the actor, or the state after its last step. */
export const stateOf = ({ detailsOf, stepsOf }: ChatActors, actor: string): string | null =>
  detailsOf.get(actor)?.state ?? stepsOf.get(actor)?.at(-1)?.after ?? null;

export const kindOf = (actor: string): string => actor.slice(0, Math.max(0, actor.indexOf("/")));

/** Longer ids are cut to their end. */
const idCharactersMax = 12;
const endCharacters = 4;

export function shortId(actor: string): string {
  const id = actor.slice(actor.indexOf("/") + 1);
  return id.length > idCharactersMax ? `…${id.slice(-endCharacters)}` : id;
}

function groupSteps(steps: readonly InspectedStep[]): ReadonlyMap<string, readonly InspectedStep[]> {
  const groups = new Map<string, InspectedStep[]>();
  for (const step of steps) {
    const group = groups.get(step.actor);
    if (group === undefined) groups.set(step.actor, [step]);
    else group.push(step);
  }
  return groups;
}
