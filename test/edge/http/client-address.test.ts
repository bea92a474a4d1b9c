import t from "tap";
import { createClientAddress } from "../../../src/edge/http/client-address.ts";
import { startEdge } from "../edge-world.ts";
import { openWire } from "../wire.ts";

const proxies = ["10.0.0.0/8", "127.0.0.0/8", "fd00::/8"];

/** The expected address for a peer and the lines of the header. */
const cases: readonly (readonly [what: string, peer: string, lines: readonly string[], address: string])[] = [
  ["nobody speaks for the peer", "10.0.0.1", [], "10.0.0.1"],
  ["a peer that is no proxy of ours speaks for itself", "192.0.2.9", ["203.0.113.5"], "192.0.2.9"],
  ["a proxy speaks for its client", "10.0.0.1", ["203.0.113.5"], "203.0.113.5"],
  ["what the client itself wrote is not believed", "10.0.0.1", ["1.2.3.4, 203.0.113.5"], "203.0.113.5"],
  ["nor in a line of its own", "10.0.0.1", ["1.2.3.4", "203.0.113.5"], "203.0.113.5"],
  ["proxies behind each other", "10.0.0.1", ["203.0.113.5, 10.9.9.9,fd00::7"], "203.0.113.5"],
  ["nobody but proxies: the farthest", "10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"],
  ["nonsense of the client beyond its address", "10.0.0.1", ["<script>, 203.0.113.5"], "203.0.113.5"],
  ["nonsense where the address is to be", "10.0.0.1", ["203.0.113.5, unknown"], "10.0.0.1"],
  ["a number is no address", "10.0.0.1", ["3405803781"], "10.0.0.1"],
  ["octal digits are none", "10.0.0.1", ["0313.0.0161.5"], "10.0.0.1"],
  ["empty entries", "10.0.0.1", [" , 203.0.113.5 ,, "], "203.0.113.5"],
  ["an empty header", "10.0.0.1", [""], "10.0.0.1"],
  ["a port", "10.0.0.1", ["203.0.113.5:4711"], "203.0.113.5"],
  ["a port that is none", "10.0.0.1", ["203.0.113.5:x"], "10.0.0.1"],
  ["IPv6", "10.0.0.1", ["2001:DB8:0:0::1"], "2001:db8::1"],
  ["IPv6 in brackets", "10.0.0.1", ["[2001:db8::1]"], "2001:db8::1"],
  ["IPv6 in brackets with a port", "10.0.0.1", ["[2001:db8::1]:443"], "2001:db8::1"],
  ["IPv4 in brackets is malformed", "10.0.0.1", ["[203.0.113.5]"], "10.0.0.1"],
  ["a bracket too few", "10.0.0.1", ["[2001:db8::1"], "10.0.0.1"],
  ["a zone", "10.0.0.1", ["fe80::1%eth0"], "10.0.0.1"],
  ["IPv4 written as IPv6", "10.0.0.1", ["::ffff:203.0.113.5"], "203.0.113.5"],
  ["a peer that came as IPv4 in IPv6", "0000:0000:0000:0000:0000:ffff:0a00:0001", ["203.0.113.5"], "203.0.113.5"],
  ["a trusted peer of IPv6", "fd00:0000:0000:0000:0000:0000:0000:0001", ["203.0.113.5"], "203.0.113.5"],
  ["a peer of IPv6 in its shortest form", "2001:0db8:0000:0000:0000:0000:0000:0001", ["1.1.1.1"], "2001:db8::1"],
  ["a peer whose address is not known", "", ["203.0.113.5"], ""],
];

t.test("[WH-09] the client's address is the one that the nearest trusted proxy names", async (t) => {
  const clientAddress = createClientAddress(proxies);
  for (const [what, peer, lines, address] of cases)
    t.equal(
      clientAddress(peer, () => lines),
      address,
      what,
    );
  const alone = createClientAddress([]);
  t.equal(
    alone("127.0.0.1", () => t.fail("the header was read") as never),
    "127.0.0.1",
    "no proxy is trusted unless it is configured",
  );
});

t.test("an exchange finds the client's address from all lines of the header", async (t) => {
  for (const [trustedProxies, address] of [
    [["127.0.0.0/8"], "203.0.113.5"],
    [[], "127.0.0.1"],
  ] as const) {
    const world = await startEdge(
      t,
      (server) =>
        server.route({
          pattern: "/who",
          methods: { get: (exchange) => exchange.answer(200, { body: exchange.remoteAddress() }) },
        }),
      { trustedProxies },
    );
    world.server.startServing();
    const wire = await openWire(world.port);
    wire.send("GET /who HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 203.0.113.5\r\n\r\n");
    t.equal((await wire.answer()).body, address);
    wire.abort();
  }
});
