import type { Page } from "playwright-core";
import type { WatchedPage } from "../../../browser/browser.ts";
import { readAs } from "./payload.ts";

/** A part of a page, by its hash, and the fields that it must show. */
export interface Screen {
  readonly place: string;
  readonly shows: readonly string[];
}

/** Called for each check, with whether it succeeded. */
export type Judge = (isSo: boolean, what: string) => void;

/** Opens one place after the other. Each must show the texts as they were written, and no script may have run. */
export async function walkScreens(
  judge: Judge,
  name: string,
  watched: WatchedPage,
  screens: readonly Screen[],
): Promise<void> {
  const { page } = watched;
  page.on("dialog", (dialog) => {
    judge(false, `${name}: a dialog came: ${dialog.message()}`);
    void dialog.dismiss();
  });
  for (const { place, shows } of screens) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, place);
    await expectShown(judge, page, `${name} ${place}`, shows);
    await expectHarmless(judge, watched, `${name} ${place}`);
  }
}

/** Each field must be shown literally, with its markup. If it was cut off, it may be missing. */
export async function expectShown(judge: Judge, page: Page, where: string, fields: readonly string[]): Promise<void> {
  for (const field of fields) {
    const shown = page.getByText(readAs(field), { exact: false }).first();
    const isThere = await shown.waitFor({ state: "attached" }).then(
      () => true,
      () => false,
    );
    judge(isThere, `${where} shows ${field}`);
  }
}

/** Checks that texts of others never became active content, also inside the widget. */
export async function expectHarmless(judge: Judge, { page, complaints }: WatchedPage, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const roots = [document, ...[...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
    const all = roots.flatMap((root) => [...root.querySelectorAll("*")]);
    const handlers = all.filter((element) => element.getAttributeNames().some((name) => name.startsWith("on")));
    const links = all.flatMap((element) =>
      ["href", "src", "action", "formaction"].map((name) => element.getAttribute(name)),
    );
    return {
      pwned: Reflect.get(window, "__pwned"),
      handlers: handlers.length,
      odd: links.filter((link) => link !== null && /^\s*(javascript|vbscript|data:text)/i.test(link)),
    };
  });
  const isHarmless = found.pwned === undefined && found.handlers === 0 && found.odd.length === 0;
  judge(isHarmless, `${where} runs nothing: ${JSON.stringify(found)}`);
  const broken = complaints.filter((line) => /security policy|trusted ?type|refused to/i.test(line));
  judge(broken.length === 0, `${where} gives its policy nothing to stop: ${broken.join("; ")}`);
}
