import type { WebSocketRoute } from "playwright-core";
import t from "tap";
import { step } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import {
  goTo,
  hashOf,
  lit,
  openInspectorPage,
  playDelivery,
  refuseAttempt,
  rowOf,
  startTimely,
  stepPanel,
  timeLine,
} from "./inspector-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
/** A delivery that waits for its second attempt. */
const service = await startTimely(t);
const id = await playDelivery(service, 1);

t.test("an open actor is updated live in English, with the changes of each step", async (t) => {
  const german = { locale: "de-DE" };
  const { page, complaints } = await openInspectorPage(browser, service, `#/actor/delivery/${id}`, german);
  await lit(page, "backing_off").waitFor();
  // Not the button with this name, which is always shown.
  await page.locator(".live-state").getByText("Live").waitFor();
  await page.getByRole("list", { name: "Pending deadlines" }).getByText("next-attempt").waitFor();
  t.equal(await timeLine(page).getAttribute("aria-valuenow"), "2");

  await service.pass(3_000);
  await lit(page, "attempting").waitFor();
  // The actor is sometimes read again without its steps, so its steps may be known later than its state.
  await page.locator('[role="slider"][aria-valuenow="3"]').waitFor();
  // The list changes before it is read again.
  await rowOf(page, `delivery/${id}`).getByText("attempting").waitFor();
  await page.locator('.chart .transition.is-traced[data-event="deadline.reached"][data-target="attempting"]').waitFor();
  const panel = stepPanel(page);
  await panel.getByText(/which changed \d+ things? in it/).waitFor();
  t.match(await panel.locator(".branch.inside > summary").first().innerText(), /^attempts/);
  t.match(await panel.locator(".branch.added").first().innerText(), /added/);
  await page.getByRole("list", { name: "Pending deadlines" }).getByText("attempt-outcome").waitFor();

  await refuseAttempt(service);
  await lit(page, "backing_off").waitFor();
  await page.locator('[role="slider"][aria-valuenow="4"]').waitFor();
  await panel.getByText("Result", { exact: true }).waitFor();
  t.equal(await panel.getByRole("table").getByRole("row").count(), 3);
  t.equal(await timeLine(page).getAttribute("aria-valuemax"), "4", "stored steps do not repeat live ones");
  t.equal(await hashOf(page), `#/actor/delivery/${id}`);

  await page.getByRole("button", { name: "Step before" }).click();
  await lit(page, "attempting").waitFor();
  await service.pass(3_000);
  await page.locator('[role="slider"][aria-valuemax="5"]').waitFor();
  t.equal(await timeLine(page).getAttribute("aria-valuenow"), "3", "a page at an earlier step stays there");
  t.equal(await page.locator(".chart .is-current").getAttribute("data-state"), "attempting");
  await page.getByRole("button", { name: "Live", exact: true }).click();
  t.equal(await timeLine(page).getAttribute("aria-valuenow"), "5");
  t.same(complaints, []);
});

t.test("after a lost connection returns, everything that happened meanwhile is shown", async (t) => {
  const { page, context } = await openInspectorPage(browser, service);
  const routes: WebSocketRoute[] = [];
  await context.routeWebSocket(/\/ws\/inspect/, (route) => {
    routes.push(route);
    route.connectToServer();
  });
  await goTo(page, "#/actor/chat/1");
  const live = page.locator(".live-state");
  await live.getByText("Live").waitFor();
  await lit(page, "with_agent").waitFor();
  const connections = routes.length;
  await routes.at(-1)?.close({ code: 4409, reason: "256 KiB waited to be read." });
  await live.getByText("Behind: 256 KiB waited to be read.").waitFor();
  await step(service, "close");
  await live.getByRole("button", { name: "Try now" }).click();
  await live.getByText("Live").waitFor();
  await lit(page, "closed").waitFor();
  t.equal(routes.length, connections + 1);
  t.equal(await page.title(), "chat/1 closed · Parley inspector");
  t.equal(
    await page.getByRole("link", { name: "Open in the desk" }).getAttribute("href"),
    "/desk/#/archive/1",
    "closed chats are in the desk's archive",
  );
  await goTo(page, "#/");
  await live.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Actors" }).waitFor();
});

t.test("a page that is hidden for long watches no actor, and shows everything when it is visible again", async (t) => {
  await service.say({ id: "8", name: "Jo Smith" }, "Hello");
  await step(service, "accept", {}, { chat: 2 });
  const { page } = await openInspectorPage(browser, service);
  await page.clock.install();
  await page.reload();
  await goTo(page, "#/actor/chat/2");
  const live = page.locator(".live-state");
  await live.getByText("Live").waitFor();
  await lit(page, "with_agent").waitFor();
  const see = (state: "visible" | "hidden") =>
    page.evaluate((to) => {
      Object.defineProperty(document, "visibilityState", { value: to, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await see("hidden");
  await page.clock.fastForward(61_000);
  await live.getByText("Not watching").waitFor();
  await step(service, "close", {}, { chat: 2 });
  t.equal(await lit(page, "with_agent").count(), 1);
  await see("visible");
  await live.getByText("Live").waitFor();
  await lit(page, "closed").waitFor();
});
