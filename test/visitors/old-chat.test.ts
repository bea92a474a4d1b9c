import t from "tap";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, step } from "./visitor-channel.ts";

const limits = { messageTextKeptDays: 2, unansweredKeptDays: 0, deliveryLogKeptDays: 0 };
const channels = asWidget({ webhooks: null });
/** The pause between two deletions of old texts. */
const jobMs = 6 * 60 * 60_000;

async function settleAll(service: Service): Promise<void> {
  for (let round = 0; round < 60; round += 1) await service.settle();
}

t.test("a page is not shown an old closed chat when its texts are deleted, also after a restart", async (t) => {
  const store = createMemoryStore();
  const first = await startService(t, { channels, store, limits });
  const { page, ready } = await enterVisitor(t, first);
  t.equal((await page.ask({ type: "message", text: "Hello" })).type, "done");
  await step(first, "accept");
  await step(first, "messages", { type: "text", text: "Hi" });
  await settleAll(first);
  await step(first, "close");
  await settleAll(first);

  const second = await startService(t, { channels, store, limits });
  const isTextless = async () => (await store.read("chatState", ["textless", 1])) !== undefined;
  const pass = async (ms: number): Promise<void> => {
    second.clock.advance(ms);
    await settleAll(second);
  };
  for (let jobs = 0; jobs < 8; jobs += 1) await pass(jobMs);
  await pass(jobMs - 5_000);
  t.equal(await isTextless(), false);
  const { page: later, ready: again } = await enterVisitor(t, second, { visitor: ready.visitor });
  t.equal(again.chat, null);
  const seen = later.frames.length;
  await pass(6_000);
  // The deletion looks for files on the disk, which takes real time.
  while (!(await isTextless())) await second.settle();
  await settleAll(second);
  t.strictSame(later.frames.slice(seen), []);
});
