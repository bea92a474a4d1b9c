import t from "tap";
import type { ApiChannelAnswer } from "../../src/codec/admin/channel-answer.ts";
import { asAgentId } from "../../src/core/ids.ts";
import { createFaultyStore } from "../harness/faulty-store.ts";
import { startService } from "../harness/service.ts";
import { password } from "../harness/service-config.ts";
import { copyFolder, openSmall, quickFolder } from "../store/lmdb-fixture.ts";
import { asAgent, newChannel } from "./administrator.ts";

const publicUrl = "https://chat.example.com";
const zoe = { name: "Zoe", email: "zoe@example.com", password };

t.test("[CH-02] an answered change is stored, also after a kill in the next moment and after a restart", async (t) => {
  const folder = quickFolder(t);
  const config = { publicUrl, departments: [{ id: 1, name: "Sales" }] };
  const first = await startService(t, { store: await openSmall(`${folder}/1`), config });
  const ask = await asAgent(t, first);
  /** Starts the service again on a copy of the current disk. */
  let copies = 1;
  const afterKill = async () => {
    copies += 1;
    const store = await openSmall(copyFolder(`${folder}/1`, `${folder}/${copies}`));
    const service = await startService(t, { store, config });
    return { service, ask: await asAgent(t, service) };
  };
  const made = (await ask("POST", "/api/channels", newChannel)).body.channel;
  const second = await afterKill();
  const kept = await second.ask("GET", `/api/channels/${made.id}`);
  t.strictSame(kept.body.channel, made, "the same channel under the same endpointUrl");
  t.equal((await second.service.call("GET", `${new URL(made.endpointUrl).pathname}/status`)).status, 200);

  await ask("PATCH", "/api/channels/MOBILEAPP1", { name: "Changed", strictAnswers: true });
  await ask("PATCH", `/api/channels/${made.id}`, { name: "Changed too" });
  await ask("POST", "/api/agents", zoe);
  await ask("PATCH", "/api/agents/5", { email: "zoe@new.example.com", departments: [1] });
  await ask("PATCH", "/api/departments/1", { name: "Renamed" });
  await ask("POST", "/api/departments", { name: "Nights" });
  await ask("PATCH", "/api/local-addresses", { allowed: true });
  await ask("PATCH", "/api/first-steps", { isShown: false });
  const third = await afterKill();
  t.match((await third.ask("GET", "/api/local-addresses")).body, { allowed: true, changes: [{ agentId: 4 }] });
  t.match((await third.ask("GET", "/api/first-steps")).body, { isShown: false });
  t.match((await third.ask("GET", "/api/channels/MOBILEAPP1")).body.channel, {
    name: "MOBILEAPP1",
    strictAnswers: false,
  });
  t.equal((await third.ask("GET", `/api/channels/${made.id}`)).body.channel.name, "Changed too");
  t.match((await third.ask("GET", "/api/agents/5")).body.agent, { email: "zoe@new.example.com", departments: [1] });
  const logIn = (email: string) => third.service.call("POST", "/api/session", { body: { email, password } });
  t.strictSame([(await logIn("zoe@new.example.com")).status, (await logIn(zoe.email)).status], [200, 401]);
  t.same(
    (await third.ask("GET", "/api/departments")).body.departments.map(({ name }) => name),
    ["Sales", "Nights"],
    "the names of the config file are written again, other values stay",
  );

  await ask("DELETE", `/api/channels/${made.id}`);
  await ask("DELETE", "/api/channels/MOBILEAPP1");
  await ask("DELETE", "/api/agents/5");
  const fourth = await afterKill();
  const ids = (channels: readonly ApiChannelAnswer[]) => channels.map(({ id }) => id);
  t.same(ids((await fourth.ask("GET", "/api/channels")).body.channels), ["MOBILEAPP1", "OTHERAPP01"]);
  t.equal((await fourth.ask("GET", "/api/agents/5")).status, 404);
  const next = await fourth.ask("POST", "/api/agents", zoe);
  t.equal(next.body.agent.id, 6, "the number of a removed agent is not used again");
});

t.test("[ERR-16] a change that cannot be stored is answered 500 and leaves everything as it was", async (t) => {
  const { store, failNext } = createFaultyStore();
  const service = await startService(t, { store, config: { publicUrl } });
  const ask = await asAgent(t, service);
  await ask("POST", "/api/agents", zoe);
  const lists = ["channels", "agents", "departments", "providers"];
  const all = async () => Promise.all(lists.map(async (list) => (await ask("GET", `/api/${list}`)).body));
  const before = await all();
  const steps = [
    ["POST", "channels", newChannel],
    ["PATCH", "channels/MOBILEAPP1", { name: "Mine" }],
    ["POST", "channels/MOBILEAPP1/random"],
    ["DELETE", "channels/MOBILEAPP1"],
    ["POST", "agents", { ...zoe, email: "y@example.com" }],
    ["PATCH", "agents/5", { name: "Zoe N." }],
    ["PATCH", "agents/5", { email: "z@example.com", password: "another password" }],
    ["POST", "departments", { name: "Nights" }],
    ["POST", "providers", { id: "acme", name: "Acme" }],
  ] as const;
  for (const [method, path, body] of steps) {
    failNext(1);
    const answer = await ask(method, `/api/${path}`, body);
    t.match(answer, { status: 500, body: { error: { code: "internal_error" } } }, `${method} ${path}`);
    t.strictSame(await all(), before, `${method} ${path}`);
  }
  const logIn = (email: string, secret: string) =>
    service.call("POST", "/api/session", { body: { email, password: secret } });
  t.equal((await logIn(zoe.email, password)).status, 200);
  t.equal((await logIn("z@example.com", "another password")).status, 401);
  for (let commits = 1; (await ask("DELETE", "/api/agents/5")).status !== 200 && commits < 9; commits += 1) failNext(1);
  t.equal((await ask("GET", "/api/agents/5")).status, 404, "a failed removal can be repeated");
  t.equal(service.app.runtime.directory.agent(asAgentId(5)), undefined);
});

t.test("a kill between the steps of a change leaves one account, that of the agent's e-mail", async (t) => {
  const folder = quickFolder(t);
  const first = await startService(t, { store: await openSmall(`${folder}/1`) });
  const ask = await asAgent(t, first);
  await ask("POST", "/api/agents", zoe);
  const account = (await first.store.scan("account", { limit: 9 })).at(0)?.row;
  t.match(account, { agentId: 5, email: zoe.email });
  if (account === undefined) return;
  const moved = { ...account, email: "moved@example.com" };
  const ghost = { ...account, agentId: asAgentId(77), email: "ghost@example.com" };
  const accountsAfterStart = async (name: string) => {
    const store = await openSmall(copyFolder(`${folder}/1`, `${folder}/${name}`));
    const service = await startService(t, { store });
    const tokens = ["zoe@example.com", "moved@example.com", "ghost@example.com"].map(async (email) => {
      const answer = await service.call("POST", "/api/session", { body: { email, password } });
      return answer.status;
    });
    return {
      rows: (await store.scan("account", { limit: 9 })).map(({ key }) => key[0]),
      logins: await Promise.all(tokens),
    };
  };
  await first.store.commit({}, () => [
    { table: "account", key: ["moved@example.com"], row: moved },
    { table: "account", key: ["ghost@example.com"], row: ghost },
  ]);
  t.strictSame(
    await accountsAfterStart("before"),
    { rows: [zoe.email], logins: [200, 401, 401] },
    "killed before the profile",
  );
  const other = { name: "Y", email: "y@example.com", password };
  await ask("PATCH", "/api/agents/5", { email: moved.email });
  await first.store.commit({}, () => [{ table: "account", key: [zoe.email], row: account }]);
  t.strictSame(await accountsAfterStart("after"), { rows: [moved.email], logins: [401, 200, 401] }, "killed after it");
  t.match(await ask("POST", "/api/agents", other), { status: 201, body: { agent: { id: 6 } } });
  t.match(
    await ask("POST", "/api/agents", { ...other, email: ghost.email }),
    { status: 201 },
    "the e-mail of an account without an agent is free",
  );
});
