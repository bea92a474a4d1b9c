import t from "tap";
import { configOf, linesOf, loadText } from "./load.ts";

const endpoint = "http://127.0.0.1:4318";

t.test("metrics have an address and a token, traces a collector", async (t) => {
  const headers = [{ name: "authorization", value: { env: "OTLP" } }];
  const textOf = (metrics: object, otlp: object): string => JSON.stringify({ metrics, telemetry: { otlp } });
  const all = textOf({ port: 9464, token: { env: "SCRAPE" } }, { endpoint, headers, sampleRatio: 0.1 });
  const variables = { OTLP: "Bearer s3cret", SCRAPE: "a-token-for-metrics" };
  t.match(configOf(loadText(t, all, { variables })), {
    metrics: { address: { host: "127.0.0.1", port: 9464 }, token: "a-token-for-metrics" },
    traces: { endpoint, headers: { authorization: "Bearer s3cret" }, sampleRatio: 0.1 },
  });
  t.match(configOf(loadText(t, textOf({ host: "::1", port: 8080 }, { endpoint }))), {
    metrics: { address: { host: "::1", port: 8080 }, token: null },
    traces: { headers: {}, sampleRatio: 1 },
  });
});

t.test("each mistake gives a line, and no line contains a secret", async (t) => {
  const lines = (file: object): readonly string[] => linesOf(loadText(t, JSON.stringify(file)));
  const header = { name: "a b", value: { env: "NO_SUCH" } };
  const otlp = { endpoint: "http://me:s3cret@127.0.0.1", headers: [header], sampleRatio: 2 };
  const found = lines({ metrics: { token: "s3cret" }, telemetry: { otlp } });
  t.strictSame(found, [
    'telemetry.otlp.headers[0].value: the environment variable NO_SUCH is not set; expected text, { "env": "NAME" } or { "file": "path" }',
    "metrics.token: this secret is not allowed; expected 16 to 255 visible ASCII characters",
    'telemetry.otlp.headers[0].name: "a b" is not allowed; expected the name of a header',
    "telemetry.otlp.sampleRatio: 2 is not allowed; expected a number from 0 to 1",
    "telemetry.otlp.endpoint: contains a user or a password; expected an address without user and password, and a header Authorization",
  ]);
  t.strictSame(lines({ metrics: { host: "127.0.0.2" } }), [
    "metrics.port: is missing beside metrics.host; expected an integer from 0 to 65535",
  ]);
  t.strictSame(lines({ port: 8081, metrics: { port: 8081 } }), [
    "metrics.port: 8081 is not allowed; expected another port than the port of the service",
  ]);
  t.strictSame(lines({ telemetry: { otlp: {} } }), [
    "telemetry.otlp.endpoint: missing; expected an absolute http or https URL without ? and #",
  ]);
});
