import { request as openRequest } from "node:http";
import type { Test } from "tap";
import t from "tap";
import { contactText, goodbyeText, menuText, pricesText, thanksText } from "../../src/demo/cast/dialogue.ts";
import { Facts } from "../../src/demo/cast/facts.ts";
import { servePeer } from "../../src/demo/cast/peer.ts";
import type { Manners } from "../../src/demo/cast/rivet.ts";
import { openRivets } from "../../src/demo/cast/rivet.ts";
import { createManualClock } from "../edge/manual-clock.ts";

/** A post of the bot, as the service got it. */
interface Post {
  readonly path: string;
  readonly event: { readonly event: string; readonly id: string; readonly chat_id: string; readonly message?: Message };
  readonly accessToken: string | null;
}

interface Message {
  readonly type: string;
  readonly text: string;
}

const account = { clientId: "rivet", clientSecret: "a-secret-nobody-knows" };

/** Opens a provider with one bot, and a service that accepts everything that the bot posts. */
async function openBot(t: Test, manners: Manners, withAccount = false) {
  const posts: Post[] = [];
  const facts = new Facts();
  let isLosing = false;
  const parley = await servePeer(t, {
    paths: /^\/bots\/webhooks\/acme\//,
    take({ path, headers, body }) {
      const [, accessToken = null] = /^Bearer (.+)$/.exec(headers.authorization ?? "") ?? [];
      posts.push({ path, event: JSON.parse(body), accessToken });
      facts.changed();
      return isLosing ? "close" : "ok";
    },
  });
  const clock = createManualClock();
  const setup = { token: "t0k3n", manners, account: withAccount ? account : null };
  const service = { url: parley, whenReady: async () => undefined };
  const provider = await openRivets(t, new Map([["BOTFRIEND1", setup]]), service, "acme", clock);
  const origin = new URL(provider.url).origin;
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}${path}`, { method: "POST", body, headers });
  return {
    posts,
    clock,
    provider,
    /** While true, the service gets the posts and loses its answers. */
    loseAnswers(isOn: boolean) {
      isLosing = isOn;
    },
    untilPosted: (count: number) => facts.until(`${count} posts`, () => posts[count - 1]),
    tell: (event: object, headers?: Record<string, string>) => post("/hook/t0k3n", JSON.stringify(event), headers),
    post,
  };
}

const ids = { client_id: "318", chat_id: "5021" };
const wrote = (id: string, text: string, more: object = {}) => ({
  event: "CLIENT_MESSAGE",
  id,
  ...ids,
  sender: { id: 318, name: "Ann" },
  message: { type: "TEXT", text, timestamp: 1_700_000_000, ...more },
});

t.test("a friendly bot: menu, choice by word or click, markdown, an invitation, then silence", async (t) => {
  const { tell, posts, untilPosted } = await openBot(t, "friendly");
  const ok = await tell(wrote("e1", "Hello"));
  t.same([ok.status, await ok.json()], [200, { result: "ok" }]);
  await tell(wrote("e2", "prices"));
  await tell(wrote("e3", "Prices", { button_id: "prices" }));
  await tell(wrote("e4", "blah"));
  await tell(wrote("e5", "Human please"));
  await untilPosted(6);
  await tell({ event: "AGENT_UNAVAILABLE", id: "e6", ...ids });
  await tell(wrote("e7", "0555 010-020"));
  await tell({ event: "AGENT_JOINED", id: "e8", ...ids });
  await tell(wrote("e9", "prices"));
  await tell({ event: "SOMETHING_NEW", id: "e10", ...ids });
  await tell([]);
  await tell({ ...wrote("e11", "prices"), chat_id: "5022" });
  await untilPosted(9);

  const head = (event: Post["event"]) => ({ event: event.event, id: event.id, chat_id: event.chat_id });
  t.same(
    posts.map(({ event }) => head(event)),
    ["e1-0", "e2-0", "e3-0", "e4-0", "e5-0", "e5-invitation", "e6-0", "e7-0", "e11-0"].map((id) => ({
      event: id.endsWith("invitation") ? "INVITE_AGENT" : "BOT_MESSAGE",
      id,
      chat_id: id === "e11-0" ? "5022" : "5021",
    })),
  );
  const said = posts.map(({ event }) => event.message ?? null);
  t.match(said[0], { type: "BUTTONS", title: /Hello Ann/, text: menuText, timestamp: 1_700_000_000 });
  t.match(said[0], { buttons: [{ id: "prices" }, { id: "hours" }, { id: "human" }] });
  t.match(said[1], { type: "MARKDOWN", content: /\*\*49\.90\*\*/, text: pricesText });
  t.same(said[2], said[1], "a click has the same effect as the word");
  t.match(said[3], { type: "BUTTONS", title: /did not get that/ });
  t.same(
    [said[4], said[6], said[7]].map((message) => message?.text),
    [goodbyeText, contactText, thanksText],
  );
  t.ok(posts.every(({ path, accessToken }) => path.endsWith("/t0k3n") && accessToken === null));
});

t.test("a repeated event is answered, and the bot acts on it once", async (t) => {
  const { tell, posts, untilPosted } = await openBot(t, "friendly");
  for (let count = 0; count < 3; count += 1) t.equal((await tell(wrote("e1", "Hello"))).status, 200);
  await tell(wrote("e2", "prices"));
  await untilPosted(2);
  t.same(
    posts.map(({ event }) => event.id),
    ["e1-0", "e2-0"],
  );
});

t.test("a slow bot answers after 2 s, a failing one with 500, a dead one never", async (t) => {
  const late = await openBot(t, "slow");
  const heard = new Promise<void>((resolve) => Object.assign(late.provider.find("BOTFRIEND1"), { hear: resolve }));
  let hasAnswered = false;
  const answer = late.tell(wrote("e1", "Hello")).then(({ status }) => {
    hasAnswered = true;
    return status;
  });
  await heard;
  late.clock.advance(1_999);
  await late.post("/hook/nobody", "{}");
  t.notOk(hasAnswered, "not after 1.999 s");
  late.clock.advance(1);
  t.equal(await answer, 200);
  await late.untilPosted(1);

  const broken = await openBot(t, "failing");
  t.equal((await broken.tell(wrote("e1", "Hello"))).status, 500);
  t.equal((await broken.tell(wrote("e1", "Hello"))).status, 500);
  t.same(broken.posts, []);

  const gone = await openBot(t, "dead");
  const isHeard = new Promise<void>((resolve) => Object.assign(gone.provider.find("BOTFRIEND1"), { hear: resolve }));
  const waiting = openRequest(`${gone.provider.url}/t0k3n`, { method: "POST" });
  waiting.on("response", () => t.fail("it answered"));
  waiting.end(JSON.stringify(wrote("e1", "Hello")));
  await isHeard;
  gone.clock.advance(60_000);
  await gone.post("/hook/nobody", "{}");
  waiting.once("error", () => undefined);
  waiting.destroy();
  await new Promise((resolve) => waiting.once("close", resolve));
  t.same(gone.posts, []);
});

t.test("access tokens: requested with a secret, valid for 8 s, sent back with every post", async (t) => {
  const { post, tell, posts, untilPosted, loseAnswers, clock } = await openBot(t, "friendly", true);
  const ask = async (fields: Record<string, string>) => {
    const form = {
      grant_type: "client_credentials",
      client_id: "rivet",
      client_secret: account.clientSecret,
      ...fields,
    };
    const answer = await post("/oauth/rivet", new URLSearchParams(form).toString());
    return { status: answer.status, body: (await answer.json()) as { access_token?: string; expires_in?: number } };
  };
  t.equal((await ask({ client_secret: "guess" })).status, 401);
  t.equal((await ask({ client_id: "else" })).status, 401);
  t.equal((await ask({ grant_type: "password" })).status, 400);
  const { status, body } = await ask({});
  t.match([status, body], [200, { access_token: String, token_type: "Bearer", expires_in: 8 }]);
  const accessToken = body.access_token ?? "";

  const refused = await tell(wrote("e1", "Hello"));
  t.equal(refused.status, 401, "without a header");
  t.equal(refused.headers.get("www-authenticate"), "Bearer");
  t.equal((await tell(wrote("e1", "Hello"), { authorization: "Bearer guess" })).status, 401);
  const header = { authorization: `Bearer ${accessToken}` };
  t.equal((await tell(wrote("e1", "Hello"), header)).status, 200);
  await untilPosted(1);
  t.equal(posts[0]?.accessToken, accessToken, "the same token is sent back");
  clock.advance(8_000);
  t.equal((await tell(wrote("e2", "Hello"), header)).status, 401, "expired");
  const second = (await ask({})).body.access_token;
  loseAnswers(true);
  t.equal((await tell(wrote("e2", "Hello"), { authorization: `Bearer ${second}` })).status, 200);
  await untilPosted(2);
  clock.advance(8_000);
  const third = (await ask({})).body.access_token;
  t.equal((await tell(wrote("e3", "Hello"), { authorization: `Bearer ${third}` })).status, 200);
  const count = posts.length;
  loseAnswers(false);
  await untilPosted(count + 1);
  t.match(posts.at(-1), { event: { id: "e2-0" }, accessToken: third }, "a retried post sends the newest token");
});

t.test("a request for an unknown bot is refused", async (t) => {
  const { post, provider } = await openBot(t, "friendly");
  t.equal((await post("/hook/other", "{}")).status, 401);
  t.equal((await post("/oauth/rivet", "")).status, 401, "this bot has no account");
  t.equal((await post("/else", "{}")).status, 404);
  t.equal((await fetch(`${provider.url}/t0k3n`)).status, 405);
});
