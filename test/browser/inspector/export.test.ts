import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import t from "tap";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";
import { openBrowser } from "../browser.ts";
import { keepPicture } from "../pictures.ts";
import { openInspectorPage, sharedCharts } from "./inspector-page.ts";
import { playFailingChat, steps } from "./sequence-world.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const service = await startService(t, { charts: sharedCharts(t), channels: { MOBILEAPP1: { bot } } });
await playFailingChat(service);

/** Lets the page save with a Blob, because a test cannot press the button of the browser's own dialog. */
const withoutPicker = (page: Page): Promise<unknown> =>
  page.evaluate("delete Object.getPrototypeOf(window).showSaveFilePicker, delete window.showSaveFilePicker");

async function saveBy(
  page: Page,
  button: string,
): Promise<{ readonly name: string; readonly text: string; readonly path: string }> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button, exact: true }).click();
  const saved = await download;
  const path = await saved.path();
  return { name: saved.suggestedFilename(), text: readFileSync(path, "utf8"), path };
}

/** Reads a file with a strict XML parser: its elements by name, its texts, its errors. */
function readXml(page: Page, text: string) {
  return page.evaluate((xml) => {
    const read = new DOMParser().parseFromString(xml, "image/svg+xml");
    const all = [...read.querySelectorAll("*")];
    return {
      error: read.querySelector("parsererror")?.textContent ?? null,
      root: read.documentElement.namespaceURI,
      names: [...new Set(all.map(({ localName }) => localName))].sort(),
      attributes: [...new Set(all.flatMap((element) => element.getAttributeNames()))].sort(),
      texts: all.filter(({ localName }) => localName === "text").map(({ textContent }) => textContent),
    };
  }, text);
}

t.test(
  "a chat is saved as JSON, as an independent picture and as text, without a secret; a failure is shown",
  async (t) => {
    const token = await service.logIn("ada");
    const { page, complaints } = await openInspectorPage(browser, service, "#/chat/1/sequence");
    await steps(page).first().waitFor();
    await withoutPicker(page);
    const json = await saveBy(page, "JSON");
    const picture = await saveBy(page, "Picture");
    const text = await saveBy(page, "Text");
    t.same([json.name, picture.name, text.name], ["chat-1.json", "chat-1.svg", "chat-1.txt"]);

    const answered = (await service.call("GET", "/api/inspect/chats/1", { token })).body.chat;
    const saved = JSON.parse(json.text);
    t.same(
      { ...saved, exportedAtMs: 0 },
      { ...answered, exportedAtMs: 0 },
      "the file has everything that the service has",
    );
    t.equal(text.text.trimEnd().split("\n").length, saved.steps.length + 1);

    const blank = await (await browser.newContext()).newPage();
    const read = await readXml(blank, picture.text);
    t.equal(read.error, null);
    t.equal(read.root, "http://www.w3.org/2000/svg");
    t.same(read.names, ["circle", "g", "line", "path", "rect", "style", "svg", "text", "title"]);
    t.notOk(
      read.attributes.some((name) => name.startsWith("on") || name.includes("href")),
      read.attributes.join(" "),
    );
    t.equal(read.texts.filter((words) => words.startsWith("attempt.failed")).length, 3);
    t.ok(read.texts.includes("failed") && read.texts.includes("45 s later"));
    for (const secret of [token, bot.token, "3b6fA0aaaaaaaaaaaaaaaa"])
      for (const file of [json, picture, text])
        t.notOk(file.text.includes(secret), `${file.name} does not have ${secret}`);
    for (const words of ["swordfish", "Are you there?", "onerror"])
      for (const file of [picture, text]) t.notOk(file.text.includes(words), `${file.name} has no text of people`);

    await blank.setViewportSize({ width: 1440, height: 900 });
    await blank.goto(`data:image/svg+xml,${encodeURIComponent(picture.text)}`);
    await keepPicture(blank, "inspector-sequence-picture");

    await page.evaluate(`
    const createWritable = async () => { throw new Error("The disk is full"); };
    window.showSaveFilePicker = async () => ({ createWritable });
  `);
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    await page.getByRole("alert").getByText("The file could not be saved: The disk is full").waitFor();
    await page.evaluate(`
    window.showSaveFilePicker = async () => { throw new DOMException("", "AbortError"); };
  `);
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    t.equal(await page.getByRole("alert").count(), 0);
    t.same(complaints, []);
  },
);

t.test("a chart is saved completely, with its highlights and its own style", async (t) => {
  const { page, complaints } = await openInspectorPage(browser, service, "#/actor/chat/1");
  await page.getByRole("button", { name: "Whole", exact: true }).click();
  await page.locator("svg.chart:not(.near) .is-current").waitFor();
  await page.getByRole("button", { name: "Larger" }).click();
  await withoutPicker(page);
  const picture = await saveBy(page, "Save picture");
  t.equal(picture.name, "chart-chat-1.svg");
  const headers = { authorization: `Bearer ${await service.logIn("ada")}` };
  const read = (path: string): Promise<string> =>
    fetch(`${service.url}/api/inspect/${path}`, { headers }).then((answer) => answer.text());
  const file = await read(`charts/${JSON.parse(await read("actors/chat/1")).actor.chartFolded}`);

  const blank = await (await browser.newContext()).newPage();
  const [drawn, saved] = [await readXml(blank, file), await readXml(blank, picture.text)];
  t.equal(saved.error, null);
  t.same(saved.names, drawn.names, "nothing is added or left out");
  // The page writes the names of states as words.
  const words = drawn.texts.map((text) => text.replace(/^with_/, "with "));
  t.same([...saved.texts].sort(), words.sort());
  const rootOf = (text: string): readonly (string | undefined)[] =>
    ["viewBox", "width", "height"].map((name) => new RegExp(`<svg[^>]* ${name}="([^"]+)"`).exec(text)?.[1]);
  t.same(rootOf(picture.text), rootOf(file), "the file has the complete chart, whichever part was visible");
  t.match(picture.text, /<g class="state [^"]*is-current[^"]*" data-state="with_agent"/);
  t.notMatch(picture.text, /<script|href=|tabindex/);
  await blank.setViewportSize({ width: 1440, height: 900 });
  await blank.goto(`data:image/svg+xml,${encodeURIComponent(picture.text)}`);
  await keepPicture(blank, "inspector-chart-picture");
  t.same(complaints, []);
});
