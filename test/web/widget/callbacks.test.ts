import type { Test } from "tap";
import t from "tap";
import { asWidget, step, widget } from "../../visitors/visitor-channel.ts";
import type { Page } from "./page.ts";
import type { World } from "./world.ts";
import { startWorld } from "./world.ts";

const reply = { type: "text", text: "Hi" };
const open = { type: "open" } as const;
const close = { type: "close" } as const;

t.test("[WJ-31] the widget takes over exactly once, after it has received all facts", async (t) => {
  const world = await startWorld(t);
  await world.service.enter("kim");
  const page = await world.load();
  t.strictSame(page.heard, [["attach"]]);
  t.match(page.facts, { mode: "online", callback: null });
  t.match(page.drawn[0], { state: "label", mode: "online", link: "live" }, "the model was drawn before the takeover");
  page.wire().cut();
  await world.pass(1_000);
  await world.restart();
  await world.pass(30_000);
  t.equal(page.model().link, "live");
  t.strictSame(page.heard, [["attach"]]);
});

t.test(
  "[WJ-32, WJ-33, WJ-40, WJ-45] the page is notified of window changes in order, and only of changes",
  async (t) => {
    const world = await startWorld(t);
    await world.service.enter("kim");
    const page = await world.load();
    for (const command of [close, open, open, close, close]) page.command(command);
    page.command({ type: "open_call" });
    page.actions.leaveCall();
    page.actions.close();
    t.strictSame(page.heard.slice(1), [
      ["svc_onOpen"],
      ["svc_onChangeState", "chat"],
      ["svc_onClose"],
      ["svc_onChangeState", "label"],
      ["svc_onOpen"],
      ["svc_onChangeState", "call"],
      ["svc_onChangeState", "chat"],
      ["svc_onClose"],
      ["svc_onChangeState", "label"],
    ]);
    t.equal(page.model().state, "label");
  },
);

t.test("[WJ-40] a request made inside a callback is carried out after all pending callbacks", async (t) => {
  const world = await startWorld(t);
  await world.service.enter("kim");
  const page = await world.load();
  page.onFire = (name) => {
    if (name === "svc_onOpen") page.command(close);
  };
  page.command(open);
  t.strictSame(page.heard.slice(1), [
    ["svc_onOpen"],
    ["svc_onChangeState", "chat"],
    ["svc_onClose"],
    ["svc_onChangeState", "label"],
  ]);
  t.equal(page.model().state, "label");
});

t.test("[WJ-43, WJ-44, WJ-45] the states follow the chat and the mode", async (t) => {
  const world = await startWorld(t);
  const tab = world.openTab();
  const page = await world.load(tab);
  page.actions.open();
  t.equal(page.model().state, "offline");
  const kim = await world.service.enter("kim");
  await world.settle();
  t.equal(page.model().state, "chat");
  kim.send({ type: "available", value: false });
  await world.until(() => page.facts.mode === "offline", "offline");
  t.equal(page.model().state, "chat", "an open chat is not interrupted");
  page.actions.close();
  page.actions.open();
  t.equal(page.model().state, "offline");
  page.actions.startWriting();
  page.actions.send("Hello");
  await world.settle();
  page.actions.openCall();
  t.equal(page.model().state, "chat/call");
  page.actions.close();
  t.equal(page.model().state, "chat/min");
  page.actions.open();
  t.equal(page.model().state, "chat", "a chat is open");
  page.actions.close();
  const again = await world.load(tab);
  t.equal(again.model().state, "chat/min");
  t.equal(again.fired("svc_onChangeState").length, 0, "the first state is not reported as a change");
  again.wire().cut();
  await step(world.service, "close");
  await world.pass(1_000);
  t.equal(again.model().state, "label");
});

t.test("[WJ-34] the first message of each chat is reported once, in the tab that wrote it", async (t) => {
  const world = await startWorld(t);
  const browser = world.openBrowser();
  const tab = world.openTab(browser);
  const one = await world.load(tab);
  const two = await world.load(world.openTab(browser));
  const counts = () => [one, two].map((page) => page.fired("svc_onMessageSent").length);
  one.wire().fault = "deaf";
  one.actions.send("Hello");
  await world.settle();
  t.strictSame(counts(), [0, 0], "not reported before the page knows that it is stored");
  one.wire().cut();
  await world.pass(1_000);
  t.strictSame(counts(), [1, 0]);
  one.actions.send("More");
  two.actions.send("From here");
  await world.settle();
  await step(world.service, "close");
  t.strictSame(counts(), [1, 0]);
  two.actions.send("Another chat");
  await world.settle();
  t.strictSame(counts(), [1, 1]);
  const again = await world.load(tab);
  again.actions.send("And more");
  await world.settle();
  t.equal(again.fired("svc_onMessageSent").length, 0);
  await step(world.service, "close", {}, { chat: 2 });
  await world.settle();
  again.wire().fault = "deaf";
  again.actions.send("The third");
  await world.settle();
  const last = await world.load(tab);
  await world.pass(1_000);
  t.equal(last.fired("svc_onMessageSent").length, 1, "reported also when a reload came in between");
});

t.test("[WJ-35] an agent's Reply is reported once for each chat, in one tab", async (t) => {
  const world = await startWorld(t);
  const browser = world.openBrowser();
  const [behind, front] = [await world.load(world.openTab(browser)), await world.load(world.openTab(browser))];
  behind.isVisible = false;
  const counts = () => [behind, front].map((page) => page.fired("svc_onAccept").length);
  front.actions.send("Hello");
  await world.settle();
  await step(world.service, "accept");
  await step(world.service, "messages", reply);
  await world.pass(3_000);
  t.strictSame(counts(), [0, 1], "the visible tab reports it");
  await step(world.service, "transfer", { agentId: 2 });
  await step(world.service, "close");
  front.actions.send("Again");
  await world.settle();
  front.leave();
  await step(world.service, "accept", {}, { chat: 2 });
  await world.pass(3_000);
  t.strictSame(counts(), [1, 1], "a hidden tab reports it when no tab is visible");
  const tab = world.openTab(browser);
  const third = await world.load(tab);
  await world.pass(3_000);
  t.equal(third.fired("svc_onAccept").length, 0);
});

t.test("[WJ-35] an agent's Reply is also reported when it happened while no page was open", async (t) => {
  const world = await startWorld(t);
  const tab = world.openTab();
  const page = await world.load(tab);
  page.actions.send("Hello");
  await world.settle();
  page.leave();
  await step(world.service, "accept");
  const next = await world.load(tab);
  t.strictSame(
    next.heard.map(([name]) => name),
    ["attach", "svc_onAccept"],
  );
});

t.test(
  "[WJ-36, WJ-44, WJ-56] contacts are asked for once per chat, when nobody answers or the visitor leaves, unless they are known",
  async (t) => {
    const world = await startWorld(t);
    await world.service.enter("kim");
    const tab = world.openTab();
    const page = await world.load(tab, { contactsForm: true });
    page.actions.open();
    page.actions.send("Hello");
    await world.pass(29_000);
    t.equal(page.model().state, "chat", "not yet");
    page.actions.type("An");
    await world.pass(3_000);
    t.equal(page.model().state, "chat", "the form is not shown while the visitor writes");
    await world.pass(3_000);
    t.equal(page.model().state, "introduce");
    page.actions.send("More");
    await world.settle();
    t.equal(page.model().state, "introduce", "the form stays open");
    page.actions.close();
    page.actions.open();
    await world.settle();
    t.equal(page.model().state, "chat", "the form is shown once per chat");
    t.equal(page.fired("svc_onIntroduction").length, 0);
    const again = await world.load(tab, { contactsForm: true });
    again.actions.open();
    await world.pass(31_000);
    t.equal(again.model().state, "chat");
    await step(world.service, "close");
    await world.settle();
    again.actions.send("Another chat");
    await world.settle();
    await step(world.service, "accept", {}, { chat: 2 });
    await step(world.service, "messages", { type: "text", text: "Hi" }, { chat: 2 });
    await world.pass(60_000);
    t.equal(again.model().state, "chat", "a visitor who was answered is not asked");
    again.happens("leave");
    t.equal(again.model().state, "introduce", "a visitor who leaves the page is asked");
    again.actions.giveContacts({ email: "nora@example.com" });
    t.strictSame(again.heard.at(-1), ["svc_onIntroduction"]);
    t.equal(again.model().state, "introduce", "the rest of the form is still shown");
    again.actions.giveContacts({ name: "Nora" });
    again.actions.endContacts();
    t.strictSame(again.heard.slice(-2), [["svc_onIntroduction"], ["svc_onChangeState", "chat"]]);
    t.strictSame(again.facts.contact, { name: "Nora", email: "nora@example.com", phone: null, description: null });
    await world.settle();
    await step(world.service, "close", {}, { chat: 2 });
    again.actions.send("The third");
    await world.pass(31_000);
    again.happens("leave");
    t.equal(again.model().state, "chat", "the contacts are known");
    const closed = await world.load(undefined, { contactsForm: true });
    closed.actions.send("Hello");
    await world.pass(31_000);
    t.equal(closed.model().state, "chat/min", "the form is shown only in the open window");
    closed.actions.open();
    t.equal(closed.model().state, "introduce");
    closed.actions.endContacts();
    t.equal(closed.model().state, "chat");
    await step(world.service, "close", {}, { chat: 4 });
    await world.settle();
    closed.actions.send("Hello again");
    await world.pass(31_000);
    t.equal(closed.model().state, "chat", "a visitor who declines is not asked again in this browser");
    const without = await world.load();
    without.actions.open();
    without.actions.send("Hello");
    await world.pass(31_000);
    t.equal(without.model().state, "chat", "the form is shown only if the channel asks for contacts");
  },
);

t.test(
  "[WJ-56] contacts are asked for before the first message where the channel says so, and after the window was closed",
  async (t) => {
    const world = await startWorld(t);
    await world.service.enter("kim");
    const page = await world.load(undefined, { contactsForm: true, contactsFirst: true });
    page.actions.open();
    await world.settle();
    t.equal(page.model().state, "introduce");
    page.actions.close();
    page.actions.open();
    await world.settle();
    t.equal(page.model().state, "introduce", "until it is filled or skipped");
    page.actions.endContacts();
    page.actions.close();
    page.actions.open();
    await world.settle();
    t.equal(page.model().state, "chat");
    const other = await world.load(undefined, { contactsForm: true });
    other.actions.open();
    await world.settle();
    t.equal(other.model().state, "chat", "not before the first message");
    other.actions.send("Hello");
    await world.settle();
    other.actions.close();
    await world.settle();
    other.actions.open();
    await world.settle();
    t.equal(other.model().state, "introduce", "a visitor who comes back to the chat is asked");
  },
);

const token = "gw-2f7c90ab41d86e35";
const phone = "+44 20 7946 0181";

async function startCalls(t: Test): Promise<[World, Page, (status: string, more?: object) => Promise<void>]> {
  const callback = { ...widget.callback, balance: 100 };
  const world = await startWorld(t, {
    channels: asWidget({ widget: { ...widget, callback } }),
    config: { telephony: { gatewayUrl: "https://pbx.example.com", token } },
  });
  await world.service.enter("kim");
  const page = await world.load();
  const report = async (status: string, more: object = {}) => {
    const body = { call_id: String(world.service.calls.length), status, ...more };
    const answer = await world.service.call("POST", `/calls/${token}`, { body });
    t.equal(answer.status, 200, JSON.stringify(answer.body));
    await world.settle();
  };
  return [world, page, report];
}

const callsOf = (page: Page) => page.heard.filter(([name]) => String(name).startsWith("svc_onCall"));

t.test("[WJ-38, WJ-39] the begin and the end of a call are each reported once, in the tab that asked", async (t) => {
  const [world, page, report] = await startCalls(t);
  t.equal(page.facts.callback, null);
  const other = await world.load();
  const asked = page.actions.askCall(phone);
  t.equal(await page.actions.askCall(phone), "Callback unavaiable", "only one call at a time");
  await world.settle();
  t.equal(await asked, null);
  t.strictSame(callsOf(page), [["svc_onCallStart"]]);
  world.service.calls[0]?.answer(null);
  await report("agent_connected", { agent_id: 1 });
  await report("client_connected");
  t.strictSame(callsOf(page), [["svc_onCallStart"]]);
  await report("end");
  t.strictSame(callsOf(page), [["svc_onCallStart"], ["svc_onCallEnd", { result: "ok" }]]);
  page.wire().cut();
  await world.pass(1_000);
  t.equal(callsOf(page).length, 2);
  page.command({ type: "call", phone });
  await world.settle();
  await report("error", { reason: "Busy" });
  t.strictSame(callsOf(page).slice(2), [["svc_onCallStart"], ["svc_onCallEnd", { result: "fail", reason: "Busy" }]]);
  t.strictSame(callsOf(other), []);
  const wrong = page.actions.askCall("1");
  await world.settle();
  t.equal(await wrong, "Invalid phone number");
  t.equal(callsOf(page).length, 4);
});

t.test("[WJ-27] the widget knows without a request whether a call is available", async (t) => {
  const [world, page] = await startCalls(t);
  const sent = page.wires.flatMap(({ sent }) => sent).length;
  page.command({ type: "call", phone });
  await world.settle();
  t.equal(page.facts.callback, "Callback unavaiable", "a call is running");
  t.equal(page.model().callback, "Callback unavaiable");
  t.equal(page.wires.flatMap(({ sent }) => sent).length, sent + 1, "only the call was sent");
});

t.test(
  "[WJ-38] a call request whose answer is lost is not sent again; the chat shows whether the call began",
  async (t) => {
    const [world, page, report] = await startCalls(t);
    page.wire().fault = "deaf";
    const begun = page.actions.askCall(phone);
    await world.settle();
    page.wire().cut();
    await world.settle();
    t.strictSame(callsOf(page), []);
    await world.pass(1_000);
    t.equal(await begun, null);
    t.strictSame(callsOf(page), [["svc_onCallStart"]]);
    await report("error", { reason: "Busy" });
    t.equal(callsOf(page).length, 2);

    page.wire().fault = "mute";
    const lost = page.actions.askCall(phone);
    await world.settle();
    page.wire().cut();
    await world.pass(11_000);
    t.equal(await lost, "lost");
    t.equal(page.sent("call").length, 2);
    t.equal(world.service.calls.length, 1);
    t.equal(callsOf(page).length, 2);
    const third = page.actions.askCall(phone);
    await world.settle();
    t.equal(await third, null, "another call can be requested");
  },
);

t.test("[WJ-38, WJ-39] a call continues over a reload, and its end is reported in the reloaded page", async (t) => {
  const [world, , report] = await startCalls(t);
  const tab = world.openTab();
  const asking = await world.load(tab);
  asking.wire().fault = "deaf";
  void asking.actions.askCall(phone);
  await world.settle();
  const second = await world.load(tab);
  await world.settle();
  t.strictSame(callsOf(second), [["svc_onCallStart"]], "the answer to the request never arrived");
  second.leave();
  await report("end");
  await step(world.service, "close");
  const third = await world.load(tab);
  await world.settle();
  t.strictSame(callsOf(third), [["svc_onCallEnd", { result: "ok" }]]);
  const fourth = await world.load(tab);
  await world.settle();
  t.strictSame(callsOf(fourth), []);
});
