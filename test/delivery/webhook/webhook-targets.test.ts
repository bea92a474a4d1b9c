import { once } from "node:events";
import { createServer } from "node:net";
import type { Test } from "tap";
import t from "tap";
import type { OutboundPolicy, Resolver } from "../../../src/delivery/address/address-guard.ts";
import { createAddressGuard } from "../../../src/delivery/address/address-guard.ts";
import { asAgent } from "../../admin/administrator.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { startService } from "../../harness/service.ts";
import { webhooks } from "../../harness/service-config.ts";
import { hostileHosts } from "../address/hostile-hosts.ts";
import { openOutbound } from "../attempts.ts";
import { openPeer, reply, replyOk } from "../peer.ts";
import { seenBy, toReport } from "./webhooks.ts";

const strict: OutboundPolicy = { allow: [], allowHttp: false };
const permitted = "; such targets are allowed by the setting outbound.allow.";

/** Resolves each name to its addresses in turn, and then always to the last of them. */
function inTurns(
  names: Readonly<Record<string, readonly (readonly string[])[]>>,
): Resolver & { readonly asked: string[] } {
  const asked: string[] = [];
  const resolver: Resolver = (hostname, done) => {
    const turns = names[hostname];
    const addresses = turns?.[Math.min(asked.filter((one) => one === hostname).length, turns.length - 1)];
    asked.push(hostname);
    if (addresses === undefined) return done(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), []);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
  return Object.assign(resolver, { asked });
}

const open = (test: Test, policy: OutboundPolicy, resolver: Resolver) => {
  const guard = createAddressGuard(policy, resolver);
  return { guard, outbound: openOutbound(test, { policy, guard, clock: createManualClock() }) };
};

t.test("[AUTH-05] webhooks may use plain http, regardless of the configuration for other targets", async (t) => {
  const peer = await openPeer(t, replyOk);
  const policy = { allow: ["127.0.0.0/8"], allowHttp: false };
  const { guard, outbound } = open(t, policy, inTurns({}));
  const url = `http://${peer.host}/hook`;
  t.match(guard.checkTarget(url), { message: /must be an https URL/ }, "targets of surfaces A and B may not");
  t.equal(guard.checkTarget(url, { allowHttp: true }), null);
  t.equal(await guard.checkTargetResolved(url, { allowHttp: true }), null);
  t.match(await outbound.report(toReport(url)), { httpStatus: 200, failure: null });
  for (const bad of ["ftp://crm.example.com", "/hook", "javascript:alert(1)", "http://", "http://[::1", "http:\\"]) {
    t.match(guard.checkTarget(bad, { allowHttp: true }), {
      message: "The target must be an absolute http or https URL.",
    });
    t.match(await outbound.report(toReport(bad)), { failure: { kind: "refused_target" } });
  }
});

t.test(`${hostileHosts.length} hosts that are not public are refused on saving and get no connection`, async (t) => {
  // This server sees every connection to any address of this machine at this port, over IPv4 or IPv6.
  const server = createServer();
  let connections = 0;
  server.on("connection", (socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0);
  await once(server, "listening");
  t.teardown(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const { guard, outbound } = open(t, { ...strict, allowHttp: true }, inTurns({}));
  for (const [host, word] of hostileHosts) {
    for (const url of [
      `http://${host}:${port}/hook`,
      `https://crm.example.com@${host}:${port}/hook`,
      `http://1.1.1.1%2f@${host}:${port}`,
    ]) {
      t.match(
        await guard.checkTargetResolved(url, { allowHttp: true }),
        { message: new RegExp(`${word}.*outbound\\.allow\\.$`) },
        url,
      );
      t.match(await outbound.report(toReport(url)), {
        httpStatus: null,
        isFinal: false,
        failure: { kind: "refused_target", message: new RegExp(`${word}.*outbound\\.allow\\.$`) },
      });
    }
  }
  t.equal(connections, 0);
});

t.test("names that resolve to internal addresses, now or later, get no connection", async (t) => {
  const peer = await openPeer(t, replyOk);
  const open4 = "93.184.216.34";
  const names = {
    "inside.example.com": [["10.1.2.3"]],
    "127.0.0.1.nip.example": [["127.0.0.1"]],
    "127.0.0.1..": [["127.0.0.1"]],
    "ip6-localhost": [["::1"]],
    "metadata.google.internal": [["169.254.169.254"]],
    "six.example.com": [["::ffff:169.254.169.254"]],
    "nat64.example.com": [["64:ff9b::7f00:1"]],
    "mixed.example.com": [[open4, "127.0.0.1"]],
    "xim.example.com": [["127.0.0.1", open4]],
    "lаter.example.com": [[open4], ["127.0.0.1"]],
    "rebinding.example.com": [[open4], ["127.0.0.1"], [open4], ["127.0.0.1"]],
  };
  const ascii = Object.fromEntries(
    Object.entries(names).map(([name, turns]) => [new URL(`http://${name}/`).hostname, turns]),
  );
  const resolver = inTurns(ascii);
  const { guard, outbound } = open(t, { ...strict, allowHttp: true }, resolver);
  for (const [name, turns] of Object.entries(ascii)) {
    const url = `http://${name}:${peer.port}/hook`;
    const saved = await guard.checkTargetResolved(url, { allowHttp: true });
    const isPublicNow = turns[0]?.every((one) => one === open4) === true;
    if (isPublicNow) t.equal(saved, null, "it may be saved");
    else t.match(saved?.message, new RegExp(`^The target ${name.replaceAll(".", "\\.")} \\(.*${permitted}$`));
    t.match(await outbound.report(toReport(url)), {
      failure: {
        kind: "refused_target",
        message: new RegExp(`^The target ${name.replaceAll(".", "\\.")} \\(.* is an? .*${permitted}$`),
      },
    });
  }
  t.equal(peer.connections.total, 0);
});

t.test("the connection goes to the checked address, which is looked up once for each connection", async (t) => {
  const peer = await openPeer(t, replyOk);
  const resolver = inTurns({ "crm.example.com": [["127.0.0.1"], ["10.0.0.1"]] });
  const { outbound } = open(t, { allow: ["127.0.0.1"], allowHttp: false }, resolver);
  const url = `http://crm.example.com:${peer.port}/hook`;
  t.match(await outbound.report(toReport(url)), { failure: null });
  t.equal(seenBy(peer)[0]?.headers["host"], `crm.example.com:${peer.port}`);
  t.strictSame(resolver.asked, ["crm.example.com"]);
});

t.test("a redirect from a permitted target to an internal one is not followed", async (t) => {
  const inside = await openPeer(t, replyOk);
  const locations = [
    `http://${inside.host}/`,
    `//${inside.host}/`,
    `http://localhost:${inside.port}/`,
    `https://[::1]:${inside.port}/`,
  ];
  for (const status of ["301 Moved", "302 Found", "303 Other", "307 Again", "308 For ever"]) {
    for (const location of locations) {
      const outside = await openPeer(t, reply(status, "", `Location: ${location}\r\nRefresh: 0; url=${location}\r\n`));
      const { outbound } = open(t, { allow: ["127.0.0.1"], allowHttp: false }, inTurns({}));
      t.match(await outbound.report(toReport(`http://${outside.host}/hook`)), { failure: { kind: "http_status" } });
    }
  }
  t.equal(inside.connections.total, 0);
});

t.test(
  "an entry of the allow list permits a target on saving and at the connection, but not its neighbour",
  async (t) => {
    const peer = await openPeer(t, replyOk);
    const names = inTurns({ "crm.example.com": [["127.0.0.1"]], "other.example.com": [["127.0.0.2"]] });
    const { guard, outbound } = open(t, { allow: ["127.0.0.1/32"], allowHttp: false }, names);
    for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "localhost", "crm.example.com"]) {
      const url = `http://${host}:${peer.port}/hook`;
      t.equal(await guard.checkTargetResolved(url, { allowHttp: true }), null, host);
      if (host === "localhost" || host.startsWith("[")) continue;
      t.match(await outbound.report(toReport(url)), { failure: null }, host);
    }
    const before = peer.connections.total;
    for (const host of ["127.0.0.2", "127.0.0.0", "[::1]", "other.example.com", "10.0.0.1"]) {
      const url = `http://${host}:${peer.port}/hook`;
      t.ok(await guard.checkTargetResolved(url, { allowHttp: true }), host);
      t.match(await outbound.report(toReport(url)), { failure: { kind: "refused_target" } }, host);
    }
    t.equal(peer.connections.total, before);
  },
);

t.test("such a webhook URL of an administrator is refused and not stored", async (t) => {
  const hosts = { "crm.example.com": "93.184.216.34", "inside.example.com": "10.1.2.3" };
  const service = await startService(t, { hosts, channels: { MOBILEAPP1: { webhooks } } });
  const ask = await asAgent(t, service);
  const kept = async () => (await ask("GET", "/api/channels/MOBILEAPP1")).body.channel;
  const before = await kept();
  const bad = [
    ...hostileHosts.map(([host]) => `http://${host}/hook`),
    "https://inside.example.com/hook",
    "http://1.1.1.1@169.254.169.254/",
  ];
  for (const url of bad) {
    const answer = await ask("PATCH", "/api/channels/MOBILEAPP1", { webhooks: { url } });
    t.match(
      answer,
      { status: 400, body: { error: { code: "invalid_request", message: /^Field webhooks\.url must be / } } },
      url,
    );
  }
  for (const url of ["", "crm.example.com", "ftp://crm.example.com/", 7]) {
    const answer = await ask("PATCH", "/api/channels/MOBILEAPP1", { webhooks: { url } });
    t.match(
      answer,
      { status: 400, body: { error: { code: "invalid_request", message: /webhooks\.url/ } } },
      String(url),
    );
  }
  const made = {
    name: "Shop",
    webhookUrl: "https://crm.example.com/",
    agents: [1],
    webhooks: { url: "http://127.1/" },
  };
  t.match(await ask("POST", "/api/channels", made), { status: 400, body: { error: { message: /webhooks\.url/ } } });
  t.strictSame(await kept(), before);
  const url = "http://crm.example.com/hook";
  t.equal((await ask("PATCH", "/api/channels/MOBILEAPP1", { webhooks: { url } })).status, 200, "plain http is allowed");
  t.match(await kept(), { webhooks: { url } });
});
