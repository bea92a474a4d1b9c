import t from "tap";
import { botTakes, startWithBot } from "../../../desk/bots/bot-of.ts";
import { startService } from "../../../harness/service.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage, untilStatus } from "../desk-page.ts";
import { button, field, focusedField, header, hostile, log, message, post, step } from "./conversation-world.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);

t.test("[CH-10, CH-23, CH-34, CH-39] a chat from the customer's message to its end", async (t) => {
  const service = await startService(t);
  const { page, complaints } = await openDeskPage(browser, service, "kim");
  await untilStatus(service, "1");
  await post(service, { type: "text", text: "Hello", id: "secret-of-the-app" }, { name: "Maria" });
  await post(service, { type: "text", text: "Anybody?" });
  await page.goto(`${service.url}/desk/#/inbox/all/1`);
  await message(page, "Anybody?").waitFor();
  t.same(await page.locator("[data-seq] .text").allInnerTexts(), ["Hello", "Anybody?"]);
  // The chat comes by another way than what was said in it.
  await header(page).getByRole("heading", { name: "Maria" }).waitFor();
  t.match(await header(page).innerText(), /Maria\s+Waiting for an agent\s*MOBILEAPP1/);
  await page.keyboard.press("r");
  await focusedField(page).waitFor();
  t.match(await header(page).innerText(), /With you/);
  await page.keyboard.type("Hi Maria");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("How can I help?");
  await page.keyboard.press("Enter");
  await message(page, "Hi Maria").waitFor();
  await service.settle();
  t.match(service.attempts[0], {
    sender: { name: "Kim" },
    content: { type: "text", text: "Hi Maria\nHow can I help?" },
    recipient: { senderId: "7" },
  });
  t.equal(await field(page).inputValue(), "");
  await step(service, "kim", "transfer", { agentId: 2 });
  await step(service, "lee", "accept");
  await step(service, "lee", "messages", { type: "text", text: "I am Lee" });
  await message(page, "I am Lee").waitFor();
  t.equal(await page.locator(".from-agent .author").last().innerText(), "Lee", "who wrote is said");
  t.match(await page.locator(".composer").innerText(), /Lee has this chat\./);
  t.equal(await field(page).count(), 0);
  await step(service, "lee", "close");
  await page.getByText(/^Closed .*\. The client's next message opens a new chat\./).waitFor();
  t.equal(await page.getByRole("link", { name: "Search the archive" }).getAttribute("href"), "#/archive?q=Maria");
  t.equal(await button(page, /^Close\. The chat is closed\.$/).getAttribute("aria-disabled"), "true");
  await service.say("7", "One more thing");
  await page.goto(`${service.url}/desk/#/inbox/all/2`);
  await message(page, "One more thing").waitFor();
  t.equal(await page.locator("[data-seq]").count(), 1, "a new chat begins empty");
  t.notMatch(await page.content(), /secret-of-the-app/);
  t.same(complaints, []);
});

t.test(
  "[BOT-34, BOT-44] what a bot does is watched live; of two agents one takes it over, the other is told by name",
  async (t) => {
    const service = await startWithBot(t);
    await service.say("7", "Hello");
    const { page } = await openDeskPage(browser, service, "kim", "#/inbox/all/1");
    await message(page, "Hello").waitFor();
    await header(page).getByText("With Robin, the bot").waitFor();
    await botTakes(service);
    await service.call("POST", "/bots/webhooks/acme-bots/t0k3n", {
      body: { event: "BOT_MESSAGE", chat_id: "1", message: { type: "TEXT", text: "I am a bot" } },
    });
    await message(page, "I am a bot").waitFor();
    t.match(await page.locator(".from-bot .author").innerText(), /Robin\s*Bot/);
    await page.route("**/accept", async (route) => {
      await step(service, "lee", "accept");
      await route.continue();
    });
    await button(page, "Take over from bot").first().click();
    await page.getByText("Lee has this chat.").first().waitFor();
    t.match(await header(page).innerText(), /With Lee/);
    t.equal(await button(page, /^Reply\. Lee has this chat\.$/).getAttribute("title"), "Lee has this chat.");
    await service.call("POST", "/bots/webhooks/acme-bots/t0k3n", {
      body: { event: "BOT_MESSAGE", chat_id: "1", message: { type: "TEXT", text: "Too late" } },
    });
    t.match(await message(page, "Too late").innerText(), /Not shown to the client/);
  },
);

t.test("[CH-09] a chat is handed on and closed by keys, whatever the names in it are", async (t) => {
  const service = await startService(t);
  await post(service, { type: "text", text: hostile }, { name: hostile });
  await step(service, "kim", "accept");
  await service.enter("lee");
  const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/all/1");
  await log(page).getByText(hostile).last().waitFor();
  t.equal(await header(page).locator("h1").innerText(), hostile);
  await page.keyboard.press("t");
  await page.getByRole("option", { name: /Lee\s*Available/ }).waitFor();
  await page.keyboard.type("nobody");
  await page.getByText("Nobody of that name.").waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("le");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("The chat is offered to Lee.").waitFor();
  t.match(await header(page).innerText(), /Waiting, offered to Lee/);
  await page.keyboard.press("r");
  await focusedField(page).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".past .scroll").focus();
  await page.keyboard.press("e");
  await page.locator(".notice").getByRole("button", { name: "Open again" }).click();
  await log(page).getByText("Kim opened the chat again.").waitFor();
  await field(page).waitFor();
  await button(page, "Put on the blacklist").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Put on the blacklist" }).click();
  await header(page).getByRole("button", { name: "Take off the blacklist" }).waitFor();
  await log(page).getByText("Kim put the client on the blacklist.").waitFor();
  // It goes with the answer, and takes all keys until then.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  t.match(
    await header(page)
      .getByRole("button", { name: /^Transfer/ })
      .getAttribute("title"),
    /on the blacklist/,
  );
  await page.locator(".past .scroll").focus();
  await page.keyboard.press("e");
  await page.getByText(/The client's next message opens a new chat/).waitFor();
  t.equal(await page.title().then((title) => title === "run"), false);
  t.same(complaints, []);
});
