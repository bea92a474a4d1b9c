import { parseProviderEvent } from "../src/codec/b-bot/provider-event.ts";
import type { ProviderEvent } from "../src/codec/b-bot/provider-event.types.ts";
import { fingerprintOf } from "../src/core/fingerprint.ts";
import type { ParsedBody } from "../src/ports/body-parser.ts";
import type { ParseInput } from "./parse-customer-message.ts";

/** Parses the body of a bot provider to a typed event, or the reason of a refusal. Source: BOT-24 to BOT-30. */
export function run({ body, jsonDepthMax, wantsFingerprint }: ParseInput): ParsedBody<ProviderEvent> {
  return {
    parsed: parseProviderEvent(body, { jsonDepthMax }),
    fingerprint: wantsFingerprint ? fingerprintOf(body) : null,
  };
}
