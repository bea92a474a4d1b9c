import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import t from "tap";
import { builtFolder, openWebFiles } from "../../src/edge/web/web-files.ts";
import { buildPages } from "../../src/web/build/build.ts";
import { startService } from "../harness/service.ts";
import { findBarriers } from "./barriers.ts";
import { openBrowser, openPage } from "./browser.ts";
import { keepPicture } from "./pictures.ts";
import { sizes } from "./views.ts";

/** What the parts look like, as it was accepted. */
const keptFile = "test/browser/ui-parts.txt";
/** Sizes in pixels and colours of 0 to 255 can differ by this much between two versions of Chromium. */
const differenceMax = 2;
const saidMax = 5;

const folder = t.testdir();
cpSync(builtFolder(), folder, { recursive: true });
await buildPages(["ui"], "quick", folder);
const service = await startService(t, { web: openWebFiles(folder) });
const browser = await openBrowser(t);
const openParts = (direction: "ltr" | "rtl", width: number) =>
  openPage(browser, `${service.url}/ui/#${direction}`, { viewport: { width, height: 900 } });

/** Draws the cases of these states as if a pointer were over them, or as if they had the focus. */
async function forceStates(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument", {});
  for (const [state, forcedPseudoClasses] of [
    ["hover", ["hover"]],
    ["focus", ["focus", "focus-visible"]],
  ] as const) {
    const selector = `[data-state=${state}] .shown :is(a, button, input):not([aria-current], [aria-pressed=true])`;
    const { nodeIds } = await devtools.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector });
    for (const nodeId of nodeIds)
      await devtools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses: [...forcedPseudoClasses] });
  }
}

interface Measured {
  readonly name: string;
  /** What has to be the same in every browser. */
  readonly look: string;
  /** Width and height, then the colours of text, ground, border and outline. */
  readonly numbers: readonly number[];
  /** The distance of the start from the start of its case. */
  readonly start: number;
}

/** Runs in the page. */
function measure(): Measured[] {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (canvas === null) throw new Error("Expected a canvas.");
  const partsOf = (color: string): number[] => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const isRtl = document.documentElement.dir === "rtl";
  return [...document.querySelectorAll<HTMLElement>(".shown *:not(svg, svg *, .hush, option)")].map((element) => {
    const shown = element.closest(".shown");
    const [part, state] = ["[data-part]", "[data-state]"].map((of) => element.closest<HTMLElement>(of)?.dataset);
    if (shown === null) throw new Error("Expected each element in its case.");
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const around = shown.getBoundingClientRect();
    const hasBorder = style.borderBlockEndStyle !== "none";
    const hasOutline = style.outlineStyle !== "none";
    return {
      name: `${part?.["part"]}, ${state?.["state"]}: ${element.localName} ${element.className}`.trim(),
      look: [
        `${style.fontSize} ${style.fontWeight}`,
        `padding ${style.paddingBlock} ${style.paddingInline}`,
        `radius ${style.borderRadius}`,
        hasBorder ? `border ${style.borderWidth} ${style.borderStyle}` : "",
        hasOutline ? `outline ${style.outlineWidth} ${style.outlineOffset}` : "",
        style.boxShadow === "none" ? "" : "shadow",
      ]
        .filter((word) => word !== "")
        .join(", "),
      numbers: [
        Math.round(box.width),
        Math.round(box.height),
        ...[style.color, style.backgroundColor].flatMap(partsOf),
        ...(hasBorder ? partsOf(style.borderBlockEndColor) : []),
        ...(hasOutline ? partsOf(style.outlineColor) : []),
      ],
      start: isRtl ? around.right - box.right : box.left - around.left,
    };
  });
}

const isNear = (one: number, other: number | undefined): boolean =>
  other !== undefined && Math.abs(one - other) <= differenceMax;

function isSame(line: string, other: string): boolean {
  const [name, look, numbers = ""] = line.split(" | ");
  const [keptName, keptLook, keptNumbers = ""] = other.split(" | ");
  const [now, before] = [numbers, keptNumbers].map((all) => all.split(" ").map(Number));
  return (
    name === keptName &&
    look === keptLook &&
    now?.length === before?.length &&
    now?.every((number, at) => isNear(number, before?.[at])) === true
  );
}

t.test("each part looks as it was accepted, in each state, light and dark, and on a phone", async (t) => {
  const lines: string[] = [];
  for (const [view, colorScheme, width] of [
    ["light", "light", sizes.middle.width],
    ["dark", "dark", sizes.middle.width],
    ["phone", "light", sizes.phone.width],
  ] as const) {
    const { page, complaints } = await openParts("ltr", width);
    await page.emulateMedia({ colorScheme });
    await page.getByRole("heading", { name: "Parts" }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    t.same(await findBarriers(page), [], view);
    await forceStates(page);
    await keepPicture(page, `ui-${view}`, { fullPage: true });
    const measured = await page.evaluate(measure);
    lines.push(...measured.map(({ name, look, numbers }) => `${view}: ${name} | ${look} | ${numbers.join(" ")}`));
    t.same(complaints, []);
  }
  // Pictures are not compared: two versions of Chromium, or of the system's libraries, draw the same letters a little differently.
  // These lines have what the style sheets decide.
  const kept = readFileSync(keptFile, "utf8").trimEnd().split("\n");
  const changed = lines.flatMap((line, at) =>
    isSame(line, kept[at] ?? "") ? [] : [`${kept[at] ?? "nothing"}\n→ ${line}`],
  );
  if (changed.length === 0 && lines.length === kept.length) return;
  const newFile = join(tmpdir(), "parley-ui-parts.txt");
  writeFileSync(newFile, `${lines.join("\n")}\n`);
  t.fail(
    `${changed.length} of ${lines.length} lines differ from ${kept.length} in ${keptFile}. Look at /ui/ of npm run dev. To accept: cp ${newFile} ${keptFile}`,
    { changed: changed.slice(0, saidMax) },
  );
});

t.test("text from right to left mirrors every part, and the four views are side by side", async (t) => {
  const ltr = await openParts("ltr", sizes.middle.width);
  const rtl = await openParts("rtl", sizes.middle.width);
  const [one = [], other = []] = await Promise.all(
    [ltr, rtl].map(async ({ page }) => {
      await page.getByRole("heading", { name: "Parts" }).waitFor();
      await page.evaluate(() => document.fonts.ready);
      return page.evaluate(measure);
    }),
  );
  t.ok(one.length > 100);
  t.same(
    one.filter(({ start }, at) => !isNear(start, other[at]?.start)).map(({ name }) => name),
    [],
  );
  await keepPicture(rtl.page, "ui-rtl", { fullPage: true });
  const { page } = await openPage(browser, `${service.url}/ui/`, { viewport: sizes.wide });
  for (const title of ["light, ltr", "dark, ltr", "light, rtl", "dark, rtl"]) {
    const frame = page.frameLocator(`iframe[title="${title}"]`);
    await frame.getByRole("heading", { name: "Parts" }).waitFor();
  }
  await keepPicture(page, "ui-frames");
});

t.test("the name of an icon button is shown on hover and focus, beside the button, until Escape", async (t) => {
  const { page } = await openParts("ltr", sizes.middle.width);
  const button = page.locator('[data-part="icon button"] button').first();
  const tip = page.locator(".tooltip:popover-open");
  await button.focus();
  t.equal(await tip.innerText(), "Attach a file");
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "detached" });
  await button.hover();
  await tip.waitFor();
  const [named, words] = [await button.boundingBox(), await tip.boundingBox()];
  t.ok(named !== null && words !== null && words.y >= named.y + named.height, "the tooltip does not cover its button");
  await tip.hover();
  t.equal(await tip.innerText(), "Attach a file", "the pointer can go over the words");
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "detached" });
  const off = page.locator('[data-part="button primary"] [aria-disabled]');
  await off.focus();
  t.equal(await tip.innerText(), "This is why.");
  t.match(await off.getAttribute("aria-description"), "This is why.");
  await off.evaluate((control) => control.setAttribute("data-tip", "This is new."));
  await tip.getByText("This is new.").waitFor();

  await page.getByRole("button", { name: "Open a dialog" }).click();
  await page.getByRole("dialog", { name: "A dialog" }).getByRole("button", { name: "Close" }).hover();
  await tip.hover();
  t.equal(await tip.innerText(), "Close", "also over a dialog");
});

t.test("the page is of a service in development: the built pages of a release do not have it", async (t) => {
  const released = await startService(t);
  t.equal((await fetch(`${service.url}/ui/`)).status, 200);
  t.equal((await fetch(`${released.url}/ui/`)).status, 404);
  t.equal((await fetch(`${released.url}/assets/ui/1/main.js`)).status, 404);
});
