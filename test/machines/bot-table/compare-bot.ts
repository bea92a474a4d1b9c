import type { BotConversationEvent } from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { Effect } from "../../../src/domain/effects.ts";
import { assertRule } from "./assert-rule.ts";
import { readBotTells } from "./bot-tells.ts";
import type { TableModel } from "./table-model.ts";

/** The result of one step of the bot conversation. */
export interface BotStep {
  readonly event: BotConversationEvent;
  readonly state: string;
  readonly effects: readonly Effect[];
}

/** Passes the same event to the model, and throws if the machine and the model differ. */
export function compareWithTable(model: TableModel, { event, state, effects }: BotStep): void {
  const before = model.state;
  const expected = model.take(event);
  const where = `${event.type} in ${before}`;
  assertRule("the state table", state === expected.state, `${where} leads to ${state}, not to ${expected.state}`);
  const { queued, opened, cancelled, chatEvents } = readBotTells(effects);
  assertSame("what is sent", queued, expected.queued, where);
  assertSame("what is attempted (BOT-16)", opened, listed(expected.opened), where);
  assertSame("what is not sent any more (BOT-22)", cancelled, expected.cancelled, where);
  assertSame("what the chat is told", chatEvents, listed(expected.told), where);
}

const listed = (value: string | null): readonly string[] => (value === null ? [] : [value]);

function assertSame(what: string, actual: readonly string[], expected: readonly string[], where: string): void {
  const isSame = actual.length === expected.length && actual.every((one, index) => one === expected[index]);
  assertRule("the state table", isSame, `${where}: ${what} is [${actual}], not [${expected}]`);
}
