import t from "tap";
import { until } from "../delivery/through-service.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { password } from "../harness/service-config.ts";
import { openTestStore } from "../harness/test-store.ts";
import { asAgent, newChannel } from "./administrator.ts";

const departments = [
  { id: 1, name: "Sales" },
  { id: 5, name: "Support" },
];
const zoe = { name: "Zoe Newcomer", email: "Zoe@Example.com" };
const unavailable = { status: 401, body: { error: { code: "unauthorized" } } };

t.test("an administrator creates agents, who log in with the given or the generated password", async (t) => {
  const service = await startService(t, { config: { departments } });
  const ask = await asAgent(t, service);
  const logIn = (email: string, secret: string) =>
    service.call("POST", "/api/session", { body: { email, password: secret } });
  const made = await ask("POST", "/api/agents", zoe);
  t.equal(made.status, 201);
  t.strictSame(made.body.agent, {
    id: 5,
    ...zoe,
    phone: null,
    photo: null,
    departments: [],
    role: "agent",
    available: false,
    declared: false,
  });
  const oneTime = String(made.body.password);
  t.match(oneTime, /^[a-z2-9]{4}(-[a-z2-9]{4}){4}$/);
  t.match(await logIn("zoe@example.COM", oneTime), { status: 200, body: { agent: { id: 5 } } });

  const whole = {
    name: "Yan",
    email: "yan@example.com",
    phone: "+15550100",
    photo: "https://example.com/yan.png",
    departments: [5, 1],
    role: "admin",
  };
  const other = await ask("POST", "/api/agents", { ...whole, password: "a password of Yan" });
  t.match(other, { status: 201, body: { agent: { id: 6, ...whole } } });
  t.notOk("password" in other.body, "a given password is not returned");
  t.equal((await logIn(whole.email, "a password of Yan")).status, 200);
  t.strictSame((await ask("GET", "/api/agents/6")).body.agent, other.body.agent);
  t.same(
    (await ask("GET", "/api/agents")).body.agents.map(({ id, declared }) => [id, declared]),
    [1, 2, 3, 4, 5, 6].map((id) => [id, id <= 4]),
  );
  t.notMatch(JSON.stringify((await ask("GET", "/api/agents")).body), /password|scrypt/i);
  const logged = JSON.stringify(service.logLines);
  t.notOk(logged.includes(oneTime) || logged.includes("a password of Yan"), "no password reaches the log");

  t.equal((await ask("DELETE", "/api/agents/6")).status, 200);
  const next = await ask("POST", "/api/agents", { name: "Xi", email: whole.email });
  t.match(next, { status: 201, body: { agent: { id: 7 } } }, "a number is never used twice; an e-mail is free again");
});

t.test("a mistake in an agent is named, and nothing is created or changed", async (t) => {
  const service = await startService(t, { config: { departments } });
  const ask = await asAgent(t, service);
  const before = (await ask("GET", "/api/agents")).body;
  const wrong: readonly (readonly [body: object, status: number, message: RegExp])[] = [
    [{ ...zoe, name: "" }, 400, /^Field name must be/],
    [{ ...zoe, email: "zoe" }, 400, /^Field email must be an e-mail address, got "zoe"/],
    [{ ...zoe, email: "zoe@\ud83d" }, 400, /^Field email contains half of a character/],
    [{ ...zoe, email: "MAX@example.com" }, 409, /^Field email is taken: agent 3/],
    [{ ...zoe, password: "nine char" }, 400, /^Field password must be a password of 10 to 1024 characters/],
    [
      { ...zoe, password: "Password123" },
      400,
      /^Field password must be .* not among the most common, got one of these/,
    ],
    [
      { ...zoe, password: "" },
      400,
      /^Field password must be a password of 10 to 1024 characters that is not among the most common, got something else/,
    ],
    [
      { ...zoe, password: "s3cret".repeat(200) },
      400,
      /^Field password must be a password of 10 to 1024 characters that is not among the most common, got something else/,
    ],
    [{ ...zoe, phone: "" }, 400, /^Field phone must be a phone number, or null/],
    [{ ...zoe, photo: "me.png" }, 400, /^Field photo must be an absolute http or https URL, or null, got "me.png"/],
    [{ ...zoe, departments: [1, 2] }, 400, /^Field departments\[1\] must be the id of a department, got 2/],
    [{ ...zoe, departments: 1 }, 400, /^Field departments must be a list of ids, got 1/],
    [{ ...zoe, role: "boss" }, 400, /^Field role must be "admin" or "agent", got "boss"/],
    [{ ...zoe, id: 9 }, 400, /^Field id is not known here: expected one of name, email, password/],
  ];
  for (const [body, status, message] of wrong) {
    const made = await ask("POST", "/api/agents", body);
    t.match(made, { status, body: { error: { message } } }, String(message));
    const changed = await ask("PATCH", "/api/agents/2", body);
    t.ok(changed.status === 400 || changed.status === 409, String(message));
    t.notMatch(JSON.stringify([made.body, changed.body]), /s3cret/);
  }
  t.match(await ask("POST", "/api/agents", { name: "Zoe" }), {
    status: 400,
    body: { error: { message: /^Field email/ } },
  });
  t.strictSame((await ask("GET", "/api/agents")).body, before, "nothing was created or changed");
  for (const id of ["99", "0", "01", "x", "1e0", "9007199254740993"])
    t.equal((await ask("GET", `/api/agents/${id}`)).status, 404, id);
  const declared = /config file/;
  for (const change of [{ password: "another one" }, { email: "lee2@example.com" }]) {
    const refused = await ask("PATCH", "/api/agents/2", change);
    t.match(refused, { status: 409, body: { error: { code: "conflict", message: declared } } });
  }
  t.equal((await ask("PATCH", "/api/agents/2", { email: "lee@example.com", phone: "+1" })).status, 200, "unchanged");
});

t.test("departments are added and left one by one; two changes at once both count", async (t) => {
  const service = await startService(t, { config: { departments } });
  const ask = await asAgent(t, service);
  await ask("PATCH", "/api/agents/2", { departments: [1] });
  const changes = [{ addDepartments: [5] }, { removeDepartments: [1, 99] }];
  await Promise.all(changes.map((change) => ask("PATCH", "/api/agents/2", change)));
  t.same((await ask("GET", "/api/agents/2")).body.agent.departments, [5]);
});

t.test("[AUTH-15] an invitation is mailed in one attempt; a mail that fails does not lose it", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  const invite = (email: string) => ask("POST", "/api/agents", { name: "Zoe", email, invitationLanguage: "de" });
  const mailed = invite("zoe@example.com");
  await until(() => service.mails.length === 1);
  service.mails[0]?.answer();
  const { status, body } = await mailed;
  const oneTime = String(body.password);
  t.match({ status, body }, { status: 201, body: { mailed: true, password: String } });
  t.match(service.mails[0], { to: ["zoe@example.com"], subject: "Ihr Konto am Chat-Arbeitsplatz" });
  t.ok(service.mails[0]?.text.includes(`/desk/#/invitation/zoe%40example.com/${oneTime}\n`));
  t.notOk(service.logLines.join("\n").includes(oneTime), "no invitation reaches the log");
  const failed = invite("yan@example.com");
  await until(() => service.mails.length === 2);
  service.mails[1]?.answer({ failure: { kind: "timeout", code: "timeout", message: "No answer." } });
  t.match(await failed, { status: 201, body: { mailed: false, password: String } });
  const given = { name: "Xi", email: "xi@example.com", password, invitationLanguage: "en" };
  t.match(await ask("POST", "/api/agents", given), { body: { mailed: false, password: undefined } });
  t.match(await ask("POST", "/api/agents", { ...given, email: "a@b.example", invitationLanguage: "xx" }), {
    status: 400,
    body: { error: { message: /^Field invitationLanguage must be one of en, de, / } },
  });
  t.equal(service.mails.length, 2, "a password that was given is not mailed");
});

t.test("[AUTH-15] the password of an invitation counts for 7 days, also over a restart", async (t) => {
  const store = { ...(await openTestStore(t)), close: async () => undefined };
  const service = await startService(t, { store });
  const invite = async (email: string) =>
    String((await (await asAgent(t, service))("POST", "/api/agents", { name: "Zoe", email })).body.password);
  const logIn = (at: Service, email: string, secret: string) =>
    at.call("POST", "/api/session", { body: { email, password: secret } });
  const [zoe, yan] = [await invite("zoe@example.com"), await invite("yan@example.com")];
  service.clock.advance(7 * 24 * 3_600_000 - 60_000);
  t.match(await logIn(service, "zoe@example.com", zoe), { status: 200, body: { passwordMustChange: true } });
  const now = service.clock.nowMs();
  await service.stop();
  const again = await startService(t, { store });
  again.clock.advance(now + 60_000 - again.clock.nowMs());
  const ended = { status: 401, body: { error: { message: /^The invitation has ended/ } } };
  t.match(await logIn(again, "yan@example.com", yan), ended);
  t.match(await logIn(again, "zoe@example.com", zoe), ended);
  t.match(await logIn(again, "yan@example.com", "a wrong password"), { body: { error: { message: /is wrong/ } } });
  const ask = await asAgent(t, again);
  const { agents } = (await ask("GET", "/api/agents")).body;
  const id = agents.find(({ email }) => email === "yan@example.com")?.id;
  await ask("PATCH", `/api/agents/${id}`, { password });
  t.equal((await logIn(again, "yan@example.com", password)).status, 200, "an administrator gives another password");
});

t.test("another password or role ends the agent's sessions and sockets; another e-mail does not", async (t) => {
  const service = await startService(t, { config: { departments } });
  const ask = await asAgent(t, service);
  await ask("POST", "/api/agents", { ...zoe, password });
  const logIn = async (email: string, secret: string) =>
    (await service.call("POST", "/api/session", { body: { email, password: secret } })).body.token;
  const isIn = async (token: string) => (await service.call("GET", "/api/chats", { token })).status === 200;

  const first = await logIn(zoe.email, password);
  const renamed = await ask("PATCH", "/api/agents/5", {
    email: "z@example.com",
    name: "Zoe",
    phone: "+1",
    photo: null,
  });
  t.match(renamed, { status: 200, body: { agent: { email: "z@example.com", name: "Zoe", phone: "+1" } } });
  t.ok(await isIn(first), "the session continues");
  t.notOk(await logIn(zoe.email, password), "the old e-mail is refused");
  t.ok(await logIn("z@example.com", password));

  t.equal((await ask("PATCH", "/api/agents/5", { password: "a whole new one", email: "zz@example.com" })).status, 200);
  t.notOk(await isIn(first));
  t.notOk(await logIn("zz@example.com", password));
  const second = await logIn("zz@example.com", "a whole new one");
  t.ok(await isIn(second));

  t.match(await ask("PATCH", "/api/agents/5", { role: "admin" }), { body: { agent: { role: "admin" } } });
  t.notOk(await isIn(second), "a session with the old role has ended");
  const third = await logIn("zz@example.com", "a whole new one");
  t.equal((await service.call("GET", "/api/agents", { token: third })).status, 200);

  const desk = await service.enter("kim");
  t.equal(await service.status(), "1");
  t.equal((await ask("PATCH", "/api/agents/1", { role: "admin" })).status, 200);
  t.equal((await desk.closed).code, 4401);
  t.equal(await service.status(), "0");
});

t.test("a removed agent loses its sessions, sockets, channels and chats", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  const kim = await service.logIn("kim");
  const desk = await service.enter("kim");
  await service.say("7", "Hello");
  await service.call("POST", "/api/chats/1/accept", { token: kim });
  await ask("POST", "/api/channels", { ...newChannel, id: "KIMALONE01", agents: [1] });
  t.match(await ask("DELETE", "/api/agents/1"), { status: 200, body: { result: "ok" } });
  t.equal((await desk.closed).code, 4401);
  t.match(await service.call("GET", "/api/chats", { token: kim }), unavailable);
  t.match(
    await service.call("POST", "/api/session", { body: { email: "kim@example.com", password } }),
    unavailable,
    "the password of the config file is refused",
  );
  for (const [method, body] of [["GET"], ["PATCH", {}], ["DELETE"]] as const)
    t.equal((await ask(method, "/api/agents/1", body)).status, 404, method);
  t.same((await ask("GET", "/api/channels/MOBILEAPP1")).body.channel.agents, [2]);
  t.match((await ask("GET", "/api/channels/KIMALONE01")).body.channel, { agents: [], status: 0 });
  const ada = await service.logIn("ada");
  const { chat } = (await service.call("GET", "/api/chats/1", { token: ada })).body;
  t.match(chat, { agent: null }, "the chat waits again");
  t.equal(["waiting", "unstaffed"].includes(chat.state), true);
  const refused = await ask("POST", "/api/channels", { ...newChannel, agents: [1] });
  t.match(refused, { status: 400, body: { error: { message: /agents\[0\]/ } } });
});

t.test("at least one administrator always remains", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  for (const [method, body] of [["DELETE"], ["PATCH", { role: "agent" }]] as const) {
    const refused = await ask(method, "/api/agents/4", body);
    t.match(refused, { status: 409, body: { error: { code: "conflict", message: /last administrator/ } } });
  }
  t.equal((await ask("PATCH", "/api/agents/4", { role: "admin", name: "Ada L." })).status, 200);
  const other = await ask("POST", "/api/agents", { ...zoe, role: "admin" });
  const both = [4, other.body.agent.id].map((id) => ask("PATCH", `/api/agents/${id}`, { role: "agent" }));
  t.same(
    (await Promise.all(both)).map(({ status }) => status),
    [200, 409],
    "also if both are removed at once",
  );
});

t.test("departments and providers are created, renamed and removed; those of the config file are listed", async (t) => {
  const providers = [{ id: "acme-bots", name: "Acme Bots" }];
  const service = await startService(t, { config: { departments, providers }, limits: { pageRowsMax: 2 } });
  const ask = await asAgent(t, service);
  t.strictSame((await ask("GET", "/api/departments")).body, {
    departments: departments.map((department) => ({ ...department, declared: true })),
    cursor: null,
  });
  const made = await ask("POST", "/api/departments", { name: "Night shift" });
  t.strictSame([made.status, made.body.department], [201, { id: 6, name: "Night shift", declared: false }]);
  t.match(await ask("POST", "/api/departments", { id: 3, name: "Sales" }), {
    status: 201,
    body: { department: { id: 3 } },
  });
  t.match(await ask("POST", "/api/departments", { id: 5, name: "Five" }), {
    status: 409,
    body: { error: { message: /5/ } },
  });
  const page = (await ask("GET", "/api/departments")).body;
  const rest = (await ask("GET", `/api/departments?cursor=${page.cursor}`)).body;
  t.same(
    [...page.departments, ...rest.departments].map(({ id }) => id),
    [1, 3, 5, 6],
  );
  t.equal(rest.cursor, null);
  const renamed = await ask("PATCH", "/api/departments/6", { name: "Nights" });
  t.match(renamed, { status: 200, body: { department: { name: "Nights" } } });
  t.strictSame((await ask("GET", "/api/departments/6")).body, renamed.body);
  await ask("PATCH", "/api/agents/1", { departments: [6] });
  await ask("PATCH", "/api/agents/2", { departments: [6, 3] });
  const used = await ask("DELETE", "/api/departments/6");
  t.match(used, { status: 409, body: { error: { message: /Kim \(1\), Lee \(2\)/ } } });
  await ask("PATCH", "/api/agents/1", { departments: [] });
  await ask("PATCH", "/api/agents/2", { departments: [3] });
  t.equal((await ask("DELETE", "/api/departments/6")).status, 200);
  for (const [method, body] of [["GET"], ["PATCH", { name: "A" }], ["DELETE"]] as const)
    t.equal((await ask(method, "/api/departments/6", body)).status, 404, method);
  const after = await ask("POST", "/api/departments", { name: "Days" });
  t.equal(after.body.department.id, 7, "a number is never used twice");

  const bots = await ask("POST", "/api/providers", { id: "other-bots", name: "Other Bots" });
  t.strictSame([bots.status, bots.body.provider], [201, { id: "other-bots", name: "Other Bots", declared: false }]);
  t.equal((await ask("POST", "/api/providers", { id: "acme-bots", name: "Acme" })).status, 409);
  t.match(await ask("PATCH", "/api/providers/other-bots", { name: "Bots" }), { body: { provider: { name: "Bots" } } });
  t.equal((await ask("GET", "/api/providers/other-bots")).body.provider.name, "Bots");
  t.same(
    (await ask("GET", "/api/providers")).body.providers.map(({ id, declared }) => [id, declared]),
    [
      ["acme-bots", true],
      ["other-bots", false],
    ],
  );
  t.equal((await ask("DELETE", "/api/providers/other-bots")).status, 200);
  for (const [method, body] of [["GET"], ["PATCH", { name: "A" }], ["DELETE"]] as const)
    t.equal((await ask(method, "/api/providers/other-bots", body)).status, 404, method);
  for (const [path, body, field] of [
    ["/api/departments", { name: " " }, /^Field name/],
    ["/api/departments", { id: 0, name: "A" }, /^Field id must be an integer from 1/],
    ["/api/departments", { name: "A", agents: [1] }, /^Field agents is not known/],
    ["/api/providers", { id: "A B", name: "A" }, /^Field id must be 3 to 64 characters/],
    ["/api/providers", { name: "A" }, /^Field id is missing/],
  ] as const)
    t.match(await ask("POST", path, body), { status: 400, body: { error: { message: field } } }, String(field));
});
