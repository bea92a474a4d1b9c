import t from "tap";
import { systemClock } from "../../../src/core/clock.ts";
import { openOutbound } from "../../delivery/attempts.ts";
import { openPeer } from "../../delivery/peer.ts";
import { toReport } from "../../delivery/webhook/webhooks.ts";

t.test("[WH-35] connecting may take longer than on surfaces A and B", async (t) => {
  const stalled = await openPeer(t, () => undefined);
  const startedAt = performance.now();
  const outcome = await openOutbound(t, { clock: systemClock }).report(
    toReport(`https://${stalled.host}/hook`, { timeoutMs: 4_500 }),
  );
  t.equal(outcome.failure?.kind, "timeout");
  t.ok(performance.now() - startedAt >= 4_400, "the time of the attempt, not 3 s");
});
