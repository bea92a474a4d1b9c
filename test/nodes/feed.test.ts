import t from "tap";
import { closeCodes } from "../../src/edge/sockets/close-codes.ts";
import type { Service } from "../harness/service.ts";
import { startTwoServices } from "../harness/two-services.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, step } from "../visitors/visitor-channel.ts";
import { startUnrulyServices } from "./unruly-services.ts";

t.test("an agent's desk on one node shows events of the other node live", async (t) => {
  const { nodes, settle } = await startTwoServices(t);
  const [one, two] = nodes;
  const desk = await two.enter("kim");
  await one.say("ann", "hello");
  await desk.until(({ type, message }) => type === "message" && message.text === "hello");
  await step(one, "accept");
  await desk.until(({ type, chat }) => type === "chat" && chat.state === "with_agent");
  await step(one, "messages", { type: "text", text: "hi" });
  await settle();
  one.attempts[0]?.answer();
  await desk.until(({ type, message }) => type === "message" && message.delivery?.state === "delivered");
  const cursors = desk.frames.filter(({ type }) => type === "message" || type === "chat").map(({ cursor }) => cursor);
  t.strictSame(
    cursors,
    [...new Set(cursors)].sort((a, b) => a - b),
    "each cursor once, in order",
  );
});

t.test("both nodes use the same cursors, so a desk can continue at the other node", async (t) => {
  const { nodes, settle } = await startTwoServices(t);
  const [one, two] = nodes;
  const before = await one.enter("kim");
  await two.say("ann", "first");
  await settle();
  await before.until(({ type }) => type === "message");
  const since = Math.max(...before.frames.map(({ cursor = 0 }) => cursor));
  before.vanish();
  await one.say("ann", "second");
  const after = await two.enter("kim", { since });
  await after.until(({ type, message }) => type === "message" && message.text === "second");
  t.strictSame(
    after.frames.filter(({ type }) => type === "message").map(({ message }) => message.text),
    ["second"],
    "nothing twice",
  );
  t.notOk(after.frames.some(({ type }) => type === "resync"));
  t.equal(one.app.runtime.feed.cursor, two.app.runtime.feed.cursor);
});

t.test(
  "a desk that saw a chat on one node never sees an older state on another node, which is notified later",
  async (t) => {
    const { nodes, peers, settle } = await startUnrulyServices(t, () => ({ isLost: false, turns: 0 }));
    const [one, two, three] = nodes as readonly [Service, Service, Service];
    for (const node of nodes) await node.logIn("kim");
    // Node one sends its notices, because a desk of node two listens.
    const listener = await two.enter("lee");
    const first = await three.enter("kim");
    const since = first.frames.find(({ type }) => type === "ready")?.cursor ?? 0;
    first.vanish();
    await one.say("ann", "1");
    await listener.until(({ type, message }) => type === "message" && message.text === "1");
    await settle();
    for (const peer of peers.slice(1)) peer.freeze();
    for (const text of ["2", "3"]) await one.say("ann", text);
    await settle();
    const ahead = await three.enter("kim", { since });
    await ahead.until(({ type, chat }) => type === "chat" && chat.last?.seq === 3);
    const seenCursor = Math.max(...ahead.frames.map(({ cursor = 0 }) => cursor));
    ahead.vanish();
    const behind = await two.enter("kim", { since: seenCursor });
    for (const peer of peers.slice(1)) peer.thaw();
    await settle();
    await one.say("ann", "4");
    await behind.until(({ type, chat }) => type === "chat" && chat.last?.seq === 4);
    const shown = behind.frames.flatMap(({ type, chat }) => (type === "chat" ? [chat.last?.seq] : []));
    t.strictSame(shown, [4], "no older state than the desk had seen");
  },
);

t.test("a cursor that no node has reached is answered with a resync", async (t) => {
  const { nodes } = await startTwoServices(t);
  await nodes[0].say("ann", "hello");
  const desk = await nodes[1].enter("kim", { since: 999_999_999 });
  await desk.until(({ type }) => type === "resync");
  t.equal(desk.frames[0]?.cursor, nodes[0].app.runtime.feed.cursor);
});

t.test("two pages of one visitor on two nodes show the same, in order", async (t) => {
  const { nodes, settle } = await startTwoServices(t, { channels: asWidget() });
  const [one, two] = nodes;
  const { page, ready } = await enterVisitor(t, one);
  const { page: other } = await enterVisitor(t, two, { visitor: ready.visitor });
  await page.ask({ type: "message", text: "from one" });
  await other.until(({ type, message }) => type === "message" && message.text === "from one");
  await other.ask({ type: "message", text: "from two" });
  await page.until(({ type, message }) => type === "message" && message.text === "from two");
  await step(two, "accept");
  await page.until(({ type, chat }) => type === "chat" && chat?.agent?.name === "Kim");
  for (const text of ["a", "b", "c", "d"]) await step(text < "c" ? one : two, "messages", { type: "text", text });
  await settle();
  await Promise.all(
    [page, other].map((one) => one.until(({ type, message }) => type === "message" && message.text === "d")),
  );
  const seqs = (frames: typeof page.frames) =>
    frames.filter(({ type }) => type === "message").map(({ message }) => message.seq);
  t.strictSame(seqs(page.frames), seqs(other.frames));
  t.strictSame(
    seqs(page.frames),
    [...new Set(seqs(page.frames))].sort((a, b) => a - b),
    "each once, in order",
  );
});

t.test("a page of a visitor on the blacklist misses no message that another node stored", async (t) => {
  const deaf = { isLost: false, turns: 0 };
  const { nodes } = await startUnrulyServices(t, () => deaf, { channels: asWidget() });
  const [one, two] = nodes as readonly [Service, Service];
  const { page, ready } = await enterVisitor(t, one);
  await page.ask({ type: "message", text: "first" });
  await step(one, "blacklist", { value: true });
  const enterOther = async (since: number) =>
    (await enterVisitor(t, two, { visitor: ready.visitor, chat: "1", since })).page;
  const other = await enterOther(1);
  await page.ask({ type: "message", text: "second" });
  const { message } = await other.until(({ message }) => message?.text === "second");
  deaf.isLost = true;
  const third = { type: "message", id: "of-both", text: "third" };
  await page.ask(third);
  t.match(await other.ask(third), { type: "done" });
  t.equal((await other.closed).code, closeCodes.goingAway);
  const back = await enterOther(message.seq);
  await back.until(({ message }) => message?.text === "third");
  t.strictSame(
    [page, other, back].map((one) => one.texts()),
    [["first", "second", "third"], ["second"], ["third"]],
  );
});

t.test(
  "a node that finds deleted rows that it never showed makes its desks and pages load everything again",
  async (t) => {
    const deaf = { isLost: true, turns: 0 };
    const { nodes, clock, settle } = await startUnrulyServices(t, () => deaf, { channels: asWidget() });
    const [one, two] = nodes as readonly [Service, Service];
    const { page: writer } = await enterVisitor(t, one);
    await writer.ask({ type: "message", text: "first" });
    clock.advance(1_000);
    await settle();
    const desk = await two.enter("kim");
    const { page } = await enterVisitor(t, two);
    const { cursor } = two.app.runtime.feed;
    for (const text of ["lost", "last"]) await writer.ask({ type: "message", text });
    const rows = await one.store.scan("feed", { after: [cursor], limit: 1 });
    await one.store.commit({}, () => rows.map(({ key }) => ({ table: "feed", key, row: null })));
    clock.advance(1_000);
    await desk.until(({ type }) => type === "resync");
    await desk.until(({ type, message }) => type === "message" && message.text === "last");
    t.equal((await page.closed).code, closeCodes.tryAgainLater);
  },
);

t.test("one node at a time deletes old rows of the feed", async (t) => {
  const { nodes, clock, settle } = await startTwoServices(t, { limits: { feedEntriesKept: 5 } });
  for (let index = 0; index < 20; index += 1) await nodes[index % 2 === 0 ? 0 : 1].say("ann", `${index}`);
  await settle();
  clock.advance(31_000);
  await settle();
  const rows = await nodes[0].store.scan("feed", { limit: 100 });
  t.ok(rows.length > 0 && rows.length <= 6, `${rows.length} rows are left`);
  const desk = await nodes[1].enter("kim", { since: 1 });
  await desk.until(({ type }) => type === "resync");
});
