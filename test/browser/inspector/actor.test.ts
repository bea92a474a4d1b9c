import type { Page } from "playwright-core";
import t from "tap";
import { channelPath } from "../../harness/customer.ts";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { findBarriers } from "../barriers.ts";
import { openBrowser, untilFocused } from "../browser.ts";
import {
  goTo,
  hashOf,
  lit,
  openInspectorPage,
  playDelivery,
  sharedCharts,
  shoot,
  shootDark,
  startTimely,
  stepPanel,
  timeLine,
} from "./inspector-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
/** A failed delivery that the tests inspect. */
const service = await startTimely(t);
const id = await playDelivery(service);
const { page, context, complaints } = await openInspectorPage(browser, service, `#/actor/delivery/${id}`);

const traced = '.chart .transition.is-traced[data-source="attempting"]';

t.test("a failed delivery shows its state, the steps that led there and the effects of each step", async (t) => {
  await lit(page, "failed").waitFor();
  t.equal(await page.title(), `delivery/${id} failed · Parley inspector`);
  t.equal(await page.locator(".chart .is-current").count(), 1);
  await page.locator(`${traced}[data-event="attempt.failed"][data-target="failed"]`).waitFor({ state: "attached" });
  await page.locator(".chart-note").getByText("attempting: attempt.failed [isLastOutcome] to failed").waitFor();
  t.same(
    await page.locator(".chart .is-visited").evaluateAll((all) => all.map((state) => state.getAttribute("data-state"))),
    ["attempting", "backing_off"],
  );
  t.same(await page.getByRole("list", { name: "Earlier states" }).locator(".state-word").allInnerTexts(), [
    ...["backing off", "attempting", "backing off", "attempting"],
    "failed",
  ]);
  await page.getByText("No deadline is pending.").waitFor();
  const why = page.getByRole("region", { name: "Why", exact: true });
  t.match(
    await why.innerText(),
    /^Failed .+ ago: the customer system answered “Mailbox is full”, 3 times at intervals of 3 s\. It is a reply of Kim in chat 1\.$/,
  );
  t.equal(await why.getByRole("link", { name: "Kim" }).getAttribute("href"), "#/actor/agent/1");
  t.match(await why.getByRole("link", { name: "ago" }).getAttribute("href"), /\/step\/\d+\.\d+$/);
  const panel = stepPanel(page);
  t.equal(await panel.getByRole("heading", { level: 2 }).innerText(), "attempt.failed");
  t.match(await panel.innerText(), /Cause\s+Attempt 3 of delivery\/\w+ ended/);
  t.match(await panel.innerText(), /Sends an event to another actor\s+to\s+chat\/1\s+event\s+delivery.ended/);
  const attempts = panel.getByRole("table").getByRole("row");
  t.equal(await attempts.count(), 4);
  t.match(await attempts.last().innerText(), /^3\s+\d\d:\d\d:\d\d\.\d{3}\s+500 ms\s+200\s+Mailbox is full \(17\)$/);
  await panel.getByText(/^As it is after this step, which changed \d things? in it\.$/).waitFor();
  await shoot(t, page, "delivery");
  await shootDark(t, page, "delivery");
  t.same(complaints, []);
});

t.test("a chat names its other actors, with what failed and why, and leads to them", async (t) => {
  await goTo(page, "#/actor/chat/1");
  const parts = page.getByRole("region", { name: "Actors of this chat" });
  await parts.getByText("1 failed", { exact: true }).waitFor();
  t.match(
    await parts.innerText(),
    /^1 failed\s+Message 2 Mailbox is full\s+Deliveries 1 failed, 1 attempting\s+Webhooks quiet$/,
  );
  await lit(page, "with_agent").waitFor();
  await shoot(t, page, "chat");
  await parts.getByRole("link", { name: "Message 2" }).click();
  await lit(page, "failed").waitFor();
  t.equal(await hashOf(page), `#/actor/delivery/${id}`);
});

t.test("the keyboard, the pointer and a pasted address lead to earlier steps", async (t) => {
  await goTo(page, `#/actor/delivery/${id}`);
  await lit(page, "failed").waitFor();
  t.equal(await timeLine(page).getAttribute("aria-valuenow"), "6");
  await timeLine(page).focus();
  await page.keyboard.press("ArrowLeft");
  await lit(page, "attempting").waitFor();
  t.match(
    await timeLine(page).getAttribute("aria-valuetext"),
    /^Step 5 of 6: deadline.reached, backing off to attempting/,
  );
  t.match(await hashOf(page), new RegExp(`^#/actor/delivery/${id}/step/\\d+\\.\\d+$`));
  t.equal(await page.title(), `delivery/${id} attempting · Parley inspector`);
  await stepPanel(page).getByText("Deadline next-attempt of").waitFor();
  await page.keyboard.press("Home");
  t.equal(await timeLine(page).getAttribute("aria-valuenow"), "1");
  await stepPanel(page).getByText("began", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Step after" }).click();
  await lit(page, "backing_off").waitFor();
  // The arrow is drawn after its state has been lit.
  await page.locator(`${traced}[data-target="backing_off"]`).waitFor({ state: "attached" });
  t.equal(await stepPanel(page).getByRole("table").getByRole("row").count(), 2, "only the first attempt was made");
  t.match(
    await stepPanel(page)
      .locator(".context .changed", { hasText: /^error/ })
      .innerText(),
    /^error.*changed$/s,
  );
  await shoot(t, page, "past");

  const pasted = await context.newPage();
  await pasted.goto(page.url());
  await lit(pasted, "backing_off").waitFor();
  t.equal(await timeLine(pasted).getAttribute("aria-valuenow"), "2");
  // The test waits until nothing moves, because the names of actors arrive later and make lines longer.
  await pasted.locator(".tick").nth(2).hover();
  const last = await pasted.locator(".tick").nth(5).boundingBox();
  if (last === null) throw new Error("Expected the mark of the last step to be seen.");
  await pasted.mouse.down();
  await lit(pasted, "attempting").waitFor();
  await pasted.mouse.move(last.x + 2, last.y + 2, { steps: 5 });
  await lit(pasted, "failed").waitFor();
  await pasted.mouse.up();
  t.match(await hashOf(pasted), /step/, "the last step has its own address, which does not follow the actor");
  await pasted.getByRole("button", { name: "Live", exact: true }).click();
  t.equal(await hashOf(pasted), `#/actor/delivery/${id}`);

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await pasted.bringToFront();
  await pasted.getByRole("button", { name: "Copy link" }).click();
  await pasted.getByText("Copied").waitFor();
  t.equal(await pasted.evaluate(() => navigator.clipboard.readText()), pasted.url());

  await goTo(pasted, `#/actor/delivery/${id}/step/999.0`);
  await pasted.getByText("The step of this address is not stored any more").waitFor();
  await pasted.getByRole("button", { name: "Go to now" }).click();
  t.equal(await hashOf(pasted), `#/actor/delivery/${id}`);
  t.same(complaints, []);
  await pasted.close();
});

t.test("actors have links to each other, to the sequence of their chat and to the desk", async (t) => {
  await goTo(page, `#/actor/delivery/${id}`);
  await lit(page, "failed").waitFor();
  t.equal(await page.getByRole("link", { name: "Open in the desk" }).getAttribute("href"), `/desk/#/deliveries/${id}`);
  await stepPanel(page).getByRole("link", { name: "chat/1" }).first().click();
  await lit(page, "with_agent").waitFor();
  t.equal(await page.getByRole("link", { name: "Open in the desk" }).getAttribute("href"), "/desk/#/inbox/all/1");
  await page.getByRole("button", { name: "Step before" }).click();
  await page.getByText("It took one of the marked ways").waitFor();
  await page.getByRole("link", { name: "channel/MOBILEAPP1" }).first().click();
  await lit(page, "offline").waitFor();
  t.equal(await page.getByRole("link", { name: "Sequence" }).count(), 0, "a channel belongs to no chat");
  t.equal(
    await page.getByRole("link", { name: "Open the actor's settings" }).getAttribute("href"),
    "/desk/#/settings/channels/MOBILEAPP1",
  );
  await goTo(page, "#/actor/agent/1");
  await page.locator('a[href="/desk/#/settings/agents/1"]').waitFor();
  await page.goBack();
  await page.goBack();
  await lit(page, "with_agent").waitFor();
  await page.getByRole("link", { name: "Sequence" }).click();
  await page.getByRole("heading", { level: 1, name: "Sequence of chat 1" }).waitFor();
  t.equal(await hashOf(page), "#/chat/1/sequence");
  t.same(complaints, []);
});

t.test("keys, buttons, the wheel and dragging move and enlarge a chart", async (t) => {
  await goTo(page, "#/actor/channel/MOBILEAPP1");
  await lit(page, "offline").waitFor();
  const chart = page.locator("svg.chart");
  const box = async (): Promise<readonly number[]> =>
    ((await chart.getAttribute("viewBox")) ?? "").split(" ").map(Number);
  const widthOf = async (): Promise<number> => (await box())[2] ?? 0;
  const whole = await box();
  await page.getByRole("group", { name: "Chart of channel/MOBILEAPP1: offline is lit" }).focus();
  await page.keyboard.press("+");
  t.ok((await widthOf()) < (whole[2] ?? 0));
  await page.keyboard.press("ArrowRight");
  const right = await box();
  await page.keyboard.press("ArrowLeft");
  t.ok(((await box())[0] ?? 0) < (right[0] ?? 0));
  await page.keyboard.press("0");
  t.same(await box(), whole);
  await page.getByRole("button", { name: "Larger" }).click();
  const larger = await widthOf();
  await page.getByRole("button", { name: "Smaller" }).click();
  t.ok((await widthOf()) > larger);
  await page.getByRole("button", { name: "Fit" }).click();
  await chart.hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -240);
  await page.keyboard.up("Control");
  await page.waitForFunction(
    (before) => Number(document.querySelector("svg.chart")?.getAttribute("viewBox")?.split(" ")[2]) < before * 0.6,
    whole[2] ?? 0,
  );
  const before = await box();
  await page.mouse.down();
  await page.mouse.move(700, 500, { steps: 4 });
  await page.mouse.up();
  t.notSame(await box(), before);
  t.equal(await widthOf(), before[2]);
  t.same(complaints, []);
});

t.test("a missing actor and a chart that cannot be drawn are reported, and can be loaded again", async (t) => {
  // An actor that has no chart yet.
  const { page } = await openInspectorPage(browser, service, "#/actor/chat/99");
  await page.getByRole("heading", { name: "There is no chat/99" }).waitFor();
  await page.route("**/api/inspect/charts/*", (route) => route.abort());
  await goTo(page, "#/actor/chat/1");
  await page.getByText("The chart could not be shown. The service could not be reached.").waitFor();
  await page.unroute("**/api/inspect/charts/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await lit(page, "with_agent").waitFor();
  t.equal(await page.getByText("The chart could not be shown.").count(), 0);
});

/** Returns the elements that cover a state's name, and the shown size of each name in pixels. */
const readNames = (page: Page) =>
  page.evaluate(() => {
    const around = [...document.querySelectorAll(".chart-bar *, .unfolded, .actor-head, .stage-head, .time-line")];
    const pane = document.querySelector(".chart-pane")?.getBoundingClientRect() ?? new DOMRect();
    const names = [...document.querySelectorAll<SVGTextElement>(".chart text.name")];
    return names.map((name) => {
      const box = name.getBoundingClientRect();
      const pixels = Number.parseFloat(getComputedStyle(name).fontSize) * (name.getScreenCTM()?.a ?? 0);
      const over = around
        .map((one) => ({ one, at: one.getBoundingClientRect() }))
        .filter(({ at }) => at.width > 0 && at.left < box.right && at.right > box.left)
        .filter(({ at }) => at.top < box.bottom && at.bottom > box.top);
      const isSeen =
        box.top >= pane.top && box.bottom <= pane.bottom && box.left >= pane.left && box.right <= pane.right;
      return { name: name.textContent, isSeen, isReadable: pixels >= 11, over: over.map(({ one }) => one.className) };
    });
  });

t.test(
  "a large chart can be read completely at 1024 pixels, and the keyboard expands the states of a large chart",
  async (t) => {
    const service = await startService(t, { charts: sharedCharts(t), channels: { MOBILEAPP1: { bot } } });
    await service.say("7", "Hello");
    const viewport = { width: 1024, height: 768 };
    const { page, complaints } = await openInspectorPage(browser, service, "#/actor/chat/1", { viewport });
    // The largest charts.
    for (const actor of ["chat/1", "bot/1"]) {
      await goTo(page, `#/actor/${actor}`);
      await page
        .getByRole("group", { name: `Chart of ${actor}` })
        .locator(".chart .is-current")
        .waitFor();
      await page.getByRole("button", { name: "Whole" }).click();
      await page.locator(".chart:not(.near) .is-current").waitFor();
      await page.getByRole("button", { name: "Fit" }).click();
      const names = await readNames(page);
      t.ok(names.length > 2, actor);
      t.same(
        names.filter(({ isSeen, isReadable, over }) => !isSeen || !isReadable || over.length > 0),
        [],
        actor,
      );
    }
    await goTo(page, "#/actor/chat/1");
    await lit(page, "with_bot").waitFor();
    await page.locator(".chart:not(.near) .is-current").waitFor();
    const state = page.getByRole("button", { name: /^Events of with bot, \d+ events$/ });
    await state.focus();
    await page.keyboard.press("Enter");
    const events = page.getByRole("region", { name: "Events of with bot" });
    await events.getByText("bot.offered").waitFor();
    t.equal(await state.getAttribute("aria-expanded"), "true");
    t.same(await findBarriers(page), []);
    t.same(
      (await readNames(page)).filter(({ isSeen, over }) => isSeen && over.length > 0),
      [],
    );
    // The heading gets the focus after it is drawn.
    await events.locator("h2:focus").waitFor();
    await page.keyboard.press("Escape");
    await events.waitFor({ state: "detached" });
    await untilFocused(state);
    await page.getByRole("button", { name: "All events" }).click();
    await page.locator(".chart:not(.folded) .is-current").waitFor();
    await page.getByRole("button", { name: "Near" }).click();
    await page.locator(".chart.near .is-current").waitFor();
    t.same(complaints, []);
  },
);

t.test("events on the chart are at least 12 pixels high when all of it is visible at 1280 pixels", async (t) => {
  const viewport = { width: 1280, height: 800 };
  const { page } = await openInspectorPage(browser, service, `#/actor/delivery/${id}`, { viewport });
  for (const actor of [`delivery/${id}`, "chat/1", "webhooks/1", "channel/MOBILEAPP1", "agent/1"]) {
    await goTo(page, `#/actor/${actor}`);
    await page
      .getByRole("group", { name: `Chart of ${actor}` })
      .locator(".chart .is-current")
      .waitFor();
    await page.getByRole("button", { name: "Fit" }).click();
    const events = await page.evaluate(() => {
      const pane = document.querySelector(".chart-pane")?.getBoundingClientRect() ?? new DOMRect();
      return [...document.querySelectorAll<SVGTextElement>(".chart :is(text.folded, .transition text)")].map((text) => {
        const style = getComputedStyle(text);
        const box = text.getBoundingClientRect();
        const isInside = box.left >= pane.left && box.right <= pane.right;
        const pixels = Number.parseFloat(style.fontSize) * (text.getScreenCTM()?.a ?? 0);
        return { text: text.textContent, pixels, isShown: style.visibility === "visible" && isInside };
      });
    });
    t.ok(events.length > 0, actor);
    t.same(
      events.filter(({ pixels, isShown }) => !isShown || pixels < 12),
      [],
      actor,
    );
  }
  await shoot(t, page, "near");
});

t.test("typing notices are hidden on the time line and in the sequence, and the browser remembers it", async (t) => {
  for (const type of ["typein", "typeout"])
    await service.call("POST", channelPath(service), { body: { sender: { id: "7" }, message: { type } } });
  await service.settle();
  await goTo(page, "#/actor/chat/1");
  await page.getByRole("button", { name: "Hide typing (2)" }).waitFor();
  t.equal(await timeLine(page).getAttribute("aria-valuemax"), "6");
  await page.getByRole("button", { name: "Hide typing (2)" }).click();
  t.equal(await timeLine(page).getAttribute("aria-valuemax"), "4");
  await stepPanel(page).getByRole("heading", { name: "delivery.ended" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Hide typing (2)", pressed: true }).waitFor();
  t.equal(await timeLine(page).getAttribute("aria-valuemax"), "4");
  await page.getByRole("link", { name: "Sequence" }).click();
  await page.locator("a.step").first().waitFor();
  t.equal(await page.locator('a.step[aria-label*="typing.received"]').count(), 0);
  await page.getByRole("button", { name: "Hide typing (2)" }).click();
  t.equal(await page.locator('a.step[aria-label*="typing.received"]').count(), 2);
  t.same(complaints, []);
});
