import t from "tap";
import type { AttemptFailure } from "../../../machines/tells.ts";
import { openHeldDisk } from "../../harness/held-disk.ts";
import { startService } from "../../harness/service.ts";

const failure: AttemptFailure = { kind: "http_status", code: "http_status", message: "HTTP 503" };
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

t.test("an attempt after a slow commit has its full timeout, and the next attempt starts 3 s later", async (t) => {
  const disk = await openHeldDisk(t);
  const service = await startService(t, { store: disk.store });
  await service.enter("kim");
  await service.say("c1", "hello");
  const token = await service.logIn("kim");
  await service.settle();
  await service.call("POST", "/api/chats/1/accept", { token });
  await service.settle();

  disk.hold();
  const reply = service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "one" } });
  const write = await disk.nextWrite();
  service.clock.advance(20_000);
  await turns(4);
  disk.letGo();
  write.pass();
  await reply;
  await service.pass(2_000);
  t.equal(service.attempts.length, 1, "the attempt was not given up");
  const sentAtMs = service.attempts.length === 1 ? service.clock.nowMs() - 2_000 : 0;
  service.attempts[0]?.answer({ startedAtMs: sentAtMs, httpStatus: 503, failure });
  await service.settle();
  while (service.attempts.length === 1 && service.clock.nowMs() < sentAtMs + 10_000) await service.pass(100);
  t.equal(service.clock.nowMs() - sentAtMs, 3_000, "the second attempt");
  service.attempts[1]?.answer();
  await service.settle();
  const { body } = await service.call("GET", "/api/chats/1/messages", { token });
  t.equal(body.messages.at(-1)?.delivery?.state, "delivered");
  await service.pass(10_000);
  t.equal(service.attempts.length, 2, "the deadline of an ended attempt has no effect");
});
