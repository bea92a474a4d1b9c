import t from "tap";
import type { AttemptFailure } from "../../../../machines/delivery/delivery.types.ts";
import { botTakes, startWithBot } from "../../../desk/bots/bot-of.ts";
import type { Service } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage, shoot, untilStatus } from "../desk-page.ts";
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
  await step(service, "kim", "transfer", { agentId: 2 });
  await step(service, "lee", "accept");
  await step(service, "lee", "messages", { type: "text", text: "I am Lee" });
  await message(page, "I am Lee").waitFor();
  t.equal(await page.locator(".from-agent .author").last().innerText(), "Lee", "the sender is named");
  t.match(await page.locator(".composer").innerText(), /Lee has this chat\./);
  t.equal(await field(page).count(), 0);
  await step(service, "lee", "close");
  await page.getByText(/^Closed .*\. The client's next message opens a new chat\./).waitFor();
  t.equal(await page.getByRole("link", { name: "Search the archive" }).getAttribute("href"), "#/archive?q=Maria");
  t.equal(await button(page, /^Close\. The chat is closed\.$/).getAttribute("aria-disabled"), "true");
  await service.say("7", "One more thing");
  await page.goto(`${service.url}/desk/#/inbox/all/2`);
  await message(page, "One more thing").waitFor();
  t.equal(await page.locator("[data-seq]").count(), 1, "a new chat has an empty field");
  t.notMatch(await page.content(), /secret-of-the-app/);
  t.same(complaints, []);
});

t.test(
  "[BOT-34, BOT-44] agents watch a bot's chat live; one of two agents takes it over, and the other sees the name",
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

t.test("[CH-09] a chat is transferred and closed with the keyboard, for any names in it", async (t) => {
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
  await page.locator(".past .scroll").focus();
  await page.keyboard.press("e");
  await page.locator(".notice").getByRole("button", { name: "Open again" }).click();
  await log(page).getByText("Kim opened the chat again.").waitFor();
  await field(page).waitFor();
  await button(page, "Put on the blacklist").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Put on the blacklist" }).click();
  await header(page).getByRole("button", { name: "Take off the blacklist" }).waitFor();
  await log(page).getByText("Kim put the client on the blacklist.").waitFor();
  // The dialog closes with the answer, and receives all keys until then.
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

async function openChat(service: Service) {
  await service.say("7", "Hello");
  await step(service, "kim", "accept");
  return openDeskPage(browser, service, "kim", "#/inbox/mine/1");
}

t.test(
  "[DEL-04, DEL-05, DEL-06, DEL-12, DEL-16] an agent sees whether each message was delivered, and sends a failed one again",
  async (t) => {
    const service = await startService(t);
    const { page, complaints } = await openChat(service);
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
    t.equal(service.attempts.length, 3, "there are no more automatic attempts");
    await button(page, /^Not delivered/).click();
    const dialog = page.getByRole("dialog", { name: "Delivery of this message" });
    await dialog.getByText("Attempt 3").waitFor();
    t.match(await dialog.innerText(), /Attempt 1 failed[\s\S]*500 ms[\s\S]*200[\s\S]*\(5\)[\s\S]*<script>/);
    t.equal(await dialog.getByText(address).count(), 0, "only administrators see addresses");
    const bars = await dialog
      .locator(".bar")
      .evaluateAll((all) => all.map((bar) => [Number(bar.getAttribute("x")), Number(bar.getAttribute("width"))]));
    const [first, second, third] = bars.map(([x = 0]) => x);
    t.equal((second ?? 0) - (first ?? 0), (third ?? 0) - (second ?? 0), "the bars are to scale");
    t.ok(bars.every(([, width]) => Math.abs((width ?? 0) * 6 - ((second ?? 0) - (first ?? 0))) < 0.01));
    await shoot(t, page, "conversation-attempts");
    await page.keyboard.press("Escape");
    await sent.getByRole("button", { name: "Send again" }).click();
    await sent.getByText("Sending, attempt 4").waitFor();
    await service.settle();
    t.equal(new Set(service.attempts.map(({ messageId }) => messageId)).size, 1, "it is the same message");
    service.attempts.at(-1)?.answer();
    await sent.locator(".way.delivered").waitFor();
    await sent.getByRole("button", { name: "Delivered" }).hover();
    await page.waitForFunction(() =>
      document
        .querySelector(".way.delivered button")
        ?.getAttribute("title")
        ?.match(/Delivered .*\d/),
    );
    t.equal(
      await page.locator(".way.delivered button").first().getAttribute("tabindex"),
      "-1",
      "the Tab key does not stop there",
    );
    await page.locator("body").press("d");
    t.match(await page.locator(":focus").innerText(), /Delivered/, "a key moves the focus there");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    t.same(complaints, []);
  },
);

t.test("[DEL-13, DEL-14, DEL-17] a hidden error has no text, and a silent endpoint is named", async (t) => {
  const service = await startService(t);
  const { page } = await openChat(service);
  await step(service, "kim", "messages", { type: "text", text: "First" });
  await fail(service, hidden);
  const first = message(page, "First");
  await first.getByRole("button", { name: "Send again" }).waitFor();
  t.match(await first.locator(".way").innerText(), /^Not delivered\s*\. Show the attempts\s*Send again$/);
  await step(service, "kim", "messages", { type: "text", text: "Second" });
  await service.pass(30_000);
  await message(page, "Second").getByText("Not delivered: The customer system did not answer within 3 s.").waitFor();
  await step(service, "kim", "messages", { type: "text", text: "Third" });
  await fail(service, full, 2);
  await fail(service, { kind: "http_status", code: "http_status", message: "HTTP status 503" }, 1);
  await message(page, "Third").getByText("Not delivered: HTTP status 503").waitFor();
  await service.enter("lee", { available: true });
  await step(service, "kim", "transfer", { agentId: 2 });
  await step(service, "lee", "accept");
  await button(page, "Send again").first().waitFor({ state: "detached" });
  t.equal(
    await button(page, "Send again").count(),
    0,
    "only the chat's agent can send again while this agent is present",
  );
  const admin = await openDeskPage(browser, service, "ada", "#/inbox/all/1");
  await message(admin.page, "First")
    .getByRole("button", { name: /^Not delivered/ })
    .click();
  await admin.page.getByRole("dialog").getByText(address).first().waitFor();
});
