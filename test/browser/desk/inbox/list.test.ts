import type { Page } from "playwright-core";
import t from "tap";
import type { Service } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage } from "../desk-page.ts";
import { acceptAs, goTo, rowOf } from "./inbox-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const service = await startService(t);
/** Takes the chats, so that the desk of the test only shows them. */
await service.enter("lee");
const { page } = await openDeskPage(browser, service, "kim", "#/inbox/waiting");

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
const list = page.locator(".chat-list");
const leave = (): Promise<void> => page.locator("body").hover({ position: { x: 900, y: 20 } });

t.test("[CH-09] new chats are shown at once, and no row moves under the pointer", async (t) => {
  await sayAs(service, 1, 5);
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
  await below.click();
  t.ok((await list.evaluate((list) => list.scrollTop)) > 0, "the button scrolls to the new chats");
  await list.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
  await rowOf(page, "Client 40").waitFor();
  await below.waitFor({ state: "detached" });
  t.pass("visible chats are not counted as new");

  // The outermost of those that are drawn, which comes last.
  await rowOf(page, "Client 28").waitFor();
  const held = await places(page);
  await acceptAs(service, "lee", "Client 40");
  await page.getByRole("link", { name: /^Waiting 39$/ }).waitFor();
  t.match(await rowOf(page, "Client 40").innerText(), /Lee/, "an accepted chat names its agent");
  t.same(await places(page), held, "the row stays as long as the list is scrolled");
  await leave();
  await list.evaluate((list) => list.scrollTo({ top: 0 }));
  // If two scrolls happen before one frame, the page receives only the second one.
  await rowOf(page, "Client 2").waitFor();
  await list.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
  await rowOf(page, "Client 39").waitFor();
  await rowOf(page, "Client 40").waitFor({ state: "detached" });
  await list.evaluate((list) => list.scrollTo({ top: 0 }));
  await rowOf(page, "Client 1").waitFor();
});

t.test("the keyboard moves through rows; an address leads to its row, and a view returns to its place", async (t) => {
  const focused = () => page.locator(":focus .row-name").innerText();
  await page.locator("body").press("j");
  t.equal(await focused(), "Client 1");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("j");
  t.equal(await focused(), "Client 3");
  await page.keyboard.press("k");
  t.equal(await focused(), "Client 2");
  await page.keyboard.press("End");
  t.equal(await focused(), "Client 39");
  t.ok(await page.locator(":focus").isVisible());
  t.ok((await page.locator(".chat-item").count()) < 39, "only visible rows are in the page");
  t.equal(await page.locator(".chat-item").last().getAttribute("aria-posinset"), "39");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/inbox\/waiting\/39$/);
  await page.locator("main.conversation").waitFor();
  await page.getByRole("link", { name: /^Mine/ }).click();
  await page.getByRole("link", { name: /^Waiting/ }).click();
  await page.locator(".chat-item.open").waitFor();
  t.ok((await list.evaluate((list) => list.scrollTop)) > 0, "the view returns to its earlier place");

  await acceptAs(service, "lee", "Client 20");
  await page.goto(`${service.url}/desk/#/inbox/waiting/20`);
  await page.reload();
  await page.waitForURL(/#\/inbox\/all\/20$/);
  await rowOf(page, "Client 20").waitFor();
  // The list is scrolled after the row is drawn.
  await page.waitForFunction(() => {
    const row = document.querySelector(".chat-item.open");
    const [own, list] = [row, row?.closest(".chat-list")].map((element) => element?.getBoundingClientRect());
    return own !== undefined && list !== undefined && own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
  });
  t.match(await page.locator(".chat-item.open").innerText(), "Client 20", "Lee has the chat, so it no longer waits");
  await page.getByRole("link", { name: /^Waiting/ }).click();
  await page.waitForURL(/#\/inbox\/waiting\/20$/);
  await rowOf(page, "Client 1").waitFor();
  t.equal(new URL(page.url()).hash, "#/inbox/waiting/20", "an agent who has it open stays in the view");
});

t.test(
  "if the newest are on top, new chats wait while the pointer is over the list or the list is scrolled",
  async (t) => {
    await goTo(page, "#/inbox/waiting");
    await page.locator("main.conversation").waitFor({ state: "detached" });
    await leave();
    await page.locator("body").press("O");
    await rowOf(page, "Client 39").waitFor();
    await rowOf(page, "Client 37").hover();
    // The outermost of those that are drawn, which comes last.
    await rowOf(page, "Client 28").waitFor();
    const pointed = await places(page);
    await sayAs(service, 41, 43);
    await page.getByRole("button", { name: "3 new chats" }).waitFor();
    t.same(await places(page), pointed, "nothing moved");
    await page.getByRole("button", { name: "3 new chats" }).click();
    await rowOf(page, "Client 43").waitFor();
    t.same(Object.keys(await places(page)).slice(0, 4), ["Client 43", "Client 42", "Client 41", "Client 39"]);
    t.equal(await page.getByRole("button", { name: /new chat/ }).count(), 0);
    await list.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    await rowOf(page, "Client 1").waitFor();
    const last = await places(page);
    await sayAs(service, 44, 44);
    await page.getByRole("button", { name: "1 new chat", exact: true }).waitFor();
    t.equal((await places(page))["Client 1"], last["Client 1"]);
    await page.getByRole("button", { name: "1 new chat", exact: true }).click();
    await rowOf(page, "Client 44").waitFor();
    t.equal(await list.evaluate((list) => list.scrollTop), 0);
  },
);
