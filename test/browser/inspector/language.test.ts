import t from "tap";
import { openBrowser } from "../browser.ts";
import { lit, openInspectorPage, playDelivery, startTimely } from "./inspector-page.ts";

const browser = await openBrowser(t);

t.test("the page is translated; states, events, charts and the service's sentences stay English", async (t) => {
  const service = await startTimely(t);
  const id = await playDelivery(service, 1);
  const { page, complaints } = await openInspectorPage(browser, service, `#/actor/delivery/${id}`, { locale: "de-DE" });
  await lit(page, "backing_off").waitFor();
  await page.getByRole("heading", { name: "Wirkungen" }).waitFor();
  await page.locator(".live-state").getByText("Live").waitFor();

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
  for (const place of [".now-state .state-word", ".event-name", ".chart", ".why p", ".actor-name h1"])
    t.same(await directionOf(place), ["ltr", "en"], place);
  t.same(await directionOf(".track"), ["ltr", "ar"], "earlier steps are on the left, as on the chart");
  t.equal(await page.locator(".now-state .state-word").textContent(), "backing off");
  t.match(await page.locator(".why p").textContent(), /[a-z]/);
  t.notMatch(await page.locator(".why p").textContent(), /[\u0600-\u06ff]/, "times in a sentence are English too");
  t.same(complaints, []);
});
