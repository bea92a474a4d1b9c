import { FileStoreError } from "../../ports/file-store.ts";

/** What servers call a bucket that has no room. Source: RFC 4918, section 11.5, and MinIO's list of errors. */
const fullStatus = 507;
const fullNames = /QuotaExceeded|StorageFull/;

/**
 * What the operator reads in the log: which bucket, and what was said by its name and status alone, for the text may hold a key. Whatever a
 * bucket refuses it may take when it is asked again, once its operator has mended it.
 */
export function bucketErrorOf(what: string, label: string, error: unknown): FileStoreError {
  if (error instanceof FileStoreError) return error;
  const { name, code, $metadata } = Object(error);
  const status: unknown = $metadata?.httpStatusCode;
  const said = [name, code, status].filter((part) => typeof part === "string" || typeof part === "number");
  const reason = said.length === 0 ? "it ended too early" : said.join(" ");
  const isFull = status === fullStatus || (typeof name === "string" && fullNames.test(name));
  return new FileStoreError(`${what} in the bucket ${label}: ${reason}`, isFull ? "full" : "away");
}

/** Whether there is no such object; a bucket that is missing is a mistake. */
export const isNoSuchKey = (error: unknown): boolean => Object(error).name === "NoSuchKey";
