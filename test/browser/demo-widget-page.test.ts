import type { Page } from "playwright-core";
import t from "tap";
import { startService } from "../harness/service.ts";
import { asWidget } from "../visitors/visitor-channel.ts";
import { findBarriers } from "./barriers.ts";
import { openBrowser, openPage } from "./browser.ts";
import { keepPicture } from "./pictures.ts";
import { label, until } from "./widget/ui-page.ts";

const fields = (method: string) => `form[data-method=${method}]`;
const contact = { name: "Maria Rossi", email: "maria@example.com", phone: "+1 202 555 0143" };

/** Fills `values` into the form's fields and presses its button. Returns the text below the button. */
async function press(page: Page, method: string, values: Readonly<Record<string, string>> = {}): Promise<string> {
  const form = page.locator(fields(method));
  for (const [name, value] of Object.entries(values)) {
    const field = form.locator(`[name=${name}]`);
    await ((await field.evaluate((element) => element.tagName)) === "SELECT"
      ? field.selectOption(value)
      : field.fill(value));
  }
  // The old text is from an earlier call.
  await form.locator("output").evaluate((output) => output.replaceChildren());
  await form.getByRole("button", { name: `Call ${method}` }).click();
  await form.locator("output:not(:empty)").waitFor();
  return form.locator("output").innerText();
}

/** The callbacks in their order. A callback for a changed size follows after the browser has measured the size. */
const called = async (page: Page): Promise<readonly string[]> =>
  (await page.locator("#log code").allInnerTexts())
    .reverse()
    .filter((entry) => !entry.startsWith("svc_onResizeCallback("));

const hasCalled = (page: Page, entry: string) => page.locator("#log code", { hasText: entry }).first().waitFor();
const json = (value: unknown): string => JSON.stringify(value);
const isOk = json({ result: "ok" });
const fails = (reason: string): string => json({ result: "fail", reason });

t.setTimeout(300_000);

t.test("the service's own page with a widget", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const address = `${service.url}/demo/MOBILEAPP1`;
  const browser = await openBrowser(t);
  const { page, complaints } = await openPage(browser, address, {
    viewport: { width: 1280, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await hasCalled(page, "svc_onLoadCallback");

  await t.test("[WJ-09, WJ-10, WJ-31] the page shows the current state and its changes", async (t) => {
    t.same(await called(page), ["svc_onLoadCallback()"]);
    t.match(await page.locator("#mode").innerText(), "offline: no agent is available");
    t.equal(await press(page, "chatMode"), json("offline"));
    await service.enter("kim", { available: true });
    await page.getByText("Online: an agent is available.").waitFor();
    t.equal(await press(page, "chatMode"), json("online"));
    t.equal(await page.locator("#chat-mode").innerText(), "online");
    t.equal(await page.locator("#config").innerText(), json({ chat_mode: "online" }));
    t.equal(await page.locator("#last").innerText(), `chatMode: ${json("online")}`);
  });

  await t.test("[WJ-06, WJ-07, WJ-08, WJ-32, WJ-33, WJ-40] the window calls its callbacks in order", async (t) => {
    await page.getByRole("button", { name: "Clear" }).click();
    t.equal(await press(page, "open"), isOk);
    t.equal(await press(page, "open"), isOk);
    t.equal(await press(page, "close"), isOk);
    t.equal(await press(page, "open", { start: "call" }), isOk);
    t.equal(await press(page, "close"), isOk);
    t.same(await called(page), [
      ...["svc_onOpen()", 'svc_onChangeState("chat")', "svc_onClose()", 'svc_onChangeState("label")'],
      ...["svc_onOpen()", 'svc_onChangeState("call")', "svc_onClose()", 'svc_onChangeState("label")'],
    ]);
    // The new size is measured with the next drawing, and its callback would add another entry.
    await label(page).waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.getByRole("button", { name: "Clear" }).click();
    t.same(await called(page), []);
    t.ok(await page.locator("#empty").isVisible());
  });

  await t.test("[WJ-11, WJ-12, WJ-15, WJ-16, WJ-23] the visitor's contacts and number are set and read", async (t) => {
    const nobody = { client_name: null, email: null, phone: null, description: null };
    t.same(JSON.parse(await press(page, "getContactInfo")), nobody);
    t.match(await press(page, "getVisitorNumber"), /^called back with null, [1-9]\d*$/);
    t.equal(await press(page, "setContactInfo"), isOk);
    const { name: client_name, ...rest } = contact;
    t.same(JSON.parse(await press(page, "getContactInfo")), { client_name, ...rest, description: "Regular customer" });
    t.equal(await press(page, "setContactInfo", { phone: "" }), isOk);
    t.equal(JSON.parse(await press(page, "getContactInfo")).phone, null);
    t.equal(await press(page, "setUserToken"), json({ result: "ok", token: "b7c0e1f2-demo" }));
    t.equal(await press(page, "setUserToken", { token: " " }), json({ result: "fail", token: " " }));
    await press(page, "setIdentity", { token: "a.b.c" });
    const refused = 'called back with "This widget accepts no proof of an identity."';
    await page.locator(fields("setIdentity")).getByText(refused).waitFor();
    await press(page, "setIdentity", { token: "" });
    await page.locator(fields("setIdentity")).getByText("called back with null").waitFor();
    t.notMatch(await called(page), ["svc_onIntroduction()"]);
  });

  await t.test("[WJ-17, WJ-18, WJ-22, WJ-25] the page adds its data", async (t) => {
    t.equal(await press(page, "setCustomData"), isOk);
    t.equal(await press(page, "setCustomData", { fields: "{}" }), fails("Custom data must be array."));
    const area = page.locator(`${fields("setCustomData")} textarea`);
    t.match(await press(page, "setCustomData", { fields: "[" }), /^not called, the field is no JSON: /);
    t.equal(await area.getAttribute("aria-invalid"), "true");
    t.ok(await area.evaluate((element) => element === document.activeElement), "the wrong field has the focus");
    t.equal(await press(page, "setCustomData", { fields: "[]" }), isOk);
    t.equal(await area.getAttribute("aria-invalid"), null);
    t.equal(await press(page, "setRules"), isOk);
    t.equal(await press(page, "setRules", { rules: "[]" }), fails("Rules must be object."));
    t.equal(JSON.parse(await press(page, "showProactiveInvitation", { text: " " })).result, "fail");
    t.equal(await press(page, "showProactiveInvitation", { text: "Can I help you?", department: "1" }), isOk);
    await hasCalled(page, "svc_onOpen()");
    await page.locator("svc-widget").getByText("Can I help you?").first().waitFor();
    t.equal(await press(page, "sendPageTitle"), isOk);
  });

  await t.test("[WJ-26, WJ-27, WJ-29, WJ-38] calls and offline messages are sent", async (t) => {
    t.equal(await press(page, "sendOfflineMessage"), isOk);
    t.equal(JSON.parse(await press(page, "sendOfflineMessage", { message: " " })).result, "fail");
    t.type(JSON.parse(await press(page, "sendOfflineMessage", { message: " " })).error, "string");
    t.equal(await press(page, "isCallbackEnabled"), `called back with ${isOk}`);
    t.equal(await press(page, "startCall", { phone: "12" }), fails("Invalid phone number"));
    t.equal(await press(page, "startCall", { phone: contact.phone }), isOk);
    await hasCalled(page, "svc_onCallStart()");
    t.equal((await called(page)).filter((entry) => entry === "svc_onCallStart()").length, 1);
    // The page learns this from a later frame than the one that starts the call.
    await until(
      page,
      "new Promise((resolve) => svc_api.isCallbackEnabled(({ result }) => resolve(result === 'fail')))",
    );
    t.equal(await press(page, "isCallbackEnabled"), `called back with ${fails("Callback unavaiable")}`);
  });

  await t.test("[WJ-05] the page's address changes as in a single-page app, and with a new load", async (t) => {
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const isSame = () => page.evaluate(() => "isSamePage" in window);
    const sale = `${address}?page=sale&utm_source=newsletter&utm_campaign=spring`;
    await page.getByRole("link", { name: "Sale" }).click();
    await page.waitForURL(({ href }) => href === sale);
    t.equal(await page.title(), "Sale · Demo");
    t.equal(await page.locator("#address").innerText(), sale);
    t.equal(await page.locator("#links [aria-current]").innerText(), "Sale, with campaign");
    await page.getByRole("link", { name: "Basket" }).click();
    await page.goBack();
    await until(page, "document.title === 'Sale · Demo'");
    t.ok(await isSame());
    await page.getByRole("link", { name: "Load anew" }).click();
    // The page that the visitor left has called the callback too.
    await page.waitForURL(({ href }) => href === address);
    await hasCalled(page, "svc_onLoadCallback");
    t.notOk(await isSame());
  });

  await t.test("[WJ-02] the script line can be copied", async (t) => {
    const line = `<script src="${service.url}/widget/MOBILEAPP1" async></script>`;
    t.equal(await page.locator("#line").inputValue(), line);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copied.").waitFor();
    t.equal(await page.evaluate(() => navigator.clipboard.readText()), line);
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Selected:").waitFor();
    t.equal(await page.evaluate(() => getSelection()?.toString()), line);
  });

  await t.test("everybody can use the page: with only the keyboard, large and small, light and dark", async (t) => {
    await page.locator(fields("chatMode")).getByRole("button").focus();
    await page.keyboard.press("Enter");
    await page.locator(`${fields("chatMode")} output:not(:empty)`).waitFor();
    await page.keyboard.press("Tab");
    t.equal(await page.evaluate(() => document.activeElement?.textContent), "Call getContactInfo");
    t.same(await findBarriers(page), []);
    await page.setViewportSize({ width: 390, height: 800 });
    const beyond = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    t.equal(await page.evaluate(beyond), 0, "nothing exceeds the edge");
    await keepPicture(page, "widget-demo-phone-light", { fullPage: true });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: "dark" });
    await press(page, "open");
    await page.locator("svc-widget [role=dialog]").waitFor();
    await keepPicture(page, "widget-demo-open-dark");
    t.same(await findBarriers(page, "colours"), []);
    t.same(complaints, []);
  });
});
