import t from "tap";
import { createFaultyStore } from "../harness/faulty-store.ts";
import { startService } from "../harness/service.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, step, takeReports } from "./visitor-channel.ts";

const text = "Please call me about the e-bike on Monday.";

t.test("[WH-18, WH-03] an offline message is exactly one event, with its contact", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const kim = await service.enter("kim");
  const { page } = await enterVisitor(t, service, {
    page: { url: "https://shop.example.com/wheels", title: "Wheels" },
  });
  const form = {
    type: "offline_message",
    id: "a",
    name: " Tomas Berg ",
    email: "tomas@mailbox.example",
    phone: "+442079460181",
    description: "Regular since spring",
    text: `${text}\u0007`,
  };
  t.match(await page.ask(form), { type: "done", id: "a" });
  const shown = await kim.until(({ type }) => type === "offline_message");
  const about = {
    id: "1",
    channelId: "MOBILEAPP1",
    clientNumber: 1,
    name: "Tomas Berg",
    email: "tomas@mailbox.example",
    phone: "+442079460181",
    text,
    at: service.clock.nowMs(),
    state: "open",
    owner: null,
    done: null,
    answers: [],
  };
  t.strictSame(shown, { type: "offline_message", offlineMessage: about }, "the desk is notified");
  page.send(form);
  page.send(form);
  await page.ask({ type: "typing", state: "typein" });
  const answers = page.frames.filter(({ id }) => id === "a");
  t.strictSame(
    answers.map(({ type }) => type),
    ["done", "done", "done"],
    "a repeat is answered",
  );
  const reports = await takeReports(service);
  t.equal(reports.length, 1, "a repeat is the same message");
  t.strictSame(
    { ...reports[0], session: null },
    {
      event_name: "offline_message",
      widget_id: "MOBILEAPP1",
      user_token: null,
      visitor: {
        name: "Tomas Berg",
        email: "tomas@mailbox.example",
        phone: "+442079460181",
        number: "1",
        description: "Regular since spring",
        social: {},
        chats_count: 0,
      },
      offline_message_id: "1",
      message: text,
      session: null,
      page: { url: "https://shop.example.com/wheels", title: "Wheels" },
      analytics: {},
    },
  );
  t.match(await page.ask({ ...form, text: "Something else" }), {
    type: "failed",
    reason: "Field id was used before for another request; use a new one.",
  });
  const list = await service.call("GET", "/api/offline-messages", { token: await service.logIn("kim") });
  t.strictSame(list.body, { offlineMessages: [about], cursor: null, canAnswer: false });
  t.equal((await service.call("GET", "/api/chats", { token: await service.logIn("kim") })).body.chats.length, 0);
  t.match((await page.ask({ type: "contact" })).type, "done");
  const { ready } = await enterVisitor(t, service, { visitor: page.frames[0]?.visitor });
  t.strictSame(ready.contact, {
    name: "Tomas Berg",
    email: "tomas@mailbox.example",
    phone: "+442079460181",
    description: "Regular since spring",
  });
});

t.test("[WJ-29] the mistake in an offline message is reported, and nothing of the message is stored", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const { page } = await enterVisitor(t, service);
  const leave = async (form: object) => {
    const { type, reason } = await page.ask({ type: "offline_message", ...form });
    return type === "failed" ? reason : type;
  };
  const email = "a@b.example";
  t.equal(await leave({ email, text: "" }), "Message must not be empty.");
  t.equal(await leave({ email, text: " \n\t " }), "Message must not be empty.");
  t.equal(await leave({ email, text: "x".repeat(4_001) }), "Message must have at most 4000 characters.");
  t.equal(await leave({ email: "tomas", phone: "+442079460181", text }), "Email must contain @.");
  t.equal(await leave({ name: "Tomas", text }), "Email or phone must be given.");
  t.equal(await leave({ email: "", phone: "  ", text }), "Email or phone must be given.");
  t.strictSame(await takeReports(service), []);
  t.equal(await leave({ phone: "020 7946 0181", text }), "done", "a phone number is enough");
  t.equal(await leave({ email: "", phone: "", name: "Tomas", text }), "done", "the contact is known from then on");
  t.strictSame(
    (await takeReports(service)).map(({ visitor }) => [visitor["name"], visitor["phone"]]),
    [
      ["", "020 7946 0181"],
      ["Tomas", "020 7946 0181"],
    ],
    "an empty field removes nothing",
  );

  const other = await enterVisitor(t, service);
  other.page.send({ type: "contact", id: "c", email });
  t.match(await other.page.ask({ type: "offline_message", text: "😀".repeat(4_000) }), { type: "done" });
  const last = (await takeReports(service)).at(-1);
  t.match(last, { visitor: { email, number: "2" }, message: "😀".repeat(4_000) }, "contacts from just before count");
});

t.test("an offline message during a chat is stored beside the chat, and its contact in the chat", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  await service.enter("kim");
  const { page, ready } = await enterVisitor(t, service);
  t.equal(ready.mode, "online");
  await page.ask({ type: "message", text: "Hello" });
  await step(service, "accept");
  await takeReports(service);
  t.match(await page.ask({ type: "offline_message", email: "a@b.example", text }), { type: "done" });
  const reports = await takeReports(service);
  t.strictSame(
    reports.map(({ event_name: name, visitor }) => [name, visitor["email"], visitor["chats_count"]]),
    [
      ["chat_accepted", "", 1],
      ["offline_message", "a@b.example", 1],
      ["chat_updated", "a@b.example", 1],
    ],
  );
  const chat = await service.call("GET", "/api/chats/1", { token: await service.logIn("kim") });
  t.equal(chat.body.chat.client.email, "a@b.example");
  const messages = await service.call("GET", "/api/chats/1/messages", { token: await service.logIn("kim") });
  t.strictSame(
    messages.body.messages.map(({ text: said }) => said),
    ["Hello"],
    "the offline message is no message of the chat",
  );
  t.strictSame(page.texts(), ["Hello"]);
  await step(service, "close");
  const { ready: later } = await enterVisitor(t, service, { visitor: ready.visitor });
  t.equal(later.contact.email, "a@b.example", "the contact remains after the chat");
});

t.test("[WH-41] message, contact and event are committed together or not at all", async (t) => {
  const { store, failNext, refuseNext } = createFaultyStore();
  const service = await startService(t, { store, channels: asWidget() });
  const kim = await service.enter("kim");
  const { page, ready } = await enterVisitor(t, service);
  const form = { type: "offline_message", name: "Tomas", email: "a@b.example", text };
  const faults = [
    { fail: failNext, reason: "The request could not be processed." },
    { fail: refuseNext, reason: "The server is overloaded." },
  ];
  for (const { fail, reason } of faults) {
    fail(1);
    const failed = await page.ask({ ...form, id: "a" });
    t.match(failed, { type: "failed", reason, retryAfter: 1 });
    await service.settle();
  }
  t.equal(await store.read("offlineMessage", [1]), undefined);
  const counted =
    (await store.scan("webhook", { limit: 10 })).length + (await store.scan("delivery", { limit: 10 })).length;
  t.equal(counted, 0);
  t.equal(kim.frames.filter(({ type }) => type === "offline_message").length, 0);
  const { ready: between } = await enterVisitor(t, service, { visitor: ready.visitor });
  t.equal(between.contact.name, null, "the contact is not stored either");

  page.send({ ...form, id: "a" });
  await kim.until(({ type }) => type === "offline_message");
  const reports = await takeReports(service);
  t.equal(reports.length, 1, "a repeated request is carried out once");
  t.equal((await store.scan("offlineMessage", { limit: 10 })).length, 1);
  t.match(reports[0]?.visitor, { name: "Tomas", email: "a@b.example" });
});

t.test("agents list the offline messages of their channels, newest first", async (t) => {
  const channels = { ...asWidget(), OTHERAPP01: asWidget().MOBILEAPP1 };
  const service = await startService(t, { channels, limits: { pageRowsMax: 2 } });
  const here = await enterVisitor(t, service);
  const there = await enterVisitor(t, service, { widget: "OTHERAPP01" });
  for (const [page, said] of [
    [here, "one"],
    [there, "two"],
    [here, "three"],
    [here, "four"],
    [there, "five"],
  ] as const)
    await page.page.ask({ type: "offline_message", email: "a@b.example", text: said });
  const list = async (name: "kim" | "max" | "ada", query = ""): Promise<readonly string[]> => {
    const token = await service.logIn(name);
    const found: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const answer = await service.call("GET", `/api/offline-messages?cursor=${cursor}${query}`, { token });
      if (answer.status !== 200) return [String(answer.status)];
      found.push(...answer.body.offlineMessages.map(({ text: said }) => said));
      cursor = answer.body.cursor;
    }
    return found;
  };
  t.strictSame(await list("kim"), ["four", "three", "one"]);
  t.strictSame(await list("max"), ["five", "two"]);
  t.strictSame(await list("ada"), ["five", "four", "three", "two", "one"]);
  t.strictSame(await list("ada", "&channel=OTHERAPP01"), ["five", "two"]);
  t.strictSame(await list("kim", "&channel=OTHERAPP01"), [], "a channel of other agents looks empty");
  const token = await service.logIn("kim");
  t.match(await service.call("GET", "/api/offline-messages?cursor=x", { token }), {
    status: 400,
    body: { error: { code: "invalid_request", message: /cursor/ } },
  });
  t.match(await service.call("GET", "/api/offline-messages"), { status: 401 });
});

t.test("an offline message of a client on the blacklist is stored, and nobody is notified", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const kim = await service.enter("kim");
  const { page } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Buy pills" });
  await step(service, "blacklist", { value: true });
  t.match(
    await page.ask({ type: "offline_message", email: "a@b.example", text }),
    { type: "done" },
    "the client is not notified",
  );
  t.strictSame(await takeReports(service, "offline_message"), []);
  t.equal(kim.frames.filter(({ type }) => type === "offline_message").length, 0);
  const list = await service.call("GET", "/api/offline-messages", { token: await service.logIn("kim") });
  t.equal(list.body.offlineMessages.length, 1);
});
