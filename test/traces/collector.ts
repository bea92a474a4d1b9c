import type { IncomingHttpHeaders } from "node:http";
import type { Test } from "tap";
import { servePeer } from "../../src/demo/cast/peer.ts";

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
  let status = 200;
  const endpoint = await servePeer(t, {
    paths: /^/,
    take({ path, headers, body }) {
      posts.push({ path, headers, body });
      if (status === 200) spans.push(...spansOf(body));
      return status === 0 ? "hang" : { status, body: {} };
    },
  });
  return {
    endpoint,
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
