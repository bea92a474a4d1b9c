import t from "tap";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { webhooks } from "../harness/service-config.ts";
import type { VisitorFrame } from "../harness/visitor-client.ts";
import { enterVisitor, openVisitor } from "../harness/visitor-client.ts";
import { change, step, takeReports, widget } from "./visitor-channel.ts";
import { claimsNow, identitySecret, sign, withIdentity } from "./visitor-tokens.ts";

const ann = { name: "Ann Lee", email: "ann@example.com", phone: "+442079460181" };
const isProved = (ready: VisitorFrame): boolean => ready.visitor.includes("~");

const logOf = async (service: Service): Promise<readonly string[]> => {
  await service.settle();
  const answer = await service.call("GET", "/api/channels/MOBILEAPP1/log", { token: await service.logIn("ada") });
  const entries: readonly { readonly text: string }[] = Object(answer.body).entries;
  return entries.map(({ text }) => text);
};

t.test("[WJ-47, WJ-51] a proved id is one client with one chat on every device, and a claim is nobody", async (t) => {
  const service = await startService(t, { channels: withIdentity() });
  const hello = async () => ({ identity: await sign(claimsNow(service, ann)) });
  const { page: phone, ready } = await enterVisitor(t, service, await hello());
  t.match(ready, { identity: null, number: 1, contact: ann });
  await phone.ask({ type: "message", text: "From the phone" });

  const { page: desktop, ready: second } = await enterVisitor(t, service, await hello());
  t.match(second, { identity: null, number: 1, chat: { id: "1" }, earlierChats: 0 });
  await desktop.until(({ type }) => type === "message");
  await desktop.ask({ type: "message", text: "From the desktop" });
  await phone.until(({ message }) => message?.text === "From the desktop");
  t.strictSame(phone.texts(), ["From the phone", "From the desktop"], "both devices show the same chat");

  const { ready: other } = await enterVisitor(t, service, {
    identity: await sign(claimsNow(service, { sub: "4712" })),
  });
  t.match(other, { identity: null, number: 2, chat: null }, "another id is another client");
  const [id, until, signature = ""] = ready.visitor.split("~");
  const claims = [
    "id:4711",
    `${id}~${until}~${"A".repeat(signature.length)}`,
    `${id}~zzzzzzzzz~${signature}`,
    `${id}~~`,
  ];
  for (const visitor of claims) {
    const { ready: claimed } = await enterVisitor(t, service, { visitor });
    t.notOk(claimed.number === 1 || isProved(claimed) || claimed.chat !== null, visitor);
    t.notOk("identity" in claimed, "a hello without a token is answered as before");
  }
});

t.test(
  "[WJ-51] a browser stays proved for 7 days without a token, also with a file, and while the widget has proofs",
  async (t) => {
    const service = await startService(t, { channels: withIdentity() });
    const { page, ready } = await enterVisitor(t, service, { identity: await sign(claimsNow(service)) });
    await page.ask({ type: "message", text: "Hi" });
    const headers = { authorization: `Bearer ${ready.visitor}`, "content-type": "text/plain" };
    const file = await service.call("POST", "/widget/MOBILEAPP1/files?name=a.txt&id=f1", { headers, body: "text" });
    t.match(file, { status: 201, body: { seq: 2 } });

    service.clock.advance(6 * 24 * 60 * 60_000);
    const { ready: again } = await enterVisitor(t, service, { visitor: ready.visitor, chat: "1", since: 1 });
    t.match(again, { number: 1, visitor: ready.visitor, chat: { id: "1" } });
    const { page: renewed, ready: later } = await enterVisitor(t, service, {
      visitor: ready.visitor,
      identity: await sign(claimsNow(service)),
      chat: "1",
      since: 2,
    });
    t.not(later.visitor, ready.visitor, "a token renews the secret");
    await renewed.ask({ type: "message", text: "Still here" });
    await renewed.until(({ message }) => message?.text === "Still here");
    t.strictSame(renewed.texts(), ["Still here"], "the page keeps its place in the chat");

    service.clock.advance(2 * 24 * 60 * 60_000);
    t.notOk(
      isProved((await enterVisitor(t, service, { visitor: ready.visitor })).ready),
      "the first secret is too old",
    );
    t.equal((await enterVisitor(t, service, { visitor: later.visitor })).ready.number, 1);
    await change(service, { widget });
    t.notOk(isProved((await enterVisitor(t, service, { visitor: later.visitor })).ready), "proofs were switched off");
    await change(service, withIdentity({ secret: `${identitySecret}-of-now` }).MOBILEAPP1);
    const { ready: stale } = await enterVisitor(t, service, { visitor: later.visitor });
    t.notOk(isProved(stale) || stale.number === 1, "a new secret does not bring back what the removed one proved");
  },
);

t.test("[WJ-51] an open page is closed when the secret that proved its visitor is removed", async (t) => {
  const service = await startService(t, { channels: withIdentity() });
  const { page, ready } = await enterVisitor(t, service, { identity: await sign(claimsNow(service)) });
  const { page: anonymous } = await enterVisitor(t, service);
  const answered = async (one: typeof page, id: string) => {
    one.send({ type: "beat", id });
    return Promise.race([one.closed, one.until((frame) => frame.id === id)]);
  };
  await change(service, { name: "Renamed" });
  t.match(await answered(page, "1"), { type: "done" }, "another change");
  await change(service, { widget });
  t.match(await answered(page, "2"), { code: 1013 });
  t.match(await answered(anonymous, "3"), { type: "done" });
  t.notOk(isProved((await enterVisitor(t, service, { visitor: ready.visitor })).ready));
});

t.test("[WJ-51] what a replaced secret proved counts as long as that secret", async (t) => {
  const service = await startService(t, { channels: withIdentity() });
  const { ready } = await enterVisitor(t, service, { identity: await sign(claimsNow(service)) });
  const secret = `${identitySecret}-of-now`;
  const untilMs = service.clock.nowMs() + 24 * 60 * 60_000;
  const jwksUrl = "https://login.example.com/keys";
  const both = { secret, previousSecret: { secret: identitySecret, untilMs }, jwksUrl };
  await change(service, withIdentity(both).MOBILEAPP1);
  const { ready: late } = await enterVisitor(t, service, { identity: await sign(claimsNow(service)) });
  const { ready: now } = await enterVisitor(t, service, { identity: await sign(claimsNow(service), secret) });
  const numbers = async () => {
    const found: boolean[] = [];
    for (const { visitor } of [ready, late, now])
      found.push((await enterVisitor(t, service, { visitor })).ready.number === 1);
    return found;
  };
  t.strictSame(await numbers(), [true, true, true]);
  service.clock.advance(24 * 60 * 60_000);
  t.strictSame(await numbers(), [false, false, true]);
});

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

interface Refused {
  readonly what: string;
  readonly token: (service: Service) => Promise<string> | string;
  readonly reason: RegExp;
}

const signed =
  (claims: object, header: object = {}, key = identitySecret) =>
  (service: Service): Promise<string> =>
    sign(claimsNow(service, claims), key, header);
const secondsFromNow = (seconds: number) => (service: Service) => Math.floor(service.clock.nowMs() / 1_000) + seconds;

const refused: readonly Refused[] = [
  { what: "no token", token: () => "4711", reason: /^The token is not a JSON Web Token/ },
  { what: "three parts of nothing", token: () => "a.b.c", reason: /^The token is not a JSON Web Token/ },
  {
    what: "a token that is too long",
    token: signed({ padding: "x".repeat(4_096) }),
    reason: /^The token is not a JSON Web Token of at most 4096 characters/,
  },
  {
    what: "the algorithm none",
    token: (service) => `${part({ alg: "none" })}.${part(claimsNow(service))}.`,
    reason: /^The token is signed by an algorithm that this widget does not accept/,
  },
  {
    what: "another algorithm with the right secret",
    token: signed({}, { alg: "HS512" }, `${identitySecret}${identitySecret}`),
    reason: /^The token is signed by an algorithm/,
  },
  {
    what: "public keys that the widget does not have",
    token: (service) => `${part({ alg: "RS256" })}.${part(claimsNow(service))}.c2ln`,
    reason: /^The token is signed by an algorithm/,
  },
  { what: "another secret", token: signed({}, {}, "x".repeat(40)), reason: /^The signature of the token is not valid/ },
  {
    what: "a changed claim",
    token: async (service) => {
      const [head, , signature] = (await signed({})(service)).split(".");
      return `${head}.${part(claimsNow(service, { sub: "1" }))}.${signature}`;
    },
    reason: /^The signature of the token is not valid/,
  },
  {
    what: "an expired token",
    token: (service) => signed({ exp: secondsFromNow(-31)(service) })(service),
    reason: /^The token has expired/,
  },
  {
    what: "a token that never expires",
    token: signed({ exp: undefined }),
    reason: /^The token must have the claim exp/,
  },
  {
    what: "a token of later",
    token: (service) => signed({ nbf: secondsFromNow(60)(service) })(service),
    reason: /^The token is not valid yet/,
  },
  { what: "another channel", token: signed({ aud: "OTHERAPP01" }), reason: /^The token is for another audience/ },
  { what: "no channel", token: signed({ aud: undefined }), reason: /^The token is for another audience/ },
  {
    what: "no id",
    token: signed({ sub: undefined }),
    reason: /^The claim sub of the token must be a text of 1 to 128/,
  },
  { what: "a number as id", token: signed({ sub: 4711 }), reason: /^The claim sub/ },
  { what: "a blank id", token: signed({ sub: " " }), reason: /^The claim sub/ },
  { what: "a long id", token: signed({ sub: "é".repeat(65) }), reason: /^The claim sub/ },
  { what: "a name of another type", token: signed({ name: 5 }), reason: /^The claim name of the token must be a text/ },
];

t.test("[WJ-53] a refused token proves nothing, and is one line in the log of the channel", async (t) => {
  const service = await startService(t, { channels: withIdentity() });
  const { ready: known } = await enterVisitor(t, service);
  for (const { what, token, reason } of refused) {
    const before = await logOf(service);
    const { ready } = await enterVisitor(t, service, { visitor: known.visitor, identity: await token(service) });
    t.match(ready, { identity: reason, number: known.number, visitor: known.visitor }, what);
    const lines = (await logOf(service)).slice(0, (await logOf(service)).length - before.length);
    t.strictSame(lines, [`A visitor could not prove an identity. ${ready.identity}`], what);
  }
});

t.test("[WJ-53] after a refused token the page of a proved visitor is anonymous; the log stays short", async (t) => {
  const service = await startService(t, { channels: withIdentity() });
  const { ready } = await enterVisitor(t, service, { identity: await sign(claimsNow(service)) });
  const forged = await sign(claimsNow(service), "x".repeat(40));
  for (let times = 0; times < 15; times += 1) {
    const { ready: other } = await enterVisitor(t, service, { visitor: ready.visitor, identity: forged });
    t.notOk(other.number === ready.number || isProved(other));
  }
  t.equal((await logOf(service)).length, 10);
  await enterVisitor(t, service, { identity: await sign(claimsNow(service, { aud: "OTHERAPP01" })) });
  t.match(await logOf(service), { length: 11 }, "a stranger does not hide another reason");
  service.clock.advance(6 * 60_000);
  await enterVisitor(t, service, { identity: forged });
  t.equal((await logOf(service)).length, 12);

  const plain = await startService(t, { channels: withIdentity({ secret: null }) });
  await change(plain, { widget });
  const { ready: off } = await enterVisitor(t, plain, { identity: await sign(claimsNow(plain)) });
  t.equal(off.identity, "This widget accepts no proof of an identity.");
  t.strictSame(await logOf(plain), []);
});

t.test("[WJ-49] what was proved stays, whatever the page sends; an agent's correction loses the mark", async (t) => {
  const service = await startService(t, { channels: withIdentity() });
  const { page } = await enterVisitor(t, service, {
    identity: await sign(claimsNow(service, { ...ann, phone: undefined })),
  });
  await page.ask({ type: "message", text: "Hi" });
  const clientNow = async () => {
    const answer = await service.call("GET", "/api/chats/1", { token: await service.logIn("kim") });
    return Object(answer.body).chat.client;
  };
  const all = { id: "4711", name: true, email: true, phone: false };
  t.match(await clientNow(), { name: ann.name, email: ann.email, phone: null, proved: all, id: "id:4711" });

  const { page: second } = await enterVisitor(t, service, { identity: await sign(claimsNow(service, ann)) });
  await second.ask({ type: "contact", name: "Eve", email: "", phone: "+1", description: "I am Eve" });
  const told = await page.until(({ type }) => type === "contact");
  t.strictSame(told.contact, { description: "I am Eve" }, "the visitor's other pages hear only what was changed");
  const kept = await second.until(({ type }) => type === "contact");
  t.strictSame(kept.contact, ann, "the page itself hears what was proved");
  const left = { type: "offline_message", name: "Eve", email: "eve@example.com", text: "Call me." };
  t.match(await second.ask(left), { type: "done" });
  t.match(await clientNow(), { ...ann, description: "I am Eve", proved: { ...all, phone: true } });

  const token = await service.logIn("kim");
  await step(service, "accept");
  const corrected = await service.call("PATCH", "/api/chats/1/contact", { token, body: { name: "Anna Lee" } });
  t.equal(corrected.status, 200);
  t.match(await clientNow(), { name: "Anna Lee", proved: { ...all, name: false, phone: true } });
  await enterVisitor(t, service, { identity: await sign(claimsNow(service, ann)) });
  t.match(await clientNow(), { name: "Anna Lee", proved: { name: false } }, "the correction counts");
  await enterVisitor(t, service, { identity: await sign(claimsNow(service, { ...ann, name: "Ann Ray" })) });
  t.match(await clientNow(), { name: "Ann Ray", proved: { name: true } }, "until another value is proved");

  const { page: anonymous } = await enterVisitor(t, service);
  await anonymous.ask({ type: "message", text: "Hi" });
  const others = await service.call("GET", "/api/chats/2", { token });
  t.notOk("proved" in Object(others.body).chat.client, "nothing changes for an anonymous client");
});

t.test("[WJ-47] a token is bound by the frame of its hello", async (t) => {
  const service = await startService(t, { channels: withIdentity() });
  const page = await openVisitor(t, service);
  page.send({ type: "hello", widget: "MOBILEAPP1", identity: 4711 });
  t.match(await page.closed, { code: 4400, reason: "Field identity must be a JSON Web Token, got something else." });
});

t.test("[WH-07] events name the proved id of a visitor, and nothing new of others", async (t) => {
  const service = await startService(t, { channels: withIdentity({}, { webhooks }) });
  const left = { type: "offline_message", text: "Call me.", email: "ann@example.com" };
  const hellos = [{ identity: await sign(claimsNow(service)) }, {}];
  for (const hello of hellos) await (await enterVisitor(t, service, hello)).page.ask(left);
  const [proved, anonymous] = await takeReports(service, "offline_message");
  t.match(proved?.visitor, { number: "1", proved_id: "4711" });
  t.notOk("proved_id" in (anonymous?.visitor ?? {}));
});

t.test("[WJ-51] a proved client is exported and erased by its id; the secret of before is nobody", async (t) => {
  const service = await startService(t, { channels: withIdentity() });
  const { page, ready } = await enterVisitor(t, service, { identity: await sign(claimsNow(service, ann)) });
  await page.ask({ type: "message", text: "Hi" });
  const token = await service.logIn("ada");
  const exported = await service.call("GET", "/api/clients/id%3A4711", { token });
  t.match(Object(exported.body).client, { id: "id:4711", proved: { id: "4711", ...ann } });
  const erased = await service.call("DELETE", "/api/clients/id%3A4711", { token });
  t.ok(erased.status === 200 || erased.status === 202, String(erased.status));
  await service.pass(10_000);
  t.equal((await service.call("GET", "/api/clients/id%3A4711", { token })).status, 404);
  const { ready: other } = await enterVisitor(t, service, { visitor: ready.visitor });
  t.match(other, { chat: null, contact: { name: null } });
  t.notOk(other.number === ready.number || isProved(other));
});
