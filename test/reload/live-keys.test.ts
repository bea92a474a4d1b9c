import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import { jsonSchema } from "../../src/config/config-schema.ts";
import { reloadKindOf } from "../../src/config/reload/reload-keys.ts";
import { ipv4Bits, writeMmdb } from "../geo/mmdb-file.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import type { Deployed } from "./deployed.ts";
import { ada, channel, deploy, kim } from "./deployed.ts";

/** The values of one key in the file, and the effects in the service before and after a reload. */
interface Row {
  readonly key: string;
  readonly file: object;
  /** The changed keys in the answer, if they differ from the key above. */
  readonly changed?: readonly string[];
  readonly shown: readonly [unknown, unknown];
  readonly show: (service: Deployed, t: Test) => unknown;
}

const password = "a new password of Kim";
const widget = { id: "WEBSITE001", kind: "widget", name: "Web site", agents: [kim.id] };
const base = { agents: [ada, kim], channels: [channel, widget] };
const channelPath = `/api/channels/${channel.id}`;
const sampleToken = "s".repeat(32);

const fieldAt =
  (path: string, ...names: readonly string[]) =>
  async ({ ask }: Deployed): Promise<unknown> => {
    let value: unknown = JSON.parse((await ask("GET", path)).body);
    for (const name of names) value = Object(value)[name];
    return value;
  };
/** Reads the name of an entry, and whether the config file declares it. */
const listed =
  (list: string, id: string | number) =>
  async ({ ask }: Deployed): Promise<string> => {
    const all: readonly Record<string, unknown>[] = JSON.parse((await ask("GET", `/api/${list}`)).body)[list];
    const found = all.find((entry) => entry["id"] === id);
    return found === undefined ? "none" : `${found["name"]}, declared: ${found["declared"]}`;
  };
const statusOf =
  (method: string, path: string, body: object) =>
  async ({ ask }: Deployed): Promise<number> =>
    (await ask(method, path, { body })).status;
const logIn = async ({ ask }: Deployed, secret: string): Promise<number> =>
  (
    await ask("POST", "/api/session", {
      agentId: null,
      body: { email: kim.email, password: secret },
      headers: { "x-forwarded-for": "192.0.2.7" },
    })
  ).status;

const apiKey = `pk_${"k".repeat(32)}`;
const rows: readonly Row[] = [
  {
    ...{ key: "departments", file: { departments: [{ id: 7, name: "Sales" }] }, changed: ["departments.7"] },
    ...{ shown: ["none", "Sales, declared: true"], show: listed("departments", 7) },
  },
  {
    ...{ key: "providers", file: { providers: [{ id: "acme", name: "Acme" }] }, changed: ["providers.acme"] },
    ...{ shown: ["none", "Acme, declared: true"], show: listed("providers", "acme") },
  },
  {
    key: "apiKeys",
    file: { apiKeys: [{ name: "import", key: apiKey, agent: kim.id, scopes: ["chats:read"] }] },
    shown: [401, 200],
    show: async ({ ask }) =>
      (await ask("GET", "/api/chats", { agentId: null, headers: { authorization: `Bearer ${apiKey}` } })).status,
  },
  {
    key: "webhooks",
    file: { webhooks: { endpoints: [{ name: "bi", url: "https://bi.example.com/in" }] } },
    shown: [undefined, "bi"],
    show: fieldAt("/api/webhook-endpoints", "endpoints", "0", "name"),
  },
  {
    key: "channels",
    file: { channels: [{ ...channel, name: "Renamed" }, widget] },
    changed: [`channels.${channel.id}.name`],
    shown: ["Mobile app, declared: true", "Renamed, declared: true"],
    show: listed("channels", channel.id),
  },
  {
    ...{ key: "agents", file: { agents: [ada, { ...kim, password }] }, changed: ["agents.2.password"] },
    ...{ shown: [401, 200], show: (service) => logIn(service, password) },
  },
  {
    ...{ key: "publicUrl", file: { publicUrl: "https://chat.example.com" }, shown: [false, true] },
    show: async (service) =>
      String(await fieldAt(channelPath, "channel", "endpointUrl")(service)).startsWith("https://chat.example.com/"),
  },
  {
    key: "telephony",
    file: { telephony: { gatewayUrl: "http://127.0.0.1:9/", token: "its-token" } },
    shown: ["false 401", "true 400"],
    show: async (service) =>
      `${await fieldAt("/api/session", "telephony")(service)} ${await statusOf("POST", "/calls/its-token", {})(service)}`,
  },
  {
    ...{ key: "smtp", file: { smtp: { url: "smtp://127.0.0.1:9", from: "parley@example.com" } } },
    ...{ shown: [false, true], show: fieldAt("/api/offline-messages", "canAnswer") },
  },
  {
    ...{ key: "outbound", file: { outbound: { allow: ["10.0.0.0/8"] } }, changed: ["outbound.allow"] },
    ...{ shown: [400, 200], show: statusOf("PATCH", channelPath, { webhookUrl: "https://10.1.2.3/hook" }) },
  },
  {
    ...{ key: "outbound", file: { outbound: { allowHttp: true } }, changed: ["outbound.allowHttp"] },
    ...{ shown: [400, 200], show: statusOf("PATCH", channelPath, { webhookUrl: "http://93.184.216.34/hook" }) },
  },
  {
    ...{ key: "outbound", file: { outbound: { localAddresses: "forbidden" } }, changed: ["outbound.localAddresses"] },
    ...{ shown: [false, true], show: fieldAt("/api/local-addresses", "forbidden") },
  },
  {
    ...{ key: "remotePictures", file: { remotePictures: "off" }, shown: ["proxied", "off"] },
    show: async ({ ask }) => /name="remote-pictures" content="(\w+)"/.exec((await ask("GET", "/desk/")).body)?.[1],
  },
  {
    ...{ key: "linkPreviews", file: { linkPreviews: "on" }, shown: ["off", "on"] },
    show: async ({ ask }) => /name="link-previews" content="(\w+)"/.exec((await ask("GET", "/desk/")).body)?.[1],
  },
  {
    ...{ key: "sampleCustomer", file: { sampleCustomer: false }, shown: [200, 404] },
    show: async ({ ask }) => {
      await ask("PATCH", channelPath, { body: { webhookUrl: `https://sample-customer.invalid/${sampleToken}` } });
      return (await ask("GET", `/sample/${channel.id}/${sampleToken}`)).status;
    },
  },
  {
    key: "trustedProxies",
    file: { agents: [ada, { ...kim, password }], trustedProxies: ["127.0.0.0/8"] },
    changed: ["agents.2.password", "trustedProxies"],
    shown: [false, true],
    async show(service) {
      await logIn(service, password);
      return (await service.ask("GET", "/api/sessions", { agentId: kim.id })).body.includes("192.0.2.7");
    },
  },
  {
    ...{ key: "geoDatabase", file: { geoDatabase: "geo.mmdb" }, shown: [false, true] },
    async show(service, t) {
      const { page } = await enterVisitor(t, service, { widget: widget.id });
      await page.ask({ type: "message", text: "Hello" });
      const actors = await service.app.store.scan("actor", { limit: 1_000 });
      const clients = await service.app.store.scan("client", { limit: 1_000 });
      return JSON.stringify([actors, clients]).includes("Loopland");
    },
  },
  {
    ...{ key: "logLevel", file: { logLevel: "warn" }, shown: [false, true] },
    show: ({ levels }) => levels.at(-1) === "warn",
  },
];

/** The paths of all keys in the schema. Keys inside a list have the path of the list. */
function keysOf(schema: unknown, path = ""): readonly string[] {
  const { properties } = Object(schema);
  if (properties === undefined || path.includes(".")) return [path];
  return Object.entries(properties).flatMap(([key, property]) =>
    keysOf(property, path === "" ? key : `${path}.${key}`),
  );
}
const keys = keysOf(jsonSchema()).filter((key) => key !== "$schema");

t.test("every key of the config file is classified as live or restart", async (t) => {
  t.strictSame(
    keys.filter((key) => reloadKindOf(key) === null),
    [],
    "these keys are in the schema but not in src/config/reload/reload-keys.ts: add them as live (a reload applies them) or restart",
  );
  t.ok(keys.length > 45, `${keys.length} keys`);
});

t.test("every live key outside of limits has a row here, or a test in this folder", async (t) => {
  const elsewhere = /^(limits|tls)\./;
  const live = keys.filter((key) => reloadKindOf(key) === "live" && !elsewhere.test(key));
  const shown = new Set(rows.map(({ key }) => key));
  t.strictSame(
    live.filter((key) => !shown.has(key) && !shown.has(key.split(".")[0] ?? "")),
    [],
    "a live key needs a row here that observes the effect of a reload; limits are in live-limits.test.ts, tls in tls.test.ts",
  );
});

t.test("each live key changes with a reload, and the answer names the key", async (t) => {
  const service = await deploy(t, base);
  const loopland = { country: { iso_code: "LO", names: { en: "Loopland" } } };
  writeFileSync(join(service.folder, "geo.mmdb"), writeMmdb([{ bits: ipv4Bits("127.0.0.0", 8), data: loopland }]));
  for (const { key, file, changed = [key], shown, show } of rows) {
    t.strictSame(await show(service, t), shown[0], `${changed} before`);
    service.write({ ...base, ...file });
    const { status, body } = await service.reload();
    t.strictSame([status, JSON.parse(body)], [200, { changed, needsRestart: [] }]);
    t.strictSame(await show(service, t), shown[1], `${changed} after`);
    service.write(base);
    t.equal((await service.reload()).status, 200);
  }
});
