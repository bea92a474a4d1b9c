import { createHash } from "node:crypto";
import type { Test } from "tap";
import t from "tap";
import type { ApiKeyAnswer } from "../../src/codec/admin/admin-api-keys.ts";
import type { InspectedChat } from "../../src/codec/inspect/inspected.types.ts";
import { asAgentId } from "../../src/core/ids.ts";
import { openDesk } from "../harness/desk-client.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { agents } from "../harness/service-config.ts";
import { openWatcher } from "../inspect/watcher.ts";

const dayMs = 24 * 3_600_000;

interface KeyBody {
  readonly apiKey: ApiKeyAnswer;
  readonly key: string;
  readonly keys: readonly ApiKeyAnswer[];
  readonly error: { readonly message: string };
}

const asAda = async (service: Service, method: string, path: string, body?: object) => {
  const token = await service.app.sessions.open(agents.ada.id);
  const answer = await service.call(method, path, { token, ...(body && { body }) });
  const told: unknown = answer.body;
  return { status: answer.status, headers: answer.headers, body: told as KeyBody };
};

const make = async (service: Service, body: object): Promise<KeyBody> => {
  const made = await asAda(service, "POST", "/api/keys", body);
  if (made.status !== 201) throw new Error(`Expected a key, got ${made.status} ${made.body.error.message}`);
  return made.body;
};
const listed = async (service: Service): Promise<readonly ApiKeyAnswer[]> =>
  (await asAda(service, "GET", "/api/keys")).body.keys;

const ask = async (service: Service, token: string, path = "/api/chats", method = "GET", body?: object) => {
  const answer = await service.call(method, path, { token, ...(body && { body }) });
  const { error }: { readonly error?: { readonly message: string } } = Object(answer.body);
  return `${answer.status}${error === undefined ? "" : ` ${error.message}`}`;
};

const wrong = "401 The API key is wrong, expired or revoked, or it was not sent as Bearer in the header Authorization.";

t.test("[AUTH-16] a key is shown once, is stored as its hash, and says when it was used", async (t) => {
  const service = await startService(t);
  const atMs = service.clock.nowMs();
  const made = await asAda(service, "POST", "/api/keys", {
    name: "Shop import",
    scopes: ["chats:read", "chats:write"],
  });
  t.equal(made.status, 201);
  t.equal(made.headers.get("cache-control"), "no-store");
  const { key, apiKey } = made.body;
  t.match(key, /^pk_[A-Za-z0-9_-]{43}$/);
  const shown = {
    ...{ id: apiKey.id, name: "Shop import", scopes: ["chats:read", "chats:write"], channels: null },
    ...{ agent: agents.ada.id, createdAt: atMs, expiresAt: null, lastUsedAt: null, declared: false },
  };
  t.strictSame(apiKey, shown);
  const stored = createHash("sha256").update(key).digest("base64url");
  t.ok(await service.store.read("session", [stored]), "the store has the hash of the key");
  t.equal(
    await ask(service, apiKey.id),
    "401 Header Authorization must be Bearer and the token of a live session, or the cookie parley_session must carry one.",
  );

  service.clock.advance(dayMs);
  t.equal(await ask(service, key), "200");
  t.strictSame(await listed(service), [{ ...shown, lastUsedAt: atMs + dayMs }]);
  const sessions = (await service.call("GET", "/api/sessions", { token: await service.logIn("ada") })).body.sessions;
  t.notOk(
    sessions.some(({ id }) => id === apiKey.id),
    "a key is no session of its agent",
  );
});

t.test("[AUTH-16] a key without the scope is refused, and the refusal names the scope alone", async (t) => {
  const service = await startService(t);
  await service.say("ann", "Hello");
  const { key } = await make(service, { name: "reader", scopes: ["chats:read"] });
  t.equal(await ask(service, key), "200");
  t.equal(
    await ask(service, key, "/api/chats/1/note", "POST", { text: "x" }),
    "403 The API key does not have the scope chats:write.",
  );
  t.equal(await ask(service, key, "/api/agents"), "403 The API key does not have the scope administration.");
  t.equal(await ask(service, key, "/api/keys"), "403 API keys cannot call this address.");
  t.equal(await ask(service, key, "/api/session", "DELETE"), "403 API keys cannot call this address.");
  t.equal(await ask(service, `${key}x`), wrong);
  const cookie = await service.call("GET", "/api/chats", { headers: { cookie: `parley_session=${key}` } });
  t.equal(cookie.status, 401, "a browser's cookie is no place for a key");
});

t.test("[AUTH-16] an expired key, a revoked key and a key of a removed agent are refused", async (t) => {
  const service = await startService(t);
  const expiresAt = service.clock.nowMs() + 40 * dayMs;
  const short = await make(service, { name: "short", scopes: ["chats:read"], expiresAt });
  const long = await make(service, { name: "long", scopes: ["chats:read"] });
  const kims = await make(service, { name: "of Kim", scopes: ["chats:read"], agent: agents.kim.id });
  service.clock.advance(40 * dayMs - 1);
  for (const { key } of [short, long, kims]) t.equal(await ask(service, key), "200", "a key outlives a session");
  service.clock.advance(1);
  t.equal(await ask(service, short.key), wrong);
  t.strictSame((await listed(service)).map(({ name }) => name).sort(), ["long", "of Kim"]);

  const revoked = await asAda(service, "DELETE", `/api/keys/${long.apiKey.id}`);
  t.strictSame([revoked.status, revoked.body], [200, { result: "ok" }]);
  t.equal(await ask(service, long.key), wrong);
  t.equal((await asAda(service, "DELETE", `/api/keys/${long.apiKey.id}`)).status, 404);

  t.equal((await asAda(service, "DELETE", `/api/agents/${agents.kim.id}`)).status, 200);
  t.equal(await ask(service, kims.key), wrong);
  t.strictSame(await listed(service), []);
});

t.test("[AUTH-16] keys survive a restart, a new password and the end of all sessions", async (t) => {
  const store = { ...createMemoryStore(), close: async () => undefined };
  const first = await startService(t, { store });
  const { key } = await make(first, { name: "import", scopes: ["chats:read"], agent: agents.kim.id });
  const kim = await first.logIn("kim");
  t.equal((await first.call("DELETE", "/api/sessions", { token: kim })).status, 200);
  t.equal(await ask(first, key), "200");
  t.equal(await ask(first, kim).then((answer) => answer.slice(0, 3)), "401");
  await first.stop();
  const next = await startService(t, { store });
  t.equal(await ask(next, key), "200");
  t.match(await listed(next), [{ name: "import", agent: agents.kim.id }]);
});

t.test("[AUTH-16] wrong fields of a new key are named", async (t) => {
  const service = await startService(t);
  const atMs = service.clock.nowMs();
  await make(service, { name: "taken", scopes: ["chats:read"] });
  const good = { name: "new", scopes: ["chats:read"] };
  const cases: readonly (readonly [object, string])[] = [
    [{ scopes: ["chats:read"] }, "400 Field name is missing: it must be a text of 1 to 64 characters."],
    [{ ...good, name: " x" }, '400 Field name must be a text of 1 to 64 characters, got " x".'],
    [{ ...good, scopes: [] }, "400 Field scopes must be a list of scopes, each once, got a list."],
    [
      { ...good, scopes: ["chats"] },
      '400 Field scopes[0] must be one of chats:read, chats:write, deliveries, export, inspect, administration, got "chats".',
    ],
    [{ ...good, scopes: ["inspect", "inspect"] }, "400 Field scopes must be a list of scopes, each once, got a list."],
    [{ ...good, channels: ["NOBODY"] }, "400 Field channels[0] must be the id of a channel, got NOBODY."],
    [
      { ...good, scopes: ["inspect"], channels: ["MOBILEAPP1"] },
      "400 Field scopes must be, for a key of some channels: chats:read, chats:write, deliveries, got inspect.",
    ],
    [{ ...good, agent: 999 }, "400 Field agent must be the id of an agent, got 999."],
    [{ ...good, expiresAt: atMs }, `400 Field expiresAt must be a time in the future, got ${atMs}.`],
    [{ ...good, name: "taken" }, "409 Field name is taken by another key: taken."],
  ];
  for (const [body, message] of cases)
    t.equal(await ask(service, await service.logIn("ada"), "/api/keys", "POST", body), message);
  t.equal(await ask(service, await service.logIn("kim"), "/api/keys"), "403 This address is for administrators.");
  t.equal((await listed(service)).length, 1, "a refused key is not made");
});

t.test("[AUTH-16] the history of a chat and the log name the key", async (t) => {
  const service = await startService(t);
  await service.say("ann", "Hello");
  const { key } = await make(service, { name: "Shop import", scopes: ["chats:write"] });
  t.equal(await ask(service, key, "/api/chats/1/note", "POST", { text: "From the shop" }), "200");
  const read = await service.call("GET", "/api/inspect/chats/1", { token: await service.logIn("ada") });
  const { chat }: { readonly chat: InspectedChat } = Object(read.body);
  t.ok(
    chat.steps.some(({ cause }) => / key Shop import$/.test(cause)),
    "the cause of the step",
  );
  t.ok(service.logLines.some(({ subject }) => subject === `agent/${agents.ada.id} key Shop import`));
});

/** Enters the desk's socket with a key. */
async function enter(t: Test, service: Service, token: string) {
  const desk = await openDesk(t, service.url);
  desk.send({ type: "hello", token, available: true });
  await desk.until(({ type }) => type === "ready");
  return desk;
}

t.test(
  "[AUTH-16, CH-13] a program at the desk's socket sees the chats of its channels, and is nobody's presence",
  async (t) => {
    const service = await startService(t);
    const { key } = await make(service, { name: "reader", scopes: ["chats:read"], channels: ["OTHERAPP01"] });
    const desk = await enter(t, service, key);
    t.equal(await service.status("OTHERAPP01"), "0", "the agent of the key is not present");
    await service.say("ann", "Hello");
    await service.say("bob", "Hello", "OTHERAPP01");
    const frame = await desk.until(({ type }) => type === "chat" || type === "message");
    t.equal(frame.chat.channelId, "OTHERAPP01");
    t.strictSame(
      (await service.call("GET", "/api/chats", { token: key })).body.chats.map(({ channelId }) => channelId),
      ["OTHERAPP01"],
    );
    desk.send({ type: "available", value: true });
    t.match(await desk.closed, { code: 4400 });
    const other = await openDesk(t, service.url);
    other.send({ type: "hello", token: (await make(service, { name: "writer", scopes: ["chats:write"] })).key });
    t.match(await other.closed, { code: 4401, reason: "The API key does not have the scope chats:read." });
  },
);

t.test("[AUTH-16] the sockets of a key close when it is revoked and when it expires", async (t) => {
  const service = await startService(t);
  const expiresAt = service.clock.nowMs() + 5_000;
  const revoked = await make(service, { name: "revoked", scopes: ["chats:read"] });
  const expiring = await make(service, { name: "expiring", scopes: ["chats:read"], expiresAt });
  const [one, other] = [await enter(t, service, revoked.key), await enter(t, service, expiring.key)];
  await asAda(service, "DELETE", `/api/keys/${revoked.apiKey.id}`);
  t.match(await one.closed, { code: 4401 });
  service.clock.advance(5_000);
  other.send({ type: "beat" });
  t.match(await other.closed, { code: 4401, reason: "The API key has expired." });
});

t.test("[AUTH-16] a key of the config file works as long as the file has it", async (t) => {
  const token = `pk_${"a".repeat(43)}`;
  const facts = { name: "nightly", scopes: ["chats:read"], channelIds: [], expiresAtMs: null };
  const service = await startService(t, { config: { apiKeys: [{ token, agentId: asAgentId(agents.ada.id), facts }] } });
  t.equal(await ask(service, token), "200");
  t.match(await listed(service), [{ name: "nightly", declared: true, lastUsedAt: service.clock.nowMs() }]);
  const [{ id } = { id: "" }] = await listed(service);
  const refused = await asAda(service, "DELETE", `/api/keys/${id}`);
  t.equal(refused.status, 409);
  t.equal(refused.body.error.message, "The key nightly is set in the config file: take it away there.");
  await service.app.sessions.apiKeys.declare([]);
  t.equal(await ask(service, token), wrong);
  t.notMatch(JSON.stringify(service.logLines), token, "no log line has the key");
});

t.test(
  "[AUTH-16] a reload closes the sockets of keys that the file no longer has, or has with other rights",
  async (t) => {
    const declared = (name: string, scopes: readonly string[]) => ({
      token: `pk_${name.padEnd(40, "a")}`,
      agentId: asAgentId(agents.ada.id),
      facts: { name, scopes, channelIds: [], expiresAtMs: null },
    });
    const wide = ["chats:read", "inspect"];
    const [stays, removed, changed] = [declared("stays", wide), declared("removed", wide), declared("changed", wide)];
    const service = await startService(t, { config: { apiKeys: [stays, removed, changed] } });
    const desks = await Promise.all([stays, removed, changed].map(({ token }) => enter(t, service, token)));
    const watcher = await openWatcher(t, service, { token: changed.token, watch: ["chat/1"] });
    await service.app.sessions.apiKeys.declare([stays, declared("changed", ["chats:read"])]);
    const gone = { code: 4401, reason: wrong.slice(4) };
    t.match(await desks[1]?.closed, gone);
    t.match(await desks[2]?.closed, gone);
    await service.say("ann", "Hello");
    t.match(await watcher.closed, { code: 4401, reason: "The API key does not have the scope inspect." });
    await desks[0]?.until(({ type }) => type === "chat");
  },
);

t.test("[AUTH-16] a program stays at the desk's socket when the sessions of its agent end", async (t) => {
  const service = await startService(t);
  const zoe = { name: "Zoe", email: "zoe@example.com", password: "a long old sentence" };
  const { agent }: { agent: { id: number } } = Object((await asAda(service, "POST", "/api/agents", zoe)).body);
  const { key, apiKey } = await make(service, { name: "reader", scopes: ["chats:read"], agent: agent.id });
  const program = await enter(t, service, key);
  const changed = await asAda(service, "PATCH", `/api/agents/${agent.id}`, { password: "a long new sentence" });
  t.equal(changed.status, 200);
  program.send({ type: "beat" });
  await program.until(({ type }) => type === "beat");
  await asAda(service, "DELETE", `/api/keys/${apiKey.id}`);
  t.match(await program.closed, { code: 4401, reason: wrong.slice(4) });
});

t.test("[AUTH-16] an administrator's key of some channels sees and changes nothing of the others", async (t) => {
  const service = await startService(t);
  const { key } = await make(service, {
    ...{ name: "narrow", scopes: ["chats:read", "chats:write"], channels: ["OTHERAPP01"] },
  });
  const { body } = await service.call("GET", "/api/session", { token: key });
  const whole = (await service.call("GET", "/api/session", { token: await service.logIn("ada") })).body;
  t.strictSame(
    body.channels.map(({ id }) => id),
    ["OTHERAPP01"],
  );
  t.strictSame(
    body.agents.map(({ id }) => id),
    [agents.max.id, agents.ada.id],
  );
  t.ok(whole.agents.length > body.agents.length, "a session sees every agent");
  const shared = { shortcut: "hi", text: "Hello", shared: true };
  t.match(await ask(service, key, "/api/canned-replies", "POST", shared), /^403 Replies that all agents share/);
});
