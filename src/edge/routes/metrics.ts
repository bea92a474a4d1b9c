import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Registry } from "prom-client";
import type { Clock } from "../../ports/clock.ts";
import { acceptedEncodings } from "../answer/packing.ts";
import { isSameSecret } from "../limits/same-secret.ts";
import type { OperationDoc } from "../server/operation.ts";
import { textOf } from "../server/operation.ts";
import type { Route } from "../server/router.ts";

const headers = ["Cache-Control", "no-store"];

/**
 * `/metrics`, for Prometheus; also while the service starts and stops. `token` is the bearer token for scraping, a secret; with
 * `null` no token is needed.
 */
export function metricsRoute(read: () => Promise<MetricsText>, token: string | null): Route {
  return {
    pattern: "/metrics",
    gate: "none",
    docs: { get: token === null ? metricsDoc : guardedDoc },
    methods: {
      async get(exchange) {
        if (token !== null && !isShown(token, exchange.header("authorization"))) {
          exchange.answerFailure({ code: "unauthorized", message: expectsToken });
          return;
        }
        const takesGzip = acceptedEncodings(exchange.header("accept-encoding")).includes("gzip");
        const { plain, packed } = await read();
        exchange.answer(200, {
          // The version of the format. Source: Prometheus, text-based format.
          contentType: "text/plain; version=0.0.4; charset=utf-8",
          headers: [...headers, "Vary", "Accept-Encoding", ...(takesGzip ? ["Content-Encoding", "gzip"] : [])],
          body: takesGzip ? packed : plain,
        });
      },
    },
  };
}

const expectsToken = "Expected the header Authorization: Bearer, with the token of metrics in the config file.";

function isShown(token: string, authorization: string): boolean {
  const [, given = ""] = /^Bearer +(\S.*)$/i.exec(authorization) ?? [];
  return isSameSecret(token, given);
}

const metricsDoc: OperationDoc = {
  tag: "Operations",
  access: "anyone",
  id: "getMetrics",
  summary: "Returns the metrics in the text format of Prometheus.",
  answer: { status: 200, description: "The metrics.", media: textOf("text/plain") },
};
const guardedDoc: OperationDoc = { ...metricsDoc, access: "operator" };

const compress = promisify(gzip);

/** The metrics of one moment, in both forms. */
interface MetricsText {
  readonly plain: Buffer;
  readonly packed: Buffer;
}

interface Made {
  readonly atMs: number;
  readonly text: Promise<MetricsText>;
}

/** Builds the text at most once in `keptMs`, and never twice at once: concurrent callers get the same text. */
export function createMetricsText(registry: Registry, clock: Clock, keptMs: number): () => Promise<MetricsText> {
  let last: Made | null = null;
  let isMaking = false;

  const make = async (): Promise<MetricsText> => {
    isMaking = true;
    try {
      const plain = Buffer.from(await registry.metrics());
      return { plain, packed: await compress(plain) };
    } catch (error) {
      last = null;
      throw error;
    } finally {
      isMaking = false;
    }
  };
  return () => {
    const nowMs = clock.nowMs();
    // If the clock was set back, an old text must not be kept for long.
    const isKept = last !== null && (isMaking || Math.abs(nowMs - last.atMs) < keptMs);
    if (last === null || !isKept) last = { atMs: nowMs, text: make() };
    return last.text;
  };
}
