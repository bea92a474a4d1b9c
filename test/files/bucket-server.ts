import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Test } from "tap";
import { systemClock } from "../../src/core/clock.ts";
import type { ObjectPlace } from "../../src/files/remote/object-place.ts";
import { createBucket } from "../../src/files/s3/bucket.ts";
import type { BucketAccess } from "../../src/files/s3/bucket-client.ts";
import { createBucketClient } from "../../src/files/s3/bucket-client.ts";

/** The objects of a bucket by key. They outlive a server that stops and starts again. */
export type BucketObjects = Map<string, { readonly bytes: Buffer; readonly storedAtMs: number }>;

export interface RunningBucket {
  readonly access: BucketAccess;
  /** Stops accepting connections, and closes the open ones. */
  stop(): Promise<void>;
}

/**
 * Starts a server of one bucket on loopback, which stops with the test. It knows the requests that the service makes, and refuses
 * each one that is not signed with its pair of keys. Source: Amazon S3 API reference.
 */
export async function startBucket(
  t: Test,
  { port = 0, objects = new Map() }: { readonly port?: number; readonly objects?: BucketObjects } = {},
): Promise<RunningBucket> {
  const server = createServer((request, response) => {
    answerTo(request, objects).then(
      ({ status, headers = {}, body }) => {
        response.statusCode = status;
        // Unlike `writeHead`, this lets Node add the length.
        response.setHeaders(new Map(Object.entries(headers))).end(body);
      },
      // The client has ended its request early.
      () => response.destroy(),
    );
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  t.teardown(stop);
  return {
    access: { endpoint: `http://127.0.0.1:${address.port}`, ...keys, bucket, prefix: "shop/", forcePathStyle: true },
    stop,
  };
}

/** The place of files in a bucket, as the service opens it. */
export const filesInBucket = (access: BucketAccess, clock = systemClock): ObjectPlace =>
  createBucket({ access, client: createBucketClient(access), name: "files", clock });

const bucket = "parley";
const keys = { region: "eu-central-1", accessKeyId: "AKIDPARLEYTESTS", secretAccessKey: "the-key-of-the-tests" };
/** So few that the tests list more than one page. */
const keysOfPage = 2;
const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const refused = (status: number, code: string): Answer => xml(status, `<Error><Code>${code}</Code></Error>`);

const xml = (status: number, text: string): Answer => ({
  status,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>${text}`,
});

async function answerTo(request: IncomingMessage, objects: BucketObjects): Promise<Answer> {
  const { method = "", url = "", headers } = request;
  const mistake = signatureMistake(request);
  if (mistake !== null) return refused(403, mistake);
  const [path = "", query = ""] = url.split("?");
  const [, name, ...parts] = path.split("/");
  const key = decodeURIComponent(parts.join("/"));
  if (name !== bucket) return refused(404, "NoSuchBucket");
  if (method === "HEAD" && key === "") return { status: 200 };
  if (method === "GET" && key === "") return pageOf(objects, new URLSearchParams(query));
  if (method === "GET") return objectOf(objects.get(key)?.bytes, headers.range);
  if (method === "PUT" && key !== "") {
    const bytes = await buffer(request);
    const payload = headers["x-amz-content-sha256"];
    if (payload !== "UNSIGNED-PAYLOAD" && payload !== sha256(bytes)) return refused(400, "XAmzContentSHA256Mismatch");
    objects.set(key, { bytes, storedAtMs: Date.now() });
    return { status: 200 };
  }
  if (method !== "DELETE" || key === "") return refused(501, "NotImplemented");
  objects.delete(key);
  return { status: 204 };
}

function objectOf(bytes: Buffer | undefined, range: string | undefined): Answer {
  if (bytes === undefined) return refused(404, "NoSuchKey");
  if (range === undefined) return { status: 200, body: bytes };
  const [, first] = /^bytes=(\d+)-$/.exec(range) ?? [];
  if (first === undefined) return refused(501, "NotImplemented");
  if (Number(first) >= bytes.length) return refused(416, "InvalidRange");
  const headers = { "content-range": `bytes ${first}-${bytes.length - 1}/${bytes.length}` };
  return { status: 206, headers, body: bytes.subarray(Number(first)) };
}

/** A page of ListObjectsV2. The token of the next page is the last key of this one. */
function pageOf(objects: BucketObjects, query: URLSearchParams): Answer {
  const [prefix, after] = [query.get("prefix") ?? "", query.get("continuation-token") ?? ""];
  const left = [...objects].filter(([key]) => key.startsWith(prefix) && key > after).sort(byKey);
  const page = left.slice(0, keysOfPage);
  const contents = page.map(
    ([key, { bytes, storedAtMs }]) =>
      `<Contents><Key>${escapeXml(key)}</Key><LastModified>${new Date(storedAtMs).toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
  );
  const isTruncated = left.length > page.length;
  const next = isTruncated ? `<NextContinuationToken>${escapeXml(page.at(-1)?.[0] ?? "")}</NextContinuationToken>` : "";
  const text = `<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}`;
  return xml(200, `<ListBucketResult>${text}</ListBucketResult>`);
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

const escapeXml = (text: string): string => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const alwaysSigned = ["host", "x-amz-content-sha256", "x-amz-date"];

/** The code of the error when the request is not signed with the keys of the bucket. */
function signatureMistake({ method = "", url = "", headers }: IncomingMessage): string | null {
  const [, accessKeyId, scope = "", names = "", signature] = authorization.exec(headers.authorization ?? "") ?? [];
  if (signature === undefined) return "AccessDenied";
  if (accessKeyId !== keys.accessKeyId) return "InvalidAccessKeyId";
  const signed = names.split(";");
  if (alwaysSigned.some((name) => !signed.includes(name))) return "AccessDenied";
  if (scope !== `${String(headers["x-amz-date"]).slice(0, 8)}/${keys.region}/s3/aws4_request`)
    return "AuthorizationHeaderMalformed";
  const expected = signatureOf({ method, url, headers, signed, region: keys.region, secret: keys.secretAccessKey });
  return signature === expected ? null : "SignatureDoesNotMatch";
}

export interface SignedRequest {
  readonly method: string;
  /** The path and query, encoded as they are sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The names of the signed headers in order. */
  readonly signed: readonly string[];
  readonly region: string;
  readonly secret: string;
}

/** Computes the signature of a request. Source: AWS, Signature Version 4 for the Authorization header. */
export function signatureOf({ method, url, headers, signed, region, secret }: SignedRequest): string {
  const [path = "", query = ""] = url.split("?");
  const dateTime = String(headers["x-amz-date"]);
  const pairs = [...new URLSearchParams(query)].map((pair) => pair.map(encodeStrictly).join("="));
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("");
  const canonical = [
    method,
    path,
    pairs.sort().join("&"),
    lines,
    signed.join(";"),
    headers["x-amz-content-sha256"],
  ].join("\n");
  const scope = [dateTime.slice(0, 8), region, "s3", "aws4_request"];
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, ["AWS4-HMAC-SHA256", dateTime, scope.join("/"), sha256(canonical)].join("\n")).toString("hex");
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
