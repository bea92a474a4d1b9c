import type { Test } from "tap";
import t from "tap";
import { WebSocket } from "ws";
import { openDesk } from "../../harness/desk-client.ts";
import type { Service, ServiceOptions } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { agents } from "../../harness/service-config.ts";
import { whileTimePasses } from "../../harness/while-time-passes.ts";
import { copyFolder, openSmall, quickFolder } from "../../store/lmdb-fixture.ts";

const path = "/api/session/password";
const zoe = { email: "zoe@example.com", password: "a first one" };

/** A service with Zoe, whose password is not in the config file, on the channel of Kim and Lee. */
const startWithZoe = async (t: Test, options: ServiceOptions = {}): Promise<Service> => {
  const service = await startService(t, options);
  const token = await service.logIn("ada");
  await service.call("POST", "/api/agents", { token, body: { name: "Zoe", ...zoe } });
  await service.call("PATCH", "/api/channels/MOBILEAPP1", { token, body: { agents: [1, 2, 5] } });
  return service;
};
const tryLogIn = (service: Service, password: string) =>
  service.call("POST", "/api/session", { body: { email: zoe.email, password } });
const logIn = async (service: Service, password = zoe.password) => (await tryLogIn(service, password)).body.token;
const isLive = async (service: Service, token: string) =>
  (await service.call("GET", "/api/session", { token })).status === 200;

/** Moves the time by many seconds while a password is hashed, and by far less while anything else is done. */
const slowly = <Value>({ clock }: Service, work: Promise<Value>): Promise<Value> =>
  whileTimePasses({ clock: { advance: (ms) => clock.advance(ms * 4) } }, work);

t.test("an agent's password change ends every other session and keeps this one", async (t) => {
  const folder = quickFolder(t);
  const service = await startWithZoe(t, { store: await openSmall(`${folder}/1`) });
  const [token, other] = [await logIn(service), await logIn(service)];
  const lee = await service.logIn("lee");
  const enter = async (token: string) => {
    const desk = await openDesk(t, service.url);
    desk.send({ type: "hello", token });
    await desk.until((frame) => frame.type === "ready");
    return desk;
  };
  const lost = await enter(other);
  t.equal(await service.status(), "1");
  const body = { current: zoe.password, password: "second one" };
  t.match(await service.call("POST", path, { token, body }), { status: 200, body: { result: "ok" } });
  t.equal(await service.status(), "0", "at the first query");
  t.match(await lost.closed, { code: 4401 });
  const killed = await startService(t, { store: await openSmall(copyFolder(`${folder}/1`, `${folder}/2`)) });
  for (const one of [service, killed]) {
    t.strictSame(await Promise.all([token, other, lee].map((each) => isLive(one, each))), [true, false, true]);
    t.equal((await tryLogIn(one, zoe.password)).status, 401);
    t.equal((await tryLogIn(one, "second one")).status, 200);
  }
  const desk = await enter(token);
  const again = { current: "second one", password: "a third one" };
  t.equal((await service.call("POST", path, { token, body: again })).status, 200);
  t.equal(await service.status(), "1", "the caller's own desk stays");
  t.equal(desk.socket.readyState, desk.socket.OPEN);
});

t.test(
  "[ERR-13] no timer answers while the hash of a password waits, and an administrator's change waits too",
  async (t) => {
    const service = await startService(t, { passwordCost: 2 ** 17 });
    const ada = await service.logIn("ada");
    const passTime = <Value>(work: Promise<Value>): Promise<Value> => slowly(service, work);
    const created = await passTime(service.call("POST", "/api/agents", { token: ada, body: { name: "Zoe", ...zoe } }));
    t.equal(created.status, 201);
    const login = await passTime(tryLogIn(service, zoe.password));
    t.equal(login.status, 200);
    const { token } = login.body;
    const body = { current: zoe.password, password: "second one" };
    t.equal((await passTime(service.call("POST", path, { token, body }))).status, 200);
    const [set, renamed] = await passTime(
      Promise.all([
        service.call("PATCH", "/api/agents/5", { token: ada, body: { password: "a third one" } }),
        service.call("POST", "/api/departments", { token: ada, body: { name: "Night" } }),
      ]),
    );
    t.strictSame([set.status, renamed.status], [200, 201]);
  },
);

t.test("a change of the own password whose answer was lost can be sent again", async (t) => {
  const service = await startService(t);
  const ada = await service.logIn("ada");
  const created: { readonly body: object } = await service.call("POST", "/api/agents", {
    token: ada,
    body: { name: "Zoe", email: zoe.email },
  });
  const made = "password" in created.body ? String(created.body.password) : "";
  const token = await logIn(service, made);
  const change = (current: string, password: string) =>
    service.call("POST", path, { token, body: { current, password } });
  t.equal((await change("not the password", made)).status, 403, "a password that was made is not one's own");
  t.equal((await change(made, "second one")).status, 200);
  const other = await logIn(service, "second one");
  t.equal((await change(made, "second one")).status, 200, "the same request");
  t.equal(await isLive(service, other), false, "it ends the other sessions");
  t.equal((await change(made, "a third one")).status, 403);
  t.equal((await tryLogIn(service, "second one")).status, 200);
});

t.test("a password change needs the current password and a page of the service", async (t) => {
  const service = await startWithZoe(t);
  const token = await logIn(service);
  const change = (body: unknown, headers: Readonly<Record<string, string>> = { authorization: `Bearer ${token}` }) =>
    service.call("POST", path, { headers, body });
  const right = { current: zoe.password, password: "second one" };
  const mistakes = [
    [{ ...right, current: undefined }, /Field current is missing/],
    [{ ...right, current: 7 }, /Field current must be a password/],
    [{ ...right, password: "1234567890" }, /Field password must be .* got one of these/],
    [{ ...right, password: "nine char" }, /Field password must be a password of 10 to 1024/],
    [{ ...right, password: "" }, /Field password must be a password of 10 to 1024/],
    [{ ...right, password: "x".repeat(1025) }, /Field password must be a password of 10 to 1024/],
    [{ current: zoe.password }, /Field password is missing/],
    [{ ...right, email: "z@example.com" }, /Field email is not known here/],
    ["{", /JSON/],
  ] as const;
  for (const [body, message] of mistakes) {
    const refused = await change(body);
    t.match(refused, { status: 400, body: { error: { code: "invalid_request", message } } }, String(message));
    t.notMatch(refused.body.error.message, /xxx|first one/);
  }
  t.match(await change({ ...right, current: "x" }), {
    status: 403,
    body: { error: { code: "access_denied", message: /^Field current / } },
  });
  const cookie = `parley_session=${token}`;
  const foreign = await change(right, { cookie, origin: "https://evil.example.com" });
  t.match(foreign, { status: 403, body: { error: { message: /Origin/ } } });
  t.equal((await change(right, {})).status, 401);
  t.equal((await tryLogIn(service, zoe.password)).status, 200, "nothing changed the password");
  t.equal((await change(right, { cookie, origin: service.url })).status, 200);
  t.notMatch(JSON.stringify(service.logLines), /first one|second one/);
});

t.test("a password of the config file can only be changed there", async (t) => {
  const service = await startService(t);
  const [kim, ada] = [await service.logIn("kim"), await service.logIn("ada")];
  const body = { current: "whatever", password: "second one" };
  const own = await service.call("POST", path, { token: kim, body });
  t.match(own, { status: 409, body: { error: { code: "conflict", message: /is set in the config file/ } } });
  const byAdmin = { token: ada, body: { password: "second one" } };
  const admins = await service.call("PATCH", `/api/agents/${agents.kim.id}`, byAdmin);
  t.strictSame(own.body, admins.body, "administrators get the same response");
});

t.test("guesses of the current password are slowed like logins, only for this session", async (t) => {
  const service = await startWithZoe(t);
  const token = await logIn(service);
  const guess = (current: string) => service.call("POST", path, { token, body: { current, password: "second one" } });
  for (let attempt = 1; attempt <= 5; attempt += 1) t.equal((await guess("wrong")).status, 403);
  const slowed = await guess(zoe.password);
  t.match(slowed, { status: 429, body: { error: { code: "rate_limited" } } });
  t.equal(slowed.headers.get("retry-after"), "1");
  const other = await logIn(service);
  const elsewhere = { current: "wrong", password: "second one" };
  t.equal(
    (await service.call("POST", path, { token: other, body: elsewhere })).status,
    403,
    "another session is not slowed",
  );
  service.clock.advance(1_000);
  t.equal((await guess(zoe.password)).status, 200, "then another try is possible");
  t.equal((await tryLogIn(service, "second one")).status, 200);
});

t.test("a browser with a password created by the service must change it before anything else", async (t) => {
  const service = await startService(t);
  const ada = await service.logIn("ada");
  const robin = { name: "Robin", email: "robin@example.com", role: "admin" };
  const answer: { readonly body: object } = await service.call("POST", "/api/agents", { token: ada, body: robin });
  const made = "password" in answer.body ? String(answer.body.password) : "";
  const logIn = (password: string) => service.call("POST", "/api/session", { body: { email: robin.email, password } });
  const login = await logIn(made);
  t.match(login, { status: 200, body: { passwordMustChange: true } });
  const { token } = login.body;
  const cookie = { cookie: `parley_session=${token}` };
  const barred = { status: 403, body: { error: { code: "access_denied", message: /must be changed first/ } } };
  for (const [method, address] of [
    ["GET", "/api/chats"],
    ["GET", "/api/channels"],
    ["GET", "/api/sessions"],
    ["POST", "/api/canned-replies"],
    ["GET", "/api/inspect/actors"],
    ["DELETE", "/api/sessions"],
  ] as const) {
    t.match(await service.call(method, address, { headers: cookie }), barred, `${method} ${address}`);
    if (method === "GET") t.equal((await service.call(method, address, { token })).status, 200, "a program continues");
  }
  const { body: known } = await service.call("GET", "/api/session/optional?chats=5", { headers: cookie });
  t.match(known, { session: { passwordMustChange: true } });
  t.notOk("open" in known, "no chats");
  const closedWith = (address: string, hello?: object) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${service.url.replace("http", "ws")}${address}`, { headers: cookie });
      t.teardown(() => socket.terminate());
      socket.on("unexpected-response", (_request, { statusCode }) => resolve(String(statusCode)));
      socket.on("open", () => socket.send(JSON.stringify({ type: "hello", ...hello })));
      socket.on("message", (data) => resolve(JSON.parse(String(data)).type));
      socket.on("close", (code, reason) => resolve(`${code} ${reason}`));
      socket.on("error", (error) => resolve(String(error)));
    });
  t.match(await closedWith("/ws/desk"), /^4401 .*must be changed first/);
  t.equal(await closedWith("/ws/inspect"), "403");
  t.equal(await closedWith("/ws/desk", { token }), "ready", "a program continues");
  t.match(await service.call("GET", "/api/session", { headers: cookie }), {
    status: 200,
    body: { agent: { name: "Robin" }, passwordMustChange: true },
  });
  const renamed = { token: ada, body: { email: "r@example.com" } };
  t.equal((await service.call("PATCH", "/api/agents/5", renamed)).status, 200);
  t.match(
    await service.call("GET", "/api/chats", { headers: cookie }),
    barred,
    "another e-mail is not another password",
  );
  const body = { current: made, password: "a password of Robin" };
  t.equal((await service.call("POST", path, { headers: cookie, body })).status, 200);
  t.equal((await service.call("GET", "/api/chats", { headers: cookie })).status, 200);
  const now: { readonly body: object } = await service.call("GET", "/api/session", { headers: cookie });
  t.notOk("passwordMustChange" in now.body);
});
