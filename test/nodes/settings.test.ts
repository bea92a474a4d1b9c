import t from "tap";
import { prepareFirstStart } from "../../src/app/first-start.ts";
import { createFirstStartFacts } from "../../src/domain/first-start-facts.ts";
import { until } from "../delivery/through-service.ts";
import type { Service } from "../harness/service.ts";
import { bot, webhooks } from "../harness/service-config.ts";
import { startTwoServices } from "../harness/two-services.ts";
import { whileTimePasses } from "../harness/while-time-passes.ts";

t.test(
  "an agent who arrives at one node makes the channel available at both nodes, and an agent who leaves makes it unavailable",
  async (t) => {
    const { nodes, settle } = await startTwoServices(t);
    const [one, two] = nodes;
    t.strictSame([await one.status(), await two.status()], ["0", "0"]);
    const desk = await one.enter("kim");
    await settle();
    t.strictSame([await one.status(), await two.status()], ["1", "1"]);
    desk.vanish();
    await desk.closed;
    await until(async () => {
      await settle();
      return (await one.status()) === "0" && (await two.status()) === "0";
    });
  },
);

t.test("[CH-03, BOT-04] a channel's new random, bot and webhook secret apply at the other node", async (t) => {
  const { nodes, settle } = await startTwoServices(t, { channels: { MOBILEAPP1: { bot, webhooks } } });
  const [one, two] = nodes;
  const token = await one.logIn("ada");
  const answer = await one.call("POST", "/api/channels/MOBILEAPP1/random", { token });
  t.equal(answer.status, 200, JSON.stringify(answer.body));
  const { random } = one.app.runtime.directory.find("MOBILEAPP1")?.settings ?? {};
  await settle();
  const entry = two.app.runtime.directory.find("MOBILEAPP1");
  t.equal(entry?.settings.random, random);
  t.equal((await fetch(`${two.url}/chat-api/${random}/MOBILEAPP1/status`)).status, 200);
  const changed = await two.call("PATCH", "/api/channels/MOBILEAPP1", {
    token: await two.logIn("ada"),
    body: { bot: { provider: bot.providerId, endpoint: bot.endpoint, token: "another-t0k3n" } },
  });
  t.equal(changed.status, 200, JSON.stringify(changed.body));
  const renewed = await two.call("POST", "/api/channels/MOBILEAPP1/webhooks/secret", { token: await two.logIn("ada") });
  t.equal(renewed.status, 200, JSON.stringify(renewed.body));
  await settle();
  const [here, there] = nodes.map((node) => node.app.runtime.directory.find("MOBILEAPP1")?.settings);
  t.strictSame(here, there, "both nodes have the same settings");
  t.equal(here?.bot?.token, "another-t0k3n");
  t.equal(one.app.runtime.directory.findBot(bot.providerId, bot.token), undefined, "the former token is invalid");
  t.ok(here?.webhooks?.signingSecret);
});

t.test("two administrators create accounts with the same e-mail at two nodes: one of them gets an error", async (t) => {
  const services = await startTwoServices(t);
  const { nodes, settle } = services;
  const body = { name: "Nora", email: "nora@example.com", password: "a good password" };
  const tokens = [await nodes[0].logIn("ada"), await nodes[1].logIn("ada")] as const;
  const both = nodes.map((node, index) => node.call("POST", "/api/agents", { token: tokens[index] ?? "", body }));
  const answers = await whileTimePasses(services, Promise.all(both));
  t.strictSame(answers.map(({ status }) => status).sort(), [201, 409]);
  await settle();
  for (const node of nodes) {
    const named = node.app.runtime.directory.agents().filter(({ profile }) => profile.email === body.email);
    t.equal(named.length, 1);
    const login = await node.call("POST", "/api/session", { body: { email: body.email, password: body.password } });
    t.equal(login.status, 200, "the created agent can log in at both nodes");
  }
});

t.test("agents and departments that are created at two nodes at once have different numbers", async (t) => {
  const services = await startTwoServices(t);
  const { nodes, settle } = services;
  const tokens = [await nodes[0].logIn("ada"), await nodes[1].logIn("ada")] as const;
  const make = (index: 0 | 1, path: string, body: object) =>
    nodes[index].call("POST", path, { token: tokens[index], body });
  const made = [0, 1, 2, 3].flatMap((round) => {
    const index = round % 2 === 0 ? 0 : 1;
    return [
      make(index, "/api/agents", { name: `A${round}`, email: `a${round}@example.com`, password: "a good password" }),
      make(index, "/api/departments", { name: `D${round}` }),
    ];
  });
  const answers = await whileTimePasses(services, Promise.all(made));
  t.strictSame(new Set(answers.map(({ status }) => status)), new Set([201]));
  await settle();
  const agentIds = answers.flatMap(({ body }) => (body.agent === undefined ? [] : [body.agent.id]));
  t.equal(new Set(agentIds).size, 4);
  for (const node of nodes) {
    t.equal(node.app.runtime.departments.list().length, 4);
    t.equal(node.app.accounts.lastAgentId(), 8);
  }
});

t.test(
  "an agent who is removed or gets a new password at one node cannot use the old password at the other",
  async (t) => {
    const services = await startTwoServices(t);
    const { nodes, settle } = services;
    const [one, two] = nodes;
    const token = await one.logIn("ada");
    const body = { name: "Nora", email: "nora@example.com", password: "a good password" };
    const { id } = (await one.call("POST", "/api/agents", { token, body })).body.agent;
    await settle();
    const logIn = async (node: Service, password: string) =>
      (await node.call("POST", "/api/session", { body: { email: body.email, password } })).status;
    t.equal(await logIn(two, body.password), 200);
    await two.call("PATCH", `/api/agents/${id}`, {
      token: await two.logIn("ada"),
      body: { password: "a better password" },
    });
    await settle();
    t.strictSame([await logIn(one, body.password), await logIn(one, "a better password")], [401, 200]);
    await one.call("DELETE", `/api/agents/${id}`, { token });
    await settle();
    t.equal(await logIn(two, "a better password"), 401);
    t.equal((await two.call("GET", "/api/agents", { token: await two.logIn("ada") })).body.agents.length, 4);
  },
);

t.test("a change of the local addresses at one node applies at the other", async (t) => {
  const { nodes, settle } = await startTwoServices(t);
  const [one, two] = nodes;
  await one.call("PATCH", "/api/local-addresses", { token: await one.logIn("ada"), body: { allowed: true } });
  await settle();
  const { body } = await two.call("GET", "/api/local-addresses", { token: await two.logIn("ada") });
  t.match(body, { allowed: true, changes: [{ allowed: true }] });
});

t.test(
  "two nodes that start on an empty store create one administrator and one channel, and one node prints them",
  async (t) => {
    const services = await startTwoServices(t, { config: { agents: [], channels: [] } });
    const { nodes, settle } = services;
    const starts = nodes.map(({ app, url }) =>
      app.oneAtATime(async () => {
        const start = await prepareFirstStart(
          app,
          { publicUrl: "https://chat.example.com", sampleCustomer: true },
          url,
        );
        await start?.shown();
        return start?.text ?? null;
      }),
    );
    const told = await whileTimePasses(services, Promise.all(starts));
    t.equal(told.filter((text) => text !== null).length, 1);
    await settle();
    for (const { app } of nodes) {
      t.equal(app.runtime.directory.agents().length, 1);
      t.strictSame(
        app.runtime.directory
          .channels()
          .map(({ settings }) => settings.kind)
          .sort(),
        ["api", "widget"],
      );
      t.ok(await createFirstStartFacts(app.store).wasShown());
    }
    const password = /Password +(\S+)/.exec(told.find((text) => text !== null) ?? "")?.[1];
    for (const node of nodes) {
      const login = await node.call("POST", "/api/session", { body: { email: "admin@localhost", password } });
      t.equal(login.status, 200);
    }
  },
);

t.test("a node that missed notices about channels reads all channels again", async (t) => {
  const { nodes, peers, clock, settle } = await startTwoServices(t);
  const [one, two] = nodes;
  await one.logIn("kim");
  peers[1].cut();
  await one.enter("kim");
  await settle();
  t.equal(await two.status(), "0", "it has received nothing");
  clock.advance(1_000);
  await settle();
  t.equal(await two.status(), "1");
});
