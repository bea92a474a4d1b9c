/** The search in the address; empty for no filter. */
export interface ArchiveQuery {
  readonly q: string;
  /** A day, like `2026-10-01`, in the agent's time zone: the chat was closed on this day or later. */
  readonly from: string;
  /** The chat was closed on this day or earlier. */
  readonly to: string;
  readonly channel: string;
  readonly agent: string;
}

const keys = ["q", "from", "to", "channel", "agent"] as const;
/** The service's limit. */
const questionLengthMax = 200;

export function readQuery(search: URLSearchParams): ArchiveQuery {
  const value = (key: keyof ArchiveQuery): string => search.get(key) ?? "";
  return { q: value("q"), from: value("from"), to: value("to"), channel: value("channel"), agent: value("agent") };
}

/** No filter. */
export const everything: ArchiveQuery = { q: "", from: "", to: "", channel: "", agent: "" };

export const isEverything = (query: ArchiveQuery): boolean => keys.every((key) => query[key] === "");

/** The path of a page of `GET /api/archive`; the first one without a cursor. */
export function searchPath({ q, from, to, channel, agent }: ArchiveQuery, cursor: string | null): string {
  const given = {
    q: Array.from(q).slice(0, questionLengthMax).join(""),
    from: startOf(from, 0),
    to: startOf(to, 1, -1),
    channel,
    agent: /^\d{1,15}$/.test(agent) ? agent : "",
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
