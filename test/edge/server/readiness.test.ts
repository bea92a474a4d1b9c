import t from "tap";
import { defaultLimits } from "../../../src/config/limits.ts";
import { systemClock } from "../../../src/core/clock.ts";
import { createMetrics } from "../../../src/core/telemetry/metrics.ts";
import { addOperationRoutes } from "../../../src/edge/telemetry/operations.ts";
import type { PeersHealth } from "../../../src/ports/peers-health.ts";
import { openly } from "../../harness/health.ts";
import { startEdge } from "../edge-world.ts";
import { ask } from "../wire.ts";

const known = { ...openly, clock: systemClock, limits: { ...defaultLimits, metricsKeptMs: 0 } };
const well: PeersHealth = { isHearing: true, isSettled: true, sinceBeatMs: 900, living: 3 };

t.test(
  "[ERR-12] readiness depends on the database and on messages of the other processes; health does not",
  async (t) => {
    let peers = well;
    let isBehind = false;
    const { server, port } = await startEdge(t, (server) =>
      addOperationRoutes(server, createMetrics(), { ...known, peers: () => peers, isBehind: () => isBehind }),
    );
    server.startServing();
    const check = async (now: PeersHealth, message: string | null): Promise<void> => {
      peers = now;
      const { status, body, headers } = await ask(port, "GET", "/readyz");
      if (message === null) t.strictSame([status, body], [200, '{"status":"ok"}']);
      else {
        t.strictSame([status, JSON.parse(body)], [503, { error: { code: "unavailable", message } }]);
        t.equal(headers.get("retry-after"), "2");
      }
      t.equal((await ask(port, "GET", "/healthz")).status, 200);
    };
    await check(well, null);
    await check({ ...well, sinceBeatMs: 3_000 }, null);
    await check({ ...well, sinceBeatMs: 4_999 }, "The database has not answered for 4 s.");
    await check(well, null);
    await check({ ...well, isHearing: false }, "The connection for notifications from the other processes is down.");
    await check(
      { ...well, isSettled: false },
      "Some other process has not sent a notification since the connection was restored.",
    );
    await check(
      { isHearing: false, isSettled: true, sinceBeatMs: 60_000, living: 1 },
      "The database has not answered for 60 s.",
    );
    isBehind = true;
    await check(well, "The service is reading what the other processes have stored.");
    isBehind = false;
    await check(well, null);
  },
);

t.test("metrics show the processes on the same store if there can be several", async (t) => {
  const metricsOf = async (peers?: PeersHealth): Promise<string> => {
    const { port } = await startEdge(t, (server) =>
      addOperationRoutes(server, createMetrics(), peers === undefined ? known : { ...known, peers: () => peers }),
    );
    return (await ask(port, "GET", "/metrics")).body;
  };
  const shown = await metricsOf({ isHearing: false, isSettled: true, sinceBeatMs: 2_500, living: 2 });
  t.match(shown, /^# HELP parley_nodes Processes that serve on the same store, this one included$/m);
  t.match(shown, /^parley_nodes 2$/m);
  t.match(shown, /^parley_peers_heard 0$/m);
  t.match(shown, /^parley_database_silent_seconds 2\.5$/m);
  t.match(await metricsOf(well), /^parley_peers_heard 1$/m);
  t.notMatch(await metricsOf(), /parley_(nodes|peers_heard|database_silent_seconds)/);
});
