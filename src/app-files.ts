import { join } from "node:path";
import type { Config } from "./config/config.types.ts";
import { createFileFolder } from "./files/file-folder.ts";
import type { LargeObjectsOptions } from "./files/postgres/large-objects.ts";
import { createLargeObjects } from "./files/postgres/large-objects.ts";
import type { ObjectPlace } from "./files/remote/object-place.ts";
import type { RemoteFilesOptions } from "./files/remote/remote-files.ts";
import { createRemoteFiles } from "./files/remote/remote-files.ts";
import { createBucket, loadBucketClient } from "./files/s3/bucket.ts";
import type { FileStore } from "./ports/file-store.ts";

export interface FilesParts extends Pick<RemoteFilesOptions, "clock" | "log" | "peers"> {
  readonly config: Pick<Config, "dataDir" | "filesBucket">;
  /** The database of the store. Absent when the store is embedded. */
  readonly database?: Pick<LargeObjectsOptions, "pool" | "label">;
}

/** Opens the files and photos: in the bucket of the config file, else in the store's database, else in the data folder. */
export async function openFiles({ config, database, ...parts }: FilesParts): Promise<{
  readonly files: FileStore;
  readonly photos: FileStore;
}> {
  const { dataDir, filesBucket: access } = config;
  const s3 = access === null ? null : await loadBucketClient();
  const placeOf = (name: string): ObjectPlace | null => {
    if (s3 !== null && access !== null)
      return createBucket({ access, client: s3.createBucketClient(access), name, clock: parts.clock });
    return database === undefined ? null : createLargeObjects({ ...database, name });
  };
  const filesOf = (name: string): FileStore => {
    const place = placeOf(name);
    return place === null
      ? createFileFolder({ dir: join(dataDir, name), log: parts.log })
      : createRemoteFiles(place, { ...parts, name, dir: join(dataDir, "incoming") });
  };
  return { files: filesOf("files"), photos: filesOf("photos") };
}
