import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { secretTexts } from "../../codec/signatures/signature.ts";
import type { Directory } from "../../domain/directory.ts";
import { SecretFinder } from "./secret-finder.ts";

/** Returns the secret parts of an address. */
export type SecretsInAddress = (address: URL) => readonly string[];

/** The number of remembered secrets. Beyond it, outdated ones are forgotten. */
const knownMax = 100_000;

/** Masks every secret that the service knows: those of its settings, and of every channel that exists or existed. */
export function createKnownSecrets(parts: {
  readonly directory: Directory;
  /** Returns the current secrets of the whole installation. */
  readonly own: () => readonly string[];
  /** Returns the addresses of the whole installation that can hold secrets. */
  readonly ownAddresses: () => readonly string[];
  readonly secretsInAddress: SecretsInAddress;
}): (text: string) => string {
  const { directory, own, ownAddresses, secretsInAddress } = parts;
  const ofAddress = (address: string | undefined): readonly string[] =>
    address !== undefined && URL.canParse(address) ? secretsOfAddress(new URL(address), secretsInAddress) : [];
  let finder: SecretFinder | null = null;
  /** Earlier steps can hold a secret that was changed since. */
  const known = new Set<string>();
  let ownBefore = "";
  const noteOwn = (): void => {
    const [secrets, addresses] = [own(), ownAddresses()];
    const now = JSON.stringify([secrets, addresses]);
    if (now === ownBefore) return;
    ownBefore = now;
    for (const secret of [...secrets, ...addresses.flatMap(ofAddress)]) known.add(secret);
    finder = null;
  };
  const note = (settings: ChannelSettings): void => {
    const sizeBefore = known.size;
    for (const secret of secretsOf(settings, ofAddress)) known.add(secret);
    if (known.size > sizeBefore) finder = null;
  };
  directory.onChannelChange((_id, before, after) => {
    if (before !== undefined) note(before.settings);
    if (after !== undefined) note(after.settings);
  });
  return (text) => {
    noteOwn();
    if (finder === null) {
      if (known.size > knownMax) {
        known.clear();
        ownBefore = "";
        noteOwn();
      }
      for (const { settings } of directory.channelsEver()) note(settings);
      finder = new SecretFinder(known);
    }
    return finder.hide(text);
  };
}

function secretsOf(
  settings: ChannelSettings,
  ofAddress: (address: string | undefined) => readonly string[],
): readonly string[] {
  const { random, webhookUrl, bot, webhooks, incoming, widget } = settings;
  const signing = [settings, incoming, webhooks, bot, ...(webhooks?.endpoints ?? [])].flatMap((secrets) =>
    secrets === null ? [] : secretTexts(secrets),
  );
  const ofBot = [bot?.token, bot?.oauth?.clientSecret].filter((secret) => secret !== undefined);
  const identity = widget?.identity;
  const ofIdentity = [identity?.secret, identity?.previousSecret?.secret].flatMap((secret) => secret ?? []);
  const receivers = [webhookUrl, webhooks?.url, ...(webhooks?.endpoints ?? []).map(({ url }) => url)];
  const addresses = [...receivers, bot?.endpoint, bot?.oauth?.tokenUrl, identity?.jwksUrl ?? undefined];
  return [random, ...signing, ...ofBot, ...ofIdentity, ...addresses.flatMap(ofAddress)];
}

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
