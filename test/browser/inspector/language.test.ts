import t from "tap";
import { openBrowser } from "../browser.ts";
import { lit, openInspectorPage, playDelivery, startTimely } from "./inspector-page.ts";

const browser = await openBrowser(t);

t.test("the page and the explaining sentence are translated; states, events and charts stay English", async (t) => {
  const service = await startTimely(t);
  const id = await playDelivery(service, 1);
  const { page, complaints } = await openInspectorPage(browser, service, `#/actor/delivery/${id}`, { locale: "de-DE" });
  await lit(page, "backing_off").waitFor();
  await page.getByRole("heading", { name: "Wirkungen" }).waitFor();
  await page.locator(".live-state").getByText("Live").waitFor();
  t.match(await page.locator(".why p").innerText(), /^Wartet auf Versuch 2 von 3.*„Mailbox is full“.*Kim.*Chat 1\.$/);

  await page.getByRole("combobox", { name: "Sprache" }).selectOption("ar");
  await page.getByRole("heading", { name: "الآثار" }).waitFor();
  await lit(page, "backing_off").waitFor();
  t.equal(await page.locator("html").getAttribute("dir"), "rtl");
  const directionOf = (place: string): Promise<readonly string[]> =>
    page
      .locator(place)
      .first()
      .evaluate((element) => [
        getComputedStyle(element).direction,
        element.closest("[lang]")?.getAttribute("lang") ?? "",
      ]);
  for (const place of [".now-state .state-word", ".event-name", ".chart", ".actor-name h1"])
    t.same(await directionOf(place), ["ltr", "en"], place);
  t.same(await directionOf(".track"), ["ltr", "ar"], "earlier steps are on the left, as on the chart");
  t.equal(await page.locator(".now-state .state-word").textContent(), "backing off");
  t.same(await directionOf(".why p"), ["rtl", "ar"]);
  t.match(await page.locator(".why p").innerText(), /[\u0600-\u06ff].*Mailbox is full/);
  t.same(complaints, []);
});
