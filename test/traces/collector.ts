import { once } from "node:events";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Test } from "tap";

type Value = { readonly stringValue?: string; readonly intValue?: number };

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code: number };
}

/** A received span. Its attributes are by name, and its times are in milliseconds. */
export interface ToldSpan extends Omit<OtlpSpan, "attributes"> {
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

export interface Post {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A collector of traces that accepts OTLP with JSON over HTTP. */
export interface Collector {
  readonly endpoint: string;
  readonly posts: readonly Post[];
  readonly spans: readonly ToldSpan[];
  /** Sets the later answers: `0` hangs, and any other number is the status of each answer. */
  answer(status: number): void;
}

export async function openCollector(t: Pick<Test, "teardown">): Promise<Collector> {
  const posts: Post[] = [];
  const spans: ToldSpan[] = [];
  const hanging: ServerResponse[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    posts.push({ path: request.url ?? "", headers: request.headers, body });
    if (status === 0) {
      hanging.push(response);
      return;
    }
    if (status === 200) spans.push(...spansOf(body));
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    for (const response of hanging) response.writeHead(400).end();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    posts,
    spans,
    answer(next) {
      status = next;
    },
  };
}

const nanosPerMs = 1_000_000n;
const msOf = (nanos: string): number => Number(BigInt(nanos) / nanosPerMs);

function spansOf(body: string): readonly ToldSpan[] {
  const { resourceSpans } = JSON.parse(body) as {
    readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[] }[];
  };
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(
        span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
      ),
      startedAtMs: msOf(span.startTimeUnixNano),
      endedAtMs: msOf(span.endTimeUnixNano),
    }));
}
