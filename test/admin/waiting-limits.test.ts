import t from "tap";
import { startService } from "../harness/service.ts";
import { asAgent } from "./administrator.ts";

t.test("an administrator sets when a wait is long and when it is urgent; every desk gets both limits", async (t) => {
  const service = await startService(t);
  const ask = await asAgent(t, service);
  const path = "/api/waiting-limits";
  const seen = async () => (await service.call("GET", "/api/session", { token: await service.logIn("kim") })).body;
  t.strictSame((await ask("GET", path)).body, { calmMs: 300_000, urgentMs: 900_000 });
  t.match(await seen(), { waiting: { calmMs: 300_000, urgentMs: 900_000 } });
  const limits = { calmMs: 60_000, urgentMs: 60_000 };
  t.match(await ask("PUT", path, limits), { status: 200, body: limits });
  t.strictSame((await ask("GET", path)).body, limits);
  t.match(await seen(), { waiting: limits });
  for (const [body, message] of [
    [{ calmMs: 60_000 }, "Field urgentMs is missing: it must be an integer from 0 to 86400000."],
    [{ ...limits, calmMs: -1 }, "Field calmMs must be an integer from 0 to 86400000, got -1."],
    [{ ...limits, urgentMs: 1 }, "Field urgentMs must be at least calmMs, which is 60000, got 1."],
    [{ ...limits, lateMs: 1 }, "Field lateMs is not known here: expected one of calmMs, urgentMs."],
  ] as const)
    t.match(await ask("PUT", path, body), { status: 400, body: { error: { message } } }, message);
});
