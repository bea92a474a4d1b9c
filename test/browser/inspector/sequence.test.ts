import type { Locator, Page } from "playwright-core";
import t from "tap";
import type { InspectedChat } from "../../../src/codec/inspect/inspected.types.ts";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { chatOf, deliveryId, failingChat, stepOf } from "../../web/inspector/sequence-chat.ts";
import { openBrowser } from "../browser.ts";
import { openInspectorPage, sharedCharts, shoot, shootDark } from "./inspector-page.ts";
import { heads, playFailingChat, steps } from "./sequence-world.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const service = await startService(t, { charts: sharedCharts(t), channels: { MOBILEAPP1: { bot } } });
await playFailingChat(service);
const sequenceOf = (chatId: number): string => `#/chat/${chatId}/sequence`;

t.test("a real chat: the bot hands over, an agent replies, the reply fails", async (t) => {
  const { page, complaints } = await openInspectorPage(browser, service, sequenceOf(1));
  await steps(page).first().waitFor();
  const shown = await heads(page);
  t.match(shown.slice(0, 4), ["Customer system", "Agents", "chat/1: with agent", "bot/1: with agent"]);
  t.match(shown, [/^Customer/, /^Agents/, /^chat/, /^bot/, /^delivery/, /^delivery/, /^delivery/, /^Bot's server$/]);
  t.ok(
    shown.some((head) => /^delivery\/…\w{4}: Message \d+ · failed$/.test(head)),
    "the reply is shown",
  );

  await page.keyboard.press("Tab");
  await steps(page).first().focus();
  const heard: string[] = [];
  for (let last = ""; ; ) {
    const label = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    if (label === last) break;
    last = label;
    heard.push(label.replace(/^[^,]*, /, ""));
    await page.keyboard.press("ArrowDown");
  }
  t.equal(heard[0], "Customer system to chat/1: message.received. with bot");
  t.ok(heard.some((words) => /^Bot's server to bot\/1: bot\.invitation-posted/.test(words)));
  t.equal(
    heard.filter((words) => /^Customer system to delivery.*: attempt\.failed \d \(5\)\. backing off$/.test(words))
      .length,
    2,
  );
  t.equal(
    heard.filter((words) => /^Customer system to delivery.*: attempt\.failed 3 \(5\)\. failed$/.test(words)).length,
    1,
  );
  t.equal(heard.filter((words) => /^delivery.*: deadline\.reached next-attempt\. attempting$/.test(words)).length, 2);
  t.equal(await page.getByText("45 s later").count(), 1, "the earlier steps are shown");
  await shoot(t, page, "sequence");
  await shootDark(t, page, "sequence");

  await steps(page)
    .filter({ hasNot: page.locator("b") })
    .nth(2)
    .hover();
  await page.locator(".step-summary.there").getByText("Cause").waitFor();
  t.notMatch(await page.content(), /swordfish|Mailbox|onerror/, "the file has no text of people");

  await page.getByRole("button", { name: "Table" }).click();
  await page.getByRole("row").nth(1).waitFor();
  await shoot(t, page, "sequence-table");
  t.same(complaints, []);
});

t.test("a step is opened with a click or with Enter, and the way back leads to the old place", async (t) => {
  const { page, complaints } = await openInspectorPage(browser, service, sequenceOf(1));
  await steps(page).first().waitFor();
  await steps(page).first().focus();
  await page.keyboard.press("End");
  const key = await page.evaluate(() => document.activeElement?.getAttribute("data-step") ?? "");
  const [actor, place] = key.split("@");
  const top = await scrollTop(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/inspector/#/actor/${actor}/step/${place}`);
  await live(page).waitFor();
  await page.goBack();
  await steps(page).first().waitFor();
  t.equal(await scrollTop(page), top);
  await page.keyboard.press("Tab");
  await steps(page).last().click();
  await page.waitForURL(/#\/actor\/.*\/step\/\d+\.\d+$/);
  await live(page).waitFor();
  await page.goBack();
  await page.locator(".sequence-shapes.columns a").first().click();
  await page.waitForURL(/#\/actor\/chat\/1$/);
  await live(page).waitFor();
  t.same(complaints, []);
});

/** Shown once the page is connected. The browser would report an error for a connection that is closed while it opens. */
const live = (page: Page): Locator => page.locator(".live-state.there");

const scrollTop = (page: Page): Promise<number> =>
  page.locator(".sequence-scroll").evaluate(({ scrollTop }) => scrollTop);

/** Answers the page's requests for a chat with the value of `chat`. The page's time only advances in `look`. */
async function openMade(chat: { value: InspectedChat }, state: { isDown: boolean } = { isDown: false }) {
  const opened = await openInspectorPage(browser, service, "#/");
  const { page, context } = opened;
  await context.route("**/api/inspect/chats/*", (route) =>
    state.isDown
      ? route.fulfill({ status: 503, json: { error: { code: "overloaded", message: "Too busy." } } })
      : route.fulfill({ json: { chat: chat.value } }),
  );
  await page.clock.install();
  await page.goto(`${service.url}/inspector/${sequenceOf(17)}`);
  await page.reload();
  const look = async (): Promise<void> => {
    const answered = page.waitForResponse(/api\/inspect\/chats/);
    await page.clock.fastForward(5_000);
    await answered;
  };
  return { ...opened, look };
}

const longChat = (count: number): InspectedChat =>
  chatOf(
    [],
    Array.from({ length: count }, (_, index) =>
      stepOf("chat/17", "message.received", index * 1_500, { revision: index + 1 }),
    ),
  );

t.test(
  "only a part of 2,000 steps is drawn, every step can be reached, and the visible part does not move",
  async (t) => {
    const chat = { value: longChat(2_000) };
    const { page, complaints, look } = await openMade(chat);
    await steps(page).first().waitFor();
    t.ok((await steps(page).count()) < 80, `${await steps(page).count()} of 2,000`);
    await steps(page).first().focus();
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-step") === "chat/17@2000.0");
    await page.keyboard.press("k");
    await page.waitForFunction(() => document.activeElement?.getAttribute("data-step") === "chat/17@1999.0");
    await page.locator(".sequence-scroll").evaluate((element) => element.scrollTo(0, 40_000));
    const before = await placeOfMiddle(page);
    t.equal(
      await page.evaluate(() => document.activeElement?.getAttribute("data-step")),
      "chat/17@1999.0",
      "the focus stays",
    );

    chat.value = { ...chat.value, steps: [...longChat(2_010).steps.slice(5)] };
    await look();
    await page.getByText("2,005 steps").waitFor();
    t.same(await placeOfMiddle(page), before, "although the first five steps are no longer stored");
    await page.locator(".sequence-scroll").evaluate((element) => element.scrollTo(0, element.scrollHeight));
    chat.value = longChat(2_020);
    await look();
    await page.getByText("2,020 steps").waitFor();
    await page.waitForFunction(() => {
      const scroller = document.querySelector(".sequence-scroll");
      return scroller !== null && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
    });
    t.same(complaints, []);
  },
);

/** Returns the step in the middle of the picture, and its position. After a scroll, the page draws the new steps in its next frame. */
async function placeOfMiddle(page: Page): Promise<unknown> {
  const place = await page.waitForFunction(() => {
    const box = document.querySelector(".sequence-scroll")?.getBoundingClientRect();
    if (box === undefined) return null;
    const step =
      document.elementFromPoint(box.x + 20, box.y + 300)?.closest("a.step") ??
      document.elementFromPoint(box.x + 20, box.y + 340)?.closest("a.step");
    return step ? [step.getAttribute("data-step"), Math.round(step.getBoundingClientRect().y)] : null;
  });
  return place.jsonValue();
}

t.test("many deliveries share a lane that can be expanded; the table has the same facts", async (t) => {
  const events = Array.from({ length: 40 }, (_, index) =>
    stepOf(deliveryId(index), "delivery.queued", index * 1_200, {
      from: "chat/17",
      before: null,
      after: index % 9 === 0 ? "failed" : "attempting",
    }),
  );
  const chat = { value: chatOf([], [...longChat(300).steps, ...events]) };
  const { page, complaints } = await openMade(chat);
  await steps(page).first().waitFor();
  t.same(await heads(page), ["Client", "chat/17: waiting", "40 deliveries: 5 failed"]);
  await page.locator(".sequence-scroll").evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await page.getByRole("button", { name: "A lane for each of 40 deliveries" }).click();
  await page.getByRole("button", { name: "A lane for each of 40 deliveries", pressed: true }).waitFor();
  t.equal((await heads(page)).length, 42);
  await page.getByRole("button", { name: "A lane for each of 40 deliveries" }).click();

  await page.getByRole("button", { name: "Table" }).click();
  const rows = page.getByRole("row");
  t.equal(await rows.count(), 301, "the table has a head and the newest 300 steps");
  t.match(await rows.last().innerText(), /chat\/17\s+delivery\/01J\w+\s+delivery\.queued/);
  await page.getByRole("button", { name: "Show 40 earlier steps" }).click();
  t.equal(await rows.count(), 341);
  t.equal(await page.getByRole("link", { name: "message.received" }).count(), 300);
  t.same(complaints, []);
});

t.test("a missing chat, missing steps and a service that does not answer are reported", async (t) => {
  const { page } = await openInspectorPage(browser, service, sequenceOf(404));
  await page.getByRole("alert").waitFor();

  const state = { isDown: false };
  const chat = { value: failingChat() };
  const made = await openMade(chat, state);
  await steps(made.page).first().waitFor();
  state.isDown = true;
  await made.look();
  await made.page.getByRole("alert").getByText("It is shown as it was: Too busy.").waitFor();
  t.equal(await steps(made.page).count(), 10);
  state.isDown = false;
  chat.value = chatOf([], []);
  await made.look();
  await made.page.getByText("No steps of this chat are stored any more").waitFor();
  t.equal(await made.page.getByRole("alert").count(), 0);
});
