import t from "tap";
import type { WidgetChannelAnswer } from "../../src/codec/admin/channel-answer.ts";
import { startService } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";
import { asAgent, newChannel } from "./administrator.ts";

const widget = { kind: "widget", name: "Web site", agents: [1] };
const hours = [{ days: [1, 5], from: "09:00", to: "17:30" }];

const plainLook = { color: null, position: "right", language: null, title: null, greeting: null, sound: true };

/** The channel of an answer, which must be a widget. */
function widgetOf({ body: { channel } }: { readonly body: { readonly channel: unknown } }): WidgetChannelAnswer {
  return channel as WidgetChannelAnswer;
}

t.test("a widget is created, changed, listed and removed with its own settings", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  const made = await ask("POST", "/api/channels", widget);
  t.equal(made.status, 201);
  const { id, ...rest } = widgetOf(made);
  t.strictSame(rest, {
    ...widget,
    enabled: true,
    test: false,
    agentKeywords: [],
    acceptTimeoutMs: 60_000,
    bot: null,
    webhooks: null,
    chatLogEmails: [],
    allowedOrigins: [],
    safeUrls: [],
    callback: { enabled: false, balance: 0, hours: [], timeZone: "UTC" },
    look: plainLook,
    contactsForm: true,
    contactsFirst: false,
    home: false,
    suggestions: [],
    identity: null,
    scriptUrl: `${service.url}/widget/${id}`,
    endpointUrl: null,
    status: 0,
    declared: false,
  });
  const path = `/api/channels/${id}`;
  const web = {
    allowedOrigins: ["https://shop.example.com:8443"],
    safeUrls: ["crm.example.com", "https://b.example/x"],
  };
  const callback = { enabled: true, balance: 12.5, hours, timeZone: "Europe/Berlin" };
  t.match(widgetOf(await ask("PATCH", path, { ...web, callback })), { ...web, callback });
  const never = widgetOf(await ask("PATCH", path, { callback: { enabled: false } })).callback;
  t.strictSame(never, { ...callback, enabled: false });
  await ask("PATCH", path, { callback: { enabled: true } });
  const less = widgetOf(await ask("PATCH", path, { callback: { balance: 0 }, name: "Shop" }));
  t.strictSame(less.callback, { ...callback, balance: 0 }, "missing fields of the callback stay unchanged, too");
  t.match(less, { ...web, name: "Shop" });
  t.strictSame(widgetOf(await ask("PATCH", path, { callback: { hours: [] } })).callback.hours, []);
  t.match(service.app.runtime.directory.find(id)?.settings, { kind: "widget", widget: { ...web } });
  const both = await ask("PATCH", path, { webhooks: { url: webhooks.url } });
  t.match(widgetOf(both), { webhooks: { url: webhooks.url, signed: false } }, "both kinds accept webhooks");

  const whole = { ...widget, id: "WEBSITE001", ...web, callback, webhooks: { url: webhooks.url } };
  t.match(widgetOf(await ask("POST", "/api/channels", whole)), { ...web, callback, id: "WEBSITE001" });
  const listed = (await ask("GET", "/api/channels")).body.channels.map(({ kind }): string => kind);
  t.same(listed.sort(), ["api", "api", "widget", "widget"]);
  const taken = await ask("POST", "/api/channels", { ...newChannel, id: "WEBSITE001" });
  t.equal(taken.status, 409, "one id for both kinds");
  t.match(await ask("POST", `${path}/random`), { status: 409, body: { error: { code: "conflict" } } });
  const { random } = service.app.runtime.directory.find(id)?.settings ?? {};
  const body = { sender: { id: 7 }, message: { type: "text", text: "Hello" } };
  t.equal(
    (await service.call("POST", `/chat-api/${random}/${id}`, { body })).status,
    404,
    "customer systems cannot post to it",
  );
  t.equal((await ask("DELETE", path)).status, 200);
  t.equal((await ask("GET", path)).status, 404);
});

t.test("[WJ-36] the look of a widget and its contacts form are set, changed and removed", async (t) => {
  const service = await startService(t, { config: { publicUrl: "https://chat.example.com" } });
  const ask = await asAgent(t, service);
  const look = {
    color: "#1F6FEB",
    position: "left",
    language: "de",
    title: "Fragen?",
    greeting: "g".repeat(255),
    sound: false,
  };
  const made = await ask("POST", "/api/channels", { ...widget, id: "WEBSITE001", look, contactsForm: false });
  t.equal(made.status, 201);
  t.match(made.body.channel, { look, contactsForm: false });
  const path = "/api/channels/WEBSITE001";
  const looks = async (change: object) => widgetOf(await ask("PATCH", path, { look: change })).look;
  t.strictSame(await looks({}), look, "missing fields stay unchanged");
  t.strictSame(await looks({ position: "right" }), { ...look, position: "right" });
  t.strictSame(await looks({ sound: true }), { ...look, position: "right", sound: true });
  t.strictSame(await looks({ color: "#000000", greeting: "Hi" }), {
    ...look,
    color: "#000000",
    position: "right",
    greeting: "Hi",
    sound: true,
  });
  t.strictSame(await looks({ color: null, title: null }), {
    ...plainLook,
    language: "de",
    greeting: "Hi",
  });
  t.strictSame(await looks({ language: null, greeting: null }), plainLook);
  t.match(widgetOf(await ask("PATCH", path, { name: "Shop" })), { look: plainLook, contactsForm: false });
  t.equal(widgetOf(await ask("PATCH", path, { contactsForm: true })).contactsForm, true);
  t.equal(widgetOf(await ask("PATCH", path, { contactsFirst: true })).contactsFirst, true);
  const home = { home: true, suggestions: ["Where is my order?"] };
  t.match(widgetOf(await ask("PATCH", path, home)), home);
  const scriptUrl = "https://chat.example.com/widget/WEBSITE001";
  t.match(widgetOf(await ask("GET", path)), { look: plainLook, contactsForm: true, scriptUrl });
  t.match(service.app.runtime.directory.find("WEBSITE001")?.settings.widget, { look: plainLook, contactsForm: true });
  const nulls = { color: null, language: null, title: null, greeting: null };
  const second = await ask("POST", "/api/channels", { ...widget, look: { ...nulls, position: "left" } });
  t.strictSame(widgetOf(second).look, { ...plainLook, position: "left" }, "null values are accepted as well");
});

t.test("a mistake in a widget is named, and nothing is created or changed", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  await ask("POST", "/api/channels", { ...widget, id: "WEBSITE001" });
  const before = (await ask("GET", "/api/channels")).body;
  const inHours = (change: object) => ({ callback: { hours: [{ days: [1], from: "09:00", to: "17:00", ...change }] } });
  const wrong: readonly (readonly [change: object, message: RegExp])[] = [
    [{ webhookUrl: "https://shop.example.com" }, /^Field webhookUrl is not known here: expected one of /],
    [{ random: "a_secret-of-22-letters" }, /^Field random is not known here/],
    [{ chunked: true }, /^Field chunked is not known here/],
    [{ appendPublicId: true }, /^Field appendPublicId is not known here/],
    [{ strictAnswers: true }, /^Field strictAnswers is not known here/],
    [{ hiddenErrorCodes: [] }, /^Field hiddenErrorCodes is not known here/],
    [{ allowedOrigins: "https://a.example" }, /^Field allowedOrigins must be a list of at most 100 addresses/],
    [
      { allowedOrigins: ["https://a.example/path"] },
      /^Field allowedOrigins\[0\] must be an http or https address without/,
    ],
    [{ allowedOrigins: Array(101).fill("https://a.example") }, /^Field allowedOrigins must be a list of at most 100/],
    [{ safeUrls: ["ftp://a.example/x"] }, /^Field safeUrls\[0\] must be an http or https URL or a domain/],
    [{ safeUrls: ["a b"] }, /^Field safeUrls\[0\] must be/],
    [{ safeUrls: [""] }, /^Field safeUrls\[0\] must be/],
    [{ safeUrls: Array(101).fill("a.example") }, /^Field safeUrls must be a list of at most 100/],
    [{ callback: null }, /^Field callback must be an object, got null/],
    [
      { callback: { price: 1 } },
      /^Field callback\.price is not known here: expected one of enabled, balance, hours, timeZ/,
    ],
    [{ callback: { enabled: "yes" } }, /^Field callback\.enabled must be true or false, got "yes"/],
    [{ callback: { balance: -0.5 } }, /^Field callback\.balance must be a number from 0 to \d+, got -0\.5/],
    [{ callback: { balance: "9" } }, /^Field callback\.balance must be a number from 0/],
    [{ callback: { hours: Array(51).fill(hours[0]) } }, /^Field callback\.hours must be a list of at most 50 hours/],
    [
      inHours({ days: [0] }),
      /^Field callback\.hours\[0\]\.days\[0\] must be a day, 1 for Monday to 7 for Sunday, got 0/,
    ],
    [inHours({ days: [] }), /^Field callback\.hours\[0\]\.days must be a list of days/],
    [inHours({ days: [1, 1] }), /^Field callback\.hours\[0\]\.days must be a list of days, .* each once/],
    [inHours({ from: "9:00" }), /^Field callback\.hours\[0\]\.from must be a time like 09:30, got "9:00"/],
    [inHours({ to: "25:00" }), /^Field callback\.hours\[0\]\.to must be a time like 09:30/],
    [inHours({ to: undefined }), /^Field callback\.hours\[0\]\.to is missing/],
    [inHours({ from: "17:00" }), /^Field callback\.hours\[0\] must be an object whose from is before its to/],
    [inHours({ from: "22:00", to: "06:00" }), /^Field callback\.hours\[0\] must be an object whose from is before/],
    [inHours({ note: "x" }), /^Field callback\.hours\[0\]\.note is not known here/],
    [{ callback: { timeZone: "Mars/Olympus" } }, /^Field callback\.timeZone must be an IANA time zone/],
    [{ callback: { timeZone: "+02:00" } }, /^Field callback\.timeZone must be an IANA time zone/],
    [{ callback: { timeZone: "" } }, /^Field callback\.timeZone must be an IANA time zone/],
    [{ look: null }, /^Field look must be an object, got null/],
    [{ look: "dark" }, /^Field look must be an object, got a text/],
    [
      { look: { colour: "#123456" } },
      /^Field look\.colour is not known here: expected one of color, position, language, title, greeting, sound/,
    ],
    [
      { look: { color: "#12345" } },
      /^Field look\.color must be # and 6 hexadecimal digits, like #1f6feb, or null, got "#12345"/,
    ],
    [{ look: { color: "#1234567" } }, /^Field look\.color must be # and 6 hexadecimal digits/],
    [{ look: { color: 123456 } }, /^Field look\.color must be # and 6 hexadecimal digits/],
    [{ look: { position: "top" } }, /^Field look\.position must be "left" or "right", got "top"/],
    [{ look: { position: null } }, /^Field look\.position must be "left" or "right", got null/],
    [
      { look: { language: "nl" } },
      /^Field look\.language must be one of "en", "de", "es", "fr", "it", "pt", "ar", or null, got "nl"/,
    ],
    [{ look: { title: "" } }, /^Field look\.title must be 1 to 100 characters, not blank, or null, got ""/],
    [{ look: { title: "x".repeat(101) } }, /^Field look\.title must be 1 to 100 characters/],
    [{ look: { greeting: " " } }, /^Field look\.greeting must be 1 to 255 characters, not blank, or null, got " "/],
    [{ look: { greeting: "x".repeat(256) } }, /^Field look\.greeting must be 1 to 255 characters/],
    [{ look: { title: "\ud800" } }, /^Field look\.title contains /],
    [{ look: { sound: 1 } }, /^Field look\.sound must be true or false, got 1/],
    [{ look: { sound: null } }, /^Field look\.sound must be true or false, got null/],
    [{ contactsForm: "yes" }, /^Field contactsForm must be true or false, got "yes"/],
    [{ contactsForm: null }, /^Field contactsForm must be true or false, got null/],
    [{ home: "yes" }, /^Field home must be true or false, got "yes"/],
    [{ suggestions: ["a", " "] }, /^Field suggestions\[1\] must be 1 to 80 characters, not blank, got " "/],
    [{ contactsFirst: 1 }, /^Field contactsFirst must be true or false, got 1/],
    [{ agents: [] }, /^Field agents must be a list of the ids of one agent or more/],
  ];
  for (const [change, message] of wrong) {
    const refusal = { status: 400, body: { error: { code: "invalid_request", message } } };
    t.match(await ask("POST", "/api/channels", { ...widget, ...change }), refusal, JSON.stringify(change));
    t.match(await ask("PATCH", "/api/channels/WEBSITE001", change), refusal, JSON.stringify(change));
  }
  for (const [path, method, body, message] of [
    ["/api/channels/MOBILEAPP1", "PATCH", { callback: {} }, /^Field callback is not known here/],
    ["/api/channels/MOBILEAPP1", "PATCH", { look: {} }, /^Field look is not known here/],
    ["/api/channels", "POST", { ...newChannel, contactsForm: true }, /^Field contactsForm is not known here/],
    ["/api/channels", "POST", { ...newChannel, safeUrls: [] }, /^Field safeUrls is not known here/],
    ["/api/channels", "POST", { ...newChannel, kind: "widget" }, /^Field webhookUrl is not known here/],
    ["/api/channels", "POST", { kind: "widget", agents: [1] }, /^Field name is missing/],
    [
      "/api/channels",
      "POST",
      { ...widget, kind: "fax" },
      /^Field (kind must be "api" or "widget"|webhookUrl is missing)/,
    ],
    ["/api/channels/WEBSITE001", "PATCH", { kind: "api" }, /^Field kind is not known here/],
  ] as const)
    t.match(await ask(method, path, body), { status: 400, body: { error: { message } } }, JSON.stringify(body));
  t.strictSame((await ask("GET", "/api/channels")).body, before, "nothing was created or changed");
});
