import t from "tap";
import { startService } from "../../harness/service.ts";
import { openBrowser, openPage } from "../browser.ts";

const browser = await openBrowser(t);

t.test("the login has the browser's language until another one is chosen, which is remembered", async (t) => {
  const service = await startService(t);
  const { page } = await openPage(browser, `${service.url}/desk/`, { locale: "de-DE" });
  await page.getByRole("button", { name: "Anmelden" }).waitFor();
  t.equal(await page.locator("html").getAttribute("lang"), "de");
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("ar");
  await page.getByRole("heading", { name: "تسجيل الدخول" }).waitFor();
  t.equal(await page.locator("html").getAttribute("dir"), "rtl");
  await page.reload();
  await page.getByRole("combobox", { name: "اللغة" }).waitFor();
  t.equal(await page.locator("html").getAttribute("lang"), "ar");
});
