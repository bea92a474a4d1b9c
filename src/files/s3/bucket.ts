import { Readable } from "node:stream";
import { builtUrl } from "../../core/built-file.ts";
import type { Clock } from "../../ports/clock.ts";
import type { StoredFile } from "../../ports/file-store.ts";
import { FileStoreError } from "../../ports/file-store.ts";
import type { ObjectPlace, WholeFile } from "../remote/object-place.ts";
import type { BucketAccess, BucketClient, createBucketClient } from "./bucket-client.ts";

/** Loads AWS's client, which takes as long to load as all code of the service. A service without a bucket never loads it. */
export const loadBucketClient = (): Promise<{ readonly createBucketClient: typeof createBucketClient }> =>
  import(builtUrl("bucket-client.js"));

/** The time limit of requests whose response has hardly any body. */
const answerWithinMs = 5_000;
const pieceBytes = 64 * 1024;
/** The bucket may have closed a kept connection. The client cannot repeat a body that is a stream, so this code does. */
const putAttempts = 2;

interface Bucket {
  readonly client: BucketClient;
  readonly clock: Clock;
  /** The name of the bucket in messages, without the secret. */
  readonly label: string;
  /** The prefix of every token. */
  readonly folder: string;
}

/** Files as objects of an S3-compatible bucket, under `<prefix><name>/<token>`. */
export function createBucket({
  access,
  client,
  name,
  clock,
}: {
  readonly access: BucketAccess;
  readonly client: BucketClient;
  /** The name of these files: `files` or `photos`. */
  readonly name: string;
  readonly clock: Clock;
}): ObjectPlace {
  const label = `${new URL(access.endpoint).origin}/${access.bucket}`;
  const bucket: Bucket = { client, clock, label, folder: `${access.prefix}${name}/` };
  const keyOf = (token: string): string => bucket.folder + token;
  const asking = async <Value>(what: string, ask: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
    try {
      return await answered(clock, ask);
    } catch (error) {
      throw bucketErrorOf(what, label, error);
    }
  };
  return {
    probe: () => asking("Files cannot be stored", (signal) => client.head(signal)),
    put: async (token, file) => {
      try {
        await put(bucket, keyOf(token), file);
      } catch (error) {
        throw bucketErrorOf("A file cannot be stored", label, error);
      }
    },
    open: (token) => asking("A file cannot be opened", () => open(bucket, keyOf(token))),
    remove: (token) => asking("A file cannot be removed", (signal) => client.remove(keyOf(token), signal)),
    async *tokensOlderThan(ageMs) {
      const untilMs = clock.nowMs() - ageMs;
      for (let token: string | undefined; ; ) {
        const { objects, next } = await asking("Files cannot be listed", (signal) =>
          client.list(bucket.folder, token, signal),
        );
        const old = objects.filter(({ storedAtMs = untilMs }) => storedAtMs <= untilMs);
        if (old.length > 0) yield old.map(({ key }) => key.slice(bucket.folder.length));
        token = next;
        if (token === undefined) return;
      }
    },
  };
}

async function put({ client }: Bucket, key: string, file: WholeFile): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const body = Readable.from(piecesOf(file), { objectMode: false });
    try {
      await client.put(key, file.bytes, body);
      return;
    } catch (error) {
      if (attempt === putAttempts) throw error;
    } finally {
      body.destroy();
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

async function open({ client, clock, label }: Bucket, key: string): Promise<BucketFile | null> {
  const get = (position: number) => answered(clock, (signal) => client.get(key, position, signal));
  try {
    const { bytes, body } = await get(0);
    const readFrom = async (position: number): Promise<Readable> => (await get(position)).body;
    return new BucketFile(bytes, body, readFrom, (error) => bucketErrorOf("A file cannot be read", label, error));
  } catch (error) {
    if (isNoSuchKey(error)) return null;
    throw error;
  }
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

/** Names of the error for a bucket without free space. Source: RFC 4918, section 11.5, and MinIO's list of errors. */
const fullStatus = 507;
const fullNames = /QuotaExceeded|StorageFull/;

/**
 * An error for the operator's log: it names the bucket, and the error by name and status only, because the text can contain a key.
 * Every refusal can be retried, because the bucket's operator can fix its cause.
 */
function bucketErrorOf(what: string, label: string, error: unknown): FileStoreError {
  if (error instanceof FileStoreError) return error;
  const { name, code, $metadata } = Object(error);
  const status: unknown = $metadata?.httpStatusCode;
  const said = [name, code, status].filter((part) => typeof part === "string" || typeof part === "number");
  const reason = said.length === 0 ? "the answer ended too early" : said.join(" ");
  const isFull = status === fullStatus || (typeof name === "string" && fullNames.test(name));
  return new FileStoreError(`${what} in the bucket ${label}: ${reason}`, isFull ? "full" : "away");
}

/** Whether the object does not exist. A missing bucket is a mistake instead. */
const isNoSuchKey = (error: unknown): boolean => Object(error).name === "NoSuchKey";

/** Requests the bytes of an object from `position` on, as a stream. */
type ReadFrom = (position: number) => Promise<Readable>;

/**
 * Reads an object. One response of the bucket serves as long as the reader continues at its position. Another request follows when
 * the reader jumps, or when the bucket cut the response, which happens to slow readers.
 */
class BucketFile implements StoredFile {
  readonly bytes: number;
  readonly #readFrom: ReadFrom;
  readonly #errorOf: (error: unknown) => Error;
  #stream: Readable;
  #pieces: AsyncIterator<Uint8Array>;
  /** Bytes that have arrived and were not read yet. */
  #left: Uint8Array = new Uint8Array(0);
  #position = 0;

  /** `first` is the response with the complete object from its beginning. */
  constructor(bytes: number, first: Readable, readFrom: ReadFrom, errorOf: (error: unknown) => Error) {
    this.bytes = bytes;
    this.#readFrom = readFrom;
    this.#errorOf = errorOf;
    this.#stream = first;
    this.#pieces = readerOf(first);
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    if (target.length === 0 || position >= this.bytes) return 0;
    try {
      if (position !== this.#position) await this.#goTo(position);
      if (this.#left.length === 0) this.#left = await this.#next();
    } catch (error) {
      throw this.#errorOf(error);
    }
    const taken = this.#left.subarray(0, target.length);
    target.set(taken);
    this.#left = this.#left.subarray(taken.length);
    this.#position += taken.length;
    return taken.length;
  }

  async close(): Promise<void> {
    this.#stream.destroy();
  }

  /** Requests the rest again when the response was cut. */
  async #next(): Promise<Uint8Array> {
    const first = await this.#pieces.next().catch(() => null);
    if (first !== null && first.done !== true) return first.value;
    await this.#goTo(this.#position);
    const again = await this.#pieces.next();
    if (again.done === true) throw new Error(`Expected ${this.bytes} bytes, got ${this.#position}`);
    return again.value;
  }

  async #goTo(position: number): Promise<void> {
    this.#stream.destroy();
    this.#left = new Uint8Array(0);
    this.#stream = await this.#readFrom(position);
    this.#pieces = readerOf(this.#stream);
    this.#position = position;
  }
}

function readerOf(stream: Readable): AsyncIterator<Uint8Array> {
  // The next read gets this error. Without a next read it is not a defect.
  stream.on("error", () => undefined);
  return stream[Symbol.asyncIterator]();
}
