import { join } from "node:path";
import t from "tap";
import { assertDescribed, readDescription } from "../admin/described.ts";
import { until } from "../edge/edge-world.ts";
import { createSlowFiles } from "../files/slow-files.ts";
import { bytesOf, filesIn, upload } from "../files/upload-parts.ts";
import { createFaultyStore } from "../harness/faulty-store.ts";
import { startService } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, change, step } from "./visitor-channel.ts";
import { sendFile, startFile } from "./visitor-file.ts";

const uploadBytesMax = 300_000;

t.test("a visitor's file is a message, shown to everybody in the chat", async (t) => {
  const folder = temporaryFolder(t);
  const service = await startService(t, { folder, channels: asWidget() });
  const kim = await service.enter("kim");
  const { page, ready } = await enterVisitor(t, service);
  const bytes = bytesOf(100_000);
  const sent = await sendFile(service, bytes, { visitor: ready.visitor, name: "../My cat.jpg" });
  t.equal(sent.status, 201);
  t.strictSame(Object.keys(sent.body).sort(), ["file", "seq"]);
  t.equal(sent.body.seq, 1, "the chat begins with the file");
  t.match(sent.body.file, new RegExp(`^${service.url}/files/[A-Za-z0-9_-]{32}/My%20cat\\.jpg$`));
  const media = { type: "photo", text: "", file: sent.body.file, file_name: "My cat.jpg", file_size: 100_000 };
  const shown = await page.until(({ type }) => type === "message");
  t.match(shown, { chatId: "1", message: { seq: 1, from: "client", parts: [], buttons: [], agent: null, ...media } });
  t.match((await page.until(({ type }) => type === "chat")).chat, { state: "waiting" });
  const onDesk = await kim.until(({ type }) => type === "message");
  t.match(onDesk, { message: { seq: 1, from: "client", ...media } }, "the desk's socket shows the file");
  const { body } = await service.call("GET", "/api/chats/1/messages", { token: await service.logIn("kim") });
  t.match(body.messages, [{ seq: 1, from: "client", ...media }], "the desk's lists show the file");
  const served = await fetch(sent.body.file);
  t.ok(Buffer.from(await served.arrayBuffer()).equals(bytes), "the URL opens");
  t.equal(served.headers.get("content-type"), "image/jpeg");
  const token = sent.body.file.split("/").at(-2) ?? "";
  const row = await service.store.read("file", [token]);
  t.strictSame(row, {
    chatId: "1",
    agentId: 0,
    name: "My cat.jpg",
    mimeType: "image/jpeg",
    bytes: 100_000,
    createdAtMs: service.clock.nowMs(),
  });
  t.ok(await service.store.read("chatFile", [1, token]), "the file is recorded with its chat, and is deleted with it");

  const kinds = [
    ["video/mp4", "", "video"],
    ["audio/mpeg", "", "audio"],
    ["audio/webm;codecs=opus", "&voice=true", "voice"],
    ["text/html", "", "document"],
    ["", "", "document"],
  ] as const;
  for (const [index, [type, query, kind]] of kinds.entries()) {
    const id = `k${index}`;
    const { status, body: answer } = await sendFile(service, bytesOf(10), {
      visitor: ready.visitor,
      id,
      type,
      query,
    });
    t.equal(status, 201, type);
    const { message } = await page.until((frame) => frame.message?.seq === answer.seq);
    t.strictSame([message.type, message.file], [kind, answer.file], type);
  }
  await step(service, "accept");
  await step(service, "messages", { type: "text", text: "Nice cat" });
  await page.until(({ message }) => message?.text === "Nice cat");
  t.equal(service.attempts.length, 0, "a chat that began with a file belongs to the widget");
  const back = await enterVisitor(t, service, { visitor: ready.visitor, chat: "1", since: 5 });
  t.match((await back.page.until(({ type }) => type === "message")).message, { seq: 6, file_name: "photo.jpg" });
  t.equal(filesIn(join(folder, "files")).length, 6);
  const stranger = await enterVisitor(t, service);
  t.strictSame(stranger.page.texts(), []);
});

t.test("a file that is sent again with its id is one message, and its bytes are stored once", async (t) => {
  const folder = temporaryFolder(t);
  const { store, failNext } = createFaultyStore();
  const service = await startService(t, { folder, store, channels: asWidget() });
  const { page, ready } = await enterVisitor(t, service);
  const { visitor } = ready;
  const left = () => filesIn(join(folder, "files"));
  const bytes = bytesOf(50_000);
  await page.ask({ type: "message", id: "f2", text: "Hello" });
  failNext(1);
  const failed = await sendFile(service, bytes, { visitor });
  t.equal(failed.status, 500, "a file that is not durable is not answered 201");
  t.strictSame(left(), [], "the refused file leaves nothing");
  const first = await sendFile(service, bytes, { visitor });
  t.strictSame([first.status, first.body.seq], [201, 2]);
  const again = await sendFile(service, bytes, { visitor });
  t.strictSame([again.status, again.body], [201, first.body], "a repeat gets the same answer");
  const [one, two] = await Promise.all([
    sendFile(service, bytes, { visitor, id: "f3" }),
    sendFile(service, bytes, { visitor, id: "f3" }),
  ]);
  t.strictSame(
    [one?.status, two?.status, one?.body],
    [201, 201, two?.body],
    "a repeat during the first upload gets the same answer",
  );
  t.equal(left().length, 2);
  const refused = {
    code: "invalid_request",
    message: "Parameter id was used before for another request; use a new one.",
  };
  const sameSize = Buffer.from(bytes);
  sameSize[49_999] = (sameSize[49_999] ?? 0) ^ 1;
  const others = [
    ["another byte", sameSize, {}],
    ["another size", bytesOf(49_999), {}],
    ["another name", bytes, { name: "b.jpg" }],
    ["another type", bytes, { type: "image/png" }],
    ["the id of a text", bytes, { id: "f2" }],
  ] as const;
  for (const [what, other, request] of others) {
    const answer = await sendFile(service, other, { visitor, ...request });
    t.strictSame([answer.status, answer.body.error], [400, refused], what);
  }
  t.match(await page.ask({ type: "message", id: "f1", text: "Hello" }), { type: "failed", reason: /Field id/ });
  const stranger = await enterVisitor(t, service);
  const own = await sendFile(service, bytes, { visitor: stranger.ready.visitor });
  t.strictSame([own.status, own.body.seq], [201, 1], "ids of different visitors are independent");
  t.equal(left().length, 3, "refused files left nothing");
  await page.ask({ type: "typing", state: "typeout" });
  t.equal(page.frames.filter(({ type }) => type === "message").length, 3);
  const rows = await service.store.scan("file", { limit: 10 });
  t.equal(rows.length, 3);
});

t.test("a file that may not be sent is refused before a byte is stored", async (t) => {
  const folder = temporaryFolder(t);
  const channels = { ...asWidget(), OTHERAPP01: asWidget().MOBILEAPP1 };
  const service = await startService(t, { folder, channels, limits: { uploadBytesMax } });
  const { ready, page } = await enterVisitor(t, service);
  const other = await enterVisitor(t, service, { widget: "OTHERAPP01" });
  const { visitor } = ready;
  const bytes = bytesOf(100);
  const description = await readDescription(service);
  const secret = /^Header Authorization must be Bearer and the secret of a visitor of this widget\.$/;
  const refusals = [
    ["no secret", {}, 401, secret],
    ["an unknown secret", { visitor: "x".repeat(43) }, 401, secret],
    ["a visitor of another widget", { visitor: other.ready.visitor }, 401, secret],
    ["an agent", { visitor: await service.logIn("ada") }, 401, secret],
    ["no widget", { visitor, widget: "NOWHERE" }, 404, /^There is no such widget\.$/],
    ["no id", { visitor, id: "" }, 400, /^Parameter id must be a string of 1 to 64 characters, got ""/],
    ["a long id", { visitor, id: "x".repeat(65) }, 400, /^Parameter id must be/],
    ["no name", { visitor, name: "" }, 400, /^Parameter name must be the file's name/],
    ["a name of path parts", { visitor, name: "../.." }, 400, /^Parameter name/],
    ["a coding", { visitor, headers: { "content-encoding": "gzip" } }, 415, /without Content-Encoding/],
  ] as const;
  for (const [what, request, status, message] of refusals) {
    const answer = await sendFile(service, bytes, request);
    t.equal(answer.status, status, what);
    assertDescribed(t, description, "POST", "/widget/MOBILEAPP1/files", answer);
    t.match(answer.body.error.message, message, what);
  }
  const empty = await sendFile(service, new Uint8Array(0), { visitor });
  t.match([empty.status, empty.body.error.message], [400, /^The body is empty/]);
  const large = await sendFile(service, bytesOf(uploadBytesMax + 1), { visitor });
  t.match([large.status, large.body.error.code], [413, "payload_too_large"]);
  await change(service, { enabled: false });
  const off = await sendFile(service, bytes, { visitor });
  t.match([off.status, off.body.error], [403, { code: "access_denied", message: "The widget is switched off." }]);
  await page.closed;
  await change(service, { enabled: true });
  t.strictSame(
    filesIn(folder).filter((path) => path.startsWith("files")),
    [],
  );
  t.strictSame(await service.store.scan("chatState", { limit: 10 }), [], "no chat began");
  const largest = await sendFile(service, bytesOf(uploadBytesMax), { visitor });
  t.equal(largest.status, 201, "a file as large as the limit is accepted");
  assertDescribed(t, description, "POST", "/widget/MOBILEAPP1/files", largest);
  const got = await fetch(`${service.url}/widget/MOBILEAPP1/files`);
  t.strictSame([got.status, got.headers.get("allow")], [405, "POST, OPTIONS"]);
});

t.test("files and frames of a visitor share one rate limit", async (t) => {
  const limits = { senderPerSecond: 10, senderBurst: 20 };
  const service = await startService(t, { channels: asWidget(), limits });
  const { page, ready } = await enterVisitor(t, service);
  const { visitor } = ready;
  for (let count = 1; count <= 19; count += 1) await page.ask({ type: "typing", state: "typein" });
  t.equal((await sendFile(service, bytesOf(5), { visitor })).status, 201);
  const tooMany = await sendFile(service, bytesOf(5), { visitor, id: "f2" });
  t.strictSame(
    [tooMany.status, tooMany.headers.get("retry-after"), tooMany.body.error.code],
    [429, "1", "rate_limited"],
  );
  t.match(await page.ask({ type: "typing", state: "typein" }), { type: "failed", retryAfter: 1 });
  const stranger = await enterVisitor(t, service);
  t.equal((await sendFile(service, bytesOf(5), { visitor: stranger.ready.visitor })).status, 201);
  await service.pass(1_000);
  t.equal((await sendFile(service, bytesOf(5), { visitor, id: "f2" })).status, 201, "the same request works later");
});

t.test("visitors take at most half of all transfers", async (t) => {
  const files = createSlowFiles(temporaryFolder(t));
  const service = await startService(t, { channels: asWidget(), files: files.store, limits: { fileTransfersMax: 4 } });
  const { ready } = await enterVisitor(t, service);
  const { visitor } = ready;
  const first = await sendFile(service, bytesOf(5), { visitor });
  const slow = await Promise.all(["s1", "s2"].map((id) => startFile(service, visitor, id)));
  await until(() => files.beganCount === 3);
  const refused = await sendFile(service, bytesOf(5), { visitor, id: "s3" });
  t.match([refused.status, refused.body.error.code], [502, "overloaded"]);
  t.equal((await fetch(first.body.file)).status, 200, "others can read files");
  await step(service, "accept");
  t.equal((await upload(service, "1", bytesOf(5))).status, 201, "agents can send files");
  for (const wire of slow) wire.send("12345");
  for (const wire of slow) t.equal((await wire.answer()).status, 201);
  t.equal((await sendFile(service, bytesOf(5), { visitor, id: "s3" })).status, 201);
  for (const wire of slow) wire.abort();
});

t.test("a file of a client on the blacklist is stored and offered to no agent", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const { page, ready } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Hello" });
  await step(service, "accept");
  await step(service, "blacklist", { value: true });
  await step(service, "close");
  const kim = await service.enter("kim");
  const sent = await sendFile(service, bytesOf(50), { visitor: ready.visitor });
  t.strictSame([sent.status, sent.body.seq], [201, 1]);
  const shown = await page.until(({ type, chatId }) => type === "message" && chatId === "2");
  t.match(shown.message, { type: "photo", file: sent.body.file }, "the visitor sees no difference");
  await page.until(({ chat }) => chat?.id === "2" && chat.state === "waiting");
  t.equal((await fetch(sent.body.file)).status, 200);
  await service.settle();
  t.equal(kim.frames.filter(({ type }) => type === "message" || type === "chat").length, 0);
});

t.test("a file can answer an invitation, like a text", async (t) => {
  const departments = [{ id: 7, name: "Sales" }];
  const service = await startService(t, { channels: asWidget(), config: { departments } });
  const { ready } = await enterVisitor(t, service);
  const { visitor } = ready;
  const query = `&invitation=${encodeURIComponent("May we help?")}&department=7`;
  t.equal((await sendFile(service, bytesOf(5), { visitor, query })).body.seq, 2);
  t.equal((await sendFile(service, bytesOf(5), { visitor, query })).body.seq, 2, "a repeat gets the same answer");
  t.equal(
    (await sendFile(service, bytesOf(5), { visitor, id: "f2", query: "&invitation=%20&department=x" })).body.seq,
    3,
  );
  const token = await service.logIn("kim");
  const { body } = await service.call("GET", "/api/chats/1/messages", { token });
  t.match(body.messages, [{ type: "invitation", text: "May we help?" }, { type: "photo" }, { type: "photo" }]);
  const { body: shown } = await service.call("GET", "/api/chats/1", { token });
  t.match(shown.chat, { department: { id: 7, name: "Sales" } });
});

t.test("[BOT-14] a bot receives a visitor's file like any other media", async (t) => {
  const service = await startService(t, { channels: asWidget({ bot }) });
  const { ready, page } = await enterVisitor(t, service);
  const sent = await sendFile(service, bytesOf(50), { visitor: ready.visitor });
  await service.settle();
  t.equal(service.botAttempts.length, 1);
  t.match(service.botAttempts[0]?.event, { event: "CLIENT_MESSAGE", text: sent.body.file });
  t.match((await page.until(({ type }) => type === "chat")).chat, { state: "with_bot" });
});
