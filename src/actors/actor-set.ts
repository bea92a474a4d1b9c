import type { ActorKey } from "../../machines/ids.ts";
import type { Actor } from "./actor-definition.ts";

/** Every kind of actor of the service. */
export interface ActorSet {
  /** Throws a TypeError for a key of no known kind. */
  of(key: ActorKey): Actor;
}

export function createActorSet(actors: readonly Actor[]): ActorSet {
  const byKind = new Map(actors.map((actor) => [actor.kind, actor]));
  return {
    of(key) {
      const actor = byKind.get(key.slice(0, key.indexOf("/")));
      if (actor !== undefined) return actor;
      throw new TypeError(`Expected the key of an actor (${[...byKind.keys()].join(", ")}), got ${key}`);
    },
  };
}
