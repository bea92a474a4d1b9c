import { readFileSync } from "node:fs";
import t from "tap";
import { judgeWebhookAnswer } from "../../../../src/delivery/webhook/webhook-requests.ts";
import { token } from "../../../calls/call-service.ts";
import { enterVisitor } from "../../../harness/visitor-client.ts";
import { claimsNow, sign } from "../../../visitors/visitor-tokens.ts";
import { openBrowser, untilFocused } from "../../browser.ts";
import { openDeskPage, shoot } from "../desk-page.ts";
import { chatIdOf, goTo } from "../inbox/inbox-page.ts";
import { fact, hostile, panel, part, startWithWidget, step, visitorHeaders } from "./client-world.ts";

t.setTimeout(300_000);
const browser = await openBrowser(t);
const service = await startWithWidget(t);
const { page, complaints } = await openDeskPage(browser, service, "kim", "#/inbox/all");
const crmLink = "https://crm.northgate-cycles.example/cards/551";
const phone = "+442079460181";

/** Opens the chat of a client in the desk. */
const look = (id: string): Promise<void> => goTo(page, `#/inbox/all/${id}`);

t.test("[CH-23, CH-27, CH-28, CH-29, CH-30, WJ-13] the newest data of a customer and the earlier chats", async (t) => {
  const say = (text: string, more: object = {}): Promise<void> => service.say({ id: "7", ...more }, text, "OTHERAPP01");
  for (const [index, text] of ["The first time", hostile].entries()) {
    await say(text);
    await step(service, String(index + 1), "accept");
    await step(service, String(index + 1), "close");
  }
  await say("Here again");
  await look("3");
  await panel(page).getByRole("heading", { name: "Anonymous" }).waitFor();
  await panel(page).getByText("Visitor 1, 3 chats").waitFor();
  t.equal(await fact(page, "Customer id").innerText(), "7");
  const icon = `${service.url}/files/t/icon.png`;
  await page.route(icon, (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await say("It is me", { name: hostile, email: "tom@mailbox.example", phone: "+44 20 7946 0181", photo: icon });
  await panel(page).getByRole("heading", { name: hostile }).waitFor();
  await panel(page).locator(".avatar img").waitFor();
  t.equal(await panel(page).locator("b").count(), 0, "markup is shown as text");
  const links = part(page, "Contacts").getByRole("link");
  t.same(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href"))), [
    "mailto:tom@mailbox.example",
    "tel:+442079460181",
  ]);
  await say("Again", { name: "Tomas Berg", photo: "http://127.0.0.1:1/none.png" });
  await panel(page).getByRole("heading", { name: "Tomas Berg" }).waitFor();
  await panel(page).locator(".avatar", { hasText: "TB" }).waitFor();
  t.equal(await links.count(), 2, "data that is missing later is kept");

  const others = panel(page).getByRole("region", { name: "Other chats of this client" });
  await others.getByText("The first time").waitFor();
  t.equal(await others.getByRole("link").count(), 2, "the open chat is not in the list");
  t.match(await others.getByRole("link").first().innerText(), hostile);
  t.match(await others.getByRole("link").first().innerText(), "Kim");
  await others.getByRole("link", { name: /The first time/ }).press("Enter");
  await page.waitForURL(/#\/archive\/1$/);
  await page
    .getByRole("main", { name: /Chat with/ })
    .getByText("The first time")
    .waitFor();
  await panel(page).getByText("Open now").waitFor();
  t.equal(
    await panel(page)
      .getByRole("button", { name: /Change|Add|blacklist/ })
      .count(),
    0,
    "a closed chat is read-only",
  );
});

t.test(
  "[CH-28, CH-32, WJ-05, WJ-14, WJ-15, WJ-17, WJ-19, WJ-20, WJ-21, WJ-24] a visitor: contacts, page, place, device and the page's own rows",
  async (t) => {
    const first = "https://shop.example.com/wheels?utm_source=news&utm_campaign=%3Cb%3Espring%3C/b%3E";
    const hello = { page: { url: first, title: "Wheels" }, userToken: "s3cr3t-t0k3n" };
    const { page: visitor } = await enterVisitor(t, service, hello, { headers: visitorHeaders });
    await visitor.ask({ type: "message", text: "Hello" });
    const frames: string[] = [];
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
    await look("4");
    await page.reload();
    await panel(page).getByRole("link", { name: "Wheels" }).waitFor();
    t.match(await fact(page, "Page now").innerText(), "From the page");
    await visitor.ask({ type: "page", url: "https://shop.example.com/cart", title: hostile });
    await fact(page, "First page").getByRole("link", { name: "Wheels" }).waitFor();
    const now = fact(page, "Page now").getByRole("link");
    t.equal(await now.innerText(), hostile);
    const attributes = ["href", "target", "rel"];
    const attributesOf = (link: Element, names: readonly string[]) => names.map((name) => link.getAttribute(name));
    t.same(await now.evaluate(attributesOf, attributes), [
      "https://shop.example.com/cart",
      "_blank",
      "noopener noreferrer",
    ]);
    t.equal(await fact(page, "Campaign").innerText(), "<b>spring</b>");
    t.equal(await fact(page, "Place").innerText(), "London, England, United Kingdom");
    t.match(await fact(page, "Local time").innerText(), /\d{1,2}:\d{2}/);
    t.equal(await fact(page, "Device").innerText(), "Edge 141, Windows");
    t.equal(await fact(page, "Device").locator("span").getAttribute("title"), visitorHeaders["user-agent"]);
    t.equal(await fact(page, "IP address").innerText(), "203.0.113.58");

    const contacts = part(page, "Contacts");
    await contacts.getByRole("button", { name: "Add e-mail" }).press("Enter");
    await page.keyboard.type("tom@");
    const about = { name: "Tom", email: "tomas@web.example", phone: "020 7946 0181", description: "Since spring" };
    await visitor.ask({ type: "contact", ...about });
    await contacts.getByText("Changed meanwhile: tomas@web.example").waitFor();
    t.equal(await contacts.getByLabel("E-mail").inputValue(), "tom@", "the typed text stays");
    await contacts.getByText("Since spring").waitFor();
    await page.keyboard.type(`mailbox.example`);
    await shoot(t, page, "client-contact");
    await page.reload();
    t.equal(await contacts.getByLabel("E-mail").inputValue(), "tom@mailbox.example", "a draft remains after a reload");
    await contacts.getByLabel("E-mail").press("Enter");
    await contacts.getByRole("link", { name: "tom@mailbox.example" }).waitFor();
    await untilFocused(page.getByRole("button", { name: "Change e-mail" }));
    const { body } = await service.call("GET", "/api/chats/4", { token: await service.logIn("kim") });
    t.match(body.chat.client, { name: "Tom", email: "tom@mailbox.example", phone: "020 7946 0181" });
    await contacts.getByRole("button", { name: "Change phone" }).click();
    await untilFocused(contacts.getByLabel("Phone"));
    await page.keyboard.insertText("5".repeat(256));
    await page.keyboard.press("Enter");
    await contacts.getByRole("alert").getByText("Use 255 characters at most.").waitFor();
    t.equal(await contacts.getByLabel("Phone").getAttribute("aria-invalid"), "true");
    await page.keyboard.press("Escape");
    await contacts.getByRole("button", { name: "Change description" }).click();
    await untilFocused(contacts.getByLabel("About"));
    await page.keyboard.insertText(hostile);
    await page.keyboard.press("Enter");
    await page.keyboard.type("Second line");
    await page.keyboard.press("Control+Enter");
    // While the form saves, it may show the same text as a note about a change by somebody else.
    await contacts.getByRole("button", { name: "Change description" }).waitFor();
    t.match(await contacts.innerText(), `${hostile}\nSecond line`);

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
    const links = data.getByRole("link");
    t.same(
      await links.evaluateAll(
        (all, names) => all.map((link) => names.map((name) => link.getAttribute(name)).join(" ")),
        attributes,
      ),
      [
        "https://shop.example.com/cart/7 _blank noopener noreferrer",
        "https://www.shop.example.com/a _blank noopener noreferrer",
      ],
    );
    await visitor.ask({ type: "custom_data", fields: [] });
    await data.waitFor({ state: "detached" });
    t.notMatch(await page.content(), "s3cr3t");
    t.ok(frames.length > 0);
    t.notMatch(frames.join(), "s3cr3t", "the token is not even sent to the page");
  },
);

t.test(
  "[WH-20, WH-24, WH-25, WH-26, WH-28, WH-29, WJ-46] a visitor: the owner's data and card, the rating, the blacklist",
  async (t) => {
    const hello = { page: { url: "https://shop.example.com/", title: "Shop" } };
    const { page: visitor } = await enterVisitor(t, service, hello, { headers: visitorHeaders });
    await visitor.ask({ type: "custom_data", fields: [{ title: "Cart", content: "2 wheels" }] });
    await visitor.ask({ type: "message", text: "Hello" });
    await look("5");
    const data = part(page, "Custom data");
    await data.getByText("2 wheels").waitFor();
    await step(service, "5", "accept");
    const answer = {
      result: "ok",
      custom_data: [
        { title: "Orders", content: hostile },
        { key: "Card", content: "Gold", link: "https://crm.northgate-cycles.example/loyalty/318" },
      ],
      contact_info: { name: "Tomas Berg", email: "tomas.berg@mailbox.example", phone },
      enable_assign: true,
      crm_link: crmLink,
      page: { url: "https://shop.example.com/wheels", title: "Wheels" },
    };
    const { note, ...verdict } = judgeWebhookAnswer({ httpStatus: 200, body: JSON.stringify(answer), secrets: [] });
    service.reports.at(-1)?.answer({ ...verdict, trace: { address: null, answer: null, note } });
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
    await shoot(t, page, "client-crm");
    await bind.press("Enter");
    await data.getByText("Bound to CRM card").waitFor();
    t.equal(await bind.count(), 0, "once");
    await service.settle();
    t.match(service.reports.at(-1)?.json, { event_name: "chat_assigned", assign_to: crmLink });

    await step(service, "5", "messages", { type: "text", text: "Hi" });
    t.notMatch(await panel(page).innerText(), "Rated");
    await visitor.ask({ type: "rate", value: "negative" });
    await panel(page).getByText("Rated negative").waitFor();
    await visitor.ask({ type: "rate", value: "positive" });
    await panel(page).getByText("Rated positive").waitFor();
    const put = panel(page).getByRole("button", { name: "Put on the blacklist" });
    const dialog = page.getByRole("dialog");
    await put.press("Enter");
    await page.getByRole("dialog", { name: /blacklist/ }).waitFor();
    await page.keyboard.press("Escape");
    t.notMatch(await panel(page).innerText(), "On the blacklist");
    await put.click();
    await step(service, "5", "blacklist", { value: true });
    const isOn = panel(page).getByText("On the blacklist", { exact: true });
    await isOn.waitFor();
    // Another agent was faster. The question stays the same, and the answer changes nothing.
    await dialog.getByRole("button", { name: "Put on the blacklist" }).click();
    await dialog.waitFor({ state: "detached" });
    t.ok(await isOn.isVisible());
    await panel(page).getByRole("button", { name: "Take off the blacklist" }).click();
    await dialog.getByRole("button", { name: "Take off the blacklist" }).click();
    await put.waitFor();
  },
);

t.test(
  "[CALL-01, CALL-03, CALL-04, CALL-06] every state of a call is shown as text, a record of the call remains, and the desk shows why a client cannot be called",
  async (t) => {
    const { page: visitor } = await enterVisitor(t, service);
    await visitor.ask({ type: "message", text: "Hello" });
    const report = async (body: object): Promise<void> => {
      const answer = await service.call("POST", `/calls/${token}`, { body });
      if (answer.status !== 200) throw new Error(`Expected 200, got ${answer.status} ${JSON.stringify(answer.body)}`);
      await service.settle();
    };
    await look("6");
    const calls = part(page, "Calls");
    await calls.getByText("The client's phone number is not known.").waitFor();
    await visitor.ask({ type: "contact", phone: "my office" });
    await calls.getByRole("button", { name: "Call my office" }).click();
    await calls.getByRole("alert").getByText("This number cannot be dialled: it needs 7 to 15 digits.").waitFor();
    await visitor.ask({ type: "contact", phone });
    await calls.getByRole("button", { name: `Call ${phone}` }).press("Enter");
    await calls.getByText("Ringing Kim").waitFor();
    await calls.getByText("A call of this client is running.").waitFor();
    t.equal(await calls.getByRole("button").count(), 0, "only one call at a time");
    const timer = calls.getByRole("timer", { name: "Length of the call" });
    t.match(await timer.innerText(), /^\d+:\d{2}$/);
    await service.settle();
    t.equal(service.calls.length, 1);
    service.calls[0]?.answer(null);
    await report({ call_id: "1", status: "agent_connected", agent_id: 1 });
    await calls.getByText("Kim is on the line").waitFor();
    await report({ call_id: "1", status: "client_connected" });
    await calls.getByText("The client is on the line").waitFor();
    service.clock.advance(65_000);
    await report({ call_id: "1", status: "end", record_url: "https://pbx.example.com/records/1.mp3" });
    await calls.getByText("Ended").waitFor();
    t.equal(await timer.innerText(), "1:05", "the duration does not depend on the page's clock");
    const record = calls.getByRole("link", { name: "Listen to the recording" });
    t.same(await record.evaluate((link) => [link.getAttribute("href"), link.getAttribute("rel")]), [
      "https://pbx.example.com/records/1.mp3",
      "noopener noreferrer",
    ]);
    await calls.getByRole("button", { name: `Call ${phone}` }).waitFor();
    await report({ call_id: "in-1", type: "incoming", phone, status: "start" });
    await calls.getByText("The client is calling").waitFor();
    t.match(await calls.innerText(), `Incoming call, ${phone}`);
    await report({ call_id: "in-1", status: "error", reason: "<b>Line busy</b>" });
    await calls.getByText("Failed: <b>Line busy</b>").waitFor();
    await step(service, "6", "accept");
    await step(service, "6", "close");
    await calls.getByRole("button", { name: `Call ${phone}` }).waitFor({ state: "detached" });
  },
);

t.test(
  "an administrator exports all data of a client and then erases them; an agent sees neither button",
  async (t) => {
    const say = (text: string): Promise<void> => service.say({ id: "7/a", name: hostile }, text, "OTHERAPP01");
    await say("My number is 555");
    const id = await chatIdOf(service, hostile);
    await step(service, id, "accept");
    await step(service, id, "messages", { type: "text", text: "Noted" });
    service.attempts.at(-1)?.answer();
    await step(service, id, "close");
    await say("Here again");
    await look(String(Number(id) + 1));
    await panel(page).getByRole("heading", { name: hostile }).waitFor();
    t.equal(await part(page, "Personal data").count(), 0);

    const ada = await openDeskPage(browser, service, "ada", `#/archive/${id}`);
    const data = part(ada.page, "Personal data");
    await data.waitFor();
    // Lets the page save with a Blob, because a test cannot press the button of the browser's own dialog.
    await ada.page.evaluate(
      "delete Object.getPrototypeOf(window).showSaveFilePicker, delete window.showSaveFilePicker",
    );
    await shoot(t, ada.page, "client-data");
    const download = ada.page.waitForEvent("download");
    await data.getByRole("button", { name: "Export data" }).press("Enter");
    const file = await download;
    t.equal(file.suggestedFilename(), "client-7-a.json");
    const { client, entries } = JSON.parse(readFileSync(await file.path(), "utf8"));
    t.match(client, { id: "7/a", name: hostile, chatsCount: 2 });
    t.match(JSON.stringify(entries), /My number is 555.*Here again/s);
    await ada.page.getByText(/^All data of visitor \d were exported\.$/).waitFor();

    await data.getByRole("button", { name: "Erase…" }).press("Enter");
    const dialog = ada.page.getByRole("dialog", { name: `Erase all data of ${hostile}?` });
    const name = dialog.getByLabel("Type the client's name or id to continue");
    await untilFocused(name);
    await ada.page.keyboard.type("7/b");
    await ada.page.keyboard.press("Enter");
    await dialog.getByText("This is not the client's name or id.").waitFor();
    await shoot(t, ada.page, "client-erase");
    t.equal(await ada.page.locator("dialog b img").count(), 0, "a name is shown as text");
    await name.fill("7/A ");
    const requests = /\/api\/clients\//;
    await ada.page.route(requests, (route) => route.fulfill({ status: 503, json: unavailable }));
    await ada.page.keyboard.press("Enter");
    await dialog.getByText("Nothing was erased. Try again in a moment.").waitFor();
    // The option `times` would remove the route, and so the interception, while the page may still read the response.
    await ada.page.unroute(requests);
    await ada.page.keyboard.press("Enter");
    await page.getByText("There is no such chat, or it is not for you.").waitFor();
    const end = ada.page.getByRole("dialog", { name: "Erased" });
    await passUntil(() => end.isVisible());
    await end.getByText(/^Erased for good: 2 chats, \d+ messages and notes, /).waitFor();
    await untilFocused(end.getByRole("button", { name: "Close" }));
    await ada.page.keyboard.press("Enter");
    await ada.page.waitForURL(/#\/archive$/);
    await ada.page.getByRole("searchbox", { name: "Search closed chats" }).waitFor();
    const { body } = await service.call("GET", "/api/archive", { token: await service.logIn("ada") });
    t.notMatch(JSON.stringify(body.chats), "My number is 555");
    t.same(
      [...complaints, ...ada.complaints].filter((text) => !/Failed to load resource/.test(text)),
      [],
      "the only errors are about refused requests and a picture",
    );
  },
);

t.test("[WJ-49] what a token proved has a mark, which is read like the value", async (t) => {
  const identity = await sign(claimsNow(service, { name: "Ann Lee", email: "ann@mailbox.example" }));
  const { page: visitor } = await enterVisitor(t, service, { identity });
  await visitor.ask({ type: "message", text: "It is me" });
  const { chatId } = await visitor.until(({ type }) => type === "message");
  await look(chatId);
  const contacts = part(page, "Contacts");
  await contacts.getByText("Ann Lee Verified").waitFor();
  await contacts.getByText("4711 Verified").waitFor();
  t.equal(await contacts.getByText("Verified", { exact: true }).count(), 3);
  await service.call("PATCH", `/api/chats/${chatId}/contact`, {
    token: await service.logIn("kim"),
    body: { name: "Anna" },
  });
  await contacts.getByText("Anna", { exact: true }).waitFor();
  t.equal(await contacts.getByText("Verified", { exact: true }).count(), 2, "an agent's value has no mark");
  await shoot(t, page, "client-verified");
});

const unavailable = { error: { code: "unavailable", message: "Try again in a moment." } };

/** Advances the service's time until `isSo` is true, because the service waits for deliveries in progress. */
async function passUntil(isSo: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 20_000;
  while (!(await isSo())) {
    if (Date.now() > endMs) throw new Error("It did not come to be so.");
    await service.pass(500);
  }
}
