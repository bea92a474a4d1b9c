import type {
  InspectedActorDetails,
  InspectedActors,
  InspectedChat,
  InspectedStep,
} from "../../../codec/inspect/inspected.types.ts";
import { allPages } from "../../shared/api/all-pages.ts";
import type { Answer, Api } from "../../shared/api/api.ts";

export interface NamedChannel {
  readonly id: string;
  readonly name: string;
}

/** `/api/inspect/…`, with the session's cookie. Never throws: a failure is an answer too. */
export interface InspectorApi {
  /** `query`: the fields of the address, like `state=failed`. */
  actors(query: URLSearchParams, signal?: AbortSignal): Promise<Answer<InspectedActors>>;
  actor(kind: string, id: string, signal?: AbortSignal): Promise<Answer<{ readonly actor: InspectedActorDetails }>>;
  /** Oldest first. */
  steps(kind: string, id: string, signal?: AbortSignal): Promise<Answer<{ readonly steps: readonly InspectedStep[] }>>;
  /** Everything of one chat. */
  chat(id: string, signal?: AbortSignal): Promise<Answer<{ readonly chat: InspectedChat }>>;
  /** All channels. */
  channels(): Promise<Answer<readonly NamedChannel[]>>;
}

export function createInspectorApi(api: Api): InspectorApi {
  const actorPath = (kind: string, id: string): string => `/api/inspect/actors/${inPath(kind)}/${inPath(id)}`;
  const { get } = api;
  return {
    actors: (query, signal) => get(`/api/inspect/actors?${query}`, signal),
    actor: (kind, id, signal) => get(actorPath(kind, id), signal),
    steps: (kind, id, signal) => get(`${actorPath(kind, id)}/steps`, signal),
    chat: (id, signal) => get(`/api/inspect/chats/${inPath(id)}`, signal),
    channels: () => allPages(api, "/api/channels", "channels"),
  };
}

const inPath = encodeURIComponent;
