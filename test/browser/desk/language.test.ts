import t from "tap";
import { startService } from "../../harness/service.ts";
import { openBrowser, openPage } from "../browser.ts";
import { openDeskPage, shoot } from "./desk-page.ts";

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

t.test("an agent chooses the language of the desk on the account's page; hints and pages follow it", async (t) => {
  const service = await startService(t);
  const { page, complaints } = await openDeskPage(browser, service, "ada", "#/settings/me");
  const main = page.getByRole("main");
  await main.getByRole("combobox", { name: "Language" }).selectOption("de");
  await page.getByRole("heading", { level: 1, name: "Ihr Konto" }).waitFor();
  t.equal(await main.getByRole("combobox", { name: "Sprache" }).inputValue(), "de");
  await main.getByLabel("Neues Passwort").fill("kurz");
  await main.getByRole("button", { name: "Passwort ändern" }).click();
  await main.getByText(/^Verwenden Sie 10 bis 1\.024 Zeichen/).waitFor();
  await page.getByRole("link", { name: "Mitarbeiter", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Mitarbeiter" }).waitFor();
  t.same(complaints, []);
});

t.test("an agent switches the language in the own menu, and the sections follow", async (t) => {
  const service = await startService(t);
  const { page } = await openDeskPage(browser, service, "ada", "#/archive", { locale: "de-AT" });
  await page.getByRole("heading", { name: "Archiv" }).waitFor();
  await page.getByRole("button", { name: "Menü öffnen" }).click();
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("ar");
  await page.getByRole("heading", { name: "الأرشيف" }).waitFor();
  await page.getByRole("link", { name: "عمليات التسليم" }).click();
  await page.getByRole("heading", { name: "عمليات التسليم" }).waitFor();
  await page.getByRole("button", { name: "فتح القائمة" }).click();
  await page.getByRole("switch", { name: "استقبال محادثات جديدة" }).waitFor();
  await shoot(t, page, "arabic");
});
