import { parseJson } from "../../codec/json/json.ts";
import { mask } from "./secret-finder.ts";

/** Fields of these names hold secrets, whatever their source. */
const secretNames =
  /^(random|authorization|cookie|api_?key|access_?key_?id|credentials?|passwd)$|(secret|password|password_?hash|token|secret_?access_?key)$/i;
export const isSecretName = (name: string): boolean => secretNames.test(name);
/** A field of such a name in JSON within a text. The JSON can be escaped once more, or be cut off. */
const quotedField = /(\\{0,7}")([\w-]*(?:secret|password|token))\1\s*:\s*\1(?:(?!(?<!\\)\1)[\s\S])*(?:\1|$)/gi;
const url = /^[a-z][a-z0-9+.-]{1,15}:\/\/\S+$/i;
export const isAddress = (text: string): boolean => url.test(text) && URL.parse(text) !== null;
/** The token of a file, which gives access to the file. */
const fileToken = /(\/files\/)[\w-]{16,}/g;
/** Secrets that the service makes in a form of their own: API keys, of which it has only hashes, and secrets of channels. */
const ownForm = /(?<![\w-])(pk_|whsec_|idsec_)[\w+/=-]{16,}/g;

export interface SecretMask {
  /** Returns a masked deep copy of an object, or the value itself when it is not an object. JSON stays valid JSON. */
  mask(value: unknown): unknown;
  text(text: string): string;
}

/** The body of a webhook event holds all data of a client. */
const isWebhookBody = (value: object): boolean => "messagesUpTo" in value && "head" in value && "tail" in value;

/** Creates the mask for everything that the inspector shows. */
export function createSecretMask({
  hide,
  maskAddress,
}: {
  /** Masks known secrets anywhere in a text. */
  readonly hide: (text: string) => string;
  /** Masks an address: its user and password, the values of its query, and parts of the path that look like secrets. */
  readonly maskAddress: (address: URL) => string;
}): SecretMask {
  const text = (given: string): string => {
    const plain = isAddress(given) ? maskAddress(new URL(given)) : given;
    const masked = plain.includes('"') ? plain.replace(quotedField, `$1$2$1:$1${mask}$1`) : plain;
    const found = masked.includes("_") ? masked.replace(ownForm, `$1${mask}`) : masked;
    return hide(found.includes("/files/") ? found.replace(fileToken, `$1${mask}`) : found);
  };
  const maskSecret = (value: unknown): unknown => {
    if (typeof value === "number") return mask;
    if (typeof value === "string") return value === "" ? value : mask;
    return Array.isArray(value) ? value.map(maskSecret) : maskValue(value);
  };
  const maskValue = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(maskValue);
    const isBody = isWebhookBody(value);
    const isSecret = (name: string): boolean => isSecretName(name) || (isBody && (name === "head" || name === "tail"));
    const shown = Object.entries(value).map(([name, field]) => [
      name,
      isSecret(name) ? maskSecret(field) : maskValue(field),
    ]);
    return Object.fromEntries(shown);
  };
  return { mask: maskValue, text };
}

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
