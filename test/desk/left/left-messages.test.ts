import type { Test } from "tap";
import t from "tap";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import type { ServiceOptions } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { enterVisitor } from "../../harness/visitor-client.ts";
import { asWidget } from "../../visitors/visitor-channel.ts";

const conflict = (message: RegExp) => ({ status: 409, body: { error: { code: "conflict", message } } });
const invalid = (message: RegExp) => ({ status: 400, body: { error: { code: "invalid_request", message } } });
const smtp = { url: "smtp://localhost", from: "desk@shop.example" };
const written = { subject: "Your e-bike", text: "Dear Tom,\nit is ready." };

/** A left message of Tom, and calls to it by Kim and Lee. */
async function leftMessage(t: Test, options: ServiceOptions = {}, contact: object = { email: "tom@mailbox.example" }) {
  const service = await startService(t, { channels: asWidget(), ...options, config: { smtp, ...options.config } });
  const { page } = await enterVisitor(t, service);
  const leave = (text: string) => page.ask({ type: "offline_message", phone: "+442079460181", text, ...contact });
  await leave("Is my e-bike ready?");
  const tokens = { kim: await service.logIn("kim"), lee: await service.logIn("lee"), ada: await service.logIn("ada") };
  type Who = keyof typeof tokens;
  const change = (body: unknown, who: Who = "kim", id = "1") =>
    service.call("PATCH", `/api/offline-messages/${id}`, { token: tokens[who], body });
  const answer = (
    body: unknown = written,
    who: Who = "kim",
    headers: Readonly<Record<string, string>> = {},
    id = "1",
  ) => service.call("POST", `/api/offline-messages/${id}/answers`, { token: tokens[who], body, headers });
  const list = async (query = "") => {
    const { status, body } = await service.call("GET", `/api/offline-messages?${query}`, { token: tokens.kim });
    return status === 200 ? body.offlineMessages.map(({ id }) => id) : { status, body };
  };
  const read = async () => {
    const { body } = await service.call("GET", "/api/offline-messages", { token: tokens.kim });
    return body.offlineMessages.at(-1);
  };
  return { service, page, leave, change, answer, list, read, tokens };
}

t.test(
  "an offline message is assigned, handed over and returned; only its agent and administrators decide who has it",
  async (t) => {
    const { service, change, read } = await leftMessage(t);
    const desk = await service.enter("lee");
    const heard = (owner: number | null) =>
      desk.until(({ offlineMessage }) => (offlineMessage?.owner?.id ?? null) === owner && offlineMessage !== undefined);
    const kim = { id: 1, name: "Kim" };
    t.match(await change({ ownerId: 1 }), { status: 200, body: { offlineMessage: { owner: kim, state: "open" } } });
    await heard(1);
    t.match(await change({ ownerId: 2 }, "lee"), conflict(/belongs to Kim/));
    t.match(await change({ ownerId: null }, "lee"), conflict(/belongs to Kim/));
    t.match(
      await change({ ownerId: 2 }),
      { body: { offlineMessage: { owner: { id: 2 } } } },
      "Kim hands the message over",
    );
    await heard(2);
    t.match(await change({ ownerId: 1 }, "ada"), { body: { offlineMessage: { owner: kim } } });
    t.match(await change({ ownerId: null }), { body: { offlineMessage: { owner: null } } });
    t.match(await read(), { owner: null, state: "open", done: null });
  },
);

t.test(
  "a left message is done, with agent and time, and reopened; lists show open and done messages and their agents",
  async (t) => {
    const { service, leave, change, list } = await leftMessage(t);
    await leave("And the bell?");
    const at = service.clock.nowMs();
    const done = { state: "done", done: { by: { id: 2, name: "Lee" }, at } };
    t.match(await change({ done: true }, "lee"), { status: 200, body: { offlineMessage: done } });
    await service.pass(1_000);
    t.match(await change({ done: true }), { body: { offlineMessage: done } }, "the first agent who marks it done");
    await change({ ownerId: 1 }, "kim", "2");
    t.strictSame(
      [
        await list("state=open"),
        await list("state=done"),
        await list("owner=1"),
        await list("owner=none"),
        await list(),
      ],
      [["2"], ["1"], ["2"], ["1"], ["2", "1"]],
    );
    t.match(await change({ done: false }), { body: { offlineMessage: { state: "open", done: null } } });
    t.match(await list("state=closed"), invalid(/state must be open or done, got "closed"/));
    t.match(await list("owner=kim"), invalid(/owner must be the id of an agent or none, got "kim"/));
  },
);

t.test("a wrong request is refused with the mistake; messages of other channels do not exist", async (t) => {
  const { service, change, answer } = await leftMessage(t);
  for (const [body, message] of [
    [{}, /ownerId/],
    [{ owner: 1 }, /owner/],
    [{ ownerId: "kim" }, /ownerId/],
    [{ ownerId: 3 }, /ownerId must be an agent of the message's channel, got 3/],
    [{ ownerId: 99 }, /ownerId.*99/],
    [{ done: "yes" }, /done/],
  ] as const)
    t.match(await change(body), invalid(message));
  for (const [body, message] of [
    [{ subject: "", text: "x" }, /subject/],
    [{ subject: "a\r\nBcc: b@example.com", text: "x" }, /subject/],
    [{ subject: "x".repeat(201), text: "x" }, /subject/],
    [{ subject: "x", text: " \n" }, /text/],
    [{ subject: "x" }, /text/],
  ] as const)
    t.match(await answer(body), invalid(message));
  t.equal(service.mails.length, 0);
  for (const id of ["2", "0", "x"]) t.match(await change({ done: true }, "kim", id), { status: 404 });
  const token = await service.logIn("max");
  for (const [method, path] of [
    ["PATCH", ""],
    ["POST", "/answers"],
    ["POST", "/answers/x/resend"],
  ])
    t.match(
      await service.call(`${method}`, `/api/offline-messages/1${path}`, { token, body: { done: true } }),
      { status: 404 },
      "max is of another channel",
    );
});

t.test("a left message is answered by mail: committed, then sent, and its progress is shown", async (t) => {
  const { service, answer, read, change } = await leftMessage(t);
  const desk = await service.enter("lee");
  const state = (wanted: string) => desk.until(({ offlineMessage }) => offlineMessage?.answers[0]?.state === wanted);
  const key = { "idempotency-key": "answer-1" };
  const answered = await answer(written, "kim", key);
  const sending = { ...written, agent: { id: 1, name: "Kim" }, state: "sending", attempts: 1, error: null };
  t.match(answered, { status: 202, body: { offlineMessage: { owner: { id: 1 }, state: "open", answers: [sending] } } });
  await state("sending");
  t.match(await answer(written, "kim", key), { status: 202, body: { offlineMessage: { answers: { length: 1 } } } });
  t.match(await answer({ ...written, text: "Other" }, "kim", key), invalid(/Idempotency-Key/));
  t.match(await answer(written, "lee"), conflict(/belongs to Kim/));
  await service.settle();
  t.equal(service.mails.length, 1, "a repeated request sends only one mail");
  const [mail] = service.mails;
  t.match(mail, {
    to: ["tom@mailbox.example"],
    subject: "Your e-bike",
    text: "Dear Tom,\nit is ready.\n",
    isByPerson: true,
  });
  mail?.answer();
  const sent = await state("sent");
  t.match(sent.offlineMessage?.answers, [{ state: "sent", error: null }]);
  await change({ done: true });
  t.match(await read(), { state: "done", answers: [{ state: "sent" }] });
});

t.test("a mail that is permanently refused shows the reason, and is sent again on request", async (t) => {
  const { service, answer, read, tokens } = await leftMessage(t);
  await answer();
  await service.settle();
  const failure = { kind: "error_answer", code: "550", message: "550 No such mailbox" } as const;
  service.mails[0]?.answer({ failure, isFinal: true });
  await service.settle();
  const failed = await read();
  t.match(failed, { answers: [{ state: "failed", attempts: 1, error: { message: "550 No such mailbox" } }] });
  const path = `/api/offline-messages/1/answers/${failed?.answers[0]?.id}/resend`;
  const resend = () => service.call("POST", path, { token: tokens.kim });
  t.match(await resend(), { status: 202, body: { offlineMessage: { answers: [{ state: "sending" }] } } });
  t.match(await resend(), conflict(/on its way/));
  await service.settle();
  t.equal(service.mails.length, 2);
  t.equal(service.mails[1]?.messageId, service.mails[0]?.messageId, "the same mail");
  service.mails[1]?.answer();
  await service.settle();
  t.match(await read(), { answers: [{ state: "sent", attempts: 2 }] });
  const unknown = `/api/offline-messages/1/answers/01JB0000000000000000000001/resend`;
  t.match(await service.call("POST", unknown, { token: tokens.kim }), { status: 404 });
});

t.test("without a mail server, or without an address, the answer is refused with the reason", async (t) => {
  const { service, answer, tokens } = await leftMessage(t, { config: { smtp: null } });
  t.match(await answer(), conflict(/No mail server is configured \(smtp\)/));
  const { body } = await service.call("GET", "/api/offline-messages", { token: tokens.kim });
  t.equal(body.canAnswer, false);
  const nowhere = await leftMessage(t, {}, {});
  t.match(await nowhere.answer(), conflict(/left no e-mail address/));
  const several = await leftMessage(t, {}, {});
  await several.page.ask({ type: "contact", email: "tom@mailbox.example, ann@mailbox.example" });
  await several.leave("Is my e-bike ready now?");
  t.match(await several.answer(written, "kim", {}, "2"), conflict(/is not one address/));
});

t.test("a mail that could not be committed was not sent, and leaves nothing to see", async (t) => {
  const { store, failNext } = createFaultyStore();
  const { service, answer, read } = await leftMessage(t, { store });
  failNext(1);
  t.match(await answer(), { status: 500 });
  await service.settle();
  t.equal(service.mails.length, 0);
  t.match(await read(), { owner: null, answers: { length: 0 } });
  t.match(await answer(), { status: 202 });
  await service.settle();
  service.mails[0]?.answer();
});
