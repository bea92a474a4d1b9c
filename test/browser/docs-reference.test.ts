import t from "tap";
import { startService } from "../harness/service.ts";
import { password } from "../harness/service-config.ts";
import { openBrowser, openPage } from "./browser.ts";
import { lookAt, sizes, viewOf } from "./views.ts";

t.setTimeout(300_000);

t.test("the pages of the API and of events work", async (t) => {
  const service = await startService(t);
  const { url } = service;
  const browser = await openBrowser(t);
  const { page, context, complaints } = await openPage(browser, `${url}/docs/api`, { viewport: sizes.wide });
  const entry = (id: string) => page.locator(`section:has(#${id})`);
  /** The browser also reports each request that was refused, which here is meant. */
  const others = () => complaints.filter((one) => !/status of 40[14]/.test(one));
  const answer = (id: string) => entry(id).getByRole("status");

  await t.test("an address of an operation leads to its line, and the line to the operation", async (t) => {
    await page.goto(`${url}/docs/api#/Session/readSession`);
    const line = page.locator(":target");
    t.match(await line.innerText(), /^GET \/api\/session\s/);
    await line.getByRole("link").click();
    await page.waitForURL("**/docs/api/session#readSession");
    t.equal(await page.locator("[aria-current=page]").innerText(), "Session");
    t.same(others(), []);
  });

  await t.test("a reader sends a request with a key, then with the session of the desk", async (t) => {
    await entry("readSession").getByText("Try it").click();
    await entry("readSession").getByRole("button", { name: "Send GET" }).click();
    await answer("readSession").getByText("401 Unauthorized").waitFor();
    t.match(await entry("readSession").getByLabel("Answer").innerText(), '"code": "unauthorized"');

    const key = entry("readSession").getByLabel("API key (without one: your session at the desk)");
    await key.fill(await service.logIn("kim"));
    await entry("readSession").getByRole("button", { name: "Send GET" }).click();
    await answer("readSession")
      .getByText(/^200 OK/)
      .waitFor();
    t.match(await entry("readSession").getByLabel("Answer").innerText(), '"email": "kim@example.com"');
    t.equal((await context.cookies()).length, 0, "a key opens no session");

    await page.goto(`${url}/docs/api/session#logIn`);
    await entry("logIn").getByText("Try it").click();
    await key.fill("kéy→");
    await entry("readSession").getByRole("button", { name: "Send GET" }).click();
    await answer("readSession").getByText("API key (without one: your session at the desk): a header cannot").waitFor();
    await key.fill("");
    await entry("logIn").getByLabel("Body").fill('{"email": ada}');
    await entry("logIn").getByRole("button", { name: "Send POST" }).click();
    await answer("logIn")
      .getByText(/^Body is not JSON: /)
      .waitFor();
    await entry("logIn")
      .getByLabel("Body")
      .fill(JSON.stringify({ email: "ada@example.com", password }));
    await entry("logIn").getByRole("button", { name: "Send POST" }).click();
    await answer("logIn")
      .getByText(/^200 OK/)
      .waitFor();
    await page.goto(`${url}/docs/api/chats`);
    await entry("readChat").getByText("Try it").click();
    await entry("readChat").getByLabel("id", { exact: true }).fill("17");
    await entry("readChat").getByRole("button").last().click();
    await answer("readChat")
      .getByText(/^404 Not Found/)
      .waitFor();
  });

  await t.test("the samples name this service, and the language that was chosen counts on every page", async (t) => {
    await page.goto(`${url}/docs/api/session`);
    t.match(await entry("readSession").locator("pre").first().innerText(), `curl ${url}/api/session`);
    await entry("readSession").getByRole("radio", { name: "Python" }).check();
    t.match(await entry("logIn").locator("pre:visible").first().innerText(), "urllib.request.urlopen");
    await page.goto(`${url}/docs/bots`);
    const code = page.locator(".code", { has: page.getByRole("radio", { name: "Go" }) }).first();
    t.match(await code.locator("pre:visible").allInnerTexts(), [/^"""A bot/]);
    await code.getByRole("radio", { name: "Python" }).focus();
    await page.keyboard.press("ArrowRight");
    t.match(await code.locator("pre:visible").allInnerTexts(), [/^<\?php/]);
    t.same(others(), []);
  });

  await t.test("a page of operations and the page of events are easy to read in every size", async (t) => {
    await page.goto(`${url}/docs/api/session`);
    await entry("logIn").getByText("Try it").click();
    await lookAt(t, page, "docs-api", [viewOf("wide", "light", "all"), viewOf("phone", "dark", "all")]);
    await page.goto(`${url}/docs/events`);
    await page.getByRole("link", { name: "chat_finished", exact: true }).click();
    t.ok(await page.locator("#event-chat_finished").isVisible());
    // All events have the same parts. The search through all of them would take many seconds.
    await page.locator("section:has(#event-chat_accepted)").evaluate((second) => {
      while (second.nextElementSibling) second.nextElementSibling.remove();
    });
    t.equal(await page.locator("h3[id^=event-]").count(), 2);
    await lookAt(t, page, "docs-events", [viewOf("phone", "light", "all")]);
    t.same(others(), []);
  });
});
