import type { ChatLogEntry } from "../src/ports/chat-log-encoder.ts";

/** The entries of a chat log as JSON, joined by commas. Source: WH-21, WH-22. */
export function run(entries: readonly ChatLogEntry[]): Uint8Array {
  return Buffer.from(entries.map((entry) => JSON.stringify(entry)).join(","));
}
