/** The filters of the list, as in its address; empty for no filter. */
export interface Narrowing {
  /** An actor's address or the end of it, a client's name or number. */
  readonly text: string;
  readonly kind: string;
  readonly state: string;
  readonly channel: string;
  /** The number of a chat: only its actors. */
  readonly chat: string;
  /** `true` or empty. */
  readonly parked: string;
  readonly waitingLongerThanMs: string;
  /** A column, with a minus in front for the descending order. */
  readonly sort: string;
}

const names = ["text", "kind", "state", "channel", "chat", "parked", "waitingLongerThanMs", "sort"] as const;

export const readNarrowing = (filters: URLSearchParams): Narrowing =>
  Object.fromEntries(names.map((name) => [name, filters.get(name) ?? ""])) as unknown as Narrowing;

/** The filters as the query of an address. */
export const toFilters = (narrowing: Narrowing): URLSearchParams =>
  new URLSearchParams(names.map((name) => [name, narrowing[name]]).filter(([, value]) => value !== ""));

export const isNarrowed = (narrowing: Narrowing): boolean =>
  names.some((name) => name !== "sort" && narrowing[name] !== "");

/** The query for the numbers of actors by kind and state. Null for a text, whose actors several queries find. */
export function countingOf(narrowing: Narrowing): URLSearchParams | null {
  const [query, other] = queriesOf({ ...narrowing, kind: "", state: "", sort: "" });
  if (query === undefined || other !== undefined) return null;
  query.set("counts", "true");
  query.set("limit", "1");
  return query;
}

/**
 * The queries whose results form the list, one after the other. The typed text may be an id or a client, so that two queries are needed.
 * An actor in both results is shown once.
 */
export function queriesOf({ text, ...others }: Narrowing): readonly URLSearchParams[] {
  return readText(text.trim()).map((asked) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...others, ...asked })) if (value !== "") query.set(name, value);
    return query;
  });
}

function readText(text: string): readonly Readonly<Record<string, string>>[] {
  if (text === "") return [{}];
  if (text.includes("/")) return [{ id: text }];
  if (isUlid(text)) return [{ id: text.toUpperCase() }];
  // A word may be the id of a channel, a number the id of a chat. Both may also name a client.
  return /\s/.test(text) ? [{ client: text }] : [{ id: text }, { client: text }];
}

const isUlid = (text: string): boolean => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i.test(text);
