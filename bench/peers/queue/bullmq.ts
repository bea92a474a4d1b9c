import { Pool } from "undici";
import { loadPackage } from "../fastify.ts";

/** The part of BullMQ that is used. Source: docs.bullmq.io, Queues and Workers. */
export interface Queue<Data> {
  /** Resolves when Redis has answered. */
  add(name: string, data: Data): Promise<unknown>;
  addBulk(jobs: readonly { readonly name: string; readonly data: Data }[]): Promise<unknown>;
}
interface Worker {
  on(event: "error", listener: (error: Error) => void): void;
}
interface BullMq {
  readonly Queue: new <Data>(name: string, options: object) => Queue<Data>;
  readonly Worker: new <Data>(
    name: string,
    perform: (job: { readonly data: Data }) => Promise<unknown>,
    options: object,
  ) => Worker;
}

/** How many attempts a job has, and the delay between them. */
export interface Retries {
  readonly attempts: number;
  readonly backoff: { readonly type: "fixed" | "exponential"; readonly delay: number };
}

/**
 * The value of the documentation's example. A worker fetches this many jobs, one after the other, before it begins the first.
 * Source: docs.bullmq.io, Concurrency.
 */
const concurrency = 50;

const { Queue, Worker } = loadPackage<BullMq>("bullmq");

/** A queue in the Redis of this port, and a worker for it in this process. The result of `perform` is stored with the job. */
export function openQueue<Data>(
  name: string,
  port: number,
  retries: Retries,
  perform: (data: Data) => Promise<unknown>,
): Queue<Data> {
  const connection = { host: "127.0.0.1", port };
  const defaultJobOptions = { ...retries, removeOnComplete: { count: 1_000 }, removeOnFail: { count: 5_000 } };
  const queue = new Queue<Data>(name, { connection, defaultJobOptions });
  const worker = new Worker<Data>(name, ({ data }) => perform(data), {
    connection: { ...connection, maxRetriesPerRequest: null },
    concurrency,
  });
  worker.on("error", (error) => console.error(error));
  return queue;
}

/** Posts JSON and returns the status. Throws for a status other than 2xx, so that the job is retried. */
export type Post = (path: string, body: string, headers?: Readonly<Record<string, string>>) => Promise<number>;

/** As many connections as the service uses for one endpoint. */
const connections = 128;

export function createPost(url: string, timeoutMs: number): Post {
  const pool = new Pool(new URL(url).origin, { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  return async (path, body, headers = {}) => {
    const response = await pool.request({
      method: "POST",
      path,
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    await response.body.dump();
    if (response.statusCode < 200 || response.statusCode > 299)
      throw new Error(`${path} was answered ${response.statusCode}`);
    return response.statusCode;
  };
}
