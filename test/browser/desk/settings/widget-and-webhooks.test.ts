import t from "tap";
import { until } from "../../../delivery/through-service.ts";
import { startService } from "../../../harness/service.ts";
import { webhooks } from "../../../harness/service-config.ts";
import { leaveDeadLetters } from "../../../webhooks/dead-letters.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { apiChannelOf, channelsOf, part, save, widgetOf, withWidget } from "./settings-channels.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const place = "#/settings/channels/OTHERAPP01";

t.test("[CH-01, WJ-21] a widget is connected, and its chat code, web sites and Safe URL list are set", async (t) => {
  const service = await startService(t);
  const { page, complaints } = await openDeskPage(browser, service, "ada", "#/settings/channels/add");
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
  t.same(
    complaints.filter((words) => !words.includes("400")),
    [],
  );
});

t.test("the look is shown before it is saved: colour with its contrast, side, language and texts", async (t) => {
  const service = await startService(t, withWidget);
  const { page, complaints } = await openDeskPage(browser, service, "ada", `${place}/look`);
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
  await preview.getByText("Ask the shop").waitFor();
  const bubble = preview.getByText("…", { exact: true });
  const seen = await bubble.evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color]);
  t.same(seen, ["rgb(255, 209, 102)", "rgb(0, 0, 0)"]);
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
  t.same(complaints, []);
});

t.test("[WJ-27, CALL-10] callbacks are disabled, get a balance, and get hours for each weekday", async (t) => {
  const service = await startService(t, withWidget);
  const { page, complaints } = await openDeskPage(browser, service, "ada", `${place}/calls`);
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
  t.same(complaints, []);
});

const developers = "#/settings/channels/MOBILEAPP1/developers";

t.test(
  "[WH-01, WH-40] a URL enables webhooks; the secret is shown once, and the old secret ends after a day",
  async (t) => {
    const service = await startService(t);
    const { page, complaints } = await openDeskPage(browser, service, "ada", developers);
    await page.getByText("Off: no events are sent.").waitFor();
    await page.getByLabel("Webhook URL").fill("https://crm.example.com/hook");
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByText("Not set: events are not signed.").waitFor();
    t.same((await apiChannelOf(service)).webhooks, {
      url: "https://crm.example.com/hook",
      signed: false,
      previousSecretUntil: null,
    });
    await page.getByRole("button", { name: "Make a secret…" }).click();
    await page.getByRole("button", { name: "Make it" }).click();
    const first = await page.getByLabel("New signing secret", { exact: true }).inputValue();
    t.match(first, /^whsec_/);
    await page.getByText("Set: every event is signed.").waitFor();
    await page.getByRole("button", { name: "Make another secret…" }).click();
    await page.getByText("For 24 hours events are signed with both").waitFor();
    await page.getByRole("button", { name: "Make it" }).click();
    await page.getByText(/^Until .* the former secret signs beside the present one\.$/).waitFor();
    const second = await page.getByLabel("New signing secret", { exact: true }).inputValue();
    t.not(second, first);
    await shoot(t, page, "settings-webhooks");
    await page.reload();
    await page.getByText("Set: every event is signed.").waitFor();
    t.equal(await page.getByLabel("New signing secret", { exact: true }).count(), 0, "the secret is never shown again");
    t.notOk((await page.content()).includes(second.slice(6, 20)), "nor anywhere in the page");
    await page.getByRole("button", { name: "Switch off…" }).click();
    await page.getByText("URL and signing secret are forgotten.").waitFor();
    await page.getByRole("button", { name: "Switch off", exact: true }).click();
    await page.getByText("Off: no events are sent.").waitFor();
    t.equal((await apiChannelOf(service)).webhooks, null);
    t.same(complaints, []);
  },
);

t.test(
  "[WH-01, DEL-28] a test event is one request to the URL, marked as a test; a link leads to the log",
  async (t) => {
    const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
    const { page } = await openDeskPage(browser, service, "ada", developers);
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
  },
);

t.test("[WH-38] dead letters of the channel are sent again, and their number is shown", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
  const { page } = await openDeskPage(browser, service, "ada", developers);
  const again = page.getByRole("button", { name: "Send failed events again" });
  await again.click();
  await page.getByText("Nothing to send again.").waitFor();
  await leaveDeadLetters(service, 3);
  await again.click();
  await page.getByText("3 are on the way again.").waitFor();
  await service.settle();
  const ids = service.reports.map(({ deliveryId }) => deliveryId);
  t.same(ids.slice(3), ids.slice(0, 3), "the same events are sent again");
});

t.test(
  "[WH-27] the log of chats is sent to the entered e-mail addresses, one in each line; a refusal is shown beside the field",
  async (t) => {
    const smtp = { url: "smtp://127.0.0.1:2525", from: "chat@example.com" } as never;
    const service = await startService(t, { config: { smtp } });
    const { page } = await openDeskPage(browser, service, "ada", "#/settings/channels/MOBILEAPP1/general");
    await page.getByRole("group").getByText("Advanced").click();
    const addresses = page.getByLabel("Chat log by e-mail");
    await addresses.fill("team@example.com\nnobody");
    await part(page, "Chats").getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Line 2: this is no e-mail address.").waitFor();
    await addresses.fill("team@example.com\nboss@example.com");
    await save(page, "Chats");
    t.same((await apiChannelOf(service)).chatLogEmails, ["team@example.com", "boss@example.com"]);
  },
);
