import { FileStoreError } from "../../ports/file-store.ts";

/** Names of the error for a bucket without free space. Source: RFC 4918, section 11.5, and MinIO's list of errors. */
const fullStatus = 507;
const fullNames = /QuotaExceeded|StorageFull/;

/**
 * An error for the operator's log: it names the bucket, and the error by name and status only, because the text can contain a key.
 * Every refusal can be retried, because the bucket's operator can fix its cause.
 */
export function bucketErrorOf(what: string, label: string, error: unknown): FileStoreError {
  if (error instanceof FileStoreError) return error;
  const { name, code, $metadata } = Object(error);
  const status: unknown = $metadata?.httpStatusCode;
  const said = [name, code, status].filter((part) => typeof part === "string" || typeof part === "number");
  const reason = said.length === 0 ? "the answer ended too early" : said.join(" ");
  const isFull = status === fullStatus || (typeof name === "string" && fullNames.test(name));
  return new FileStoreError(`${what} in the bucket ${label}: ${reason}`, isFull ? "full" : "away");
}

/** Whether the object does not exist. A missing bucket is a mistake instead. */
export const isNoSuchKey = (error: unknown): boolean => Object(error).name === "NoSuchKey";
