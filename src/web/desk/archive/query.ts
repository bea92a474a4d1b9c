/** The search in the address; empty for no filter. */
export interface ArchiveQuery {
  readonly q: string;
  /** A day, like `2026-10-01`, in the agent's time zone: the chat was closed on this day or later. */
  readonly from: string;
  /** The chat was closed on this day or earlier. */
  readonly to: string;
  readonly channel: string;
  readonly agent: string;
  /** `closedAt` for the oldest first; else empty. */
  readonly sort: string;
}

const filters = ["q", "from", "to", "channel", "agent"] as const;
/** The value of `sort` for the oldest first. */
const oldestFirst = "closedAt";
/** The service's limit. */
const questionLengthMax = 200;

export function readQuery(search: URLSearchParams): ArchiveQuery {
  const value = (key: keyof ArchiveQuery): string => search.get(key) ?? "";
  const given = Object.fromEntries(filters.map((key) => [key, value(key)]));
  return { ...everything, ...given, sort: value("sort") === oldestFirst ? oldestFirst : "" };
}

/** No filter. */
export const everything: ArchiveQuery = { q: "", from: "", to: "", channel: "", agent: "", sort: "" };

export const isEverything = (query: ArchiveQuery): boolean => filters.every((key) => query[key] === "");

export const isOldestFirst = ({ sort }: ArchiveQuery): boolean => sort === oldestFirst;

/** The query in the other order. */
export const turned = (query: ArchiveQuery): ArchiveQuery => ({
  ...query,
  sort: isOldestFirst(query) ? "" : oldestFirst,
});

/** The path of a page of `GET /api/archive`; the first one without a cursor. */
export function searchPath({ q, from, to, channel, agent, sort }: ArchiveQuery, cursor: string | null): string {
  const given = {
    q: Array.from(q).slice(0, questionLengthMax).join(""),
    from: startOf(from, 0),
    to: startOf(to, 1, -1),
    channel,
    agent: /^\d{1,15}$/.test(agent) ? agent : "",
    sort,
    cursor: cursor ?? "",
  };
  const search = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ""));
  return `/api/archive?${search}`;
}

/** The start of a day in the agent's time zone, `days` later; empty for an invalid day. */
function startOf(day: string, days: number, plusMs = 0): string {
  const [, year, month, date] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined) return "";
  const startMs = new Date(year, month - 1, date + days).getTime() + plusMs;
  return String(Math.max(0, startMs));
}
