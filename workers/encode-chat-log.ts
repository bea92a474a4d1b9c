import { move } from "piscina";
import { encodeLogEntries } from "../src/codec/c-webhook/chat-log.ts";
import type { ChatLogEntry } from "../src/ports/chat-log-encoder.ts";

/** The entries of a chat log as JSON, joined by commas; the bytes are transferred to the caller. Source: WH-21, WH-22. */
export const run = (entries: readonly ChatLogEntry[]): unknown => move(encodeLogEntries(entries));
