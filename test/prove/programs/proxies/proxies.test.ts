import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { Test } from "tap";
import t from "tap";
import { request } from "undici";
import { WebSocket } from "ws";
import { DeskApi } from "../../../system/harness/people/desk-api.ts";
import { channelPath, findPort, Installation, kim } from "../../../system/harness/service/installation.ts";
import { openPlace, startProxy } from "./proxy-process.ts";
import type { ProxyName, ProxyPlace } from "./shipped.ts";
import { nginxCommand, readCertificate, writeShipped } from "./shipped.ts";
import type { Visitor } from "./visitor-side.ts";
import { messageOf, openVisitor, postMany, postStreams, visitorAddress } from "./visitor-side.ts";

t.setTimeout(600_000);

const posts = 1_000;
const streams = 100;
const fileBytes = 20 * 1024 * 1024;
/** A cookie header with the session between 20 KiB of other applications' cookies and malformed cookies. */
const amongOthers = (session: string): string =>
  [
    ...Array.from({ length: 5 }, (_, at) => `other${at}=${"c".repeat(4_096)}`),
    "=;;broken",
    session,
    "__Host-parley_session=",
  ].join("; ");
const forged = { "x-forwarded-for": "203.0.113.9", "x-real-ip": "203.0.113.9", forwarded: "for=203.0.113.9" };

/** Starts the service and returns the requests that every proxy must let through. All proxies use the same address of the service. */
async function openWorld(t: Test) {
  const port = await findPort();
  const url = `https://localhost:${port}`;
  const config = { publicUrl: url, trustedProxies: ["127.0.0.1/32"] };
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody", { config });
  await installation.start();
  const place: ProxyPlace = { ...(await openPlace(t, installation.port)), port };
  const desk = await DeskApi.logIn(installation.url);
  return { installation, place, url, desk, ca: await readCertificate() };
}
type World = Awaited<ReturnType<typeof openWorld>>;

/** The texts of a client at the desk. */
async function textsOf(desk: DeskApi, sender: string): Promise<readonly string[]> {
  const chat = (await desk.chats()).find(({ client }) => client.id === sender);
  const all = chat === undefined ? [] : await desk.messages(chat.id);
  return all.flatMap(({ from, text }) => (from === "client" && text !== null ? [text] : []));
}

async function logInThrough(visitor: Visitor) {
  const headers = { ...forged, "content-type": "application/json", origin: visitor.url, cookie: amongOthers("a=b") };
  const body = JSON.stringify({ email: kim.email, password: kim.password });
  return visitor.ask("/api/session", { method: "POST", headers, body });
}

async function messagesArriveOnce(t: Test, { desk, url, ca }: World, visitor: Visitor, name: string): Promise<void> {
  t.strictSame(
    await postMany(visitor, `${name}-many`, posts),
    [],
    `${posts} messages over kept connections, none refused`,
  );
  const texts = await textsOf(desk, `${name}-many`);
  t.equal(texts.length, posts, "each is there");
  t.equal(new Set(texts).size, posts, "once");
  t.strictSame(
    await postStreams(url, ca, `${name}-streams`, streams),
    [],
    `${streams} streams of one HTTP/2 connection`,
  );
  t.equal(new Set(await textsOf(desk, `${name}-streams`)).size, streams);
}

async function cookiesAndAddress(t: Test, visitor: Visitor): Promise<string> {
  const login = await logInThrough(visitor);
  t.equal(login.status, 200, login.text.slice(0, 200));
  const [own = ""] = [login.headers["set-cookie"]].flat();
  t.match(String(own), /^__Host-parley_session=[^;]+; HttpOnly; SameSite=Strict; .*Secure$/);
  const cookie = amongOthers(String(own).split(";", 1).join());
  const sessions = await visitor.ask("/api/sessions", { headers: { ...forged, cookie, origin: visitor.url } });
  t.equal(sessions.status, 200, "the service finds the session among other cookies");
  const { sessions: listed }: { sessions: { address: string; isCurrent: boolean }[] } = JSON.parse(sessions.text);
  t.ok(
    listed.some(({ address }) => address === visitorAddress),
    "the visitor's own address is used",
  );
  t.notOk(sessions.text.includes("203.0.113.9"), "an address that the visitor wrote into the header is not used");
  return cookie;
}

/** After an early answer, HAProxy closes the connection while the client still sends. The answer may then be lost. */
const brokenOff = { status: 413, text: "payload_too_large, or a connection that broke off" };

async function filesGoThrough(
  t: Test,
  { desk }: World,
  visitor: Visitor,
  { cookie, name }: { readonly cookie: string; readonly name: ProxyName },
): Promise<void> {
  const [chat] = await desk.chats();
  await desk.accept(chat?.id ?? "");
  const file = Buffer.alloc(fileBytes);
  for (let at = 0; at < fileBytes; at += 4_096) file.writeUInt32LE(at, at);
  const headers = { cookie, origin: visitor.url, "content-type": "application/octet-stream" };
  const path = `/api/chats/${chat?.id}/files?name=large.bin`;
  const sent = await visitor.ask(path, { method: "POST", headers, body: file });
  t.equal(sent.status, 201, sent.text.slice(0, 300));
  const { file: stored }: { file: { file: string } } = JSON.parse(sent.text);
  const got = await request(stored.file, {
    dispatcher: visitor.dispatcher,
  });
  t.ok(file.equals(Buffer.from(await got.body.arrayBuffer())), "20 MiB there and back");
  const asked = visitor.ask(path, { method: "POST", headers, body: Buffer.concat([file, Buffer.alloc(1)]) });
  const tooLarge = await (name === "haproxy" ? asked.catch(() => brokenOff) : asked);
  t.match(tooLarge, { status: 413, text: /payload_too_large/ }, "Parley itself refuses a body that is too large");
}

async function socketsOpen(t: Test, { desk, url, ca }: World): Promise<void> {
  const socket = new WebSocket(`${url.replace("https", "wss")}/ws/desk`, { ca });
  t.teardown(() => socket.terminate());
  await once(socket, "open");
  socket.send(JSON.stringify({ type: "hello", token: desk.token }));
  t.match(String((await once(socket, "message"))[0]), /"type":"ready"/);
  socket.close();
}

/** Sends messages during a restart of the service. Ends after at least 100 messages before and 100 after the restart. */
async function restartLosesNothing(
  t: Test,
  { installation, desk }: World,
  visitor: Visitor,
  name: string,
): Promise<void> {
  const [answered, refused]: [string[], string[]] = [[], []];
  let isOver = false;
  const sender = `${name}-restart`;
  const sendOn = async (worker: number): Promise<void> => {
    for (let number = 0; !isOver; number += 1) {
      const text = `${worker} ${number}`;
      const got = await visitor
        .ask(channelPath, { method: "POST", body: messageOf(sender, text) })
        .catch(() => ({ status: 0 }));
      (got.status === 200 ? answered : refused).push(text);
      if (got.status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const sending = [1, 2, 3, 4].map(sendOn);
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await until(() => answered.length > 100);
  t.strictSame(await installation.terminate(), { code: 0, signal: null });
  await installation.start();
  const before = answered.length;
  await until(() => answered.length > before + 100);
  isOver = true;
  await Promise.all(sending);
  const texts = await textsOf(desk, sender);
  t.strictSame(
    [...texts].sort(),
    [...answered].sort(),
    "each message that was answered with 200 is stored once, and no other message",
  );
  t.comment(`${name}: ${answered.length} answered, ${refused.length} refused during the restart`);
}

t.test("the guide shows the tested configuration", async (t) => {
  const guide = await readFile("src/docs/proxies.md", "utf8");
  const shown = /```nginx\n(.*?)```/s.exec(guide)?.[1];
  t.equal(shown, await readFile("src/operator/proxies/nginx.conf", "utf8"));
});

t.test("behind nginx, Caddy and HAProxy with the shipped configurations", async (t) => {
  const world = await openWorld(t);
  for (const name of ["nginx", "caddy", "haproxy"] as const satisfies readonly ProxyName[]) {
    await t.test(name, async (t) => {
      const visitor = openVisitor(t, world.url, world.ca);
      const isServing = async (): Promise<boolean> => (await visitor.ask("/readyz")).status === 200;
      await startProxy(t, world.place.folder, await writeShipped(name, world.place), isServing);
      t.equal((await visitor.ask("/metrics")).status, 404, "visitors cannot read the metrics");
      t.match(await visitor.ask("/readyz", { method: "HEAD" }), { status: 200, text: "" });
      await messagesArriveOnce(t, world, visitor, name);
      const cookie = await cookiesAndAddress(t, visitor);
      await filesGoThrough(t, world, visitor, { cookie, name });
      await socketsOpen(t, world);
      await restartLosesNothing(t, world, visitor, name);
    });
  }

  await t.test("nginx with HTTP/1.0, the default of older ones, gets 505 and a page that says why", async (t) => {
    const port = await findPort();
    const line = `server { listen 127.0.0.1:${port}; location / { proxy_http_version 1.0; proxy_pass http://127.0.0.1:${world.installation.port}; } }`;
    const url = `http://127.0.0.1:${port}/`;
    const command = await nginxCommand(world.place.folder, [line]);
    await startProxy(t, world.place.folder, command, async () => (await fetch(url)).status === 505);
    t.match(
      await (await fetch(url)).text(),
      "<h1>HTTP Version Not Supported</h1><p>This server does not support HTTP/1.0.</p>",
    );
  });
});
