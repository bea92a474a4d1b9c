import { join } from "node:path";
import t from "tap";
import type { Store } from "../../src/ports/store.ts";
import { StoreError } from "../../src/ports/store-errors.ts";
import { until } from "../edge/edge-world.ts";
import { createSlowFiles } from "../files/slow-files.ts";
import { bytesOf, filesIn } from "../files/upload-parts.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, change, step } from "./visitor-channel.ts";
import { sendFile, startFile } from "./visitor-file.ts";

const hourMs = 60 * 60_000;

t.test("an aborted file leaves nothing, and changes in the meantime count", async (t) => {
  const folder = temporaryFolder(t);
  const files = createSlowFiles(folder);
  const service = await startService(t, { channels: asWidget(), files: files.store });
  const { visitor } = (await enterVisitor(t, service)).ready;
  const gone = await startFile(service, visitor, "f1");
  gone.send("123");
  await until(() => files.writes.length === 1);
  gone.abort();
  await until(() => files.endedCount === 1);
  files.breakNext("write");
  t.equal((await sendFile(service, bytesOf(5), { visitor })).status, 503, "the disk is full");
  const late = await startFile(service, visitor, "f1");
  await until(() => files.beganCount === 3);
  await change(service, { enabled: false });
  late.send("12345");
  t.equal((await late.answer()).status, 403, "the widget was disabled while the bytes arrived");
  late.abort();
  t.strictSame(filesIn(folder), []);
  t.strictSame(await service.store.scan("file", { limit: 10 }), []);
  await change(service, { enabled: true });
  t.equal((await sendFile(service, bytesOf(5), { visitor })).body.seq, 1, "the same request works later");
});

t.test("bytes without a message are removed; a file is removed with its chat", async (t) => {
  const folder = temporaryFolder(t);
  const inner = createMemoryStore();
  const held: ((error: StoreError) => void)[] = [];
  let isHeld = false;
  const store: Store = {
    ...inner,
    close: async () => undefined,
    // Acts as if the process died before the commit: nothing of the commit is stored and nobody is notified.
    commit: (needs, apply) => (isHeld ? new Promise((_, reject) => held.push(reject)) : inner.commit(needs, apply)),
  };
  const limits = { chatKeptDays: 1 };
  const channels = asWidget({ webhooks: null });
  const service = await startService(t, { folder, store, channels, limits });
  const { visitor } = (await enterVisitor(t, service)).ready;
  const kept = await sendFile(service, bytesOf(500), { visitor });
  const left = () => filesIn(join(folder, "files"));
  isHeld = true;
  const lost = await startFile(service, visitor, "f2");
  lost.send("12345");
  await until(() => held.length > 0 && left().length === 2);
  t.notOk(left().some((path) => path.endsWith(".part")));

  const next = await startService(t, { folder, store: inner, channels, limits });
  next.clock.advance(1);
  await until(() => next.logLines.some(({ msg }) => String(msg).startsWith("incomplete files")));
  t.equal(left().length, 1);
  const url = kept.body.file.replace(service.url, next.url);
  t.equal((await fetch(url)).status, 200, "the file of the stored message stays");
  const again = await sendFile(next, Buffer.from("12345"), { visitor, id: "f2", name: "a.bin", type: "" });
  t.strictSame([again.status, again.body.seq], [201, 2], "a lost file can be sent again");
  await step(next, "accept");
  await step(next, "close");
  for (const hours of [25, 2]) {
    next.clock.advance(hours * hourMs);
    await next.settle();
  }
  await until(() => next.logLines.some(({ msg }) => msg === "closed chats deleted"));
  await until(() => left().length === 0);
  t.equal((await fetch(url)).status, 404);
  t.strictSame(await next.store.scan("chatFile", { limit: 10 }), []);
  lost.abort();
  isHeld = false;
  for (const reject of held) reject(new StoreError("The process is dead"));
});
