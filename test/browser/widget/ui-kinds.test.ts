import t from "tap";
import { botSays, botTakes } from "../../desk/bots/bot-of.ts";
import { fetchingHere, openPictureHost, png } from "../../edge/pictures/picture-host.ts";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { asWidget, step, widget } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import { takePicture } from "../pictures.ts";
import { openSite, visit } from "./site.ts";
import { bubble, composer, dialog, hostile, label, looking, said, shoot, until } from "./ui-page.ts";

const browser = await openBrowser(t);

t.test("every kind of message is shown; files that do not load are shown by name", async (t) => {
  const service = await startService(t, { ...looking({}), ...fetchingHere });
  const host = await openPictureHost(t, { "/a.png": png });
  const site = await openSite(t, service);
  await service.enter("kim");
  const photo = `${host.url}/gone.png`;
  await service.call("PATCH", "/api/agents/1", { token: await service.logIn("ada"), body: { photo } });
  const { page } = await visit(browser, site);
  await label(page).click();
  await composer(page).fill("Show me all");
  await composer(page).press("Enter");
  await page.getByTitle("Sent", { exact: true }).waitFor();
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
    new Set(["/gone.png Parley", "/a.png Parley"]),
    "the browser sent no request to another host",
  );
  await shoot(t, page, "kinds");

  await step(service, "messages", { type: "text", text: "x".repeat(400) });
  await bubble(page, "xxxx").waitFor();
  const overflow = await page
    .locator("svc-widget :is(.scroll, .window), html")
    .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  t.same(overflow, [0, 0, 0], "nothing exceeds the edge");
});

t.test(
  "a visitor's picture is shown while it is sent; a picture that is too large is refused with the reason",
  async (t) => {
    const service = await startService(t, { ...looking({}), limits: { uploadBytesMax: 20_000 } });
    const site = await openSite(t, service);
    const kim = await service.enter("kim");
    const { page } = await visit(browser, site);
    await label(page).click();
    const png = await takePicture(page.locator("h1"));
    await page.route("**/files?*", async (route) => {
      await page.locator("svc-widget canvas[width]").waitFor();
      await route.continue();
    });
    await page.locator("svc-widget input[type=file]").setInputFiles([
      { name: "title.png", mimeType: "image/png", buffer: png },
      { name: "large.zip", mimeType: "application/zip", buffer: Buffer.alloc(20_001) },
    ]);
    const shown = await kim.until(({ message }) => message?.type === "photo");
    t.match(shown.message, { file_name: "title.png" });
    await page.locator("svc-widget img[alt='title.png']").waitFor();
    await page.getByText("Not sent: The file is too large.").waitFor();
    t.equal(
      await page.getByRole("button", { name: "Send again" }).count(),
      0,
      "a file that would fail again cannot be sent again",
    );
    await shoot(t, page, "failed");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText("large.zip").waitFor({ state: "detached" });

    await page.unroute("**/files?*");
    for (const [type, name] of Object.entries({ paste: "pasted.txt", dragover: "", drop: "dropped.txt" })) {
      await composer(page).evaluate(
        (target, { type, name }) => {
          const carried = new DataTransfer();
          carried.items.add(new File(["Dear all"], name));
          const options = { bubbles: true, composed: true, cancelable: true };
          target.dispatchEvent(
            type === "paste"
              ? new ClipboardEvent(type, { ...options, clipboardData: carried })
              : new DragEvent(type, { ...options, dataTransfer: carried }),
          );
        },
        { type, name },
      );
      if (name !== "") await page.getByRole("link", { name }).waitFor();
      const words = await dialog(page)
        .locator("[data-over]")
        .evaluateAll((all) => all.map((one) => one.getAttribute("data-drop")));
      t.same(words, type === "dragover" ? ["Drop files here"] : [], type);
    }
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
    const markdown = `**bold** _lean_ [go](https://shop.example.com) [no](javascript:alert(1)) ${hostile}`;
    await botSays(service, "1", { type: "MARKDOWN", content: markdown });
    const buttons = ["Track", hostile.slice(0, 40), "Return"].map((text, id) => ({ text, id }));
    await botSays(service, "1", { type: "BUTTONS", title: "What next?", text: "", buttons });
    await bubble(page, "What next?").waitFor();
    t.equal((await said(page))[2], `${hostile} https://a.example`, "text is shown as text");
    t.equal(await bubble(page, "https://a.example").getByRole("link").count(), 0);
    const styled = bubble(page, "bold lean go");
    t.same(await styled.locator("b").allInnerTexts(), ["bold", "not"]);
    t.same(await styled.locator("i").allInnerTexts(), ["lean"]);
    t.same(await styled.getByRole("link").allInnerTexts(), ["go"]);
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
