import { parseJson } from "../../codec/json/json.ts";
import type { SecretMask } from "./mask-secrets.ts";

/** Parts of a definition that hold values; all else names states, events, guards and actions, whatever these are called. */
const valueParts: ReadonlySet<string> = new Set(["context", "input", "output", "params", "meta"]);

/** The definition of a machine of somebody else as it may be shown; what is no JSON is a text like any other. */
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
