import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import t from "tap";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { acceptedChat, bytesOf, filesIn, startUpload, upload } from "./upload-parts.ts";

const uploadBytesMax = 300_000;
const limits = { uploadBytesMax };

t.test("[CH-59] a file becomes a message of the kind that belongs to its type", async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService(t, { folder });
  const chat = await acceptedChat(service);
  const table = [
    ["image/png", "", "photo", "image/png"],
    ["IMAGE/WEBP; charset=utf-8", "", "photo", "image/webp"],
    ["image/svg+xml", "", "document", "image/svg+xml"],
    ["video/mp4", "&voice=false", "video", "video/mp4"],
    ["audio/mpeg", "", "audio", "audio/mpeg"],
    ["audio/webm;codecs=opus", "&voice=true", "voice", "audio/webm"],
    ["application/pdf", "", "document", "application/pdf"],
    ["text/html", "", "document", "text/html"],
    ["not a type", "", "document", "application/octet-stream"],
    ["image/", "", "document", "application/octet-stream"],
  ] as const;
  for (const [type, extra, kind, mimeType] of table) {
    const { status, body } = await upload(service, chat, bytesOf(10), { type, query: `name=the%20file${extra}` });
    const { file, ...fields } = body.file;
    t.equal(status, 201, type);
    t.strictSame(fields, { type: kind, file_name: "the file", file_size: 10, mime_type: mimeType });
    t.match(file, new RegExp(`^${service.url}/files/[A-Za-z0-9_-]{32}/the%20file$`));
  }

  const { body } = await upload(service, chat, bytesOf(500), { query: "name=cat.jpg" });
  const { type, file, file_name, file_size } = body.file;
  const token = await service.logIn("kim");
  const sent = await service.call("POST", `/api/chats/${chat}/messages`, {
    token,
    body: { type, file, file_name, file_size, width: 40, height: 30, text: "My cat" },
  });
  t.equal(sent.status, 202, JSON.stringify(sent.body));
  t.match(service.attempts[0]?.content, {
    type: "photo",
    text: "My cat",
    media: { file, file_name: "cat.jpg", file_size: 500, width: 40, height: 30 },
  });
  const long = await upload(service, chat, bytesOf(5), { query: `name=${encodeURIComponent("🙂".repeat(255))}` });
  const { mime_type: _, ...fields } = long.body.file;
  const again = await service.call("POST", `/api/chats/${chat}/messages`, { token, body: fields });
  t.equal(again.status, 202, "the answer has the fields that a message accepts");
  const fetched = await fetch(service.attempts[0]?.content.media?.file ?? "");
  t.ok(
    Buffer.from(await fetched.arrayBuffer()).equals(bytesOf(500)),
    "the customer system fetches it without a session",
  );
});

/** A picture whose header says that each side has this many pixels, but which has almost no data. */
async function bomb(sidePx: number): Promise<Buffer<ArrayBuffer>> {
  const png = Buffer.from(
    await sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } })
      .png()
      .toBuffer(),
  );
  const [head, size] = [12, 16];
  png.writeUInt32BE(sidePx, size);
  png.writeUInt32BE(sidePx, size + 4);
  png.writeUInt32BE(crc32(png.subarray(head, head + 17)), head + 17);
  return png;
}

t.test("[CH-52] a picture has a thumbnail of 320 px width, if a thumbnail can be made", async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService(t, { folder });
  const chat = await acceptedChat(service);
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "teal" } });
  const lying = Buffer.from(await picture(400, 800).withMetadata({ orientation: 6 }).jpeg().toBuffer());
  const { status, body } = await upload(service, chat, lying);
  t.equal(status, 201);
  const { mime_type: _, ...fields } = body.file;
  const thumb = await fetch(body.file.thumb ?? "");
  t.equal(thumb.headers.get("content-type"), "image/jpeg");
  const { width, height, format } = await sharp(Buffer.from(await thumb.arrayBuffer())).metadata();
  t.strictSame({ width, height, format }, { width: 320, height: 160, format: "jpeg" }, "the right way up");
  const token = await service.logIn("kim");
  const sent = await service.call("POST", `/api/chats/${chat}/messages`, { token, body: fields });
  t.equal(sent.status, 202);
  t.equal(service.attempts[0]?.content.media?.thumb, body.file.thumb, "the customer system gets the thumbnail");
  const kept = filesIn(join(folder, "files")).length;
  t.equal(kept, 2);

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="800" height="800"/></svg>';
  const none = {
    "too small": Buffer.from(await picture(319, 319).png().toBuffer()),
    "too long a strip": Buffer.from(await picture(320, 3_201).png().toBuffer()),
    "cut short": lying.subarray(0, lying.length / 2),
    "no picture": bytesOf(500),
    "another format than was said": Buffer.from(svg),
    "a bomb": await bomb(60_000),
  };
  for (const [what, bytes] of Object.entries(none)) {
    const { status, body } = await upload(service, chat, Buffer.from(bytes));
    t.strictSame([status, body.file.thumb, body.file.file_size], [201, undefined, bytes.length], what);
  }
  t.equal(filesIn(join(folder, "files")).length, kept + Object.keys(none).length, "only the files themselves");
});

t.test("a file over the limit is refused, and nothing of it is left", async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService(t, { folder, limits });
  const chat = await acceptedChat(service);
  const whole = await upload(service, chat, bytesOf(uploadBytesMax));
  t.equal(whole.status, 201, "as large as the limit");
  const kept = filesIn(join(folder, "files"));
  t.equal(kept.length, 1);
  const tooLarge = { code: "payload_too_large", message: `The request body is larger than ${uploadBytesMax} bytes.` };
  const declared = await startUpload(service, chat, [`Content-Length: ${uploadBytesMax + 1}`]);
  const early = await declared.answer();
  t.equal(early.status, 413, "before its first byte");
  t.strictSame(JSON.parse(early.body).error, tooLarge);
  declared.abort();
  for (const bytes of [uploadBytesMax + 1, uploadBytesMax * 2 - 1]) {
    const stream = new Blob([bytesOf(bytes)]).stream();
    const { status, body } = await upload(service, chat, stream);
    t.equal(status, 413, `${bytes} bytes in chunks`);
    t.strictSame(body.error, tooLarge);
  }
  const endless = await startUpload(service, chat, ["Transfer-Encoding: chunked"]);
  for (let sent = 0; sent <= uploadBytesMax * 2; sent += 65_536) endless.send(`10000\r\n${"x".repeat(65_536)}\r\n`);
  t.match(await endless.closed, /^HTTP\/1.1 413 /, "a body without an end is answered, and the connection is closed");
  t.strictSame(filesIn(join(folder, "files")), kept);
});

t.test("permission and mistakes of a file are checked before it is read", async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService(t, { folder });
  const chat = await acceptedChat(service);
  await service.say("bob", "waits");
  const [kim, lee, max, ada] = await Promise.all((["kim", "lee", "max", "ada"] as const).map(service.logIn));
  const file = bytesOf(100);
  const refusals: readonly [string, Parameters<typeof upload>[3], string, number, RegExp][] = [
    ["no session", { token: "nonsense" }, chat, 401, /Authorization/],
    ["another channel's agent", { token: max ?? "" }, chat, 404, /no such chat/],
    ["no chat", {}, "77", 404, /no such chat/],
    ["another agent", { token: lee ?? "" }, chat, 409, /The chat is with Kim/],
    ["a chat that waits", { token: kim ?? "" }, "2", 409, /waiting; "send a file" needs an agent/],
    ["no name", { query: "" }, chat, 400, /Parameter name/],
    ["an empty name", { query: "name=" }, chat, 400, /Parameter name/],
    ["a name of path parts", { query: "name=..%2F.." }, chat, 400, /Parameter name/],
    ["a name of controls", { query: "name=%00%07%20" }, chat, 400, /Parameter name/],
    ["a voice that is neither", { query: "name=a&voice=yes" }, chat, 400, /voice must be true or false, got "yes"/],
    ["a voice that is an image", { query: "name=a&voice=true" }, chat, 400, /audio\/…, got "image\/jpeg"/],
    ["a coding", { headers: { "content-encoding": "gzip" } }, chat, 415, /without Content-Encoding/],
  ];
  for (const [what, request, id, status, message] of refusals) {
    const answer = await upload(service, id, file, request);
    t.equal(answer.status, status, what);
    t.match(answer.body.error.message, message, what);
  }
  for (const body of [new Uint8Array(0), new Blob([]).stream()]) {
    const empty = await upload(service, chat, body);
    t.equal(empty.status, 400, "an empty body");
    t.match(empty.body.error.message, /body is empty/);
  }
  t.strictSame(
    filesIn(folder).filter((path) => path.startsWith("files")),
    [],
  );
  t.equal((await upload(service, chat, file, { token: ada ?? "" })).status, 201, "an administrator may");
  await service.call("POST", `/api/chats/${chat}/close`, { token: kim ?? "" });
  t.match((await upload(service, chat, file)).body.error.message, /The chat is closed/);
  const got = await service.call("GET", `/api/chats/${chat}/files`, { token: kim ?? "" });
  t.equal(got.status, 405);
});

t.test("[LIM-05] names are cleaned and cut, and cannot break the URL or a header", async (t) => {
  const service = await startService(t, { folder: temporaryFolder(t) });
  const chat = await acceptedChat(service);
  const table = [
    ["C:\\Users\\kim\\photo.jpg", "photo.jpg"],
    ["../../etc/passwd", "passwd"],
    ["a\r\nSet-Cookie: b=c", "a Set-Cookie: b=c"],
    ["\u202egpj.exe", "gpj.exe"],
    [' quoted "name"; filename=x ', 'quoted "name"; filename=x'],
    ["Grüße 🙂.png", "Grüße 🙂.png"],
    ["100%.txt", "100%.txt"],
    [`${"é".repeat(300)}.jpeg`, `${"é".repeat(250)}.jpeg`],
    ["🙂".repeat(300), "🙂".repeat(255)],
  ] as const;
  for (const [sent, stored] of table) {
    const { body } = await upload(service, chat, bytesOf(5), {
      query: `name=${encodeURIComponent(sent)}`,
      type: "a/b",
    });
    t.equal(body.file.file_name, stored);
    t.ok(body.file.file.length < 2048 && /^[!-~]+$/.test(body.file.file), "a URL that every parser accepts");
    const served = await fetch(body.file.file);
    t.equal(served.status, 200);
    const disposition = served.headers.get("content-disposition") ?? "";
    const [, encoded = ""] = /^attachment; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/.exec(disposition) ?? [];
    t.equal(decodeURIComponent(encoded), stored, disposition);
  }
});

t.test("a body arrives completely, in every framing and with every cut", async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService(t, { folder, limits });
  const chat = await acceptedChat(service);
  const bytes = bytesOf(200_000);
  const check = async (body: string, what: string): Promise<void> => {
    const { file, file_size } = JSON.parse(body).file;
    t.equal(file_size, bytes.length, what);
    const served = await fetch(file);
    t.ok(Buffer.from(await served.arrayBuffer()).equals(bytes), what);
  };
  const wire = await startUpload(service, chat, [`Content-Length: ${bytes.length}`]);
  for (const [from, to] of [
    [0, 1],
    [1, 17],
    [17, 120_000],
    [120_000, 199_999],
    [199_999, 200_000],
  ] as const) {
    wire.send(bytes.subarray(from, to));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await check((await wire.answer()).body, "declared");
  wire.send(`GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`);
  t.equal((await wire.answer()).status, 200, "the connection is good for the next request");
  wire.abort();
  for (const size of [1, 4_000, 70_000]) {
    const chunked = await startUpload(service, chat, ["Transfer-Encoding: chunked"]);
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      const piece = bytes.subarray(at, at + size);
      pieces.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
    }
    chunked.send(Buffer.concat([...pieces, Buffer.from("0\r\n\r\n")]));
    await check((await chunked.answer()).body, `chunks of ${size}`);
    chunked.abort();
  }
  const smuggled = await startUpload(service, chat, ["Content-Length: 5", "Transfer-Encoding: chunked"]);
  t.match(await smuggled.closed, /^HTTP\/1.1 400 /);
});
