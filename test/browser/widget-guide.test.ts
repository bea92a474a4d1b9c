import t from "tap";
import { openReader, readBlocks, sourceIn } from "../system/harness/guide-reader.ts";
import { openBrowser } from "./browser.ts";

t.test("[WJ-02, WJ-10] the site of the guide has at most 10 lines and works as pasted, in both forms", async (t) => {
  const [program = "", config = "", starts = "", online = "", talk = ""] = await readBlocks("widget");
  const lines = sourceIn(program);
  t.ok(lines.length > 5 && lines.length <= 10, `${lines.length} lines`);

  const { open, has, servicePort, peerPort } = await openReader(t, "/tmp/parley-site", ["8084", "9093"]);
  await open(program).ended;
  await open(config).ended;
  const [service] = starts.trim().split("\n").map(open);
  if (service === undefined) throw new Error("Expected a line for each of two terminals.");
  await has(service, `parley ready http://127.0.0.1:${servicePort}`);

  const browser = await openBrowser(t);
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${peerPort}/`);
  await page.locator("svc-widget").getByRole("button").first().waitFor();
  t.equal(await page.evaluate("svc_api.chatMode()"), "offline");
  const kim = open(online);
  await has(kim, '"type":"ready"');
  await page.waitForFunction("svc_api.chatMode() === 'online'");
  await page.evaluate("svc_api.open()");
  await page.locator("svc-widget").getByRole("textbox").fill("Where is my bike?");
  await page.keyboard.press("Enter");
  await has(kim, "Where is my bike?");
  await has(kim, "2 items, 179.80");
  await open(talk).ended;
  await page.locator("svc-widget").getByText("Hello, how can I help?").waitFor();
  t.pass("the page shows the answer");
});
