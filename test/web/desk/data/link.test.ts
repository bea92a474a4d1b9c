import { effect } from "@preact/signals";
import t from "tap";
import { configure } from "../../../harness/customer.ts";
import { agents } from "../../../harness/service-config.ts";
import { startDeskWorld } from "./desk-world.ts";

t.setTimeout(300_000);

t.test(
  "a desk reconnects after growing pauses of at most 10 s plus half, and at once when the network returns",
  async (t) => {
    const world = await startDeskWorld(t);
    const tab = await world.openTab();
    tab.net = "down";
    tab.wire().cut();
    await world.settle();
    t.equal(tab.desk.link.state.peek(), "away");
    const triesAt: number[] = [];
    const startMs = world.clock.nowMs();
    t.equal(tab.desk.link.goneSinceMs.peek(), null, "a short gap is not shown");
    for (let passed = 0; passed < 50_000; passed += 500) {
      const before = tab.wires.length;
      await world.pass(500);
      if (tab.wires.length > before) triesAt.push(world.clock.nowMs() - startMs);
    }
    t.equal(tab.desk.link.goneSinceMs.peek(), startMs);
    const pauses = triesAt.map((at, index) => at - (triesAt[index - 1] ?? 0));
    t.strictSame(pauses, [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
    tab.net = "up";
    tab.comeBack();
    await world.settle();
    t.equal(tab.desk.link.state.peek(), "live");
    t.equal(tab.desk.link.goneSinceMs.peek(), null);
  },
);

t.test(
  "what the desk shows besides the chats is read once they are there, and again after a lost connection",
  async (t) => {
    const world = await startDeskWorld(t);
    const tab = await world.openTab("kim", { waits: false });
    await world.until(() => tab.entry.desk.peek() !== null, "the desk is open");
    const reads: boolean[] = [];
    const stop = tab.desk.onReading(() => reads.push(tab.isReady()));
    await world.until(tab.isReady, "the chats are there");
    t.same(reads, [true]);
    tab.wire().cut();
    await world.until(() => reads.length > 1, "another read");
    let lateReads = 0;
    const stopLate = tab.desk.onReading(() => {
      lateReads += 1;
    });
    t.same([reads, lateReads], [[true, true], 1], "a part that is shown later reads at once");
    stop();
    stopLate();
  },
);

t.test("a desk without a socket shows the chats; its first connection tells what has changed since then", async (t) => {
  const world = await startDeskWorld(t);
  await world.service.say("9", "Hello");
  const tab = await world.openTab("kim", { waits: false });
  tab.hears = () => false;
  const chat = () => tab.entry.desk.peek()?.chats.of("1").peek();
  await world.until(() => chat() !== undefined, "the chat is shown");
  t.equal(tab.desk.link.state.peek(), "connecting");
  await world.service.say("9", "Written meanwhile");
  tab.hears = () => true;
  await world.until(() => tab.desk.link.state.peek() === "live", "a later connection");
  t.equal(chat()?.last?.text, "Written meanwhile");
  t.same(
    tab.requests.filter((path) => /chats[?=]/.test(path)),
    ["GET /api/session/optional?chats=500"],
    "the chats come with the session, and are not read again",
  );
});

t.test("a page that is loaded after a change of its agent's channels reads its chats once", async (t) => {
  const world = await startDeskWorld(t);
  await world.service.say("9", "Hello");
  for (const agentIds of [[agents.lee.id], [agents.kim.id]]) await configure(world.service, { agentIds });
  const tab = await world.openTab();
  await world.pass(1_000);
  const reads = () => tab.requests.filter((path) => /chats[?=]/.test(path)).length;
  t.equal(reads(), 1);
  t.equal(tab.desk.chats.of("1").peek()?.last?.text, "Hello");
  tab.wire().cut();
  await world.until(() => tab.wires.length > 1 && tab.isReady(), "a second connection");
  t.equal(reads(), 1, "nor does a connection that was lost");
});

t.test("a socket that does not open, or receives no ready frame, is closed after 10 s", async (t) => {
  const world = await startDeskWorld(t);
  const tab = await world.openTab();
  tab.net = "stuck";
  tab.wire().cut();
  await world.pass(500);
  tab.net = "up";
  await world.pass(9_500);
  t.equal(tab.wires.length, 2);
  await world.pass(1_500);
  t.equal(tab.desk.link.state.peek(), "live");
});

t.test("a desk sends nothing over a connection whose end has begun", async (t) => {
  const world = await startDeskWorld(t);
  const tab = await world.openTab();
  const { socket, sent } = tab.wire();
  const before = sent.length;
  tab.desk.link.send({ type: "available", value: true });
  t.equal(sent.length, before + 1);
  socket.close();
  t.equal(socket.readyState, 2, "the browser logs an error for each frame that is sent now");
  tab.desk.link.send({ type: "available", value: false });
  t.equal(sent.length, before + 1);
});

t.test(
  "a desk that is left while it connects closes its socket after the open event, without sending a frame",
  async (t) => {
    const world = await startDeskWorld(t);
    const tab = await world.openTab();
    tab.wire().cut();
    world.clock.advance(500);
    t.equal(tab.wires.length, 2);
    tab.entry.stop();
    t.equal(tab.wire().socket.readyState, 0, "a socket that is closed while it opens causes a browser warning");
    await tab.wire().flush();
    t.same(tab.wire().sent, []);
    t.not(tab.wire().socket.readyState, 1, "the socket opened and was closed again");
  },
);

for (const fault of ["deaf", "dead"] as const)
  t.test(
    `a ${fault} connection is closed after 7.5 s, or after 5 s when the page becomes visible again, and nothing is missed`,
    async (t) => {
      const world = await startDeskWorld(t);
      const tab = await world.openTab();
      await world.service.say("7", "One");
      await world.settle();
      await world.pass(40_000);
      t.equal(tab.wires.length, 1, "one answered heartbeat keeps the connection");
      for (const [waitMs, looks] of [
        [7_500, false],
        [5_000, true],
      ] as const) {
        tab.wire().fault = fault;
        await world.service.say("7", `Lost for ${waitMs}`);
        // The last frame was received at most 2.5 s ago.
        if (looks) tab.comeBack();
        await world.pass(waitMs);
        await world.until(() => tab.desk.link.state.peek() === "live", "the connection is back");
        t.equal(tab.desk.chats.of("1").peek()?.last?.text, `Lost for ${waitMs}`);
      }
      t.equal(tab.wires.length, 3);
    },
  );

for (const fault of ["deaf", "dead"] as const)
  t.test(
    `a ${fault} connection is shown within 5 s with the time of the last frame, and not after it answers again`,
    async (t) => {
      const world = await startDeskWorld(t);
      const tab = await world.openTab();
      const { link } = tab.desk;
      await world.pass(20_000);
      t.equal(link.goneSinceMs.peek(), null, "a quiet connection that answers is live");
      const heardAtMs = world.clock.nowMs();
      tab.wire().fault = fault;
      await world.until(() => link.state.peek() === "silent", "it is doubted");
      t.ok(world.clock.nowMs() - heardAtMs <= 5_000, `shown after ${world.clock.nowMs() - heardAtMs} ms`);
      const since = link.goneSinceMs.peek() ?? 0;
      t.ok(since <= heardAtMs && since > heardAtMs - 2_500, "the shown time is that of the last frame");
      tab.wire().fault = "whole";
      tab.wire().socket.onmessage?.({ data: '{"type":"beat"}' } as MessageEvent);
      t.same([link.state.peek(), link.goneSinceMs.peek()], ["live", null]);
      t.equal(tab.wires.length, 1, "the connection is still the same");
    },
  );

t.test("a conversation that is open when the desk starts is read once, even if no event ever arrives", async (t) => {
  const world = await startDeskWorld(t);
  await world.service.say("7", "Hello");
  for (const isKnown of [true, false]) {
    const tab = await world.openTab("kim", { waits: false });
    tab.hears = () => isKnown;
    const stop = effect(() => void tab.entry.desk.value?.conversations.open("1"));
    const reads = () => tab.requests.filter((request) => request.includes("/messages?before=")).length;
    await world.until(() => reads() > 0, "the conversation is requested");
    await world.until(() => tab.lines("1").length === 1, "the conversation is loaded");
    await world.pass(1_000);
    t.equal(reads(), 1, isKnown ? "news are told" : "no news are told");
    stop();
    tab.leave();
  }
});

t.test("an agent who does not wait for a silent connection gets another one at once", async (t) => {
  const world = await startDeskWorld(t);
  const tab = await world.openTab();
  tab.wire().fault = "dead";
  await world.until(() => tab.desk.link.state.peek() === "silent", "it is doubted");
  tab.desk.link.retry();
  t.equal(tab.wires.length, 2);
  await world.settle();
  t.same([tab.desk.link.state.peek(), tab.desk.link.goneSinceMs.peek()], ["live", null]);
});

t.test("a desk that gets no answer from the start shows it within 5 s", async (t) => {
  const world = await startDeskWorld(t);
  const tab = await world.openTab("kim", { waits: false });
  tab.net = "stuck";
  await world.settle();
  const { link } = tab.desk;
  tab.net = "up";
  await world.pass(5_000);
  t.same([link.state.peek(), link.goneSinceMs.peek() !== null], ["connecting", true]);
  await world.until(tab.isReady, "the desk is ready");
  t.equal(link.goneSinceMs.peek(), null);
});

t.test("after an unreadable frame the desk reconnects after a pause and receives the lost events again", async (t) => {
  const world = await startDeskWorld(t);
  const tab = await world.openTab();
  const { socket } = tab.wire();
  tab.hears = () => false;
  await world.service.say("7", "Garbled");
  await world.settle();
  tab.hears = () => true;
  socket.onmessage?.({ data: '{"cursor":1}' } as MessageEvent);
  t.equal(tab.desk.link.state.peek(), "away");
  await world.pass(9_500);
  t.equal(tab.wires.length, 1);
  await world.pass(500);
  t.equal(tab.desk.chats.of("1").peek()?.last?.text, "Garbled");
});

for (const code of [1009, 1013])
  t.test(`after a close with ${code} a desk reconnects slowly, even if the network event occurs`, async (t) => {
    const world = await startDeskWorld(t);
    const tab = await world.openTab();
    tab.wire().cut(code);
    tab.comeBack();
    await world.pass(9_500);
    t.equal(tab.wires.length, 1);
    await world.pass(500);
    t.equal(tab.desk.link.state.peek(), "live");
  });

t.test(
  "a cursor that the service has forgotten causes a full read even if the connection drops after ready",
  async (t) => {
    const world = await startDeskWorld(t);
    const tab = await world.openTab();
    await world.service.say("7", "One");
    await world.settle();
    tab.wire().cut();
    await world.service.say("8", "Missed");
    await world.settle();
    const rows = await world.service.store.scan("feed", { limit: 100 });
    await world.service.store.commit({}, () => rows.map(({ key }) => ({ table: "feed" as const, key, row: null })));
    let heard = 0;
    tab.hears = ({ type }) => {
      heard += 1;
      return type === "ready";
    };
    await world.pass(500);
    await world.until(() => heard >= 2, "ready and a lost resync arrived");
    t.equal(heard, 2);
    tab.hears = () => true;
    tab.wire().cut();
    await world.until(tab.isReady, "the desk is ready again");
    const lastText = () => tab.desk.chats.of("2").peek()?.last?.text;
    await world.until(() => lastText() !== undefined, "the chats are read again");
    t.equal(lastText(), "Missed");
  },
);

t.test(
  "an ended session shows the login, even if only the socket reports it; after a login the desk is as before",
  async (t) => {
    const world = await startDeskWorld(t);
    await world.service.say("7", "Hello");
    const tab = await world.openTab();
    const { desk } = tab;
    await world.service.call("POST", "/api/chats/1/accept", { token: await world.service.logIn("kim") });
    const token = await world.service.logIn("kim");
    await world.service.call("DELETE", "/api/session", { token });
    await world.settle();
    t.equal(tab.entry.state.peek(), "login");
    t.equal(desk.link.state.peek(), "refused");
    tab.write("Kept");
    await world.pass(60_000);
    t.strictSame(tab.lines("1").at(-1), "Kept…");
    const wires = tab.wires.length;
    await world.pass(60_000);
    t.equal(tab.wires.length, wires, "the desk does not reconnect automatically");
    const login = await world.service.call("POST", "/api/session", {
      body: { email: "kim@example.com", password: "correct horse battery" },
    });
    tab.token = async () => login.body.token;
    await tab.entry.enter();
    await world.settle();
    t.equal(tab.entry.state.peek(), "inside");
    t.equal(tab.desk, desk, "the desk is still the same object");
    await world.until(() => tab.lines("1").includes("Kept"), "the kept message is sent");
    await world.service.say("7", "And now?");
    await world.settle();
    t.strictSame(tab.lines("1"), ["Hello", "Kept", "And now?"]);
  },
);

t.test("another agent who logs in gets a new desk in every tab, without data of the previous agent", async (t) => {
  const world = await startDeskWorld(t);
  await world.service.say("7", "Hello");
  await world.service.call("POST", "/api/chats/1/accept", { token: await world.service.logIn("kim") });
  const tab = await world.openTab();
  const other = await world.openTab("kim", { storage: tab.storage });
  tab.desk.drafts.write("1", "reply", "Of Kim");
  other.net = "down";
  other.write("By Kim", "1", true);
  await world.settle();
  other.net = "up";
  for (const one of [tab, other]) one.token = () => world.service.logIn("lee");
  await tab.entry.enter();
  await world.until(() => tab.isReady() && other.isReady(), "both tabs are ready");
  for (const one of [tab, other]) {
    t.equal(one.desk.surroundings.peek().agent.name, "Lee");
    t.equal(one.desk.drafts.of("1", "reply").peek(), "");
  }
  await world.pass(60_000);
  await world.until(() => tab.lines("1").length > 0, "the conversation is loaded");
  t.strictSame(tab.lines("1"), ["Hello"], "Kim's message waits until Kim logs in");
  for (const one of [tab, other]) one.token = () => world.service.logIn("kim");
  await tab.entry.enter();
  await world.until(tab.isReady, "Kim's desk is ready");
  await world.until(() => tab.lines("1").includes("By Kim"), "Kim's message is sent");
  t.equal(tab.desk.drafts.of("1", "reply").peek(), "Of Kim");
});
