const textLengthMax = 40;
const idLengthKept = 6;
const idPattern = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|[0-9A-HJKMNP-TV-Z]{26})$/;

/** What is worth a look in the desk's shapes, by the key they stand under; all of the others. */
const essentials: Readonly<Record<string, readonly string[]>> = {
  chat: ["id", "state", "client", "agent"],
  client: ["name"],
  agent: ["name"],
  deskMessage: ["seq", "from", "type", "text", "file_name", "delivery"],
  delivery: ["state", "attempts", "error"],
};

/**
 * A body in at most `lengthMax` characters: what is empty or says little is left out, long ids and texts are
 * cut; `…` marks both.
 */
export function summarize(body: unknown, lengthMax: number): string {
  const text = typeof body === "string" ? body.trim().replace(/\s+/g, " ") : encode(body);
  return text.length <= lengthMax ? text : `${text.slice(0, Math.max(0, lengthMax - 1))}…`;
}

function encode(value: unknown, name = ""): string {
  if (typeof value === "string") return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return `[${value.map((part) => encode(part)).join(",")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const wanted = essentials[name === "message" && "seq" in value ? "deskMessage" : name];
  const entries = Object.entries(value);
  const kept = entries.filter(([key, part]) => !isEmpty(part) && (wanted?.includes(key) ?? true));
  const parts = kept.map(([key, part]) => `${JSON.stringify(key)}:${encode(part, key)}`);
  return `{${[...parts, ...(kept.length < entries.length ? ["…"] : [])].join(",")}}`;
}

function shorten(text: string): string {
  if (idPattern.test(text)) return `${text.slice(0, idLengthKept)}…`;
  return text.length <= textLengthMax ? text : `${text.slice(0, textLengthMax - 1)}…`;
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
