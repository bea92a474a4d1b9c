import type { ActorKey } from "../../../machines/ids.ts";
import type { KeptStep } from "../../actors/history/history.ts";
import { readCommits } from "../../actors/history/history.ts";
import type { ExplainedState } from "../../codec/inspect/inspected.types.ts";
import type { ActorKind } from "../../core/ids.ts";
import { asActorKey, asAgentId } from "../../core/ids.ts";
import type { Directory } from "../../domain/directory.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ActorFacts, FactParts } from "../actor-facts.ts";
import { readFacts } from "../actor-facts.ts";
import { explainState } from "./explain.ts";
import type { Around, Contexts, Seen } from "./why.types.ts";

interface AroundParts {
  readonly facts: FactParts;
  readonly directory: Pick<Directory, "agentEver" | "findEver">;
  readonly clock: Pick<Clock, "nowMs">;
}

/**
 * Why a stored actor is where it is, by the actors stored around it. Sentences only ask and never wait: what they ask for and is not read
 * yet is read, all of it together, and they are made anew until they have asked for nothing more.
 */
export async function explainStored(found: ActorFacts, parts: AroundParts): Promise<ExplainedState | null> {
  const { directory, clock } = parts;
  const known = new KnownActors(found, parts.facts);
  const around: Around = {
    nowMs: clock.nowMs(),
    find: (kind, id) => known.find(kind, id),
    agentName: (id) => directory.agentEver(asAgentId(id))?.profile.name,
    channelName: (id) => directory.findEver(id)?.settings.name,
  };
  for (;;) {
    const explained = explainState(known.toSeen(found), around);
    if (!known.lacksAny) return explained;
    await known.readLacking();
  }
}

/** Each actor, and the steps of each, are read once: whoever asks twice is answered the same. */
class KnownActors {
  readonly #parts: FactParts;
  readonly #actors = new Map<ActorKey, ActorFacts | undefined>();
  readonly #steps = new Map<string, readonly KeptStep[]>();
  readonly #lackingActors = new Set<ActorKey>();
  readonly #lackingSteps = new Set<ActorFacts>();

  constructor(first: ActorFacts, parts: FactParts) {
    this.#parts = parts;
    this.#actors.set(asActorKey(first.actor.actor), first);
  }

  /** Whether somebody asked for what is not read yet. */
  get lacksAny(): boolean {
    return this.#lackingActors.size + this.#lackingSteps.size > 0;
  }

  find<Kind extends ActorKind>(kind: Kind, id: string | number): Seen<Kind> | undefined {
    const key = asActorKey(`${kind}/${id}`);
    if (!this.#actors.has(key)) this.#lackingActors.add(key);
    const found = this.#actors.get(key);
    return found === undefined ? undefined : (this.toSeen(found) as Seen<Kind>);
  }

  /** Its steps are read when somebody asks for them. */
  toSeen(found: ActorFacts): Seen<ActorKind> {
    const { actor, kind, context } = found;
    const { id, state, sinceMs, deadlines } = actor;
    const stepsOf = (): readonly KeptStep[] => this.#stepsOf(found);
    return {
      ...{ kind, id, state, sinceMs, deadlines },
      // A row that fits no machine is told apart where its sentence is made.
      context: context as Contexts[ActorKind],
      get steps() {
        return stepsOf();
      },
    };
  }

  async readLacking(): Promise<void> {
    const [actors, owners] = [[...this.#lackingActors], [...this.#lackingSteps]];
    this.#lackingActors.clear();
    this.#lackingSteps.clear();
    await Promise.all([
      ...actors.map(async (key) => this.#actors.set(key, await readFacts(key, this.#parts))),
      ...owners.map(async (owner) => this.#steps.set(owner.actor.actor, await this.#readSteps(owner))),
    ]);
  }

  #stepsOf(found: ActorFacts): readonly KeptStep[] {
    const steps = this.#steps.get(found.actor.actor);
    if (steps === undefined) this.#lackingSteps.add(found);
    return steps ?? [];
  }

  /** Up to the commit that made the actor what is told of it. */
  async #readSteps({ actor, historyAt }: ActorFacts): Promise<readonly KeptStep[]> {
    const commits = await readCommits(this.#parts.store, { actor: asActorKey(actor.actor), historyAt });
    return commits.flatMap(({ steps }) => steps);
  }
}
