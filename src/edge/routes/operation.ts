import { isDeepStrictEqual } from "node:util";
import type { TSchema } from "typebox";
import type { IdempotencyMark } from "../../actors/pending.ts";
import type { Limits } from "../../config/limits.ts";
import { fingerprintOf } from "../../core/fingerprint.ts";
import type { Result } from "../../core/result.ts";
import { assert, ok } from "../../core/result.ts";
import type { HeaderList } from "../answer/failure-answer.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { OperationDoc, ParameterDoc } from "../server/operation.ts";
import type { Gate, Handler, Route, RouteMethod } from "../server/router.ts";
import type { HttpServer } from "../server/server.ts";
import { readIdempotencyKey } from "./checked-post.ts";
import type { CallerOf, Callers } from "./desk/desk-caller.ts";
import { causeOf } from "./desk/desk-caller.ts";

/** Who may call. It is enforced before anything else of the request is read. */
export type Access = keyof CallerOf;

/** The values of the `:names` of a path, in their order. */
type ParametersOf<Path extends string> = Path extends `${string}:${string}/${infer Rest}`
  ? readonly [string, ...ParametersOf<Rest>]
  : Path extends `${string}:${string}`
    ? readonly [string]
    : readonly [];

/** A request whose caller is admitted. Its headers and query are readable only until the code first waits. */
export interface Asked<Who extends Access = Access, Path extends string = string> {
  readonly exchange: HttpExchange;
  readonly caller: CallerOf[Who];
  /** The cause of what the request does, for the history. */
  readonly cause: string;
  readonly parameters: ParametersOf<Path>;
  readonly limits: Limits;
}

/** An admitted request that was read completely. */
export interface Call<Who extends Access, Path extends string, Found, Query, Body> extends Asked<Who, Path> {
  readonly found: Found;
  readonly query: Query;
  readonly body: Body;
  /** The bytes of the body. */
  readonly bytes: Uint8Array;
  /** The `Idempotency-Key`, if the operation accepts one and the request has one. */
  readonly key: string | undefined;
}

/** What the router and the document know of every operation. */
interface Described<Who extends Access, Path extends string>
  extends Omit<OperationDoc, "access" | "query" | "request"> {
  readonly method: RouteMethod;
  /** As the pattern of a route: `/api/chats/:id`. The operations of one path have one gate. */
  readonly path: Path;
  readonly gate?: Gate;
  readonly answersSecrets?: true;
  readonly access: Who;
}

interface Declared<Who extends Access, Path extends string, Found, Query, Body> extends Described<Who, Path> {
  /** Finds what the path names, while the body arrives. Its failure is answered before those of the key, the query and the body. */
  find?(asked: Asked<Who, Path>): Result<Found> | Promise<Result<Found>>;
  readonly query?: QueryReader<Query>;
  readonly body?: {
    readonly schema: TSchema;
    parse(bytes: Uint8Array, limits: Limits, call: Call<Who, Path, Found, Query, undefined>): Result<Body>;
  };
  /** Returns the JSON value of the declared answer, a `Reply`, or a failure. */
  handle(call: Call<Who, Path, Found, Query, Body>): Result<unknown> | Promise<Result<unknown>>;
}

/** The query parameters of an operation. `read` is called before the first wait. */
export interface QueryReader<Query> {
  readonly parameters: readonly ParameterDoc[];
  read(exchange: HttpExchange, limits: Limits): Result<Query>;
}

interface DeclaredRaw<Who extends Access, Path extends string> extends Described<Who, Path> {
  readonly query?: readonly ParameterDoc[];
  readonly request?: NonNullable<OperationDoc["request"]>;
  /** Set if large bodies are usual: the client then receives a refusal even while it still sends. */
  largeBodyBytesMax?(limits: Limits): number;
  serve(asked: Asked<Who, Path>): void | Promise<void>;
}

/** An answer whose JSON is text already, or that has another status than the declared one, or further headers. */
export class Reply {
  readonly body: string;
  readonly status: number | undefined;
  readonly headers: HeaderList;

  constructor(body: string, status?: number, headers: HeaderList = []) {
    this.body = body;
    this.status = status;
    this.headers = headers;
  }
}

/** What the router needs to serve operations. */
export interface OperationHost {
  readonly callers: Callers;
  readonly limits: Limits;
}

export interface Operation {
  readonly method: RouteMethod;
  readonly path: string;
  readonly route: Pick<Route, "gate" | "answersSecrets">;
  readonly doc: OperationDoc;
  handlerIn(host: OperationHost): Handler;
}

/**
 * Declares an operation. From this object the router admits the caller, reads the key, the query and the body, answers in JSON, and
 * describes the operation in `/openapi.json`.
 */
export function operation<
  const Who extends Access,
  const Path extends string,
  Found = undefined,
  Query = undefined,
  Body = undefined,
>(declared: Declared<Who, Path, Found, Query, Body>): Operation {
  const { find, handle, query, body, ...described } = declared;
  const reads = { ...(query && { query: query.parameters }), ...(body && { request: { schema: body.schema } }) };
  return describe(described, reads, (host) => (exchange, parameters) => {
    const request = admit(host, exchange, parameters, described);
    if (request !== null) return run(declared, request);
  });
}

/** Declares an operation that reads and answers the exchange itself, such as a stream of bytes. The router admits its caller. */
export function rawOperation<const Who extends Access, const Path extends string>(
  declared: DeclaredRaw<Who, Path>,
): Operation {
  const { serve, largeBodyBytesMax, query, request: body, ...described } = declared;
  const reads = { ...(query && { query }), ...(body && { request: body }) };
  return describe(described, reads, (host) => (exchange, parameters) => {
    if (largeBodyBytesMax !== undefined) exchange.expectLargeBody(largeBodyBytesMax(host.limits));
    const request = admit(host, exchange, parameters, described);
    if (request !== null) return serve(request as Call<Who, Path, unknown, unknown, unknown>);
  });
}

const documentedAccess: Readonly<Record<Access, OperationDoc["access"]>> = {
  anyone: "anyone",
  agent: "agent",
  newcomer: "agent",
  administrator: "administrator",
  keeper: "administrator",
};

function describe(
  { method, path, gate, answersSecrets, access, ...doc }: Described<Access, string>,
  reads: Pick<OperationDoc, "query" | "request">,
  handlerIn: Operation["handlerIn"],
): Operation {
  const route = { ...(gate && { gate }), ...(answersSecrets && { answersSecrets }) };
  return { method, path, route, doc: { ...doc, ...reads, access: documentedAccess[access] }, handlerIn };
}

/** Registers the operations. Those of one path are one route. */
export function addOperations(
  server: Pick<HttpServer, "route">,
  host: OperationHost,
  operations: readonly Operation[],
): void {
  for (const route of routesOf(host, operations)) server.route(route);
}

function routesOf(host: OperationHost, operations: readonly Operation[]): readonly Route[] {
  const paths = [...new Set(operations.map(({ path }) => path))];
  return paths.map((pattern) => {
    const own = operations.filter(({ path }) => path === pattern);
    const isOneRoute = own.every(({ route }) => isDeepStrictEqual(route, own[0]?.route));
    assert(isOneRoute, `the operations of ${pattern} differ in their gate or in their secrets`);
    const handlers = own.map(({ method, handlerIn }) => [method, handlerIn(host)] as const);
    return {
      pattern,
      ...own[0]?.route,
      methods: Object.fromEntries(handlers),
      docs: Object.fromEntries(own.map(({ method, doc }) => [method, doc])),
    };
  });
}

/** An admitted request. Each field is set before the function of the declaration that reads it is called. */
interface AdmittedRequest {
  readonly exchange: HttpExchange;
  readonly caller: unknown;
  readonly cause: string;
  readonly parameters: unknown;
  readonly limits: Limits;
  found: unknown;
  query: unknown;
  body: unknown;
  bytes: Uint8Array;
  key: string | undefined;
}

/** Returns null after answering a caller who is not admitted. */
function admit(
  { callers, limits }: OperationHost,
  exchange: HttpExchange,
  parameters: readonly string[],
  { access, scope }: Pick<Described<Access, string>, "access" | "scope">,
): AdmittedRequest | null {
  const caller = callers.admit(exchange, access, scope);
  if (caller === undefined) return null;
  const noValue = undefined;
  return {
    exchange,
    caller,
    cause: causeOf(exchange, caller),
    parameters,
    limits,
    found: noValue,
    query: noValue,
    body: noValue,
    bytes: noBytes,
    key: noValue,
  };
}

const noBytes = new Uint8Array(0);
const nothing = ok(undefined);

/** Runs the checks in the order in which their failures are answered. The body is requested before the first wait. */
function run<Who extends Access, Path extends string, Found, Query, Body>(
  declared: Declared<Who, Path, Found, Query, Body>,
  request: AdmittedRequest,
): void | Promise<void> {
  const { exchange, limits } = request;
  const call = request as Call<Who, Path, Found, Query, Body>;
  const found = declared.find === undefined ? nothing : declared.find(call);
  if (!(found instanceof Promise) && !found.ok) return exchange.answerFailure(found.failure);
  const key = declared.isIdempotent === true ? readIdempotencyKey(exchange) : nothing;
  const query = declared.query === undefined ? nothing : declared.query.read(exchange, limits);
  if (found instanceof Promise || declared.body !== undefined)
    return runLater(declared, request, { found, key, query });
  if (!takeRead(request, found, key, query)) return;
  const result = declared.handle(call);
  if (result instanceof Promise) return result.then((value) => answer(exchange, declared.answer.status, value));
  answer(exchange, declared.answer.status, result);
}

interface Reads<Found> {
  readonly found: Result<Found> | Promise<Result<Found>>;
  readonly key: Result<string | undefined>;
  readonly query: Result<unknown>;
}

async function runLater<Who extends Access, Path extends string, Found, Query, Body>(
  declared: Declared<Who, Path, Found, Query, Body>,
  request: AdmittedRequest,
  { found, key, query }: Reads<Found | undefined>,
): Promise<void> {
  const { exchange, limits } = request;
  const reading = declared.body === undefined ? null : readBody(exchange, limits);
  const known = await found;
  const bytes = reading === null ? null : await reading;
  if (!takeRead(request, known, key, query)) return;
  if (bytes !== null && declared.body !== undefined) {
    if (!bytes.ok) return exchange.answerFailure(bytes.failure);
    request.bytes = bytes.value;
    const body = declared.body.parse(bytes.value, limits, request as Call<Who, Path, Found, Query, undefined>);
    if (!body.ok) return exchange.answerFailure(body.failure);
    request.body = body.value;
  }
  answer(exchange, declared.answer.status, await declared.handle(request as Call<Who, Path, Found, Query, Body>));
}

/** Takes what was read before the body; returns false after answering the first failure. */
function takeRead(
  request: AdmittedRequest,
  found: Result<unknown>,
  key: Result<string | undefined>,
  query: Result<unknown>,
): boolean {
  const { exchange } = request;
  if (!found.ok) exchange.answerFailure(found.failure);
  else if (!key.ok) exchange.answerFailure(key.failure);
  else if (!query.ok) exchange.answerFailure(query.failure);
  else {
    request.found = found.value;
    request.key = key.value;
    request.query = query.value;
    return true;
  }
  return false;
}

/** Answers with the result of an operation. */
export function answer(exchange: HttpExchange, status: number, result: Result<unknown>): void {
  if (!result.ok) exchange.answerFailure(result.failure);
  else if (result.value instanceof Reply) {
    const { value: reply } = result;
    exchange.answer(reply.status ?? status, { headers: reply.headers, body: reply.body });
  } else exchange.answer(status, { body: JSON.stringify(result.value) });
}

/**
 * Reads the body, or fails with `payload_too_large`; stays pending if the client disconnects. Call it before the handler returns.
 */
export const readBody = (exchange: HttpExchange, limits: Limits): Promise<Result<Uint8Array>> =>
  new Promise((resolve) => exchange.onBody(limits.bodyBytesMax, resolve));

/** The mark of a request with an idempotency key; undefined without a key. */
export const markOf = (
  scope: string,
  { key, bytes }: { readonly key: string | undefined; readonly bytes: Uint8Array },
): IdempotencyMark | undefined => (key === undefined ? undefined : { scope, key, fingerprint: fingerprintOf(bytes) });
