import t from "tap";
import { readFixture } from "../fixtures.ts";
import { mediaOf, message, parseBody, senderIdOf, textOf } from "./customer-bodies.ts";

const types = "text, video, audio, voice, photo, sticker, document, location, typein, typeout";
const missingId = "Field sender.id is missing or empty.";
const typed = (type: unknown): string => message({ id: "c1" }, { type, text: "hi" });

/** A body, and the complete message of its failure. */
type Refused = readonly [body: string | Uint8Array, says: string];

const noJson = "The body is not valid JSON.";
const noLink = "Field message.file must be an http:// or https:// URL of at most 8192 characters, got";
const notInteger = "Field sender.id must be a string or an integer, got";
const tooDeep = "The body is nested deeper than 64 levels.";
const fractions = [
  "1.5",
  "-0.25",
  "1e-1",
  "9007199254740992.5",
  "1.00000000000000000001",
  "4294967295.0000001",
  "1e-400",
];

const refused: readonly { readonly rule: string; readonly name: string; readonly rows: readonly Refused[] }[] = [
  {
    rule: "CH-20",
    name: "a body that is no JSON object with a sender and a message",
    rows: [
      ["", noJson],
      ["{", noJson],
      [`${textOf("hi")},`, noJson],
      ["{'sender':1}", noJson],
      ["\ufeff\ufeff{}", noJson],
      ["null", "The body must be an object, got null."],
      ["[]", "The body must be an object, got an array."],
      ['"x"', 'The body must be an object, got "x".'],
      ["{}", "Field sender is missing."],
      ['{"sender":[]}', "Field sender must be an object, got an array."],
      ['{"sender":{"id":1}}', "Field message is missing."],
      ['{"sender":{"id":1},"message":"x"}', 'Field message must be an object, got "x".'],
      ['{"sender":{"id":1},"message":[{}]}', "Field message must be an object, got an array."],
      ['{"sender":{"id":1},"message":null}', "Field message must be an object, got null."],
      ["sender=7", noJson],
    ],
  },
  {
    rule: "CH-18",
    name: "a body in another encoding than UTF-8",
    rows: [
      [Buffer.from([0x22, 0xff, 0x22]), "The body is not valid UTF-8."],
      [Buffer.from(textOf("hi"), "utf16le"), noJson],
    ],
  },
  {
    rule: "CH-24",
    name: "a sender without a usable id, also of a typing notice",
    rows: [
      [message({}, { type: "text", text: "hi" }), missingId],
      [message({}, { type: "typein" }), missingId],
      ...["null", '""', '" \\t\\n"'].map((id): Refused => [senderIdOf(id), missingId]),
      ...fractions.map((id): Refused => [senderIdOf(id), `${notInteger} a fraction.`]),
      [senderIdOf("true"), `${notInteger} true.`],
      [senderIdOf("{}"), `${notInteger} an object.`],
      [senderIdOf("[1]"), `${notInteger} an array.`],
      [senderIdOf(String.raw`"a\ud83d"`), "Field sender.id contains half of a character (an unpaired surrogate)."],
    ],
  },
  {
    rule: "CH-33",
    name: "a type that is not in the table",
    rows: [
      [typed(undefined), "Field message.type is missing or empty."],
      [typed(" "), "Field message.type is missing or empty."],
      [typed("Text"), `Field message.type must be one of ${types}, got "Text".`],
      [typed("delivered"), `Field message.type must be one of ${types}, got "delivered".`],
      [typed(1), `Field message.type must be one of ${types}, got 1.`],
      ...["TEXT", "text ", "image", "location_", "typing", "read", "seen", "delivery_notification"].map(
        (type): Refused => [typed(type), `Field message.type must be one of ${types}, got "${type}".`],
      ),
      [typed({}), `Field message.type must be one of ${types}, got an object.`],
      [typed(["text"]), `Field message.type must be one of ${types}, got an array.`],
    ],
  },
  {
    rule: "CH-35",
    name: "a text message without text",
    rows: [
      ...[undefined, null, "", " \n\t", "\u0000\u0007"].map(
        (text): Refused => [textOf(text), "Field message.text is missing or empty."],
      ),
      [textOf(true), "Field message.text must be a string, got true."],
      [textOf({ a: 1 }), "Field message.text must be a string, got an object."],
    ],
  },
  {
    rule: "CH-55",
    name: "a media message without the URL of its file",
    rows: [
      [mediaOf({ type: "photo" }), "Field message.file is missing or empty."],
      ...[null, " "].map(
        (file): Refused => [mediaOf({ type: "photo", file }), "Field message.file is missing or empty."],
      ),
      [mediaOf({ type: "photo", file: "shop.example.com/a" }), `${noLink} "shop.example.com/a".`],
      [mediaOf({ type: "photo", file: 7 }), `${noLink} 7.`],
      [mediaOf({ type: "photo", file: {} }), `${noLink} an object.`],
      [mediaOf({ type: "sticker", file: "" }), "Field message.file is missing or empty."],
      [mediaOf({ type: "voice", file: "data:audio/ogg;base64,xx" }), `${noLink} "data:audio/ogg;base64,xx".`],
    ],
  },
  {
    rule: "CH-56",
    name: "a location without usable coordinates",
    rows: [
      [mediaOf({ type: "location", longitude: 1 }), "Field message.latitude is missing or empty."],
      [mediaOf({ type: "location", latitude: 1 }), "Field message.longitude is missing or empty."],
      ...[90.0001, -91, "1,5", true].map(
        (latitude): Refused => [
          mediaOf({ type: "location", latitude, longitude: 1 }),
          `Field message.latitude must be a number from -90 to 90, got ${JSON.stringify(latitude)}.`,
        ],
      ),
      [
        mediaOf({ type: "location", latitude: 1, longitude: 180.5 }),
        "Field message.longitude must be a number from -180 to 180, got 180.5.",
      ],
      [
        mediaOf({ type: "location", latitude: "north", longitude: 1 }),
        'Field message.latitude must be a number from -90 to 90, got "north".',
      ],
    ],
  },
  {
    rule: "LIM-05",
    name: "an id or a URL that is too long",
    rows: [
      [
        mediaOf({ type: "voice", file: `https://x.example/${"a".repeat(8_175)}` }),
        `${noLink} "https://x.example/${"a".repeat(22)}".`,
      ],
      ...[
        JSON.stringify("x".repeat(256)),
        "9".repeat(256),
        "1e400",
        "1e999999999999999999999",
        `1${"0".repeat(200_000)}1`,
        `-1e${"9".repeat(200_000)}`,
      ].map((id): Refused => [senderIdOf(id), "Field sender.id must be at most 255 characters long."]),
    ],
  },
  {
    rule: "LIM-04",
    name: "a body that is nested too deep",
    rows: [
      [`{"deep":${"[".repeat(64)}${"]".repeat(64)},${textOf("hi").slice(1)}`, tooDeep],
      ["[".repeat(200_000), tooDeep],
    ],
  },
];

for (const { rule, name, rows } of refused) {
  t.test(`[${rule}] a message of a customer is refused: ${name}`, async (t) => {
    for (const [body, message] of rows) {
      const shown = JSON.stringify(body.toString().slice(0, 60));
      t.strictSame(parseBody(body), { ok: false, failure: { code: "invalid_request", message } }, shown);
    }
  });
}

t.test("the failure is the canonical one", async (t) => {
  const result = parseBody(message({ name: "x" }, { type: "text", text: "hi" }));
  const canonical = JSON.parse(readFixture("error-400-invalid-request").toString());
  t.strictSame(result.ok ? null : { error: result.failure }, canonical);
});
