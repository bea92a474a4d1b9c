import type { BrowserContext, Page } from "playwright-core";
import t from "tap";
import { until } from "../../delivery/through-service.ts";
import { openFaultyLink } from "../../harness/faulty-link.ts";
import { startService } from "../../harness/service.ts";
import { asWidget, step, widget } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import type { Heard, Site } from "./site.ts";
import { keepCallbacks, openSite, visit } from "./site.ts";
import { hiding, until as untilInPage } from "./ui-page.ts";

const browser = await openBrowser(t);
const channels = asWidget({ webhooks: null, widget: { ...widget, contactsForm: false } });

/** The script of a page whose browser stores nothing. */
const keepNothing = `
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, { get() { throw new DOMException("Refused", "SecurityError"); } });
  Object.defineProperty(document, "cookie", { get: () => "", set: () => undefined });
`;

const inWidget = (page: Page, selector: string) => page.locator(`svc-widget ${selector}`);
const label = (page: Page) => inWidget(page, "button.label");
const said = (page: Page): Promise<readonly string[]> => inWidget(page, "ol .line .said").allInnerTexts();
const shows = (page: Page, text: string) => inWidget(page, ".said").filter({ hasText: text }).waitFor();
const sent = (page: Page, text: string) =>
  inWidget(page, ".line").filter({ hasText: text }).locator("[title=Sent]").waitFor();
const number = (page: Page): Promise<number> =>
  page.evaluate(() => new Promise((resolve) => svc_api.getVisitorNumber((_error, own) => resolve(own ?? 0))));
const heard = (page: Page): Promise<readonly Heard[]> => page.evaluate("heard");

async function openTab(context: BrowserContext, site: Site): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.url);
  await label(page).waitFor();
  return page;
}

async function write(page: Page, text: string): Promise<void> {
  await inWidget(page, "textarea").fill(text);
  await inWidget(page, "textarea").press("Enter");
}

t.setTimeout(300_000);

t.test("[WJ-05, WJ-12, WJ-34, WJ-35, WJ-46] two tabs of a browser are one visitor and show the same", async (t) => {
  const service = await startService(t, { channels });
  await service.enter("kim");
  const site = await openSite(t, service, { script: keepCallbacks });
  const { page: first, context } = await visit(browser, site);
  const second = await openTab(context, site);
  t.same([await number(first), await number(second)], [1, 1]);

  await label(first).click();
  await write(first, "Hello from the first");
  await label(second).click();
  await shows(second, "Hello from the first");
  await write(second, "And from the second");
  await shows(first, "And from the second");
  t.same(await said(first), await said(second));
  await step(service, "accept");
  await step(service, "messages", { type: "text", text: "Hello to both" });
  for (const page of [first, second]) await shows(page, "Hello to both");

  for (const page of [first, second]) await page.evaluate(() => void svc_api.close());
  await step(service, "messages", { type: "text", text: "Are you there?" });
  for (const page of [first, second]) t.equal(await label(page).locator(".badge").innerText(), "1");
  await label(first).click();
  await label(second).locator(".badge").waitFor({ state: "detached" });
  // The other tab may draw the change earlier than the tab in which the agent saw it.
  await inWidget(first, ".fresh-lines").waitFor({ state: "detached" });
  t.pass("messages that were seen in one tab are not new in the other");

  await first.evaluate(() => svc_api.setContactInfo({ email: "tomas@mailbox.example" }));
  await second.waitForFunction(() => svc_api.getContactInfo().email !== null);
  t.equal((await second.evaluate(() => svc_api.getContactInfo())).email, "tomas@mailbox.example");

  await label(second).click();
  for (const page of [first, second]) await inWidget(page, "header .i-rate").click();
  await inWidget(first, "fieldset button").first().click();
  await inWidget(second, "fieldset button[aria-pressed=true]").waitFor();
  t.same(
    await inWidget(second, "fieldset button").evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute("aria-pressed")),
    ),
    ["true", "false"],
  );
  const namesHeard = async () => [...(await heard(first)), ...(await heard(second))].map(([name]) => name);
  // A lock decides which tab notifies its page, and the tabs wait for this lock.
  await until(async () => (await namesHeard()).includes("svc_onAccept"));
  const names = await namesHeard();
  for (const once of ["svc_onMessageSent", "svc_onAccept"])
    t.equal(names.filter((name) => name === once).length, 1, `${once} runs in only one tab`);
});

/** Records the answers of the locks by which tabs agree on a sound. */
const keepAnswers = `
  window.answers = [];
  const { request } = LockManager.prototype;
  LockManager.prototype.request = function (name, options, run) {
    return request.call(this, name, options, (lock) => {
      if (/sound/.test(name)) answers.push(name);
      return run(lock);
    });
  };
`;

t.test("one message has one sound over all tabs of a browser, and none while one of them is being read", async (t) => {
  const service = await startService(t, { channels });
  await service.enter("kim");
  const site = await openSite(t, service, { script: hiding + keepAnswers });
  const { page: first, context } = await visit(browser, site);
  const second = await openTab(context, site);
  const tones = async (): Promise<number> =>
    Number(await first.evaluate("tones")) + Number(await second.evaluate("tones"));
  /** Waits until both tabs have the answer for the last message, which is the first tab's answer number `count`. */
  const bothAnswered = async (count: number): Promise<void> => {
    await untilInPage(first, `answers.length === ${count}`);
    const name = JSON.stringify(await first.evaluate("answers.at(-1)"));
    await untilInPage(second, `answers.at(-1) === ${name}`);
  };
  await label(first).click();
  await write(first, "Is it open?");
  await sent(first, "Is it open?");
  await step(service, "accept");
  // Browsers allow sound only to tabs in which somebody has clicked.
  await label(second).click();
  for (const page of [first, second]) {
    await page.evaluate(() => void svc_api.close());
    await page.evaluate("hide(true)");
  }
  await step(service, "messages", { type: "text", text: "Yes" });
  await bothAnswered(1);
  t.equal(await tones(), 2, "the two tones of one sound");

  await first.evaluate("hide(false)");
  await label(first).click();
  await step(service, "messages", { type: "text", text: "Until six" });
  await untilInPage(first, "answers.length === 2");
  await inWidget(second, ".said").filter({ hasText: "Until six" }).waitFor({ state: "attached" });
  await first.evaluate("svc_api.close(); hide(true)");
  await step(service, "messages", { type: "text", text: "Bye" });
  await bothAnswered(3);
  t.equal(await tones(), 4, "the message that the visitor read in the first tab has no sound in the second");
});

t.test(
  "[WJ-05, WJ-11, WJ-13] a browser that returns is the same visitor, one without storage is a new one",
  async (t) => {
    const service = await startService(t, { channels });
    await service.enter("kim");
    const site = await openSite(t, service);
    const { page, context } = await visit(browser, site);
    const contact = { client_name: "Maria", email: "maria@example.com", phone: null, description: null };
    const fields = { name: "Maria", email: "maria@example.com" };
    t.same(await page.evaluate((given) => svc_api.setContactInfo(given), fields), { result: "ok" });
    // The message is written after this change.
    await label(page).click();
    await write(page, "Hello");
    await sent(page, "Hello");
    await page.close();
    const back = await openTab(context, site);
    t.equal(await number(back), 1);
    t.same(await back.evaluate(() => svc_api.getContactInfo()), contact);
    t.equal(await number((await visit(browser, site)).page), 2, "another browser is another visitor");
    await back.evaluate(() => localStorage.clear());
    await context.clearCookies();
    await back.close();
    const forgetful = await openTab(context, site);
    t.equal(await number(forgetful), 3, "a number is not used again");
    t.equal((await forgetful.evaluate(() => svc_api.getContactInfo())).client_name, null);
  },
);

t.test("[WJ-05] a browser that stores nothing has one visitor as long as the page is open", async (t) => {
  const service = await startService(t, { channels });
  await service.enter("kim");
  const link = await openFaultyLink(t, service.url);
  const site = await openSite(t, service, { script: keepNothing, serviceUrl: link.url });
  const { page, complaints } = await visit(browser, site);
  await label(page).click();
  await write(page, "It is me");
  await sent(page, "It is me");
  link.strike({ type: "reset" });
  await write(page, "Still me");
  await sent(page, "Still me");
  t.equal(await number(page), 1);
  const texts = (await service.call("GET", "/api/chats/1/messages", { token: await service.logIn("kim") })).body
    .messages;
  t.same(
    texts.map(({ text }) => text),
    ["It is me", "Still me"],
  );
  t.same(
    complaints.filter((complaint) => !/WebSocket|ERR_/.test(complaint)),
    [],
  );
  await page.reload();
  await label(page).waitFor();
  t.equal(await number(page), 2);
});
