import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { DeskAgent, DeskChat } from "../../../../codec/desk/desk.ts";
import type { DeskOfflineMessage } from "../../../../codec/desk/desk-offline.ts";
import type { Answer } from "../../../shared/api/api.ts";
import type { Desk } from "../../data/desk.ts";
import { useDesk } from "../use-desk.ts";

/** `GET /api/offline-messages`. */
export interface LeftPage {
  readonly offlineMessages: readonly DeskOfflineMessage[];
  readonly cursor: string | null;
  readonly canAnswer: boolean;
}

/** The newest open messages, as far as they are known. */
const open = signal<ReadonlyMap<string, DeskOfflineMessage>>(new Map());

const meanwhile = createShownMeanwhile();

/** Takes a message from a response or from the socket. */
function putLeft(message: DeskOfflineMessage): void {
  open.value = withMessage(open.value, message);
  meanwhile.note(message);
}

function withMessage(
  messages: ReadonlyMap<string, DeskOfflineMessage>,
  message: DeskOfflineMessage,
): ReadonlyMap<string, DeskOfflineMessage> {
  const next = new Map(messages);
  if (message.state === "open") next.set(message.id, message);
  else next.delete(message.id);
  return next;
}

/** Removes the messages of a client whose data were erased. */
export function forgetLeftOf(clientNumber: number): void {
  open.value = new Map([...open.value].filter(([, message]) => message.clientNumber !== clientNumber));
}

/** Whether the message has no owner yet; the same in every browser. */
export const isNewLeft = ({ state, owner }: DeskOfflineMessage): boolean => state === "open" && owner === null;

/** Open messages of the chat's client, to be answered during the chat. */
export const leftBy = ({ client, channelId }: DeskChat): readonly DeskOfflineMessage[] =>
  [...open.value.values()].filter(
    (message) => message.clientNumber === client.number && message.channelId === channelId,
  );

const isToDo = ({ owner }: DeskOfflineMessage, me: DeskAgent): boolean => owner === null || owner.id === me.id;

const pagesMax = 5;

async function readOpen(desk: Desk, isCurrent: () => boolean): Promise<void> {
  const { read, shown } = await meanwhile.during(readPages(desk));
  if (read !== null && isCurrent()) open.value = [...shown.values()].reduce(withMessage, read);
}

/** Returns `null` after a failure. */
async function readPages({ api }: Desk): Promise<ReadonlyMap<string, DeskOfflineMessage> | null> {
  const found = new Map<string, DeskOfflineMessage>();
  let cursor: string | null = "";
  for (let page = 0; page < pagesMax && cursor !== null; page += 1) {
    const from: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await api.get<LeftPage>(`/api/offline-messages?state=open${from}`);
    if (!answer.ok) return null;
    for (const message of answer.value.offlineMessages) found.set(message.id, message);
    cursor = answer.value.cursor;
  }
  return found;
}

/** Follows the open messages. Returns a function that stops it. */
export function followLeft(desk: Desk): () => void {
  let asked = 0;
  const ends = [
    desk.onReading(() => {
      asked += 1;
      const mine = asked;
      void readOpen(desk, () => mine === asked);
    }),
    desk.onNews((news) => {
      if (news.type === "offline_message") putLeft(news.offlineMessage);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** The number of offline messages for this agent: those without an owner, and its own. */
export function useLeftToDo(): number {
  const desk = useDesk();
  useEffect(() => followLeft(desk), [desk]);
  const { agent } = desk.surroundings.value;
  return [...open.value.values()].filter((message) => isToDo(message, agent)).length;
}

type LeftAnswer = Answer<{ readonly offlineMessage: DeskOfflineMessage }>;

const placeOf = (id: string): string => `/api/offline-messages/${id}`;

/** Changes the owner or the state of an offline message. The rail and the chats show the change too. */
export const changeLeft = async (
  { api }: Desk,
  id: string,
  body: { readonly ownerId?: number | null; readonly done?: boolean },
): Promise<LeftAnswer> => kept(await api.send("PATCH", placeOf(id), { body }));

/** `key` makes a repeat harmless: one mail goes out. */
export const answerLeft = async (
  { api }: Desk,
  id: string,
  body: { readonly subject: string; readonly text: string },
  key: string,
): Promise<LeftAnswer> =>
  kept(await api.send("POST", `${placeOf(id)}/answers`, { body, headers: { "Idempotency-Key": key } }));

export const resendAnswer = async ({ api }: Desk, id: string, answerId: string): Promise<LeftAnswer> =>
  kept(await api.send("POST", `${placeOf(id)}/answers/${answerId}/resend`));

function kept(answer: LeftAnswer): LeftAnswer {
  if (answer.ok) putLeft(answer.value.offlineMessage);
  return answer;
}

type ById = ReadonlyMap<string, DeskOfflineMessage>;

/** Records offline messages that arrive during a read, because they are newer than its result. */
interface ShownMeanwhile {
  note(message: DeskOfflineMessage): void;
  /** Resolves with the result and with the last recorded form of each message. */
  during<Read>(reading: Promise<Read>): Promise<{ readonly read: Read; readonly shown: ById }>;
}

export function createShownMeanwhile(): ShownMeanwhile {
  const readings = new Set<Map<string, DeskOfflineMessage>>();
  return {
    note(message) {
      for (const shown of readings) shown.set(message.id, message);
    },
    async during(reading) {
      const shown = new Map<string, DeskOfflineMessage>();
      readings.add(shown);
      try {
        return { read: await reading, shown };
      } finally {
        readings.delete(shown);
      }
    },
  };
}
