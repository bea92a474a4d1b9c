import type { StoreLog } from "../../src/store/lmdb/store-log.ts";

export interface RecordingLog extends StoreLog {
  readonly lines: { readonly level: string; readonly facts: object; readonly message: string }[];
}

export function recordingLog(): RecordingLog {
  const lines: RecordingLog["lines"] = [];
  const at = (level: string) => (facts: object, message: string) => void lines.push({ level, facts, message });
  return { lines, info: at("info"), warn: at("warn"), error: at("error") };
}
