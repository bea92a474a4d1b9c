import t from "tap";
import { WebSocket } from "ws";
import { configureAgent } from "../../../src/domain/configure.ts";
import { openWire } from "../../edge/wire.ts";
import { startService } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import { agents, password } from "../../harness/service-config.ts";

t.test("the desk's pages carry their session in a cookie that no other page can use", async (t) => {
  const service = await startService(t);
  const login = await service.call("POST", "/api/session", { body: { email: agents.kim.email, password } });
  const [set = ""] = login.headers.getSetCookie();
  t.match(set, /^parley_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=2592000$/);
  const cookie = set.slice(0, set.indexOf(";"));
  t.equal(cookie, `parley_session=${login.body.token}`);
  const call = (method: string, path: string, headers: Readonly<Record<string, string>>) =>
    service.call(method, path, { headers, ...(method === "POST" ? { body: { text: "A note" } } : {}) });
  await service.say("7", "Hello");
  const evil = "https://evil.example.com";
  const whole = await call("GET", "/api/session", { cookie });
  t.match(whole, { status: 200, body: { agent: { name: "Kim" } } });
  const optional = "/api/session/optional";
  t.strictSame(JSON.parse(JSON.stringify((await call("GET", optional, { cookie })).body)), { session: whole.body });
  t.equal((await call("GET", "/api/session", { cookie: `theme=dark; ${cookie}; x=y`, origin: evil })).status, 200);
  const note = "/api/chats/1/note";
  t.equal((await call("POST", note, { cookie })).status, 200, "not a browser, no Origin");
  t.equal((await call("POST", note, { cookie, origin: service.url })).status, 200);
  for (const origin of [evil, "null", service.url.replace("http", "https"), `${service.url}0`])
    t.match(
      await call("POST", note, { cookie, origin }),
      { status: 403, body: { error: { message: /Origin/ } } },
      origin,
    );
  const bearer = { authorization: `Bearer ${login.body.token}` };
  t.equal((await call("POST", note, { ...bearer, origin: evil })).status, 200, "a browser alone does not send a token");
  t.equal((await call("GET", "/api/session", { cookie, authorization: "Basic x" })).status, 401, "the header decides");
  const besides = async (other: string) =>
    (await call("GET", "/api/session", { cookie: `${other}; ${cookie}` })).status;
  for (const planted of [`${cookie}x`, "parley_session=", "parley_session", cookie, "=;; ,", `${cookie}y; ${cookie}z`])
    t.equal(await besides(planted), 200, `${planted}: a cookie planted by another host locks nobody out`);
  const second = await service.logIn("lee");
  t.equal(await besides(`parley_session=${second}`), 401, "with two sessions the owner of the page is unknown");
  const wire = await openWire(Number(new URL(service.url).port));
  const twice = `Authorization: Bearer ${login.body.token}\r\n`.repeat(2);
  wire.send(`GET /api/session HTTP/1.1\r\nHost: x\r\n${twice}\r\n`);
  const ambiguous = await wire.answer();
  wire.abort();
  t.equal(ambiguous.status, 401);
  t.match(JSON.parse(ambiguous.body), { error: { code: "unauthorized", message: /Authorization must be sent once/ } });
  const left = await call("DELETE", "/api/session", { cookie, origin: service.url });
  t.equal(left.status, 200);
  t.equal(left.headers.get("set-cookie"), "parley_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0");
  t.equal((await call("GET", "/api/session", { cookie })).status, 401);
  for (const headers of [{ cookie }, {}])
    t.match(
      await call("GET", optional, headers),
      { status: 200, body: { session: null } },
      "a page without a session is no failure",
    );
  t.equal((await call("GET", optional, bearer)).status, 401, "for a program it is a failure");

  const https = await startService(t, { config: { publicUrl: "https://chat.example.com" } });
  const secure = await https.call("POST", "/api/session", { body: { email: agents.kim.email, password } });
  const of = (token: string) => ({ cookie: `__Host-parley_session=${token}`, origin: "https://chat.example.com" });
  const [session = "", browser] = secure.headers.getSetCookie();
  t.match(session, /^__Host-parley_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+; Secure$/);
  t.match(browser, /^__Host-parley_browser=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+; Secure$/);
  const policy = "strict-transport-security";
  t.equal(secure.headers.get(policy), "max-age=31536000");
  t.equal((await fetch(`${https.url}/desk/`)).headers.get(policy), "max-age=31536000", "on pages too");
  t.equal(login.headers.get(policy), null, "not without TLS");
  const planted = { cookie: `parley_session=${secure.body.token}` };
  t.match(await https.call("GET", "/api/session", { headers: planted }), {
    status: 401,
    body: { error: { message: /the cookie __Host-parley_session must/ } },
  });
  t.equal((await https.call("DELETE", "/api/session", { headers: of(secure.body.token) })).status, 200);
});

t.test("the session comes with the first open chats that the agent can see, if the page asks for them", async (t) => {
  const service = await startService(t);
  for (const client of ["7", "8", "9"]) await service.say(client, "Hello");
  const token = await service.logIn("kim");
  const call = (query: string) => service.call("GET", `/api/session/optional${query}`, { token });
  const { body: chats } = await service.call("GET", "/api/chats?state=open&limit=2", { token });
  t.equal(chats.chats.length, 2);
  t.not(chats.cursor, null);
  const { body: session } = await service.call("GET", "/api/session", { token });
  const withChats = (await call("?chats=2")).body;
  t.same(withChats, { session, open: chats }, "the first page, and the place where the next one begins");
  t.same((await service.call("GET", "/api/session/optional?chats=2")).body, { session: null });
  t.same((await call("?chats=")).body, { session });
  for (const wrong of ["0", "1001", "two", "-1"])
    t.match(await call(`?chats=${wrong}`), {
      status: 400,
      body: { error: { code: "invalid_request", message: /^Parameter chats must be a whole number from / } },
    });
});

t.test("no foreign page logs its reader in: only JSON, only from the service's own pages", async (t) => {
  const service = await startService(t);
  const body = { email: agents.kim.email, password };
  const logIn = (headers: Readonly<Record<string, string>>, sent: unknown = body) =>
    service.call("POST", "/api/session", { body: sent, headers });
  const form = '{"email":"kim@example.com","x":"=","password":"correct horse battery"}';
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "",
    "a+json",
  ]) {
    const refused = await logIn({ "content-type": type }, form);
    t.match(refused, {
      status: 400,
      body: { error: { message: /^Header Content-Type must be application\/json, got / } },
    });
    t.equal(refused.headers.get("set-cookie"), null, type);
  }
  const untyped = await fetch(`${service.url}/api/session`, { method: "POST", body: new TextEncoder().encode(form) });
  t.match(await untyped.json(), { error: { message: "Header Content-Type must be application/json, got none." } });
  for (const type of [
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/vnd.x+json",
  ])
    t.equal((await logIn({ "content-type": type })).status, 200, type);
  for (const origin of ["https://evil.example.com", "null", service.url.replace("http", "https"), `${service.url}0`]) {
    const refused = await logIn({ origin });
    t.match(refused, {
      status: 403,
      body: { error: { code: "access_denied", message: /^Header Origin must be http:/ } },
    });
    t.equal(refused.headers.get("set-cookie"), null, origin);
    const isThroughTls = origin.startsWith("https://127.");
    t.equal(/publicUrl in the config file has to be https:/.test(refused.body.error.message), isThroughTls, origin);
  }
  for (const site of ["cross-site", "same-site"]) t.equal((await logIn({ "sec-fetch-site": site })).status, 403, site);
  t.equal((await logIn({ origin: service.url, "sec-fetch-site": "same-origin" })).status, 200);
  t.equal((await logIn({ "sec-fetch-site": "none" })).status, 200);
});
t.test(
  "a browser that logged in before has its own cookie, and can log in despite other clients' guesses",
  async (t) => {
    const service = await startService(t, { limits: { accountGuessesPerHour: 10 } });
    const logIn = (name: AgentName, given: string, headers: Readonly<Record<string, string>> = {}) =>
      service.call("POST", "/api/session", { body: { email: agents[name].email, password: given }, headers });
    const browserOf = (headers: Headers): string =>
      headers.getSetCookie().find((line) => line.startsWith("parley_browser=")) ?? "";
    const first = browserOf((await logIn("kim", password)).headers);
    t.match(first, /^parley_browser=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/api\/session; Max-Age=15552000$/);
    const cookie = first.slice(0, first.indexOf(";"));
    const token = cookie.slice("parley_browser=".length);
    t.equal((await service.call("GET", "/api/session", { headers: { cookie } })).status, 401, "it lets nobody in");
    for (let guess = 1; guess <= 5; guess += 1) t.equal((await logIn("kim", "wrong")).status, 401);
    t.equal((await logIn("kim", password)).status, 429);
    t.equal((await logIn("kim", password, { cookie: `parley_browser=${token}x` })).status, 429);
    const planted = ["A", "B", "C", "D", "E"].map((letter) => letter.repeat(43)).join(".");
    t.equal(
      (await logIn("kim", password, { cookie: `parley_browser=${planted}; ${cookie}` })).status,
      200,
      "a planted cookie hides no other cookie",
    );
    const lee = browserOf((await logIn("lee", password, { cookie: `theme=dark; ${cookie}` })).headers);
    t.match(lee, new RegExp(`^parley_browser=[\\w-]{43}\\.${token};`), "several agents may know one browser");
    const shared = lee.slice(0, lee.indexOf(";"));
    const again = await logIn("kim", password, { cookie: shared });
    t.equal(again.status, 200, "from the same address, at the same moment");
    t.match(browserOf(again.headers), new RegExp(`^parley_browser=${token}\\.`), "known by the same token");
  },
);

t.test("a socket accepts the cookie if its hello has no token, only from the service's own pages", async (t) => {
  const service = await startService(t);
  const token = await service.logIn("kim");
  const open = (headers: Readonly<Record<string, string>>, hello: object) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${service.url.replace("http", "ws")}/ws/desk`, { headers });
      t.teardown(() => socket.terminate());
      socket.on("open", () => socket.send(JSON.stringify({ type: "hello", ...hello })));
      socket.on("message", (data) => resolve(JSON.parse(String(data)).type));
      socket.on("close", (code, reason) => resolve(`${code} ${reason}`));
    });
  const cookie = `parley_session=${token}`;
  t.equal(await open({ cookie }, {}), "ready");
  t.equal(await open({ cookie, origin: service.url }, {}), "ready");
  t.match(await open({ cookie, origin: "https://evil.example.com" }, {}), /^4401 .*Origin/);
  t.equal(
    await open({ origin: "https://evil.example.com" }, { token }),
    "ready",
    "a browser alone does not send a token",
  );
  t.match(await open({ cookie }, { token: "nobody" }), /^4401/, "the token of the hello decides");
  t.match(await open({ cookie: "parley_session=nobody" }, {}), /^4401/);
  t.match(await open({}, {}), /^4401/);
});

t.test("an agent is shown its own channels, who works on them, and their departments", async (t) => {
  const service = await startService(t);
  const { runtime } = service.app;
  await runtime.departments.declare([
    { id: 5, name: "Sales" },
    { id: 6, name: "Elsewhere" },
  ]);
  await configureAgent(runtime, { ...agents.lee, departmentIds: [5] });
  await configureAgent(runtime, { ...agents.max, departmentIds: [6] });
  await service.enter("lee");
  const read = async (name: AgentName) =>
    (await service.call("GET", "/api/session", { token: await service.logIn(name) })).body;
  const withoutMore = { hasBot: false, bot: null, callback: false, limits: { uploadBytesMax: 20 * 1024 * 1024 } };
  const channel = (id: string, status: number, agentIds: readonly number[]) => ({
    id,
    name: id,
    kind: "api",
    status,
    enabled: true,
    test: false,
    agentIds,
    ...withoutMore,
  });
  const agent = (id: number, name: string, departments: readonly number[], available = false) => ({
    id,
    name,
    photo: null,
    available,
    departments,
  });
  const { departmentIds: _, ...kim } = agents.kim;
  const ofKim = await read("kim");
  t.match(ofKim.access, /./);
  t.strictSame(ofKim, {
    cursor: 0,
    access: ofKim.access,
    agent: { ...kim, departments: [] },
    channels: [channel("MOBILEAPP1", 1, [1, 2])],
    agents: [agent(1, "Kim", []), agent(2, "Lee", [5], true)],
    departments: [{ id: 5, name: "Sales" }],
    telephony: true,
    publicUrl: service.url,
    waiting: { calmMs: 5 * 60_000, urgentMs: 15 * 60_000 },
  });
  const ofAda = await read("ada");
  t.strictSame(ofAda.channels, [channel("MOBILEAPP1", 1, [1, 2]), channel("OTHERAPP01", 0, [3])]);
  t.strictSame(ofAda.agents, [
    agent(1, "Kim", []),
    agent(2, "Lee", [5], true),
    agent(3, "Max", [6]),
    agent(4, "Ada", []),
  ]);
  t.strictSame(ofAda.departments, [
    { id: 5, name: "Sales" },
    { id: 6, name: "Elsewhere" },
  ]);
});
