import type { ReadonlySignal } from "@preact/signals";
import { batch, signal } from "@preact/signals";
import type { InspectedActor } from "../../../codec/inspect/inspected.types.ts";
import type { ApiFailure } from "../../shared/api/api.ts";
import type { Narrowing } from "./actor-query.ts";
import { queriesOf } from "./actor-query.ts";
import type { InspectorApi } from "./api.ts";

/** The actors that match the search, as far as they were read. */
export interface ActorList {
  readonly actors: ReadonlySignal<readonly InspectedActor[]>;
  readonly state: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  readonly hasMore: ReadonlySignal<boolean>;
  /** Only the newest actors are sorted, because there are more. */
  readonly isCut: ReadonlySignal<boolean>;
  /** Counts the searches with results: a new number means other actors. */
  readonly looks: ReadonlySignal<number>;
  /** Starts a new search: reads from the start. */
  look(narrowing: Narrowing): Promise<void>;
  /** Rereads the shown actors. They stay when the service is not reached. */
  refresh(): Promise<void>;
  more(): Promise<void>;
  stop(): void;
}

const pageActors = 50;
/** A refresh rereads at most this many pages. */
const refreshedPagesMax = 4;
/** The service examines a limited number of actors for a response, and few of them may match. The rest follows on request. */
const answersMax = 6;

/** The reading position: the query and its cursor. Null after the last query. */
interface Reached {
  readonly query: number;
  readonly cursor: string | null;
}
interface Read {
  readonly actors: readonly InspectedActor[];
  readonly reached: Reached | null;
  readonly isCut: boolean;
}

export function createActorList(api: InspectorApi): ActorList {
  const actors = signal<readonly InspectedActor[]>([]);
  const state = signal<"loading" | "ready" | ApiFailure>("loading");
  const hasMore = signal(false);
  const isCut = signal(false);
  const looks = signal(0);
  let queries: readonly URLSearchParams[] = [];
  let reached: Reached | null = null;
  let pages = 1;
  /** True until the first result of the current search was read. */
  let isOther = false;
  let running = new AbortController();

  /** Only the newest request counts; earlier ones are aborted. */
  const take = async (from: Reached, pageCount: number, keep: readonly InspectedActor[]): Promise<boolean> => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const outcome = await readPages(api, queries, from, pageCount, signal);
    if (signal.aborted) return false;
    batch(() => {
      if ("code" in outcome) {
        state.value = outcome;
        return;
      }
      actors.value = withoutDoubles([...keep, ...outcome.actors]);
      reached = outcome.reached;
      hasMore.value = reached !== null;
      isCut.value = outcome.isCut;
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
    isCut,
    looks,
    async look(narrowing) {
      queries = queriesOf(narrowing);
      pages = 1;
      isOther = true;
      state.value = "loading";
      await take(start, 1, []);
    },
    async refresh() {
      // A page with more pages than this is not refreshed, because an open browser page would read all the time.
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

async function readPages(
  api: InspectorApi,
  queries: readonly URLSearchParams[],
  from: Reached,
  pageCount: number,
  signal: AbortSignal,
): Promise<Read | ApiFailure> {
  const found: InspectedActor[] = [];
  let next: Reached | null = from;
  let isCutNow = false;
  for (let answers = 0; next !== null && answers < pageCount * answersMax; answers += 1) {
    if (found.length >= pageCount * pageActors) break;
    const query = new URLSearchParams(queries[next.query]);
    query.set("limit", String(pageActors));
    if (next.cursor !== null) query.set("cursor", next.cursor);
    const answer = await api.actors(query, signal);
    if (!answer.ok) return answer.failure;
    found.push(...answer.value.actors);
    isCutNow ||= answer.value.isCut === true;
    next = behind(next, answer.value.cursor, queries.length);
  }
  return { actors: found, reached: next, isCut: isCutNow };
}

const start: Reached = { query: 0, cursor: null };

function behind({ query }: Reached, cursor: string | null, queryCount: number): Reached | null {
  if (cursor !== null) return { query, cursor };
  return query + 1 < queryCount ? { query: query + 1, cursor: null } : null;
}

const withoutDoubles = (actors: readonly InspectedActor[]): readonly InspectedActor[] => [
  ...new Map(actors.map((one) => [one.actor, one])).values(),
];
