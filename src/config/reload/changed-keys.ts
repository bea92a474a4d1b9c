import { isDeepStrictEqual } from "node:util";

/**
 * Returns the keys whose values differ, such as `limits.channelPerSecond`. Entries of a list have their ids as names, such as
 * `channels.MOBILEAPP1.webhookUrl`. It shows no value.
 */
export function changedKeys(before: unknown, after: unknown, path = ""): readonly string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [one, other] = [partsOf(before), partsOf(after)];
  if (one === null || other === null) return [path];
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].flatMap((key) => changedKeys(one.get(key), other.get(key), path === "" ? key : `${path}.${key}`));
}

/** Whether the value has keys. An absent object counts as one value. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (Array.isArray(value)) return entriesById(value);
  if (typeof value !== "object" || value === null) return null;
  return new Map(Object.entries(value));
}

/** Returns `null` for a list whose entries have no ids. Such a list is one value. */
function entriesById(list: readonly unknown[]): ReadonlyMap<string, unknown> | null {
  const ids = list.map((entry) => (typeof entry === "object" && entry !== null ? Reflect.get(entry, "id") : undefined));
  if (ids.some((id) => id === undefined)) return null;
  return new Map(list.map((entry, index) => [String(ids[index]), entry]));
}
