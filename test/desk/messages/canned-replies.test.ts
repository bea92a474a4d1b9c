import t from "tap";
import { createUlids } from "../../../src/core/random/ulid.ts";
import type { CannedReply } from "../../../src/domain/agent/canned-replies.ts";
import type { Write } from "../../../src/ports/store.ts";
import { createFaultyStore } from "../../harness/faulty-store.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import { agents } from "../../harness/service-config.ts";
import { copyFolder, openSmall, quickFolder } from "../../store/lmdb-fixture.ts";

const path = "/api/canned-replies";
const call = async (service: Service, name: AgentName, method: string, to = "", body?: unknown) =>
  service.call(method, `${path}${to}`, { token: await service.logIn(name), body });
const make = (service: Service, name: AgentName, body: unknown) => call(service, name, "POST", "", body);
const list = async (service: Service, name: AgentName) => (await call(service, name, "GET")).body.replies;
const shortcutsOf = async (service: Service, name: AgentName) =>
  (await list(service, name)).map(({ shortcut, shared }) => `${shared ? "*" : ""}${shortcut}`);
const hi = { shortcut: "hi", text: "Hello, how may I help?" };

t.test("an agent has the shared canned replies and its own, by shortcut, also after a kill", async (t) => {
  const folder = quickFolder(t);
  const service = await startService(t, { store: await openSmall(`${folder}/1`) });
  t.strictSame(await list(service, "kim"), []);
  const made = await make(service, "kim", hi);
  t.match(made, { status: 201, body: { reply: { ...hi, shared: false } } });
  await make(service, "ada", { shortcut: "Bye", text: "Goodbye\n\tAda 😀", shared: true });
  await make(service, "ada", { shortcut: "HI", text: "Hello", shared: true });
  await make(service, "lee", { shortcut: "a", text: "Lee's", shared: false });
  const killed = await startService(t, { store: await openSmall(copyFolder(`${folder}/1`, `${folder}/2`)) });
  for (const one of [service, killed]) {
    t.strictSame(await shortcutsOf(one, "kim"), ["*Bye", "hi", "*HI"]);
    t.strictSame(await shortcutsOf(one, "lee"), ["a", "*Bye", "*HI"]);
    t.strictSame(await shortcutsOf(one, "ada"), ["*Bye", "*HI"], "administrators see no others");
    t.strictSame((await list(one, "kim")).at(1), made.body.reply);
    t.equal((await list(one, "kim")).at(0)?.text, "Goodbye\n\tAda 😀");
  }
});

t.test("only the given fields of a canned reply are changed; it can be removed", async (t) => {
  const service = await startService(t);
  const { reply } = (await make(service, "kim", hi)).body;
  const to = `/${reply.id}`;
  const changed = await call(service, "kim", "PATCH", to, { text: "Good morning" });
  t.match(changed, { status: 200, body: { reply: { ...reply, text: "Good morning" } } });
  t.match((await call(service, "kim", "PATCH", to, { shortcut: "Hi" })).body.reply, { shortcut: "Hi" });
  t.strictSame(await list(service, "kim"), [{ ...reply, shortcut: "Hi", text: "Good morning" }]);
  t.equal((await call(service, "kim", "PATCH", to, {})).status, 200);
  t.match(await call(service, "kim", "DELETE", to), { status: 200, body: { result: "ok" } });
  t.strictSame(await list(service, "kim"), []);
  for (const method of ["PATCH", "DELETE"]) t.equal((await call(service, "kim", method, to, {})).status, 404);
});

t.test("only administrators create shared canned replies, and an agent's own are private", async (t) => {
  const service = await startService(t);
  const shared = (await make(service, "ada", { ...hi, shared: true })).body.reply;
  const kims = (await make(service, "kim", hi)).body.reply;
  const refused = { status: 403, body: { error: { code: "access_denied", message: /administrators/ } } };
  t.match(await make(service, "kim", { shortcut: "x", text: "y", shared: true }), refused);
  t.match(await call(service, "kim", "PATCH", `/${kims.id}`, { shared: true }), refused);
  t.match(await call(service, "kim", "PATCH", `/${shared.id}`, { text: "Mine" }), refused);
  t.match(await call(service, "kim", "DELETE", `/${shared.id}`), refused);
  for (const name of ["lee", "ada"] as const) {
    for (const id of [kims.id, "01J0000000000000000000000Z", "x", "%00", "y".repeat(2_100)]) {
      const gone = { status: 404, body: { error: { code: "not_found", message: "There is no such canned reply." } } };
      t.match(await call(service, name, "PATCH", `/${id}`, { text: "Mine" }), gone);
      t.match(await call(service, name, "DELETE", `/${id}`), gone);
    }
  }
  t.strictSame(await list(service, "kim"), [kims, shared], "nothing changed");

  t.equal((await call(service, "ada", "PATCH", `/${shared.id}`, { text: "Hello!" })).status, 200);
  const taken = await call(service, "ada", "PATCH", `/${shared.id}`, { shared: false });
  t.match(taken, { status: 200, body: { reply: { ...shared, text: "Hello!", shared: false } } });
  t.strictSame(await list(service, "kim"), [kims], "the reply belongs only to the administrator");
  t.strictSame(await shortcutsOf(service, "ada"), ["hi"]);
  t.equal((await call(service, "ada", "PATCH", `/${shared.id}`, { shared: true })).body.reply.id, shared.id);
  t.equal((await call(service, "ada", "DELETE", `/${shared.id}`)).status, 200);
  t.strictSame([await list(service, "kim"), await list(service, "ada")], [[kims], []]);
});

t.test("a shortcut is unique among the shared replies, and among an agent's own replies", async (t) => {
  const service = await startService(t);
  const add = (name: AgentName, shortcut: string, shared = false) => make(service, name, { ...hi, shortcut, shared });
  const pairs = [
    ["hi", "Hi"],
    ["straße", "STRASSE"],
    ["οδος", "ΟΔΟΣ"],
    ["e\u0301t\u00e9", "\u00c9TE\u0301"],
  ] as const;
  for (const [first, same] of pairs) {
    for (const [name, shared, whose] of [
      ["kim", false, /another reply of yours/],
      ["ada", true, /another shared reply/],
    ] as const) {
      t.equal((await add(name, first, shared)).status, 201, first);
      const refused = await add(name, same, shared);
      t.match(refused, { status: 409, body: { error: { code: "conflict", message: whose } } }, same);
      t.match(refused.body.error.message, /^Field shortcut is taken/);
    }
  }
  t.equal((await add("lee", "hi")).status, 201, "another agent's own");
  t.equal((await add("ada", "hi")).status, 201, "besides a shared one");
  const [kims] = await list(service, "kim");
  t.equal((await call(service, "kim", "PATCH", `/${kims?.id}`, { shortcut: "straße" })).status, 409);
  const adas = (await list(service, "ada")).find(({ shared }) => !shared);
  t.equal((await call(service, "ada", "PATCH", `/${adas?.id}`, { shared: true })).status, 409);
  const raced = await Promise.all(["x", "X", "x"].map((shortcut) => add("max", shortcut)));
  t.strictSame(raced.map(({ status }) => status).sort(), [201, 409, 409], "also for several at once");
});

t.test("an invalid canned reply is refused with the name of its field", async (t) => {
  const service = await startService(t);
  const { id } = (await make(service, "kim", { ...hi, shortcut: "there" })).body.reply;
  for (const shortcut of ["x", "x".repeat(32), "до-свидания_2", "नमस्ते", "你好", "𐐷".repeat(32)]) {
    t.match(await make(service, "kim", { ...hi, shortcut }), { status: 201, body: { reply: { shortcut } } }, shortcut);
  }
  const mistakes = [
    [{ shortcut: "" }, /^Field shortcut must be 1 to 32 letters, digits, - and _, got ""/],
    [{ shortcut: "x".repeat(33) }, /^Field shortcut/],
    [{ shortcut: "two words" }, /^Field shortcut/],
    [{ shortcut: "/hi" }, /^Field shortcut/],
    [{ shortcut: "hi\n" }, /^Field shortcut/],
    [{ shortcut: 7 }, /^Field shortcut/],
    [{ text: "" }, /^Field text must be a text of 1 to 10000 characters/],
    [{ text: " \n" }, /^Field text/],
    [{ text: "😀".repeat(10_001) }, /^Field text/],
    [{ text: "\ud800" }, /^Field text/],
    [{ text: null }, /^Field text/],
    [{ shared: "yes" }, /^Field shared must be true or false/],
    [{ owner: 1 }, /^Field owner is not known here/],
  ] as const;
  for (const [wrong, message] of mistakes) {
    const refused = { status: 400, body: { error: { code: "invalid_request", message } } };
    t.match(await make(service, "kim", { ...hi, shortcut: "new", ...wrong }), refused, JSON.stringify(wrong));
    t.match(await call(service, "kim", "PATCH", `/${id}`, wrong), refused, `PATCH ${JSON.stringify(wrong)}`);
  }
  t.match((await make(service, "kim", { text: "x" })).body.error.message, /^Field shortcut is missing/);
  t.match((await make(service, "kim", { shortcut: "x" })).body.error.message, /^Field text is missing/);
  t.equal((await make(service, "kim", { shortcut: "long", text: "😀".repeat(10_000) })).status, 201);
  t.equal((await list(service, "kim")).find((reply) => reply.id === id)?.shortcut, "there");
});

t.test("there can be 500 canned replies of each agent and 500 shared ones", async (t) => {
  const service = await startService(t);
  const newId = createUlids();
  const rows = (owner: number): Write[] =>
    Array.from({ length: 500 }, (_, index) => ({
      table: "cannedReply",
      key: [owner, newId(service.clock.nowMs())],
      row: { shortcut: `s${index}`, text: "x" },
    }));
  await service.store.commit({}, () => [...rows(0), ...rows(agents.ada.id)]);
  t.equal((await list(service, "ada")).length, 1_000);
  for (const [shared, words] of [
    [false, /There can be 500 replies of your own/],
    [true, /There can be 500 shared replies/],
  ] as const) {
    const refused = await make(service, "ada", { ...hi, shared });
    t.match(refused, { status: 409, body: { error: { code: "conflict", message: words } } });
    const at = (reply: CannedReply) => reply.shared !== shared && reply.shortcut === "s0";
    const other = (await list(service, "ada")).find(at);
    t.equal((await call(service, "ada", "PATCH", `/${other?.id}`, { shortcut: "moved", shared })).status, 409);
    t.equal((await call(service, "ada", "PATCH", `/${other?.id}`, { text: "changed" })).status, 200);
  }
  t.equal((await make(service, "kim", hi)).status, 201, "others still have room");
  await call(service, "ada", "DELETE", `/${(await list(service, "ada")).find(({ shared }) => shared)?.id}`);
  t.equal((await make(service, "ada", { ...hi, shared: true })).status, 201);
});

t.test("a removed agent's own canned replies are removed, and the shared ones that it created stay", async (t) => {
  const service = await startService(t);
  const ada = await service.logIn("ada");
  await service.call("PATCH", `/api/agents/${agents.kim.id}`, { token: ada, body: { role: "admin" } });
  const login = { email: agents.kim.email, password: "correct horse battery" };
  const { token } = (await service.call("POST", "/api/session", { body: login })).body;
  await service.call("POST", path, { token, body: hi });
  await service.call("POST", path, { token, body: { ...hi, shared: true } });
  await make(service, "lee", hi);
  t.equal((await service.call("DELETE", `/api/agents/${agents.kim.id}`, { token: ada })).status, 200);
  const owners = (await service.store.scan("cannedReply", { limit: 9 })).map(({ key }) => key[0]);
  t.strictSame(owners, [0, agents.lee.id]);
  const { cannedReplies } = service.app.accounts;
  t.match(await cannedReplies.create(agents.kim.id, { ...hi, shared: false }), {
    ok: false,
    failure: { code: "unauthorized" },
  });
});

t.test("a change that cannot be stored is answered 500; a page of another origin changes nothing", async (t) => {
  const { store, failNext } = createFaultyStore();
  const service = await startService(t, { store });
  const { reply } = (await make(service, "kim", hi)).body;
  const cookie = `parley_session=${await service.logIn("kim")}`;
  for (const [method, to, body] of [
    ["POST", "", { shortcut: "x", text: "y" }],
    ["PATCH", `/${reply.id}`, { text: "y" }],
    ["DELETE", `/${reply.id}`, undefined],
  ] as const) {
    failNext(1);
    t.equal((await call(service, "kim", method, to, body)).status, 500, method);
    const headers = { cookie, origin: "https://evil.example.com" };
    const foreign = await service.call(method, `${path}${to}`, { headers, body });
    t.match(foreign, { status: 403, body: { error: { message: /Origin/ } } }, method);
    t.strictSame(await list(service, "kim"), [reply], method);
  }
  const own = { cookie, origin: service.url };
  t.equal((await service.call("DELETE", `${path}/${reply.id}`, { headers: own })).status, 200);
});
