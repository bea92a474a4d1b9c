import type { Test } from "tap";
import t from "tap";
import { openCollector } from "../traces/collector.ts";
import { channelPath, findPort, Installation } from "./harness/service/installation.ts";

const token = "a-token-for-metrics";
const webhookUrl = "http://127.0.0.1:9/nobody";

async function start(t: Test, port: number, endpoint: string): Promise<Installation> {
  const config = { metrics: { port, token: { env: "SCRAPE" } }, telemetry: { otlp: { endpoint } } };
  const installation = await Installation.create(t, webhookUrl, { config });
  installation.always = { environment: { SCRAPE: token } };
  return installation;
}

t.test("metrics at a separate address, with a token; traces reach their collector before the end", async (t) => {
  const collector = await openCollector(t);
  const port = await findPort();
  const installation = await start(t, port, collector.endpoint);
  const life = await installation.start();
  t.match(await life.untilLogged("metrics are served at their own address"), { host: "127.0.0.1", port });
  const statusOf = async (path: string, authorization?: string): Promise<number> => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status;
  };
  t.same(
    await Promise.all(["/healthz", "/readyz", "/metrics", "/login"].map((path) => statusOf(path))),
    [200, 200, 401, 404],
  );
  t.equal(await statusOf("/metrics", `Bearer ${token}`), 200);
  t.equal(await statusOf("/metrics", `Bearer ${token}s`), 401);
  t.equal((await fetch(`${installation.url}/metrics`)).status, 404);
  t.equal((await fetch(`${installation.url}/readyz`)).status, 200);
  const body = JSON.stringify({ sender: { id: "7" }, message: { type: "text", text: "hello" } });
  t.equal((await fetch(`${installation.url}${channelPath}`, { method: "POST", body })).status, 200);
  t.strictSame(await installation.terminate(), { code: 0, signal: null });
  const [request] = collector.spans.filter(({ name }) => name === "POST /chat-api/:random/:publicId");
  t.ok(request, "what waited was handed over at the end");
  t.equal(collector.spans.find(({ name }) => name === "turn message.received")?.parentSpanId, request?.spanId);
  t.notMatch(life.stderr, token);
});

t.test("a metrics address that is already in use gives a clear error", async (t) => {
  const collector = await openCollector(t);
  const port = Number(new URL(collector.endpoint).port);
  const life = (await start(t, port, collector.endpoint)).spawn();
  t.strictSame(await life.ended, { code: 2, signal: null });
  t.match(life.stderr, `metrics: Cannot listen on 127.0.0.1:${port}: the port is in use by another process.\n`);
});
