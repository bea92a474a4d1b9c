import t from "tap";
import type { Service } from "../harness/service.ts";
import { bot, webhooks } from "../harness/service-config.ts";
import { startTwoServices } from "../harness/two-services.ts";

interface Change {
  readonly method: "PATCH" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: object;
}
/** A setting that a task changes: what a node that heard of nothing changes after another node. */
interface Setting {
  readonly name: string;
  readonly before?: Change;
  readonly first: Change;
  readonly second: Change;
  readonly status?: number;
  /** What both nodes show in the end. */
  readonly shown: string;
}

const allow = (allowed: boolean): Change => ({ method: "PATCH", path: "/api/local-addresses", body: { allowed } });
const rename = (path: string, name: string): Change => ({ method: "PATCH", path, body: { name } });
const remove = (path: string): Change => ({ method: "DELETE", path });
const create = (path: string, body: object): Change => ({ method: "POST", path, body });
const nora = { name: "Nora", email: "nora@example.com", password: "a good password" };
const channel = { kind: "widget", name: "New", agents: [1] };
const publicUrl = "https://chat.example.com";

const settings: readonly Setting[] = [
  { name: "local addresses", first: allow(true), second: allow(false), shown: "/api/local-addresses" },
  {
    name: "local addresses, refused first",
    before: allow(true),
    first: allow(false),
    second: allow(true),
    shown: "/api/local-addresses",
  },
  {
    name: "a channel's name",
    first: rename("/api/channels/OTHERAPP01", "Other"),
    second: rename("/api/channels/OTHERAPP01", "OTHERAPP01"),
    shown: "/api/channels/OTHERAPP01",
  },
  {
    name: "a channel's random",
    first: create("/api/channels/MOBILEAPP1/random", {}),
    second: create("/api/channels/MOBILEAPP1/random", {}),
    shown: "/api/channels/MOBILEAPP1",
  },
  {
    name: "a channel's signing secret",
    first: create("/api/channels/MOBILEAPP1/webhooks/secret", {}),
    second: create("/api/channels/MOBILEAPP1/webhooks/secret", {}),
    shown: "/api/channels/MOBILEAPP1",
  },
  {
    name: "a removed channel",
    first: remove("/api/channels/OTHERAPP01"),
    second: rename("/api/channels/OTHERAPP01", "Other"),
    status: 404,
    shown: "/api/channels",
  },
  {
    name: "a department",
    first: create("/api/departments", { id: 3, name: "Sales" }),
    second: remove("/api/departments/3"),
    shown: "/api/departments",
  },
  {
    name: "a removed department",
    before: create("/api/departments", { id: 3, name: "Sales" }),
    first: remove("/api/departments/3"),
    second: create("/api/departments", { id: 3, name: "Sales" }),
    status: 201,
    shown: "/api/departments",
  },
  {
    name: "a provider",
    first: create("/api/providers", { id: "new-bots", name: "New" }),
    second: remove("/api/providers/new-bots"),
    shown: "/api/providers",
  },
  {
    name: "a provider's name",
    first: rename("/api/providers/acme-bots", "Acme 2"),
    second: rename("/api/providers/acme-bots", "Acme"),
    shown: "/api/providers",
  },
  {
    name: "an agent's name",
    first: rename("/api/agents/2", "Lena"),
    second: rename("/api/agents/2", "Lee"),
    shown: "/api/agents/2",
  },
  {
    name: "an agent who is new",
    first: create("/api/agents", nora),
    second: create("/api/agents", nora),
    status: 409,
    shown: "/api/agents",
  },
  {
    name: "a removed agent",
    first: remove("/api/agents/3"),
    second: rename("/api/agents/3", "Mia"),
    status: 404,
    shown: "/api/agents",
  },
  {
    name: "a new channel",
    first: create("/api/channels", channel),
    second: create("/api/channels", channel),
    status: 201,
    shown: "/api/channels",
  },
];

for (const { name, before, first, second, status = 200, shown } of settings) {
  t.test(`a node that heard of no news decides on what is stored: ${name}`, async (t) => {
    const { nodes, peers, clock, settle } = await startTwoServices(t, {
      channels: { MOBILEAPP1: { bot, webhooks } },
      config: { publicUrl },
    });
    const [one, two] = nodes;
    const ask = async (node: Service, { method, path, body }: Change) =>
      node.call(method, path, { token: await node.logIn("ada"), ...(body === undefined ? {} : { body }) });
    const show = async (node: Service) => (await node.call("GET", shown, { token: await node.logIn("ada") })).body;
    await Promise.all(nodes.map((node) => node.logIn("ada")));
    await settle();
    if (before !== undefined) await ask(one, before);
    await settle();
    peers[1].cut();
    const done = await ask(one, first);
    t.ok(done.status < 300, JSON.stringify(done.body));
    const stale = await ask(two, second);
    t.equal(stale.status, status, JSON.stringify(stale.body));
    const result = await show(two);
    clock.advance(1_000);
    await settle();
    t.strictSame(await show(one), result, "both nodes show the result of the last change");
    t.strictSame(await show(two), result);
  });
}
