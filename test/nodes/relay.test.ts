import t from "tap";
import { listUnseen } from "../../src/domain/delivery/unseen-failures.ts";
import type { ServiceOptions } from "../harness/service.ts";
import { startTwoServices } from "../harness/two-services.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, step } from "../visitors/visitor-channel.ts";

const calling: Omit<ServiceOptions, "store" | "node"> = {
  channels: asWidget(),
  telephony: { isConfigured: true, startCall: async () => null, close: async () => undefined },
};

t.test("typing on one node is shown on the other, on desks and on the visitor's pages", async (t) => {
  const { nodes, settle } = await startTwoServices(t, calling);
  const [one, two] = nodes;
  const desk = await two.enter("kim");
  const { page, ready } = await enterVisitor(t, one);
  const { page: other } = await enterVisitor(t, two, { visitor: ready.visitor });
  await page.ask({ type: "message", text: "hello" });
  await page.ask({ type: "typing", state: "typein" });
  await desk.until(({ type, state }) => type === "typing" && state === "typein");
  await settle();
  await step(one, "accept");
  await step(one, "typing", { type: "typein" });
  for (const shown of [page, other]) await shown.until(({ type, state }) => type === "typing" && state === "typein");
  t.strictSame(
    other.frames.filter(({ type }) => type === "typing").map(({ state }) => state),
    ["typein"],
    "once",
  );
});

t.test("a typing notice is sent to the customer system once", async (t) => {
  const { nodes, settle } = await startTwoServices(t);
  const [one, two] = nodes;
  await one.say("ann", "hello");
  await settle();
  await step(two, "accept");
  await step(two, "typing", { type: "typein" });
  await settle();
  t.equal(one.notices.length + two.notices.length, 1);
});

t.test("a call that one node begins is shown on the other, and continues on both", async (t) => {
  const { nodes, settle } = await startTwoServices(t, calling);
  const [one, two] = nodes;
  const desk = await two.enter("kim");
  await one.enter("kim");
  const { page } = await enterVisitor(t, one);
  await page.ask({ type: "message", text: "hello" });
  const asked = await page.ask({ type: "call", phone: "+442079460181" });
  t.match(asked, { type: "done" });
  await desk.until(({ type }) => type === "call");
  await settle();
  const chat = await two.store.read("actor", ["chat/1" as never]);
  t.not(chat, undefined);
  for (const { app } of nodes) t.ok(chat && app.runtime.runningCalls.isRunning(chat.conversation));
});

t.test("an offline message on one node and all its changes are shown on the other", async (t) => {
  const { nodes, settle } = await startTwoServices(t, calling);
  const [one, two] = nodes;
  const { page } = await enterVisitor(t, one);
  await page.ask({ type: "offline_message", email: "a@b.example", text: "Nobody there" });
  await settle();
  const desk = await two.enter("kim");
  await page.ask({ type: "offline_message", email: "a@b.example", text: "Still nobody" });
  await desk.until(({ type, offlineMessage }) => type === "offline_message" && offlineMessage.text === "Still nobody");
  const token = await one.logIn("kim");
  t.equal((await one.call("PATCH", "/api/offline-messages/1", { token, body: { done: true } })).status, 200);
  await desk.until(({ type, offlineMessage }) => type === "offline_message" && offlineMessage.text === "Nobody there");
});

t.test("an administrator on one node is notified of a failure on the other, and of its acknowledgement", async (t) => {
  const { nodes, settle } = await startTwoServices(t, calling);
  const [one, two] = nodes;
  const ada = await two.enter("ada");
  const { page } = await enterVisitor(t, one);
  await page.ask({ type: "message", text: "hello" });
  await settle();
  await step(one, "accept");
  const [report] = [...one.reports, ...two.reports];
  report?.answer({ isFinal: true, failure: { kind: "gone", code: "gone", message: "HTTP 410" } });
  const failures = (): number => ada.frames.filter(({ type }) => type === "failures").length;
  await ada.until(() => failures() === 1);
  await settle();
  const deliveryIds = (await listUnseen(one.store)).map(String);
  const token = await one.logIn("ada");
  t.equal((await one.call("POST", "/api/failures/seen", { token, body: { deliveryIds } })).status, 200);
  await ada.until(() => failures() === 2);
});

t.test("contact data that a visitor entered on one page appear on another page, on another node", async (t) => {
  const { nodes } = await startTwoServices(t, calling);
  const [one, two] = nodes;
  const { page, ready } = await enterVisitor(t, one);
  const { page: other } = await enterVisitor(t, two, { visitor: ready.visitor });
  await page.ask({ type: "contact", name: "Ann", email: "ann@example.com" });
  const told = await other.until(({ type }) => type === "contact");
  t.match(told, { contact: { name: "Ann", email: "ann@example.com" } });
  t.notOk(
    page.frames.some(({ type }) => type === "contact"),
    "the page that sent the data gets no notice",
  );
});
