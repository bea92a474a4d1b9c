import type { Page } from "playwright-core";

/** The test's messages. Each text occurs once and has an end mark, so that it is found within any text around it. */
export const written = /(?:visitor|agent) says \d+-\d+\./g;

/** A page script that checks the widget's conversation after each of its changes. */
const watchScript = `(() => {
  const root = document.querySelector("svc-widget").shadowRoot;
  const known = new Set();
  window.lineFaults = [];
  window.linesShown = () => root.querySelector("ol")?.textContent.match(${written}) ?? [];
  const look = () => {
    const now = new Set();
    for (const text of linesShown()) {
      if (now.has(text)) lineFaults.push("twice: " + text);
      now.add(text);
    }
    for (const text of known) if (!now.has(text)) lineFaults.push("gone: " + text);
    for (const text of now) known.add(text);
  };
  new MutationObserver(look).observe(root, { childList: true, subtree: true, characterData: true });
})()`;

/** From now on the page records each moment in which a line is shown twice or disappears. */
export const watchLines = (page: Page): Promise<unknown> => page.evaluate(watchScript);

export const linesShown = (page: Page): Promise<readonly string[]> => page.evaluate("linesShown()");

export const lineFaults = (page: Page): Promise<readonly string[]> => page.evaluate("lineFaults");
