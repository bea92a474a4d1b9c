import type { Page } from "playwright-core";
import t from "tap";
import type { Service } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage } from "../desk-page.ts";
import { goTo, rowOf } from "./inbox-page.ts";

const browser = await openBrowser(t);

async function sayAs(service: Service, from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number += 1) {
    await service.say({ id: `${number}`, name: `Client ${number}` }, "Hello");
    await service.pass(1_000);
  }
}
/** The names of the rows and where they are, from the top. */
const places = async (page: Page): Promise<Readonly<Record<string, number>>> => {
  const found = await page
    .locator(".chat-item")
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector(".row-name")?.textContent ?? "", row.getBoundingClientRect().top] as const),
    );
  return Object.fromEntries(found.sort((left, right) => left[1] - right[1]));
};

t.test("[CH-09] new chats are shown at once, and no row moves under the pointer", async (t) => {
  const service = await startService(t);
  await service.enter("lee");
  await sayAs(service, 1, 5);
  const { page } = await openDeskPage(browser, service, "kim", "#/inbox/waiting");
  await rowOf(page, "Client 5").waitFor();
  t.same(
    Object.keys(await places(page)),
    [1, 2, 3, 4, 5].map((number) => `Client ${number}`),
    "the chat that waits longest is first",
  );
  await rowOf(page, "Client 3").hover();
  await sayAs(service, 6, 40);
  await page.getByRole("link", { name: /^Waiting 40$/ }).waitFor();
  await rowOf(page, "Client 6").waitFor();
  const below = page.getByRole("button", { name: /^\d+ new chats further down$/ });
  await below.waitFor();
  await below.click();
  const chats = page.locator(".chat-list");
  t.ok((await chats.evaluate((list) => list.scrollTop)) > 0, "the button scrolls to the new chats");
  await chats.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
  await rowOf(page, "Client 40").waitFor();
  await below.waitFor({ state: "detached" });
  t.pass("visible chats are not counted as new");

  // The outermost of those that are drawn, which comes last.
  await rowOf(page, "Client 28").waitFor();
  const held = await places(page);
  const token = await service.logIn("lee");
  await service.call("POST", "/api/chats/40/accept", { token });
  await page.getByRole("link", { name: /^Waiting 39$/ }).waitFor();
  t.match(await rowOf(page, "Client 40").innerText(), /Lee/, "an accepted chat names its agent");
  t.same(await places(page), held, "the row stays as long as the list is scrolled");
  await page.locator("body").hover({ position: { x: 900, y: 20 } });
  await chats.evaluate((list) => list.scrollTo({ top: 0 }));
  // If two scrolls happen before one frame, the page receives only the second one.
  await rowOf(page, "Client 2").waitFor();
  await chats.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
  await rowOf(page, "Client 39").waitFor();
  await rowOf(page, "Client 40").waitFor({ state: "detached" });
});

t.test(
  "if the newest are on top, new chats wait while the pointer is over the list or the list is scrolled",
  async (t) => {
    const service = await startService(t);
    await service.enter("lee");
    await sayAs(service, 1, 60);
    const { page } = await openDeskPage(browser, service, "kim", "#/inbox/waiting");
    await rowOf(page, "Client 1").waitFor();
    await page.locator("body").press("O");
    await rowOf(page, "Client 60").waitFor();
    await rowOf(page, "Client 58").hover();
    // The outermost of those that are drawn, which comes last.
    await rowOf(page, "Client 48").waitFor();
    const pointed = await places(page);
    await sayAs(service, 61, 63);
    await page.getByRole("button", { name: "3 new chats" }).waitFor();
    t.same(await places(page), pointed, "nothing moved");
    await page.getByRole("button", { name: "3 new chats" }).click();
    await rowOf(page, "Client 63").waitFor();
    t.same(Object.keys(await places(page)).slice(0, 4), ["Client 63", "Client 62", "Client 61", "Client 60"]);
    t.equal(await page.getByRole("button", { name: /new chat/ }).count(), 0);
    await page.locator(".chat-list").evaluate((list) => list.scrollTo({ top: 1_650 }));
    // The outermost of those that are drawn, which come last.
    await rowOf(page, "Client 47").waitFor();
    await rowOf(page, "Client 31").waitFor();
    const before = await places(page);
    await sayAs(service, 64, 64);
    await page.getByRole("button", { name: "1 new chat", exact: true }).waitFor();
    t.same(await places(page), before);
    await page.getByRole("button", { name: "1 new chat", exact: true }).click();
    await rowOf(page, "Client 64").waitFor();
    t.equal(await page.locator(".chat-list").evaluate((list) => list.scrollTop), 0);
  },
);

t.test("the open chat keeps its place while its client and others write", async (t) => {
  const service = await startService(t);
  await sayAs(service, 1, 3);
  const { page } = await openDeskPage(browser, service, "kim", "#/inbox/all");
  await rowOf(page, "Client 3").waitFor();
  await goTo(page, "#/inbox/all/1");
  await page.locator(".chat-item.open").waitFor();
  await service.say({ id: "1", name: "Client 1" }, "Once more");
  await rowOf(page, "Client 1").getByText("Once more").waitFor();
  // The order changes with the next drawing.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  t.same(Object.keys(await places(page)), ["Client 3", "Client 2", "Client 1"]);
  await goTo(page, "#/inbox/all/2");
  await page.locator(".chat-item.open").filter({ hasText: "Client 2" }).waitFor();
  t.same(Object.keys(await places(page)), ["Client 1", "Client 3", "Client 2"]);
});
