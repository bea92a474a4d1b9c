import t from "tap";
import { parseBotConnection } from "../../../src/codec/admin/admin-bot-connection.ts";
import { parseChannelChange, parseChannelCreation } from "../../../src/codec/admin/admin-channel.ts";
import { parseAgentCreation } from "../../../src/codec/admin/admin-people.ts";
import type { BodyParser } from "../../../src/codec/schema/body-parser.ts";
import type { ErrorCode } from "../../../src/core/errors.ts";
import { ERROR_STATUS } from "../../../src/core/errors.ts";
import { apiSentences } from "../../../src/web/desk/settings/channels/channels-data.ts";
import { botSentences } from "../../../src/web/desk/settings/channels/tabs/bot-values.ts";
import { lookSentences } from "../../../src/web/desk/settings/channels/widget/look-values.ts";
import type { Check } from "../../../src/web/desk/settings/forms/checks.ts";
import {
  checkBotEndpoint,
  checkColor,
  checkEmail,
  checkLines,
  checkMailbox,
  checkName,
  checkOptionalPassword,
  checkOptionalUrl,
  checkOrigin,
  checkSafeUrl,
  checkToken,
  checkUrl,
  checkWord,
  fromLines,
  targetSentence,
  toLines,
} from "../../../src/web/desk/settings/forms/checks.ts";
import { agentSentences } from "../../../src/web/desk/settings/people/agent-values.ts";
import type { ApiFailure } from "../../../src/web/shared/api/api.ts";
import { failureWords } from "../../../src/web/shared/api/api.ts";
import { byLine, isAbout, say, unlessTaken } from "../../../src/web/shared/parts/sentences.ts";
import { forPrograms } from "./for-programs.ts";

const limits = { jsonDepthMax: 32 };
const failureOf = (said: string, code: ErrorCode = "invalid_request"): ApiFailure => ({
  status: ERROR_STATUS[code],
  code,
  message: failureWords(code, said, ERROR_STATUS[code]),
  said,
  field: /^Field ([^\s:]+)/.exec(said)?.[1] ?? null,
  requestId: null,
});

/** Reports whether the service would reject this value of the field. */
function isRefused(parse: BodyParser<unknown>, place: string, body: unknown): boolean {
  const parsed = parse(Buffer.from(JSON.stringify(body)), limits);
  return !parsed.ok && isAbout(failureOf(parsed.failure.message), place);
}

const good = { name: "Shop", webhookUrl: "https://shop.example.com", agents: [1] };
const bot = { provider: "acme", endpoint: "https://bot.example.com", token: "t" };
const { api, widget } = parseChannelChange;
const agent = { name: "Pat", email: "pat@shop.example" };
const longest = `https://x/${"y".repeat(8192)}`;
const cases: readonly {
  readonly place: string;
  readonly check: Check;
  readonly isRefused: (value: string) => boolean;
  readonly values: readonly string[];
}[] = [
  {
    place: "name",
    check: checkName,
    isRefused: (name) => isRefused(parseChannelCreation, "name", { ...good, name }),
    values: ["", "  ", "x", "x".repeat(100), "x".repeat(101), "👩‍👩‍👧".repeat(100), "👩‍👩‍👧".repeat(101)],
  },
  {
    place: "webhookUrl",
    check: checkUrl,
    isRefused: (webhookUrl) => isRefused(parseChannelCreation, "webhookUrl", { ...good, webhookUrl }),
    values: ["", "shop.example.com", "ftp://x", "https://", "HTTPS://x.example", "https://a:b@x.example/?k=1", longest],
  },
  {
    place: "bot.endpoint",
    check: checkBotEndpoint,
    isRefused: (endpoint) => isRefused(api, "bot.endpoint", { bot: { ...bot, endpoint } }),
    values: ["", "https://bot.example.com/{token}", "https://{token}.example.com/", "https://bot.example.com"],
  },
  {
    place: "token",
    check: checkToken,
    isRefused: (token) => isRefused(parseBotConnection, "token", { name: "Robin", token }),
    values: ["", ".", "..", "a b/c", "x".repeat(15), "x".repeat(16), "x".repeat(255), "x".repeat(256)],
  },
  {
    place: "look.color",
    check: checkColor,
    isRefused: (color) => isRefused(widget, "look.color", { look: { color: color === "" ? null : color } }),
    values: ["", "#fff", "red", "#12345g", "#1f6feb", "#1F6FEB"],
  },
  {
    place: "email",
    check: checkEmail,
    isRefused: (email) => isRefused(parseAgentCreation, "email", { ...agent, email }),
    values: ["", "nobody", "a@b", "a b@c", `${"x".repeat(65)}@b`],
  },
  {
    place: "chatLogEmails",
    check: checkMailbox,
    isRefused: (email) => isRefused(api, "chatLogEmails", { chatLogEmails: [email] }),
    values: ["", "nobody", "log@shop.example", "a,b@c", '"a"@b', `${"x".repeat(253)}@b`, "ü@ö.example"],
  },
  {
    place: "agentKeywords",
    check: checkWord,
    isRefused: (word) => isRefused(api, "agentKeywords", { agentKeywords: [word] }),
    values: ["human", "x".repeat(100), "x".repeat(101)],
  },
  {
    place: "allowedOrigins",
    check: checkOrigin,
    isRefused: (origin) => isRefused(widget, "allowedOrigins", { allowedOrigins: [origin] }),
    values: [
      "",
      "shop.example",
      "https://shop.example",
      "https://shop.example/",
      "https://shop.example/a",
      "https://a@b",
    ],
  },
  {
    place: "safeUrls",
    check: checkSafeUrl,
    isRefused: (url) => isRefused(widget, "safeUrls", { safeUrls: [url] }),
    values: ["", "crm.example", "https://crm.example/a?b", "a b", "crm.example/path", "bücher.example", "http://"],
  },
];

for (const { place, check, isRefused, values } of cases)
  t.test(
    `[CH-04, BOT-04] when the agent leaves ${place}, values that the service would reject get a readable error`,
    async (t) => {
      for (const value of values) {
        const words = check(value);
        t.equal(words !== null, isRefused(value), JSON.stringify(value.slice(0, 40)));
        t.notMatch(words ?? "", forPrograms);
      }
      t.ok(values.some((value) => check(value) !== null) && values.some((value) => check(value) === null));
    },
  );

t.test("optional fields may be left empty", async (t) => {
  t.equal(checkOptionalUrl(""), null);
  t.type(checkOptionalUrl("robin.png"), "string");
  t.equal(checkOptionalPassword(""), null);
  t.type(checkOptionalPassword("short"), "string");
});

t.test("the first wrong line of several is named, and too many lines are rejected", async (t) => {
  const check = checkLines(checkMailbox, 2);
  t.equal(check([]), null);
  t.equal(check(["a@b", "c@d"]), null);
  t.equal(check(["a@b", "nobody"]), "Line 2: this is no e-mail address.");
  t.equal(check(["a@b", "c@d", "e@f"]), "Enter 2 lines at most: there are 3.");
});

t.test(
  "a failure is about the field that it names, including list entries and inner fields, and about no other field",
  async (t) => {
    const entry = failureOf('Field hiddenErrorCodes[2] must be an error code, got "".');
    t.ok(isAbout(entry, "hiddenErrorCodes"));
    t.notOk(isAbout(entry, "hidden"));
    t.equal(say(byLine("Use fewer characters."), entry), "Line 3: Use fewer characters.");
    t.ok(isAbout(failureOf('Field callback.hours[0].to must be a time like 09:30, got "".'), "callback.hours"));
    const taken = unlessTaken("Somebody has it.", "Enter it.");
    t.equal(say(taken, failureOf("Field email is taken: agent 2 logs in with it.", "conflict")), "Somebody has it.");
    t.equal(say(taken, failureOf('Field email must be an e-mail address, got "".')), "Enter it.");
    t.notOk(isAbout(failureOf("There is no such channel.", "not_found"), "name"));
  },
);

t.test(
  "[AUTH-05, AUTH-06] a target that the service may not call is rejected with the reason and the person who can allow it",
  async (t) => {
    const about = (why: string) =>
      say(targetSentence, failureOf(`Field webhookUrl must be a permitted target. ${why}`));
    t.match(
      about("The target must be an https URL; plain http is allowed by the setting outbound.allowHttp."),
      /^Enter an address that begins with https:\/\/\./,
    );
    const refused =
      "The target shop.lan (10.0.0.7) is a private address; such targets are allowed by the setting outbound.allow.";
    t.match(
      about(refused),
      /^shop\.lan \(10\.0\.0\.7\) is a private address\. The service sends to public addresses\./,
    );
    const token = "Field bot.token must be another one: channel APP01 (Shop (old)) has a bot of provider acme with it.";
    t.equal(
      say(botSentences.token, failureOf(token, "conflict")),
      "The bot of Shop (old) has this token. Enter another one.",
    );
  },
);

t.test("no sentence and no failure that a page shows contains text for programs", async (t) => {
  const refusals = [
    failureOf('Field name must be 1 to 100 characters, not blank, got "".'),
    failureOf("Field x is taken.", "conflict"),
  ];
  for (const sentences of [apiSentences, botSentences, lookSentences, agentSentences])
    for (const sentence of Object.values(sentences))
      for (const refusal of refusals) {
        t.notMatch(say(sentence, refusal), forPrograms);
        t.match(say(sentence, refusal), /^[A-Z{#].*\.$/s);
      }
  const said = [
    "Field agents[1] must be the id of an agent, got 9.",
    "Parameter q must be a text, got a list.",
    'The body must be JSON, got "".',
  ];
  for (const code of Object.keys(ERROR_STATUS) as ErrorCode[])
    for (const words of said) {
      const shown = failureOf(words, code).message;
      t.notMatch(shown, forPrograms, code);
      t.match(shown, /^[A-Z].*\.$/);
    }
  const own = "There can be 500 shared replies: remove one first.";
  t.equal(failureOf(own, "conflict").message, own, "a readable message stays unchanged");
  t.equal(failureWords("odd", undefined, 599), "The service could not do it (status 599). Try again in a moment.");
});

t.test("each line is an entry, and blank lines are ignored", async (t) => {
  t.same(fromLines(" a \n\n\tb\r\n "), ["a", "b"]);
  t.same(fromLines(""), []);
  t.equal(toLines(["a", "b"]), "a\nb");
});
