import t from "tap";
import { bytesOf, upload } from "../files/upload-parts.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { enterVisitor, openVisitor } from "../harness/visitor-client.ts";
import { asWidget, step } from "./visitor-channel.ts";
import { sendFile } from "./visitor-file.ts";

const channels = asWidget({ webhooks: null });

async function refusalsOf(service: Service, limit: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(new RegExp(`parley_quota_refusals_total\\{limit="${limit}"\\} (\\d+)`).exec(text)?.[1] ?? -1);
}

t.test("a disk with little room refuses files first, then new chats, then everybody but agents", async (t) => {
  const space = { freeBytes: 2 ** 40, totalBytes: 2 ** 42 };
  const disk = { latest: space, close: async () => undefined };
  const service = await startService(t, { folder: temporaryFolder(t), channels, disk });
  const token = await service.logIn("kim");
  const { page, ready } = await enterVisitor(t, service);
  await page.ask({ type: "message", text: "Hello" });
  await service.say("open", "Hello", "OTHERAPP01");
  space.freeBytes = 2 ** 30 - 1;
  const sent = await sendFile(service, bytesOf(10), { visitor: ready.visitor });
  const { status, headers } = sent;
  const refused = { status, retryAfter: headers.get("retry-after"), message: sent.body.error.message };
  t.strictSame(refused, {
    status: 507,
    retryAfter: "60",
    message:
      "The disk has 1073741823 bytes left; no file is accepted below 1073741824 (filesFreeBytesMin). Try again in 60 seconds.",
  });
  const late = await enterVisitor(t, service);
  t.match(await late.page.ask({ type: "message", text: "Hello" }), { type: "done" }, "new chats are accepted");
  await step(service, "accept");
  t.match(await upload(service, "1", bytesOf(10)), { status: 507 }, "an agent's file is refused too");

  space.freeBytes = 2 ** 28 - 1;
  const stranger = await openVisitor(t, service);
  stranger.send({ type: "hello", widget: "MOBILEAPP1" });
  t.equal((await stranger.closed).code, 1013, "a new visitor is refused");
  const known = await enterVisitor(t, service, { visitor: ready.visitor });
  t.equal(known.ready.visitor, ready.visitor);
  t.match(await page.ask({ type: "message", text: "Still there?" }), { type: "done" }, "an open chat continues");
  const write = (sender: string) =>
    service.call("POST", "/chat-api/3b6fA0aaaaaaaaaaaaaaaa/OTHERAPP01", {
      body: { sender: { id: sender }, message: { type: "text", text: "Hello" } },
    });
  t.equal((await write("open")).status, 200);
  const newcomer = await write("new");
  t.equal(newcomer.status, 503);
  t.equal(newcomer.headers.get("retry-after"), "60");
  t.match(newcomer.body.error.message, /no new chat begins below 268435456 \(chatsFreeBytesMin\)/);
  await step(service, "messages", { type: "text", text: "Yes" });
  await step(service, "close");
  t.equal((await service.call("GET", "/readyz", { token })).status, 200);
  const again = await page.ask({ type: "message", text: "One more" });
  t.match(
    again,
    { type: "failed", retryAfter: 60 },
    "a client with a closed chat would begin a new one, and is refused",
  );
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  t.match(metrics, /parley_disk_free_bytes 268435455\n/);
  t.match(metrics, /parley_disk_floor_bytes\{floor="chatsFreeBytesMin"\} 268435456\n/);
  t.match(metrics, /parley_disk_warn_bytes\{floor="chatsFreeBytesMin"\} 536870912\n/);
  t.equal(await refusalsOf(service, "chatsFreeBytesMin"), 3);

  space.freeBytes = 2 ** 26 - 1;
  const reserved = await write("open");
  t.equal(reserved.status, 503, "only agents are served");
  t.match(reserved.body.error.message, /only agents are served below 67108864 \(messagesFreeBytesMin\)/);
  t.match(await page.ask({ type: "message", text: "Me too" }), { type: "failed", retryAfter: 60 });
  await step(service, "accept", {}, { chat: 3 });
  await step(service, "messages", { type: "text", text: "Still here" }, { chat: 3 });
  await step(service, "close", {}, { chat: 3 });
  service.clock.advance(2_000);
  const warned = await service.call("GET", "/readyz", { token });
  t.equal(warned.status, 200);
  t.match(
    Object(warned.body).warnings.at(-1),
    { limit: "messagesFreeBytesMin", freeBytes: 67_108_863, floorBytes: 67_108_864, isRefusing: true },
    "the service stays ready for a load balancer",
  );
  space.freeBytes = 2 ** 40;
  t.equal((await write("new")).status, 200);
});
