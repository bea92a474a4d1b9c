import type { Page, Route } from "playwright-core";
import t from "tap";
import { openBrowser } from "../browser.ts";
import {
  goTo,
  hashOf,
  lit,
  openInspectorPage,
  playDelivery,
  rowNames,
  rowOf,
  rows,
  shoot,
  shootDark,
  startTimely,
} from "./inspector-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const service = await startTimely(t);
const id = await playDelivery(service);
await service.say({ id: "8", name: "Jo Smith" }, "Hello there", "OTHERAPP01");
const { page, context, complaints } = await openInspectorPage(browser, service);
await page.clock.install();
await page.reload();
/** The time after which the page reads its list again. The page's time also runs without the test. */
const refreshMs = 5_000;

/** Waits until exactly these rows are listed, in this order. */
const listed = (page: Page, names: readonly string[]) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll(".actor-row")].map((row) => row.getAttribute("data-actor")).join() === wanted,
    names.join(),
  );
const search = (page: Page) => page.getByRole("searchbox", { name: "Search actors" });

t.test(
  "actors are found by their ids, their clients, kind, state and channel, and the address keeps the search",
  async (t) => {
    await rowOf(page, "chat/1").waitFor();
    t.match(await rowOf(page, "chat/1").innerText(), /^chat\/1\s+with agent\s+\S+( min)?\s+Maria Lopez · MOBILEAPP1$/);
    t.match(await rowOf(page, `delivery/${id}`).innerText(), /failed/);
    const everybody = await rowNames(page);
    await shoot(t, page, "list");
    await shootDark(t, page, "list");

    await search(page).fill("Jo Smith");
    await listed(page, ["chat/2"]);
    await search(page).fill(id.toLowerCase());
    await listed(page, [`delivery/${id}`]);
    await search(page).fill("");
    await page.getByLabel("Kind").selectOption("chat");
    await listed(page, ["chat/2", "chat/1"]);
    await page.getByLabel("Channel").selectOption({ label: "OTHERAPP01" });
    await listed(page, ["chat/2"]);
    await page.getByLabel("Channel").selectOption("");
    await page.getByLabel("State", { exact: true }).selectOption({ label: "with agent" });
    await listed(page, ["chat/1"]);
    t.equal(await hashOf(page), "#/?kind=chat&state=with_agent");
    await rowOf(page, "chat/1").click();
    await lit(page, "with_agent").waitFor();
    t.equal(await hashOf(page), "#/actor/chat/1?kind=chat&state=with_agent");

    const pasted = await context.newPage();
    await pasted.goto(page.url());
    await lit(pasted, "with_agent").waitFor();
    await listed(pasted, ["chat/1"]);
    t.equal(await pasted.getByLabel("State", { exact: true }).inputValue(), "with_agent");
    await pasted.close();

    await goTo(page, "#/");
    await listed(page, everybody);
    const counts = page.getByRole("navigation", { name: "Counts" });
    await counts.getByRole("link", { name: "Deliveries 2" }).waitFor();
    await counts.getByRole("link", { name: "waiting 1" }).click();
    await listed(page, ["chat/2"]);
    t.equal(await hashOf(page), "#/?kind=chat&state=waiting");
    await counts.getByRole("link", { name: "Chats 2" }).click();
    await listed(page, ["chat/2", "chat/1"]);
    await page.getByRole("button", { name: "Actor", exact: true }).click();
    await listed(page, ["chat/1", "chat/2"]);
    await page.getByRole("button", { name: "Client" }).click();
    await page.getByRole("button", { name: /^Client.*A to Z/ }).click();
    await listed(page, ["chat/1", "chat/2"]);
    t.equal(await hashOf(page), "#/?kind=chat&sort=-client");

    await goTo(page, "#/?waitingLongerThanMs=86400000");
    await page.getByText("No actor matches.").waitFor();
    t.equal(await page.getByLabel("Waiting longer than").inputValue(), "86400000");
    await page.getByRole("button", { name: "Show all" }).click();
    await listed(page, everybody);
    await page.getByLabel("Parked only").check();
    await page.getByText("No actor matches.").waitFor();
    t.equal(await hashOf(page), "#/?parked=true");
    t.same(complaints, []);
  },
);

t.test("everything can be reached with only the keyboard", async (t) => {
  await goTo(page, "#/?kind=chat");
  await listed(page, ["chat/2", "chat/1"]);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-actor") ?? null);
  await page.keyboard.press("j");
  t.equal(await focused(), "chat/2");
  await page.keyboard.press("ArrowDown");
  t.equal(await focused(), "chat/1");
  await page.keyboard.press("j");
  t.equal(await focused(), "chat/1", "the last row is listed");
  await page.keyboard.press("Enter");
  await lit(page, "with_agent").waitFor();
  t.equal(await focused(), "chat/1", "the keyboard continues at the earlier place");
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await lit(page, "waiting").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("Maria Lopez");
  await listed(page, ["chat/1"]);
  await page.keyboard.press("Tab");
  t.equal(await page.evaluate(() => document.activeElement?.tagName), "SELECT");
  await page.keyboard.press("j");
  t.equal(await page.evaluate(() => document.activeElement?.tagName), "SELECT", "letters are typed into the field");
  t.same(complaints, []);
});

t.test("the list is kept up to date, and nothing moves under the pointer", async (t) => {
  await goTo(page, "#/?kind=chat");
  await listed(page, ["chat/2", "chat/1"]);
  await rowOf(page, "chat/1").hover();
  await service.say({ id: "9", name: "Ann" }, "Hello there");
  await page.clock.fastForward(refreshMs);
  await page.getByRole("button", { name: "Show 1 new actor" }).waitFor();
  t.same(await rowNames(page), ["chat/2", "chat/1"]);
  await page.getByRole("button", { name: "Show 1 new actor" }).click();
  await listed(page, ["chat/3", "chat/2", "chat/1"]);
  await page.mouse.move(1_200, 40);
  await service.say({ id: "10", name: "Bo" }, "Me too");
  await page.clock.fastForward(refreshMs);
  await listed(page, ["chat/4", "chat/3", "chat/2", "chat/1"]);

  let answer = (route: Route): Promise<void> => route.abort();
  await page.route("**/api/inspect/actors?*", (route) => answer(route));
  await page.clock.fastForward(refreshMs);
  await page.getByText("This list may be old. The service could not be reached.").waitFor();
  t.equal(await rows(page).count(), 4, "the known rows stay");
  // The page's own next attempt gets no answer, and the page waits for it. So only the click can renew the list.
  const held = new Promise<void>((resolve) => {
    answer = async () => {
      answer = (route) => route.continue();
      resolve();
    };
  });
  await page.clock.fastForward(refreshMs);
  await held;
  await page.getByRole("button", { name: "Try again" }).click();
  // This is before the page gives up its own attempt.
  await page.getByText("This list may be old.").waitFor({ state: "detached", timeout: 15_000 });
});
