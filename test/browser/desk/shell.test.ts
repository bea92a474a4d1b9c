import t from "tap";
import { password, startService } from "../../harness/service.ts";
import { openBrowser, openPage } from "../browser.ts";
import { openDeskPage, shoot } from "./desk-page.ts";

t.test("[AUTH-15] without a login the desk shows nothing but the form for it", async (t) => {
  const service = await startService(t);
  const browser = await openBrowser(t);
  const { page, complaints } = await openPage(browser, `${service.url}/desk/`, {});
  await page.getByRole("button", { name: "Log in" }).waitFor();
  t.equal(await page.locator(".workplace").count(), 0);
  await page.getByLabel("E-mail").fill("kim@example.com");
  await page.getByLabel("Password").fill("not it");
  await page.keyboard.press("Enter");
  t.equal(await page.getByRole("alert").innerText(), "The e-mail or the password is wrong.");
  await shoot(t, page, "login");
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.locator(".workplace").waitFor();
  t.equal(await page.evaluate(() => document.cookie), "", "scripts cannot read the session");
  t.same(
    complaints.filter((text) => !text.includes("401")),
    [],
  );
});

t.test("[CH-12, CH-13] the switch beside one's name says whether clients are promised this agent", async (t) => {
  const service = await startService(t);
  const browser = await openBrowser(t);
  const { page, complaints } = await openDeskPage(browser, service, "kim");
  const own = page.getByRole("button", { name: /^Kim:\s*Here\s*\. Open the menu$/ });
  await own.waitFor();
  t.equal(await service.status(), "1");
  await own.click();
  await page.getByRole("switch", { name: /Take new chats/ }).click();
  await page.getByRole("button", { name: /^Kim:\s*Away\s*\. Open the menu$/ }).waitFor();
  await service.settle();
  t.equal(await service.status(), "0");
  await shoot(t, page, "own-menu");
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("v");
  await own.waitFor();
  await own.click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log in" }).waitFor();
  t.equal(await service.status(), "0", "the channel is offline with the answer to logging out");
  t.same(
    complaints.filter((text) => !text.includes("401")),
    [],
  );
});

t.test("everything that can be done is found by its name, and every key is on a map", async (t) => {
  const service = await startService(t);
  const browser = await openBrowser(t);
  const { page } = await openDeskPage(browser, service, "kim");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("arch");
  await page.getByRole("option", { name: /Go to archive/ }).waitFor();
  await shoot(t, page, "palette");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/archive$/);
  t.equal(await page.getByRole("dialog").count(), 0);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await shoot(t, page, "keys");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.waitForURL(/#\/inbox/);
});

t.test("the desk can be installed as an application", async (t) => {
  const service = await startService(t);
  const browser = await openBrowser(t);
  const { page, context } = await openDeskPage(browser, service, "kim");
  const devtools = await context.newCDPSession(page);
  const { errors, data = "{}" } = await devtools.send("Page.getAppManifest");
  t.same(errors, []);
  const { name, display, start_url, icons } = JSON.parse(data);
  t.match({ name, display, start_url }, { name: "Parley desk", display: "standalone", start_url: "/desk/" });
  const icon = await fetch(new URL(icons[0].src, service.url));
  t.equal(icon.headers.get("content-type"), "image/svg+xml");
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  t.same(
    // A context without a profile, as in this test, is never offered it.
    installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"),
    [],
  );
});
