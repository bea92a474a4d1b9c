import t from "tap";
import { botInvites } from "../../../desk/bots/bot-of.ts";
import { createManualClock } from "../../../edge/manual-clock.ts";
import { startService } from "../../../harness/service.ts";
import { bot } from "../../../harness/service-config.ts";
import { openBrowser, untilFocused } from "../../browser.ts";
import { sizes } from "../../views.ts";
import { openDeskPage, shoot, shootMain, untilPictureRefused } from "../desk-page.ts";
import { acceptAs, chatIdOf, goTo, rowOf, rowTexts } from "./inbox-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const minuteMs = 60_000;

t.test(
  "[CH-09, CH-22, CH-27, CH-30, BOT-01, BOT-43] chats of all channels are in one list, each with its facts; the list is ordered, narrowed and searched",
  async (t) => {
    const clock = createManualClock(Date.now() - 6 * minuteMs - 5_000);
    const webSite = { name: "Web site", agentIds: [1] as never, bot };
    const service = await startService(t, {
      clock,
      channels: { MOBILEAPP1: { name: "Shop app" }, OTHERAPP01: webSite },
    });
    const max = await openDeskPage(browser, service, "max");
    await max.page.getByRole("heading", { name: "You are on no channel yet" }).waitFor();
    await max.context.close();
    await service.say({ id: "1", name: "Maria Stone", photo: `${service.url}/gone.png` }, "Where is my parcel?");
    await service.pass(4 * minuteMs);
    await service.say({ id: "2" }, "Is there anybody?", "OTHERAPP01");
    const { page, complaints } = await openDeskPage(browser, service, "kim");
    const rows = page.locator(".chat-item");
    await rowOf(page, "Maria Stone").waitFor();
    t.equal(await rows.count(), 1, "messages that arrived before an agent was present are in the list");
    await service.call("POST", "/api/chats/1/note", { token: await service.logIn("kim"), body: { text: "Ask Lee" } });
    await rowOf(page, "Maria Stone").getByText("Has a note").waitFor({ state: "attached" });
    const moves = () => rows.first().evaluate((row) => getComputedStyle(row).transitionDuration);
    t.equal(await moves(), "0s", "no row moves for people who want no motion");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    t.equal(await moves(), "0.14s");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await goTo(page, "#/inbox/bot");
    t.match(await rowOf(page, "Anonymous").innerText(), /Bot/);
    await goTo(page, "#/inbox/waiting");
    await botInvites(service, await chatIdOf(service, "Anonymous"));
    await rows.nth(1).waitFor();
    await page.getByRole("link", { name: /^Waiting 2$/ }).waitFor();
    await service.pass(2 * minuteMs);
    await service.say({ id: "3", name: "Li Wei" }, "Hello");
    await rows.nth(2).waitFor();
    const texts = await rowTexts(page);
    t.equal(texts[0], "Maria Stone Waits 6 min Where is my parcel? 1 unread Shop app Has a note");
    t.match(texts[1], /^Anonymous #2 Waits 2 min Is there anybody\?.*Web site$/);
    t.equal(texts[2], "Li Wei Waits <1 min Hello 1 unread Shop app");
    await untilPictureRefused(service);
    await rows.nth(0).locator(".avatar").getByText("MS", { exact: true }).waitFor();
    t.equal(await rows.nth(0).locator(".avatar img").count(), 0, "initials replace a picture that does not load");
    const facts = await rows.evaluateAll((all) =>
      all.map((row) => [row.querySelector(".wait")?.className.split(" ").at(-1), row.ariaPosInSet, row.ariaSetSize]),
    );
    t.same(facts, [
      ["late", "1", "3"],
      ["normal", "2", "3"],
      ["normal", "3", "3"],
    ]);
    const opacity = (): Promise<string> =>
      rows
        .nth(0)
        .locator(".row-reply")
        .evaluate((button) => getComputedStyle(button).opacity);
    t.equal(await opacity(), "0");
    await rows.nth(0).hover();
    t.equal(await opacity(), "1");

    await page.locator("body").press("O");
    await page.getByRole("button", { name: "Order: Newest first. Change to: Longest wait first" }).waitFor();
    t.match((await rowTexts(page))[0], /^Li Wei/, "a key puts the newest on top");
    t.match(await page.locator(".longest-wait").innerText(), /Maria Stone\s+Waits 6 min, longest of all/);
    await page.getByRole("combobox", { name: "Channel" }).selectOption("OTHERAPP01");
    await rowOf(page, "Li Wei").waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: /^Order: Newest/ }).waitFor();
    await rows.first().waitFor();
    t.equal((await rowTexts(page)).length, 1, "the order and the channel stay selected");
    const search = page.getByRole("searchbox");
    await search.fill("nobody there");
    await page.getByRole("button", { name: "Show all of Waiting" }).click();
    // The list removes no row while the pointer is over the list.
    await page.mouse.move(800, 300);
    await rows.nth(2).waitFor();
    await service.say({ id: "1", name: "Maria Stone" }, "Thank you");
    await rowOf(page, "Maria Stone").getByText("Thank you").waitFor();
    await search.fill("PARCEL");
    await rowOf(page, "Maria Stone").locator("mark").waitFor();
    t.equal(await rows.count(), 1, "any word of an open chat finds the chat");
    t.match(await rowOf(page, "Maria Stone").innerText(), /Where is my parcel\?/, "the matching line is shown");
    await page.keyboard.press("ArrowDown");
    await untilFocused(rowOf(page, "Maria Stone").getByRole("link"));
    await service.say({ id: "1", name: "Maria Stone" }, "The invoice came");
    await service.say({ id: "9", name: "Ann" }, "Invoices, please");
    await service.say({ id: "9", name: "Ann" }, "Hello?");
    await search.fill("");
    await rowOf(page, "Maria Stone").hover();
    await search.fill("invoice");
    await rowOf(page, "Ann").getByText("Invoices, please").waitFor();
    t.match(
      (await rowTexts(page))[0],
      /^Ann/,
      "what the service finds is not held back while the pointer is over the list",
    );
    await page.mouse.move(800, 300);
    await search.fill("unheard");
    await page.getByText("No chat matches your filters.").waitFor();
    await page.keyboard.press("Escape");
    await rowOf(page, "Li Wei").waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("parcel");
    await page.getByRole("option", { name: /Maria Stone Where is my parcel\?/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/inbox\/waiting\/1$/);
    t.same(
      complaints.filter((text) => !text.includes("404")),
      [],
      "the only errors are about the picture",
    );
  },
);

t.test(
  "[BOT-43, WH-20] Reply in the list accepts a chat for one of two agents; on a phone everything is in reach",
  async (t) => {
    const service = await startService(t, { channels: { MOBILEAPP1: { name: "Shop app" } } });
    const { page, complaints } = await openDeskPage(browser, service, "kim");
    await page.getByRole("heading", { name: "No open chats" }).waitFor();
    await page.getByRole("link", { name: "Mine" }).click();
    await page.getByText("You have no chats.").waitFor();
    // The view is stored after it is drawn.
    await page.waitForFunction(() => Object.values(localStorage).includes("mine"));
    await page.goto(`${service.url}/desk/`);
    await page.waitForURL(/#\/inbox\/mine$/);
    for (const name of ["Maria", "Li Wei", "Jonathan Bergström-Featherstonehaugh", "Bob"])
      await service.say({ id: name, name }, "Hello");
    await goTo(page, "#/inbox/waiting");
    await rowOf(page, "Bob").waitFor();
    const token = await service.logIn("lee");
    const bobs = await chatIdOf(service, "Bob");
    await service.call("POST", `/api/chats/${bobs}/blacklist`, { token, body: { value: true } });
    await rowOf(page, "Bob").waitFor({ state: "detached" });
    await goTo(page, "#/inbox/blocked");
    t.match(await rowOf(page, "Bob").innerText(), /Blocked/);
    t.equal(await page.getByRole("button", { name: "Reply to Bob" }).count(), 0);
    await goTo(page, "#/inbox/waiting");
    await rowOf(page, "Maria").waitFor();
    // Kim's desk does not know yet that Lee has the chat, so both press Reply.
    await page.route("**/accept", async (route) => {
      await acceptAs(service, "lee", "Maria");
      await route.continue();
    });
    await rowOf(page, "Maria").getByRole("button").click();
    await page.getByText("Lee has this chat.").waitFor();
    t.equal(new URL(page.url()).hash, "#/inbox/waiting", "the desk stays in its view");
    await page.unroute("**/accept");
    // The list moves no row under the pointer.
    await page.mouse.move(800, 300);
    await rowOf(page, "Maria").waitFor({ state: "detached" });
    await page.locator("body").press("j");
    t.match(await page.locator(":focus").innerText(), /Li Wei/);
    await page.keyboard.press("r");
    await page.waitForURL(/#\/inbox\/waiting\/\d+$/);
    t.match(await rowOf(page, "Li Wei").getAttribute("class"), /open/, "the chat keeps its place while it is open");
    t.equal(await page.getByRole("button", { name: "Reply to Li Wei" }).count(), 0);

    await goTo(page, "#/inbox/all");
    await rowOf(page, "Maria").waitFor();
    await shootMain(t, page, "inbox-all");
    await page.getByRole("button", { name: /^Sound and notifications/ }).click();
    await shoot(t, page, "inbox-waiting");
    await page.keyboard.press("Escape");
    await rowOf(page, "Maria").click();
    await page.setViewportSize(sizes.phone);
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
    // The header has no room for this button here.
    await page.getByRole("button", { name: "Put on the blacklist" }).waitFor();
    await shootMain(t, page, "inbox-client-over");
    await page.setViewportSize(sizes.phone);
    await page.keyboard.press("Escape");
    await page.getByRole("complementary", { name: "Client" }).waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Client", exact: true }).click();
    await page.getByRole("complementary", { name: "Client" }).waitFor();
    await page.goBack();
    await page.getByRole("complementary", { name: "Client" }).waitFor({ state: "hidden" });
    await page.getByRole("tab", { name: "Note" }).click();
    await page.getByRole("textbox").focus();
    t.equal(await page.locator(".rail").isVisible(), false, "the sections leave the room to the composer");
    await page.getByRole("link", { name: "Back to the list" }).click();
    await rowOf(page, "Maria").waitFor();
    await rowOf(page, "Li Wei").click();
    await page.getByRole("heading", { name: "Li Wei" }).waitFor();
    const head = await page.locator(".chat-header").boundingBox();
    t.ok(head !== null && head.height < 2 * 44, "the name and the buttons of one's own chat are in one line");
    t.same(
      complaints.filter((text) => !text.includes("409")),
      [],
    );
  },
);
