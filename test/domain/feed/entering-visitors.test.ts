import t from "tap";
import { asChannelId, clientConversation } from "../../../src/core/ids.ts";
import { EnteringVisitors } from "../../../src/domain/feed/entering-visitors.ts";

const channelId = asChannelId("MOBILEAPP1");
const vera = { channelId, conversation: clientConversation(channelId, "vera") };
const otto = { channelId, conversation: clientConversation(channelId, "otto") };

/** A page whose steps are recorded. */
function notedPage() {
  const steps: string[] = [];
  const page = {
    send: (frame: string) => void steps.push(frame),
    subscribe: () => void steps.push("subscribed"),
    overflow: () => void steps.push("overflow"),
  };
  return { steps, page };
}

t.test("a page receives all frames after its cursor except known frames, and then subscribes", (t) => {
  const entering = new EnteringVisitors(1_000);
  const { steps, page } = notedPage();
  const entrance = entering.add(vera, page);
  t.ok(entering.isAny(vera.conversation));
  t.ok(entering.isAnyOf(channelId));
  t.notOk(entering.isAny(otto.conversation));
  entering.keep(vera.conversation, "before its place");
  entrance.hear();
  entering.keep(vera.conversation, "known");
  entering.keep(otto.conversation, "another's");
  entering.keep(vera.conversation, "new");
  t.same(steps, []);
  entrance.release(["known"]);
  t.same(steps, ["new", "subscribed"]);
  entering.keep(vera.conversation, "live");
  entrance.release([]);
  entrance.leave();
  t.same(steps, ["new", "subscribed"], "it is released once");
  t.notOk(entering.isAny(vera.conversation));
  t.notOk(entering.isAnyOf(channelId));
  t.end();
});

t.test("a page that leaves receives nothing, and other pages of its visitor continue", (t) => {
  const entering = new EnteringVisitors(1_000);
  const gone = notedPage();
  const other = notedPage();
  const entrances = [entering.add(vera, gone.page), entering.add(vera, other.page)];
  for (const { hear } of entrances) hear();
  entering.keep(vera.conversation, "one");
  entrances[0]?.leave();
  entrances[0]?.release([]);
  t.same(gone.steps, []);
  t.ok(entering.isAny(vera.conversation));
  entrances[1]?.release([]);
  t.same(other.steps, ["one", "subscribed"]);
  t.end();
});

t.test("a page with too many kept frames or bytes must reconnect", (t) => {
  for (const [frame, count] of [
    ["x", 1_001],
    ["é".repeat(500), 11],
  ] as const) {
    const entering = new EnteringVisitors(10_000);
    const { steps, page } = notedPage();
    const entrance = entering.add(vera, page);
    entrance.hear();
    for (let kept = 1; kept < count; kept += 1) entering.keep(vera.conversation, frame);
    t.same(steps, []);
    entering.keep(vera.conversation, frame);
    entering.keep(vera.conversation, frame);
    t.same(steps, ["overflow"]);
    entrance.release([]);
    t.same(steps, ["overflow"], "it gets nothing after a gap");
    t.notOk(entering.isAnyOf(channelId));
  }
  t.end();
});
