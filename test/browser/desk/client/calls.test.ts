import type { Page } from "playwright-core";
import type { Test } from "tap";
import t from "tap";
import { token } from "../../../calls/call-service.ts";
import type { Service } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import { enterVisitor } from "../../../harness/visitor-client.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage } from "../desk-page.ts";
import { part, shootPanel, startWithWidget, step } from "./client-world.ts";

const browser = await openBrowser(t);
const phone = "+442079460181";

/** A visitor's chat in Kim's desk. */
async function openChat(t: Test): Promise<{ service: Service; page: Page; complaints: readonly string[] }> {
  const service = await startWithWidget(t);
  const { page: visitor } = await enterVisitor(t, service);
  await visitor.ask({ type: "message", text: "Hello" });
  await visitor.ask({ type: "contact", phone });
  return { service, ...(await openDeskPage(browser, service, "kim", "#/inbox/waiting/1")) };
}

async function report(service: Service, body: object): Promise<void> {
  const answer = await service.call("POST", `/calls/${token}`, { body });
  if (answer.status !== 200) throw new Error(`Expected 200, got ${answer.status} ${JSON.stringify(answer.body)}`);
  await service.settle();
}

t.test("[CALL-01, CALL-03, CALL-04] a call is followed in words to its end, and leaves its record", async (t) => {
  const { service, page, complaints } = await openChat(t);
  const calls = part(page, "Calls");
  await calls.getByRole("button", { name: `Call ${phone}` }).press("Enter");
  await calls.getByText("Ringing Kim").waitFor();
  await calls.getByText("A call of this client is running.").waitFor();
  t.equal(await calls.getByRole("button").count(), 0, "one at a time");
  const timer = calls.getByRole("timer", { name: "Length of the call" });
  t.match(await timer.innerText(), /^\d+:\d{2}$/);
  await service.settle();
  t.equal(service.calls.length, 1);
  service.calls[0]?.answer(null);
  await report(service, { call_id: "1", status: "agent_connected", agent_id: 1 });
  await calls.getByText("Kim is on the line").waitFor();
  await report(service, { call_id: "1", status: "client_connected" });
  await calls.getByText("The client is on the line").waitFor();
  await shootPanel(t, page, "client-call");
  service.clock.advance(65_000);
  await report(service, { call_id: "1", status: "end", record_url: "https://pbx.example.com/records/1.mp3" });
  await calls.getByText("Ended").waitFor();
  t.equal(await timer.innerText(), "1:05", "as long as it was, whatever the clock of the page");
  const record = calls.getByRole("link", { name: "Listen to the record" });
  t.same(await record.evaluate((link) => [link.getAttribute("href"), link.getAttribute("rel")]), [
    "https://pbx.example.com/records/1.mp3",
    "noopener noreferrer",
  ]);
  await page.reload();
  await calls.getByText("Ended").waitFor();
  await calls.getByRole("button", { name: `Call ${phone}` }).waitFor();
  t.same(complaints, []);
});

t.test(
  "[CALL-01, CALL-03, CALL-04] what failed says why, whatever state it comes from; an incoming call is shown",
  async (t) => {
    const { service, page, complaints } = await openChat(t);
    const calls = part(page, "Calls");
    await report(service, { call_id: "in-1", type: "incoming", phone, status: "start" });
    await calls.getByText("The client is calling").waitFor();
    t.match(await calls.innerText(), `Incoming call, ${phone}`);
    await report(service, { call_id: "in-1", status: "client_connected" });
    await report(service, { call_id: "in-1", status: "error", reason: "<b>Line busy</b>" });
    await calls.getByText("Failed: <b>Line busy</b>").waitFor();
    t.equal(await calls.getByRole("link").count(), 0, "no record without an end");
    await shootPanel(t, page, "client-call-failed");
    t.same(complaints, []);
  },
);

t.test("[CALL-06] why a client cannot be called is said", async (t) => {
  const service = await startWithWidget(t);
  const { page: visitor } = await enterVisitor(t, service);
  await visitor.ask({ type: "message", text: "Hello" });
  const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/waiting/1");
  const calls = part(page, "Calls");
  await calls.getByText("The client's phone number is not known.").waitFor();
  await visitor.ask({ type: "contact", phone: "my office" });
  await calls.getByRole("button", { name: "Call my office" }).click();
  await calls.getByRole("alert").waitFor();
  t.match(await calls.getByRole("alert").innerText(), "This number cannot be dialled: it needs 7 to 15 digits.");
  await visitor.ask({ type: "contact", phone });
  await calls.getByRole("button", { name: `Call ${phone}` }).waitFor();
  await step(service, "1", "accept");
  await step(service, "1", "close");
  await calls.waitFor({ state: "detached" });
  t.same(
    complaints.filter((text) => !text.includes("400")),
    [],
  );
});

t.test("[CALL-06] without a gateway nobody is called", async (t) => {
  const telephony = { isConfigured: false, startCall: async () => null, close: async () => undefined };
  const service = await startService(t, { telephony });
  await service.say({ id: "7", phone }, "Hello");
  const { page } = await openDeskPage(browser, service, "kim", "#/inbox/waiting/1");
  await part(page, "Calls").getByText("Calls are not set up: there is no call gateway.").waitFor();
  t.equal(await part(page, "Calls").getByRole("button").count(), 0);
});
