import type { CryptoKey } from "jose";
import { exportJWK, exportSPKI, generateKeyPair } from "jose";
import type { Test } from "tap";
import t from "tap";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { claimsNow, openKeyServer, sign, withIdentity } from "./visitor-tokens.ts";

const outbound = { allow: ["127.0.0.0/8"], allowHttp: true };

interface KeyPair {
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: object;
}

async function newKeys(alg: "RS256" | "ES256", kid: string): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

/** The answer of the service to a token: `null`, or why it proves nothing. */
async function prove(t: Test, service: Service, token: string): Promise<string | null | undefined> {
  const { page, ready } = await enterVisitor(t, service, { identity: token });
  page.vanish();
  return ready.identity;
}

const otherAlgorithm = "The token is signed by an algorithm that this widget does not accept.";
const unknownKey = "No key of this widget fits the token.";
const noKeys = "The keys of this widget cannot be read now.";

t.test("[WJ-50, WJ-53] public keys verify RS256 and ES256, and only those; visitors share one request", async (t) => {
  const rsa = await newKeys("RS256", "r1");
  const ec = await newKeys("ES256", "e1");
  const server = await openKeyServer(t, [rsa.jwk, ec.jwk]);
  const channels = withIdentity({ secret: null, jwksUrl: server.url });
  const service = await startService(t, { channels, config: { outbound } });
  const claims = claimsNow(service);
  const byRsa = await sign(claims, rsa.privateKey, { alg: "RS256", kid: "r1" });
  const byEc = await sign(claims, ec.privateKey, { alg: "ES256", kid: "e1" });
  t.strictSame(await Promise.all([byRsa, byEc, byRsa].map((token) => prove(t, service, token))), [null, null, null]);
  t.equal(server.asked, 1, "one request for all of them");

  const byOther = await sign(claims, (await newKeys("RS256", "r1")).privateKey, { alg: "RS256", kid: "r1" });
  t.equal(await prove(t, service, byOther), "The signature of the token is not valid.");
  const pem = await exportSPKI(rsa.publicKey);
  t.equal(await prove(t, service, await sign(claims, pem)), otherAlgorithm, "HS256 with the public key as secret");
  t.equal(await prove(t, service, await sign(claims)), otherAlgorithm, "HS256 without a secret of the widget");
  const byPss = await sign(claims, (await generateKeyPair("PS256")).privateKey, { alg: "PS256", kid: "r1" });
  t.equal(await prove(t, service, byPss), otherAlgorithm);
  t.equal(server.asked, 1);
});

t.test("[WJ-50] keys are read again for an unknown key and after 10 minutes, at most once in 30 s", async (t) => {
  const first = await newKeys("ES256", "first");
  const second = await newKeys("ES256", "second");
  const server = await openKeyServer(t, [first.jwk]);
  const channels = withIdentity({ secret: null, jwksUrl: server.url });
  const service = await startService(t, { channels, config: { outbound } });
  const token = ({ privateKey }: KeyPair, kid: string) => sign(claimsNow(service), privateKey, { alg: "ES256", kid });

  t.equal(await prove(t, service, await token(first, "first")), null);
  server.answer = [200, JSON.stringify({ keys: [second.jwk] })];
  t.equal(await prove(t, service, await token(second, "second")), unknownKey, "too early for a second request");
  t.equal(server.asked, 1);
  service.clock.advance(30_000);
  t.equal(await prove(t, service, await token(second, "second")), null);
  t.equal(await prove(t, service, await token(first, "first")), unknownKey, "the old key is withdrawn");
  t.equal(server.asked, 2);

  server.answer = [503, "away"];
  service.clock.advance(10 * 60_000);
  t.equal(await prove(t, service, await token(second, "second")), null, "the last keys count");
  t.equal(server.asked, 3);
  service.clock.advance(24 * 60 * 60_000);
  t.equal(await prove(t, service, await token(second, "second")), noKeys);
  const log = await service.call("GET", "/api/channels/MOBILEAPP1/log", { token: await service.logIn("ada") });
  t.match(Object(log.body).entries[0].text, `${noKeys} The server of the keys answered HTTP 503.`);
  t.notMatch(JSON.stringify(log.body), "tenant", "the address stays with the administrators");
});

t.test("[WJ-50] an address that answers no keys, or is not permitted, proves nothing", async (t) => {
  const keys = await newKeys("ES256", "e1");
  const server = await openKeyServer(t, [keys.jwk]);
  const answers: readonly (readonly [number, string])[] = [
    [200, "<html>"],
    [200, "{}"],
    [200, '{"keys":[5]}'],
    [200, JSON.stringify({ keys: Array.from({ length: 101 }, () => keys.jwk) })],
    [200, `{"keys":[],"padding":"${"x".repeat(64 * 1024)}"}`],
    [302, ""],
  ];
  const channels = withIdentity({ secret: null, jwksUrl: server.url });
  const service = await startService(t, { channels, config: { outbound } });
  for (const answer of answers) {
    server.answer = answer;
    const token = await sign(claimsNow(service), keys.privateKey, { alg: "ES256", kid: "e1" });
    t.equal(await prove(t, service, token), noKeys, answer[1].slice(0, 20));
    service.clock.advance(30_000);
  }
  t.equal(server.asked, answers.length);

  const closed = await startService(t, { channels });
  const token = await sign(claimsNow(closed), keys.privateKey, { alg: "ES256", kid: "e1" });
  t.equal(await prove(t, closed, token), noKeys, "the guard refuses the loopback address");
  t.equal(server.asked, answers.length);
});
