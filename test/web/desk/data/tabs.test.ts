import t from "tap";
import { createDrafts } from "../../../../src/web/desk/data/drafts.ts";
import { createKept } from "../../../../src/web/desk/data/kept.ts";
import type { Browser } from "../../../../src/web/shared/browser/browser.types.ts";
import { createManualClock } from "../../../edge/manual-clock.ts";
import { standIn } from "../../stand-in.ts";
import { createBrowserStorage } from "./browser-storage.ts";
import type { DeskTab } from "./desk-tab.ts";
import type { DeskWorld } from "./desk-world.ts";
import { startDeskWorld } from "./desk-world.ts";

t.setTimeout(300_000);

const dayMs = 24 * 3_600_000;
const draftsOf = (tab: DeskTab) => ["reply", "note"].map((kind) => tab.desk.drafts.of("1", kind as "reply").peek());

async function step(world: DeskWorld, name: string, body?: object): Promise<void> {
  const answer = await world.service.call("POST", `/api/chats/1/${name}`, {
    token: await world.service.logIn("kim"),
    body,
  });
  if (answer.status >= 300) throw new Error(`${name} was answered ${answer.status}`);
  await world.settle();
}

t.test(
  "drafts of replies and notes are the same in all tabs, except in the tab where the agent is writing",
  async (t) => {
    const world = await startDeskWorld(t);
    const tab = await world.openTab();
    const other = await world.openTab("kim", { storage: tab.storage });
    const elsewhere = await world.openTab("kim");
    t.strictSame(draftsOf(other), ["", ""]);
    tab.desk.drafts.write("1", "reply", "Dear");
    tab.desk.drafts.write("1", "note", "Look");
    for (const one of [tab, other]) t.strictSame(draftsOf(one), ["Dear", "Look"]);
    t.strictSame(draftsOf(elsewhere), ["", ""]);
    other.desk.drafts.write("1", "reply", "Dear client");
    t.strictSame(draftsOf(tab), ["Dear", "Look"], "the agent is writing in this tab");
    await world.pass(2_000);
    t.strictSame(draftsOf(tab), ["Dear client", "Look"], "the last writer wins");
    tab.leave();
    const back = await world.openTab("kim", { storage: tab.storage });
    t.strictSame(draftsOf(back), ["Dear client", "Look"]);
    back.desk.drafts.write("1", "reply", "");
    await world.pass(2_000);
    t.strictSame(draftsOf(other), ["", "Look"]);
  },
);

t.test("drafts are deleted after 30 days, and the oldest are deleted if there are more than 500", async (t) => {
  const clock = createManualClock();
  const storage = createBrowserStorage();
  const after = (delayMs: number, run: () => void) => clock.wakeAt(clock.nowMs() + delayMs, run).cancel;
  const browser = standIn<Browser>({ nowMs: clock.nowMs, after });
  const open = () => createDrafts(browser, createKept(standIn<Browser>({ storage: storage.openTab() }), 1));
  open().write("1", "reply", "Old");
  clock.advance(10 * dayMs);
  open().write("2", "reply", "Young");
  clock.advance(20 * dayMs + 1);
  const drafts = open();
  t.strictSame(
    ["1", "2"].map((chatId) => drafts.of(chatId, "reply").peek()),
    ["", "Young"],
  );
  for (let chat = 10; chat < 610; chat += 1) {
    clock.advance(1);
    drafts.write(String(chat), "note", "Text");
  }
  open();
  const kept = [...storage.values.keys()];
  t.equal(kept.length, 500);
  t.notOk(kept.some((key) => key.endsWith("reply.2")));
  t.ok(kept.some((key) => key.endsWith("note.609")));
});

t.test(
  "a chat seen in one tab is seen in all tabs, until the client writes again or a reply restarts the count",
  async (t) => {
    const world = await startDeskWorld(t);
    const tab = await world.openTab();
    const other = await world.openTab("kim", { storage: tab.storage });
    const unread = (one: DeskTab) => {
      const chat = one.desk.chats.of("1").peek();
      return chat === undefined ? null : one.desk.seen.unreadOf(chat);
    };
    const see = (one: DeskTab): void => {
      const chat = one.desk.chats.of("1").peek();
      if (chat !== undefined) one.desk.seen.markSeen(chat);
    };
    const both = () => [unread(tab), unread(other)];
    const says = async (words: string): Promise<void> => {
      await world.service.say("7", words);
      await world.settle();
    };
    await says("One");
    await step(world, "accept");
    await says("Two");
    await says("Three");
    t.strictSame(both(), [2, 2], "the unread count is that of the service");
    t.equal(tab.desk.seen.total.value, 2);
    see(tab);
    t.strictSame(both(), [0, 0]);
    t.equal(other.desk.seen.total.value, 0);
    t.equal(other.desk.seen.seqOf("1"), 3);
    await says("Four");
    t.strictSame(both(), [1, 1]);
    await step(world, "messages", { type: "text", text: "An answer" });
    t.strictSame(both(), [0, 0]);
    for (const words of ["Five", "Six", "Seven"]) await says(words);
    t.strictSame(both(), [3, 3], "no message after the reply was seen");
    other.leave();
    tab.leave();
    const back = await world.openTab("kim", { storage: tab.storage });
    t.equal(unread(back), 3);
    see(back);
    await step(world, "note", { text: "A note" });
    t.equal(unread(back), 0, "notes are not messages of the client");
    await step(world, "close");
    t.equal(unread(back), 0);
    t.notOk(
      [...tab.storage.values.keys()].some((key) => key.includes("seen.")),
      "nothing is stored for a closed chat",
    );
  },
);

t.test("the seen state of chats that ended while the desk was closed is deleted", async (t) => {
  const world = await startDeskWorld(t);
  const tab = await world.openTab();
  await world.service.say("7", "One");
  await world.settle();
  const chat = tab.desk.chats.of("1").peek();
  if (chat !== undefined) tab.desk.seen.markSeen(chat);
  tab.leave();
  await step(world, "accept");
  await step(world, "close");
  const back = await world.openTab("kim", { storage: tab.storage });
  await world.settle();
  t.equal(back.desk.seen.seqOf("1"), 0);
  t.notOk([...tab.storage.values.keys()].some((key) => key.includes("seen.")));
});

t.test("a log-out in one tab logs out all tabs, and a login in one tab logs in all tabs", async (t) => {
  const world = await startDeskWorld(t);
  const tab = await world.openTab();
  const other = await world.openTab("kim", { storage: tab.storage });
  const desks = [tab.desk, other.desk];
  await tab.desk.api.send("DELETE", "/api/session");
  await world.settle();
  for (const one of [tab, other]) t.equal(one.entry.state.peek(), "login");
  const body = { email: "kim@example.com", password: "correct horse battery" };
  const login = await world.service.call("POST", "/api/session", { body });
  for (const one of [tab, other]) one.token = async () => login.body.token;
  await tab.entry.enter();
  await world.until(() => tab.isReady() && other.isReady(), "both tabs are ready again");
  t.strictSame([tab.entry.state.peek(), other.entry.state.peek()], ["inside", "inside"]);
  t.ok(tab.desk === desks[0] && other.desk === desks[1]);
});
