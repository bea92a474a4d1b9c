import t from "tap";
import { startService } from "../../harness/service.ts";
import { openBrowser, openPage } from "../browser.ts";
import { openDeskPage } from "./desk-page.ts";

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
