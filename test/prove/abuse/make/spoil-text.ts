import type { Random } from "../random.ts";

type Spoil = (text: string, random: Random) => string;

/** Each character is one byte from here on. */
const toBytes = (text: string): string => Buffer.from(text).toString("latin1");
const at = (text: string, random: Random): number => random.integer(0, Math.max(0, text.length - 1));

/** Ways to make invalid JSON, or JSON in another encoding. Texts are bytes; each character is one byte. */
const ways: readonly [readonly [string, Spoil], ...(readonly [string, Spoil])[]] = [
  ["nothing", () => ""],
  ["blanks", () => " \r\n\t"],
  ["cut off", (text, random) => text.slice(0, at(text, random))],
  ["a byte left out", (text, random) => withoutByte(text, at(text, random))],
  ["a byte changed", (text, random) => changeByte(text, at(text, random), random)],
  [
    "a byte more",
    (text, random) =>
      insert(text, at(text, random), random.pick(["\0", "\x80", "\xff", "\xc0\xaf", '"', "\\", "}", "]", ","])),
  ],
  ["bytes of a surrogate", (text, random) => insert(text, at(text, random), "\xed\xa0\x80")],
  ["an overlong form", (text, random) => insert(text, at(text, random), "\xf0\x80\x80\xaf")],
  ["a byte order mark", (text) => `\xef\xbb\xbf${text}`],
  ["UTF-16", (text) => Buffer.from(`\ufeff${text}`, "utf16le").toString("latin1")],
  ["twice", (text) => text + text],
  ["something behind it", (text) => `${text}\0`],
  ["a comma behind the last", (text) => text.replace(/[}\]]$/, (end) => `,${end}`)],
  ["a comment", (text) => `/* a */${text}`],
  ["single quotes", (text) => text.replaceAll('"', "'")],
  ["as a text", (text) => JSON.stringify(text)],
  ["in a list", (text) => `[${text}]`],
  ["no number", (text) => text.replace(/:[^,}\]]*/, ":NaN")],
  ["a number like 01", (text) => text.replace(/:[^,}\]]*/, ":01")],
  ["null", () => "null"],
  ["a form", () => "email=a%40b&text=Hello&type=text"],
  ["parts", () => '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'],
  ["XML", () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
];

/** Spoils JSON as bytes, as it may happen on its way. */
export function spoilText(text: string, random: Random): { readonly bytes: string; readonly how: string } {
  const [how, spoil] = random.pick(ways);
  return { bytes: spoil(toBytes(text), random), how };
}

const insert = (text: string, place: number, more: string): string => text.slice(0, place) + more + text.slice(place);
const withoutByte = (text: string, place: number): string => text.slice(0, place) + text.slice(place + 1);
const changeByte = (text: string, place: number, random: Random): string =>
  text.slice(0, place) + String.fromCharCode(random.integer(0, 255)) + text.slice(place + 1);
