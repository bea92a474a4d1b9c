import Type from "typebox";
import type { OfflineMessageRow } from "../ports/store.ts";
import { nullable, offlineMessageSchema, strict } from "./desk-schemas.ts";

/** What a visitor left through the offline form. Source: WH-18. */
export interface DeskOfflineMessage {
  /** As `offline_message_id` has it. */
  readonly id: string;
  readonly channelId: string;
  readonly clientNumber: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly text: string;
  readonly at: number;
}

export const toDeskOfflineMessage = (number: number, row: OfflineMessageRow): DeskOfflineMessage => {
  const { atMs: at, ...rest } = row;
  return { id: String(number), ...rest, at };
};

export const offlineMessagesAnswer = Type.Object(
  {
    offlineMessages: Type.Array(offlineMessageSchema),
    cursor: nullable(Type.String(), "Where the next page goes on; null at the end."),
  },
  strict,
);
