import fc from "fast-check";
import t from "tap";
import type { BotContent } from "../../../machines/chat/message.types.ts";
import { fallbackOf, parseProviderEvent } from "../../../src/codec/b-bot/provider-event.ts";
import type { BotMessageEvent, InviteAgentEvent } from "../../../src/codec/b-bot/provider-event.types.ts";
import { findDuplicateKey, findNumbersAt } from "../../../src/codec/json/json.ts";
import { pathText } from "../../../src/codec/json/value-path.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import type { Result } from "../../../src/core/result.ts";
import { fixtureNames, readFixture } from "../fixtures.ts";
import { goldens } from "./provider-event-goldens.ts";

/** A refused event is its failure here, whatever chat it names. */
function parse(body: string | Uint8Array): Result<BotMessageEvent | InviteAgentEvent> {
  const result = parseProviderEvent(typeof body === "string" ? Buffer.from(body) : body, defaultLimits);
  if (!result.ok) return result;
  return result.value.event === null ? { ok: false, failure: result.value.failure } : { ok: true, value: result.value };
}
const bodyOf = (message: unknown): string => JSON.stringify({ event: "BOT_MESSAGE", chat_id: "5021", message });
/** The content of an accepted message, or the reason of a refusal. */
function contentOf(message: unknown): BotContent | string {
  const result = parse(bodyOf(message));
  if (!result.ok) return `${result.failure.code}: ${result.failure.message}`;
  return result.value.event === "BOT_MESSAGE" ? result.value.content : result.value.event;
}
function refusalOf(body: string | Uint8Array): readonly string[] {
  const result = parse(body);
  return result.ok ? ["accepted"] : [result.failure.code, result.failure.message];
}

const names = Object.keys(goldens);
const compact = (name: string): Buffer => Buffer.from(JSON.stringify(JSON.parse(readFixture(name).toString())));

t.test("[BOT-24] every canonical payload is read completely", async (t) => {
  const given = [...fixtureNames("b-bot-message"), ...fixtureNames("b-invite-agent")];
  t.same([...names].sort(), given.sort());
  for (const [name, value] of Object.entries(goldens)) {
    t.strictSame(parse(readFixture(name)), { ok: true, value }, name);
  }
});

/** Whether the parser returns a result, and a failure has a sentence. Throws if the parser throws. */
function isResult(bytes: Uint8Array): boolean {
  const result = parse(bytes);
  if (result.ok) return true;
  const { code, message } = result.failure;
  return (code === "invalid_request" || code === "method_not_allowed") && /^(The|Field|Key|Event) .+\.$/.test(message);
}

t.test("a payload cut at any byte is refused", async (t) => {
  const wrong: string[] = [];
  for (const name of names) {
    const body = compact(name);
    for (let length = 0; length < body.length; length += 1) {
      const result = parse(body.subarray(0, length));
      if (result.ok || result.failure.code !== "invalid_request") wrong.push(`${name} cut at ${length}`);
    }
  }
  t.same(wrong, []);
});

t.test("a payload corrupted at any byte gives a result", async (t) => {
  const wrong: string[] = [];
  for (const name of names) {
    const body = compact(name);
    for (let index = 0; index < body.length; index += 1) {
      for (const byte of [0x00, 0x22, 0x2c, 0x2d, 0x3a, 0x5c, 0x65, 0x7b, 0x7d, 0x80, 0xff]) {
        const corrupted = Buffer.from(body);
        corrupted[index] = byte;
        if (!isResult(corrupted)) wrong.push(`${name} with ${byte} at ${index}`);
      }
    }
  }
  t.same(wrong, []);
});

t.test("a body that is no JSON object, or nested too deep, is refused", async (t) => {
  const nested = (levels: number): string =>
    `{"event":"INVITE_AGENT","chat_id":"1","x":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
  t.ok(parse(nested(64)).ok);
  t.strictSame(refusalOf(nested(65)), ["invalid_request", "The body is nested deeper than 64 levels."]);
  const rows: readonly (readonly [string | Uint8Array, string])[] = [
    ["", "The body is not valid JSON."],
    ["{", "The body is not valid JSON."],
    [Buffer.from([0xff]), "The body is not valid UTF-8."],
    ["null", "The body must be an object, got null."],
    ["[]", "The body must be an object, got an array."],
    ['"BOT_MESSAGE"', 'The body must be an object, got "BOT_MESSAGE".'],
    ["7", "The body must be an object, got 7."],
  ];
  for (const [body, message] of rows) t.strictSame(refusalOf(body), ["invalid_request", message]);
  t.ok(parse(`\ufeff ${nested(2)}\n`).ok, "a byte-order mark is skipped");
});

t.test(
  "[BOT-29] a blank or malformed event name is a bad request; an unknown name, or a name of our own events, is not supported",
  async (t) => {
    for (const event of ["CLIENT_MESSAGE", "AGENT_JOINED", "AGENT_UNAVAILABLE", "bot_message", "BOT_MESSAGE ", "x"]) {
      t.strictSame(refusalOf(JSON.stringify({ event, chat_id: true })), [
        "method_not_allowed",
        `Event ${JSON.stringify(event)} is not accepted here: expected BOT_MESSAGE or INVITE_AGENT.`,
      ]);
    }
    const rows: readonly (readonly [unknown, string])[] = [
      [undefined, "nothing"],
      [null, "null"],
      ["", '""'],
      [" \t", '" \\t"'],
      [7, "7"],
      [true, "true"],
      [{}, "an object"],
      [["BOT_MESSAGE"], "an array"],
    ];
    for (const [event, got] of rows) {
      t.strictSame(refusalOf(JSON.stringify({ event, chat_id: true })), [
        "invalid_request",
        `Field event must be BOT_MESSAGE or INVITE_AGENT, got ${got}.`,
      ]);
    }
  },
);

t.test("[ERR-15] a key that occurs twice in the event or in its message is a bad request", async (t) => {
  const message = '"message":{"type":"TEXT","text":"a"}';
  const event = '"event":"BOT_MESSAGE"';
  const refused: readonly (readonly [string, string])[] = [
    [`{${event},"chat_id":"1","chat_id":"1",${message}}`, 'Key "chat_id" occurs twice in the event.'],
    [`{${event},"chat_id":"1",${message},${message}}`, 'Key "message" occurs twice in the event.'],
    [`{${event},${event},"chat_id":"1",${message}}`, 'Key "event" occurs twice in the event.'],
    [`{"event":"NONE","event" : "NONE"}`, 'Key "event" occurs twice in the event.'],
    [`{${event},"chat_id":"1",${message},"x":1,"x":{}}`, 'Key "x" occurs twice in the event.'],
    [`{${event},"chat_id":"1","ch\\u0061t_id":"1",${message}}`, 'Key "chat_id" occurs twice in the event.'],
    [`{${event},"chat_id":"1","":1,"":2,${message}}`, 'Key "" occurs twice in the event.'],
    [`{${event},"__proto__":1,"__proto__":2,${message}}`, 'Key "__proto__" occurs twice in the event.'],
    [
      `{${event},"message":{"type":"TEXT","text":"a","text" \n\t:"b"},"chat_id":"1"}`,
      'Key "text" occurs twice in the event\'s message.',
    ],
    [
      `{${event},"mess\\u0061ge":{"t\\u0079pe":"TEXT","text":"a","\\u0074ype":"TEXT"},"chat_id":"1"}`,
      'Key "type" occurs twice in the event\'s message.',
    ],
    [`{"event":"INVITE_AGENT","chat_id":"1","message":{"a":1,"a":1}}`, 'Key "a" occurs twice in the event\'s message.'],
  ];
  for (const [body, sentence] of refused) t.strictSame(refusalOf(body), ["invalid_request", sentence]);
  const accepted = [
    `{${event},"chat_id":"1","message":{"type":"TEXT","text":"a","event":1,"chat_id":2,"message":{"a":1,"a":2}}}`,
    `{${event},"chat_id":"1",${message},"x":{"y":1,"y":2},"y":[{"z":1,"z":2}]}`,
    `{${event},"chat_id":"1","message":{"type":"BUTTONS","buttons":[{"text":"a","text":"b"},{"text":"c"}]}}`,
    `{${event},"chat_id":"1","message":{"type":"TEXT","text":"\\"text\\":\\"text\\":{"}}`,
    `{${event},"chat_id":"1","message":{"type":"TEXT","text":"text"},"a":"b","b":"a","c":"c"}`,
  ];
  for (const body of accepted) t.ok(parse(body).ok, body);
});

t.test("[BOT-25] ids are strings or numbers, and compare as decimal text", async (t) => {
  const idsOf = (fields: string): unknown => {
    const result = parse(`{"event":"INVITE_AGENT",${fields}}`);
    if (!result.ok) return result.failure.message;
    const { id, chatId, clientId } = result.value;
    return [id, chatId, clientId];
  };
  const rows: readonly (readonly [string, unknown])[] = [
    ['"id":7,"chat_id":5021,"client_id":318', ["7", "5021", "318"]],
    ['"id":"7","chat_id":"5021","client_id":"318"', ["7", "5021", "318"]],
    ['"chat_id":5021.0', [null, "5021", null]],
    ['"chat_id":5.021e3', [null, "5021", null]],
    ['"chat_id":5021.5', [null, "5021.5", null]],
    ['"chat_id":-0', [null, "0", null]],
    ['"chat_id":9007199254740993', [null, "9007199254740993", null]],
    ['"id":123456789012345678901234567890,"client_id":1', ["123456789012345678901234567890", null, "1"]],
    ['"id":"","chat_id":null,"client_id":" "', [null, null, null]],
    ['"chat_id":"007"', [null, "007", null]],
    ['"id":"\\ud800","chat_id":"1"', ["\ufffd", "1", null]],
    [`"id":"${"x".repeat(254)}\u{1f600}y","chat_id":"1"`, [`${"x".repeat(254)}\u{1f600}`, "1", null]],
    ['"chat_id":1e99', [null, `1${"0".repeat(99)}`, null]],
    ['"chat_id":1e99999', "Field chat_id must be a string or a number, got Infinity."],
    ['"chat_id":true', "Field chat_id must be a string or a number, got true."],
    ['"chat_id":["5021"]', "Field chat_id must be a string or a number, got an array."],
    ['"chat_id":"1","client_id":{}', "Field client_id must be a string or a number, got an object."],
    ['"chat_id":"1","id":false', "Field id must be a string or a number, got false."],
  ];
  for (const [fields, expected] of rows) t.strictSame(idsOf(fields), expected, fields);
});

t.test("[BOT-27, BOT-28] time stamps, button ids and unknown keys of a bot are ignored", async (t) => {
  const text = { type: "text", text: "Hi", media: null };
  const stamps = [0, -1, 1795165202, 1795165202.25, 1795165202250, "1795165202", "1795165200.25", "soon", "", null, {}];
  for (const timestamp of stamps) t.strictSame(contentOf({ type: "TEXT", text: "Hi", timestamp }), text);
  for (const button_id of [1, "1", true, {}, null]) {
    t.strictSame(contentOf({ type: "TEXT", text: "Hi", button_id }), text);
    t.strictSame(contentOf({ type: "MARKDOWN", content: "Hi", button_id }), { ...text, type: "markdown" });
  }
  t.strictSame(contentOf({ type: "TEXT", text: "Hi", title: {}, content: 7, buttons: 8, markup: "bold" }), text);
});

t.test(
  "[BOT-28, BOT-36] numbers count as text; text is cleaned and never cut; a blank optional text counts as absent",
  async (t) => {
    const said = (text: string, type = "text") => ({ type, text, media: null });
    const textIn = (literal: string): BotContent | string => {
      const result = parse(`{"event":"BOT_MESSAGE","chat_id":1,"message":{"type":"TEXT","text":${literal}}}`);
      if (!result.ok) return result.failure.message;
      return result.value.event === "BOT_MESSAGE" ? result.value.content : result.value.event;
    };
    t.strictSame(textIn("42"), said("42"));
    t.strictSame(textIn("-0.50"), said("-0.5"));
    t.strictSame(textIn("12345678901234567890.10"), said("12345678901234567890.1"));
    t.strictSame(textIn("1e21"), said(`1${"0".repeat(21)}`));
    t.strictSame(textIn('"a\\u0000b\\r\\n\\tc\\u007f\\ud83d"'), said("ab\n\tc\ufffd"));
    t.strictSame(textIn('" <b>*a*</b> "'), said(" <b>*a*</b> "));
    const long = "\u{1f600}".repeat(20_000);
    t.strictSame(contentOf({ type: "TEXT", text: long }), said(long));

    t.strictSame(contentOf({ type: "MARKDOWN", content: 7, text: 8 }), { ...said("7", "markdown"), fallback: "8" });
    for (const text of [undefined, null, "", " \n", "\u0000"]) {
      t.strictSame(contentOf({ type: "MARKDOWN", content: "**a**", text }), said("**a**", "markdown"));
      const buttons = { ...said("", "buttons"), buttons: [{ text: "Yes", id: null }] };
      t.strictSame(contentOf({ type: "BUTTONS", title: text, text, buttons: [{ text: "Yes", id: text }] }), {
        ...buttons,
        buttons: [{ text: "Yes", id: text === "\u0000" ? "\u0000" : null }],
      });
    }
  },
);

t.test(
  "[BOT-40, BOT-41] buttons keep every digit of their ids, and each title, text or id may be missing",
  async (t) => {
    const body =
      '{"event":"BOT_MESSAGE","chat_id":1,"message":{"type":"BUTTONS","title":7,"buttons":[' +
      '{"text":"a","id":1},{"text":0.10,"id":98765432109876543210},{"x":[1.5,{"id":2.5}],"text":"c","id":1.50}]}}';
    const result = parse(body);
    t.match(result, {
      value: {
        content: {
          type: "buttons",
          text: "7",
          buttons: [
            { text: "a", id: "1" },
            { text: "0.1", id: "98765432109876543210" },
            { text: "c", id: "1.5" },
          ],
        },
      },
    });
  },
);

t.test("[BOT-30, BOT-40] a message without anything to show is refused, and the error names the field", async (t) => {
  const buttons = (...buttons: readonly unknown[]) => ({ type: "BUTTONS", title: "T", text: "F", buttons });
  const yes = { text: "Yes", id: "1" };
  const rows: readonly (readonly [unknown, string])[] = [
    [undefined, "Field message must be an object, got nothing."],
    [null, "Field message must be an object, got null."],
    ["Hi", 'Field message must be an object, got "Hi".'],
    [[], "Field message must be an object, got an array."],
    [{}, "Field message.type must be TEXT, MARKDOWN or BUTTONS, got nothing."],
    [{ type: "text", text: "Hi" }, 'Field message.type must be TEXT, MARKDOWN or BUTTONS, got "text".'],
    [{ type: "" }, 'Field message.type must be TEXT, MARKDOWN or BUTTONS, got "".'],
    [{ type: 7 }, "Field message.type must be TEXT, MARKDOWN or BUTTONS, got 7."],
    [{ type: "constructor" }, 'Field message.type must be TEXT, MARKDOWN or BUTTONS, got "constructor".'],
    [{ type: "TEXT" }, "Field message.text is missing or empty."],
    [{ type: "TEXT", text: null }, "Field message.text is missing or empty."],
    [{ type: "TEXT", text: " \n" }, "Field message.text is missing or empty."],
    [{ type: "TEXT", text: "\u0000\u001b" }, "Field message.text is missing or empty."],
    [{ type: "TEXT", text: true }, "Field message.text must be a string or a number, got true."],
    [{ type: "TEXT", text: ["Hi"] }, "Field message.text must be a string or a number, got an array."],
    [{ type: "MARKDOWN", text: "Hi" }, "Field message.content is missing or empty."],
    [{ type: "MARKDOWN", content: " " }, "Field message.content is missing or empty."],
    [{ type: "MARKDOWN", content: {} }, "Field message.content must be a string or a number, got an object."],
    [{ type: "MARKDOWN", content: "a", text: [] }, "Field message.text must be a string or a number, got an array."],
    [{ type: "BUTTONS", text: "Hi" }, "Field message.buttons must be an array of 1 to 3 buttons, got nothing."],
    [{ type: "BUTTONS", buttons: yes }, "Field message.buttons must be an array of 1 to 3 buttons, got an object."],
    [buttons(), "Field message.buttons must have 1 to 3 buttons, got 0."],
    [buttons(yes, yes, yes, yes), "Field message.buttons must have 1 to 3 buttons, got 4."],
    [buttons(yes, "No"), 'Field message.buttons[1] must be an object, got "No".'],
    [buttons(yes, {}), "Field message.buttons[1].text is missing or empty."],
    [buttons({ text: " ", id: "1" }), "Field message.buttons[0].text is missing or empty."],
    [buttons(yes, yes, { text: [] }), "Field message.buttons[2].text must be a string or a number, got an array."],
    [buttons({ text: "Yes", id: {} }), "Field message.buttons[0].id must be a string or a number, got an object."],
    [{ ...buttons(yes), title: {} }, "Field message.title must be a string or a number, got an object."],
    [{ ...buttons(yes), text: true }, "Field message.text must be a string or a number, got true."],
  ];
  for (const [message, sentence] of rows) t.equal(contentOf(message), `invalid_request: ${sentence}`);
  t.match(contentOf(buttons(yes, yes, yes)), { buttons: [yes, yes, yes] });
  const invitation = parse('{"event":"INVITE_AGENT","chat_id":"1","message":7}');
  t.ok(invitation.ok, "an invitation has no message; a given one is ignored");
});

t.test("[BOT-38, BOT-39] a Chat API channel shows text, or the fallback, or nothing", async (t) => {
  const shown = (message: unknown): unknown => {
    const content = contentOf(message);
    return typeof content === "string" ? content : fallbackOf(content, "api");
  };
  const text = (said: string) => ({ type: "text", text: said, media: null });
  const buttons = [{ text: "Yes", id: "1" }];
  t.strictSame(shown({ type: "TEXT", text: "Hi" }), text("Hi"));
  t.strictSame(shown({ type: "MARKDOWN", content: "**Hi**", text: "Hi" }), text("Hi"));
  t.strictSame(shown({ type: "BUTTONS", title: "T", text: "Hi", buttons }), text("Hi"));
  t.strictSame(shown({ type: "MARKDOWN", content: "**Hi**" }), null);
  t.strictSame(shown({ type: "BUTTONS", title: "T", text: " ", buttons }), null);
});

const value = fc.jsonValue();
const odd = fc.oneof(fc.string({ unit: "binary" }), fc.double(), value);
const button = fc.dictionary(fc.constantFrom("text", "id", "color"), odd);
const anyMessage = fc
  .tuple(
    fc.dictionary(fc.constantFrom("type", "text", "content", "title", "timestamp"), odd),
    fc.constantFrom("TEXT", "MARKDOWN", "BUTTONS"),
    fc.oneof(odd, fc.array(button, { maxLength: 4 })),
  )
  .map(([fields, type, buttons]) => ({ ...fields, type, buttons }));

t.test("every body gives a result, and every accepted message can be shown", async (t) => {
  fc.assert(fc.property(fc.uint8Array(), isResult));
  fc.assert(fc.property(value, (json) => isResult(Buffer.from(JSON.stringify(json)))));
  const canBeShown = fc.property(anyMessage, (message) => {
    const body = Buffer.from(bodyOf(message));
    const result = parse(body);
    if (!result.ok || result.value.event !== "BOT_MESSAGE") return isResult(body);
    const { text, fallback, buttons = [] } = result.value.content;
    const texts = [text, fallback ?? "x", ...buttons.flatMap((one) => [one.text, one.id ?? "x"])];
    const isWhole = texts.every((one) => !/\p{Cs}/u.test(one));
    return isWhole && (text.trim() !== "" || buttons.length > 0) && buttons.every((one) => one.text.trim() !== "");
  });
  fc.assert(canBeShown, { numRuns: 300 });
  t.pass("no counterexample");
});

t.test("the scan of a body finds the keys and numbers that its parser finds", async (t) => {
  const key = fc.constantFrom("a", "b", "message", 'q"', "\\", "\u00e9", "");
  const object = fc.array(
    fc.tuple(key, fc.oneof(fc.integer(), fc.string(), fc.constant('{"a":1,"a":1}')), fc.boolean()),
  );
  const escaped = (text: string): string =>
    `"${[...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`;
  const write = (entries: readonly (readonly [string, unknown, boolean])[], inner: string): string =>
    `{${entries
      .map(([name, one, isEscaped]) => {
        const raw = name === "message" ? inner : JSON.stringify(one);
        return `${isEscaped ? escaped(name) : JSON.stringify(name)}:${raw}`;
      })
      .join(" , ")}}`;
  const hasTwice = (entries: readonly (readonly [string, ...unknown[]])[]): boolean =>
    new Set(entries.map(([name]) => name)).size < entries.length;
  const scans = fc.property(object, object, (outer, inner) => {
    const text = write(outer, write(inner, "[]"));
    const isTwice = hasTwice(outer) || (outer.some(([name]) => name === "message") && hasTwice(inner));
    return (findDuplicateKey(text, "message") !== null) === isTwice;
  });
  fc.assert(scans, { numRuns: 300 });
  const numbers = fc.property(
    fc.array(fc.dictionary(key, fc.oneof(fc.double({ noNaN: true }), fc.string()))),
    (list) => {
      const text = JSON.stringify({ list });
      return JSON.parse(text).list.every((entry: Readonly<Record<string, unknown>>, index: number) =>
        Object.entries(entry).every(([name, one]) => {
          const path = ["list", index, name];
          const literal = findNumbersAt(text, [["list"], path]).get(pathText(path));
          return typeof one === "number" ? literal !== undefined && Number(literal) === one : literal === undefined;
        }),
      );
    },
  );
  fc.assert(numbers, { numRuns: 200 });
  t.pass("no counterexample");
});
