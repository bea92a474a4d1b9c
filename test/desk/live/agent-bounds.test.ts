import t from "tap";
import { acceptedChat, bytesOf, upload } from "../../files/upload-parts.ts";
import { openDesk } from "../../harness/desk-client.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { chatOf } from "../chat-of.ts";

async function refusalsOf(service: Service, limit: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(new RegExp(`parley_quota_refusals_total\\{limit="${limit}"\\} (\\d+)`).exec(text)?.[1] ?? -1);
}

t.test("an agent has a limited number of desks, and an address a limited number of sockets", async (t) => {
  const service = await startService(t, { limits: { agentSocketsMax: 2, addressSocketsMax: 4 } });
  await service.enter("kim");
  const second = await service.enter("kim");
  const third = await openDesk(t, service.url);
  third.send({ type: "hello", token: await service.logIn("kim") });
  const reason = "One agent may have 2 desks open (agentSocketsMax).";
  t.strictSame(await third.closed, { code: 1013, reason });
  await service.enter("lee");
  second.socket.close();
  await second.closed;
  await service.enter("kim");
  await openDesk(t, service.url);
  t.match(await (await openDesk(t, service.url)).closed, { code: 1013, reason: /addressSocketsMax/ });
  t.equal(await refusalsOf(service, "agentSocketsMax"), 1);
  t.equal(await refusalsOf(service, "addressSocketsMax"), 1);
});

t.test("the desks of one agent that read nothing share a bound of waiting bytes", async (t) => {
  const service = await startService(t, { limits: { agentWaitingBytesMax: 256 * 1024 } });
  const chat = await chatOf(service, "lee");
  const reading = await service.enter("lee");
  const deaf = await Promise.all(Array.from({ length: 6 }, () => service.enter("kim")));
  for (const { socket } of deaf) socket.pause();
  // The buffers of the network first take some megabytes, and waiting bytes are looked at once a second.
  const text = "😀".repeat(9_900);
  let dropped = 0;
  for (let looks = 0; dropped === 0 && looks < 8; looks += 1) {
    for (let notes = 0; notes < 60; notes += 1) await chat.step("note", { text });
    service.clock.advance(1_000);
    dropped = await refusalsOf(service, "agentWaitingBytesMax");
  }
  t.ok(dropped > 0, `${dropped} desks were dropped`);
  reading.send({ type: "beat" });
  await reading.until((frame) => frame.type === "beat");
  t.equal(reading.socket.readyState, reading.socket.OPEN, "the desk of another agent stays");
});

t.test("[LIM-02] an agent's notes have a rate", async (t) => {
  const service = await startService(t, { limits: { senderPerSecond: 1, senderBurst: 2 } });
  const chat = await acceptedChat(service);
  const token = await service.logIn("kim");
  const note = (by = token) =>
    service.call("POST", `/api/chats/${chat}/note`, { token: by, body: { text: "called back" } });
  t.strictSame([(await note()).status, (await note()).status], [200, 200]);
  const refused = await note();
  t.match(refused, { status: 429, body: { error: { code: "rate_limited" } } });
  t.equal(refused.headers.get("retry-after"), "1");
  t.equal((await note(await service.logIn("ada"))).status, 200, "others have their own");
  service.clock.advance(1_000);
  t.equal((await note()).status, 200);
});

t.test("an agent's files have a quota for a day, which counts what came", async (t) => {
  const service = await startService(t, { limits: { agentFileBytesPerDay: 1_000, uploadBytesMax: 1_000 } });
  const chat = await acceptedChat(service);
  t.equal((await upload(service, chat, bytesOf(600))).status, 201);
  const refused = await upload(service, chat, bytesOf(500));
  t.match(refused, {
    status: 429,
    body: { error: { message: /1000 bytes of files in a day \(agentFileBytesPerDay\)/ } },
  });
  t.equal((await upload(service, chat, bytesOf(400))).status, 201);
  service.clock.advance(24 * 60 * 60_000);
  t.equal((await upload(service, chat, bytesOf(1_000))).status, 201, "full again after a day");
});
