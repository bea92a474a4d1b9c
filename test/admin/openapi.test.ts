import { readFileSync } from "node:fs";
import t from "tap";
import { Check, Errors } from "typebox/value";
import { ERROR_STATUS } from "../../src/core/errors.ts";
import { apiCopy } from "../../src/web/build/api/api-document.ts";
import { botPath } from "../edge/b-bot/provider.ts";
import { acceptedChat, bytesOf, upload } from "../files/upload-parts.ts";
import type { ApiRequest } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { bot, password } from "../harness/service-config.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { apiCopyOf } from "../project/api-copy.ts";
import { asWidget } from "../visitors/visitor-channel.ts";
import { newChannel } from "./administrator.ts";
import { assertDescribed, operationsOf, readDescription, resolve } from "./described.ts";
import { assertKeepsFormat } from "./format.ts";

t.test("every method of every address is described, and nothing else is", async (t) => {
  const { app, url } = await startService(t);
  const answer = await fetch(`${url}/openapi.json`);
  t.equal(answer.status, 200);
  t.equal(answer.headers.get("content-type"), "application/json");
  t.equal((await fetch(`${url}/openapi.json`, { method: "POST" })).headers.get("allow"), "GET, HEAD");
  const description = await answer.json();
  t.match(description.openapi, /^3\.1\./);
  const described = operationsOf(description).map(({ method, path }) => `${method} ${path}`);
  const served = app.routes.flatMap(({ pattern, methods }) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${pattern.replace(/:(\w+)/g, "{$1}")}`),
  );
  const forPeople = /^GET \/(desk|docs|inspector|favicon\.ico$|robots\.txt$|llms\.txt$|$)/;
  t.same(described.sort(), served.filter((operation) => !forPeople.test(operation)).sort());
  for (const prefix of ["/api/", "/chat-api/", "/bots/", "/files/"])
    t.ok(
      described.some((operation) => operation.includes(` ${prefix}`)),
      prefix,
    );

  const ids = operationsOf(description).map(({ operation }) => operation.operationId);
  t.equal(new Set(ids).size, ids.length);
  t.same(description.components.schemas.Error.properties.error.properties.code.enum, Object.keys(ERROR_STATUS));
  t.same(Object.keys(description.components.responses.RateLimited.headers), ["X-Request-Id", "Retry-After"]);
  t.same(Object.keys(description.components.responses.Unavailable.headers), ["X-Request-Id", "Retry-After"]);
  t.same(Object.keys(description.components.responses.MethodNotAllowed.headers), ["X-Request-Id", "Allow"]);
  t.strictSame(description.components.securitySchemes.bearer.scheme, "bearer");
  const takesKey = ({ parameters = [] }: { readonly parameters?: readonly unknown[] }) =>
    JSON.stringify(parameters).includes("IdempotencyKey");
  const keyed = ["/chat-api/{random}/{publicId}", "/bots/webhooks/{providerId}/{token}", "/api/chats/{id}/messages"];
  for (const path of keyed) t.ok(takesKey(description.paths[path].post), `POST ${path} accepts an Idempotency-Key`);
  t.notOk(takesKey(description.paths["/api/channels"].post));
  for (const { path, method, operation } of operationsOf(description)) {
    const isOpen = operation.security.length === 0;
    const isSigned = method === "POST" && path.startsWith("/chat-api/");
    const isTold = ["/api/session", "/bots/", "/calls/"].some((prefix) => path.startsWith(prefix));
    const hasSecret = isTold || isSigned;
    t.equal("401" in operation.responses, !isOpen || hasSecret, `${method} ${path}`);
    for (const status of [405, 429, 500, 502, 503, 504])
      t.ok(operation.responses[status], `${method} ${path} ${status}`);
  }
});

t.test("the pages of the API are made of this description", async (t) => {
  const description = await (await fetch(`${(await startService(t)).url}/openapi.json`)).json();
  t.ok(apiCopyOf(description) === readFileSync(apiCopy, "utf8"), `${apiCopy} is older: npm run openapi writes it`);
});

t.test("each request body and each answer has an example that fits its schema", async (t) => {
  const description = await readDescription(await startService(t));
  const contents: (readonly [place: string, content: object])[] = [];
  const collect = (place: string, part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    for (const [key, value] of Object.entries(part))
      if (key === "content")
        contents.push(...Object.entries(value).map((one) => [`${place} ${one[0]}`, Object(one[1])] as const));
      else collect(`${place} ${key}`, value);
  };
  const { paths, webhooks, components } = description;
  collect("", [paths, webhooks, components.responses]);
  t.ok(contents.length > 150, `${contents.length} bodies`);
  for (const [place, content] of contents) {
    const { schema, example } = Object(resolve(description, content));
    if (schema.format === "binary") continue;
    const mistakes = example === undefined ? ["no example"] : Errors(schema, example);
    t.strictSame(mistakes, [], `${place}: ${JSON.stringify(example)}`);
  }
});

t.test("the description follows every rule of its format, also that of one tag", async (t) => {
  const service = await startService(t);
  const whole = await readDescription(service);
  await assertKeepsFormat(t, "openapi.json", whole);
  const bots = await (await fetch(`${service.url}/openapi.json?tag=Bot%20provider%20API`)).json();
  await assertKeepsFormat(t, "bots.json", bots);
  t.same(
    Object.keys(bots.paths),
    Object.keys(whole.paths).filter((path) => path.startsWith("/bots/")),
  );
  t.same(Object.keys(bots.webhooks), ["CLIENT_MESSAGE", "AGENT_JOINED", "AGENT_UNAVAILABLE", "requestToken"]);
  t.ok(Object.keys(bots.components.schemas).length > 3);
  const used = JSON.stringify(bots);
  for (const [kind, all] of Object.entries(bots.components))
    for (const name of Object.keys(Object(all)))
      t.ok(kind === "securitySchemes" || used.includes(`#/components/${kind}/${name}"`), `${kind} ${name} is used`);
  const unknown = await fetch(`${service.url}/openapi.json?tag=Bots`);
  t.equal(unknown.status, 400);
  t.match((await unknown.json()).error.message, /^Parameter tag must be one of .*Chat API, .*Bot provider API, .*\.$/);
});

t.test("the collections have each request with its example, and those of one tag", async (t) => {
  const service = await startService(t);
  const operations = operationsOf(await readDescription(service));
  const file = await fetch(`${service.url}/openapi.http`);
  t.equal(file.headers.get("content-type"), "text/x-http; charset=utf-8");
  const text = await file.text();
  t.match(text, `@url = ${service.url}\n`);
  t.same(
    [...text.matchAll(/^# @name (\S+)$/gm)].map(([, id]) => id),
    operations.map(({ operation }) => operation.operationId),
  );
  const named = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
  for (const name of named) t.match(text, new RegExp(`^@${name} = \\S`, "m"), "each variable has a value");
  t.match(
    text,
    /^POST \{\{url\}\}\/api\/chats\/\{\{id\}\}\/note\nAuthorization: Bearer \{\{key\}\}\nContent-Type: application\/json\n\n\{\n {2}"text": "[^"]+"\n\}\n/m,
  );

  const collection = await (await fetch(`${service.url}/openapi.postman.json?tag=Chat%20API`)).json();
  t.same(
    collection.item.map(({ name }: { name: string }) => name),
    ["Chat API"],
  );
  const [{ request }] = collection.item[0].item.filter(
    (item: { request: { method: string } }) => item.request.method === "POST",
  );
  t.equal(request.url, "{{url}}/chat-api/{{random}}/{{publicId}}");
  const variables = Object.fromEntries(
    collection.variable.map(({ key, value }: { key: string; value: string }) => [key, value]),
  );
  t.match(variables, { url: service.url, random: /^\S+$/, publicId: /^\S+$/ });
  t.match(JSON.parse(request.body.raw), { sender: { id: String }, message: { type: "text" } });
  for (const path of ["openapi.http", "openapi.postman.json"])
    t.equal((await fetch(`${service.url}/${path}?tag=Bots`)).status, 400, path);
});

t.test("[ERR-01] responses match the description, in success and in failure", async (t) => {
  const service = await startService(t, { limits: { bodyBytesMax: 2_000 } });
  const description = await readDescription(service);
  const call = async (method: string, path: string, request: ApiRequest = {}) => {
    const answer = await service.call(method, path, request);
    assertDescribed(t, description, method, path, answer);
    return answer;
  };
  const [kim, ada] = [await service.logIn("kim"), await service.logIn("ada")];
  const { endpointUrl } = JSON.parse(
    JSON.stringify((await call("GET", "/api/channels/MOBILEAPP1", { token: ada })).body),
  ).channel;
  const endpoint = new URL(endpointUrl).pathname;
  const say = (message: unknown) => call("POST", endpoint, { body: { sender: { id: 7, name: "Ann" }, message } });
  for (const path of ["/healthz", "/readyz", `${endpoint}/status`])
    t.equal((await call("GET", path)).status, 200, path);
  await service.enter("kim");
  const login = { email: "kim@example.com", password };
  const statuses = [
    (await say({ type: "text", text: "Hello" })).status,
    (await say({ type: "photo", file: "https://shop.example.com/a.png" })).status,
    (await say({ type: "typein" })).status,
    (await say({ type: "text" })).status,
    (await call("POST", `${endpoint}x`, { body: {} })).status,
    (await call("POST", "/api/session", { body: login })).status,
    (await call("POST", "/api/session", { body: { ...login, password: "wrong" } })).status,
    (await call("POST", "/api/session", { body: { email: 7 } })).status,
    (await call("POST", "/api/channels", { token: ada, body: { ...newChannel, name: "x".repeat(3_000) } })).status,
    (await call("POST", "/api/channels", { token: kim, body: newChannel })).status,
    (await call("POST", "/api/channels", { body: newChannel })).status,
  ];
  t.same(statuses, [200, 200, 200, 400, 404, 200, 401, 400, 413, 403, 401]);

  const chat = "/api/chats/1";
  const text = { type: "text", text: "Hi" };
  const steps: readonly (readonly [method: string, path: string, status: number, body?: unknown])[] = [
    ["GET", "/api/chats", 200],
    ["GET", "/api/chats?state=asleep", 400],
    ["GET", chat, 200],
    ["GET", "/api/chats/99", 404],
    ["POST", `${chat}/messages`, 409, text],
    ["POST", `${chat}/accept`, 200],
    ["POST", `${chat}/messages`, 202, text],
    ["POST", `${chat}/messages`, 400, { type: "text" }],
    ["GET", `${chat}/messages`, 200],
    ["POST", `${chat}/typing`, 200, { type: "typein" }],
    ["POST", `${chat}/note`, 200, { text: "A note" }],
    ["PATCH", `${chat}/contact`, 200, { name: "Ann B." }],
    ["GET", "/api/deliveries", 200],
    ["GET", "/api/channels/MOBILEAPP1/log", 403],
    ["POST", `${chat}/transfer`, 200, { agentId: 2 }],
    ["POST", `${chat}/close`, 200],
    ["POST", `${chat}/close`, 409],
    ["GET", "/api/archive?q=Hello", 200],
    ["GET", "/api/session", 200],
    ["DELETE", "/api/session", 200],
    ["DELETE", "/api/session", 401],
  ];
  for (const [method, path, status, body] of steps) {
    const answer = await call(method, path, { token: kim, ...(body === undefined ? {} : { body }) });
    t.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  }
  t.equal((await call("GET", "/api/channels/MOBILEAPP1/log", { token: ada })).status, 200);
  for (let tries = 0; tries < 9; tries += 1)
    await call("POST", "/api/session", { body: { ...login, password: "wrong" } });
  t.equal((await call("POST", "/api/session", { body: login })).status, 429);
});

t.test("a response that is not JSON, a range of a file and a cached file are answered as described", async (t) => {
  const service = await startService(t, { channels: { OTHERAPP01: asWidget().MOBILEAPP1 } });
  const description = await readDescription(service);
  const ask = async (status: number, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(service.url + path, { headers });
    t.equal(answer.status, status, path);
    const text = await answer.text();
    const isJson = answer.headers.get("content-type") === "application/json";
    const body: unknown = isJson ? JSON.parse(text) : text;
    assertDescribed(t, description, "GET", path, { status: answer.status, headers: answer.headers, body });
    return { text, etag: answer.headers.get("etag") ?? "" };
  };
  for (const path of [
    "/metrics",
    "/config.schema.json",
    "/openapi.json",
    "/openapi.http",
    "/openapi.postman.json",
    "/asyncapi.json",
    "/demo/OTHERAPP01",
  ])
    await ask(200, path);
  await ask(404, "/demo/nobody");
  await ask(404, "/assets/widget/1/nothing.js");
  const script = await ask(200, "/widget/OTHERAPP01");
  const [asset = ""] = /\/assets\/widget\/[^"]+body\.js/.exec(script.text) ?? [];
  for (const path of ["/widget/OTHERAPP01", "/script/widget/OTHERAPP01", "/widget.js", "/widget.d.ts", asset]) {
    const { etag } = await ask(200, path);
    await ask(304, path, { "if-none-match": etag });
  }
  const chat = await acceptedChat(service);
  const { body } = await upload(service, chat, bytesOf(1_000));
  const path = new URL(body.file.file).pathname;
  const { etag } = await ask(200, path);
  await ask(304, path, { "if-none-match": etag });
  await ask(206, path, { range: "bytes=100-199" });
  await ask(416, path, { range: "bytes=1000-" });
});

t.test("a query parameter without which a request is refused is described as required", async (t) => {
  const service = await startService(t, { channels: { OTHERAPP01: asWidget().MOBILEAPP1 } });
  const description = await readDescription(service);
  const required = operationsOf(description).flatMap(({ method, path, operation: { parameters = [] } }) =>
    parameters.flatMap((one) => {
      const { name, in: place, required: isRequired } = Object(one);
      return place === "query" && isRequired === true ? [`${method} ${path} ${name}`] : [];
    }),
  );
  t.same(required.sort(), [
    "POST /api/chats/{id}/files name",
    "POST /widget/{widget}/files id",
    "POST /widget/{widget}/files name",
  ]);
  const chat = await acceptedChat(service);
  t.equal((await upload(service, chat, bytesOf(10), { query: "voice=false" })).status, 400);
  const { ready } = await enterVisitor(t, service, { widget: "OTHERAPP01" });
  for (const query of ["name=a.png", "id=r1"]) {
    const headers = { authorization: `Bearer ${ready.visitor}`, "content-type": "image/png" };
    const sent = { method: "POST", headers, body: "bytes" };
    t.equal((await fetch(`${service.url}/widget/OTHERAPP01/files?${query}`, sent)).status, 400, query);
  }
});

t.test("bodies that the description forbids are refused, and bodies that it allows are not", async (t) => {
  const service = await startService(t);
  const description = await readDescription(service);
  const schemaOf = (path: string): object => {
    const operation = Object(resolve(description, description.paths[path]?.["post"]));
    return operation.requestBody.content["application/json"].schema;
  };
  const ada = await service.logIn("ada");
  const customer = (message: object) => ({ sender: { id: 7 }, message });
  await service.say("8", "Hello");
  await service.call("POST", "/api/chats/1/accept", { token: ada });
  const [chat, transfer] = ["/chat-api/{random}/{publicId}", "/api/chats/{id}/transfer"];
  const { endpointUrl } = JSON.parse(
    JSON.stringify((await service.call("GET", "/api/channels/MOBILEAPP1", { token: ada })).body),
  ).channel;
  const endpoint = new URL(endpointUrl).pathname;
  const cases: readonly (readonly [described: string, path: string, body: object])[] = [
    [chat, endpoint, customer({ type: "text", text: "Hello" })],
    [chat, endpoint, customer({ type: "text" })],
    [chat, endpoint, customer({ type: "text", text: "  " })],
    [chat, endpoint, { ...customer({ type: "text", text: "Hello" }), sender: { id: " " } }],
    [chat, endpoint, customer({ type: "photo" })],
    [chat, endpoint, customer({ type: "photo", file: "ftp://shop.example.com/a.png" })],
    [chat, endpoint, customer({ type: "photo", file: `https://shop.example.com/${"a".repeat(8_192)}` })],
    [chat, endpoint, customer({ type: "photo", file: "https://shop.example.com/a.png" })],
    [chat, endpoint, customer({ type: "location", latitude: 1 })],
    [chat, endpoint, customer({ type: "location", latitude: 1, longitude: 2 })],
    [chat, endpoint, customer({ type: "typein" })],
    [transfer, "/api/chats/1/transfer", { agentId: 1, departmentId: 1 }],
    [transfer, "/api/chats/1/transfer", {}],
    [transfer, "/api/chats/1/transfer", { agentId: 1 }],
  ];
  for (const [described, path, body] of cases) {
    const { status } = await service.call("POST", path, { token: ada, body });
    t.equal(Check(schemaOf(described), body), status === 200, `${JSON.stringify(body)} is answered ${status}`);
  }
});

t.test("what a bot may not post, and other rules of a single field, are in the description", async (t) => {
  const channels = { MOBILEAPP1: { bot }, OTHERAPP01: asWidget().MOBILEAPP1 };
  const service = await startService(t, { channels });
  await service.say("7", "Hello");
  await service.settle();
  const description = await readDescription(service);
  const token = await service.logIn("ada");
  const schemaOf = (method: string, path: string): object =>
    Object(resolve(description, description.paths[path]?.[method])).requestBody.content["application/json"].schema;
  const posted = (message: object, ids: object = { chat_id: 1 }) => ({ event: "BOT_MESSAGE", ...ids, message });
  const button = { text: "Yes" };
  const [toBot, channel, call] = ["/bots/webhooks/{providerId}/{token}", "/api/channels/{id}", "/api/chats/{id}/call"];
  const cases: readonly (readonly [method: string, described: string, path: string, body: object])[] = [
    ...[
      posted({ type: "TEXT", text: "Hi" }),
      posted({ type: "TEXT", text: 7 }, { client_id: "1" }),
      posted({ type: "TEXT", text: " " }),
      posted({ type: "TEXT", text: "Hi" }, {}),
      posted({ type: "MARKDOWN", content: "\n" }),
      posted({ type: "BUTTONS", buttons: [button, { text: "" }] }),
      posted({ type: "BUTTONS", buttons: [button, button, button, button] }),
      posted({ type: "BUTTONS", buttons: [button] }),
      { event: "INVITE_AGENT" },
    ].map((body) => ["post", toBot, botPath, body] as const),
    ...[
      { webhookUrl: "https://shop.example.com" },
      { webhookUrl: "shop.example.com" },
      { webhookUrl: "ftp://shop.example.com" },
    ].map((body) => ["patch", channel, "/api/channels/MOBILEAPP1", body] as const),
    ...[
      { allowedOrigins: ["https://shop.example.com"], safeUrls: ["shop.example.com", "HTTP://x.example/a"] },
      { allowedOrigins: ["shop.example.com"] },
      { safeUrls: ["ftp://x.example"] },
      { safeUrls: ["shop example"] },
    ].map((body) => ["patch", channel, "/api/channels/OTHERAPP01", body] as const),
    ["post", call, "/api/chats/1/call", { phone: "call me" }],
    ["post", call, "/api/chats/1/call", { phone: "+44 12" }],
  ];
  for (const [method, described, path, body] of cases) {
    const { status } = await service.call(method.toUpperCase(), path, { token, body });
    t.equal(Check(schemaOf(method, described), body), status !== 400, `${JSON.stringify(body)} is answered ${status}`);
  }
});
