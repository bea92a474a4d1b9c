import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import type { Clock } from "../../ports/clock.ts";
import type { ObjectPlace, WholeFile } from "../remote/object-place.ts";
import type { BucketAccess } from "./bucket-client.ts";
import { createBucketClient, labelOf } from "./bucket-client.ts";
import { bucketErrorOf, isNoSuchKey } from "./bucket-error.ts";
import { BucketFile } from "./bucket-file.ts";

export interface BucketOptions {
  readonly access: BucketAccess;
  /** The name of these files: `files` or `photos`. */
  readonly name: string;
  readonly clock: Clock;
}

/** The time limit of requests whose response has hardly any body. */
const answerWithinMs = 5_000;
const pieceBytes = 64 * 1024;
/** The bucket may have closed a kept connection. The client cannot repeat a body that is a stream, so this code does. */
const putAttempts = 2;

interface Bucket {
  readonly client: S3Client;
  readonly clock: Clock;
  readonly bucket: string;
  readonly label: string;
  /** The prefix of every token. */
  readonly folder: string;
}

/** Files as objects of an S3-compatible bucket, under `<prefix><name>/<token>`. */
export function createBucket({ access, name, clock }: BucketOptions): ObjectPlace {
  const { bucket: Bucket, prefix } = access;
  const client = createBucketClient(access);
  const bucket: Bucket = { client, clock, bucket: Bucket, label: labelOf(access), folder: `${prefix}${name}/` };
  const keyOf = (token: string): string => bucket.folder + token;
  const asking = async <Value>(what: string, ask: (abortSignal: AbortSignal) => Promise<Value>): Promise<Value> => {
    try {
      return await answered(clock, ask);
    } catch (error) {
      throw bucketErrorOf(what, bucket.label, error);
    }
  };
  return {
    probe: () =>
      asking("Files cannot be stored", async (abortSignal) => {
        await client.send(new HeadBucketCommand({ Bucket }), { abortSignal });
      }),
    put: async (token, file) => {
      try {
        await put(bucket, keyOf(token), file);
      } catch (error) {
        throw bucketErrorOf("A file cannot be stored", bucket.label, error);
      }
    },
    open: (token) => asking("A file cannot be opened", () => open(bucket, keyOf(token))),
    remove: (token) =>
      asking("A file cannot be removed", async (abortSignal) => {
        await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(token) }), { abortSignal });
      }),
    async *tokensOlderThan(ageMs) {
      const untilMs = clock.nowMs() - ageMs;
      for (let ContinuationToken: string | undefined; ; ) {
        const from = ContinuationToken === undefined ? {} : { ContinuationToken };
        const page = await asking("Files cannot be listed", (abortSignal) =>
          client.send(new ListObjectsV2Command({ Bucket, Prefix: bucket.folder, ...from }), { abortSignal }),
        );
        const old = (page.Contents ?? []).filter((one) => (one.LastModified?.getTime() ?? untilMs) <= untilMs);
        if (old.length > 0) yield old.map(({ Key = "" }) => Key.slice(bucket.folder.length));
        ContinuationToken = page.NextContinuationToken;
        if (ContinuationToken === undefined) return;
      }
    },
  };
}

async function put({ client, bucket: Bucket }: Bucket, Key: string, file: WholeFile): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const Body = Readable.from(piecesOf(file), { objectMode: false });
    try {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: file.bytes }));
      return;
    } catch (error) {
      if (attempt === putAttempts) throw error;
    } finally {
      Body.destroy();
    }
  }
}

async function* piecesOf(file: WholeFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.bytes; ) {
    const piece = Buffer.alloc(Math.min(pieceBytes, file.bytes - at));
    const came = await file.read(piece, at);
    if (came === 0) throw new Error(`Expected ${file.bytes} bytes of a file, got ${at}`);
    yield piece.subarray(0, came);
    at += came;
  }
}

async function open(bucket: Bucket, key: string): Promise<BucketFile | null> {
  try {
    const { bytes, body } = await get(bucket, key, null);
    const readFrom = async (position: number): Promise<Readable> => (await get(bucket, key, position)).body;
    return new BucketFile(bytes, body, readFrom, (error) =>
      bucketErrorOf("A file cannot be read", bucket.label, error),
    );
  } catch (error) {
    if (isNoSuchKey(error)) return null;
    throw error;
  }
}

async function get({ client, clock, bucket: Bucket }: Bucket, Key: string, from: number | null) {
  const range = from === null ? {} : { Range: `bytes=${from}-` };
  const answer = await answered(clock, (abortSignal) =>
    client.send(new GetObjectCommand({ Bucket, Key, ...range }), { abortSignal }),
  );
  const { Body: body, ContentLength: bytes } = answer;
  if (!(body instanceof Readable) || bytes === undefined)
    throw new Error("Expected the bytes of an object and their number");
  return { body, bytes };
}

/** The response must begin within this time. Its bytes can take longer. */
async function answered<Value>(clock: Clock, ask: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const control = new AbortController();
  const wake = clock.wakeAt(clock.nowMs() + answerWithinMs, () => control.abort());
  try {
    return await ask(control.signal);
  } finally {
    wake.cancel();
  }
}
