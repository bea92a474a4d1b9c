import type { Page } from "playwright-core";
import t from "tap";
import { openDemo } from "../../src/demo/demo.ts";
import { shopChannel } from "../../src/demo/demo-config.ts";
import { findBarriers } from "./barriers.ts";
import { openBrowser, openPage } from "./browser.ts";
import { keepPicture } from "./pictures.ts";

const bubbles = (page: Page) => page.locator("#bubbles li");
const said = (page: Page) => page.locator("#bubbles .said").allInnerTexts();
const typing = (page: Page) => page.locator("#typing");

/** Sends the same request to the shop as the service. */
async function receive(page: Page, message: object, name = "Kim"): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  const body = { sender: { name }, recipient: { id: pathname.split("/").at(-1) }, message };
  const { status } = await fetch(`${origin}/parley/${shopChannel}`, { method: "POST", body: JSON.stringify(body) });
  if (status !== 200) throw new Error(`Expected 200, got ${status}`);
}

/** The overflow of the page, of the chat and of its conversation. */
const overflow = (page: Page) =>
  page
    .locator("html, .chat, #log")
    .evaluateAll((elements) => elements.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
const none = [0, 0, 0];

const longName = `Maximiliane ${"Freifrau von und zu ".repeat(5)}Hohenstein`;
const longFileName = `${"the-very-long-name-of-a-scanned-invoice-".repeat(6)}.pdf`;

t.test("the demo's chat page", async (t) => {
  const demo = await openDemo({ port: 0 }, () => undefined);
  t.teardown(() => demo.close());
  await demo.start();
  const { chatPage } = await demo.stayUp();
  const browser = await openBrowser(t);
  const { page, context, complaints } = await openPage(browser, chatPage, { viewport: { width: 1000, height: 800 } });

  await t.test("a person writes with only the keyboard and sees the agent's answers in order", async (t) => {
    await page.locator("#support[data-state=online]").waitFor();
    await keepPicture(page, "demo-empty");
    await page.keyboard.type("Is my order");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("on its <b>way</b>?");
    await page.keyboard.press("Enter");
    await bubbles(page).nth(2).waitFor();
    const texts = await said(page);
    t.equal(texts[0], "Is my order\non its <b>way</b>?");
    t.match(texts[1], /scripted agent/);
    t.match(texts[2], "on its <b>way</b>?");
    await page.getByText("Sent ·").waitFor();
    t.equal(await page.inputValue("#text"), "", "the field is empty again");
    t.equal(await page.evaluate(() => document.activeElement?.id), "text", "the field keeps the focus");
    await page.keyboard.press("Tab");
    t.equal(await page.evaluate(() => document.activeElement?.textContent), "Send");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    t.equal(await page.evaluate(() => document.activeElement?.id), "log", "the keyboard scrolls the conversation");
    await keepPicture(page, "demo-light");
    t.same(await findBarriers(page), []);
    t.same(complaints, []);
  });

  await t.test(
    "a reload shows the conversation again; another tab is another customer, who can send a failed message again",
    async (t) => {
      const before = await said(page);
      await page.reload();
      await bubbles(page).nth(2).waitFor();
      t.same(await said(page), before);
      const other = await context.newPage();
      await other.goto(chatPage);
      await other.locator("#support[data-state=online]").waitFor();
      t.equal(await bubbles(other).count(), 0);
      t.not(await other.locator("#you").innerText(), await page.locator("#you").innerText());
      await context.setOffline(true);
      await other.locator("#text").fill("Are you there?");
      await other.keyboard.press("Enter");
      const again = other.getByRole("button", { name: "Send again" });
      await again.waitFor();
      await keepPicture(other, "demo-failed");
      t.same(await findBarriers(other), []);
      await context.setOffline(false);
      await again.click();
      await bubbles(other).nth(2).waitFor();
      t.equal((await said(other)).filter((text) => text === "Are you there?").length, 1);
      await other.close();
    },
  );

  const small = { viewport: { width: 390, height: 700 }, colorScheme: "dark" } as const;
  const { page: phone, complaints: phoneComplaints } = await openPage(browser, chatPage, small);

  await t.test("the typing notice is shown until a message arrives", async (t) => {
    await phone.locator("#support[data-state=online]").waitFor();
    t.equal(await typing(phone).innerText(), "");
    t.equal(await typing(phone).getAttribute("role"), "status", "screen readers announce it politely");
    const composerTop = () => phone.evaluate(() => document.getElementById("composer")?.getBoundingClientRect().top);
    const before = await composerTop();
    await receive(phone, { type: "typein" });
    await typing(phone).getByText("Kim is typing…").waitFor();
    t.equal(await bubbles(phone).count(), 0, "it has no bubble");
    await receive(phone, { type: "typeout" });
    await phone.locator("#typing:empty").waitFor({ state: "attached" });
    await receive(phone, { type: "typein" }, longName);
    await typing(phone).getByText("is typing…").waitFor();
    t.equal(await composerTop(), before, "nothing moved");
    t.same(await overflow(phone), none);
    await keepPicture(phone, "demo-typing-390");
    await phone.reload();
    await typing(phone).getByText("is typing…").waitFor();
    await receive(phone, { type: "text", id: "1", text: "Here I am." }, longName);
    await bubbles(phone).first().waitFor();
    t.equal(await typing(phone).innerText(), "");
    await receive(phone, { type: "hologram", id: "2" });
    await receive(phone, { type: "text", id: "3", text: "Still here." }, longName);
    await bubbles(phone).nth(1).waitFor();
    t.same(await said(phone), ["Here I am.", "Still here."], "an unknown kind is not shown");
    t.same(phoneComplaints, []);
  });

  await t.test(
    "the service is notified when the customer types, from the first key until a pause, an emptied field or a message",
    async (t) => {
      const { page } = await openPage(browser, chatPage, {});
      await page.locator("#support[data-state=online]").waitFor();
      const sent: string[] = [];
      const waiters = new Set<() => void>();
      page.on("response", (response) => {
        const request = response.request();
        if (request.method() !== "POST") return;
        sent.push(request.postDataJSON().type ?? "message");
        for (const look of waiters) look();
      });
      /** Returns the notices that the page sends from now on, as soon as there are `count`. */
      const tells = async (act: () => Promise<unknown>, count: number): Promise<readonly string[]> => {
        const from = sent.length;
        const enough = new Promise<void>((resolve) => {
          waiters.add(() => {
            if (sent.length >= from + count) resolve();
          });
        });
        await act();
        await enough;
        return sent.slice(from);
      };
      await page.clock.install();
      t.same(await tells(() => page.keyboard.type("Hel"), 1), ["typein"]);
      // The page's clock also advances on its own, so there must be room for the time that a slow machine adds.
      await page.clock.runFor(3_500);
      await page.keyboard.type("l");
      await page.clock.runFor(3_500);
      t.same(sent, ["typein"], "the pause counts from the last key");
      t.same(await tells(() => page.clock.runFor(1_500), 1), ["typeout"]);
      t.same(await tells(() => page.keyboard.type("o"), 1), ["typein"]);
      t.same(await tells(() => page.locator("#text").fill(""), 1), ["typeout"]);
      t.same(await tells(() => page.keyboard.type("Hello"), 1), ["typein"]);
      t.same(await tells(() => page.keyboard.press("Enter"), 2), ["typeout", "message"]);
      const more = await tells(async () => {
        await page.keyboard.type("a");
        await page.clock.runFor(3_000);
        await page.keyboard.type("b");
        await page.clock.runFor(3_000);
        await page.keyboard.type("c");
      }, 2);
      t.same(more, ["typein", "typein"], "the notice is repeated while the customer types");
    },
  );

  await t.test("files are links with name and size, photos are shown, and no content is executed", async (t) => {
    await phone.locator("#text").fill(`A long word: ${"x".repeat(300)}`);
    await phone.keyboard.press("Enter");
    await bubbles(phone).nth(4).waitFor();
    t.same(await overflow(phone), none, "nothing exceeds the edge");
    await phone.keyboard.type("Do you have a photo?");
    await phone.keyboard.press("Enter");
    const photo = phone.locator("#bubbles a.file img");
    await photo.waitFor();
    await phone.waitForFunction(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0));
    t.match(await said(phone).then((texts) => texts.at(-1)), /parcel\.webp\s+Photo, \d+ bytes\s+Your parcel/);
    await keepPicture(phone, "demo-photo-390");

    // The shop ignores a message whose id it knows.
    const link = "https://127.0.0.1:1/files/x/bike.pdf";
    const hostile = '<img src=x onerror="document.title=1">';
    await receive(phone, { type: "document", id: "4", file: link, file_name: longFileName, file_size: 60_214 });
    await receive(phone, {
      type: "video",
      id: "5",
      file: link,
      file_name: "how-to.mp4",
      file_size: 8_112_004,
      text: hostile,
    });
    await receive(phone, { type: "audio", id: "6", file: "javascript:document.title=1", file_name: hostile }, longName);
    await phone.getByText("Audio").waitFor();
    const files = await phone
      .locator("#bubbles a.file")
      .evaluateAll((links) => links.map((one) => ["href", "rel", "target"].map((name) => one.getAttribute(name))));
    t.same(files.slice(1), [
      [link, "noopener noreferrer", "_blank"],
      [link, "noopener noreferrer", "_blank"],
    ]);
    const texts = await said(phone);
    t.match(texts.at(-3), `${longFileName}\nDocument, 60.2 kB`);
    t.match(texts.at(-2), "how-to.mp4\nVideo, 8.1 MB");
    t.match(texts.at(-2), hostile);
    t.match(texts.at(-1), `${hostile}\nAudio`);
    t.equal(await phone.locator("#bubbles img").count(), 1, "markup is shown as text");
    t.equal(await phone.title(), "Support · Sample shop");
    t.same(await overflow(phone), none);
    await keepPicture(phone, "demo-files-390");
    t.same(await findBarriers(phone), []);
    t.same(phoneComplaints, []);

    await receive(phone, { type: "photo", id: "7", file: "http://127.0.0.1:1/gone.jpg", file_name: "gone.jpg" });
    await phone.getByText("gone.jpg").waitFor();
    await phone.waitForFunction(() => document.images.length === 1);
    await keepPicture(phone, "demo-files-dark");
  });

  await t.test(
    "only photos of the page may be loaded from elsewhere, and nothing can be written into the page",
    async (t) => {
      const { headers } = await fetch(chatPage);
      const policy = headers.get("content-security-policy") ?? "";
      t.match(policy, "default-src 'none'");
      t.notMatch(policy, /unsafe|\*|data:/);
      t.same(
        policy.match(/[\w-]+ [^;]*https?:[^;]*/g),
        ["img-src 'self' http: https:"],
        "only agents' photos may come from other hosts",
      );
      const html = await (await fetch(chatPage)).text();
      t.notMatch(html, /<style|style=|<script[^>]*>[^<]|\son\w+=/i, "no inline script or style");
    },
  );
});
