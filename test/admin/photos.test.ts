import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import sharp from "sharp";
import type { Test } from "tap";
import t from "tap";
import { filesIn } from "../files/upload-parts.ts";
import type { ServiceOptions } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import type { AgentName } from "../harness/service-config.ts";
import { bot } from "../harness/service-config.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { copyFolder, openSmall } from "../store/lmdb-fixture.ts";

type Format = "png" | "jpeg" | "webp" | "gif";

const draw = (format: Format = "png", width = 300, height = 200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } })
    .toFormat(format)
    .toBuffer();

async function start(t: Test, options: ServiceOptions = {}) {
  const folder = options.folder ?? temporaryFolder(t);
  const channels = { OTHERAPP01: { bot } };
  const service = await startService(t, { channels, ...options, folder });
  const ask = async (name: AgentName | null, method: string, path: string, body?: Buffer | string) => {
    const token = name === null ? null : await service.logIn(name);
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  return { service, ask, kept: () => (existsSync(`${folder}/photos`) ? filesIn(`${folder}/photos`) : []) };
}

t.test("[CH-39] an agent's picture is scaled down, stored, and served to anybody who has its address", async (t) => {
  const { service, ask, kept } = await start(t);
  for (const format of ["png", "jpeg", "webp", "gif"] as const) {
    const put = await ask("kim", "PUT", "/api/agents/1/photo", await draw(format));
    t.equal(put.status, 200, format);
    const { photo } = put.body.agent;
    t.match(photo, new RegExp(`^${service.url}/photos/[A-Za-z0-9_-]{32}$`));
    const served = await fetch(photo);
    t.equal(served.status, 200);
    t.match(Object.fromEntries(served.headers), {
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "cache-control": /^public, max-age=31536000, immutable$/,
      "cross-origin-resource-policy": "cross-origin",
    });
    t.match(await sharp(Buffer.from(await served.arrayBuffer())).metadata(), {
      format: "jpeg",
      width: 128,
      height: 128,
    });
    const again = await fetch(photo, { headers: { "if-none-match": served.headers.get("etag") ?? "" } });
    t.equal(again.status, 304);
    t.equal(kept().length, 1, "the previous photo is deleted");
  }
  const { body } = await service.call("GET", "/api/agents/1", { token: await service.logIn("ada") });
  const photo = String(body.agent.photo);
  const picture = await fetch(`${service.url}/api/agents/1/picture`, {
    redirect: "manual",
    headers: { authorization: `Bearer ${await service.logIn("lee")}` },
  });
  t.equal(picture.headers.get("location"), new URL(photo).pathname, "the desk loads it from the service");
  await service.say("c1", "Hello");
  const token = await service.logIn("kim");
  await service.call("POST", "/api/chats/1/accept", { token });
  await service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "Hi" } });
  await service.settle();
  t.match(service.attempts[0], { sender: { photo } }, "customer systems get the complete address");
  const gone = await ask("kim", "DELETE", "/api/agents/1/photo");
  t.match(gone, { status: 200, body: { agent: { photo: null } } });
  t.equal((await fetch(photo)).status, 404);
  t.strictSame(kept(), []);
  for (const path of ["/photos/x", `/photos/${"a".repeat(32)}`])
    t.equal((await fetch(`${service.url}${path}`)).status, 404);
});

t.test("agents change only their own photo, administrators everybody's and the bots'", async (t) => {
  const { ask, kept } = await start(t);
  const picture = await draw();
  const denied = { status: 403, body: { error: { code: "access_denied", message: /administrators/ } } };
  t.match(await ask("kim", "PUT", "/api/agents/2/photo", picture), denied);
  t.match(await ask("kim", "DELETE", "/api/agents/2/photo"), denied);
  t.match(await ask("kim", "PUT", "/api/channels/OTHERAPP01/bot/photo", picture), denied);
  t.equal((await ask(null, "PUT", "/api/agents/1/photo", picture)).status, 401);
  t.match(await ask("ada", "PUT", "/api/agents/99/photo", picture), { status: 404 });
  t.match(await ask("ada", "PUT", "/api/channels/NOSUCH001/bot/photo", picture), { status: 404 });
  const noBot = { status: 404, body: { error: { message: "The channel has no bot." } } };
  t.match(await ask("ada", "PUT", "/api/channels/MOBILEAPP1/bot/photo", picture), noBot);
  t.strictSame(kept(), []);
  t.match(await ask("ada", "PUT", "/api/agents/2/photo", picture), {
    status: 200,
    body: { agent: { id: 2, photo: /photos/ } },
  });
  const bots = await ask("ada", "PUT", "/api/channels/OTHERAPP01/bot/photo", picture);
  t.match(bots, { status: 200, body: { channel: { bot: { photo: /photos/, name: "Robin" } } } });
  t.equal(kept().length, 2);
  const away = await ask("ada", "DELETE", "/api/channels/OTHERAPP01/bot/photo");
  t.match(away, { status: 200, body: { channel: { bot: { photo: null } } } });
  t.equal(kept().length, 1);
});

t.test(
  "a file that is no picture, damaged, too large or has too many pixels is refused, and nothing is stored",
  async (t) => {
    const { service, ask, kept } = await start(t, { limits: { photoBytesMax: 20_000, thumbnailPixelsMax: 250_000 } });
    const whole = await draw("png", 400, 400);
    const put = (body: Buffer | string) => ask("kim", "PUT", "/api/agents/1/photo", body);
    const refused = (message: RegExp, status = 400) => ({ status, body: { error: { message } } });
    t.match(await put(""), refused(/^The body is empty; it must be a PNG, JPEG, GIF or WebP picture/));
    t.match(await put("<svg xmlns='http://www.w3.org/2000/svg'/>"), refused(/this body is another file or is damaged/));
    t.match(await put(whole.subarray(0, whole.length - 60)), refused(/this body is another file or is damaged/));
    t.match(await put(await draw("png", 600, 600)), refused(/at most 250000 pixels/));
    t.match(await put(Buffer.alloc(20_001)), refused(/larger than 20000 bytes/, 413));
    t.strictSame(kept(), []);
    t.equal((await service.call("GET", "/api/agents/1", { token: await service.logIn("ada") })).body.agent.photo, null);
  },
);

t.test("a photo is refused while the disk has little left", async (t) => {
  const disk = { latest: { freeBytes: 10, totalBytes: 1e9 }, close: async () => undefined };
  const { ask, kept } = await start(t, { disk });
  const full = { status: 507, body: { error: { code: "insufficient_storage", message: /filesFreeBytesMin/ } } };
  t.match(await ask("kim", "PUT", "/api/agents/1/photo", await draw()), full);
  t.strictSame(kept(), []);
});

t.test("a photo is removed with its owner, and stays while another agent or bot names its address", async (t) => {
  const { service, ask, kept } = await start(t);
  const photo = String((await ask("ada", "PUT", "/api/agents/1/photo", await draw())).body.agent.photo);
  const change = async (path: string, body: unknown) =>
    (await service.call("PATCH", path, { token: await service.logIn("ada"), body })).status;
  t.equal(await change("/api/channels/OTHERAPP01", { bot: { photo } }), 200);
  t.equal(await change("/api/agents/1", { photo: "https://shop.example.com/kim.png" }), 200);
  t.equal((await fetch(photo)).status, 200, "the bot uses it");
  t.equal(await change("/api/channels/OTHERAPP01", { bot: null }), 200);
  t.equal((await fetch(photo)).status, 404);
  await ask("ada", "PUT", "/api/agents/2/photo", await draw());
  await ask("ada", "PUT", "/api/channels/MOBILEAPP1/bot/photo", await draw());
  t.equal(kept().length, 1);
  t.equal((await service.call("DELETE", "/api/agents/2", { token: await service.logIn("ada") })).status, 200);
  t.strictSame(kept(), []);
});

t.test("after a start photos have the service's new address, and unused photos are removed", async (t) => {
  const folder = temporaryFolder(t);
  const first = await start(t, { folder, store: await openSmall(`${folder}/1`) });
  const { photo } = (await first.ask("ada", "PUT", "/api/agents/1/photo", await draw())).body.agent;
  await first.ask("ada", "PUT", "/api/channels/OTHERAPP01/bot/photo", await draw());
  const stray = `${folder}/photos/aa/${"a".repeat(32)}`;
  mkdirSync(dirname(stray), { recursive: true });
  writeFileSync(stray, "left by a crash");
  const store = await openSmall(copyFolder(`${folder}/1`, `${folder}/2`));
  const second = await start(t, { folder, store, config: { publicUrl: "https://chat.example.com" } });
  while (existsSync(stray)) await new Promise((resolve) => setImmediate(resolve));
  t.equal(second.kept().length, 2);
  const { body } = await second.service.call("GET", "/api/agents/1", { token: await second.service.logIn("ada") });
  t.equal(body.agent.photo, `https://chat.example.com${new URL(photo).pathname}`);
  const channel = second.service.app.runtime.directory.find("OTHERAPP01");
  t.match(channel?.settings.bot?.photo, /^https:\/\/chat\.example\.com\/photos\//);
});
