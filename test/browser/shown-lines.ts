import type { Page } from "playwright-core";

/** Where a page shows the messages of a test. */
interface Conversation {
  /** The part of the page, in its script. */
  readonly root: string;
  /** The selector of its lines. */
  readonly lines: string;
  /** The test's messages. Each text occurs once and has an end mark, so that it is found within any text around it. */
  readonly written: RegExp;
}

/** A page script that checks a conversation after each of its changes. */
const watchScript = ({ root, lines, written }: Conversation): string => `(() => {
  const root = ${root};
  const known = new Set();
  window.lineFaults = [];
  window.linesShown = () =>
    [...root.querySelectorAll("${lines}")].flatMap((line) => line.textContent.match(${written}) ?? []);
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
export const watchLines = (page: Page, conversation: Conversation): Promise<unknown> =>
  page.evaluate(watchScript(conversation));

export const linesShown = (page: Page): Promise<readonly string[]> => page.evaluate("linesShown()");

export const lineFaults = (page: Page): Promise<readonly string[]> => page.evaluate("lineFaults");
