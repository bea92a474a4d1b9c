import { gzipBomb, oddHeaders, oddMethods, oddQueries, oddSegments } from "../make/odd-parts.ts";
import type { Random } from "../random.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import type { Operation } from "./operations.ts";

/** The spoilt part of a request: it decides which answers are allowed. */
export type Part = "value" | "text" | "headers" | "path" | "query" | "method" | "nothing" | "wire";

export interface SpoiltRequest {
  readonly request: WireRequest;
  readonly part: Part;
  readonly how: string;
}

/** Changes one or two headers, or sends the body in chunks or compressed. */
export function spoilHeaders(request: WireRequest, random: Random): SpoiltRequest {
  const { body } = request;
  const kind = random.weighted<"one" | "two" | "many" | "chunked" | "bomb" | "large" | "twice">([
    [10, "one"],
    [4, "two"],
    [1, "many"],
    [body === null ? 0 : 2, "chunked"],
    [body === null ? 0 : 0.2, "bomb"],
    [0.5, "large"],
    [1, "twice"],
  ]);
  const headersSpoilt = (change: Partial<WireRequest>, how: string = kind): SpoiltRequest => ({
    request: { ...request, ...change },
    part: "headers",
    how,
  });
  const others = (names: readonly string[]): WireRequest["headers"] =>
    request.headers.filter(([name]) => !names.includes(name));
  const chosen = [random.pick(oddHeaders), random.pick(oddHeaders)] as const;
  const used = kind === "two" ? chosen : chosen.slice(0, 1);
  const names = used.map(([name]) => name);
  switch (kind) {
    case "one":
    case "two":
      return headersSpoilt({ headers: [...others(names), ...used] }, names.join(" and "));
    case "twice":
      return headersSpoilt({ headers: [...request.headers, ...used, ...used] }, `${names[0]} more than once`);
    case "many":
      return headersSpoilt({ headers: [...request.headers, ...many(random.integer(20, 150))] }, "many headers");
    case "large":
      return headersSpoilt({ headers: [...request.headers, ["X-Large", "x".repeat(random.integer(3_000, 20_000))]] });
    case "chunked":
      return headersSpoilt({ chunkBytes: random.integer(1, 40) });
    case "bomb":
      return headersSpoilt({ headers: [...request.headers, ["Content-Encoding", "gzip"]], body: gzipBomb });
  }
}

const many = (count: number): WireRequest["headers"] =>
  Array.from({ length: count }, (_, number) => [`X-Header-${number}`, `${number}`] as const);

/** Changes one part of the path, adds one, or removes one. */
export function spoilPath(request: WireRequest, random: Random): SpoiltRequest {
  const [path = "", query] = request.target.split("?");
  const segments = path.split("/").slice(1);
  const index = random.integer(0, segments.length - 1);
  const odd = random.pick(oddSegments);
  const [how, changed] = random.pick<readonly [string, readonly string[]]>([
    ["another part", segments.with(index, odd)],
    ["another part", segments.with(segments.length - 1, odd)],
    ["a part changed", segments.with(index, `${segments[index]}${odd}`)],
    ["a part more", [...segments, odd]],
    ["a part twice", segments.toSpliced(index, 0, segments[index] ?? "")],
    ["an empty part", segments.toSpliced(index, 0, "")],
    ["a part less", segments.toSpliced(index, 1)],
    ["in capitals", segments.map((one) => (one.startsWith("{{") ? one : one.toUpperCase()))],
    ["a slash behind it", [...segments, ""]],
  ]);
  const target = `/${changed.join("/")}${query === undefined ? "" : `?${query}`}`;
  return { request: { ...request, target }, part: "path", how: `${how}: ${odd.slice(0, 40)}` };
}

/** Gives a parameter of the operation an unusual value, or sends an invalid query. */
export function spoilQuery({ doc }: Operation, request: WireRequest, random: Random): SpoiltRequest {
  const [path = ""] = request.target.split("?");
  const known = doc?.query ?? [];
  const parameter = known[random.integer(0, known.length - 1)];
  const value = random.pick(oddSegments);
  const query =
    parameter === undefined || random.isChance(0.4) ? random.pick(oddQueries) : `?${parameter.name}=${value}`;
  return { request: { ...request, target: path + query }, part: "query", how: query.slice(0, 60) };
}

export function spoilMethod(request: WireRequest, random: Random): SpoiltRequest {
  const method = random.pick(oddMethods);
  return { request: { ...request, method }, part: "method", how: method };
}
