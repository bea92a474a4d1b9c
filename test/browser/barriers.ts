import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

/** Read as text only, because the page runs it. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** `colours`: the rules whose result depends on the theme. */
export type BarrierSearch = "all" | "colours";

/** Returns the barriers of the page for some people, as `rule: element`. The aim is an empty list. */
export async function findBarriers(page: Page, search: BarrierSearch = "all"): Promise<readonly string[]> {
  // The source is evaluated, because the page's security policy would refuse it as a script.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  return page.evaluate(async (wanted) => {
    const { axe: there } = globalThis as unknown as { axe: typeof axe };
    const colours = { runOnly: { type: "rule" as const, values: ["color-contrast", "link-in-text-block"] } };
    // axe leaves this rule of WCAG 2.2 out unless a page asks for it.
    const sizes = { rules: { "target-size": { enabled: true } } };
    const found = await there.run({ resultTypes: ["violations"], ...(wanted === "colours" ? colours : sizes) });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
    );
  }, search);
}
