import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import tls from "node:tls";
import t from "tap";
import { Agent, request } from "undici";
import { WebSocket } from "ws";
import { createSelfSigned } from "../delivery/self-signed.ts";
import { certificate, deploy, small } from "./deployed.ts";

const other = { cert: "test/edge/fixtures/localhost-cert.pem", key: "test/edge/fixtures/localhost-key.pem" };

/** Returns the certificate of a new connection. */
const shownAt = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = tls.connect({ port: Number(new URL(url).port), host: "127.0.0.1", rejectUnauthorized: false });
    socket.once("error", reject).once("secureConnect", () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
  });

/** Returns the cipher of a connection with TLS 1.2 whose client knows only this one, or the error. */
const agreedAt = (url: string, cipher: string): Promise<string> =>
  new Promise((resolve) => {
    const only = { ciphers: `${cipher}:@SECLEVEL=0`, maxVersion: "TLSv1.2", rejectUnauthorized: false } as const;
    const socket = tls.connect({ port: Number(new URL(url).port), host: "127.0.0.1", ...only });
    socket
      .once("error", (error) => resolve(error.message))
      .once("secureConnect", () => {
        resolve(socket.getCipher().name);
        socket.destroy();
      });
  });

t.test("TLS 1.2 has forward secrecy and authenticated encryption only", async (t) => {
  const { url, folder, app } = await deploy(t, { ...small, tls: certificate });
  const hasOnly = async (good: string, bad: readonly string[]): Promise<void> => {
    t.equal(await agreedAt(url, good), good);
    for (const cipher of bad) t.match(await agreedAt(url, cipher), /handshake failure/, cipher);
  };
  await hasOnly("ECDHE-ECDSA-AES128-GCM-SHA256", ["ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA"]);
  const { cert, key } = createSelfSigned({ dns: "localhost", ip: [127, 0, 0, 1] }, [2020, 2120], "rsa");
  writeFileSync(join(folder, certificate.cert), cert);
  writeFileSync(join(folder, certificate.key), key);
  await app.reload({ signal: "SIGHUP" });
  const cbc = ["ECDHE-RSA-AES128-SHA", "ECDHE-RSA-AES256-SHA"];
  await hasOnly("ECDHE-RSA-AES128-GCM-SHA256", [...cbc, "AES128-GCM-SHA256", "AES128-SHA"]);
});

t.test("new connections get a renewed certificate; existing connections stay open", async (t) => {
  const service = await deploy(t, { ...small, tls: certificate });
  const { url, folder, app, logLines } = service;
  const lax = { rejectUnauthorized: false };
  const kept = new Agent({ connect: lax, connections: 1, pipelining: 1 });
  t.teardown(() => kept.destroy());
  const ask = async (path: string, dispatcher = kept): Promise<number> => {
    const { statusCode, body } = await request(`${url}${path}`, { dispatcher });
    await body.dump();
    return statusCode;
  };
  const openDesk = async () => {
    const socket = new WebSocket(`${url.replace("https", "wss")}/ws/desk`, lax);
    t.teardown(() => socket.terminate());
    const frames: { readonly type: string; readonly message?: { readonly text: string } }[] = [];
    socket.on("message", (data) => void frames.push(JSON.parse(String(data))));
    await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
    const kim = app.runtime.directory.agents().find(({ profile }) => profile.name === "Kim");
    if (kim === undefined) throw new Error("Kim is not there");
    socket.send(JSON.stringify({ type: "hello", token: await app.sessions.open(kim.profile.id) }));
    const until = async (type: string) => {
      while (!frames.some((frame) => frame.type === type))
        await new Promise((resolve) => socket.once("message", resolve));
    };
    await until("ready");
    return { until };
  };
  t.equal(await ask("/healthz"), 200);
  const before = await openDesk();
  const first = await shownAt(url);

  copyFileSync(other.cert, join(folder, certificate.cert));
  t.strictSame(await app.reload({ signal: "SIGHUP" }), {
    kind: "refused",
    why: "mistakes",
    lines: [
      `tls.key: "${join(folder, certificate.key)}" is not allowed; expected the private key of the certificate in ${join(folder, certificate.cert)}`,
    ],
  });
  t.equal(await shownAt(url), first, "a certificate without its key changes nothing");
  copyFileSync(other.key, join(folder, certificate.key));
  t.match(await app.reload({ signal: "SIGHUP" }), { changed: ["tls.cert", "tls.key"], needsRestart: [] });
  const second = await shownAt(url);
  t.not(second, first);
  t.equal(await ask("/healthz"), 200, "on the earlier connection");
  const after = await openDesk();
  const body = JSON.stringify({ sender: { id: "ann" }, message: { type: "text", text: "Hello" } });
  const path = `/chat-api/${small.channels[0]?.random}/${small.channels[0]?.id}`;
  const fresh = new Agent({ connect: lax });
  t.teardown(() => fresh.destroy());
  const said = await request(`${url}${path}`, { method: "POST", body, dispatcher: fresh });
  await said.body.dump();
  t.equal(said.statusCode, 200);
  await Promise.all([before.until("message"), after.until("message")]);
  t.pass("a notice to all desks reaches the desks on either certificate");
  t.match(await app.reload({ signal: "SIGHUP" }), { changed: [], needsRestart: [] });
  t.equal(await shownAt(url), second);

  service.write(small);
  t.match(await app.reload({ signal: "SIGHUP" }), { changed: [], needsRestart: ["tls"] });
  t.equal(await shownAt(url), second, "the address stays https");
  for (let renewal = 0; renewal < 12; renewal += 1) {
    service.write({ ...small, tls: certificate });
    copyFileSync(other.cert, join(folder, certificate.cert));
    t.match(await app.reload({ signal: "SIGHUP" }), { changed: ["tls.cert"] });
    t.equal(await shownAt(url), second);
  }
  t.equal(logLines.filter(({ msg }) => msg === "config reloaded").length, 15);
});
