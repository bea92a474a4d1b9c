import t from "tap";
import { startService } from "../../harness/service.ts";
import { webhooks } from "../../harness/service-config.ts";
import { openBrowser } from "../browser.ts";
import { openDeskPage, shoot } from "./desk-page.ts";

const browser = await openBrowser(t);

const hostile = `<img src=x onerror="document.title='run'">`;
const refused = (code: string, message: string) => ({ kind: "error_answer" as const, code, message });

t.test(
  "[DEL-05, DEL-28, WH-38] the log of deliveries shows every attempt and sends failed deliveries again",
  async (t) => {
    const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
    const token = await service.logIn("kim");
    await service.say("7", "Hello");
    await service.call("POST", "/api/chats/1/accept", { token });
    await service.settle();
    service.reports[0]?.answer({ failure: refused("410", "Status 410"), isFinal: true });
    await service.settle();
    await service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "Hi" } });
    for (const index of [0, 1, 2]) {
      service.attempts[index]?.answer({ failure: refused("17", `Mailbox is full ${hostile}`) });
      await service.settle();
      await service.pass(3_000);
    }
    const { page, complaints } = await openDeskPage(browser, service, "ada", "#/deliveries");
    const rows = page.locator("a.delivery");
    await rows.first().waitFor();
    t.same(await rows.locator(".name").allInnerTexts(), ["Anonymous", "Anonymous"]);
    t.same(await rows.locator(".words").allInnerTexts(), ["Hi", "Event: chat_accepted"]);
    const outcome = page.locator(".delivery-row .outcome").first();
    t.equal(await outcome.innerText(), `Not delivered after 3 attempts: Mailbox is full ${hostile}`);
    await shoot(t, page, "deliveries");
    await page.setViewportSize({ width: 360, height: 740 });
    const words = outcome.locator("span");
    const isCut = () => words.evaluate((element) => element.scrollWidth > element.clientWidth);
    t.equal(await isCut(), true, "on a phone the reason ends in an ellipsis");
    t.ok(((await outcome.boundingBox())?.height ?? 0) >= 44);
    await outcome.focus();
    await page.keyboard.press("Enter");
    t.equal(await outcome.getAttribute("aria-expanded"), "true");
    t.equal(await isCut(), false, "the page shows the complete reason");
    await shoot(t, page, "deliveries-reason");
    await page.getByLabel("State").selectOption("failed");
    await page.getByLabel("Reason").selectOption("gone");
    await page.waitForURL(/failure=gone/);
    await page.getByText("No delivery matches.").waitFor();
    await page.getByLabel("State").selectOption("");
    await rows.nth(1).waitFor();

    await page.getByRole("combobox", { name: "What", exact: true }).selectOption("webhook");
    await page.waitForURL(/kind=webhook/);
    await page.locator("a.delivery", { hasText: "Hi" }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await rows.first().click();
    const details = page.getByRole("region", { name: "Delivery" });
    await details.getByText("What it says").waitFor();
    t.match(await details.locator("pre").last().innerText(), /"event_name":"chat_accepted"/);
    await shoot(t, page, "delivery");
    await details.getByRole("button", { name: "Send again" }).click();
    await page.getByText("It is on its way again.").waitFor();
    await service.settle();
    t.equal(service.reports.length, 2, "the event is sent again");
    t.same(service.reports[1]?.json, service.reports[0]?.json);

    await page.getByRole("combobox", { name: "What", exact: true }).selectOption("message");
    await page.waitForURL(/kind=message/);
    await page.locator("a.delivery", { hasText: "Event" }).first().waitFor({ state: "detached" });
    await rows.first().click();
    await details.getByText("Mailbox is full").first().waitFor();
    // The notice about the webhook may still be shown, so it proves nothing here.
    const sentAgain = page.waitForResponse(/resend$/);
    await details.getByRole("button", { name: "Send again" }).click();
    await sentAgain;
    await service.settle();
    t.equal(service.attempts.length, 4, "a message starts a new series of attempts");
    service.attempts[3]?.answer();
    await service.settle();
    await details.getByText("Delivered, 4 attempts").waitFor();
    t.equal(await page.title().then((title) => title.includes("run")), false);
    t.same(complaints, []);
  },
);

t.test("[AUTH-14, AUTH-15] an agent's log has only the agent's channels, and no addresses", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { webhooks } } });
  const token = await service.logIn("kim");
  await service.say("7", "Hello");
  await service.say("8", "Elsewhere", "OTHERAPP01");
  await service.call("POST", "/api/chats/1/accept", { token });
  await service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "Hi" } });
  await service.settle();
  service.attempts[0]?.answer({ trace: { address: "https://shop.example.com/…", answer: "ok", note: null } });
  await service.settle();
  const { page } = await openDeskPage(browser, service, "kim", "#/deliveries?kind=message");
  await page.locator("a.delivery").first().click();
  const details = page.getByRole("region", { name: "Delivery" });
  await details.getByText("Delivered, 1 attempt").waitFor();
  t.equal(await details.getByText("shop.example.com").count(), 0);
  t.equal(await details.getByRole("button", { name: "Send again" }).count(), 0);
});
