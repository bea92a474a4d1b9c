const hues = 8;

const numberOf = (name: string): number => {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum % hues;
};

/** The class that colours a person: the same name always has the same hue. See `avatar.css`. */
export const hueOf = (name: string): string => `hue-${numberOf(name)}`;

/** The classes that colour a few names beside each other: as `hueOf`, but no two have the same hue while there are enough hues. */
export function huesApart(names: readonly string[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of names) {
    const start = numberOf(name);
    const next = Array.from({ length: hues }, (_, step) => `hue-${(start + step) % hues}`);
    const hue = next.find((one) => !taken.has(one)) ?? hueOf(name);
    taken.add(hue);
    given.set(name, hue);
  }
  return given;
}
