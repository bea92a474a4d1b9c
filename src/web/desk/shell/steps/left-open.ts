import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { DeskAgent, DeskChat } from "../../../../codec/desk/desk.ts";
import type { DeskOfflineMessage } from "../../../../codec/desk/desk-offline.ts";
import type { Desk } from "../../data/desk.ts";
import { useDesk } from "../use-desk.ts";

/** `GET /api/offline-messages`. */
export interface LeftPage {
  readonly offlineMessages: readonly DeskOfflineMessage[];
  readonly cursor: string | null;
  readonly canAnswer: boolean;
}

/** What there is still something to do about, as far as it is known: the newest of them. */
const open = signal<ReadonlyMap<string, DeskOfflineMessage>>(new Map());

/** A message as an answer or the socket shows it. */
export function putLeft(message: DeskOfflineMessage): void {
  const next = new Map(open.value);
  if (message.state === "open") next.set(message.id, message);
  else next.delete(message.id);
  open.value = next;
}

/** Nobody looks after it yet: the same in every browser. */
export const isNewLeft = ({ state, owner }: DeskOfflineMessage): boolean => state === "open" && owner === null;

/** Open messages of the chat's client: to be spoken of while it is there. */
export const leftBy = ({ client, channelId }: DeskChat): readonly DeskOfflineMessage[] =>
  [...open.value.values()].filter(
    (message) => message.clientNumber === client.number && message.channelId === channelId,
  );

const isToDo = ({ owner }: DeskOfflineMessage, me: DeskAgent): boolean => owner === null || owner.id === me.id;

const pagesMax = 5;

/** Reads the open ones; what is told meanwhile is newer than what is read. */
async function readOpen({ api }: Pick<Desk, "api">, isCurrent: () => boolean): Promise<void> {
  const found = new Map<string, DeskOfflineMessage>();
  let cursor: string | null = "";
  for (let page = 0; page < pagesMax && cursor !== null; page += 1) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await api.get<LeftPage>(`/api/offline-messages?state=open${from}`);
    if (!answer.ok) return;
    for (const message of answer.value.offlineMessages) found.set(message.id, message);
    cursor = answer.value.cursor;
  }
  if (isCurrent()) open.value = found;
}

/** How many left messages are this agent's to do: those that are nobody's, and its own. What is missed while not connected is read anew. */
export function useLeftToDo(): number {
  const desk = useDesk();
  useEffect(() => {
    let asked = 0;
    const read = (): void => {
      asked += 1;
      const mine = asked;
      void readOpen(desk, () => mine === asked);
    };
    read();
    return desk.onNews((news) => {
      if (news.type === "ready" || news.type === "resync") read();
      if (news.type === "offline_message") putLeft(news.offlineMessage);
    });
  }, [desk]);
  const { agent } = desk.surroundings.value;
  return [...open.value.values()].filter((message) => isToDo(message, agent)).length;
}
