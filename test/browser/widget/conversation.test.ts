import { setImmediate } from "node:timers/promises";
import t from "tap";
import { userAgent } from "../../../src/core/version.ts";
import { botSays, botTakes } from "../../desk/bots/bot-of.ts";
import { fetchingHere, openPictureHost, png } from "../../edge/pictures/picture-host.ts";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { asWidget, step, widget } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import { takePicture } from "../pictures.ts";
import { keepCallbacks, openSite, visit } from "./site.ts";
import {
  bubble,
  composer,
  dialog,
  focused,
  hostile,
  label,
  looking,
  said,
  shoot,
  shootAt,
  shootDark,
  until,
} from "./ui-page.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);

t.test("[WJ-43, WJ-46] a person talks with an agent with only the keyboard, and rates the chat", async (t) => {
  const service = await startService(t, looking({}));
  await service.enter("kim");
  const site = await openSite(t, service, { script: keepCallbacks });
  const { page, context, complaints } = await visit(browser, site);
  await page.keyboard.press("Tab");
  t.equal(await focused(page), "Open chat");
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  t.equal(await focused(page), "Write a message");
  await page.keyboard.type(" ");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("Is my order");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("on its <b>way</b>?");
  await page.keyboard.press("Enter");
  await page.getByTitle("Sent", { exact: true }).waitFor();
  t.same((await said(page)).slice(1), ["Is my order\non its <b>way</b>?"], "a blank text is not sent");
  t.equal(await composer(page).inputValue(), "");
  t.equal(await focused(page), "Write a message", "the focus stays");
  // The chat and its messages arrive in different frames.
  await dialog(page).locator("header").getByText("Someone will be with you shortly").waitFor();
  const rate = page.getByRole("button", { name: "Rate this chat" });
  t.equal(await rate.count(), 0, "no rating before an answer");

  await step(service, "accept");
  await step(service, "messages", { type: "text", text: `${hostile} https://shop.example.com/a?b=1, see` });
  await bubble(page, "https://shop.example.com").waitFor();
  t.match(await dialog(page).locator("header").innerText(), /Kim\s+Here to help/);
  const link = bubble(page, "https://shop").getByRole("link");
  t.same(await link.evaluateAll((all) => all.map((a) => [a.getAttribute("href"), a.getAttribute("rel")])), [
    ["https://shop.example.com/a?b=1", "noopener noreferrer"],
  ]);
  await step(service, "typing", { type: "typein" });
  await page.getByText("Kim is typing").waitFor({ state: "attached" });
  await shoot(t, page, "chat");
  await shootDark(t, page, "chat");

  await composer(page).fill("Hello you");
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Emoji" }).click();
  await page.getByRole("toolbar", { name: "Emoji" }).waitFor();
  t.equal(await focused(page), "😀");
  for (const key of ["ArrowRight", "ArrowDown", "ArrowUp", "End", "Home", "ArrowRight"]) await page.keyboard.press(key);
  await shoot(t, page, "emoji");
  await page.keyboard.press("Enter");
  t.equal(await composer(page).inputValue(), "Hello yo😃u", "the emoji is inserted at the cursor");
  t.equal(await focused(page), "Write a message");

  await context.setOffline(true);
  await page.getByText("Connection lost, trying again…").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Not sent yet").waitFor();
  await shootAt(page, "lost");
  await context.setOffline(false);
  await page.locator("svc-widget .line").filter({ hasText: "Hello yo" }).locator("[title=Sent]").waitFor();
  t.equal(await page.getByText("Not sent yet").count(), 0);

  await rate.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Not good" }).waitFor();
  await composer(page).focus();
  for (let stops = 0; stops < 5; stops += 1) await page.keyboard.press("Shift+Tab");
  t.equal(await focused(page), "Good", "before it are the controls for emoji and files, and two more of the card");
  await rate.click();
  await page.getByRole("button", { name: "Not good" }).waitFor({ state: "detached" });
  await composer(page).focus();
  await step(service, "close");
  await page.getByRole("heading", { name: "How was this chat?" }).waitFor();
  await dialog(page).getByRole("log").getByText("The chat has ended").waitFor();
  t.equal(await focused(page), "Write a message", "the focus does not move");
  await page.getByRole("button", { name: "Not good" }).click();
  await dialog(page).getByLabel("Comment (optional)").fill("Too late");
  await shoot(t, page, "rating");
  await dialog(page).locator(".cards").getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Thank you!").waitFor();
  // The widget confirms at once, before its request has arrived.
  const token = await service.logIn("kim");
  const log = async () => JSON.stringify((await service.call("GET", "/api/chats/1/messages", { token })).body);
  while (!(await log()).includes("The client rated the chat negative: Too late")) await setImmediate();
  t.same(
    complaints.filter((complaint) => !/WebSocket|ERR_/.test(complaint)),
    [],
  );

  await composer(page).fill("😀".repeat(1_001));
  await page.getByText("1,001 / 1,000").waitFor();
  await composer(page).press("Enter");
  t.equal(await composer(page).inputValue(), "😀".repeat(1_001), "a text that is too long is not sent");
  const tall = await composer(page).evaluate(({ clientHeight }) => clientHeight);
  t.ok(tall > 100 && tall < 120, `the field grows to five lines, then it scrolls: ${tall}`);
  await composer(page).fill("Half a thought");
  t.equal(await page.getByText("/ 1,000").count(), 0);
  await page.reload();
  await label(page).click();
  t.equal(await composer(page).inputValue(), "Half a thought", "the text stays after a reload");
  await composer(page).dispatchEvent("keydown", { key: "Enter", isComposing: true });
  t.equal(await composer(page).inputValue(), "Half a thought", "the Enter of an input method does not send");
  // Safari ends the composition before this key.
  for (const key of ["Enter", "Escape"])
    await composer(page).dispatchEvent("keydown", { key, keyCode: 229, isComposing: false });
  t.ok(await dialog(page).isVisible());
  t.equal(await composer(page).inputValue(), "Half a thought", "nor does the Enter that ends a conversion in Safari");
  await page.getByRole("button", { name: "Earlier conversations" }).click();
  // The button has another name while the chats are loaded one after another.
  await page.getByRole("button", { name: /^(Earlier conversations|Loading…)$/ }).waitFor({ state: "detached" });
  t.same(
    (await said(page)).slice(1).map((text) => text.replace(/^<img.*/, "…")),
    ["Is my order\non its <b>way</b>?", "…", "Hello yo😃u"],
    "earlier chats can be read",
  );
  t.equal(await page.locator("svc-widget .cards").count(), 0, "the rating is requested only once");
  t.equal(await page.title(), "Shop", "no text is shown as markup");
});

t.test(
  "every kind of message is shown; files that do not load are shown by name; a visitor's files are sent",
  async (t) => {
    const service = await startService(t, { ...looking({}), ...fetchingHere, limits: { uploadBytesMax: 20_000 } });
    const host = await openPictureHost(t, { "/a.png": png });
    const site = await openSite(t, service);
    const kim = await service.enter("kim");
    const photo = `${host.url}/gone.png`;
    await service.call("PATCH", "/api/agents/1", { token: await service.logIn("ada"), body: { photo } });
    const { page } = await visit(browser, site);
    await label(page).click();
    const title = await takePicture(page.locator("h1"));
    await page.route("**/files?*", async (route) => {
      await page.locator("svc-widget canvas[width]").waitFor();
      await route.continue();
    });
    await page.locator("svc-widget input[type=file]").setInputFiles([
      { name: "title.png", mimeType: "image/png", buffer: title },
      { name: "large.zip", mimeType: "application/zip", buffer: Buffer.alloc(20_001) },
    ]);
    const sent = await kim.until(({ message }) => message?.type === "photo");
    t.match(sent.message, { file_name: "title.png" });
    await page.locator("svc-widget img[alt='title.png']").waitFor();
    await page.getByText("Not sent: The file is too large.").waitFor();
    t.equal(
      await page.getByRole("button", { name: "Send again" }).count(),
      0,
      "a file that would fail again cannot be sent again",
    );
    await page.unroute("**/files?*");
    for (const [type, name] of Object.entries({ cells: "", paste: "pasted.txt", dragover: "", drop: "dropped.txt" })) {
      const isText = await composer(page).evaluate(
        (target, { type, name }) => {
          const carried = new DataTransfer();
          carried.items.add(new File(["Dear all"], name || "image.png", { type: "image/png" }));
          if (type === "cells") carried.setData("text/plain", "1\t2");
          const options = { bubbles: true, composed: true, cancelable: true };
          return target.dispatchEvent(
            type === "paste" || type === "cells"
              ? new ClipboardEvent("paste", { ...options, clipboardData: carried })
              : new DragEvent(type, { ...options, dataTransfer: carried }),
          );
        },
        { type, name },
      );
      t.equal(isText, type === "cells", `${type}: only cells of a spreadsheet are left to the browser, as text`);
      if (type === "paste") {
        await page.getByRole("button", { name: "Discard: pasted.txt" }).waitFor();
        t.equal(await page.getByRole("link", { name }).count(), 0, "a pasted file waits until the visitor sends it");
        await composer(page).press("Enter");
      }
      if (name !== "") await page.getByRole("link", { name }).waitFor();
      const words = await dialog(page)
        .locator("[data-over]")
        .evaluateAll((all) => all.map((one) => one.getAttribute("data-drop")));
      t.same(words, type === "dragover" ? ["Drop files here"] : [], type);
    }

    // Two pictures of different widths, pasted one after the other.
    const pictures = { "wide.png": title, "small.png": await takePicture(composer(page)) };
    const drawn = (picture: string) => dialog(page).locator(`canvas[aria-label="${picture}"][width]`);
    const widths: (string | null)[] = [];
    for (const [picture, bytes] of Object.entries(pictures)) {
      await composer(page).evaluate(
        (target, { picture, base64 }) => {
          const carried = new DataTransfer();
          const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
          carried.items.add(new File([bytes], picture, { type: "image/png" }));
          const options = { bubbles: true, composed: true, cancelable: true, clipboardData: carried };
          target.dispatchEvent(new ClipboardEvent("paste", options));
        },
        { picture, base64: bytes.toString("base64") },
      );
      await drawn(picture).waitFor();
      widths.push(await drawn(picture).getAttribute("width"));
    }
    await shoot(t, page, "widget-pasted");
    t.not(widths[0], widths[1]);
    await page.getByRole("button", { name: "Discard: wide.png" }).click();
    t.equal(await drawn("wide.png").count(), 0, "the first is still there until it is discarded");
    t.equal(await drawn("small.png").getAttribute("width"), widths[1], "and the other stays beside its own name");
    await page.getByRole("button", { name: "Discard: small.png" }).click();

    await step(service, "accept");
    const file = `${service.url}/files/gone/x.bin`;
    const name = "<i>x</i>.bin";
    for (const type of ["photo", "document", "audio", "voice", "video"])
      await step(service, "messages", { type, text: `a ${type}`, file, file_name: name, file_size: 482_113 });
    await bubble(page, "a video").waitFor();
    t.match(await bubble(page, "a document").innerText(), /<i>x<\/i>\.bin\s+482\.1 kB/);
    await bubble(page, "a photo").getByText(name).waitFor();
    for (const [type, tag] of Object.entries({ audio: "audio", voice: "audio", video: "video" }))
      t.equal(await bubble(page, `a ${type}`).locator(`${tag}[controls]`).getAttribute("aria-label"), name);
    await dialog(page).locator(".face img[hidden]").waitFor({ state: "attached" });
    t.equal(
      await dialog(page).locator(".face").innerText(),
      "K",
      "initials replace an agent's picture that does not load",
    );
    await step(service, "messages", {
      type: "photo",
      text: "Elsewhere",
      file: `${host.url}/a.png`,
      file_name: "a.png",
      file_size: 70,
    });
    await until(
      page,
      `document.querySelector("svc-widget").shadowRoot.querySelector("img[alt=Elsewhere]")?.naturalWidth === 1`,
    );
    t.same(
      new Set(host.asked.map(({ path, headers }) => `${path} ${headers["user-agent"]}`)),
      new Set([`/gone.png ${userAgent}`, `/a.png ${userAgent}`]),
      "the browser sent no request to another host",
    );
    await shoot(t, page, "kinds");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText("large.zip").waitFor({ state: "detached" });

    await step(service, "messages", { type: "text", text: "x".repeat(400) });
    await bubble(page, "xxxx").waitFor();
    const overflow = await page
      .locator("svc-widget :is(.scroll, .window), html")
      .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    t.same(overflow, [0, 0, 0], "nothing exceeds the edge");
  },
);

t.test(
  "[BOT-36, BOT-37, BOT-40, BOT-42, BOT-46] a bot's messages, its buttons and the button for an agent work",
  async (t) => {
    const service = await startService(t, {
      limits: { botPerSecond: 10_000, botBurst: 10_000 },
      channels: asWidget({ webhooks: null, bot, widget: { ...widget, contactsForm: false } }),
    });
    await service.enter("kim");
    const site = await openSite(t, service);
    const { page, complaints } = await visit(browser, site);
    await label(page).click();
    await composer(page).fill("Hi");
    await composer(page).press("Enter");
    await page.getByTitle("Sent", { exact: true }).waitFor();
    await botTakes(service);
    await botSays(service, "1", { type: "TEXT", text: `${hostile} https://a.example` });
    const markdown = `**bold** _lean_ [go](https://shop.example.com) https://shop.example.com/_new_/list [no](javascript:alert(1)) ${hostile}`;
    await botSays(service, "1", { type: "MARKDOWN", content: markdown });
    const buttons = ["Track", hostile.slice(0, 40), "Return"].map((text, id) => ({ text, id }));
    await botSays(service, "1", { type: "BUTTONS", title: "What next?", text: "", buttons });
    await bubble(page, "What next?").waitFor();
    t.equal((await said(page))[2], `${hostile} https://a.example`, "text is shown as text");
    t.same(await bubble(page, "https://a.example").getByRole("link").allInnerTexts(), ["https://a.example"]);
    const styled = bubble(page, "bold lean go");
    t.same(await styled.locator("b").allInnerTexts(), ["bold", "not"]);
    t.same(await styled.locator("i").allInnerTexts(), ["lean"]);
    t.same(await styled.getByRole("link").allInnerTexts(), ["go", "https://shop.example.com/_new_/list"]);
    t.match(await styled.innerText(), "<b>bold</b>");
    t.match(await dialog(page).locator("header").innerText(), /Robin\s+Automatic assistant/);
    await shoot(t, page, "bot");

    await page.getByRole("button", { name: "Track" }).click();
    await bubble(page, "Track").waitFor();
    await page.getByRole("button", { name: "Track" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Talk to a person" }).click();
    await page.getByText("Someone will be with you shortly").waitFor();
    t.equal(await page.getByRole("button", { name: "Talk to a person" }).count(), 0);
    t.equal(await page.title(), "Shop");
    t.same(complaints, []);
  },
);
