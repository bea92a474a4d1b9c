import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { userAgent } from "../../core/version.ts";

/** A bucket and its credentials. */
export interface BucketAccess {
  /** The address of the service, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  /** A secret. */
  readonly secretAccessKey: string;
  /** The prefix of every key, or `""`. */
  readonly prefix: string;
  /** Whether the bucket is a part of the path, for services without a host name for each bucket. */
  readonly forcePathStyle: boolean;
}

/** The requests to a bucket. They reject with the errors of AWS's client. A signal ends the wait for the beginning of the response. */
export interface BucketClient {
  /** Resolves when the bucket exists and the keys are accepted. */
  head(signal: AbortSignal): Promise<void>;
  put(key: string, bytes: number, body: Readable): Promise<void>;
  /** Resolves with the bytes of an object from `position` on, as a stream, and their number. */
  get(key: string, position: number, signal: AbortSignal): Promise<{ readonly bytes: number; readonly body: Readable }>;
  /** A missing object is not an error. */
  remove(key: string, signal: AbortSignal): Promise<void>;
  /** The first page has no token. The last page has no `next`. */
  list(prefix: string, token: string | undefined, signal: AbortSignal): Promise<BucketPage>;
}

export interface BucketPage {
  readonly objects: readonly { readonly key: string; readonly storedAtMs: number | undefined }[];
  readonly next: string | undefined;
}

const connectWithinMs = 3_000;
/** A connection without progress for this long is given up. */
const silentMs = 10_000;
/** More than the number of uploads and downloads at once. */
const sockets = { keepAlive: true, maxSockets: 512 };
/** The client retries requests that are safe to repeat. */
const attempts = 2;

const quiet = (): void => undefined;

export function createBucketClient(access: BucketAccess): BucketClient {
  const client = createClient(access);
  const { bucket: Bucket } = access;
  return {
    async head(abortSignal) {
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal });
    },
    async put(Key, ContentLength, Body) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength }));
    },
    async get(Key, position, abortSignal) {
      const range = position === 0 ? {} : { Range: `bytes=${position}-` };
      const answer = await client.send(new GetObjectCommand({ Bucket, Key, ...range }), { abortSignal });
      const { Body: body, ContentLength: bytes } = answer;
      if (!(body instanceof Readable) || bytes === undefined)
        throw new Error("Expected the bytes of an object and their number");
      return { bytes, body };
    },
    async remove(Key, abortSignal) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal });
    },
    async list(Prefix, token, abortSignal) {
      const from = token === undefined ? {} : { ContinuationToken: token };
      const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ...from }), { abortSignal });
      const found = page.Contents ?? [];
      const objects = found.map(({ Key = "", LastModified }) => ({ key: Key, storedAtMs: LastModified?.getTime() }));
      return { objects, next: page.NextContinuationToken };
    },
  };
}

/** This client reads nothing from the environment or from files of the machine. */
function createClient({ endpoint, region, forcePathStyle, ...access }: BucketAccess): S3Client {
  const { accessKeyId, secretAccessKey } = access;
  return new S3Client({
    customUserAgent: userAgent,
    ...{ endpoint, region, forcePathStyle, credentials: { accessKeyId, secretAccessKey } },
    ...{ maxAttempts: attempts, retryMode: "standard", defaultsMode: "standard" },
    ...{ useDualstackEndpoint: false, useFipsEndpoint: false, useArnRegion: false, disableS3ExpressSessionAuth: true },
    // Most other servers do not know AWS's newer checksums.
    ...{ requestChecksumCalculation: "WHEN_REQUIRED", responseChecksumValidation: "WHEN_REQUIRED" },
    // The caller gets the failure. Without this logger, the client writes to the console.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestHandler: {
      ...{ connectionTimeout: connectWithinMs, socketTimeout: silentMs },
      httpAgent: new HttpAgent(sockets),
      httpsAgent: new HttpsAgent(sockets),
    },
  });
}
