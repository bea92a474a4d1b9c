/** Free space of the disk under the data folder. */
export interface DiskSpace {
  /** The last measured bytes; `null` while they are not known. Does not block. */
  readonly latest: MeasuredSpace | null;
  /** Stops measuring. */
  close(): Promise<void>;
}

export interface MeasuredSpace {
  /** Bytes that a process without special rights can use. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}
