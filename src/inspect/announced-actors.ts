import { asActorKey } from "../core/ids.ts";
import type { Clock } from "../ports/clock.ts";
import type { FactParts } from "./actor-facts.ts";
import { readFacts } from "./actor-facts.ts";
import type { FrameEncoder } from "./frame-encoder.ts";

export interface AnnounceParts {
  readonly facts: FactParts;
  readonly encoder: FrameEncoder;
  readonly clock: Clock;
  /** Returns the frame that announces an actor of another program, null for an unknown one. */
  readonly encodeOutside: (actor: string, behind: number) => string | null;
}

/** Actors that are announced to watchers, in the state in which they were read. */
export interface AnnouncedActors {
  /** Returns `null` for an unknown actor. */
  frameOf(actor: string, behind: number): string | null;
}

/** Reads the service's actors together. Actors of other programs are not stored, so they are announced in their current state. */
export async function readAnnouncedActors(
  actors: Iterable<string>,
  { facts, encoder, clock, encodeOutside }: AnnounceParts,
): Promise<AnnouncedActors> {
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
