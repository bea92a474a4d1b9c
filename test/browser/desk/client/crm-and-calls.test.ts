import type { Page } from "playwright-core";
import type { Test } from "tap";
import t from "tap";
import { judgeWebhookAnswer } from "../../../../src/delivery/webhook/judge-webhook-answer.ts";
import { token } from "../../../calls/call-service.ts";
import type { Service } from "../../../harness/service.ts";
import { startService } from "../../../harness/service.ts";
import { enterVisitor } from "../../../harness/visitor-client.ts";
import { openBrowser } from "../../browser.ts";
import { openDeskPage } from "../desk-page.ts";
import { fact, hostile, panel, part, shootPanel, startWithWidget, step, visitorHeaders } from "./client-world.ts";

const browser = await openBrowser(t);
const crmLink = "https://crm.northgate-cycles.example/cards/551";

/** The owner's server answers the newest event with this. */
async function answer(service: Service, body: object): Promise<void> {
  await service.settle();
  const { note, ...verdict } = judgeWebhookAnswer({ httpStatus: 200, body: JSON.stringify(body), secrets: [] });
  service.reports.at(-1)?.answer({ ...verdict, trace: { address: null, answer: null, note } });
  await service.settle();
}

t.test(
  "[WJ-17, WJ-19, WJ-20, WJ-21] rows of the page are shown in order, as text, and marked as unverified",
  async (t) => {
    const service = await startWithWidget(t);
    const { page: visitor } = await enterVisitor(t, service, {}, { headers: visitorHeaders });
    await visitor.ask({ type: "message", text: "Hello" });
    const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/waiting/1");
    await part(page, "Visit").waitFor();
    const data = part(page, "Custom data");
    t.equal(await data.count(), 0, "missing data is not mentioned");
    await visitor.ask({
      type: "custom_data",
      fields: [
        { title: "Cart", content: "2 wheels\n1 bell" },
        { key: "Sum", content: "318.50", link: "https://shop.example.com/cart/7" },
        { key: "Elsewhere", content: "is blocked", link: "https://evil.example/" },
        { content: hostile, link: "javascript:alert(1)" },
        { title: "A title alone", link: "https://www.shop.example.com/a" },
        { key: "A key alone" },
      ],
    });
    await data.getByRole("heading", { name: "From the page" }).waitFor();
    t.match(await data.innerText(), "Not verified: data from a page can be forged.");
    t.same(await data.getByRole("listitem").allInnerTexts(), [
      "Cart\n\n2 wheels\n1 bell",
      "Sum: 318.50",
      "Elsewhere: is blocked",
      hostile,
      "A title alone",
      "A key alone:",
    ]);
    t.same(
      await data.locator("b").allInnerTexts(),
      ["Sum:", "Elsewhere:", "A key alone:"],
      "keys are bold, and markup is shown as text",
    );
    const links = await data
      .getByRole("link")
      .evaluateAll((all) =>
        all.map((link) => ["href", "target", "rel"].map((name) => link.getAttribute(name)).join(" ")),
      );
    t.same(links, [
      "https://shop.example.com/cart/7 _blank noopener noreferrer",
      "https://www.shop.example.com/a _blank noopener noreferrer",
    ]);
    await visitor.ask({ type: "custom_data", fields: [{ content: "Only this" }] });
    await data.getByText("Only this").waitFor();
    t.equal(await data.getByRole("listitem").count(), 1, "later rows replace the earlier ones live");
    await visitor.ask({ type: "custom_data", fields: [] });
    await data.waitFor({ state: "detached" });
    t.same(complaints, []);
  },
);

t.test(
  "[WH-24, WH-25, WH-26, WH-28, WH-29] the answer of the owner's server is shown between the bind button and the card's button",
  async (t) => {
    const service = await startWithWidget(t);
    const { page: visitor } = await enterVisitor(
      t,
      service,
      { page: { url: "https://shop.example.com/", title: "Shop" } },
      { headers: visitorHeaders },
    );
    await visitor.ask({ type: "custom_data", fields: [{ title: "Cart", content: "2 wheels" }] });
    await visitor.ask({ type: "message", text: "Hello" });
    const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/mine/1");
    const data = part(page, "Custom data");
    await data.getByText("2 wheels").waitFor();
    await step(service, "1", "accept");
    await answer(service, {
      result: "ok",
      custom_data: [
        { title: "Orders", content: hostile },
        { key: "Card", content: "Gold", link: "https://crm.northgate-cycles.example/loyalty/318" },
      ],
      contact_info: { name: "Tomas Berg", email: "tomas.berg@mailbox.example", phone: "+442079460181" },
      enable_assign: true,
      crm_link: crmLink,
      page: { url: "https://shop.example.com/wheels", title: "Wheels" },
    });
    await panel(page).getByRole("heading", { name: "Tomas Berg" }).waitFor();
    await part(page, "Contacts").getByRole("link", { name: "tomas.berg@mailbox.example" }).waitFor();
    await fact(page, "Page now").getByRole("link", { name: "Wheels" }).waitFor();
    const bind = data.getByRole("button", { name: "Bind to CRM card" });
    await bind.waitFor();
    t.match(
      (await data.innerText()).replaceAll(/\s+/g, " "),
      `Bind to CRM card From your server Orders ${hostile} Card: Gold From the page Not verified: data from a page can be forged. Cart 2 wheels Open CRM card`,
      "the button is first, and the card is last",
    );
    t.equal(
      await data.getByRole("link", { name: "Gold" }).getAttribute("href"),
      "https://crm.northgate-cycles.example/loyalty/318",
    );
    const card = data.getByRole("link", { name: "Open CRM card" });
    t.same(await card.evaluate((link) => [link.getAttribute("href"), link.getAttribute("rel")]), [
      crmLink,
      "noopener noreferrer",
    ]);
    await shootPanel(t, page, "client-crm");
    await bind.press("Enter");
    await data.getByText("Bound to CRM card").waitFor();
    t.equal(await bind.count(), 0, "once");
    await service.settle();
    t.match(service.reports.at(-1)?.json, { event_name: "chat_assigned", assign_to: crmLink });
    await page.reload();
    await data.getByText("Bound to CRM card").waitFor();
    t.same(complaints, []);
  },
);

t.test(
  "[WH-24, WH-28, WH-30] an answer that is not ok shows nothing; values of a wrong type are left out; without a card there is no button",
  async (t) => {
    const service = await startWithWidget(t);
    for (const name of ["1", "2"]) {
      const { page: visitor } = await enterVisitor(t, service);
      await visitor.ask({ type: "message", text: `Hello ${name}` });
      await step(service, name, "accept");
      const rows = { custom_data: [{ content: "Never shown" }], crm_link: crmLink };
      if (name === "1") await answer(service, { result: "No such shop", ...rows });
      else
        await answer(service, {
          result: "OK",
          enable_assign: true,
          crm_link: 5,
          contact_info: "Tom",
          custom_data: [7, { content: "Shown" }],
        });
    }
    const { page } = await openDeskPage(browser, service, "kim", "#/inbox/mine/1");
    await part(page, "Visit").waitFor();
    t.equal(await part(page, "Custom data").count(), 0);
    await page.goto(`${service.url}/desk/#/inbox/mine/2`);
    await part(page, "Custom data").getByText("Shown").waitFor();
    t.equal(await part(page, "Custom data").getByRole("button").count(), 0, "there is no bind button");
  },
);

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

t.test(
  "[CALL-01, CALL-03, CALL-04] every state of a call is shown as text, and a record of the call remains",
  async (t) => {
    const { service, page, complaints } = await openChat(t);
    const calls = part(page, "Calls");
    await calls.getByRole("button", { name: `Call ${phone}` }).press("Enter");
    await calls.getByText("Ringing Kim").waitFor();
    await calls.getByText("A call of this client is running.").waitFor();
    t.equal(await calls.getByRole("button").count(), 0, "only one call at a time");
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
    t.equal(await timer.innerText(), "1:05", "the duration does not depend on the page's clock");
    const record = calls.getByRole("link", { name: "Listen to the recording" });
    t.same(await record.evaluate((link) => [link.getAttribute("href"), link.getAttribute("rel")]), [
      "https://pbx.example.com/records/1.mp3",
      "noopener noreferrer",
    ]);
    await page.reload();
    await calls.getByText("Ended").waitFor();
    await calls.getByRole("button", { name: `Call ${phone}` }).waitFor();
    t.same(complaints, []);
  },
);

t.test(
  "[CALL-01, CALL-03, CALL-04] a failed call shows the reason, after any state; an incoming call is shown",
  async (t) => {
    const { service, page, complaints } = await openChat(t);
    const calls = part(page, "Calls");
    await report(service, { call_id: "in-1", type: "incoming", phone, status: "start" });
    await calls.getByText("The client is calling").waitFor();
    t.match(await calls.innerText(), `Incoming call, ${phone}`);
    await report(service, { call_id: "in-1", status: "client_connected" });
    await report(service, { call_id: "in-1", status: "error", reason: "<b>Line busy</b>" });
    await calls.getByText("Failed: <b>Line busy</b>").waitFor();
    t.equal(await calls.getByRole("link").count(), 0, "a call without an end has no record");
    await shootPanel(t, page, "client-call-failed");
    t.same(complaints, []);
  },
);

t.test("[CALL-06] the desk shows why a client cannot be called", async (t) => {
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

t.test("[CALL-06] without a gateway there are no calls", async (t) => {
  const telephony = { isConfigured: false, startCall: async () => null, close: async () => undefined };
  const service = await startService(t, { telephony });
  await service.say({ id: "7", phone }, "Hello");
  const { page } = await openDeskPage(browser, service, "kim", "#/inbox/waiting/1");
  await part(page, "Calls").getByText("Calls are not set up: there is no call gateway.").waitFor();
  t.equal(await part(page, "Calls").getByRole("button").count(), 0);
});
