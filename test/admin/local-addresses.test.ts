import t from "tap";
import { ownNetworkHint } from "../../src/core/addresses/own-network.ts";
import { startService } from "../harness/service.ts";
import { openTestStore } from "../harness/test-store.ts";
import { asAgent } from "./administrator.ts";

const path = "/api/local-addresses";
const hosts = {
  "box.example.com": "192.168.1.7",
  "shop.example.com": "93.184.216.34",
  "meta.example.com": "169.254.169.254",
};

t.test("an administrator allows addresses of the local network, from the next save on", async (t) => {
  const store = { ...(await openTestStore(t)), close: async () => undefined };
  const service = await startService(t, { store, hosts });
  const ask = await asAgent(t, service);
  const save = async (body: object): Promise<string> => {
    const answer = await ask("PATCH", "/api/channels/MOBILEAPP1", body);
    return answer.status === 200 ? "saved" : answer.body.error.message;
  };
  const own = [
    "http://127.0.0.1:9090/chat",
    "https://localhost/",
    "http://10.1.2.3/",
    "http://[fd12::1]/",
    "http://box.example.com/",
  ];
  const others = [
    "http://shop.example.com/",
    "http://93.184.216.34/",
    "https://169.254.169.254/",
    "http://[fe80::1]/",
    "https://meta.example.com/",
  ];
  for (const webhookUrl of own) t.ok((await save({ webhookUrl })).endsWith(ownNetworkHint), webhookUrl);
  t.ok((await save({ webhooks: { url: "http://127.0.0.1/" } })).endsWith(ownNetworkHint));
  for (const webhookUrl of others) t.notMatch(await save({ webhookUrl }), ownNetworkHint, webhookUrl);
  t.match((await ask("GET", path)).body, { allowed: false, forbidden: false, changes: [] });

  const at = service.clock.nowMs();
  t.match((await ask("PATCH", path, { allowed: true })).body, {
    allowed: true,
    changes: [{ at, agentId: 4, allowed: true }],
  });
  t.ok(
    service.logLines.some(({ agentId, allowed }) => agentId === 4 && allowed === true),
    "the log names the administrator",
  );
  for (const webhookUrl of own) t.equal(await save({ webhookUrl }), "saved", webhookUrl);
  t.equal(await save({ webhooks: { url: "http://127.0.0.1/" } }), "saved");
  for (const webhookUrl of others)
    t.match(await save({ webhookUrl }), /^Field webhookUrl must be a permitted/, webhookUrl);
  await service.stop();

  const next = await startService(t, { store, hosts });
  const asked = await asAgent(t, next);
  t.match(
    (await asked("GET", path)).body,
    { allowed: true, changes: [{ allowed: true }] },
    "the setting is kept after a restart",
  );
  t.match((await asked("PATCH", path, { allowed: false })).body, {
    allowed: false,
    changes: [{ allowed: false }, {}],
  });
  t.equal((await asked("PATCH", "/api/channels/OTHERAPP01", { webhookUrl: own[0] })).status, 400);
  t.match((await asked("PATCH", path, { allowed: "yes" })).body.error.message, /^Field allowed must be true or false/);
  const kim = await next.logIn("kim");
  for (const method of ["GET", "PATCH"]) t.equal((await next.call(method, path, { token: kim })).status, 403);
});

t.test("the config file can forbid local addresses, regardless of what was allowed before", async (t) => {
  const store = { ...(await openTestStore(t)), close: async () => undefined };
  const service = await startService(t, { store });
  await (await asAgent(t, service))("PATCH", path, { allowed: true });
  await service.stop();
  const next = await startService(t, { store, config: { localAddresses: "forbidden" } });
  const ask = await asAgent(t, next);
  t.match((await ask("GET", path)).body, { allowed: false, forbidden: true });
  t.match((await ask("PATCH", path, { allowed: true })).body.error, { code: "conflict", message: /config file/ });
  const { body } = await ask("PATCH", "/api/channels/MOBILEAPP1", { webhookUrl: "https://127.0.0.1/" });
  t.match(body.error.message, /allowed by the setting outbound\.allow\.$/);
});
