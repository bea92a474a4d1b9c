import { parseJson } from "../../codec/json/json.ts";
import type { SecretMask } from "./mask-secrets.ts";

/** Parts of a definition that hold values. All other parts name states, events, guards and actions, so their names are no secrets. */
const valueParts: ReadonlySet<string> = new Set(["context", "input", "output", "params", "meta"]);

/** Masks the definition of another program's machine. A definition that is not JSON is masked like any text. */
export function maskDefinition(definition: string, secrets: SecretMask): string {
  const maskNames = (part: unknown): unknown => {
    if (typeof part === "string") return secrets.text(part);
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return part.map(maskNames);
    return Object.fromEntries(
      Object.entries(part).map(([name, inner]) => [
        name,
        valueParts.has(name) ? secrets.mask(inner) : maskNames(inner),
      ]),
    );
  };
  const parsed = parse(definition);
  return parsed === undefined ? secrets.text(definition) : JSON.stringify(maskNames(parsed));
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
