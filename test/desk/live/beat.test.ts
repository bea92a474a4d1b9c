import t from "tap";
import { openDesk } from "../../harness/desk-client.ts";
import { startService } from "../../harness/service.ts";

t.test("a desk that asks whether somebody is there is answered behind all that was sent to it before", async (t) => {
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

t.test("nobody hears whether the service is there who has not said hello", async (t) => {
  const service = await startService(t);
  const stranger = await openDesk(t, service.url);
  stranger.send({ type: "beat" });
  const reason = 'Field type of the first frame must be "hello", got "beat".';
  t.strictSame(await stranger.closed, { code: 4400, reason });
  t.strictSame(stranger.frames, []);
});
