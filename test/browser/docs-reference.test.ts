import type { Page } from "playwright-core";
import t from "tap";
import { readDescription } from "../admin/described.ts";
import { startService } from "../harness/service.ts";
import { password } from "../harness/service-config.ts";
import { findBarriers } from "./barriers.ts";
import { openBrowser, openPage } from "./browser.ts";
import { keepPicture } from "./pictures.ts";

/** Known barriers in the library's own markup: a second main element, which has another role here, and a heading one level too deep. */
const ofTheLibrary = /^(aria-allowed-role: <main id="operations"|heading-order: <h4>)/;
const barriers = async (page: Page): Promise<readonly string[]> =>
  (await findBarriers(page)).filter((barrier) => !ofTheLibrary.test(barrier));

/** Tall enough that no part of the page scrolls separately. */
const wide = { width: 1280, height: 1600 };

t.setTimeout(300_000);

t.test("the API reference and the page of events work", async (t) => {
  const service = await startService(t);
  const { url } = service;
  const description = await readDescription(service);
  const browser = await openBrowser(t);
  const enter = (page: Page, email: string) =>
    page.evaluate(
      async ([email, password]) => {
        const headers = { "content-type": "application/json" };
        await fetch("/api/session", { method: "POST", headers, body: JSON.stringify({ email, password }) });
      },
      [email, password],
    );
  const open = async (page: Page) => {
    await page.goto(`${url}/docs/api`);
    await page.locator("#reference:not([aria-busy]) .opblock").first().waitFor();
  };
  const operation = (page: Page) => page.locator("#operations-Session-readSession");
  const unfold = (page: Page) => operation(page).locator(".opblock-summary-control").click();

  /** The description with one path and the schemas that the path uses, because the library needs seconds to draw all of them. */
  const paths = { "/api/session": description.paths["/api/session"] };
  const { schemas } = description.components;
  const used = new Set<string>();
  const addUsed = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part ?? null).matchAll(/#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      addUsed(schemas[name]);
    }
  };
  addUsed([paths, { ...description.components, schemas: {} }]);
  const short = {
    ...description,
    webhooks: {},
    paths,
    components: {
      ...description.components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
    },
  };
  const { page, context, complaints } = await openPage(browser, `${url}/docs/`, { viewport: wide });
  await context.route("**/openapi.json", (route) => route.fulfill({ json: short }));

  await t.test("a visitor and an agent read an operation, and see no form", async (t) => {
    for (const email of [null, "kim@example.com"]) {
      if (email !== null) await enter(page, email);
      await open(page);
      await unfold(page);
      await operation(page).locator(".responses-table").waitFor();
      t.equal(await page.locator(".try-out, .authorize, .authorization__btn").count(), 0, `${email}`);
      t.ok(await page.getByText("Only a logged-in administrator can try requests").isVisible());
      t.equal(await page.getByRole("link", { name: "log in at the desk" }).getAttribute("href"), "/desk/");
    }
    t.strictSame(await findBarriers(page, "colours"), []);
    await keepPicture(page, "docs-api");
    t.strictSame(complaints, []);
  });

  await t.test("an administrator tries a request and reads the answer; the curl command has no secret", async (t) => {
    await enter(page, "ada@example.com");
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page);
    t.ok((await page.locator(".authorize").count()) > 0, "the form for tokens is shown");
    t.notOk(await page.getByText("Only a logged-in administrator can try requests").isVisible());
    await unfold(page);
    await operation(page).getByRole("button", { name: "Try it out" }).click();
    await operation(page).getByRole("button", { name: "Execute" }).click();
    const answer = operation(page).locator(".live-responses-table");
    await answer.waitFor();
    t.match(await answer.innerText(), /200[\s\S]*"email": "ada@example.com"/);
    const [cookie] = await context.cookies();
    t.ok(cookie?.value, "the session is in a cookie");
    const curl = await operation(page).locator(".curl").innerText();
    t.match(curl, `${url}/api/session`);
    t.notMatch(curl, /authorization|cookie/i);
    t.notOk((await page.content()).includes(String(cookie?.value)));
    t.strictSame(await barriers(page), []);
    await keepPicture(page, "docs-api-tried");
    t.strictSame(complaints, []);
  });

  await t.test("the page of events works wide and narrow", async (t) => {
    await page.goto(`${url}/docs/events`);
    await page.getByRole("link", { name: "chat_finished", exact: true }).click();
    t.ok(await page.locator("#event-chat_finished").isVisible());
    // The narrow page has all elements of the wide one, and regions that scroll.
    await page.setViewportSize({ width: 390, height: 800 });
    t.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    // All events have the same parts. The search through all of them would take many seconds.
    await page.evaluate(() => {
      const second = document.querySelector("#event-chat_accepted")?.closest(".heading");
      while (second?.nextElementSibling) second.nextElementSibling.remove();
    });
    t.equal(await page.locator("h3[id^=event-]").count(), 2);
    t.strictSame(await barriers(page), []);
    t.strictSame(complaints, []);
  });
});
