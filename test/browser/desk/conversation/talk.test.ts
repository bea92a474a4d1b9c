import type { ServerResponse } from "node:http";
import t from "tap";
import { configureChannel } from "../../../../src/domain/configure.ts";
import { channelNamed } from "../../../desk/chat-of.ts";
import { fetchingHere, openPictureHost } from "../../../edge/pictures/picture-host.ts";
import { startService } from "../../../harness/service.ts";
import { enterVisitor } from "../../../harness/visitor-client.ts";
import { asWidget } from "../../../visitors/visitor-channel.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { goTo, rowOf } from "../inbox/inbox-page.ts";
import { button, field, focusedField, header, message, post, step } from "./conversation-world.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const service = await startService(t, {
  ...fetchingHere,
  config: { ...fetchingHere.config, linkPreviews: "on" },
  channels: asWidget(),
});
await configureChannel(service.app.runtime, {
  ...channelNamed(service, "SHOPAPI001", ["kim", "lee"]),
  kind: "api",
  widget: null,
});
const { page, complaints } = await openDeskPage(browser, service, "kim");

t.test("[BOT-36] text of people stands as it was written, without any decoration", async (t) => {
  const { page: visitor } = await enterVisitor(t, service);
  const written = ["`code` and ```more```", "> a quote\n- a list\n# head", "**bold** _italic_ <b>b</b>"];
  for (const text of written) await visitor.ask({ type: "message", text });
  await goTo(page, "#/inbox/all/1");
  await message(page, "**bold**").waitFor();
  const texts = page.locator("[data-seq] .text");
  t.same(await texts.allInnerTexts(), written);
  t.same(
    await texts.evaluateAll((shown) => shown.map(({ childElementCount }) => childElementCount)),
    [0, 0, 0],
    "no element draws a mark",
  );
  const looks = await texts.evaluateAll((shown) =>
    shown.map((one) => {
      const { fontFamily, fontStyle, borderInlineStartWidth, backgroundColor } = getComputedStyle(one);
      return { fontFamily, fontStyle, borderInlineStartWidth, backgroundColor };
    }),
  );
  for (const look of looks) t.same(look, looks[2]);
});

t.test("[WJ-54, WJ-55] an agent quotes a message, the visitor sees it, and the agent is told so", async (t) => {
  const { page: visitor } = await enterVisitor(t, service, {}, {});
  await visitor.ask({ type: "message", text: "Where is my order?" });
  await visitor.ask({ type: "message", text: "And can I change the address?" });
  const chat = (await visitor.until((frame) => frame.type === "chat")).chat?.id ?? "";
  await step(service, "kim", "accept", undefined, chat);
  await goTo(page, `#/inbox/mine/${chat}`);
  await message(page, "And can I").waitFor();
  await page.keyboard.press("q");
  t.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Reply to this message");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await focusedField(page).waitFor();
  t.match(await page.locator(".quote-to-send").innerText(), /Where is my order\?/);
  await page.keyboard.type("It is on its way.");
  await shoot(t, page, "conversation-quote");
  await page.keyboard.press("Enter");
  const reply = message(page, "It is on its way.");
  await reply.locator(".quote").getByText("Where is my order?").waitFor();
  t.equal(await page.locator(".quote-to-send").count(), 0);
  await reply.getByText("Sent", { exact: true }).waitFor();
  t.match((await visitor.until((frame) => frame.message?.from === "agent")).message.quote, { seq: 1, from: "client" });
  await visitor.ask({ type: "seen", chat, seq: 3 });
  await reply.getByText("Seen", { exact: true }).waitFor();
  await shoot(t, page, "conversation-seen");
});

t.test("[WJ-55] where the client gets no quote, the desk says so", async (t) => {
  const sender = { id: "9", name: "Nora" };
  const body = { sender, message: { type: "text", text: "Hello from the app" } };
  await service.call("POST", "/chat-api/3b6fA0aaaaaaaaaaaaaaaa/SHOPAPI001", { body });
  await service.settle();
  const token = await service.logIn("kim");
  const { chats } = (await service.call("GET", "/api/chats?channel=SHOPAPI001", { token })).body;
  const id = chats[0]?.id ?? "";
  await step(service, "kim", "accept", undefined, id);
  await goTo(page, `#/inbox/mine/${id}`);
  await message(page, "Hello from the app").hover();
  await button(page, "Reply to this message").click();
  await page.locator(".quote-to-send").getByText("The client does not see the quote").waitFor();
  await page.keyboard.type("Hi Nora");
  await page.keyboard.press("Enter");
  await message(page, "Hi Nora").getByText("The client got no quote").waitFor();
  t.notMatch(service.attempts.at(-1)?.content, { text: /Hello from the app/ });
});

t.test(
  "an agent finds words in a chat, also in messages that are not loaded, and opens the first new message",
  async (t) => {
    const { page: visitor } = await enterVisitor(t, service);
    await visitor.ask({ type: "message", text: "My invoice is wrong" });
    const chat = (await visitor.until((frame) => frame.type === "chat")).chat?.id ?? "";
    await step(service, "kim", "accept", undefined, chat);
    for (let count = 1; count <= 260; count += 1)
      await step(service, "kim", "note", { text: `Line ${count}${count % 100 === 0 ? " INVOICE" : ""}` }, chat);
    await goTo(page, `#/inbox/mine/${chat}`);
    await message(page, "Line 260").waitFor();
    await page.keyboard.press("Control+f");
    const find = page.getByRole("searchbox", { name: "Find in this chat" });
    await find.waitFor();
    await page.keyboard.type("invoice");
    const count = page.locator(".find-count");
    await count.getByText(/^1 of \d/).waitFor();
    await page.locator("[data-found]", { hasText: "Line 200 INVOICE" }).waitFor();
    t.equal(await page.evaluate(() => CSS.highlights.get("found-now")?.size), 1);
    // A quick writer types the next letter between the drawing of the last one and what follows it.
    await page.locator(".find-bar input").evaluate(async (input) => {
      if (!(input instanceof HTMLInputElement)) return;
      for (const words of ["invoic", "invoice"]) {
        input.value = words;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise<void>((resolve) => setTimeout(resolve));
      }
    });
    await page.waitForFunction(() => [...(CSS.highlights.get("found-now") ?? [])].join("") === "INVOICE");
    await shoot(t, page, "conversation-find");
    await page.keyboard.press("Enter");
    await page.locator("[data-found]", { hasText: "Line 100 INVOICE" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("[data-found]", { hasText: "My invoice is wrong" }).waitFor();
    await count.getByText("3 of 3", { exact: true }).waitFor();
    t.ok(await page.locator("[data-found]").isVisible());
    await page.keyboard.press("Shift+Enter");
    await count.getByText("2 of 3", { exact: true }).waitFor();
    await find.fill("nothing like it");
    await count.getByText("Nothing found").waitFor();
    await page.keyboard.press("Escape");
    await find.waitFor({ state: "detached" });
    t.equal(await page.evaluate(() => CSS.highlights.get("found")?.size), 0);

    await goTo(page, "#/inbox/mine");
    for (let number = 1; number <= 40; number += 1)
      await visitor.ask({ type: "message", text: `New ${number}\nand more` });
    await goTo(page, `#/inbox/mine/${chat}`);
    await message(page, "New 40").waitFor();
    const toFirst = button(page, "To the first new message");
    await toFirst.click();
    await page.locator(".unread-line").waitFor();
    await toFirst.waitFor({ state: "detached" });
  },
);

t.test("colleagues see each other in a chat, and one leaves a word for the other at a transfer", async (t) => {
  await post(service, { type: "text", text: "Hello" }, { id: "77", name: "Uma" }).catch(() => undefined);
  const { page: visitor } = await enterVisitor(t, service);
  await visitor.ask({ type: "contact", name: "Uma" });
  await visitor.ask({ type: "message", text: "I want my money back" });
  const chat = (await visitor.until((frame) => frame.type === "chat")).chat?.id ?? "";
  await step(service, "kim", "accept", undefined, chat);
  // The chats that Kim has opened so far took from the rate of reports, which fills up with the clock of the service.
  await service.pass(5_000);
  await goTo(page, `#/inbox/all/${chat}`);
  const other = await openDeskPage(browser, service, "lee", `#/inbox/all/${chat}`);
  await header(page).getByText("Also here: Lee").waitFor();
  await header(other.page).getByText("Also here: Kim").waitFor();
  await other.page.keyboard.press("n");
  await focusedField(other.page).waitFor();
  await other.page.keyboard.type("Let me");
  await header(page).getByText("Writing now: Lee").waitFor();
  await rowOf(page, "Uma").getByText("Writing now: Lee").waitFor();
  await shoot(t, page, "conversation-colleagues");
  await field(other.page).fill("");
  await header(page).getByText("Also here: Lee").waitFor();

  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("A word for the colleague (optional)").fill("She has waited since Monday.");
  await shoot(t, page, "conversation-transfer-word");
  await dialog.getByRole("button", { name: "Transfer to Lee" }).click();
  await message(other.page, "She has waited since Monday.").waitFor();
  t.ok(await message(other.page, "She has waited since Monday.").getByText("Only agents see this").isVisible());
  await goTo(page, "#/inbox/mine");
  await header(other.page).getByText("Also here: Kim").waitFor({ state: "detached" });
  t.same(other.complaints, []);
});

t.test("a link has a preview, whose words are plain text", async (t) => {
  const shop = (response: ServerResponse): void =>
    void response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<title>Bikes &lt;b&gt;</title><meta name="description" content="New and used bikes in the north.">`);
  const host = await openPictureHost(t, { "/shop": shop });
  const { page: visitor } = await enterVisitor(t, service);
  await visitor.ask({ type: "message", text: `I saw it at ${host.url}/shop yesterday` });
  const chat = (await visitor.until((frame) => frame.type === "chat")).chat?.id ?? "";
  await goTo(page, `#/inbox/all/${chat}`);
  const preview = message(page, "I saw it at").locator(".link-preview a");
  await preview.getByText("Bikes <b>").waitFor();
  t.match(await preview.innerText(), /127\.0\.0\.1:\d+\s+Bikes <b>\s+New and used bikes in the north\./);
  t.match(await preview.getAttribute("rel"), /noopener noreferrer/);
  await shoot(t, page, "conversation-link-preview");
});

t.test("the page has complained about nothing", async (t) => {
  t.same(complaints, []);
});
