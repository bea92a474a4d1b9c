import t from "tap";
import { Compile } from "typebox/compile";
import { surroundingsAnswer } from "../../../src/codec/desk/desk-answer-schemas.ts";
import { asChannelId } from "../../../src/core/ids.ts";
import { configureChannel, removeChannel } from "../../../src/domain/configure.ts";
import type { Store } from "../../../src/ports/store.ts";
import { configure, settingsOf } from "../../harness/customer.ts";
import type { DeskClient } from "../../harness/desk-client.ts";
import { openDesk } from "../../harness/desk-client.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import { agents, bot } from "../../harness/service-config.ts";
import { widget } from "../../visitors/visitor-channel.ts";
import { channelNamed, staffDepartment } from "../chat-of.ts";

/** The number of notifications of the desk, after all frames sent so far have arrived. */
async function timesTold(desk: DeskClient): Promise<number> {
  const answers = (): number => desk.frames.filter(({ type }) => type === "available").length;
  const before = answers();
  desk.send({ type: "available", value: true });
  await desk.until(() => answers() > before);
  return desk.frames.filter(({ type }) => type === "surroundings").length;
}

interface Watch {
  /** The number of notifications of each desk since the last call. */
  news(): Promise<readonly number[]>;
}

/** Desks that have received all pending notifications. */
async function watch(service: Service, names: readonly AgentName[]): Promise<Watch> {
  const desks: DeskClient[] = [];
  for (const name of names) desks.push(await service.enter(name));
  let before = names.map(() => 0);
  const news = async (): Promise<readonly number[]> => {
    await service.settle();
    const now = await Promise.all(desks.map(timesTold));
    const added = now.map((count, index) => count - (before[index] ?? 0));
    before = now;
    return added;
  };
  await service.pass(1_000);
  await news();
  await service.pass(1_000);
  return { news };
}

const read = async (service: Service, name: AgentName) =>
  (await service.call("GET", "/api/session", { token: await service.logIn(name) })).body;

t.test("the session has the channel data that an agent's page needs, and no secret", async (t) => {
  const photo = "https://bot.example.com/robin.png";
  const oauth = { clientId: "c", clientSecret: "s3cr3t", tokenUrl: "https://bot.example.com/oauth" };
  const service = await startService(t, {
    limits: { uploadBytesMax: 1_000 },
    channels: {
      MOBILEAPP1: { bot: { ...bot, name: null, photo, oauth } },
      OTHERAPP01: { bot: { ...bot, token: "an0ther", name: "Maxine" }, kind: "widget", widget },
    },
    config: { publicUrl: "https://chat.example.com", providers: [{ id: "acme-bots", name: "Acme Bots" }] },
  });
  await staffDepartment(service, 7, "Sales", ["lee"]);
  await service.enter("lee");
  const body = await read(service, "kim");
  t.strictSame(Compile(surroundingsAnswer).Errors(body), [], "as it is described");
  const { departmentIds: departments, ...kim } = agents.kim;
  t.strictSame(body, {
    cursor: 0,
    access: body.access,
    agent: { ...kim, departments },
    channels: [
      {
        id: "MOBILEAPP1",
        name: "MOBILEAPP1",
        kind: "api",
        status: 1,
        enabled: true,
        test: false,
        hasBot: true,
        bot: { name: "Acme Bots", photo },
        callback: false,
        agentIds: [1, 2],
        limits: { uploadBytesMax: 1_000 },
      },
    ],
    agents: [
      { id: 1, name: "Kim", photo: null, available: false, departments: [] },
      { id: 2, name: "Lee", photo: null, available: true, departments: [7] },
    ],
    departments: [{ id: 7, name: "Sales" }],
    telephony: true,
    publicUrl: "https://chat.example.com",
    waiting: { calmMs: 5 * 60_000, urgentMs: 15 * 60_000 },
  });
  t.notMatch(JSON.stringify(body), /s3cr3t|t0k3n/);
  const { channels } = await read(service, "max");
  t.match(channels, [{ id: "OTHERAPP01", callback: true, bot: { name: "Maxine", photo: null } }]);
});

t.test("without a call gateway no client can ask for a call", async (t) => {
  const telephony = { isConfigured: false, startCall: async () => "none", close: async () => undefined };
  const service = await startService(t, { telephony, channels: { MOBILEAPP1: { kind: "widget", widget } } });
  t.match(await read(service, "kim"), { telephony: false, channels: [{ callback: false, hasBot: false, bot: null }] });
});

t.test("desks are notified when a colleague becomes available or unavailable, other clients are not", async (t) => {
  const service = await startService(t);
  const desks = await watch(service, ["kim", "max", "ada"]);
  const lee = await service.enter("lee");
  t.strictSame(await desks.news(), [1, 0, 1]);
  await service.pass(1_000);
  t.match((await read(service, "kim")).agents, [{ id: 1 }, { id: 2, available: true }]);
  lee.vanish();
  await service.pass(1_000);
  t.strictSame(await desks.news(), [1, 0, 1]);
});

t.test("desks are notified of channels that are renamed, created, removed or disabled", async (t) => {
  const service = await startService(t);
  const desks = await watch(service, ["kim", "max", "ada"]);
  const { runtime } = service.app;
  const told = async (change: () => Promise<void>): Promise<readonly number[]> => {
    await change();
    const news = await desks.news();
    await service.pass(1_000);
    await desks.news();
    await service.pass(1_000);
    return news;
  };
  t.strictSame(await told(() => configure(service, { name: "Renamed" })), [1, 0, 1]);
  t.strictSame(await told(() => configure(service, { chunked: true })), [0, 0, 0], "desks do not show this setting");
  t.strictSame(await told(() => configure(service, { enabled: false })), [1, 0, 1]);
  const second = channelNamed(service, "SECONDAPP1", ["max"]);
  t.strictSame(await told(() => configureChannel(runtime, second)), [0, 1, 1]);
  const other = { ...second, agentIds: [agents.kim.id] };
  t.strictSame(await told(() => configureChannel(runtime, other)), [1, 1, 1], "also a desk that lost the channel");
  t.strictSame(await told(() => removeChannel(runtime, asChannelId("SECONDAPP1"))), [1, 0, 1]);
  t.strictSame(await told(() => configure(service, { bot })), [1, 0, 1]);
});

t.test("desks are notified of agents, departments and providers", async (t) => {
  const service = await startService(t, { config: { providers: [{ id: "acme-bots", name: "Acme Bots" }] } });
  const desks = await watch(service, ["kim", "max", "ada"]);
  const token = await service.logIn("ada");
  const told = async (method: string, path: string, body?: object): Promise<readonly number[]> => {
    const answer = await service.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    t.ok(answer.status < 300, `${method} ${path} ${answer.status}`);
    const news = await desks.news();
    await service.pass(1_000);
    return news;
  };
  t.strictSame(await told("POST", "/api/departments", { id: 7, name: "Sales" }), [1, 1, 1]);
  t.strictSame(await told("PATCH", "/api/departments/7", { name: "Sales team" }), [1, 1, 1]);
  t.strictSame(await told("PATCH", "/api/agents/2", { departments: [7] }), [1, 0, 1]);
  t.match((await read(service, "kim")).departments, [{ id: 7, name: "Sales team" }]);
  t.strictSame(await told("PATCH", "/api/agents/2", { departments: [] }), [1, 0, 1]);
  t.strictSame(await told("DELETE", "/api/departments/7"), [1, 1, 1]);
  t.strictSame(await told("PATCH", "/api/providers/acme-bots", { name: "Acme" }), [1, 1, 1]);
  const eve = { name: "Eve", email: "eve@example.com", password: "correct horse battery" };
  t.strictSame(await told("POST", "/api/agents", eve), [0, 0, 1], "not in a channel yet");
});

t.test("a desk is notified at once, then at most once a second, and never after it has disconnected", async (t) => {
  const service = await startService(t);
  const desks = await watch(service, ["kim"]);
  for (const name of ["One", "Two", "Three"]) await configure(service, { name });
  t.strictSame(await desks.news(), [1]);
  await service.pass(500);
  await configure(service, { name: "Four" });
  t.strictSame(await desks.news(), [0], "the notification waits");
  await service.pass(500);
  t.strictSame(await desks.news(), [1], "one notification for all changes");
  await service.pass(2_000);
  t.strictSame(await desks.news(), [0], "there was nothing else");
  t.equal(settingsOf(service).name, "Four");
});

t.test("a change before a desk has its response is sent after the response", async (t) => {
  const memory = createMemoryStore();
  let gate: Promise<void> | null = null;
  let isAtGate: () => void = () => undefined;
  const scan: Store["scan"] = async (table, range) => {
    if (table === "feed" && gate !== null) {
      isAtGate();
      await gate;
    }
    return memory.scan(table, range);
  };
  const service = await startService(t, { store: { ...memory, scan } });
  await service.say("7", "Hello");
  await service.say("7", "Are you there?");
  const desk = await openDesk(t, service.url);
  let open: () => void = () => undefined;
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    isAtGate = resolve;
  });
  desk.send({ type: "hello", token: await service.logIn("kim"), available: true, since: 1 });
  await reached;
  await configure(service, { name: "Renamed" });
  t.strictSame(desk.frames, [], "the desk has no response yet");
  open();
  await desk.until(({ type }) => type === "surroundings");
  const types = desk.frames.map(({ type }) => type);
  t.equal(types[0], "ready");
  t.equal(types.at(-1), "surroundings");
  t.ok(types.includes("message"));
});
