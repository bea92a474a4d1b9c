import t from "tap";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { asChannelId } from "../../src/core/ids.ts";
import type { OperationDoc } from "../../src/edge/server/operation.ts";
import { post, textOf } from "../harness/customer.ts";
import type { ApiAnswer, ApiRequest, Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { agents, password, webhooks } from "../harness/service-config.ts";
import { chatOf, staffDepartment } from "./chat-of.ts";

interface Operation {
  readonly method: string;
  readonly pattern: string;
  readonly doc: OperationDoc | undefined;
}

type DescribedCall = (method: string, path: string, request: ApiRequest) => Promise<ApiAnswer>;

const operationsOf = (service: Service): readonly Operation[] =>
  service.app.routes.flatMap(({ pattern, methods, docs }) =>
    Object.keys(methods).map((method) => {
      const doc = Object.entries(docs ?? {}).find(([name]) => name === method)?.[1];
      return { method: method.toUpperCase(), pattern, doc };
    }),
  );

const nameOf = ({ method, pattern }: Pick<Operation, "method" | "pattern">): string => `${method} ${pattern}`;

/** An address of the route; `id` is the id of the chat, delivery or other record. */
const pathOf = ({ pattern }: Operation, id: string): string => pattern.replace(/:[a-zA-Z]+/g, id);

t.test(
  "[AUTH-15] every address of the API except the login needs a session, and administration needs an administrator",
  async (t) => {
    const service = await startService(t);
    const operations = operationsOf(service).filter(({ pattern }) => pattern.startsWith("/api/"));
    t.strictSame(operations.filter(({ doc }) => doc === undefined).map(nameOf), [], "each route is described");
    const open = operations.filter(({ doc }) => doc?.access === "anyone");
    t.strictSame(open.map(nameOf), ["POST /api/session", "GET /api/session/optional"]);
    const kim = await service.logIn("kim");
    const foreign = { cookie: `parley_session=${kim}`, origin: "https://evil.example.com" };
    for (const operation of operations) {
      if (operation.doc?.access === "anyone") continue;
      const path = pathOf(operation, "1");
      const name = nameOf(operation);
      for (const headers of [
        {},
        { authorization: "Bearer nobody" },
        { authorization: "Basic a2ltOmtpbQ==" },
        { cookie: "parley_session=nobody" },
      ]) {
        const refused = await service.call(operation.method, path, { headers });
        t.match(refused, { status: 401, body: { error: { code: "unauthorized", message: /Authorization/ } } }, name);
        t.equal(refused.headers.get("www-authenticate"), "Bearer", name);
      }
      const isUnsafe = operation.method !== "GET";
      const { cookie } = foreign;
      for (const headers of isUnsafe
        ? [foreign, { cookie, "sec-fetch-site": "cross-site" }, { cookie, "content-type": "text/plain" }]
        : []) {
        const refused = await service.call(operation.method, path, { headers });
        t.match(refused, { status: 403, body: { error: { code: "access_denied", message: /Origin/ } } }, name);
      }
      if (operation.doc?.access !== "administrator") continue;
      const byAgent = await service.call(operation.method, path, { token: kim });
      t.match(byAgent, { status: 403, body: { error: { code: "access_denied" } } }, `${name} by an agent`);
    }
    t.equal((await service.call("GET", "/api/session", { token: kim })).status, 200, "no request ended the session");
  },
);

t.test("no response of the API is cached or read as another type, whatever its content", async (t) => {
  const service = await startService(t);
  const { reply } = await chatOf(service, "kim");
  await reply("Hi");
  const [kim, ada] = [await service.logIn("kim"), await service.logIn("ada")];
  const paths = operationsOf(service)
    .filter(({ pattern }) => pattern.startsWith("/api/"))
    .map((operation) => [operation.method, pathOf(operation, "1")] as const);
  const others = [
    ["GET", "/api/nothing"],
    ["PUT", "/api/chats"],
    ["GET", "/api/chats/%ff"],
    ["HEAD", "/api/chats"],
    ["OPTIONS", "/api/session"],
  ] as const;
  const statuses = new Set<number>();
  for (const [method, path] of [...paths.filter(([method]) => method !== "DELETE"), ...others])
    for (const token of [kim, ada, "nobody"]) {
      const answer = await fetch(`${service.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
      statuses.add(answer.status);
      const kept = ["cache-control", "x-content-type-options"].map((name) => answer.headers.get(name));
      t.strictSame(kept, ["no-store", "nosniff"], `${method} ${path} ${answer.status}`);
    }
  for (const status of [200, 400, 401, 403, 404, 405]) t.ok(statuses.has(status), `${status} was among them`);
});

t.test("a chat that an agent cannot see is answered like a missing chat, and so are its deliveries", async (t) => {
  const service = await startService(t);
  const { reply } = await chatOf(service, "kim");
  const delivery = (await reply("Hi")).body.message.delivery?.id ?? "";
  const max = await service.logIn("max");
  const ofChats = operationsOf(service).filter(
    ({ pattern, doc }) => /^\/api\/(chats|deliveries)\/:id/.test(pattern) && doc?.access === "agent",
  );
  t.ok(ofChats.length >= 13, `${ofChats.length} of them`);
  for (const operation of ofChats) {
    const [there, nowhere] = operation.pattern.includes("deliveries")
      ? [delivery, "01HF7YAT0020GP7K7FDAS1DACQ"]
      : ["1", "99"];
    const ask = (id: string) => service.call(operation.method, pathOf(operation, id), { token: max });
    const [hidden, missing] = [await ask(there), await ask(nowhere)];
    t.match(hidden, { status: 404, body: { error: { code: "not_found" } } }, nameOf(operation));
    t.strictSame(hidden.body, missing.body, nameOf(operation));
  }
});

t.test("every response of the desk's API matches its description, key by key", async (t) => {
  const smtp = { url: "smtp://localhost", from: "desk@shop.example" };
  const channels = { MOBILEAPP1: { webhooks } };
  const service = await startService(t, { limits: { pageRowsMax: 3 }, channels, config: { smtp } });
  const wanted = new Set(["Session", "Canned replies", "Chats", "Deliveries"]);
  const operations = operationsOf(service).filter(({ doc }) => wanted.has(doc?.tag ?? ""));
  const asked = new Set<string>();
  const call = async (method: string, path: string, request: ApiRequest): Promise<ApiAnswer> => {
    const answer = await service.call(method, path, request);
    const plain = path.replace(/\?.*/, "");
    const operation = operations.find(
      (one) => one.method === method && new RegExp(`^${one.pattern.replace(/:[a-zA-Z]+/g, "[^/]+")}$`).test(plain),
    );
    const schema = operation?.doc?.answer.schema;
    if (operation === undefined || schema === undefined) throw new Error(`${method} ${plain} is not described`);
    asked.add(nameOf(operation));
    t.equal(answer.status, operation.doc?.answer.status, `${nameOf(operation)} ${JSON.stringify(answer.body)}`);
    t.strictSame(Compile(schema).Errors(answer.body), [], nameOf(operation));
    return answer;
  };

  await staffDepartment(service, 5, "Sales", ["lee"]);
  await service.enter("kim");
  const sender = {
    invite: "May I help?",
    url: "https://shop.example.com/",
    photo: "ftp://x/y",
    email: "pat@example.com",
  };
  await post(service, textOf(7, "Hello", sender));
  await post(service, { sender: { id: 7 }, message: { type: "location", latitude: 1.5, longitude: -2 } });
  const [kim, ada] = [await service.logIn("kim"), await service.logIn("ada")];
  const step = (path: string, body?: unknown) => call("POST", `/api/chats/1/${path}`, { token: kim, body });
  await step("accept");
  await service.settle();
  const customData = [{ title: "Orders", content: "3 open", key: null, link: "https://crm.example.com/orders" }];
  const card = { enableAssign: true, crmLink: "https://crm.example.com/cards/1" };
  const page = { url: "https://shop.example.com/wheels", title: "Wheels" };
  service.reports[0]?.answer({ crmAnswer: { customData, ...card, page } });
  await service.settle();
  await step("assign");
  await step("blacklist", { value: true });
  await step("blacklist", { value: false });
  await step("typing", { type: "typein" });
  await step("note", { text: "Look out" });
  await step("call", { phone: "+442079460181" });
  const file = { file: "https://files.example.com/a", file_name: "a", file_size: 7, width: 1, height: 2, duration: 3 };
  const sent = (await step("messages", { type: "photo", ...file, performer: "B", title: "S", emoji: "x" })).body
    .message;
  await service.settle();
  for (let number = 1; number <= 3; number += 1) {
    const failure = { kind: "http_status", code: "http_status", message: "The shop is closed." } as const;
    service.attempts.at(-1)?.answer({ httpStatus: 503, failure });
    await service.pass(3_000);
  }
  for (const token of [kim, ada]) {
    await call("GET", "/api/session", { token });
    await call("GET", "/api/session/optional", { token });
    await call("GET", "/api/chats", { token });
    await call("GET", "/api/chats/1", { token });
    await call("GET", "/api/chats/1/messages", { token });
    await call("GET", "/api/chats/1/messages?after=3", { token });
    await call("GET", "/api/deliveries", { token });
    await call("GET", `/api/deliveries/${sent.delivery?.id}`, { token });
  }
  await call("POST", `/api/deliveries/${sent.delivery?.id}/resend`, { token: kim });
  await step("dismiss-failed", { deliveryId: sent.delivery?.id });
  service.reports[1]?.answer({ isFinal: true, failure: { kind: "gone", code: "gone", message: "HTTP 410" } });
  await service.settle();
  const { deliveryIds } = (await call("GET", "/api/failures", { token: ada })).body;
  await call("POST", "/api/failures/seen", { token: ada, body: { deliveryIds } });
  await call("GET", "/api/channels/MOBILEAPP1/log", { token: ada });
  await call("PATCH", "/api/chats/1/contact", { token: kim, body: { description: "VIP", name: null } });
  await step("transfer", { agentId: agents.lee.id });
  await call("POST", "/api/chats/1/transfer", { token: ada, body: { departmentId: 5 } });
  const upload = { token: kim, body: "bytes", headers: { "content-type": "image/png", "x-file-name": "a.png" } };
  const uploadPattern = operations.find(({ pattern }) => pattern === "/api/chats/:id/files");
  await step("accept");
  if (uploadPattern !== undefined) await call("POST", "/api/chats/1/files?name=a.png", upload);
  for (const name of ["close", "reopen", "close"]) await step(name);
  await call("GET", "/api/chats", { token: kim });
  await answerLeftMessage(service, call);
  await askOwnThings(service, call);
  const login = await call("POST", "/api/session", { body: { email: agents.lee.email, password } });
  await call("DELETE", "/api/session", { token: login.body.token });

  t.strictSame(
    operations.map(nameOf).filter((name) => !asked.has(name)),
    [],
    "each route was requested",
  );
  for (const { doc, ...route } of operations)
    t.strictSame(looseParts(doc?.answer.schema), [], `${nameOf(route)} names every key`);
});

/** A left message of a visitor, and the mail that answers it. */
async function answerLeftMessage(service: Service, call: DescribedCall): Promise<void> {
  const token = await service.logIn("kim");
  const nobody = { name: null, phone: null, ownerId: null, done: null, answerIds: [] };
  const row = {
    channelId: asChannelId("MOBILEAPP1"),
    clientNumber: 1,
    ...nobody,
    email: "a@b.example",
    text: "Hi",
    atMs: 1,
  };
  await service.store.commit({}, () => [{ table: "offlineMessage", key: [1], row }]);
  await call("PATCH", "/api/offline-messages/1", { token, body: { ownerId: 1, done: true } });
  const body = { subject: "Hi", text: "Hello" };
  const answered = await call("POST", "/api/offline-messages/1/answers", { token, body });
  await service.settle();
  const failure = { kind: "error_answer", code: "550", message: "550 No such mailbox" } as const;
  service.mails[0]?.answer({ failure, isFinal: true });
  await service.settle();
  const [answer] = answered.body.offlineMessage.answers;
  await call("POST", `/api/offline-messages/1/answers/${answer?.id}/resend`, { token });
  await service.settle();
  service.mails[1]?.answer();
  await call("GET", "/api/offline-messages", { token });
}

/** Calls the routes of an agent's own records. */
async function askOwnThings(service: Service, call: DescribedCall): Promise<void> {
  const ada = await service.logIn("ada");
  const zoe = { email: "zoe@example.com", password };
  await service.call("POST", "/api/agents", { token: ada, body: { name: "Zoe", ...zoe } });
  const logIn = async () => (await service.call("POST", "/api/session", { body: zoe })).body.token;
  const [token] = [await logIn(), await logIn()];
  const { reply } = (await call("POST", "/api/canned-replies", { token, body: { shortcut: "hi", text: "Hello" } }))
    .body;
  await call("PATCH", `/api/canned-replies/${reply.id}`, { token, body: { text: "Hello!" } });
  await call("GET", "/api/canned-replies", { token });
  await call("DELETE", `/api/canned-replies/${reply.id}`, { token });
  const { sessions } = (await call("GET", "/api/sessions", { token })).body;
  await call("DELETE", `/api/sessions/${sessions.find(({ current }) => !current)?.id}`, { token });
  await call("POST", "/api/session/password", { token, body: { current: password, password: "another one" } });
  await call("DELETE", "/api/sessions", { token });
}

/** Finds objects in a schema that would allow unknown keys. */
function looseParts(schema: TSchema | undefined, path = "answer"): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const isLoose =
    "properties" in schema && !("additionalProperties" in schema && schema.additionalProperties === false);
  const inner = Object.entries(schema).flatMap(([key, part]) => looseParts(part, `${path}.${key}`));
  return isLoose ? [path, ...inner] : inner;
}
