import type { Page } from "playwright-core";
import t from "tap";
import { until } from "../../../delivery/through-service.ts";
import { botInvites } from "../../../desk/bots/bot-of.ts";
import type { Service } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import { bot } from "../../../harness/service-config.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage } from "../desk-page.ts";
import { acceptAs, chatIdOf, goTo, rowOf } from "./inbox-page.ts";

const browser = await openBrowser(t);

interface Told {
  readonly sounds: number;
  readonly notifications: readonly { readonly title: string; readonly body: string; readonly tag: string }[];
}
interface Recorded {
  told: {
    sounds: number;
    notifications: { title: string; body: string; tag: string; onclick?: () => void }[];
    withdrawn: string[];
  };
  player: AudioContext;
}

/**
 * Records each tone, and records each notification instead of showing it. A request for the permission is granted.
 * It is a text, because it runs unchanged in the page.
 */
const recorder = `
  const told = { sounds: 0, notifications: [], withdrawn: [] };
  let permission = sessionStorage.getItem("asked") ?? "default";
  window.told = told;
  window.OscillatorNode = class extends OscillatorNode {
    start(when) {
      told.sounds += 1;
      window.player = this.context;
      super.start(when);
    }
  };
  window.Notification = class {
    static get permission() { return permission; }
    static async requestPermission() {
      permission = "granted";
      sessionStorage.setItem("asked", permission);
      return permission;
    }
    constructor(title, { body, tag }) { told.notifications.push(Object.assign(this, { title, body, tag })); }
    close() { told.withdrawn.push(this.body); }
  };
`;

const toldIn = (page: Page): Promise<Told> =>
  page.evaluate(() => {
    const { told } = globalThis as unknown as Recorded;
    return {
      sounds: told.sounds,
      notifications: told.notifications.map(({ title, body, tag }) => ({ title, body, tag })),
    };
  });

/** Waits until the tab that notifies has the lock, and `others` tabs wait for the lock. The browser gives the lock with a delay. */
const hasJoined = (page: Page, others = 0): Promise<void> =>
  until(() =>
    page.evaluate(async (others) => {
      const { held = [], pending = [] } = await navigator.locks.query();
      const [having, waiting] = [held, pending].map((locks) =>
        locks.filter(({ name }) => name?.endsWith(".attention")),
      );
      return having?.length === 1 && waiting?.length === others;
    }, others),
  );

/** Kim's desk, where sounds are possible and a click allows notifications. */
async function openRecorded(service: Service, place = "#/inbox/waiting"): Promise<Page> {
  const { page, context } = await openDeskPage(browser, service, "kim", place);
  await context.addInitScript(recorder);
  await page.reload();
  await page.getByRole("button", { name: "Allow notifications" }).click();
  await page.getByRole("button", { name: "Allow notifications" }).waitFor({ state: "detached" });
  await hasRead(page);
  await hasJoined(page);
  return page;
}

/** The desk does not notify of messages that existed before it read its chats. */
const hasRead = (page: Page): Promise<void> => page.getByText("Loading chats…").waitFor({ state: "detached" });

const said = (page: Page, text: string) =>
  page.getByRole("status").filter({ hasText: text }).waitFor({ state: "attached" });

t.test(
  "[CH-09, BOT-01, BOT-43] a new chat causes a sound, a notification and a text; a bot's chat does not",
  async (t) => {
    const otherChannel = { name: "Web site", agentIds: [1] as never };
    const service = await startService(t, { channels: { MOBILEAPP1: { bot }, OTHERAPP01: otherChannel } });
    await service.enter("lee");
    const page = await openRecorded(service);
    await service.say({ id: "7", name: "Maria" }, "Hello bot");
    await page.getByRole("link", { name: /^With bot 1$/ }).waitFor();
    // The page checks new chats after a short delay, so it announces this chat after the previous one.
    await service.say({ id: "8", name: "Omar" }, "Anybody there?", "OTHERAPP01");
    await said(page, "New chat: Omar, Web site");
    const { sounds, notifications: firstTold } = await toldIn(page);
    t.equal(sounds, 2);
    await page.waitForFunction(() => (globalThis as unknown as Recorded).player.state === "suspended");
    t.pass("the audio stops after the tones");
    t.same(
      firstTold.map(({ body }) => body),
      ["Omar: Anybody there?"],
      "the bot has the other chat",
    );
    t.equal(await page.title(), "(1) Parley desk");
    await botInvites(service, await chatIdOf(service, "Maria"));
    await said(page, "New chat: Maria, MOBILEAPP1");
    const marias = {
      title: "New chat",
      body: "Maria: Hello bot",
      tag: `parley-chat-${await chatIdOf(service, "Maria")}`,
    };
    t.same((await toldIn(page)).notifications.slice(1), [marias]);
    t.equal(await page.title(), "(2) Parley desk");
    await service.say({ id: "7", name: "Maria" }, "Hello?");
    await rowOf(page, "Maria").getByText("Hello?").waitFor();
    await service.say("9", "Is this open?", "OTHERAPP01");
    await said(page, "New chat: Anonymous, Web site");
    const { notifications } = await toldIn(page);
    t.same(
      notifications.slice(1).map(({ body }) => body),
      ["Maria: Hello bot", "Anonymous: Is this open?"],
      "each waiting chat is announced once, also on another channel",
    );
    t.equal(await page.title(), "(3) Parley desk");
    await page.evaluate(() => (globalThis as unknown as Recorded).told.notifications[2]?.onclick?.());
    await page.waitForURL(new RegExp(`#/inbox/waiting/${await chatIdOf(service, "Anonymous")}$`));
  },
);

t.test("an agent is notified of messages of its own clients, unless it views the chat", async (t) => {
  const service = await startService(t);
  await service.enter("lee");
  await service.say({ id: "7", name: "Maria" }, "Hello");
  await service.say({ id: "8", name: "Li Wei" }, "Hello");
  const chatId = await acceptAs(service, "kim", "Maria");
  await acceptAs(service, "lee", "Li Wei");
  const page = await openRecorded(service);
  await service.say({ id: "8", name: "Li Wei" }, "This is for Lee");
  await service.say({ id: "7", name: "Maria" }, "Are you there?");
  await said(page, "New message from Maria");
  const told = await toldIn(page);
  t.same(
    told.notifications.map(({ title, body }) => [title, body]),
    [["New message", "Maria: Are you there?"]],
  );
  t.equal(told.sounds, 1);
  await goTo(page, `#/inbox/mine/${chatId}`);
  await page.locator("main.conversation").waitFor();
  await service.say({ id: "7", name: "Maria" }, "I see you");
  await page.locator("main.conversation").getByText("I see you").first().waitFor();
  // The next message is announced after this one.
  await goTo(page, "#/inbox/mine");
  await page.locator("main.conversation").waitFor({ state: "detached" });
  await service.say({ id: "7", name: "Maria" }, "Where are you?");
  await until(async () => (await toldIn(page)).notifications.length > 1);
  t.same(
    (await toldIn(page)).notifications.map(({ body }) => body),
    ["Maria: Are you there?", "Maria: Where are you?"],
    "no notification of messages that the agent saw",
  );
});

t.test(
  "only one of several tabs notifies, and none if the agent is absent or has disabled notifications",
  async (t) => {
    const service = await startService(t);
    await service.enter("lee");
    const page = await openRecorded(service);
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.locator(".workplace").waitFor();
    await hasRead(second);
    await hasJoined(second, 1);
    await service.say({ id: "1", name: "Maria" }, "Hello");
    for (const tab of [page, second]) await said(tab, "New chat: Maria");
    t.equal((await toldIn(page)).notifications.length, 1);
    t.same(await toldIn(second), { sounds: 0, notifications: [] });
    await second.close();

    await page.getByRole("button", { name: "Sound and notifications: sound is on" }).click();
    await page.getByRole("checkbox", { name: "Sound for new chats and messages" }).uncheck();
    await page.getByRole("checkbox", { name: "Notifications of the browser" }).uncheck();
    const before = await toldIn(page);
    await service.say({ id: "2", name: "Li Wei" }, "Hello");
    await said(page, "New chat: Li Wei");
    t.same(await toldIn(page), before, "the text is only for screen readers");
    await page.getByRole("checkbox", { name: "Sound for new chats and messages" }).check();
    await page.keyboard.press("Escape");
    await page.mouse.move(900, 20);

    const { sounds } = await toldIn(page);
    await page.keyboard.press("g");
    await page.keyboard.press("v");
    await page.getByRole("button", { name: /Away/ }).first().waitFor();
    await service.say({ id: "3", name: "Omar" }, "Hello");
    const crowd = ["Ann", "Bob", "Cem", "Dan", "Eve"];
    await Promise.all(crowd.map((name) => service.say({ id: name, name }, "Hello")));
    for (const name of ["Omar", ...crowd]) await rowOf(page, name).waitFor();
    // The same check finds new chats and withdrawn ones, so these chats were checked before.
    await acceptAs(service, "lee", "Maria");
    await until(() => page.evaluate(() => (globalThis as unknown as Recorded).told.withdrawn.length > 0));
    t.equal((await toldIn(page)).sounds, sounds);
    t.equal(await page.getByText(/new chats wait/).count(), 0, "many chats at once cause no notice either");
    t.equal(await page.title(), "Parley desk", "nothing waits for an absent agent");
  },
);

t.test("the permission is requested only after a click, and the offer can be declined permanently", async (t) => {
  const service = await startService(t);
  const { page, context } = await openDeskPage(browser, service, "kim", "#/inbox/waiting");
  await context.addInitScript(recorder);
  await page.reload();
  await page.getByRole("button", { name: "Not now" }).click();
  await page.reload();
  await page.getByRole("button", { name: /^Sound and notifications/ }).click();
  t.equal(await page.getByRole("button", { name: "Not now" }).count(), 0);
  t.equal(await page.evaluate(() => Notification.permission), "default");
  await page.getByRole("button", { name: "Allow notifications" }).click();
  await page.getByRole("checkbox", { name: "Notifications of the browser" }).waitFor();
  t.equal(await page.evaluate(() => Notification.permission), "granted");
});
