import t from "tap";
import { startService } from "../../harness/service.ts";
import { asWidget } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import { keepCallbacks, openSite, visit } from "./site.ts";

t.test("[WJ-31] a page under the strictest policy has the widget", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const site = await openSite(t, service, { script: keepCallbacks });
  const browser = await openBrowser(t);
  const { page, complaints } = await visit(browser, site);
  t.same(await page.evaluate("heard"), [["svc_onLoadCallback"]]);
  t.same(complaints, []);
});
