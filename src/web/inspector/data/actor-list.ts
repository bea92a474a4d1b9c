import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { InspectedActor } from "../../../codec/inspect/inspected.types.ts";
import type { ApiFailure } from "../../shared/api/api.ts";
import type { Narrowing } from "./actor-query.ts";
import { queriesOf } from "./actor-query.ts";
import type { InspectorApi } from "./api.ts";

/** The actors one looks for, as far as they were read. */
export interface ActorList {
  readonly actors: ReadonlySignal<readonly InspectedActor[]>;
  readonly state: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  readonly hasMore: ReadonlySignal<boolean>;
  /** Counts what was looked for and found: another number, other actors. */
  readonly looks: ReadonlySignal<number>;
  /** Looks for others: reads from the start. */
  look(narrowing: Narrowing): Promise<void>;
  /** Reads those that are shown anew; what is shown stays where the service is not reached. */
  refresh(): Promise<void>;
  more(): Promise<void>;
  stop(): void;
}

const pageActors = 50;
/** Of what is shown this much is read anew again and again. */
const refreshedPagesMax = 4;
/** The service looks at so many actors for an answer, and few of them may fit: the rest is looked through when more is asked for. */
const answersMax = 6;

/** How far was read: which of the queries, and from where. Null behind the last. */
interface Reached {
  readonly query: number;
  readonly cursor: string | null;
}
interface Read {
  readonly actors: readonly InspectedActor[];
  readonly reached: Reached | null;
}

export function createActorList(api: Pick<InspectorApi, "actors">): ActorList {
  const actors = signal<readonly InspectedActor[]>([]);
  const state = signal<"loading" | "ready" | ApiFailure>("loading");
  const hasMore = signal(false);
  const looks = signal(0);
  let queries: readonly URLSearchParams[] = [];
  let reached: Reached | null = null;
  let pages = 1;
  /** Nothing was read yet of what is looked for now. */
  let isOther = false;
  let running = new AbortController();

  const read = async (from: Reached, pageCount: number, signal: AbortSignal): Promise<Read | ApiFailure> => {
    const found: InspectedActor[] = [];
    let next: Reached | null = from;
    for (let answers = 0; next !== null && answers < pageCount * answersMax; answers += 1) {
      if (found.length >= pageCount * pageActors) break;
      const query = new URLSearchParams(queries[next.query]);
      query.set("limit", String(pageActors));
      if (next.cursor !== null) query.set("cursor", next.cursor);
      const answer = await api.actors(query, signal);
      if (!answer.ok) return answer.failure;
      found.push(...answer.value.actors);
      next = behind(next, answer.value.cursor, queries.length);
    }
    return { actors: found, reached: next };
  };
  /** The newest request counts: what ran before is given up. */
  const take = async (from: Reached, pageCount: number, keep: readonly InspectedActor[]): Promise<boolean> => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const outcome = await read(from, pageCount, signal);
    if (signal.aborted) return false;
    batch(() => {
      if ("code" in outcome) {
        state.value = outcome;
        return;
      }
      actors.value = withoutDoubles([...keep, ...outcome.actors]);
      reached = outcome.reached;
      hasMore.value = reached !== null;
      if (isOther) looks.value += 1;
      isOther = false;
      state.value = "ready";
    });
    return !("code" in outcome);
  };
  return {
    actors,
    state,
    hasMore,
    looks,
    async look(narrowing) {
      queries = queriesOf(narrowing);
      pages = 1;
      isOther = true;
      state.value = "loading";
      await take(start, 1, []);
    },
    async refresh() {
      // More than that would be read all the time by a page that is left open.
      if (state.peek() === "loading" || pages > refreshedPagesMax) return;
      await take(start, pages, []);
    },
    async more() {
      if (reached === null || state.peek() === "loading") return;
      state.value = "loading";
      if (await take(reached, 1, actors.peek())) pages += 1;
    },
    stop: () => running.abort(),
  };
}

const start: Reached = { query: 0, cursor: null };

function behind({ query }: Reached, cursor: string | null, queryCount: number): Reached | null {
  if (cursor !== null) return { query, cursor };
  return query + 1 < queryCount ? { query: query + 1, cursor: null } : null;
}

const withoutDoubles = (actors: readonly InspectedActor[]): readonly InspectedActor[] => [
  ...new Map(actors.map((one) => [one.actor, one])).values(),
];
