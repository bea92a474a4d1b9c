import { acceptedEncodings } from "../answer/packing.ts";
import { isSameSecret } from "../limits/same-secret.ts";
import { textOf } from "../openapi/media.ts";
import type { OperationDoc } from "../server/operation.ts";
import type { Route } from "../server/router.ts";
import type { MetricsText } from "./metrics-text.ts";

export interface MetricsRouteParts {
  readonly read: () => Promise<MetricsText>;
  /** The bearer token for scraping; `null`: no token is needed. A secret. */
  readonly token: string | null;
}

const headers = ["Cache-Control", "no-store"];

/** `/metrics`, for Prometheus; also while the service starts and stops. */
export function metricsRoute({ read, token }: MetricsRouteParts): Route {
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
        const { plain, gzip } = await read();
        exchange.answer(200, {
          // The version of the format. Source: Prometheus, text-based format.
          contentType: "text/plain; version=0.0.4; charset=utf-8",
          headers: [...headers, "Vary", "Accept-Encoding", ...(takesGzip ? ["Content-Encoding", "gzip"] : [])],
          body: takesGzip ? gzip : plain,
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
