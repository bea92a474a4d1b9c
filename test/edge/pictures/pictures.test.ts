import t from "tap";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { agents, password } from "../../harness/service-config.ts";
import { enterVisitor } from "../../harness/visitor-client.ts";
import { asWidget, step } from "../../visitors/visitor-channel.ts";
import type { PictureAnswers } from "./picture-host.ts";
import { fetchingHere, openPictureHost, png } from "./picture-host.ts";

/** Posts a client with a photo at this address, and a photo message. */
async function postPictures(service: Service, photo: string, file = photo, thumb = file): Promise<void> {
  const body = { sender: { id: "7", name: "Cleo", photo }, message: { type: "photo", file, thumb } };
  const answer = await service.call("POST", "/chat-api/3b6fA0aaaaaaaaaaaaaaaa/MOBILEAPP1", { body });
  if (answer.status !== 200) throw new Error(`Expected 200, got ${JSON.stringify(answer)}`);
}

/** Requests a picture with the cookie and without a token, as an `<img>` of the page does. */
async function ask(service: Service, path: string, name: "kim" | "max" | null = "kim") {
  const cookie = name === null ? {} : { cookie: `parley_session=${await service.logIn(name)}` };
  const answer = await fetch(new URL(path, service.url), {
    headers: { referer: `${service.url}/desk/`, ...cookie },
    redirect: "manual",
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const error = answer.status >= 400 ? JSON.parse(bytes.toString()).error.code : null;
  return { status: answer.status, headers: answer.headers, bytes, error };
}

t.test("[CH-30] agents get the pictures of chats that they see, and the host gets no data about them", async (t) => {
  const host = await openPictureHost(t, { "/kim.png?size=1": png, "/a.png": png, "/small.png": png });
  const service = await startService(t, fetchingHere);
  await postPictures(service, `${host.url}/kim.png?size=1`, `${host.url}/a.png`, `${host.url}/small.png`);
  for (const picture of ["client", "1-file", "1-thumb", "client"]) {
    const { status, headers, bytes } = await ask(service, `/api/chats/1/pictures/${picture}`);
    t.strictSame([status, bytes], [200, png], picture);
    t.match(Object.fromEntries(headers), {
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, max-age=3600",
    });
    t.equal(headers.get("set-cookie"), null);
  }
  t.strictSame(
    host.asked.map(({ path }) => path),
    ["/kim.png?size=1", "/a.png", "/small.png"],
    "each picture is fetched once",
  );
  for (const { headers } of host.asked)
    t.strictSame(Object.keys(headers).sort(), ["accept", "accept-encoding", "connection", "host", "user-agent"]);
  service.clock.advance(3_600_000);
  await ask(service, "/api/chats/1/pictures/client");
  t.equal(host.asked.length, 4, "the picture is fetched again after an hour");

  t.match(await ask(service, "/api/chats/1/pictures/client", "max"), { status: 404 }, "Max does not see this chat");
  t.match(await ask(service, "/api/chats/1/pictures/client", null), { status: 401 });
  for (const picture of ["2-file", "0-file", "1-emoji", "x", "1-file%2F..", encodeURIComponent(`${host.url}/a.png`)])
    t.match(await ask(service, `/api/chats/1/pictures/${picture}`), { error: "not_found" }, picture);
  t.match(await ask(service, "/api/agents/1/picture"), { status: 404 }, "Kim has no photo");
  t.equal(host.asked.length, 4);
});

t.test("[AUTH-06] an address that the operator allowed for targets is not asked for a picture", async (t) => {
  const host = await openPictureHost(t, { "/a.png": png });
  const service = await startService(t, { config: fetchingHere.config });
  await postPictures(service, `${host.url}/a.png`);
  for (const picture of ["client", "1-file", "1-thumb"])
    t.match(await ask(service, `/api/chats/1/pictures/${picture}`), { error: "not_found" }, picture);
  t.same(host.asked, []);
});

t.test("a picture may be cached, but a refusal because of too many transfers may not", async (t) => {
  const large = Buffer.concat([png, Buffer.alloc(100_000)]);
  const host = await openPictureHost(t, { "/a.png": large });
  for (const [fileTransfersMax, status, keeping] of [
    [1, 200, "private, max-age=3600"],
    [0, 502, "no-store"],
  ] as const) {
    const service = await startService(t, { ...fetchingHere, limits: { fileTransfersMax } });
    await postPictures(service, `${host.url}/a.png`);
    const answer = await ask(service, "/api/chats/1/pictures/client");
    t.strictSame([answer.status, answer.headers.get("cache-control")], [status, keeping]);
    t.equal(answer.headers.get("x-content-type-options"), "nosniff");
  }
});

t.test("a file of the service is answered by a redirect to it", async (t) => {
  const service = await startService(t, fetchingHere);
  await postPictures(service, `${service.url}/files/abc/a.png`);
  const answer = await ask(service, "/api/chats/1/pictures/client");
  t.strictSame([answer.status, answer.headers.get("location")], [302, "/files/abc/a.png"]);
});

t.test(
  "an answer that is not a picture, too large or missing is not shown, and not requested again for a minute",
  async (t) => {
    const large = Buffer.alloc(1_001, png.subarray(0, 12));
    const answers: PictureAnswers = {
      "/page.png": Buffer.from("<!doctype html><script>alert(1)</script>"),
      "/drawn.png": Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      "/empty.png": Buffer.alloc(0),
      "/large.png": large,
      "/endless.png": (response) => void response.writeHead(200).write(Buffer.alloc(2_000, png)),
      "/cut.png": (response) => {
        response.writeHead(200, { "content-length": 500 }).write(png);
        response.destroy();
      },
      "/there.png": (response) => void response.writeHead(302, { location: "/good.png" }).end(),
      "/round.png": (response) => void response.writeHead(302, { location: "/round.png" }).end(),
      "/inside.png": (response) => void response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
      "/file.png": (response) => void response.writeHead(302, { location: "file:///etc/passwd" }).end(),
      "/good.png": png,
    };
    const host = await openPictureHost(t, answers);
    const service = await startService(t, { ...fetchingHere, limits: { pictureBytesMax: 1_000 } });
    const reasons = {
      page: "it is not a PNG, JPEG, GIF, WebP or AVIF",
      drawn: "it is not a PNG, JPEG, GIF, WebP or AVIF",
      empty: "it is not a PNG, JPEG, GIF, WebP or AVIF",
      large: "it is larger than 1000 bytes",
      endless: "it is larger than 1000 bytes",
      cut: "its host cannot be reached",
      round: "its host redirects too often",
      inside: "its address is not allowed",
      file: "its address is not allowed",
      gone: "its host answered HTTP 404",
    };
    for (const [index, [name, reason]] of Object.entries(reasons).entries()) {
      await postPictures(service, `${host.url}/${name}.png`);
      const message = `The picture cannot be shown: ${reason}.`;
      const picture = `/api/chats/1/pictures/${index + 1}-file`;
      for (const round of ["asked", "remembered"]) {
        const answer = await service.call("GET", picture, { token: await service.logIn("kim") });
        t.match(answer, { status: 404, body: { error: { code: "not_found", message } } }, `${name}, ${round}`);
      }
    }
    const asked = host.asked.length;
    service.clock.advance(60_000);
    await ask(service, "/api/chats/1/pictures/10-file");
    t.equal(host.asked.length, asked + 1, "requested again after a minute");
    await postPictures(service, `${host.url}/there.png`);
    t.strictSame((await ask(service, "/api/chats/1/pictures/11-file")).bytes, png, "a host may redirect");
  },
);

t.test("addresses that are not public get no request, by number, by name or by plain http", async (t) => {
  const host = await openPictureHost(t, { "/a.png": png });
  const { port } = new URL(host.url);
  const service = await startService(t, {
    config: { outbound: { allow: [], allowHttp: true } },
    hosts: { "inside.example.com": "127.0.0.1", "cloud.example.com": "169.254.169.254" },
  });
  const guarded = await startService(t, { hosts: { "inside.example.com": "127.0.0.1" } });
  const places = ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "inside.example.com"];
  for (const [index, place] of [...places, "cloud.example.com"].entries()) {
    await postPictures(service, `http://${place}:${port}/a.png`);
    const answer = await service.call("GET", `/api/chats/1/pictures/${index + 1}-file`, {
      token: await service.logIn("kim"),
    });
    t.match(answer, { status: 404, body: { error: { message: /is not allowed|cannot be reached/ } } }, place);
    t.notMatch(answer.body.error.message, /127|169/, "the response does not reveal the address of a name");
  }
  await postPictures(guarded, "http://shop.example.com/a.png");
  const plain = await guarded.call("GET", "/api/chats/1/pictures/client", { token: await guarded.logIn("kim") });
  t.match(plain.body.error.message, /its address is not allowed/);
  t.strictSame(host.asked, []);
});

t.test(
  "slow hosts delay few requests: each host and all together have limits, and a long wait is given up",
  async (t) => {
    const hang = (): void => undefined;
    const slow = await openPictureHost(t, { "/1.png": hang, "/2.png": hang });
    const quick = await openPictureHost(t, { "/a.png": png });
    const limits = { picturesAtOnce: 2, picturesOfHostAtOnce: 1, picturesWaitingMax: 1 };
    const service = await startService(t, { ...fetchingHere, limits });
    for (const address of [`${slow.url}/1.png`, `${slow.url}/2.png`, `${slow.url}/3.png`, `${quick.url}/a.png`])
      await postPictures(service, address);
    const first = ask(service, "/api/chats/1/pictures/1-file");
    while (slow.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const second = ask(service, "/api/chats/1/pictures/2-file");
    t.strictSame(
      (await ask(service, "/api/chats/1/pictures/4-file")).bytes,
      png,
      "another host is requested meanwhile",
    );
    t.match(
      await ask(service, "/api/chats/1/pictures/3-file"),
      { status: 502, error: "overloaded" },
      "one request may wait",
    );
    service.clock.advance(4_000);
    t.match(await first, { status: 404, error: "not_found" });
    t.match(await second, { status: 502, error: "overloaded" });
    t.equal(slow.asked.length, 1);
    t.strictSame((await ask(service, "/api/chats/1/pictures/4-file")).bytes, png, "no request is kept forever");
  },
);

t.test("a host that has lost a picture gets no request for it for a minute", async (t) => {
  const answers: Record<string, PictureAnswers[string]> = { "/a.png": png };
  const host = await openPictureHost(t, answers);
  const service = await startService(t, fetchingHere);
  await postPictures(service, `${host.url}/a.png`);
  const picture = "/api/chats/1/pictures/1-file";
  t.equal((await ask(service, picture)).status, 200);
  delete answers["/a.png"];
  service.clock.advance(3_600_000);
  for (const round of ["asked", "remembered"]) t.equal((await ask(service, picture)).status, 404, round);
  t.equal(host.asked.length, 2, "once for the picture, once for the failure");
  answers["/a.png"] = png;
  service.clock.advance(60_000);
  t.equal((await ask(service, picture)).status, 200, "the picture is shown again when the host has it again");
  t.equal((await ask(service, picture)).status, 200);
  t.equal(host.asked.length, 3);
});

/** All agents of the harness, with this photo. */
const withPhotos = (photo: string) =>
  Object.values(agents).map((profile) => ({ profile: { ...profile, photo }, password }));

const photoOf = async (service: Service, file: string, media: object = {}): Promise<void> => {
  await step(service, "accept");
  await step(service, "messages", { type: "photo", text: "Look", file, file_name: "a.png", file_size: 70, ...media });
};

t.test("visitors get pictures at addresses that only the service can create, also after a restart", async (t) => {
  const presigned = `/a.png?signature=${"s".repeat(8_100)}`;
  const host = await openPictureHost(t, { [presigned]: png, "/kim.png": png, "/secret.png": png });
  const store = createMemoryStore();
  const kept = { ...store, close: async () => undefined };
  const config = { ...fetchingHere.config, agents: withPhotos(`${host.url}/kim.png`) };
  const options = { ...fetchingHere, config, store: kept, channels: asWidget() };
  const service = await startService(t, options);
  const { page } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Hello" });
  await photoOf(service, host.url + presigned);
  const { message } = await page.until(({ message: said }) => said?.type === "photo");
  const { origin, pathname } = new URL(message?.file ?? "");
  t.equal(origin, service.url);
  const answer = await ask(service, pathname, null);
  t.strictSame([answer.status, answer.bytes], [200, png]);
  t.equal(answer.headers.get("cross-origin-resource-policy"), "cross-origin");
  const { pathname: photo } = new URL(message?.agent?.photo ?? "");
  t.strictSame((await ask(service, photo, null)).bytes, png, "Kim's photo");
  t.equal((await ask(service, "/api/agents/1/picture")).status, 200, "also for agents");
  const token = await service.logIn("kim");
  const { body } = await service.call("GET", "/api/chats/1/messages", { token });
  t.match(body.messages.at(-1), { file: host.url + presigned }, "the API returns the original address");

  const [, , signature = "", encoded = ""] = pathname.split("/");
  const other = Buffer.from(`${host.url}/secret.png`).toString("base64url");
  const altered = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  for (const path of [
    `${signature}/${other}`,
    `${altered}/${encoded}`,
    `${signature.slice(1)}/${encoded}`,
    `x/${other}`,
  ])
    t.match(await ask(service, `/pictures/${path}`, null), { status: 404, error: "not_found" }, path);
  t.strictSame(
    host.asked.map(({ path }) => path),
    [presigned, "/kim.png"],
  );

  await service.stop();
  const next = await startService(t, options);
  t.strictSame((await ask(next, pathname, null)).bytes, png, "the address is still valid after a restart");
});

t.test("a visitor's page receives addresses of previews only if the service serves them", async (t) => {
  const config = { ...fetchingHere.config, outbound: { allow: [], allowHttp: false } };
  const service = await startService(t, { config, channels: asWidget({ chatLogEmails: [] }) });
  const { page } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Hello" });
  const inside = "https://127.0.0.1/small.png";
  const outside = "https://shop.example.com/small.png";
  const film = { type: "video", duration: 7, width: 10, height: 10 };
  const sent = [
    ["https://shop.example.com/a.png", { thumb: inside }, "photo", false],
    ["https://127.0.0.1/a.png", { thumb: inside }, "document", false],
    ["https://shop.example.com/a.png", { thumb: outside }, "photo", true],
    ["https://shop.example.com/a.mp4", { ...film, thumb: inside }, "video", false],
    ["https://shop.example.com/a.mp4", { ...film, thumb: outside }, "video", true],
  ] as const;
  for (const [file, media] of sent) await photoOf(service, file, media);
  await page.until(({ message }) => message?.seq === 1 + sent.length);
  const got = page.frames.flatMap(({ message }) => (message?.from === "agent" ? [message] : []));
  t.strictSame(
    got.map(({ type, thumb }) => [type, thumb?.startsWith(`${service.url}/pictures/`) ?? false]),
    sent.map(([, , type, isShown]) => [type, isShown]),
  );
  t.notMatch(JSON.stringify(got), /small\.png/);
});

t.test(
  "when pictures are switched off, no host gets a request, and a page gets a link instead of the picture",
  async (t) => {
    const host = await openPictureHost(t, { "/a.png": png });
    const service = await startService(t, {
      config: { ...fetchingHere.config, remotePictures: "off", agents: withPhotos(`${host.url}/a.png`) },
      channels: asWidget({ chatLogEmails: [] }),
    });
    const { page } = await enterVisitor(t, service);
    await page.ask({ type: "message", text: "Hello" });
    await photoOf(service, `${host.url}/a.png`);
    const { message } = await page.until(({ message: said }) => said?.from === "agent");
    t.match(
      message,
      { type: "document", file: `${host.url}/a.png`, agent: { photo: null } },
      "a link that the agent may follow",
    );
    t.match(await ask(service, "/api/chats/1/pictures/3-file"), { status: 404, error: "not_found" });
    t.match(await (await fetch(`${service.url}/desk/`)).text(), '<meta name="remote-pictures" content="off">');
    t.strictSame(host.asked, []);
  },
);
