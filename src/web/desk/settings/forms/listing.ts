import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { allPages } from "../../../shared/api/all-pages.ts";
import type { Answer, ApiFailure, ApiRequest } from "../../../shared/api/api.ts";
import type { Desk } from "../../data/desk.ts";
import { useDesk } from "../../shell/use-desk.ts";

export type Loaded<Value> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly failure: ApiFailure }
  | { readonly state: "there"; readonly value: Value };

interface Listed<Kind> {
  readonly path: string;
  /** The names of the list and of one entry in the service's responses: `agents` and `agent`. */
  readonly many: string;
  readonly one: string;
  /** The order after a change; without one, new entries come last. */
  readonly order?: (left: Kind, right: Kind) => number;
}

interface Entry {
  readonly id: number | string;
}

/** All records of one kind, and the actions on them. The list contains the response when a call resolves. */
export interface Listing<Kind extends Entry> {
  readonly list: ReadonlySignal<Loaded<readonly Kind[]>>;
  read(): Promise<void>;
  /** The response contains the entry, and perhaps more. */
  create<Made>(body: unknown): Promise<Answer<Made>>;
  change(id: Kind["id"], body: unknown): Promise<Answer<unknown>>;
  remove(id: Kind["id"]): Promise<Answer<unknown>>;
  /** Calls one of the entry's routes, which returns the entry: `act("PUT", 1, "photo", { file })`. */
  act<Made>(
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    id: Kind["id"],
    route: string,
    request?: ApiRequest,
  ): Promise<Answer<Made>>;
}

export function createListing<Kind extends Entry>(
  api: Desk["api"],
  { path, many, one, order }: Listed<Kind>,
): Listing<Kind> {
  const list = signal<Loaded<readonly Kind[]>>({ state: "loading" });
  /** Counts the changes from other sources than a read: a list that was requested before a change is older. */
  let changes = 0;
  const read = async (): Promise<void> => {
    const before = changes;
    const answer = await allPages<Kind>(api, path, many);
    if (before !== changes) return read();
    if (answer.ok) list.value = { state: "there", value: answer.value };
    else if (list.value.state !== "there") list.value = { state: "failed", failure: answer.failure };
  };
  const update = (toNext: (entries: readonly Kind[]) => readonly Kind[]): void => {
    changes += 1;
    const { value } = list;
    if (value.state !== "there") return;
    const next = toNext(value.value);
    list.value = { state: "there", value: order === undefined ? next : [...next].sort(order) };
  };
  const take = <Made>(answer: Answer<Made>): Answer<Made> => {
    if (!answer.ok) return answer;
    const entry = (answer.value as Readonly<Record<string, Kind>>)[one];
    if (entry === undefined) return answer;
    update((entries) =>
      entries.some(({ id }) => id === entry.id)
        ? entries.map((other) => (other.id === entry.id ? entry : other))
        : [...entries, entry],
    );
    return answer;
  };
  const pathOf = (id: Kind["id"]): string => `${path}/${encodeURIComponent(id)}`;
  return {
    list,
    read,
    create: async <Made>(body: unknown) => take(await api.send<Made>("POST", path, { body })),
    change: async (id, body) => take(await api.send("PATCH", pathOf(id), { body })),
    act: async (method, id, route, request) => take(await api.send(method, `${pathOf(id)}/${route}`, request)),
    async remove(id) {
      const answer = await api.send("DELETE", pathOf(id));
      if (answer.ok) update((entries) => entries.filter((entry) => entry.id !== id));
      return answer;
    },
  };
}

/** A separate copy for the component; reloaded when the service reports a change, and when `at` changes. */
export function useListing<Kind extends Entry>(listed: Listed<Kind>, at = ""): Listing<Kind> {
  const { api, onNews } = useDesk();
  const listing = useMemo(() => createListing<Kind>(api, listed), [api, listed.path]);
  useEffect(() => void listing.read(), [listing, at]);
  useEffect(() => rereadOnNews(listing, onNews), [listing, onNews]);
  return listing;
}

/** Rereads the list whenever the service reports a change. Returns a function that ends this. */
export const rereadOnNews = <Kind extends Entry>(listing: Listing<Kind>, onNews: Desk["onNews"]): (() => void) =>
  onNews(({ type }) => {
    if (type === "surroundings" || type === "resync" || type === "ready") void listing.read();
  });
