import t from "tap";
import { createChannels } from "../../src/demo/cast/shop.ts";
import { FlowLog } from "../../src/demo/flow-log.ts";
import { AttemptList } from "../../src/demo/flows/attempt-list.ts";
import { nowMs } from "../../src/demo/time.ts";
import { channelId, seen, settingsOf } from "../harness/customer.ts";
import { startService } from "../harness/service.ts";
import { openLossyProxy } from "./lossy-proxy.ts";

t.test("[DEL-29] a message whose answer is lost, and a message that is sent again, reach the agent once", async (t) => {
  const service = await startService(t);
  const proxy = await openLossyProxy(t, service.url);
  const shop = createChannels({ url: proxy.url, whenReady: async () => undefined }, () => settingsOf(service).random);
  const say = async (key: string, text: string) =>
    t.equal((await shop.send(channelId, { sender: { id: "c1", name: "Ann" }, text, key }, null)).status, 200);
  proxy.loseNextAnswer();
  await say("k-1", "Once");
  t.equal(proxy.requestsCount(), 2, "the shop retried the call");
  await say("k-2", "Twice?");
  await say("k-2", "Twice?");
  await say("k-3", "Last");
  const { messages } = await seen(service);
  const texts = messages.map(({ text }) => text);
  t.same(texts, ["Once", "Twice?", "Last"]);
});

t.test(
  "[DEL-02] attempts are checked by the time they began, even if they arrived late, and a wrong time is detected",
  (t) => {
    const list = new AttemptList(new FlowLog("failing", "", () => undefined));
    const askedAtMs = nowMs() - 6_000;
    for (let count = 0; count < 3; count += 1) list.add("one", () => false);
    const kept = (...begunMs: readonly number[]): boolean =>
      list.intervals(
        begunMs.map((ms) => askedAtMs + ms),
        askedAtMs,
      ).isKept;
    t.ok(kept(0, 3_000, 6_000), "a stalled receiver got all of them at the same time");
    t.notOk(kept(0, 2_999, 6_000), "early");
    t.notOk(kept(0, 3_000, 5_999), "the third is measured from the second");
    t.notOk(kept(-1, 3_000, 6_000), "it began before the request");
    t.notOk(kept(0, 3_000, 20_000), "it arrived before it began");
    t.notOk(kept(), "no times are known");
    t.end();
  },
);
