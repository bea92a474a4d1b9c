import type { LookupAddress } from "node:dns";
import t from "tap";
import type { OutboundPolicy, Resolver } from "../../../src/delivery/address/address-guard.ts";
import { createAddressGuard } from "../../../src/delivery/address/address-guard.ts";
import { hostileHosts } from "./hostile-hosts.ts";

const strict: OutboundPolicy = { allow: [], allowHttp: false };
const names: Readonly<Record<string, readonly string[]>> = {
  "shop.example.com": ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"],
  "inside.example.com": ["10.1.2.3"],
  "mixed.example.com": ["93.184.216.34", "127.0.0.1"],
  "six.example.com": ["::ffff:169.254.169.254"],
  "metadata.google.internal": ["169.254.169.254"],
  localhost: ["::1", "127.0.0.1"],
};
const resolver: Resolver = (hostname, done) => {
  const found = names[hostname];
  if (found === undefined) return done(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), []);
  done(
    null,
    found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
  );
};
const guardOf = (policy: Partial<OutboundPolicy> = {}) => createAddressGuard({ ...strict, ...policy }, resolver);

t.test("[AUTH-06] targets that are not public are refused on saving, in every spelling", async (t) => {
  const guard = guardOf({ allowHttp: true });
  for (const [host, word] of hostileHosts) {
    for (const scheme of ["https", "http"]) {
      const refused = guard.checkTarget(`${scheme}://kim:secret@${host}:8080/chat?key=secret`);
      t.equal(refused?.code, "invalid_request", host);
      t.match(
        refused?.message,
        new RegExp(`^The target .* is an? .*${word}.* allowed by the setting outbound.allow\\.$`),
      );
      t.notMatch(refused?.message, "secret");
    }
  }
});

t.test("public targets and names are not refused on saving", async (t) => {
  const hosts = ["93.184.216.34", "1.1.1.1", "172.32.0.1", "100.128.0.1", "169.253.255.255", "shop.example.com"];
  const six = ["[2606:2800:220:1::1]", "[::ffff:1.1.1.1]", "[64:ff9b::1.1.1.1]", "[2002:101:101::1]"];
  for (const host of [...hosts, ...six, "localhost.example.com"]) {
    t.equal(guardOf().checkTarget(`https://${host}/chat`), null, host);
  }
});

t.test("an address in the allow list is not refused, but its neighbours are", async (t) => {
  const guard = guardOf({ allow: ["127.0.0.0/8", "10.1.2.3", "fd00::/8", "::1/128"] });
  for (const host of ["127.0.0.1", "2130706433", "[::ffff:127.0.0.1]", "10.1.2.3", "[fd12::1]", "[::1]", "localhost"]) {
    t.equal(guard.checkTarget(`https://${host}/`), null, host);
  }
  for (const host of ["10.1.2.4", "[fc12::1]", "192.168.0.1", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]"]) {
    t.ok(guard.checkTarget(`https://${host}/`), host);
  }
  t.throws(() => guardOf({ allow: ["10.0.0.0/33"] }));
  t.throws(() => guardOf({ allow: ["everything"] }));
});

t.test("[AUTH-05] plain http is refused unless allowed by configuration", async (t) => {
  t.strictSame(guardOf().checkTarget("http://shop.example.com/chat"), {
    code: "invalid_request",
    message: "The target must be an https URL; plain http is allowed by the setting outbound.allowHttp.",
  });
  t.equal(guardOf({ allowHttp: true }).checkTarget("http://shop.example.com/chat"), null);
});

t.test("a target that is no absolute http(s) URL is refused", async (t) => {
  for (const url of [
    "",
    "shop.example.com",
    "/chat",
    "ftp://shop.example.com",
    "file:///etc/passwd",
    "https://",
    "ws://x",
  ]) {
    t.equal(guardOf({ allowHttp: true }).checkTarget(url)?.message, "The target must be an absolute https URL.", url);
  }
});

t.test("names are resolved on saving", async (t) => {
  const guard = guardOf();
  t.equal(await guard.checkTargetResolved("https://shop.example.com/chat"), null);
  t.equal(await guard.checkTargetResolved("https://1.1.1.1/chat"), null);
  t.equal(await guard.checkTargetResolved("https://not-yet.example.com/chat"), null, "a name that does not exist yet");
  const says = async (url: string) => (await guard.checkTargetResolved(url))?.message;
  const ending = "; such targets are allowed by the setting outbound.allow.";
  t.equal(
    await says("https://inside.example.com/"),
    `The target inside.example.com (10.1.2.3) is a private address${ending}`,
  );
  t.equal(
    await says("https://mixed.example.com/"),
    `The target mixed.example.com (127.0.0.1) is a loopback address${ending}`,
  );
  t.match(await says("https://six.example.com/"), "link-local");
  t.match(await says("https://metadata.google.internal/"), "link-local");
  t.match(await says("https://10.0.0.1/"), "private");
  t.match(await says("http://shop.example.com/"), "outbound.allowHttp");
  t.equal(await guardOf({ allow: ["10.1.0.0/16"] }).checkTargetResolved("https://inside.example.com/"), null);
});

const lookUp = (hostname: string, policy: Partial<OutboundPolicy>, all: boolean) =>
  new Promise<string | readonly LookupAddress[]>((done, refuse) =>
    guardOf(policy).lookup(hostname, { all }, (error, address) => (error === null ? done(address) : refuse(error))),
  );

t.test("[AUTH-06] a connection goes only to checked addresses", async (t) => {
  const addresses = await lookUp("shop.example.com", {}, true);
  t.strictSame(addresses, [
    { address: "93.184.216.34", family: 4 },
    { address: "2606:2800:220:1:248:1893:25c8:1946", family: 6 },
  ]);
  t.equal(await lookUp("shop.example.com", {}, false), "93.184.216.34");
  await t.rejects(lookUp("inside.example.com", {}, true), { name: "RefusedTargetError", message: /private/ });
  await t.rejects(lookUp("mixed.example.com", {}, false), { name: "RefusedTargetError", message: /loopback/ });
  await t.rejects(lookUp("nowhere.example.com", {}, true), { code: "ENOTFOUND" });
  const allow = ["127.0.0.0/8"];
  t.strictSame(await lookUp("localhost", { allow }, true), [{ address: "127.0.0.1", family: 4 }]);
  t.equal(await lookUp("localhost", { allow }, false), "127.0.0.1");
});

t.test("literal hosts skip the lookup, so a separate check refuses them", async (t) => {
  const guard = guardOf();
  for (const host of ["127.0.0.1", "::1", "[::1]", "localhost", "169.254.169.254"]) t.ok(guard.refuseHost(host), host);
  for (const host of ["1.1.1.1", "[2606:2800:220:1::1]", "inside.example.com"]) t.equal(guard.refuseHost(host), null);
});
