import type { KeptStep } from "../../actors/history/history.ts";
import { readHistory } from "../../actors/history/history.ts";
import type { ActorKind } from "../../core/ids.ts";
import { asActorKey, asAgentId } from "../../core/ids.ts";
import type { Directory } from "../../domain/directory.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ActorFacts, FactParts } from "../actor-facts.ts";
import { readFacts } from "../actor-facts.ts";
import type { Around, Contexts, Seen } from "./why.types.ts";

interface AroundParts {
  readonly facts: FactParts;
  readonly directory: Pick<Directory, "agentEver" | "findEver">;
  readonly clock: Pick<Clock, "nowMs">;
}

/** The stored actors around one, as they are now. */
export function aroundIn({ facts, directory, clock }: AroundParts): Around {
  return {
    nowMs: clock.nowMs(),
    find<Kind extends ActorKind>(kind: Kind, id: string | number) {
      const found = readFacts(asActorKey(`${kind}/${id}`), facts);
      return found === undefined ? undefined : (toSeen(found, facts) as Seen<Kind>);
    },
    agentName: (id) => directory.agentEver(asAgentId(id))?.profile.name,
    channelName: (id) => directory.findEver(id)?.settings.name,
  };
}

/** Its steps are read when somebody asks for them. */
export function toSeen({ actor, kind, context }: ActorFacts, { store }: FactParts): Seen<ActorKind> {
  const { id, state, sinceMs, deadlines } = actor;
  let steps: readonly KeptStep[] | undefined;
  return {
    ...{ kind, id, state, sinceMs, deadlines },
    // A row that fits no machine is told apart where its sentence is made.
    context: context as Contexts[ActorKind],
    get steps() {
      steps ??= readHistory(store, asActorKey(actor.actor));
      return steps;
    },
  };
}
