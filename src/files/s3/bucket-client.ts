import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { S3Client } from "@aws-sdk/client-s3";

/** A bucket and who may use it. */
export interface BucketAccess {
  /** The address of the service, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  /** A secret. */
  readonly secretAccessKey: string;
  /** Before every key, `""` for none. */
  readonly prefix: string;
  /** The bucket in the path, where the service gives it no host name. */
  readonly forcePathStyle: boolean;
}

/** Without the secret. */
export const labelOf = ({ endpoint, bucket }: BucketAccess): string => `${new URL(endpoint).origin}/${bucket}`;

const connectWithinMs = 3_000;
/** A connection on which nothing moves for so long is given up. */
const silentMs = 10_000;
/** More than files may come and go at once. */
const sockets = { keepAlive: true, maxSockets: 512 };
/** What is safe to ask twice the client asks twice. */
const attempts = 2;

const quiet = (): void => undefined;

/** A client that takes nothing from the environment or from files of the machine. */
export function createBucketClient({ endpoint, region, forcePathStyle, ...access }: BucketAccess): S3Client {
  const { accessKeyId, secretAccessKey } = access;
  return new S3Client({
    ...{ endpoint, region, forcePathStyle, credentials: { accessKeyId, secretAccessKey } },
    ...{ maxAttempts: attempts, retryMode: "standard", defaultsMode: "standard" },
    ...{ useDualstackEndpoint: false, useFipsEndpoint: false, useArnRegion: false, disableS3ExpressSessionAuth: true },
    // Most other servers know none of AWS's newer checksums.
    ...{ requestChecksumCalculation: "WHEN_REQUIRED", responseChecksumValidation: "WHEN_REQUIRED" },
    // Whoever asks is told what failed; the client would write to the console.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestHandler: {
      ...{ connectionTimeout: connectWithinMs, socketTimeout: silentMs },
      httpAgent: new HttpAgent(sockets),
      httpsAgent: new HttpsAgent(sockets),
    },
  });
}
