import type { Page } from "playwright-core";

/** The test's messages. Each text occurs once and has an end mark, so that it is found within any text around it. */
export const written = /(?:Kim|Lee|Client) says \d+\./g;

/** A page script that checks a conversation after each of its changes. */
const watchScript = `(() => {
  const known = new Set();
  window.lineFaults = [];
  window.linesShown = () =>
    [...document.querySelectorAll("[data-seq], [data-unsent]")].flatMap((line) => line.textContent.match(${written}) ?? []);
  const look = () => {
    const now = new Set();
    for (const text of linesShown()) {
      if (now.has(text)) lineFaults.push("twice: " + text);
      now.add(text);
    }
    for (const text of known) if (!now.has(text)) lineFaults.push("gone: " + text);
    for (const text of now) known.add(text);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
})()`;

/** From now on the page records each moment in which a line is shown twice or disappears. */
export const watchLines = (page: Page): Promise<unknown> => page.evaluate(watchScript);

export const linesShown = (page: Page): Promise<readonly string[]> => page.evaluate("linesShown()");

export const lineFaults = (page: Page): Promise<readonly string[]> => page.evaluate("lineFaults");

/** The numbers of the messages shown, in order. */
export const seqsShown = (page: Page): Promise<readonly number[]> =>
  page.locator("[data-seq]").evaluateAll((lines) => lines.map((line) => Number(line.getAttribute("data-seq"))));
