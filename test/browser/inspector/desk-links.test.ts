import type { BrowserContext, Locator, Page } from "playwright-core";
import t from "tap";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { step } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import { openDeskPage } from "../desk/desk-page.ts";
import { sharedCharts } from "./inspector-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);

const full = { kind: "error_answer" as const, code: "5", message: "Mailbox is full" };

/** Kim's reply to Ann, which the customer system refuses three times. Returns the delivery's id, and the id of the request that made it. */
async function failReply(service: Service): Promise<{ readonly id: string; readonly requestId: string }> {
  await service.say({ id: "7", name: "Ann" }, "Hello");
  await step(service, "accept");
  const reply = { token: await service.logIn("kim"), body: { type: "text", text: "Are you there?" } };
  const requestId = (await service.call("POST", "/api/chats/1/messages", reply)).headers.get("x-request-id") ?? "none";
  await service.settle();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    service.attempts.at(-1)?.answer({ failure: full });
    await service.settle();
    await service.pass(3_000);
  }
  const { body } = await service.call("GET", "/api/deliveries?channel=MOBILEAPP1", {
    token: await service.logIn("ada"),
  });
  const [delivery] = body.deliveries;
  if (delivery === undefined) throw new Error("Expected the reply in the log of deliveries, got nothing");
  return { id: delivery.id, requestId };
}

/** The page that a click opens beside the desk. */
async function openedBy(context: BrowserContext, link: Locator): Promise<Page> {
  const opened = context.waitForEvent("page");
  await link.click();
  const page = await opened;
  await page.waitForURL(/\/inspector\//);
  return page;
}

const message = (page: Page, text: string): Locator => page.locator("[data-seq]").filter({ hasText: text });
const hashOf = (page: Page): string => new URL(page.url()).hash;

const service = await startService(t, { charts: sharedCharts(t) });
const { id, requestId } = await failReply(service);

t.test(
  "a failed message, the log of deliveries, a chat's header, the palette and the own menu lead to the inspector",
  async (t) => {
    const { page, context, complaints } = await openDeskPage(browser, service, "ada", "#/inbox/all/1");
    const sent = message(page, "Are you there?");
    await sent.getByRole("button", { name: "Not delivered: Mailbox is full" }).click();
    const link = page.getByRole("dialog").getByRole("link", { name: "See its chart" });
    await link.waitFor();
    const inspector = await openedBy(context, link);
    t.equal(hashOf(inspector), `#/actor/delivery/${id}`);
    t.equal(await inspector.evaluate(() => window.opener), null, "the new page cannot access the desk");
    t.ok(await page.getByRole("dialog").isVisible(), "the desk does not change");
    await inspector.locator('svg.chart [data-state="failed"].is-current').waitFor();
    await inspector.getByRole("group", { name: "Attempts" }).waitFor();
    t.equal(await inspector.getByRole("cell", { name: "Mailbox is full (5)" }).count(), 3, "the attempts are shown");
    await inspector.getByText(`Began with delivery.queued from chat/1, caused by: Request ${requestId}`).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();

    // For the other links only the address matters.
    await context.route("**/inspector/**", (route) => route.fulfill({ contentType: "text/html", body: "" }));
    await page.goto(`${service.url}/desk/#/deliveries`);
    await page.locator(".row-link").first().click();
    const ofDelivery = await openedBy(context, page.getByRole("link", { name: "See its chart" }));
    t.equal(hashOf(ofDelivery), `#/actor/delivery/${id}`);

    await page.goto(`${service.url}/desk/#/inbox/all/1`);
    const ofChat = page.locator(".chat-header").getByRole("link", { name: "See the chart of this chat" });
    await ofChat.waitFor();
    t.equal(hashOf(await openedBy(context, ofChat)), "#/actor/chat/1");

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find a command" }).fill("chart");
    const opened = context.waitForEvent("page");
    await page.keyboard.press("Enter");
    const ofPalette = await opened;
    await ofPalette.waitForURL(/\/inspector\//);
    t.equal(hashOf(ofPalette), "#/actor/chat/1");
    t.equal(await ofPalette.evaluate(() => window.opener), null);

    await page.getByRole("button", { name: /Ada: .* Open the menu/ }).click();
    const all = await openedBy(context, page.getByRole("link", { name: "Inspector" }));
    t.equal(new URL(all.url()).pathname, "/inspector/");
    t.same(complaints, []);
  },
);

t.test("an agent who is not an administrator sees no link to the inspector", async (t) => {
  const { page } = await openDeskPage(browser, service, "kim", "#/inbox/mine/1");
  await message(page, "Are you there?").getByRole("button", { name: "Not delivered: Mailbox is full" }).click();
  await page.getByRole("dialog").getByText("Attempt 3").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: /Kim: .* Open the menu/ }).click();
  await page.getByRole("link", { name: "Your account and sessions" }).waitFor();
  t.equal(await page.locator('a[href*="/inspector/"]').count(), 0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find a command" }).fill("chart");
  await page.getByText("No command and no open chat matches.").waitFor();
  await page.keyboard.press("Escape");
  await page.goto(`${service.url}/desk/#/deliveries`);
  await page.locator(".row-link").first().click();
  await page.getByRole("region", { name: "Delivery" }).getByText("Attempt 3").waitFor();
  t.equal(await page.locator('a[href*="/inspector/"]').count(), 0);
});
