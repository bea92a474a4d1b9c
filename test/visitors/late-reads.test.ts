import type { Test } from "tap";
import t from "tap";
import type { HeldStoreReads } from "../harness/held-store-reads.ts";
import { createHeldStoreReads } from "../harness/held-store-reads.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import type { VisitorClient, VisitorFrame } from "../harness/visitor-client.ts";
import { enterVisitor, openVisitor } from "../harness/visitor-client.ts";
import { asWidget, change, step } from "./visitor-channel.ts";

const reply = (text: string) => ({ type: "text", text });

async function startHeld(t: Test) {
  const reads = createHeldStoreReads(createMemoryStore());
  const service = await startService(t, { store: reads.store, channels: asWidget() });
  return { service, reads };
}

/** Resolves when this number of reads wait. */
async function heldReads({ held }: HeldStoreReads, count: number): Promise<void> {
  while (held.length < count) await new Promise((resolve) => setImmediate(resolve));
}

const isReady = ({ type }: VisitorFrame): boolean => type === "ready";

/** The next hello of the visitor. Its entry waits for a read of this table. */
async function holdEntry(t: Test, service: Service, reads: HeldStoreReads, hello: object): Promise<VisitorClient> {
  const page = await openVisitor(t, service);
  const before = reads.held.length;
  page.send({ type: "hello", widget: "MOBILEAPP1", ...hello });
  await heldReads(reads, before + 1);
  return page;
}

/** A committed request of an agent. Its response, or the frames for visitors, wait for a read. */
async function holdStep(reads: HeldStoreReads, ...given: Parameters<typeof step>): Promise<() => Promise<unknown>> {
  const before = reads.held.length;
  const stepping = step(...given);
  await heldReads(reads, before + 1);
  return () => stepping;
}

/** A message, and the frames that arrived before it. */
const shown = (page: VisitorClient): readonly unknown[] =>
  page.frames
    .filter(({ type }) => type === "ready" || type === "message")
    .map(({ type, message }) => (type === "ready" ? "ready" : message.text));

for (const from of ["first", "last"] as const)
  t.test(
    `messages that are sent while a page connects arrive once and in order, if the ${from} read is answered first`,
    async (t) => {
      const { service, reads } = await startHeld(t);
      const { page: one, ready } = await enterVisitor(t, service);
      await one.ask({ type: "message", text: "m1" });
      await step(service, "accept");
      await step(service, "messages", reply("m2"));
      reads.hold("message");
      const page = await holdEntry(t, service, reads, { visitor: ready.visitor });
      // Responses wait for the data that is read and shown before them.
      one.send({ type: "message", id: "m3", text: "m3" });
      await service.settle();
      await step(service, "messages", reply("m4"));
      one.send({ type: "message", id: "m5", text: "m5" });
      one.send({ type: "contact", id: "contact", name: "Vera" });
      await service.settle();
      t.strictSame(shown(page), [], "no frame arrives before ready");
      reads.letGo(from);
      await page.until(({ message }) => message?.text === "m5");
      await one.ask({ type: "message", text: "m6" });
      await page.until(({ message }) => message?.text === "m6");
      t.strictSame(shown(page), ["ready", "m1", "m2", "m3", "m4", "m5", "m6"]);
      t.equal(
        page.frames.filter(({ type }) => type === "contact").length,
        1,
        "the contact from another page is kept too",
      );
      await one.until(({ message }) => message?.text === "m6");
      t.strictSame(one.texts(), ["m1", "m2", "m3", "m4", "m5", "m6"]);
    },
  );

t.test("a message from before the hello that is still being read does not arrive twice", async (t) => {
  const { service, reads } = await startHeld(t);
  const { page: one, ready } = await enterVisitor(t, service);
  await one.ask({ type: "message", text: "m1" });
  await one.until(({ message }) => message?.text === "m1");
  reads.hold("message");
  one.send({ type: "message", id: "m2", text: "m2" });
  await heldReads(reads, 1);
  const page = await holdEntry(t, service, reads, { visitor: ready.visitor });
  // The messages that the page missed arrive before new frames, because new frames wait for their place in the order.
  for (const { pass } of reads.held.slice(1)) pass();
  await service.settle();
  t.strictSame(shown(page), []);
  reads.letGo();
  await page.until(({ message }) => message?.text === "m2");
  await one.ask({ type: "message", text: "m3" });
  await page.until(({ message }) => message?.text === "m3");
  t.strictSame(shown(page), ["ready", "m1", "m2", "m3"]);
  t.strictSame(one.texts(), ["m1", "m2", "m3"]);
});

t.test("a chat that ends or is opened again while a page connects is shown in its final state", async (t) => {
  const { service, reads } = await startHeld(t);
  const { page: one, ready } = await enterVisitor(t, service);
  await one.ask({ type: "message", text: "m1" });
  await step(service, "accept");
  await step(service, "messages", reply("m2"));
  reads.hold("message");
  const page = await holdEntry(t, service, reads, { visitor: ready.visitor });
  const whenClosed = await holdStep(reads, service, "close");
  reads.letGo("last");
  await whenClosed();
  await page.until(({ chat }) => chat?.state === "closed");
  t.match(page.frames.find(isReady), { chat: { state: "with_agent" } });
  t.strictSame(shown(page), ["ready", "m1", "m2"]);

  reads.hold("message");
  const back = await holdEntry(t, service, reads, { visitor: ready.visitor, chat: "1", since: 1 });
  const whenReopened = await holdStep(reads, service, "reopen");
  const whenSaid = await holdStep(reads, service, "messages", reply("m5"));
  reads.letGo("last");
  await Promise.all([whenReopened(), whenSaid()]);
  await back.until(({ message }) => message?.text === "m5");
  t.match(back.frames.find(isReady), { chat: null });
  t.strictSame(shown(back), ["ready", "m2", "m5"]);
  t.match(
    back.frames.findLast(({ type }) => type === "chat"),
    { chat: { state: "with_agent" } },
  );
});

t.test(
  "a page that closes while it connects leaves nothing, and a page with too many queued frames reconnects",
  async (t) => {
    const { service, reads } = await startHeld(t);
    const { page: one, ready } = await enterVisitor(t, service);
    await one.ask({ type: "message", text: "m1" });
    await step(service, "accept");
    reads.hold("message");
    const gone = await holdEntry(t, service, reads, { visitor: ready.visitor });
    gone.socket.terminate();
    await service.settle();
    const crowded = await holdEntry(t, service, reads, { visitor: ready.visitor });
    const { visitorFeed } = service.app.runtime;
    const [client] = await reads.store.scan("client", { limit: 1 });
    if (client === undefined) throw new Error("Expected a client");
    const visitor = { conversation: client.key[0], channelId: client.row.channelId };
    for (let count = 0; count <= 1_000; count += 1) visitorFeed.tell(visitor, `{"type":"told","count":${count}}`);
    t.match(await crowded.closed, { code: 1013, reason: "Too many frames waited while the page connected." });
    t.strictSame(crowded.frames, []);
    reads.letGo();
    await service.settle();
    t.strictSame(gone.frames, []);
    const back = await enterVisitor(t, service, { visitor: ready.visitor });
    await back.page.ask({ type: "typing", state: "typeout" });
    t.strictSame(back.page.texts(), ["m1"]);
  },
);

t.test("a request before ready is answered after ready; a beat is answered at once", async (t) => {
  const { service, reads } = await startHeld(t);
  const { page: one, ready } = await enterVisitor(t, service);
  await one.ask({ type: "message", text: "m1" });
  reads.hold("message");
  const page = await holdEntry(t, service, reads, { visitor: ready.visitor });
  page.send({ type: "message", id: "early", text: "m2" });
  page.send({ type: "contact", id: "contact", name: "Vera" });
  t.match(await page.ask({ type: "beat" }), { type: "done" });
  t.equal(page.frames.length, 1);
  reads.letGo();
  await page.until(({ type, id }) => type === "done" && id === "contact");
  await page.until(({ message }) => message?.text === "m2");
  t.strictSame(shown(page), ["ready", "m1", "m2"]);
  const answered = page.frames.filter(({ type }) => type === "done").map(({ id }) => id);
  t.strictSame(answered.slice(1), ["early", "contact"]);
  t.equal(page.frames.filter(({ type }) => type === "contact").length, 0, "a page does not receive its own contact");
});

t.test("requests of a page are handled in order, even if one waits for a look-up", async (t) => {
  const { service, reads } = await startHeld(t);
  const { page } = await enterVisitor(t, service);
  reads.hold("client");
  page.send({ type: "message", id: "m1", text: "m1" });
  page.send({ type: "typing", id: "t1", state: "typein" });
  page.send({ type: "message", id: "m2", text: "" });
  page.send({ type: "message", id: "m3", text: "m3" });
  await heldReads(reads, 1);
  t.equal((await page.ask({ type: "beat", id: "b1" })).type, "done");
  t.equal(reads.held.length, 1, "the other requests wait for the first");
  reads.letGo();
  await page.until(({ id }) => id === "m3");
  const answers = page.frames.filter(({ id }) => id !== undefined).map(({ type, id }) => `${type} ${id}`);
  t.strictSame(answers.slice(1).toSorted(), ["done m1", "done m3", "done t1", "failed m2"]);
  await page.until(({ message }) => message?.text === "m3");
  t.strictSame(page.texts(), ["m1", "m3"]);
});

t.test("a failed look-up is answered, and delays no other page", async (t) => {
  const { service, reads } = await startHeld(t);
  const { page, ready } = await enterVisitor(t, service);
  reads.hold("client");
  page.send({ type: "message", id: "m1", text: "m1" });
  page.send({ type: "message", id: "m2", text: "m2" });
  await heldReads(reads, 1);
  reads.held[0]?.fail(new Error("no store"));
  t.match(await page.until(({ id }) => id === "m1"), { type: "failed", retryAfter: 1 });
  await heldReads(reads, 1);
  reads.letGo();
  t.match(await page.until(({ id }) => id === "m2"), { type: "done", seq: 1 });

  reads.hold("client");
  const late = await openVisitor(t, service);
  late.send({ type: "hello", widget: "MOBILEAPP1", visitor: ready.visitor });
  await heldReads(reads, 1);
  reads.held[0]?.fail(new Error("no store"));
  t.match(await late.closed, { code: 1011 });
});

t.test("a channel that is disabled during the look-up of a hello accepts no page", async (t) => {
  const { service, reads } = await startHeld(t);
  const { ready } = await enterVisitor(t, service);
  reads.hold("client");
  const page = await holdEntry(t, service, reads, { visitor: ready.visitor });
  await change(service, { enabled: false });
  reads.letGo();
  t.match(await page.closed, { code: 4410 });
  t.strictSame(page.frames, []);
});
