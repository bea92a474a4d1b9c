import { createHash } from "node:crypto";
import t from "tap";
import type { Write } from "../../../src/ports/store.ts";
import { StoreError } from "../../../src/ports/store-errors.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { openDesk } from "../../harness/desk-client.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import { agents, password } from "../../harness/service-config.ts";
import { copyFolder, openSmall, quickFolder } from "../../store/lmdb-fixture.ts";

const minuteMs = 60_000;

const logIn = async (service: Service, name: AgentName, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await service.call("POST", "/api/session", { headers, body: { email: agents[name].email, password } });
  return answer.body.token;
};
const list = async (service: Service, token: string) =>
  (await service.call("GET", "/api/sessions", { token })).body.sessions;
const currentOf = async (service: Service, token: string) =>
  (await list(service, token)).find(({ current }) => current)?.id ?? "";
const enter = async (t: Parameters<typeof openDesk>[0], service: Service, token: string) => {
  const desk = await openDesk(t, service.url);
  desk.send({ type: "hello", token });
  await desk.until((frame) => frame.type === "ready");
  return desk;
};

t.test("an agent sees only its own sessions, newest first, and no credential", async (t) => {
  const service = await startService(t);
  const startedAtMs = service.clock.nowMs();
  const first = await logIn(service, "kim", { "user-agent": "Firefox on a laptop" });
  service.clock.advance(1_000);
  const second = await logIn(service, "kim", { "user-agent": "x".repeat(300) });
  service.clock.advance(1_000);
  const third = await logIn(service, "kim", { "user-agent": " " });
  await logIn(service, "lee");
  const answer = await service.call("GET", "/api/sessions", { token: second });
  t.equal(answer.status, 200);
  t.equal(answer.headers.get("cache-control"), "no-store");
  const { sessions } = answer.body;
  const seen = (atMs: number) => ({ createdAt: atMs, lastSeenAt: atMs, address: "127.0.0.1" });
  t.strictSame(
    sessions.map(({ id, ...rest }) => rest),
    [
      { ...seen(startedAtMs + 2_000), userAgent: null, current: false },
      { ...seen(startedAtMs + 1_000), userAgent: "x".repeat(255), current: true },
      { ...seen(startedAtMs), userAgent: "Firefox on a laptop", current: false },
    ],
  );
  t.strictSame(
    (await list(service, third)).map(({ current }) => current),
    [true, false, false],
  );
  const ids = sessions.map(({ id }) => id);
  t.equal(new Set(ids).size, 3);
  for (const secret of [first, second, third]) {
    const stored = createHash("sha256").update(secret).digest("base64url");
    t.ok(await service.store.read("session", [stored]), "the store uses this id");
    for (const id of ids) t.notOk([secret, stored].includes(id), "the id is not the stored key");
  }
  for (const id of ids) t.equal((await service.call("GET", "/api/session", { token: id })).status, 401);
});

t.test("an old session without the newer fields is listed with nulls", async (t) => {
  const store = createMemoryStore();
  const createdAtMs = createManualClock().nowMs() - 3_600_000;
  const token = "a".repeat(43);
  const key = createHash("sha256").update(token).digest("base64url");
  const row = { agentId: agents.kim.id, createdAtMs };
  await store.commit({}, () => [{ table: "session", key: [key], row }]);
  const service = await startService(t, { store });
  const other = await logIn(service, "kim");
  const old = (await list(service, other)).find(({ current }) => !current);
  t.match(old, { createdAt: createdAtMs, lastSeenAt: createdAtMs, address: null, userAgent: null });
  const now = (await list(service, token)).find(({ current }) => current);
  t.match(now, { createdAt: createdAtMs, lastSeenAt: service.clock.nowMs(), address: null, userAgent: null });
});

t.test("the use of a session is stored once in five minutes, and no request fails because of this", async (t) => {
  const { store, commits, failNext } = createFaultyStore();
  const service = await startService(t, { store });
  const token = await logIn(service, "kim");
  const createdAt = service.clock.nowMs();
  const lastSeenAt = async () => (await list(service, token)).at(0)?.lastSeenAt;
  service.clock.advance(5 * minuteMs - 1);
  t.equal(await lastSeenAt(), createdAt);
  await service.settle();
  const before = commits();
  for (let request = 0; request < 3; request += 1) await lastSeenAt();
  t.equal(commits(), before, "nothing is written earlier");
  service.clock.advance(1);
  for (let request = 0; request < 3; request += 1) t.equal(await lastSeenAt(), createdAt + 5 * minuteMs);
  t.equal(commits(), before + 1);
  service.clock.advance(5 * minuteMs);
  failNext(1);
  t.equal((await service.call("GET", "/api/session", { token })).status, 200);
  t.equal(commits(), before + 2);
  service.clock.advance(5 * minuteMs);
  t.equal(await lastSeenAt(), createdAt + 15 * minuteMs, "the lost use is written again");
});

t.test("one of an agent's own sessions is ended with its sockets, and the status is correct", async (t) => {
  const service = await startService(t);
  const [here, there] = [await logIn(service, "kim"), await logIn(service, "kim")];
  const lee = await logIn(service, "lee");
  const desk = await enter(t, service, here);
  const lost = await enter(t, service, there);
  const lees = await currentOf(service, lee);
  const path = `/api/sessions/${await currentOf(service, there)}`;
  for (const nowhere of [lees, "x", there, `${await currentOf(service, there)}x`, "%00"]) {
    const refused = await service.call("DELETE", `/api/sessions/${nowhere}`, { token: here });
    t.match(refused, { status: 404, body: { error: { code: "not_found", message: "There is no such session." } } });
  }
  const ended = await service.call("DELETE", path, { token: here });
  t.match(ended, { status: 200, body: { result: "ok" } });
  t.equal(ended.headers.get("set-cookie"), null, "the caller stays logged in");
  t.match(await lost.closed, { code: 4401 });
  t.equal(await service.status(), "1", "the other desk stays");
  t.equal((await service.call("GET", "/api/session", { token: there })).status, 401);
  const late = await openDesk(t, service.url);
  late.send({ type: "hello", token: there });
  t.match(await late.closed, { code: 4401 });
  t.equal((await service.call("DELETE", path, { token: here })).status, 404, "the session has ended");
  t.strictSame(
    (await list(service, here)).map(({ current }) => current),
    [true],
  );
  t.equal((await service.call("GET", "/api/session", { token: lee })).status, 200);

  const own = await service.call("DELETE", `/api/sessions/${await currentOf(service, here)}`, { token: here });
  t.equal(own.status, 200);
  t.match(own.headers.get("set-cookie"), /^parley_session=;/);
  t.equal(await service.status(), "0", "at the first query");
  t.match(await desk.closed, { code: 4401 });
  t.equal((await service.call("GET", "/api/session", { token: here })).status, 401);
});

t.test("logging out everywhere ends every session of the agent, and no session of another agent", async (t) => {
  const folder = quickFolder(t);
  const service = await startService(t, { store: await openSmall(`${folder}/1`) });
  const tokens = [await logIn(service, "kim"), await logIn(service, "kim"), await logIn(service, "kim")];
  const lee = await logIn(service, "lee");
  const desks = [await enter(t, service, tokens[0] ?? ""), await enter(t, service, tokens[1] ?? "")];
  const cookie = `parley_session=${tokens[2]}`;
  const foreign = await service.call("DELETE", "/api/sessions", {
    headers: { cookie, origin: "https://evil.example.com" },
  });
  t.match(foreign, { status: 403, body: { error: { code: "access_denied", message: /Origin/ } } });
  t.equal(await service.status(), "1");
  const ended = await service.call("DELETE", "/api/sessions", { headers: { cookie, origin: service.url } });
  t.match(ended, { status: 200, body: { result: "ok" } });
  t.equal(ended.headers.get("set-cookie"), "parley_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0");
  t.equal(await service.status(), "0", "at the first query");
  for (const desk of desks) t.match(await desk.closed, { code: 4401 });
  const killed = await startService(t, { store: await openSmall(copyFolder(`${folder}/1`, `${folder}/2`)) });
  for (const one of [service, killed]) {
    for (const token of tokens) t.equal((await one.call("GET", "/api/session", { token })).status, 401);
    t.equal((await one.call("GET", "/api/session", { token: lee })).status, 200);
    t.strictSame((await list(one, lee)).length, 1);
  }
  t.ok(await logIn(service, "kim"), "and a new login succeeds");
});

t.test("sessions that cannot be ended stay, and their desks reconnect", async (t) => {
  const store = createMemoryStore();
  let isFull = false;
  const service = await startService(t, {
    store: {
      ...store,
      commit: (conversations, apply) =>
        store.commit(conversations, (rows) => {
          const writes = apply(rows);
          if (isFull && writes.some(({ table, row }) => table === "session" && row === null))
            throw new StoreError("The disk is full");
          return writes;
        }),
    },
  });
  const token = await logIn(service, "kim");
  const desk = await enter(t, service, token);
  isFull = true;
  for (const path of ["/api/sessions", `/api/sessions/${await currentOf(service, token)}`, "/api/session"]) {
    t.equal((await service.call("DELETE", path, { token })).status, 500, path);
    t.equal((await service.call("GET", "/api/session", { token })).status, 200, path);
  }
  t.match(await desk.closed, { code: 1013 });
  isFull = false;
  await enter(t, service, token);
  t.equal(await service.status(), "1", "a desk that reconnects counts");
});

t.test("a session that is being ended accepts no desk, and another session does", async (t) => {
  const { store, hold, commits } = createFaultyStore();
  const service = await startService(t, { store });
  const [here, there] = [await logIn(service, "kim"), await logIn(service, "kim")];
  const desk = await enter(t, service, there);
  for (const [path, caller] of [
    [`/api/sessions/${await currentOf(service, there)}`, here],
    ["/api/sessions", here],
  ] as const) {
    const isAll = path === "/api/sessions";
    const release = hold();
    const before = commits();
    const ending = service.call("DELETE", path, { token: caller });
    while (commits() === before) await new Promise((resolve) => setImmediate(resolve));
    const late = await openDesk(t, service.url);
    late.send({ type: "hello", token: isAll ? here : there });
    t.match(await late.closed, { code: 4401 }, path);
    const other = await openDesk(t, service.url);
    other.send({ type: "hello", token: here });
    release();
    t.equal((await ending).status, 200, path);
    if (isAll) t.match(await other.closed, { code: 4401 }, path);
    else await other.until((frame) => frame.type === "ready");
  }
  t.match(await desk.closed, { code: 4401 });
  await service.settle();
  t.equal(await service.status(), "0");
});

t.test("only the newest thousand sessions are listed, but all of them end", async (t) => {
  const store = createMemoryStore();
  const newest = createManualClock().nowMs() - 1;
  const rows = Array.from({ length: 1_100 }, (_, index): Write => {
    const row = { agentId: agents.kim.id, createdAtMs: newest - index };
    return { table: "session", key: [createHash("sha256").update(`${index}`).digest("base64url")], row };
  });
  await store.commit({}, () => rows);
  const service = await startService(t, { store });
  const token = await logIn(service, "kim");
  const sessions = await list(service, token);
  t.equal(sessions.length, 1_000);
  t.equal(sessions.at(0)?.current, true);
  t.equal(sessions.at(-1)?.createdAt, newest - 998);
  t.equal((await service.call("DELETE", "/api/sessions", { token })).status, 200);
  t.strictSame(await service.store.scan("session", { limit: 9 }), []);
});
