import t from "tap";
import { startService } from "../harness/service.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget } from "../visitors/visitor-channel.ts";
import { claimsNow, sign } from "../visitors/visitor-tokens.ts";
import { asAgent } from "./administrator.ts";

const dayMs = 24 * 60 * 60_000;
const path = "/api/channels/MOBILEAPP1";
const jwksUrl = "https://login.example.com/keys";
const secret = "a secret that I made myself, long enough".replaceAll(" ", "-");

t.test("[WJ-48] a secret is made and shown once; tokens of the previous one are accepted for 24 hours", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const ask = await asAgent(t, service);
  const identityOf = (body: unknown) => Object(body).channel.identity;
  const reasonOf = async (key: string) =>
    (await enterVisitor(t, service, { identity: await sign(claimsNow(service), key) })).ready.identity;
  t.equal(identityOf((await ask("GET", path)).body), null);

  const made = Object((await ask("POST", `${path}/identity/secret`)).body);
  t.match(made.identitySecret, /^idsec_[\w-]{43}$/, "32 bytes");
  t.strictSame(identityOf(made), { hasSecret: true, previousSecretUntil: null, jwksUrl: null });
  t.equal(await reasonOf(made.identitySecret), null);

  const untilMs = service.clock.nowMs() + dayMs;
  const next = Object((await ask("POST", `${path}/identity/secret`)).body);
  t.strictSame(identityOf(next), { hasSecret: true, previousSecretUntil: untilMs, jwksUrl: null });
  t.strictSame([await reasonOf(made.identitySecret), await reasonOf(next.identitySecret)], [null, null]);
  service.clock.advance(dayMs);
  t.equal(await reasonOf(made.identitySecret), "The signature of the token is not valid.");
  t.equal(await reasonOf(next.identitySecret), null);

  const moved = await ask("PATCH", path, { identity: { secret, jwksUrl } });
  t.match(identityOf(moved.body), { hasSecret: true, jwksUrl });
  t.equal(await reasonOf(secret), null);
  t.match(identityOf((await ask("PATCH", path, { name: "Renamed" })).body), { hasSecret: true, jwksUrl });
  const keysOnly = { hasSecret: false, previousSecretUntil: null, jwksUrl };
  t.strictSame(identityOf((await ask("PATCH", path, { identity: { secret: null } })).body), keysOnly);
  t.equal(identityOf((await ask("PATCH", path, { identity: { jwksUrl: null } })).body), null, "nothing is left");
  await ask("PATCH", path, { identity: { secret } });
  t.equal(identityOf((await ask("PATCH", path, { identity: null })).body), null);

  t.equal((await ask("POST", "/api/channels/OTHERAPP01/identity/secret")).status, 409, "a chat API channel");
  t.equal((await ask("POST", "/api/channels/NOSUCHAPP1/identity/secret")).status, 404);
  const steps = await service.call("GET", "/api/inspect/actors/channel/MOBILEAPP1", {
    token: await service.logIn("ada"),
  });
  const told = JSON.stringify([service.logLines, steps.body, (await ask("GET", "/api/channels")).body]);
  t.equal(steps.status, 200);
  for (const one of [made.identitySecret, next.identitySecret, secret])
    t.notOk(told.includes(one), "no secret is told");
});

t.test("[WJ-48, WJ-50] wrong settings are refused by name, and no answer repeats a secret", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const ask = await asAgent(t, service);
  const refused: readonly (readonly [unknown, RegExp])[] = [
    ["x", /^Field identity must be an object, or null, got a text/],
    [{ key: secret }, /^Field identity\.key is not known here/],
    [{ secret: "short" }, /^Field identity\.secret must be 32 to 256 characters from ! to ~/],
    [{ secret: `${secret} ` }, /^Field identity\.secret must be 32 to 256/],
    [{ secret: 5 }, /^Field identity\.secret must be/],
    [{ jwksUrl: "login.example.com" }, /^Field identity\.jwksUrl must be an absolute http or https URL without user/],
    [{ jwksUrl: "https://a:b@login.example.com" }, /^Field identity\.jwksUrl must be an absolute/],
    [{ jwksUrl: "https://127.0.0.1/keys" }, /^Field identity\.jwksUrl must be a permitted target/],
  ];
  for (const [identity, message] of refused) {
    const { status, body } = await ask("PATCH", path, { identity });
    t.match({ status, message: body.error.message }, { status: 400, message });
    t.notOk(body.error.message.includes(secret));
  }
  const api = await ask("PATCH", "/api/channels/OTHERAPP01", { identity: { secret } });
  t.match(api, { status: 400, body: { error: { message: /^Field identity is not known here/ } } });
});
