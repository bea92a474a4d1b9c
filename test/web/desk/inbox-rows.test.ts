import t from "tap";
import { asCallId } from "../../../src/core/ids.ts";
import { chooseRows } from "../../../src/web/desk/inbox/drawn-rows.ts";
import { callOf, lastLineOf, stateOf, waitOf } from "../../../src/web/desk/inbox/row-facts.ts";
import { createAlerts } from "../../../src/web/desk/shell/attention/alerts.ts";
import { chatOf } from "./inbox-chats.ts";

const me = { id: 1, departments: [7] };
const kim = { id: 1, name: "Kim" };
const lee = { id: 2, name: "Lee" };
const minuteMs = 60_000;

t.test("a wait has a text, and a level by the limits of the administrator", async (t) => {
  const limits = { calmMs: minuteMs, urgentMs: 5 * minuteMs };
  const after = (ms: number) => waitOf(0, ms, limits);
  t.equal(waitOf(null, 1, limits), null);
  t.same(after(minuteMs - 1), { level: "normal", words: "Waits <1 min" });
  t.same(after(minuteMs), { level: "late", words: "Waits 1 min" });
  t.same(after(5 * minuteMs - 1), { level: "late", words: "Waits 4 min" });
  t.same(after(5 * minuteMs), { level: "too-late", words: "Waits 5 min" });
  t.same(after(125 * minuteMs), { level: "too-late", words: "Waits 2 h" });
  t.same(after(72 * 60 * minuteMs), { level: "too-late", words: "Waits 3 days" });
});

t.test("[BOT-01, WH-20] a row names the agent, bot or state that has the chat", async (t) => {
  const words = (facts: Parameters<typeof chatOf>[1]) => stateOf(chatOf("1", facts), me)?.words ?? null;
  t.equal(words({ state: "with_bot" }), "Bot");
  t.equal(words({ state: "waiting" }), null, "the shown wait gives the same information");
  t.equal(words({ state: "with_agent", agent: kim }), null);
  t.equal(words({ state: "with_agent", agent: lee }), "Lee");
  t.equal(words({ state: "unstaffed" }), "Unstaffed");
  t.equal(words({ state: "blocked" }), "Blocked");
  t.equal(words({ state: "closed" }), "Closed");
  const offer = (kind: "agent" | "department", id: number, name: string) =>
    words({ state: "waiting", offeredTo: { kind, id, name } });
  t.equal(offer("agent", 1, "Kim"), "For you");
  t.equal(offer("department", 7, "Sales"), "For Sales");
  t.equal(offer("agent", 2, "Lee"), "For Lee");
});

t.test("the last line names its sender and the kind of a file", async (t) => {
  const line = (facts: Parameters<typeof chatOf>[1]) => lastLineOf(chatOf("1", { text: "Yes", ...facts }), me, "Robin");
  t.same(line({}), { who: "", text: "Yes", icon: null });
  t.same(line({ agent: kim, lastFrom: "agent" }), { who: "You:", text: "Yes", icon: null });
  t.same(line({ agent: lee, lastFrom: "agent" }), { who: "Lee:", text: "Yes", icon: null });
  t.same(
    line({ lastFrom: "agent" }),
    { who: "Agent:", text: "Yes", icon: null },
    "the agent who wrote the line has left the chat",
  );
  t.same(line({ lastFrom: "bot" }), { who: "Robin:", text: "Yes", icon: null });
  const photo = { ...chatOf("1", {}), last: { seq: 1, from: "client", type: "photo", text: "", at: 1 } as const };
  t.same(lastLineOf(photo, me, ""), { who: "", text: "Photo", icon: "photo" });
  t.equal(lastLineOf({ ...photo, last: { ...photo.last, text: "lid.png" } }, me, "").text, "Photo: lid.png");
  t.same(lastLineOf({ ...photo, last: null }, me, ""), { who: "", text: "Nothing was said yet", icon: null });
});

t.test("[CALL-04] a call is shown while it is running", async (t) => {
  const call = {
    id: asCallId("1"),
    type: "callback",
    phone: "+1",
    agentId: null,
    reason: null,
    recordUrl: null,
  } as const;
  t.equal(callOf(null), null);
  t.equal(callOf({ ...call, status: "start" }), "Calling");
  t.equal(callOf({ ...call, status: "client_connected" }), "On a call");
  t.equal(callOf({ ...call, status: "end" }), null);
});

t.test("[CH-09, BOT-01, BOT-43] alerts report chats that start to wait for this agent, on any channel", async (t) => {
  const alerts = createAlerts();
  const take = (...chats: ReturnType<typeof chatOf>[]) => {
    const { begun, ended } = alerts.takeWaiting(chats, me);
    return [begun.map(({ chat }) => chat.id), ended];
  };
  const old = chatOf("1", {});
  t.same(take(old), [[], []], "a chat that waited before the desk was opened causes no alert");
  const fresh = chatOf("2", { channelId: "OTHERAPP01" });
  const offered = chatOf("3", { offeredTo: { kind: "agent", id: 2, name: "Lee" } });
  t.same(take(old, fresh, offered), [["2"], []], "a chat offered to another agent causes no alert");
  t.same(take({ ...old, unread: 4 }, fresh, { ...offered, offeredTo: null }), [["3"], []], "a wait causes one alert");
  t.same(take(fresh), [[], ["1", "3"]]);
  t.same(take(old, fresh), [["1"], []], "the chat waits again");
});

t.test("a client's message causes one alert, for the agent who has the chat", async (t) => {
  const alerts = createAlerts();
  const message = {
    seq: 5,
    id: "m",
    from: "client",
    type: "text",
    text: "Hello?",
    parts: [],
    fallback: null,
    buttons: [],
    buttonId: null,
    hidden: false,
    agentId: null,
    at: 1,
    delivery: null,
  } as const;
  const own = chatOf("1", { state: "with_agent", agent: kim });
  t.equal(alerts.takeMessage(own, message, me)?.text, "Hello?");
  t.equal(alerts.takeMessage(own, message, me), null, "the same message arrived again");
  t.equal(alerts.takeMessage(own, { ...message, seq: 6, from: "agent" }, me), null);
  t.equal(alerts.takeMessage(chatOf("2", { state: "with_agent", agent: lee }), message, me), null);
  t.equal(alerts.takeMessage(chatOf("3", { state: "with_bot" }), message, me), null);
});

t.test("an animation frame adds few new rows, the most wanted first, and keeps the rows it has", async (t) => {
  const ids = Array.from({ length: 60 }, (_, at) => `chat-${at}`);
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
  const drawnOf = (places: readonly number[]) => new Set(places.map((at) => `chat-${at}`));
  const wanted = [50, ...range(10, 24), 9, 24, -1, 60];
  const before = drawnOf(range(30, 40));
  const first = chooseRows(wanted, ids, before);
  t.same(first, { places: [...range(10, 17), 50], isAll: false });
  const second = chooseRows(wanted, ids, drawnOf(first.places));
  t.same(second, { places: [...range(9, 24), 50], isAll: false });
  const third = chooseRows(wanted, ids, drawnOf(second.places));
  t.same(third, { places: [...range(9, 25), 50], isAll: true });
  t.same(chooseRows([5, 6], ids, drawnOf(third.places)), { places: [5, 6], isAll: true }, "other rows are removed");
  t.same(
    chooseRows([5, 5, 6], ids, before),
    { places: [5, 6], isAll: true },
    "a place that is wanted twice is drawn once",
  );
  t.same(
    chooseRows(wanted, ids, drawnOf(range(30, 37))),
    { places: [...range(9, 25), 50], isAll: true },
    "the first frame draws all rows",
  );
});
