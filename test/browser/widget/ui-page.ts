import type { Locator, Page } from "playwright-core";
import type { Test } from "tap";
import type { ScriptSettings } from "../../../src/web/widget/bridge.types.ts";
import type { ServiceOptions } from "../../harness/service.ts";
import { widget } from "../../visitors/visitor-channel.ts";
import { keepPicture } from "../pictures.ts";
import { lookAt, sizes } from "../views.ts";

const desktop = { size: "desktop", viewport: { width: 1280, height: 900 } };
const phone = { size: "phone", viewport: sizes.phone };
const views = [
  { ...desktop, colorScheme: "light", search: "all" },
  { ...desktop, colorScheme: "dark", search: null },
  { ...phone, colorScheme: "light", search: null },
  { ...phone, colorScheme: "dark", search: "all" },
] as const;

/** What must be read as it stands, wherever it comes from. */
export const hostile = `<img src=x onerror="document.title='run'"><b>bold</b> **not** javascript:alert(1)`;

/** Looks at what is to be seen, large and small, light and dark; nobody may meet a barrier. */
export async function shoot(t: Test, page: Page, name: string): Promise<void> {
  await lookAt(t, page, `widget-${name}`, views);
  await page.setViewportSize(desktop.viewport);
  await page.emulateMedia({ colorScheme: "light" });
}

/** As the viewport is. */
export const shootAt = async (page: Page, name: string): Promise<void> => {
  await keepPicture(page, `widget-${name}`);
};

/** It can be pressed where it is seen: nothing lies over its middle. */
export const isReachable = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = (element.getRootNode() as ShadowRoot).elementFromPoint(left + width / 2, top + height / 2);
    return found !== null && element.contains(found);
  });

export const label = (page: Page): Locator => page.locator("svc-widget .label");
export const dialog = (page: Page): Locator => page.locator("svc-widget").getByRole("dialog");
export const composer = (page: Page): Locator => page.locator("svc-widget .composer textarea");
/** What each bubble says. */
export const said = (page: Page): Promise<readonly string[]> => page.locator("svc-widget .said").allInnerTexts();
export const bubble = (page: Page, text: string): Locator => page.locator("svc-widget .said").filter({ hasText: text });

/** What has the focus, on the page or in the widget: its accessible name, or its element's. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    // What was pressed before is drawn by then: the widget draws by a timer of 0 ms, which ends before one that starts later for longer.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const element = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
    return element?.getAttribute("aria-label")?.trim() || element?.id || element?.textContent?.trim() || "";
  });

/** A harness whose widget looks so. */
export const looking = (look: Partial<ScriptSettings["look"]>, contactsForm = false): ServiceOptions => ({
  channels: {
    MOBILEAPP1: {
      kind: "widget",
      webhookUrl: "",
      widget: { ...widget, contactsForm, look: { ...widget.look, ...look } },
    },
  },
});

/** Only a failing test waits this long. */
const patienceMs = 10_000;

/** Waits for a fact of the page, looked at with each picture it draws; the page's policy allows no other way. */
export async function until(page: Page, fact: string): Promise<void> {
  const endMs = Date.now() + patienceMs;
  while (!(await page.evaluate(fact))) {
    if (Date.now() > endMs) throw new Error(`Never so: ${fact}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}
