import t from "tap";
import { operationsOf, readDescription } from "../../admin/described.ts";
import { openBrowser, openPage } from "../../browser/browser.ts";
import { startService } from "../../harness/service.ts";

t.setTimeout(300_000);
/** The library draws all operations for seconds, and on a busy machine for longer than the usual limit of 30 s. */
const drawnWithinMs = 240_000;

t.test("the API reference shows every operation and event, and breaks no rule of the page's policy", async (t) => {
  const service = await startService(t);
  const description = await readDescription(service);
  const { page, complaints } = await openPage(await openBrowser(t), `${service.url}/docs/`, {});
  page.setDefaultTimeout(drawnWithinMs);
  await page.goto(`${service.url}/docs/api`);
  await page.locator("#reference:not([aria-busy]) .opblock").first().waitFor();
  const ids = operationsOf(description).map(({ operation: { operationId } }) => operationId);
  const events = Object.keys(Object(description).webhooks);
  const shown = await page.locator(".opblock").evaluateAll((all) => all.map(({ id }) => id.split("-").at(-1)));
  t.strictSame(shown.toSorted(), [...ids, ...events].toSorted());
  t.strictSame(complaints, []);
});
