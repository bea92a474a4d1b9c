import { asActorKey } from "../core/ids.ts";
import type { Clock } from "../ports/clock.ts";
import type { FactParts } from "./actor-facts.ts";
import { readFacts } from "./actor-facts.ts";
import type { FrameEncoder } from "./frame-encoder.ts";

export interface ToldParts {
  readonly facts: FactParts;
  readonly encoder: FrameEncoder;
  readonly clock: Clock;
  /** The frame that tells an actor from outside; null for one that is not there. */
  readonly encodeOutside: (actor: string, behind: number) => string | null;
}

/** Actors that watchers are told of, as they were when they were read. */
export interface ToldActors {
  /** `null` for one that is not there. */
  frameOf(actor: string, behind: number): string | null;
}

/** Reads those of ours together. Those from outside stand in no store: they are told as they are by then. */
export async function readToldActors(
  actors: Iterable<string>,
  { facts, encoder, clock, encodeOutside }: ToldParts,
): Promise<ToldActors> {
  const own = [...new Set(actors)].filter((actor) => !isOutside(actor));
  const read = await Promise.all(own.map(async (actor) => [actor, await readFacts(asActorKey(actor), facts)] as const));
  const known = new Map(read);
  return {
    frameOf(actor, behind) {
      if (isOutside(actor)) return encodeOutside(actor, behind);
      const found = known.get(actor);
      return found === undefined ? null : encoder.encodeActor(found, clock.nowMs(), behind);
    },
  };
}

const isOutside = (actor: string): boolean => actor.startsWith("outside/");
