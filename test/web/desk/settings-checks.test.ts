import t from "tap";
import { parseChannelChange, parseChannelCreation } from "../../../src/codec/admin-channel.ts";
import type { BodyParser } from "../../../src/codec/body-parser.ts";
import type { ApiFailure } from "../../../src/web/desk/data/api.ts";
import type { Check } from "../../../src/web/desk/settings/forms/checks.ts";
import {
  checkBotEndpoint,
  checkColor,
  checkName,
  checkOptionalUrl,
  checkToken,
  checkUrl,
} from "../../../src/web/desk/settings/forms/checks.ts";
import { besideField, fromLines, isAbout, toLines } from "../../../src/web/desk/settings/forms/words.ts";

const limits = { jsonDepthMax: 32 };
const failureOf = (message: string): ApiFailure => ({
  status: 400,
  code: "invalid_request",
  message,
  field: /^Field ([^\s:]+)/.exec(message)?.[1] ?? null,
  requestId: null,
});

/** What the service would say beside the field; null when it takes the body. */
function serviceWords(parse: BodyParser<unknown>, place: string, body: unknown): string | null {
  const parsed = parse(Buffer.from(JSON.stringify(body)), limits);
  if (parsed.ok) return null;
  const failure = failureOf(parsed.failure.message);
  return isAbout(failure, place) ? besideField(failure, place) : null;
}

const good = { name: "Shop", webhookUrl: "https://shop.example.com", agents: [1] };
const bot = { provider: "acme", endpoint: "https://bot.example.com", token: "t" };
const { api, widget } = parseChannelChange;
const cases: readonly {
  readonly place: string;
  readonly check: Check;
  readonly words: (value: string) => string | null;
  readonly values: readonly string[];
}[] = [
  {
    place: "name",
    check: checkName,
    words: (name) => serviceWords(parseChannelCreation, "name", { ...good, name }),
    values: ["", "  ", "x", "x".repeat(100), "x".repeat(101), "👩‍👩‍👧".repeat(100), "👩‍👩‍👧".repeat(101)],
  },
  {
    place: "webhookUrl",
    check: checkUrl,
    words: (webhookUrl) => serviceWords(parseChannelCreation, "webhookUrl", { ...good, webhookUrl }),
    values: [
      "",
      "shop.example.com",
      "ftp://x",
      "https://",
      "HTTPS://x.example",
      "https://a:b@x.example/?k=1",
      `https://x/${"y".repeat(2048)}`,
    ],
  },
  {
    place: "bot.endpoint",
    check: checkBotEndpoint,
    words: (endpoint) => serviceWords(api, "bot.endpoint", { bot: { ...bot, endpoint } }),
    values: ["", "https://bot.example.com/{token}", "https://{token}.example.com/", "https://bot.example.com"],
  },
  {
    place: "bot.token",
    check: checkToken,
    words: (token) => serviceWords(api, "bot.token", { bot: { ...bot, token } }),
    values: ["", ".", "..", "...", "a b/c", "x".repeat(255), "x".repeat(256)],
  },
  {
    place: "look.color",
    check: checkColor,
    words: (color) => serviceWords(widget, "look.color", { look: { color: color === "" ? null : color } }),
    values: ["", "#fff", "red", "#12345g", "#1f6feb", "#1F6FEB"],
  },
];

for (const { place, check, words, values } of cases)
  t.test(`[CH-04, BOT-04] on leaving it, ${place} is told what the service would say of it`, async (t) => {
    for (const value of values) t.equal(check(value), words(value), JSON.stringify(value.slice(0, 40)));
    t.ok(values.some((value) => check(value) !== null) && values.some((value) => check(value) === null));
  });

t.test("an address that need not be given may be left out", async (t) => {
  t.equal(checkOptionalUrl(""), null);
  t.type(checkOptionalUrl("robin.png"), "string");
});

t.test(
  "a failure stands beside the field it names, entries of a list by their number, and beside no other",
  async (t) => {
    const entry = failureOf('Field hiddenErrorCodes[2] must be an error code, got "".');
    t.ok(isAbout(entry, "hiddenErrorCodes"));
    t.notOk(isAbout(entry, "hidden"));
    t.equal(besideField(entry, "hiddenErrorCodes"), 'Entry 3 must be an error code, got "".');
    const inner = failureOf('Field callback.hours[0].to must be a time like 09:30, got "".');
    t.ok(isAbout(inner, "callback.hours"));
    t.equal(
      besideField(failureOf("Field bot.token is missing: it must be a text."), "bot.token"),
      "Is missing: it must be a text.",
    );
    t.equal(
      besideField(failureOf("Field email is taken: agent 2 logs in with it."), "email"),
      "Is taken: agent 2 logs in with it.",
    );
    const other = failureOf("There is no such channel.");
    t.notOk(isAbout(other, "name"));
    t.equal(besideField(other, "name"), other.message);
  },
);

t.test("lines are entries: blank ones are none", async (t) => {
  t.same(fromLines(" a \n\n\tb\r\n "), ["a", "b"]);
  t.same(fromLines(""), []);
  t.equal(toLines(["a", "b"]), "a\nb");
});
