import t from "tap";
import type { AttemptFailure } from "../../../machines/tells.ts";
import { asChannelId } from "../../../src/core/ids.ts";
import { configureChannel, removeChannel } from "../../../src/domain/configure.ts";
import { configure, post, textOf } from "../../harness/customer.ts";
import { everyPage } from "../../harness/every-page.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import { agents } from "../../harness/service-config.ts";
import { channelNamed, chatOf } from "../chat-of.ts";

const address = "https://shop.example.com/chat/***";
const trace = { address, answer: "Sorry, we are closed.", note: null };
const closed: AttemptFailure = { kind: "http_status", code: "http_status", message: "The shop is closed." };
const hidden: AttemptFailure = { kind: "error_answer", code: "17", message: "Blocked.", isHidden: true };

/** Lets every attempt of the current message fail. */
async function failAll(service: Service, failure: AttemptFailure): Promise<void> {
  for (let number = 1; number <= 3; number += 1) {
    await service.settle();
    service.attempts.at(-1)?.answer({ httpStatus: 503, failure, trace });
    await service.pass(3_000);
  }
}

const listBy = async (service: Service, name: AgentName, query = "") => {
  const token = await service.logIn(name);
  const read = async (cursor: string) => {
    const { status, body } = await service.call("GET", `/api/deliveries?${query}&cursor=${cursor}`, { token });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };
  return everyPage(read, ({ deliveries }) => deliveries);
};

t.test("[DEL-28, DEL-14] the log keeps every attempt: time, number, address, outcome, duration, answer", async (t) => {
  const service = await startService(t);
  const kim = await chatOf(service, "kim");
  const startMs = service.clock.nowMs();
  const sent = (await kim.reply("Hi")).body.message;
  await service.settle();
  const running = (await listBy(service, "kim"))[0];
  t.match(running, { state: "attempting", attempts: [{ number: 1, at: startMs, durationMs: null, status: null }] });
  await failAll(service, hidden);
  service.attempts.at(-1)?.answer();

  const id = sent.delivery?.id ?? "";
  const attempt = (number: number) => ({
    number,
    at: startMs + (number - 1) * 3_000,
    durationMs: 0,
    status: 503,
    error: { code: "17", message: "Blocked." },
    ...trace,
  });
  const whole = {
    id,
    chatId: kim.id,
    channelId: "MOBILEAPP1",
    messageId: sent.id,
    messageSeq: sent.seq,
    kind: "message",
    client: { number: 1, name: "Anonymous" },
    words: "Hi",
    state: "failed",
    attempts: [attempt(1), attempt(2), attempt(3)],
    error: { code: "17", message: "Blocked." },
    failure: "error_answer",
    createdAt: startMs,
  };
  const message = { type: "text", id: sent.id, text: "Hi" };
  const body = JSON.stringify({
    sender: { name: "Kim" },
    recipient: { id: service.attempts[0]?.recipient.senderId },
    message,
  });
  const ada = await service.logIn("ada");
  const read = async (token: string) => service.call("GET", `/api/deliveries/${id}`, { token });
  t.strictSame(
    (await read(ada)).body,
    { delivery: { ...whole, request: { body } } },
    "the log shows the text that the chat hides",
  );
  t.strictSame(await listBy(service, "ada"), [whole]);
  const withoutAddress = { ...whole, attempts: whole.attempts.map((one) => ({ ...one, address: null })) };
  t.strictSame(
    (await read(kim.token)).body,
    { delivery: { ...withoutAddress, request: null } },
    "addresses are for administrators",
  );
  t.strictSame(await listBy(service, "kim"), [withoutAddress]);
  const { messages } = (await service.call("GET", `/api/chats/${kim.id}/messages`, { token: kim.token })).body;
  t.match(messages[1]?.delivery, { state: "failed", error: null }, "the chat does not show the text");

  const notFound = { status: 404, body: { error: { code: "not_found" } } };
  t.match(await read(await service.logIn("max")), notFound);
  for (const bad of ["nothing", "01HF7YAT0020GP7K7FDAS1DACQ"])
    t.match(await service.call("GET", `/api/deliveries/${bad}`, { token: ada }), notFound);
  t.strictSame(await listBy(service, "max"), []);
});

t.test("deliveries are found by chat, state and channel, newest first, on pages that miss nothing", async (t) => {
  const service = await startService(t, { limits: { pageRowsMax: 3 } });
  await configureChannel(service.app.runtime, channelNamed(service, "SECONDAPP1", ["kim"]));
  const chats = [
    await chatOf(service, "kim", "a"),
    await chatOf(service, "kim", "b", "SECONDAPP1"),
    await chatOf(service, "max", "c", "OTHERAPP01"),
  ];
  const ids: string[][] = [[], [], []];
  for (let round = 0; round < 9; round += 1) {
    // The last messages belong to one channel.
    for (const [index, chat] of chats.slice(0, round < 5 ? 3 : 1).entries()) {
      ids[index]?.push((await chat.reply(`${round}`)).body.message.delivery?.id ?? "");
      service.clock.advance(1);
    }
  }
  const [ofA = [], ofB = [], ofC = []] = ids;
  const newestFirst = (...lists: readonly (readonly string[])[]) => lists.flat().sort().reverse();
  const listed = async (name: AgentName, query: string) => {
    const found = (await listBy(service, name, query)).map(({ id }) => id);
    const oldestFirst = (await listBy(service, name, `${query}&sort=createdAt`)).map(({ id }) => id);
    t.strictSame(oldestFirst, found.toReversed(), `${query}, the oldest first`);
    return found;
  };
  t.strictSame(await listed("ada", ""), newestFirst(ofA, ofB, ofC));
  t.strictSame(await listed("kim", ""), newestFirst(ofA, ofB), "those of the agent's channels");
  t.strictSame(await listed("ada", "channel=SECONDAPP1"), newestFirst(ofB));
  t.strictSame(await listed("kim", "channel=OTHERAPP01"), []);
  t.strictSame(await listed("kim", "channel=NOSUCHAPP1"), []);
  t.strictSame(await listed("kim", "chat=1"), newestFirst(ofA));
  t.strictSame(await listed("kim", "chat=1&channel=MOBILEAPP1"), newestFirst(ofA));
  t.strictSame(await listed("kim", "chat=1&channel=SECONDAPP1"), []);
  t.strictSame(await listed("kim", "chat=3"), [], "a chat of another channel is answered like a missing chat");
  t.strictSame(await listed("kim", "chat=99"), []);

  await service.settle();
  for (const attempt of service.attempts.slice(0, 2)) attempt.answer({ failure: closed, trace });
  await service.pass(3_000);
  const [deadA, deadB] = [ofA[0], ofB[0]];
  for (let number = 2; number <= 3; number += 1) {
    for (const attempt of service.attempts.slice(-2)) attempt.answer({ failure: closed, trace });
    await service.pass(3_000);
  }
  t.strictSame(await listed("kim", "state=failed"), newestFirst([deadA ?? "", deadB ?? ""]));
  t.strictSame(await listed("kim", "state=failed&channel=SECONDAPP1"), [deadB]);
  t.strictSame(await listed("kim", "state=failed&chat=1"), [deadA]);
  t.strictSame(await listed("kim", "state=attempting"), newestFirst([ofA[1] ?? "", ofB[1] ?? ""]));
  t.strictSame(await listed("ada", "state=delivered"), []);
  t.equal((await listed("ada", "state=pending")).length, 19 - 2 - 3);

  await removeChannel(service.app.runtime, asChannelId("SECONDAPP1"));
  await service.settle();
  t.strictSame(await listed("kim", ""), newestFirst(ofA, ofB), "the log of a removed channel stays");
  const token = await service.logIn("kim");
  for (const [query, says] of [
    ["state=broken", /state/],
    ["chat=x", /chat/],
    ["cursor=x", /cursor/],
    ["sort=state", /^Parameter sort must be createdAt or -createdAt, got "state"\.$/],
  ] as const) {
    const answer = await service.call("GET", `/api/deliveries?${query}`, { token });
    t.match(answer, { status: 400, body: { error: { code: "invalid_request", message: says } } }, query);
  }
  const page = await service.call("GET", "/api/deliveries", { token });
  const foreign = await service.call("GET", `/api/deliveries?chat=1&cursor=${page.body.cursor}`, { token });
  const turned = await service.call("GET", `/api/deliveries?sort=createdAt&cursor=${page.body.cursor}`, { token });
  for (const answer of [foreign, turned])
    t.match(answer, { status: 400, body: { error: { message: /cursor/ } } }, "a cursor is valid only for its list");
});

t.test("a page that read many deliveries without a match is short, and the next page continues", async (t) => {
  const service = await startService(t, { limits: { pageRowsMax: 1 } });
  const chat = await chatOf(service, "kim");
  const wanted = (await chat.reply("the first")).body.message.delivery?.id;
  await service.settle();
  for (let number = 1; number <= 120; number += 1) await chat.reply(`${number}`);
  const token = await service.logIn("kim");
  const first = await service.call("GET", "/api/deliveries?state=attempting", { token });
  t.strictSame(first.body.deliveries, []);
  t.type(first.body.cursor, "string");
  const rest = await service.call("GET", `/api/deliveries?state=attempting&cursor=${first.body.cursor}`, { token });
  t.match(rest.body.deliveries, [{ id: wanted }]);
});

t.test("deliveries are found by client and by how they failed, on pages that miss nothing", async (t) => {
  const service = await startService(t, { limits: { pageRowsMax: 2 } });
  const zoe = { id: "7", name: "Zoë" };
  const ids: string[] = [];
  const failures = [closed, hidden, null];
  for (const failure of failures) {
    const chat = await chatOf(service, "kim", zoe);
    for (const text of ["First", "Second"]) {
      ids.unshift((await chat.reply(text)).body.message.delivery?.id ?? "");
      await service.settle();
      if (failure === null) service.attempts.at(-1)?.answer();
      else await failAll(service, failure);
      await service.settle();
    }
    await chat.step("close");
    await service.settle();
  }
  const other = await chatOf(service, "max", "8", "OTHERAPP01");
  await other.reply("Elsewhere");
  await service.settle();
  const found = async (name: AgentName, query: string) => {
    const newestFirst = (await listBy(service, name, query)).map(({ id }) => id);
    const oldestFirst = (await listBy(service, name, `${query}&sort=createdAt`)).map(({ id }) => id);
    t.same(oldestFirst, newestFirst.toReversed(), `${query}, the oldest first`);
    return newestFirst;
  };
  const all = await listBy(service, "kim");
  const { client } = all[0] ?? {};
  t.match(all, Array(6).fill({ client: { name: "Zoë" } }));
  t.same(await found("kim", `client=${client?.number}`), ids, "of every chat, the newest first");
  t.same(await found("kim", `client=${client?.number}&state=delivered`), ids.slice(0, 2));
  t.same(await found("kim", `client=${client?.number}&chat=${all[2]?.chatId}`), ids.slice(2, 4));
  t.same(await found("kim", `client=${client?.number}&channel=OTHERAPP01`), []);
  t.same(await found("max", `client=${client?.number}`), [], "the channel of another agent");
  t.same(await found("ada", "client=999"), []);
  t.same(await found("kim", "failure=http_status"), ids.slice(4));
  t.same(await found("kim", "failure=error_answer&state=failed"), ids.slice(2, 4));
  t.same(await found("kim", "failure=timeout"), []);
  t.same(
    [...new Set((await listBy(service, "kim", "state=failed")).map(({ failure }) => failure))],
    ["error_answer", "http_status"],
  );
  const token = await service.logIn("kim");
  for (const [query, message] of [
    ["client=x", 'Parameter client must be a whole number from 0 in digits, got "x".'],
    ["failure=bad", /^Parameter failure must be one of error_answer, http_status, /],
    ["failure=timeout&state=delivered", "Parameter failure can be used only with state failed, got state delivered."],
    ["client=1&cursor=x", /cursor/],
  ] as const)
    t.match(await service.call("GET", `/api/deliveries?${query}`, { token }), {
      status: 400,
      body: { error: { code: "invalid_request", message } },
    });
});

t.test("[CH-50] a channel's log shows administrators warnings and notices, newest first", async (t) => {
  const service = await startService(t, { limits: { pageRowsMax: 2 } });
  const answers = [];
  for (const photo of ["one", "two", "three"]) answers.push(await post(service, textOf("7", photo, { photo })));
  const { id, step } = await chatOf(service, "kim");
  await step("typing", { type: "typein" });
  await service.settle();
  const read = async (name: AgentName, query = "", channelId = "MOBILEAPP1") =>
    service.call("GET", `/api/channels/${channelId}/log?${query}`, { token: await service.logIn(name) });
  const readPage = async (cursor: string) => {
    const { status, body } = await read("ada", `cursor=${cursor}`);
    t.equal(status, 200);
    t.ok(body.entries.length <= 2);
    return body;
  };
  const entries = await everyPage(readPage, (page) => page.entries);
  const warnings = entries.filter(({ kind }) => kind === "warning").reverse();
  t.strictSame(
    warnings.map(({ chatId, messageSeq, cause }) => ({ chatId, messageSeq, cause })),
    answers.map(({ headers }, index) => ({ chatId: id, messageSeq: index + 1, cause: headers.get("x-request-id") })),
  );
  for (const [index, photo] of ["one", "two", "three"].entries())
    t.match(warnings[index]?.text, new RegExp(`sender.photo was dropped.*"${photo}"`));
  const notice = entries.find(({ kind }) => kind === "typing");
  t.match(notice, { chatId: id, messageSeq: null, at: service.clock.nowMs() }, "the result of the notice");
  t.match(await read("kim"), { status: 403, body: { error: { code: "access_denied" } } });
  t.match(await read("ada", "", "NOSUCHAPP1"), { status: 404, body: { error: { code: "not_found" } } });
  t.match(await read("ada", "cursor=x"), { status: 400, body: { error: { message: /cursor/ } } });
  t.strictSame((await read("ada", "", "OTHERAPP01")).body, { entries: [], cursor: null });
  const shown = (await service.call("GET", `/api/chats/${id}/messages`, { token: await service.logIn("kim") })).body;
  t.strictSame([...new Set(shown.messages.map(({ type }) => type))], ["text"], "nothing of it is in the chat");
});

t.test(
  "[AUTH-14] no secret of a channel and no address of an attempt reaches an agent, in answers or frames",
  async (t) => {
    const service = await startService(t);
    const webhookUrl = "https://hooks.example.com/in?key=topsecret";
    await configure(service, { webhookUrl });
    const desk = await service.enter("kim");
    const kim = await chatOf(service, "kim");
    const sent = (await kim.reply("Hi")).body.message;
    await failAll(service, { kind: "timeout", code: "timeout", message: "No answer within 3 s." });
    const paths = [
      "/api/session",
      "/api/chats",
      "/api/chats/1",
      "/api/chats/1/messages",
      "/api/deliveries",
      `/api/deliveries/${sent.delivery?.id}`,
      "/api/channels/MOBILEAPP1/log",
    ];
    const told: unknown[] = [...desk.frames];
    for (const path of paths) told.push((await service.call("GET", path, { token: kim.token })).body);
    told.push((await kim.step("transfer", { agentId: agents.max.id })).body);
    const { random } = service.app.runtime.directory.find("MOBILEAPP1")?.settings ?? { random: "" };
    const text = JSON.stringify(told);
    for (const secret of [random, webhookUrl, "topsecret", "hooks.example.com", address, "shop.example.com"])
      t.notOk(secret === "" || text.includes(secret), `${secret.slice(0, 6)}… is not shown`);
    t.ok(text.includes("No answer within 3 s."), "but the result of the attempt is");
  },
);
