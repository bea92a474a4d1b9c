import t from "tap";
import { defaultLimits } from "../../src/config/limits.ts";
import { asChatId } from "../../src/core/ids.ts";
import { readChat, readMessage } from "../../src/domain/chat/queries/chat-queries.ts";
import { encodeMissed } from "../../src/domain/feed/feed-frames.ts";
import { openHeldDisk } from "../harness/held-disk.ts";
import type { World } from "./world.ts";
import { channelId, createWorld, kim, openChat } from "./world.ts";

const one = asChatId("1");
const turns = async (): Promise<void> => {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
};
/** Returns the last frame about the message with this number. */
const shownMessage = (world: World, seq: number) =>
  world.frames.map(({ frame }) => Object(frame["message"])).findLast((message) => message.seq === seq);
const shownChat = (world: World) =>
  world.frames.findLast(({ frame }) => frame["type"] === "chat")?.frame["chat"] as { readonly state: string };

t.test(
  "a desk is shown only durable rows, not those of a running commit: nothing would correct them if the process died before",
  async (t) => {
    const { store, hold, nextWrite } = await openHeldDisk(t);
    const world = await createWorld({ store });
    await openChat(world, "c1");
    await world.reply(one, "first");
    await world.settle();
    hold();
    const second = world.reply(one, "second");
    const write = await nextWrite();
    // "first" ends while "second" is being written, so "second" reaches the front of its lane in the next group.
    void world.attempts[0]?.answer();
    await turns();
    t.match((await readMessage(store, one, 3))?.delivery, { state: "attempting" }, "the later commit has run");
    write.pass();
    t.ok((await second).ok);
    await world.runtime.feed.whenShown();
    t.match(shownMessage(world, 3), { text: "second", delivery: { state: "pending" } });
    const entry = { chatId: one, channelId, messageSeq: 3 };
    t.match(JSON.parse((await encodeMissed(store, entry, 1, defaultLimits))?.text ?? ""), {
      message: { delivery: { state: "pending" } },
    });
    (await nextWrite()).pass();
    await world.settle();
    t.match(shownMessage(world, 2), { delivery: { state: "delivered" } });
    t.match(shownMessage(world, 3), { delivery: { state: "attempting" } }, "shown by the entry of its own commit");
  },
);

t.test("a commit whose write fails was never shown, although other turns read its rows while it ran", async (t) => {
  const { store, hold, letGo, nextWrite } = await openHeldDisk(t);
  const world = await createWorld({ store });
  await openChat(world, "c1");
  hold();
  const replied = world.reply(one, "first");
  const write = await nextWrite();
  const closed = world.step(one, { type: "chat.close-requested", nowMs: world.clock.nowMs(), agent: kim });
  await turns();
  t.equal((await readChat(store, one))?.state, "closed", "the later commit has run");
  write.pass();
  t.ok((await replied).ok);
  await world.runtime.feed.whenShown();
  t.equal(shownChat(world).state, "with_agent");
  const closing = await nextWrite();
  letGo();
  closing.fail();
  t.notOk((await closed).ok);
  await world.runtime.feed.whenShown();
  t.equal((await readChat(store, one))?.state, "with_agent");
  t.equal(shownChat(world).state, "with_agent", "what was shown is what is there");
});
