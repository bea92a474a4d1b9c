import t from "tap";
import type { AcceptedRows } from "./customer-bodies.ts";
import { assertAccepted, message, parseBody, senderIdOf, smiley, textOf } from "./customer-bodies.ts";

const hi = { type: "text", text: "hi", media: null };

const accepted: readonly AcceptedRows[] = [
  {
    rule: "CH-17",
    name: "only sender and message are required",
    rows: [
      {
        name: "only sender and message are required",
        body: message({ id: "c1" }, { type: "text", text: "hi" }),
        expects: {
          kind: "message",
          senderId: "c1",
          sender: { senderIdKind: "string" },
          externalId: null,
          invitation: null,
          content: hi,
          warnings: [],
        },
      },
    ],
  },
  {
    rule: "CH-18",
    name: "a byte-order mark is skipped",
    rows: [{ name: "a byte-order mark is skipped", body: `\ufeff${textOf("hi")}`, expects: { content: hi } }],
  },
  {
    rule: "CH-20",
    name: "white space around the body is skipped",
    rows: [{ name: "white space around the body", body: ` \r\n\t${textOf("hi")}\n `, expects: { content: hi } }],
  },
  {
    rule: "CH-21",
    name: "optional fields: blank, a number, of another type, unknown",
    rows: [
      {
        name: "blank optional fields count as absent",
        body: message(
          { id: "c1", name: " ", phone: "", email: null, photo: "\t\n" },
          { type: "text", text: "hi", id: "" },
        ),
        expects: { sender: { senderIdKind: "string" }, externalId: null, warnings: [] },
      },
      {
        name: "a number in a string field becomes its decimal text, with every digit",
        body: `{"sender":{"id":"c1","name":7,"phone":442079460181442079460181,"email":1.50},"message":{"type":"text","text":"hi","id":-0}}`,
        expects: {
          sender: { senderIdKind: "string", name: "7", phone: "442079460181442079460181", email: "1.5" },
          externalId: "0",
          warnings: [],
        },
      },
      {
        name: "a field of another wrong type is dropped with a warning; the others are kept",
        body: message(
          { id: "c1", name: { first: "x" }, phone: [1], email: true },
          { type: "text", text: "hi", id: false },
        ),
        expects: {
          sender: { senderIdKind: "string" },
          externalId: null,
          warnings: [
            "Field sender.name was dropped: expected a string, got an object.",
            "Field sender.phone was dropped: expected a string, got an array.",
            "Field sender.email was dropped: expected a string, got true.",
            "Field message.id was dropped: expected a string, got false.",
          ],
        },
      },
      {
        name: "unknown keys are ignored",
        body: `{"x":[{}],"sender":{"id":"c1","__proto__":{"name":"no"},"y":1},"message":{"type":"text","text":"hi","markup":{}}}`,
        expects: { sender: { senderIdKind: "string" }, content: hi, warnings: [] },
      },
    ],
  },
  {
    rule: "CH-25",
    name: "an integer id has its decimal text, a string id is kept as it is",
    rows: [
      {
        name: "an integer id has its decimal text and its kind",
        body: senderIdOf("7"),
        expects: { senderId: "7", sender: { senderIdKind: "integer" } },
      },
      {
        name: "string ids are kept as they are",
        body: senderIdOf('" 007 "'),
        expects: { senderId: " 007 ", sender: { senderIdKind: "string" } },
      },
    ],
  },
  {
    rule: "CH-26",
    name: "an integer id keeps every digit, however it is written and whatever is around it",
    rows: [
      ...(
        [
          ["9007199254740993", "9007199254740993"],
          ["-9007199254740993", "-9007199254740993"],
          ["12345678901234567890123456789012345678901234567890", "12345678901234567890123456789012345678901234567890"],
          ["9007199254740993.000", "9007199254740993"],
          ["9.007199254740993e15", "9007199254740993"],
          ["123.0", "123"],
          ["1.23e2", "123"],
          ["1.23E+2", "123"],
          ["12300e-2", "123"],
          ["0.0123e4", "123"],
          ["-0", "0"],
          ["0.0", "0"],
          ["-0e9", "0"],
          ["0e999999", "0"],
          ["1e21", "1000000000000000000000"],
        ] as const
      ).map(([literal, senderId]) => ({
        name: `the id ${literal} is the integer ${senderId}`,
        body: senderIdOf(literal),
        expects: { senderId, sender: { senderIdKind: "integer" } },
      })),
      {
        name: "an exact id next to numbers of every other kind",
        body: `{"a":[1e400,-0.5,{"id":1}],"sender":{"geo":{"id":3},"id":9007199254740993},"message":{"id":12.5,"type":"text","text":1e2}}`,
        expects: { senderId: "9007199254740993", externalId: "12.5", content: { ...hi, text: "100" } },
      },
      {
        name: "an exact id whose keys are escaped, among similar text in strings, arrays and other levels",
        body: String.raw`{"a":"{\"sender\":{\"id\":1}}","sender":{"x":["id",3],"y":{"id":4},"\u0069d" : 9007199254740993,"z":-5},"s":{"id":6},"message":{"type":"text","text":"\\\"id\":7","id":8.50}}`,
        expects: { senderId: "9007199254740993", externalId: "8.5" },
      },
    ],
  },
  {
    rule: "CH-28",
    name: "name, phone and email have any format",
    rows: [
      {
        name: "name, phone and email of any format",
        body: message({ id: "c1", name: "Zoë", phone: "call me", email: "nowhere" }, { type: "text", text: "hi" }),
        expects: { sender: { senderIdKind: "string", name: "Zoë", phone: "call me", email: "nowhere" }, warnings: [] },
      },
    ],
  },
  {
    rule: "CH-29",
    name: "a photo is a link, anything else is dropped with a warning",
    rows: [
      ...["https://x.example/a.png", "http://x.example/my avatar.png", "HTTPS://X.EXAMPLE/A"].map((photo) => ({
        name: `photo ${photo}`,
        body: message({ id: "c1", photo }, { type: "text", text: "hi" }),
        expects: { sender: { senderIdKind: "string", photo }, warnings: [] },
      })),
      ...[
        ["ftp://x.example/a.png", '"ftp://x.example/a.png"'],
        ["//x.example/a.png", '"//x.example/a.png"'],
        ["javascript:alert(1)", '"javascript:alert(1)"'],
        ["https://", '"https://"'],
        [5, "5"],
      ].map(([photo, got]) => ({
        name: `photo ${photo} is dropped with a warning`,
        body: message({ id: "c1", photo }, { type: "text", text: "hi" }),
        expects: {
          sender: { senderIdKind: "string" },
          warnings: [
            `Field sender.photo was dropped: expected an http:// or https:// URL of at most 8192 characters, got ${got}.`,
          ],
        },
      })),
    ],
  },
  {
    rule: "CH-31",
    name: "an invitation is a text, cut to 1000 code points",
    rows: [
      {
        name: "an invitation is text, cut to 1000 code points",
        body: message({ id: "c1", invite: `<b>\u0000${smiley.repeat(1000)}` }, { type: "text", text: "hi" }),
        expects: { invitation: `<b>${smiley.repeat(997)}`, warnings: [] },
      },
      {
        name: "a blank invitation counts as absent",
        body: message({ id: "c1", invite: " \n" }, { type: "text", text: "hi" }),
        expects: { invitation: null, warnings: [] },
      },
      {
        name: "an invitation that is no text is dropped with a warning",
        body: message({ id: "c1", invite: { text: "Hi" } }, { type: "text", text: "hi" }),
        expects: { invitation: null, warnings: ["Field sender.invite was dropped: expected a string, got an object."] },
      },
    ],
  },
  {
    rule: "CH-32",
    name: "the customer's page is a link, anything else is dropped with a warning",
    rows: [
      {
        name: "the customer's page",
        body: message({ id: "c1", url: "https://shop.example.com/cart?id=1#top" }, { type: "text", text: "hi" }),
        expects: { sender: { senderIdKind: "string", url: "https://shop.example.com/cart?id=1#top" }, warnings: [] },
      },
      {
        name: "a page that is no link is dropped with a warning",
        body: message({ id: "c1", url: "app://cart" }, { type: "text", text: "hi" }),
        expects: {
          sender: { senderIdKind: "string" },
          warnings: [
            'Field sender.url was dropped: expected an http:// or https:// URL of at most 8192 characters, got "app://cart".',
          ],
        },
      },
    ],
  },
  {
    rule: "CH-34",
    name: "message.id is kept with the content",
    rows: [
      {
        name: "message.id is kept with the content",
        body: message({ id: "c1" }, { type: "text", text: "hi", id: "m-1" }),
        expects: { externalId: "m-1", content: hi },
      },
    ],
  },
  {
    rule: "CH-35",
    name: "a number counts as text",
    rows: [{ name: "a number as text", body: textOf(12.5), expects: { content: { ...hi, text: "12.5" } } }],
  },
  {
    rule: "CH-36",
    name: "text is cut to 1000 code points, and no character is split",
    rows: [
      {
        name: "1000 characters stay",
        body: textOf("ä".repeat(1000)),
        expects: { content: { ...hi, text: "ä".repeat(1000) }, warnings: [] },
      },
      {
        name: "1001 characters are cut to 1000, with a warning that names the number of cut characters",
        body: textOf(`${"a".repeat(1000)}b`),
        expects: {
          content: { ...hi, text: "a".repeat(1000), cut: 1 },
          warnings: ["Field message.text was cut to its first 1000 characters: 1 more was sent."],
        },
      },
      {
        name: "1000 characters beyond the basic plane stay",
        body: textOf(smiley.repeat(1000)),
        expects: { content: { ...hi, text: smiley.repeat(1000) } },
      },
      {
        name: "a surrogate pair is never split, and the cut is counted in code points, without control characters",
        body: textOf(`a${smiley.repeat(1000)}\u0000${smiley.repeat(2)}`),
        expects: { content: { ...hi, text: `a${smiley.repeat(999)}`, cut: 3 } },
      },
      {
        name: "unpaired surrogates become U+FFFD",
        body: String.raw`{"sender":{"id":"c1"},"message":{"type":"text","text":"a\ud83db\ude00c\ud83d"}}`,
        expects: { content: { ...hi, text: "a\ufffdb\ufffdc\ufffd" } },
      },
    ],
  },
  {
    rule: "CH-37",
    name: "control characters except tab and newline are removed; markup stays",
    rows: [
      {
        name: "control characters except tab and newline are removed; markup stays",
        body: textOf("<b>a</b>\u0000\u0007\tb\r\nc\u007f\u0085\u009fd & \u2028"),
        expects: { content: { ...hi, text: "<b>a</b>\tb\ncd & \u2028" } },
      },
      {
        name: "CR LF and a lone CR are line breaks",
        body: textOf("a\rb\r\rc\r\nd\n\re\u0000\rf"),
        expects: { content: { ...hi, text: "a\nb\n\nc\nd\n\ne\nf" } },
      },
    ],
  },
  {
    rule: "CH-46",
    name: "a typing notice is only its sender and its state; other fields are ignored",
    rows: [
      {
        name: "a typing notice is only its sender and its state; other fields are ignored",
        body: message({ id: 7, name: 5, photo: {} }, { type: "typein", text: [], id: {}, file: 3 }),
        expects: { kind: "typing", senderId: "7", senderIdKind: "integer", state: "typein" },
      },
    ],
  },
  {
    rule: "ERR-15",
    name: "if a key occurs twice, the last one counts, also for exact ids",
    rows: [
      {
        name: "if a key occurs twice, the last one counts, also for exact ids",
        body: `{"sender":{"id":"no"},"message":{"type":"typein"},"sender":{"id":9007199254740995,"id":9007199254740993},"message":{"type":"photo","type":"text","text":"no","text":"hi"}}`,
        expects: { senderId: "9007199254740993", content: hi },
      },
    ],
  },
  {
    rule: "LIM-05",
    name: "an id has up to 255 code points",
    rows: [
      {
        name: "an id of 255 code points",
        body: message({ id: smiley.repeat(255) }, { type: "text", text: "hi" }),
        expects: { senderId: smiley.repeat(255) },
      },
    ],
  },
  {
    rule: "LIM-04",
    name: "64 levels are accepted, and brackets inside strings do not count",
    rows: [
      {
        name: "64 levels, brackets inside strings not counted",
        body: `{"deep":${"[".repeat(63)}${"]".repeat(63)},"s":"${"[".repeat(99)}\\"[{",${textOf("hi").slice(1)}`,
        expects: { content: hi },
      },
    ],
  },
];

for (const { rule, name, rows } of accepted) {
  t.test(`[${rule}] ${name}`, async (t) => {
    for (const row of rows) assertAccepted(t, row);
  });
}

t.test("messages without warnings share one empty list", async (t) => {
  const [one, other] = ["a", "b"].map((text) => {
    const result = parseBody(textOf(text));
    return result.ok && result.value.kind === "message" ? result.value.warnings : null;
  });
  t.same(one, []);
  t.equal(one, other);
  t.ok(Object.isFrozen(one));
});
