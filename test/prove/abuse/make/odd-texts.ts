import type { Random } from "../random.ts";

/** A text in JSON, without its quotes. It is built only when it is chosen, because some are long. */
type OddText = () => string;

const quoted =
  (text: string): OddText =>
  () =>
    JSON.stringify(text);
const escaped =
  (escapes: string): OddText =>
  () =>
    `"${escapes}"`;

/** Texts with which programs often have problems, as JSON. */
const oddTexts: readonly [OddText, ...OddText[]] = [
  quoted(""),
  quoted(" "),
  quoted("\t\r\n"),
  quoted("a\r\nSet-Cookie: parley_session=x"),
  escaped("\\u0000"),
  escaped("a\\u0000b"),
  escaped("\\ud800"),
  escaped("a\\udc00\\ud800b"),
  escaped("\\uD83D\\uD83D\\uDE00"),
  quoted("\u202e\u2066gpj.exe\u2069"),
  quoted("\ufeff\u200b\u2028\u2029"),
  quoted("😀".repeat(500)),
  quoted("\ufffe\uffff\u{10ffff}"),
  quoted("x".repeat(255)),
  quoted("x".repeat(256)),
  quoted("x".repeat(1_000)),
  quoted("x".repeat(1_001)),
  quoted("../../../../etc/passwd"),
  quoted("..\\..\\windows\\win.ini"),
  quoted("<img src=x onerror=alert(1)>"),
  quoted("javascript:alert(1)"),
  quoted("data:text/html,<script>alert(1)</script>"),
  quoted("{{7*7}}\u0024{7*7}<%= 7*7 %>#{7*7}"),
  quoted("' OR 1=1; DROP TABLE chats; --"),
  quoted("http://127.0.0.1:1/"),
  quoted("http://[::1]/"),
  quoted("http://a:b@\u0000/"),
  quoted("https://example.com:99999/"),
  quoted("https://xn--/"),
  quoted(`https://${"a.".repeat(200)}com/`),
  quoted("//example.com"),
  quoted("null"),
  quoted("true"),
  quoted("0"),
  quoted("-1"),
  quoted("1e3"),
  quoted("99999999999999999999"),
  quoted("__proto__"),
  quoted("constructor"),
  quoted("toString"),
  quoted("a@b@c"),
  quoted("@"),
  quoted(`${"a".repeat(64)}@example.com`),
  quoted("(((((((((((((((((((((((((((((a"),
  quoted("%00%2e%2e%2f"),
  quoted("whsec_"),
  quoted("MOBILEAPP1"),
  quoted("1970-01-01"),
  quoted("UTC\u0000"),
];

const oddNumbers: readonly [string, ...string[]] = [
  "0",
  "-0",
  "-1",
  "1",
  "2",
  "7",
  "0.5",
  "1.0",
  "1e0",
  "10e-1",
  "1e-400",
  "1e400",
  "-1e400",
  "2147483647",
  "2147483648",
  "4294967296",
  "9007199254740991",
  "9007199254740992",
  "9007199254740993",
  "-9007199254740992",
  "18446744073709551616",
  `1${"0".repeat(400)}`,
  `0.${"0".repeat(400)}1`,
];

const otherValues: readonly [OddText, ...OddText[]] = [
  () => "null",
  () => "true",
  () => "false",
  () => "[]",
  () => "{}",
  () => "[null]",
  () => '[{"a":[{}]}]',
  () => '{"__proto__":{"isAdmin":true}}',
  () => '{"constructor":{"prototype":{"isAdmin":true}}}',
  () => '{"toString":1,"valueOf":null,"toJSON":"x"}',
  () => '{"length":-1}',
  () => "[".repeat(200) + "]".repeat(200),
];

/** Texts that take long to read. Most inputs are short, so that there can be many. */
const largeValues: readonly [OddText, ...OddText[]] = [
  quoted("x".repeat(60_000)),
  quoted("ы".repeat(30_000)),
  quoted("x".repeat(10_001)),
  quoted("\u0301".repeat(2_000)),
  () => `[${"null,".repeat(5_000)}null]`,
  () => `[${"[],".repeat(5_000)}{}]`,
  () => "[".repeat(20_000) + "]".repeat(20_000),
  () => `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  () => `{${Array.from({ length: 3_000 }, (_, number) => `"k${number}":0`).join(",")}}`,
];

/** Names that every object has by default, and other unexpected ones. */
export const oddKeys: readonly [string, ...string[]] = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "toJSON",
  "then",
  "length",
  "$ref",
  "",
  " ",
  "id",
  "role",
  "isAdmin",
  "\u0000",
  "k".repeat(3_000),
];

/** Returns any JSON that is rarely valid. */
export function oddValue(random: Random): string {
  return random.weighted<() => string>([
    [6, () => random.pick(oddTexts)()],
    [3, () => random.pick(oddNumbers)],
    [3, () => random.pick(otherValues)()],
    [0.2, () => random.pick(largeValues)()],
  ])();
}

/** Returns a text of about the allowed length: one character less, the exact length, or one more. */
export const textOfLength = (random: Random, length: number): string =>
  JSON.stringify(random.pick(["x", "é", "漢"]).repeat(Math.max(0, length + random.integer(-1, 1))));

/** Returns a number at the bound of the allowed range. */
export const numberNear = (random: Random, bound: number): string => String(bound + random.integer(-1, 1));
