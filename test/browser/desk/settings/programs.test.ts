import t from "tap";
import { widgetDefaults } from "../../../../src/codec/settings/channel-defaults.ts";
import { until } from "../../../delivery/through-service.ts";
import { startService } from "../../../harness/service.ts";
import { bot } from "../../../harness/service-config.ts";
import { enterVisitor } from "../../../harness/visitor-client.ts";
import { leaveDeadLetters } from "../../../webhooks/dead-letters.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { goTo } from "../inbox/inbox-page.ts";
import { apiChannelOf, channelsOf, part, save, widgetOf } from "./settings-channels.ts";
import { hostileName } from "./settings-people.ts";

t.setTimeout(300_000);
const sharedToken = "t0k3n-of-the-0ther-bot";
const browser = await openBrowser(t);
const service = await startService(t, {
  channels: { OTHERAPP01: { kind: "widget", widget: widgetDefaults, bot: { ...bot, token: sharedToken } } },
});
const { page, complaints } = await openDeskPage(browser, service, "ada", "#/settings");
const place = "#/settings/channels/OTHERAPP01";

t.test("[CH-01, WJ-21] a widget is connected, and its chat code, web sites and Safe URL list are set", async (t) => {
  await goTo(page, "#/settings/channels/add");
  await page.getByRole("link", { name: "Connect Widget" }).click();
  await page.getByLabel("Channel name").fill("Web site");
  await page.getByLabel("Max").check();
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByRole("heading", { name: "Web site is connected. What to do now" }).waitFor();
  const { id = "" } = (await channelsOf(service)).find(({ name }) => name === "Web site") ?? {};
  const { scriptUrl } = await widgetOf(service, id);
  t.equal(
    await page.getByLabel("Script line", { exact: true }).inputValue(),
    `<script src="${scriptUrl}" async></script>`,
  );
  t.equal(await page.getByRole("link", { name: "Try it on the demo page" }).getAttribute("href"), `/demo/${id}`);
  await page.getByLabel("Allowed web sites").fill("https://shop.example.com/path");
  await part(page, "Web sites").getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Line 1: enter an address without a path").waitFor();
  await page.getByLabel("Allowed web sites").fill("https://shop.example.com");
  await save(page, "Web sites");
  await shoot(t, page, "settings-chat-code");
  await page.getByRole("link", { name: "Developers" }).click();
  await page.getByRole("heading", { name: "Integration settings for developers" }).waitFor();
  await page.getByLabel("Safe URL list").fill("crm.example.com\nhttps://docs.example.com\n");
  await save(page, "Safe URL");
  const { allowedOrigins, safeUrls } = await widgetOf(service, id);
  t.same(
    { allowedOrigins, safeUrls },
    { allowedOrigins: ["https://shop.example.com"], safeUrls: ["crm.example.com", "https://docs.example.com"] },
  );
});

t.test("the look is shown before it is saved: colour with its contrast, side, language and texts", async (t) => {
  await goTo(page, `${place}/look`);
  const colour = page.getByLabel("Colour", { exact: true });
  await colour.fill("#ffd1");
  await page.keyboard.press("Tab");
  await page.getByText("Enter # and six digits or letters from a to f").waitFor();
  await colour.fill("#ffd166");
  await page
    .getByText(
      "Contrast of black words on this colour: 14.5 to 1. Contrast of the colour on a white page: 1.4 to 1. It is hard to find there.",
    )
    .waitFor();
  await page.getByLabel("Language", { exact: true }).selectOption("de");
  await page.getByLabel("Side of the page").selectOption("left");
  await page.getByLabel("Title").fill("Ask the shop");
  const preview = part(page, "Preview");
  const frame = preview.locator("iframe").contentFrame();
  await frame.getByRole("button", { name: "Chat minimieren" }).waitFor();
  const bubble = frame.locator(".own .said").getByText("Where is my order?");
  const seen = await bubble
    .locator("xpath=..")
    .evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color]);
  t.same(seen, ["rgb(255, 209, 102)", "rgb(0, 0, 0)"]);
  await preview.getByLabel("Dark").check();
  await preview.getByLabel("Offline").check();
  await frame.getByText("Ask the shop").waitFor();
  await preview.getByLabel("Offline").uncheck();
  await page.getByLabel("Sound").uncheck();
  await page.getByLabel("Contacts form").uncheck();
  await shoot(t, page, "settings-look");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await save(page, "Look");
  t.same((await sent).postDataJSON(), {
    look: { color: "#ffd166", position: "left", language: "de", title: "Ask the shop", sound: false },
    contactsForm: false,
  });
  await page.getByRole("button", { name: "Use the widget's own" }).click();
  await save(page, "Look");
  t.equal((await widgetOf(service)).look.color, null);
});

t.test("[WJ-27, CALL-10] callbacks are disabled, get a balance, and get hours for each weekday", async (t) => {
  await goTo(page, `${place}/calls`);
  await page.getByText("Off: visitors are not offered a call.").waitFor();
  await page.getByLabel("Visitors may ask for a call").check();
  await page.getByText("No calls: the balance is used up.").waitFor();
  await page.getByLabel("Call balance").fill("2,5");
  await page.getByLabel("When").selectOption("At these hours");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Choose hours on one day or more, or take calls at any time.").waitFor();
  await page.getByRole("button", { name: "Monday: add hours" }).click();
  await page.getByRole("button", { name: "Tuesday: add hours" }).click();
  await page.getByRole("button", { name: "Tuesday: add hours" }).click();
  await page.getByLabel("Tuesday, from").nth(1).fill("20:00");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Tuesday needs a beginning before its end.").waitFor();
  await page.getByLabel("Tuesday, to").nth(1).fill("00:00");
  await page.getByLabel("Time zone").selectOption("Europe/Berlin");
  await shoot(t, page, "settings-calls");
  await save(page, "Callback");
  t.same((await widgetOf(service)).callback, {
    enabled: true,
    balance: 2.5,
    hours: [
      { days: [1, 2], from: "09:00", to: "18:00" },
      { days: [2], from: "20:00", to: "24:00" },
    ],
    timeZone: "Europe/Berlin",
  });
  const ada = await service.logIn("ada");
  await service.call("PATCH", "/api/channels/OTHERAPP01", { token: ada, body: { callback: { balance: 1.5 } } });
  service.clock.advance(1_000);
  await page.getByText("The balance is low: 1.5 left.").waitFor();
  t.equal(await page.getByLabel("Call balance").inputValue(), "1.5", "the remaining balance is updated live");
  await page.getByRole("button", { name: "Tuesday: remove 20:00 to 00:00" }).click();
  await page.getByLabel("Visitors may ask for a call").uncheck();
  await save(page, "Callback");
  const { enabled, hours } = (await widgetOf(service)).callback;
  t.same({ enabled, hours }, { enabled: false, hours: [{ days: [1, 2], from: "09:00", to: "18:00" }] });
});

t.test(
  "[WH-01, WH-38, WH-40, DEL-28] a URL enables webhooks, a test event is one request, dead letters are sent again, the secret is shown once",
  async (t) => {
    await goTo(page, "#/settings/channels/MOBILEAPP1/developers");
    await page.getByText("Off: no events are sent.").waitFor();
    await page.getByLabel("Webhook URL").fill("https://crm.example.com/hook");
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByText("Not set: requests are not signed.").waitFor();
    t.same((await apiChannelOf(service)).webhooks, {
      url: "https://crm.example.com/hook",
      signed: false,
      previousSecretUntil: null,
      endpoints: [],
    });
    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByText("Waiting for the answer…").waitFor();
    // The page shows the mistake before it sends a request.
    await until(() => service.reports.length === 1);
    t.match(service.reports[0], { attempt: 1, json: { event_name: "offline_message" } });
    service.reports[0]?.answer({
      trace: { address: "https://crm.example.com/hook", answer: "ok", note: "The answer has no result." },
    });
    await page.getByText("Delivered: your system accepted it.").waitFor();
    await page.getByText("The answer has no result.").waitFor();
    const log = page.getByRole("link", { name: "Every event of this channel" });
    t.equal(await log.getAttribute("href"), "#/deliveries?channel=MOBILEAPP1&kind=webhook");

    await leaveDeadLetters(service, 3);
    await page.getByRole("button", { name: "Send failed events again" }).click();
    await page.getByText("3 are on the way again.").waitFor();
    await service.settle();
    const ids = service.reports.slice(1).map(({ deliveryId }) => deliveryId);
    t.same(ids.slice(3), ids.slice(0, 3), "the same events are sent again");

    await page.getByRole("button", { name: "Make a secret…" }).click();
    await page.getByRole("button", { name: "Make it" }).click();
    const first = await page.getByLabel("New signing secret", { exact: true }).inputValue();
    t.match(first, /^whsec_/);
    await page.getByText("Set: every request is signed.").waitFor();
    await page.getByRole("button", { name: "Make another secret…" }).click();
    await page.getByText("For 24 hours requests are signed with both").waitFor();
    await page.getByRole("button", { name: "Make it" }).click();
    await page.getByText(/^Until .*, requests are signed with the old secret too\.$/).waitFor();
    const second = await page.getByLabel("New signing secret", { exact: true }).inputValue();
    t.not(second, first);
    await shoot(t, page, "settings-webhooks");
    await page.reload();
    await page.getByText("Set: every request is signed.").waitFor();
    t.equal(await page.getByLabel("New signing secret", { exact: true }).count(), 0, "the secret is never shown again");
    t.notOk((await page.content()).includes(second.slice(6, 20)), "nor anywhere in the page");
    await page.getByRole("button", { name: "Switch off…" }).click();
    await page.getByText("URL and signing secret are forgotten.").waitFor();
    await page.getByRole("button", { name: "Switch off", exact: true }).click();
    await page.getByText("Off: no events are sent.").waitFor();
    t.equal((await apiChannelOf(service)).webhooks, null);
  },
);

t.test("[WJ-48, WJ-50] a widget gets an identity secret, which is shown once, and the address of keys", async (t) => {
  await goTo(page, `${place}/developers`);
  const section = part(page, "Verified visitors");
  await section.getByText("No secret: tokens that are signed by HS256 are refused.").waitFor();
  await section.getByRole("button", { name: "Make a secret…" }).click();
  await page.getByRole("button", { name: "Make it" }).click();
  t.match(await page.getByLabel("New identity secret", { exact: true }).inputValue(), /^idsec_/);
  await section.getByText("Secret set:").waitFor();
  await page.getByLabel("Address of the public keys (JWKS)").fill("https://login.example.com/keys");
  await save(page, "Verified visitors");
  const jwksUrl = "https://login.example.com/keys";
  t.same((await widgetOf(service)).identity, { hasSecret: true, previousSecretUntil: null, jwksUrl });
  await shoot(t, page, "settings-verified-visitors");
  await section.getByRole("button", { name: "Remove the secret…" }).click();
  await page.getByRole("button", { name: "Remove the secret", exact: true }).click();
  await section.getByText("No secret:").waitFor();
  t.match((await widgetOf(service)).identity, { hasSecret: false, jwksUrl });
});

t.test(
  "[AUTH-17, AUTH-18] both directions of a connection get their own secret, then signatures can be demanded",
  async (t) => {
    await goTo(page, "#/settings/channels/MOBILEAPP1/connection");
    for (const [title, set] of [
      ["Signing secret", "Set: every request is signed."],
      ["Signatures of your system", "Set. The secret is not shown again."],
    ] as const) {
      await part(page, title).getByRole("button", { name: "Make a secret…" }).click();
      await page.getByRole("button", { name: "Make it" }).click();
      await part(page, title).getByText(set).waitFor();
      t.match(await part(page, title).getByLabel("New signing secret", { exact: true }).inputValue(), /^whsec_/);
    }
    await page.getByLabel("Accept only signed messages").check();
    await shoot(t, page, "settings-signatures");
    await save(page, "Signatures of your system");
    t.match(await apiChannelOf(service), { signed: true, incoming: { signed: true }, requireSignature: true });
    await part(page, "Signing secret").getByRole("button", { name: "Stop signing…" }).click();
    await page.getByRole("button", { name: "Stop signing", exact: true }).click();
    await part(page, "Signing secret").getByText("Not set: requests are not signed.").waitFor();
    await page.getByLabel("Accept only signed messages").uncheck();
    await save(page, "Signatures of your system");
    t.match(await apiChannelOf(service), { signed: false, incoming: { signed: true }, requireSignature: false });
  },
);

t.test(
  "[BOT-50, BOT-51, BOT-52] a name and an address connect a bot; both addresses are shown once, and a test shows what the bot posts",
  async (t) => {
    await goTo(page, "#/settings/channels/MOBILEAPP1/bot");
    const own = part(page, "Connect your bot");
    await own.getByRole("button", { name: "Connect" }).click();
    await own.getByText("Enter a name").first().waitFor();
    await own.getByLabel("Name").fill("Robin");
    await own.getByLabel("Address of the bot").fill("https://bot.example.com/hook");
    await own.getByText("Use a token of your own").click();
    await own.getByLabel("Token").fill("too short");
    await own.getByRole("button", { name: "Connect" }).click();
    await own.getByText("Enter a token of 16 to 255 characters.").waitFor();
    await shoot(t, page, "settings-connect-bot");
    await own.getByLabel("Token").fill("");
    await own.getByRole("button", { name: "Connect" }).click();
    const connected = part(page, "Robin is connected");
    const posts = await connected.getByLabel("The bot posts its messages to", { exact: true }).inputValue();
    const token = posts.split("/").at(-1) ?? "";
    t.match(posts, /\/bots\/webhooks\/robin\/[\w-]{22,}$/);
    const events = connected.getByLabel("Parley posts events to", { exact: true });
    t.equal(await events.inputValue(), `https://bot.example.com/hook/${token}`);
    service.clock.advance(1_000);
    await page.getByRole("button", { name: "Send test" }).click();
    await until(() => service.botAttempts.length === 1);
    const message = { type: "BUTTONS", title: "Which wheel?", buttons: [{ text: "Front" }, { text: "Rear" }] };
    const body = { event: "BOT_MESSAGE", chat_id: "0", message };
    t.equal((await service.call("POST", new URL(posts).pathname, { body })).status, 200);
    service.botAttempts[0]?.answer();
    await service.settle();
    await service.pass(500);
    await page.getByText("Which wheel?").waitFor();
    await shoot(t, page, "settings-bot-test");
    await part(page, "Bot").getByRole("textbox", { name: "Token" }).fill("another-token-of-robin");
    await part(page, "Bot").getByRole("button", { name: "Save" }).click();
    await connected.waitFor({ state: "detached" });
    await page.reload();
    await part(page, "Bot").waitFor();
    t.notOk((await page.content()).includes(token), "the token is not shown again");
    await page.getByRole("button", { name: "Disconnect…" }).click();
    await page.getByRole("button", { name: "Disconnect", exact: true }).click();

    await page.getByRole("button", { name: "Connect the sample bot" }).click();
    await page.getByText("This is the sample bot of the service.").waitFor();
    service.clock.advance(1_000);
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText("What shall I show you?").waitFor();
    await shoot(t, page, "settings-sample-bot");
    await page.getByRole("button", { name: "Disconnect…" }).click();
    await page.getByRole("button", { name: "Disconnect", exact: true }).click();
    await own.waitFor();
  },
);

t.test(
  "[BOT-04, AUTH-14] a bot is connected with its provider's data; its secrets are entered and never shown",
  async (t) => {
    await goTo(page, "#/settings/channels/MOBILEAPP1/bot");
    await page.locator("summary", { hasText: "Connect a bot of a provider that has an id" }).click();
    const form = part(page, "Connect a bot of a provider that has an id");
    await page.getByLabel("Provider", { exact: true }).selectOption("Acme Bots");
    t.match(
      await page.getByLabel("Service endpoint", { exact: true }).inputValue(),
      /\/bots\/webhooks\/acme-bots\/\{token\}$/,
    );
    await page.getByLabel("Provider's endpoint").fill("https://bot.example.com/hook");
    const token = form.getByLabel("Token", { exact: true });
    await token.fill(sharedToken);
    const connect = form.getByRole("button", { name: "Connect" });
    await connect.click();
    await page.getByText("The bot of OTHERAPP01 has this token. Enter another one.").waitFor();
    t.equal(await token.getAttribute("aria-invalid"), "true", "the error about a used token is beside its field");
    await token.fill("an0ther-t0ken-of-16");
    await form.getByLabel("Name", { exact: true }).fill("Robin");
    await page.getByLabel("Ask for temporary access tokens").check();
    await page.getByLabel("Token URL").fill("https://bot.example.com/oauth");
    await page.getByLabel("Client id").fill("parley");
    await page.getByLabel("Client secret").fill("s3cret");
    await connect.click();
    await part(page, "Bot").waitFor();
    const connected = (await apiChannelOf(service)).bot;
    t.match(connected, {
      provider: "acme-bots",
      endpoint: "https://bot.example.com/hook",
      name: "Robin",
      photo: null,
      oauth: { clientId: "parley" },
    });
    t.equal(await page.getByLabel("Service endpoint", { exact: true }).inputValue(), connected?.serviceUrl);
    await shoot(t, page, "settings-bot");
    await goTo(page, "#/settings/channels/MOBILEAPP1/general");
    await goTo(page, "#/settings/channels/MOBILEAPP1/bot");
    const kept = part(page, "Bot").getByLabel("Token", { exact: true });
    t.equal(await kept.inputValue(), "");
    t.equal(await kept.getAttribute("placeholder"), "Set");
    t.notMatch(await page.content(), /an0ther|s3cret/);
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("textbox", { name: "Address of the photo" }).fill("https://bot.example.com/robin.png");
    await save(page, "Bot");
    t.same(
      (await sent).postDataJSON(),
      { bot: { photo: "https://bot.example.com/robin.png" } },
      "the token is not sent again",
    );
  },
);

t.test(
  "[BOT-03, BOT-05, BOT-08] a provider gets its id and address, and stays while a bot is connected; a disconnected bot's chats go to the agents",
  async (t) => {
    await goTo(page, "#/settings/providers");
    t.match(
      await page.getByLabel("Issue an id from a shell", { exact: true }).inputValue(),
      /^npm run provider -- add /,
    );
    await page.getByRole("link", { name: "Add a provider" }).click();
    await page.getByLabel("Name").fill(hostileName);
    await page.getByLabel("Id").fill("Acme Bots");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Use 3 to 64 lowercase letters a to z, digits, _ and -, like acme-bots.").waitFor();
    await page.getByLabel("Id").fill("acme-bots");
    await page.keyboard.press("Enter");
    await page.getByText("There is already a provider with the id acme-bots.").waitFor();
    await page.getByLabel("Id").fill("add");
    await page.keyboard.press("Enter");
    await part(page, "For the provider").waitFor();
    t.equal(
      await page.getByLabel("Service endpoint", { exact: true }).inputValue(),
      `${service.url}/bots/webhooks/add/{token}`,
    );
    await page.getByRole("link", { name: "All bot providers" }).click();
    await page.getByRole("link", { name: /onerror.* add$/ }).waitFor();
    await shoot(t, page, "people-providers");

    await page.getByRole("link", { name: /^Acme Bots/ }).click();
    await part(page, "Provider").getByLabel("Name").fill("Acme");
    await save(page, "Provider");
    await page.getByRole("heading", { name: "Acme", exact: true }).waitFor();
    await part(page, "Bots").getByRole("link", { name: "OTHERAPP01" }).waitFor();
    t.notMatch(await page.content(), new RegExp(sharedToken), "no token is shown");
    const remove = async (): Promise<void> => {
      await page.getByRole("button", { name: "Remove…" }).click();
      await page.getByRole("button", { name: "Remove", exact: true }).click();
    };
    await remove();
    await page
      .getByRole("dialog")
      .getByText(/Provider acme-bots has bots on channels: .*OTHERAPP01/)
      .waitFor();
    await page.keyboard.press("Escape");

    await service.enter("max");
    const { page: visitor } = await enterVisitor(t, service, { widget: "OTHERAPP01" });
    await visitor.ask({ type: "message", text: "Hello" });
    await service.settle();
    const token = await service.logIn("ada");
    const state = async () => (await service.call("GET", "/api/chats", { token })).body.chats[0]?.state;
    t.equal(await state(), "with_bot");
    await goTo(page, `${place}/bot`);
    await page.getByRole("button", { name: "Disconnect…" }).click();
    await page.getByText("Chats that are with the bot go to the agents at once").waitFor();
    await page.getByRole("button", { name: "Disconnect", exact: true }).click();
    await page.getByRole("heading", { name: "Connect your bot" }).waitFor();
    await service.settle();
    t.equal(await state(), "waiting");
    await service.call("PATCH", "/api/channels/MOBILEAPP1", { token, body: { bot: null } });
    await service.pass(1_000);
    await goTo(page, "#/settings/providers");
    await page.getByRole("link", { name: /^Acme / }).click();
    await part(page, "Bots").getByText("No bot of this provider is connected.").waitFor();
    await remove();
    await page.getByRole("heading", { name: "Bot providers", exact: true }).waitFor();
    await page.getByRole("link", { name: /acme-bots$/ }).waitFor({ state: "detached" });
    t.same(
      complaints.filter((words) => !words.includes("status of 4")),
      [],
      "the only errors are about refused requests",
    );
  },
);
