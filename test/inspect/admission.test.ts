import type { Test } from "tap";
import t from "tap";
import { WebSocket } from "ws";
import { configureAgent } from "../../src/domain/configure.ts";
import type { ApiAnswer, Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { agents, password } from "../harness/service-config.ts";
import type { Watcher } from "./watcher.ts";
import { inspectUrl, openWatcher, watcherOn } from "./watcher.ts";

type Headers = Readonly<Record<string, string>>;

/** Returns the result of an upgrade: 101, or the status and error of an HTTP answer. */
function upgrade(
  t: Pick<Test, "teardown">,
  url: string,
  headers: Headers,
): Promise<{ readonly status: number; readonly text: string }> {
  const socket = new WebSocket(url, { headers });
  t.teardown(() => socket.terminate());
  return new Promise((resolve, reject) => {
    socket.on("open", () => resolve({ status: 101, text: "" }));
    socket.on("unexpected-response", (_request, answer) => {
      let text = "";
      answer.on("data", (part) => (text += part)).on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    socket.on("error", reject);
  });
}

const basic = (user: string, given: string): Headers => ({
  authorization: `Basic ${Buffer.from(`${user}:${given}`).toString("base64")}`,
});
const cookie = (token: string): Headers => ({ cookie: `parley_session=${token}` });

t.test("only administrators are admitted, with any form of their session; others get the reason", async (t) => {
  const service = await startService(t);
  const [ada, kim] = [await service.logIn("ada"), await service.logIn("kim")];
  const own = service.url;
  const rows: readonly (readonly [what: string, headers: Headers, status: number, message?: RegExp])[] = [
    ["a bearer token", { authorization: `Bearer ${ada}` }, 101],
    ["a token as the password", basic("inspect", ada), 101],
    ["a token as the password of nobody", basic("", ada), 101],
    ["the cookie, no browser", cookie(ada), 101],
    ["the cookie, from our own page", { ...cookie(ada), origin: own }, 101],
    ["nothing", {}, 401, /Authorization must be Bearer .* or Basic .* or the cookie parley_session/],
    ["another token", { authorization: "Bearer nobody" }, 401],
    ["another password", basic("inspect", "nobody"), 401],
    ["a token as the user", basic(ada, ""), 401],
    ["no colon", { authorization: `Basic ${Buffer.from(ada).toString("base64")}` }, 401],
    ["no base64", { authorization: "Basic ?" }, 401],
    [
      "the cookie, from another page",
      { ...cookie(ada), origin: "https://elsewhere.example.com" },
      403,
      /Origin must be/,
    ],
    ["an agent", { authorization: `Bearer ${kim}` }, 403, /for administrators/],
    ["an agent's password", basic("inspect", kim), 403],
    ["an agent's cookie", { ...cookie(kim), origin: own }, 403],
  ];
  for (const [what, headers, status, message = /./] of rows) {
    const answer = await upgrade(t, inspectUrl(service), headers);
    t.equal(answer.status, status, what);
    if (status !== 101) t.match(JSON.parse(answer.text).error.message, message, what);
  }
  for (const secret of [ada, kim, Buffer.from(`inspect:${ada}`).toString("base64")])
    t.notMatch(JSON.stringify(service.logLines), secret, "no token is logged");

  const paths = ["actors", "actors/chat/1", "actors/chat/1/steps", "chats/1", "charts/none"];
  for (const path of paths) {
    t.equal((await service.call("GET", `/api/inspect/${path}`)).status, 401, path);
    t.equal((await service.call("GET", `/api/inspect/${path}`, { token: kim })).status, 403, path);
  }
});

t.test("the address names the watched keys; wrong keys are refused at the upgrade", async (t) => {
  const service = await startService(t);
  const headers = { authorization: `Bearer ${await service.logIn("ada")}` };
  const many = Array.from({ length: 65 }, (_, index) => `chat/${index}`);
  const rows: readonly (readonly [watch: readonly string[], status: number, message: RegExp])[] = [
    [["chat/1", "delivery/01HF7YAT00X5CTB49E38N06NPH", "chat/2/*", "*", "outside/x:0"], 101, /^$/],
    [["chat"], 400, /Parameter watch must contain an address such as "chat\/17", .* got "chat"/],
    [["widget/1"], 400, /got "widget\/1"/],
    [["bot/1 2"], 400, /got "bot\/1 2"/],
    [many, 400, /Parameter watch must name at most 64 actors, got 65/],
  ];
  for (const [watch, status, message] of rows) {
    const answer = await upgrade(t, inspectUrl(service, watch), headers);
    t.equal(answer.status, status, watch.join());
    t.match(answer.text === "" ? "" : JSON.parse(answer.text).error.message, message);
  }
});

/** Logs in with a password. */
async function logInAnew(service: Service, given: string): Promise<string> {
  const body = { email: agents.ada.email, password: given };
  const answer: ApiAnswer = await service.call("POST", "/api/session", { body });
  return JSON.parse(JSON.stringify(answer.body)).token;
}

async function watchWith(t: Pick<Test, "teardown">, service: Service, token: string): Promise<Watcher> {
  const socket = new WebSocket(inspectUrl(service, ["*"]), { headers: { authorization: `Bearer ${token}` } });
  t.teardown(() => socket.terminate());
  const watcher = watcherOn(socket);
  await watcher.until(({ type }) => type === "@xstate.actor");
  return watcher;
}

t.test("a socket is closed when its session ends, and receives nothing more", async (t) => {
  const service = await startService(t);
  const token = await logInAnew(service, password);
  const [watcher, other] = [await watchWith(t, service, token), await openWatcher(t, service, { watch: ["*"] })];
  t.equal((await service.call("DELETE", "/api/session", { token })).status, 200);
  await service.say("7", "Hello");
  await other.until((frame) => frame.sessionId === "chat/1");
  t.same(await watcher.closed, { code: 4401, reason: "The session has ended." });
  t.notMatch(JSON.stringify(watcher.frames), /chat\/1/);

  const quiet = await watchWith(t, service, await logInAnew(service, password));
  await service.call("DELETE", "/api/sessions", { token: await logInAnew(service, password) });
  await service.pass(3_000);
  t.same(await quiet.closed, { code: 4401, reason: "The session has ended." });
  t.same((await other.closed).code, 4401, "all sessions of the agent");
});

t.test("a socket is closed when its agent is no longer an administrator", async (t) => {
  const service = await startService(t);
  const watcher = await openWatcher(t, service, { watch: ["chat/1"] });
  await configureAgent(service.app.runtime, { ...agents.ada, role: "agent" });
  t.same(await watcher.closed, { code: 4401, reason: "The agent is no administrator any more." });
  t.equal(service.app.runtime.watching.watcher, null);
});

t.test("when the service stops, sockets are closed with a reason", async (t) => {
  const service = await startService(t);
  const watcher = await openWatcher(t, service, { watch: ["*"] });
  await watcher.caughtUp();
  await service.stop();
  t.same(await watcher.closed, { code: 1001, reason: "The service is shutting down." });
  t.equal(service.app.runtime.watching.watcher, null);
});

t.test("a peer that answers no ping is closed, a peer that answers stays", async (t) => {
  const service = await startService(t, { limits: { socketSilenceMs: 10_000 } });
  const silent = await openWatcher(t, service, { watch: ["*"], answersPings: false });
  const present = await openWatcher(t, service, { watch: ["*"] });
  for (let round = 0; round < 8; round += 1) {
    await service.pass(2_000);
    await present.caughtUp();
  }
  t.same(await silent.closed, { code: 4408, reason: "No ping was answered for 10000 ms." });
  t.equal(present.socket.readyState, WebSocket.OPEN);
});

const readMetrics = async ({ url }: Service): Promise<string> => (await fetch(`${url}/metrics`)).text();

t.test("32 inspectors are admitted, and another one after one has left", async (t) => {
  const service = await startService(t);
  const watchers = await Promise.all(Array.from({ length: 32 }, () => openWatcher(t, service, { watch: ["chat/1"] })));
  await Promise.all(watchers.map((watcher) => watcher.caughtUp()));
  const tooMany = await openWatcher(t, service);
  t.same(await tooMany.closed, { code: 1013, reason: "Too many inspectors are connected." });
  await watchers[0]?.leave();
  while (!/^parley_inspect_watchers 31$/m.test(await readMetrics(service)));
  const next = await openWatcher(t, service);
  await next.caughtUp();
  t.match(await readMetrics(service), /^parley_inspect_watchers 32$/m);
});
