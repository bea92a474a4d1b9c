import { createHash } from "node:crypto";
import type { Test } from "tap";
import t from "tap";
import { asChannelId, clientConversation } from "../../src/core/ids.ts";
import { DamagedRowError } from "../../src/ports/store-errors.ts";
import { until } from "../edge/edge-world.ts";
import { request } from "../edge/wire.ts";
import { createSlowFiles } from "../files/slow-files.ts";
import { bytesOf, filesIn } from "../files/upload-parts.ts";
import type { HeldRow } from "../harness/held-rows.ts";
import { createHeldRows } from "../harness/held-rows.ts";
import type { ServiceOptions } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget } from "./visitor-channel.ts";
import { sendFile, startFile } from "./visitor-file.ts";

/** A known visitor. The test can delay the read of the visitor's row. */
async function startWorld(t: Test, options: ServiceOptions = {}) {
  const folder = temporaryFolder(t);
  const files = createSlowFiles(folder);
  const { store, hold } = createHeldRows();
  const service = await startService(t, {
    store,
    channels: asWidget({ webhooks: null }),
    ...options,
    files: files.store,
  });
  const { visitor } = (await enterVisitor(t, service)).ready;
  return {
    service,
    visitor,
    kept: () => filesIn(folder),
    whenQuiet: () => until(() => files.beganCount === files.endedCount),
    /** The row of the visitor with the secret. */
    holdVisitor: (secret = visitor): HeldRow => {
      const senderId = createHash("sha256").update(secret).digest("base64url");
      return hold("client", [clientConversation(asChannelId("MOBILEAPP1"), senderId)]);
    },
  };
}

const messageOf = (body: string): string => JSON.parse(body).error.message;

t.test(
  "if two files arrive at once and only one is allowed, the first is accepted, although both were looked up",
  async (t) => {
    const { service, visitor, kept, holdVisitor } = await startWorld(t, { limits: { visitorUploadsMax: 1 } });
    const row = holdVisitor();
    const first = await startFile(service, visitor, "first");
    await row.asked;
    const second = await startFile(service, visitor, "second");
    second.send("12345");
    await service.call("GET", "/healthz");
    row.letGo();
    const refused = await second.answer();
    t.equal(refused.status, 429);
    t.match(messageOf(refused.body), /1 files at once \(visitorUploadsMax\)/);
    first.send("12345");
    t.equal((await first.answer()).status, 201);
    t.equal(
      (await sendFile(service, bytesOf(5), { visitor, id: "third" })).status,
      201,
      "files one after the other are accepted",
    );
    t.equal(kept().length, 2);
    for (const wire of [first, second]) wire.abort();
  },
);

t.test("a file of an unknown visitor is refused while it arrives, and the client sees the reason", async (t) => {
  const { service, kept, holdVisitor } = await startWorld(t);
  const nobody = "x".repeat(43);
  const row = holdVisitor(nobody);
  const wire = await startFile(service, nobody, "f1", 200_000);
  wire.send("x".repeat(100_000));
  await row.asked;
  await service.call("GET", "/healthz");
  row.letGo();
  t.equal((await wire.answer()).status, 401);
  wire.send("x".repeat(100_000));
  wire.send(request("GET", "/healthz"));
  t.equal((await wire.answer()).status, 200, "the connection accepts the next request");
  wire.abort();
  t.strictSame(kept(), []);
});

t.test(
  "a visitor who disconnects during the look-up is charged the bytes that arrived, and its place becomes free",
  async (t) => {
    const limits = { visitorUploadsMax: 1, addressBytesPerDay: 10_000 };
    const { service, visitor, kept, whenQuiet, holdVisitor } = await startWorld(t, { limits });
    const row = holdVisitor();
    const wire = await startFile(service, visitor, "cut", 6_000);
    wire.send("x".repeat(3_000));
    await row.asked;
    await service.call("GET", "/healthz");
    wire.abort();
    await service.call("GET", "/healthz");
    row.letGo();
    await whenQuiet();
    await service.settle();
    t.strictSame(kept(), []);
    const send = (bytes: number, id: string) => sendFile(service, bytesOf(bytes), { visitor, id });
    t.match(await send(7_001, "too much"), { status: 429, body: { error: { message: /addressBytesPerDay/ } } });
    t.match(await send(7_000, "fits"), { status: 201 });
  },
);

t.test("if a visitor cannot be looked up, the request is refused, and nothing is stored or counted", async (t) => {
  const limits = { visitorUploadsMax: 1, addressBytesPerDay: 10_000 };
  const { service, visitor, kept, holdVisitor } = await startWorld(t, { limits });
  const row = holdVisitor();
  const wire = await startFile(service, visitor, "f1", 6_000);
  wire.send("x".repeat(6_000));
  await row.asked;
  row.fail(new DamagedRowError("client", "1", "the visitor is damaged"));
  t.equal((await wire.answer()).status, 500);
  wire.abort();
  t.strictSame(kept(), []);
  t.equal((await sendFile(service, bytesOf(10_000), { visitor, id: "f2" })).status, 201);
});

t.test("a file that arrives again while its visitor is looked up is stored once", async (t) => {
  const { service, visitor, kept, holdVisitor } = await startWorld(t);
  const row = holdVisitor();
  const one = sendFile(service, bytesOf(100), { visitor });
  await row.asked;
  const other = sendFile(service, bytesOf(100), { visitor });
  await service.call("GET", "/healthz");
  row.letGo();
  const answers = await Promise.all([one, other]);
  t.strictSame(
    answers.map(({ status, body }) => [status, body.seq]),
    [
      [201, 1],
      [201, 1],
    ],
  );
  t.equal(kept().length, 1);
});
