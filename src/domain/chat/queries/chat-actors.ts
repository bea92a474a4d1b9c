import type { ActorKey, ChatId } from "../../../../machines/ids.ts";
import { botAddress, chatAddress, deliveryAddress, webhooksAddress } from "../../../../machines/tells.ts";
import type { Store } from "../../../ports/store.ts";

export interface ChatActors {
  /** The chat itself first, then its bot conversation and its webhooks, then deliveries and calls, newest messages first. */
  readonly actors: readonly ActorKey[];
  /** Whether there are more actors. */
  readonly isCut: boolean;
}

const rowsAtOnce = 200;

/** Addresses of all actors of a chat. Some of the actors may not exist, or not any more. */
export async function findChatActors(store: Pick<Store, "scan">, chatId: ChatId, max: number): Promise<ChatActors> {
  const chatNumber = Number(chatId);
  const actors = new Set<ActorKey>([chatAddress(chatId), botAddress(chatId), webhooksAddress(chatId)]);
  const pages = [othersOf(store, chatNumber), deliveriesOf(store, chatNumber)];
  for (const page of pages) {
    for await (const found of page) {
      for (const actor of found) {
        if (actors.size >= max) return { actors: [...actors], isCut: true };
        actors.add(actor);
      }
    }
  }
  return { actors: [...actors], isCut: false };
}

/** Deliveries of events and mails, and calls. */
async function* othersOf(store: Pick<Store, "scan">, chatNumber: number): AsyncGenerator<readonly ActorKey[]> {
  for (let after: readonly [number, ActorKey] | undefined; ; ) {
    const range = { prefix: [chatNumber], reverse: true, limit: rowsAtOnce, ...(after !== undefined && { after }) };
    const rows = await store.scan("chatActor", range);
    yield rows.map(({ key }) => key[1]);
    after = rows.at(-1)?.key;
    if (rows.length < rowsAtOnce) return;
  }
}

/** Deliveries of messages to the customer system and to the bot. */
async function* deliveriesOf(store: Pick<Store, "scan">, chatNumber: number): AsyncGenerator<readonly ActorKey[]> {
  for (let after: readonly [number, number] | undefined; ; ) {
    const range = { prefix: [chatNumber], reverse: true, limit: rowsAtOnce, ...(after !== undefined && { after }) };
    const rows = await store.scan("message", range);
    yield rows.flatMap(({ row: { deliveryId, botDeliveryId } }) =>
      [deliveryId, botDeliveryId ?? null].flatMap((id) => (id === null ? [] : [deliveryAddress(id)])),
    );
    after = rows.at(-1)?.key;
    if (rows.length < rowsAtOnce) return;
  }
}
