import { once } from "node:events";
import S3rver from "s3rver";
import type { Test } from "tap";
import type { BucketAccess } from "../../src/files/s3/bucket-client.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";

export interface RunningBucket {
  readonly access: BucketAccess;
  /** Stops accepting connections, and closes the open ones. */
  stop(): Promise<void>;
}

/** Starts a server of a bucket on loopback, which stops with the test. It accepts one pair of keys. */
export async function startBucket(t: Test, port = 0, directory = temporaryFolder(t)): Promise<RunningBucket> {
  const options = { address: "127.0.0.1", port, silent: true, directory, configureBuckets: [{ name: "parley" }] };
  const server = new S3rver(options);
  const address = await server.run();
  const stop = async (): Promise<void> => {
    if (!server.httpServer.listening) return;
    const closed = once(server.httpServer, "close");
    server.httpServer.close();
    server.httpServer.closeAllConnections();
    await closed;
  };
  t.teardown(stop);
  return {
    access: {
      endpoint: `http://127.0.0.1:${address.port}`,
      region: "eu-central-1",
      bucket: "parley",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      prefix: "shop/",
      forcePathStyle: true,
    },
    stop,
  };
}
