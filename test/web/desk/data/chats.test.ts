import { effect } from "@preact/signals";
import t from "tap";
import type { DeskChat } from "../../../../src/codec/desk/desk.ts";
import { createChats } from "../../../../src/web/desk/data/chats.ts";
import type { Browser } from "../../../../src/web/shared/browser/browser.types.ts";
import { createManualClock } from "../../../edge/manual-clock.ts";
import { standIn } from "../../stand-in.ts";
import { createScriptedApi } from "./scripted-api.ts";
import { chatOf } from "./shapes.ts";

function open(first: Parameters<typeof createChats>[2] = null) {
  const scripted = createScriptedApi();
  const clock = createManualClock();
  const after = (delayMs: number, run: () => void) => clock.wakeAt(clock.nowMs() + delayMs, run).cancel;
  const drawn: (() => void)[] = [];
  const chats = createChats(scripted.api, standIn<Browser>({ after, soon: (run) => void drawn.push(run) }), first);
  return {
    chats,
    scripted,
    clock,
    draw() {
      for (const run of drawn.splice(0)) run();
    },
    ids: () => [...chats.all()].map(({ id }) => id).sort(),
    stateOf: (id: string) => chats.of(id).peek()?.state,
  };
}

const page = (chats: readonly DeskChat[], cursor: string | null = null) => ({ chats, cursor });

t.test("a first page that came with the session counts once, also if the next page is still on its way", async (t) => {
  const { chats, scripted, ids } = open(page([chatOf("1"), chatOf("2")], "next"));
  const before = chats.load();
  t.match(scripted.at(0).path, /cursor=next$/, "the first page is not read");
  chats.put(chatOf("1", { state: "closed" }));
  const load = chats.load();
  t.notMatch(scripted.at(1).path, /cursor=/, "it is read now");
  await scripted.at(1).answer(page([chatOf("2")], "next"));
  await scripted.at(2).answer(page([chatOf("3")]));
  await Promise.all([before, load]);
  t.same(ids(), ["2", "3"], "the closed chat does not come back");
  t.equal(chats.loading.peek(), "ready");
});

t.test(
  "an event that arrives while a page is being read is newer than the page; an earlier event is not",
  async (t) => {
    const { chats, scripted, stateOf } = open();
    chats.put(chatOf("1", { unread: 1 }));
    const load = chats.load();
    chats.put(chatOf("2", { state: "with_agent" }));
    chats.put(chatOf("3", { state: "closed" }));
    await scripted.at(0).answer(page([chatOf("1", { unread: 5 }), chatOf("2"), chatOf("3")], "next"));
    chats.put(chatOf("4", { unread: 7 }));
    await scripted.at(1).answer(page([chatOf("4", { unread: 6 }), chatOf("5")]));
    await load;
    t.match(scripted.at(1).path, /state=open&limit=500&cursor=next$/);
    t.equal(chats.of("1").peek()?.unread, 5);
    t.equal(stateOf("2"), "with_agent");
    t.equal(stateOf("3"), "closed");
    t.equal(chats.of("4").peek()?.unread, 7);
    t.equal(stateOf("5"), "waiting");
    t.equal(chats.loading.peek(), "ready");
  },
);

t.test("the response to a step is shown, except for fields that a later event has changed", (t) => {
  const { chats, stateOf } = open();
  chats.put(chatOf("1", { updatedAt: 5 }));
  const accepted = chatOf("1", { state: "with_agent", updatedAt: 6 });
  const shown = chats.ask();
  chats.put(chatOf("1", { updatedAt: 5, unread: 1 }));
  shown(accepted);
  t.equal(stateOf("1"), "with_agent", "the socket has not reported the step yet");
  const overtaken = chats.ask();
  chats.put(chatOf("1", { state: "closed", updatedAt: 6 }));
  overtaken(accepted);
  t.equal(stateOf("1"), "closed", "the event has the same millisecond");
  chats.ask()(chatOf("1", { updatedAt: 6 }));
  t.equal(stateOf("1"), "waiting", "an event from before the request is older than the response");
  t.end();
});

t.test(
  "a chat that the socket reports as gone is removed without a request, also against an earlier one",
  async (t) => {
    const { chats, scripted, stateOf } = open();
    chats.put(chatOf("1"));
    const load = chats.load();
    for (const id of ["1", "2"]) chats.gone(id);
    t.equal(scripted.count(), 1, "only the page is asked for");
    t.equal(stateOf("1"), undefined);
    await scripted.at(0).answer(page([chatOf("1")]));
    await load;
    t.equal(stateOf("1"), undefined);
  },
);

t.test("a page requested after a step is newer than the step's response, in whichever order they arrive", async (t) => {
  const { chats, scripted, stateOf } = open();
  for (const id of ["1", "2"]) chats.put(chatOf(id, { updatedAt: 5 }));
  const shown = chats.ask();
  const load = chats.load();
  shown(chatOf("1", { state: "with_agent", updatedAt: 6 }));
  t.equal(stateOf("1"), "with_agent");
  await scripted.at(0).answer(page(["1", "2"].map((id) => chatOf(id, { state: "blocked", updatedAt: 7 }))));
  await load;
  shown(chatOf("2", { state: "with_agent", updatedAt: 6 }));
  t.strictSame(["1", "2"].map(stateOf), ["blocked", "blocked"]);
});

t.test(
  "a listener that is notified that all open chats are loaded finds them in the lists that follow the revision",
  async (t) => {
    const { chats, scripted, draw } = open();
    let listed: readonly string[] = [];
    effect(() => {
      chats.revision.value;
      listed = [...chats.all()].map(({ id }) => id);
    });
    const seen: (readonly string[])[] = [];
    effect(() => {
      if (chats.loading.value === "ready") seen.push(listed);
    });
    const load = chats.load();
    await scripted.at(0).answer(page([chatOf("1"), chatOf("2")]));
    await load;
    t.same(seen, [["1", "2"]]);
    const { value: revision } = chats.revision;
    draw();
    t.equal(chats.revision.value, revision, "nothing has changed since");
  },
);

t.test(
  "chats that are not open any more are removed, except for chats changed by an event meanwhile and chats being viewed",
  async (t) => {
    const { chats, scripted, ids, stateOf } = open();
    for (const id of ["1", "2", "3", "4"]) chats.put(chatOf(id));
    const stops = ["3", "4"].map((id) => effect(() => void chats.of(id).value));
    const load = chats.load();
    chats.put(chatOf("2", { unread: 9 }));
    await scripted.at(0).answer(page([]));
    await load;
    t.equal(stateOf("1"), undefined);
    t.match([scripted.at(1).path, scripted.at(2).path], ["/api/chats/3", "/api/chats/4"]);
    await scripted.at(1).answer({ chat: chatOf("3", { state: "closed" }) });
    await scripted.at(2).fail({ status: 404 });
    t.equal(stateOf("3"), "closed");
    t.equal(stateOf("4"), undefined);
    t.strictSame(ids(), ["2", "3"]);
    for (const stop of stops) stop();
  },
);

t.test("a superseded load stores nothing, and neither does a response that a later one has overtaken", async (t) => {
  const { chats, scripted, ids } = open();
  void chats.load();
  const second = chats.load();
  await scripted.at(0).answer(page([chatOf("1")]));
  await scripted.at(1).answer(page([chatOf("2")]));
  await second;
  t.strictSame(ids(), ["2"]);
  const early = chats.read("2");
  const late = chats.read("2");
  await scripted.at(3).answer({ chat: chatOf("2", { unread: 8 }) });
  await scripted.at(2).answer({ chat: chatOf("2", { unread: 1 }) });
  await Promise.all([early, late]);
  t.equal(chats.of("2").peek()?.unread, 8);
});

t.test("a failed load is retried after growing pauses, or at once on request; the shown chats stay", async (t) => {
  const { chats, scripted, clock } = open();
  void chats.load();
  await scripted.at(0).fail({ status: 503 });
  t.match(chats.loading.peek(), { status: 503 });
  clock.advance(999);
  t.equal(scripted.count(), 1);
  clock.advance(1);
  await scripted.at(1).fail();
  clock.advance(1_999);
  t.equal(scripted.count(), 2);
  chats.resume();
  chats.resume();
  t.equal(scripted.count(), 3, "one retry");
  await scripted.at(2).answer(page([chatOf("1")]));
  t.equal(chats.loading.peek(), "ready");
  clock.advance(60_000);
  t.equal(scripted.count(), 3);
  void chats.load();
  t.equal(chats.loading.peek(), "ready");
  await scripted.at(3).fail({ status: 401 });
  clock.advance(60_000);
  t.equal(scripted.count(), 4, "only a login helps in this case, so there is no retry");
  chats.resume();
  await scripted.at(4).answer(page([]));
  t.equal(chats.of("1").peek(), undefined);
});

t.test("chats are found by their state, and the revision changes once per animation frame", async (t) => {
  const { chats, draw } = open();
  const waiting = () => [...chats.inState("waiting")].map(({ id }) => id);
  chats.put(chatOf("1"));
  chats.put(chatOf("2"));
  chats.put(chatOf("1", { state: "with_agent" }));
  t.equal(chats.revision.peek(), 0);
  draw();
  t.equal(chats.revision.peek(), 1);
  t.strictSame(waiting(), ["2"]);
  t.strictSame([...chats.inState("with_agent")], [chatOf("1", { state: "with_agent" })]);
  chats.put(chatOf("2", { state: "closed" }));
  t.strictSame(waiting(), []);
  draw();
  t.equal(chats.revision.peek(), 2);
});

t.test("closed chats that nobody is viewing are evicted, and viewed chats stay", async (t) => {
  const { chats, ids, stateOf } = open();
  chats.put(chatOf("1"));
  chats.put(chatOf("2"));
  chats.put(chatOf("2", { state: "closed" }));
  const stop = effect(() => void chats.of("2").value);
  for (let id = 1_000; id < 11_000; id += 1) chats.put(chatOf(String(id), { state: "closed" }));
  for (let id = 1_000; id < 11_000; id += 1) chats.of(`unknown${id}`);
  t.ok(ids().length <= 202, `${ids().length} are left`);
  t.equal(stateOf("1"), "waiting");
  t.equal(stateOf("2"), "closed");
  stop();
  for (let id = 1_000; id < 2_000; id += 1) chats.put(chatOf(String(id), { state: "closed" }));
  t.notOk(ids().includes("2"));
});

t.test("10,000 chats are stored page by page, and an event of one chat reaches only its viewers", async (t) => {
  const { chats, scripted } = open();
  const all = Array.from({ length: 10_000 }, (_, index) => chatOf(String(index + 1)));
  const load = chats.load();
  for (let index = 0; index < 20; index += 1)
    await scripted.at(index).answer(page(all.slice(index * 500, index * 500 + 500), index < 19 ? "c" : null));
  await load;
  t.equal([...chats.all()].length, 10_000);
  const seen: unknown[] = [];
  const others: unknown[] = [];
  const stop = effect(() => void seen.push(chats.of("5000").value?.unread));
  const stopOthers = effect(() => void others.push(chats.of("5001").value?.unread));
  for (let unread = 0; unread < 1_000; unread += 1) chats.put(chatOf("5000", { unread }));
  stop();
  stopOthers();
  t.equal(seen.length, 1_001);
  t.equal(others.length, 1);
});
