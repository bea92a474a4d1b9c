const hues = 8;

/** The class that colours a person or a channel: the same name always has the same hue. See `avatar.css`. */
export function hueOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return `hue-${sum % hues}`;
}
