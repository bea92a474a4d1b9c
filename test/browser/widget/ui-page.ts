import type { Locator, Page } from "playwright-core";
import type { Test } from "tap";
import type { ScriptSettings } from "../../../src/web/widget/bridge.types.ts";
import type { ServiceOptions } from "../../harness/service.ts";
import { widget } from "../../visitors/visitor-channel.ts";
import { keepPicture } from "../pictures.ts";
import type { View } from "../views.ts";
import { lookAt, sizes } from "../views.ts";

const desktop = { size: "desktop", viewport: { width: 1280, height: 900 } };
const phone = { size: "phone", viewport: sizes.phone };
/** Barriers are searched once. The other views are only for pictures. */
const views: readonly View[] = [
  { ...desktop, colorScheme: "light", search: "all" },
  { ...desktop, colorScheme: "dark", search: null },
  { ...phone, colorScheme: "light", search: null },
  { ...phone, colorScheme: "dark", search: null },
];

/** A text that must be shown unchanged in every place. */
export const hostile = `<img src=x onerror="document.title='run'"><b>bold</b> **not** javascript:alert(1)`;

/** Checks the page for accessibility barriers. */
export const shoot = (t: Test, page: Page, name: string): Promise<void> => look(t, page, name, views);

/** Checks the colours of the dark theme, in a view that has most of them. */
export const shootDark = (t: Test, page: Page, name: string): Promise<void> =>
  look(t, page, name, [{ ...phone, colorScheme: "dark", search: "colours" }]);

async function look(t: Test, page: Page, name: string, views: readonly View[]): Promise<void> {
  await lookAt(t, page, `widget-${name}`, views);
  await page.setViewportSize(desktop.viewport);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Saves a picture at the present size of the page. */
export const shootAt = async (page: Page, name: string): Promise<void> => {
  await keepPicture(page, `widget-${name}`);
};

/** Whether nothing covers the element's middle, so that it can be pressed. */
export const isReachable = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = (element.getRootNode() as ShadowRoot).elementFromPoint(left + width / 2, top + height / 2);
    return found !== null && element.contains(found);
  });

export const label = (page: Page): Locator => page.locator("svc-widget .label");
export const dialog = (page: Page): Locator => page.locator("svc-widget").getByRole("dialog");
export const composer = (page: Page): Locator => page.locator("svc-widget .composer textarea");
/** The text of each bubble. */
export const said = (page: Page): Promise<readonly string[]> => page.locator("svc-widget .said").allInnerTexts();
export const bubble = (page: Page, text: string): Locator => page.locator("svc-widget .said").filter({ hasText: text });

/** The accessible name, id or text of the focused element, on the page or in the widget. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    // Afterwards the effect of earlier keys is drawn: the widget draws after a timer of 0 ms, which ends before this later and longer one.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const element = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
    return element?.getAttribute("aria-label")?.trim() || element?.id || element?.textContent?.trim() || "";
  });

/** Options for a service whose widget has this look. */
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

/** Waits for a fact of the page, and checks it at each frame. The page's policy allows no other way. */
export async function until(page: Page, fact: string): Promise<void> {
  const endMs = Date.now() + patienceMs;
  while (!(await page.evaluate(fact))) {
    if (Date.now() > endMs) throw new Error(`Never so: ${fact}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** A script of a page whose tab the test can hide. It counts the tones that the page plays. */
export const hiding = `
  let hidden = false;
  Object.defineProperty(document, "hidden", { get: () => hidden });
  Object.defineProperty(document, "visibilityState", { get: () => (hidden ? "hidden" : "visible") });
  window.hide = (value) => { hidden = value; document.dispatchEvent(new Event("visibilitychange")); };
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...values) { tones += 1; start.apply(this, values); };
`;
