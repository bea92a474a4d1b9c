import t from "tap";
import { startService } from "../../harness/service.ts";
import { openBrowser } from "../browser.ts";
import { openSite, visit } from "./site.ts";
import { bubble, composer, dialog, hostile, label, looking, said, shoot } from "./ui-page.ts";

const browser = await openBrowser(t);

t.test("the look of the channel: colour, side, language from right to left, words of its own", async (t) => {
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
  t.same(colors, ["rgb(255, 209, 102)", "rgb(0, 0, 0)"], "dark words on a light colour");
  await label(page).click();
  t.equal(await dialog(page).evaluate((one) => getComputedStyle(one).direction), "rtl");
  t.same(await said(page), [greeting]);
  await composer(page).fill("12 Long Lane");
  await composer(page).press("Enter");
  await page.getByTitle("أُرسلت").waitFor();
  await shoot(t, page, "arabic");
  await page.emulateMedia({ forcedColors: "active" });
  t.equal(await bubble(page, "12 Long").evaluate((one) => getComputedStyle(one).borderTopWidth), "1px", "has an edge");
  t.same(complaints, []);
});

t.test("[WJ-25] an invitation is a bubble of the company, and its text is text", async (t) => {
  const service = await startService(t, looking({}));
  await service.enter("kim");
  const site = await openSite(t, service);
  const { page } = await visit(browser, site);
  await page.evaluate((words) => Object(window).svc_api.showProactiveInvitation(words), hostile);
  await bubble(page, hostile).waitFor();
  t.same((await said(page)).slice(1), [hostile]);
  await composer(page).fill("Yes");
  await composer(page).press("Enter");
  await bubble(page, "Yes").waitFor();
  t.equal(await page.title(), "Shop");
});

t.test("the visitor's languages come before the page's; what is not spoken is English", async (t) => {
  const service = await startService(t, looking({}));
  await service.enter("kim");
  const site = await openSite(t, service);
  for (const [locale, words] of Object.entries({ "de-CH": "Chat öffnen", "pt-BR": "Abrir o chat", ja: "Open chat" })) {
    const { page, context } = await visit(browser, site, { locale });
    await page.getByRole("button", { name: words }).waitFor();
    t.pass(`${locale}: ${words}`);
    await context.close();
  }
});
