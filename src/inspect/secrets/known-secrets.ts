import type { Directory } from "../../domain/directory.ts";
import { isAddress, isSecretName } from "./mask-secrets.ts";
import { SecretFinder } from "./secret-finder.ts";

/** Returns the secret parts of an address. */
export type SecretsInAddress = (address: URL) => readonly string[];

/** The number of remembered secrets. Beyond it, outdated ones are forgotten. */
const knownMax = 100_000;

/** Masks every secret that the service knows: those of its settings, and of every channel that exists or existed. */
export function createKnownSecrets({
  directory,
  own,
  secretsInAddress,
}: {
  readonly directory: Directory;
  /** Returns the settings of the whole installation, always as many. A change of one of them makes a new object. */
  readonly own: () => readonly unknown[];
  readonly secretsInAddress: SecretsInAddress;
}): (text: string) => string {
  let finder: SecretFinder | null = null;
  /** Earlier steps can hold a secret that was changed since. */
  const known = new Set<string>();
  let ownBefore: readonly unknown[] = [];
  const note = (settings: unknown): void => {
    const sizeBefore = known.size;
    for (const secret of secretsIn(settings, secretsInAddress)) known.add(secret);
    if (known.size > sizeBefore) finder = null;
  };
  const noteOwn = (): void => {
    const now = own();
    if (now.every((part, index) => part === ownBefore[index])) return;
    ownBefore = now;
    note(now);
  };
  directory.onChannelChange((_id, before, after) => {
    note(before?.settings);
    note(after?.settings);
  });
  return (text) => {
    noteOwn();
    if (finder === null) {
      if (known.size > knownMax) {
        known.clear();
        ownBefore = [];
        noteOwn();
      }
      for (const { settings } of directory.channelsEver()) note(settings);
      finder = new SecretFinder(known);
    }
    return finder.hide(text);
  };
}

/**
 * Finds the secrets in settings by the names of their fields, so that a new field needs no line here, and in their addresses. The values of
 * headers are secrets whatever their names.
 */
function secretsIn(settings: unknown, secretsInAddress: SecretsInAddress, name = ""): readonly string[] {
  if (typeof settings === "string") {
    if (isSecretName(name) || name === "headers") return [settings, settings.replace(signingPrefix, "")];
    return isAddress(settings) ? secretsOfAddress(new URL(settings), secretsInAddress) : [];
  }
  if (typeof settings !== "object" || settings === null) return [];
  const isNameOfAll = Array.isArray(settings) || name === "headers";
  return Object.entries(settings).flatMap(([key, value]) =>
    secretsIn(value, secretsInAddress, isNameOfAll ? name : key),
  );
}

/** A text can have the base64 of a signing secret alone. Source: WH-40. */
const signingPrefix = /^whsec_/;

/** Also returns the user and password in the form of the header. Source: RFC 7617, section 2. */
function secretsOfAddress(address: URL, secretsInAddress: SecretsInAddress): readonly string[] {
  const { username, password } = address;
  if (password === "") return secretsInAddress(address);
  const user = [username, password].map(decode).join(":");
  return [...secretsInAddress(address), password, Buffer.from(user).toString("base64")];
}

/** A "%" that escapes nothing stays as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
