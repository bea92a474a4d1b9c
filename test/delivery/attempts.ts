import type { Test } from "tap";
import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import { asAgentId, asChannelId, asDeliveryId, asMessageId } from "../../src/core/ids.ts";
import type { OutboundOptions } from "../../src/delivery/create-outbound.ts";
import { createOutbound } from "../../src/delivery/create-outbound.ts";
import { createKnownTokens } from "../../src/domain/bot/known-tokens.ts";
import type { Log } from "../../src/ports/log.ts";
import type { Outbound, OutboundAttempt, OutboundTyping } from "../../src/ports/outbound.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { plainChannel } from "../harness/service-config.ts";
import { logTo } from "../harness/test-log.ts";

/** The time limit of an attempt, on the clock of its test. */
export const timeoutMs = 3_000;
export const loopback = { allow: ["127.0.0.0/8"], allowHttp: true };
/** Small limits, so that a test reaches them. */
export const outboundLimits = {
  endpointConnectionsMax: 4,
  noticeConnectionsMax: 2,
  answerBytesMax: 64 * 1024,
  webhookAnswerBytesMax: 64 * 1024,
};

const settings: ChannelSettings = { ...plainChannel, id: asChannelId("MOBILEAPP1"), random: "x", agentIds: [] };

export function toAttempt(webhookUrl: string, changes: Partial<ChannelSettings> = {}): OutboundAttempt {
  return {
    settings: { ...settings, webhookUrl, ...changes },
    messageId: asMessageId("5d1c8f0e-6f3b-4c1e-9a57-0b7f1d2e4a11"),
    deliveryId: asDeliveryId("01JD5Y2B8M3Q7W0V4X6Z9K1T2R"),
    content: { type: "text", text: "Yes, it is ready. Grüße", media: null },
    sender: { id: asAgentId(1), name: "Irina Vale", photo: null },
    recipient: { senderId: "cust-7781", senderIdKind: "string" },
    attempt: 1,
    timeoutMs,
  };
}

export function toNotice(webhookUrl: string, changes: Partial<ChannelSettings> = {}): OutboundTyping {
  const { sender, recipient, settings: same } = toAttempt(webhookUrl, changes);
  return { settings: same, state: "typein", sender, recipient, timeoutMs, isWanted: () => true };
}

/** The body of every attempt of these tests. */
export const sentBody =
  '{"sender":{"name":"Irina Vale"},"recipient":{"id":"cust-7781"},"message":{"type":"text","id":"5d1c8f0e-6f3b-4c1e-9a57-0b7f1d2e4a11","text":"Yes, it is ready. Grüße"}}';

export interface LogLine {
  readonly level: keyof Log;
  readonly fields: object;
  readonly text: string;
}

/**
 * Opens an outbound side that may connect to loopback. Without a clock in `changes`, no time passes for it. It is closed at the
 * end of the test.
 */
export function openOutbound(t: Test, changes: Partial<OutboundOptions> = {}, lines: LogLine[] = []): Outbound {
  const clock = changes.clock ?? createManualClock();
  const outbound = createOutbound({
    policy: loopback,
    limits: { ...outboundLimits, endpointConnectionsMax: 8 },
    clock,
    knownTokens: createKnownTokens(createMemoryStore(), clock),
    log: logTo((fields, text, level) => lines.push({ level, fields, text })),
    ...changes,
  });
  t.teardown(() => outbound.close());
  return outbound;
}
