import t from "tap";
import { createChatIndex } from "../../../src/web/desk/inbox/chat-index.ts";
import type { ViewId, WaitOrder } from "../../../src/web/desk/inbox/views.ts";
import { orderWords, viewOf, viewOfChat } from "../../../src/web/desk/inbox/views.ts";
import { createHeldOrder } from "../../../src/web/shared/parts/held-order.ts";
import { chatOf } from "./inbox-chats.ts";

const none = new Set<string>();
const me = { id: 1, departments: [7] };
interface Narrowed {
  readonly channelId?: string;
  readonly text?: string;
  readonly order?: WaitOrder;
  readonly found?: ReadonlySet<string>;
}
const indexOf = (view: ViewId, { channelId, text = "", order = "longest", found = none }: Narrowed = {}) =>
  createChatIndex(me, { view, channelId: channelId ?? null, text, order, found, testChannelIds: ["TESTCHAN01"] });
const kim = { id: 1, name: "Kim" };
const lee = { id: 2, name: "Lee" };

const chats = [
  chatOf("1", { state: "waiting", waitingSince: 100 }),
  chatOf("2", { state: "waiting", waitingSince: 300 }),
  chatOf("3", { state: "with_agent", agent: kim, waitingSince: null, lastAt: 50 }),
  chatOf("4", { state: "with_agent", agent: kim, waitingSince: 20 }),
  chatOf("5", { state: "with_agent", agent: kim, waitingSince: 10 }),
  chatOf("6", { state: "with_agent", agent: lee, waitingSince: 5 }),
  chatOf("7", { state: "with_bot" }),
  chatOf("8", { state: "unstaffed", waitingSince: 400 }),
  chatOf("9", { state: "unstaffed", waitingSince: 30 }),
  chatOf("10", { state: "blocked" }),
  chatOf("11", { state: "closed" }),
];

t.test("[BOT-01, WH-20] each view has its chats in its order; blocked chats are only in their own view", async (t) => {
  t.same(indexOf("waiting").take(chats, none).ids, ["1", "2"], "the longest wait is first");
  t.same(
    indexOf("waiting", { order: "newest" }).take(chats, none).ids,
    ["2", "1"],
    "the newest chat is first if the agent chose that order",
  );
  t.same(indexOf("unstaffed", { order: "newest" }).take(chats, none).ids, ["8", "9"]);
  t.same(
    indexOf("mine").take(chats, none).ids,
    ["5", "4", "3"],
    "chats that wait for an answer come first, the longest wait on top",
  );
  t.same(indexOf("bot").take(chats, none).ids, ["7"]);
  t.same(indexOf("unstaffed").take(chats, none).ids, ["9", "8"], "the longest wait first");
  t.same(indexOf("blocked").take(chats, none).ids, ["10"]);
  t.same(indexOf("all").take(chats, none).ids.toSorted(), ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  const { counts, longest } = indexOf("mine").take(chats, none);
  t.same(counts, { waiting: 2, mine: 3, bot: 1, unstaffed: 2, all: 9, failed: 0, blocked: 1, test: 0 });
  t.equal(longest?.id, "1", "the longest wait among the chats that wait for an agent");
});

t.test("[BOT-43] a chat transferred to this agent or the agent's department is first in Waiting", async (t) => {
  const offered = [
    ...chats,
    chatOf("20", { state: "waiting", waitingSince: 1, offeredTo: { kind: "agent", id: 1, name: "Kim" } }),
    chatOf("21", { state: "waiting", waitingSince: 2, offeredTo: { kind: "department", id: 7, name: "Sales" } }),
    chatOf("22", { state: "waiting", waitingSince: 0, offeredTo: { kind: "agent", id: 2, name: "Lee" } }),
  ];
  const { ids, longest } = indexOf("waiting").take(offered, none);
  t.same(ids, ["20", "21", "1", "2", "22"], "a chat offered to another agent is last");
  t.equal(longest?.id, "20", "a chat offered to another agent is not offered here");
});

t.test("a list is narrowed by channel and by words in name, number and last line", async (t) => {
  const some = [
    chatOf("1", { state: "waiting", name: "Maria Stone", text: "Where is my parcel?" }),
    chatOf("2", { state: "waiting", name: "Li Wei", text: "Hello", channelId: "OTHERAPP01" }),
  ];
  const found = (text: string, view: ViewId = "waiting") => indexOf(view, { text }).take(some, none).ids;
  t.same(found("parcel", "mine"), ["1"], "also a chat that the shown view does not have");
  t.same(found("parcel", "test"), [], "test channels keep to themselves");
  t.same(found("PARCEL maria"), ["1"]);
  t.same(found("#2"), ["2"]);
  t.same(found("maria hello"), []);
  const deep = (narrowed: Narrowed) => indexOf("waiting", { text: "refund", ...narrowed }).take(some, none).ids;
  t.same(deep({ found: new Set(["2"]) }), ["2"], "the text that the service found is further back in the chat");
  t.same(deep({ found: new Set(["2"]), channelId: "MOBILEAPP1" }), [], "the channel filter applies to found chats too");
  t.same(indexOf("waiting", { channelId: "OTHERAPP01" }).take(some, none).ids, ["2"]);
});

t.test("a changed chat is sorted again; without a relevant change the order is the same object", async (t) => {
  const index = indexOf("waiting");
  const before = index.take(chats, none).ids;
  t.equal(index.take([...chats], none).ids, before);
  const written = chats.map((chat) => (chat.id === "1" ? { ...chat, unread: 5 } : chat));
  t.equal(index.take(written, none).ids, before, "a chat keeps its place when its client writes again");
  const taken = written.map((chat) => (chat.id === "2" ? { ...chat, state: "with_agent", agent: lee } : chat));
  t.same(index.take(taken, none).ids, ["1"]);
  const more = [...taken, chatOf("30", { state: "waiting", waitingSince: 500 })];
  t.same(index.take(more, none).ids, ["1", "30"]);
  t.same(index.take(more.slice(1), none).ids, ["30"], "a removed chat is not in the list");
  t.same(index.take(more, none).ids, ["1", "30"], "the chat is in the list again");
});

t.test(
  "the open chat keeps its place until another chat is opened, but a taken one leaves Waiting at once",
  async (t) => {
    const index = indexOf("waiting");
    index.take(chats, new Set(["1"]));
    const inState = (state: string) =>
      chats.map((chat) => (chat.id === "1" ? { ...chat, state, agent: state === "closed" ? null : kim } : chat));
    const { ids, counts } = index.take(inState("closed"), new Set(["1"]));
    t.same(ids, ["1", "2"]);
    t.equal(counts.waiting, 1, "the count is correct meanwhile");
    t.same(index.take(inState("closed"), new Set(["2"])).ids, ["2"]);
    index.take(chats, new Set(["1"]));
    t.same(index.take(inState("with_agent"), new Set(["1"])).ids, ["2"]);
  },
);

t.test("a random history of changes ends in the order that a fresh index has", async (t) => {
  let seed = 42;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const states = ["waiting", "with_agent", "with_bot", "unstaffed", "closed", "blocked"];
  for (const view of ["waiting", "mine", "all", "unstaffed"] as const) {
    const index = indexOf(view);
    const now = new Map(chats.map((chat) => [chat.id, chat]));
    for (let step = 0; step < 300; step += 1) {
      const id = String(1 + random(40));
      if (random(10) === 0) now.delete(id);
      else
        now.set(
          id,
          chatOf(id, {
            state: states[random(states.length)] ?? "",
            agent: random(2) === 0 ? kim : lee,
            waitingSince: random(2) === 0 ? null : random(1_000),
            lastAt: random(1_000),
          }),
        );
      const { ids, counts } = index.take(now.values(), none);
      const fresh = indexOf(view).take(now.values(), none);
      if (step % 20 === 0) t.same({ ids, counts }, { ids: fresh.ids, counts: fresh.counts }, `${view}, step ${step}`);
    }
  }
});

t.test("a held order stays unchanged, counts new chats, and is released at once", async (t) => {
  const held = createHeldOrder();
  const first = ["2", "1"];
  t.same(held.show(first, false, 0), { ids: first, waiting: [] });
  t.same(held.show(["4", "3", "2", "1"], true, 0), { ids: first, waiting: ["4", "3"] });
  t.same(
    held.show(["5", "2"], true, 0),
    { ids: first, waiting: ["5"] },
    "a chat that left the view stays in its place",
  );
  t.same(held.show(["5", "2"], true, 1), { ids: ["5", "2"], waiting: [] }, "the agent asked to see the new chats");
  t.same(held.show(["6", "5"], true, 1), { ids: ["5", "2"], waiting: ["6"] }, "each request shows the new chats once");
  t.same(held.show(["6", "5"], false, 1), { ids: ["6", "5"], waiting: [] });
  t.same(
    createHeldOrder().show(first, true, 0),
    { ids: first, waiting: [] },
    "an empty list has no rows that could move",
  );
});

t.test("a new chat at the end moves no row, so it is shown even while the order is held", async (t) => {
  const held = createHeldOrder();
  held.show(["1", "2"], false, 0);
  t.same(held.show(["1", "2", "3"], true, 0), { ids: ["1", "2", "3"], waiting: [] });
  t.same(held.show(["0", "1", "3", "4"], true, 0), { ids: ["1", "2", "3", "4"], waiting: ["0"] });
  t.same(held.show(["8", "9"], true, 0), { ids: ["1", "2", "3", "4"], waiting: ["8", "9"] }, "no earlier row is left");
});

t.test("a chat is found in the current view if it is there, otherwise in the view that has it", async (t) => {
  const cases = [
    [{ state: "waiting" }, "waiting", "waiting"],
    [{ state: "waiting" }, "all", "all"],
    [{ state: "with_agent", agent: kim }, "waiting", "mine"],
    [{ state: "with_agent", agent: lee }, "waiting", "all"],
    [{ state: "blocked" }, "all", "blocked"],
    [{ state: "closed" }, "all", null],
  ] as const;
  for (const [facts, current, view] of cases)
    t.equal(viewOfChat(chatOf("1", facts), me, current, false), view, facts.state);
});

t.test("[CH-61] the chats of a test channel are in their own view, and count in no other", async (t) => {
  const ofTest = chats.map((chat) => ({ ...chat, channelId: "TESTCHAN01" }));
  const { ids, counts, longest } = indexOf("test").take(ofTest, none);
  t.equal(ids.length, 10, "all but the closed one");
  t.same(counts, { waiting: 0, mine: 0, bot: 0, unstaffed: 0, all: 0, failed: 0, blocked: 0, test: 10 });
  t.equal(longest, null);
  for (const view of ["waiting", "mine", "all", "blocked"] as const)
    t.same(indexOf(view).take(ofTest, none).ids, [], view);
  t.equal(viewOfChat(chatOf("1", { state: "waiting" }), me, "waiting", true), "test");
});

t.test("each order has a text", async (t) => {
  t.equal(orderWords(viewOf("waiting"), "longest"), "Longest wait first");
  t.equal(orderWords(viewOf("waiting"), "newest"), "Newest first");
  t.equal(orderWords(viewOf("all"), "newest"), "Latest first");
});
