import t from "tap";
import type { BotAnswer } from "../../../src/codec/admin/admin-bot.ts";
import { parseChannelChange } from "../../../src/codec/admin/admin-channel.ts";
import { firstMessageLine, statusLine } from "../../../src/web/desk/settings/channels/programs/curl-lines.ts";
import { checkBot, toBotChange, toBotValues } from "../../../src/web/desk/settings/channels/tabs/bot-values.ts";
import type { Hours, Week } from "../../../src/web/desk/settings/channels/tabs/hours.ts";
import { checkWeek, fromWeek, nameOfDay, toWeek } from "../../../src/web/desk/settings/channels/tabs/hours.ts";
import {
  contrast,
  contrastWords,
  ownColor,
  seenColor,
  toLookChange,
} from "../../../src/web/desk/settings/channels/widget/look-values.ts";

const none: Week = [[], [], [], [], [], [], []];
const on = (day: number, ...spans: readonly (readonly [string, string])[]): Week =>
  none.map((_, index) => (index === day ? spans.map(([from, to]) => ({ from, to })) : []));

t.test("[CALL-10] hours become a week and hours again; days with the same hours share an entry", async (t) => {
  const hours: readonly Hours[] = [
    { days: [1, 2, 3, 4, 5], from: "09:00", to: "18:00" },
    { days: [5], from: "20:00", to: "24:00" },
    { days: [7], from: "10:00", to: "12:00" },
  ];
  const week = toWeek(hours);
  t.same(week[4], [
    { from: "09:00", to: "18:00" },
    { from: "20:00", to: "00:00" },
  ]);
  t.same(week[5], []);
  t.same(fromWeek(week), hours);
  t.same(fromWeek(on(0, ["09:00", "10:00"], ["09:00", "10:00"])), [{ days: [1], from: "09:00", to: "10:00" }]);
  const body = { callback: { hours: fromWeek(week) } };
  t.ok(
    parseChannelChange.widget(Buffer.from(JSON.stringify(body)), { jsonDepthMax: 32 }).ok,
    "the service accepts the hours",
  );
  t.same([0, 6].map(nameOfDay), ["Monday", "Sunday"]);
});

t.test("[CALL-10] invalid hours, or hours that end before they begin, are rejected with the day's name", async (t) => {
  t.match(checkWeek(none), /^Choose hours on one day or more/);
  t.equal(checkWeek(on(2, ["09:00", "18:00"])), null);
  t.equal(checkWeek(on(2, ["20:00", "00:00"])), null, "hours may end at midnight");
  for (const span of [
    ["18:00", "09:00"],
    ["09:00", "09:00"],
    ["", "09:00"],
    ["09:00", ""],
  ] as const)
    t.equal(checkWeek(on(2, ["06:00", "07:00"], span)), "Wednesday needs a beginning before its end.", span.join("-"));
});

const connected: BotAnswer = {
  provider: "acme",
  endpoint: "https://bot.example.com",
  serviceUrl: "https://chat.example.com/bots/webhooks/acme/{token}",
  name: null,
  photo: "https://bot.example.com/robin.png",
  oauth: { tokenUrl: "https://bot.example.com/oauth", clientId: "parley" },
  signed: false,
  previousSecretUntil: null,
};

t.test(
  "[BOT-04, AUTH-14] only changed fields of a bot are sent; a secret that was not typed is not sent",
  async (t) => {
    const values = toBotValues(connected);
    t.equal(values.token, "");
    t.same(toBotChange(connected, { photo: "" }, { ...values, photo: "" }), { photo: null });
    t.same(toBotChange(connected, { clientSecret: "s" }, { ...values, clientSecret: "s" }), {
      oauth: { clientSecret: "s" },
    });
    t.same(toBotChange(connected, { hasOauth: false }, { ...values, hasOauth: false }), { oauth: null });
    t.same(toBotChange(connected, { token: "t" }, { ...values, token: "t" }), { token: "t" });
    const clean = Object.values(checkBot(connected, values)).filter((words) => words !== null);
    t.same(clean, [], "a stored secret need not be typed again");
  },
);

t.test(
  "[BOT-04, BOT-08] a bot of another provider is a new bot: all its fields are sent, and its secrets are required",
  async (t) => {
    const values = { ...toBotValues(connected), provider: "other" };
    t.match(checkBot(connected, values), { token: /^Enter the token/, clientSecret: /secret/ });
    const typed = { ...values, token: "t", clientSecret: "s" };
    t.same(toBotChange(connected, { provider: "other", token: "t", clientSecret: "s" }, typed), {
      provider: "other",
      endpoint: "https://bot.example.com",
      token: "t",
      name: null,
      photo: "https://bot.example.com/robin.png",
      oauth: { tokenUrl: "https://bot.example.com/oauth", clientId: "parley", clientSecret: "s" },
    });
    t.match(checkBot(null, toBotValues(null)), {
      provider: /Choose/,
      endpoint: /complete address/,
      token: /Enter the token/,
      tokenUrl: null,
    });
    const first = { ...toBotValues(null), provider: "acme", endpoint: "https://bot.example.com", token: "t" };
    t.same(toBotChange(null, first, first), {
      provider: "acme",
      endpoint: "https://bot.example.com",
      token: "t",
      name: null,
      photo: null,
      oauth: null,
    });
    const before = { ...connected, oauth: null };
    const added = {
      ...toBotValues(before),
      hasOauth: true,
      tokenUrl: "https://o.example",
      clientId: "c",
      clientSecret: "s",
    };
    const { tokenUrl, clientId, clientSecret } = added;
    t.same(toBotChange(before, { hasOauth: true, tokenUrl, clientId, clientSecret }, added), {
      oauth: { tokenUrl, clientId, clientSecret },
    });
  },
);

t.test("an emptied look field uses the widget's default; unchanged fields are not sent", async (t) => {
  t.same(toLookChange({ color: "", title: "Shop" }), { look: { color: null, title: "Shop" } });
  t.same(toLookChange({ contactsForm: false }), { contactsForm: false });
  t.same(toLookChange({ contactsFirst: true, home: true, suggestions: ["a"] }), {
    contactsFirst: true,
    home: true,
    suggestions: ["a"],
  });
  t.equal(seenColor(""), ownColor);
  t.equal(seenColor("#12"), ownColor);
  t.equal(seenColor("#123456"), "#123456");
});

t.test("contrast is calculated as in WCAG, and a low contrast is reported", async (t) => {
  t.equal(contrast("#000000", "#ffffff"), 21);
  t.equal(contrast("#777777", "#777777"), 1);
  t.equal(
    Math.floor(contrast("#767676", "#ffffff") * 100),
    454,
    "Source: WCAG 2.2, the lightest grey for text on white",
  );
  t.match(contrastWords("#767676"), /^Contrast of white words on this colour: 4\.5 to 1/);
  t.match(contrastWords("#777777"), /^Contrast of black words on this colour: 4\.6 to 1/);
  t.match(contrastWords("#ffee00"), /hard to find there\.$/);
  t.notMatch(contrastWords("#1f6feb"), /hard/);
});

t.test("shell commands escape a quote inside a quoted argument", async (t) => {
  t.equal(statusLine("https://x/it's"), "curl 'https://x/it'\\''s'");
  t.match(firstMessageLine("https://x/y"), /--data-raw '\{"sender":.*\}' 'https:\/\/x\/y'$/);
});
