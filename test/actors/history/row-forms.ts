import protobuf from "protobufjs/minimal.js";
import type { HistoryEntry } from "../../../src/actors/history/step-record.ts";
import { asActorKey } from "../../../src/core/ids.ts";

const step = { cause: "PP1WKmyV-7", from: null, before: null };
/** What three actors did in one commit. */
export const sampleEntries: readonly HistoryEntry[] = [
  {
    ...{ actor: asActorKey("chat/1"), revision: 6, previous: 30, skipped: 0 },
    steps: [
      {
        ...{ ...step, before: "waiting", after: "with_agent" },
        event: { type: "chat.accept-requested", agent: 1 },
        effects: [
          { type: "effect.report.make", event: "chat_accepted" },
          { type: "effect.message.store", seq: 6, from: "system" },
          { type: "effect.actor.tell", to: "bot/1", event: "agent.accepted" },
        ],
        changes: [{ part: 1, was: 0.5 }, { part: 2, count: 3 }, { part: 300 }],
      },
    ],
  },
  {
    ...{ actor: asActorKey("webhooks/1"), revision: 1, previous: 0, skipped: 0 },
    steps: [
      {
        ...step,
        after: "quiet",
        event: { type: "report.made" },
        effects: [{ type: "effect.webhook.store" }],
        changes: [{ part: 1, was: null }],
      },
    ],
  },
  {
    ...{ actor: asActorKey("delivery/01HF7YAT00HTS344TW2BXTFMJ5"), revision: 1, previous: 0, skipped: 0 },
    steps: [
      {
        ...{ ...step, after: "attempting" },
        event: { type: "delivery.queued", cargo: "webhook", event: "chat_accepted", messageSeq: 0, isInFront: true },
        effects: [{ type: "effect.deadline.end", id: "attempt-outcome", atMs: 1_700_000_070_000, share: 0.25 }],
        changes: [{ part: 1, was: "x" }],
      },
    ],
  },
];

export const bytesOf = (packed: string): Buffer => Buffer.from(packed, "latin1");

/** A row with a field at each level, and a kind of value, that this version does not know. */
export function rowOfNextVersion(): string {
  const texts = ["chat/1", "request", "open", "chat.opened", "channel", "A", "later"];
  const writer = protobuf.Writer.create();
  const unknown = (): void => {
    writer.uint32(0x7d).fixed32(1).uint32(0x79).double(1).uint32(0x78).uint32(300).uint32(0x7a).string("unknown");
  };
  unknown();
  writer.uint32(0x12).fork();
  unknown();
  writer.uint32(0x08).uint32(0).uint32(0x10).uint32(1).uint32(0x2a).fork();
  unknown();
  writer.uint32(0x0a).fork();
  const channel = [4 * 8 + 2, 5];
  const later = [6 * 8 + 7, 1];
  for (const part of [1, 0, 0, 2, 3, ...later, ...channel, 0]) writer.uint32(part);
  writer.ldelim();
  unknown();
  writer.ldelim();
  unknown();
  writer.ldelim();
  for (const text of texts) writer.uint32(0x0a).string(text);
  return Buffer.from(writer.finish()).toString("latin1");
}
