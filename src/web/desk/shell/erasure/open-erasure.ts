import { signal } from "@preact/signals";

/** Of whom all data are to be taken along, or erased, and where that was asked. */
export interface PersonAsked {
  readonly chatId: string;
  readonly channelId: string;
  /** As the channel knows the client. */
  readonly clientId: string;
  readonly clientNumber: number;
  readonly name: string;
}

/** Whose data are being erased, or about to be: the question outlives the chat from which it was asked. */
export const erasing = signal<PersonAsked | null>(null);

export const askToErase = (asked: PersonAsked): void => {
  erasing.value = asked;
};

export const pathOfClient = ({ clientId, channelId }: PersonAsked): string =>
  `/api/clients/${encodeURIComponent(clientId)}?channel=${encodeURIComponent(channelId)}`;
