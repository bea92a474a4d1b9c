import type { DeskChat } from "../../../../codec/desk/desk.ts";

/** The name and the value of a column. */
type Column = readonly [name: string, value: (chat: DeskChat, channelName: string) => string | number | null];

const timeOf = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());

const columns: readonly Column[] = [
  ["chat", ({ id }) => id],
  ["channel", ({ channelId }) => channelId],
  ["channel_name", (_chat, channelName) => channelName],
  ["visitor", ({ client }) => client.number],
  ["customer_id", ({ client }) => client.id],
  ["name", ({ client }) => client.name],
  ["email", ({ client }) => client.email],
  ["phone", ({ client }) => client.phone],
  ["description", ({ client }) => client.description],
  ["agent_id", ({ agent }) => agent?.id ?? null],
  ["agent", ({ agent }) => agent?.name ?? null],
  ["department", ({ department }) => department?.name ?? null],
  ["began", ({ createdAt }) => timeOf(createdAt)],
  ["closed", ({ closedAt }) => timeOf(closedAt)],
  ["first_page", ({ firstPage }) => firstPage?.url ?? null],
  ["last_page", ({ page }) => page?.url ?? null],
  ["country", ({ session }) => session?.geo.country ?? null],
  ["city", ({ session }) => session?.geo.city ?? null],
  ["rate", ({ rate }) => rate],
  ["last_message", ({ last }) => last?.text ?? null],
];

/** Spreadsheet programs read a file without this mark in a wrong encoding. */
const mark = "\ufeff";

export const toCsvHead = (): string => `${mark}${toLine(columns.map(([name]) => name))}`;

/** One row for a chat. Source: RFC 4180. */
export const toCsvRow = (chat: DeskChat, channelName: string): string =>
  toLine(columns.map(([, value]) => value(chat, channelName)));

function toLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = harmless(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheet programs run a text as a formula if it starts with one of these signs, and clients can write any text. Full-width signs
 * are included, and so are signs after spaces, line ends, byte-order marks and control characters, which such programs ignore.
 */
const startOfFormula = /^(?:[\s\p{Cc}\p{Cf}]|[=+\-@])/u;
const harmless = (text: string): string =>
  startOfFormula.test(text.slice(0, 2).normalize("NFKC")) ? `'${text}` : text;
