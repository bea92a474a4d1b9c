import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { S3Client } from "@aws-sdk/client-s3";

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

/** The name of the bucket in messages, without the secret. */
export const labelOf = ({ endpoint, bucket }: BucketAccess): string => `${new URL(endpoint).origin}/${bucket}`;

const connectWithinMs = 3_000;
/** A connection without progress for this long is given up. */
const silentMs = 10_000;
/** More than the number of uploads and downloads at once. */
const sockets = { keepAlive: true, maxSockets: 512 };
/** The client retries requests that are safe to repeat. */
const attempts = 2;

const quiet = (): void => undefined;

/** Creates a client that reads nothing from the environment or from files of the machine. */
export function createBucketClient({ endpoint, region, forcePathStyle, ...access }: BucketAccess): S3Client {
  const { accessKeyId, secretAccessKey } = access;
  return new S3Client({
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
