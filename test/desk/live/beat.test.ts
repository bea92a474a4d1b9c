import t from "tap";
import { openDesk } from "../../harness/desk-client.ts";
import { startService } from "../../harness/service.ts";

t.test("a heartbeat request of a desk is answered after all earlier frames", async (t) => {
  const service = await startService(t);
  const kim = await service.enter("kim");
  await service.say("7", "Hello");
  await service.settle();
  kim.send({ type: "beat" });
  await kim.until((frame) => frame.type === "beat");
  t.strictSame(
    kim.frames.map((frame) => frame.type),
    ["ready", "chat", "message", "beat"],
  );
});

t.test("a socket without a hello gets no heartbeat response", async (t) => {
  const service = await startService(t);
  const stranger = await openDesk(t, service.url);
  stranger.send({ type: "beat" });
  const reason = 'Field type of the first frame must be "hello", got "beat".';
  t.strictSame(await stranger.closed, { code: 4400, reason });
  t.strictSame(stranger.frames, []);
});
