import fc from "fast-check";
import t from "tap";
import { parseDeskFrame } from "../../../src/codec/desk/desk-frames.ts";
import { parseReplyRequest } from "../../../src/codec/desk/desk-reply.ts";
import {
  parseContactRequest,
  parseNoteRequest,
  parseSessionRequest,
  parseTransferRequest,
  parseTypingRequest,
} from "../../../src/codec/desk/desk-request.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import type { Result } from "../../../src/core/result.ts";

type Parse = (bytes: Uint8Array, limits: { readonly jsonDepthMax: number }) => Result<unknown>;
const read = (parse: Parse, body: string): unknown => {
  const result = parse(Buffer.from(body), defaultLimits);
  return result.ok ? result.value : `${result.failure.code}: ${result.failure.message}`;
};

t.test("[ERR-02] frames from the desk", async (t) => {
  const cases: readonly (readonly [string, unknown])[] = [
    [
      '{"type":"hello","token":"abc","available":true,"since":7}',
      { type: "hello", token: "abc", available: true, since: 7 },
    ],
    ['{"type":"hello"}', { type: "hello" }],
    ['{"type":"available","value":false}', { type: "available", value: false }],
    ['{"type":"beat"}', { type: "beat" }],
    ['{"type":"viewing","chatId":"17","writes":true}', { type: "viewing", chatId: "17", writes: true }],
    ['{"type":"viewing"}', { type: "viewing" }],
    ['{"type":"viewing","chatId":17}', "invalid_request: Field chatId must be the id of a chat, got 17."],
    ['{"type":"viewing","writes":1}', "invalid_request: Field writes must be true or false, got 1."],
    ['{"type":"available"}', "invalid_request: Field value is missing: it must be true or false."],
    ['{"type":"hello","token":5}', "invalid_request: Field token must be a session token, got something else."],
    ['{"type":"hello","since":-1}', "invalid_request: Field since must be a cursor, got -1."],
    ['{"type":"hello","since":1.5}', "invalid_request: Field since must be a cursor, got 1.5."],
    ['{"type":"bye"}', 'invalid_request: Field type must be "hello", "available", "viewing" or "beat", got "bye".'],
    ["[]", 'invalid_request: Field type must be "hello", "available", "viewing" or "beat", got nothing.'],
    ["{", "invalid_request: The body is not valid JSON."],
  ];
  for (const [frame, expected] of cases) t.strictSame(read(parseDeskFrame, frame), expected, frame);
});

t.test("the body of a login; no message repeats the password", async (t) => {
  t.strictSame(read(parseSessionRequest, '{"email":"k@x","password":"p","x":1}'), {
    email: "k@x",
    password: "p",
    x: 1,
  });
  const cases: readonly (readonly [string, string])[] = [
    ["7", "The body must be an object, got 7."],
    ["null", "The body must be an object, got null."],
    ["[1]", "The body must be an object, got an array."],
    ['{"password":"p"}', "Field email is missing: it must be an e-mail address."],
    ['{"email":null,"password":"p"}', "Field email must be an e-mail address, got null."],
    ['{"email":"k@x"}', "Field password is missing: it must be a password of 1 to 1024 characters."],
  ];
  for (const [body, says] of cases) t.equal(read(parseSessionRequest, body), `invalid_request: ${says}`, body);
  for (const password of ["hunter2".repeat(200), ["hunter2"]]) {
    const says = read(parseSessionRequest, JSON.stringify({ email: "k@x", password }));
    t.equal(says, "invalid_request: Field password must be a password of 1 to 1024 characters, got something else.");
  }
});

t.test("an agent's reply: text of at most 10 000 characters", async (t) => {
  const reply = (fields: object): unknown => read(parseReplyRequest, JSON.stringify(fields));
  const longest = "😀".repeat(10_000);
  const said = (text: string): object => ({ type: "text", text, media: null });
  t.strictSame(reply({ type: "text", text: longest }), { content: said(longest), replyTo: null });
  t.strictSame(reply({ type: "text", text: "a\ud83d", replyTo: 3 }), { content: said("a\ufffd"), replyTo: 3 });
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ type: "text", text: `${longest}x` }, /^Field text must be a text of 1 to 10000 characters, got /],
    [{ type: "text", text: "a", replyTo: 0 }, /^Field replyTo must be the seq of the message .+, got 0\.$/],
    [{ type: "text", text: "a", replyTo: "3" }, /^Field replyTo must be the seq of the message .+, got "3"\.$/],
    [{ type: "text", text: " \n" }, /^Field text must be a text of 1 to 10000 characters, got /],
    [{ type: "text" }, /^Field text is missing: it must be a text of 1 to 10000 characters\.$/],
    [{ type: "text", text: 5 }, /^Field text must be a text of 1 to 10000 characters, got 5\.$/],
    [[], /^The body must be an object, got an array\.$/],
  ];
  for (const [fields, says] of cases)
    t.match(reply(fields), new RegExp(says.source.replace("^", "^invalid_request: ")));
});

const file = { file: "https://files.example.com/x", file_name: "x", file_size: 1 };

t.test(
  "[CH-51, CH-59] a file of an agent: each type with its required fields, no sticker and no location",
  async (t) => {
    const reply = (fields: object): unknown => read(parseReplyRequest, JSON.stringify(fields));
    for (const type of ["photo", "video", "audio", "voice", "document"])
      t.strictSame(reply({ type, ...file }), { content: { type, text: "", media: file }, replyTo: null }, type);
    const whole = {
      ...file,
      width: 640,
      height: 480,
      duration: 3,
      thumb: "http://files.example.com/t",
      performer: "Band",
      title: "Song",
      emoji: "🎵",
    };
    t.strictSame(reply({ type: "audio", text: "Listen", unknown: 1, replyTo: 2, ...whole }), {
      content: { type: "audio", text: "Listen", media: whole },
      replyTo: 2,
    });
    const longest = `https://x/${"y".repeat(8_182)}`;
    t.match(reply({ type: "photo", ...file, file: longest, thumb: longest }), {
      content: { media: { file: longest, thumb: longest } },
    });
    t.match(reply({ type: "photo", ...file, text: " ", file_name: "a\u0000b" }), {
      content: { text: "", media: { file_name: "ab" } },
    });
    const cases: readonly (readonly [object, string])[] = [
      [{ type: "sticker" }, 'type must be "text", "photo", "video", "audio", "voice", "document", got "sticker".'],
      [{ type: "location" }, 'type must be "text", "photo", "video", "audio", "voice", "document", got "location".'],
      [{ type: null }, 'type must be "text", "photo", "video", "audio", "voice", "document", got null.'],
      [{ file: undefined }, "file is missing: it must be an http:// or https:// URL of at most 8192 characters."],
      [{ file: "ftp://x/y" }, 'file must be an http:// or https:// URL of at most 8192 characters, got "ftp://x/y".'],
      [{ file: "https://[" }, 'file must be an http:// or https:// URL of at most 8192 characters, got "https://[".'],
      [
        { file: `https://x/${"y".repeat(8_183)}` },
        "file must be an http:// or https:// URL of at most 8192 characters, got",
      ],
      [{ file_name: undefined }, "file_name is missing: it must be a string of 1 to 255 characters."],
      [{ file_name: " " }, 'file_name must be a string of 1 to 255 characters, got " ".'],
      [{ file_name: "x".repeat(256) }, "file_name must be a string of 1 to 255 characters, got "],
      [{ title: "\u0001" }, "title must be a string of 1 to 255 characters, got control characters."],
      [{ file_size: undefined }, "file_size is missing: it must be a positive integer."],
      [{ file_size: 0 }, "file_size must be a positive integer, got 0."],
      [{ file_size: "1" }, 'file_size must be a positive integer, got "1".'],
      [{ width: 1.5 }, "width must be a positive integer, got 1.5."],
      [{ height: -1 }, "height must be a positive integer, got -1."],
      [{ duration: null }, "duration must be a positive integer, got null."],
      [{ thumb: "x" }, 'thumb must be an http:// or https:// URL of at most 8192 characters, got "x".'],
      [{ performer: 1 }, "performer must be a string of 1 to 255 characters, got 1."],
      [{ title: [] }, "title must be a string of 1 to 255 characters, got an array."],
      [{ emoji: {} }, "emoji must be a string of 1 to 255 characters, got an object."],
      [{ text: 7 }, "text must be a string of at most 10000 characters, got 7."],
    ];
    for (const [fields, says] of cases) {
      const got = String(reply({ type: "photo", ...file, ...fields }));
      t.ok(got.startsWith(`invalid_request: Field ${says}`), `${got}, wanted ${says}`);
    }
  },
);

t.test("for typing, notes, transfers and contacts, the error names the wrong field", async (t) => {
  t.strictSame(read(parseTypingRequest, '{"type":"typein"}'), { type: "typein" });
  t.strictSame(read(parseNoteRequest, '{"text":"a\\ud83d"}'), "a\ufffd");
  t.strictSame(read(parseTransferRequest, '{"agentId":2}'), { agentId: 2, note: null });
  t.strictSame(read(parseTransferRequest, '{"departmentId":2,"note":"Hi"}'), { departmentId: 2, note: "Hi" });
  t.strictSame(read(parseContactRequest, '{"name":"Pat","email":null,"phone":" ","description":""}'), {
    name: "Pat",
    email: null,
    phone: null,
    description: null,
  });
  const cases: readonly (readonly [Parse, string, string])[] = [
    [parseTypingRequest, "{}", 'Field type is missing: it must be "typein" or "typeout".'],
    [parseTypingRequest, '{"type":"text"}', 'Field type must be "typein" or "typeout", got "text".'],
    [parseNoteRequest, '{"text":" "}', 'Field text must be a text of 1 to 10000 characters, got " ".'],
    [parseNoteRequest, "{}", "Field text is missing: it must be a text of 1 to 10000 characters."],
    [parseTransferRequest, "{}", "Field agentId or departmentId is missing: it says who gets the chat."],
    [
      parseTransferRequest,
      '{"agentId":1,"departmentId":1}',
      "Fields agentId and departmentId cannot be used together: a chat goes to one.",
    ],
    [
      parseTransferRequest,
      '{"agentId":1,"note":" "}',
      'Field note must be a note for the receiver, stored with the transfer: a text of 1 to 10000 characters, got " ".',
    ],
    [parseTransferRequest, '{"agentId":"1"}', 'Field agentId must be the id of an agent, an integer, got "1".'],
    [
      parseTransferRequest,
      '{"departmentId":0}',
      "Field departmentId must be the id of a department, an integer, got 0.",
    ],
    [parseContactRequest, "{}", "The body must have at least one of the fields name, email, phone, description."],
    [parseContactRequest, '{"name":"x","sex":1}', 'Field "sex" is unknown: expected name, email, phone, description.'],
    [
      parseContactRequest,
      '{"phone":7}',
      "Field phone must be a string of at most 255 characters, or null to remove the value, got 7.",
    ],
    [parseContactRequest, "[]", "The body must be an object, got an array."],
  ];
  for (const [parse, body, says] of cases) t.equal(read(parse, body), `invalid_request: ${says}`, body);
  const long = (length: number): string => JSON.stringify({ description: "😀".repeat(length) });
  t.match(read(parseContactRequest, long(1_000)), { description: "😀".repeat(1_000) });
  t.match(read(parseContactRequest, long(1_001)), /description must be a string of at most 1000 characters/);
  t.match(read(parseContactRequest, JSON.stringify({ name: "x".repeat(256) })), /name must be a string of at most 255/);
  t.match(read(parseNoteRequest, JSON.stringify({ text: "x".repeat(10_001) })), /text must be a text of 1 to 10000/);
});

t.test("any JSON at all gives a result", async (t) => {
  const some = fc.record(
    {
      type: fc.oneof(fc.constantFrom("hello", "available", "text"), fc.jsonValue()),
      text: fc.string({ unit: "binary" }),
    },
    { requiredKeys: [] },
  );
  const parsers: readonly Parse[] = [
    parseDeskFrame,
    parseReplyRequest,
    parseSessionRequest,
    parseTypingRequest,
    parseNoteRequest,
    parseTransferRequest,
    parseContactRequest,
  ];
  const property = fc.property(fc.oneof(some, fc.jsonValue()), (json) =>
    parsers.every((parse) => {
      const result = parse(Buffer.from(JSON.stringify(json)), defaultLimits);
      return result.ok || /^(The|Fields?) .+\.$/s.test(result.failure.message);
    }),
  );
  t.doesNotThrow(() => fc.assert(property));
});
