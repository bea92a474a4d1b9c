import t from "tap";
import type { InvitationRule } from "../../../src/web/widget/bridge.types.ts";
import { change, step, widget } from "../../visitors/visitor-channel.ts";
import { startWorld } from "./world.ts";

const rule = (name: string, changes: Partial<InvitationRule> = {}): InvitationRule => ({
  name,
  secondsOnPage: 0,
  urlContains: "",
  visits: 0,
  text: name,
  departmentId: null,
  ...changes,
});

t.test("[WJ-05, WJ-12, WJ-13] a returning browser is the same visitor with the same number", async (t) => {
  const world = await startWorld(t);
  const tab = world.openTab();
  const numbers: unknown[] = [];
  const ask = async (page = world.load(tab)) => {
    let isInside = true;
    (await page).command({
      type: "visitor_number",
      callback: (error, number) => numbers.push([error, number, isInside]),
    });
    isInside = false;
    await world.settle();
  };
  await ask();
  await ask();
  await ask(world.load(world.openTab(tab.browser)));
  await ask(world.load(world.openTab()));
  t.strictSame(numbers, [
    [null, 1, false],
    [null, 1, false],
    [null, 1, false],
    [null, 2, false],
  ]);
});

t.test(
  "[WJ-12] a caller that asks for the number gets an error at once when the page will not reconnect",
  async (t) => {
    const world = await startWorld(t);
    const answers: unknown[] = [];
    await change(world.service, { widget: { ...widget, allowedOrigins: ["https://other.example.com"] } });
    const refused = await world.load(world.openTab(), { waits: false });
    refused.command({ type: "open" });
    refused.command({ type: "visitor_number", callback: (error, number) => answers.push([error, number]) });
    await world.settle();
    t.strictSame(answers, [["The chat cannot be reached.", null]]);
  },
);

t.test("[WJ-05] if two tabs start at the same time, both use the visitor that was stored first", async (t) => {
  const world = await startWorld(t);
  const browser = world.openBrowser();
  const one = await world.load(world.openTab(browser), { waits: false });
  const two = await world.load(world.openTab(browser), { waits: false });
  await world.until(() => one.hasLoaded() && two.hasLoaded(), "both");
  one.actions.send("One");
  two.actions.send("Two");
  await world.settle();
  t.strictSame(one.texts(), two.texts());
  t.equal(one.texts().length, 2);
  t.equal(one.wires.length + two.wires.length, 3, "one of the tabs connected a second time");
});

t.test(
  "[WJ-05] a browser without storage has one visitor for each page, who stays the same over every drop",
  async (t) => {
    const world = await startWorld(t);
    const tab = world.openTab(world.openBrowser(false));
    const page = await world.load(tab);
    page.actions.send("One");
    await world.settle();
    page.wire().cut();
    await world.pass(1_000);
    page.actions.send("Two");
    await world.settle();
    t.strictSame(page.texts(), ["One", "Two"]);
    t.equal(
      new Set(
        page
          .sent("hello")
          .slice(1)
          .map(({ visitor }) => visitor),
      ).size,
      1,
    );
  },
);

t.test(
  "[WJ-05] a visitor that the service has forgotten becomes a new one, and the waiting messages are sent",
  async (t) => {
    const world = await startWorld(t);
    const tab = world.openTab();
    const page = await world.load(tab);
    page.actions.send("One");
    await world.settle();
    await step(world.service, "accept");
    await step(world.service, "messages", { type: "text", text: "Hi" });
    await world.settle();
    page.actions.see();
    tab.browser.site.write("svc_MOBILEAPP1_visitor", "somebody-who-was-forgotten");
    for (const name of ["wrote", "accepted"]) tab.browser.site.write(`svc_MOBILEAPP1_${name}`, "99");
    await world.load(world.openTab());
    page.wire().cut();
    page.actions.send("Two");
    await world.until(() => page.model().link === "live" && !page.texts().at(-1)?.endsWith("…"), "sent");
    t.strictSame(page.texts(), ["Two"]);
    t.equal(page.model().chat?.id, "2");
    t.equal(page.fired("svc_onMessageSent").length, 2, "stored facts about the previous visitor are not used");
    t.not(tab.browser.site.read("svc_MOBILEAPP1_visitor"), "somebody-who-was-forgotten");
  },
);

t.test(
  "[WJ-05, WJ-30] the page's address is sent at load and after each change, with the title a moment later",
  async (t) => {
    const world = await startWorld(t);
    await world.service.enter("kim");
    const url = (path: string) => `https://shop.example.com/${path}`;
    const page = await world.load(undefined, { url: url("a"), title: "A" });
    t.match(page.sent("hello")[0]?.page, { url: url("a"), title: "A" });
    page.happens("address");
    page.place = { url: url("b"), title: "A" };
    page.happens("address");
    page.place = { url: url("b"), title: "B" };
    await world.pass(500);
    t.match(page.sent("page"), [{ url: url("b"), title: "B" }]);
    page.command({ type: "page_title", title: "Own", url: url("own") });
    page.command({ type: "page_title", title: "Own again", url: null });
    await world.pass(1_000);
    t.match(page.sent("page").slice(1), [{ url: url("b"), title: "Own again" }], "at most once per second");
    page.wire().cut();
    await world.pass(1_000);
    t.match(page.sent("hello")[1]?.page, { url: url("b"), title: "Own again" });
    page.place = { url: url("c"), title: "C" };
    page.happens("address");
    await world.pass(1_000);
    t.match(page.sent("page").at(-1), { url: url("c"), title: "C" }, "the title stays until the address changes");
    page.place = { url: url("x".repeat(8_200)), title: "X" };
    page.happens("address");
    await world.pass(1_000);
    page.wire().cut();
    await world.pass(1_000);
    t.equal(page.sent("page").length, 3, "an address that the service would reject is not sent");
    t.equal(page.sent("hello").at(-1)?.page, undefined);
    t.equal(page.model().link, "live");
  },
);

t.test("[WJ-10] the mode is known at once and follows the agents' availability", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  t.strictSame([page.facts.mode, page.model().mode], ["offline", "offline"]);
  const kim = await world.service.enter("kim");
  await world.settle();
  t.strictSame([page.facts.mode, page.model().mode], ["online", "online"]);
  kim.send({ type: "available", value: false });
  await world.until(() => page.facts.mode === "offline", "offline");
  await change(world.service, { agentIds: [] });
  t.equal(page.facts.mode, "offline");
});

t.test("[WJ-22] an invitation is shown automatically when all its conditions are true, once per page", async (t) => {
  const world = await startWorld(t);
  const tab = world.openTab();
  const page = await world.load(tab, { url: "https://shop.example.com/" });
  const rules = [
    rule("on prices", { urlContains: "/prices", secondsOnPage: 3 }),
    rule("long", { secondsOnPage: 8 }),
    rule("regular", { visits: 2 }),
  ];
  page.command({ type: "rules", rules });
  await world.pass(10_000);
  t.equal(page.model().invitation, null, "no agent is available");
  await world.service.enter("kim");
  await world.settle();
  t.match(page.model(), { invitation: "long", state: "chat" }, "at once when an agent becomes available");
  page.place = { url: "https://shop.example.com/prices", title: "Prices" };
  page.happens("address");
  await world.pass(2_500);
  t.equal(page.model().invitation, "long");
  await world.pass(1_000);
  t.equal(page.model().invitation, "on prices");
  page.command({ type: "rules", rules: [...rules, rule("long")] });
  await world.settle();
  t.equal(page.model().invitation, "long", "another rule with the same name is a different rule");
  page.actions.send("Yes");
  await world.settle();
  page.command({ type: "rules", rules: [rule("late")] });
  await world.pass(3_000);
  t.equal(page.model().invitation, null, "a chat is open");

  const second = await world.load(world.openTab(tab.browser), { url: "https://shop.example.com/" });
  await step(world.service, "close");
  await world.settle();
  second.command({ type: "rules", rules });
  await world.settle();
  t.equal(second.model().invitation, "regular", "this is the second visit");
  await world.pass(2_000);
  t.equal(second.model().invitation, "regular", "the other rule was shown once already");
  const reloaded = await world.load(tab);
  reloaded.command({ type: "rules", rules: [rule("third", { visits: 3 }), rule("second", { visits: 2 })] });
  await world.settle();
  t.equal(reloaded.model().invitation, "second", "a reload does not count as a visit");
});

t.test("[WJ-25] an invitation opens the window, starts no chat, and is sent with the visitor's answer", async (t) => {
  const world = await startWorld(t);
  const kim = await world.service.enter("kim");
  const page = await world.load();
  page.command({ type: "invitation", text: "Need help?", departmentId: null });
  await world.settle();
  t.match(page.model(), { state: "chat", invitation: "Need help?", isChatting: false });
  page.actions.send("Yes");
  page.actions.send("Please");
  await world.settle();
  t.equal(page.model().invitation, null);
  t.match(
    page.sent("message").map(({ invitation }) => invitation?.text),
    ["Need help?", undefined],
  );
  const shown = await kim.until(({ message }) => message?.text === "Please");
  t.equal(shown.message.seq, 3);
  t.match(
    kim.frames.filter(({ type }) => type === "message").map(({ message }) => [message.type, message.text]),
    [
      ["invitation", "Need help?"],
      ["text", "Yes"],
      ["text", "Please"],
    ],
  );
});
