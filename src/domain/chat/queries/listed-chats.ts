import type { ChannelId } from "../../../../machines/ids.ts";
import type { Store } from "../../../ports/store.ts";
import { failedList } from "../chat-lists.ts";

/** An entry of a list of chats. */
export interface ListedChat {
  readonly chatNumber: number;
  readonly channelId: ChannelId;
}

/** The chats that a list contains. */
export interface ListedWanted {
  readonly states: readonly string[];
  /** Only chats with failed messages, in any state. */
  readonly hasFailed: boolean;
  /** Chats of the client with this number, in any state. */
  readonly clientNumber: number | undefined;
}

/** The newest `limit` chats of a list before the number `before`; fewer only when there are no more. */
export function findListed(
  store: Pick<Store, "scan">,
  { states, hasFailed, clientNumber }: ListedWanted,
  before: number | undefined,
  limit: number,
): Promise<readonly ListedChat[]> {
  if (clientNumber !== undefined) return chatsOfClient(store, clientNumber, before, limit);
  return chatsInStates(store, hasFailed ? [failedList] : states, before, limit);
}

/** The newest `limit` chats of a client before the number `before`. */
export async function chatsOfClient(
  store: Pick<Store, "scan">,
  clientNumber: number,
  before: number | undefined,
  limit: number,
): Promise<readonly ListedChat[]> {
  const rows = await store.scan("clientChat", {
    prefix: [clientNumber],
    ...(before === undefined ? {} : { after: [clientNumber, before] as const }),
    reverse: true,
    limit,
  });
  return rows.map(({ key, row }) => ({ chatNumber: key[1], channelId: row.channelId }));
}

/** The newest `limit` chats in any of these states before the number `before`, each once. */
export async function chatsInStates(
  store: Pick<Store, "scan">,
  states: readonly string[],
  before: number | undefined,
  limit: number,
): Promise<readonly ListedChat[]> {
  const scans = states.map((state) =>
    store.scan("chatState", {
      prefix: [state],
      ...(before === undefined ? {} : { after: [state, before] as const }),
      reverse: true,
      limit,
    }),
  );
  // A chat that changes its state between two scans can be found twice.
  const found = new Map((await Promise.all(scans)).flat().map(({ key, row }) => [key[1], row.channelId]));
  return [...found]
    .map(([chatNumber, channelId]) => ({ chatNumber, channelId }))
    .sort((left, right) => right.chatNumber - left.chatNumber)
    .slice(0, limit);
}
