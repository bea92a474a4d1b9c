import t from "tap";
import { createManualClock } from "../edge/manual-clock.ts";
import { startService } from "../harness/service.ts";

const hourMs = 3_600_000;

t.test("[DEL-02] a clock that is set forward takes no time from an attempt that runs", async (t) => {
  const manual = createManualClock();
  let setByMs = 0;
  const clock = { ...manual, steadyMs: () => manual.nowMs() - setByMs };
  const service = await startService(t, { clock });
  await service.say("c1", "Hello");
  const token = await service.logIn("kim");
  await service.call("POST", "/api/chats/1/accept", { token });
  await service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "Hello" } });
  await service.settle();
  t.equal(service.attempts.length, 1);

  setByMs = hourMs;
  manual.advance(hourMs);
  await service.settle();
  t.equal(service.attempts.length, 1, "its outcome is waited for, as long as before");
  service.attempts[0]?.answer();
  await service.pass(20_000);
  t.equal(service.attempts.length, 1, "no attempt follows a positive answer");
  const { body } = await service.call("GET", "/api/chats/1/messages", { token });
  t.match(body.messages.at(-1), { delivery: { state: "delivered", attempts: 1 } });
});
