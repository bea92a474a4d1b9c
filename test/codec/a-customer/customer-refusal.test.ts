import t from "tap";
import { readFixture } from "../fixtures.ts";
import { mediaOf, message, parseBody, senderIdOf, textOf } from "./customer-bodies.ts";

const types = "text, video, audio, voice, photo, sticker, document, location, typein, typeout";
const missingId = "Field sender.id is missing or empty.";
const fraction = "Field sender.id must be a string or an integer, got a fraction.";
const longId = "Field sender.id must be at most 255 characters long.";
const typed = (type: unknown): string => message({ id: "c1" }, { type, text: "hi" });

/** The rule, the body, and the complete message of the failure. */
const refused: readonly { readonly rule: string; readonly body: string | Uint8Array; readonly says: string }[] = [
  { rule: "CH-20", body: "", says: "The body is not valid JSON." },
  { rule: "CH-20", body: "{", says: "The body is not valid JSON." },
  { rule: "CH-20", body: `${textOf("hi")},`, says: "The body is not valid JSON." },
  { rule: "CH-20", body: "{'sender':1}", says: "The body is not valid JSON." },
  { rule: "CH-20", body: "\ufeff\ufeff{}", says: "The body is not valid JSON." },
  { rule: "CH-18", body: Buffer.from([0x22, 0xff, 0x22]), says: "The body is not valid UTF-8." },
  { rule: "CH-18", body: Buffer.from(textOf("hi"), "utf16le"), says: "The body is not valid JSON." },
  { rule: "CH-20", body: "null", says: "The body must be an object, got null." },
  { rule: "CH-20", body: "[]", says: "The body must be an object, got an array." },
  { rule: "CH-20", body: '"x"', says: 'The body must be an object, got "x".' },
  { rule: "CH-20", body: "{}", says: "Field sender is missing." },
  { rule: "CH-20", body: '{"sender":[]}', says: "Field sender must be an object, got an array." },
  { rule: "CH-20", body: '{"sender":{"id":1}}', says: "Field message is missing." },
  { rule: "CH-20", body: '{"sender":{"id":1},"message":"x"}', says: 'Field message must be an object, got "x".' },
  { rule: "CH-24", body: message({}, { type: "text", text: "hi" }), says: missingId },
  ...["null", '""', '" \\t\\n"'].map((id) => ({ rule: "CH-24", body: senderIdOf(id), says: missingId })),
  ...["1.5", "-0.25", "1e-1", "9007199254740992.5", "1.00000000000000000001", "4294967295.0000001", "1e-400"].map(
    (id) => ({ rule: "CH-24", body: senderIdOf(id), says: fraction }),
  ),
  { rule: "CH-24", body: senderIdOf("true"), says: "Field sender.id must be a string or an integer, got true." },
  { rule: "CH-24", body: senderIdOf("{}"), says: "Field sender.id must be a string or an integer, got an object." },
  { rule: "CH-24", body: senderIdOf("[1]"), says: "Field sender.id must be a string or an integer, got an array." },
  {
    rule: "CH-24",
    body: senderIdOf(String.raw`"a\ud83d"`),
    says: "Field sender.id contains half of a character (an unpaired surrogate).",
  },
  { rule: "CH-24, CH-46", body: message({}, { type: "typein" }), says: missingId },
  { rule: "CH-33", body: typed(undefined), says: "Field message.type is missing or empty." },
  { rule: "CH-33", body: typed(" "), says: "Field message.type is missing or empty." },
  { rule: "CH-33", body: typed("Text"), says: `Field message.type must be one of ${types}, got "Text".` },
  { rule: "CH-33", body: typed("delivered"), says: `Field message.type must be one of ${types}, got "delivered".` },
  { rule: "CH-33", body: typed(1), says: `Field message.type must be one of ${types}, got 1.` },
  { rule: "CH-33", body: typed(["text"]), says: `Field message.type must be one of ${types}, got an array.` },
  ...[undefined, null, "", " \n\t", "\u0000\u0007"].map((text) => ({
    rule: "CH-35",
    body: textOf(text),
    says: "Field message.text is missing or empty.",
  })),
  { rule: "CH-35", body: textOf(true), says: "Field message.text must be a string, got true." },
  { rule: "CH-35", body: textOf({ a: 1 }), says: "Field message.text must be a string, got an object." },
  { rule: "CH-55", body: mediaOf({ type: "photo" }), says: "Field message.file is missing or empty." },
  { rule: "CH-55", body: mediaOf({ type: "sticker", file: "" }), says: "Field message.file is missing or empty." },
  {
    rule: "CH-55",
    body: mediaOf({ type: "voice", file: "data:audio/ogg;base64,xx" }),
    says: 'Field message.file must be an http:// or https:// URL of at most 2048 characters, got "data:audio/ogg;base64,xx".',
  },
  {
    rule: "LIM-05",
    body: mediaOf({ type: "voice", file: `https://x.example/${"a".repeat(2031)}` }),
    says: `Field message.file must be an http:// or https:// URL of at most 2048 characters, got "https://x.example/${"a".repeat(22)}".`,
  },
  {
    rule: "CH-56",
    body: mediaOf({ type: "location", longitude: 1 }),
    says: "Field message.latitude is missing or empty.",
  },
  {
    rule: "CH-56",
    body: mediaOf({ type: "location", latitude: 1, longitude: 180.5 }),
    says: "Field message.longitude must be a number from -180 to 180, got 180.5.",
  },
  {
    rule: "CH-56",
    body: mediaOf({ type: "location", latitude: "north", longitude: 1 }),
    says: 'Field message.latitude must be a number from -90 to 90, got "north".',
  },
  { rule: "LIM-05", body: senderIdOf(JSON.stringify("x".repeat(256))), says: longId },
  { rule: "LIM-05", body: senderIdOf("9".repeat(256)), says: longId },
  { rule: "LIM-05", body: senderIdOf("1e400"), says: longId },
  { rule: "LIM-05", body: senderIdOf("1e999999999999999999999"), says: longId },
  { rule: "LIM-05", body: senderIdOf(`1${"0".repeat(200_000)}1`), says: longId },
  { rule: "LIM-05", body: senderIdOf(`-1e${"9".repeat(200_000)}`), says: longId },
  {
    rule: "LIM-04",
    body: `{"deep":${"[".repeat(64)}${"]".repeat(64)},${textOf("hi").slice(1)}`,
    says: "The body is nested deeper than 64 levels.",
  },
  { rule: "LIM-04", body: "[".repeat(200_000), says: "The body is nested deeper than 64 levels." },
];

for (const row of refused) {
  const shown = typeof row.body === "string" ? row.body : row.body.toString();
  t.test(`[${row.rule}] refuses ${JSON.stringify(shown.slice(0, 60))}`, async (t) => {
    t.strictSame(parseBody(row.body), { ok: false, failure: { code: "invalid_request", message: row.says } });
  });
}

t.test("[CH-24, ERR-04] the failure is the canonical one", async (t) => {
  const result = parseBody(message({ name: "x" }, { type: "text", text: "hi" }));
  const canonical = JSON.parse(readFixture("error-400-invalid-request").toString());
  t.strictSame(result.ok ? null : { error: result.failure }, canonical);
});
