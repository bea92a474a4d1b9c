import t from "tap";
import { sessionCookieName } from "../../../../src/edge/routes/desk/session/session-cookie.ts";
import type { Service } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import type { WatchedPage } from "../../browser.ts";
import { openBrowser, openPage, untilFocused } from "../../browser.ts";
import { sizes } from "../../views.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { part } from "./settings-channels.ts";
import { startWithZoe, tryLogIn, zoe } from "./settings-people.ts";

const browser = await openBrowser(t);
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0";
const hostile = `<script>alert(1)</script>${"W".repeat(100)}`;

/** Opens a session of Zoe in another browser. */
const logInAs = async (service: Service, userAgent: string): Promise<string> => {
  const body = { email: zoe.email, password: zoe.password };
  return (await service.call("POST", "/api/session", { body, headers: { "user-agent": userAgent } })).body.token;
};

/** Zoe's own page, logged in with the cookie from the service. */
async function openOwnPage(service: Service): Promise<WatchedPage> {
  const cookie = { name: sessionCookieName, value: await logInAs(service, firefox), path: "/", expires: -1 };
  const { hostname } = new URL(service.url);
  const kept = { ...cookie, domain: hostname, httpOnly: true, secure: false, sameSite: "Strict" as const };
  return openPage(browser, `${service.url}/desk/#/settings/me`, {
    viewport: sizes.wide,
    storageState: { cookies: [kept], origins: [] },
  });
}

t.test(
  "[CH-13, AUTH-14, AUTH-15] an agent sees the own sessions: the current one is marked, and the others can be ended",
  async (t) => {
    const service = await startWithZoe(t);
    const strange = await logInAs(service, hostile);
    await service.logIn("lee");
    const { page, complaints } = await openOwnPage(service);
    const sessions = page.getByRole("list", { name: "Sessions" });
    await sessions.getByText(hostile).waitFor();
    const rows = sessions.getByRole("listitem");
    t.equal(await rows.count(), 2, "only the agent's own sessions are shown");
    t.match(await rows.first().textContent(), /Firefox 131, Windows.*This session.*127\.0\.0\.1/);
    t.equal(await rows.first().getByRole("button").count(), 0);
    await shoot(t, page, "people-me");
    await rows
      .last()
      .getByRole("button", { name: /^End the session/ })
      .click();
    await sessions.getByText(hostile).waitFor({ state: "detached" });
    t.equal((await service.call("GET", "/api/session", { token: strange })).status, 401);
    t.notOk((await page.content()).includes(strange));
    t.same(complaints, []);
  },
);

t.test(
  "[AUTH-14, AUTH-15] an agent changes the own password: errors are beside the fields, and the other sessions end",
  async (t) => {
    const service = await startWithZoe(t);
    const other = await logInAs(service, firefox);
    const { page } = await openOwnPage(service);
    const button = page.getByRole("button", { name: "Change password" });
    const hint = page.locator('input[autocomplete="username"]');
    const sizeOf = (element: HTMLElement | SVGElement) => (element as HTMLElement).offsetWidth;
    t.equal(await hint.evaluate(sizeOf), 1, "a long technical text does not make the page wider");
    const current = page.getByLabel("Current password");
    await current.fill("a guess");
    await button.click();
    await page.getByText("Enter a new password.").waitFor();
    await page.getByLabel("New password").fill("short");
    await page.getByText("Use 10 to 1,024 characters, and no password that many people have.").waitFor();
    await page.getByLabel("New password").fill("second one");
    await button.click();
    await page.getByText("This is not the password you log in with now. Enter that one.").waitFor();
    await untilFocused(current);
    await shoot(t, page, "people-me-wrong");
    await current.fill(zoe.password);
    await page.keyboard.press("Enter");
    await page.getByText("Your password was changed. Your other sessions have ended.").waitFor();
    t.equal(await current.inputValue(), "");
    t.equal((await service.call("GET", "/api/session", { token: other })).status, 401);
    t.equal(await tryLogIn(service, zoe.email, "second one"), 200);
    await page.getByRole("link", { name: "Your account" }).waitFor();
  },
);

t.test("[AUTH-15] after a logout everywhere, the page starts again", async (t) => {
  const service = await startWithZoe(t);
  const other = await logInAs(service, firefox);
  const { page } = await openOwnPage(service);
  await page.getByRole("button", { name: "Log out everywhere…" }).click();
  await shoot(t, page, "people-me-log-out");
  const loaded = page.waitForEvent("load");
  await page.getByRole("dialog").getByRole("button", { name: "Log out everywhere" }).click();
  await loaded;
  await page.getByLabel("Password").waitFor();
  t.equal(await page.locator(".workplace").count(), 0, "the page shows nothing of the agent's desk");
  t.equal((await service.call("GET", "/api/session", { token: other })).status, 401);
});

t.test(
  "on a phone the menu of the settings stays visible, marks the current page, and leads to every other page",
  async (t) => {
    const service = await startService(t);
    const { page } = await openDeskPage(browser, service, "ada", "#/settings/me", { viewport: sizes.phone });
    const links = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    const own = links.filter({ hasText: "Your account" });
    const isInSight = (): Promise<boolean> =>
      own.evaluate((link) => {
        const { left, right, top } = link.getBoundingClientRect();
        return left >= 0 && right <= innerWidth && top >= 0;
      });
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    t.equal(await own.getAttribute("aria-current"), "page");
    t.ok(await isInSight(), "the last link is visible");
    await page.locator(".section.settings").evaluate((section) => section.scrollTo(0, section.scrollHeight));
    t.ok(await isInSight(), "the menu is also visible at the end of a long page");
    for (const [name, heading] of [
      ["Agents", "Agents"],
      ["Canned replies", "Canned replies"],
      ["Channels", "Manage channels"],
    ] as const) {
      await links.filter({ hasText: name }).click();
      await page.getByRole("heading", { name: heading, exact: true }).first().waitFor();
    }
  },
);

t.test(
  "[AUTH-15] an agent who is not an administrator sees its own settings and no link to other settings",
  async (t) => {
    const service = await startService(t);
    const { page, complaints } = await openDeskPage(browser, service, "kim");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { name: "Canned replies" }).waitFor();
    const links = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    t.same(await links.allTextContents(), ["Canned replies", "Your account"]);
    for (const place of ["agents", "agents/4", "departments", "providers"]) {
      await page.goto(`${service.url}/desk/#/settings/${place}`);
      await page.getByRole("heading", { name: "For administrators" }).waitFor();
    }
    await page.goto(`${service.url}/desk/#/settings/me`);
    await page.getByRole("checkbox", { name: "Sound for new chats and messages" }).uncheck();
    t.match(await part(page, "You").textContent(), /Kim.*kim@example\.com.*Agent.*MOBILEAPP1/);
    t.same(
      asked.filter((path) =>
        /^\/api\/(agents|departments|providers|channels)|(agents|departments|providers)-/.test(path),
      ),
      [],
    );
    await page.goto(`${service.url}/desk/#/inbox`);
    await page.getByRole("button", { name: "Sound and notifications: sound is off" }).waitFor();
    t.same(complaints, []);
  },
);
