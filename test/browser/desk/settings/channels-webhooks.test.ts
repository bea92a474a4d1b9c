import t from "tap";
import { until } from "../../../delivery/through-service.ts";
import { startService } from "../../../harness/service.ts";
import { webhooks } from "../../../harness/service-config.ts";
import { leaveDeadLetters } from "../../../webhooks/dead-letters.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { apiChannelOf, part, save } from "./settings-channels.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const place = "#/settings/channels/MOBILEAPP1/developers";

t.test(
  "[WH-01, WH-40] a URL switches webhooks on; the secret is shown once, and the former one ends after a day",
  async (t) => {
    const service = await startService(t);
    const { page, complaints } = await openDeskPage(browser, service, "ada", place);
    await page.getByText("Off: no events are told.").waitFor();
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
    t.equal(await page.getByLabel("New signing secret", { exact: true }).count(), 0, "it is never shown again");
    t.notMatch(await page.content(), new RegExp(second.slice(6, 20)));
    await page.getByRole("button", { name: "Switch off…" }).click();
    await page.getByText("URL and signing secret are forgotten.").waitFor();
    await page.getByRole("button", { name: "Switch off", exact: true }).click();
    await page.getByText("Off: no events are told.").waitFor();
    t.equal((await apiChannelOf(service)).webhooks, null);
    t.same(complaints, []);
  },
);

t.test(
  "[WH-01, DEL-28] a test event is one request to the URL, marked as a test; the log is a step away",
  async (t) => {
    const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
    const { page } = await openDeskPage(browser, service, "ada", place);
    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByText("Waiting for the answer…").waitFor();
    // The page says so before the service has been asked.
    await until(() => service.reports.length === 1);
    t.match(service.reports[0], { attempt: 1, json: { event_name: "offline_message" } });
    service.reports[0]?.answer({
      trace: { address: "https://crm.example.com/hook", answer: "ok", note: "The answer has no result." },
    });
    await page.getByText("Delivered: your system has taken it.").waitFor();
    await page.getByText("The answer has no result.").waitFor();
    const log = page.getByRole("link", { name: "Every event of this channel" });
    t.equal(await log.getAttribute("href"), "#/deliveries?channel=MOBILEAPP1&kind=webhook");
  },
);

t.test("[WH-38] dead letters of the channel are sent again, and it is said how many", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
  const { page } = await openDeskPage(browser, service, "ada", place);
  const again = page.getByRole("button", { name: "Send what failed again" });
  await again.click();
  await page.getByText("Nothing to send again.").waitFor();
  await leaveDeadLetters(service, 3);
  await again.click();
  await page.getByText("3 are on the way again.").waitFor();
  await service.settle();
  const ids = service.reports.map(({ deliveryId }) => deliveryId);
  t.same(ids.slice(3), ids.slice(0, 3), "the same events");
});

t.test(
  "[WH-27] the log of chats goes by e-mail to addresses set here, one on each line, refused beside their field",
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
