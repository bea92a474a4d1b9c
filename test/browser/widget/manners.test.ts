import t from "tap";
import { startService } from "../../harness/service.ts";
import { step } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import { keepCallbacks, openSite, visit } from "./site.ts";
import { bubble, composer, dialog, focused, hiding, label, looking, said, shoot, shootAt, until } from "./ui-page.ts";

const browser = await openBrowser(t);
const text = (words: string) => ({ type: "text", text: words });
t.test("the focus moves into the window and back; text that is typed on the page stays there", async (t) => {
  const service = await startService(t, looking({}));
  await service.enter("kim");
  const body = `<input aria-label="Search"><button id="help" type="button">Help</button><p>${"Text. ".repeat(5_000)}</p>`;
  const script = `${keepCallbacks} addEventListener("click", ({ target }) => target.id === "help" && svc_api.open());`;
  const site = await openSite(t, service, { body, script });
  const { page } = await visit(browser, site);
  await page.locator("#help").focus();
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  t.equal(await focused(page), "Write a message");
  await page.keyboard.press("Escape");
  t.equal(await focused(page), "help", "the focus returns to the page's button");
  await label(page).click();
  await page.getByRole("button", { name: "Minimise chat" }).click();
  t.equal(await focused(page), "Open chat");

  await page.getByLabel("Search").focus();
  await page.keyboard.type("bi");
  await page.evaluate("svc_api.open()");
  await dialog(page).waitFor();
  await page.keyboard.type("ke");
  t.equal(await page.getByLabel("Search").inputValue(), "bike", "text that is typed on the page stays there");
  await composer(page).click();
  await page.evaluate("addEventListener('keydown', ({ key }) => heard.push(['key', key]))");
  await page.keyboard.type("/");
  t.same(
    await page.evaluate("heard.filter(([name]) => name === 'key')"),
    [],
    "the page's shortcuts do not receive the keys",
  );

  const before = await page.evaluate("[scrollY, document.documentElement.clientWidth]");
  for (const target of [dialog(page).locator("header"), dialog(page).getByRole("log"), composer(page)]) {
    await target.hover();
    await page.mouse.wheel(0, 400);
  }
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  t.same(await page.evaluate("[scrollY, document.documentElement.clientWidth]"), before, "the page does not scroll");

  await page.setViewportSize({ width: 390, height: 844 });
  t.same(await dialog(page).boundingBox(), { x: 0, y: 0, width: 390, height: 844 });
  await composer(page).focus();
  const stops: string[] = [];
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press("Tab");
    stops.push(await focused(page));
  }
  t.ok(stops.includes("Minimise chat"), "the focus moves in a circle");
  t.notOk(
    stops.some((stop) => stop === "help" || stop === "Search" || stop === ""),
    `the focus stays in the window: ${stops}`,
  );
});

t.test("[WJ-37, WJ-40] the page is notified of a new size, after the state and not at load", async (t) => {
  const service = await startService(t, looking({}));
  await service.enter("kim");
  const site = await openSite(t, service, { script: keepCallbacks });
  const { page } = await visit(browser, site);
  const sizes = "heard.filter(([name]) => name === 'svc_onResizeCallback').length";
  await label(page).click();
  await until(page, `${sizes} === 1`);
  await page.keyboard.press("Escape");
  await until(page, `${sizes} === 2`);
  t.same(await page.evaluate("heard.map(([name]) => name)"), [
    ...["svc_onLoadCallback", "svc_onOpen", "svc_onChangeState", "svc_onResizeCallback"],
    ...["svc_onClose", "svc_onChangeState", "svc_onResizeCallback"],
  ]);
  await label(page).click();
  await until(page, `${sizes} === 3`);
  await page.setViewportSize({ width: 800, height: 400 });
  await until(page, `${sizes} === 4`);
  t.equal((await dialog(page).boundingBox())?.height, 360, "the size is never larger than the viewport");
});

t.test(
  "messages in a hidden tab cause a badge, a title and a sound; then the first unseen line is shown",
  async (t) => {
    const service = await startService(t, looking({}));
    await service.enter("kim");
    const site = await openSite(t, service, { script: hiding });
    const { page } = await visit(browser, site);
    await label(page).click();
    await composer(page).fill("Hello");
    await composer(page).press("Enter");
    await page.getByTitle("Sent", { exact: true }).waitFor();
    await step(service, "accept");
    await step(service, "messages", text("Seen"));
    await bubble(page, "Seen").waitFor();
    t.equal(await page.evaluate("tones"), 0, "a visible message causes no sound");
    await page.keyboard.press("Escape");
    await step(service, "messages", text(`First\n${"line\n".repeat(40)}`));
    await page.getByRole("button", { name: "Open chat 1 new message" }).waitFor();
    await until(page, "tones === 2");
    t.equal(await page.title(), "Shop");
    await page.evaluate("hide(true)");
    await until(page, "document.title === '(1) Shop'");
    await page.evaluate("document.title = 'Cart'");
    await step(service, "messages", text("Second"));
    await until(page, "document.title === '(2) Cart'");
    await shootAt(page, "unread");
    await page.evaluate("hide(false)");
    t.equal(await page.title(), "Cart");
    await page.emulateMedia({ media: "print" });
    t.notOk(await label(page).isVisible(), "the widget is not printed");
    await page.emulateMedia({ media: "screen" });

    await label(page).click();
    // A hidden window has no position, so the test waits until it is shown.
    await dialog(page).waitFor();
    const first = await bubble(page, "First").boundingBox();
    const header = await dialog(page).locator("header").boundingBox();
    const gap = (first?.y ?? 0) - (header?.y ?? 0) - (header?.height ?? 0);
    t.ok(gap >= 0 && gap < 100, `the first new line is at the top: ${gap}`);
    const fresh = page.getByRole("button", { name: "2 new messages" });
    const [log, below] = await Promise.all(
      [page.locator("svc-widget .scroll"), fresh].map((part) => part.boundingBox()),
    );
    t.ok((log?.y ?? 0) + (log?.height ?? 0) <= (below?.y ?? 0), "the button covers no message");
    await fresh.click();
    await page.getByRole("button", { name: "2 new messages" }).waitFor({ state: "detached" });
    t.ok(await bubble(page, "Second").isVisible());
    await page.getByRole("button", { name: "Sound" }).click();
    await page.locator("svc-widget [aria-pressed=false]", { has: page.locator(".i-mute") }).waitFor();
    await page.reload();
    await label(page).click();
    await page.getByRole("button", { name: "Minimise chat" }).click();
    await step(service, "messages", text("Third"));
    await page.getByRole("button", { name: "Open chat 1 new message" }).waitFor();
    t.equal(await page.evaluate("tones"), 0, "the sound stays off after a reload");
  },
);

t.test("the widget has the channel's colour, side, direction of text and own texts", async (t) => {
  const greeting = "<b>مرحبا</b>";
  const service = await startService(t, looking({ color: "#ffd166", position: "left", language: "ar", greeting }));
  await service.enter("kim");
  const site = await openSite(t, service);
  const { page, complaints } = await visit(browser, site);
  await page.getByRole("button", { name: "فتح المحادثة" }).waitFor();
  t.equal((await label(page).boundingBox())?.x, 20);
  const colors = await label(page).evaluate((one) => [
    getComputedStyle(one).backgroundColor,
    getComputedStyle(one).color,
  ]);
  t.same(colors, ["rgb(255, 209, 102)", "rgb(0, 0, 0)"], "a light colour has dark text");
  await label(page).click();
  t.equal(await dialog(page).evaluate((one) => getComputedStyle(one).direction), "rtl");
  t.same(await said(page), [greeting]);
  await composer(page).fill("12 Long Lane");
  await composer(page).press("Enter");
  await page.getByTitle("أُرسلت").waitFor();
  await shoot(t, page, "arabic");
  await page.emulateMedia({ forcedColors: "active" });
  t.equal(
    await bubble(page, "12 Long").evaluate((one) => getComputedStyle(one).borderTopWidth),
    "1px",
    "with forced colours a bubble has an edge",
  );
  t.same(complaints, []);
});

t.test("the visitor's languages take precedence over the page's", async (t) => {
  const service = await startService(t, looking({}));
  const site = await openSite(t, service);
  const { page } = await visit(browser, site, { locale: "de-CH" });
  await page.getByRole("button", { name: "Chat öffnen" }).waitFor();
  t.equal(await page.locator("html").getAttribute("lang"), "en");
});
