import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { pino } from "pino";
import { Registry } from "prom-client";
import type { Test } from "tap";
import t from "tap";
import { Agent, fetch } from "undici";
import { parse } from "yaml";
import type { App } from "../../src/app/serve.ts";
import { openApp } from "../../src/app/serve.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import { systemClock } from "../../src/core/clock.ts";
import { findFreePort } from "../../src/demo/cast/free-port.ts";
import { addHealthMetrics } from "../../src/edge/telemetry/operations.ts";
import { healthy } from "../harness/health.ts";
import { agents, configOf, random } from "../harness/service-config.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { openCollector } from "../traces/collector.ts";

const folder = "src/operator/telemetry";
const fixture = (name: string): string => join("test/edge/fixtures", name);
const token = "a-token-for-metrics";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}
interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const rules: readonly Rule[] = parse(readFileSync(join(folder, "alerts.yml"), "utf8")).groups.flatMap(
  ({ rules }: { readonly rules: readonly Rule[] }) => rules,
);
const panels: readonly Panel[] = JSON.parse(readFileSync(join(folder, "dashboard.json"), "utf8")).panels;

/** The names of the metrics and labels in an expression. Throws if the expression is not valid. */
function readExpression(expression: string): {
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
} {
  const metrics: string[] = [];
  const labels: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to, node }) {
      const text = expression.slice(from, to);
      if (type.isError) throw new Error(`Expected PromQL, got ${expression}, at ${from}`);
      if (type.name === "Identifier" && node.parent?.name === "VectorSelector") metrics.push(text);
      if (type.name === "LabelName") labels.push(text);
    },
  });
  return { metrics, labels };
}

/** Every metric of a service with all features, and the labels of each metric. */
type Scraped = ReadonlyMap<string, { readonly labels: ReadonlySet<string>; readonly sum: number }>;

function readScrape(text: string): Scraped {
  const found = new Map<string, { readonly labels: Set<string>; readonly sum: number }>();
  for (const line of text.split("\n")) {
    const [, name = "", inside = "", value = ""] = /^([a-z_]\w*)(?:\{(.*)\})? (.*)$/i.exec(line) ?? [];
    if (name === "") continue;
    const { labels, sum } = found.get(name) ?? { labels: new Set(), sum: 0 };
    for (const [, label = ""] of inside.matchAll(/(\w+)="/g)) labels.add(label);
    found.set(name, { labels, sum: sum + Number(value) });
  }
  return found;
}

/** The metrics that only one of several processes shows. */
async function scrapePeers(): Promise<string> {
  const registry = new Registry();
  addHealthMetrics(registry, {
    ...healthy,
    peers: () => ({ isHearing: true, isSettled: true, sinceBeatMs: 0, living: 1 }),
  });
  return registry.metrics();
}

/** Plays a chat with an agent's reply that no endpoint accepts. */
async function play(app: App, dispatcher: Agent): Promise<void> {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<void> => {
    const { status } = await fetch(`${app.url()}${path}`, {
      ...{ dispatcher, method: "POST", body: JSON.stringify(body) },
      headers: { "content-type": "application/json", ...headers },
    });
    if (status >= 300) throw new Error(`${path}: ${status}`);
  };
  const kim = { authorization: `Bearer ${await app.sessions.open(agents.kim.id)}` };
  // A worker parses a body of this length.
  const text = "x".repeat(defaultLimits.inlineBodyBytesMax);
  await post(`/chat-api/${random}/MOBILEAPP1`, { sender: { id: "7" }, message: { type: "text", text } });
  await post("/api/chats/1/accept", {}, kim);
  await post("/api/chats/1/messages", { type: "text", text: "reply" }, kim);
}

async function scrape(t: Test): Promise<Scraped> {
  const collector = await openCollector(t);
  const metrics = { address: { host: "127.0.0.1", port: await findFreePort() }, token };
  const webhookUrl = `http://127.0.0.1:${await findFreePort()}/`;
  const base = configOf({ ...defaultLimits, metricsKeptMs: 0 }, { MOBILEAPP1: { webhookUrl } });
  const config = {
    ...{ ...base, dataDir: temporaryFolder(t), metrics, port: 0 },
    outbound: { allow: ["127.0.0.0/8"], allowHttp: true },
    tls: { certFile: fixture("localhost-cert.pem"), keyFile: fixture("localhost-key.pem") },
    traces: { endpoint: collector.endpoint, headers: {}, sampleRatio: 1 },
  };
  const log = pino({ level: "silent" });
  const { signal } = new AbortController();
  const app = await openApp({ config, clock: systemClock, log, logHealth: healthy.log, signal });
  t.teardown(() => app.stop());
  await app.listen();
  app.serve();
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  t.teardown(() => dispatcher.close());
  await play(app, dispatcher);
  const { host, port } = metrics.address;
  for (;;) {
    const headers = { authorization: `Bearer ${token}` };
    const text = await (await fetch(`http://${host}:${port}/metrics`, { headers })).text();
    const isDone = text.includes('outcome="connection"') && !/^parley_dead_letters Nan$/m.test(text);
    if (isDone) return readScrape(`${text}\n${await scrapePeers()}`);
  }
}

t.test("all metrics in the alerts, the dashboard and the page on monitoring exist in a service", async (t) => {
  const scraped = await scrape(t);
  const page = readFileSync("src/docs/monitoring.md", "utf8");
  const named = [...new Set(page.match(/parley_\w+/g))];
  t.ok(named.length > 30, "the page names metrics");
  const isShown = (name: string): boolean => scraped.has(name) || scraped.has(`${name}_count`);
  t.strictSame(
    named.filter((name) => !isShown(name)),
    [],
    "every metric of the page is shown",
  );
  t.strictSame(
    rules.map(({ alert }) => alert).filter((alert) => !page.includes(`\`${alert}\``)),
    [],
    "the page has every alert",
  );
  const check = (title: string, expression: string): void => {
    const { metrics, labels } = readExpression(expression.replaceAll("$__rate_interval", "5m"));
    t.ok(metrics.length > 0, `${title} has an expression`);
    const unknown = metrics.filter((name) => !scraped.has(name));
    t.strictSame(unknown, [], `${title}: every metric is shown`);
    const known = new Set(["instance", ...metrics.flatMap((name) => [...(scraped.get(name)?.labels ?? [])])]);
    t.strictSame(
      labels.filter((label) => !known.has(label)),
      [],
      `${title}: every label is shown`,
    );
  };
  for (const { alert, expr } of rules) check(alert, expr);
  for (const { title, targets = [] } of panels) for (const { expr } of targets) check(title, expr);
  const shown = new Set(
    panels.flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }) => readExpression(expr.replaceAll("$__rate_interval", "5m")).metrics),
    ),
  );
  const histograms = [...scraped.keys()].filter((name) => name.startsWith("parley_") && name.endsWith("_bucket"));
  t.strictSame(
    histograms.filter((name) => !shown.has(name) && !shown.has(name.replace("_bucket", "_count"))),
    [],
    "every histogram is on the dashboard",
  );
  const timed = ["commit", "journal_write", "http_answer", "mailbox_wait", "attempt", "worker_wait"];
  for (const name of timed) t.ok((scraped.get(`parley_${name}_seconds_count`)?.sum ?? 0) > 0, `${name} was timed`);
  t.ok((scraped.get("parley_journal_lag_bytes")?.sum ?? 0) > 0, "the last written bytes are not in the rows yet");
  const { validTo } = new X509Certificate(readFileSync(fixture("localhost-cert.pem")));
  t.equal(scraped.get("parley_tls_certificate_expires_at_seconds")?.sum, Date.parse(validTo) / 1_000);
  t.strictSame([...(scraped.get("parley_build_info")?.labels ?? [])].sort(), ["node", "store", "tls"]);
});

t.test("an alert has a summary, a severity and a description", async (t) => {
  t.ok(rules.length >= 10);
  t.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
  for (const { alert, labels, annotations } of rules) {
    t.match(alert, /^Parley[A-Z]/);
    t.match(labels.severity, /^(critical|warning)$/);
    t.ok(annotations.summary !== "" && annotations.description !== "");
  }
  t.throws(
    () => readExpression("sum by (le (parley_commit_seconds_bucket"),
    "an expression that is no PromQL is found",
  );
});
