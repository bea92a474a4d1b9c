import t from "tap";
import { ownNetworkHint } from "../../../src/core/addresses/own-network.ts";
import type { Resolver } from "../../../src/delivery/address/address-guard.ts";
import { createAddressGuard } from "../../../src/delivery/address/address-guard.ts";
import type { LocalAddresses } from "../../../src/ports/local-addresses.ts";
import { openOutbound, toAttempt } from "../attempts.ts";
import { openPeer, replyOk } from "../peer.ts";
import { hostileHosts } from "./hostile-hosts.ts";

const strict = { allow: [], allowHttp: false };
const addresses: Record<string, string> = { "box.example.com": "127.0.0.1", "shop.example.com": "93.184.216.34" };
const resolver: Resolver = (hostname, done) => done(null, [{ address: addresses[hostname] ?? "10.0.0.1", family: 4 }]);

/** Cloud metadata, deprecated site-local addresses, and forms of IPv6 that contain another address. */
const carriers = /^\[(fd20:ce:|fd00:ec2:|fec0:|64:ff9b:|2002:)/;

/** The administrator's setting, which the test changes. */
function createSwitch() {
  let state: ReturnType<LocalAddresses["state"]> = "refused";
  let count = 0;
  const local: LocalAddresses = { state: () => state, changes: () => count };
  const set = (next: typeof state): void => {
    state = next;
    count += 1;
  };
  return { guard: createAddressGuard(strict, resolver, local), set };
}

t.test("[AUTH-06] allowing the local network permits loopback and private addresses, and nothing else", async (t) => {
  const { guard, set } = createSwitch();
  set("allowed");
  for (const [host, word] of hostileHosts) {
    const isOwn = /^(loopback|private)$/.test(word) && !carriers.test(host);
    t.equal(guard.checkTarget(`http://${host}:8080/`) === null, isOwn, `${host}, ${word}`);
  }
  for (const host of ["[fd00:ec2::254]", "[fe80::1]", "169.254.169.254", "100.64.0.1", "0.0.0.0"])
    t.ok(guard.checkTarget(`https://${host}/`), host);
  t.match(guard.checkTarget("http://93.184.216.34/"), { message: /allowHttp/ }, "public addresses still need https");
  t.match(await guard.checkTargetResolved("http://shop.example.com/"), { message: /allowHttp/ });
  t.equal(await guard.checkTargetResolved("http://box.example.com/"), null);
});

t.test("a change of the setting applies to each new connection, without a restart", async (t) => {
  const peer = await openPeer(t, replyOk);
  const { guard, set } = createSwitch();
  const outbound = openOutbound(t, { policy: strict, guard });
  const literal = toAttempt(`http://127.0.0.1:${peer.port}/chat`);
  const named = toAttempt(`http://box.example.com:${peer.port}/chat`);
  const outcomes = async () =>
    Promise.all(
      [literal, named].map(async (attempt) => (await outbound.attempt(attempt)).failure?.kind ?? "delivered"),
    );
  t.same(await outcomes(), ["refused_target", "refused_target"]);
  t.match((await outbound.attempt(literal)).failure, { message: new RegExp(`${ownNetworkHint}$`) });
  set("allowed");
  t.same(await outcomes(), ["delivered", "delivered"]);
  set("refused");
  t.same(await outcomes(), ["refused_target", "refused_target"], "an open connection is not used again");
  set("allowed");
  addresses["box.example.com"] = "93.184.216.34";
  t.same(await outcomes(), ["delivered", "refused_target"], "a name that now resolves to a public address needs https");
  t.equal(peer.requests.length, 3);
});
