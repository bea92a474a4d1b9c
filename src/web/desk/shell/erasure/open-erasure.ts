import { signal } from "@preact/signals";

/** The client whose data are exported or erased, and the chat of the request. */
export interface PersonAsked {
  readonly chatId: string;
  readonly channelId: string;
  /** The client's id in the channel. */
  readonly clientId: string;
  readonly clientNumber: number;
  readonly name: string;
}

/** The client of the current erasure or question. The question outlives the chat that opened it. */
export const erasing = signal<PersonAsked | null>(null);

export const askToErase = (asked: PersonAsked): void => {
  erasing.value = asked;
};

export const pathOfClient = ({ clientId, channelId }: PersonAsked): string =>
  `/api/clients/${encodeURIComponent(clientId)}?channel=${encodeURIComponent(channelId)}`;
