import t from "tap";
import { userAgent } from "../../../../src/core/version.ts";
import { configureChannel } from "../../../../src/domain/configure.ts";
import { botSays } from "../../../desk/bots/bot-of.ts";
import { channelNamed } from "../../../desk/chat-of.ts";
import { fetchingHere } from "../../../edge/pictures/picture-host.ts";
import { startService } from "../../../harness/service.ts";
import { bot, webhooks } from "../../../harness/service-config.ts";
import { enterVisitor } from "../../../harness/visitor-client.ts";
import { asWidget } from "../../../visitors/visitor-channel.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { chatIdOf, goTo } from "../inbox/inbox-page.ts";
import { hostile, log, message, openFilePlace, post, step } from "./conversation-world.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const { MOBILEAPP1: shop } = asWidget({ webhooks: null, bot: { ...bot, token: "t0k3n2" }, agentIds: [1, 2] as never });
const service = await startService(t, {
  ...fetchingHere,
  limits: { botPerSecond: 10_000, botBurst: 10_000 },
  channels: { MOBILEAPP1: { webhooks }, OTHERAPP01: shop },
});
await configureChannel(service.app.runtime, {
  ...channelNamed(service, "WITHBOT001", ["kim", "lee"]),
  webhooks: null,
  bot,
});
const place = await openFilePlace(t);
const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/all");

t.test(
  "[CH-52, CH-53, CH-58] every kind of media is shown, and pictures are loaded only through the service",
  async (t) => {
    const file = (name: string): object => ({ file: `${place.url}/${name}`, file_name: name, file_size: 482_113 });
    await post(service, {
      type: "photo",
      ...file("a.png"),
      thumb: `${place.url}/small.png`,
      width: 640,
      height: 360,
      text: "See",
    });
    await post(service, { type: "photo", ...file("gone.png") });
    await post(service, { type: "sticker", ...file("gone.webp"), emoji: ":party:" });
    await post(service, { type: "document", ...file("<i>x</i>.pdf") });
    await post(service, { type: "audio", ...file("a.mp3"), duration: 185, performer: "Queen", title: "One Vision" });
    await post(service, { type: "voice", ...file("b.ogg"), duration: 7 });
    await post(service, {
      type: "video",
      ...file("c.mp4"),
      thumb: `${place.url}/near.png`,
      duration: 65,
      width: 640,
      height: 360,
    });
    await post(service, {
      type: "location",
      latitude: 52.520008,
      longitude: "13.404954",
      text: "I stand at this place",
    });
    t.same(place.asked, [], "the service fetches no picture before it is visible");
    await goTo(page, "#/inbox/all/1");
    const photo = message(page, "See").locator('img[src^="/api/"]');
    await photo.waitFor();
    t.match(await photo.boundingBox(), { width: 320, height: 180 });
    t.match(await photo.getAttribute("src"), /^\/api\/chats\/1\/pictures\/1-thumb\?of=\w+$/);
    t.same(
      await message(page, "See")
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => [link.getAttribute("href"), link.getAttribute("rel")])),
      Array(2).fill([`${place.url}/a.png`, "noopener noreferrer"]),
    );
    t.match(await message(page, "See").innerText(), /a\.png\s+640 × 360 · 482 kB/);
    await message(page, "gone.png").getByText("Photo cannot be displayed here").waitFor();
    t.match(await message(page, "gone.webp").innerText(), /:party:/);
    t.match(await message(page, ".pdf").innerText(), /<i>x<\/i>\.pdf\s+482 kB/);
    t.match(await message(page, "a.mp3").innerText(), /Queen – One Vision · 3:05 · 482 kB/);
    for (const [name, tag] of Object.entries({ "a.mp3": "audio", "b.ogg": "audio", "c.mp4": "video" }))
      t.equal(await message(page, name).locator(`${tag}[controls]`).getAttribute("preload"), "none");
    await message(page, "c.mp4").locator('video[poster^="/api/chats/1/pictures/7-thumb"]').waitFor();
    await photo.evaluate((image) => (image as HTMLImageElement).decode());
    const map = message(page, "I stand at this place").getByRole("link");
    t.match(await map.getAttribute("href"), /openstreetmap\.org\/\?mlat=52\.520008&mlon=13\.404954/);
    t.match(await message(page, "I stand at this place").innerText(), /52\.520008, 13\.404954/);
    t.same(
      new Set(place.asked.map(({ path }) => path)),
      new Set(["/small.png", "/gone.png", "/gone.webp", "/near.png"]),
    );
    for (const { headers } of place.asked)
      t.strictSame(
        Object.keys(headers).sort(),
        ["accept", "accept-encoding", "connection", "host", "user-agent"],
        "no header tells the host about the desk",
      );
    t.same(
      new Set(place.asked.map(({ headers }) => headers["user-agent"])),
      new Set([userAgent]),
      "only the service sent requests",
    );
    await shoot(t, page, "conversation-media");
  },
);

t.test(
  "[CH-52] a picture opens over the page, can be enlarged and saved, leads to the next picture, and back to the old place",
  async (t) => {
    for (const name of ["a.png", "small.png"])
      await post(
        service,
        { type: "photo", file: `${place.url}/${name}`, file_name: name, file_size: 100, text: name },
        { id: "8" },
      );
    await goTo(page, "#/inbox/all/2");
    const link = page.getByTitle("Open a.png");
    await link.focus();
    await page.keyboard.press("Enter");
    const box = page.getByRole("dialog");
    await page.getByRole("dialog", { name: "a.png, picture 1 of 2" }).waitFor();
    await box.locator("img").evaluate((image) => (image as HTMLImageElement).decode());
    t.match(
      await box.locator("img").getAttribute("src"),
      /^\/api\/chats\/2\/pictures\/1-file\?of=/,
      "the pictures came through the service",
    );
    await shoot(t, page, "lightbox");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("dialog", { name: "small.png, picture 2 of 2" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await box.locator("img").evaluate((image) => (image as HTMLImageElement).decode());
    const fits = await box.locator("img").boundingBox();
    for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press("+");
    await box.getByRole("button", { name: /^\d+ %$/ }).waitFor();
    t.ok(((await box.locator("img").boundingBox())?.width ?? 0) > (fits?.width ?? 0), "the picture is larger");
    await page.keyboard.press("-");
    await page.keyboard.press("0");
    await box.getByRole("button", { name: "Fits the window" }).waitFor();
    t.equal(await box.getByRole("link", { name: "As file" }).getAttribute("href"), `${place.url}/small.png`);
    const download = box.getByRole("link", { name: "Download" });
    t.match(await download.getAttribute("href"), /^\/api\/chats\/2\/pictures\/2-file/);
    t.equal(await download.getAttribute("download"), "small.png");
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "detached" });
    t.equal(await page.locator(":focus").getAttribute("title"), "Open a.png", "the focus is back");
  },
);

t.test("in Arabic the agent's own messages are at the left, and the left arrow shows the next picture", async (t) => {
  await step(service, "kim", "accept", undefined, 2);
  await step(service, "kim", "messages", { type: "text", text: "Mine" }, 2);
  const { page } = await openDeskPage(browser, service, "kim", "#/inbox/all/2", { locale: "ar" });
  const leftOf = async (text: string): Promise<number> =>
    (await message(page, text).locator(".bubble").boundingBox())?.x ?? Number.NaN;
  await message(page, "Mine").waitFor();
  t.ok((await leftOf("Mine")) < (await leftOf("small.png")), "the client's messages are at the right");
  await page.getByTitle("فتح a.png").click();
  await page.getByRole("dialog", { name: "a.png، الصورة 1 من 2" }).waitFor();
  const next = page.getByRole("button", { name: "الصورة التالية (السهم الأيسر)" });
  t.match(await next.boundingBox(), { x: 8 });
  t.equal(await next.locator("svg").evaluate((icon) => getComputedStyle(icon).transform), "matrix(-1, 0, 0, 1, 0, 0)");
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("dialog", { name: "small.png، الصورة 2 من 2" }).waitFor();
});

/** The edges of the first letter of an element's last text, and of the element. */
const edgesOf = (element: Element) => {
  const range = document.createRange();
  const [first] = [element.lastChild].filter((node) => node instanceof Text);
  if (first === undefined) throw new Error("Expected a text at the end of the element.");
  range.setStart(first, 0);
  range.setEnd(first, 1);
  return { letter: range.getBoundingClientRect().x, element: element.getBoundingClientRect().x };
};

t.test("in Arabic an English message keeps its beginning in the list, and its place in the tables", async (t) => {
  const words = "This answer is far longer than a row of the list, so that its end is cut off";
  await step(service, "kim", "messages", { type: "text", text: words }, 2);
  const { page } = await openDeskPage(browser, service, "kim", "#/inbox/all", { locale: "ar" });
  const line = page.locator(".row-line", { hasText: words });
  await line.waitFor();
  const edges = await line.evaluate(edgesOf);
  t.ok(edges.letter >= edges.element, `the first letter is at ${edges.letter}, the line begins at ${edges.element}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo(page, "#/deliveries");
  const row = page.locator(".delivery-row", { hasText: "Mine" });
  await row.waitFor();
  const right = async (part: string): Promise<number> =>
    row.locator(part).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.round(range.getBoundingClientRect().right);
    });
  t.equal(await right(".words"), await right(".channel"), "both begin at the same edge");
});

t.test("[CH-58] a picture is loaded only when it is near the visible area", async (t) => {
  const photo = (name: string): Promise<void> => {
    const file = { file: `${place.url}/${name}`, file_name: name, file_size: 1, width: 9, height: 9 };
    return post(service, { type: "photo", ...file }, { id: "9" });
  };
  const earlier = place.asked.length;
  const asked = (): readonly string[] => place.asked.slice(earlier).map(({ path }) => path);
  await photo("far.png");
  for (let count = 0; count < 60; count += 1) await service.say("9", `Line ${count}\n\n\n\n`);
  await photo("closest.png");
  await goTo(page, "#/inbox/all/3");
  await message(page, "closest.png")
    .locator('img[src^="/api/"]')
    .evaluate((image) => (image as HTMLImageElement).decode());
  t.same(asked(), ["/closest.png"]);
  await page.locator(".past .scroll").evaluate((scroller) => scroller.scrollTo(0, 0));
  await message(page, "far.png")
    .locator('img[src^="/api/"]')
    .evaluate((image) => (image as HTMLImageElement).decode());
  t.same(asked(), ["/closest.png", "/far.png"]);
});

t.test("[CH-31, CH-37, WH-34] texts are shown unchanged; invitations, notes and events are context", async (t) => {
  await post(
    service,
    { type: "text", text: `${hostile}\n  second line https://a.example/(x).` },
    { id: "10", invite: `Need help? ${hostile}` },
  );
  const before = service.reports.length;
  await step(service, "kim", "accept", undefined, 4);
  service.reports[before]?.answer({
    isFinal: true,
    failure: { kind: "error_answer", code: "failure", message: `No such <b>card</b>` },
  });
  await service.settle();
  await step(service, "kim", "note", { text: `Be nice ${hostile}` }, 4);
  await goTo(page, "#/inbox/all/4");
  await message(page, "Be nice").waitFor();
  const text = page.locator(".from-client .text");
  t.equal(await text.innerText(), `${hostile}\n  second line https://a.example/(x).`);
  const link = text.getByRole("link");
  t.same([await link.innerText(), await link.getAttribute("rel")], ["https://a.example/(x)", "noopener noreferrer"]);
  t.match(await page.locator("[data-seq]").first().innerText(), /The client was invited with\s+Need help\? <img/);
  t.match(await message(page, "Be nice").innerText(), /You\s*Only agents see this\s*Be nice <img/);
  await log(page).getByText("The owner's system refused chat_accepted: No such <b>card</b>").waitFor();
  t.equal(await page.locator("[data-seq] :is(img, b)").count(), 0);
});

t.test(
  "[BOT-36, BOT-37, BOT-38, BOT-39, BOT-40, BOT-41] a bot's messages are shown as text in the list and in notifications",
  async (t) => {
    await service.say({ id: "11", name: "Bob" }, "Hi", "WITHBOT001");
    const id = await chatIdOf(service, "Bob");
    await botSays(service, id, { type: "TEXT", text: `**${hostile}** https://a.example/_x_`, button_id: "9" });
    const markdown = `**bold** _lean_ [go](https://shop.example.com) https://a.example/_new_/list [no](javascript:alert(1)) <b>x</b>`;
    await botSays(service, id, { type: "MARKDOWN", content: markdown, text: "plain https://a.example" });
    await botSays(service, id, { type: "MARKDOWN", content: "*nothing* for the client" });
    await botSays(service, id, { type: "BUTTONS", buttons: [{ text: "Track", id: 1, extra: true }, { text: "<i>" }] });
    await goTo(page, `#/inbox/all/${id}`);
    await message(page, "Track").waitFor();
    t.equal(await page.locator("[data-seq='2'] .text").innerText(), `**${hostile}** https://a.example/_x_`);
    t.same(await page.locator("[data-seq='2'] a").allInnerTexts(), ["https://a.example/_x_"]);
    t.notMatch(await page.locator("[data-seq='2']").innerText(), /Clicked/);
    const styled = message(page, "bold lean go");
    t.same(await styled.locator("b").allInnerTexts(), ["bold"]);
    t.same(await styled.locator("i").allInnerTexts(), ["lean"]);
    const links = ["go", "https://a.example/_new_/list", "https://a.example"];
    t.same(await styled.getByRole("link").allInnerTexts(), links);
    t.match(await styled.innerText(), /\[no\]\(javascript:alert\(1\)\) <b>x<\/b>/);
    // The chat has this fact, and arrives separately from its messages.
    await styled.getByText("The channel shows plain text only. The client got: “plain https://a.example”").waitFor();
    t.match(await page.locator(".event").allInnerTexts(), [/not|nothing/i, /not|nothing/i]);
    t.same(await message(page, "Track").locator("li").allInnerTexts(), ["Track", "<i>"]);
  },
);

t.test("[BOT-42] buttons are disabled after the client's click, which is marked", async (t) => {
  const visitor = (await enterVisitor(t, service, { widget: "OTHERAPP01" })).page;
  await visitor.ask({ type: "message", text: "Hello" });
  await visitor.ask({ type: "contact", name: "Vera" });
  await service.settle();
  const id = await chatIdOf(service, "Vera");
  const choice = { title: "What next?", buttons: ["Track", "Return"].map((text, index) => ({ text, id: index + 1 })) };
  await service.call("POST", `/bots/webhooks/${bot.providerId}/t0k3n2`, {
    body: { event: "BOT_MESSAGE", chat_id: id, message: { type: "BUTTONS", ...choice } },
  });
  await goTo(page, `#/inbox/all/${id}`);
  await message(page, "The client can click one").waitFor();
  t.equal(await page.getByRole("button", { name: "Track" }).count(), 0, "agents cannot click the buttons");
  await visitor.ask({ type: "click", seq: 2, index: 1 });
  await message(page, "Clicked a button").waitFor();
  t.match(await message(page, "What next?").innerText(), /Cannot be clicked any more/);
  t.same(await message(page, "What next?").locator("li:has(svg)").allTextContents(), ["Return, clicked"]);
  t.equal(await page.locator(".way").count(), 0, "messages for a page have no delivery");
  t.same(
    complaints.filter((text) => !/40[04]|502/.test(text)),
    [],
    "the only errors are about pictures that cannot be loaded",
  );
});
