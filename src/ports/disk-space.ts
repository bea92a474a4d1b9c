/** What the disk under the data folder has left. */
export interface DiskSpace {
  /** Bytes as they were measured last; `null` while that is not known. Does not block. */
  readonly latest: MeasuredSpace | null;
  /** Measures no more. */
  close(): Promise<void>;
}

export interface MeasuredSpace {
  /** For a process without special rights. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}
