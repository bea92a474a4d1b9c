/** How a language writes values. */
export interface Notation {
  readonly pair: string;
  readonly object: readonly [open: string, close: string];
  readonly list: readonly [open: string, close: string];
  readonly emptyObject: string;
  /** How `true`, `false` and `null` are written, if not so. */
  readonly words: Readonly<Record<string, string>>;
  readonly indent: number;
  key(name: string): string;
  string(text: string): string;
}

const lineMax = 90;

/** Writes a JSON value as a literal of the language, on one line if it is short. */
export function literal(value: unknown, notation: Notation, depth = 0): string {
  if (typeof value === "string") return notation.string(value);
  if (typeof value !== "object" || value === null) return notation.words[String(value)] ?? String(value);
  const inner = (one: unknown): string => literal(one, notation, depth + 1);
  if (Array.isArray(value)) return group(value.map(inner), notation.list, notation, depth);
  const fields = Object.entries(value).map(([name, one]) => `${notation.key(name)}${notation.pair}${inner(one)}`);
  return fields.length === 0 ? notation.emptyObject : group(fields, notation.object, notation, depth);
}

function group(parts: readonly string[], [open, close]: Notation["list"], { indent }: Notation, depth: number): string {
  const line = `${open}${parts.join(", ")}${close}`;
  if (line.length + indent * depth <= lineMax && !line.includes("\n")) return line;
  const before = " ".repeat(indent * depth);
  const lines = parts.map((one) => `${before}${" ".repeat(indent)}${one},\n`);
  return `${open.trim()}\n${lines.join("")}${before}${close.trim()}`;
}
