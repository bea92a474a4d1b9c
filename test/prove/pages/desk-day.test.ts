import t from "tap";
import { openBrowser } from "../../browser/browser.ts";
import { openDeskPage, untilStatus } from "../../browser/desk/desk-page.ts";
import { rowOf } from "../../browser/desk/inbox/inbox-page.ts";
import { channelsOf } from "../../browser/desk/settings/settings-channels.ts";
import { until } from "../../delivery/through-service.ts";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { enterVisitor } from "../../harness/visitor-client.ts";
import {
  botPosts,
  composer,
  gotten,
  header,
  openChat,
  reply,
  said,
  serveAll,
  takeEverything,
  write,
} from "./desk-day-world.ts";

const both = [1, 2];
const burst = 24;

t.test(
  "[CH-09, CH-10, CH-12, CH-13, CH-28, CH-49, DEL-05, DEL-06, DEL-12, DEL-18, BOT-01, BOT-43, BOT-44, BOT-49, WH-17, WH-18, WH-20] a whole working day of two agents on three channels",
  async (t) => {
    const service = await startService(t, {
      channels: {
        MOBILEAPP1: { name: "Mobile app" },
        OTHERAPP01: { name: "Bot shop", bot, agentIds: both as never },
      },
    });
    const ada = await service.logIn("ada");
    const body = { kind: "widget", name: "Web site", agents: both };
    await service.call("POST", "/api/channels", { token: ada, body });
    const widget = (await channelsOf(service)).find(({ name }) => name === "Web site")?.id;
    const browser = await openBrowser(t);

    t.equal(await service.status(), "0", "no agent is available at night");
    const { page: kim, complaints: ofKim } = await openDeskPage(browser, service, "kim");
    const { page: lee, complaints: ofLee } = await openDeskPage(browser, service, "lee");
    await untilStatus(service, "1");

    // Two agents want the same chat: one gets it, and the other sees the name of the first.
    await service.say({ id: "ann", name: "Ann" }, "Good morning");
    for (const page of [kim, lee]) await openChat(page, "waiting", "Ann");
    await reply(kim);
    await lee.getByText("Kim has this chat.").first().waitFor();
    await composer(kim).pressSequentially("Hel");
    await until(() => service.notices.length > 0);
    t.match(service.notices.at(-1), { state: "typein", recipient: { senderId: "ann" } });
    await write(kim, "Hello Ann");
    await until(() => service.notices.at(-1)?.state !== "typein");
    t.equal(service.notices.at(-1)?.state, "typeout", "typing ends just before the message");
    await said(lee, "Hello Ann").waitFor();

    // A failed message shows the reason in the other system's words, and is sent again.
    for (const index of [0, 1, 2]) {
      const failure = { kind: "error_answer" as const, code: "17", message: "Mailbox is full" };
      service.attempts[index]?.answer({ failure });
      await service.settle();
      await service.pass(3_000);
    }
    await said(kim, "Hello Ann").getByText("Not delivered: Mailbox is full").waitFor();
    const system = takeEverything(service);
    await said(kim, "Hello Ann").getByRole("button", { name: "Send again" }).click();
    await said(kim, "Hello Ann").getByText("Not delivered").waitFor({ state: "detached" });

    // A visitor of the web site says who she is while Lee writes.
    const { page: vera } = await enterVisitor(t, service, { widget });
    await vera.ask({ type: "message", text: "Do you ship to Ghent?" });
    await openChat(lee, "waiting", "Anonymous");
    await reply(lee);
    await write(lee, "Yes, we do");
    await vera.until(({ type, message }) => type === "message" && message.text === "Yes, we do");
    await vera.ask({ type: "contact", name: "Vera", email: "vera@example.com" });
    await header(lee).getByText("Vera", { exact: true }).waitFor();
    await lee.getByRole("link", { name: "vera@example.com" }).waitFor();

    // The bot begins, no agent is called, and then the bot asks for an agent.
    await service.say({ id: "bob", name: "Bob" }, "Where is my parcel?", "OTHERAPP01");
    await service.settle();
    for (const attempt of service.botAttempts) attempt.answer();
    await service.settle();
    const { chats } = (await service.call("GET", "/api/chats?state=with_bot", { token: ada })).body;
    const bobs = chats[0]?.id ?? "no chat is with the bot";
    await openChat(kim, "bot", "Bob");
    await botPosts(service, {
      event: "BOT_MESSAGE",
      chat_id: bobs,
      message: { type: "TEXT", text: "A person will know" },
    });
    await said(kim, "A person will know").waitFor();
    await botPosts(service, { event: "INVITE_AGENT", chat_id: bobs });
    await openChat(lee, "waiting", "Bob");
    await reply(lee);
    await service.settle();
    t.equal(service.botAttempts.at(-1)?.event.event, "AGENT_JOINED");
    await write(lee, "I look it up");

    // A note is not sent to the client; the chat goes to Kim, who has read the note.
    await lee.getByRole("tab", { name: "Note" }).click();
    await write(lee, "He called twice");
    await header(lee).getByRole("button", { name: "Transfer" }).click();
    await lee.getByRole("option", { name: /Kim/ }).click();
    await lee.getByRole("dialog").getByRole("button", { name: "Transfer" }).click();
    await header(lee).getByText("Waiting, offered to Kim").waitFor();
    await openChat(kim, "waiting", "Bob");
    await said(kim, "He called twice").waitFor();
    await reply(kim);
    await write(kim, "It is on its way");

    // Lunch: no agent is available, new messages wait, and a visitor leaves an offline message.
    for (const page of [kim, lee]) {
      await page.keyboard.press("Escape");
      await page.locator(".own").click();
      await page.getByRole("switch", { name: /Take new chats/ }).click();
      await page.locator(".own.away").waitFor();
      await page.keyboard.press("Escape");
    }
    await untilStatus(service, "0");
    t.pass("no agent is available at lunch");
    const { page: otto } = await enterVisitor(t, service, { widget });
    await otto.ask({ type: "offline_message", text: "Call me", phone: "+442079460100", name: "Otto" });
    await kim.getByRole("link", { name: /Offline messages/ }).click();
    await kim.getByText("Call me").waitFor();
    for (const page of [kim, lee]) {
      await page.locator(".own").click();
      await page.getByRole("switch", { name: /Take new chats/ }).click();
      await page.locator(".own:not(.away)").waitFor();
      await page.keyboard.press("Escape");
    }
    await untilStatus(service, "1");

    // Chats of a spammer are no longer offered.
    await service.say({ id: "spam", name: "Spam" }, "Buy gold");
    await openChat(kim, "waiting", "Spam");
    // The list moves no row under a pointer, so the pointer leaves the list.
    await lee.mouse.move(0, 0);
    await rowOf(lee, "Spam").waitFor();
    await header(kim)
      .getByRole("button", { name: /blacklist|Block/i })
      .click();
    await kim
      .getByRole("dialog")
      .getByRole("button", { name: /blacklist|Block/i })
      .click();
    await rowOf(lee, "Spam").waitFor({ state: "detached" });
    await service.say({ id: "spam", name: "Spam" }, "Buy more gold");

    // The rush: many chats at once. Each agent takes the next waiting one, with only the keyboard.
    for (let index = 0; index < burst; index += 1) {
      await service.say({ id: `rush-${index}`, name: `Rush ${index}` }, `Question ${index}`);
    }
    // Both desks know all these chats, and all earlier messages.
    for (const page of [kim, lee]) await page.locator(".views .count", { hasText: new RegExp(`^${burst}$`) }).waitFor();
    t.equal(await rowOf(lee, "Spam").count(), 0);
    const [byKim, byLee] = await Promise.all([serveAll(kim), serveAll(lee)]);
    t.equal(byKim + byLee, burst, `every chat is answered once: ${byKim} by Kim, ${byLee} by Lee`);

    // The evening: all chats are closed, and every one is found in the archive.
    for (const [page, name] of [
      [kim, "Ann"],
      [kim, "Bob"],
      [lee, "Vera"],
    ] as const) {
      await openChat(page, "mine", name);
      await header(page).getByRole("button", { name: "Close" }).click();
      await page.locator(".chat-header .state.closed").waitFor();
    }
    await service.settle();
    const open = (await service.call("GET", "/api/chats?state=open", { token: ada })).body.chats;
    t.same(open, [], "no client is left waiting");
    await kim.evaluate(() => {
      location.hash = "#/archive?q=parcel";
    });
    await kim.locator(".result", { hasText: "Bob" }).waitFor();
    system.stop();
    const expected = new Map<string, readonly string[]>([
      ["ann", ["Hello Ann"]],
      ["bob", ["A person will know", "I look it up", "It is on its way"]],
      ...Array.from({ length: burst }, (_, index): [string, string[]] => [
        `rush-${index}`,
        [`Answer for Rush ${index}`],
      ]),
    ]);
    t.same(
      [...gotten(service)].sort(),
      [...expected].sort(),
      "customers received every answer once and in order, and no note",
    );
    t.same(vera.texts(), ["Do you ship to Ghent?", "Yes, we do"]);
    for (const page of [kim, lee]) {
      await page.locator(".own").click();
      await page.getByRole("button", { name: "Log out" }).click();
      await page.getByRole("button", { name: "Log in" }).waitFor();
    }
    t.equal(await service.status(), "0");
    const own = [...ofKim, ...ofLee].filter((text) => !/40[19]/.test(text));
    t.same(own, [], "the pages logged only refusals");
  },
);
