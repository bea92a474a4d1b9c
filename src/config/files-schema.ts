import type { Static, TSchema } from "typebox";
import Type from "typebox";
import { about, flag, origin } from "../codec/schema/schema-parts.ts";
import type { SecretSchema } from "../codec/schema/secret-schema.ts";
import { plainSecret } from "../codec/schema/secret-schema.ts";

const closed = (title: string, description: string) => ({ additionalProperties: false, ...about(title, description) });
const word = (title: string, pattern: string, description: string) =>
  Type.String({ pattern, ...about(title, description) });

/** The place of files and photos, when it is not the place of the store. */
export const filesSchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  Type.Object({ s3: bucketSchema(secret) }, closed('an object with "s3"', "Where files and photos lie."));

const bucketSchema = <Secret extends TSchema>(secret: SecretSchema<Secret>) =>
  Type.Object(
    {
      endpoint: origin("The service that has the bucket, like https://s3.eu-central-1.amazonaws.com."),
      region: word(
        "1 to 64 characters of a-z, 0-9 and -",
        "^[a-z0-9-]{1,64}$",
        "Of the bucket; any where there is none.",
      ),
      bucket: word(
        "3 to 63 characters of a-z, 0-9, . and -, a letter or digit first and last",
        "^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$",
        "The bucket's name; it must be there.",
      ),
      accessKeyId: secret("1 to 256 characters without spaces", "Who uses the bucket.", key),
      secretAccessKey: secret("1 to 256 characters without spaces", "The key that proves it.", key),
      prefix: Type.Optional(
        word(
          "at most 256 characters of A-Z, a-z, 0-9, ., _ and -, in parts that each end in /",
          "^(?=.{0,256}$)([A-Za-z0-9._-]+/)*$",
          "What the keys of all objects begin with; nothing by default.",
        ),
      ),
      forcePathStyle: Type.Optional(
        flag(
          "Whether the bucket is named in the path, not in the host name. True by default but for endpoints of amazonaws.com.",
        ),
      ),
    },
    closed("an object with the bucket's endpoint, region, name and keys", "An S3-compatible bucket."),
  );

const key = { maxLength: 256, pattern: "^\\S+$" };

const plainFiles = filesSchema(plainSecret);

/** A bucket. Every field has a value. */
export interface FilesBucket {
  /** Scheme, host and port. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  /** A secret. */
  readonly secretAccessKey: string;
  /** `""`, or a text that ends in `/`. */
  readonly prefix: string;
  readonly forcePathStyle: boolean;
}

export function toFilesBucket({ s3 }: Static<typeof plainFiles>): FilesBucket {
  const { origin: endpoint, hostname } = new URL(s3.endpoint);
  const isAmazons = hostname.endsWith(".amazonaws.com");
  return { ...s3, endpoint, prefix: s3.prefix ?? "", forcePathStyle: s3.forcePathStyle ?? !isAmazons };
}
