import t from "tap";
import type { AttemptFailure } from "../../../../machines/tells.ts";
import { configure } from "../../../harness/customer.ts";
import type { Service } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import { bot } from "../../../harness/service-config.ts";
import { openBrowser, untilFocused } from "../../browser.ts";
import { openDeskPage, shoot, shootMain } from "../desk-page.ts";
import { chatIdOf, goTo, rowOf } from "../inbox/inbox-page.ts";
import { button, field, focusedField, header, hostile, log, message, post, step } from "./conversation-world.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const withBot = { name: "Bot shop", bot, agentIds: [1, 2] as never };
const service = await startService(t, {
  limits: { botPerSecond: 10_000, botBurst: 10_000 },
  channels: { OTHERAPP01: withBot },
});
await service.enter("lee");
const { page, complaints } = await openDeskPage(browser, service, "kim");

t.test("[CH-10, CH-23, CH-34, CH-39] a chat from the customer's message to its end", async (t) => {
  await post(service, { type: "text", text: "Hello", id: "secret-of-the-app" }, { name: "Maria" });
  await post(service, { type: "text", text: "Anybody?" });
  await goTo(page, "#/inbox/all/1");
  await message(page, "Anybody?").waitFor();
  t.same(await page.locator("[data-seq] .text").allInnerTexts(), ["Hello", "Anybody?"]);
  // The chat and its messages arrive separately.
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
  service.attempts[0]?.answer();
  await step(service, "kim", "transfer", { agentId: 2 });
  await step(service, "lee", "accept");
  await step(service, "lee", "messages", { type: "text", text: "I am Lee" });
  await message(page, "I am Lee").waitFor();
  t.equal(await page.locator(".from-agent .author").last().innerText(), "Lee", "the sender is named");
  t.match(await page.locator(".composer").innerText(), /Lee has this chat\./);
  t.equal(await field(page).count(), 0);
  service.attempts.at(-1)?.answer();
  await step(service, "lee", "close");
  await page.getByText(/^Closed .*\. The client's next message opens a new chat\./).waitFor();
  t.equal(await page.getByRole("link", { name: "Search the archive" }).getAttribute("href"), "#/archive?q=Maria");
  t.same(
    await header(page)
      .getByRole("button")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))),
    ["Find in this chat"],
    "a closed chat has no action that it does not allow",
  );
  await service.say("7", "One more thing");
  await goTo(page, "#/inbox/all/2");
  await message(page, "One more thing").waitFor();
  t.equal(await page.locator("[data-seq]").count(), 1, "a new chat has its own messages");
  t.notMatch(await page.content(), /secret-of-the-app/);
});

/** Does to a page what the translation of a browser does: the words are replaced, and their text nodes leave the page. */
function translate(): void {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const one of texts) {
    const { parentElement: parent, data } = one;
    if (!parent?.translate || data.trim() === "" || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName)) continue;
    const words = document.createElement("font");
    words.textContent = `«${data}»`;
    one.replaceWith(words);
  }
}

t.test(
  "in a page that the browser translates, messages are translated, and nothing else shows old words",
  async (t) => {
    await service.say({ id: "31", name: "Ida" }, "Guten Tag");
    await goTo(page, `#/inbox/all/${await chatIdOf(service, "Ida")}`);
    await message(page, "Guten Tag").waitFor();
    await header(page).getByRole("heading", { name: "Ida" }).waitFor();
    await page.evaluate(translate);
    t.equal(await message(page, "Guten Tag").locator(".text").innerText(), "«Guten Tag»");
    await service.say({ id: "31", name: "Ida Berg" }, "Noch etwas");
    await service.say({ id: "32", name: "Finn" }, "Moin");
    await header(page).getByRole("heading", { name: "Ida Berg" }).waitFor();
    await button(page, /^Reply$/)
      .first()
      .click();
    await header(page).getByText("With you").waitFor();
    await rowOf(page, "Ida Berg").waitFor();
    await rowOf(page, "Finn").waitFor();
    await page.locator(".client").getByRole("heading", { name: "Ida Berg" }).waitFor();
    t.equal(await page.getByText(/^«?Ida»?$/).count(), 0);
    await goTo(page, `#/inbox/all/${await chatIdOf(service, "Finn")}`);
    await message(page, "Moin").waitFor();
    t.same(await page.locator("[data-seq] .text").allInnerTexts(), ["Moin"]);
  },
);

t.test(
  "[BOT-34, BOT-44] agents watch a bot's chat live; one of two agents takes it over, and the other sees the name",
  async (t) => {
    await service.say({ id: "8", name: "Bob" }, "Hello bot", "OTHERAPP01");
    const id = await chatIdOf(service, "Bob");
    await goTo(page, `#/inbox/all/${id}`);
    await message(page, "Hello bot").waitFor();
    await header(page).getByText("With Robin, the bot").waitFor();
    await service.settle();
    for (const attempt of service.botAttempts) attempt.answer();
    await service.settle();
    const says = (text: string) =>
      service.call("POST", `/bots/webhooks/${bot.providerId}/${bot.token}`, {
        body: { event: "BOT_MESSAGE", chat_id: id, message: { type: "TEXT", text } },
      });
    await says("I am a bot");
    await service.settle();
    service.attempts.at(-1)?.answer();
    await message(page, "I am a bot").waitFor();
    t.match(await page.locator(".from-bot .author").innerText(), /Robin\s*Bot/);
    await page.route("**/accept", async (route) => {
      await step(service, "lee", "accept", undefined, id);
      await route.continue();
    });
    await button(page, "Take over from bot").first().click();
    await page.getByText("Lee has this chat.").first().waitFor();
    await page.unroute("**/accept");
    t.match(await header(page).innerText(), /With Lee/);
    t.equal(await button(page, /^Reply\. Lee has this chat\.$/).getAttribute("data-tip"), "Lee has this chat.");
    await says("Too late");
    await message(page, "Too late")
      .getByText(/Not shown to the client/)
      .waitFor();
  },
);

t.test("[CH-09] a chat is transferred and closed with the keyboard, for any names in it", async (t) => {
  await service.say({ id: "9", name: hostile }, hostile);
  const id = await chatIdOf(service, hostile);
  await step(service, "kim", "accept", undefined, id);
  await goTo(page, `#/inbox/all/${id}`);
  await log(page).getByText(hostile).last().waitFor();
  await header(page).locator("h1", { hasText: hostile }).waitFor();
  await shootMain(t, page, "conversation");
  await page.keyboard.press("t");
  await page.getByRole("option", { name: /Lee\s*Available/ }).waitFor();
  await page.keyboard.type("nobody");
  await page.getByText("Nobody has this name.").waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("le");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("The chat is offered to Lee.").waitFor();
  t.match(await header(page).innerText(), /Waiting, offered to Lee/);
  await page.keyboard.press("r");
  await focusedField(page).waitFor();
  await page.keyboard.press("Escape");
  await header(page).getByRole("button", { name: "Close", exact: true }).focus();
  await page.keyboard.press("Enter");
  // The clock of the service is long before the browser's, so the head does not offer to open the chat again.
  await untilFocused(header(page).getByRole("button", { name: "Find in this chat" }));
  await page.locator(".toast").getByRole("button", { name: "Open again" }).click();
  await log(page).getByText("Kim opened the chat again.").waitFor();
  await field(page).waitFor();
  await button(page, "Put on the blacklist").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Put on the blacklist" }).click();
  await log(page).getByText("Kim put the client on the blacklist.").waitFor();
  // The dialog closes with the answer, and receives all keys until then.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const transfer = header(page).getByRole("button", { name: /^Transfer/ });
  t.match(await transfer.getAttribute("data-tip"), /on the blacklist/);
  await page.locator(".past .scroll").focus();
  await page.keyboard.press("e");
  await page.getByText(/The client's next message opens a new chat/).waitFor();
  t.equal(await page.title().then((title) => title === "run"), false);
});

t.test(
  "the receivers of a transfer follow the access of agents, and no other one replaces the chosen one",
  async (t) => {
    await service.say({ id: "12", name: "Nora" }, "Hello");
    const id = await chatIdOf(service, "Nora");
    await step(service, "kim", "accept", undefined, id);
    await goTo(page, `#/inbox/all/${id}`);
    await button(page, /^Transfer/)
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("option", { name: /Lee/ }).waitFor();
    const names = () => dialog.locator(".receiver-name").allInnerTexts();
    t.same(await names(), ["Lee"], "nobody who is not in the channel");
    await configure(service, { agentIds: [1, 2, 4] as never });
    await service.pass(1_000);
    await dialog.getByRole("option", { name: /Ada/ }).click();
    await dialog.getByRole("button", { name: "Transfer to Ada" }).waitFor();
    await configure(service, { agentIds: [1, 2] as never });
    await service.pass(1_000);
    await dialog.getByRole("option", { name: /Ada/ }).waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "Transfer", exact: true }).waitFor();
    t.same(await names(), ["Lee"]);
    await page.keyboard.press("Escape");
    await step(service, "kim", "close", undefined, id);
  },
);

const full: AttemptFailure = { kind: "error_answer", code: "5", message: "Mailbox of <b>maria</b> is full" };
const hidden: AttemptFailure = { kind: "error_answer", code: "17", message: "Internal words", isHidden: true };
const address = "https://shop.example.com/chat/***";
const trace = { address, answer: `{"error":{"code":5}} <script>`, note: null };

/** The running attempt takes half a second and fails; the next one begins. */
async function fail(service: Service, failure: AttemptFailure, times = 3): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await service.pass(500);
    service.attempts.at(-1)?.answer({ httpStatus: 200, failure, trace });
    await service.settle();
    await service.pass(2_500);
  }
}

t.test(
  "[DEL-04, DEL-05, DEL-06, DEL-12, DEL-13, DEL-14, DEL-16] an agent sees whether each message was delivered, and sends a failed one again",
  async (t) => {
    await service.say({ id: "10", name: "Ann" }, "Hello");
    const id = await chatIdOf(service, "Ann");
    await step(service, "kim", "accept", undefined, id);
    const made = () => service.attempts.filter(({ recipient }) => recipient.senderId === "10");
    await goTo(page, `#/inbox/mine/${id}`);
    await field(page).fill("Are you there?");
    await field(page).press("Enter");
    const sent = message(page, "Are you there?");
    await sent.getByRole("button", { name: "Sending", exact: false }).waitFor();
    await fail(service, full, 1);
    await sent.getByText("Sending, attempt 2 of 3").waitFor();
    await fail(service, full, 1);
    await sent.getByText("Sending, attempt 3 of 3").waitFor();
    t.equal(
      await sent.getByText("Not delivered").count(),
      0,
      "the error is not shown before the third attempt has failed",
    );
    await service.pass(500);
    service.attempts.at(-1)?.answer({ httpStatus: 200, failure: full, trace });
    await sent.getByText("Not delivered: Mailbox of <b>maria</b> is full").waitFor();
    t.equal(await sent.locator("b").count(), 0);
    await service.pass(20_000);
    t.equal(made().length, 3, "there are no more automatic attempts");
    await button(page, /^Not delivered/).click();
    const dialog = page.getByRole("dialog", { name: "Delivery of this message" });
    await dialog.getByText("Attempt 3").waitFor();
    t.match(await dialog.innerText(), /Attempt 1 failed[\s\S]*500 ms[\s\S]*200[\s\S]*\(5\)[\s\S]*<script>/);
    t.equal(await dialog.getByText(address).count(), 0, "only administrators see addresses");
    await shoot(t, page, "conversation-attempts");
    await page.keyboard.press("Escape");
    await sent.getByRole("button", { name: "Send again" }).click();
    await sent.getByText("Sending, attempt 4").waitFor();
    await service.settle();
    t.equal(new Set(made().map(({ messageId }) => messageId)).size, 1, "it is the same message");
    service.attempts.at(-1)?.answer();
    const mark = sent.locator(".way.delivered button");
    await mark.hover();
    await page.waitForFunction(() =>
      document
        .querySelector(".way.delivered button")
        ?.getAttribute("data-tip")
        ?.match(/Delivered .*\d/),
    );
    t.equal(await mark.getAttribute("tabindex"), "-1", "the Tab key does not stop there");
    await page.locator("body").press("d");
    t.match(await page.locator(":focus").innerText(), /Delivered/, "a key moves the focus there");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");

    await step(service, "kim", "messages", { type: "text", text: "Second" }, id);
    await fail(service, hidden);
    const second = message(page, "Second");
    await second.getByRole("button", { name: "Send again" }).waitFor();
    t.match(await second.locator(".way").innerText(), /^Not delivered\s*\. Show the attempts\s*Send again$/);
    await step(service, "kim", "transfer", { agentId: 2 }, id);
    await step(service, "lee", "accept", undefined, id);
    await second.getByRole("button", { name: "Send again" }).waitFor({ state: "detached" });
    t.pass("only the chat's agent can send again while this agent is present");
    t.same(
      complaints.filter((text) => !text.includes("409")),
      [],
    );
  },
);
