import type { Page } from "playwright-core";
import t from "tap";
import { until } from "../../../delivery/through-service.ts";
import { botInvites } from "../../../desk/bots/bot-of.ts";
import { startService } from "../../../harness/service.ts";
import { bot } from "../../../harness/service-config.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage } from "../desk-page.ts";
import { acceptAs, chatIdOf, goTo, rowOf } from "./inbox-page.ts";

const browser = await openBrowser(t);

interface Notices {
  readonly sounds: number;
  readonly notifications: readonly { readonly title: string; readonly body: string; readonly tag: string }[];
}
interface Recorded {
  notices: {
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
  const notices = { sounds: 0, notifications: [], withdrawn: [] };
  let permission = sessionStorage.getItem("asked") ?? "default";
  window.notices = notices;
  window.OscillatorNode = class extends OscillatorNode {
    start(when) {
      notices.sounds += 1;
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
    constructor(title, { body, tag }) { notices.notifications.push(Object.assign(this, { title, body, tag })); }
    close() { notices.withdrawn.push(this.body); }
  };
`;

const noticesIn = (page: Page): Promise<Notices> =>
  page.evaluate(() => {
    const { notices } = globalThis as unknown as Recorded;
    return {
      sounds: notices.sounds,
      notifications: notices.notifications.map(({ title, body, tag }) => ({ title, body, tag })),
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

/** The desk does not notify of messages that existed before it read its chats. */
const hasRead = (page: Page): Promise<void> => page.getByText("Loading chats…").waitFor({ state: "detached" });

const said = (page: Page, text: string) =>
  page.getByRole("status").filter({ hasText: text }).waitFor({ state: "attached" });

const bodies = async (page: Page): Promise<readonly string[]> =>
  (await noticesIn(page)).notifications.map(({ body }) => body);

t.test(
  "[CH-09, BOT-01, BOT-43] new chats and messages cause a sound, a notification and a text, in one of an agent's tabs",
  async (t) => {
    const otherChannel = { name: "Web site", agentIds: [1, 2] as never };
    const service = await startService(t, { channels: { MOBILEAPP1: { bot }, OTHERAPP01: otherChannel } });
    await service.enter("lee");
    const write = (name: string, text: string): Promise<void> => service.say({ id: name, name }, text, "OTHERAPP01");
    const { page, context, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/waiting");
    await context.addInitScript(recorder);
    await page.reload();
    await page.getByRole("button", { name: "Not now" }).click();
    const menu = page.getByRole("button", { name: /^Sound and notifications/ });
    await menu.click();
    t.equal(await page.getByRole("button", { name: "Not now" }).count(), 0);
    t.equal(await page.evaluate(() => Notification.permission), "default", "the permission waits for a click");
    await page.getByRole("button", { name: "Allow notifications" }).click();
    const notifies = page.getByRole("checkbox", { name: "Notifications of the browser" });
    const sounds = page.getByRole("checkbox", { name: "Sound for new chats and messages" });
    await notifies.check();
    await page.keyboard.press("Escape");
    await hasRead(page);
    await hasJoined(page);

    await service.say({ id: "7", name: "Maria" }, "Hello bot");
    await page.getByRole("link", { name: /^With bot 1$/ }).waitFor();
    // The page checks new chats after a short delay, so it announces this chat after the previous one.
    await write("Omar", "Anybody there?");
    await said(page, "New chat: Omar, Web site");
    t.equal((await noticesIn(page)).sounds, 2);
    await page.waitForFunction(() => (globalThis as unknown as Recorded).player.state === "suspended");
    t.pass("the audio stops after the tones");
    t.same(await bodies(page), ["Omar: Anybody there?"], "the bot has the other chat");
    t.equal(await page.title(), "(1) Parley desk");
    const marias = await chatIdOf(service, "Maria");
    await botInvites(service, marias);
    await said(page, "New chat: Maria, MOBILEAPP1");
    const { notifications } = await noticesIn(page);
    t.same(notifications.slice(1), [{ title: "New chat", body: "Maria: Hello bot", tag: `parley-chat-${marias}` }]);
    t.equal(await page.title(), "(2) Parley desk");
    await page.evaluate(() => (globalThis as unknown as Recorded).notices.notifications[1]?.onclick?.());
    await page.waitForURL(new RegExp(`#/inbox/waiting/${marias}$`));
    await acceptAs(service, "kim", "Maria");
    await page.locator(".composer textarea").waitFor();

    const view = page.locator("main.conversation");
    await service.say({ id: "7", name: "Maria" }, "I see you");
    await view.getByText("I see you").first().waitFor();
    await goTo(page, "#/inbox/waiting");
    await view.waitFor({ state: "detached" });
    await service.say({ id: "7", name: "Maria" }, "Where are you?");
    await said(page, "New message from Maria");
    t.same((await bodies(page)).slice(2), ["Maria: Where are you?"], "the agent saw the other message");

    const second = await context.newPage();
    await second.goto(page.url());
    await second.locator(".workplace").waitFor();
    await hasRead(second);
    await hasJoined(second, 1);
    await write("Ann", "Hello");
    for (const tab of [page, second]) await said(tab, "New chat: Ann");
    t.equal((await bodies(page)).length, 4);
    t.same(await noticesIn(second), { sounds: 0, notifications: [] });
    await second.close();

    await menu.click();
    await sounds.uncheck();
    await notifies.uncheck();
    const before = await noticesIn(page);
    await write("Li Wei", "Hello");
    await said(page, "New chat: Li Wei");
    t.same(await noticesIn(page), before, "the text is only for screen readers");
    await sounds.check();
    await page.keyboard.press("Escape");
    await page.mouse.move(900, 20);

    const quiet = (await noticesIn(page)).sounds;
    await page.keyboard.press("g");
    await page.keyboard.press("v");
    await page.getByRole("button", { name: /Away/ }).first().waitFor();
    const crowd = ["Bob", "Cem", "Dan", "Eve"];
    await Promise.all(crowd.map((name) => write(name, "Hello")));
    for (const name of crowd) await rowOf(page, name).waitFor();
    // The same check finds new chats and withdrawn ones, so these chats were checked before.
    const withdrawn = await page.evaluate(() => (globalThis as unknown as Recorded).notices.withdrawn.length);
    await acceptAs(service, "lee", "Ann");
    await until(() =>
      page.evaluate((count) => (globalThis as unknown as Recorded).notices.withdrawn.length > count, withdrawn),
    );
    t.equal((await noticesIn(page)).sounds, quiet);
    t.equal(await page.getByText(/new chats wait/).count(), 0, "many chats at once cause no notice either");
    t.equal(await page.title(), "(1) Parley desk", "no new chat waits for an absent agent, only the own client");
    t.same(complaints, []);
  },
);
