import t from "tap";
import { serverView } from "../../desk/live/following-desk.ts";
import { step } from "../../visitors/visitor-channel.ts";
import { openBrowser } from "../browser.ts";
import { lineFaults, linesShown } from "../shown-lines.ts";
import { openDroppedPage, written } from "./dropped-page.ts";
import type { Heard } from "./site.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);

t.test("[WJ-34, WJ-35] after a drop and a restart a visitor has what the server has, without a reload", async (t) => {
  const dropped = await openDroppedPage(t, browser);
  const { page, service } = dropped;
  const composer = page.locator("svc-widget textarea");
  let count = 0;
  const nextText = (who: string): string => {
    count += 1;
    return `${who} says 1-${count}.`;
  };
  const visitorWrites = async (): Promise<void> => {
    await composer.fill(nextText("visitor"));
    await composer.press("Enter");
  };
  const agentWrites = () => step(service.current(), "messages", { type: "text", text: nextText("agent") });
  const untilShown = async (): Promise<void> => {
    await dropped.untilConnected("ready");
    while ((await linesShown(page)).length < count) await dropped.pass(1);
  };
  await dropped.untilConnected("ready");
  await visitorWrites();
  while (dropped.desk.chats.size === 0) await dropped.pass(1);
  await step(service.current(), "accept");
  await dropped.drop({ type: "reset" }, { count: 2, part: 0.5 }, () => Promise.all([visitorWrites(), agentWrites()]));
  await untilShown();
  await dropped.restart(visitorWrites);
  await untilShown();
  await agentWrites();
  await untilShown();

  const messages = Object.values((await serverView(service.current())).messages).sort((a, b) => a.seq - b.seq);
  t.same(
    await linesShown(page),
    messages.flatMap(({ text }) => text.match(written) ?? []),
    "the visitor's list is the same as the server's",
  );
  t.equal((await linesShown(page)).length, count, "each message is stored once");
  t.same(await lineFaults(page), [], "no line was shown twice or disappeared");
  t.equal(await page.locator("svc-widget .failure").count(), 0);
  const heard: readonly Heard[] = await page.evaluate("heard");
  t.same(
    heard.filter(([name]) => name !== "svc_onResizeCallback"),
    [["svc_onLoadCallback"], ["svc_onOpen"], ["svc_onChangeState", "chat"], ["svc_onMessageSent"], ["svc_onAccept"]],
    "each callback was called once, and the page was never reloaded",
  );
  t.equal(dropped.drops(), 2);
  t.same(dropped.complaints(), []);
});
