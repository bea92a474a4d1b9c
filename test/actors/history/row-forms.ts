import protobuf from "protobufjs/minimal.js";
import type { HistoryRow } from "../../../src/ports/store.ts";

/** A row in the format before packed rows. */
export const textRow: HistoryRow = {
  atMs: 1_700_000_000_000,
  entries: [
    '["chat/1",6,30,0,["PP1WKmyV-7",null,"waiting","with_agent",["chat.accept-requested",{"agent":1}],' +
      '["effect.report.make",{"event":"chat_accepted"}],["effect.message.store",{"seq":6,"from":"system"}],' +
      '["effect.actor.tell",{"to":"bot/1","event":"agent.accepted"}]]]',
    '["webhooks/1",1,0,0,["PP1WKmyV-7","chat/1",null,"quiet","report.made","effect.webhook.store"]]',
    '["delivery/01HF7YAT00HTS344TW2BXTFMJ5",1,0,2,["PP1WKmyV-7","webhooks/1",null,"attempting",' +
      '["delivery.queued",{"cargo":"webhook","event":"chat_accepted","messageSeq":0,"isInFront":true}],' +
      '["effect.deadline.end",{"id":"attempt-outcome","atMs":1700000070000,"share":0.25}]]]',
  ].join("\n"),
};

/** The text that is shown for it. */
export const textOfToday =
  '[{"actor":"chat/1","revision":6,"previous":30,"skipped":0,"steps":[' +
  '{"event":{"type":"chat.accept-requested","agent":1},"cause":"PP1WKmyV-7","from":null,"before":"waiting","after":"with_agent",' +
  '"effects":[{"type":"effect.report.make","event":"chat_accepted"},{"type":"effect.message.store","seq":6,"from":"system"},' +
  '{"type":"effect.actor.tell","to":"bot/1","event":"agent.accepted"}]}]},' +
  '{"actor":"webhooks/1","revision":1,"previous":0,"skipped":0,"steps":[' +
  '{"event":{"type":"report.made"},"cause":"PP1WKmyV-7","from":"chat/1","before":null,"after":"quiet",' +
  '"effects":[{"type":"effect.webhook.store"}]}]},' +
  '{"actor":"delivery/01HF7YAT00HTS344TW2BXTFMJ5","revision":1,"previous":0,"skipped":2,"steps":[' +
  '{"event":{"type":"delivery.queued","cargo":"webhook","event":"chat_accepted","messageSeq":0,"isInFront":true},' +
  '"cause":"PP1WKmyV-7","from":"webhooks/1","before":null,"after":"attempting",' +
  '"effects":[{"type":"effect.deadline.end","id":"attempt-outcome","atMs":1700000070000,"share":0.25}]}]}]';

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
