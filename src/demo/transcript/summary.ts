const textLengthMax = 40;
const idLengthKept = 6;
const idPattern = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|[0-9A-HJKMNP-TV-Z]{26})$/;

/**
 * The important keys of objects on the desk's and visitors' sockets and in events for owners' servers, by the key of the object.
 * Other objects keep all keys.
 */
const essentials: Readonly<Record<string, readonly string[]>> = {
  chat: ["id", "state", "client", "agent", "call", "customData", "rate", "messages"],
  client: ["name"],
  agent: ["name", "phone"],
  agents: ["name"],
  visitor: ["name", "email", "phone", "number"],
  session: ["utm_json"],
  deskMessage: ["seq", "from", "type", "text", "file_name", "delivery"],
  delivery: ["state", "attempts", "error"],
};

/**
 * Formats a body in at most `lengthMax` characters. Empty and unimportant values are left out, and long ids and texts are cut. `…` marks
 * both.
 */
export function summarize(body: unknown, lengthMax: number): string {
  const text = typeof body === "string" ? body.trim().replace(/\s+/g, " ") : encode(body);
  return text.length <= lengthMax ? text : `${text.slice(0, Math.max(0, lengthMax - 1))}…`;
}

function encode(value: unknown, name = ""): string {
  if (typeof value === "string") return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return `[${value.map((part) => encode(part, name)).join(",")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const wanted = essentials[name === "message" && "seq" in value ? "deskMessage" : name];
  const entries = Object.entries(value);
  const kept = entries.filter(([key, part]) => isTelling(key, part) && (wanted?.includes(key) ?? true));
  const encoded = kept.map(([key, part]) => [key, encode(part, key)] as const);
  const parts = encoded.flatMap(([key, text]) => (text === "{…}" ? [] : [`${JSON.stringify(key)}:${text}`]));
  return `{${[...parts, ...(parts.length < entries.length ? ["…"] : [])].join(",")}}`;
}

function shorten(text: string): string {
  if (idPattern.test(text)) return `${text.slice(0, idLengthKept)}…`;
  return text.length <= textLengthMax ? text : `${text.slice(0, textLengthMax - 1)}…`;
}

/** An empty `callback` is kept, because it means that a callback can be requested. */
const isTelling = (key: string, value: unknown): boolean => key === "callback" || !isEmpty(value);

const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
