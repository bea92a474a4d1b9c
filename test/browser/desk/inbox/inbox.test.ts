import t from "tap";
import { botInvites } from "../../../desk/bots/bot-of.ts";
import { createManualClock } from "../../../edge/manual-clock.ts";
import { startService } from "../../../harness/service.ts";
import { bot } from "../../../harness/service-config.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage, shoot, untilPictureRefused } from "../desk-page.ts";
import { acceptAs, chatIdOf, goTo, rowOf, rowTexts } from "./inbox-page.ts";

const browser = await openBrowser(t);
const minuteMs = 60_000;
const backwards = (ms: number) => createManualClock(Date.now() - ms);

t.test("[CH-09, CH-27, CH-30] chats of all channels are in one list, each with its facts", async (t) => {
  const clock = backwards(6 * minuteMs + 5_000);
  const channels = { MOBILEAPP1: { name: "Shop app" }, OTHERAPP01: { name: "Web site", agentIds: [1] as never } };
  const service = await startService(t, { clock, channels });
  await service.enter("lee");
  await service.say({ id: "1", name: "Maria Stone", photo: `${service.url}/gone.png` }, "Where is my parcel?");
  await service.pass(4 * minuteMs);
  await service.say("2", "Is there anybody?", "OTHERAPP01");
  await service.pass(2 * minuteMs);
  await service.say({ id: "3", name: "Li Wei" }, "Hello");
  const { page } = await openDeskPage(browser, service, "kim");
  const rows = page.locator(".chat-item");
  await rows.nth(2).waitFor();
  t.same(await rowTexts(page), [
    "Maria Stone 6 min Where is my parcel? 1 unread Waits 6 min Shop app",
    "Anonymous #2 2 min Is there anybody? 1 unread Waits 2 min Web site",
    "Li Wei now Hello 1 unread Waits <1 min Shop app",
  ]);
  await untilPictureRefused(service);
  await rows.nth(0).locator(".avatar").getByText("MS", { exact: true }).waitFor();
  t.pass("initials replace a picture that does not load");
  t.equal(await rows.nth(0).locator(".avatar img").count(), 0);
  t.match(await rows.nth(2).locator(".wait").getAttribute("class"), /normal/);
  t.match(await rows.nth(1).locator(".wait").getAttribute("class"), /late/);
  t.match(await rows.nth(0).locator(".wait").getAttribute("class"), /too-late/);
  t.equal(await rows.nth(1).getAttribute("aria-posinset"), "2");
  t.equal(await rows.nth(1).getAttribute("aria-setsize"), "3");
  t.equal(
    await rows
      .nth(0)
      .locator(".row-reply")
      .evaluate((button) => getComputedStyle(button).opacity),
    "0",
  );
  await rows.nth(0).hover();
  t.equal(
    await rows
      .nth(0)
      .locator(".row-reply")
      .evaluate((button) => getComputedStyle(button).opacity),
    "1",
  );
  await page.locator("body").press("O");
  await page.getByRole("button", { name: "Order: Newest first. Change to: Longest wait first" }).waitFor();
  t.match((await rowTexts(page))[0], /^Li Wei/, "a key puts the newest on top");
  t.match(await page.locator(".longest-wait").innerText(), /Maria Stone\s+Waits 6 min, longest of all/);
  await page.reload();
  await page.locator(".longest-wait").waitFor();
  t.match((await rowTexts(page))[0], /^Li Wei/, "the browser remembers the order");
  await page.getByRole("button", { name: /^Order: Newest/ }).click();
  await page.getByRole("combobox", { name: "Channel" }).selectOption("OTHERAPP01");
  await rowOf(page, "Li Wei").waitFor({ state: "detached" });
  t.same((await rowTexts(page)).length, 1);
  await page.reload();
  await rows.first().waitFor();
  t.equal((await rowTexts(page)).length, 1, "the channel stays selected");
  await page.getByRole("searchbox").fill("nobody there");
  await page.getByRole("button", { name: "Show all of Waiting" }).click();
  await rows.nth(2).waitFor();
  await page.getByRole("searchbox").fill("maria PARCEL");
  await rowOf(page, "Li Wei").waitFor({ state: "detached" });
  t.equal((await rowTexts(page)).length, 1);
});

t.test("[CH-22] messages that arrived while no agent was present are in the list of the first agent", async (t) => {
  const service = await startService(t);
  await service.say("7", "Is anybody there?");
  const { page } = await openDeskPage(browser, service, "kim");
  t.match(await rowOf(page, "Anonymous").innerText(), /Is anybody there\?/);
});

t.test("[BOT-01, BOT-43] a bot's chat is marked and is in no other view until the bot offers it", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot } } });
  await service.enter("lee");
  const { page } = await openDeskPage(browser, service, "kim");
  await service.say({ id: "7", name: "Maria" }, "Hello");
  await goTo(page, "#/inbox/bot");
  t.match(await rowOf(page, "Maria").innerText(), /Bot/);
  await goTo(page, "#/inbox/waiting");
  await page.getByText("No client waits. New chats appear here.").waitFor();
  await botInvites(service, await chatIdOf(service, "Maria"));
  await rowOf(page, "Maria").waitFor();
  await page.getByRole("link", { name: /^Waiting 1$/ }).waitFor();
});

t.test("[BOT-43] Reply in the list accepts the chat and opens it; a later agent sees who has it", async (t) => {
  const service = await startService(t);
  const kim = await openDeskPage(browser, service, "kim");
  const lee = await openDeskPage(browser, service, "lee");
  await service.say({ id: "7", name: "Maria" }, "Hello");
  await service.say({ id: "8", name: "Li Wei" }, "Hello");
  for (const { page } of [kim, lee]) await rowOf(page, "Maria").waitFor();
  // Lee's desk does not receive the event that Kim has the chat, so both press Reply.
  await lee.page.route("**/accept", async (route) => {
    await acceptAs(service, "kim", "Maria");
    await route.continue();
  });
  await rowOf(lee.page, "Maria").getByRole("button").click();
  await lee.page.getByText("Kim has this chat.").waitFor();
  t.equal(new URL(lee.page.url()).hash, "#/inbox/waiting", "Lee's desk stays in its view");
  await rowOf(kim.page, "Li Wei").waitFor();
  await rowOf(kim.page, "Maria").waitFor({ state: "detached" });
  await kim.page.locator("body").press("j");
  t.match(await kim.page.locator(":focus").innerText(), /Li Wei/);
  await kim.page.keyboard.press("r");
  await kim.page.waitForURL(/#\/inbox\/waiting\/\d+$/);
  t.match(await rowOf(kim.page, "Li Wei").getAttribute("class"), /open/, "the chat keeps its place while it is open");
  t.equal(await kim.page.getByRole("button", { name: "Reply to Li Wei" }).count(), 0);
  await goTo(kim.page, "#/inbox/mine");
  await rowOf(kim.page, "Maria").waitFor();
  t.equal((await rowTexts(kim.page)).length, 2);
});

t.test("the keyboard moves through rows; the row with the focus is visible and can be opened", async (t) => {
  const service = await startService(t);
  await service.enter("lee");
  for (let number = 1; number <= 40; number += 1) {
    await service.say({ id: `${number}`, name: `Client ${number}` }, "Hello");
    await service.pass(1_000);
  }
  const { page } = await openDeskPage(browser, service, "kim", "#/inbox/waiting");
  await rowOf(page, "Client 1").waitFor();
  const focused = () => page.locator(":focus .row-name").innerText();
  await page.locator("body").press("j");
  t.equal(await focused(), "Client 1");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("j");
  t.equal(await focused(), "Client 3");
  await page.keyboard.press("k");
  t.equal(await focused(), "Client 2");
  await page.keyboard.press("End");
  t.equal(await focused(), "Client 40");
  t.ok(await page.locator(":focus").isVisible());
  t.ok((await page.locator(".chat-item").count()) < 40, "only visible rows are in the page");
  t.equal(await page.locator(".chat-item").last().getAttribute("aria-posinset"), "40");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/inbox\/waiting\/40$/);
  await page.locator("main.conversation").waitFor();
  await page.getByRole("link", { name: /^Mine/ }).click();
  await page.getByRole("link", { name: /^Waiting/ }).click();
  await page.locator(".chat-item.open").waitFor();
  t.ok(
    (await page.locator(".chat-list").evaluate((list) => list.scrollTop)) > 0,
    "the view returns to its earlier place",
  );
});

t.test("the address of a chat leads to its row in a view that contains it", async (t) => {
  const service = await startService(t);
  await service.enter("lee");
  for (let number = 1; number <= 40; number += 1)
    await service.say({ id: `${number}`, name: `Client ${number}` }, "Hello");
  await acceptAs(service, "lee", "Client 20");
  const { page } = await openDeskPage(browser, service, "kim", "#/inbox/waiting/39");
  /** The list is scrolled after the row is drawn. */
  const whenInSight = async (name: string): Promise<void> => {
    await rowOf(page, name).waitFor();
    await page.waitForFunction(() => {
      const row = document.querySelector(".chat-item.open");
      const [own, list] = [row, row?.closest(".chat-list")].map((element) => element?.getBoundingClientRect());
      return own !== undefined && list !== undefined && own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
    });
  };
  await whenInSight("Client 39");
  t.match(await page.locator(".chat-item.open").innerText(), "Client 39", "the list scrolls to the open chat");
  await page.goto(`${service.url}/desk/#/inbox/waiting/20`);
  await page.reload();
  await page.waitForURL(/#\/inbox\/all\/20$/);
  await whenInSight("Client 20");
  t.match(await page.locator(".chat-item.open").innerText(), "Client 20", "Lee has the chat, so it no longer waits");
  await page.getByRole("link", { name: /^Waiting/ }).click();
  await page.waitForURL(/#\/inbox\/waiting\/20$/);
  await rowOf(page, "Client 1").waitFor();
  t.equal(new URL(page.url()).hash, "#/inbox/waiting/20", "an agent who has it open stays in the view");
});

t.test("any word of an open chat finds the chat, in the list and in the palette", async (t) => {
  const service = await startService(t);
  await service.say({ id: "7", name: "Maria" }, "My parcel is made of glass");
  await service.say({ id: "7", name: "Maria" }, "Thank you");
  await service.say({ id: "8", name: "Li Wei" }, "Is glass recycled?");
  await service.say({ id: "9", name: "Omar" }, "Hello");
  const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/all");
  await rowOf(page, "Omar").waitFor();
  await page.getByRole("searchbox").fill("GLASS");
  await rowOf(page, "Maria").locator("mark").waitFor();
  t.equal((await rowTexts(page)).length, 2, "the last message finds one chat, and the service finds the other");
  t.match(await rowOf(page, "Maria").innerText(), /My parcel is made of glass/, "the matching line is shown");
  t.equal(await rowOf(page, "Maria").locator("mark").innerText(), "glass");
  await shoot(t, page, "inbox-found");
  await page.getByRole("searchbox").fill("unheard");
  await page.getByText("No chat matches your filters.").waitFor();
  await page.keyboard.press("Escape");
  await rowOf(page, "Omar").waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("parcel");
  await page.getByRole("option", { name: /Maria My parcel is made of glass/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/inbox\/all\/1$/);
  t.same(complaints, []);
});

t.test("[WH-20] chats of blocked clients are offered to nobody; agents can read them", async (t) => {
  const service = await startService(t);
  await service.enter("lee");
  await service.say({ id: "7", name: "Maria" }, "Hello");
  const token = await service.logIn("lee");
  const chatId = await chatIdOf(service, "Maria");
  await service.call("POST", `/api/chats/${chatId}/blacklist`, { token, body: { value: true } });
  const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/all");
  await page.getByText("There are no open chats.").waitFor();
  await goTo(page, "#/inbox/blocked");
  t.match(await rowOf(page, "Maria").innerText(), /Blocked/);
  t.equal(await page.getByRole("button", { name: "Reply to Maria" }).count(), 0);
  await service.say({ id: "7", name: "Maria" }, "Are you there?");
  await goTo(page, "#/inbox/waiting");
  await page.getByText("No client waits. New chats appear here.").waitFor();
  await goTo(page, "#/inbox/blocked");
  await page.getByText("Are you there?").waitFor();
  await service.call("POST", `/api/chats/${chatId}/blacklist`, { token, body: { value: false } });
  await page.getByText("No client is blocked.").waitFor();
  await goTo(page, "#/inbox/waiting");
  await rowOf(page, "Maria").waitFor();
  t.same(complaints, []);
});

t.test("an empty list shows the next action, and the view is kept", async (t) => {
  const service = await startService(t);
  const { page } = await openDeskPage(browser, service, "kim");
  await page.getByRole("heading", { name: "No chats yet" }).waitFor();
  await page.getByRole("link", { name: "Mine" }).click();
  await page.getByText("You have no chats.").waitFor();
  // The view is stored after it is drawn.
  await page.waitForFunction(() => Object.values(localStorage).includes("mine"));
  await page.goto(`${service.url}/desk/`);
  await page.waitForURL(/#\/inbox\/mine$/);
  const bare = await startService(t, { config: { channels: [] } });
  const ada = await openDeskPage(browser, bare, "ada");
  const add = ada.page.getByRole("link", { name: "Add a channel" });
  t.equal(await add.getAttribute("href"), "#/settings/channels/add", "the first hint leads to a channel");
  await ada.page.getByRole("button", { name: "Hide" }).click();
  const link = ada.page.getByRole("link", { name: "Go to channels" });
  t.equal(await link.getAttribute("href"), "#/settings/channels");
  const nobody = await openDeskPage(browser, bare, "max");
  await nobody.page.getByRole("heading", { name: "You are on no channel yet" }).waitFor();
});

t.test("the inbox has no barriers, wide and narrow, light and dark", async (t) => {
  const service = await startService(t, {
    clock: backwards(8 * minuteMs),
    channels: { MOBILEAPP1: { name: "Shop app" } },
  });
  await service.enter("lee");
  const said = [
    ["Maria Stone", "Where is my parcel? It was promised for last week"],
    ["Jonathan Bergström-Featherstonehaugh", "Hi"],
    ["Omar Haddad", "The payment was refused twice"],
    ["Priya Raman", "Is there a shop in Leeds?"],
  ] as const;
  for (const [name, text] of said) {
    await service.say({ id: name, name }, text);
    await service.pass(1.8 * minuteMs);
  }
  await service.say("9", "Hello?");
  await acceptAs(service, "lee", "Omar Haddad");
  await acceptAs(service, "kim", "Priya Raman");
  const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/all");
  await rowOf(page, "Maria Stone").waitFor();
  await shoot(t, page, "inbox-all");
  await goTo(page, "#/inbox/waiting");
  await page.getByRole("button", { name: /^Sound and notifications/ }).click();
  await shoot(t, page, "inbox-waiting");
  await page.keyboard.press("Escape");
  await rowOf(page, "Maria Stone").click();
  await page.setViewportSize({ width: 390, height: 844 });
  // Only on a phone, as part of the header.
  await page.getByRole("link", { name: "Back to the list" }).waitFor();
  const small = await page.locator(".chat-header :is(button, a)").evaluateAll((all) =>
    all
      .map((one) => [one.ariaLabel ?? one.textContent, one.getBoundingClientRect()] as const)
      .filter(([, { width, height }]) => height > 0 && (width < 44 || height < 44))
      .map(([name]) => name),
  );
  t.same(small, [], "controls for fingers have 44 px");
  await page.getByRole("button", { name: "Client", exact: true }).click();
  await page.getByRole("complementary", { name: "Client" }).waitFor();
  await shoot(t, page, "inbox-client-over");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press("Escape");
  await page.getByRole("complementary", { name: "Client" }).waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Back to the list" }).click();
  await rowOf(page, "Maria Stone").waitFor();
  t.same(complaints, []);
});
